/* hd-flow-solver.c: max-min fair rates, kept up to date as flows come and go
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-solver"

#include "hd-flow-solver.h"

/* What is solved. Water-filling raises the level of all flows together; a flow of weight w that is fixed at level l gets the rate floor (w l).
 * Resource r fills up at the first level at which
 *
 *     G_r (l) = sum over members fixed below l of units * rate  +  l * sum over the other members of units * weight   reaches C_r,
 *
 * and then fixes its members; resources that fill at exactly the same level do so together. Rates are integers and levels exact rationals, so the
 * result depends on the set of flows alone, never on an order.
 *
 * A pipe is a resource whose capacity each member has to itself: its G_r (l) is l times the largest units * weight among members that are not fixed
 * below l. All that it then fixes get their share of the heaviest one's rate, as SimGrid's fat pipes have it.
 *
 * The result is local. Let l_r be the level at which r fills and l_f the least l_r over the resources of flow f. Given all l_f below l, whether
 * r fills at l is settled by its members alone; so by induction on the levels in ascending order there is one assignment in which every
 *
 *     l_r = first l with G_r (l) >= C_r, members counted by their l_f   (1)        l_f = min l_r   (2)
 *
 * "First" matters: fixing a flow frees the fraction that floor cut off, so G_r steps down at each l_f, and a later l may satisfy G_r too. The
 * Newton iteration from the left in find_fill () finds the first: if members below x are taken as fixed and the rest reaches C_r at y > x, then
 * members with x <= l_f < y each take less than their share at y, so that no segment up to y can have filled r before.
 *
 * How it is kept up to date. Coming and going flows touch their resources; a touched resource finds its fill anew. Resources whose fill and
 * level differ wait in a heap for the lesser of the two, and are handled in ascending order:
 *
 *   rise (level < fill): flows that r alone holds at its level are let go: they have no level until some resource fixes them;
 *   fix (fill <= level): members above the fill come down to it.
 *
 * Either touches the resources of the flows that it moves. Handling level l changes G only above l, so what lies below is final, each level is
 * passed once, and at the end (1) and (2) hold everywhere: for untouched resources because nothing in (1) changed for them. Only resources along
 * the chain of bottleneck changes are visited, never a connected component for its own sake, and the rates are those of a full solve bit for bit
 * (tests/engine/network/flow-solver.c). */

HdFlowSolver *
hd_flow_solver_new (HdFlowModel *model,
                    gboolean incremental)
{
  HdFlowSolver *self = g_new0 (HdFlowSolver, 1);

  self->model = model;
  self->incremental = incremental;
  self->n_noted = 1;
  self->places = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->free_places = g_array_new (FALSE, TRUE, sizeof (HdIdList));
  return self;
}

void
hd_flow_solver_free (HdFlowSolver *self)
{
  for (guint i = 0; i < self->n_resources; i++)
    g_free (self->resources[i].members);
  g_free (self->resources);
  g_free (self->flows);
  g_free (self->heap);
  g_free (self->turns);
  g_free (self->touched);
  g_free (self->changed);
  for (guint i = 0; i < self->free_places->len; i++)
    hd_id_list_clear (&g_array_index (self->free_places, HdIdList, i));
  g_array_unref (self->free_places);
  g_array_unref (self->places);
  g_free (self->scratch);
  g_free (self->alone);
  hd_id_list_clear (&self->looks);
  g_free (self);
}

/** hd_flow_solver_reserve: makes room for flows 0 to @n_flows - 1 and for the resources that the model has now */
void
hd_flow_solver_reserve (HdFlowSolver *self,
                        guint n_flows)
{
  guint n_resources = hd_flow_model_get_n_resources (self->model);

  if (n_flows > self->n_flows_allocated)
    {
      self->n_flows_allocated = MAX (n_flows, 2 * self->n_flows_allocated);
      self->flows = g_renew (HdFlow, self->flows, self->n_flows_allocated);
      self->changed = g_renew (guint32, self->changed, self->n_flows_allocated);
    }
  for (; self->n_flows < n_flows; self->n_flows++)
    self->flows[self->n_flows] = (HdFlow) { .first_place = HD_FLOW_NO_PLACE };

  if (n_resources > self->n_resources)
    {
      self->resources = g_renew (HdFlowResource, self->resources, n_resources);
      self->heap = g_renew (HdFlowTurn, self->heap, n_resources + 1);
      self->touched = g_renew (guint32, self->touched, n_resources);
    }
  for (; self->n_resources < n_resources; self->n_resources++)
    self->resources[self->n_resources] = (HdFlowResource) {
      .level = HD_FLOW_LEVEL_NONE,
      .fill = HD_FLOW_LEVEL_NONE,
      .floor = G_MAXUINT64,
      .alone = HD_FLOW_NO_FLOW,
      .capacity = hd_flow_model_get_capacity (self->model, self->n_resources),
      .pipe = hd_flow_model_get_kind (self->model, self->n_resources) == HD_FLOW_PIPE,
    };
}

