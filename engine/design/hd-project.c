/* hd-project.c: variables, link classes and index names of a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-project.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-module-plan.h"
#include "hd-override.h"

static const char *const choices_sharing[] = { "shared", "split", NULL };

const HdParameter hd_parameter_bandwidth = {
  .size = sizeof (HdParameter), .key = "bandwidth", .title = N_("Bandwidth"), .kind = HD_PARAMETER_QUANTITY, .unit = "B/s",
  .minimum = 0, .maximum = 1e18, .exclusive_minimum = 1,
};

const HdParameter hd_parameter_latency = {
  .size = sizeof (HdParameter), .key = "latency", .title = N_("Latency"), .kind = HD_PARAMETER_QUANTITY, .unit = "s",
  .minimum = 0, .maximum = 1000,
};

const HdParameter hd_parameter_failed = {
  .size = sizeof (HdParameter), .key = "failed", .title = N_("Has failed"), .kind = HD_PARAMETER_INTEGER, .unit = "", .minimum = 0, .maximum = 1,
};

const HdParameter hd_parameter_sharing = {
  .size = sizeof (HdParameter), .key = "sharing", .title = N_("Sharing"), .kind = HD_PARAMETER_CHOICE, .unit = "", .choices = choices_sharing,
};

static const HdParameter parameter_noise = {
  .size = sizeof (HdParameter), .key = "noise", .title = N_("Noise"), .kind = HD_PARAMETER_QUANTITY, .unit = "", .minimum = 0, .maximum = HD_MAX_NOISE,
};

static const HdParameter parameter_efficiency = {
  .size = sizeof (HdParameter), .key = "efficiency", .title = N_("Efficiency"), .kind = HD_PARAMETER_QUANTITY, .unit = "", .minimum = 0, .maximum = 1,
  .exclusive_minimum = 1,
};

HdTime
hd_latency_to_time (double seconds)
{
  return llround (seconds * HD_TICKS_PER_SECOND);
}

typedef enum { VARIABLE_NEW, VARIABLE_BUSY, VARIABLE_KNOWN, VARIABLE_FAILED } VariableState;

typedef struct
{
  const HdObject *object;
  const char *text;
  const char *attribute; /* at fault in messages */
  VariableState state;
  HdValue value;
} Variable;

struct _HdProject
{
  HdElaborator *elaborator;
  HdSnapshot *snapshot;
  HdProject *outer;
  gboolean generated;
  GHashTable *variables;   /* char * (borrowed) -> Variable */
  guint depth;             /* of variables that are being evaluated */
  GPtrArray *names;        /* of variables, in order of the document */
  GHashTable *index_names; /* interned */
  GHashTable *classes;     /* char * -> number */
  GHashTable *plans;       /* const HdObject * -> HdModulePlan */
};

HdSnapshot *
hd_project_get_snapshot (HdProject *self)
{
  return self->snapshot;
}

gboolean
hd_project_is_generated (HdProject *self)
{
  return self->generated;
}

gboolean
hd_project_has_index (HdProject *self,
                      const char *name)
{
  return g_hash_table_contains (self->index_names, name);
}

GHashTable *
hd_project_get_plans (HdProject *self)
{
  return self->plans;
}

guint32
hd_project_find_class (HdProject *self,
                       const char *id)
{
  gpointer number;

  if (g_hash_table_lookup_extended (self->classes, id, NULL, &number))
    return GPOINTER_TO_UINT (number);
  return self->outer != NULL ? hd_project_find_class (self->outer, id) : HD_NO_ID;
}

/* ---- names of indices ---------------------------------------------------------------------------------------------- */

/* Every identifier in an attribute that may define or use an index. Too many do no harm: what names one is evaluated at each place. */
static void
collect_names (HdProject *self,
               const char *text)
{
  const char *p = text;

  while (p != NULL && *p != '\0')
    {
      const char *start = p;

      if (!g_ascii_isalpha (*p) && *p != '_')
        {
          p++;
          continue;
        }
      while (g_ascii_isalnum (*p) || *p == '_')
        p++;
      if (start == text || start[-1] != '$')
        {
          g_autofree char *name = g_strndup (start, (gsize) (p - start));

          g_hash_table_add (self->index_names, (gpointer) g_intern_string (name));
        }
    }
}

