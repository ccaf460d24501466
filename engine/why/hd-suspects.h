/* hd-suspects.h: what may hold a run up: what was busy, and what can be changed
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-why.h>

G_BEGIN_DECLS

/**
 * HdSuspects:
 * @bounds: (element-type HdBound): of links and components that carried or computed anything, the busiest first
 * @trials: (element-type HdTrial): without estimates
 */
typedef struct
{
  GArray *bounds;
  GPtrArray *trials;
} HdSuspects;

void hd_suspects_init (HdSuspects *self,
                       HdRecord *record,
                       HdSnapshot *snapshot,
                       double factor);
void hd_suspects_clear (HdSuspects *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdSuspects, hd_suspects_clear)

G_END_DECLS
