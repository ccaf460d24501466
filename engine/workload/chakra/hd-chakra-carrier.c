/* hd-chakra-carrier.c: carries Chakra traces on the flow network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Rules: a node starts when its dependencies have ended and it is issued (hd-chakra-carrier-issue.c). A send starts its transfer at once and ends with
 * it; a receive ends when it has started and the data are there. A collective starts when all members have, and those of one process group follow
 * each other. All that ends at one time is handled in the order of what it is and then of traces, so the order in which a network tells does
 * not matter.
 */
#define G_LOG_DOMAIN "hd-chakra-carrier"

#include "hd-chakra-carrier.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-chakra-carrier-private.h"
#include "hd-i18n.h"
#include "hd-numbers.h"

/* ---- one time ------------------------------------------------------------------------------------------------------------ */

static void
end_token (HdChakraCarrier *self,
           guint64 token)
{
  guint32 number = (guint32) (token >> 2);
  HdChakraArrival *message;

  switch ((HdChakraToken) (token & 3))
    {
    case HD_CHAKRA_TOKEN_COMPUTE:
    case HD_CHAKRA_TOKEN_MEMORY:
      _hd_chakra_carrier_end_part (self, number, (HdChakraToken) (token & 3));
      break;
    case HD_CHAKRA_TOKEN_MESSAGE:
      message = &self->messages[number];
      message->has_arrived = TRUE;
      _hd_chakra_carrier_end_node (self, message->send_slot);
      if (message->receive_slot != HD_NO_ID)
        _hd_chakra_carrier_end_node (self, message->receive_slot);
      break;
    case HD_CHAKRA_TOKEN_MEETING:
      _hd_chakra_carrier_go_on (self, number);
      break;
    }
}

static gboolean
is_ended (gpointer data)
{
  HdChakraCarrier *self = data;

  return self->n_ended == self->job->n_nodes;
}

static gboolean
settle (gpointer data,
        HdTime time,
        GError **error)
{
  HdChakraCarrier *self = data;

  self->now = time;
  g_array_sort (self->ended, hd_compare_words);
  for (guint i = 0; i < self->ended->len; i++)
    end_token (self, g_array_index (self->ended, guint64, i));
  g_array_set_size (self->ended, 0);
  do
    {
      _hd_chakra_carrier_issue (self);
      _hd_chakra_carrier_serve_groups (self);
    }
  while (_hd_chakra_carrier_can_issue (self));
  if (self->n_under_way > 0 || is_ended (self))
    return TRUE;
  if (self->units != NULL)
    _hd_chakra_carrier_set_deadlock (self, error);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("The traces stopped at %.12g s, though nothing keeps them from going on"),
                 hd_time_to_seconds (time));
  return FALSE;
}

static void
done (gpointer data,
      guint64 token,
      HdTime time)
{
  HdChakraCarrier *self = data;

  self->n_under_way--;
  g_array_append_val (self->ended, token);
}

/* ---- the carrier --------------------------------------------------------------------------------------------------------- */

HdChakraCarrier *
hd_chakra_carrier_new (const HdChakraPlan *plan)
{
  HdChakraCarrier *self = g_new0 (HdChakraCarrier, 1);
  const HdChakraJob *job = plan->order->job;
  guint n_groups = hd_chakra_groups_get_length (job->groups);

  self->plan = plan;
  self->job = job;
  self->missing = g_new (guint32 *, job->n_ranks + 1);
  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    {
      self->missing[rank] = g_new (guint32, job->ranks[rank]->n_nodes + 1);
      for (guint32 node = 0; node < job->ranks[rank]->n_nodes; node++)
        self->missing[rank][node] = job->ranks[rank]->nodes[node].n_deps;
    }
  self->slots = g_array_new (FALSE, FALSE, sizeof (HdChakraSlot));
  self->free_slots = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->messages = g_new (HdChakraArrival, job->messages->len + 1);
  for (guint32 i = 0; i < job->messages->len; i++)
    self->messages[i] = (HdChakraArrival) { HD_NO_ID, HD_NO_ID, FALSE };
  self->members_missing = g_new (guint32, job->meetings->len + 1);
  for (guint32 i = 0; i < job->meetings->len; i++)
    self->members_missing[i] = hd_chakra_groups_get (job->groups, hd_chakra_job_get_meeting (job, i)->group)->n_ranks;
  self->member_slots = g_new (guint32, job->members->len + 1);
  memset (self->member_slots, 0xff, job->members->len * sizeof (guint32)); /* HD_NO_ID */
  self->member_spans = g_new0 (guint64, job->members->len + 1);
  self->groups = g_new (HdChakraQueue, n_groups);
  for (guint g = 0; g < n_groups; g++)
    self->groups[g] = (HdChakraQueue) { g_array_new (FALSE, FALSE, sizeof (guint32)), 0, HD_NO_ID, 0, HD_NO_ID, 0 };
  self->ranks = g_new0 (HdChakraAccount, job->n_ranks + 1);
  self->name_digests = g_new (guint64, hd_name_pool_get_length (job->names) + 1);
  for (guint32 i = 0; i < hd_name_pool_get_length (job->names); i++)
    self->name_digests[i] = hd_work_digest_text (hd_name_pool_get (job->names, i));
  self->agenda = g_array_new (FALSE, FALSE, sizeof (HdChakraEntry));
  self->idle_units = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (plan->order->one_each)
    _hd_chakra_carrier_add_units (self);
  self->ready = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->due = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->ended = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->batch = g_array_new (FALSE, FALSE, sizeof (HdTransfer));
  self->ordered = g_array_new (FALSE, FALSE, sizeof (HdOrderedTransfer));
  return self;
}

