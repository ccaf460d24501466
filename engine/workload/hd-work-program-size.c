/* hd-work-program-size.c: how many packets programs of processes are
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-work-program-size"

#include "hd-work-program-size.h"

#include <math.h>

#include "hd-budget.h"

typedef struct
{
  const HdWorkProgram *program;
  HdDesign *design;
  HdRouter *router;
  double packet_bytes;
} Size;

/* A route that is missing is told when it is needed. */
static double
count_hops (Size *self,
            guint32 from,
            guint32 to,
            guint32 net)
{
  const HdClassSet *classes = net != HD_NO_ID ? g_ptr_array_index (self->program->graph->nets, net) : NULL;
  HdRoute route;

  if (from == to || !hd_router_find (self->router, from, to, classes != NULL ? classes->classes : NULL, classes != NULL ? classes->n_classes : 0, &route, NULL))
    return 0;
  return route.n_hops;
}

static double
cut (const Size *self,
     double bytes)
{
  return MAX (ceil (bytes / self->packet_bytes), 1);
}

static double
count_sends (Size *self,
             const HdWorkProgramPart *part)
{
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->program->graph, part->vertex);
  const HdRankTurns *turns = hd_work_program_get_turns (self->program, part->vertex);
  guint32 peer = HD_NO_ID;
  double n = 0;

  for (guint32 t = turns->first_turn[part->rank]; t < turns->first_turn[part->rank + 1]; t++)
    {
      const HdTurn *turn = &turns->turns[t];

      for (guint32 s = turn->first_send; s < turn->first_send + turn->n_sends; s++)
        {
          n += turn->n_steps * cut (self, vertex->bytes * turns->sends[s].n_chunks / turns->n_chunks);
          peer = peer != HD_NO_ID ? peer : self->program->parts[self->program->first_part[part->vertex] + turns->sends[s].destination].node;
        }
    }
  return peer != HD_NO_ID ? n * count_hops (self, part->node, peer, vertex->net) : 0;
}

/* What a computation asks its home for, and the question. */
static double
count_data (Size *self,
            const HdWorkProgramPart *part,
            guint32 home)
{
  const HdWorkVertex *vertex = hd_workload_graph_get_vertex (self->program->graph, part->vertex);

  return cut (self, vertex->volume) * count_hops (self, home, part->node, HD_NO_ID) + count_hops (self, part->node, home, HD_NO_ID);
}

gboolean
hd_work_program_count_packets (const HdWorkProgram *self,
                               HdDesign *design,
                               double packet_bytes,
                               double *out_n,
                               GError **error)
{
  g_autoptr (HdRouter) router = hd_router_new (design);
  Size size = { self, design, router, packet_bytes };
  HdBudget *budget = hd_budget_get_current ();

  *out_n = 0;
  for (guint32 p = 0; p < self->n_parts; p++)
    {
      const HdWorkProgramPart *part = &self->parts[p];
      guint32 home = hd_work_program_find_home (self, p, design);

      if (!hd_budget_may_go_on (budget, error))
        return FALSE;
      if (self->vertex_turns[part->vertex] != HD_NO_ID)
        *out_n += count_sends (&size, part);
      else if (home != HD_NO_ID)
        *out_n += count_data (&size, part, home);
    }
  return TRUE;
}
