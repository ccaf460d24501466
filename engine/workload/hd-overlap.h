/* hd-overlap.h: how long a node computed, and how long it only communicated
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

/**
 * HdOverlap:
 * @n_computing, @n_communicating: what is under way
 * @since: they have been so
 * @computed: before that
 * @exposed: communicated, and did not compute
 */
typedef struct
{
  guint n_computing;
  guint n_communicating;
  HdTime since;
  HdTime computed;
  HdTime exposed;
} HdOverlap;

/** hd_overlap_count: before one of the counters changes, or times are read */
static inline void
hd_overlap_count (HdOverlap *self,
                  HdTime now)
{
  if (self->n_computing > 0)
    self->computed += now - self->since;
  else if (self->n_communicating > 0)
    self->exposed += now - self->since;
  self->since = now;
}

G_END_DECLS
