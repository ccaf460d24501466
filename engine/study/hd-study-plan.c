/* hd-study-plan.c: what a study varies, point by point
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A point has two numbers: that among all that sampling gives, and that among those which the condition keeps, by which it is known outside.
 */
#define G_LOG_DOMAIN "hd-study-plan"

#include <heddle/hd-study-plan.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/hd-address.h>
#include <heddle/hd-error.h>
#include <heddle/hd-run-settings.h>

#include "hd-i18n.h"
#include "hd-nearest.h"
#include "hd-numbers.h"
#include "hd-sampler.h"
#include "hd-study-fingerprint.h"
#include "hd-study-plan-private.h"
#include "hd-study-scope.h"
#include "hd-study-values.h"

#define MOST_FACTORS 64
#define SEED_ADDRESS "run:seed"
#define LEAST_SEED 1 /* of the table of run settings, if nothing else is known */
#define LEAST_POPULATION 4
#define POPULATION 24

typedef enum
{
  FULL,
  PAIRED,
  RANDOM,
  LATIN_HYPERCUBE,
  SOBOL,
  SALTELLI,
} Sampling;

typedef struct
{
  HdStudyFactor shown;
  HdStudyValues values;
} Factor;

struct _HdStudyPlan
{
  gatomicrefcount ref_count;

  HdSnapshot *snapshot;
  const HdObject *study; /* of the snapshot */
  char **settings;
  GArray *factors; /* of Factor */
  GArray *metrics; /* of HdStudyMetric */
  Sampling sampling;
  guint n_all;
  double *coordinates; /* of all points, if they are drawn */
  guint *kept;         /* by point: its number among all; NULL: the same */
  guint n_points;
  guint repeats;
  guint halving; /* or 0 */
  guint generations; /* or 0 */
  guint population;
  guint64 draw_seed;
  double precision;
  double limit_s;
  guint64 seed; /* of the first run of a point that is repeated */
};

/* What is needed to read a study alone. */
typedef struct
{
  HdStudyPlan *plan;
  HdProblemList *problems;
} Reader;

/* ---- what is wrong ---------------------------------------------------------------------------------------------------------- */

static void report (Reader *self,
                    HdProblemCode code,
                    const HdObject *object,
                    const char *attribute,
                    char *hint_take,
                    const char *format,
                    ...) G_GNUC_PRINTF (6, 7);

static void
report (Reader *self,
        HdProblemCode code,
        const HdObject *object,
        const char *attribute,
        char *hint_take,
        const char *format,
        ...)
{
  const char *id = hd_object_get_id (self->plan->study), *of = object != self->plan->study ? hd_object_get (object, "of") : NULL;
  g_autofree char *path = of != NULL ? g_strdup_printf ("study:%s/%s", id != NULL ? id : "", of) : g_strdup_printf ("study:%s", id != NULL ? id : "");
  g_autofree char *hint = hint_take, *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  hd_problem_list_take (self->problems, hd_problem_new (code, HD_SEVERITY_ERROR, path, hd_object_get_uid (object), attribute,
                                                        hd_snapshot_get_file (self->plan->snapshot), hd_object_get_line (object), hint, "%s", message));
}

static void
report_error (Reader *self,
              const HdObject *object,
              const char *attribute,
              const GError *error)
{
  report (self, g_error_matches (error, HD_ERROR, HD_ERROR_DIMENSION) ? HD_PROBLEM_DIMENSION : HD_PROBLEM_VALUE, object, attribute, NULL, "%s", error->message);
}

/* A number that is written as one, or @missing. */
static double
read_number (Reader *self,
             const char *attribute,
             const char *unit,
             double least,
             double most,
             double missing)
{
  const char *text = hd_object_get (self->plan->study, attribute);
  HdQuantity quantity;
  HdDimension dimension;

  if (text == NULL)
    return missing;
  if (hd_quantity_parse (text, &quantity, NULL) && hd_unit_parse (unit, &dimension, NULL, NULL) && hd_dimension_equal (dimension, quantity.dimension)
      && quantity.value >= least && quantity.value <= most && (*unit != '\0' || least == 0 || quantity.value == floor (quantity.value)))
    return quantity.value;
  if (*unit != '\0')
    report (self, HD_PROBLEM_VALUE, self->plan->study, attribute, NULL, _("“%s” is no time above 0 s"), text);
  else if (least == 0)
    report (self, HD_PROBLEM_VALUE, self->plan->study, attribute, NULL, _("“%s” is no number from %g to %g"), text, least, most);
  else
    report (self, HD_PROBLEM_VALUE, self->plan->study, attribute, NULL, _("“%s” is no whole number from %.0f to %.0f"), text, least, most);
  return missing;
}

