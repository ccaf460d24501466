/* hd-study-evolution.c: points that are bred from the best ones
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Values of a factor are known by their numbers, in the order of its list. Those of a factor of quantities are mixed as numbers (blend crossover: Eshelman and Schaffer, 1993) and
 * changed to ones nearby as a rule; words are taken from either parent, and changed to any other. No function of libm is used: points are the same on every machine.
 */
#define G_LOG_DOMAIN "hd-study-evolution"

#include "hd-study-evolution.h"

#include "hd-random.h"
#include "hd-sampler.h"
#include "hd-study-plan-private.h"

#define STREAM "study"
#define MIXED 0.9  /* share of children with two parents */
#define BEYOND 0.25 /* how far a mixed value may lie beyond those of the parents, as a share of what is between these */
#define MOST_TRIES 50

struct _HdStudyEvolution
{
  HdStudyPlan *plan;
  HdRandom random;
  GHashTable *chosen; /* of points */
  guint n_factors;
  guint *values; /* of the child */
};

HdStudyEvolution *
hd_study_evolution_new (HdStudyPlan *plan)
{
  HdStudyEvolution *self = g_new0 (HdStudyEvolution, 1);

  self->plan = hd_study_plan_ref (plan);
  self->chosen = g_hash_table_new (NULL, NULL);
  self->n_factors = hd_study_plan_get_n_factors (plan);
  self->values = g_new0 (guint, self->n_factors);
  hd_random_init (&self->random, hd_study_plan_get_draw_seed (plan), STREAM, "evolution");
  return self;
}

void
hd_study_evolution_free (HdStudyEvolution *self)
{
  hd_study_plan_unref (self->plan);
  g_hash_table_unref (self->chosen);
  g_free (self->values);
  g_free (self);
}

/* The point of the values, unless it is left out or was chosen before. */
static gboolean
choose (HdStudyEvolution *self,
        GArray *points)
{
  guint point = hd_study_plan_find_point (self->plan, self->values);

  if (point == HD_STUDY_NO_POINT || !g_hash_table_add (self->chosen, GUINT_TO_POINTER (point)))
    return FALSE;
  g_array_append_val (points, point);
  return TRUE;
}

/* The first point from a random one on that was not chosen; it is there. */
static void
choose_any (HdStudyEvolution *self,
            GArray *points)
{
  guint n = hd_study_plan_get_n_points (self->plan), point = (guint) hd_random_below (&self->random, n);

  while (!g_hash_table_add (self->chosen, GUINT_TO_POINTER (point)))
    point = (point + 1) % n;
  g_array_append_val (points, point);
}

static gboolean
has_more (HdStudyEvolution *self,
          const GArray *points)
{
  return points->len < hd_study_plan_get_population (self->plan) && g_hash_table_size (self->chosen) < hd_study_plan_get_n_points (self->plan);
}

GArray *
hd_study_evolution_begin (HdStudyEvolution *self)
{
  guint n = hd_study_plan_get_population (self->plan);
  g_autofree double *shares = hd_sampler_draw (HD_SAMPLING_LATIN_HYPERCUBE, self->n_factors, n, hd_study_plan_get_draw_seed (self->plan));
  GArray *points = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint p = 0; p < n; p++)
    {
      for (guint i = 0; i < self->n_factors; i++)
        self->values[i] = (guint) (shares[(gsize) p * self->n_factors + i] * hd_study_plan_get_n_values (self->plan, i));
      choose (self, points);
    }
  while (has_more (self, points))
    choose_any (self, points);
  return points;
}

/* ---- children ------------------------------------------------------------------------------------------------------------------ */

static guint
draw_parent (HdStudyEvolution *self,
             const guint *parents,
             guint n)
{
  guint one = (guint) hd_random_below (&self->random, n), other = (guint) hd_random_below (&self->random, n);

  return parents[MIN (one, other)];
}

static guint
mix (HdStudyEvolution *self,
     guint factor,
     guint a,
     guint b)
{
  double low = MIN (a, b), high = MAX (a, b), room = BEYOND * (high - low), value;

  if (a == b || hd_study_plan_is_of_words (self->plan, factor))
    return hd_random_below (&self->random, 2) == 0 ? a : b;
  value = low - room + hd_random_uniform (&self->random) * (high - low + 2 * room) + 0.5; /* rounded below */
  return (guint) CLAMP (value, 0, hd_study_plan_get_n_values (self->plan, factor) - 1);
}

static guint
change (HdStudyEvolution *self,
        guint factor,
        guint value)
{
  guint n = hd_study_plan_get_n_values (self->plan, factor), step;
  double share;

  if (n == 1)
    return value;
  if (hd_study_plan_is_of_words (self->plan, factor))
    return (value + 1 + (guint) hd_random_below (&self->random, n - 1)) % n;
  share = hd_random_uniform (&self->random);
  step = 1 + (guint) (share * share * share * (n - 1));
  if (hd_random_below (&self->random, 2) == 0)
    return value >= step ? value - step : MIN (value + step, n - 1);
  return value + step < n ? value + step : value >= step ? value - step : 0;
}

static void
make_child (HdStudyEvolution *self,
            const guint *parents,
            guint n)
{
  guint a = draw_parent (self, parents, n), b = hd_random_uniform (&self->random) < MIXED ? draw_parent (self, parents, n) : a;

  for (guint i = 0; i < self->n_factors; i++)
    {
      self->values[i] = mix (self, i, hd_study_plan_get_index (self->plan, a, i), hd_study_plan_get_index (self->plan, b, i));
      if (hd_random_below (&self->random, self->n_factors) == 0)
        self->values[i] = change (self, i, self->values[i]);
    }
}

GArray *
hd_study_evolution_breed (HdStudyEvolution *self,
                          const guint *parents,
                          guint n)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (guint));

  while (has_more (self, points))
    {
      guint tries = 0;

      do
        make_child (self, parents, n);
      while (!choose (self, points) && ++tries < MOST_TRIES);
      if (tries == MOST_TRIES) /* all around them is known */
        choose_any (self, points);
    }
  return points;
}
