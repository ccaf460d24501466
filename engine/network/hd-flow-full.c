/* hd-flow-full.c: the plain solver: water-filling from nothing
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-full"

#include "hd-flow-solver.h"

/* The definition at the head of hd-flow-solver.c, step by step: the reference that the incremental solver is tested against, and what runs when
 * that shortcut is turned off. */

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
      g_array_append_val (self->changed, flow);
    }
  f->level = level;
  f->rate = rate;
  for (guint i = 0; i < f->n_uses; i++)
    {
      HdFlowResource *r = &self->resources[uses[i].resource];

      r->fill.num -= uses[i].units * rate;
      r->fill.den -= uses[i].units * f->weight;
    }
}

static HdFlowLevel
find_lowest (HdFlowSolver *self,
             GArray *active)
{
  HdFlowLevel lowest = HD_FLOW_LEVEL_NONE;

  for (guint i = 0; i < active->len;)
    {
      const HdFlowResource *r = &self->resources[g_array_index (active, guint32, i)];

      if (r->fill.den == 0)
        {
          g_array_remove_index_fast (active, i);
          continue;
        }
      if (hd_flow_level_less (r->fill, lowest))
        lowest = r->fill;
      i++;
    }
  return lowest;
}

/** hd_flow_solver_solve_full: all rates from nothing, in O(levels * resources + members) */
void
hd_flow_solver_solve_full (HdFlowSolver *self)
{
  g_autoptr (GArray) active = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) full = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->touched->len; i++)
    self->resources[g_array_index (self->touched, guint32, i)].touched = FALSE;
  g_array_set_size (self->touched, 0);

  for (guint32 i = 0; i < self->n_resources; i++)
    {
      HdFlowResource *r = &self->resources[i];

      r->level = HD_FLOW_LEVEL_NONE;
      r->fill = (HdFlowLevel) { r->capacity, r->load };
      for (guint k = 0; k < r->n_members; k++)
        self->flows[r->members[k].flow].level = HD_FLOW_LEVEL_NONE;
      if (r->n_members > 0)
        g_array_append_val (active, i);
    }
  for (;;)
    {
      HdFlowLevel lowest = find_lowest (self, active);

      if (active->len == 0)
        break;
      g_array_set_size (full, 0);
      for (guint i = 0; i < active->len; i++)
        {
          guint32 resource = g_array_index (active, guint32, i);

          if (!hd_flow_level_equal (self->resources[resource].fill, lowest))
            continue;
          self->resources[resource].level = lowest;
          g_array_append_val (full, resource);
        }
      for (guint i = 0; i < full->len; i++)
        {
          HdFlowResource *r = &self->resources[g_array_index (full, guint32, i)];

          self->n_visited += r->n_members;
          for (guint k = 0; k < r->n_members; k++)
            if (hd_flow_level_less (lowest, self->flows[r->members[k].flow].level))
              fix_flow (self, r->members[k].flow, lowest);
        }
    }
}
