/* hd-validate-value.c: one attribute by itself
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-validate-value"

#include "hd-validation.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-expression.h>
#include <heddle/hd-run-settings.h>

#include "hd-i18n.h"
#include "hd-legality.h"
#include "hd-nearest.h"
#include "hd-pattern-parts.h"
#include "hd-random-graph.h"

#define MAX_DIMENSIONS 8

static const HdObject *
get_object (HdValidation *self)
{
  return self->chain[self->depth - 1];
}

/* Where no index exists, a bare name can only be a mistake. */
static gboolean
has_indices (HdObjectKind kind)
{
  return kind != HD_OBJECT_LINK_CLASS && kind != HD_OBJECT_VARIABLE && kind != HD_OBJECT_RUN && kind != HD_OBJECT_COMMUNICATOR;
}

static void
add_bare_name (gpointer name,
               gpointer names)
{
  if (((const char *) name)[0] != '$')
    g_ptr_array_add (names, name);
}

static void
report_word (HdValidation *self,
             const char *attribute,
             const char *word,
             const char *unit)
{
  hd_validation_report (self, HD_PROBLEM_UNKNOWN_NAME, HD_SEVERITY_ERROR, attribute,
                        g_strdup (_("Project variables are written with “$”.")),
                        unit != NULL && unit[0] != '\0' ? _("“%s” is neither a number nor a name that is known here; a value in %s is needed.")
                                                        : _("“%s” is neither a number nor a name that is known here."),
                        word, unit);
}

/* A unit that is not in the list is another mistake than bytes added to seconds. */
static void
report_parse_error (HdValidation *self,
                    const char *attribute,
                    const GError *error)
{
  if (g_error_matches (error, HD_ERROR, HD_ERROR_DIMENSION))
    hd_validation_report (self, HD_PROBLEM_UNIT, HD_SEVERITY_ERROR, attribute, NULL, "%s", error->message);
  else
    hd_validation_report_error (self, attribute, error);
}

/* @parameter is NULL where any quantity will do. Returns whether *out_value is a constant that passed. */
static gboolean
check_expression (HdValidation *self,
                  const char *attribute,
                  const char *text,
                  const HdParameter *parameter,
                  HdValue *out_value)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdExpression) expression = hd_expression_parse (text, &error);

  if (expression == NULL)
    {
      report_parse_error (self, attribute, error);
      return FALSE;
    }
  if (!hd_expression_is_constant (expression))
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();
      hd_expression_foreach_name (expression, add_bare_name, names);
      if (parameter != NULL && names->len > 0 && !has_indices (hd_object_get_kind (get_object (self))))
        report_word (self, attribute, g_ptr_array_index (names, 0), parameter->unit);
      return FALSE;
    }
  if (!hd_expression_evaluate (expression, NULL, NULL, out_value, &error))
    {
      hd_validation_report_error (self, attribute, error);
      return FALSE;
    }
  if (parameter == NULL)
    return TRUE;
  if (out_value->kind == HD_VALUE_WORD)
    {
      report_word (self, attribute, out_value->word, parameter->unit);
      return FALSE;
    }
  if (!hd_parameter_check (parameter, out_value->quantity, &error))
    {
      if (g_error_matches (error, HD_ERROR, HD_ERROR_RANGE))
        hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, attribute, NULL, "%s", error->message);
      else
        hd_validation_report_error (self, attribute, error);
      return FALSE;
    }
  return TRUE;
}

void
hd_validation_report_choice (HdValidation *self,
                             const char *attribute,
                             const char *word,
                             const char *const *choices)
{
  g_autofree char *list = g_strjoinv (", ", (char **) choices);
  HdNearest nearest = { .wanted = word };

  for (guint i = 0; choices[i] != NULL; i++)
    hd_nearest_offer (&nearest, choices[i]);
  hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, attribute, hd_nearest_to_hint (&nearest), _("It must be one of %s."), list);
}

static void
check_choice (HdValidation *self,
              const char *attribute,
              const char *text,
              const char *const *choices)
{
  HdValue value;

  if (g_strv_contains (choices, text))
    return;
  if (!hd_legal_id (text))
    {
      if (!check_expression (self, attribute, text, NULL, &value))
        return;
      if (value.kind == HD_VALUE_WORD && g_strv_contains (choices, value.word))
        return;
    }
  hd_validation_report_choice (self, attribute, text, choices);
}

static void
check_number (HdValidation *self,
              const char *attribute,
              const char *text)
{
  char *end;
  double value = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0' || !isfinite (value) || fabs (value) > 1e9)
    hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, attribute, NULL,
                          _("It must be a plain number between -1e9 and 1e9."));
}

