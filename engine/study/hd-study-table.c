/* hd-study-table.c: what the runs of a study came to, point by point
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * All values are kept, 8 bytes for each metric of each run: means are taken in the order of repeats, whichever ended first.
 */
#define G_LOG_DOMAIN "hd-study-table"

#include <heddle/hd-study-table.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-quantity.h>

#include "hd-i18n.h"
#include "hd-student.h"
#include "hd-study-table-private.h"
#include "hd-study-bound.h"

#define LEAST_REPEATS 3 /* before an interval is believed */

typedef struct
{
  guint repeat;
  guint n_values;
  double *values; /* by number of the metric; NaN: it has none. NULL: it has failed */
  char *error;
} Run;

typedef struct
{
  Run *runs; /* by repeat */
  guint n;
} Point;

struct _HdStudyTable
{
  HdStudyPlan *plan;
  Point *points;
  GArray *metrics;     /* of HdMetric; those of the plan stand first, with unit NULL until a run has them */
  GHashTable *numbers; /* const char *, interned, -> number and 1 */
};

HdStudyTable *
hd_study_table_new (HdStudyPlan *plan)
{
  HdStudyTable *self = g_new0 (HdStudyTable, 1);

  self->plan = hd_study_plan_ref (plan);
  self->points = g_new0 (Point, hd_study_plan_get_n_points (plan));
  self->metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  self->numbers = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < hd_study_plan_get_n_metrics (plan); i++)
    {
      const char *name = g_intern_string (hd_study_plan_get_metric (plan, i)->name);
      HdMetric metric = { .name = name };

      g_array_append_val (self->metrics, metric);
      g_hash_table_insert (self->numbers, (gpointer) name, GUINT_TO_POINTER (i + 1));
    }
  return self;
}

void
hd_study_table_free (HdStudyTable *self)
{
  for (guint p = 0; p < hd_study_plan_get_n_points (self->plan); p++)
    {
      for (guint r = 0; r < self->points[p].n; r++)
        {
          g_free (self->points[p].runs[r].values);
          g_free (self->points[p].runs[r].error);
        }
      g_free (self->points[p].runs);
    }
  g_free (self->points);
  g_array_unref (self->metrics);
  g_hash_table_unref (self->numbers);
  hd_study_plan_unref (self->plan);
  g_free (self);
}

static Run
copy_run (const Run *run)
{
  return (Run) { run->repeat, run->n_values, g_memdup2 (run->values, run->n_values * sizeof *run->values), g_strdup (run->error) };
}

HdStudyTable *
hd_study_table_copy (HdStudyTable *self)
{
  HdStudyTable *copy = g_new0 (HdStudyTable, 1);
  guint n_points = hd_study_plan_get_n_points (self->plan);
  GHashTableIter iter;
  gpointer name, number;

  copy->plan = hd_study_plan_ref (self->plan);
  copy->points = g_memdup2 (self->points, n_points * sizeof *self->points);
  copy->metrics = g_array_copy (self->metrics);
  copy->numbers = g_hash_table_new (NULL, NULL);
  g_hash_table_iter_init (&iter, self->numbers);
  while (g_hash_table_iter_next (&iter, &name, &number))
    g_hash_table_insert (copy->numbers, name, number);
  for (guint p = 0; p < n_points; p++)
    {
      copy->points[p].runs = g_new (Run, self->points[p].n);
      for (guint r = 0; r < self->points[p].n; r++)
        copy->points[p].runs[r] = copy_run (&self->points[p].runs[r]);
    }
  return copy;
}

HdStudyPlan *
hd_study_table_get_plan (HdStudyTable *self)
{
  return self->plan;
}

/* ---- runs ------------------------------------------------------------------------------------------------------------------- */

static guint
find_or_add (HdStudyTable *self,
             const HdMetric *metric)
{
  const char *name = g_intern_string (metric->name);
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, name));
  HdMetric known = { name, g_intern_string (metric->title), g_intern_string (metric->unit), 0 };
  const char *title = number > 0 && number <= hd_study_plan_get_n_metrics (self->plan) ? hd_study_plan_get_metric (self->plan, number - 1)->title : NULL;

  if (title != NULL)
    known.title = g_intern_string (title);
  if (number == 0)
    {
      g_array_append_val (self->metrics, known);
      g_hash_table_insert (self->numbers, (gpointer) name, GUINT_TO_POINTER (self->metrics->len));
      return self->metrics->len - 1;
    }
  if (g_array_index (self->metrics, HdMetric, number - 1).unit == NULL)
    g_array_index (self->metrics, HdMetric, number - 1) = known;
  return number - 1;
}