/* ---- factors and metrics ---------------------------------------------------------------------------------------------------- */

static const HdObject *
find_variable (HdStudyPlan *self,
               const char *name)
{
  const HdObject *root = hd_snapshot_get_root (self->snapshot);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *block = hd_object_get_child (root, i);
      const HdObject *variable = hd_object_get_kind (block) == HD_OBJECT_VARIABLES ? hd_object_find_child (block, HD_OBJECT_VARIABLE, name) : NULL;

      if (variable != NULL)
        return variable;
    }
  return NULL;
}

static char *
suggest_variable (HdStudyPlan *self,
                  const char *name)
{
  const HdObject *root = hd_snapshot_get_root (self->snapshot);
  HdNearest nearest = { .wanted = name };

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    for (guint k = 0; hd_object_get_kind (hd_object_get_child (root, i)) == HD_OBJECT_VARIABLES && k < hd_object_get_n_children (hd_object_get_child (root, i)); k++)
      {
        const char *id = hd_object_get_id (hd_object_get_child (hd_object_get_child (root, i), k));

        if (id != NULL)
          hd_nearest_offer (&nearest, id);
      }
  return hd_nearest_to_choice (&nearest);
}

static const HdRunSetting *
find_setting (const HdAddress *address)
{
  return address->kind == HD_ADDRESS_RUN ? hd_run_settings_find (address->name) : NULL;
}

/* Whether it could be set at all; what lies deeper is known when a point is elaborated. */
static gboolean
check_address (Reader *self,
               const HdObject *object,
               const HdAddress *address,
               gboolean *out_is_whole,
               const char **out_title)
{
  const HdRunSetting *setting = find_setting (address);
  const HdObject *variable = address->kind == HD_ADDRESS_VARIABLE ? find_variable (self->plan, address->name) : NULL;
  const HdObject *class = address->kind == HD_ADDRESS_CLASS ? hd_object_find_child (hd_snapshot_get_root (self->plan->snapshot), HD_OBJECT_LINK_CLASS, address->name) : NULL;

  if (address->kind == HD_ADDRESS_VARIABLE && variable == NULL)
    report (self, HD_PROBLEM_UNKNOWN_NAME, object, "of", suggest_variable (self->plan, address->name), _("The project has no variable “$%s”"), address->name);
  else if (address->kind == HD_ADDRESS_RUN && setting == NULL)
    report (self, HD_PROBLEM_UNKNOWN_NAME, object, "of", NULL, _("There is no run setting “%s”"), address->name);
  else if (address->kind == HD_ADDRESS_CLASS && class == NULL)
    report (self, HD_PROBLEM_UNKNOWN_NAME, object, "of", NULL, _("The project has no link class “%s”"), address->name);
  else if ((address->kind == HD_ADDRESS_CLASS || address->kind == HD_ADDRESS_OBJECT) && address->parameter == NULL)
    report (self, HD_PROBLEM_SYNTAX, object, "of", NULL, _("It names no parameter (PATH.PARAMETER)"));
  else
    {
      *out_is_whole = (variable != NULL && g_strcmp0 (hd_object_get (variable, "type"), "integer") == 0)
                      || (setting != NULL && setting->parameter.kind == HD_PARAMETER_INTEGER);
      *out_title = variable != NULL ? hd_object_get (variable, "title") : setting != NULL ? _(setting->parameter.title) : NULL;
      return TRUE;
    }
  return FALSE;
}

static gboolean
is_twice (HdStudyPlan *self,
          const char *address)
{
  for (guint i = 0; i < self->factors->len; i++)
    if (strcmp (g_array_index (self->factors, Factor, i).shown.address, address) == 0)
      return TRUE;
  return FALSE;
}

