/* hd-agent-transfers.c: carries a transfer list by agents
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each node sends its transfers at their times, in the order of the list at equal times, and notes what has come for it. A note is a place in an
 * array that belongs to one transfer, and an entry of a log. A transfer that waits for another waits for one that comes to the node that is to send it.
 */
#define G_LOG_DOMAIN "hd-agent-transfers"

#include "hd-agent-work.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-node-log.h"
#include "hd-transfer-waits.h"
#include "hd-workload-private.h"

#define UNDER_WAY (-1)

typedef struct
{
  guint64 number;
  HdTime end;
} Ended;

typedef struct
{
  HdAgentWork parent;

  /* owned */
  HdTransferList *list;
  guint64 *order;   /* by source, start, as listed, without those that wait for others */
  guint64 *first;   /* (array length=n_nodes+1): of each node's in that order */
  HdTransferWaits waits;
  HdTime *ends;     /* as listed */
  HdNodeLog *log;   /* of Ended: since the last time */
  GArray *ended;    /* scratch */
  guint64 n_ended;
  HdTime last_end;
  const char *name, *title; /* of its spans and its lane; borrowed */
} Transfers;

/* ---- the program of a node ------------------------------------------------------------------------------------------ */

typedef struct
{
  guint64 next; /* in the order */
} Program;

static void
send_transfer (HdAgentNode *node,
               guint64 n,
               const HdListedTransfer *transfer,
               HdTime delay)
{
  hd_agent_node_send (node, &(HdParcel){ .destination = transfer->destination, .bytes = (guint64) llrint (transfer->bytes), .data = n }, delay);
}

/* Sends what is due, and sleeps until the next. */
static void
go_on (HdAgentNode *node,
       gpointer state,
       guint64 data)
{
  Transfers *self = hd_agent_node_get_data (node);
  Program *program = state;
  guint64 end = self->first[hd_agent_node_get_id (node) + 1];

  for (; program->next < end; program->next++)
    {
      guint64 n = self->order[program->next];
      const HdListedTransfer *transfer = hd_transfer_list_get (self->list, n);
      HdTime delay = transfer->start - hd_agent_node_get_now (node);

      if (delay > 0)
        {
          hd_agent_node_wake (node, delay, 0);
          return;
        }
      send_transfer (node, n, transfer, 0);
    }
}

static void
begin (HdAgentNode *node,
       gpointer state)
{
  Transfers *self = hd_agent_node_get_data (node);

  ((Program *) state)->next = self->first[hd_agent_node_get_id (node)];
  go_on (node, state, 0);
}

/* What waited for @n, each at its own time if that is still to come. */
static void
release (Transfers *self,
         HdAgentNode *node,
         guint64 n)
{
  guint64 n_waiting;
  const guint32 *waiting = hd_transfer_waits_get (&self->waits, n, &n_waiting);

  for (guint64 i = 0; i < n_waiting; i++)
    {
      const HdListedTransfer *transfer = hd_transfer_list_get (self->list, waiting[i]);

      send_transfer (node, waiting[i], transfer, MAX (transfer->start - hd_agent_node_get_now (node), 0));
    }
}

static void
note (HdAgentNode *node,
      gpointer state,
      const HdParcel *parcel)
{
  Transfers *self = hd_agent_node_get_data (node);

  self->ends[parcel->data] = hd_agent_node_get_now (node);
  hd_node_log_add (self->log, node, &(const Ended){ parcel->data, self->ends[parcel->data] });
  hd_agent_node_record (node, 0, parcel->data);
  release (self, node, parcel->data);
}

static const HdAgent agent = { .state_size = sizeof (Program), .n_kinds = 1, .messages = 1, .start = begin, .receive = note, .wake = go_on };

/* ---- preparing ------------------------------------------------------------------------------------------------------ */

static gboolean
check_transfer (HdDesign *design,
                HdAgentNetwork *network,
                guint64 n,
                const HdListedTransfer *transfer,
                GError **error)
{
  const guint32 ends[2] = { transfer->source, transfer->destination };

  for (guint i = 0; i < 2; i++)
    if (!hd_agent_network_has_node (network, ends[i]))
      {
        g_autofree char *path = hd_design_dup_node_path (design, ends[i]);

        g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("Transfer %" PRIu64 " has an end at “%s”, which has no links"), n + 1, path);
        return FALSE;
      }
  if (transfer->bytes < (double) HD_PARCEL_MAX_BYTES - 1)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Transfer %" PRIu64 " has %g B; at this fidelity a transfer has less than %g B"), n + 1, transfer->bytes,
               (double) HD_PARCEL_MAX_BYTES - 1);
  return FALSE;
}

