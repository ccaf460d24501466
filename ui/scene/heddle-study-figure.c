/* heddle-study-figure.c: a metric of the points of a study, over a factor or another metric
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-figure"

#include "heddle-study-figure.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-study-axes.h"

#define DIGITS 4
#define MOST_CURVES 24
#define MARGIN 0.02 /* of a cloud, beside it */

/* What has one title: points, and their numbers in the study. */
typedef struct
{
  char *title; /* or NULL */
  GArray *points;  /* of HeddleCurvePoint */
  GArray *numbers; /* of guint32 */
  GArray *published; /* of HeddleCurvePoint, of the same curve */
} Group;

struct _HeddleStudyFigure
{
  HdStudyTable *table; /* borrowed */
  HdStudyPublished *published; /* borrowed, or NULL */
  HeddleStudyAxis x;
  guint metric;    /* the first one */
  guint n_metrics; /* from that on */
  gboolean is_logarithmic;
  guint n_front;
  guint32 best; /* the last of these */

  GPtrArray *groups; /* of Group */
  GArray *front;     /* of HeddleCurvePoint: a line through it */
  GArray *others;    /* of HeddleCurvePoint: published, and of no curve */
  GPtrArray *words;  /* of the axis, NULL-terminated; or NULL */
  HeddleStudyScale scale; /* of a factor of quantities on the axis; else all zeros */
  double low_x, high_x;
  guint n;
};

static void
group_free (gpointer data)
{
  Group *group = data;

  g_free (group->title);
  g_array_unref (group->points);
  g_array_unref (group->numbers);
  g_array_unref (group->published);
  g_free (group);
}

/* ---- words ------------------------------------------------------------------------------------------------------------------ */

char *
heddle_study_dup_value (const HdMetric *metric,
                        double value)
{
  return hd_figure_in (value, metric->unit, DIGITS);
}

char *
heddle_study_dup_figure (HdStudyTable *table,
                         guint point,
                         guint metric)
{
  HdStudyFigure figure;
  g_autofree char *mean = NULL, *half = NULL;

  if (!hd_study_table_get (table, point, metric, &figure))
    return g_strdup ("–");
  mean = heddle_study_dup_value (hd_study_table_get_metric (table, metric), figure.mean);
  if (!isfinite (figure.half_width))
    return g_steal_pointer (&mean);
  half = hd_figure_percent (figure.mean != 0 ? figure.half_width / fabs (figure.mean) : 0);
  return g_strdup_printf ("%s ± %s", mean, half);
}

/* What is said of each factor. */
typedef enum
{
  SAY_ADDRESS = 1 << 0,
  SAY_VALUE = 1 << 1, /* at a point */
} Saying;

/* "$algorithm=ring, $k=8", or part of that, of those factors that differ, but for @but; empty if there are none. */
static char *
dup_factors (HdStudyPlan *plan,
             guint point,
             guint but,
             Saying saying)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    {
      const HdStudyFactor *factor = hd_study_plan_get_factor (plan, i);
      g_auto (HdStudyValue) value = { NULL };

      if (i == but || factor->is_fixed)
        continue;
      if ((saying & SAY_VALUE) != 0)
        hd_study_plan_get_value (plan, point, i, &value);
      g_string_append_printf (text, "%s%s%s%s", text->len > 0 ? ", " : "", (saying & SAY_ADDRESS) != 0 ? factor->address : "",
                              saying == (SAY_ADDRESS | SAY_VALUE) ? "=" : "", value.text != NULL ? value.text : "");
    }
  return g_string_free (text, FALSE);
}

/* " · published 35 ns, +4.3 %"; empty where nothing is. */
static char *
dup_published (HdStudyTable *table,
               HdStudyPublished *published,
               guint point,
               guint metric)
{
  HdStudyFigure figure;
  g_autofree char *text = NULL, *apart = NULL;
  double value;
  guint row;

  if (published == NULL || !hd_study_published_find_row (published, point, &row) || !hd_study_published_get (published, table, row, metric, &value)
      || !hd_study_table_get (table, point, metric, &figure))
    return g_strdup ("");
  text = heddle_study_dup_value (hd_study_table_get_metric (table, metric), value);
  apart = hd_figure_change (value, figure.mean);
  /* Translators: behind a figure of a run: what others state, and how much more or less than that the run has */
  return g_strdup_printf (_(" · published %s, %s"), text, apart);
}

