/* hd-study-reader.c: reading what a study of the project says
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-reader"

#include "hd-study-reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/hd-address.h>
#include <heddle/hd-error.h>
#include <heddle/hd-run-settings.h>

#include "hd-i18n.h"
#include "hd-nearest.h"
#include "hd-study-plan-private.h"

#define MOST_FACTORS 64
#define LEAST_SEED 1 /* of the table of run settings, if nothing else is known */
#define LEAST_POPULATION 4
#define POPULATION 24

/* ---- what is wrong ---------------------------------------------------------------------------------------------------------- */

void
hd_study_reader_report (HdStudyReader *self,
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

void
hd_study_reader_report_error (HdStudyReader *self,
                              const HdObject *object,
                              const char *attribute,
                              const GError *error)
{
  hd_study_reader_report (self, g_error_matches (error, HD_ERROR, HD_ERROR_DIMENSION) ? HD_PROBLEM_DIMENSION : HD_PROBLEM_VALUE, object, attribute, NULL, "%s", error->message);
}

/* A number that is written as one, or @missing. */
double
hd_study_reader_read_number (HdStudyReader *self,
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
    hd_study_reader_report (self, HD_PROBLEM_VALUE, self->plan->study, attribute, NULL, _("“%s” is no time above 0 s"), text);
  else if (least == 0)
    hd_study_reader_report (self, HD_PROBLEM_VALUE, self->plan->study, attribute, NULL, _("“%s” is no number from %g to %g"), text, least, most);
  else
    hd_study_reader_report (self, HD_PROBLEM_VALUE, self->plan->study, attribute, NULL, _("“%s” is no whole number from %.0f to %.0f"), text, least, most);
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
check_address (HdStudyReader *self,
               const HdObject *object,
               const HdAddress *address,
               gboolean *out_is_whole,
               const char **out_title)
{
  const HdRunSetting *setting = find_setting (address);
  const HdObject *variable = address->kind == HD_ADDRESS_VARIABLE ? find_variable (self->plan, address->name) : NULL;
  const HdObject *class = address->kind == HD_ADDRESS_CLASS ? hd_object_find_child (hd_snapshot_get_root (self->plan->snapshot), HD_OBJECT_LINK_CLASS, address->name) : NULL;

  if (address->kind == HD_ADDRESS_VARIABLE && variable == NULL)
    hd_study_reader_report (self, HD_PROBLEM_UNKNOWN_NAME, object, "of", suggest_variable (self->plan, address->name), _("The project has no variable “$%s”"), address->name);
  else if (address->kind == HD_ADDRESS_RUN && setting == NULL)
    hd_study_reader_report (self, HD_PROBLEM_UNKNOWN_NAME, object, "of", NULL, _("There is no run setting “%s”"), address->name);
  else if (address->kind == HD_ADDRESS_CLASS && class == NULL)
    hd_study_reader_report (self, HD_PROBLEM_UNKNOWN_NAME, object, "of", NULL, _("The project has no link class “%s”"), address->name);
  else if ((address->kind == HD_ADDRESS_CLASS || address->kind == HD_ADDRESS_OBJECT) && address->parameter == NULL)
    hd_study_reader_report (self, HD_PROBLEM_SYNTAX, object, "of", NULL, _("It names no parameter (PATH.PARAMETER)"));
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
    if (strcmp (g_array_index (self->factors, HdPlannedFactor, i).shown.address, address) == 0)
      return TRUE;
  return FALSE;
}

static void
read_factor (HdStudyReader *self,
             const HdObject *object)
{
  const char *of = hd_object_get (object, "of"), *title = NULL, *attribute;
  g_autofree char *text = NULL, *canonical = NULL;
  g_autoptr (HdAddress) address = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_whole;
  HdPlannedFactor factor = { 0 };

  if (of == NULL) /* the document says it */
    return;
  if (self->plan->factors->len == MOST_FACTORS)
    {
      hd_study_reader_report (self, HD_PROBLEM_LIMIT, object, "of", NULL, _("A study takes %u factors at most"), MOST_FACTORS);
      return;
    }
  text = strpbrk (of, ".:$/[") == NULL ? g_strconcat ("$", of, NULL) : g_strdup (of);
  address = hd_address_parse (text, &error);
  if (address == NULL)
    hd_study_reader_report_error (self, object, "of", error);
  if (address == NULL || !check_address (self, object, address, &is_whole, &title))
    return;
  canonical = hd_address_to_string (address);
  if (is_twice (self->plan, canonical))
    {
      hd_study_reader_report (self, HD_PROBLEM_DUPLICATE, object, "of", NULL, _("“%s” is varied twice"), canonical);
      return;
    }
  if (!hd_study_values_init (&factor.values, object, is_whole, self->plan->sampling >= HD_STUDY_RANDOM, self->plan->sampling == HD_STUDY_PAIRED, &attribute, &error))
    {
      hd_study_values_clear (&factor.values);
      hd_study_reader_report_error (self, object, attribute, error);
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
read_metric (HdStudyReader *self,
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
        hd_study_reader_report (self, HD_PROBLEM_DUPLICATE, object, "of", NULL, _("“%s” stands twice among the metrics"), name);
        return;
      }
  g_array_append_val (self->plan->metrics, metric);
}

/* ---- how often ----------------------------------------------------------------------------------------------------------------- */

static void
read_repeats (HdStudyReader *self)
{
  HdStudyPlan *plan = self->plan;
  const HdObject *run = hd_object_find_child (hd_snapshot_get_root (plan->snapshot), HD_OBJECT_RUN, NULL);

  plan->repeats = (guint) hd_study_reader_read_number (self, "repeats", "", 1, HD_STUDY_MOST_REPEATS, 1);
  plan->precision = hd_study_reader_read_number (self, "precision", "", 0, 1e9, 0);
  plan->limit_s = hd_study_reader_read_number (self, "limit", "s", 1e-9, G_MAXDOUBLE, INFINITY);
  plan->seed = run != NULL ? (guint64) hd_object_get_number (run, "seed", LEAST_SEED) : LEAST_SEED;
  for (guint i = 0; plan->settings[i] != NULL; i++)
    if (g_str_has_prefix (plan->settings[i], HD_STUDY_SEED_ADDRESS "="))
      plan->seed = g_ascii_strtoull (plan->settings[i] + strlen (HD_STUDY_SEED_ADDRESS "="), NULL, 10);
  if (plan->repeats > 1 && is_twice (plan, HD_STUDY_SEED_ADDRESS))
    hd_study_reader_report (self, HD_PROBLEM_VALUE, plan->study, "repeats", NULL, _("Each repeat has a seed of its own, and run:seed is varied as well"));
}

static void
read_halving (HdStudyReader *self)
{
  HdStudyPlan *plan = self->plan;

  plan->halving = (guint) hd_study_reader_read_number (self, "halving", "", 2, HD_STUDY_MOST_REPEATS, 0);
  if (plan->halving > 0 && plan->repeats == 1)
    hd_study_reader_report (self, HD_PROBLEM_VALUE, plan->study, "halving", NULL, _("A point that is run once cannot be run more often if it is good: repeats"));
  else if (plan->halving > 0 && plan->precision > 0)
    hd_study_reader_report (self, HD_PROBLEM_VALUE, plan->study, "halving", NULL, _("Either halving or a precision says how often a point is repeated, not both"));
  else if (plan->halving > 0 && hd_study_plan_count_directions (plan) == 0)
    hd_study_reader_report (self, HD_PROBLEM_VALUE, plan->study, "halving", NULL, _("No metric has a direction, so that no point is better than another"));
}

/* Of a grid that may be too large to run all of it. */
static void
read_generations (HdStudyReader *self)
{
  HdStudyPlan *plan = self->plan;

  plan->draw_seed = (guint64) hd_study_reader_read_number (self, "seed", "", 0, G_MAXUINT32, 1);
  plan->generations = (guint) hd_study_reader_read_number (self, "generations", "", 1, HD_STUDY_MOST_POINTS, 0);
  plan->population = (guint) hd_study_reader_read_number (self, "population", "", LEAST_POPULATION, HD_STUDY_MOST_POINTS, POPULATION);
  if (plan->generations == 0)
    {
      if (hd_object_get (plan->study, "population") != NULL && hd_object_get (plan->study, "generations") == NULL)
        hd_study_reader_report (self, HD_PROBLEM_MISSING_ATTRIBUTE, plan->study, "population", NULL, _("It is not said how many generations there are"));
      return;
    }
  if (plan->sampling != HD_STUDY_FULL)
    hd_study_reader_report (self, HD_PROBLEM_VALUE, plan->study, "generations", NULL, _("Generations are chosen from each value with each other: sampling=\"full\""));
  else if (plan->halving > 0)
    hd_study_reader_report (self, HD_PROBLEM_VALUE, plan->study, "generations", NULL, _("Either halving or generations choose the points, not both"));
  else if (hd_study_plan_count_directions (plan) == 0)
    hd_study_reader_report (self, HD_PROBLEM_VALUE, plan->study, "generations", NULL, _("No metric has a direction, so that no point is better than another"));
}

/* ---- all of it ----------------------------------------------------------------------------------------------------------------- */

static HdStudySampling
find_sampling (const HdObject *study)
{
  const HdField *field = hd_schema_find_field (HD_OBJECT_STUDY, "sampling");
  const char *text = hd_object_get (study, "sampling");

  for (guint i = 0; text != NULL && field->choices[i] != NULL; i++)
    if (strcmp (field->choices[i], text) == 0)
      return (HdStudySampling) i;
  return HD_STUDY_FULL;
}

void
hd_study_reader_read (HdStudyReader *self)
{
  const HdObject *study = self->plan->study;

  self->plan->sampling = find_sampling (study);
  for (guint i = 0; i < hd_object_get_n_children (study); i++)
    if (hd_object_get_kind (hd_object_get_child (study, i)) == HD_OBJECT_FACTOR)
      read_factor (self, hd_object_get_child (study, i));
    else if (hd_object_get_kind (hd_object_get_child (study, i)) == HD_OBJECT_METRIC)
      read_metric (self, hd_object_get_child (study, i));
  read_repeats (self);
  read_halving (self);
  read_generations (self);
}