static void
read_factor (Reader *self,
             const HdObject *object)
{
  const char *of = hd_object_get (object, "of"), *title = NULL, *attribute;
  g_autofree char *text = NULL, *canonical = NULL;
  g_autoptr (HdAddress) address = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_whole;
  Factor factor = { 0 };

  if (of == NULL) /* the document says it */
    return;
  if (self->plan->factors->len == MOST_FACTORS)
    {
      report (self, HD_PROBLEM_LIMIT, object, "of", NULL, _("A study takes %u factors at most"), MOST_FACTORS);
      return;
    }
  text = strpbrk (of, ".:$/[") == NULL ? g_strconcat ("$", of, NULL) : g_strdup (of);
  address = hd_address_parse (text, &error);
  if (address == NULL)
    report_error (self, object, "of", error);
  if (address == NULL || !check_address (self, object, address, &is_whole, &title))
    return;
  canonical = hd_address_to_string (address);
  if (is_twice (self->plan, canonical))
    {
      report (self, HD_PROBLEM_DUPLICATE, object, "of", NULL, _("“%s” is varied twice"), canonical);
      return;
    }
  if (!hd_study_values_init (&factor.values, object, is_whole, self->plan->sampling >= RANDOM, self->plan->sampling == PAIRED, &attribute, &error))
    {
      hd_study_values_clear (&factor.values);
      report_error (self, object, attribute, error);
      return;
    }
  factor.shown = (HdStudyFactor){
    .address = g_intern_string (canonical),
    .title = hd_object_get (object, "title") != NULL ? hd_object_get (object, "title") : title != NULL ? g_intern_string (title) : g_intern_string (canonical),
    .unit = factor.values.range.unit,
    .is_word = factor.values.is_word,
    .is_fixed = factor.values.n == 1,
  };
  g_array_append_val (self->plan->factors, factor);
}

static void
read_metric (Reader *self,
             const HdObject *object)
{
  const char *of = hd_object_get (object, "of"), *by = hd_object_get (object, "by"), *direction = hd_object_get (object, "direction");
  g_autofree char *name = g_strjoin ("/", of, by, NULL);
  HdStudyMetric metric = {
    .name = g_intern_string (name),
    .of = of,
    .by = by,
    .title = hd_object_get (object, "title"),
    .at_least = hd_object_get (object, "at-least"),
    .at_most = hd_object_get (object, "at-most"),
  };

  if (of == NULL)
    return;
  metric.direction = g_strcmp0 (direction, "maximise") == 0 ? HD_STUDY_MAXIMISE : g_strcmp0 (direction, "minimise") == 0 ? HD_STUDY_MINIMISE : HD_STUDY_WATCH;
  for (guint i = 0; i < self->plan->metrics->len; i++)
    if (strcmp (g_array_index (self->plan->metrics, HdStudyMetric, i).name, name) == 0)
      {
        report (self, HD_PROBLEM_DUPLICATE, object, "of", NULL, _("“%s” stands twice among the metrics"), name);
        return;
      }
  g_array_append_val (self->plan->metrics, metric);
}

/* ---- points --------------------------------------------------------------------------------------------------------------------- */

static const Factor *
get_factor (const HdStudyPlan *self,
            guint n)
{
  return &g_array_index (self->factors, Factor, n);
}

