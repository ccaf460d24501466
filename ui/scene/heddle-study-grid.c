/* heddle-study-grid.c: a metric of the points of a study over two factors, as colours
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-grid"

#include "heddle-study-grid.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-study-figure.h"

#define MOST_TIMES 4 /* as many places as points: more are no grid */

/* The values of one factor: words as points have them, figures in their order. */
typedef struct
{
  guint factor;
  GHashTable *numbers; /* char * -> place + 1 */
  GPtrArray *texts;    /* char *, owned by the table above; by place */
  GArray *values;      /* of double, by place */
} Axis;

struct _HeddleStudyGrid
{
  HdStudyTable *table; /* borrowed */
  guint metric;
  gboolean is_logarithmic;
  Axis x, y;
  double *values;  /* by place */
  guint32 *points; /* by place, or HD_NO_ID */
  char *title;
};

/* ---- axes ---------------------------------------------------------------------------------------------------------------- */

static void
axis_init (Axis *self,
           guint factor)
{
  self->factor = factor;
  self->numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->texts = g_ptr_array_new ();
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
}

static void
axis_clear (Axis *self)
{
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->texts);
  g_array_unref (self->values);
}

static void
axis_add (Axis *self,
          HdStudyPlan *plan,
          guint point)
{
  g_auto (HdStudyValue) value = { NULL };

  hd_study_plan_get_value (plan, point, self->factor, &value);
  if (g_hash_table_contains (self->numbers, value.text))
    return;
  g_array_append_val (self->values, value.number);
  g_ptr_array_add (self->texts, value.text);
  g_hash_table_insert (self->numbers, g_steal_pointer (&value.text), GUINT_TO_POINTER (self->texts->len));
}

static int
compare_values (gconstpointer a,
                gconstpointer b,
                gpointer values)
{
  double first = g_array_index ((GArray *) values, double, *(const guint *) a), second = g_array_index ((GArray *) values, double, *(const guint *) b);

  return first < second ? -1 : first > second;
}

static void
axis_sort (Axis *self,
           HdStudyPlan *plan)
{
  guint n = self->texts->len;
  g_autofree guint *order = g_new (guint, n + 1);
  g_autoptr (GPtrArray) texts = g_steal_pointer (&self->texts);

  for (guint i = 0; i < n; i++)
    order[i] = i;
  if (!hd_study_plan_get_factor (plan, self->factor)->is_word)
    g_qsort_with_data (order, (gint) n, sizeof *order, compare_values, self->values);
  self->texts = g_ptr_array_sized_new (n);
  for (guint i = 0; i < n; i++)
    {
      g_ptr_array_add (self->texts, texts->pdata[order[i]]);
      g_hash_table_insert (self->numbers, g_strdup (texts->pdata[order[i]]), GUINT_TO_POINTER (i + 1));
    }
}

static guint
axis_find (const Axis *self,
           HdStudyPlan *plan,
           guint point)
{
  g_auto (HdStudyValue) value = { NULL };

  hd_study_plan_get_value (plan, point, self->factor, &value);
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, value.text)) - 1;
}

/* ---- the slice ------------------------------------------------------------------------------------------------------------ */

static gboolean
is_other (const HeddleStudyGrid *self,
          HdStudyPlan *plan,
          guint factor)
{
  return factor != self->x.factor && factor != self->y.factor && !hd_study_plan_get_factor (plan, factor)->is_fixed;
}

/* By factor: what points of the slice have; NULL where they may differ. */
static char **
dup_others (const HeddleStudyGrid *self,
            HdStudyPlan *plan,
            guint through)
{
  guint n = hd_study_plan_get_n_factors (plan);
  char **texts = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    if (is_other (self, plan, i))
      {
        HdStudyValue value;

        hd_study_plan_get_value (plan, through, i, &value);
        texts[i] = value.text;
      }
  return texts;
}

static void
free_others (char **texts,
             HdStudyPlan *plan)
{
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    g_free (texts[i]);
  g_free (texts);
}

static gboolean
is_in_slice (HdStudyPlan *plan,
             char *const *others,
             guint point)
{
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    {
      g_auto (HdStudyValue) value = { NULL };

      if (others[i] == NULL)
        continue;
      hd_study_plan_get_value (plan, point, i, &value);
      if (strcmp (value.text, others[i]) != 0)
        return FALSE;
    }
  return TRUE;
}

static GArray *
find_slice (HdStudyPlan *plan,
            char *const *others)
{
  GArray *slice = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 p = 0; p < hd_study_plan_get_n_points (plan); p++)
    if (is_in_slice (plan, others, p))
      g_array_append_val (slice, p);
  return slice;
}

static char *
dup_title (const HeddleStudyGrid *self,
           HdStudyPlan *plan,
           char *const *others)
{
  GString *title = g_string_new (NULL);

  /* Translators: a metric over two factors: "Throughput over $accelerators and $bandwidth" */
  g_string_append_printf (title, _("%s over %s and %s"), hd_study_table_get_metric (self->table, self->metric)->title,
                          hd_study_plan_get_factor (plan, self->x.factor)->title, hd_study_plan_get_factor (plan, self->y.factor)->title);
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    if (others[i] != NULL)
      g_string_append_printf (title, " · %s=%s", hd_study_plan_get_factor (plan, i)->address, others[i]);
  return g_string_free (title, FALSE);
}

