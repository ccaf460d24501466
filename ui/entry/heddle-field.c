/* heddle-field.c: one value of an object, whoever describes it: the schema or a type
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-field"

#include "heddle-field.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-evaluate.h"

#define DIGITS 4

/* ---- describing ------------------------------------------------------------------------------------------------------------- */

HeddleField
heddle_field_from_schema (const HdField *field)
{
  return (HeddleField) {
    .name = field->name,
    .title = _(field->title),
    .help = field->help != NULL ? _(field->help) : NULL,
    .kind = field->kind,
    .refers_to = field->refers_to,
    .required = field->required,
    .literal = field->literal,
    .any_dimension = field->kind == HD_FIELD_EXPRESSION && field->unit == NULL,
    .parameter = {
      .size = sizeof (HdParameter),
      .key = field->name,
      .title = field->title,
      .kind = field->kind == HD_FIELD_FLAG     ? HD_PARAMETER_FLAG
              : field->kind == HD_FIELD_CHOICE ? HD_PARAMETER_CHOICE
              : field->integer                 ? HD_PARAMETER_INTEGER
                                               : HD_PARAMETER_QUANTITY,
      .unit = field->unit != NULL ? field->unit : "",
      .minimum = field->minimum,
      .maximum = field->maximum,
      .exclusive_minimum = field->exclusive_minimum,
      .choices = field->choices,
    },
  };
}

HeddleField
heddle_field_from_setting (const HdRunSetting *setting)
{
  HeddleField field = heddle_field_from_schema (hd_schema_find_field (HD_OBJECT_RUN, setting->parameter.key));
  g_autofree char *help = hd_run_setting_dup_help (setting);

  field.help = g_intern_string (help);
  if (field.kind == HD_FIELD_CHOICE)
    field.parameter.default_text = setting->parameter.default_text;
  return field;
}

HeddleField
heddle_field_from_parameter (HdCatalog *catalog,
                             const HdComponentType *type,
                             const HdParameter *parameter)
{
  static const HdFieldKind kinds[] = {
    [HD_PARAMETER_QUANTITY] = HD_FIELD_EXPRESSION, [HD_PARAMETER_INTEGER] = HD_FIELD_EXPRESSION,
    [HD_PARAMETER_CHOICE] = HD_FIELD_CHOICE,       [HD_PARAMETER_TEXT] = HD_FIELD_TEXT,
    [HD_PARAMETER_FLAG] = HD_FIELD_FLAG,
  };

  return (HeddleField) {
    .name = parameter->key,
    .title = type != NULL ? hd_catalog_translate (catalog, type, parameter->title) : _(parameter->title),
    .help = type != NULL ? hd_catalog_translate (catalog, type, parameter->help) : _(parameter->help),
    .source = parameter->source,
    .kind = kinds[parameter->kind],
    .required = parameter->default_text == NULL,
    .parameter = *parameter,
  };
}

static char *
format (const HeddleField *self,
        double value)
{
  return hd_figure_format ((HdQuantity) { value, hd_parameter_get_dimension (&self->parameter) }, DIGITS);
}

/* "above 0 B/s", "at least 1", "1 to 16" */
static char *
dup_permitted (const HeddleField *self)
{
  double low, high;

  if (!hd_parameter_get_range (&self->parameter, &low, &high) || (isinf (low) && isinf (high)))
    return NULL;

  g_autofree char *low_text = format (self, low);
  g_autofree char *high_text = format (self, high);

  if (isinf (low))
    return g_strdup_printf (_("at most %s"), high_text);
  if (isinf (high))
    return self->parameter.exclusive_minimum ? g_strdup_printf (_("above %s"), low_text) : g_strdup_printf (_("at least %s"), low_text);
  return self->parameter.exclusive_minimum ? g_strdup_printf (_("above %s, up to %s"), low_text, high_text)
                                           : g_strdup_printf (_("%s to %s"), low_text, high_text);
}

/* "Usual: 1 TFLOP/s to 500 TFLOP/s." */
static char *
dup_usual (const HeddleField *self)
{
  if (self->parameter.pleasant_maximum <= self->parameter.pleasant_minimum)
    return NULL;

  g_autofree char *low = format (self, self->parameter.pleasant_minimum);
  g_autofree char *high = format (self, self->parameter.pleasant_maximum);

  return g_strdup_printf (_("Usual: %s to %s."), low, high);
}

