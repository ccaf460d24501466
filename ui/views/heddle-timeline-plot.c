/* heddle-timeline-plot.c: lanes of spans, what released what, and what a search found
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-timeline-plot"

#include "heddle-timeline-plot.h"

#include <math.h>
#include <stdlib.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-scene.h"
#include "heddle-span-set.h"
#include "heddle-timeline-painter.h"

#define ROW_HEIGHT 25.0
#define ALL_LANES_MAXIMUM 24    /* more lanes are shown once for each class of equal ones */
#define EFFECTS_MAXIMUM 64      /* arrows to what one span released */
#define LOOK_AHEAD 64           /* spans of a lane looked at for effects, and of a channel, where work may wait its turn: */
#define LOOK_AHEAD_CHANNEL 1024
#define PATH_MAXIMUM 1000000    /* spans */
#define SHORT_ARROW 3.0         /* px: shorter links of the path are left out */
#define MARGIN 0.1              /* of the range, that stays around a span that is shown */

typedef struct
{
  guint lane;
  guint n_equal; /* lanes with the same spans, this one included */
  char *title;
  char *note;
  gboolean one_row;
} Row;

struct _HeddleTimelinePlot
{
  HeddleTimePlot parent_instance;

  /* Owned */
  HdRecord *record;       /* that the rows are of */
  HeddleSpanIndex *index;
  GArray *rows;           /* of Row */
  guint *row_of_lane;
  char *search;
  GArray *found;          /* a set; NULL without a search */
  GArray *effects;        /* of guint64: what the selected span released */
  GArray *path;           /* of guint64, from its end; NULL while it is not shown */
  GArray *path_set;

  /* Scratch, made for each picture */
  GArray *spans;          /* of HeddleTimelineSpan */
  GArray *lanes;          /* of HeddleTimelineLane, by row */
  GArray *links;          /* of Link */

  guint n_lanes, n_classes; /* when the rows were made */
  HdTime effects_time, found_time, path_time; /* of the record, when they were looked for */
  guint64 selected, hovered;
};

/* One released the other. */
typedef struct
{
  guint64 from, to;
} Link;

enum
{
  CHANGED,
  FIND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HeddleTimelinePlot, heddle_timeline_plot, HEDDLE_TYPE_TIME_PLOT)

static HeddleSession *
get_session (HeddleTimelinePlot *self)
{
  return heddle_time_plot_get_session (HEDDLE_TIME_PLOT (self));
}