/* ---- members ------------------------------------------------------------------------------------------------------- */

static inline guint32 *
get_places (HdFlowSolver *self,
            const HdFlow *flow)
{
  return &g_array_index (self->places, guint32, flow->first_place);
}

static guint32
take_places (HdFlowSolver *self,
             guint n)
{
  HdIdList *pool = n < self->free_places->len ? &g_array_index (self->free_places, HdIdList, n) : NULL;
  guint32 first;

  if (pool != NULL && pool->len > 0)
    return hd_id_list_take_last (pool);
  first = self->places->len;
  g_array_set_size (self->places, first + n);
  return first;
}

static void
give_places (HdFlowSolver *self,
             guint32 first,
             guint n)
{
  if (n >= self->free_places->len)
    g_array_set_size (self->free_places, n + 1);
  hd_id_list_append (&g_array_index (self->free_places, HdIdList, n), first);
}

/* Which does not matter to the plain solver. */
static inline gboolean
is_narrow (HdFlowSolver *self,
           const HdFlowResource *resource,
           const HdFlow *flow,
           guint32 units)
{
  HdFlowLevel lowest;

  if (!self->incremental)
    return TRUE;
  lowest = hd_flow_solver_get_alone (self, flow->path)->level;
  return !hd_flow_level_less (lowest, (HdFlowLevel) { resource->capacity, units * flow->weight });
}

/* @flow becomes a member of its resources. */
static void
join (HdFlowSolver *self,
      guint32 flow)
{
  HdFlow *f = &self->flows[flow];
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, f->first_use);
  guint32 *places;

  f->level = HD_FLOW_LEVEL_NONE;
  f->rate = 0;
  f->first_place = take_places (self, f->n_uses);
  places = get_places (self, f);
  for (guint i = 0; i < f->n_uses; i++)
    {
      HdFlowResource *r = &self->resources[uses[i].resource];

      if (r->n_members == r->n_allocated)
        {
          r->n_allocated = MAX (4, 2 * r->n_allocated);
          r->members = g_renew (HdFlowMember, r->members, r->n_allocated);
        }
      places[i] = r->n_members;
      r->members[r->n_members++] = (HdFlowMember) {
        .flow = flow,
        .place = f->first_place + i,
        .narrow = is_narrow (self, r, f, uses[i].units),
        .units = uses[i].units,
        .other = f->n_uses == 2 ? uses[1 - i].resource : HD_FLOW_NO_PLACE,
      };
      r->load += uses[i].units * f->weight;
      self->overflow |= r->load >> 63 != 0;
      hd_flow_solver_touch (self, uses[i].resource);
    }
}

/* What was alone on @resource has company from now on. */
static void
end_solitude (HdFlowSolver *self,
              guint32 resource)
{
  guint32 flow = self->resources[resource].alone;

  if (flow == HD_FLOW_NO_FLOW)
    return;
  hd_flow_solver_leave_alone (self, flow);
  join (self, flow);
}

/** hd_flow_solver_add: @flow begins to flow on @path, which has uses */
void
hd_flow_solver_add (HdFlowSolver *self,
                    guint32 flow,
                    guint32 path)
{
  const HdFlowPath *p = hd_flow_model_get_path (self->model, path);
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, p->first_use);
  HdFlow *f = &self->flows[flow];

  f->path = path;
  f->weight = p->weight;
  f->first_use = p->first_use;
  f->n_uses = p->n_uses;
  self->stale = TRUE;
  if (self->incremental)
    {
      if (hd_flow_solver_go_alone (self, flow, path))
        return;
      for (guint i = 0; i < p->n_uses; i++)
        end_solitude (self, uses[i].resource);
    }
  join (self, flow);
}

