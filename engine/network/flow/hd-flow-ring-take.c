/* hd-flow-ring-take.c: when a ring is followed by itself, and when no more
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-ring"

#include "hd-flow-ring-private.h"

#define LEAST_TASKS 3
#define LONGEST_REST 4096 /* beats, until a ring that did not fit is tried again */
#define LEAST_SHARED 0.02 /* of the transfers of a ring, for it to be followed by itself */
#define BEATS_APART 8     /* between looks for that */

/* ---- giving back ----------------------------------------------------------------------------------------------------- */

static void
add_flow (HdFlowNetwork *network,
          guint32 action)
{
  hd_flow_solver_add (network->solver, action, network->actions[action].path);
  hd_time_queue_set (&network->ends, action, hd_flow_action_get_end (&network->actions[action]));
}

/** hd_flow_ring_give_back: to the network, as it stands; the ring is freed */
void
hd_flow_ring_give_back (HdFlowRing *self)
{
  HdFlowNetwork *network = self->network;

  for (guint i = 0; i < self->n_tasks; i++)
    {
      guint32 action = self->tasks[i].action;

      if (self->order->tasks[i].action == HD_FLOW_NO_ACTION)
        hd_id_list_append (&network->free_actions, action);
      else if (self->tasks[i].flows)
        add_flow (network, action);
      else
        hd_time_queue_set (&network->waits, action, self->order->tasks[i].begin);
    }
  for (guint i = 0; i < self->besides->len; i++)
    {
      guint32 action = g_array_index (self->besides, HdRingBeside, i).action;

      if (action != HD_FLOW_NO_ACTION)
        add_flow (network, action);
    }
  self->order->beat = network->clock;
  self->order->sign = 0;
  hd_flow_ring_free (self);
  network->ring = NULL;
  network->skip.batch = HD_FLOW_NO_BATCH; /* what it watched is not known as a whole */
  hd_flow_skip_note (network, FALSE);
}

void
hd_flow_ring_free (HdFlowRing *self)
{
  hd_flow_shares_free (self->shares);
  hd_time_queue_clear (&self->queue);
  hd_id_list_clear (&self->due);
  hd_id_list_clear (&self->starting);
  hd_id_list_clear (&self->ended);
  hd_id_list_clear (&self->renewed);
  g_array_unref (self->besides);
  g_array_unref (self->flows);
  g_free (self->places);
  g_free (self->tasks);
  g_free (self);
}

/** _hd_flow_ring_rest: it does not fit, is given back, and tried again later */
void
_hd_flow_ring_rest (HdFlowRing *self)
{
  self->order->rest = self->order->next_rest = CLAMP (2 * self->order->next_rest, 1, LONGEST_REST);
  hd_flow_ring_give_back (self);
}

/* ---- taking ---------------------------------------------------------------------------------------------------------- */

/* Whether each transfer of @order waits for one other, in each round, for what that brings, and is on its way. */
static gboolean
is_ring (HdFlowNetwork *network,
         const HdFlowOrder *order)
{
  if (order->n_tasks < LEAST_TASKS || order->n_waits != order->n_tasks || order->is_spaced)
    return FALSE;
  for (guint32 i = 0; i < order->n_tasks; i++)
    {
      const HdFlowWait *wait = &order->waits[i];

      if (wait->to != i || !wait->each_round || wait->leaves_behind || order->tasks[i].first_out != i || order->tasks[i].begun == 0
          || order->tasks[i].factor == 0 || hd_flow_model_get_path (network->model, order->tasks[i].path)->weight != 1)
        return FALSE;
    }
  return TRUE;
}

