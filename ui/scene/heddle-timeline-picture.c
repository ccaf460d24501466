/* heddle-timeline-picture.c: the part of a timeline's figure that is seen
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-timeline-picture"

#include "heddle-timeline-figure.h"

#include <math.h>
#include <stdlib.h>

#include <glib/gi18n.h>

#include "heddle-scene.h"
#include "heddle-span-set.h"
#include "heddle-timeline-figure-private.h"

#define SHORT_ARROW 3.0 /* px: shorter links of the path are left out */
#define LEAST_WAIT 4.0  /* px: shorter pauses are not hatched */

/* ---- arrows ------------------------------------------------------------------------------------------------------------ */

static void
add_link (HeddleTimelineFigure *self,
          guint64 from,
          guint64 to)
{
  HeddleTimelineLink link = { _heddle_timeline_figure_shown_id (self, from), _heddle_timeline_figure_shown_id (self, to) };

  if (link.from != HD_NO_SPAN && link.to != HD_NO_SPAN)
    g_array_append_val (self->links, link);
}

static void
add_cause (HeddleTimelineFigure *self,
           guint64 id)
{
  guint64 cause = id != HD_NO_SPAN ? heddle_span_index_get_cause (self->index, id) : HD_NO_SPAN;

  if (cause != HD_NO_SPAN)
    add_link (self, cause, id);
}

/* Links of the path that can be seen: between rows, or longer than a few px, one to a place. */
static void
add_path (HeddleTimelineFigure *self,
          const HeddleWaveView *view)
{
  double last_x = -HUGE_VAL;
  guint last_rows = 0;

  for (guint i = 1; self->path != NULL && i < self->path->len; i++)
    {
      guint64 to = g_array_index (self->path, guint64, i - 1), from = g_array_index (self->path, guint64, i);
      const HdSpan *cause = heddle_span_index_peek (self->index, from), *effect = heddle_span_index_peek (self->index, to);
      guint rows = heddle_timeline_figure_get_row (self, from) << 16 ^ heddle_timeline_figure_get_row (self, to);
      double x = heddle_wave_x_of (view, effect->start);

      if (effect->start < view->begin_ps || MIN (cause->end, effect->start) > view->end_ps
          || (heddle_timeline_figure_get_row (self, from) == heddle_timeline_figure_get_row (self, to) && x - heddle_wave_x_of (view, cause->end) < SHORT_ARROW)
          || (rows == last_rows && fabs (x - last_x) < SHORT_ARROW))
        continue;
      add_link (self, from, to);
      last_x = x;
      last_rows = rows;
    }
}