char *
heddle_study_dup_point (HdStudyTable *table,
                        HdStudyPublished *published,
                        guint point,
                        guint metric)
{
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  guint first = metric == HEDDLE_STUDY_ALL_METRICS ? 0 : metric, n = metric == HEDDLE_STUDY_ALL_METRICS ? hd_study_plan_get_n_metrics (plan) : 1;
  g_autofree char *factors = dup_factors (plan, point, HD_NO_ID, SAY_ADDRESS | SAY_VALUE);
  const char *error = hd_study_table_get_error (table, point);
  GString *text = g_string_new (factors);

  if (error != NULL)
    g_string_append_printf (text, " · %s", error);
  for (guint m = first; error == NULL && m < first + n; m++)
    {
      g_autofree char *value = heddle_study_dup_figure (table, point, m), *others = dup_published (table, published, point, m);

      g_string_append_printf (text, " · %s %s%s", hd_study_table_get_metric (table, m)->title, value, others);
    }
  return g_string_free (text, FALSE);
}

gboolean
heddle_study_are_comparable (HdStudyTable *table)
{
  guint n = hd_study_plan_get_n_metrics (hd_study_table_get_plan (table));
  const char *unit = n > 1 ? hd_study_table_get_metric (table, 0)->unit : NULL;

  for (guint m = 1; m < n; m++)
    if (g_strcmp0 (hd_study_table_get_metric (table, m)->unit, unit) != 0)
      return FALSE;
  return unit != NULL && *unit != '\0'; /* numbers alone may be anything */
}

/* ---- what is seen -------------------------------------------------------------------------------------------------------------- */

static const HdStudyFactor *
get_factor (const HeddleStudyFigure *self)
{
  return self->x.is_metric ? NULL : hd_study_plan_get_factor (hd_study_table_get_plan (self->table), self->x.number);
}

/* Where a word stands on its axis: in the order in which points have them. */
static double
find_word (HeddleStudyFigure *self,
           const char *word)
{
  guint n = self->words->len - 1;

  for (guint i = 0; i < n; i++)
    if (strcmp (self->words->pdata[i], word) == 0)
      return i;
  self->words->pdata[n] = g_strdup (word);
  g_ptr_array_add (self->words, NULL);
  return n;
}

static gboolean
find_x (HeddleStudyFigure *self,
        guint point,
        double *out_x)
{
  g_auto (HdStudyValue) value = { NULL };
  HdStudyFigure figure;

  if (self->x.is_metric)
    {
      *out_x = hd_study_table_get (self->table, point, self->x.number, &figure) ? figure.mean : NAN;
      return isfinite (*out_x);
    }
  hd_study_plan_get_value (hd_study_table_get_plan (self->table), point, self->x.number, &value);
  *out_x = self->words != NULL ? find_word (self, value.text) : value.number;
  return isfinite (*out_x);
}

static Group *
find_group (HeddleStudyFigure *self,
            GHashTable *by_title,
            const char *title)
{
  Group *group = g_hash_table_lookup (by_title, title);

  if (group != NULL)
    return group;
  group = g_new0 (Group, 1);
  group->title = g_strdup (title);
  group->points = g_array_new (FALSE, FALSE, sizeof (HeddleCurvePoint));
  group->numbers = g_array_new (FALSE, FALSE, sizeof (guint32));
  group->published = g_array_new (FALSE, FALSE, sizeof (HeddleCurvePoint));
  g_ptr_array_add (self->groups, group);
  g_hash_table_insert (by_title, group->title, group);
  return group;
}

/* Of the curve of @metric on which @point is; empty if there is only one. */
static char *
dup_title (HeddleStudyFigure *self,
           guint metric,
           guint32 point)
{
  g_autofree char *curve = !self->x.is_metric ? dup_factors (hd_study_table_get_plan (self->table), point, self->x.number, SAY_VALUE) : g_strdup ("");
  const char *title = hd_study_table_get_metric (self->table, metric)->title;

  if (self->n_metrics == 1)
    return g_steal_pointer (&curve);
  return *curve != '\0' ? g_strdup_printf ("%s, %s", title, curve) : g_strdup (title);
}

