/* hd-flow-full.c: the plain solver: water-filling from nothing
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-full"

#include "hd-flow-solver.h"

/* The definition at the head of hd-flow-solver.c, step by step: the reference that the incremental solver is tested against, and what runs when
 * that shortcut is turned off. The fill of a resource is here what its unfixed members have left. */

static void
fix_flow (HdFlowSolver *self,
          guint32 flow,
          HdFlowLevel level)
{
  HdFlow *f = &self->flows[flow];
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, f->first_use);
  guint64 rate = hd_flow_level_rate (level, f->weight);

  if (rate != f->rate && !f->changed)
    {
      f->changed = TRUE;
      self->changed[self->n_changed++] = flow;
    }
  f->level = level;
  f->rate = rate;
  for (guint i = 0; i < f->n_uses; i++)
    {
      HdFlowResource *r = &self->resources[uses[i].resource];

      if (r->heap_place == 0)
        continue;
      if (r->pipe)
        r->fill.den = hd_flow_solver_get_heaviest (self, r->members, r->n_members, HD_FLOW_LEVEL_NONE);
      else
        r->fill = (HdFlowLevel) { r->fill.num - uses[i].units * rate, r->fill.den - uses[i].units * f->weight };
      if (r->fill.den > 0)
        hd_flow_solver_enqueue (self, uses[i].resource);
      else
        hd_flow_solver_dequeue (self, uses[i].resource);
    }
}

static void
begin (HdFlowSolver *self)
{
  for (guint i = 0; i < self->n_touched; i++)
    self->resources[self->touched[i]].touched = FALSE;
  self->n_touched = 0;
  for (guint32 i = 0; i < self->n_resources; i++)
    {
      HdFlowResource *r = &self->resources[i];

      hd_flow_resource_set_level (r, HD_FLOW_LEVEL_NONE);
      for (guint k = 0; k < r->n_members; k++)
        self->flows[r->members[k].flow].level = HD_FLOW_LEVEL_NONE;
      r->fill = (HdFlowLevel) { r->capacity, r->pipe ? hd_flow_solver_get_heaviest (self, r->members, r->n_members, HD_FLOW_LEVEL_NONE) : r->load };
      if (r->n_members > 0)
        hd_flow_solver_enqueue (self, i);
    }
}

/** hd_flow_solver_solve_full: all rates from nothing, in O(members * log resources) */
void
hd_flow_solver_solve_full (HdFlowSolver *self)
{
  g_autoptr (GArray) full = g_array_new (FALSE, FALSE, sizeof (guint32));

  begin (self);
  while (self->n_heap > 0)
    {
      HdFlowLevel lowest = self->resources[self->heap[1].resource].fill;

      g_array_set_size (full, 0);
      while (self->n_heap > 0 && hd_flow_level_equal (self->resources[self->heap[1].resource].fill, lowest))
        {
          g_array_append_val (full, self->heap[1].resource);
          hd_flow_solver_dequeue (self, self->heap[1].resource);
        }
      for (guint i = 0; i < full->len; i++)
        {
          HdFlowResource *r = &self->resources[g_array_index (full, guint32, i)];

          hd_flow_resource_set_level (r, lowest);
          self->n_visited += r->n_members;
          for (guint k = 0; k < r->n_members; k++)
            if (hd_flow_level_less (lowest, self->flows[r->members[k].flow].level))
              fix_flow (self, r->members[k].flow, lowest);
        }
    }
}