static void
set_value (HdStudyTable *self,
           Run *run,
           const HdMetric *metric)
{
  guint number = find_or_add (self, metric);

  if (number >= run->n_values)
    {
      run->values = g_renew (double, run->values, self->metrics->len);
      while (run->n_values < self->metrics->len)
        run->values[run->n_values++] = NAN;
    }
  run->values[number] = metric->value;
}

/* How many times as much one metric of the run is as another one. Stores have it not: it follows from what they have. */
static void
set_ratio (HdStudyTable *self,
           Run *run,
           const GArray *metrics,
           const HdStudyMetric *wanted)
{
  const HdMetric *of = hd_metrics_find (metrics, wanted->of), *by = hd_metrics_find (metrics, wanted->by);
  g_autofree char *title = NULL;

  if (of == NULL || by == NULL || by->value == 0 || g_strcmp0 (of->unit, by->unit) != 0)
    return;
  title = g_strdup_printf ("%s / %s", of->title, by->title);
  set_value (self, run, &(HdMetric){ wanted->name, title, "", of->value / by->value });
}

static void
set_values (HdStudyTable *self,
            Run *run,
            const GArray *metrics)
{
  for (guint i = 0; i < metrics->len; i++)
    set_value (self, run, &g_array_index (metrics, HdMetric, i));
  for (guint i = 0; i < hd_study_plan_get_n_metrics (self->plan); i++)
    {
      const HdStudyMetric *wanted = hd_study_plan_get_metric (self->plan, i);

      if (wanted->by != NULL)
        set_ratio (self, run, metrics, wanted);
    }
}

void
hd_study_table_add (HdStudyTable *self,
                    const HdStudyResult *result)
{
  Point *point;
  Run run = { .repeat = result->repeat, .error = g_strdup (result->error) };
  guint at;

  g_return_if_fail (result->point < hd_study_plan_get_n_points (self->plan));

  point = &self->points[result->point];
  if (result->error == NULL && result->metrics != NULL)
    set_values (self, &run, result->metrics);
  point->runs = g_renew (Run, point->runs, point->n + 1);
  for (at = point->n; at > 0 && point->runs[at - 1].repeat > run.repeat; at--)
    point->runs[at] = point->runs[at - 1];
  point->runs[at] = run;
  point->n++;
}

static void
visit (const HdStudyResult *result,
       gpointer data)
{
  HdStudyTable *self = data;

  if (result->point < hd_study_plan_get_n_points (self->plan))
    hd_study_table_add (self, result);
}

gboolean
hd_study_table_load (HdStudyTable *self,
                     HdStudyStore *store,
                     GError **error)
{
  return hd_study_store_foreach (store, visit, self, error);
}

/* ---- figures ----------------------------------------------------------------------------------------------------------------- */

guint
hd_study_table_get_n_metrics (HdStudyTable *self)
{
  return self->metrics->len;
}

const HdMetric *
hd_study_table_get_metric (HdStudyTable *self,
                           guint n)
{
  g_return_val_if_fail (n < self->metrics->len, NULL);

  return &g_array_index (self->metrics, HdMetric, n);
}

gboolean
hd_study_table_find_metric (HdStudyTable *self,
                            const char *name,
                            guint *out_n)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, g_intern_string (name)));

  if (number == 0 || hd_study_table_get_metric (self, number - 1)->unit == NULL)
    return FALSE;
  *out_n = number - 1;
  return TRUE;
}

gboolean
hd_study_table_get (HdStudyTable *self,
                    guint point,
                    guint n,
                    HdStudyFigure *out_figure)
{
  return hd_study_table_get_first (self, point, G_MAXUINT, n, out_figure);
}

gboolean
hd_study_table_get_first (HdStudyTable *self,
                          guint point,
                          guint end_repeat,
                          guint n,
                          HdStudyFigure *out_figure)
{
  const Point *runs;
  g_autofree double *values = NULL;

  g_return_val_if_fail (point < hd_study_plan_get_n_points (self->plan), FALSE);

  runs = &self->points[point];
  *out_figure = (HdStudyFigure){ .n = 0 };
  values = g_new (double, runs->n + 1);
  for (guint r = 0; r < runs->n && runs->runs[r].repeat < end_repeat; r++)
    if (n < runs->runs[r].n_values && !isnan (runs->runs[r].values[n]))
      values[out_figure->n++] = runs->runs[r].values[n];
  if (out_figure->n == 0)
    return FALSE;
  out_figure->mean = hd_student_mean (values, out_figure->n, &out_figure->half_width);
  return TRUE;
}

guint
hd_study_table_count (HdStudyTable *self,
                      guint point)
{
  g_return_val_if_fail (point < hd_study_plan_get_n_points (self->plan), 0);

  return self->points[point].n;
}

