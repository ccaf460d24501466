/* heddle-timeline-figure.c: lanes of spans, what released what, and what a search found
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-timeline-figure"

#include "heddle-timeline-figure.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-span-set.h"
#include "heddle-timeline-figure-private.h"

#define ALL_LANES_MAXIMUM 24    /* more lanes are shown once for each class of equal ones */
#define EFFECTS_MAXIMUM 64      /* arrows to what one span released */
#define NO_ROW G_MAXUINT         /* of a lane of which nothing has been told */
#define LOOK_AHEAD 64           /* spans of a lane looked at for effects, and of a channel, where work may wait its turn: */
#define LOOK_AHEAD_CHANNEL 1024
#define PATH_MAXIMUM 1000000    /* spans */

static void
clear_row (HeddleTimelineRow *row)
{
  g_free (row->title);
  g_free (row->note);
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

static void
add_row (HeddleTimelineFigure *self,
         guint lane,
         GHashTable *row_of_class,
         gboolean all)
{
  gpointer key = GUINT_TO_POINTER (hd_record_get_lane_class (self->record, lane) + 1), found;
  gboolean works = hd_record_get_lane_node (self->record, lane) != HD_NO_ID && !hd_record_is_trace_lane (self->record, lane);

  if (!all && g_hash_table_lookup_extended (row_of_class, key, NULL, &found))
    {
      self->row_of_lane[lane] = GPOINTER_TO_UINT (found);
      g_array_index (self->rows, HeddleTimelineRow, GPOINTER_TO_UINT (found)).n_equal++;
      return;
    }
  g_hash_table_insert (row_of_class, key, GUINT_TO_POINTER (self->rows->len));
  self->row_of_lane[lane] = self->rows->len;

  HeddleTimelineRow row = { .lane = lane, .n_equal = 1, .title = hd_record_dup_lane_title (self->record, lane), .one_row = !works };

  g_array_append_val (self->rows, row);
}

/* The lanes of a trace from @first on, of each node: node -> (element-type guint). */
static GHashTable *
find_traces (HdRecord *record,
             guint first)
{
  GHashTable *traces = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);

  for (guint lane = first; lane < hd_record_get_n_lanes (record); lane++)
    {
      gpointer node = GUINT_TO_POINTER (hd_record_get_lane_node (record, lane));
      GArray *of_node = g_hash_table_lookup (traces, node);

      if (of_node == NULL)
        {
          of_node = g_array_new (FALSE, FALSE, sizeof (guint));
          g_hash_table_insert (traces, node, of_node);
        }
      g_array_append_val (of_node, lane);
    }
  return traces;
}

/* Of the lanes of a trace the first of its node has a row always, as engines of a card, the others once something is told of them. */
static void
add_traces (HeddleTimelineFigure *self,
            const GArray *lanes,
            GHashTable *row_of_class)
{
  for (guint i = 0; i < lanes->len; i++)
    {
      guint lane = g_array_index (lanes, guint, i);

      if (i == 0 || hd_record_get_n_spans (self->record, lane) > 0)
        add_row (self, lane, row_of_class, TRUE);
      else
        self->row_of_lane[lane] = NO_ROW;
    }
}

/* Lanes of a trace of which something is told. */
static guint
count_told (HdRecord *record)
{
  guint n = 0;

  for (guint lane = hd_record_get_n_lanes (record); lane > 0 && hd_record_is_trace_lane (record, lane - 1); lane--)
    n += hd_record_get_n_spans (record, lane - 1) > 0;
  return n;
}

