/* heddle-span-index.c: the spans of a record's lanes at any scale
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Over the spans of a lane class stands a pyramid: a block sums up FAN spans, or FAN blocks of the level below. A picture goes down from the top and
 * stops at blocks that are too short to be told apart, so that it costs what it shows. Spans that do not fill a block yet are looked at singly.
 */
#define G_LOG_DOMAIN "heddle-span-index"

#include "heddle-span-index.h"

#include <stdlib.h>

#include <glib/gi18n.h>


#define FAN 32
#define N_LEVELS 6 /* of blocks; the highest ones hold 2^30 spans each */

typedef struct
{
  gint64 begin, end;
  float busy[HEDDLE_N_SPAN_KINDS]; /* ps */
} Block;

typedef struct
{
  GArray *levels[N_LEVELS]; /* of Block, complete ones */
  guint64 n_read;
} Pyramid;

struct _HeddleSpanIndex
{
  HdRecord *record;     /* owned */
  GPtrArray *pyramids;  /* by lane class; NULL where none was asked for */
  GStringChunk *labels; /* of steps, each once */
};

typedef struct
{
  HeddleSpanIndex *self;
  const Pyramid *pyramid;
  guint lane;
  HdTime begin, end, narrow;
  GArray *spans;
  gboolean grouped;
} Collection;

static void
pyramid_free (gpointer data)
{
  Pyramid *pyramid = data;

  for (guint level = 0; pyramid != NULL && level < N_LEVELS; level++)
    g_array_unref (pyramid->levels[level]);
  g_free (pyramid);
}

HeddleSpanIndex *
heddle_span_index_new (HdRecord *record)
{
  HeddleSpanIndex *self = g_new0 (HeddleSpanIndex, 1);

  self->record = hd_record_ref (record);
  self->pyramids = g_ptr_array_new_with_free_func (pyramid_free);
  self->labels = g_string_chunk_new (256);
  return self;
}

void
heddle_span_index_free (HeddleSpanIndex *self)
{
  g_ptr_array_unref (self->pyramids);
  g_string_chunk_free (self->labels);
  hd_record_unref (self->record);
  g_free (self);
}

/* ---- single spans ------------------------------------------------------------------------------------------------------------ */

const HdSpan *
heddle_span_index_peek (HeddleSpanIndex *self,
                        guint64 id)
{
  guint64 n;

  return hd_record_peek_spans (self->record, heddle_span_id_get_lane (id), heddle_span_id_get_index (id), &n);
}

static HeddleSpanKind
kind_of (const HdSpan *span)
{
  switch ((HdSpanKind) span->kind)
    {
    case HD_SPAN_COMPUTE:
      return HEDDLE_SPAN_COMPUTE;

    case HD_SPAN_MEMORY:
    case HD_SPAN_MOVE:
      return HEDDLE_SPAN_MEMORY;

    case HD_SPAN_COLLECTIVE:
    case HD_SPAN_TRANSFER:
    case HD_SPAN_STEP:
    case HD_SPAN_SEND:
    case HD_SPAN_RECEIVE:
    case HD_SPAN_REDUCE:
      return HEDDLE_SPAN_COMMUNICATION;

    case HD_SPAN_WAIT:
      return HEDDLE_SPAN_OTHER;
    }
  return HEDDLE_SPAN_OTHER;
}

/* In the lanes of its members a collective is told by its steps. */
static const char *
get_label (HeddleSpanIndex *self,
           const HdSpan *span)
{
  g_autofree char *label = NULL;

  if (!hd_span_has_step (span) || hd_record_get_collective_title (self->record, span->name) == NULL)
    return hd_record_get_title (self->record, span->name);
  label = g_strdup_printf (_("step %u"), span->step + 1);
  return g_string_chunk_insert_const (self->labels, label);
}

static void
fill (HeddleSpanIndex *self,
      guint64 id,
      const HdSpan *span,
      HeddleTimelineSpan *out_span)
{
  *out_span = (HeddleTimelineSpan){
    .id = id,
    .begin_ps = span->start,
    .end_ps = span->end,
    .kind = kind_of (span),
    .label = get_label (self, span),
  };
}

void
heddle_span_index_fill (HeddleSpanIndex *self,
                        guint64 id,
                        HeddleTimelineSpan *out_span)
{
  fill (self, id, heddle_span_index_peek (self, id), out_span);
}