static HdParameter
to_parameter (const HdField *field)
{
  return (HdParameter) {
    .size = sizeof (HdParameter),
    .key = field->name,
    .title = field->title,
    .kind = field->kind == HD_FIELD_FLAG ? HD_PARAMETER_FLAG : field->integer ? HD_PARAMETER_INTEGER : HD_PARAMETER_QUANTITY,
    .unit = field->unit != NULL ? field->unit : "",
    .minimum = field->minimum,
    .maximum = field->maximum,
    .exclusive_minimum = field->exclusive_minimum,
  };
}

/* The end of one size of "32x16" or "$rows x $columns": an x by itself behind an operand. */
static const char *
end_of_size (const char *p)
{
  gboolean operand = FALSE;
  guint depth = 0;

  while (*p != '\0')
    if (g_ascii_isdigit (*p))
      {
        while (g_ascii_isdigit (*p) || *p == '.')
          p++;
        operand = TRUE;
      }
    else if (g_ascii_isalpha (*p) || *p == '_' || *p == '$')
      {
        if (depth == 0 && operand && *p == 'x' && !g_ascii_isalpha (p[1]) && p[1] != '_')
          return p;
        for (p++; g_ascii_isalnum (*p) || *p == '_'; p++)
          ;
        operand = TRUE;
      }
    else
      {
        if (*p == '(')
          depth++;
        else if (*p == ')' && depth > 0)
          depth--;
        operand = *p == ')' || (operand && g_ascii_isspace (*p));
        p++;
      }
  return p;
}

static void
check_count (HdValidation *self,
             const HdField *field,
             const char *text)
{
  HdParameter parameter = to_parameter (field);
  guint n = 0;

  for (const char *p = text; p != NULL;)
    {
      const char *end = end_of_size (p);
      g_autofree char *size = g_strstrip (g_strndup (p, end - p));
      HdValue value;

      if (++n > MAX_DIMENSIONS)
        {
          hd_validation_report (self, HD_PROBLEM_LIMIT, HD_SEVERITY_ERROR, field->name, NULL, _("An array has at most %d dimensions."),
                                MAX_DIMENSIONS);
          return;
        }
      check_expression (self, field->name, size, &parameter, &value);
      p = *end != '\0' ? end + 1 : NULL;
    }
}

static void
check_names (HdValidation *self,
             const HdField *field,
             const char *text)
{
  g_auto (GStrv) names = hd_pattern_parts_split (text);

  if (names[0] == NULL)
    hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, field->name, NULL, _("It must be a list of names."));
  for (guint i = 0; names[i] != NULL; i++)
    if (field->refers_to != HD_OBJECT_UNKNOWN)
      hd_validate_reference (self, field, names[i]);
    else if (!hd_legal_id (names[i]))
      hd_validation_report (self, HD_PROBLEM_SYNTAX, HD_SEVERITY_ERROR, field->name, NULL, _("“%s” is not a name."), names[i]);
}

static void
check_patterns (HdValidation *self,
                const HdField *field,
                const char *text)
{
  g_auto (GStrv) patterns = hd_pattern_parts_split (text);

  if (patterns[0] == NULL)
    hd_validation_report (self, HD_PROBLEM_EMPTY_PATTERN, HD_SEVERITY_ERROR, field->name, NULL, _("The list is empty."));
  for (guint i = 0; patterns[i] != NULL; i++)
    hd_validate_pattern (self, field->name, patterns[i]);
}

/* The next "name =" outside brackets, or the end. */
static const char *
next_range (const char *p)
{
  guint depth = 0;

  while (*p != '\0')
    {
      const char *start = p;
      if (!g_ascii_isalpha (*p) && *p != '_')
        {
          if (*p == '(')
            depth++;
          else if (*p == ')' && depth > 0)
            depth--;
          p++;
          continue;
        }
      while (g_ascii_isalnum (*p) || *p == '_')
        p++;
      const char *equals = p + strspn (p, " \t\n\r");
      if (depth == 0 && equals[0] == '=' && equals[1] != '=')
        return start;
    }
  return p;
}

