/* hd-study-front.c: the points that no other point beats
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Candidates come in the order of their first cost, so that none can be beaten by one that comes later, and each needs to be held against the front so far
 * alone.
 */
#define G_LOG_DOMAIN "hd-study-front"

#include <math.h>

#include "hd-study-plan-private.h"
#include "hd-study-table-private.h"

typedef struct
{
  guint point;
  const double *costs; /* less is better in each */
  guint n_costs;
} Candidate;

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Candidate *first = a, *second = b;

  for (guint i = 0; i < first->n_costs; i++)
    if (first->costs[i] != second->costs[i])
      return first->costs[i] < second->costs[i] ? -1 : 1;
  return first->point < second->point ? -1 : first->point > second->point;
}

/* No worse in any, and better in one; of equals neither. */
static gboolean
beats (const Candidate *self,
       const Candidate *other)
{
  gboolean is_better = FALSE;

  for (guint i = 0; i < self->n_costs; i++)
    {
      if (self->costs[i] > other->costs[i])
        return FALSE;
      is_better = is_better || self->costs[i] < other->costs[i];
    }
  return is_better;
}

void
hd_study_table_weigh (HdStudyTable *self,
                      guint point,
                      guint end_repeat,
                      double *out_costs,
                      double *out_violation)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self);
  guint n = 0;

  *out_violation = hd_study_table_has_failed (self, point, end_repeat) ? (double) INFINITY : 0;
  for (guint i = 0; i < hd_study_plan_get_n_metrics (plan); i++)
    {
      HdStudyDirection direction = hd_study_plan_get_metric (plan, i)->direction;
      HdStudyFigure figure;

      if (!hd_study_table_get_first (self, point, end_repeat, i, &figure))
        *out_violation = INFINITY;
      else
        *out_violation += hd_study_table_find_violation (self, i, figure.mean);
      if (direction != HD_STUDY_WATCH)
        out_costs[n++] = direction == HD_STUDY_MINIMISE ? figure.mean : -figure.mean;
    }
}

gboolean *
hd_study_table_find_front (HdStudyTable *self)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self);
  guint n_points = hd_study_plan_get_n_points (plan), n_costs = hd_study_plan_count_directions (plan);
  gboolean *is_front = g_new0 (gboolean, n_points);
  g_autofree double *costs = g_new (double, (gsize) n_points * n_costs + 1);
  g_autoptr (GArray) candidates = g_array_new (FALSE, FALSE, sizeof (Candidate));
  g_autoptr (GArray) front = g_array_new (FALSE, FALSE, sizeof (Candidate));

  for (guint p = 0; p < n_points; p++)
    {
      Candidate candidate = { p, costs + (gsize) p * n_costs, n_costs };
      double violation;

      if (n_costs == 0 || !hd_study_table_is_usable (self, p))
        continue;
      hd_study_table_weigh (self, p, G_MAXUINT, costs + (gsize) p * n_costs, &violation);
      g_array_append_val (candidates, candidate);
    }
  g_array_sort (candidates, compare);
  for (guint i = 0; i < candidates->len; i++)
    {
      const Candidate *candidate = &g_array_index (candidates, Candidate, i);
      gboolean is_beaten = FALSE;

      for (guint k = 0; k < front->len && !is_beaten; k++)
        is_beaten = beats (&g_array_index (front, Candidate, k), candidate);
      if (is_beaten)
        continue;
      g_array_append_vals (front, candidate, 1);
      is_front[candidate->point] = TRUE;
    }
  return is_front;
}