char *
heddle_field_dup_range (const HeddleField *self)
{
  if (self->kind != HD_FIELD_EXPRESSION && self->kind != HD_FIELD_COUNT)
    return NULL;

  g_autofree char *permitted = dup_permitted (self);
  g_autofree char *usual = dup_usual (self);

  if (permitted == NULL)
    return g_steal_pointer (&usual);

  /* Translators: the range of values that a parameter can have */
  g_autofree char *sentence = g_strdup_printf (_("Permitted: %s."), permitted);

  return usual != NULL ? g_strdup_printf ("%s %s", sentence, usual) : g_steal_pointer (&sentence);
}

char *
heddle_field_dup_help (const HeddleField *self)
{
  g_autofree char *range = heddle_field_dup_range (self);
  GString *text = g_string_new (self->help);

  if (range != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", range);
  if (self->parameter.default_text != NULL && self->parameter.default_text[0] != '\0')
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("Default: %s"), self->parameter.default_text);
    }
  if (self->source != NULL)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _("Source: %s"), self->source);
    }
  return g_string_free (text, text->len == 0);
}

/* ---- checking --------------------------------------------------------------------------------------------------------------- */

/* Passes @fault on. If a value is wrong, and not how it is written, the range that would be right follows; where that has one end only, the
 * message has told it. */
static gboolean
refuse (const HeddleField *self,
        GError *fault,
        GError **error)
{
  double low, high;
  gboolean told = g_error_matches (fault, HD_ERROR, HD_ERROR_RANGE) && hd_parameter_get_range (&self->parameter, &low, &high) &&
                  (isinf (low) || isinf (high));
  g_autofree char *range = told                                                     ? dup_usual (self)
                           : g_error_matches (fault, HD_ERROR, HD_ERROR_RANGE) ||
                               g_error_matches (fault, HD_ERROR, HD_ERROR_DIMENSION) ? heddle_field_dup_range (self)
                                                                                     : NULL;

  if (range != NULL)
    {
      char *message = g_strdup_printf ("%s %s", fault->message, range);

      g_free (fault->message);
      fault->message = message;
    }
  g_propagate_error (error, fault);
  return FALSE;
}

/* As hd_parameter_check (), in the words of an entry, which needs not repeat its name. */
static gboolean
check_quantity (const HeddleField *self,
                HdQuantity value,
                GError **error)
{
  const HdParameter *parameter = &self->parameter;
  HdDimension wanted = hd_parameter_get_dimension (parameter);
  double low, high;
  gboolean limited = hd_parameter_get_range (parameter, &low, &high);

  if (self->any_dimension)
    return TRUE;
  if (!hd_dimension_equal (value.dimension, wanted) && !isinf (value.value))
    {
      gboolean plain = hd_dimension_equal (value.dimension, HD_DIMENSION_NONE);
      g_autofree char *shown = hd_figure_format (value, DIGITS);

      if (plain)
        g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("It needs a unit, such as “%s %s”."), shown, parameter->unit);
      else if (parameter->unit[0] == '\0')
        g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("It must be a plain number."));
      else
        g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("It is in %s, but must be in %s."),
                     shown + strcspn (shown, " ") + (strchr (shown, ' ') != NULL), parameter->unit);
      return FALSE;
    }
  if (parameter->kind == HD_PARAMETER_INTEGER && isfinite (value.value) && value.value != floor (value.value))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("It must be a whole number."));
      return FALSE;
    }
  if (isinf (value.value) && value.value > 0 && parameter->allow_infinity)
    return TRUE;
  if (isinf (value.value))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("It must not be infinite."));
      return FALSE;
    }
  if (!limited || (value.value >= low && value.value <= high && !(parameter->exclusive_minimum && value.value == low)))
    return TRUE;

  g_autofree char *low_text = format (self, low);
  g_autofree char *high_text = format (self, high);

  if (value.value > high)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Must be at most %s."), high_text);
  else if (parameter->exclusive_minimum)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Must be above %s."), low_text);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Must be at least %s."), low_text);
  return FALSE;
}

