/* hd-formula.c: an attribute that is an expression, evaluated where indices are known
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-formula.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-project.h"

#define MAX_SHARED 256 /* expressions */

HdProblemCode
hd_problem_code_of (const GError *error,
                    gboolean parsing)
{
  if (g_error_matches (error, HD_ERROR, HD_ERROR_DIMENSION))
    return parsing ? HD_PROBLEM_UNIT : HD_PROBLEM_DIMENSION;
  if (g_error_matches (error, HD_ERROR, HD_ERROR_NAME))
    return HD_PROBLEM_UNKNOWN_NAME;
  if (g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT))
    return HD_PROBLEM_LIMIT;
  return HD_PROBLEM_EXPRESSION;
}

void
hd_formula_report (HdFormula *self,
                   HdElaborator *elaborator,
                   HdProblemCode code,
                   const char *hint,
                   const char *format,
                   ...)
{
  const char *written = hd_object_get (self->object, self->attribute);
  g_autofree char *message = NULL;
  g_autofree char *setting = NULL;
  va_list arguments;

  if (self->reported)
    return;
  self->reported = TRUE;
  /* An override: the line alone would puzzle. */
  if (hint == NULL && !self->is_part && g_strcmp0 (written, self->text) != 0)
    hint = setting = g_strdup_printf (written != NULL ? _("“%s” comes from a setting, in place of what is written here") : _("“%s” comes from a setting"),
                                      self->text);
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  hd_elaborator_report (elaborator, self->owner, self->object, self->attribute, code, hint, "%s", message);
}

typedef struct
{
  HdProject *project;
  gboolean moves;
} NameCheck;

static void
check_name (gpointer name,
            gpointer data)
{
  NameCheck *check = data;

  if (((const char *) name)[0] != '$' && check->project != NULL && hd_project_has_index (check->project, name))
    check->moves = TRUE;
}

/* Keys are the texts of the expressions themselves. Few are kept, so that a file cannot make the table slow. */
static HdExpression *
dup_expression (HdElaborator *elaborator,
                const char *text,
                GError **error)
{
  HdExpression *expression = g_hash_table_lookup (elaborator->expressions, text);

  if (expression != NULL)
    return hd_expression_ref (expression);
  expression = hd_expression_parse (text, error);
  if (expression != NULL && g_hash_table_size (elaborator->expressions) < MAX_SHARED)
    g_hash_table_insert (elaborator->expressions, (gpointer) hd_expression_get_text (expression), hd_expression_ref (expression));
  return expression;
}

static HdFormula *
make (HdEnvironment *environment,
      const char *owner,
      const HdObject *object,
      const char *attribute,
      const char *text,
      gboolean or_word,
      gboolean is_part)
{
  HdFormula *self = g_new0 (HdFormula, 1);
  g_autoptr (GError) error = NULL;
  NameCheck check = { environment->project, FALSE };

  self->text = text;
  self->owner = owner;
  self->object = object;
  self->attribute = attribute;
  self->is_part = is_part;
  self->fixed = TRUE;
  self->expression = dup_expression (environment->elaborator, text, &error);
  if (self->expression != NULL)
    {
      hd_expression_foreach_name (self->expression, check_name, &check);
    }
  else if (or_word)
    {
      self->known = TRUE;
      self->value = (HdValue){ .kind = HD_VALUE_WORD, .word = g_intern_string (text) };
    }
  else
    {
      hd_formula_report (self, environment->elaborator, hd_problem_code_of (error, TRUE), NULL, "%s", error->message);
    }
  self->fixed = !check.moves;
  return self;
}

HdFormula *
hd_formula_new_text (HdEnvironment *environment,
                     const char *owner,
                     const HdObject *object,
                     const char *attribute,
                     const char *text,
                     gboolean or_word)
{
  return make (environment, owner, object, attribute, text, or_word, FALSE);
}

HdFormula *
hd_formula_new_part (HdEnvironment *environment,
                     const char *owner,
                     const HdObject *object,
                     const char *attribute,
                     const char *text)
{
  return make (environment, owner, object, attribute, text, FALSE, TRUE);
}

HdFormula *
hd_formula_new (HdEnvironment *environment,
                const char *owner,
                const HdObject *object,
                const char *attribute)
{
  const char *text = hd_object_get (object, attribute);

  return text == NULL ? NULL : hd_formula_new_text (environment, owner, object, attribute, text, FALSE);
}

void
hd_formula_free (HdFormula *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->expression, hd_expression_unref);
  g_free (self);
}

const HdFrame *
hd_frame_find (const HdFrame *frames,
               const char *interned)
{
  for (const HdFrame *frame = frames; frame != NULL; frame = frame->outer)
    if (frame->name == interned)
      return frame;
  return NULL;
}

