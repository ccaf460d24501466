/* heddle-timeline-view.c: what each resource did when
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-timeline-view"

#include "heddle-timeline-view.h"

#include <stdlib.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-scene.h"
#include "heddle-timeline-painter.h"

#define ROW_HEIGHT 25.0
#define ALL_LANES_MAXIMUM 24 /* more lanes are shown once for each class of equal ones */

typedef struct
{
  guint lane;
  guint n_equal; /* lanes with the same spans, this one included */
  char *title;
  char *note;
} Row;

struct _HeddleTimelineView
{
  HeddleTimePlot parent_instance;

  /* Owned */
  HdRecord *record; /* that the rows are of */
  GArray *rows;     /* of Row */
  GArray *spans;    /* of HeddleTimelineSpan, made for each picture */

  guint n_lanes, n_classes; /* when the rows were made */
  guint64 selected; /* span: lane << 40 | index, or HD_NO_SPAN */
};

G_DEFINE_FINAL_TYPE (HeddleTimelineView, heddle_timeline_view, HEDDLE_TYPE_TIME_PLOT)

static void
clear_row (Row *row)
{
  g_free (row->title);
  g_free (row->note);
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

static void
make_rows (HeddleTimelineView *self)
{
  guint n = hd_record_get_n_lanes (self->record);
  gboolean all = n <= ALL_LANES_MAXIMUM;
  g_autoptr (GHashTable) row_of_class = g_hash_table_new (NULL, NULL);

  g_array_set_size (self->rows, 0);
  for (guint lane = 0; lane < n; lane++)
    {
      gpointer key = GUINT_TO_POINTER (hd_record_get_lane_class (self->record, lane) + 1), found;

      if (!all && g_hash_table_lookup_extended (row_of_class, key, NULL, &found))
        {
          g_array_index (self->rows, Row, GPOINTER_TO_UINT (found)).n_equal++;
          continue;
        }
      g_hash_table_insert (row_of_class, key, GUINT_TO_POINTER (self->rows->len));

      Row row = { .lane = lane, .n_equal = 1, .title = hd_record_dup_lane_title (self->record, lane) };

      g_array_append_val (self->rows, row);
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
read_on (HeddleTimelineView *self)
{
  HdRecord *record = heddle_session_get_record (heddle_time_plot_get_session (HEDDLE_TIME_PLOT (self)));

  if (record != self->record)
    {
      g_clear_pointer (&self->record, hd_record_unref);
      self->record = record != NULL ? hd_record_ref (record) : NULL;
      self->selected = HD_NO_SPAN;
      self->n_lanes = 0;
      g_array_set_size (self->rows, 0);
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

/* ---- spans ------------------------------------------------------------------------------------------------------------------- */

static HeddleSpanKind
span_kind (guint kind)
{
  switch ((HdSpanKind) kind)
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
    }
  return HEDDLE_SPAN_OTHER;
}

/* Spans are published as they end: the first that ends after @time. */
static guint64
find_span (HdRecord *record,
           guint lane,
           HdTime time)
{
  guint64 low = 0, high = hd_record_get_n_spans (record, lane);

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2, n;
      const HdSpan *span = hd_record_peek_spans (record, lane, middle, &n);

      if (span->end < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static int
compare_begin (gconstpointer a,
               gconstpointer b)
{
  const HeddleTimelineSpan *x = a, *y = b;

  return (x->begin_ps > y->begin_ps) - (x->begin_ps < y->begin_ps);
}

static void
collect_spans (HeddleTimelineView *self,
               guint lane,
               const HeddleWaveView *view)
{
  guint first = self->spans->len;
  guint64 total = hd_record_get_n_spans (self->record, lane);

  for (guint64 at = find_span (self->record, lane, view->begin_ps), n; at < total; at += n)
    {
      const HdSpan *spans = hd_record_peek_spans (self->record, lane, at, &n);

      if (spans == NULL || n == 0)
        break;
      for (guint64 i = 0; i < n; i++)
        {
          guint64 id = (guint64) lane << 40 | (at + i);
          HeddleTimelineSpan span = {
            .id = id,
            .begin_ps = spans[i].start,
            .end_ps = spans[i].end,
            .kind = span_kind (spans[i].kind),
            .state = id == self->selected ? HEDDLE_STATE_SELECTED : 0,
            .label = hd_record_get_name (self->record, spans[i].name),
          };

          if (spans[i].start < view->end_ps)
            g_array_append_val (self->spans, span);
        }
    }
  if (self->spans->len > first)
    qsort (&g_array_index (self->spans, HeddleTimelineSpan, first), self->spans->len - first, sizeof (HeddleTimelineSpan),
           compare_begin);
}

/* The rows in view, with their spans; @out_first is the first of them. */
static HeddleTimelineLane *
collect_lanes (HeddleTimelineView *self,
               const HeddleWaveView *view,
               guint *out_first,
               guint *out_n)
{
  guint first = view->scroll / view->lane_height;
  guint n = MIN (self->rows->len - MIN (first, self->rows->len), (guint) (view->height / view->lane_height) + 2);
  HeddleTimelineLane *lanes = g_new0 (HeddleTimelineLane, MAX (n, 1));
  g_autofree guint *bounds = g_new0 (guint, n + 1);

  g_array_set_size (self->spans, 0);
  for (guint i = 0; i < n; i++)
    {
      collect_spans (self, g_array_index (self->rows, Row, first + i).lane, view);
      bounds[i + 1] = self->spans->len;
    }
  for (guint i = 0; i < n; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, first + i);

      lanes[i] = (HeddleTimelineLane){
        .name = row->title,
        .note = row->note,
        .spans = &g_array_index (self->spans, HeddleTimelineSpan, bounds[i]),
        .n_spans = bounds[i + 1] - bounds[i],
      };
    }
  *out_first = first;
  *out_n = n;
  return lanes;
}

/* ---- plot ---------------------------------------------------------------------------------------------------------------------- */

static guint
heddle_timeline_view_count_rows (HeddleTimePlot *plot)
{
  return HEDDLE_TIMELINE_VIEW (plot)->rows->len;
}

static void
heddle_timeline_view_paint (HeddleTimePlot *plot,
                            cairo_t *cr,
                            const HeddleWaveView *view,
                            const HeddleTheme *theme)
{
  HeddleTimelineView *self = HEDDLE_TIMELINE_VIEW (plot);
  HeddleWaveView shown = *view;
  guint first, n;

  read_on (self);

  g_autofree HeddleTimelineLane *lanes = collect_lanes (self, view, &first, &n);

  shown.scroll -= first * view->lane_height;
  heddle_timeline_paint (heddle_time_plot_get_text (plot), cr, &(HeddleTimeline){ .lanes = lanes, .n_lanes = n }, theme, &shown);
}

/* A click on a span goes to where it happened. */
static void
heddle_timeline_view_clicked (HeddleTimePlot *plot,
                              const HeddleWaveView *view,
                              double x,
                              double y)
{
  HeddleTimelineView *self = HEDDLE_TIMELINE_VIEW (plot);
  HeddleWaveView shown = *view;
  guint first, n, lane, span;
  g_autofree HeddleTimelineLane *lanes = collect_lanes (self, view, &first, &n);

  shown.scroll -= first * view->lane_height;
  if (!heddle_timeline_hit (&(HeddleTimeline){ .lanes = lanes, .n_lanes = n }, &shown, x, y, &lane, &span))
    return;
  self->selected = lanes[lane].spans[span].id;

  guint32 node = hd_record_get_lane_node (self->record, g_array_index (self->rows, Row, first + lane).lane);

  if (node != HD_NO_ID)
    heddle_session_select_node (heddle_time_plot_get_session (plot), node);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- object -------------------------------------------------------------------------------------------------------------------- */

static void
heddle_timeline_view_finalize (GObject *object)
{
  HeddleTimelineView *self = HEDDLE_TIMELINE_VIEW (object);

  g_array_unref (self->rows);
  g_array_unref (self->spans);
  g_clear_pointer (&self->record, hd_record_unref);
  G_OBJECT_CLASS (heddle_timeline_view_parent_class)->finalize (object);
}

static void
heddle_timeline_view_class_init (HeddleTimelineViewClass *klass)
{
  HeddleTimePlotClass *plot_class = HEDDLE_TIME_PLOT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = heddle_timeline_view_finalize;
  plot_class->count_rows = heddle_timeline_view_count_rows;
  plot_class->paint = heddle_timeline_view_paint;
  plot_class->clicked = heddle_timeline_view_clicked;
}

static void
heddle_timeline_view_init (HeddleTimelineView *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (self->rows, (GDestroyNotify) clear_row);
  self->spans = g_array_new (FALSE, FALSE, sizeof (HeddleTimelineSpan));
  self->selected = HD_NO_SPAN;
  heddle_set_accessible_label (self, _("Timeline"));
}

GtkWidget *
heddle_timeline_view_new (HeddleSession *session)
{
  HeddleTimelineView *self = g_object_new (HEDDLE_TYPE_TIMELINE_VIEW, NULL);

  heddle_time_plot_set_session (HEDDLE_TIME_PLOT (self), session, ROW_HEIGHT);
  return GTK_WIDGET (self);
}
