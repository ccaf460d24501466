/* hd-study-plan.c: what a study varies, point by point
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A point has two numbers: that among all that sampling gives, and that among those which the condition keeps, by which it is known outside.
 */
#define G_LOG_DOMAIN "hd-study-plan"

#include <heddle/hd-study-plan.h>

#include <stdlib.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-numbers.h"
#include "hd-sampler.h"
#include "hd-study-fingerprint.h"
#include "hd-study-plan-private.h"
#include "hd-study-reader.h"
#include "hd-study-scope.h"
#include "hd-study-values.h"

/* ---- points --------------------------------------------------------------------------------------------------------------------- */

static const HdPlannedFactor *
get_factor (const HdStudyPlan *self,
            guint n)
{
  return &g_array_index (self->factors, HdPlannedFactor, n);
}

/* Of a factor whose values are listed, by the number of a point among all. */
static guint
find_index (const HdStudyPlan *self,
            guint number,
            guint n)
{
  for (guint k = self->factors->len; self->sampling == HD_STUDY_FULL && k-- > n + 1;) /* the last one changes fastest */
    number /= get_factor (self, k)->values.n;
  return number % get_factor (self, n)->values.n;
}

static void
get_value_of (const HdStudyPlan *self,
              guint number,
              guint n,
              HdStudyValue *out_value)
{
  const HdStudyValues *values = &get_factor (self, n)->values;

  if (self->coordinates != NULL)
    {
      hd_study_values_draw (values, self->coordinates[(gsize) number * self->factors->len + n], out_value);
      return;
    }
  hd_study_values_get (values, find_index (self, number, n), out_value);
}

static gboolean
count_full (HdStudyReader *self,
            GError **error)
{
  guint64 n = 1;

  for (guint i = 0; i < self->plan->factors->len; i++)
    if ((n *= get_factor (self->plan, i)->values.n) > HD_STUDY_MOST_POINTS)
      {
        g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("Each value with each other would be more than %u points; sampling=\"sobol\" or \"latin-hypercube\" takes as many as are asked for"),
                     HD_STUDY_MOST_POINTS);
        return FALSE;
      }
  self->plan->n_all = (guint) n;
  return TRUE;
}

static void
count_paired (HdStudyReader *self)
{
  const HdPlannedFactor *first = NULL; /* a single value goes with all */

  self->plan->n_all = 1;
  for (guint i = 0; i < self->plan->factors->len; i++)
    if (get_factor (self->plan, i)->values.n == 1)
      continue;
    else if (first == NULL)
      {
        first = get_factor (self->plan, i);
        self->plan->n_all = first->values.n;
      }
    else if (get_factor (self->plan, i)->values.n != first->values.n)
      hd_study_reader_report (self, HD_PROBLEM_VALUE, self->plan->study, "sampling", NULL, _("Paired factors need as many values each: %s has %u, %s has %u"), first->shown.address,
                              first->values.n, get_factor (self->plan, i)->shown.address, get_factor (self->plan, i)->values.n);
}

