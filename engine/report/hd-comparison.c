/* hd-comparison.c: two runs beside each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-comparison"

#include <heddle/hd-comparison.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-inputs.h>

static void
clear_difference (gpointer data)
{
  HdDifference *difference = data;

  g_free (difference->subject);
  g_free (difference->a);
  g_free (difference->b);
}

/* ---- metrics ------------------------------------------------------------------------------------------------------------------ */

static void
pair_metrics (HdComparison *self)
{
  for (guint i = 0; i < self->a->metrics->len; i++)
    {
      const HdMetric *metric = &g_array_index (self->a->metrics, HdMetric, i);
      HdMetricPair pair = { metric, hd_outcome_find_metric (self->b, metric->name) };

      g_array_append_val (self->metrics, pair);
    }
  for (guint i = 0; i < self->b->metrics->len; i++)
    {
      HdMetricPair pair = { NULL, &g_array_index (self->b->metrics, HdMetric, i) };

      if (hd_outcome_find_metric (self->a, pair.b->name) == NULL)
        g_array_append_val (self->metrics, pair);
    }
}

gboolean
hd_metric_pair_is_alike (const HdMetricPair *self)
{
  return self->a != NULL && self->b != NULL && strcmp (self->a->unit, self->b->unit) == 0;
}

double
hd_metric_pair_get_ratio (const HdMetricPair *self)
{
  return self->a->value == self->b->value ? 0 : (self->b->value - self->a->value) / fabs (self->a->value);
}

/* ---- links -------------------------------------------------------------------------------------------------------------------- */

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  const HdOutcomeLink *first = *(const HdOutcomeLink *const *) a, *second = *(const HdOutcomeLink *const *) b;
  int order = strcmp (first->id, second->id);

  return order != 0 ? order : (first > second) - (first < second); /* those of one name in the order of the design */
}

static const HdOutcomeLink **
sort_links (const GArray *links)
{
  const HdOutcomeLink **sorted = g_new (const HdOutcomeLink *, links->len + 1);

  for (guint i = 0; i < links->len; i++)
    sorted[i] = &g_array_index (links, HdOutcomeLink, i);
  qsort (sorted, links->len, sizeof *sorted, compare_ids);
  return sorted;
}

static double
get_mean (const HdOutcomeLink *link)
{
  return link != NULL ? link->mean : 0;
}

static double
get_amount (const HdOutcomeLink *link)
{
  return link != NULL ? link->amount : 0;
}

/* Most first; of those that differ as much in the order of the designs, so that cxl[2] stands before cxl[10]. */
static int
compare_pairs (gconstpointer a,
               gconstpointer b)
{
  const HdLinkPair *first = a, *second = b;
  double means[2] = { fabs (get_mean (first->b) - get_mean (first->a)), fabs (get_mean (second->b) - get_mean (second->a)) };
  double amounts[2] = { fabs (get_amount (first->b) - get_amount (first->a)), fabs (get_amount (second->b) - get_amount (second->a)) };

  if (means[0] != means[1])
    return means[0] < means[1] ? 1 : -1;
  if (amounts[0] != amounts[1])
    return amounts[0] < amounts[1] ? 1 : -1;
  if ((first->a == NULL) != (second->a == NULL))
    return first->a == NULL ? 1 : -1;
  return first->a != NULL ? (first->a > second->a) - (first->a < second->a) : (first->b > second->b) - (first->b < second->b);
}

static gboolean
differs (const HdLinkPair *pair)
{
  return pair->a == NULL || pair->b == NULL || pair->a->mean != pair->b->mean || pair->a->peak != pair->b->peak || pair->a->amount != pair->b->amount;
}

