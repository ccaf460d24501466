/* hd-transfer-carrier.c: carries a transfer list
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-transfer-carrier"

#include "hd-transfer-carrier.h"

#include "hd-flow-table.h"
#include "hd-heap.h"
#include "hd-software-costs.h"
#include "hd-transfer-waits.h"
#include "hd-work-digest.h"

typedef struct
{
  guint32 path;
  gboolean ended;
  HdTime start; /* of what waits for another, once that has ended */
} Carried;

typedef struct
{
  HdTime time;
  guint64 n;
} Due;

static inline gboolean
due_before (const Due *a,
            const Due *b)
{
  return a->time != b->time ? a->time < b->time : a->n < b->n;
}

HD_DEFINE_HEAP (due_heap, Due, due_before)

struct _HdTransferCarrier
{
  HdTransferList *list; /* owned */
  HdNetwork *network;
  HdStepTrace *trace;
  const HdExecutionObserver *observer;
  gpointer user_data;
  HdTransferWaits waits;
  guint64 *order;       /* by start, then as listed, without those that wait for others */
  guint64 n_ordered, n_taken;
  GArray *released;     /* heap of Due: those that waited */
  guint64 *started;     /* in the order in which they started */
  guint64 n_started;
  guint64 first_open;   /* in @started: all before it have ended */
  Carried *carried;     /* as listed */
  guint64 n_transfers;
  guint64 n_ended;
  HdWorkDigest digest;
};

static void
free_carrier (gpointer data)
{
  HdTransferCarrier *self = data;

  hd_transfer_list_unref (self->list);
  hd_transfer_waits_clear (&self->waits);
  g_free (self->order);
  g_clear_pointer (&self->released, g_array_unref);
  g_free (self->started);
  g_free (self->carried);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdTransferCarrier, free_carrier)

static void
sort_transfers (HdTransferCarrier *self)
{
  self->order = g_new (guint64, self->n_transfers + 1);
  for (guint64 i = 0; i < self->n_transfers; i++)
    if (!hd_transfer_waits_has (&self->waits, i))
      self->order[self->n_ordered++] = i;
  g_qsort_with_data (self->order, (gint) self->n_ordered, sizeof (guint64), hd_transfer_list_compare, self->list);
}

/* Those of one sender leave no faster than its software lets them. */
static void
hold_transfers (HdTransferCarrier *self,
                HdDesign *design,
                HdFlowModel *flows)
{
  g_autofree HdTime *free = g_new0 (HdTime, hd_design_get_n_nodes (design) + 1);

  for (guint64 i = 0; i < self->n_ordered; i++)
    {
      const HdListedTransfer *listed = hd_transfer_list_get (self->list, self->order[i]);
      Carried *carried = &self->carried[self->order[i]];
      HdTime leaves = MAX (listed->start, free[listed->source]);
      HdTime spacing = hd_flow_model_get_path (flows, carried->path)->spacing_ps;

      if (spacing == 0)
        continue;
      if (leaves > listed->start)
        carried->path = hd_flow_model_delay_path (flows, carried->path, leaves - listed->start);
      free[listed->source] = hd_time_add (leaves, spacing);
    }
}

/* Transfers start at any times, so nothing is symmetric. */
HdTransferCarrier *
hd_transfer_carrier_new (HdDesign *design,
                         HdTransferList *list,
                         HdFlowModel *flows,
                         guint32 *out_link_resources,
                         guint32 *out_node_resources,
                         HdProblemList *problems,
                         GError **error)
{
  g_autoptr (HdTransferCarrier) self = g_new0 (HdTransferCarrier, 1);
  g_autoptr (HdFlowTable) table = hd_flow_table_new (design, NULL);
  g_autoptr (HdQuotient) quotient = hd_quotient_new ();

  self->list = hd_transfer_list_ref (list);
  self->n_transfers = hd_transfer_list_get_length (list);
  self->carried = g_new0 (Carried, self->n_transfers + 1);
  self->started = g_new (guint64, self->n_transfers + 1);
  self->released = g_array_new (FALSE, FALSE, sizeof (Due));
  hd_transfer_waits_init (&self->waits, list);
  for (guint64 i = 0; i < self->n_transfers; i++)
    {
      const HdListedTransfer *listed = hd_transfer_list_get (list, i);

      self->carried[i].path = hd_flow_table_add (table, listed->source, listed->destination, HD_NO_ID, HD_NO_ID);
    }
  if (!hd_flow_table_route (table, flows, quotient, problems, error) || !hd_quotient_build (quotient, FALSE, flows, error))
    return NULL;
  hd_flow_table_set_ends (table, quotient, flows);
  for (guint64 i = 0; i < self->n_transfers; i++)
    self->carried[i].path = hd_quotient_get_path (quotient, hd_flow_table_get_node (table, self->carried[i].path));
  hd_flow_table_get_link_resources (table, quotient, out_link_resources);
  hd_flow_table_get_node_resources (table, quotient, out_node_resources);
  sort_transfers (self);
  hold_transfers (self, design, flows);
  return g_steal_pointer (&self);
}

static HdTime
get_next (gpointer data)
{
  const HdTransferCarrier *self = data;
  HdTime listed = HD_TIME_MAX;

  if (self->n_taken < self->n_ordered)
    listed = hd_transfer_list_get (self->list, self->order[self->n_taken])->start;
  return self->released->len > 0 ? MIN (listed, g_array_index (self->released, Due, 0).time) : listed;
}

