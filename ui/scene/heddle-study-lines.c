/* heddle-study-lines.c: all factors and metrics of the points of a study side by side
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-lines"

#include "heddle-study-lines.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-study-axes.h"

#define MOST_METRICS 6 /* of a study that names none */

typedef struct
{
  gboolean is_metric;
  guint number;
  GHashTable *words; /* of a factor without quantities: char * -> place + 1; or NULL */
  GPtrArray *names;  /* of these, by place, NULL-terminated */
  HeddleStudyScale scale; /* of a factor with quantities; else all zeros */
} Source;

struct _HeddleStudyLines
{
  HdStudyTable *table; /* borrowed */
  GArray *sources;     /* of Source, by axis */
  GArray *axes;        /* of HeddleParallelAxis */
  GArray *values;      /* of double: @n points, each with one for every axis */
  GArray *points;      /* of guint32: their numbers */
  guint coloured;
  HeddleParallel *lines;
};

/* ---- axes ---------------------------------------------------------------------------------------------------------------- */

static void
source_clear (gpointer data)
{
  Source *source = data;

  g_clear_pointer (&source->words, g_hash_table_unref);
  g_clear_pointer (&source->names, g_ptr_array_unref);
  heddle_study_scale_clear (&source->scale);
}

static void
add_axis (HeddleStudyLines *self,
          gboolean is_metric,
          guint number,
          const char *title,
          const char *unit,
          gboolean is_word)
{
  Source source = { is_metric, number };
  HeddleParallelAxis axis = { .title = title, .low = INFINITY, .high = -INFINITY, .unit = unit };

  if (is_word)
    {
      source.words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      source.names = g_ptr_array_new ();
      g_ptr_array_add (source.names, NULL);
    }
  else if (!is_metric)
    heddle_study_scale_init (&source.scale, hd_study_table_get_plan (self->table), number);
  g_array_append_val (self->sources, source);
  g_array_append_val (self->axes, axis);
}

/* SI units stand behind figures: of 10 GB/s the figure is in B/s. */
static const char *
get_unit (const HdStudyFactor *factor)
{
  HdDimension dimension;
  g_autofree char *unit = NULL;

  if (factor->is_word || *factor->unit == '\0' || !hd_unit_parse (factor->unit, &dimension, NULL, NULL) || hd_dimension_equal (dimension, HD_DIMENSION_NONE))
    return "";
  unit = hd_dimension_to_string (dimension);
  return g_intern_string (unit);
}

static void
add_axes (HeddleStudyLines *self,
          guint metric)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self->table);
  guint n_wanted = hd_study_plan_get_n_metrics (plan), n = hd_study_table_get_n_metrics (self->table);

  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    {
      const HdStudyFactor *factor = hd_study_plan_get_factor (plan, i);

      if (!factor->is_fixed)
        add_axis (self, FALSE, i, factor->title, get_unit (factor), factor->is_word);
    }
  for (guint i = 0; i < n; i++)
    {
      const HdMetric *shown = hd_study_table_get_metric (self->table, i);

      if (shown->unit == NULL || (i != metric && i >= (n_wanted > 0 ? n_wanted : MOST_METRICS)))
        continue;
      self->coloured = i == metric ? self->axes->len : self->coloured;
      add_axis (self, TRUE, i, shown->title, shown->unit, FALSE);
    }
}

/* ---- points -------------------------------------------------------------------------------------------------------------- */

static double
find_word (Source *source,
           char *word_take)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (source->words, word_take));

  if (place > 0)
    {
      g_free (word_take);
      return place - 1;
    }
  place = source->names->len - 1;
  source->names->pdata[place] = word_take;
  g_ptr_array_add (source->names, NULL);
  g_hash_table_insert (source->words, word_take, GUINT_TO_POINTER (place + 1));
  return place;
}

static double
find_value (HeddleStudyLines *self,
            Source *source,
            guint32 point)
{
  HdStudyFigure figure;
  HdStudyValue value;

  if (source->is_metric)
    return hd_study_table_get (self->table, point, source->number, &figure) ? figure.mean : (double) NAN;
  hd_study_plan_get_value (hd_study_table_get_plan (self->table), point, source->number, &value);
  if (source->words != NULL)
    return find_word (source, value.text);
  hd_study_value_clear (&value);
  return value.number;
}

static void
add_point (HeddleStudyLines *self,
           guint32 point)
{
  for (guint a = 0; a < self->axes->len; a++)
    {
      HeddleParallelAxis *axis = &g_array_index (self->axes, HeddleParallelAxis, a);
      double value = find_value (self, &g_array_index (self->sources, Source, a), point);

      g_array_append_val (self->values, value);
      if (!isfinite (value))
        continue;
      axis->low = MIN (axis->low, value);
      axis->high = MAX (axis->high, value);
    }
  g_array_append_val (self->points, point);
}

/* Words of the points, or all values that a factor may have. */
static void
take_names (HeddleParallelAxis *axis,
            const Source *source)
{
  const GArray *values = source->scale.values;

  if (source->names != NULL)
    axis->words = (const char *const *) source->names->pdata;
  if (source->scale.names == NULL)
    return;
  axis->words = (const char *const *) source->scale.names->pdata;
  axis->values = (const double *) (gconstpointer) values->data;
  axis->low = g_array_index (values, double, 0);
  axis->high = g_array_index (values, double, values->len - 1);
}

