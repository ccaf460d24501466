/* hd-flow-near.c: the solver where few flows meet: levels settle by turns
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-solver"

#include "hd-flow-solver.h"

/* There is one assignment of levels in which (1) and (2) of hd-flow-solver.c hold everywhere, however it is come by. In a ring two or three flows meet on a
 * link, and what begins or ends changes the levels of a few links beside it. There it is quicker to find the level of each touched resource from those that
 * its flows have elsewhere, and then of those to which that makes a difference, until none changes, than to take them in ascending order. Nothing says that
 * this ends: after some turns, or where many flows meet, all is put back, and the order decides.
 *
 * A level that has changed makes no difference to a resource that is full at a lower one, before and after: what its flows might have above that is not asked
 * for. Nor to one that is not full, if its flows become slower.
 *
 * Where it does not end it is tried again after some solves, and after twice as many each time.
 *
 * Most levels differ by more than their fractions, so that it is their floors that are compared first. */

#define MOST_MEMBERS 8
#define MOST_USES 4
#define FEWEST_TURNS 16
#define TURNS_EACH 4 /* of what is touched */
#define LONGEST_REST 256

/* Holds what nothing else does. */
static const HdFlowResource nobody = { .level = { 1, 0 }, .floor = G_MAXUINT64 };

/* Whether @r is full before @level. */
static inline gboolean
is_below (const HdFlowResource *r,
          HdFlowLevel level,
          guint64 floor)
{
  return r->floor != floor ? r->floor < floor : hd_flow_level_less (r->level, level);
}

static const HdFlowResource *
find_holder_of_many (const HdFlowSolver *self,
                     const HdFlow *flow,
                     guint32 resource)
{
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, flow->first_use);
  const HdFlowResource *holder = &nobody;

  for (guint i = 0; i < flow->n_uses; i++)
    {
      const HdFlowResource *r = &self->resources[uses[i].resource];

      if (uses[i].resource != resource && is_below (r, holder->level, holder->floor))
        holder = r;
    }
  return holder;
}

/* What holds @member, if it were not @resource. */
static inline const HdFlowResource *
find_holder (const HdFlowSolver *self,
             const HdFlowMember *member,
             guint32 resource)
{
  if (member->other != HD_FLOW_NO_PLACE)
    return &self->resources[member->other];
  return find_holder_of_many (self, &self->flows[member->flow], resource);
}

static inline guint64
get_rate (const HdFlow *flow,
          const HdFlowResource *holder)
{
  return flow->weight == 1 ? holder->floor : hd_flow_level_rate (holder->level, flow->weight);
}

/* As find_fill () does, from what holds the members elsewhere. */
static HdFlowLevel
find_level (HdFlowSolver *self,
            guint32 resource,
            guint64 *out_floor)
{
  const HdFlowResource *r = &self->resources[resource];
  const HdFlowResource *elsewhere[MOST_MEMBERS];
  HdFlowLevel fill = { r->capacity, r->load };
  guint64 floor = hd_flow_level_floor (fill);
  guint rising = (1u << r->n_members) - 1;

  self->n_visited += r->n_members;
  if (r->n_members == 1)
    {
      const HdFlowResource *holder = find_holder (self, &r->members[0], resource);
      gboolean held = is_below (holder, fill, floor);

      *out_floor = held ? G_MAXUINT64 : floor;
      return held ? HD_FLOW_LEVEL_NONE : fill;
    }
  for (guint i = 0; i < r->n_members; i++)
    elsewhere[i] = find_holder (self, &r->members[i], resource);
  while (rising != 0)
    {
      guint64 used = 0, load = 0;

      for (guint left = rising; left != 0; left &= left - 1)
        {
          guint i = (guint) __builtin_ctz (left);
          const HdFlow *flow;

          if (!is_below (elsewhere[i], fill, floor))
            continue;
          flow = &self->flows[r->members[i].flow];
          used += r->members[i].units * get_rate (flow, elsewhere[i]);
          load += r->members[i].units * flow->weight;
          rising &= ~(1u << i);
        }
      if (load == 0)
        {
          *out_floor = floor;
          return fill;
        }
      fill = (HdFlowLevel) { fill.num - used, fill.den - load };
      floor = hd_flow_level_floor (fill);
    }
  *out_floor = G_MAXUINT64;
  return HD_FLOW_LEVEL_NONE;
}

/* Whether @r has to find its level anew when a flow that was held by @old elsewhere is held by @now. */
static inline gboolean
makes_difference (const HdFlowResource *r,
                  const HdFlowResource *old,
                  const HdFlowResource *now)
{
  if (r->level.den == 0)
    return is_below (old, now->level, now->floor);
  return is_below (old, r->level, r->floor) || is_below (now, r->level, r->floor);
}