static void
collect_links (HeddleTimelineFigure *self,
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

/* ---- lanes ------------------------------------------------------------------------------------------------------------- */

static gboolean
is_emphasised (HeddleTimelineFigure *self,
               guint64 id)
{
  return heddle_span_set_contains (self->found, id) || (self->path != NULL && heddle_span_set_contains (self->path_set, id));
}

static guint
state_of (HeddleTimelineFigure *self,
          guint64 id)
{
  if (id != HD_NO_SPAN && id == self->selected)
    return HEDDLE_STATE_SELECTED;
  if (id != HD_NO_SPAN && id == self->hovered)
    return HEDDLE_STATE_HOT;
  return (self->found != NULL || self->path != NULL) && (id == HD_NO_SPAN || !is_emphasised (self, id)) ? HEDDLE_STATE_FADED : 0;
}

static void
add_span (HeddleTimelineFigure *self,
          guint64 id)
{
  HeddleTimelineSpan span;

  heddle_span_index_fill (self->index, id, &span);
  g_array_append_val (self->spans, span);
}

/* Where spans were taken together, those of @set stand before them, one to a px. */
static void
add_emphasised (HeddleTimelineFigure *self,
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
has_span (HeddleTimelineFigure *self,
          guint first,
          guint64 id)
{
  for (guint i = first; i < self->spans->len; i++)
    if (g_array_index (self->spans, HeddleTimelineSpan, i).id == id)
      return TRUE;
  return FALSE;
}

/* By begin; what is faded is painted first, and what is shorter lies over what is longer. */
static int
compare_spans (gconstpointer a,
               gconstpointer b)
{
  const HeddleTimelineSpan *x = a, *y = b;

  if (x->begin_ps != y->begin_ps)
    return x->begin_ps < y->begin_ps ? -1 : 1;
  if ((x->state & HEDDLE_STATE_FADED) != (y->state & HEDDLE_STATE_FADED))
    return (int) (y->state & HEDDLE_STATE_FADED) - (int) (x->state & HEDDLE_STATE_FADED);
  return (x->end_ps < y->end_ps) - (x->end_ps > y->end_ps);
}

/* What begins after a pause of its lane by what another lane did: until then it was waited for. */
static gboolean
is_waited_for (HeddleTimelineFigure *self,
               guint64 id)
{
  guint64 cause = id != HD_NO_SPAN ? heddle_span_index_get_cause (self->index, id) : HD_NO_SPAN;

  return cause != HD_NO_SPAN && heddle_span_id_get_lane (cause) != heddle_span_id_get_lane (id)
         && hd_record_get_lane_node (self->record, heddle_span_id_get_lane (id)) != HD_NO_ID;
}

/* Between the spans of a row that are in the picture, by begin from @first on. */
static void
collect_waits (HeddleTimelineFigure *self,
               const HeddleWaveView *view,
               guint first)
{
  HdTime least = (HdTime) (LEAST_WAIT * (double) (view->end_ps - view->begin_ps) / heddle_wave_plot_width (view));
  HdTime end = G_MININT64;

  for (guint i = first; i < self->spans->len; i++)
    {
      const HeddleTimelineSpan *span = &g_array_index (self->spans, HeddleTimelineSpan, i);
      const HeddleTimelineWait added = { end, span->begin_ps };

      if (end > G_MININT64 && span->begin_ps - end > least && is_waited_for (self, span->id))
        g_array_append_val (self->waits, added);
      end = MAX (end, span->end_ps);
    }
}

static void
collect_row (HeddleTimelineFigure *self,
             const HeddleWaveView *view,
             guint number,
             gboolean visible)
{
  guint lane = g_array_index (self->rows, HeddleTimelineRow, number).lane;
  HdTime narrow = (HdTime) ((double) (view->end_ps - view->begin_ps) / heddle_wave_plot_width (view));
  guint first = self->spans->len;

  if (visible && heddle_span_index_collect (self->index, lane, view->begin_ps, view->end_ps, narrow, self->spans))
    {
      add_emphasised (self, self->found, lane, view, narrow);
      add_emphasised (self, self->path != NULL ? self->path_set : NULL, lane, view, narrow);
    }
  if (visible)
    heddle_span_index_collect_open (self->index, lane, view->begin_ps, view->end_ps, self->spans);
  for (guint i = 0; i < 2 * self->links->len; i++)
    {
      const HeddleTimelineLink *link = &g_array_index (self->links, HeddleTimelineLink, i / 2);
      guint64 id = i % 2 == 0 ? link->from : link->to;

      if (heddle_timeline_figure_get_row (self, id) == number && !has_span (self, first, id))
        add_span (self, id);
    }
  if (visible && self->selected != HD_NO_SPAN && heddle_timeline_figure_get_row (self, self->selected) == number && !has_span (self, first, self->selected))
    add_span (self, self->selected);
  for (guint i = first; i < self->spans->len; i++)
    g_array_index (self->spans, HeddleTimelineSpan, i).state = state_of (self, g_array_index (self->spans, HeddleTimelineSpan, i).id);
  if (self->spans->len > first)
    qsort (&g_array_index (self->spans, HeddleTimelineSpan, first), self->spans->len - first, sizeof (HeddleTimelineSpan), compare_spans);
  if (visible)
    collect_waits (self, view, first);
}

guint64
heddle_timeline_figure_find_wait (HeddleTimelineFigure *self,
                                  const HeddleWaveView *view,
                                  double x,
                                  double y,
                                  HdTime *out_begin)
{
  int row = self->record != NULL ? heddle_wave_lane_at (view, self->rows->len, y) : -1;
  HdTime time = row >= 0 ? heddle_wave_time_at (view, x) : 0;
  guint lane = row >= 0 ? heddle_timeline_figure_get_lane (self, (guint) row) : 0;
  guint64 low = 0, n = row >= 0 ? hd_record_get_n_spans (self->record, lane) : 0, high = n;

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (heddle_span_index_peek (self->index, heddle_span_id (lane, middle))->end <= time)
        low = middle + 1;
      else
        high = middle;
    }
  if (low >= n || heddle_span_index_peek (self->index, heddle_span_id (lane, low))->start <= time || !is_waited_for (self, heddle_span_id (lane, low)))
    return HD_NO_SPAN;
  *out_begin = low > 0 ? heddle_span_index_peek (self->index, heddle_span_id (lane, low - 1))->end : 0;
  return heddle_span_id (lane, low);
}

static void
collect_before (HeddleTimelineFigure *self,
                const HeddleWaveView *view,
                guint number)
{
  guint lane = g_array_index (self->rows, HeddleTimelineRow, number).before;
  HdTime narrow = (HdTime) ((double) (view->end_ps - view->begin_ps) / heddle_wave_plot_width (view));

  if (lane != G_MAXUINT)
    heddle_span_index_collect (self->before_index, lane, view->begin_ps, view->end_ps, narrow, self->before);
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
collect (HeddleTimelineFigure *self,
         const HeddleWaveView *view,
         HeddleTimelineArrow **out_arrows)
{
  guint first = (guint) (view->scroll / view->lane_height), n_visible = (guint) (view->height / view->lane_height) + 2;
  g_autofree guint *bounds = g_new0 (guint, self->rows->len + 1), *before_bounds = g_new0 (guint, self->rows->len + 1);
  g_autofree guint *wait_bounds = g_new0 (guint, self->rows->len + 1);
  HeddleTimelineArrow *arrows;

  collect_links (self, view);
  g_array_set_size (self->spans, 0);
  g_array_set_size (self->before, 0);
  g_array_set_size (self->waits, 0);
  g_array_set_size (self->lanes, self->rows->len);
  for (guint i = 0; i < self->rows->len; i++)
    {
      gboolean visible = i >= first && i < first + n_visible;

      collect_row (self, view, i, visible);
      if (visible)
        collect_before (self, view, i);
      bounds[i + 1] = self->spans->len;
      before_bounds[i + 1] = self->before->len;
      wait_bounds[i + 1] = self->waits->len;
    }
  /* Only now do the spans lie still. */
  for (guint i = 0; i < self->rows->len; i++)
    {
      const HeddleTimelineRow *row = &g_array_index (self->rows, HeddleTimelineRow, i);

      g_array_index (self->lanes, HeddleTimelineLane, i) = (HeddleTimelineLane){
        .name = row->title,
        .note = row->note,
        .spans = &g_array_index (self->spans, HeddleTimelineSpan, bounds[i]),
        .n_spans = bounds[i + 1] - bounds[i],
        .before = &g_array_index (self->before, HeddleTimelineSpan, before_bounds[i]),
        .n_before = before_bounds[i + 1] - before_bounds[i],
        .waits = &g_array_index (self->waits, HeddleTimelineWait, wait_bounds[i]),
        .n_waits = wait_bounds[i + 1] - wait_bounds[i],
        .one_row = row->one_row,
      };
    }
  arrows = *out_arrows = g_new (HeddleTimelineArrow, self->links->len + 1);
  for (guint i = 0; i < self->links->len; i++)
    {
      const HeddleTimelineLink *link = &g_array_index (self->links, HeddleTimelineLink, i);
      HeddleTimelineArrow *arrow = &arrows[i];

      arrow->from_lane = heddle_timeline_figure_get_row (self, link->from);
      arrow->to_lane = heddle_timeline_figure_get_row (self, link->to);
      arrow->from_span = find_in_lane (&g_array_index (self->lanes, HeddleTimelineLane, arrow->from_lane), link->from);
      arrow->to_span = find_in_lane (&g_array_index (self->lanes, HeddleTimelineLane, arrow->to_lane), link->to);
    }
  return (HeddleTimeline){
    .lanes = (const HeddleTimelineLane *) (void *) self->lanes->data,
    .n_lanes = self->rows->len,
    .arrows = arrows,
    .n_arrows = self->links->len,
  };
}

void
heddle_timeline_figure_paint (HeddleTimelineFigure *self,
                              HeddleText *text,
                              cairo_t *cr,
                              const HeddleTheme *theme,
                              const HeddleWaveView *view)
{
  g_autofree HeddleTimelineArrow *arrows = NULL;
  HeddleTimeline timeline = collect (self, view, &arrows);

  if (self->baseline != NULL)
    {
      timeline.before_name = _("Baseline");
      timeline.before_end_ps = hd_record_get_time (self->baseline);
    }
  heddle_timeline_paint (text, cr, &timeline, theme, view);
}

guint64
heddle_timeline_figure_pick (HeddleTimelineFigure *self,
                             const HeddleWaveView *view,
                             double x,
                             double y)
{
  g_autofree HeddleTimelineArrow *arrows = NULL;
  HeddleTimeline timeline;
  guint lane, span;

  if (self->record == NULL)
    return HD_NO_SPAN;
  timeline = collect (self, view, &arrows);
  if (!heddle_timeline_hit (&timeline, view, x, y, &lane, &span))
    return HD_NO_SPAN;
  if (timeline.lanes[lane].spans[span].id != HD_NO_SPAN || timeline.lanes[lane].spans[span].open)
    return timeline.lanes[lane].spans[span].id;
  return heddle_span_index_find (self->index, heddle_timeline_figure_get_lane (self, lane), heddle_wave_time_at (view, x));
}