static gboolean
look_up (gpointer scope,
         const char *name,
         HdValue *out_value,
         GError **error)
{
  const HdEnvironment *environment = scope;
  const HdFrame *frame;

  if (name[0] == '$')
    return environment->project != NULL && hd_project_get_variable (environment->project, name + 1, out_value, error);
  frame = hd_frame_find (environment->frames, name);
  if (frame == NULL)
    return FALSE;
  *out_value = (HdValue){ .kind = HD_VALUE_QUANTITY, .quantity = { .value = (double) frame->value } };
  return TRUE;
}

gboolean
hd_formula_evaluate (HdFormula *self,
                     const HdEnvironment *environment,
                     HdValue *out_value)
{
  g_autoptr (GError) error = NULL;
  HdValue value = { 0 };

  if (self->known)
    {
      *out_value = self->value;
      return TRUE;
    }
  if (self->expression == NULL || (self->fixed && self->failed))
    return FALSE;
  if (!hd_expression_evaluate (self->expression, look_up, (gpointer) environment, &value, &error))
    {
      self->failed = TRUE;
      hd_formula_report (self, environment->elaborator, hd_problem_code_of (error, FALSE), NULL, "%s", error->message);
      return FALSE;
    }
  if (self->fixed)
    {
      self->known = TRUE;
      self->value = value;
    }
  *out_value = value;
  return TRUE;
}

gboolean
hd_formula_get_integer (HdFormula *self,
                        const HdEnvironment *environment,
                        gint64 *out_integer)
{
  HdValue value;

  if (!hd_formula_evaluate (self, environment, &value))
    return FALSE;
  if (value.kind != HD_VALUE_QUANTITY)
    {
      hd_formula_report (self, environment->elaborator, HD_PROBLEM_UNKNOWN_NAME, NULL,
                         _("“%s” gives the word “%s” where a whole number is needed"), self->text, value.word);
      return FALSE;
    }
  if (!hd_dimension_equal (value.quantity.dimension, HD_DIMENSION_NONE))
    {
      g_autofree char *name = hd_dimension_to_string (value.quantity.dimension);

      hd_formula_report (self, environment->elaborator, HD_PROBLEM_DIMENSION, NULL,
                         _("“%s” is in %s where a whole number is needed"), self->text, name);
      return FALSE;
    }
  if (value.quantity.value != floor (value.quantity.value) || fabs (value.quantity.value) > 9007199254740992.0)
    {
      hd_formula_report (self, environment->elaborator, HD_PROBLEM_VALUE, NULL,
                         _("“%s” is %g, not a whole number"), self->text, value.quantity.value);
      return FALSE;
    }
  *out_integer = (gint64) value.quantity.value;
  return TRUE;
}

gboolean
hd_formula_get_truth (HdFormula *self,
                      const HdEnvironment *environment,
                      gboolean *out_truth)
{
  HdValue value;

  if (!hd_formula_evaluate (self, environment, &value))
    return FALSE;
  if (value.kind == HD_VALUE_WORD && (g_str_equal (value.word, "true") || g_str_equal (value.word, "false")))
    {
      *out_truth = value.word[0] == 't';
      return TRUE;
    }
  if (value.kind != HD_VALUE_QUANTITY || !hd_dimension_equal (value.quantity.dimension, HD_DIMENSION_NONE))
    {
      hd_formula_report (self, environment->elaborator, HD_PROBLEM_VALUE, _("Write a comparison, true or false"),
                         _("“%s” is neither true nor false"), self->text);
      return FALSE;
    }
  *out_truth = value.quantity.value != 0;
  return TRUE;
}

gboolean
hd_formula_get_word (HdFormula *self,
                     const HdEnvironment *environment,
                     const char **out_word)
{
  HdValue value;

  if (!hd_formula_evaluate (self, environment, &value))
    return FALSE;
  *out_word = value.kind == HD_VALUE_WORD ? value.word : self->text;
  return TRUE;
}

static gboolean
get_choice (HdFormula *self,
            const HdEnvironment *environment,
            const HdParameter *parameter,
            double *out_value)
{
  g_autofree char *choices = NULL;
  const char *word = self->text;

  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; parameter->choices != NULL && parameter->choices[i] != NULL; i++)
        if (strcmp (parameter->choices[i], word) == 0)
          {
            *out_value = i;
            return TRUE;
          }
      if (pass == 0 && !hd_formula_get_word (self, environment, &word))
        return FALSE;
    }
  choices = g_strjoinv (", ", (char **) parameter->choices);
  hd_formula_report (self, environment->elaborator, HD_PROBLEM_VALUE, NULL, _("“%s” is “%s”, not one of %s"), parameter->key, word, choices);
  return FALSE;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

