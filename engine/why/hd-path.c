/* hd-path.c: what the end of a run waited for, back to its beginning
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * From the span that ended last it goes back to what released it: its cause, if that ended when it began; else what ended then in its own lane, as a channel takes one
 * communication after the other; else the cause, after a gap. Where no cause is recorded, as of collectives by agents, it is what ended last among the members
 * before.
 */
#define G_LOG_DOMAIN "hd-path"

#include "hd-path-private.h"

#include <heddle/hd-figure.h>

#include "hd-i18n.h"
#include "hd-processor.h"
#include "hd-record-parts.h"

#define DIGITS 4
#define MOST_MEMBERS 4096 /* of a communication, in whose lanes what came before is looked for */

const HdSpan *
_hd_path_peek (HdPathBuilder *self,
               guint lane,
               guint64 index)
{
  guint64 some;

  return hd_record_peek_spans (self->record, lane, index, &some);
}

guint64
_hd_path_find_ended (HdPathBuilder *self,
                     guint lane,
                     HdTime time)
{
  guint64 low = 0, high = hd_record_get_n_spans (self->record, lane);

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (_hd_path_peek (self, lane, middle)->end <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static gboolean
is_of_messages (const HdSpan *span)
{
  return span->kind >= HD_SPAN_STEP && span->kind <= HD_SPAN_REDUCE;
}

/* ---- parts ---------------------------------------------------------------------------------------------------------------------- */

void
_hd_path_add (HdPathBuilder *self,
              HdTime start,
              const HdPathPart *part,
              const HdPathHop *hops,
              guint n_hops)
{
  HdPathPart added = *part;

  if (start >= self->time || self->is_full)
    return;
  added.start = start;
  added.end = self->time;
  added.first_hop = self->hops->len;
  added.n_hops = n_hops;
  if (n_hops > 0)
    g_array_append_vals (self->hops, hops, n_hops);
  g_array_append_val (self->parts, added);
  self->time = start;
  self->is_full = self->parts->len >= HD_PATH_MOST_PARTS;
}

/* The busiest so far of what is passed. */
typedef struct
{
  HdPathBuilder *builder;
  HdTime start, end;
  HdPathPart *part;
  double share, rate;
} Search;

static void
look_at_limit (gpointer data,
               const HdPathLimit *limit,
               double rate)
{
  Search *self = data;
  HdLoad load = limit->kind == HD_TARGET_LINK ? hd_record_read_link (self->builder->record, limit->target, self->start, self->end)
                                              : hd_record_read_node (self->builder->record, limit->target, self->start, self->end);
  double share = (double) load.ways[limit->way].mean;

  if (self->part->has_limit && !(share > self->share * 1.01) && !(share > self->share * 0.99 && rate < self->rate))
    return;
  self->part->has_limit = TRUE;
  self->part->limit_kind = limit->kind;
  self->part->limit = limit->target;
  self->part->way = limit->way;
  self->share = share;
  self->rate = rate;
}

void
_hd_path_set_limit (HdPathBuilder *self,
                    HdPathPart *part,
                    HdTime start,
                    HdTime end,
                    const HdPathHop *hops,
                    guint n_hops)
{
  Search search = { self, start, end, part, 0, 0 };

  if (n_hops > 0)
    hd_path_limit_foreach (self->design, part->from, hops, n_hops, look_at_limit, &search);
}

static HdPathPart
begin_part (HdPathBuilder *self,
            HdPathKind kind,
            const HdPathSpan *at)
{
  const HdSpan *span = _hd_path_peek (self, at->lane, at->index);
  guint32 node = hd_record_get_lane_node (self->record, at->lane);

  return (HdPathPart){ .kind = kind, .lane = at->lane, .span = at->index, .name = span->name, .iteration = span->iteration, .n_alike = 1, .from = node, .to = node };
}

/* Nothing is known of the time before that, or it does not count. */
static void
add_idle (HdPathBuilder *self,
          HdTime start)
{
  gboolean is_pause = hd_pauses_measure (self->record->pauses, start, self->time) == self->time - start;
  const HdPathPart idle = { .kind = is_pause ? HD_PATH_PAUSE : HD_PATH_IDLE, .lane = HD_NO_ID, .span = HD_NO_SPAN, .name = HD_NO_ID, .n_alike = 1, .from = HD_NO_ID, .to = HD_NO_ID };

  _hd_path_add (self, start, &idle, NULL, 0);
}

/* Data comes from its home, or is read and written there. */
static void
add_data (HdPathBuilder *self,
          const HdPathSpan *at,
          HdPathKind kind)
{
  const HdSpan *span = _hd_path_peek (self, at->lane, at->index);
  const HdPathWork *work = hd_path_works_find (&self->works, self->record, span->name);
  HdPathPart part = begin_part (self, kind, at);
  HdProcessor processor;
  guint32 home;
  HdRoute route = { NULL };
  g_autofree HdPathHop *hops = NULL;

  if (work == NULL || work->vertex == NULL || part.from == HD_NO_ID)
    {
      _hd_path_add (self, span->start, &part, NULL, 0);
      return;
    }
  hd_processor_get (self->design, part.from, &processor);
  home = work->vertex->home != HD_NO_ID ? work->vertex->home : processor.home;
  if (kind == HD_PATH_MEMORY && (work->vertex->access == HD_ACCESS_MOVE || hd_work_vertex_is_local (work->vertex, &processor)))
    home = HD_NO_ID;
  if (home == HD_NO_ID)
    {
      part.has_limit = TRUE;
      part.limit_kind = HD_TARGET_NODE;
      part.limit = part.from;
      part.way = 1;
    }
  else if (hd_router_find (self->router, home, part.to, NULL, 0, &route, NULL))
    {
      part.from = home;
      part.latency = kind == HD_PATH_MOVE ? route.latency_ps : 0;
      hops = g_new (HdPathHop, route.n_hops + 1);
      for (guint i = 0; i < route.n_hops; i++)
        hops[i] = (HdPathHop){ route.links[i], route.directions[i] };
      _hd_path_set_limit (self, &part, span->start, self->time, hops, route.n_hops);
    }
  _hd_path_add (self, span->start, &part, hops, route.n_hops);
}

static void
add_computation (HdPathBuilder *self,
                 const HdPathSpan *at)
{
  HdPathPart part = begin_part (self, HD_PATH_COMPUTE, at);
  const HdPathWork *work = hd_path_works_find (&self->works, self->record, part.name);

  part.has_limit = work != NULL && work->vertex != NULL;
  part.limit_kind = HD_TARGET_NODE;
  part.limit = part.from;
  part.half_precision = part.has_limit && work->vertex->half_precision;
  _hd_path_add (self, _hd_path_peek (self, at->lane, at->index)->start, &part, NULL, 0);
}

static void
add_transfer (HdPathBuilder *self,
              const HdPathSpan *at)
{
  const HdSpan *span = _hd_path_peek (self, at->lane, at->index);
  HdPathPart part = begin_part (self, HD_PATH_WORK, at);
  HdTransferResult transfer;
  HdRoute route = { NULL };
  g_autofree HdPathHop *hops = NULL;

  if (hd_record_get_transfer (self->record, at->index, &transfer) && transfer.end == span->end
      && hd_router_find (self->router, transfer.source, transfer.destination, NULL, 0, &route, NULL))
    {
      part.kind = HD_PATH_MESSAGE;
      part.from = transfer.source;
      part.to = transfer.destination;
      part.latency = route.latency_ps;
      hops = g_new (HdPathHop, route.n_hops + 1);
      for (guint i = 0; i < route.n_hops; i++)
        hops[i] = (HdPathHop){ route.links[i], route.directions[i] };
      _hd_path_set_limit (self, &part, span->start, span->end, hops, route.n_hops);
    }
  _hd_path_add (self, span->start, &part, hops, route.n_hops);
}

static void
add_span (HdPathBuilder *self,
          const HdPathSpan *at)
{
  const HdSpan *span = _hd_path_peek (self, at->lane, at->index);
  const HdPathWork *work = hd_path_works_find (&self->works, self->record, span->name);
  HdPathPart part;

  switch ((HdSpanKind) span->kind)
    {
    case HD_SPAN_COMPUTE:
      add_computation (self, at);
      return;

    case HD_SPAN_MEMORY:
      add_data (self, at, HD_PATH_MEMORY);
      return;

    case HD_SPAN_MOVE:
      add_data (self, at, HD_PATH_MOVE);
      return;

    case HD_SPAN_TRANSFER:
      if (work == NULL && hd_record_get_lane_node (self->record, at->lane) == HD_NO_ID)
        {
          add_transfer (self, at);
          return;
        }
      break;

    case HD_SPAN_COLLECTIVE:
    case HD_SPAN_WAIT:
    case HD_SPAN_STEP:
    case HD_SPAN_SEND:
    case HD_SPAN_RECEIVE:
    case HD_SPAN_REDUCE:
    default:
      break;
    }
  if (hd_record_get_lane_node (self->record, at->lane) == HD_NO_ID)
    {
      _hd_path_add_communication (self, at);
      return;
    }
  part = begin_part (self, span->kind == HD_SPAN_WAIT ? HD_PATH_WAIT : HD_PATH_WORK, at);
  _hd_path_add (self, span->start, &part, NULL, 0);
}

/* ---- what released it ------------------------------------------------------------------------------------------------------------ */

/* The last span of @lane that has ended by @time, and began before it. */
static gboolean
find_last (HdPathBuilder *self,
           guint lane,
           HdTime time,
           HdPathSpan *out_span)
{
  guint64 n = _hd_path_find_ended (self, lane, time);

  while (n > 0)
    {
      const HdSpan *span = _hd_path_peek (self, lane, n - 1);

      if (is_of_messages (span) || span->start >= time)
        {
          n--;
          continue;
        }
      *out_span = (HdPathSpan){ lane, n - 1 };
      return TRUE;
    }
  return FALSE;
}

static HdTime
get_end (HdPathBuilder *self,
         const HdPathSpan *span)
{
  return _hd_path_peek (self, span->lane, span->index)->end;
}

/* Takes @found if it ended later. */
static void
keep_later (HdPathBuilder *self,
            const HdPathSpan *found,
            HdPathSpan *best,
            gboolean *has_best)
{
  if (*has_best && get_end (self, found) <= get_end (self, best))
    return;
  *best = *found;
  *has_best = TRUE;
}

/* A communication in which @node took part and that went on at @time, so that its share of it may have ended then: by agents its members go on one by one. */
static gboolean
find_share (HdPathBuilder *self,
            guint32 node,
            HdTime time,
            HdPathSpan *out_span)
{
  gboolean has_one = FALSE;

  for (guint lane = 0; lane < hd_record_get_n_lanes (self->record); lane++)
    {
      guint64 n;

      if (hd_record_get_lane_node (self->record, lane) != HD_NO_ID || hd_record_is_trace_lane (self->record, lane))
        continue;
      n = _hd_path_find_ended (self, lane, time - 1);
      if (n < hd_record_get_n_spans (self->record, lane))
        {
          const HdSpan *span = _hd_path_peek (self, lane, n);
          guint n_members = 0;
          const guint32 *members = hd_record_peek_members (self->record, span->name, &n_members);
          gboolean takes_part = FALSE;

          for (guint i = 0; members != NULL && i < n_members && !takes_part; i++)
            takes_part = members[i] == node;
          if (takes_part && span->start < time && (!has_one || span->start > _hd_path_peek (self, out_span->lane, out_span->index)->start))
            {
              *out_span = (HdPathSpan){ lane, n };
              has_one = TRUE;
            }
        }
    }
  return has_one;
}

/* What ended last in the lanes of those who take part in @span. */
static gboolean
find_among_members (HdPathBuilder *self,
                    const HdSpan *span,
                    HdPathSpan *out_span)
{
  guint n_members = 0;
  const guint32 *members = hd_record_peek_members (self->record, span->name, &n_members);
  gboolean has_one = FALSE;

  for (guint i = 0; members != NULL && i < MIN (n_members, MOST_MEMBERS); i++)
    {
      guint lane = GPOINTER_TO_UINT (g_hash_table_lookup (self->node_lanes, GUINT_TO_POINTER (members[i])));
      HdPathSpan found;

      if (lane > 0 && find_last (self, lane - 1, span->start, &found))
        keep_later (self, &found, out_span, &has_one);
    }
  return has_one;
}

static gboolean
find_before (HdPathBuilder *self,
             const HdPathSpan *at,
             HdPathSpan *out_span)
{
  const HdSpan *span = _hd_path_peek (self, at->lane, at->index);
  guint32 node = hd_record_get_lane_node (self->record, at->lane);
  HdPathSpan cause, found;
  gboolean has_cause = hd_record_find_cause (self->record, at->lane, span, &cause.lane, &cause.index), has_one = FALSE;

  if (has_cause && get_end (self, &cause) == self->time)
    {
      *out_span = cause;
      return TRUE;
    }
  if (find_last (self, at->lane, self->time, &found) && (get_end (self, &found) == self->time || !has_cause))
    keep_later (self, &found, out_span, &has_one);
  if (has_one && get_end (self, out_span) == self->time)
    return TRUE;
  if (has_cause && get_end (self, &cause) <= self->time)
    {
      *out_span = cause;
      return TRUE;
    }
  if (node != HD_NO_ID && !hd_record_is_trace_lane (self->record, at->lane) && find_share (self, node, self->time, &found))
    {
      *out_span = found;
      return TRUE;
    }
  if (node == HD_NO_ID && find_among_members (self, span, &found))
    keep_later (self, &found, out_span, &has_one);
  return has_one;
}

/* A transfer of a list that waited for another, which came to where it starts. */
static gboolean
find_transfer_before (HdPathBuilder *self,
                      const HdPathSpan *at,
                      HdPathSpan *out_span)
{
  const HdPathPart *last = self->parts->len > 0 ? &g_array_index (self->parts, HdPathPart, self->parts->len - 1) : NULL;

  if (last == NULL || last->kind != HD_PATH_MESSAGE)
    return FALSE;
  for (guint64 n = _hd_path_find_ended (self, at->lane, self->time); n > 0 && _hd_path_peek (self, at->lane, n - 1)->end == self->time; n--)
    {
      HdTransferResult transfer;

      if (n - 1 == at->index || !hd_record_get_transfer (self->record, n - 1, &transfer) || transfer.end != self->time || transfer.destination != last->from)
        continue;
      *out_span = (HdPathSpan){ at->lane, n - 1 };
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_of_list (HdPathBuilder *self,
            const HdPathSpan *at)
{
  return hd_record_get_n_transfers (self->record) > 0 && _hd_path_peek (self, at->lane, at->index)->kind == HD_SPAN_TRANSFER
         && hd_record_get_lane_node (self->record, at->lane) == HD_NO_ID && hd_path_works_find (&self->works, self->record, _hd_path_peek (self, at->lane, at->index)->name) == NULL;
}

/* ---- the whole ------------------------------------------------------------------------------------------------------------------- */

/* Traffic comes when it comes, so that nothing is behind it. */
static gboolean
is_traffic (HdPathBuilder *self,
            const HdPathSpan *at)
{
  const HdSpan *span = _hd_path_peek (self, at->lane, at->index);

  return self->works.has_traffic && span->kind == HD_SPAN_TRANSFER && hd_record_get_lane_node (self->record, at->lane) == HD_NO_ID
         && hd_record_get_n_transfers (self->record) == 0 && hd_path_works_find (&self->works, self->record, span->name) == NULL;
}

/* Of all that ended last what is work comes before what components do. */
static gboolean
find_end (HdPathBuilder *self,
          HdPathSpan *out_span)
{
  gboolean has_one = FALSE;

  for (guint pass = 0; pass < 2; pass++)
    for (guint lane = 0; lane < hd_record_get_n_lanes (self->record); lane++)
      {
        HdPathSpan found;

        if (hd_record_is_trace_lane (self->record, lane) == (pass == 1) && find_last (self, lane, HD_TIME_MAX, &found) && !is_traffic (self, &found))
          keep_later (self, &found, out_span, &has_one);
      }
  return has_one;
}

static char *
dup_reason (HdPathBuilder *self,
            const HdPathSpan *last)
{
  g_autofree char *when = hd_figure_time (self->time, DIGITS), *title = NULL;

  if (self->is_full)
    return g_strdup_printf (_("It has more parts than are kept: what was before %s is left out."), when);
  if (is_of_list (self, last) && self->parts->len > 0 && g_array_index (self->parts, HdPathPart, self->parts->len - 1).kind == HD_PATH_IDLE)
    {
      g_autofree char *begin = hd_figure_time (g_array_index (self->parts, HdPathPart, self->parts->len - 1).end, DIGITS);

      return g_strdup_printf (_("The transfer that the end waited for was to begin at %s, as its list says."), begin);
    }
  if (hd_record_is_trace_lane (self->record, last->lane))
    {
      title = hd_record_dup_lane_title (self->record, last->lane);
      return g_strdup_printf (_("Components that act do not record for whom they wait: this is what “%s” did, which ended last."), title);
    }
  return NULL;
}

static void
follow (HdPathBuilder *self,
        HdPath *path)
{
  HdPathSpan at, before;

  if (!find_end (self, &at))
    {
      path->reason = g_strdup (self->works.has_traffic ? _("Traffic comes at times of its own, and nothing waits for it, so there is no chain that such a run waits for.")
                                                       : _("Nothing is recorded that the end of the run could have waited for."));
      return;
    }
  self->time = get_end (self, &at);
  if (hd_record_is_trace_lane (self->record, at.lane) && _hd_path_follow_exchanges (self, hd_record_get_lane_node (self->record, at.lane)))
    {
      path->reason = self->is_full ? dup_reason (self, &at) : NULL;
      return;
    }
  while (!self->is_full && self->time > 0)
    {
      gboolean has_one;

      add_span (self, &at);
      if (self->time <= 0 || self->is_full)
        break;
      has_one = is_of_list (self, &at) ? find_transfer_before (self, &at, &before) : find_before (self, &at, &before);
      if (!has_one)
        {
          add_idle (self, 0);
          break;
        }
      if (get_end (self, &before) < self->time)
        add_idle (self, get_end (self, &before));
      if (_hd_path_peek (self, before.lane, before.index)->start >= self->time) /* would not come to an end */
        {
          add_idle (self, 0);
          break;
        }
      at = before;
    }
  path->is_of_component = hd_record_is_trace_lane (self->record, at.lane);
  path->reason = dup_reason (self, &at);
}

static void
note_lanes (HdPathBuilder *self)
{
  for (guint lane = 0; lane < hd_record_get_n_lanes (self->record); lane++)
    {
      guint32 node = hd_record_get_lane_node (self->record, lane);
      gpointer key = GUINT_TO_POINTER (node);
      GArray *lanes;

      if (node == HD_NO_ID)
        continue;
      if (!hd_record_is_trace_lane (self->record, lane))
        {
          g_hash_table_insert (self->node_lanes, key, GUINT_TO_POINTER (lane + 1));
          continue;
        }
      if (hd_record_get_n_spans (self->record, lane) == 0 || !is_of_messages (_hd_path_peek (self, lane, 0)))
        continue;
      lanes = g_hash_table_lookup (self->member_lanes, key);
      if (lanes == NULL)
        g_hash_table_insert (self->member_lanes, key, lanes = g_array_new (FALSE, FALSE, sizeof (guint)));
      g_array_append_val (lanes, lane);
    }
}

static void
plan_free (gpointer data)
{
  if (data != NULL)
    hd_path_plan_free (data);
}

static void
reverse (GArray *parts)
{
  for (guint i = 0; i < parts->len / 2; i++)
    {
      HdPathPart *a = &g_array_index (parts, HdPathPart, i), *b = &g_array_index (parts, HdPathPart, parts->len - 1 - i), kept = *a;

      *a = *b;
      *b = kept;
    }
}

HdPath *
hd_path_new (HdRecord *record)
{
  HdPath *self = g_new0 (HdPath, 1);
  HdDesign *design = hd_record_get_design (record);
  HdPathBuilder builder = {
    .record = record,
    .design = design,
    .router = hd_router_new (design),
    .parts = g_array_new (FALSE, FALSE, sizeof (HdPathPart)),
    .hops = g_array_new (FALSE, FALSE, sizeof (HdPathHop)),
    .plans = g_hash_table_new_full (NULL, NULL, NULL, plan_free),
    .busiest = g_hash_table_new_full (NULL, NULL, NULL, g_free),
    .member_lanes = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref),
    .node_lanes = g_hash_table_new (NULL, NULL),
  };

  g_atomic_ref_count_init (&self->ref_count);
  self->record = hd_record_ref (record);
  hd_path_works_init (&builder.works, design);
  note_lanes (&builder);
  follow (&builder, self);
  reverse (builder.parts);
  self->parts = builder.parts;
  self->hops = builder.hops;
  self->plans = builder.plans;
  for (guint i = 0; i < self->parts->len; i++)
    self->is_inferred |= g_array_index (self->parts, HdPathPart, i).inferred;
  hd_path_works_clear (&builder.works);
  hd_router_free (builder.router);
  g_hash_table_unref (builder.busiest);
  g_hash_table_unref (builder.member_lanes);
  g_hash_table_unref (builder.node_lanes);
  return self;
}

HdPath *
hd_path_ref (HdPath *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_path_unref (HdPath *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  hd_record_unref (self->record);
  g_array_unref (self->parts);
  g_array_unref (self->hops);
  g_hash_table_unref (self->plans);
  g_free (self->reason);
  g_free (self);
}

HdRecord *
hd_path_get_record (HdPath *self)
{
  return self->record;
}

guint
hd_path_get_n_parts (HdPath *self)
{
  return self->parts->len;
}

const HdPathPart *
hd_path_get_part (HdPath *self,
                  guint n)
{
  return &g_array_index (self->parts, HdPathPart, n);
}

HdTime
hd_path_get_time (HdPath *self)
{
  HdTime time = 0;

  for (guint i = 0; i < self->parts->len; i++)
    if (hd_path_get_part (self, i)->kind != HD_PATH_PAUSE)
      time += hd_path_get_part (self, i)->end - hd_path_get_part (self, i)->start;
  return time;
}

guint32
hd_path_find_part (HdPath *self,
                   HdTime moment)
{
  guint low = 0, high = self->parts->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (hd_path_get_part (self, middle)->start <= moment)
        low = middle + 1;
      else
        high = middle;
    }
  return low > 0 ? low - 1 : HD_NO_ID;
}

const HdPathHop *
hd_path_peek_hops (HdPath *self,
                   const HdPathPart *part)
{
  return part->n_hops > 0 ? &g_array_index (self->hops, HdPathHop, part->first_hop) : NULL;
}

const char *
hd_path_get_reason (HdPath *self)
{
  return self->reason;
}

gboolean
hd_path_is_inferred (HdPath *self)
{
  return self->is_inferred;
}