static void
add_point (HeddleStudyFigure *self,
           GHashTable *by_title,
           guint metric,
           guint32 number,
           gboolean is_marked)
{
  HeddleCurvePoint point = { .is_marked = is_marked };
  HdStudyFigure figure;
  g_autofree char *title = NULL;
  Group *group;

  if (!hd_study_table_get (self->table, number, metric, &figure) || !find_x (self, number, &point.x))
    return;
  point.y = figure.mean;
  point.half = isfinite (figure.half_width) ? figure.half_width : 0;
  self->n_front += is_marked;
  self->best = is_marked ? number : self->best;
  point.is_hollow = !hd_study_table_is_usable (self->table, number);
  title = dup_title (self, metric, number);
  group = find_group (self, by_title, title);
  g_array_append_val (group->points, point);
  g_array_append_val (group->numbers, number);
  self->low_x = MIN (self->low_x, point.x);
  self->high_x = MAX (self->high_x, point.x);
  self->n++;
}

static gboolean
find_published_x (HeddleStudyFigure *self,
                  guint row,
                  double *out_x)
{
  g_auto (HdStudyValue) value = { NULL };

  if (self->x.is_metric)
    return hd_study_published_get (self->published, self->table, row, self->x.number, out_x);
  if (!hd_study_published_get_value (self->published, row, self->x.number, &value))
    return FALSE;
  *out_x = self->words != NULL ? find_word (self, value.text) : value.number;
  return isfinite (*out_x);
}

/* In the colour of the curve on which it would lie. */
static GArray *
find_place (HeddleStudyFigure *self,
            GHashTable *by_title,
            guint metric,
            guint row)
{
  guint32 point = hd_study_published_get_point (self->published, row);
  g_autofree char *title = point != HD_NO_ID ? dup_title (self, metric, point) : NULL;
  Group *group = point != HD_NO_ID ? g_hash_table_lookup (by_title, title) : NULL;

  return group != NULL ? group->published : self->others;
}

static void
add_published (HeddleStudyFigure *self,
               GHashTable *by_title,
               guint metric)
{
  for (guint row = 0; self->published != NULL && row < hd_study_published_get_n_rows (self->published); row++)
    {
      HeddleCurvePoint point = { 0 };

      if (!hd_study_published_get (self->published, self->table, row, metric, &point.y) || !find_published_x (self, row, &point.x))
        continue;
      g_array_append_val (find_place (self, by_title, metric, row), point);
      self->low_x = MIN (self->low_x, point.x);
      self->high_x = MAX (self->high_x, point.x);
    }
}

static void
merge_groups (HeddleStudyFigure *self)
{
  Group *first = self->groups->pdata[0];

  for (guint i = 1; i < self->groups->len; i++)
    {
      Group *group = self->groups->pdata[i];

      g_array_append_vals (first->points, group->points->data, group->points->len);
      g_array_append_vals (first->numbers, group->numbers->data, group->numbers->len);
      g_array_append_vals (first->published, group->published->data, group->published->len);
    }
  g_ptr_array_set_size (self->groups, 1);
  g_clear_pointer (&first->title, g_free);
}

static int
compare_x (gconstpointer a,
           gconstpointer b)
{
  double first = ((const HeddleCurvePoint *) a)->x, second = ((const HeddleCurvePoint *) b)->x;

  return first < second ? -1 : first > second;
}

/* Points keep their numbers beside them. */
static int
compare_places (gconstpointer a,
                gconstpointer b,
                gpointer points)
{
  return compare_x (&g_array_index ((GArray *) points, HeddleCurvePoint, *(const guint *) a), &g_array_index ((GArray *) points, HeddleCurvePoint, *(const guint *) b));
}

static void
sort_group (Group *group)
{
  g_autofree guint *places = g_new (guint, group->points->len + 1);
  g_autoptr (GArray) points = g_steal_pointer (&group->points), numbers = g_steal_pointer (&group->numbers);

  for (guint i = 0; i < points->len; i++)
    places[i] = i;
  g_qsort_with_data (places, (gint) points->len, sizeof *places, compare_places, points);
  group->points = g_array_sized_new (FALSE, FALSE, sizeof (HeddleCurvePoint), points->len);
  group->numbers = g_array_sized_new (FALSE, FALSE, sizeof (guint32), numbers->len);
  for (guint i = 0; i < points->len; i++)
    {
      g_array_append_vals (group->points, &g_array_index (points, HeddleCurvePoint, places[i]), 1);
      g_array_append_vals (group->numbers, &g_array_index (numbers, guint32, places[i]), 1);
    }
}