/** hd_flow_solver_remove: @flow has ended; its rate stays readable */
void
hd_flow_solver_remove (HdFlowSolver *self,
                       guint32 flow)
{
  HdFlow *f = &self->flows[flow];
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, f->first_use);
  guint32 *places;

  self->stale = TRUE;
  if (f->first_place == HD_FLOW_ALONE)
    {
      hd_flow_solver_leave_alone (self, flow);
      return;
    }
  places = get_places (self, f);
  for (guint i = 0; i < f->n_uses; i++)
    {
      HdFlowResource *r = &self->resources[uses[i].resource];
      const HdFlowMember *last = &r->members[--r->n_members];

      r->members[places[i]] = *last;
      g_array_index (self->places, guint32, last->place) = places[i];
      r->load -= uses[i].units * f->weight;
      hd_flow_solver_touch (self, uses[i].resource);
    }
  give_places (self, f->first_place, f->n_uses);
  f->first_place = HD_FLOW_NO_PLACE;
}

/** hd_flow_solver_renew: @flow has ended, and one on the same path begins in its place; nothing changes, but it is listed as changed */
void
hd_flow_solver_renew (HdFlowSolver *self,
                      guint32 flow)
{
  hd_flow_solver_note_change (self, flow);
  self->stale = TRUE;
}

/* Which resources hold flows most is found anew. */
static void
find_narrow (HdFlowSolver *self)
{
  for (guint32 i = 0; i < self->n_resources; i++)
    for (guint k = 0; k < self->resources[i].n_members; k++)
      {
        HdFlowMember *member = &self->resources[i].members[k];
        gboolean narrow = is_narrow (self, &self->resources[i], &self->flows[member->flow], member->units);

        if (narrow == member->narrow)
          continue;
        member->narrow = narrow;
        hd_flow_solver_touch (self, i);
      }
}

void
hd_flow_solver_take_capacities (HdFlowSolver *self)
{
  gboolean changed = FALSE;

  for (guint32 i = 0; i < self->n_resources; i++)
    if (self->resources[i].capacity != hd_flow_model_get_capacity (self->model, i))
      {
        end_solitude (self, i);
        changed = TRUE;
      }
  if (!changed)
    return;
  self->n_alone = 0;
  self->stale = TRUE;
  for (guint32 i = 0; i < self->n_resources; i++)
    {
      guint64 capacity = hd_flow_model_get_capacity (self->model, i);

      if (self->resources[i].capacity == capacity)
        continue;
      self->resources[i].capacity = capacity;
      hd_flow_solver_touch (self, i);
    }
  find_narrow (self);
}

/* ---- the heap of resources at which something will happen ------------------------------------------------------------ */

static inline HdFlowLevel
get_turn (const HdFlowResource *r)
{
  return hd_flow_level_less (r->level, r->fill) ? r->level : r->fill;
}

static inline gboolean
comes_before (const HdFlowTurn *a,
              const HdFlowTurn *b)
{
  return hd_flow_level_less (a->level, b->level);
}

static inline void
put (HdFlowSolver *self,
     guint place,
     HdFlowTurn turn)
{
  self->heap[place] = turn;
  self->resources[turn.resource].heap_place = place;
}

/* @place is free. */
static void
sift (HdFlowSolver *self,
      guint place,
      HdFlowTurn turn)
{
  guint start = place;

  for (; place > 1 && comes_before (&turn, &self->heap[place / 2]); place /= 2)
    put (self, place, self->heap[place / 2]);
  if (place < start)
    {
      put (self, place, turn);
      return;
    }
  for (;;)
    {
      guint child = 2 * place;

      if (child > self->n_heap)
        break;
      if (child < self->n_heap && comes_before (&self->heap[child + 1], &self->heap[child]))
        child++;
      if (!comes_before (&self->heap[child], &turn))
        break;
      put (self, place, self->heap[child]);
      place = child;
    }
  put (self, place, turn);
}

/** hd_flow_solver_enqueue: @resource waits for its turn, the lesser of its level and its fill, which may have changed */
void
hd_flow_solver_enqueue (HdFlowSolver *self,
                        guint32 resource)
{
  const HdFlowResource *r = &self->resources[resource];
  HdFlowTurn turn = { get_turn (r), resource };

  sift (self, r->heap_place > 0 ? r->heap_place : ++self->n_heap, turn);
}

