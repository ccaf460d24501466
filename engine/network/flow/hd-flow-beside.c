/* hd-flow-beside.c: what flows beside a ring that is followed by itself
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-ring"

#include "hd-flow-ring-private.h"

/* Which ends are reckoned when is said in hd-flow-ring.c. A time before the end is one before it whatever rates there will be, as no flow is faster than alone. As it comes
 * nearer it is reckoned anew, from what is left then. */

#define NEAR_PS 1e5 /* what may end within that time is reckoned at each change */

/* ---- ends ------------------------------------------------------------------------------------------------------------ */

/* When @beside ends, or a time before it if that is far. */
static void
reckon_end (HdFlowRing *self,
            HdRingBeside *beside)
{
  HdFlowNetwork *network = self->network;
  const HdFlowAction *a = &network->actions[beside->action];
  double left = (double) a->remaining - a->speed * (double) (network->clock - a->updated);
  double least = HD_RING_SURELY * left / beside->most_speed;
  HdTime end;

  self->n_near -= beside->is_near;
  beside->is_near = !(least >= NEAR_PS);
  self->n_near += beside->is_near;
  if (beside->is_near)
    end = hd_flow_action_get_end (a);
  else
    end = least < (double) (HD_TIME_MAX - network->clock) ? network->clock + (HdTime) least : HD_TIME_MAX;
  hd_time_queue_set (&network->ends, beside->action, end);
}

/** _hd_flow_ring_change_beside: the rate of @flow, if it flows and that is another */
void
_hd_flow_ring_change_beside (HdFlowRing *self,
                             guint32 flow,
                             guint64 rate)
{
  HdRingBeside *beside = _hd_flow_ring_get_beside (self, flow);

  if (beside->action == HD_FLOW_NO_ACTION || self->network->actions[beside->action].rate == rate)
    return;
  _hd_flow_ring_set_rate (self, &self->network->actions[beside->action], rate);
  if (beside->is_near)
    reckon_end (self, beside);
}

/* ---- places ----------------------------------------------------------------------------------------------------------- */

static inline guint32
get_flow (const HdFlowRing *self,
          guint32 action)
{
  return action < self->flows->len ? g_array_index (self->flows, guint32, action) : 0;
}

/* Whether nothing else flows over @resource, and the level at which it is full by @units. */
static gboolean
find_bound (const HdFlowRing *self,
            const HdFlowUse *use,
            guint64 *bound)
{
  const HdFlowNetwork *network = self->network;
  guint64 capacity = hd_flow_model_get_capacity (network->model, use->resource);
  const HdFlowResource *r = &network->solver->resources[use->resource];

  if (r->n_members > 0 || r->alone != HD_FLOW_NO_FLOW || use->units > HD_FLOW_SHARES_MOST_UNITS || capacity > HD_FLOW_SHARES_MOST_CAPACITY)
    return FALSE;
  *bound = MIN (*bound, capacity * (HD_FLOW_SHARES_PARTS / use->units));
  return TRUE;
}

/* Over one link of the ring, and else over what nothing else flows over. */
static gboolean
find_place (const HdFlowRing *self,
            const HdFlowPath *path,
            HdFlowUse *out_use,
            guint64 *out_bound)
{
  const HdFlowUse *uses = hd_flow_model_get_uses (self->network->model, path->first_use);

  *out_use = (HdFlowUse) { 0 };
  *out_bound = HD_FLOW_SHARES_NO_LEVEL;
  for (guint i = 0; i < path->n_uses; i++)
    {
      guint32 place = self->places[uses[i].resource];

      if (place == HD_RING_OWNED || (place > 0 && out_use->units > 0) || (place == 0 && !find_bound (self, &uses[i], out_bound)))
        return FALSE;
      if (place > 0)
        *out_use = (HdFlowUse) { place, uses[i].units };
    }
  return path->weight == 1;
}

/* A flow over @use that does not flow now, or another one. */
static gboolean
find_flow (HdFlowRing *self,
           const HdFlowUse *use,
           guint64 bound,
           guint32 *out_flow)
{
  const HdFlowSharesLink *link = &self->shares->links[use->resource];
  HdRingBeside beside = { .action = HD_FLOW_NO_ACTION, .bound = bound };
  guint32 other;

  for (guint i = 0; i < link->n_slots; i++)
    {
      *out_flow = link->slots[i].flow;
      if (*out_flow >= self->n_tasks && link->slots[i].units == use->units && _hd_flow_ring_get_beside (self, *out_flow)->action == HD_FLOW_NO_ACTION
          && _hd_flow_ring_get_beside (self, *out_flow)->bound == bound)
        return TRUE;
    }
  other = bound == HD_FLOW_SHARES_NO_LEVEL ? HD_FLOW_SHARES_OPEN : hd_flow_shares_add_bound (self->shares, bound);
  if (!hd_flow_shares_add_flow (self->shares, use, 1, other, out_flow))
    return FALSE;
  g_array_append_val (self->besides, beside);
  return TRUE;
}

