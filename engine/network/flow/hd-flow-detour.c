/* hd-flow-detour.c: flows whose links fail and are repaired
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What has not arrived when a link of its way fails is sent anew from its sender, so it takes the latency of the new way. What has no way is stranded until
 * there is one. A transfer whose link fails before it flows has brought nothing yet and does the same.
 */
#define G_LOG_DOMAIN "hd-flow-detour"

#include <heddle/hd-design.h>

#include "hd-flow-network-private.h"

/** hd_flow_detour_find: @path becomes what there is instead of it now; it stays if there is nothing */
void
hd_flow_detour_find (HdFlowNetwork *self,
                     guint32 *path)
{
  guint32 found = HD_NO_ID;

  if (self->failure == NULL)
    found = self->ways->find (self->ways->data, *path, &self->failure);
  if (found != HD_NO_ID)
    *path = found;
}

/** hd_flow_detour_wait: @action flows from @begin on if it has a way */
void
hd_flow_detour_wait (HdFlowNetwork *self,
                     guint32 action,
                     HdTime begin)
{
  if (self->ways->is_broken (self->ways->data, self->actions[action].path))
    g_array_append_val (self->stranded, action);
  else
    hd_time_queue_set (&self->waits, action, begin);
}

/** hd_flow_detour_catch: links change while @action is under way: where it is and when it is there is from now on no matter of its round alone */
void
hd_flow_detour_catch (HdFlowNetwork *self,
                      guint32 action)
{
  HdFlowAction *a = &self->actions[action];

  self->n_caught += !a->is_caught;
  a->is_caught = TRUE;
}

/** hd_flow_detour_release: @action ends */
void
hd_flow_detour_release (HdFlowNetwork *self,
                        guint32 action)
{
  HdFlowAction *a = &self->actions[action];

  self->n_caught -= a->is_caught;
  a->is_caught = FALSE;
}

static void
send_anew (HdFlowNetwork *self,
           guint32 action)
{
  HdFlowAction *a = &self->actions[action];

  hd_flow_detour_catch (self, action);
  hd_flow_detour_find (self, &a->path);
  hd_flow_detour_wait (self, action, self->clock + hd_flow_model_get_path (self->model, a->path)->latency_ps);
}

static void
stop_flow (HdFlowNetwork *self,
           guint32 action)
{
  HdFlowAction *a = &self->actions[action];

  if (self->usage != NULL)
    hd_flow_usage_change (self->usage, a->path, a->rate, 0, self->clock);
  hd_flow_action_change_rate (a, 0, self->clock);
  hd_flow_solver_remove (self->solver, action);
  hd_time_queue_set (&self->ends, action, HD_TIME_MAX);
  a->resumes = TRUE;
}

static void
send_stranded (HdFlowNetwork *self)
{
  g_autoptr (GArray) stranded = g_steal_pointer (&self->stranded);

  self->stranded = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint i = 0; i < stranded->len; i++)
    send_anew (self, g_array_index (stranded, guint32, i));
}

/* Of those that begin to flow now; they are in no queue. */
static void
send_starting (HdFlowNetwork *self)
{
  HdIdList starting = self->starting;

  self->starting = (HdIdList) { NULL };
  for (guint i = 0; i < starting.len; i++)
    if (self->ways->is_broken (self->ways->data, self->actions[starting.ids[i]].path))
      send_anew (self, starting.ids[i]);
    else
      hd_id_list_append (&self->starting, starting.ids[i]);
  hd_id_list_clear (&starting);
}

void
hd_flow_network_change (HdNetwork *network)
{
  HdFlowNetwork *self = (HdFlowNetwork *) network;

  g_return_if_fail (self->ways != NULL);

  network->klass->catch_up (network);
  hd_flow_skip_forget (self);
  hd_flow_solver_take_capacities (self->solver);
  for (guint i = 0; i < self->batches->len; i++)
    if (hd_flow_network_get_batch (self, i)->live && hd_flow_network_get_batch (self, i)->order != NULL)
      hd_flow_order_turn (self, hd_flow_network_get_batch (self, i)->order);
  send_stranded (self);
  send_starting (self);
  for (guint32 i = 0; i < self->n_actions; i++)
    {
      gboolean flows = self->solver->flows[i].first_place != HD_FLOW_NO_PLACE;

      if ((!flows && hd_time_queue_get (&self->waits, i) == HD_TIME_MAX) || !self->ways->is_broken (self->ways->data, self->actions[i].path))
        continue;
      if (flows)
        stop_flow (self, i);
      else
        hd_time_queue_set (&self->waits, i, HD_TIME_MAX);
      send_anew (self, i);
    }
}