/* Of what is due first; at one time what waited for nothing. */
static guint64
take_next (HdTransferCarrier *self)
{
  HdTime time = get_next (self);

  if (self->n_taken < self->n_ordered && hd_transfer_list_get (self->list, self->order[self->n_taken])->start == time)
    return self->order[self->n_taken++];
  return due_heap_pop (self->released).n;
}

static HdWorkSpan
make_span (HdTransferCarrier *self,
           guint64 n,
           HdTime end,
           gboolean unfinished)
{
  return (HdWorkSpan){
    .kind = HD_WORK_TRANSFER,
    .start = MAX (hd_transfer_list_get (self->list, n)->start, self->carried[n].start),
    .end = end,
    .cause_index = HD_NO_CAUSE,
    .unfinished = unfinished,
  };
}

static void
tell_span (HdTransferCarrier *self,
           guint64 n,
           HdTime end,
           gboolean unfinished)
{
  const HdListedTransfer *listed = hd_transfer_list_get (self->list, n);
  const HdWorkSpan span = make_span (self, n, end, unfinished);

  if (self->trace != NULL && end != HD_TIME_MAX)
    hd_step_trace_listed (self->trace, listed->source, listed->destination, self->carried[n].path, MAX (listed->start, self->carried[n].start), end,
                          unfinished);
  if (self->observer == NULL)
    return;
  if (end == HD_TIME_MAX && self->observer->begin != NULL)
    self->observer->begin (self->user_data, &span);
  else if (end != HD_TIME_MAX && self->observer->end != NULL)
    self->observer->end (self->user_data, &span);
}

static gboolean
settle (gpointer data,
        HdTime time,
        GError **error)
{
  HdTransferCarrier *self = data;

  while (get_next (self) <= time && self->n_started < self->n_transfers)
    {
      guint64 n = take_next (self);
      HdTransfer transfer = { self->carried[n].path, hd_transfer_list_get (self->list, n)->bytes };

      self->started[self->n_started++] = n;
      tell_span (self, n, HD_TIME_MAX, FALSE);
      hd_network_start (self->network, &transfer, 1, 1, n);
    }
  return TRUE;
}

static gboolean
start (gpointer data,
       HdNetwork *network,
       HdStepTrace *trace,
       const HdExecutionObserver *observer,
       gpointer user_data,
       GError **error)
{
  HdTransferCarrier *self = data;

  self->network = network;
  self->trace = trace;
  self->observer = observer;
  self->user_data = user_data;
  return settle (self, 0, error);
}

static void
done (gpointer data,
      guint64 token,
      HdTime time)
{
  HdTransferCarrier *self = data;
  guint64 n_waiting;
  const guint32 *waiting = hd_transfer_waits_get (&self->waits, token, &n_waiting);

  self->n_ended++;
  for (guint64 i = 0; i < n_waiting; i++)
    {
      self->carried[waiting[i]].start = time;
      due_heap_push (self->released, (Due){ MAX (hd_transfer_list_get (self->list, waiting[i])->start, time), waiting[i] });
    }
  self->carried[token].ended = TRUE;
  hd_work_digest_add (&self->digest, token, 0, hd_transfer_list_get (self->list, token)->start, time);
  tell_span (self, token, time, FALSE);
  if (self->observer != NULL && self->observer->transfer != NULL)
    self->observer->transfer (self->user_data, token, time);
}

/* Of those in their order, the first that may be under way. */
static guint64
find_open (HdTransferCarrier *self)
{
  while (self->first_open < self->n_started && self->carried[self->started[self->first_open]].ended)
    self->first_open++;
  return self->first_open;
}

static void
tell_open (gpointer carrier,
           HdWorkOpen open,
           gpointer data)
{
  HdTransferCarrier *self = carrier;

  for (guint64 i = find_open (self); i < self->n_started; i++)
    if (!self->carried[self->started[i]].ended)
      {
        const HdWorkSpan span = make_span (self, self->started[i], HD_TIME_MAX, FALSE);

        open (data, &span);
      }
}

static void
cut (gpointer data,
     HdTime time)
{
  HdTransferCarrier *self = data;

  for (guint64 i = find_open (self); i < self->n_started; i++)
    if (!self->carried[self->started[i]].ended)
      tell_span (self, self->started[i], time, TRUE);
}

HdTransferList *
hd_transfer_carrier_get_list (HdTransferCarrier *self)
{
  return self->list;
}

static gboolean
is_ended (gpointer data)
{
  const HdTransferCarrier *self = data;

  return self->n_ended == self->n_transfers;
}

static guint64
get_n_completions (gpointer self)
{
  return ((HdTransferCarrier *) self)->n_ended;
}

static double
get_progress (gpointer data)
{
  const HdTransferCarrier *self = data;

  return self->n_transfers > 0 ? (double) self->n_ended / (double) self->n_transfers : 1;
}

static void
get_digest (gpointer self,
            guint lane_class,
            guint64 *out_digest)
{
  out_digest[0] = ((HdTransferCarrier *) self)->digest.sum[0];
  out_digest[1] = ((HdTransferCarrier *) self)->digest.sum[1];
}

const HdCarrierClass hd_transfer_carrier_class = {
  .start = start,
  .done = done,
  .settle = settle,
  .get_next = get_next,
  .is_ended = is_ended,
  .cut = cut,
  .tell_open = tell_open,
  .get_n_completions = get_n_completions,
  .get_progress = get_progress,
  .get_digest = get_digest,
  .free = free_carrier,
};