/** hd_flow_solver_dequeue: @resource no longer waits, if it did */
void
hd_flow_solver_dequeue (HdFlowSolver *self,
                        guint32 resource)
{
  guint place = self->resources[resource].heap_place;
  HdFlowTurn last;

  if (place == 0)
    return;
  self->resources[resource].heap_place = 0;
  last = self->heap[self->n_heap--];
  if (last.resource != resource)
    sift (self, place, last);
}

guint64
hd_flow_solver_get_heaviest (HdFlowSolver *self,
                             const HdFlowMember *members,
                             guint n_members,
                             HdFlowLevel fill)
{
  guint64 heaviest = 0;

  for (guint i = 0; i < n_members; i++)
    {
      const HdFlow *f = &self->flows[members[i].flow];

      if (!hd_flow_level_less (f->level, fill))
        heaviest = MAX (heaviest, members[i].units * f->weight);
    }
  return heaviest;
}

/* ---- solving --------------------------------------------------------------------------------------------------------- */

static inline HdFlowMember *
reserve_scratch (HdFlowSolver *self,
                 guint n_members)
{
  if (n_members > self->n_scratch)
    {
      self->n_scratch = MAX (n_members, 2 * self->n_scratch);
      self->scratch = g_renew (HdFlowMember, self->scratch, self->n_scratch);
    }
  return self->scratch;
}

/* The first level at which @r fills. Members at its own level are held by r itself, or by another resource at the same level, which counts the same
 * up to there: both are taken as rising.
 * @out_above: whether a member has a higher level, or none
 * @out_holds: whether a member is at the level of r and below the fill */
static HdFlowLevel
find_fill (HdFlowSolver *self,
           const HdFlowResource *r,
           gboolean *out_above,
           gboolean *out_holds)
{
  const HdFlowMember *members = r->members;
  const HdFlowLevel own = r->level;
  HdFlowLevel fill = { r->capacity, r->pipe ? hd_flow_solver_get_heaviest (self, members, r->n_members, (HdFlowLevel) { 0, 1 }) : r->load };
  HdFlowMember *kept = reserve_scratch (self, r->n_members);
  guint n_members = r->n_members;

  for (;;)
    {
      guint64 used = 0, load = 0;
      gboolean above = FALSE, holds = FALSE;
      guint n_kept = 0;

      self->n_visited += n_members;
      for (guint i = 0; i < n_members; i++)
        {
          const HdFlowMember member = members[i];
          const HdFlow *f = &self->flows[member.flow];

          if (!hd_flow_level_less (f->level, fill))
            {
              above |= hd_flow_level_less (fill, f->level);
            }
          else if (hd_flow_level_equal (f->level, own))
            {
              holds = TRUE;
            }
          else
            {
              used += member.units * f->rate;
              load += member.units * f->weight;
              continue;
            }
          kept[n_kept++] = member;
        }
      if (n_kept == n_members)
        {
          *out_above = above;
          *out_holds = holds;
          return fill;
        }
      if (n_kept == 0)
        {
          *out_above = *out_holds = FALSE;
          return HD_FLOW_LEVEL_NONE;
        }
      members = kept;
      n_members = n_kept;
      if (r->pipe)
        fill.den = hd_flow_solver_get_heaviest (self, members, n_members, (HdFlowLevel) { 0, 1 });
      else
        fill = (HdFlowLevel) { fill.num - used, fill.den - load };
    }
}

static void
refill (HdFlowSolver *self,
        guint32 resource)
{
  HdFlowResource *r = &self->resources[resource];
  gboolean above, holds;

  hd_flow_solver_note_look (self, resource);
  r->touched = FALSE;
  if (r->n_members == 0)
    {
      hd_flow_resource_set_level (r, HD_FLOW_LEVEL_NONE);
      hd_flow_solver_dequeue (self, resource);
      return;
    }
  r->fill = find_fill (self, r, &above, &holds);
  if (above || holds)
    hd_flow_solver_enqueue (self, resource);
  else
    {
      hd_flow_resource_set_level (r, r->fill);
      hd_flow_solver_dequeue (self, resource);
    }
}

