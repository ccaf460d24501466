/* hd-generator.c: a generator's project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-generate"

#include <heddle/hd-generate.h>

#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-expression.h>

#include "hd-generate-resources.h"
#include "hd-i18n.h"

static HdDocument *
load (const HdGenerator *self)
{
  g_autofree char *path = g_strdup_printf ("/io/github/heddle/generate/%s.heddle", self->resource);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (hd_generate_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdDocument *document;
  gsize length;
  const char *data;

  g_assert (bytes != NULL);
  data = g_bytes_get_data (bytes, &length);
  document = hd_document_load_from_data (data, (gssize) length, NULL, problems, &error);
  g_assert (document != NULL && !hd_problem_list_has_errors (problems));
  return document;
}

HdSnapshot *
hd_generator_get_snapshot (const HdGenerator *self)
{
  g_autoptr (HdDocument) document = load (self);

  return hd_document_snapshot (document);
}

static const HdParameter *
find_parameter (const HdGenerator *self,
                const char *key,
                GError **error)
{
  g_autoptr (GString) known = g_string_new (NULL);

  for (const HdParameter *parameter = self->parameters; parameter->key != NULL; parameter++)
    {
      if (strcmp (parameter->key, key) == 0)
        return parameter;
      g_string_append_printf (known, "%s%s", known->len > 0 ? ", " : "", parameter->key);
    }
  g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” has no parameter “%s”; it has %s"), self->kind, key, known->str);
  return NULL;
}

/* Numbers may be expressions without names ("2 * 8"). */
static gboolean
check_value (const HdParameter *parameter,
             const char *text,
             GError **error)
{
  g_autoptr (HdExpression) expression = NULL;
  HdQuantity quantity;
  HdValue value;

  if (parameter->kind != HD_PARAMETER_QUANTITY && parameter->kind != HD_PARAMETER_INTEGER)
    return hd_parameter_parse (parameter, text, &quantity, error);
  expression = hd_expression_parse (text, error);
  if (expression == NULL || !hd_expression_evaluate (expression, NULL, NULL, &value, error))
    return FALSE;
  if (value.kind == HD_VALUE_WORD)
    return hd_parameter_parse (parameter, text, &quantity, error);
  return hd_parameter_check (parameter, value.quantity, error);
}

static const HdObject *
find_variable (HdDocument *document,
               const char *name)
{
  const HdObject *list = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_VARIABLES, NULL);

  return hd_object_find_child (list, HD_OBJECT_VARIABLE, name);
}

static gboolean
apply (const HdGenerator *self,
       HdDocument *document,
       const char *setting,
       GError **error)
{
  const char *equals = strchr (setting, '=');
  g_autofree char *key = NULL;
  g_autofree char *value = NULL;
  const HdParameter *parameter;

  if (equals == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” should be KEY=VALUE"), setting);
      return FALSE;
    }
  key = g_strstrip (g_strndup (setting, (gsize) (equals - setting)));
  value = g_strstrip (g_strdup (equals + 1));
  parameter = find_parameter (self, key, error);
  if (parameter == NULL)
    return FALSE;
  if (!check_value (parameter, value, error))
    {
      g_prefix_error (error, "%s: ", key);
      return FALSE;
    }
  return hd_document_set_attribute (document, hd_object_get_uid (find_variable (document, key)), "value", value, error);
}

HdDocument *
hd_generator_new_document (const HdGenerator *self,
                           const char *const *settings,
                           GError **error)
{
  g_autoptr (HdDocument) document = load (self);

  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    if (!apply (self, document, settings[i], error))
      return NULL;
  return g_steal_pointer (&document);
}