static gboolean
check_choice (const HeddleField *self,
              const HdValue *value,
              GError **error)
{
  if (value->kind == HD_VALUE_WORD && self->parameter.choices != NULL && g_strv_contains (self->parameter.choices, value->word))
    return TRUE;

  g_autofree char *list = self->parameter.choices != NULL ? g_strjoinv (", ", (char **) self->parameter.choices) : g_strdup ("");

  g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("It must be one of %s."), list);
  return FALSE;
}

static char *
dup_hint (const char *text,
          const HdValue *value,
          gboolean varies)
{
  HdQuantity plain;

  if (varies)
    /* Translators: in place of a value that differs from one element of an array to the next */
    return g_strdup (_("varies"));
  if (value->kind == HD_VALUE_WORD)
    return strcmp (value->word, text) != 0 ? g_strdup_printf ("= %s", value->word) : NULL;
  if (hd_quantity_parse (text, &plain, NULL))
    return NULL;

  g_autofree char *shown = hd_figure_format (value->quantity, DIGITS);

  return g_strdup_printf ("= %s", shown);
}

static gboolean
check_evaluated (const HeddleField *self,
                 HdDocument *document,
                 const HdObject *object,
                 const char *text,
                 char **out_hint,
                 GError **error)
{
  GError *fault = NULL;
  HdValue value;
  gboolean varies, choice = self->kind == HD_FIELD_CHOICE;

  if (choice && self->parameter.choices != NULL && g_strv_contains (self->parameter.choices, text))
    return TRUE;
  if (!heddle_evaluate (document, object, text, &value, &varies, &fault))
    {
      /* What goes wrong at index 0 may be right at all others. */
      if (varies && g_error_matches (fault, HD_ERROR, HD_ERROR_RANGE))
        {
          g_error_free (fault);
          return TRUE;
        }
    }
  else if (choice)
    check_choice (self, &value, &fault);
  else if (value.kind == HD_VALUE_WORD && !self->any_dimension)
    g_set_error (&fault, HD_ERROR, HD_ERROR_NAME, _("“%s” is no number; variables are written with “$”."), value.word);
  else if (value.kind == HD_VALUE_QUANTITY && !check_quantity (self, value.quantity, &fault) && varies &&
           g_error_matches (fault, HD_ERROR, HD_ERROR_RANGE))
    g_clear_error (&fault);

  if (fault != NULL)
    return refuse (self, fault, error);
  if (out_hint != NULL)
    *out_hint = dup_hint (text, &value, varies);
  return TRUE;
}

/* What validation would say of it. */
static gboolean
check_by_document (const HeddleField *self,
                   HdDocument *document,
                   HdCatalog *catalog,
                   guint64 uid,
                   const char *text,
                   GError **error)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();

  hd_document_check_attribute (document, catalog, uid, self->name, text, problems);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      if (problem->severity != HD_SEVERITY_ERROR)
        continue;
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, "%s%s%s", problem->message, problem->hint != NULL ? " " : "",
                   problem->hint != NULL ? problem->hint : "");
      return FALSE;
    }
  return TRUE;
}

gboolean
heddle_field_check (const HeddleField *self,
                    HdDocument *document,
                    HdCatalog *catalog,
                    guint64 uid,
                    const char *text,
                    char **out_hint,
                    GError **error)
{
  const HdObject *object = document != NULL && uid != 0 ? hd_document_get_object (document, uid) : NULL;
  gboolean loose = self->kind == HD_FIELD_CHOICE && g_str_has_prefix (text, "loose:");

  if (text[0] == '\0')
    {
      if (!self->required)
        return TRUE;
      return refuse (self, g_error_new (HD_ERROR, HD_ERROR_DIMENSION, _("It needs a value.")), error);
    }
  if ((self->kind == HD_FIELD_EXPRESSION || self->kind == HD_FIELD_CHOICE) && !loose && !self->literal)
    return check_evaluated (self, document, object, text, out_hint, error);
  if (object != NULL && self->kind != HD_FIELD_FLAG)
    return check_by_document (self, document, catalog, uid, text, error);
  return TRUE;
}