static void
draw (HdStudyReader *self,
      guint n_points)
{
  static const HdSampling samplings[] = {
    [HD_STUDY_RANDOM] = HD_SAMPLING_RANDOM, [HD_STUDY_LATIN_HYPERCUBE] = HD_SAMPLING_LATIN_HYPERCUBE, [HD_STUDY_SOBOL] = HD_SAMPLING_SOBOL, [HD_STUDY_SALTELLI] = HD_SAMPLING_SALTELLI,
  };
  HdStudyPlan *plan = self->plan;
  guint block = plan->factors->len + 2;

  if (n_points == 0)
    hd_study_reader_report (self, HD_PROBLEM_MISSING_ATTRIBUTE, plan->study, "points", NULL, _("It is not said how many points are to be drawn"));
  else if (plan->sampling == HD_STUDY_SOBOL && plan->factors->len > HD_SAMPLER_MOST_SOBOL)
    hd_study_reader_report (self, HD_PROBLEM_LIMIT, plan->study, "sampling", NULL, _("A Sobol sequence takes %u factors at most, not %u; sampling=\"latin-hypercube\" takes more"),
                            HD_SAMPLER_MOST_SOBOL, plan->factors->len);
  else if (plan->sampling == HD_STUDY_SALTELLI && plan->factors->len > HD_SAMPLER_MOST_SALTELLI)
    hd_study_reader_report (self, HD_PROBLEM_LIMIT, plan->study, "sampling", NULL, _("sampling=\"saltelli\" takes %u factors at most, not %u"), HD_SAMPLER_MOST_SALTELLI, plan->factors->len);
  else if (plan->sampling == HD_STUDY_SALTELLI && n_points % block != 0)
    hd_study_reader_report (self, HD_PROBLEM_VALUE, plan->study, "points", NULL, _("Of %u factors sampling=\"saltelli\" takes blocks of %u points: a multiple of that, such as %u, not %u"),
                            plan->factors->len, block, (n_points / block + 1) * block, n_points);
  else
    {
      plan->n_all = n_points;
      plan->coordinates = hd_sampler_draw (samplings[plan->sampling], plan->factors->len, n_points, plan->draw_seed);
    }
}

static void
set_factors (const HdStudyPlan *self,
             HdStudyScope *scope,
             guint number)
{
  for (guint i = 0; i < self->factors->len; i++)
    {
      g_auto (HdStudyValue) value = { NULL };

      get_value_of (self, number, i, &value);
      hd_study_scope_set (scope, get_factor (self, i)->shown.address, value.text);
    }
}

/* Of --set, whose variables hold for all points. */
static void
set_settings (const HdStudyPlan *self,
              HdStudyScope *scope)
{
  for (guint i = 0; self->settings[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (self->settings[i], "=", 2);

      if (g_strv_length (parts) == 2)
        hd_study_scope_set (scope, g_strstrip (parts[0]), g_strstrip (parts[1]));
    }
}

static void
leave_out (HdStudyReader *self)
{
  HdStudyPlan *plan = self->plan;
  const char *where = hd_object_get (plan->study, "where");
  g_autoptr (GError) error = NULL;
  g_autoptr (HdExpression) condition = where != NULL ? hd_expression_parse (where, &error) : NULL;
  g_autoptr (HdStudyScope) scope = NULL;

  plan->n_points = plan->n_all;
  if (where == NULL)
    return;
  plan->kept = g_new (guint, plan->n_all);
  plan->n_points = 0;
  if (condition == NULL)
    {
      hd_study_reader_report_error (self, plan->study, "where", error);
      return;
    }
  scope = hd_study_scope_new (plan->snapshot);
  set_settings (plan, scope);
  for (guint i = 0; i < plan->n_all; i++)
    {
      HdValue value;

      set_factors (plan, scope, i);
      if (!hd_study_scope_evaluate (scope, condition, &value, &error))
        {
          hd_study_reader_report_error (self, plan->study, "where", error);
          return;
        }
      if (value.kind != HD_VALUE_QUANTITY)
        {
          hd_study_reader_report (self, HD_PROBLEM_EXPRESSION, plan->study, "where", NULL, _("“%s” is “%s”, and neither true nor false"), where, value.word);
          return;
        }
      if (value.quantity.value != 0)
        plan->kept[plan->n_points++] = i;
    }
  if (plan->n_points == 0)
    hd_study_reader_report (self, HD_PROBLEM_VALUE, plan->study, "where", NULL, _("“%s” leaves out all %u points"), where, plan->n_all);
}

static gboolean
make_points (HdStudyReader *self,
             GError **error)
{
  guint n_points = (guint) hd_study_reader_read_number (self, "points", "", 1, HD_STUDY_MOST_POINTS, 0);

  if (hd_problem_list_has_errors (self->problems))
    return TRUE;
  if (self->plan->factors->len == 0)
    hd_study_reader_report (self, HD_PROBLEM_MISSING_ATTRIBUTE, self->plan->study, NULL, NULL, _("It has no factor, and so nothing to vary"));
  else if (self->plan->sampling == HD_STUDY_FULL && !count_full (self, error))
    return FALSE;
  else if (self->plan->sampling == HD_STUDY_PAIRED)
    count_paired (self);
  else if (self->plan->sampling >= HD_STUDY_RANDOM)
    draw (self, n_points);
  if (!hd_problem_list_has_errors (self->problems))
    leave_out (self);
  return TRUE;
}

/* ---- all of it ----------------------------------------------------------------------------------------------------------------- */

static const HdObject *
find_study (HdSnapshot *snapshot,
            const char *id,
            GError **error)
{
  const HdObject *root = hd_snapshot_get_root (snapshot);
  const HdObject *study = hd_object_find_child (root, HD_OBJECT_STUDY, id);
  g_auto (GStrv) ids = hd_study_list (snapshot);
  g_autofree char *list = g_strjoinv (", ", ids);

  if (*ids == NULL)
    g_set_error_literal (error, HD_ERROR, HD_ERROR_NAME, _("The project has no study"));
  else if (id == NULL && ids[1] != NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("The project has several studies; name one of %s"), list);
  else if (study == NULL)
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("The project has no study “%s”; it has %s"), id, list);
  else
    return study;
  return NULL;
}