static gboolean
is_held_elsewhere (HdFlowSolver *self,
                   const HdFlow *flow,
                   guint32 resource)
{
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, flow->first_use);

  for (guint i = 0; i < flow->n_uses; i++)
    {
      if (uses[i].resource == resource)
        continue;
      hd_flow_solver_note_look (self, uses[i].resource);
      if (hd_flow_level_equal (self->resources[uses[i].resource].level, flow->level))
        return TRUE;
    }
  return FALSE;
}

static void
touch_others (HdFlowSolver *self,
              const HdFlow *flow,
              guint32 resource)
{
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, flow->first_use);

  for (guint i = 0; i < flow->n_uses; i++)
    if (uses[i].resource != resource)
      hd_flow_solver_touch (self, uses[i].resource);
}

static void
rise (HdFlowSolver *self,
      guint32 resource)
{
  HdFlowResource *r = &self->resources[resource];
  HdFlowLevel old = r->level;

  hd_flow_resource_set_level (r, HD_FLOW_LEVEL_NONE);
  hd_flow_solver_touch (self, resource);
  self->n_visited += r->n_members;
  for (guint i = 0; i < r->n_members; i++)
    {
      HdFlow *f = &self->flows[r->members[i].flow];

      if (!hd_flow_level_equal (f->level, old) || is_held_elsewhere (self, f, resource))
        continue;
      f->level = HD_FLOW_LEVEL_NONE;
      touch_others (self, f, resource);
    }
}

/* As touch_others () for a flow that comes down from a level. A resource that was not full and has no flow on the way will not be: it has even less to do. */
static inline void
touch_filled (HdFlowSolver *self,
              const HdFlow *flow,
              guint32 resource)
{
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, flow->first_use);

  for (guint i = 0; i < flow->n_uses; i++)
    {
      const HdFlowResource *r = &self->resources[uses[i].resource];

      if (uses[i].resource == resource)
        continue;
      hd_flow_solver_note_look (self, uses[i].resource);
      if (r->level.den > 0 || r->heap_place > 0)
        hd_flow_solver_touch (self, uses[i].resource);
    }
}

static void
fix (HdFlowSolver *self,
     guint32 resource)
{
  HdFlowResource *r = &self->resources[resource];
  guint64 weight = 0, rate = 0;

  hd_flow_resource_set_level (r, r->fill);
  self->n_visited += r->n_members;
  for (guint i = 0; i < r->n_members; i++)
    {
      HdFlow *f = &self->flows[r->members[i].flow];

      if (!hd_flow_level_less (r->level, f->level))
        continue;
      if (f->weight != weight)
        {
          weight = f->weight;
          rate = hd_flow_level_rate (r->level, weight);
        }
      if (f->level.den > 0)
        touch_filled (self, f, resource);
      else
        touch_others (self, f, resource);
      f->level = r->level;
      f->rate = rate;
      hd_flow_solver_note_change (self, r->members[i].flow);
    }
}

static void
solve_incrementally (HdFlowSolver *self)
{
  for (;;)
    {
      guint32 resource;

      for (guint i = 0; i < self->n_touched; i++)
        refill (self, self->touched[i]);
      self->n_touched = 0;
      if (self->n_heap == 0)
        break;
      resource = self->heap[1].resource;
      hd_flow_solver_dequeue (self, resource);
      if (hd_flow_level_less (self->resources[resource].level, self->resources[resource].fill))
        rise (self, resource);
      else
        fix (self, resource);
    }
}

/**
 * hd_flow_solver_solve:
 *
 * Brings all rates up to date; flows that may have got another rate are then listed in its changed flows. Costs the members of the resources along the
 * chain of bottleneck changes.
 */
void
hd_flow_solver_solve (HdFlowSolver *self)
{
  if (!self->stale)
    return;
  self->stale = FALSE;
  self->n_calls++;
  if (self->overflow)
    return;
  if (!self->incremental)
    hd_flow_solver_solve_full (self);
  else if (self->notes_looks || !hd_flow_solver_solve_near (self))
    solve_incrementally (self);
  self->n_noted++;
}

void
hd_flow_solver_clear_changed (HdFlowSolver *self)
{
  for (guint i = 0; i < self->n_changed; i++)
    self->flows[self->changed[i]].changed = FALSE;
  self->n_changed = 0;
}
