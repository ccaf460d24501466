/* hd-study-sensitivity.c: which factor matters, by variance
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-sensitivity"

#include <heddle/hd-study-sensitivity.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-student.h"
#include "hd-study-plan-private.h"

#define LEAST_POINTS 8 /* of which anything is estimated */
#define ROUNDING 1e-13 /* of the greatest figure: what differs by less is the same */

struct _HdStudySensitivity
{
  guint n;       /* points that count */
  double *y;     /* by these: the metric, less its mean */
  double sum_2;  /* of their squares */
  double noise;
  guint n_factors;
  guint **levels; /* by factor and point: which of its values, from the least on */
  guint *n_levels;
  gboolean is_exact;
  HdStudyEffect *effects;
};

/* ---- points ------------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  double key;
  guint at;
} Ranked;

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Ranked *first = a, *second = b;

  if (first->key != second->key)
    return first->key < second->key ? -1 : 1;
  return first->at < second->at ? -1 : first->at > second->at;
}

/* Words count in the order in which they come. */
static double
find_key (GHashTable *words,
          const HdStudyValue *value)
{
  gpointer number;

  if (!isnan (value->number))
    return value->number;
  if (!g_hash_table_lookup_extended (words, value->text, NULL, &number))
    {
      number = GUINT_TO_POINTER (g_hash_table_size (words));
      g_hash_table_insert (words, g_strdup (value->text), number);
    }
  return GPOINTER_TO_UINT (number);
}

static void
find_levels (HdStudySensitivity *self,
             HdStudyPlan *plan,
             guint factor,
             const guint *points)
{
  g_autoptr (GHashTable) words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree Ranked *ranked = g_new (Ranked, self->n);
  guint level = 0;

  for (guint i = 0; i < self->n; i++)
    {
      g_auto (HdStudyValue) value = { NULL };

      hd_study_plan_get_value (plan, points[i], factor, &value);
      ranked[i] = (Ranked){ find_key (words, &value), i };
    }
  qsort (ranked, self->n, sizeof *ranked, compare);
  self->levels[factor] = g_new (guint, self->n);
  for (guint i = 0; i < self->n; i++)
    {
      level += i > 0 && ranked[i].key != ranked[i - 1].key;
      self->levels[factor][ranked[i].at] = level;
    }
  self->n_levels[factor] = level + 1;
}

/* The numbers of those that count. */
static guint *
take_figures (HdStudySensitivity *self,
              HdStudyTable *table,
              guint metric)
{
  guint n_points = hd_study_plan_get_n_points (hd_study_table_get_plan (table)), n_repeated = 0;
  guint *points = g_new (guint, n_points);
  double mean = 0, noise = 0, greatest = 0;

  self->y = g_new (double, n_points);
  for (guint p = 0; p < n_points; p++)
    {
      HdStudyFigure figure;

      if (!hd_study_table_get (table, p, metric, &figure) || !isfinite (figure.mean))
        continue;
      points[self->n] = p;
      self->y[self->n++] = figure.mean;
      mean += (figure.mean - mean) / self->n;
      greatest = MAX (greatest, fabs (figure.mean));
      if (figure.n > 1)
        {
          n_repeated++;
          noise += pow (figure.half_width / hd_student_975 (figure.n - 1), 2);
        }
    }
  for (guint i = 0; i < self->n; i++)
    {
      self->y[i] -= mean;
      if (fabs (self->y[i]) <= ROUNDING * greatest)
        self->y[i] = 0;
      self->sum_2 += self->y[i] * self->y[i];
    }
  self->noise = n_repeated > 0 && self->sum_2 > 0 ? noise / n_repeated / (self->sum_2 / self->n) : (double) NAN;
  return points;
}

/* ---- all that meet all ----------------------------------------------------------------------------------------------------------- */

/* By the place of a point among all combinations of values: its number here; %NULL unless each combination is there once, and no other point. */
static guint *
arrange (HdStudySensitivity *self,
         guint n_points)
{
  g_autofree guint *points = g_new (guint, self->n);
  g_autofree gboolean *is_taken = g_new0 (gboolean, self->n);
  guint64 n = 1;

  for (guint f = 0; f < self->n_factors; f++)
    if ((n *= self->n_levels[f]) > self->n)
      return NULL;
  if (n < self->n || n_points > self->n)
    return NULL;
  for (guint i = 0; i < self->n; i++)
    {
      guint place = 0;

      for (guint f = 0; f < self->n_factors; f++)
        place = place * self->n_levels[f] + self->levels[f][i];
      if (is_taken[place])
        return NULL;
      is_taken[place] = TRUE;
      points[place] = i;
    }
  return g_steal_pointer (&points);
}