/* Links of the ring, and what its transfers are on them. */
static gboolean
add_links (HdFlowRing *self)
{
  const HdFlowModel *model = self->network->model;
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (HdFlowUse));

  for (guint32 i = 0; i < self->n_tasks; i++)
    {
      const HdFlowPath *path = hd_flow_model_get_path (model, self->order->tasks[i].path);
      guint32 flow;

      g_array_set_size (uses, 0);
      g_array_append_vals (uses, hd_flow_model_get_uses (model, path->first_use), path->n_uses);
      for (guint k = 0; k < path->n_uses; k++)
        {
          HdFlowUse *use = &g_array_index (uses, HdFlowUse, k);
          guint32 *place = &self->places[use->resource];

          if (hd_flow_model_get_kind (model, use->resource) == HD_FLOW_PIPE || hd_flow_model_get_capacity (model, use->resource) > HD_FLOW_SHARES_MOST_CAPACITY)
            return FALSE;
          if (*place == 0)
            *place = hd_flow_shares_add_link (self->shares, hd_flow_model_get_capacity (model, use->resource));
          use->resource = *place;
        }
      if (!hd_flow_shares_add_flow (self->shares, (const HdFlowUse *) (void *) uses->data, uses->len, HD_FLOW_SHARES_OPEN, &flow))
        return FALSE;
    }
  return TRUE;
}

/* Transfers of the ring are taken from the network. */
static void
take_tasks (HdFlowRing *self)
{
  HdFlowNetwork *network = self->network;

  for (guint32 i = 0; i < self->n_tasks; i++)
    {
      HdFlowTask *t = &self->order->tasks[i];
      HdRingTask *task = &self->tasks[i];

      self->tasks[self->order->waits[i].from].to = i;
      task->multiplicity = hd_flow_model_get_path (network->model, t->path)->multiplicity;
      if (t->action == HD_FLOW_NO_ACTION)
        {
          task->action = hd_flow_network_take_action (network);
          network->actions[task->action] = (HdFlowAction) { .path = t->path, .batch = self->batch, .transfer = i, .factor = t->factor };
          continue;
        }
      task->action = t->action;
      if (t->begin > network->clock)
        {
          hd_time_queue_set (&self->queue, i, t->begin);
          hd_time_queue_set (&network->waits, t->action, HD_TIME_MAX);
          continue;
        }
      task->flows = task->stands = TRUE;
      hd_flow_solver_remove (network->solver, t->action);
      hd_time_queue_set (&self->queue, i, hd_time_queue_get (&network->ends, t->action));
      hd_time_queue_set (&network->ends, t->action, HD_TIME_MAX);
      hd_flow_shares_begin (self->shares, i);
    }
}

/* Others that flow over links of the ring: one that does over several of them, and stands there several times, does not fit. */
static void
find_others (HdFlowRing *self,
             HdIdList *others)
{
  const HdFlowSolver *solver = self->network->solver;

  for (guint32 i = 0; i < self->n_places; i++)
    {
      const HdFlowResource *r = &solver->resources[i];

      if (self->places[i] == 0)
        continue;
      if (r->alone != HD_FLOW_NO_FLOW)
        hd_id_list_append (others, r->alone);
      for (guint k = 0; k < r->n_members; k++)
        hd_id_list_append (others, r->members[k].flow);
    }
}

/* What flows over links of the ring is taken from the network too. Whether all of it fits; if not the ring was given back. */
static gboolean
take_others (HdFlowRing *self)
{
  HdFlowNetwork *network = self->network;
  HdIdList others = { NULL };
  gboolean fits = TRUE;

  find_others (self, &others);
  for (guint i = 0; i < others.len && fits; i++)
    {
      hd_flow_solver_remove (network->solver, others.ids[i]);
      fits = hd_flow_ring_begin (self, others.ids[i]);
      if (!fits)
        hd_flow_solver_add (network->solver, others.ids[i], network->actions[others.ids[i]].path);
    }
  hd_id_list_clear (&others);
  return fits;
}

static HdFlowRing *
ring_new (HdFlowNetwork *network,
          guint32 batch)
{
  HdFlowRing *self = g_new0 (HdFlowRing, 1);

  self->network = network;
  self->batch = batch;
  self->order = hd_flow_network_get_batch (network, batch)->order;
  self->n_tasks = self->order->n_tasks;
  self->tasks = g_new0 (HdRingTask, self->n_tasks);
  self->shares = hd_flow_shares_new ();
  self->besides = g_array_new (FALSE, FALSE, sizeof (HdRingBeside));
  self->flows = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->n_places = hd_flow_model_get_n_resources (network->model);
  self->places = g_new0 (guint32, self->n_places);
  hd_time_queue_init (&self->queue);
  hd_time_queue_reserve (&self->queue, self->n_tasks);
  return self;
}