HeddleStudyLines *
heddle_study_lines_new (HdStudyTable *table,
                        guint metric)
{
  HeddleStudyLines *self = g_new0 (HeddleStudyLines, 1);

  self->table = table;
  self->sources = g_array_new (FALSE, FALSE, sizeof (Source));
  g_array_set_clear_func (self->sources, source_clear);
  self->axes = g_array_new (FALSE, FALSE, sizeof (HeddleParallelAxis));
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
  self->points = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->lines = heddle_parallel_new ();
  add_axes (self, metric);
  for (guint32 p = 0; p < hd_study_plan_get_n_points (hd_study_table_get_plan (table)); p++)
    if (hd_study_table_count (table, p) > 0 && hd_study_table_get_error (table, p) == NULL)
      add_point (self, p);
  for (guint a = 0; a < self->axes->len; a++)
    {
      HeddleParallelAxis *axis = &g_array_index (self->axes, HeddleParallelAxis, a);
      const Source *source = &g_array_index (self->sources, Source, a);

      take_names (axis, source);
      if (!(axis->high >= axis->low))
        axis->low = axis->high = 0;
      axis->is_logarithmic = axis->low > 0 && source->scale.is_logarithmic;
    }
  return self;
}

void
heddle_study_lines_free (HeddleStudyLines *self)
{
  g_array_unref (self->sources);
  g_array_unref (self->axes);
  g_array_unref (self->values);
  g_array_unref (self->points);
  heddle_parallel_free (self->lines);
  g_free (self);
}

/* ---- the picture ---------------------------------------------------------------------------------------------------------- */

static int
compare_points (gconstpointer a,
                gconstpointer b)
{
  guint32 first = *(const guint32 *) a, second = *(const guint32 *) b;

  return first < second ? -1 : first > second;
}

static HeddleParallelPicture
get_picture (const HeddleStudyLines *self,
             guint32 chosen)
{
  guint place;

  return (HeddleParallelPicture){
    .axes = (const HeddleParallelAxis *) (gconstpointer) self->axes->data,
    .n_axes = self->axes->len,
    .values = (const double *) (gconstpointer) self->values->data,
    .n = self->points->len,
    .coloured = self->coloured,
    .chosen = chosen != HD_NO_ID && g_array_binary_search (self->points, &chosen, compare_points, &place) ? place : HEDDLE_PARALLEL_NONE,
  };
}

void
heddle_study_lines_prepare (HeddleStudyLines *self,
                            const HeddleTheme *theme,
                            double width,
                            double height,
                            double scale)
{
  HeddleParallelPicture picture = get_picture (self, HD_NO_ID);

  heddle_parallel_prepare (self->lines, &picture, theme, width, height, scale);
}

void
heddle_study_lines_paint (HeddleStudyLines *self,
                          guint32 chosen,
                          HeddleText *text,
                          cairo_t *cr,
                          const HeddleTheme *theme,
                          double width,
                          double height)
{
  HeddleParallelPicture picture = get_picture (self, chosen);

  heddle_parallel_paint (self->lines, text, cr, &picture, theme, width, height);
}

guint32
heddle_study_lines_find (HeddleStudyLines *self,
                         double width,
                         double height,
                         double x,
                         double y)
{
  HeddleParallelPicture picture = get_picture (self, HD_NO_ID);
  guint place = heddle_parallel_find (&picture, width, height, x, y);

  return place != HEDDLE_PARALLEL_NONE ? g_array_index (self->points, guint32, place) : HD_NO_ID;
}

guint
heddle_study_lines_find_axis (HeddleStudyLines *self,
                              double width,
                              double height,
                              double x)
{
  HeddleParallelPicture picture = get_picture (self, HD_NO_ID);

  return heddle_parallel_find_axis (&picture, width, height, x);
}

void
heddle_study_lines_brush (HeddleStudyLines *self,
                          guint axis,
                          double width,
                          double height,
                          double y,
                          double other_y)
{
  HeddleParallelPicture picture = get_picture (self, HD_NO_ID);
  HeddleParallelAxis *brushed = &g_array_index (self->axes, HeddleParallelAxis, axis);

  brushed->is_brushed = y != other_y;
  brushed->brush_low = heddle_parallel_get_value (&picture, axis, width, height, MAX (y, other_y)); /* the larger y is the lower place */
  brushed->brush_high = heddle_parallel_get_value (&picture, axis, width, height, MIN (y, other_y));
  heddle_parallel_forget (self->lines);
}

void
heddle_study_lines_take_brushes (HeddleStudyLines *self,
                                 const HeddleStudyLines *other)
{
  gboolean has_some = FALSE;

  for (guint a = 0; a < self->axes->len && self->axes->len == other->axes->len; a++)
    {
      HeddleParallelAxis *axis = &g_array_index (self->axes, HeddleParallelAxis, a);
      const HeddleParallelAxis *before = &g_array_index (other->axes, HeddleParallelAxis, a);

      axis->is_brushed = before->is_brushed;
      axis->brush_low = before->brush_low;
      axis->brush_high = before->brush_high;
      has_some |= axis->is_brushed;
    }
  if (has_some)
    heddle_parallel_forget (self->lines);
}

guint
heddle_study_lines_count (HeddleStudyLines *self,
                          guint *out_all)
{
  HeddleParallelPicture picture = get_picture (self, HD_NO_ID);
  guint n = 0;

  for (guint i = 0; i < picture.n; i++)
    n += heddle_parallel_passes (&picture, i);
  *out_all = picture.n;
  return n;
}

char *
heddle_study_lines_dup_summary (HeddleStudyLines *self)
{
  GString *titles = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (guint a = 0; a < self->axes->len; a++)
    g_string_append_printf (titles, "%s%s", a > 0 ? ", " : "", g_array_index (self->axes, HeddleParallelAxis, a).title);
  text = g_string_free (titles, FALSE);
  return g_strdup_printf (ngettext ("%u point as a line across %s", "%u points as lines across %s", self->points->len), self->points->len, text);
}