/* What is left within the lines along which the factor alone changes: @stride places lie from one of its values to the next. */
static double
sum_along (HdStudySensitivity *self,
           const guint *points,
           guint n_levels,
           guint stride)
{
  double sum_2 = 0;

  for (guint block = 0; block < self->n; block += n_levels * stride)
    for (guint first = block; first < block + stride; first++)
      {
        double mean = 0;

        for (guint k = 0; k < n_levels; k++)
          mean += self->y[points[first + k * stride]] / n_levels;
        for (guint k = 0; k < n_levels; k++)
          sum_2 += pow (self->y[points[first + k * stride]] - mean, 2);
      }
  return sum_2;
}

static void
find_totals (HdStudySensitivity *self,
             const guint *points)
{
  guint stride = 1;

  for (guint f = self->n_factors; f-- > 0; stride *= self->n_levels[f])
    self->effects[f].total = sum_along (self, points, self->n_levels[f], stride) / self->sum_2;
}

/* ---- main effects ------------------------------------------------------------------------------------------------------------- */

/* Between groups: of each, the square of its mean, as often as it has points. */
static double
sum_between (HdStudySensitivity *self,
             const guint *groups,
             guint n_groups)
{
  g_autofree double *sums = g_new0 (double, n_groups);
  g_autofree guint *counts = g_new0 (guint, n_groups);
  double sum_2 = 0;

  for (guint i = 0; i < self->n; i++)
    {
      sums[groups[i]] += self->y[i];
      counts[groups[i]]++;
    }
  for (guint g = 0; g < n_groups; g++)
    sum_2 += counts[g] > 0 ? sums[g] * sums[g] / counts[g] : 0;
  return sum_2;
}

/* Parts of equally many points, whose values do not overlap. */
static guint *
cut (HdStudySensitivity *self,
     guint factor,
     guint n_groups)
{
  g_autofree guint *firsts = g_new0 (guint, self->n_levels[factor] + 1);
  guint *groups = g_new (guint, self->n);

  for (guint i = 0; i < self->n; i++)
    firsts[self->levels[factor][i] + 1]++;
  for (guint l = 0; l < self->n_levels[factor]; l++)
    firsts[l + 1] += firsts[l];
  for (guint i = 0; i < self->n; i++)
    groups[i] = (guint) ((guint64) firsts[self->levels[factor][i]]++ * n_groups / self->n);
  return groups;
}

static double
estimate_main (HdStudySensitivity *self,
               guint factor)
{
  guint n_groups = MIN (self->n_levels[factor], (guint) sqrt (self->n));
  g_autofree guint *parts = n_groups < self->n_levels[factor] ? cut (self, factor, n_groups) : NULL;
  double between = sum_between (self, parts != NULL ? parts : self->levels[factor], n_groups);
  double by_chance = (self->sum_2 - between) / (self->n - n_groups);

  return CLAMP ((between - (n_groups - 1) * by_chance) / (self->sum_2 + by_chance), 0, 1);
}

/* ---- blocks ---------------------------------------------------------------------------------------------------------------------- */

/* Of the blocks that are whole: main effects by Saltelli and others, 2010, equation (b) of their table 2, total ones by Jansen, equation (f). */
static gboolean
take_blocks (HdStudySensitivity *self,
             HdStudyPlan *plan,
             const guint *points)
{
  guint size = self->n_factors + 2, n_blocks = 0, n_whole = 0;
  g_autofree double *y = NULL;
  double sum = 0, sum_2 = 0, variance;
  guint block, place;

  for (guint i = 0; i < self->n; i++)
    {
      if (!hd_study_plan_find_block (plan, points[i], &block, &place))
        return FALSE;
      n_blocks = MAX (n_blocks, block + 1);
    }
  y = g_new (double, (gsize) n_blocks * size + 1);
  for (gsize i = 0; i < (gsize) n_blocks * size; i++)
    y[i] = NAN;
  for (guint i = 0; i < self->n; i++)
    if (hd_study_plan_find_block (plan, points[i], &block, &place))
      y[(gsize) block * size + place] = self->y[i];
  for (guint b = 0; b < n_blocks; b++)
    {
      const double *of = y + (gsize) b * size;
      double all = 0;

      for (guint k = 0; k < size; k++)
        all += of[k];
      if (isnan (all))
        continue;
      memmove (y + (gsize) n_whole++ * size, of, size * sizeof *y);
      sum += of[0] + of[1];
      sum_2 += of[0] * of[0] + of[1] * of[1];
    }
  if (n_whole < LEAST_POINTS)
    return FALSE;
  variance = sum_2 / (2 * n_whole) - pow (sum / (2 * n_whole), 2);
  for (guint f = 0; f < self->n_factors; f++)
    {
      double main = 0, total = 0;

      for (guint b = 0; b < n_whole && self->n_levels[f] > 1 && variance > 0; b++)
        {
          const double *of = y + (gsize) b * size;

          main += of[1] * (of[f + 2] - of[0]);
          total += pow (of[0] - of[f + 2], 2);
        }
      self->effects[f] = (HdStudyEffect){ variance > 0 ? CLAMP (main / n_whole / variance, 0, 1) : 0, variance > 0 ? total / (2 * n_whole) / variance : 0 };
    }
  return TRUE;
}

