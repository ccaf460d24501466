/* heddle-drawing-knobs.c: knobs that lie on the drawing, and what has been measured over their values
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing-private.h"

#include <math.h>
#include <stdlib.h>

#include "heddle-words.h"

#define DIGITS 4
#define FLAT 0.5 /* where all points lie if they are the same */

void
heddle_drawing_add_knob (HeddleDrawing *self,
                         const HdObject *object)
{
  HeddleKnob *knob = heddle_knob_new (self->snapshot, self->catalog, self->design, object);
  g_autofree char *value = knob->text != NULL ? heddle_knob_dup_figure (knob, knob->text) : g_strdup ("–");
  g_autofree char *low = knob->low != NULL ? heddle_knob_dup_figure (knob, knob->low) : NULL;
  g_autofree char *high = knob->high != NULL ? heddle_knob_dup_figure (knob, knob->high) : NULL;
  guint n_words = knob->words != NULL ? g_strv_length (knob->words) : 0;
  const HeddleSceneKnob drawn = {
    .share = knob->share,
    .value = value,
    .n_stops = heddle_knob_get_n_stops (knob),
    .is_switch = knob->is_switch,
    .low = n_words > 0 ? heddle_get_word (knob->words[0]) : low,
    .high = n_words > 0 ? heddle_get_word (knob->words[n_words - 1]) : high,
  };

  heddle_scene_add_note (self->scene, &(HeddleSceneNote){
                                        .id = knob->uid,
                                        .rect = { hd_object_get_number (object, "x", 0), hd_object_get_number (object, "y", 0), HEDDLE_KNOB_WIDTH, HEDDLE_KNOB_HEIGHT },
                                        .text = knob->title,
                                        .knob = &drawn,
                                      });
  g_ptr_array_add (self->knobs, knob);
}

GPtrArray *
heddle_drawing_get_knobs (HeddleDrawing *self)
{
  return self->knobs;
}

const HeddleKnob *
heddle_drawing_find_knob (HeddleDrawing *self,
                          guint64 uid)
{
  for (guint i = 0; i < self->knobs->len; i++)
    if (((const HeddleKnob *) self->knobs->pdata[i])->uid == uid)
      return self->knobs->pdata[i];
  return NULL;
}

void
heddle_drawing_turn_knob (HeddleDrawing *self,
                          guint64 uid,
                          double share)
{
  const HeddleKnob *knob = heddle_drawing_find_knob (self, uid);
  g_autofree char *text = knob != NULL ? heddle_knob_dup_text (knob, share) : NULL;
  g_autofree char *value = text != NULL ? heddle_knob_dup_figure (knob, text) : NULL;

  if (knob != NULL)
    heddle_scene_turn_knob (self->scene, heddle_drawing_find_note (self, uid), heddle_knob_find_share (knob, text), value);
}

/* ---- what has been measured -------------------------------------------------------------------------------------------- */

static int
compare_points (const void *a,
                const void *b)
{
  const HeddlePoint *p = a, *q = b;

  return (p->x > q->x) - (p->x < q->x);
}

/* What a run is mostly judged by, of those that there are. */
static const char *
find_usual (GArray *metrics)
{
  static const char *const usual[] = { "throughput", "latency_mean", "time_iter", "time_total" };

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    for (guint k = 0; k < metrics->len; k++)
      if (g_str_equal (g_array_index (metrics, HdMetric, k).name, usual[i]))
        return usual[i];
  return metrics->len > 0 ? g_array_index (metrics, HdMetric, 0).name : NULL;
}

/* (element-type HeddlePoint): with values of the metric; where these lie in the plot is not known yet */
static GArray *
collect_points (const HeddleKnob *knob,
                const HeddleTrace *trace,
                const char *name,
                HdMetric *out_metric)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (HeddlePoint));

  for (guint i = 0; i < trace->n; i++)
    {
      HeddlePoint point = { .x = heddle_knob_find_share (knob, trace->values[i]) };

      if (isnan (point.x) || !hd_sweep_table_find_metric (trace->table, i, name, out_metric) || !isfinite (out_metric->value))
        continue;
      point.y = out_metric->value;
      g_array_append_val (points, point);
    }
  qsort (points->data, points->len, sizeof (HeddlePoint), compare_points);
  return points;
}

static char *
dup_figure (double value,
            const char *unit)
{
  return hd_figure_in (value, unit, DIGITS);
}

void
heddle_drawing_show_trace (HeddleDrawing *self,
                           guint64 uid,
                           const HeddleTrace *trace)
{
  const HeddleKnob *knob = heddle_drawing_find_knob (self, uid);
  g_autoptr (GArray) metrics = trace->table != NULL ? hd_sweep_table_list_metrics (trace->table) : NULL;
  const char *name = metrics == NULL ? NULL : knob != NULL && knob->metric != NULL ? knob->metric : find_usual (metrics);
  g_autoptr (GArray) points = NULL;
  g_autofree char *low = NULL, *high = NULL;
  HdMetric metric = { NULL };
  double least = INFINITY, most = -INFINITY;

  if (knob == NULL)
    return;
  points = name != NULL ? collect_points (knob, trace, name, &metric) : g_array_new (FALSE, FALSE, sizeof (HeddlePoint));
  for (guint i = 0; i < points->len; i++)
    {
      least = MIN (least, g_array_index (points, HeddlePoint, i).y);
      most = MAX (most, g_array_index (points, HeddlePoint, i).y);
    }
  for (guint i = 0; i < points->len; i++)
    {
      HeddlePoint *point = &g_array_index (points, HeddlePoint, i);

      point->y = most > least ? (point->y - least) / (most - least) : FLAT;
    }
  if (points->len > 0)
    {
      high = dup_figure (most, metric.unit);
      low = most > least ? dup_figure (least, metric.unit) : NULL;
    }
  heddle_scene_set_trace (self->scene, heddle_drawing_find_note (self, uid),
                          &(HeddleSceneKnob){
                            .metric = metric.title,
                            .least = low,
                            .most = high,
                            .points = (const HeddlePoint *) (gconstpointer) points->data,
                            .n_points = points->len,
                          });
}
