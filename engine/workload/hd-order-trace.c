/* hd-order-trace.c: the sends of chosen members in communications without barriers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A send lasts until its last byte has left, a receive from the first byte to the last. What happens at one time is told together, in the order of
 * steps and of sends, so that spans have the same numbers whatever shortcuts were taken.
 */
#define G_LOG_DOMAIN "hd-step-trace"

#include "hd-step-trace-private.h"

#define N_RECENT 8 /* receives of a member among which the one is looked for that released a send */

/* A traced send has left or arrived; it is told when all that happens at that time is known. */
typedef struct
{
  guint32 kept; /* among the sends of the pattern */
  guint32 stretch;
  guint32 step;
  gboolean arrived;
  HdTime left;
} Event;

/* A traced send under way. */
typedef struct
{
  gboolean live;
  guint32 stretch;
  guint32 step;
  HdTime left;
  HdTraceCause cause;
} UnderWay;

typedef struct
{
  HdTime end;
  HdTraceCause span;
} Past;

/* What a member did last. */
typedef struct
{
  Past received[N_RECENT];
  guint n_received;
  Past sent;
} Member;

struct _HdOrderTrace
{
  const HdCommPattern *pattern;
  HdTime now;
  GArray *events;      /* of Event, all at @now */
  UnderWay *under_way; /* by send of the pattern */
  GHashTable *members; /* node -> Member */
};

