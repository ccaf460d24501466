/* hd-flow-solver.h: max-min fair rates, kept up to date as flows come and go
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flow-level.h"
#include "hd-flow-model.h"
#include "hd-id-list.h"

G_BEGIN_DECLS

#define HD_FLOW_NO_PLACE G_MAXUINT32
#define HD_FLOW_ALONE (G_MAXUINT32 - 1) /* a place too: it flows, and has no others */
#define HD_FLOW_NO_FLOW G_MAXUINT32

/** HdFlow: @level is without bound while the solver has not fixed it */
typedef struct
{
  HdFlowLevel level;
  guint64 rate;
  guint64 weight;
  guint32 first_use;   /* of its path */
  guint32 n_uses;
  guint32 first_place; /* its places in the members of its resources; HD_FLOW_NO_PLACE if it does not flow, HD_FLOW_ALONE if it is alone */
  guint32 path : 31;
  guint32 changed : 1; /* is in the list of changed flows */
} HdFlow;

typedef struct
{
  guint32 flow;
  guint32 place : 31; /* where its position among the members is kept */
  guint32 narrow : 1; /* nothing on its path would hold it more */
  guint32 units;
  guint32 other; /* resource of a path of two; HD_FLOW_NO_PLACE of other paths */
} HdFlowMember;

/** HdFlowResource: @level is the level at which it is full, @fill what it would be after the flows as they stand now */
typedef struct
{
  HdFlowLevel level;
  HdFlowLevel fill;
  guint64 floor; /* of the level; G_MAXUINT64 if that has no bound */
  guint64 capacity;
  guint64 load; /* units times weight of all members */
  guint32 pipe : 1;   /* each member has the capacity to itself */
  guint32 touched : 1;
  guint32 n_members;
  HdFlowMember *members;
  guint32 n_allocated;
  guint32 alone;      /* the only flow on it, which is alone on all its resources and no member; or HD_FLOW_NO_FLOW */
  guint32 heap_place; /* from 1; 0 if it does not wait */
  guint64 looked;     /* n_noted when it was noted last that this was looked at */
} HdFlowResource;

/** HdFlowAlone: what a flow of a path has while it is alone; no @rate if that is for the solver to find */
typedef struct
{
  HdFlowLevel level;
  guint64 rate;
  gboolean known;
} HdFlowAlone;

/** HdFlowTurn: at which level something happens to a resource next */
typedef struct
{
  HdFlowLevel level;
  guint32 resource;
} HdFlowTurn;

typedef struct
{
  HdFlowModel *model; /* borrowed */
  gboolean incremental;
  gboolean stale;     /* flows came or went since the last solve */
  gboolean overflow;  /* a load went past 2^63: rates are void */

  HdFlow *flows;
  guint n_flows;
  guint n_flows_allocated;
  HdFlowResource *resources;
  guint n_resources;

  HdFlowAlone *alone;  /* by path, as far as known */
  guint n_alone;
  GArray *places;      /* of guint32 */
  GArray *free_places; /* of HdIdList: by length of path */
  guint32 *touched;    /* resources */
  guint n_touched;
  guint32 *changed;    /* flows whose rate may have changed since hd_flow_solver_clear_changed () */
  guint n_changed;
  HdFlowMember *scratch; /* as many as any resource has members */
  guint n_scratch;
  HdFlowTurn *heap;    /* from 1 */
  guint n_heap;
  HdFlowTurn *turns;   /* of resources whose levels settle, each with the level before */
  guint n_turns;
  guint n_turns_allocated;
  guint rest;          /* solves in which levels are not tried to settle by turns */
  guint next_rest;     /* where they do not settle */

  gboolean notes_looks;
  guint64 n_noted;     /* tells solves apart whose looks are noted */
  HdIdList looks;      /* resources that the last solve depended on; emptied by others; if @notes_looks */

  guint64 n_calls;
  guint64 n_visited;
} HdFlowSolver;

static inline guint64
hd_flow_level_floor (HdFlowLevel level)
{
  return level.den > 0 ? level.num / level.den : G_MAXUINT64;
}

/** hd_flow_resource_set_level: which says it without a division where it is the level that it has */
static inline void
hd_flow_resource_set_level (HdFlowResource *resource,
                            HdFlowLevel level)
{
  if (level.num == resource->level.num && level.den == resource->level.den)
    return;
  resource->level = level;
  resource->floor = hd_flow_level_floor (level);
}

HdFlowSolver *hd_flow_solver_new (HdFlowModel *model,
                                  gboolean incremental);
void hd_flow_solver_free (HdFlowSolver *self);

void hd_flow_solver_reserve (HdFlowSolver *self,
                             guint n_flows);
void hd_flow_solver_add (HdFlowSolver *self,
                         guint32 flow,
                         guint32 path);
void hd_flow_solver_remove (HdFlowSolver *self,
                            guint32 flow);
void hd_flow_solver_renew (HdFlowSolver *self,
                           guint32 flow);
/** hd_flow_solver_take_capacities: those of the model have changed */
void hd_flow_solver_take_capacities (HdFlowSolver *self);
void hd_flow_solver_solve (HdFlowSolver *self);
void hd_flow_solver_clear_changed (HdFlowSolver *self);

/* For the solvers alone. */
void hd_flow_solver_enqueue (HdFlowSolver *self,
                             guint32 resource);
void hd_flow_solver_dequeue (HdFlowSolver *self,
                             guint32 resource);
void hd_flow_solver_solve_full (HdFlowSolver *self);
gboolean hd_flow_solver_solve_near (HdFlowSolver *self);
gboolean hd_flow_solver_go_alone (HdFlowSolver *self,
                                  guint32 flow,
                                  guint32 path);
/** hd_flow_solver_get_alone: valid until another path is asked for */
const HdFlowAlone *hd_flow_solver_get_alone (HdFlowSolver *self,
                                             guint32 path);
void hd_flow_solver_leave_alone (HdFlowSolver *self,
                                 guint32 flow);
/** hd_flow_solver_get_heaviest: largest units times weight of members at or above @fill; 0 if there are none */
guint64 hd_flow_solver_get_heaviest (HdFlowSolver *self,
                                     const HdFlowMember *members,
                                     guint n_members,
                                     HdFlowLevel fill);

static inline void
hd_flow_solver_note_look (HdFlowSolver *self,
                          guint32 resource)
{
  if (!self->notes_looks || self->resources[resource].looked == self->n_noted)
    return;
  self->resources[resource].looked = self->n_noted;
  hd_id_list_append (&self->looks, resource);
}

/** hd_flow_resource_is_idle: it is not full, whatever the level of the only flow on it, which others hold more */
static inline gboolean
hd_flow_resource_is_idle (const HdFlowResource *resource)
{
  return resource->n_members == 1 && !resource->members[0].narrow && resource->level.den == 0 && resource->heap_place == 0;
}

static inline void
hd_flow_solver_touch (HdFlowSolver *self,
                      guint32 resource)
{
  HdFlowResource *r = &self->resources[resource];

  if (r->touched)
    return;
  if (hd_flow_resource_is_idle (r))
    {
      hd_flow_solver_note_look (self, resource);
      return;
    }
  r->touched = TRUE;
  self->touched[self->n_touched++] = resource;
}

static inline void
hd_flow_solver_note_change (HdFlowSolver *self,
                            guint32 flow)
{
  if (self->flows[flow].changed)
    return;
  self->flows[flow].changed = TRUE;
  self->changed[self->n_changed++] = flow;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFlowSolver, hd_flow_solver_free)

G_END_DECLS
