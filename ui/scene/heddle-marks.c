/* heddle-marks.c: messages of a record on their way, at a moment
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-marks"

#include "heddle-marks.h"

#include <math.h>

#include <heddle/hd-pair-hash.h>

#define MOST_UNDER_WAY 256

/* A way between two nodes, which is the same whenever it is gone. */
typedef struct
{
  guint n_hops;
  guint32 *links;
  guint8 *directions;
} Way;

struct _HeddleMarks
{
  HdRecord *record;
  HdRouter *router;
  GHashTable *ways; /* from << 32 | to -> Way */
  GArray *marks;    /* of HeddleMark: what was read last */
};

static void
way_free (gpointer data)
{
  Way *self = data;

  g_free (self->links);
  g_free (self->directions);
  g_free (self);
}

HeddleMarks *
heddle_marks_new (HdRecord *record)
{
  HeddleMarks *self = g_new0 (HeddleMarks, 1);

  self->record = hd_record_ref (record);
  self->router = hd_router_new (hd_record_get_design (record));
  self->ways = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, way_free);
  self->marks = g_array_new (FALSE, FALSE, sizeof (HeddleMark));
  return self;
}

void
heddle_marks_free (HeddleMarks *self)
{
  g_array_unref (self->marks);
  g_hash_table_unref (self->ways);
  hd_router_free (self->router);
  hd_record_unref (self->record);
  g_free (self);
}

HdRecord *
heddle_marks_get_record (HeddleMarks *self)
{
  return self->record;
}

/* Without hops where there is none. */
static const Way *
find_way (HeddleMarks *self,
          guint32 from,
          guint32 to)
{
  guint64 key = (guint64) from << 32 | to;
  Way *way = g_hash_table_lookup (self->ways, &key);
  HdRoute route = { NULL };

  if (way != NULL)
    return way;
  way = g_new0 (Way, 1);
  if (hd_router_find (self->router, from, to, NULL, 0, &route, NULL))
    {
      way->n_hops = route.n_hops;
      way->links = g_memdup2 (route.links, route.n_hops * sizeof *route.links);
      way->directions = g_memdup2 (route.directions, route.n_hops * sizeof *route.directions);
    }
  g_hash_table_insert (self->ways, g_memdup2 (&key, sizeof key), way);
  return way;
}

static void
add (HeddleMarks *self,
     guint32 node,
     guint sender,
     const HdSpan *span,
     double share)
{
  const Way *way = find_way (self, node, span->peer);
  double at = CLAMP (share, 0, 1) * way->n_hops;
  guint hop = MIN ((guint) at, way->n_hops - 1);
  HeddleMark mark;

  if (way->n_hops == 0)
    return;
  mark = (HeddleMark){
    .link = way->links[hop],
    .direction = way->directions[hop],
    .position = (float) (at - hop),
    .sender = sender,
    .from = node,
    .to = span->peer,
    .name = span->name,
    .iteration = span->iteration,
    .step = span->step,
    .piece = HD_NO_ID,
  };
  g_array_append_val (self->marks, mark);
}

static const HdSpan *
peek (HeddleMarks *self,
      guint lane,
      guint64 n)
{
  guint64 some;

  return hd_record_peek_spans (self->record, lane, n, &some);
}

/* Spans stand in the order of their ends: the first that ends after @moment. */
static guint64
find_ending (HeddleMarks *self,
             guint lane,
             guint64 n,
             HdTime moment)
{
  guint64 low = 0, high = n;

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (peek (self, lane, middle)->end <= moment)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
read_lane (HeddleMarks *self,
           guint lane,
           guint sender,
           HdTime moment)
{
  guint64 n = hd_record_get_n_spans (self->record, lane), first = find_ending (self, lane, n, moment);
  guint32 node = hd_record_get_lane_node (self->record, lane);

  for (guint64 i = first; i < MIN (n, first + MOST_UNDER_WAY); i++)
    {
      const HdSpan *span = peek (self, lane, i);

      if (span->start <= moment && span->end > span->start)
        add (self, node, sender, span, (double) (moment - span->start) / (double) (span->end - span->start));
    }
}

/* A lane of sends has nothing else. */
static gboolean
has_sends (HeddleMarks *self,
          guint lane)
{
  return hd_record_is_trace_lane (self->record, lane) && hd_record_get_lane_node (self->record, lane) != HD_NO_ID
         && hd_record_get_n_spans (self->record, lane) > 0 && peek (self, lane, 0)->kind == HD_SPAN_SEND;
}

static guint
find_sender (const HdRunSettings *settings,
             guint32 node)
{
  for (guint i = 0; i < settings->n_traced; i++)
    if (settings->traced[i] == node)
      return i;
  return 0;
}

const HeddleMark *
heddle_marks_read (HeddleMarks *self,
                   HdTime moment,
                   guint *out_n)
{
  const HdRunSettings *settings = hd_design_get_run_settings (hd_record_get_design (self->record));
  guint n_lanes = hd_record_get_n_lanes (self->record);

  g_array_set_size (self->marks, 0);
  for (guint lane = 0; settings->n_traced > 0 && lane < n_lanes; lane++)
    if (has_sends (self, lane))
      read_lane (self, lane, find_sender (settings, hd_record_get_lane_node (self->record, lane)), moment);
  *out_n = self->marks->len;
  return (const HeddleMark *) (gconstpointer) self->marks->data;
}