/* What only @path uses is its own from now on, or nobody's. */
static void
set_owned (HdFlowRing *self,
           const HdFlowPath *path,
           gboolean is_owned)
{
  const HdFlowUse *uses = hd_flow_model_get_uses (self->network->model, path->first_use);

  for (guint i = 0; i < path->n_uses; i++)
    {
      guint32 *place = &self->places[uses[i].resource];

      if (*place == 0 || *place == HD_RING_OWNED)
        *place = is_owned ? HD_RING_OWNED : 0;
    }
}

static gboolean
touches (const HdFlowRing *self,
         const HdFlowPath *path)
{
  const HdFlowUse *uses = hd_flow_model_get_uses (self->network->model, path->first_use);

  for (guint i = 0; i < path->n_uses; i++)
    if (uses[i].resource < self->n_places && self->places[uses[i].resource] > 0)
      return TRUE;
  return FALSE;
}

static gboolean
take_in (HdFlowRing *self,
         guint32 action)
{
  HdFlowNetwork *network = self->network;
  double most_speed = (double) hd_flow_solver_get_alone (network->solver, network->actions[action].path)->rate * network->actions[action].factor;
  const HdFlowPath *path = hd_flow_model_get_path (network->model, network->actions[action].path);
  HdFlowUse use;
  guint64 bound;
  guint32 flow;

  if (hd_flow_network_get_batch (network, network->actions[action].batch)->order != NULL || hd_flow_model_get_n_resources (network->model) > self->n_places
      || most_speed == 0 || !find_place (self, path, &use, &bound) || !find_flow (self, &use, bound, &flow))
    return FALSE;
  if (action >= self->flows->len)
    g_array_set_size (self->flows, network->n_actions);
  g_array_index (self->flows, guint32, action) = flow;
  *_hd_flow_ring_get_beside (self, flow) = (HdRingBeside) {
    .action = action,
    .bound = bound,
    .most_speed = most_speed,
  };
  set_owned (self, path, TRUE);
  hd_flow_shares_begin (self->shares, flow);
  reckon_end (self, _hd_flow_ring_get_beside (self, flow));
  return TRUE;
}

/** hd_flow_ring_begin: whether @action, of another batch, flows beside the ring from now on. If it has to do with it and does not fit the ring is given back */
gboolean
hd_flow_ring_begin (HdFlowRing *self,
                    guint32 action)
{
  if (!touches (self, hd_flow_model_get_path (self->network->model, self->network->actions[action].path)))
    return FALSE;
  if (take_in (self, action))
    return TRUE;
  _hd_flow_ring_rest (self);
  return FALSE;
}

/** hd_flow_ring_end: whether @action flowed beside the ring, and does so no more */
gboolean
hd_flow_ring_end (HdFlowRing *self,
                  guint32 action)
{
  guint32 flow = get_flow (self, action);

  if (flow == 0)
    return FALSE;
  set_owned (self, hd_flow_model_get_path (self->network->model, self->network->actions[action].path), FALSE);
  hd_flow_shares_end (self->shares, flow);
  self->n_near -= _hd_flow_ring_get_beside (self, flow)->is_near;
  _hd_flow_ring_get_beside (self, flow)->is_near = FALSE;
  _hd_flow_ring_get_beside (self, flow)->action = HD_FLOW_NO_ACTION;
  g_array_index (self->flows, guint32, action) = 0;
  return TRUE;
}

/** hd_flow_ring_puts_off: whether @action, which was due now, is due later: its end had not been reckoned yet */
gboolean
hd_flow_ring_puts_off (HdFlowRing *self,
                       guint32 action)
{
  guint32 flow = get_flow (self, action);

  if (flow == 0 || _hd_flow_ring_get_beside (self, flow)->is_near)
    return FALSE;
  reckon_end (self, _hd_flow_ring_get_beside (self, flow));
  return TRUE;
}
