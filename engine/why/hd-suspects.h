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
 * @link_bounds: (array length=links), @node_bounds: (array length=2*nodes): by node and way: number of the bound, or HD_NO_ID
 * @link_latencies: (array length=links) (element nullable): the trial that changes the link's latency
 */
typedef struct
{
  GArray *bounds;
  GPtrArray *trials;
  guint32 *link_bounds, *node_bounds;
  HdTrial **link_latencies;
} HdSuspects;

/** hd_trial_changes: whether it changes the bound of that number */
static inline gboolean
hd_trial_changes (const HdTrial *self,
                  guint32 bound)
{
  for (guint i = 0; i < self->bounds->len; i++)
    if (g_array_index (self->bounds, guint32, i) == bound)
      return TRUE;
  return FALSE;
}

void hd_suspects_init (HdSuspects *self,
                       HdRecord *record,
                       HdSnapshot *snapshot,
                       double factor);
void hd_suspects_clear (HdSuspects *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdSuspects, hd_suspects_clear)

G_END_DECLS