guint64
heddle_span_index_get_cause (HeddleSpanIndex *self,
                             guint64 id)
{
  guint lane;
  guint64 index;

  if (!hd_record_find_cause (self->record, heddle_span_id_get_lane (id), heddle_span_index_peek (self, id), &lane, &index))
    return HD_NO_SPAN;
  return heddle_span_id (lane, index);
}

/* Spans are published as they end: the first that ends after @time. */
static guint64
find_first (HeddleSpanIndex *self,
            guint lane,
            HdTime time)
{
  guint64 low = 0, high = hd_record_get_n_spans (self->record, lane);

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (heddle_span_index_peek (self, heddle_span_id (lane, middle))->end <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

guint64
heddle_span_index_find (HeddleSpanIndex *self,
                        guint lane,
                        HdTime time)
{
  guint64 index = find_first (self, lane, time);

  return index < hd_record_get_n_spans (self->record, lane) ? heddle_span_id (lane, index) : HD_NO_SPAN;
}

guint64
heddle_span_index_find_last (HeddleSpanIndex *self)
{
  guint64 last = HD_NO_SPAN;

  for (guint lane = 0; lane < hd_record_get_n_lanes (self->record); lane++)
    {
      guint64 n = hd_record_get_n_spans (self->record, lane);
      guint64 id = heddle_span_id (lane, n - 1);

      if (n > 0 && (last == HD_NO_SPAN || heddle_span_index_peek (self, id)->end > heddle_span_index_peek (self, last)->end))
        last = id;
    }
  return last;
}

char *
heddle_span_index_describe (HeddleSpanIndex *self,
                            guint64 id)
{
  const HdSpan *span = heddle_span_index_peek (self, id);
  g_autofree char *peer = hd_span_has_peer (span) ? hd_design_dup_node_label (hd_record_get_design (self->record), span->peer) : NULL;
  g_autofree char *length = hd_figure_time (span->end - span->start, 4);
  g_autofree char *start = hd_figure_time (span->start, 6);
  g_autofree char *what = NULL;

  switch ((HdSpanKind) span->kind)
    {
    case HD_SPAN_COMPUTE:
      what = g_strdup (_("computation"));
      break;
    case HD_SPAN_MEMORY:
      what = g_strdup (_("memory traffic"));
      break;
    case HD_SPAN_MOVE:
      what = g_strdup (_("data moved"));
      break;
    case HD_SPAN_COLLECTIVE:
      what = g_strdup (_("collective"));
      break;
    case HD_SPAN_TRANSFER:
      what = g_strdup (_("transfer"));
      break;
    case HD_SPAN_STEP:
      what = g_strdup_printf (_("step %u"), span->step + 1);
      break;
    case HD_SPAN_SEND:
      what = g_strdup_printf (_("step %u, to %s"), span->step + 1, peer);
      break;
    case HD_SPAN_RECEIVE:
      what = g_strdup_printf (_("step %u, from %s"), span->step + 1, peer);
      break;
    case HD_SPAN_REDUCE:
      what = g_strdup_printf (_("step %u, reduction"), span->step + 1);
      break;
    case HD_SPAN_WAIT:
      what = g_strdup (_("waiting"));
      break;
    }
  return g_strdup_printf (_("%s, %s, from %s"), what != NULL ? what : "", length, start);
}

/* ---- pyramids ------------------------------------------------------------------------------------------------------------------- */

static void
block_join (Block *block,
            const Block *part)
{
  block->begin = MIN (block->begin, part->begin);
  block->end = MAX (block->end, part->end);
  for (guint kind = 0; kind < HEDDLE_N_SPAN_KINDS; kind++)
    block->busy[kind] += part->busy[kind];
}

static Block
block_of (const HdSpan *span)
{
  Block block = { .begin = span->start, .end = span->end };

  block.busy[kind_of (span)] = (float) MAX (span->end - span->start, 1);
  return block;
}

/* Completes blocks of the levels above @level that are full now. */
static void
raise_levels (Pyramid *pyramid,
              guint level)
{
  while (level + 1 < N_LEVELS && pyramid->levels[level]->len % FAN == 0)
    {
      GArray *parts = pyramid->levels[level];
      Block block = g_array_index (parts, Block, parts->len - FAN);

      for (guint i = parts->len - FAN + 1; i < parts->len; i++)
        block_join (&block, &g_array_index (parts, Block, i));
      g_array_append_val (pyramid->levels[++level], block);
    }
}

static const Pyramid *
read_on (HeddleSpanIndex *self,
         guint lane)
{
  guint class = hd_record_get_lane_class (self->record, lane);
  guint64 n_full = hd_record_get_n_spans (self->record, lane) / FAN * FAN;
  Pyramid *pyramid;

  if (class >= self->pyramids->len)
    g_ptr_array_set_size (self->pyramids, (int) class + 1);
  pyramid = g_ptr_array_index (self->pyramids, class);
  if (pyramid == NULL)
    {
      pyramid = self->pyramids->pdata[class] = g_new0 (Pyramid, 1);
      for (guint level = 0; level < N_LEVELS; level++)
        pyramid->levels[level] = g_array_new (FALSE, FALSE, sizeof (Block));
    }
  while (pyramid->n_read < n_full)
    {
      Block block = { .begin = G_MAXINT64, .end = G_MININT64 };

      for (guint i = 0; i < FAN; i++)
        {
          Block part = block_of (heddle_span_index_peek (self, heddle_span_id (lane, pyramid->n_read++)));

          block_join (&block, &part);
        }
      g_array_append_val (pyramid->levels[0], block);
      raise_levels (pyramid, 0);
    }
  return pyramid;
}

/* ---- collecting ----------------------------------------------------------------------------------------------------------------- */

static void
collect_single (Collection *c,
                guint64 first,
                guint64 n)
{
  for (guint64 i = first; i < first + n; i++)
    {
      guint64 id = heddle_span_id (c->lane, i);
      const HdSpan *span = heddle_span_index_peek (c->self, id);
      HeddleTimelineSpan out;

      if (span->end < c->begin || span->start >= c->end)
        continue;
      fill (c->self, id, span, &out);
      g_array_append_val (c->spans, out);
    }
}

static void
collect_block (Collection *c,
               guint level,
               guint64 number)
{
  const Block *block = &g_array_index (c->pyramid->levels[level], Block, number);

  if (block->end < c->begin || block->begin >= c->end)
    return;
  if (block->end - block->begin > c->narrow)
    {
      for (guint i = 0; i < FAN && level > 0; i++)
        collect_block (c, level - 1, number * FAN + i);
      if (level == 0)
        collect_single (c, number * FAN, FAN);
      return;
    }
  c->grouped = TRUE;
  for (guint kind = 0; kind < HEDDLE_N_SPAN_KINDS; kind++)
    {
      HeddleTimelineSpan span = { HD_NO_SPAN, block->begin, block->begin + (gint64) block->busy[kind], (HeddleSpanKind) kind, 0, NULL };

      if (block->busy[kind] > 0)
        g_array_append_val (c->spans, span);
    }
}

static int
compare_begin (gconstpointer a,
               gconstpointer b)
{
  const HeddleTimelineSpan *x = a, *y = b;

  return (x->begin_ps > y->begin_ps) - (x->begin_ps < y->begin_ps);
}

gboolean
heddle_span_index_collect (HeddleSpanIndex *self,
                           guint lane,
                           HdTime begin,
                           HdTime end,
                           HdTime narrow,
                           GArray *spans)
{
  const Pyramid *pyramid = read_on (self, lane);
  Collection c = { self, pyramid, lane, begin, end, narrow, spans, FALSE };
  guint first = spans->len;
  guint64 done = 0; /* blocks of the level that higher ones hold */

  for (guint level = N_LEVELS; level-- > 0;)
    {
      for (; done < pyramid->levels[level]->len; done++)
        collect_block (&c, level, done);
      done *= FAN;
    }
  collect_single (&c, done, hd_record_get_n_spans (self->record, lane) - done);
  if (spans->len > first)
    qsort (&g_array_index (spans, HeddleTimelineSpan, first), spans->len - first, sizeof (HeddleTimelineSpan), compare_begin);
  return c.grouped;
}

void
heddle_span_index_collect_open (HeddleSpanIndex *self,
                                guint lane,
                                HdTime begin,
                                HdTime end,
                                GArray *spans)
{
  HdTime present = hd_record_get_time (self->record);
  guint n;
  g_autofree HdSpan *open = hd_record_dup_open_spans (self->record, lane, &n);

  for (guint i = 0; i < n; i++)
    {
      HeddleTimelineSpan span;

      if (open[i].start > end || open[i].start >= present || present < begin)
        continue;
      fill (self, HD_NO_SPAN, &open[i], &span);
      span.end_ps = present;
      span.open = TRUE;
      g_array_append_val (spans, span);
    }
}