static void
factor_clear (gpointer data)
{
  hd_study_values_clear (&((HdPlannedFactor *) data)->values);
}

HdStudyPlan *
hd_study_plan_new (HdSnapshot *snapshot,
                   const char *id,
                   const char *const *settings,
                   HdProblemList *problems,
                   GError **error)
{
  static const char *const none[] = { NULL };
  const HdObject *study = find_study (snapshot, id, error);
  g_autoptr (HdStudyPlan) self = NULL;
  g_autoptr (HdProblemList) own = hd_problem_list_new (); /* those of others are none of its own */
  HdStudyReader reader;
  gboolean is_made;

  if (study == NULL)
    return NULL;
  self = g_new0 (HdStudyPlan, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->snapshot = hd_snapshot_ref (snapshot);
  self->study = study;
  self->settings = g_strdupv ((char **) (settings != NULL ? settings : none));
  self->factors = g_array_new (FALSE, FALSE, sizeof (HdPlannedFactor));
  g_array_set_clear_func (self->factors, factor_clear);
  self->metrics = g_array_new (FALSE, FALSE, sizeof (HdStudyMetric));
  reader = (HdStudyReader){ self, own };
  hd_study_reader_read (&reader);
  is_made = make_points (&reader, error);
  for (guint i = 0; i < hd_problem_list_get_length (own); i++)
    hd_problem_list_take (problems, hd_problem_ref ((HdProblem *) hd_problem_list_get (own, i)));
  if (is_made && hd_problem_list_has_errors (own))
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The study “%s” cannot be run"), hd_study_plan_get_id (self));
  return is_made && !hd_problem_list_has_errors (own) ? g_steal_pointer (&self) : NULL;
}

HdStudyPlan *
hd_study_plan_ref (HdStudyPlan *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_study_plan_unref (HdStudyPlan *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  hd_snapshot_unref (self->snapshot);
  g_strfreev (self->settings);
  g_array_unref (self->factors);
  g_array_unref (self->metrics);
  g_free (self->coordinates);
  g_free (self->kept);
  g_free (self);
}

/* ---- what is known of it ------------------------------------------------------------------------------------------------------ */

HdSnapshot *
hd_study_plan_get_snapshot (HdStudyPlan *self)
{
  return self->snapshot;
}

const char *
hd_study_plan_get_id (HdStudyPlan *self)
{
  const char *id = hd_object_get_id (self->study);

  return id != NULL ? id : "";
}

const char *
hd_study_plan_get_title (HdStudyPlan *self)
{
  const char *title = hd_object_get (self->study, "title");

  return title != NULL ? title : hd_study_plan_get_id (self);
}

guint
hd_study_plan_get_n_factors (HdStudyPlan *self)
{
  return self->factors->len;
}

const HdStudyFactor *
hd_study_plan_get_factor (HdStudyPlan *self,
                          guint n)
{
  g_return_val_if_fail (n < self->factors->len, NULL);

  return &get_factor (self, n)->shown;
}

guint
hd_study_plan_get_n_metrics (HdStudyPlan *self)
{
  return self->metrics->len;
}

const HdStudyMetric *
hd_study_plan_get_metric (HdStudyPlan *self,
                          guint n)
{
  g_return_val_if_fail (n < self->metrics->len, NULL);

  return &g_array_index (self->metrics, HdStudyMetric, n);
}

gboolean
hd_study_plan_is_independent (HdStudyPlan *self)
{
  return self->sampling != HD_STUDY_PAIRED && self->generations == 0;
}

guint
hd_study_plan_get_n_points (HdStudyPlan *self)
{
  return self->n_points;
}

guint
hd_study_plan_get_n_chosen (HdStudyPlan *self)
{
  return self->generations == 0 ? self->n_points : (guint) MIN ((guint64) self->generations * self->population, self->n_points);
}

guint
hd_study_plan_get_n_left_out (HdStudyPlan *self)
{
  return self->n_all - self->n_points;
}

guint
hd_study_plan_get_repeats (HdStudyPlan *self)
{
  return self->repeats;
}

guint
hd_study_plan_get_halving (HdStudyPlan *self)
{
  return self->halving;
}

guint
hd_study_plan_get_generations (HdStudyPlan *self)
{
  return self->generations;
}

guint
hd_study_plan_get_population (HdStudyPlan *self)
{
  return self->population;
}

guint64
hd_study_plan_get_draw_seed (HdStudyPlan *self)
{
  return self->draw_seed;
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  double first = ((const HdStudyValue *) a)->number, second = ((const HdStudyValue *) b)->number;

  return first < second ? -1 : first > second;
}

GArray *
hd_study_plan_list_values (HdStudyPlan *self,
                           guint n)
{
  const HdStudyValues *values;
  GArray *list = g_array_new (FALSE, FALSE, sizeof (HdStudyValue));
  g_autoptr (GHashTable) texts = g_hash_table_new (g_str_hash, g_str_equal); /* paired values may be said more than once */

  g_return_val_if_fail (n < self->factors->len, list);

  values = &get_factor (self, n)->values;
  g_array_set_clear_func (list, (GDestroyNotify) hd_study_value_clear);
  for (guint i = 0; i < values->n; i++)
    {
      HdStudyValue value;

      hd_study_values_get (values, i, &value);
      if (g_hash_table_contains (texts, value.text))
        {
          hd_study_value_clear (&value);
          continue;
        }
      g_hash_table_add (texts, value.text);
      g_array_append_val (list, value);
    }
  if (!values->is_word)
    g_array_sort (list, compare_numbers);
  return list;
}

guint
hd_study_plan_count_values (HdStudyPlan *self,
                            guint n)
{
  g_autoptr (GArray) list = NULL;

  g_return_val_if_fail (n < self->factors->len, 0);

  if (self->sampling == HD_STUDY_PAIRED)
    list = hd_study_plan_list_values (self, n);
  return list != NULL ? list->len : hd_study_plan_get_n_values (self, n);
}

guint
hd_study_plan_get_n_values (HdStudyPlan *self,
                            guint factor)
{
  return get_factor (self, factor)->values.n;
}

gboolean
hd_study_plan_is_of_words (HdStudyPlan *self,
                           guint factor)
{
  return get_factor (self, factor)->values.is_word;
}

guint
hd_study_plan_get_index (HdStudyPlan *self,
                         guint point,
                         guint factor)
{
  return find_index (self, self->kept != NULL ? self->kept[point] : point, factor);
}

guint
hd_study_plan_find_point (HdStudyPlan *self,
                          const guint *indices)
{
  guint number = 0;
  const guint *kept;

  for (guint i = 0; i < self->factors->len; i++)
    number = number * get_factor (self, i)->values.n + indices[i];
  if (self->kept == NULL)
    return number;
  kept = bsearch (&number, self->kept, self->n_points, sizeof *self->kept, hd_compare_numbers);
  return kept != NULL ? (guint) (kept - self->kept) : HD_STUDY_NO_POINT;
}

gboolean
hd_study_plan_find_block (HdStudyPlan *self,
                          guint point,
                          guint *out_block,
                          guint *out_place)
{
  guint number = self->kept != NULL ? self->kept[point] : point, size = self->factors->len + 2;

  if (self->sampling != HD_STUDY_SALTELLI)
    return FALSE;
  *out_block = number / size;
  *out_place = number % size;
  return TRUE;
}

guint
hd_study_plan_count_directions (HdStudyPlan *self)
{
  guint n = 0;

  for (guint i = 0; i < self->metrics->len; i++)
    n += g_array_index (self->metrics, HdStudyMetric, i).direction != HD_STUDY_WATCH;
  return n;
}

double
hd_study_plan_get_precision (HdStudyPlan *self)
{
  return self->precision;
}

double
hd_study_plan_get_limit_s (HdStudyPlan *self)
{
  return self->limit_s;
}

void
hd_study_plan_get_value (HdStudyPlan *self,
                         guint point,
                         guint n,
                         HdStudyValue *out_value)
{
  g_return_if_fail (point < self->n_points && n < self->factors->len);

  get_value_of (self, self->kept != NULL ? self->kept[point] : point, n, out_value);
}

void
hd_study_value_clear (HdStudyValue *self)
{
  g_clear_pointer (&self->text, g_free);
}

static char *
dup_setting (HdStudyPlan *self,
             guint point,
             guint n)
{
  g_auto (HdStudyValue) value = { NULL };

  hd_study_plan_get_value (self, point, n, &value);
  return g_strdup_printf ("%s=%s", get_factor (self, n)->shown.address, value.text);
}

char *
hd_study_plan_dup_point (HdStudyPlan *self,
                         guint point)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->factors->len; i++)
    {
      g_autofree char *setting = dup_setting (self, point, i);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", setting);
    }
  return g_string_free (text, FALSE);
}