/* Sends and receives, and what a component says of itself, stand below the work of the node, and the steps of a channel and nodes without work below that. */
static void
make_rows (HeddleTimelineFigure *self)
{
  guint n = hd_record_get_n_lanes (self->record), n_work = 0;
  g_autoptr (GHashTable) row_of_class = g_hash_table_new (NULL, NULL), traces = NULL, placed = g_hash_table_new (NULL, NULL);
  gboolean all;

  g_array_set_size (self->rows, 0);
  self->row_of_lane = g_renew (guint, self->row_of_lane, n);
  while (n_work < n && !hd_record_is_trace_lane (self->record, n_work))
    n_work++;
  all = n_work <= ALL_LANES_MAXIMUM;
  traces = find_traces (self->record, n_work);
  for (guint lane = 0; lane < n_work; lane++)
    {
      guint32 node = hd_record_get_lane_node (self->record, lane);
      const GArray *below = node != HD_NO_ID ? g_hash_table_lookup (traces, GUINT_TO_POINTER (node)) : NULL;

      add_row (self, lane, row_of_class, all);
      if (below != NULL && g_hash_table_add (placed, GUINT_TO_POINTER (node)))
        add_traces (self, below, row_of_class);
    }
  for (guint trace = n_work; trace < n; trace++)
    {
      gpointer node = GUINT_TO_POINTER (hd_record_get_lane_node (self->record, trace));

      if (g_hash_table_add (placed, node))
        add_traces (self, g_hash_table_lookup (traces, node), row_of_class);
    }
  for (guint i = 0; i < self->rows->len; i++)
    {
      HeddleTimelineRow *row = &g_array_index (self->rows, HeddleTimelineRow, i);

      if (row->n_equal > 1)
        row->note = g_strdup_printf (_("and %u equal"), row->n_equal - 1);
    }
}

/* What a lane is of @node, whatever that is called: of lanes of components and traces, what stands behind the name. */
static char *
dup_key (HdRecord *record,
         guint lane,
         guint32 node)
{
  g_autofree char *title = hd_record_dup_lane_title (record, lane);
  guint32 own = hd_record_get_lane_node (record, lane);
  g_autofree char *label = own != HD_NO_ID ? hd_design_dup_node_label (hd_record_get_design (record), own) : NULL;

  return g_strdup_printf ("%u,%d,%s", node, hd_record_is_trace_lane (record, lane),
                          label != NULL && g_str_has_prefix (title, label) ? title + strlen (label) : title);
}

/* Lanes of nodes by what these are in the drawing, those of channels by their names. */
static void
pair_rows (HeddleTimelineFigure *self)
{
  guint n = self->pairing != NULL ? hd_record_get_n_lanes (self->baseline) : 0;
  g_autoptr (GHashTable) lanes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint lane = 0; lane < n; lane++)
    g_hash_table_insert (lanes, dup_key (self->baseline, lane, hd_record_get_lane_node (self->baseline, lane)), GUINT_TO_POINTER (lane + 1));
  for (guint i = 0; i < self->rows->len; i++)
    {
      HeddleTimelineRow *row = &g_array_index (self->rows, HeddleTimelineRow, i);
      guint32 node = hd_record_get_lane_node (self->record, row->lane);
      guint32 before = n > 0 && node != HD_NO_ID ? self->pairing->old_nodes[node] : HD_NO_ID;
      g_autofree char *key = n > 0 && (node == HD_NO_ID || before != HD_NO_ID) ? dup_key (self->record, row->lane, before) : NULL;

      row->before = key != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (lanes, key)) - 1 : G_MAXUINT;
    }
}

/* Of another record, or another baseline. */
static void
pair (HeddleTimelineFigure *self)
{
  g_clear_pointer (&self->pairing, hd_pairing_free);
  if (self->baseline != NULL && self->record != NULL)
    self->pairing = hd_pairing_new (hd_record_get_design (self->baseline), hd_record_get_design (self->record));
  pair_rows (self);
}

static guint
count_classes (HdRecord *record)
{
  HdCounters counters;

  hd_record_get_counters (record, &counters);
  return counters.lane_classes;
}