static void
clear_row (Row *row)
{
  g_free (row->title);
  g_free (row->note);
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

static void
add_row (HeddleTimelinePlot *self,
         guint lane,
         GHashTable *row_of_class,
         gboolean all)
{
  gpointer key = GUINT_TO_POINTER (hd_record_get_lane_class (self->record, lane) + 1), found;
  gboolean works = hd_record_get_lane_node (self->record, lane) != HD_NO_ID && !hd_record_is_trace_lane (self->record, lane);

  if (!all && g_hash_table_lookup_extended (row_of_class, key, NULL, &found))
    {
      self->row_of_lane[lane] = GPOINTER_TO_UINT (found);
      g_array_index (self->rows, Row, GPOINTER_TO_UINT (found)).n_equal++;
      return;
    }
  g_hash_table_insert (row_of_class, key, GUINT_TO_POINTER (self->rows->len));
  self->row_of_lane[lane] = self->rows->len;

  Row row = { .lane = lane, .n_equal = 1, .title = hd_record_dup_lane_title (self->record, lane), .one_row = !works };

  g_array_append_val (self->rows, row);
}

/* Sends and receives stand below the node that does them, and the steps of a channel below that. Lanes of the trace are few. */
static void
make_rows (HeddleTimelinePlot *self)
{
  guint n = hd_record_get_n_lanes (self->record), n_work = 0;
  g_autoptr (GHashTable) row_of_class = g_hash_table_new (NULL, NULL);
  gboolean all;

  g_array_set_size (self->rows, 0);
  self->row_of_lane = g_renew (guint, self->row_of_lane, n);
  while (n_work < n && !hd_record_is_trace_lane (self->record, n_work))
    n_work++;
  all = n_work <= ALL_LANES_MAXIMUM;
  for (guint lane = 0; lane < n_work; lane++)
    {
      guint32 node = hd_record_get_lane_node (self->record, lane);

      add_row (self, lane, row_of_class, all);
      for (guint trace = n_work; trace < n && node != HD_NO_ID; trace++)
        if (hd_record_get_lane_node (self->record, trace) == node)
          add_row (self, trace, row_of_class, TRUE);
    }
  for (guint trace = n_work; trace < n; trace++)
    {
      guint32 node = hd_record_get_lane_node (self->record, trace);
      gboolean placed = FALSE;

      for (guint lane = 0; lane < n_work && node != HD_NO_ID && !placed; lane++)
        placed = hd_record_get_lane_node (self->record, lane) == node;
      if (!placed)
        add_row (self, trace, row_of_class, TRUE);
    }
  for (guint i = 0; i < self->rows->len; i++)
    {
      Row *row = &g_array_index (self->rows, Row, i);

      if (row->n_equal > 1)
        row->note = g_strdup_printf (_("and %u equal"), row->n_equal - 1);
    }
}

static guint
count_classes (HdRecord *record)
{
  HdCounters counters;

  hd_record_get_counters (record, &counters);
  return counters.lane_classes;
}

static void
forget (HeddleTimelinePlot *self)
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
read_on (HeddleTimelinePlot *self)
{
  HdRecord *record = heddle_session_get_record (get_session (self));

  if (record != self->record)
    {
      forget (self);
      if (record != NULL)
        {
          self->record = hd_record_ref (record);
          self->index = heddle_span_index_new (record);
        }
    }
  if (self->record == NULL)
    return;

  guint n_lanes = hd_record_get_n_lanes (self->record), n_classes = count_classes (self->record);

  /* Lanes are set up after the run has been announced, and classes split while it goes on. */
  if (self->n_lanes != n_lanes || self->n_classes != n_classes)
    {
      self->n_lanes = n_lanes;
      self->n_classes = n_classes;
      make_rows (self);
    }
}

static guint
row_of (HeddleTimelinePlot *self,
        guint64 id)
{
  return self->row_of_lane[heddle_span_id_get_lane (id)];
}

/* The same span in the lane that its row shows. */
static guint64
shown_id (HeddleTimelinePlot *self,
          guint64 id)
{
  return id == HD_NO_SPAN ? id : heddle_span_id (g_array_index (self->rows, Row, row_of (self, id)).lane, heddle_span_id_get_index (id));
}

/* ---- found, released, critical --------------------------------------------------------------------------------------------------- */

/* What was found in a record that grows is looked for again when it has grown. */
static void
find_matches (HeddleTimelinePlot *self)
{
  HdTime time = hd_record_get_time (self->record);
  g_autofree guint *lanes = g_new (guint, self->rows->len + 1);
  g_autoptr (GArray) ascending = g_array_new (FALSE, FALSE, sizeof (guint64));

  if (self->search == NULL || self->found_time == time)
    return;
  self->found_time = time;
  for (guint i = 0; i < self->rows->len; i++)
    {
      guint64 lane = g_array_index (self->rows, Row, i).lane;

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
find_effects (HeddleTimelinePlot *self)
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
      const Row *row = &g_array_index (self->rows, Row, i);
      guint64 n = hd_record_get_n_spans (self->record, row->lane);
      guint64 at = heddle_span_index_find (self->index, row->lane, span->start);
      guint left = hd_record_get_lane_node (self->record, row->lane) != HD_NO_ID ? LOOK_AHEAD : LOOK_AHEAD_CHANNEL;

      for (; at != HD_NO_SPAN && heddle_span_id_get_index (at) < n && left > 0 && self->effects->len < EFFECTS_MAXIMUM; at++, left--)
        {
          guint64 cause = heddle_span_index_get_cause (self->index, at);

          if (cause != HD_NO_SPAN && shown_id (self, cause) == self->selected)
            g_array_append_val (self->effects, at);
        }
    }
}

static void
find_path (HeddleTimelinePlot *self)
{
  HdTime time = hd_record_get_time (self->record);
  guint64 id;

  if (self->path == NULL || self->path_time == time)
    return;
  self->path_time = time;
  g_array_set_size (self->path, 0);
  id = self->selected != HD_NO_SPAN ? self->selected : heddle_span_index_find_last (self->index);
  for (; id != HD_NO_SPAN && self->path->len < PATH_MAXIMUM; id = heddle_span_index_get_cause (self->index, id))
    {
      id = shown_id (self, id);
      g_array_append_val (self->path, id);
    }
  g_array_set_size (self->path_set, 0);
  g_array_append_vals (self->path_set, self->path->data, self->path->len);
  heddle_span_set_sort (self->path_set);
}

static void
look_again (HeddleTimelinePlot *self)
{
  read_on (self);
  if (self->record == NULL || self->rows->len == 0)
    return;
  find_matches (self);
  find_effects (self);
  find_path (self);
}

/* ---- a picture: arrows ------------------------------------------------------------------------------------------------------------ */

static void
add_link (HeddleTimelinePlot *self,
          guint64 from,
          guint64 to)
{
  Link link = { shown_id (self, from), shown_id (self, to) };

  g_array_append_val (self->links, link);
}

static void
add_cause (HeddleTimelinePlot *self,
           guint64 id)
{
  guint64 cause = id != HD_NO_SPAN ? heddle_span_index_get_cause (self->index, id) : HD_NO_SPAN;

  if (cause != HD_NO_SPAN)
    add_link (self, cause, id);
}

/* Links of the path that can be seen: between rows, or longer than a few px, one to a place. */
static void
add_path (HeddleTimelinePlot *self,
          const HeddleWaveView *view)
{
  double last_x = -HUGE_VAL;
  guint last_rows = 0;

  for (guint i = 1; self->path != NULL && i < self->path->len; i++)
    {
      guint64 to = g_array_index (self->path, guint64, i - 1), from = g_array_index (self->path, guint64, i);
      const HdSpan *cause = heddle_span_index_peek (self->index, from), *effect = heddle_span_index_peek (self->index, to);
      guint rows = row_of (self, from) << 16 ^ row_of (self, to);
      double x = heddle_wave_x_of (view, effect->start);

      if (effect->start < view->begin_ps || MIN (cause->end, effect->start) > view->end_ps
          || (row_of (self, from) == row_of (self, to) && x - heddle_wave_x_of (view, cause->end) < SHORT_ARROW)
          || (rows == last_rows && fabs (x - last_x) < SHORT_ARROW))
        continue;
      add_link (self, from, to);
      last_x = x;
      last_rows = rows;
    }
}

static void
collect_links (HeddleTimelinePlot *self,
               const HeddleWaveView *view)
{
  g_array_set_size (self->links, 0);
  add_path (self, view);
  add_cause (self, self->selected);
  if (self->hovered != self->selected)
    add_cause (self, self->hovered);
  for (guint i = 0; i < self->effects->len && self->selected != HD_NO_SPAN; i++)
    add_link (self, self->selected, g_array_index (self->effects, guint64, i));
}

/* ---- a picture: lanes ------------------------------------------------------------------------------------------------------------- */

static gboolean
is_emphasised (HeddleTimelinePlot *self,
               guint64 id)
{
  return heddle_span_set_contains (self->found, id) || (self->path != NULL && heddle_span_set_contains (self->path_set, id));
}

static guint
state_of (HeddleTimelinePlot *self,
          guint64 id)
{
  if (id != HD_NO_SPAN && id == self->selected)
    return HEDDLE_STATE_SELECTED;
  if (id != HD_NO_SPAN && id == self->hovered)
    return HEDDLE_STATE_HOT;
  return (self->found != NULL || self->path != NULL) && (id == HD_NO_SPAN || !is_emphasised (self, id)) ? HEDDLE_STATE_FADED : 0;
}

static void
add_span (HeddleTimelinePlot *self,
          guint64 id)
{
  HeddleTimelineSpan span;

  heddle_span_index_fill (self->index, id, &span);
  g_array_append_val (self->spans, span);
}

/* Where spans were taken together, those of @set stand before them, one to a px. */
static void
add_emphasised (HeddleTimelinePlot *self,
                GArray *set,
                guint lane,
                const HeddleWaveView *view,
                HdTime narrow)
{
  guint64 first = heddle_span_index_find (self->index, lane, view->begin_ps);
  HdTime last = G_MININT64 / 2;

  for (guint i = set != NULL && first != HD_NO_SPAN ? heddle_span_set_find (set, first) : G_MAXUINT; set != NULL && i < set->len; i++)
    {
      guint64 id = g_array_index (set, guint64, i);
      const HdSpan *span = heddle_span_index_peek (self->index, id);

      if (heddle_span_id_get_lane (id) != lane || span->start > view->end_ps)
        break;
      if (span->start - last < narrow)
        continue;
      last = span->start;
      add_span (self, id);
    }
}

static gboolean
has_span (HeddleTimelinePlot *self,
          guint first,
          guint64 id)
{
  for (guint i = first; i < self->spans->len; i++)
    if (g_array_index (self->spans, HeddleTimelineSpan, i).id == id)
      return TRUE;
  return FALSE;
}

/* By begin; what is faded is painted first. */
static int
compare_spans (gconstpointer a,
               gconstpointer b)
{
  const HeddleTimelineSpan *x = a, *y = b;

  if (x->begin_ps != y->begin_ps)
    return x->begin_ps < y->begin_ps ? -1 : 1;
  return (int) (y->state & HEDDLE_STATE_FADED) - (int) (x->state & HEDDLE_STATE_FADED);
}

static void
collect_row (HeddleTimelinePlot *self,
             const HeddleWaveView *view,
             guint number,
             gboolean visible)
{
  guint lane = g_array_index (self->rows, Row, number).lane;
  HdTime narrow = (HdTime) ((double) (view->end_ps - view->begin_ps) / heddle_wave_plot_width (view));
  guint first = self->spans->len;

  if (visible && heddle_span_index_collect (self->index, lane, view->begin_ps, view->end_ps, narrow, self->spans))
    {
      add_emphasised (self, self->found, lane, view, narrow);
      add_emphasised (self, self->path != NULL ? self->path_set : NULL, lane, view, narrow);
    }
  for (guint i = 0; i < 2 * self->links->len; i++)
    {
      const Link *link = &g_array_index (self->links, Link, i / 2);
      guint64 id = i % 2 == 0 ? link->from : link->to;

      if (row_of (self, id) == number && !has_span (self, first, id))
        add_span (self, id);
    }
  if (visible && self->selected != HD_NO_SPAN && row_of (self, self->selected) == number && !has_span (self, first, self->selected))
    add_span (self, self->selected);
  for (guint i = first; i < self->spans->len; i++)
    g_array_index (self->spans, HeddleTimelineSpan, i).state = state_of (self, g_array_index (self->spans, HeddleTimelineSpan, i).id);
  if (self->spans->len > first)
    qsort (&g_array_index (self->spans, HeddleTimelineSpan, first), self->spans->len - first, sizeof (HeddleTimelineSpan), compare_spans);
}

static guint
find_in_lane (const HeddleTimelineLane *lane,
              guint64 id)
{
  guint i = 0;

  while (lane->spans[i].id != id)
    i++;
  return i;
}

/* Everything that a picture holds: rows that are scrolled out have only the ends of arrows. */
static HeddleTimeline
collect (HeddleTimelinePlot *self,
         const HeddleWaveView *view,
         HeddleTimelineArrow **out_arrows)
{
  guint first = (guint) (view->scroll / view->lane_height), n_visible = (guint) (view->height / view->lane_height) + 2;
  g_autofree guint *bounds = g_new0 (guint, self->rows->len + 1);
  HeddleTimelineArrow *arrows;

  collect_links (self, view);
  g_array_set_size (self->spans, 0);
  g_array_set_size (self->lanes, self->rows->len);
  for (guint i = 0; i < self->rows->len; i++)
    {
      collect_row (self, view, i, i >= first && i < first + n_visible);
      bounds[i + 1] = self->spans->len;
    }
  /* Only now do the spans lie still. */
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);

      g_array_index (self->lanes, HeddleTimelineLane, i) = (HeddleTimelineLane){
        .name = row->title,
        .note = row->note,
        .spans = &g_array_index (self->spans, HeddleTimelineSpan, bounds[i]),
        .n_spans = bounds[i + 1] - bounds[i],
        .one_row = row->one_row,
      };
    }
  arrows = *out_arrows = g_new (HeddleTimelineArrow, self->links->len + 1);
  for (guint i = 0; i < self->links->len; i++)
    {
      const Link *link = &g_array_index (self->links, Link, i);
      HeddleTimelineArrow *arrow = &arrows[i];

      arrow->from_lane = row_of (self, link->from);
      arrow->to_lane = row_of (self, link->to);
      arrow->from_span = find_in_lane (&g_array_index (self->lanes, HeddleTimelineLane, arrow->from_lane), link->from);
      arrow->to_span = find_in_lane (&g_array_index (self->lanes, HeddleTimelineLane, arrow->to_lane), link->to);
    }
  return (HeddleTimeline){ (const HeddleTimelineLane *) (void *) self->lanes->data, self->rows->len, arrows, self->links->len };
}