static void
fill (HeddleStudyGrid *self,
      HdStudyPlan *plan,
      const GArray *slice)
{
  guint n_columns = self->x.texts->len, n = n_columns * self->y.texts->len;

  self->values = g_new (double, n + 1);
  self->points = g_new (guint32, n + 1);
  for (guint i = 0; i < n; i++)
    {
      self->values[i] = NAN;
      self->points[i] = HD_NO_ID;
    }
  for (guint i = 0; i < slice->len; i++)
    {
      guint32 point = g_array_index (slice, guint32, i);
      guint place = axis_find (&self->y, plan, point) * n_columns + axis_find (&self->x, plan, point);
      HdStudyFigure figure;

      self->points[place] = point;
      if (hd_study_table_get (self->table, point, self->metric, &figure))
        self->values[place] = figure.mean;
    }
}

HeddleStudyGrid *
heddle_study_grid_new (HdStudyTable *table,
                       guint x,
                       guint y,
                       guint metric,
                       gboolean is_logarithmic,
                       guint32 through)
{
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  g_autoptr (HeddleStudyGrid) self = g_new0 (HeddleStudyGrid, 1);
  g_autoptr (GArray) slice = NULL;
  char **others;

  g_return_val_if_fail (x != y, NULL);

  self->table = table;
  self->metric = metric;
  self->is_logarithmic = is_logarithmic;
  axis_init (&self->x, x);
  axis_init (&self->y, y);
  others = dup_others (self, plan, through != HD_NO_ID ? through : 0);
  slice = find_slice (plan, others);
  self->title = dup_title (self, plan, others);
  free_others (others, plan);
  for (guint i = 0; i < slice->len; i++)
    {
      axis_add (&self->x, plan, g_array_index (slice, guint32, i));
      axis_add (&self->y, plan, g_array_index (slice, guint32, i));
    }
  if ((guint64) self->x.texts->len * self->y.texts->len > (guint64) MOST_TIMES * slice->len)
    return NULL;
  axis_sort (&self->x, plan);
  axis_sort (&self->y, plan);
  fill (self, plan, slice);
  return g_steal_pointer (&self);
}

void
heddle_study_grid_free (HeddleStudyGrid *self)
{
  axis_clear (&self->x);
  axis_clear (&self->y);
  g_free (self->values);
  g_free (self->points);
  g_free (self->title);
  g_free (self);
}

/* ---- the picture ------------------------------------------------------------------------------------------------------------ */

static guint
find_place (const HeddleStudyGrid *self,
            guint32 point)
{
  for (guint i = 0; point != HD_NO_ID && i < self->x.texts->len * self->y.texts->len; i++)
    if (self->points[i] == point)
      return i;
  return HEDDLE_GRID_NONE;
}

static HeddleGridPicture
get_picture (const HeddleStudyGrid *self,
             guint32 chosen)
{
  const HdMetric *metric = hd_study_table_get_metric (self->table, self->metric);

  return (HeddleGridPicture){
    .values = self->values,
    .n_columns = self->x.texts->len,
    .n_rows = self->y.texts->len,
    .columns = (const char *const *) self->x.texts->pdata,
    .rows = (const char *const *) self->y.texts->pdata,
    .is_logarithmic = self->is_logarithmic,
    .title = self->title,
    .unit = metric->unit != NULL ? metric->unit : "",
    .chosen = find_place (self, chosen),
  };
}

gboolean
heddle_study_grid_has (HeddleStudyGrid *self,
                       guint32 point)
{
  return find_place (self, point) != HEDDLE_GRID_NONE;
}

void
heddle_study_grid_paint (HeddleStudyGrid *self,
                         guint32 chosen,
                         HeddleText *text,
                         cairo_t *cr,
                         const HeddleTheme *theme,
                         double width,
                         double height)
{
  HeddleGridPicture picture = get_picture (self, chosen);

  heddle_grid_paint (text, cr, &picture, theme, width, height);
}

guint32
heddle_study_grid_find (HeddleStudyGrid *self,
                        HeddleText *text,
                        double width,
                        double height,
                        double x,
                        double y)
{
  HeddleGridPicture picture = get_picture (self, HD_NO_ID);
  guint place = heddle_grid_find (text, &picture, width, height, x, y);

  return place != HEDDLE_GRID_NONE ? self->points[place] : HD_NO_ID;
}

char *
heddle_study_grid_dup_summary (HeddleStudyGrid *self)
{
  const HdMetric *metric = hd_study_table_get_metric (self->table, self->metric);
  double least = INFINITY, most = -INFINITY;
  g_autofree char *low = NULL, *high = NULL;

  for (guint i = 0; i < self->x.texts->len * self->y.texts->len; i++)
    if (isfinite (self->values[i]))
      {
        least = MIN (least, self->values[i]);
        most = MAX (most, self->values[i]);
      }
  if (!(most >= least))
    return g_strdup (_("No run has ended yet"));
  low = heddle_study_dup_value (metric, least);
  high = heddle_study_dup_value (metric, most);
  return g_strdup_printf (_("%s: from %s to %s"), self->title, low, high);
}