static void
forget (HeddleTimelineFigure *self)
{
  g_clear_pointer (&self->index, heddle_span_index_free);
  g_clear_pointer (&self->record, hd_record_unref);
  g_clear_pointer (&self->found, g_array_unref);
  g_clear_pointer (&self->row_of_lane, g_free);
  g_array_set_size (self->rows, 0);
  g_array_set_size (self->effects, 0);
  if (self->path != NULL)
    {
      g_array_set_size (self->path, 0);
      g_array_set_size (self->path_set, 0);
    }
  self->selected = self->hovered = HD_NO_SPAN;
  self->n_lanes = 0;
  self->found_time = self->effects_time = self->path_time = -1;
}

static void
read_on (HeddleTimelineFigure *self,
         HdRecord *record)
{
  guint n_lanes, n_classes, n_told;

  if (record != self->record)
    {
      forget (self);
      if (record != NULL)
        {
          self->record = hd_record_ref (record);
          self->index = heddle_span_index_new (record);
        }
      pair (self);
    }
  if (self->record == NULL)
    return;

  /* Lanes are set up after the run has been announced, and classes split, and more of them are told of, while it goes on. */
  n_lanes = hd_record_get_n_lanes (self->record);
  n_classes = count_classes (self->record);
  n_told = count_told (self->record);
  if (self->n_lanes != n_lanes || self->n_classes != n_classes || self->n_told != n_told)
    {
      self->n_lanes = n_lanes;
      self->n_classes = n_classes;
      self->n_told = n_told;
      make_rows (self);
      pair_rows (self);
    }
}

void
heddle_timeline_figure_set_baseline (HeddleTimelineFigure *self,
                                     HdRecord *baseline)
{
  if (baseline == self->baseline)
    return;
  g_clear_pointer (&self->before_index, heddle_span_index_free);
  g_clear_pointer (&self->baseline, hd_record_unref);
  if (baseline != NULL)
    {
      self->baseline = hd_record_ref (baseline);
      self->before_index = heddle_span_index_new (baseline);
    }
  pair (self);
}

guint
heddle_timeline_figure_find_before (HeddleTimelineFigure *self,
                                    guint row)
{
  return g_array_index (self->rows, HeddleTimelineRow, row).before;
}

guint
heddle_timeline_figure_get_row (HeddleTimelineFigure *self,
                                guint64 id)
{
  guint row = self->row_of_lane[heddle_span_id_get_lane (id)];

  return row != NO_ROW ? row : 0;
}

guint64
_heddle_timeline_figure_shown_id (HeddleTimelineFigure *self,
                                  guint64 id)
{
  guint row;

  if (id == HD_NO_SPAN)
    return id;
  row = self->row_of_lane[heddle_span_id_get_lane (id)];
  if (row == NO_ROW)
    return HD_NO_SPAN;
  return heddle_span_id (g_array_index (self->rows, HeddleTimelineRow, row).lane, heddle_span_id_get_index (id));
}

/* ---- found, released, critical --------------------------------------------------------------------------------------------------- */

/* What was found in a record that grows is looked for again when it has grown. */
static void
find_matches (HeddleTimelineFigure *self)
{
  HdTime time = hd_record_get_time (self->record);
  g_autofree guint *lanes = g_new (guint, self->rows->len + 1);
  g_autoptr (GArray) ascending = g_array_new (FALSE, FALSE, sizeof (guint64));

  if (self->search == NULL || self->found_time == time)
    return;
  self->found_time = time;
  for (guint i = 0; i < self->rows->len; i++)
    {
      guint64 lane = g_array_index (self->rows, HeddleTimelineRow, i).lane;

      g_array_append_val (ascending, lane);
    }
  heddle_span_set_sort (ascending);
  for (guint i = 0; i < ascending->len; i++)
    lanes[i] = (guint) g_array_index (ascending, guint64, i);
  g_clear_pointer (&self->found, g_array_unref);
  self->found = heddle_span_search (self->record, lanes, ascending->len, self->search);
}

