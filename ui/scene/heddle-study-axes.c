/* heddle-study-axes.c: which factor of a study is on an axis, and how its values lie there
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-axes"

#include "heddle-study-axes.h"

#include <math.h>

#define MANY_TIMES 32 /* of the least value is the largest one, where an axis is logarithmic in any case */
#define MORE_EVEN 0.8 /* of its largest gap is that of the logarithms, where it is with less */
#define MOST_NAMES 16

/* ---- which factor ------------------------------------------------------------------------------------------------------------- */

static gboolean
is_stated (HdStudyPublished *published,
           guint factor)
{
  g_auto (HdStudyValue) value = { NULL };

  return published != NULL && hd_study_published_get_n_rows (published) > 0 && hd_study_published_get_value (published, 0, factor, &value);
}

/* What is any value of a range has as many as there are points. */
static guint
count_values (HdStudyPlan *plan,
              guint factor)
{
  guint n = hd_study_plan_count_values (plan, factor);

  return n > 0 ? n : hd_study_plan_get_n_points (plan);
}

gboolean
heddle_study_find_axis (HdStudyPlan *plan,
                        HdStudyPublished *published,
                        guint but,
                        guint *out_factor)
{
  guint64 best = 0;

  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    {
      const HdStudyFactor *factor = hd_study_plan_get_factor (plan, i);
      guint64 rank;

      if (factor->is_fixed || i == but)
        continue;
      rank = (guint64) is_stated (published, i) << 33 | (guint64) !factor->is_word << 32 | count_values (plan, i);
      if (rank < best)
        continue;
      best = rank;
      *out_factor = i;
    }
  return best > 0;
}

/* ---- where its values lie ------------------------------------------------------------------------------------------------------ */

gboolean
heddle_study_is_wide (double low,
                      double high)
{
  return low > 0 && high >= MANY_TIMES * low;
}

/* Of what lies between the first value and the last one. */
static double
find_largest_gap (const GArray *values,
                  double (*scale) (double))
{
  double largest = 0, before = scale (g_array_index (values, double, 0)), all = scale (g_array_index (values, double, values->len - 1)) - before;

  for (guint i = 1; i < values->len; i++)
    {
      double value = scale (g_array_index (values, double, i));

      largest = MAX (largest, value - before);
      before = value;
    }
  return all > 0 ? largest / all : 1;
}

static double
keep (double value)
{
  return value;
}

static gboolean
is_logarithmic (const GArray *values)
{
  double low = values->len > 0 ? g_array_index (values, double, 0) : 0;

  if (!(low > 0) || values->len < 2)
    return FALSE;
  return heddle_study_is_wide (low, g_array_index (values, double, values->len - 1))
         || (values->len > 2 && find_largest_gap (values, log) <= MORE_EVEN * find_largest_gap (values, keep));
}

void
heddle_study_scale_init (HeddleStudyScale *self,
                         HdStudyPlan *plan,
                         guint factor)
{
  g_autoptr (GArray) values = hd_study_plan_list_values (plan, factor);

  self->values = g_array_sized_new (FALSE, FALSE, sizeof (double), values->len);
  self->names = values->len > 0 && values->len <= MOST_NAMES ? g_ptr_array_new_with_free_func (g_free) : NULL;
  for (guint i = 0; i < values->len; i++)
    {
      const HdStudyValue *value = &g_array_index (values, HdStudyValue, i);

      g_array_append_val (self->values, value->number);
      if (self->names != NULL)
        g_ptr_array_add (self->names, g_strdup (value->text));
    }
  if (self->names != NULL)
    g_ptr_array_add (self->names, NULL);
  self->is_logarithmic = is_logarithmic (self->values);
}

void
heddle_study_scale_clear (HeddleStudyScale *self)
{
  g_clear_pointer (&self->values, g_array_unref);
  g_clear_pointer (&self->names, g_ptr_array_unref);
}