static void
collect_index_names (HdProject *self,
                     const HdObject *object)
{
  static const char *const attributes[] = { "from", "to", "of", "for", "index" };
  HdObjectKind kind = hd_object_get_kind (object);

  switch (kind)
    {
    case HD_OBJECT_LINK:
    case HD_OBJECT_ROUTE:
    case HD_OBJECT_PORT:
    case HD_OBJECT_COMPONENT:
    case HD_OBJECT_INSTANCE:
      for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
        collect_names (self, hd_object_get (object, attributes[i]));
      if (hd_object_get (object, "count") != NULL && hd_object_get_id (object) != NULL)
        for (guint d = 0; d < HD_MAX_DIMENSIONS; d++)
          g_hash_table_add (self->index_names, (gpointer) hd_index_default_name (hd_object_get_id (object), d));
      break;
    default:
      for (guint i = 0; i < hd_object_get_n_children (object); i++)
        collect_index_names (self, hd_object_get_child (object, i));
      break;
    }
}

/* ---- variables ----------------------------------------------------------------------------------------------------- */

static gboolean
look_up_variable (gpointer scope,
                  const char *name,
                  HdValue *out_value,
                  GError **error)
{
  return name[0] == '$' && hd_project_get_variable (scope, name + 1, out_value, error);
}

static gboolean
evaluate_text (HdProject *self,
               const char *text,
               HdValue *out_value,
               GError **error)
{
  g_autoptr (HdExpression) expression = hd_expression_parse (text, error);

  return expression != NULL && hd_expression_evaluate (expression, look_up_variable, self, out_value, error);
}

/* HD_ERROR_INVALID: an expression that gives a value which the variable may not have. */
static gboolean
check_bound (HdProject *self,
             const Variable *variable,
             const char *attribute,
             GError **error)
{
  const char *text = hd_object_get (variable->object, attribute);
  g_autofree char *value_text = NULL;
  HdValue bound;
  gboolean low = g_str_equal (attribute, "minimum");

  if (text == NULL)
    return TRUE;
  if (!evaluate_text (self, text, &bound, error))
    return FALSE;
  if (bound.kind != HD_VALUE_QUANTITY || variable->value.kind != HD_VALUE_QUANTITY
      || !hd_dimension_equal (bound.quantity.dimension, variable->value.quantity.dimension))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("“%s” cannot be compared with its %s, %s"), variable->text, attribute, text);
      return FALSE;
    }
  if (low ? variable->value.quantity.value >= bound.quantity.value : variable->value.quantity.value <= bound.quantity.value)
    return TRUE;
  value_text = hd_quantity_format (variable->value.quantity, 6);
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, low ? _("“$%s” is %s; it must be at least %s") : _("“$%s” is %s; it must be at most %s"),
               hd_object_get_id (variable->object), value_text, text);
  return FALSE;
}

/* A word is one of `of`; its text wins over what it would be as an expression ("H100" is also a name). */
static gboolean
evaluate_enum (HdProject *self,
               Variable *variable,
               GError **error)
{
  g_autofree char *of = g_strdup (hd_object_get (variable->object, "of"));
  g_auto (GStrv) words = NULL;
  const char *word = variable->text;

  g_strdelimit (of != NULL ? of : (of = g_strdup ("")), ",\t\n", ' ');
  words = g_strsplit (of, " ", -1);
  if (!g_strv_contains ((const char *const *) words, word))
    {
      HdValue value;

      if (!evaluate_text (self, variable->text, &value, error))
        return FALSE;
      if (value.kind == HD_VALUE_WORD)
        word = value.word;
    }
  if (word[0] == '\0' || !g_strv_contains ((const char *const *) words, word))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“$%s” is “%s”, not one of %s"), hd_object_get_id (variable->object), word, of);
      return FALSE;
    }
  variable->value = (HdValue){ .kind = HD_VALUE_WORD, .word = g_intern_string (word) };
  return TRUE;
}