static inline gboolean
wait_for_turn (HdFlowSolver *self,
               guint32 resource,
               guint most)
{
  HdFlowResource *r = &self->resources[resource];

  if (r->heap_place > 0 || hd_flow_resource_is_idle (r))
    return TRUE;
  if (self->n_turns == most || r->pipe || r->n_members > MOST_MEMBERS)
    return FALSE;
  if (r->n_members > 0 && self->flows[r->members[r->n_members - 1].flow].n_uses > MOST_USES)
    return FALSE; /* all members are looked at later, but where one way is long most are */
  r->heap_place = 1;
  self->turns[self->n_turns++].resource = resource;
  return TRUE;
}

/* @resource has another level than @old: whoever may have another by that gets a turn. */
static gboolean
spread (HdFlowSolver *self,
        guint32 resource,
        const HdFlowResource *old,
        guint most)
{
  const HdFlowResource *now = &self->resources[resource];

  for (guint i = 0; i < now->n_members; i++)
    {
      const HdFlowMember *member = &now->members[i];
      const HdFlow *flow;
      const HdFlowUse *uses;

      if (member->other != HD_FLOW_NO_PLACE)
        {
          if (makes_difference (&self->resources[member->other], old, now) && !wait_for_turn (self, member->other, most))
            return FALSE;
          continue;
        }
      flow = &self->flows[member->flow];
      if (flow->n_uses > MOST_USES)
        return FALSE;
      uses = hd_flow_model_get_uses (self->model, flow->first_use);
      for (guint k = 0; k < flow->n_uses; k++)
        if (uses[k].resource != resource && makes_difference (&self->resources[uses[k].resource], old, now) &&
            !wait_for_turn (self, uses[k].resource, most))
          return FALSE;
    }
  return TRUE;
}

/* The turns that were taken keep what was before, if anything changed. */
static gboolean
take_turns (HdFlowSolver *self,
            guint *out_n_taken)
{
  guint most = FEWEST_TURNS + TURNS_EACH * self->n_touched;

  if (most > self->n_turns_allocated)
    {
      self->n_turns_allocated = 2 * most;
      self->turns = g_renew (HdFlowTurn, self->turns, self->n_turns_allocated);
    }
  self->n_turns = 0;
  for (guint i = 0; i < self->n_touched; i++)
    if (!wait_for_turn (self, self->touched[i], most))
      return FALSE;
  while (*out_n_taken < self->n_turns)
    {
      HdFlowTurn *turn = &self->turns[(*out_n_taken)++];
      guint32 resource = turn->resource;
      HdFlowResource *r = &self->resources[resource];
      guint64 floor;
      HdFlowLevel level = find_level (self, resource, &floor);
      HdFlowResource old = { .level = r->level, .floor = r->floor };

      r->heap_place = 0;
      turn->level = r->level;
      if (floor == r->floor && hd_flow_level_equal (level, r->level))
        continue;
      r->level = level;
      r->floor = floor;
      hd_flow_solver_touch (self, resource);
      if (!spread (self, resource, &old, most))
        return FALSE;
    }
  return TRUE;
}

static void
put_back (HdFlowSolver *self,
          guint n_taken,
          guint n_touched)
{
  while (self->n_turns > n_taken)
    self->resources[self->turns[--self->n_turns].resource].heap_place = 0;
  while (self->n_turns > 0)
    {
      self->n_turns--;
      hd_flow_resource_set_level (&self->resources[self->turns[self->n_turns].resource], self->turns[self->n_turns].level);
    }
  while (self->n_touched > n_touched)
    self->resources[self->touched[--self->n_touched]].touched = FALSE;
}

static void
fix_members (HdFlowSolver *self,
             guint32 resource)
{
  const HdFlowResource *own = &self->resources[resource];

  for (guint i = 0; i < own->n_members; i++)
    {
      HdFlow *flow = &self->flows[own->members[i].flow];
      const HdFlowResource *holder = find_holder (self, &own->members[i], resource);

      if (is_below (own, holder->level, holder->floor))
        holder = own;
      if (hd_flow_level_equal (holder->level, flow->level))
        continue;
      flow->level = holder->level;
      flow->rate = get_rate (flow, holder);
      hd_flow_solver_note_change (self, own->members[i].flow);
    }
}

/** hd_flow_solver_solve_near: brings all rates up to date if that takes few turns, or returns %FALSE and leaves all as it was */
gboolean
hd_flow_solver_solve_near (HdFlowSolver *self)
{
  guint n_touched = self->n_touched, n_taken = 0;

  if (n_touched == 0)
    return TRUE;
  if (self->rest > 0)
    {
      self->rest--;
      return FALSE;
    }
  if (!take_turns (self, &n_taken))
    {
      put_back (self, n_taken, n_touched);
      self->rest = self->next_rest = CLAMP (2 * self->next_rest, 1, LONGEST_REST);
      return FALSE;
    }
  self->next_rest /= 2;
  for (guint i = 0; i < self->n_touched; i++)
    {
      self->resources[self->touched[i]].touched = FALSE;
      fix_members (self, self->touched[i]);
    }
  self->n_touched = 0;
  return TRUE;
}