/* Of a factor with certain values all of them have their place from the beginning, whatever there are points of yet. */
static void
take_scale (HeddleStudyFigure *self)
{
  const GArray *values;

  heddle_study_scale_init (&self->scale, hd_study_table_get_plan (self->table), self->x.number);
  values = self->scale.values;
  if (values->len == 0)
    return;
  self->low_x = g_array_index (values, double, 0);
  self->high_x = g_array_index (values, double, values->len - 1);
}

/* Of two metrics that are weighed against each other, and are both on an axis; of more a line would lead past points that are as good. */
static gboolean
has_front_line (const HeddleStudyFigure *self)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self->table);
  guint n_directed = 0, n_shown = 0;

  for (guint i = 0; i < hd_study_plan_get_n_metrics (plan); i++)
    {
      gboolean is_directed = hd_study_plan_get_metric (plan, i)->direction != HD_STUDY_WATCH;

      n_directed += is_directed;
      n_shown += is_directed && (i == self->metric || i == self->x.number);
    }
  return self->x.is_metric && n_directed == 2 && n_shown == 2;
}

static void
collect_front (HeddleStudyFigure *self)
{
  for (guint g = 0; g < self->groups->len; g++)
    {
      const Group *group = self->groups->pdata[g];

      for (guint i = 0; i < group->points->len; i++)
        if (g_array_index (group->points, HeddleCurvePoint, i).is_marked)
          g_array_append_vals (self->front, &g_array_index (group->points, HeddleCurvePoint, i), 1);
    }
  g_array_sort (self->front, compare_x);
}

HeddleStudyFigure *
heddle_study_figure_new (HdStudyTable *table,
                         HdStudyPublished *published,
                         HeddleStudyAxis x,
                         guint metric,
                         gboolean is_logarithmic)
{
  HeddleStudyFigure *self = g_new0 (HeddleStudyFigure, 1);
  g_autoptr (GHashTable) by_title = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree gboolean *is_front = hd_study_table_find_front (table);
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  gboolean is_all = metric == HEDDLE_STUDY_ALL_METRICS;

  g_return_val_if_fail (!is_all || !x.is_metric, NULL);

  self->table = table;
  self->published = published;
  self->x = x;
  self->metric = is_all ? 0 : metric;
  self->n_metrics = is_all ? hd_study_plan_get_n_metrics (plan) : 1;
  self->is_logarithmic = is_logarithmic;
  self->groups = g_ptr_array_new_with_free_func (group_free);
  self->front = g_array_new (FALSE, FALSE, sizeof (HeddleCurvePoint));
  self->others = g_array_new (FALSE, FALSE, sizeof (HeddleCurvePoint));
  self->low_x = INFINITY;
  self->high_x = -INFINITY;
  if (!x.is_metric && get_factor (self)->is_word)
    {
      self->words = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (self->words, NULL);
    }
  else if (!x.is_metric)
    take_scale (self);
  for (guint m = self->metric; m < self->metric + self->n_metrics; m++)
    {
      for (guint p = 0; p < hd_study_plan_get_n_points (plan); p++)
        if (hd_study_table_count (table, p) > 0)
          add_point (self, by_title, m, p, is_front[p] && !is_all); /* which is of all of them together */
      add_published (self, by_title, m);
    }
  if (self->groups->len > MOST_CURVES || (self->groups->len > 1 && self->groups->len == self->n)) /* single points are no curves */
    merge_groups (self);
  for (guint i = 0; i < self->groups->len; i++)
    sort_group (self->groups->pdata[i]);
  if (has_front_line (self))
    collect_front (self);
  return self;
}

void
heddle_study_figure_free (HeddleStudyFigure *self)
{
  g_ptr_array_unref (self->groups);
  g_array_unref (self->front);
  g_array_unref (self->others);
  g_clear_pointer (&self->words, g_ptr_array_unref);
  heddle_study_scale_clear (&self->scale);
  g_free (self);
}

char *
heddle_study_figure_dup_key (HeddleStudyFigure *self)
{
  g_autofree char *best = NULL;

  if (self->n_front == 0)
    return NULL;
  if (self->n_front > 1)
    return g_strdup (_("◎ Not beaten"));
  best = heddle_study_dup_point (self->table, self->published, self->best, self->metric);
  return g_strdup_printf (_("◎ Best: %s"), best);
}