HdOrderTrace *
_hd_order_trace_new (const HdCommPattern *pattern)
{
  HdOrderTrace *self = g_new0 (HdOrderTrace, 1);

  self->pattern = pattern;
  self->events = g_array_new (FALSE, FALSE, sizeof (Event));
  self->under_way = g_new0 (UnderWay, pattern->sends->len);
  self->members = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

void
_hd_order_trace_free (HdOrderTrace *self)
{
  g_array_unref (self->events);
  g_free (self->under_way);
  g_hash_table_unref (self->members);
  g_free (self);
}

static Member *
find_member (HdOrderTrace *self,
             guint32 node)
{
  Member *member = g_hash_table_lookup (self->members, GUINT_TO_POINTER (node));

  if (member == NULL)
    {
      member = g_new0 (Member, 1);
      member->sent.end = HD_NOT_ENDED;
      g_hash_table_insert (self->members, GUINT_TO_POINTER (node), member);
    }
  return member;
}

/* What released a send of @node that left at @left: what came then, or what was sent until then; else what released the communication. */
static HdTraceCause
find_cause (HdOrderTrace *self,
            guint32 node,
            HdTime left,
            HdTraceCause first)
{
  const Member *member = find_member (self, node);

  for (guint i = 0; i < MIN (member->n_received, N_RECENT); i++)
    {
      const Past *past = &member->received[(member->n_received - 1 - i) % N_RECENT];

      if (past->end == left)
        return past->span;
    }
  return member->sent.end == left ? member->sent.span : first;
}

static void
tell (HdStepTrace *trace,
      const HdActiveTrace *active,
      guint32 kept,
      HdTime end,
      gboolean unfinished)
{
  HdOrderTrace *self = active->order;
  const UnderWay *about = &self->under_way[kept];
  const HdTeam *team = hd_workload_graph_get_team (trace->model->graph, self->pattern->team);
  const HdCommStretch *stretch = &g_array_index (self->pattern->stretches, HdCommStretch, about->stretch);
  const HdCommSend *entry = &g_array_index (self->pattern->sends, HdCommSend, kept);
  guint32 path = g_array_index (self->pattern->transfers, HdCommTransfer, stretch->first_transfer + entry->transfer).path;
  HdWorkSpan span = { .name = active->vertex, .iteration = active->iteration, .step = about->step, .peer = HD_NO_ID, .unfinished = unfinished };
  HdTracedTransfer transfer = { .left = about->left, .end = end, .latency = hd_flow_model_get_path (trace->flows, path)->latency_ps };
  HdTraceCause sent, received;
  Member *source, *destination;
  HdSend send;

  if (!_hd_step_trace_is_in_window (trace, about->left, end))
    return;
  self->pattern->algorithm->get_send (team->n_nodes, about->step, entry->send, &send);
  transfer.source = team->nodes[send.source];
  transfer.destination = team->nodes[send.destination];
  transfer.out = unfinished ? end : end - transfer.latency;
  transfer.reduces = send.action == HD_SEND_REDUCE;
  _hd_step_trace_tell_transfer (trace, _hd_step_trace_get_channel (trace, active->vertex), &span, &transfer, about->cause, &sent, &received);
  source = find_member (self, transfer.source);
  source->sent = (Past) { transfer.out, sent };
  destination = find_member (self, transfer.destination);
  destination->received[destination->n_received++ % N_RECENT] = (Past) { end, received };
}

static int
compare_events (gconstpointer a,
                gconstpointer b)
{
  const Event *x = a, *y = b;

  if (x->step != y->step)
    return x->step < y->step ? -1 : 1;
  if (x->arrived != y->arrived)
    return x->arrived ? 1 : -1;
  return x->kept < y->kept ? -1 : x->kept > y->kept;
}

/* All that happened at the time of the events is known. */
static void
flush (HdStepTrace *trace,
       const HdActiveTrace *active)
{
  HdOrderTrace *self = active->order;
  const HdTeam *team = hd_workload_graph_get_team (trace->model->graph, self->pattern->team);

  g_array_sort (self->events, compare_events);
  for (guint i = 0; i < self->events->len; i++)
    {
      const Event *event = &g_array_index (self->events, Event, i);
      UnderWay *under_way = &self->under_way[event->kept];
      HdSend send;

      if (event->arrived)
        {
          tell (trace, active, event->kept, self->now, FALSE);
          under_way->live = FALSE;
          continue;
        }
      self->pattern->algorithm->get_send (team->n_nodes, event->step, g_array_index (self->pattern->sends, HdCommSend, event->kept).send, &send);
      *under_way = (UnderWay) { TRUE, event->stretch, event->step, event->left,
                                find_cause (self, team->nodes[send.source], event->left, active->cause) };
    }
  g_array_set_size (self->events, 0);
}

/* The stretch of the pattern that has a transfer. */
static guint32
find_stretch (const HdCommPattern *pattern,
              guint32 transfer)
{
  guint32 low = 0, high = pattern->stretches->len;

  while (high - low > 1)
    {
      guint32 middle = low + (high - low) / 2;

      if (g_array_index (pattern->stretches, HdCommStretch, middle).first_transfer <= transfer)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
note (HdStepTrace *trace,
      guint32 number,
      guint32 transfer,
      guint round,
      gboolean arrived,
      HdTime left,
      HdTime now)
{
  const HdActiveTrace *active = _hd_step_trace_find_active (trace, number);
  HdOrderTrace *self;
  const HdCommStretch *stretch;
  guint32 n;

  if (active == NULL)
    return;
  self = active->order;
  if (now > self->now)
    flush (trace, active);
  self->now = now;
  if (left > trace->settings->trace_until)
    return;
  n = find_stretch (self->pattern, transfer);
  stretch = &g_array_index (self->pattern->stretches, HdCommStretch, n);
  for (guint32 i = stretch->first_send; i < stretch->first_send + stretch->n_sends; i++)
    if (stretch->first_transfer + g_array_index (self->pattern->sends, HdCommSend, i).transfer == transfer)
      {
        Event event = { i, n, stretch->first_step + round, arrived, left };

        g_array_append_val (self->events, event);
      }
}

void
hd_step_trace_left (HdStepTrace *self,
                    guint32 number,
                    guint transfer,
                    guint round,
                    HdTime left,
                    HdTime now)
{
  note (self, number, transfer, round, FALSE, left, now);
}

void
hd_step_trace_arrived (HdStepTrace *self,
                       guint32 number,
                       guint transfer,
                       guint round,
                       HdTime left,
                       HdTime time)
{
  note (self, number, transfer, round, TRUE, left, time);
}

void
_hd_order_trace_end (HdStepTrace *trace,
                     guint32 number)
{
  flush (trace, _hd_step_trace_find_active (trace, number));
}

void
_hd_order_trace_cut (HdStepTrace *trace,
                     guint32 number,
                     HdTime time)
{
  const HdActiveTrace *active = _hd_step_trace_find_active (trace, number);

  flush (trace, active);
  for (guint32 i = 0; i < active->order->pattern->sends->len; i++)
    if (active->order->under_way[i].live)
      tell (trace, active, i, time, TRUE);
}