/* A word, or a number as a program reads it: in SI units, whole if it is. */
static void
append_value (GString *text,
              const HdValue *value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (value->kind == HD_VALUE_WORD)
    g_string_append (text, value->word);
  else if (value->quantity.value == floor (value->quantity.value) && fabs (value->quantity.value) <= 9007199254740992.0)
    g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) value->quantity.value);
  else
    g_string_append (text, g_ascii_dtostr (number, sizeof number, value->quantity.value));
}

/* What stands between braces is an expression; {{ is a brace. */
static gboolean
expand (HdFormula *self,
        const HdEnvironment *environment,
        GString *text)
{
  for (const char *at = self->text; *at != '\0';)
    if (*at != '{')
      {
        g_string_append_c (text, *at++);
      }
    else if (at[1] == '{')
      {
        g_string_append_c (text, '{');
        at += 2;
      }
    else
      {
        const char *end = strchr (at, '}');
        g_autofree char *piece = end != NULL ? g_strndup (at + 1, (gsize) (end - at - 1)) : NULL;
        g_autoptr (HdFormula) part = NULL;
        HdValue value;

        if (end == NULL)
          {
            hd_formula_report (self, environment->elaborator, HD_PROBLEM_EXPRESSION, _("Write {{ for a brace"), _("“%s” has a “{” without a “}”"), self->text);
            return FALSE;
          }
        part = hd_formula_new_part ((HdEnvironment *) environment, self->owner, self->object, self->attribute, piece);
        if (!hd_formula_evaluate (part, environment, &value))
          return FALSE;
        append_value (text, &value);
        at = end + 1;
      }
  return TRUE;
}

static gboolean
get_text (HdFormula *self,
          const HdEnvironment *environment,
          double *out_value)
{
  g_autoptr (GString) text = NULL;

  if (strchr (self->text, '{') == NULL)
    {
      *out_value = g_quark_from_string (self->text);
      return TRUE;
    }
  text = g_string_new (NULL);
  if (!expand (self, environment, text))
    return FALSE;
  *out_value = g_quark_from_string (text->str);
  return TRUE;
}

gboolean
hd_formula_get_parameter (HdFormula *self,
                          const HdEnvironment *environment,
                          const HdParameter *parameter,
                          double *out_value)
{
  g_autoptr (GError) error = NULL;
  HdValue value;
  gboolean truth;

  switch (parameter->kind)
    {
    case HD_PARAMETER_TEXT:
      return get_text (self, environment, out_value);
    case HD_PARAMETER_FLAG:
      if (!hd_formula_get_truth (self, environment, &truth) || !hd_formula_evaluate (self, environment, &value))
        return FALSE;
      if (value.kind != HD_VALUE_QUANTITY || hd_parameter_check (parameter, value.quantity, &error))
        {
          *out_value = truth;
          return TRUE;
        }
      hd_formula_report (self, environment->elaborator, HD_PROBLEM_VALUE, NULL, "%s", error->message);
      return FALSE;
    case HD_PARAMETER_CHOICE:
      return get_choice (self, environment, parameter, out_value);
    case HD_PARAMETER_QUANTITY:
    case HD_PARAMETER_INTEGER:
    default:
      break;
    }
  if (!hd_formula_evaluate (self, environment, &value))
    return FALSE;
  if (value.kind == HD_VALUE_WORD && parameter->allow_infinity && g_str_equal (value.word, "inf"))
    {
      *out_value = INFINITY;
      return TRUE;
    }
  if (value.kind == HD_VALUE_WORD)
    {
      hd_formula_report (self, environment->elaborator, HD_PROBLEM_VALUE, NULL, _("“%s” is the word “%s”, not a number with a unit"),
                         parameter->key, value.word);
      return FALSE;
    }
  if (!hd_parameter_check (parameter, value.quantity, &error))
    {
      hd_formula_report (self, environment->elaborator,
                         g_error_matches (error, HD_ERROR, HD_ERROR_DIMENSION) ? HD_PROBLEM_DIMENSION : HD_PROBLEM_VALUE, NULL,
                         "%s", error->message);
      return FALSE;
    }
  if (parameter->kind == HD_PARAMETER_INTEGER && value.quantity.value != floor (value.quantity.value))
    {
      hd_formula_report (self, environment->elaborator, HD_PROBLEM_VALUE, NULL, _("“%s” is %g, not a whole number"),
                         parameter->key, value.quantity.value);
      return FALSE;
    }
  *out_value = value.quantity.value;
  return TRUE;
}
