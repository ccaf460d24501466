/* hd-study-stages.c: which runs a study makes, one stage after the other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Successive halving: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013; by other shares than halves as Jamieson and Talwalkar,
 * "Non-stochastic best arm identification and hyperparameter optimization", 2016. Generations: Deb, Pratap, Agarwal and Meyarivan, "A fast and elitist multiobjective
 * genetic algorithm: NSGA-II", 2002.
 */
#define G_LOG_DOMAIN "hd-study-stages"

#include "hd-study-stages.h"

#include "hd-study-plan-private.h"
#include "hd-study-rank.h"
#include "hd-study-table-private.h"

HdStudyStages *
hd_study_stages_new (HdStudyTable *table,
                     guint shard,
                     guint n_shards)
{
  HdStudyStages *self = g_new0 (HdStudyStages, 1);

  self->table = table;
  self->points = g_array_new (FALSE, FALSE, sizeof (guint));
  if (hd_study_plan_get_generations (hd_study_table_get_plan (table)) > 0)
    {
      self->evolution = hd_study_evolution_new (hd_study_table_get_plan (table));
      self->parents = g_array_new (FALSE, FALSE, sizeof (guint));
      return self;
    }
  for (guint p = shard; p < hd_study_plan_get_n_points (hd_study_table_get_plan (table)); p += n_shards)
    g_array_append_val (self->points, p);
  return self;
}

void
hd_study_stages_free (HdStudyStages *self)
{
  g_array_unref (self->points);
  g_clear_pointer (&self->parents, g_array_unref);
  g_clear_pointer (&self->evolution, hd_study_evolution_free);
  g_free (self);
}

/* Of @n that were run so often. */
static guint
count_repeats (HdStudyPlan *plan,
               guint n_before)
{
  guint share = hd_study_plan_get_halving (plan), most = hd_study_plan_get_repeats (plan);

  return share == 0 ? most : (guint) MIN ((guint64) MAX (n_before, 1) * (n_before > 0 ? share : 1), most);
}

static guint
count_kept (HdStudyPlan *plan,
            guint n)
{
  guint share = hd_study_plan_get_halving (plan);

  return n / share + (n % share > 0);
}

/* The best @n_kept of @points, by what all of them have: some may have been run more often already, before the study was stopped. */
static GArray *
find_best (HdStudyStages *self,
           const GArray *points,
           guint n_kept)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self->table);
  guint n = points->len, n_costs = hd_study_plan_count_directions (plan);
  g_autofree double *costs = g_new (double, (gsize) n * n_costs), *violations = g_new (double, n);
  GArray *best = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *order = NULL;

  for (guint i = 0; i < n; i++)
    hd_study_table_weigh (self->table, g_array_index (points, guint, i), self->end_repeat, costs + (gsize) i * n_costs, &violations[i]);
  order = hd_study_rank (costs, violations, n, n_costs, NULL);
  for (guint i = 0; i < MIN (n_kept, n); i++)
    g_array_append_val (best, g_array_index (points, guint, order[i]));
  return best;
}

static void
replace (GArray **points,
         GArray *by_take)
{
  g_array_unref (*points);
  *points = by_take;
}

/* Parents of the next generation are the best of all that were chosen: those that stay, and the last ones. */
static gboolean
breed (HdStudyStages *self)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self->table);

  if (self->n_generations++ == hd_study_plan_get_generations (plan))
    return FALSE;
  self->end_repeat = hd_study_plan_get_repeats (plan);
  if (self->n_generations == 1)
    {
      replace (&self->points, hd_study_evolution_begin (self->evolution));
      return TRUE;
    }
  g_array_append_vals (self->parents, self->points->data, self->points->len);
  replace (&self->parents, find_best (self, self->parents, hd_study_plan_get_population (plan)));
  replace (&self->points, hd_study_evolution_breed (self->evolution, (const guint *) (gpointer) self->parents->data, self->parents->len));
  return self->points->len > 0;
}

gboolean
hd_study_stages_next (HdStudyStages *self)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self->table);

  if (self->evolution != NULL)
    return breed (self);
  if (self->points->len == 0 || self->end_repeat == hd_study_plan_get_repeats (plan))
    return FALSE;
  if (self->end_repeat > 0)
    replace (&self->points, find_best (self, self->points, count_kept (plan, self->points->len)));
  self->first_repeat = self->end_repeat;
  self->end_repeat = count_repeats (plan, self->first_repeat);
  return TRUE;
}

guint64
hd_study_stages_count (HdStudyPlan *plan,
                       guint shard,
                       guint n_shards)
{
  guint n_points = hd_study_plan_get_n_points (plan), n = shard < n_points ? (n_points - shard - 1) / n_shards + 1 : 0;
  guint64 sum = 0;

  if (hd_study_plan_get_generations (plan) > 0)
    return (guint64) hd_study_plan_get_n_chosen (plan) * hd_study_plan_get_repeats (plan);
  for (guint repeats = 0, next; repeats < hd_study_plan_get_repeats (plan); repeats = next)
    {
      next = count_repeats (plan, repeats);
      if (repeats > 0)
        n = count_kept (plan, n);
      sum += (guint64) n * (next - repeats);
    }
  return sum;
}