guint
heddle_study_figure_count (HeddleStudyFigure *self)
{
  return self->n / self->n_metrics;
}

/* ---- the picture ---------------------------------------------------------------------------------------------------------------- */

/* SI units stand behind figures with their prefix: of 10 GB/s the figure is in B/s. */
static char *
dup_x_unit (const HeddleStudyFigure *self)
{
  HdDimension dimension;
  const char *unit = self->x.is_metric ? hd_study_table_get_metric (self->table, self->x.number)->unit : get_factor (self)->unit;

  if (self->x.is_metric)
    return g_strdup (unit != NULL ? unit : "");
  if (*unit == '\0' || !hd_unit_parse (unit, &dimension, NULL, NULL) || hd_dimension_equal (dimension, HD_DIMENSION_NONE))
    return g_strdup ("");
  return hd_dimension_to_string (dimension);
}

static const char *
get_x_title (const HeddleStudyFigure *self)
{
  return self->x.is_metric ? hd_study_table_get_metric (self->table, self->x.number)->title : get_factor (self)->title;
}

static const char *
get_y_title (const HeddleStudyFigure *self)
{
  return self->n_metrics > 1 ? _("All metrics") : hd_study_table_get_metric (self->table, self->metric)->title;
}

/* What a picture points to lasts as long as this. */
typedef struct
{
  HeddleCurvePicture picture;
  GArray *curves; /* of HeddleCurve */
  char *title, *key_title, *x_unit;
} Sheet;

static void
sheet_clear (Sheet *self)
{
  g_array_unref (self->curves);
  g_free (self->title);
  g_free (self->key_title);
  g_free (self->x_unit);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sheet, sheet_clear)

/* The first of them is in the key. */
static void
add_foreign (Sheet *self,
             const GArray *points,
             int category,
             gboolean *is_named)
{
  HeddleCurve curve = { .points = (const HeddleCurvePoint *) (gconstpointer) points->data, .n = points->len, .category = category, .is_foreign = TRUE };

  if (points->len == 0)
    return;
  curve.title = *is_named ? NULL : _("published");
  *is_named = TRUE;
  g_array_append_val (self->curves, curve);
}

static gboolean
is_spread (const HeddleStudyFigure *self)
{
  return self->low_x > 0 && (self->scale.is_logarithmic || heddle_study_is_wide (self->low_x, self->high_x));
}

static void
sheet_init (Sheet *self,
            const HeddleStudyFigure *figure)
{
  const HdMetric *metric = hd_study_table_get_metric (figure->table, figure->metric);
  gboolean is_alone = figure->groups->len <= 1, is_named = FALSE;
  gboolean has_range = figure->high_x >= figure->low_x;
  gboolean is_x_logarithmic = figure->words == NULL && has_range && is_spread (figure);
  const GPtrArray *names = figure->words != NULL ? figure->words : figure->scale.names;
  double margin = figure->x.is_metric && !is_x_logarithmic ? MARGIN * (figure->high_x - figure->low_x) : 0;

  self->curves = g_array_new (FALSE, FALSE, sizeof (HeddleCurve));
  if (figure->front->len > 1)
    {
      HeddleCurve curve = { .points = (const HeddleCurvePoint *) (gconstpointer) figure->front->data, .n = figure->front->len, .category = HEDDLE_CURVE_NEUTRAL, .is_joined = TRUE, .is_line = TRUE };

      g_array_append_val (self->curves, curve);
    }
  for (guint i = 0; i < figure->groups->len; i++)
    {
      const Group *group = figure->groups->pdata[i];
      HeddleCurve curve = {
        .points = (const HeddleCurvePoint *) (gconstpointer) group->points->data,
        .n = group->points->len,
        .category = is_alone ? HEDDLE_CURVE_ACCENT : (int) i,
        .title = is_alone ? NULL : group->title,
        .is_joined = !figure->x.is_metric && group->title != NULL,
      };

      g_array_append_val (self->curves, curve);
    }
  for (guint i = 0; i < figure->groups->len; i++)
    add_foreign (self, ((const Group *) figure->groups->pdata[i])->published, is_alone ? HEDDLE_CURVE_ACCENT : (int) i, &is_named);
  add_foreign (self, figure->others, HEDDLE_CURVE_NEUTRAL, &is_named);
  self->x_unit = dup_x_unit (figure);
  self->key_title = !is_alone ? dup_factors (hd_study_table_get_plan (figure->table), 0, figure->x.number, SAY_ADDRESS) : NULL;
  if (self->key_title != NULL && *self->key_title == '\0') /* curves are of metrics alone, which their titles say */
    g_clear_pointer (&self->key_title, g_free);
  /* Translators: a metric over a variable, "Latency, mean over $load" */
  self->title = g_strdup_printf (_("%s over %s"), get_y_title (figure), get_x_title (figure));
  self->picture = (HeddleCurvePicture){
    .curves = (const HeddleCurve *) (gconstpointer) self->curves->data,
    .n_curves = self->curves->len,
    .low_x = has_range ? figure->low_x - margin : 0,
    .high_x = has_range ? figure->high_x + margin : 1,
    .is_logarithmic = figure->is_logarithmic,
    .is_x_logarithmic = is_x_logarithmic,
    .x_words = names != NULL ? (const char *const *) names->pdata : NULL,
    .x_values = names != NULL && names == figure->scale.names ? (const double *) (gconstpointer) figure->scale.values->data : NULL,
    .key_title = self->key_title,
    .title = self->title,
    .x_unit = self->x_unit,
    .y_unit = metric->unit != NULL ? metric->unit : "",
  };
}