/* Puts the transfers of each node together, then in the order of time. */
static void
sort_transfers (Transfers *self,
                guint n_nodes)
{
  guint64 n = hd_transfer_list_get_length (self->list);
  g_autofree guint64 *next = g_new (guint64, n_nodes + 1);

  self->first = g_new0 (guint64, n_nodes + 2);
  self->order = g_new (guint64, n + 1);
  for (guint64 i = 0; i < n; i++)
    if (!hd_transfer_waits_has (&self->waits, i))
      self->first[hd_transfer_list_get (self->list, i)->source + 1]++;
  for (guint i = 0; i < n_nodes; i++)
    self->first[i + 1] += self->first[i];
  memcpy (next, self->first, n_nodes * sizeof *next);
  for (guint64 i = 0; i < n; i++)
    if (!hd_transfer_waits_has (&self->waits, i))
      self->order[next[hd_transfer_list_get (self->list, i)->source]++] = i;
  for (guint i = 0; i < n_nodes; i++)
    g_qsort_with_data (self->order + self->first[i], (gint) (self->first[i + 1] - self->first[i]), sizeof *self->order, hd_transfer_list_compare, self->list);
}

static void
set_agents (Transfers *self,
            HdAgentNetwork *network,
            guint n_nodes)
{
  g_autofree gboolean *takes_part = g_new0 (gboolean, n_nodes + 1);

  for (guint64 i = 0; i < hd_transfer_list_get_length (self->list); i++)
    {
      const HdListedTransfer *transfer = hd_transfer_list_get (self->list, i);

      takes_part[transfer->source] = takes_part[transfer->destination] = TRUE;
    }
  for (guint32 i = 0; i < n_nodes; i++)
    if (takes_part[i])
      hd_agent_network_set_agent (network, i, &agent, self);
}

static void
transfers_free (HdAgentWork *work)
{
  Transfers *self = (Transfers *) work;

  g_clear_pointer (&self->list, hd_transfer_list_unref);
  hd_transfer_waits_clear (&self->waits);
  g_free (self->order);
  g_free (self->first);
  g_free (self->ends);
  g_clear_pointer (&self->log, hd_node_log_free);
  g_clear_pointer (&self->ended, g_array_unref);
  g_free (self);
}

static HdAgentWork *
transfers_create (HdDesign *design,
                  HdTransferList *transfers,
                  HdAgentNetwork *network,
                  HdProblemList *problems,
                  HdProgress *progress,
                  GError **error)
{
  g_autoptr (HdAgentWork) work = (HdAgentWork *) g_new0 (Transfers, 1);
  Transfers *self = (Transfers *) work;
  guint n_nodes = hd_design_get_n_nodes (design);
  guint64 n;

  work->class = &_hd_agent_transfers_class;
  if (transfers != NULL)
    self->list = hd_transfer_list_ref (transfers);
  else if (!_hd_workload_transfers_check (design, FALSE, problems, error) || !hd_transfer_list_find (design, problems, &self->list, error))
    return NULL;
  if (self->list == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The workload “%s” names no file"), "transfers");
      return NULL;
    }
  n = hd_transfer_list_get_length (self->list);
  for (guint64 i = 0; i < n; i++)
    if (!check_transfer (design, network, i, hd_transfer_list_get (self->list, i), error))
      return NULL;
  hd_transfer_waits_init (&self->waits, self->list);
  sort_transfers (self, n_nodes);
  self->ends = g_new (HdTime, n + 1);
  for (guint64 i = 0; i < n; i++)
    self->ends[i] = UNDER_WAY;
  self->log = hd_node_log_new (network, sizeof (Ended));
  self->ended = g_array_new (FALSE, FALSE, sizeof (Ended));
  set_agents (self, network, n_nodes);
  return g_steal_pointer (&work);
}

/* ---- what is told ---------------------------------------------------------------------------------------------------- */

static void
get_layout (HdAgentWork *work,
            HdAgentWorkLayout *out_layout)
{
  static const guint32 *const members[] = { NULL };
  static const guint n_members[] = { 0 };
  static const guint32 nodes[] = { HD_NO_ID };
  Transfers *self = (Transfers *) work;

  self->name = _("Transfer");
  self->title = _("Transfers");
  *out_layout = (HdAgentWorkLayout){ &self->name, 1, members, n_members, nodes, &self->title, 1 };
}