const char *
hd_study_table_get_error (HdStudyTable *self,
                          guint point)
{
  g_return_val_if_fail (point < hd_study_plan_get_n_points (self->plan), NULL);

  for (guint r = 0; r < self->points[point].n; r++)
    if (self->points[point].runs[r].error != NULL)
      return self->points[point].runs[r].error;
  return NULL;
}

gboolean
hd_study_table_has_failed (HdStudyTable *self,
                           guint point,
                           guint end_repeat)
{
  const Point *runs = &self->points[point];

  for (guint r = 0; r < runs->n && runs->runs[r].repeat < end_repeat; r++)
    if (runs->runs[r].error != NULL)
      return TRUE;
  return FALSE;
}

gboolean
hd_study_table_is_precise (HdStudyTable *self,
                           guint point)
{
  double precision = hd_study_plan_get_precision (self->plan);
  guint n_metrics = hd_study_plan_get_n_metrics (self->plan);

  if (precision <= 0 || n_metrics == 0 || hd_study_table_count (self, point) < LEAST_REPEATS)
    return FALSE;
  for (guint i = 0; i < n_metrics; i++)
    {
      HdStudyFigure figure;

      if (!hd_study_table_get (self, point, i, &figure) || figure.n < LEAST_REPEATS || !(figure.half_width <= precision * fabs (figure.mean)))
        return FALSE;
    }
  return TRUE;
}

/* ---- bounds ------------------------------------------------------------------------------------------------------------------ */

/* 0 within it, and of a bound that is none, which is said elsewhere. */
static double
find_excess (const char *text,
             const HdMetric *metric,
             double value,
             double sign)
{
  double bound;

  if (text == NULL || !hd_study_bound_parse (text, metric, &bound, NULL) || sign * (value - bound) <= 0)
    return 0;
  return fabs (value - bound) / (bound != 0 ? fabs (bound) : 1);
}

double
hd_study_table_find_violation (HdStudyTable *self,
                               guint n,
                               double value)
{
  const HdStudyMetric *wanted = hd_study_plan_get_metric (self->plan, n);
  const HdMetric *metric = hd_study_table_get_metric (self, n);

  return find_excess (wanted->at_least, metric, value, -1) + find_excess (wanted->at_most, metric, value, 1);
}

static char *
list_names (HdStudyTable *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < self->metrics->len; i++)
    if (hd_study_table_get_metric (self, i)->unit != NULL)
      g_ptr_array_add (names, (gpointer) hd_study_table_get_metric (self, i)->name);
  g_ptr_array_add (names, NULL);
  return g_strjoinv (", ", (char **) names->pdata);
}

static void
fail_metric (HdStudyTable *self,
             const HdStudyMetric *wanted,
             GError **error)
{
  g_autofree char *known = list_names (self);
  guint of, by;

  if (wanted->by == NULL || !hd_study_table_find_metric (self, wanted->of, &of) || !hd_study_table_find_metric (self, wanted->by, &by))
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("No run has the metric “%s”; there are %s"), wanted->name, known);
  else if (strcmp (hd_study_table_get_metric (self, of)->unit, hd_study_table_get_metric (self, by)->unit) != 0)
    g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("“%s” is in “%s”, and “%s” in “%s”; one can be divided by the other if they are in the same unit"), wanted->of,
                 hd_study_table_get_metric (self, of)->unit, wanted->by, hd_study_table_get_metric (self, by)->unit);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” is 0 in all runs, so that nothing can be divided by it"), wanted->by);
}

gboolean
hd_study_table_check_metrics (HdStudyTable *self,
                              GError **error)
{
  for (guint i = 0; i < hd_study_plan_get_n_metrics (self->plan); i++)
    {
      const HdStudyMetric *wanted = hd_study_plan_get_metric (self->plan, i);
      const HdMetric *metric = hd_study_table_get_metric (self, i);
      double bound;

      if (metric->unit == NULL)
        {
          fail_metric (self, wanted, error);
          return FALSE;
        }
      if ((wanted->at_least != NULL && !hd_study_bound_parse (wanted->at_least, metric, &bound, error))
          || (wanted->at_most != NULL && !hd_study_bound_parse (wanted->at_most, metric, &bound, error)))
        return FALSE;
    }
  return TRUE;
}

gboolean
hd_study_table_is_usable (HdStudyTable *self,
                          guint point)
{
  if (hd_study_table_count (self, point) == 0 || hd_study_table_get_error (self, point) != NULL)
    return FALSE;
  for (guint i = 0; i < hd_study_plan_get_n_metrics (self->plan); i++)
    {
      HdStudyFigure figure;

      if (!hd_study_table_get (self, point, i, &figure) || hd_study_table_find_violation (self, i, figure.mean) > 0)
        return FALSE;
    }
  return TRUE;
}