static void
check_ranges (HdValidation *self,
              const HdField *field,
              const char *text)
{
  const HdParameter bound = { .size = sizeof (HdParameter), .key = field->name, .kind = HD_PARAMETER_INTEGER, .unit = "",
                              .minimum = -INFINITY, .maximum = INFINITY };
  const char *p = text + strspn (text, " \t\n\r");
  guint n = 0;

  while (*p != '\0' && next_range (p) == p)
    {
      const char *equals = strchr (p, '=') + 1;
      const char *end = next_range (equals);
      const char *dots = g_strstr_len (equals, end - equals, "..");
      HdValue value;

      if (dots == NULL)
        {
          g_autofree char *range = g_strndup (equals, end - equals);
          g_auto (GStrv) arguments = hd_random_graph_split_range (range);

          if (arguments == NULL)
            break;
          for (guint i = 0; i < HD_NEIGHBOURS_ARGUMENTS; i++)
            check_expression (self, field->name, arguments[i], &bound, &value);
          p = end;
          n++;
          continue;
        }
      g_autofree char *first = g_strstrip (g_strndup (equals, dots - equals));
      g_autofree char *last = g_strstrip (g_strndup (dots + 2, end - dots - 2));
      if (g_str_has_suffix (last, ","))
        last[strlen (last) - 1] = '\0';
      check_expression (self, field->name, first, &bound, &value);
      check_expression (self, field->name, last, &bound, &value);
      p = end;
      n++;
    }
  if (*p != '\0' || n == 0)
    hd_validation_report (self, HD_PROBLEM_SYNTAX, HD_SEVERITY_ERROR, field->name, g_strdup (_("Write i=0..7 j=0..3.")),
                          _("Column %u should begin a range of an index."), (guint) g_utf8_pointer_to_offset (text, p) + 1);
}

static gboolean
is_loose (HdValidation *self,
          const HdField *field,
          const char *text)
{
  HdValue value;

  if (hd_object_get_kind (get_object (self)) != HD_OBJECT_RUN || strcmp (field->name, "sync") != 0 || !g_str_has_prefix (text, "loose:"))
    return FALSE;
  check_expression (self, field->name, text + strlen ("loose:"), &hd_run_settings_find ("quantum")->parameter, &value);
  return TRUE;
}

void
hd_validate_field (HdValidation *self,
                   const HdField *field,
                   const char *text)
{
  HdParameter parameter = to_parameter (field);
  HdValue value;

  switch (field->kind)
    {
    case HD_FIELD_TEXT:
      if (hd_object_get_kind (get_object (self)) == HD_OBJECT_PROJECT && strcmp (field->name, "version") == 0 &&
          !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT, NULL, NULL))
        hd_validation_report (self, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, field->name, NULL, _("The version must be a whole number."));
      break;
    case HD_FIELD_ID:
      if (!hd_legal_id (text))
        hd_validation_report (self, HD_PROBLEM_SYNTAX, HD_SEVERITY_ERROR, field->name, NULL,
                              _("Ids start with a letter or “_” and consist of letters, digits, “_” and “-”."));
      break;
    case HD_FIELD_REFERENCE:
      hd_validate_reference (self, field, text);
      break;
    case HD_FIELD_PATTERN:
      hd_validate_pattern (self, field->name, text);
      break;
    case HD_FIELD_EXPRESSION:
      check_expression (self, field->name, text, field->unit != NULL ? &parameter : NULL, &value);
      break;
    case HD_FIELD_FLAG:
      check_expression (self, field->name, text, &parameter, &value);
      break;
    case HD_FIELD_CHOICE:
      if (field->literal && !g_strv_contains (field->choices, text))
        hd_validation_report_choice (self, field->name, text, field->choices);
      else if (!is_loose (self, field, text))
        check_choice (self, field->name, text, field->choices);
      break;
    case HD_FIELD_NUMBER:
      check_number (self, field->name, text);
      break;
    case HD_FIELD_COUNT:
      check_count (self, field, text);
      break;
    case HD_FIELD_NAMES:
      check_names (self, field, text);
      break;
    case HD_FIELD_PATTERNS:
      check_patterns (self, field, text);
      break;
    case HD_FIELD_RANGES:
      check_ranges (self, field, text);
      break;
    case HD_FIELD_TYPE:
      break; /* looked up once for the whole component */
    default:
      g_assert_not_reached ();
    }
}

void
hd_validate_parameter (HdValidation *self,
                       const HdParameter *parameter,
                       const char *text)
{
  HdValue value;

  switch (parameter->kind)
    {
    case HD_PARAMETER_QUANTITY:
    case HD_PARAMETER_INTEGER:
    case HD_PARAMETER_FLAG:
      check_expression (self, parameter->key, text, parameter, &value);
      break;
    case HD_PARAMETER_CHOICE:
      check_choice (self, parameter->key, text, parameter->choices);
      break;
    case HD_PARAMETER_TEXT:
      break;
    default:
      g_assert_not_reached ();
    }
}