static int
compare_ends (gconstpointer a,
              gconstpointer b)
{
  const Ended *x = a, *y = b;

  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* When it could set out: HD_TIME_MAX if what it waits for has not come. */
static HdTime
get_start (Transfers *self,
           guint64 n)
{
  HdTime start = hd_transfer_list_get (self->list, n)->start;

  if (!hd_transfer_waits_has (&self->waits, n))
    return start;
  return self->ends[self->waits.after[n]] == UNDER_WAY ? HD_TIME_MAX : MAX (start, self->ends[self->waits.after[n]]);
}

static void
tell_one (Transfers *self,
          guint64 n,
          HdTime end,
          gboolean unfinished,
          const HdAgentWorkObserver *observer,
          gpointer data)
{
  const HdWorkSpan span = {
    .kind = HD_WORK_TRANSFER, .start = get_start (self, n), .end = end, .cause_index = HD_NO_CAUSE, .unfinished = unfinished,
  };

  observer->span (data, &span);
  if (!unfinished)
    observer->transfer (data, self->list, n, end);
}

static void
tell (HdAgentWork *work,
      HdTime time,
      gboolean is_last,
      const HdAgentWorkObserver *observer,
      gpointer data)
{
  Transfers *self = (Transfers *) work;

  g_array_set_size (self->ended, 0);
  hd_node_log_take (self->log, self->ended);
  g_array_sort (self->ended, compare_ends);
  for (guint i = 0; i < self->ended->len; i++)
    {
      const Ended *ended = &g_array_index (self->ended, Ended, i);

      self->ends[ended->number] = ended->end; /* perhaps in another process */
      tell_one (self, ended->number, ended->end, FALSE, observer, data);
      self->last_end = MAX (self->last_end, ended->end);
      self->n_ended++;
    }
  for (guint64 i = 0; is_last && i < hd_transfer_list_get_length (self->list); i++)
    if (self->ends[i] == UNDER_WAY && get_start (self, i) <= time)
      tell_one (self, i, time, TRUE, observer, data);
}

static void
tell_open (HdAgentWork *work,
           HdTime time,
           HdWorkOpen open,
           gpointer data)
{
  Transfers *self = (Transfers *) work;

  for (guint64 i = 0; i < hd_transfer_list_get_length (self->list); i++)
    {
      const HdWorkSpan span = {
        .kind = HD_WORK_TRANSFER, .start = get_start (self, i), .end = HD_TIME_MAX, .cause_index = HD_NO_CAUSE,
      };

      if (self->ends[i] == UNDER_WAY && span.start <= time)
        open (data, &span);
    }
}

static double
get_progress (HdAgentWork *work)
{
  Transfers *self = (Transfers *) work;
  guint64 n = hd_transfer_list_get_length (self->list);

  return n > 0 ? (double) self->n_ended / (double) n : 1;
}

static gboolean
is_ended (HdAgentWork *work)
{
  Transfers *self = (Transfers *) work;

  return self->n_ended == hd_transfer_list_get_length (self->list);
}

static HdTime
get_end (HdAgentWork *work)
{
  return ((Transfers *) work)->last_end;
}

static guint64
get_n_completions (HdAgentWork *work)
{
  return ((Transfers *) work)->n_ended;
}

static HdTransferList *
get_transfers (HdAgentWork *work)
{
  return ((Transfers *) work)->list;
}

static void
get_metrics (HdAgentWork *work,
             GArray *metrics)
{
  HdExecutionMetric total = { "time_total", N_("Total time"), "s", hd_time_to_seconds (get_end (work)) };

  g_array_append_val (metrics, total);
}

static gboolean
carries (HdDesign *design,
         const HdElement *workload)
{
  return g_strcmp0 (hd_element_get_text (workload, "type"), "transfers") == 0;
}

const HdAgentWorkClass _hd_agent_transfers_class = {
  .carries = carries,
  .create = transfers_create,
  .free = transfers_free,
  .get_layout = get_layout,
  .tell = tell,
  .tell_open = tell_open,
  .get_progress = get_progress,
  .is_ended = is_ended,
  .get_end = get_end,
  .get_n_completions = get_n_completions,
  .get_transfers = get_transfers,
  .get_metrics = get_metrics,
};
