/* hd-study-rank.c: points from the best to the worst
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-rank"

#include "hd-study-rank.h"

#include <math.h>
#include <stdlib.h>

typedef struct
{
  guint number;
  const double *costs;
  guint n_costs;
  double violation;
  guint front;
  double room;
} Rival;

/* ---- fronts ------------------------------------------------------------------------------------------------------------------- */

/* None is beaten by one that comes later. */
static int
compare_costs (gconstpointer a,
               gconstpointer b)
{
  const Rival *first = *(const Rival *const *) a, *second = *(const Rival *const *) b;

  if (first->violation != second->violation)
    return first->violation < second->violation ? -1 : 1;
  for (guint i = 0; first->violation == 0 && i < first->n_costs; i++)
    if (first->costs[i] != second->costs[i])
      return first->costs[i] < second->costs[i] ? -1 : 1;
  return first->number < second->number ? -1 : first->number > second->number;
}

static gboolean
beats (const Rival *self,
       const Rival *other)
{
  gboolean is_better = FALSE;

  if (self->violation != other->violation || self->violation > 0)
    return self->violation < other->violation;
  for (guint i = 0; i < self->n_costs; i++)
    {
      if (self->costs[i] > other->costs[i])
        return FALSE;
      is_better = is_better || self->costs[i] < other->costs[i];
    }
  return is_better;
}

/* The last one of a front comes nearest to who comes next; by two costs it is the only one to ask. */
static gboolean
is_beaten_in (const GPtrArray *front,
              const Rival *rival)
{
  guint n = rival->n_costs <= 2 ? 1 : front->len;

  for (guint i = 0; i < n; i++)
    if (beats (g_ptr_array_index (front, front->len - 1 - i), rival))
      return TRUE;
  return FALSE;
}

/* Who is beaten in a front is beaten in all before it. */
static guint
find_front (const GPtrArray *fronts,
            const Rival *rival)
{
  guint low = 0, high = fronts->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (is_beaten_in (g_ptr_array_index (fronts, middle), rival))
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static GPtrArray *
divide (Rival *rivals,
        guint n)
{
  GPtrArray *fronts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autofree Rival **sorted = g_new (Rival *, n);

  for (guint i = 0; i < n; i++)
    sorted[i] = &rivals[i];
  qsort (sorted, n, sizeof *sorted, compare_costs);
  for (guint i = 0; i < n; i++)
    {
      sorted[i]->front = find_front (fronts, sorted[i]);
      if (sorted[i]->front == fronts->len)
        g_ptr_array_add (fronts, g_ptr_array_new ());
      g_ptr_array_add (g_ptr_array_index (fronts, sorted[i]->front), sorted[i]);
    }
  return fronts;
}

/* ---- room --------------------------------------------------------------------------------------------------------------------- */

static int
compare_by (gconstpointer a,
            gconstpointer b,
            gpointer data)
{
  const Rival *first = *(const Rival *const *) a, *second = *(const Rival *const *) b;
  guint cost = *(const guint *) data;

  if (first->costs[cost] != second->costs[cost])
    return first->costs[cost] < second->costs[cost] ? -1 : 1;
  return first->number < second->number ? -1 : first->number > second->number;
}

static void
measure_room (GPtrArray *front,
              guint n_costs)
{
  for (guint c = 0; c < n_costs; c++)
    {
      Rival **sorted = (Rival **) front->pdata;
      double width;

      g_ptr_array_sort_with_data (front, compare_by, &c);
      width = sorted[front->len - 1]->costs[c] - sorted[0]->costs[c];
      sorted[0]->room = sorted[front->len - 1]->room = INFINITY;
      for (guint i = 1; width > 0 && i + 1 < front->len; i++)
        sorted[i]->room += (sorted[i + 1]->costs[c] - sorted[i - 1]->costs[c]) / width;
    }
}

/* ---- all of it ------------------------------------------------------------------------------------------------------------------ */

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const Rival *first = a, *second = b;

  if (first->front != second->front)
    return first->front < second->front ? -1 : 1;
  if (first->room != second->room)
    return first->room > second->room ? -1 : 1;
  return first->number < second->number ? -1 : first->number > second->number;
}

guint *
hd_study_rank (const double *costs,
               const double *violations,
               guint n,
               guint n_costs,
               guint **out_fronts)
{
  g_autofree Rival *rivals = g_new (Rival, n);
  g_autoptr (GPtrArray) fronts = NULL;
  guint *order = g_new (guint, n);

  for (guint i = 0; i < n; i++)
    rivals[i] = (Rival){ i, costs + (gsize) i * n_costs, n_costs, violations[i], 0, 0 };
  fronts = divide (rivals, n);
  for (guint i = 0; i < fronts->len; i++)
    if (((Rival *) g_ptr_array_index ((GPtrArray *) g_ptr_array_index (fronts, i), 0))->violation == 0)
      measure_room (g_ptr_array_index (fronts, i), n_costs);
  if (out_fronts != NULL)
    *out_fronts = g_new (guint, n);
  for (guint i = 0; out_fronts != NULL && i < n; i++)
    (*out_fronts)[i] = rivals[i].front;
  qsort (rivals, n, sizeof *rivals, compare);
  for (guint i = 0; i < n; i++)
    order[i] = rivals[i].number;
  return order;
}