/* How long a round takes at least, in ps: alone, and its end rounded down. */
static double
get_least_round (const HdFlowRing *self)
{
  const HdFlowTask *beating = &self->order->tasks[HD_RING_BEATING];
  double speed = (double) hd_flow_solver_get_alone (self->network->solver, beating->path)->rate * beating->factor;

  return speed > 0 ? MAX (HD_RING_SURELY * (double) HD_FLOW_WHOLE / speed - 1, 0) : 0;
}

/* ---- when ------------------------------------------------------------------------------------------------------------ */

/** _hd_flow_ring_is_quiet: whether nothing of others ends before @laps are over, at the pace so far */
gboolean
_hd_flow_ring_is_quiet (HdFlowNetwork *network,
                        const HdFlowOrder *order,
                        guint laps)
{
  double round = (double) (network->clock - order->start) / order->tasks[HD_RING_BEATING].ended;

  return (double) (hd_flow_skip_foresee (network) - network->clock) > laps * order->n_tasks * round;
}

static gboolean
has_others (const HdFlowNetwork *network,
            guint32 batch,
            guint32 resource)
{
  const HdFlowResource *r = &network->solver->resources[resource];

  if (r->alone != HD_FLOW_NO_FLOW && network->actions[r->alone].batch != batch)
    return TRUE;
  for (guint i = 0; i < r->n_members; i++)
    if (network->actions[r->members[i].flow].batch != batch)
      return TRUE;
  return FALSE;
}

/* Whether others flow on the ways of so many transfers that few of these have them to themselves, which the network has a shortcut for (hd-flow-alone.c). */
static gboolean
is_shared (HdFlowNetwork *network,
           guint32 batch)
{
  const HdFlowOrder *order = hd_flow_network_get_batch (network, batch)->order;
  guint n_shared = 0;

  for (guint i = 0; i < order->n_tasks; i++)
    {
      const HdFlowPath *path = hd_flow_model_get_path (network->model, order->tasks[i].path);
      const HdFlowUse *uses = hd_flow_model_get_uses (network->model, path->first_use);
      guint k = 0;

      while (k < path->n_uses && !has_others (network, batch, uses[k].resource))
        k++;
      n_shared += k < path->n_uses;
    }
  return n_shared >= LEAST_SHARED * order->n_tasks;
}

/**
 * hd_flow_ring_consider:
 *
 * A beat of @batch is over, and no lap of it is watched. If others will disturb it within a lap, and it and what flows over its links is as it is followed here, it is.
 */
void
hd_flow_ring_consider (HdFlowNetwork *network,
                       guint32 batch)
{
  HdFlowOrder *order = hd_flow_network_get_batch (network, batch)->order;
  guint64 n_changed = network->counters.rates_changed;
  HdFlowRing *self;

  if (order->rest > 0)
    {
      order->rest--;
      return;
    }
  if (network->ring != NULL || !network->solver->incremental || network->ways != NULL) /* links do not change under a ring */
    return;
  if (!is_shared (network, batch))
    {
      order->rest = BEATS_APART;
      return;
    }
  if (_hd_flow_ring_is_quiet (network, order, 1))
    return;
  self = is_ring (network, order) ? ring_new (network, batch) : NULL;
  if (self == NULL || !add_links (self))
    {
      g_clear_pointer (&self, hd_flow_ring_free);
      order->rest = G_MAXUINT;
      return;
    }
  self->least_round = get_least_round (self);
  network->ring = self;
  network->skip.batch = HD_FLOW_NO_BATCH;
  hd_flow_skip_note (network, FALSE);
  take_tasks (self);
  if (!take_others (self))
    return;
  hd_flow_ring_solve (self);
  if (network->ring != self)
    return;
  g_assert (network->counters.rates_changed == n_changed);
  order->next_rest = 0;
  network->counters.rings++;
}