static void
pair_links (HdComparison *self)
{
  g_autofree const HdOutcomeLink **a = sort_links (self->a->links), **b = sort_links (self->b->links);
  guint i = 0, k = 0;

  while (i < self->a->links->len || k < self->b->links->len)
    {
      int order = i == self->a->links->len ? 1 : k == self->b->links->len ? -1 : strcmp (a[i]->id, b[k]->id);
      HdLinkPair pair = { order <= 0 ? a[i++] : NULL, order >= 0 ? b[k++] : NULL };

      self->n_links++;
      if (differs (&pair))
        g_array_append_val (self->links, pair);
    }
  g_array_sort (self->links, compare_pairs);
}

/* ---- what was asked for ------------------------------------------------------------------------------------------------------- */

void
hd_comparison_add_difference (HdComparison *self,
                              const char *subject,
                              const char *a,
                              const char *b)
{
  HdDifference difference = { g_strdup (subject), g_strdup (a), g_strdup (b) };

  g_array_append_val (self->differences, difference);
}

/* Up to the sign that parts it from its value. */
static gsize
measure_name (const char *override)
{
  return strcspn (override, "=");
}

/* The value that @overrides give what @override names, or %NULL: of several the last counts. */
static const char *
find_value (char **overrides,
            const char *override)
{
  gsize length = measure_name (override);
  const char *value = NULL;

  for (guint i = 0; overrides[i] != NULL; i++)
    if (strncmp (overrides[i], override, length) == 0 && overrides[i][length] == '=')
      value = overrides[i] + length + 1;
  return value;
}

/* Whether an earlier one names the same. */
static gboolean
is_repeated (char **overrides,
             guint at)
{
  gsize length = measure_name (overrides[at]);

  for (guint i = 0; i < at; i++)
    if (strncmp (overrides[i], overrides[at], length + 1) == 0)
      return TRUE;
  return FALSE;
}

static void
compare_overrides (HdComparison *self)
{
  char **const both[] = { self->a->overrides, self->b->overrides };

  for (guint side = 0; side < 2; side++)
    for (guint i = 0; both[side][i] != NULL; i++)
      {
        const char *a = find_value (both[0], both[side][i]), *b = find_value (both[1], both[side][i]);
        g_autofree char *name = g_strndup (both[side][i], measure_name (both[side][i]));

        if (is_repeated (both[side], i) || (side == 1 && a != NULL) || g_strcmp0 (a, b) == 0)
          continue;
        hd_comparison_add_difference (self, name, a, b);
      }
}

/* Of one name and otherwise in each: which files are read at all the projects say. */
static void
compare_inputs (HdComparison *self)
{
  g_autoptr (GPtrArray) a = hd_inputs_parse (self->a->inputs), b = hd_inputs_parse (self->b->inputs);

  for (guint i = 0; i < a->len; i++)
    {
      const HdInput *before = a->pdata[i], *now = hd_inputs_find (b, before->name);
      g_autofree char *was = NULL, *is = NULL;

      if (now == NULL || strcmp (before->sha256, now->sha256) == 0)
        continue;
      was = hd_input_dup_mark (before);
      is = hd_input_dup_mark (now);
      hd_comparison_add_difference (self, before->name, was, is);
    }
}

HdComparison *
hd_comparison_new (HdOutcome *a,
                   HdOutcome *b)
{
  HdComparison *self = g_new0 (HdComparison, 1);

  self->a = a;
  self->b = b;
  self->metrics = g_array_new (FALSE, FALSE, sizeof (HdMetricPair));
  self->links = g_array_new (FALSE, FALSE, sizeof (HdLinkPair));
  self->differences = g_array_new (FALSE, FALSE, sizeof (HdDifference));
  g_array_set_clear_func (self->differences, clear_difference);
  pair_metrics (self);
  pair_links (self);
  compare_overrides (self);
  compare_inputs (self);
  return self;
}

void
hd_comparison_free (HdComparison *self)
{
  g_array_unref (self->metrics);
  g_array_unref (self->links);
  g_array_unref (self->differences);
  hd_outcome_free (self->a);
  hd_outcome_free (self->b);
  g_free (self);
}