void
hd_chakra_carrier_free (HdChakraCarrier *self)
{
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    g_free (self->missing[rank]);
  g_free (self->missing);
  g_array_unref (self->slots);
  g_array_unref (self->free_slots);
  g_free (self->messages);
  g_free (self->members_missing);
  g_free (self->member_slots);
  g_free (self->member_spans);
  for (guint g = 0; g < hd_chakra_groups_get_length (self->job->groups); g++)
    g_array_unref (self->groups[g].waiting);
  g_free (self->groups);
  g_free (self->ranks);
  g_free (self->name_digests);
  g_array_unref (self->agenda);
  _hd_chakra_carrier_free_units (self);
  g_array_unref (self->idle_units);
  g_array_unref (self->ready);
  g_array_unref (self->due);
  g_array_unref (self->ended);
  g_array_unref (self->batch);
  g_array_unref (self->ordered);
  g_free (self);
}

void
hd_chakra_carrier_get_times (const HdChakraCarrier *self,
                             guint32 rank,
                             HdChakraTimes *out_times)
{
  const HdChakraAccount *account = &self->ranks[rank];

  *out_times = (HdChakraTimes) { account->overlap.computed, account->overlap.exposed, account->end };
}

guint64
hd_chakra_carrier_get_n_parts_ended (const HdChakraCarrier *self)
{
  return self->n_parts_ended;
}

static gboolean
start (gpointer data,
       HdNetwork *network,
       HdStepTrace *trace,
       const HdExecutionObserver *observer,
       gpointer user_data,
       GError **error)
{
  HdChakraCarrier *self = data;

  self->network = network;
  self->observer = observer;
  self->user_data = user_data;
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    for (guint32 node = 0; node < self->job->ranks[rank]->n_nodes; node++)
      {
        HdChakraEntry entry = { rank, node, 0, HD_NO_CAUSE };

        if (self->missing[rank][node] == 0)
          g_array_append_val (self->agenda, entry);
      }
  return settle (self, 0, error);
}

static void
cut (gpointer data,
     HdTime time)
{
  HdChakraCarrier *self = data;

  self->now = time;
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    _hd_chakra_carrier_account (self, rank);
  for (guint32 i = 0; i < self->slots->len; i++)
    if (_hd_chakra_carrier_get_slot (self, i)->in_use)
      _hd_chakra_carrier_cut_node (self, i);
}

static void
tell_open (gpointer data,
           HdWorkOpen open,
           gpointer open_data)
{
  HdChakraCarrier *self = data;

  for (guint32 i = 0; i < self->slots->len; i++)
    if (_hd_chakra_carrier_get_slot (self, i)->in_use)
      _hd_chakra_carrier_tell_open (self, i, open, open_data);
}

static guint64
get_n_completions (gpointer data)
{
  return ((HdChakraCarrier *) data)->n_ended;
}

static double
get_progress (gpointer data)
{
  HdChakraCarrier *self = data;

  return self->job->n_nodes > 0 ? (double) self->n_ended / (double) self->job->n_nodes : 1;
}

static void
get_digest (gpointer data,
            guint lane_class,
            guint64 *out_digest)
{
  HdChakraCarrier *self = data;
  const HdWorkDigest *digest = &self->ranks[lane_class % self->job->n_ranks].digests[lane_class / self->job->n_ranks];

  out_digest[0] = digest->sum[0];
  out_digest[1] = digest->sum[1];
}

static void
free_carrier (gpointer data)
{
  hd_chakra_carrier_free (data);
}

const HdCarrierClass hd_chakra_carrier_class = {
  .start = start,
  .done = done,
  .settle = settle,
  .is_ended = is_ended,
  .cut = cut,
  .tell_open = tell_open,
  .find_waiting = _hd_chakra_carrier_find_waiting,
  .get_n_completions = get_n_completions,
  .get_progress = get_progress,
  .get_digest = get_digest,
  .free = free_carrier,
};
