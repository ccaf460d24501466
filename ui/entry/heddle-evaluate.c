/* heddle-evaluate.c: what an expression of a document is worth, before it is elaborated
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-evaluate"

#include "heddle-evaluate.h"

#include <string.h>

#include <glib/gi18n.h>

#define MAX_DEPTH 32 /* of variables that use variables */

typedef struct
{
  HdDocument *document;
  const HdObject *object;
  guint depth;
  gboolean varies;
} Scope;

static gboolean evaluate (Scope *scope,
                          const char *text,
                          HdValue *out_value,
                          GError **error);

static gboolean
look_up_variable (Scope *scope,
                  const char *name,
                  HdValue *out_value,
                  GError **error)
{
  const HdObject *root = scope->document != NULL ? hd_document_get_root (scope->document) : NULL;
  const HdObject *variables = root != NULL ? hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL) : NULL;
  const HdObject *variable = variables != NULL ? hd_object_find_child (variables, HD_OBJECT_VARIABLE, name) : NULL;
  const char *value = variable != NULL ? hd_object_get (variable, "value") : NULL;

  if (value == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("There is no variable “$%s”."), name);
      return FALSE;
    }
  if (scope->depth >= MAX_DEPTH)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("The variable “$%s” depends on itself."), name);
      return FALSE;
    }

  if (g_strcmp0 (hd_object_get (variable, "type"), "enum") == 0) /* a word as it stands: all-reduce is no difference */
    {
      *out_value = (HdValue) { .kind = HD_VALUE_WORD, .word = g_intern_string (value) };
      return TRUE;
    }

  Scope inner = { scope->document, NULL, scope->depth + 1, FALSE };

  return evaluate (&inner, value, out_value, error);
}

/* Whether @name stands in @text as a word of its own. */
static gboolean
has_word (const char *text,
          const char *name)
{
  gsize length = strlen (name);

  for (const char *p = text != NULL ? strstr (text, name) : NULL; p != NULL; p = strstr (p + 1, name))
    if ((p == text || !(g_ascii_isalnum (p[-1]) || p[-1] == '_' || p[-1] == '$')) && !g_ascii_isalnum (p[length]) && p[length] != '_')
      return TRUE;
  return FALSE;
}

/* An array's indices are named by `index`, else after its id: xpu, xpu_1, xpu_2. */
static gboolean
is_index_of (const HdObject *array,
             const char *name)
{
  const char *names = hd_object_get (array, "index"), *id = hd_object_get_id (array);

  if (hd_object_get (array, "count") == NULL)
    return FALSE;
  if (names != NULL)
    return has_word (names, name);
  return id != NULL && g_str_has_prefix (name, id) &&
         (name[strlen (id)] == '\0' || (name[strlen (id)] == '_' && g_ascii_isdigit (name[strlen (id) + 1])));
}

static gboolean
is_index_inside (const HdObject *block,
                 const char *name)
{
  for (guint i = 0; i < hd_object_get_n_children (block); i++)
    {
      const HdObject *child = hd_object_get_child (block, i);

      if (hd_object_get_kind (child) == HD_OBJECT_INSTANCE && is_index_of (child, name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_index (Scope *scope,
          const char *name)
{
  static const char *const patterns[] = { "from", "to", "for", "of" };
  const HdObject *root;

  if (hd_object_get_kind (scope->object) == HD_OBJECT_VARIABLE) /* which has no array, and words where others have patterns */
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    if (has_word (hd_object_get (scope->object, patterns[i]), name))
      return TRUE;
  if (is_index_of (scope->object, name))
    return TRUE;
  /* those of the arrays that it may stand in */
  root = scope->document != NULL ? hd_document_get_root (scope->document) : NULL;
  for (guint i = 0; root != NULL && i < hd_object_get_n_children (root); i++)
    {
      const HdObject *block = hd_object_get_child (root, i);
      HdObjectKind kind = hd_object_get_kind (block);

      if ((kind == HD_OBJECT_MODULE || kind == HD_OBJECT_TOP) && is_index_inside (block, name))
        return TRUE;
    }
  return FALSE;
}

static gboolean
look_up (gpointer data,
         const char *name,
         HdValue *out_value,
         GError **error)
{
  Scope *scope = data;

  if (name[0] == '$')
    return look_up_variable (scope, name + 1, out_value, error);
  if (scope->object == NULL || !is_index (scope, name))
    return FALSE;
  scope->varies = TRUE;
  *out_value = (HdValue) { .kind = HD_VALUE_QUANTITY };
  return TRUE;
}

static gboolean
evaluate (Scope *scope,
          const char *text,
          HdValue *out_value,
          GError **error)
{
  g_autoptr (HdExpression) expression = hd_expression_parse (text, error);

  return expression != NULL && hd_expression_evaluate (expression, look_up, scope, out_value, error);
}

gboolean
heddle_evaluate (HdDocument *document,
                 const HdObject *object,
                 const char *text,
                 HdValue *out_value,
                 gboolean *out_varies,
                 GError **error)
{
  Scope scope = { document, object, 0, FALSE };
  gboolean evaluated = evaluate (&scope, text, out_value, error);

  if (out_varies != NULL)
    *out_varies = scope.varies;
  return evaluated;
}
