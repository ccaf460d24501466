/* hd-study-scope.c: what the variables of a project are worth at a point
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A condition is asked at each of a million points, and nothing of the system is made for that.
 */
#define G_LOG_DOMAIN "hd-study-scope"

#include "hd-study-scope.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MOST_DEPTH 64

struct _HdStudyScope
{
  GHashTable *variables; /* const char *, interned, "$name" -> Variable */
  guint depth;           /* of what is evaluated now */
};

typedef struct
{
  const char *text;        /* of the project */
  HdExpression *own;       /* likewise, once it was asked for */
  char *set;               /* from outside, or NULL */
  HdExpression *from_outside;
} Variable;

static void
variable_free (gpointer data)
{
  Variable *variable = data;

  g_clear_pointer (&variable->own, hd_expression_unref);
  g_clear_pointer (&variable->from_outside, hd_expression_unref);
  g_free (variable->set);
  g_free (variable);
}

HdStudyScope *
hd_study_scope_new (HdSnapshot *snapshot)
{
  HdStudyScope *self = g_new0 (HdStudyScope, 1);
  const HdObject *root = hd_snapshot_get_root (snapshot);

  self->variables = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, variable_free);
  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *block = hd_object_get_child (root, i);

      for (guint k = 0; hd_object_get_kind (block) == HD_OBJECT_VARIABLES && k < hd_object_get_n_children (block); k++)
        {
          const HdObject *object = hd_object_get_child (block, k);
          g_autofree char *name = g_strconcat ("$", hd_object_get_id (object), NULL);
          Variable *variable;

          if (hd_object_get_kind (object) != HD_OBJECT_VARIABLE || hd_object_get_id (object) == NULL)
            continue;
          variable = g_new0 (Variable, 1);
          variable->text = hd_object_get (object, "value");
          g_hash_table_replace (self->variables, (gpointer) g_intern_string (name), variable);
        }
    }
  return self;
}

void
hd_study_scope_free (HdStudyScope *self)
{
  g_hash_table_unref (self->variables);
  g_free (self);
}

void
hd_study_scope_set (HdStudyScope *self,
                    const char *address,
                    const char *text)
{
  Variable *variable = g_hash_table_lookup (self->variables, address);

  if (variable == NULL || g_strcmp0 (variable->set, text) == 0)
    return;
  g_free (variable->set);
  variable->set = g_strdup (text);
  g_clear_pointer (&variable->from_outside, hd_expression_unref);
}

static const HdExpression *
get_expression (Variable *variable,
                GError **error)
{
  HdExpression **expression = variable->set != NULL ? &variable->from_outside : &variable->own;
  const char *text = variable->set != NULL ? variable->set : variable->text;

  if (*expression == NULL)
    *expression = hd_expression_parse (text != NULL ? text : "", error);
  return *expression;
}

static gboolean
look_up (gpointer scope,
         const char *name,
         HdValue *out_value,
         GError **error)
{
  HdStudyScope *self = scope;
  Variable *variable = g_hash_table_lookup (self->variables, name);
  const HdExpression *expression = variable != NULL ? get_expression (variable, error) : NULL;

  return expression != NULL && hd_study_scope_evaluate (self, expression, out_value, error);
}

gboolean
hd_study_scope_evaluate (HdStudyScope *self,
                         const HdExpression *expression,
                         HdValue *out_value,
                         GError **error)
{
  gboolean is_known;

  if (self->depth == MOST_DEPTH)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("“%s” uses itself, or variables that use each other more than %u deep"), hd_expression_get_text (expression),
                   MOST_DEPTH);
      return FALSE;
    }
  self->depth++;
  is_known = hd_expression_evaluate (expression, look_up, self, out_value, error);
  self->depth--;
  return is_known;
}