/* On top of all others. */
static void
add_chosen (Sheet *sheet,
            const HeddleStudyFigure *figure,
            guint32 chosen,
            HeddleCurvePoint *out_point)
{
  const HeddleCurve curve = { .points = out_point, .n = 1, .category = HEDDLE_CURVE_ACCENT };

  for (guint g = 0; g < figure->groups->len; g++)
    {
      const Group *group = figure->groups->pdata[g];

      for (guint i = 0; i < group->numbers->len; i++)
        if (g_array_index (group->numbers, guint32, i) == chosen)
          {
            *out_point = g_array_index (group->points, HeddleCurvePoint, i);
            out_point->is_marked = TRUE;
            g_array_append_val (sheet->curves, curve);
            sheet->picture.curves = (const HeddleCurve *) (gconstpointer) sheet->curves->data;
            sheet->picture.n_curves = sheet->curves->len;
            return;
          }
    }
}

void
heddle_study_figure_paint (HeddleStudyFigure *self,
                           guint32 chosen,
                           HeddleText *text,
                           cairo_t *cr,
                           const HeddleTheme *theme,
                           double width,
                           double height)
{
  g_auto (Sheet) sheet = { .curves = NULL };
  HeddleCurvePoint point;

  sheet_init (&sheet, self);
  if (chosen != HD_NO_ID)
    add_chosen (&sheet, self, chosen, &point);
  heddle_curve_paint (text, cr, &sheet.picture, theme, width, height);
}

guint32
heddle_study_figure_find (HeddleStudyFigure *self,
                          HeddleText *text,
                          double width,
                          double height,
                          double x,
                          double y)
{
  g_auto (Sheet) sheet = { .curves = NULL };
  guint curve, point;

  sheet_init (&sheet, self);
  if (!heddle_curve_find (text, &sheet.picture, width, height, x, y, &curve, &point))
    return HD_NO_ID;
  curve -= self->front->len > 1; /* the line lies below all */
  return g_array_index (((const Group *) self->groups->pdata[curve])->numbers, guint32, point);
}

char *
heddle_study_figure_dup_summary (HeddleStudyFigure *self)
{
  const HdMetric *metric = hd_study_table_get_metric (self->table, self->metric);
  double least = INFINITY, most = -INFINITY;
  g_autofree char *low = NULL, *high = NULL;

  if (self->n == 0)
    return g_strdup (_("No run has ended yet"));
  for (guint g = 0; g < self->groups->len; g++)
    for (guint i = 0; i < ((const Group *) self->groups->pdata[g])->points->len; i++)
      {
        double y = g_array_index (((const Group *) self->groups->pdata[g])->points, HeddleCurvePoint, i).y;

        least = MIN (least, y);
        most = MAX (most, y);
      }
  low = heddle_study_dup_value (metric, least);
  high = heddle_study_dup_value (metric, most);
  return g_strdup_printf (_("%s over %s, of %u points: from %s to %s"), get_y_title (self), get_x_title (self), self->n / self->n_metrics, low, high);
}