/* ---- plot ---------------------------------------------------------------------------------------------------------------------- */

static guint
heddle_timeline_plot_count_rows (HeddleTimePlot *plot)
{
  return HEDDLE_TIMELINE_PLOT (plot)->rows->len;
}

static void
heddle_timeline_plot_paint (HeddleTimePlot *plot,
                            cairo_t *cr,
                            const HeddleWaveView *view,
                            const HeddleTheme *theme)
{
  HeddleTimelinePlot *self = HEDDLE_TIMELINE_PLOT (plot);
  g_autofree HeddleTimelineArrow *arrows = NULL;
  HeddleTimeline timeline;

  look_again (self);
  timeline = collect (self, view, &arrows);
  heddle_timeline_paint (heddle_time_plot_get_text (plot), cr, &timeline, theme, view);
}

/* The span at a place; HD_NO_SPAN where there is none, or where they lie too close to tell. */
static guint64
pick (HeddleTimelinePlot *self,
      const HeddleWaveView *view,
      double x,
      double y)
{
  g_autofree HeddleTimelineArrow *arrows = NULL;
  HeddleTimeline timeline;
  guint lane, span;

  look_again (self);
  if (self->record == NULL)
    return HD_NO_SPAN;
  timeline = collect (self, view, &arrows);
  if (!heddle_timeline_hit (&timeline, view, x, y, &lane, &span))
    return HD_NO_SPAN;
  if (timeline.lanes[lane].spans[span].id != HD_NO_SPAN)
    return timeline.lanes[lane].spans[span].id;
  return heddle_span_index_find (self->index, g_array_index (self->rows, Row, lane).lane, heddle_wave_time_at (view, x));
}

