/* hd-parameters.c: parameters of a component: default, then preset, then what is written, then settings
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-parameters.h"

#include <math.h>
#include <string.h>

#include "hd-i18n.h"

#define MAX_WHY 512

void
hd_type_plan_free (gpointer data)
{
  HdTypePlan *self = data;

  g_hash_table_unref (self->presets);
  g_hash_table_unref (self->good_texts);
  g_free (self->defaults);
  g_free (self);
}

/* A text of a descriptor. The catalogue has checked it, so this fails only for a library that lies about itself. */
static gboolean
descriptor_value (HdElaborator *elaborator,
                  const char *owner,
                  const HdObject *object,
                  const HdParameter *parameter,
                  const char *text,
                  double *out_value)
{
  g_autoptr (GError) error = NULL;
  HdQuantity quantity;

  if (hd_parameter_parse (parameter, text, &quantity, &error))
    {
      *out_value = quantity.value;
      return TRUE;
    }
  hd_elaborator_report (elaborator, owner, object, parameter->key, HD_PROBLEM_VALUE, NULL, "%s", error->message);
  return FALSE;
}

static gboolean
read_preset (HdElaborator *elaborator,
             const char *owner,
             const HdObject *object,
             HdTypePlan *plan,
             const HdPreset *preset)
{
  double *values = g_new (double, plan->n_parameters);

  for (guint i = 0; i < plan->n_parameters; i++)
    values[i] = NAN;
  g_hash_table_insert (plan->presets, (gpointer) preset->name, values);
  for (guint i = 0; preset->values[i] != NULL; i += 2)
    {
      guint number;
      const HdParameter *parameter = hd_component_type_find_parameter (plan->type, preset->values[i], &number);

      if (parameter == NULL || !descriptor_value (elaborator, owner, object, parameter, preset->values[i + 1], &values[number]))
        return FALSE;
    }
  return TRUE;
}

const HdTypePlan *
hd_elaborator_get_type_plan (HdElaborator *self,
                             const char *owner,
                             const HdObject *object,
                             const HdComponentType *type)
{
  HdTypePlan *plan = g_hash_table_lookup (self->type_plans, type);
  gboolean good = TRUE;

  if (plan != NULL)
    return plan;
  plan = g_new0 (HdTypePlan, 1);
  plan->type = type;
  plan->model = -1;
  plan->n_parameters = hd_component_type_count_parameters (type);
  plan->defaults = g_new0 (double, plan->n_parameters);
  plan->presets = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  plan->good_texts = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < plan->n_parameters; i++)
    {
      const HdParameter *parameter = &type->parameters[i];

      if (strcmp (parameter->key, "model") == 0 && type->presets != NULL)
        plan->model = (gint) i;
      if (parameter->kind == HD_PARAMETER_TEXT)
        plan->defaults[i] = parameter->default_text != NULL ? g_quark_from_string (parameter->default_text) : 0;
      else if (parameter->default_text == NULL)
        plan->defaults[i] = NAN;
      else
        good = descriptor_value (self, owner, object, parameter, parameter->default_text, &plan->defaults[i]) && good;
    }
  for (guint i = 0; type->presets != NULL && type->presets[i].name != NULL; i++)
    good = read_preset (self, owner, object, plan, &type->presets[i]) && good;
  if (!good)
    {
      hd_type_plan_free (plan);
      return NULL;
    }
  g_hash_table_insert (self->type_plans, (gpointer) type, plan);
  return plan;
}

static void
parameter_formula_clear (gpointer data)
{
  hd_formula_free (((HdParameterFormula *) data)->formula);
}

GArray *
hd_parameter_formulas_new (HdEnvironment *environment,
                           const char *owner,
                           const HdObject *object,
                           const HdParameter *parameters)
{
  GArray *formulas = g_array_new (FALSE, FALSE, sizeof (HdParameterFormula));

  g_array_set_clear_func (formulas, parameter_formula_clear);
  for (guint i = 0; parameters != NULL && parameters[i].key != NULL; i++)
    {
      const char *text = hd_object_get (object, parameters[i].key);
      gboolean or_word = parameters[i].kind == HD_PARAMETER_CHOICE || parameters[i].kind == HD_PARAMETER_TEXT;
      HdParameterFormula written = { i, NULL };

      if (text == NULL)
        continue;
      written.formula = hd_formula_new_text (environment, owner, object, parameters[i].key, text, or_word);
      g_array_append_val (formulas, written);
    }
  return formulas;
}

static const HdParameterFormula *
find_formula (GArray *written,
              const HdParameterFormula *overriding,
              guint n_overriding,
              guint parameter)
{
  for (guint i = n_overriding; i > 0; i--)
    if (overriding[i - 1].parameter == parameter)
      return &overriding[i - 1];
  for (guint i = 0; i < written->len; i++)
    if (g_array_index (written, HdParameterFormula, i).parameter == parameter)
      return &g_array_index (written, HdParameterFormula, i);
  return NULL;
}

/* What a text must be, the library says. One that is good is not looked at again for each element of an array. */
static gboolean
check_text (const HdTypePlan *plan,
            const HdEnvironment *environment,
            const char *owner,
            const HdObject *object,
            const HdParameter *parameter,
            double value)
{
  char why[MAX_WHY] = "";

  if (parameter->kind != HD_PARAMETER_TEXT || parameter->check == NULL || parameter->form != NULL || value == 0 || g_hash_table_contains (plan->good_texts, GUINT_TO_POINTER ((guint) value)))
    return TRUE;
  if (parameter->check (g_quark_to_string ((GQuark) value), why, sizeof why))
    return g_hash_table_add (plan->good_texts, GUINT_TO_POINTER ((guint) value)), TRUE;
  hd_elaborator_report (environment->elaborator, owner, object, parameter->key, HD_PROBLEM_VALUE, NULL, "%s: %s", parameter->key, why);
  return FALSE;
}

gboolean
hd_parameters_evaluate (const HdTypePlan *plan,
                        const HdEnvironment *environment,
                        const char *owner,
                        const HdObject *object,
                        GArray *written,
                        const HdParameterFormula *overriding,
                        guint n_overriding,
                        double *out_values)
{
  const double *preset = NULL;
  gboolean good = TRUE;

  if (plan->model >= 0)
    {
      const HdParameter *model = &plan->type->parameters[plan->model];
      const HdParameterFormula *formula = find_formula (written, overriding, n_overriding, (guint) plan->model);
      double choice = plan->defaults[plan->model];

      if (formula != NULL && !hd_formula_get_parameter (formula->formula, environment, model, &choice))
        return FALSE;
      if (!isnan (choice))
        preset = g_hash_table_lookup (plan->presets, model->choices[(guint) choice]);
    }
  for (guint i = 0; i < plan->n_parameters; i++)
    {
      const HdParameter *parameter = &plan->type->parameters[i];
      const HdParameterFormula *formula = find_formula (written, overriding, n_overriding, i);

      out_values[i] = preset != NULL && !isnan (preset[i]) ? preset[i] : plan->defaults[i];
      if (formula != NULL && !hd_formula_get_parameter (formula->formula, environment, parameter, &out_values[i]))
        good = FALSE;
      else if (formula != NULL && !check_text (plan, environment, owner, object, parameter, out_values[i]))
        good = FALSE;
      if (formula == NULL && isnan (out_values[i]))
        {
          hd_elaborator_report (environment->elaborator, owner, object, parameter->key, HD_PROBLEM_MISSING_ATTRIBUTE, NULL,
                                _("“%s” has no %s"), hd_object_get_id (object), parameter->key);
          good = FALSE;
        }
    }
  return good;
}