/* What a span releases begins when it ends, but for a receive, which begins while it is sent, and for what waits for its channel. */
static void
find_effects (HeddleTimelineFigure *self)
{
  HdTime time = hd_record_get_time (self->record);
  const HdSpan *span;

  if (self->effects_time == time || self->selected == HD_NO_SPAN)
    return;
  self->effects_time = time;
  g_array_set_size (self->effects, 0);
  span = heddle_span_index_peek (self->index, self->selected);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const HeddleTimelineRow *row = &g_array_index (self->rows, HeddleTimelineRow, i);
      guint64 n = hd_record_get_n_spans (self->record, row->lane);
      guint64 at = heddle_span_index_find (self->index, row->lane, span->start);
      guint left = hd_record_get_lane_node (self->record, row->lane) != HD_NO_ID ? LOOK_AHEAD : LOOK_AHEAD_CHANNEL;

      for (; at != HD_NO_SPAN && heddle_span_id_get_index (at) < n && left > 0 && self->effects->len < EFFECTS_MAXIMUM; at++, left--)
        {
          guint64 cause = heddle_span_index_get_cause (self->index, at);

          if (cause != HD_NO_SPAN && _heddle_timeline_figure_shown_id (self, cause) == self->selected)
            g_array_append_val (self->effects, at);
        }
    }
}

/* Of the run: its spans, from the end; several parts may lie in one. */
static void
list_whole (HeddleTimelineFigure *self)
{
  guint64 last = HD_NO_SPAN;

  for (guint i = hd_path_get_n_parts (self->whole); i > 0 && self->path->len < PATH_MAXIMUM; i--)
    {
      const HdPathPart *part = hd_path_get_part (self->whole, i - 1);
      gboolean is_there = part->lane != HD_NO_ID && part->lane < hd_record_get_n_lanes (self->record) && part->span < hd_record_get_n_spans (self->record, part->lane);
      guint64 id = is_there ? _heddle_timeline_figure_shown_id (self, heddle_span_id (part->lane, part->span)) : HD_NO_SPAN;

      if (id == HD_NO_SPAN || id == last)
        continue;
      g_array_append_val (self->path, id);
      last = id;
    }
}

static void
find_path (HeddleTimelineFigure *self)
{
  HdTime time = hd_record_get_time (self->record);
  guint64 id;

  if (self->path == NULL || self->path_time == time)
    return;
  self->path_time = time;
  g_array_set_size (self->path, 0);
  if (self->selected == HD_NO_SPAN && self->whole != NULL)
    list_whole (self);
  id = self->selected != HD_NO_SPAN ? self->selected : self->path->len > 0 ? HD_NO_SPAN : heddle_span_index_find_last (self->index);
  for (; id != HD_NO_SPAN && self->path->len < PATH_MAXIMUM; id = heddle_span_index_get_cause (self->index, id))
    {
      id = _heddle_timeline_figure_shown_id (self, id);
      g_array_append_val (self->path, id);
    }
  g_array_set_size (self->path_set, 0);
  g_array_append_vals (self->path_set, self->path->data, self->path->len);
  heddle_span_set_sort (self->path_set);
}

gboolean
heddle_timeline_figure_read (HeddleTimelineFigure *self,
                             HdRecord *record)
{
  read_on (self, record);
  if (self->record == NULL || self->rows->len == 0)
    return FALSE;
  find_matches (self);
  find_effects (self);
  find_path (self);
  return TRUE;
}

/* ---- what is shown ---------------------------------------------------------------------------------------------------------------- */

HdRecord *
heddle_timeline_figure_get_record (HeddleTimelineFigure *self)
{
  return self->record;
}

HeddleSpanIndex *
heddle_timeline_figure_get_index (HeddleTimelineFigure *self)
{
  return self->index;
}

guint
heddle_timeline_figure_get_n_rows (HeddleTimelineFigure *self)
{
  return self->rows->len;
}

guint
heddle_timeline_figure_get_lane (HeddleTimelineFigure *self,
                                 guint row)
{
  return g_array_index (self->rows, HeddleTimelineRow, row).lane;
}