static void
find_effects (HdStudySensitivity *self,
              guint n_points)
{
  g_autofree guint *points = arrange (self, n_points);

  self->is_exact = points != NULL;
  for (guint f = 0; f < self->n_factors; f++)
    self->effects[f] = (HdStudyEffect){ 0, self->n_levels[f] > 1 && !self->is_exact && self->sum_2 > 0 ? (double) NAN : 0 };
  if (self->sum_2 == 0)
    return;
  for (guint f = 0; f < self->n_factors; f++)
    if (self->n_levels[f] > 1)
      self->effects[f].main = self->is_exact ? sum_between (self, self->levels[f], self->n_levels[f]) / self->sum_2 : estimate_main (self, f);
  if (self->is_exact)
    find_totals (self, points);
}

/* ---- all of it ----------------------------------------------------------------------------------------------------------------- */

HdStudySensitivity *
hd_study_sensitivity_new (HdStudyTable *table,
                          guint metric,
                          GError **error)
{
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  g_autoptr (HdStudySensitivity) self = g_new0 (HdStudySensitivity, 1);
  g_autofree guint *points = NULL;

  g_return_val_if_fail (metric < hd_study_table_get_n_metrics (table), NULL);

  self->n_factors = hd_study_plan_get_n_factors (plan);
  self->levels = g_new0 (guint *, self->n_factors);
  self->n_levels = g_new0 (guint, self->n_factors);
  self->effects = g_new0 (HdStudyEffect, self->n_factors);
  if (!hd_study_plan_is_independent (plan))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The factors of the study “%s” do not change independently of each other, so that none has a share of its own"),
                   hd_study_plan_get_id (plan));
      return NULL;
    }
  points = take_figures (self, table, metric);
  for (guint f = 0; self->n > 0 && f < self->n_factors; f++)
    find_levels (self, plan, f, points);
  if (self->n > 0 && !take_blocks (self, plan, points))
    find_effects (self, hd_study_plan_get_n_points (plan));
  if (self->n >= LEAST_POINTS || (self->is_exact && self->n > 1))
    return g_steal_pointer (&self);
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("%u points have the metric “%s”; %u are needed to say what it depends on"), self->n,
               hd_study_table_get_metric (table, metric)->name, LEAST_POINTS);
  return NULL;
}

void
hd_study_sensitivity_free (HdStudySensitivity *self)
{
  for (guint f = 0; f < self->n_factors; f++)
    g_free (self->levels[f]);
  g_free (self->levels);
  g_free (self->n_levels);
  g_free (self->effects);
  g_free (self->y);
  g_free (self);
}

gboolean
hd_study_sensitivity_is_exact (HdStudySensitivity *self)
{
  return self->is_exact;
}

guint
hd_study_sensitivity_get_n_points (HdStudySensitivity *self)
{
  return self->n;
}

double
hd_study_sensitivity_get_deviation (HdStudySensitivity *self)
{
  return sqrt (self->sum_2 / self->n);
}

double
hd_study_sensitivity_get_noise (HdStudySensitivity *self)
{
  return self->noise;
}

HdStudyEffect
hd_study_sensitivity_get_effect (HdStudySensitivity *self,
                                 guint n)
{
  g_return_val_if_fail (n < self->n_factors, ((HdStudyEffect){ 0, 0 }));

  return self->effects[n];
}

/* ---- which matters most --------------------------------------------------------------------------------------------------------- */

static double
get_weight (const HdStudyEffect *effect)
{
  return isnan (effect->total) ? effect->main : effect->total;
}

static int
compare_weights (gconstpointer a,
                 gconstpointer b,
                 gpointer data)
{
  const HdStudySensitivity *self = data;
  guint first = *(const guint *) a, second = *(const guint *) b;
  double difference = get_weight (&self->effects[second]) - get_weight (&self->effects[first]);

  return difference != 0 ? (difference > 0 ? 1 : -1) : (int) first - (int) second;
}

guint *
hd_study_sensitivity_rank (HdStudySensitivity *self,
                           HdStudyPlan *plan,
                           guint *out_n)
{
  guint *factors = g_new (guint, self->n_factors + 1), n = 0;

  for (guint i = 0; i < self->n_factors; i++)
    if (!hd_study_plan_get_factor (plan, i)->is_fixed)
      factors[n++] = i;
  g_qsort_with_data (factors, (gint) n, sizeof *factors, compare_weights, self);
  *out_n = n;
  return factors;
}