guint64
hd_study_plan_get_seed (HdStudyPlan *self,
                        guint repeat)
{
  return self->seed + repeat;
}

char **
hd_study_plan_dup_settings (HdStudyPlan *self,
                            guint point,
                            guint repeat)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_strv_builder_addv (builder, (const char **) self->settings);
  for (guint i = 0; i < self->factors->len; i++)
    {
      g_autofree char *setting = dup_setting (self, point, i);

      g_strv_builder_add (builder, setting);
    }
  if (self->repeats > 1)
    {
      g_autofree char *setting = g_strdup_printf (HD_STUDY_SEED_ADDRESS "=%" G_GUINT64_FORMAT, hd_study_plan_get_seed (self, repeat));

      g_strv_builder_add (builder, setting);
    }
  return g_strv_builder_end (builder);
}

char *
hd_study_plan_dup_fingerprint (HdStudyPlan *self)
{
  return hd_study_fingerprint (hd_snapshot_get_root (self->snapshot), self->study, (const char *const *) self->settings);
}

char **
hd_study_list (HdSnapshot *snapshot)
{
  const HdObject *root = hd_snapshot_get_root (snapshot);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *child = hd_object_get_child (root, i);

      if (hd_object_get_kind (child) == HD_OBJECT_STUDY && hd_object_get_id (child) != NULL)
        g_strv_builder_add (builder, hd_object_get_id (child));
    }
  return g_strv_builder_end (builder);
}