static gboolean
evaluate_variable (HdProject *self,
                   Variable *variable,
                   GError **error)
{
  const char *type = hd_object_get (variable->object, "type");
  const HdQuantity *quantity = &variable->value.quantity;

  if (g_strcmp0 (type, "enum") == 0)
    return evaluate_enum (self, variable, error);
  if (!evaluate_text (self, variable->text, &variable->value, error))
    return FALSE;
  if (variable->value.kind == HD_VALUE_WORD)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“$%s” is the word “%s”, not a quantity"), hd_object_get_id (variable->object),
                   variable->value.word);
      return FALSE;
    }
  if (g_strcmp0 (type, "integer") == 0
      && (!hd_dimension_equal (quantity->dimension, HD_DIMENSION_NONE) || quantity->value != floor (quantity->value)))
    {
      g_autofree char *text = hd_quantity_format (*quantity, 6);

      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“$%s” is %s, not a whole number"), hd_object_get_id (variable->object), text);
      return FALSE;
    }
  return check_bound (self, variable, "minimum", error) && check_bound (self, variable, "maximum", error);
}

/* What is wrong with a variable is said once, about the variable; who uses it fails without a second message of its own kind. */
gboolean
hd_project_get_variable (HdProject *self,
                         const char *name,
                         HdValue *out_value,
                         GError **error)
{
  Variable *variable = g_hash_table_lookup (self->variables, name);
  g_autoptr (GError) failure = NULL;

  if (variable == NULL)
    return FALSE;
  if (variable->state == VARIABLE_BUSY)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“$%s” is defined by itself"), name);
      return FALSE;
    }
  if (variable->state == VARIABLE_NEW)
    {
      gboolean good;

      variable->state = VARIABLE_BUSY;
      self->depth++;
      if (self->depth > HD_LIMIT_VARIABLE_DEPTH)
        g_set_error (&failure, HD_ERROR, HD_ERROR_LIMIT, _("“$%s” is the last of more than %d variables that are defined by each other"), name,
                     HD_LIMIT_VARIABLE_DEPTH);
      good = failure == NULL && evaluate_variable (self, variable, &failure);
      self->depth--;
      if (good)
        {
          variable->state = VARIABLE_KNOWN;
        }
      else
        {
          HdProblemCode code = g_error_matches (failure, HD_ERROR, HD_ERROR_INVALID) ? HD_PROBLEM_VALUE : hd_problem_code_of (failure, FALSE);

          variable->state = VARIABLE_FAILED;
          hd_elaborator_report (self->elaborator, NULL, variable->object, variable->attribute, code, NULL, "%s", failure->message);
        }
    }
  if (variable->state == VARIABLE_FAILED)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“$%s” has no value"), name);
      return FALSE;
    }
  *out_value = variable->value;
  return TRUE;
}

static void
add_variables (HdProject *self,
               const HdObject *root,
               GHashTable *given)
{
  const HdObject *list = hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL);

  for (guint i = 0; list != NULL && i < hd_object_get_n_children (list); i++)
    {
      const HdObject *object = hd_object_get_child (list, i);
      const char *name = hd_object_get_id (object);
      const HdOverride *override = NULL;
      const HdValue *value;
      Variable *variable;

      if (hd_object_get_kind (object) != HD_OBJECT_VARIABLE || name == NULL || g_hash_table_contains (self->variables, name))
        continue;
      variable = g_new0 (Variable, 1);
      variable->object = object;
      variable->attribute = "value";
      variable->text = hd_object_get (object, "value");
      g_hash_table_insert (self->variables, (gpointer) name, variable);
      g_ptr_array_add (self->names, (gpointer) name);
      if (!self->generated)
        override = hd_overrides_find (self->elaborator->overrides, HD_ADDRESS_VARIABLE, name, NULL);
      if (override != NULL)
        variable->text = override->value;
      if (variable->text == NULL)
        variable->text = "";
      value = given != NULL ? g_hash_table_lookup (given, name) : NULL;
      if (value != NULL)
        {
          variable->value = *value;
          variable->state = VARIABLE_KNOWN;
        }
    }
  for (guint i = 0; i < self->names->len; i++)
    {
      HdValue ignored;

      hd_project_get_variable (self, g_ptr_array_index (self->names, i), &ignored, NULL);
    }
}

void
hd_project_publish_variables (HdProject *self)
{
  HdDesignData *data = self->elaborator->design->data;

  for (guint i = 0; i < self->names->len; i++)
    {
      const char *name = g_ptr_array_index (self->names, i);
      HdValue value;

      if (hd_project_get_variable (self, name, &value, NULL))
        g_hash_table_insert (data->variables, g_string_chunk_insert_const (data->strings, name), g_memdup2 (&value, sizeof value));
    }
}