gboolean
heddle_timeline_figure_select (HeddleTimelineFigure *self,
                               guint64 id)
{
  id = self->record != NULL ? _heddle_timeline_figure_shown_id (self, id) : HD_NO_SPAN;
  if (id == self->selected)
    return FALSE;
  self->selected = id;
  self->effects_time = -1;
  self->path_time = -1;
  g_array_set_size (self->effects, 0);
  return TRUE;
}

guint64
heddle_timeline_figure_get_selected (HeddleTimelineFigure *self)
{
  return self->selected;
}

gboolean
heddle_timeline_figure_hover (HeddleTimelineFigure *self,
                              guint64 id)
{
  if (id == self->hovered)
    return FALSE;
  self->hovered = id;
  return TRUE;
}

guint64
heddle_timeline_figure_get_hovered (HeddleTimelineFigure *self)
{
  return self->hovered;
}

guint64
heddle_timeline_figure_get_effect (HeddleTimelineFigure *self)
{
  return self->selected != HD_NO_SPAN && self->effects->len > 0 ? g_array_index (self->effects, guint64, 0) : HD_NO_SPAN;
}

void
heddle_timeline_figure_search (HeddleTimelineFigure *self,
                               const char *text)
{
  g_clear_pointer (&self->search, g_free);
  g_clear_pointer (&self->found, g_array_unref);
  if (text[0] != '\0')
    self->search = g_strdup (text);
  self->found_time = -1;
}

GArray *
heddle_timeline_figure_peek_found (HeddleTimelineFigure *self)
{
  return self->found;
}

void
heddle_timeline_figure_set_path (HeddleTimelineFigure *self,
                                 gboolean shown)
{
  if ((self->path != NULL) == shown)
    return;
  g_clear_pointer (&self->path, g_array_unref);
  g_clear_pointer (&self->path_set, g_array_unref);
  if (shown)
    {
      self->path = g_array_new (FALSE, FALSE, sizeof (guint64));
      self->path_set = g_array_new (FALSE, FALSE, sizeof (guint64));
      self->path_time = -1;
    }
}

void
heddle_timeline_figure_set_whole (HeddleTimelineFigure *self,
                                  HdPath *path)
{
  if (self->whole == path)
    return;
  if (path != NULL)
    hd_path_ref (path);
  g_clear_pointer (&self->whole, hd_path_unref);
  self->whole = path;
  self->path_time = -1;
}

const GArray *
heddle_timeline_figure_peek_path (HeddleTimelineFigure *self)
{
  return self->path;
}

HeddleTimelineFigure *
heddle_timeline_figure_new (void)
{
  HeddleTimelineFigure *self = g_new0 (HeddleTimelineFigure, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (HeddleTimelineRow));
  g_array_set_clear_func (self->rows, (GDestroyNotify) clear_row);
  self->effects = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->spans = g_array_sized_new (FALSE, FALSE, sizeof (HeddleTimelineSpan), 1);
  self->before = g_array_sized_new (FALSE, FALSE, sizeof (HeddleTimelineSpan), 1);
  self->waits = g_array_sized_new (FALSE, FALSE, sizeof (HeddleTimelineWait), 1);
  self->lanes = g_array_new (FALSE, TRUE, sizeof (HeddleTimelineLane));
  self->links = g_array_new (FALSE, FALSE, sizeof (HeddleTimelineLink));
  forget (self);
  return self;
}

void
heddle_timeline_figure_free (HeddleTimelineFigure *self)
{
  forget (self);
  heddle_timeline_figure_set_baseline (self, NULL);
  heddle_timeline_figure_set_whole (self, NULL);
  g_clear_pointer (&self->path, g_array_unref);
  g_clear_pointer (&self->path_set, g_array_unref);
  g_array_unref (self->rows);
  g_array_unref (self->effects);
  g_array_unref (self->spans);
  g_array_unref (self->before);
  g_array_unref (self->waits);
  g_array_unref (self->lanes);
  g_array_unref (self->links);
  g_free (self->search);
  g_free (self);
}
