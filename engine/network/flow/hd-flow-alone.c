/* hd-flow-alone.c: flows that have all their resources to themselves
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-solver"

#include "hd-flow-solver.h"

#include <string.h>

/* Small chunks of a ring are mostly alone: they come and are gone before another comes to a resource of theirs. The rate of such a flow is that of its path, which
 * is found once. Its resources know it, but have no members, and nothing is solved for it; when another comes to one of them, it becomes a member like all. */

static HdFlowLevel
find_level (const HdFlowSolver *self,
            const HdFlowPath *path)
{
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, path->first_use);
  HdFlowLevel lowest = HD_FLOW_LEVEL_NONE;

  for (guint i = 0; i < path->n_uses; i++)
    {
      HdFlowLevel level = { self->resources[uses[i].resource].capacity, uses[i].units * path->weight };

      if (level.den >> 63 != 0)
        return HD_FLOW_LEVEL_NONE;
      if (hd_flow_level_less (level, lowest))
        lowest = level;
    }
  return lowest;
}

const HdFlowAlone *
hd_flow_solver_get_alone (HdFlowSolver *self,
                          guint32 path)
{
  HdFlowAlone *alone;

  if (path >= self->n_alone)
    {
      guint n = MAX (path + 1, 2 * self->n_alone);

      self->alone = g_renew (HdFlowAlone, self->alone, n);
      memset (self->alone + self->n_alone, 0, (n - self->n_alone) * sizeof (HdFlowAlone));
      self->n_alone = n;
    }
  alone = &self->alone[path];
  if (!alone->known)
    {
      const HdFlowPath *p = hd_flow_model_get_path (self->model, path);
      HdFlowLevel level = find_level (self, p);

      *alone = (HdFlowAlone) { level, level.den > 0 ? hd_flow_level_rate (level, p->weight) : 0, TRUE };
    }
  return alone;
}

static void
set_alone (HdFlowSolver *self,
           const HdFlow *flow,
           guint32 number)
{
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, flow->first_use);

  for (guint i = 0; i < flow->n_uses; i++)
    {
      self->resources[uses[i].resource].alone = number;
      hd_flow_solver_note_look (self, uses[i].resource);
    }
}

/** hd_flow_solver_go_alone: @flow begins to flow on @path if nothing else flows on any of its resources; returns whether it does */
gboolean
hd_flow_solver_go_alone (HdFlowSolver *self,
                         guint32 flow,
                         guint32 path)
{
  HdFlow *f = &self->flows[flow];
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, f->first_use);
  const HdFlowAlone *alone;

  for (guint i = 0; i < f->n_uses; i++)
    {
      const HdFlowResource *r = &self->resources[uses[i].resource];

      if (r->n_members > 0 || r->alone != HD_FLOW_NO_FLOW)
        return FALSE;
    }
  alone = hd_flow_solver_get_alone (self, path);
  if (alone->rate == 0)
    return FALSE;
  f->first_place = HD_FLOW_ALONE;
  f->level = alone->level;
  f->rate = alone->rate;
  hd_flow_solver_note_change (self, flow);
  set_alone (self, f, flow);
  return TRUE;
}

/** hd_flow_solver_leave_alone: @flow, which was alone, is so no more */
void
hd_flow_solver_leave_alone (HdFlowSolver *self,
                            guint32 flow)
{
  HdFlow *f = &self->flows[flow];

  f->first_place = HD_FLOW_NO_PLACE;
  set_alone (self, f, HD_FLOW_NO_FLOW);
}