/* ---- link classes -------------------------------------------------------------------------------------------------- */

static gboolean
class_parameter (HdProject *self,
                 const HdObject *object,
                 const HdParameter *parameter,
                 double missing,
                 double *out_value)
{
  HdEnvironment environment = { self->elaborator, self, NULL };
  const char *text = hd_object_get (object, parameter->key);
  const HdOverride *override = NULL;
  g_autoptr (HdFormula) formula = NULL;

  if (!self->generated)
    override = hd_overrides_find (self->elaborator->overrides, HD_ADDRESS_CLASS, hd_object_get_id (object), parameter->key);
  if (override != NULL)
    text = override->value;
  if (text == NULL && missing < 0)
    {
      hd_elaborator_report (self->elaborator, NULL, object, parameter->key, HD_PROBLEM_MISSING_ATTRIBUTE, NULL,
                            _("Link class “%s” has no %s"), hd_object_get_id (object), parameter->key);
      return FALSE;
    }
  if (text == NULL)
    {
      *out_value = missing;
      return TRUE;
    }
  formula = hd_formula_new_text (&environment, NULL, object, parameter->key, text, parameter->kind == HD_PARAMETER_CHOICE);
  return hd_formula_get_parameter (formula, &environment, parameter, out_value);
}

static void
add_class (HdProject *self,
           const HdObject *object,
           const char *prefix)
{
  HdDesignData *data = self->elaborator->design->data;
  const char *id = hd_object_get_id (object);
  g_autofree char *name = NULL;
  double bandwidth = 1, latency = 0, sharing = 0, efficiency = 1, noise = -1;
  HdLinkClass added = { 0 };

  if (id == NULL || hd_project_find_class (self, id) != HD_NO_ID)
    return;
  if (!class_parameter (self, object, &hd_parameter_bandwidth, -1, &bandwidth)
      | !class_parameter (self, object, &hd_parameter_latency, 0, &latency)
      | !class_parameter (self, object, &hd_parameter_sharing, HD_SHARING_SHARED, &sharing)
      | !class_parameter (self, object, &parameter_efficiency, 1, &efficiency)
      | !class_parameter (self, object, &parameter_noise, NAN, &noise))
    bandwidth = efficiency = 1; /* reported; links of the class need a number to go on with */
  name = prefix != NULL ? g_strconcat (prefix, "/", id, NULL) : g_strdup (id);
  added.id = g_string_chunk_insert_const (data->strings, name);
  added.origin_uid = self->generated ? 0 : hd_object_get_uid (object);
  added.bandwidth = bandwidth;
  added.latency_ps = hd_latency_to_time (latency);
  added.sharing = (HdSharing) sharing;
  added.efficiency = efficiency;
  added.noise = isnan (noise) ? -1 : noise;
  g_array_append_val (data->link_classes, added);
  g_hash_table_insert (self->classes, (gpointer) id, GUINT_TO_POINTER (data->link_classes->len - 1));
}

HdProject *
hd_project_new (HdElaborator *elaborator,
                HdSnapshot *snapshot,
                HdProject *outer,
                const char *prefix,
                GHashTable *generated)
{
  HdProject *self = g_new0 (HdProject, 1);
  const HdObject *root = hd_snapshot_get_root (snapshot);

  self->elaborator = elaborator;
  self->snapshot = hd_snapshot_ref (snapshot);
  self->outer = outer;
  self->generated = generated != NULL;
  self->variables = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  self->names = g_ptr_array_new ();
  self->index_names = g_hash_table_new (g_direct_hash, g_direct_equal);
  self->classes = g_hash_table_new (g_str_hash, g_str_equal);
  self->plans = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, hd_module_plan_free);
  collect_index_names (self, root);
  add_variables (self, root, generated);
  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    if (hd_object_get_kind (hd_object_get_child (root, i)) == HD_OBJECT_LINK_CLASS)
      add_class (self, hd_object_get_child (root, i), prefix);
  return self;
}

void
hd_project_free (HdProject *self)
{
  g_hash_table_unref (self->plans);
  g_hash_table_unref (self->classes);
  g_hash_table_unref (self->index_names);
  g_ptr_array_unref (self->names);
  g_hash_table_unref (self->variables);
  hd_snapshot_unref (self->snapshot);
  g_free (self);
}