/* Whether nodes of the record are those that are drawn: after an edit they are not. */
static gboolean
is_drawn (HeddleTimelinePlot *self)
{
  return hd_record_get_design (self->record) == heddle_session_get_design (get_session (self));
}

static void
heddle_timeline_plot_clicked (HeddleTimePlot *plot,
                              const HeddleWaveView *view,
                              double x,
                              double y)
{
  HeddleTimelinePlot *self = HEDDLE_TIMELINE_PLOT (plot);
  int row = heddle_wave_lane_at (view, self->rows->len, y);

  if (x >= view->name_width)
    {
      heddle_timeline_plot_select (self, pick (self, view, x, y));
      return;
    }
  if (row >= 0 && is_drawn (self))
    {
      guint32 node = hd_record_get_lane_node (self->record, g_array_index (self->rows, Row, row).lane);

      if (node != HD_NO_ID)
        heddle_session_select_node (get_session (self), node);
    }
}

static void
heddle_timeline_plot_hovered (HeddleTimePlot *plot,
                              const HeddleWaveView *view,
                              double x,
                              double y)
{
  HeddleTimelinePlot *self = HEDDLE_TIMELINE_PLOT (plot);
  guint64 hovered = x >= view->name_width && y >= view->axis_height ? pick (self, view, x, y) : HD_NO_SPAN;

  if (hovered == self->hovered)
    return;
  self->hovered = hovered;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static char *
describe (HeddleTimelinePlot *self,
          guint64 id)
{
  g_autofree char *about = heddle_span_index_describe (self->index, id);

  return g_strdup_printf ("%s: %s", hd_record_get_name (self->record, heddle_span_index_peek (self->index, id)->name), about);
}

static gboolean
on_query_tooltip (HeddleTimelinePlot *self,
                  int x,
                  int y,
                  gboolean keyboard,
                  GtkTooltip *tooltip)
{
  g_autofree char *text = NULL;

  if (self->hovered == HD_NO_SPAN || keyboard)
    return FALSE;
  text = describe (self, self->hovered);
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- selection -------------------------------------------------------------------------------------------------------------------- */

guint64
heddle_timeline_plot_get_selected (HeddleTimelinePlot *self)
{
  return self->selected;
}

char *
heddle_timeline_plot_dup_description (HeddleTimelinePlot *self)
{
  return self->selected != HD_NO_SPAN ? describe (self, self->selected) : NULL;
}

/* Its members: of a communication all who take part, of a step's part both ends, else the node of the lane. */
static void
light_members (HeddleTimelinePlot *self)
{
  const HdSpan *span = heddle_span_index_peek (self->index, self->selected);
  guint32 node = hd_record_get_lane_node (self->record, heddle_span_id_get_lane (self->selected));
  guint n;
  const guint32 *members = hd_record_peek_members (self->record, span->name, &n);

  if (!is_drawn (self))
    return;
  if (span->kind >= HD_SPAN_SEND)
    heddle_session_select_nodes (get_session (self), (const guint32[]){ node, span->peer }, node != span->peer ? 2 : 1);
  else if (members != NULL)
    heddle_session_select_nodes (get_session (self), members, n);
  else if (node != HD_NO_ID)
    heddle_session_select_nodes (get_session (self), &node, 1);
}

/* Moves the range, if it must, so that the span lies in it; zooms out for one that is longer. */
static void
show_span (HeddleTimelinePlot *self,
           const HdSpan *span)
{
  HeddleSession *session = get_session (self);
  HdTime begin, end, length, margin;

  heddle_session_get_range (session, &begin, &end);
  if (span->start >= begin && span->start <= end)
    return;
  margin = (HdTime) ((double) (end - begin) * MARGIN);
  length = MAX (end - begin, span->end - span->start + 2 * margin);
  heddle_session_set_follow (session, FALSE);
  heddle_session_set_range (session, span->start - margin, span->start - margin + length);
}

void
heddle_timeline_plot_select (HeddleTimelinePlot *self,
                             guint64 id)
{
  look_again (self);
  id = self->record != NULL ? shown_id (self, id) : HD_NO_SPAN;
  if (id == self->selected)
    return;
  self->selected = id;
  self->effects_time = -1;
  self->path_time = -1;
  g_array_set_size (self->effects, 0);
  if (id != HD_NO_SPAN)
    {
      show_span (self, heddle_span_index_peek (self->index, id));
      heddle_time_plot_show_row (HEDDLE_TIME_PLOT (self), row_of (self, id));
      light_members (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
heddle_timeline_plot_select_cause (HeddleTimelinePlot *self)
{
  guint64 cause = self->selected != HD_NO_SPAN ? heddle_span_index_get_cause (self->index, self->selected) : HD_NO_SPAN;

  if (cause != HD_NO_SPAN)
    heddle_timeline_plot_select (self, cause);
  return cause != HD_NO_SPAN;
}

gboolean
heddle_timeline_plot_select_effect (HeddleTimelinePlot *self)
{
  look_again (self);
  if (self->selected == HD_NO_SPAN || self->effects->len == 0)
    return FALSE;
  heddle_timeline_plot_select (self, g_array_index (self->effects, guint64, 0));
  return TRUE;
}

static void
select_beside (HeddleTimelinePlot *self,
               int by)
{
  guint64 index = self->selected != HD_NO_SPAN ? heddle_span_id_get_index (self->selected) : 0;
  guint lane = self->selected != HD_NO_SPAN ? heddle_span_id_get_lane (self->selected) : 0;

  if (self->selected != HD_NO_SPAN && (by > 0 || index > 0) && index + (guint64) by < hd_record_get_n_spans (self->record, lane))
    heddle_timeline_plot_select (self, heddle_span_id (lane, index + (guint64) by));
}

/* To the span at the same time in a row that has one; without a selection, in the middle of what is seen. */
static void
select_row (HeddleTimelinePlot *self,
            int by)
{
  gboolean selected = self->selected != HD_NO_SPAN;
  int row = selected ? (int) row_of (self, self->selected) + by : 0;
  HdTime begin, end, time;

  heddle_session_get_range (get_session (self), &begin, &end);
  time = selected ? heddle_span_index_peek (self->index, self->selected)->start : begin + (end - begin) / 2;
  for (; row >= 0 && row < (int) self->rows->len; row += by)
    {
      guint64 id = heddle_span_index_find (self->index, g_array_index (self->rows, Row, row).lane, time);

      if (id == HD_NO_SPAN)
        continue;
      heddle_timeline_plot_select (self, id);
      return;
    }
}

static gboolean
on_key (HeddleTimelinePlot *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  look_again (self);
  if (self->record == NULL || self->rows->len == 0 || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;

  switch (key)
    {
    case GDK_KEY_Up:
      select_row (self, -1);
      return GDK_EVENT_STOP;

    case GDK_KEY_Down:
      select_row (self, 1);
      return GDK_EVENT_STOP;

    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (!(state & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      select_beside (self, key == GDK_KEY_Left ? -1 : 1);
      return GDK_EVENT_STOP;

    case GDK_KEY_c:
      heddle_timeline_plot_select_cause (self);
      return GDK_EVENT_STOP;

    case GDK_KEY_e:
      heddle_timeline_plot_select_effect (self);
      return GDK_EVENT_STOP;

    case GDK_KEY_p:
      heddle_timeline_plot_set_path (self, self->path == NULL);
      return GDK_EVENT_STOP;

    case GDK_KEY_f:
    case GDK_KEY_slash:
      g_signal_emit (self, signals[FIND], 0);
      return GDK_EVENT_STOP;

    case GDK_KEY_Escape:
      heddle_timeline_plot_select (self, HD_NO_SPAN);
      return GDK_EVENT_PROPAGATE;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* ---- finding ---------------------------------------------------------------------------------------------------------------------- */

void
heddle_timeline_plot_search (HeddleTimelinePlot *self,
                             const char *text)
{
  g_clear_pointer (&self->search, g_free);
  g_clear_pointer (&self->found, g_array_unref);
  if (text[0] != '\0')
    self->search = g_strdup (text);
  self->found_time = -1;
  look_again (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

guint
heddle_timeline_plot_get_n_found (HeddleTimelinePlot *self)
{
  return self->found != NULL ? self->found->len : 0;
}

void
heddle_timeline_plot_select_found (HeddleTimelinePlot *self,
                                   gboolean forward)
{
  look_again (self);
  if (self->found != NULL && self->found->len > 0)
    heddle_timeline_plot_select (self, heddle_span_set_step (self->found, self->index, self->selected, forward));
}

/* ---- critical path ---------------------------------------------------------------------------------------------------------------- */

void
heddle_timeline_plot_set_path (HeddleTimelinePlot *self,
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
      look_again (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
heddle_timeline_plot_get_path (HeddleTimelinePlot *self)
{
  return self->path != NULL;
}

const GArray *
heddle_timeline_plot_peek_path (HeddleTimelinePlot *self)
{
  return self->path;
}

/* ---- object -------------------------------------------------------------------------------------------------------------------- */

static void
heddle_timeline_plot_finalize (GObject *object)
{
  HeddleTimelinePlot *self = HEDDLE_TIMELINE_PLOT (object);

  forget (self);
  g_clear_pointer (&self->path, g_array_unref);
  g_clear_pointer (&self->path_set, g_array_unref);
  g_array_unref (self->rows);
  g_array_unref (self->effects);
  g_array_unref (self->spans);
  g_array_unref (self->lanes);
  g_array_unref (self->links);
  g_free (self->search);
  G_OBJECT_CLASS (heddle_timeline_plot_parent_class)->finalize (object);
}

static void
heddle_timeline_plot_class_init (HeddleTimelinePlotClass *klass)
{
  HeddleTimePlotClass *plot_class = HEDDLE_TIME_PLOT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = heddle_timeline_plot_finalize;
  plot_class->count_rows = heddle_timeline_plot_count_rows;
  plot_class->paint = heddle_timeline_plot_paint;
  plot_class->clicked = heddle_timeline_plot_clicked;
  plot_class->hovered = heddle_timeline_plot_hovered;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FIND] = g_signal_new ("find", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_timeline_plot_init (HeddleTimelinePlot *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, (GDestroyNotify) clear_row);
  self->effects = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->spans = g_array_new (FALSE, FALSE, sizeof (HeddleTimelineSpan));
  self->lanes = g_array_new (FALSE, TRUE, sizeof (HeddleTimelineLane));
  self->links = g_array_new (FALSE, FALSE, sizeof (Link));
  forget (self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  heddle_set_accessible_label (self, _("Timeline"));
}

GtkWidget *
heddle_timeline_plot_new (HeddleSession *session)
{
  HeddleTimelinePlot *self = g_object_new (HEDDLE_TYPE_TIMELINE_PLOT, NULL);

  heddle_time_plot_set_session (HEDDLE_TIME_PLOT (self), session, ROW_HEIGHT);
  return GTK_WIDGET (self);
}