/* Of a factor whose values are listed, by the number of a point among all. */
static guint
find_index (const HdStudyPlan *self,
            guint number,
            guint n)
{
  for (guint k = self->factors->len; self->sampling == FULL && k-- > n + 1;) /* the last one changes fastest */
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
count_full (Reader *self,
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
count_paired (Reader *self)
{
  const Factor *first = NULL; /* a single value goes with all */

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
      report (self, HD_PROBLEM_VALUE, self->plan->study, "sampling", NULL, _("Paired factors need as many values each: %s has %u, %s has %u"), first->shown.address,
              first->values.n, get_factor (self->plan, i)->shown.address, get_factor (self->plan, i)->values.n);
}

static void
draw (Reader *self,
      guint n_points)
{
  static const HdSampling samplings[] = {
    [RANDOM] = HD_SAMPLING_RANDOM, [LATIN_HYPERCUBE] = HD_SAMPLING_LATIN_HYPERCUBE, [SOBOL] = HD_SAMPLING_SOBOL, [SALTELLI] = HD_SAMPLING_SALTELLI,
  };
  HdStudyPlan *plan = self->plan;
  guint block = plan->factors->len + 2;

  if (n_points == 0)
    report (self, HD_PROBLEM_MISSING_ATTRIBUTE, plan->study, "points", NULL, _("It is not said how many points are to be drawn"));
  else if (plan->sampling == SOBOL && plan->factors->len > HD_SAMPLER_MOST_SOBOL)
    report (self, HD_PROBLEM_LIMIT, plan->study, "sampling", NULL, _("A Sobol sequence takes %u factors at most, not %u; sampling=\"latin-hypercube\" takes more"),
            HD_SAMPLER_MOST_SOBOL, plan->factors->len);
  else if (plan->sampling == SALTELLI && plan->factors->len > HD_SAMPLER_MOST_SALTELLI)
    report (self, HD_PROBLEM_LIMIT, plan->study, "sampling", NULL, _("sampling=\"saltelli\" takes %u factors at most, not %u"), HD_SAMPLER_MOST_SALTELLI, plan->factors->len);
  else if (plan->sampling == SALTELLI && n_points % block != 0)
    report (self, HD_PROBLEM_VALUE, plan->study, "points", NULL, _("Of %u factors sampling=\"saltelli\" takes blocks of %u points: a multiple of that, such as %u, not %u"),
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
leave_out (Reader *self)
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
      report_error (self, plan->study, "where", error);
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
          report_error (self, plan->study, "where", error);
          return;
        }
      if (value.kind != HD_VALUE_QUANTITY)
        {
          report (self, HD_PROBLEM_EXPRESSION, plan->study, "where", NULL, _("“%s” is “%s”, and neither true nor false"), where, value.word);
          return;
        }
      if (value.quantity.value != 0)
        plan->kept[plan->n_points++] = i;
    }
  if (plan->n_points == 0)
    report (self, HD_PROBLEM_VALUE, plan->study, "where", NULL, _("“%s” leaves out all %u points"), where, plan->n_all);
}

static gboolean
make_points (Reader *self,
             GError **error)
{
  guint n_points = (guint) read_number (self, "points", "", 1, HD_STUDY_MOST_POINTS, 0);

  if (hd_problem_list_has_errors (self->problems))
    return TRUE;
  if (self->plan->factors->len == 0)
    report (self, HD_PROBLEM_MISSING_ATTRIBUTE, self->plan->study, NULL, NULL, _("It has no factor, and so nothing to vary"));
  else if (self->plan->sampling == FULL && !count_full (self, error))
    return FALSE;
  else if (self->plan->sampling == PAIRED)
    count_paired (self);
  else if (self->plan->sampling >= RANDOM)
    draw (self, n_points);
  if (!hd_problem_list_has_errors (self->problems))
    leave_out (self);
  return TRUE;
}

/* ---- all of it ----------------------------------------------------------------------------------------------------------------- */

static void
read_repeats (Reader *self)
{
  HdStudyPlan *plan = self->plan;
  const HdObject *run = hd_object_find_child (hd_snapshot_get_root (plan->snapshot), HD_OBJECT_RUN, NULL);

  plan->repeats = (guint) read_number (self, "repeats", "", 1, HD_STUDY_MOST_REPEATS, 1);
  plan->precision = read_number (self, "precision", "", 0, 1e9, 0);
  plan->limit_s = read_number (self, "limit", "s", 1e-9, G_MAXDOUBLE, INFINITY);
  plan->seed = run != NULL ? (guint64) hd_object_get_number (run, "seed", LEAST_SEED) : LEAST_SEED;
  for (guint i = 0; plan->settings[i] != NULL; i++)
    if (g_str_has_prefix (plan->settings[i], SEED_ADDRESS "="))
      plan->seed = g_ascii_strtoull (plan->settings[i] + strlen (SEED_ADDRESS "="), NULL, 10);
  if (plan->repeats > 1 && is_twice (plan, SEED_ADDRESS))
    report (self, HD_PROBLEM_VALUE, plan->study, "repeats", NULL, _("Each repeat has a seed of its own, and run:seed is varied as well"));
}

static void
read_halving (Reader *self)
{
  HdStudyPlan *plan = self->plan;

  plan->halving = (guint) read_number (self, "halving", "", 2, HD_STUDY_MOST_REPEATS, 0);
  if (plan->halving > 0 && plan->repeats == 1)
    report (self, HD_PROBLEM_VALUE, plan->study, "halving", NULL, _("A point that is run once cannot be run more often if it is good: repeats"));
  else if (plan->halving > 0 && plan->precision > 0)
    report (self, HD_PROBLEM_VALUE, plan->study, "halving", NULL, _("Either halving or a precision says how often a point is repeated, not both"));
  else if (plan->halving > 0 && hd_study_plan_count_directions (plan) == 0)
    report (self, HD_PROBLEM_VALUE, plan->study, "halving", NULL, _("No metric has a direction, so that no point is better than another"));
}

/* Of a grid that may be too large to run all of it. */
static void
read_generations (Reader *self)
{
  HdStudyPlan *plan = self->plan;

  plan->draw_seed = (guint64) read_number (self, "seed", "", 0, G_MAXUINT32, 1);
  plan->generations = (guint) read_number (self, "generations", "", 1, HD_STUDY_MOST_POINTS, 0);
  plan->population = (guint) read_number (self, "population", "", LEAST_POPULATION, HD_STUDY_MOST_POINTS, POPULATION);
  if (plan->generations == 0)
    {
      if (hd_object_get (plan->study, "population") != NULL && hd_object_get (plan->study, "generations") == NULL)
        report (self, HD_PROBLEM_MISSING_ATTRIBUTE, plan->study, "population", NULL, _("It is not said how many generations there are"));
      return;
    }
  if (plan->sampling != FULL)
    report (self, HD_PROBLEM_VALUE, plan->study, "generations", NULL, _("Generations are chosen from each value with each other: sampling=\"full\""));
  else if (plan->halving > 0)
    report (self, HD_PROBLEM_VALUE, plan->study, "generations", NULL, _("Either halving or generations choose the points, not both"));
  else if (hd_study_plan_count_directions (plan) == 0)
    report (self, HD_PROBLEM_VALUE, plan->study, "generations", NULL, _("No metric has a direction, so that no point is better than another"));
}

static Sampling
find_sampling (const HdObject *study)
{
  const HdField *field = hd_schema_find_field (HD_OBJECT_STUDY, "sampling");
  const char *text = hd_object_get (study, "sampling");

  for (guint i = 0; text != NULL && field->choices[i] != NULL; i++)
    if (strcmp (field->choices[i], text) == 0)
      return (Sampling) i;
  return FULL;
}

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
  hd_study_values_clear (&((Factor *) data)->values);
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
  Reader reader;
  gboolean is_made;

  if (study == NULL)
    return NULL;
  self = g_new0 (HdStudyPlan, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->snapshot = hd_snapshot_ref (snapshot);
  self->study = study;
  self->settings = g_strdupv ((char **) (settings != NULL ? settings : none));
  self->factors = g_array_new (FALSE, FALSE, sizeof (Factor));
  g_array_set_clear_func (self->factors, factor_clear);
  self->metrics = g_array_new (FALSE, FALSE, sizeof (HdStudyMetric));
  self->sampling = find_sampling (study);
  reader = (Reader){ self, own };
  for (guint i = 0; i < hd_object_get_n_children (study); i++)
    if (hd_object_get_kind (hd_object_get_child (study, i)) == HD_OBJECT_FACTOR)
      read_factor (&reader, hd_object_get_child (study, i));
    else if (hd_object_get_kind (hd_object_get_child (study, i)) == HD_OBJECT_METRIC)
      read_metric (&reader, hd_object_get_child (study, i));
  read_repeats (&reader);
  read_halving (&reader);
  read_generations (&reader);
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
  return self->sampling != PAIRED && self->generations == 0;
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

  if (self->sampling != SALTELLI)
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
      g_autofree char *setting = g_strdup_printf (SEED_ADDRESS "=%" G_GUINT64_FORMAT, hd_study_plan_get_seed (self, repeat));

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
