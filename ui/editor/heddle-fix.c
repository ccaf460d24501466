/* heddle-fix.c: the obvious way out of a problem
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-problems"

#include "heddle-fix.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-edits.h"

/** @attribute %NULL: the object goes; @value %NULL: the attribute goes, unless it is to be called @called */
struct _HeddleFix
{
  char *label;
  guint64 uid;
  char *attribute;
  char *value;
  char *called;
};

static HeddleFix *
fix_new (char *label_take,
         guint64 uid,
         const char *attribute,
         const char *value)
{
  HeddleFix *self = g_new0 (HeddleFix, 1);

  self->label = label_take;
  self->uid = uid;
  self->attribute = g_strdup (attribute);
  self->value = g_strdup (value);
  return self;
}

void
heddle_fix_free (HeddleFix *self)
{
  g_free (self->label);
  g_free (self->attribute);
  g_free (self->value);
  g_free (self->called);
  g_free (self);
}

const char *
heddle_fix_get_label (const HeddleFix *self)
{
  return self->label;
}

/* ---- a near name ---------------------------------------------------------------------------------------------------------------- */

/* What a sentence quotes, if it quotes one thing. */
static char *
dup_quoted (const char *sentence)
{
  const char *start = sentence != NULL ? strstr (sentence, "“") : NULL;
  const char *end = start != NULL ? strstr (start, "”") : NULL;

  if (end == NULL || strstr (end, "“") != NULL)
    return NULL;
  return g_strndup (start + strlen ("“"), (gsize) (end - start) - strlen ("“"));
}

static gboolean
is_right (HdDocument *document,
          HdCatalog *catalog,
          guint64 uid,
          const char *attribute,
          const char *text)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();

  hd_document_check_attribute (document, catalog, uid, attribute, text, problems);
  return !hd_problem_list_has_errors (problems);
}

static gboolean
is_name_byte (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-';
}

/* @text with the word at @from for @length bytes replaced. */
static char *
replace (const char *text,
         gsize from,
         gsize length,
         const char *by)
{
  g_autofree char *before = g_strndup (text, from);

  return g_strconcat (before, by, text + from + length, NULL);
}

/* The hint names what is right, not what is wrong: each word of the value is tried in turn. */
static HeddleFix *
find_near_name (HdDocument *document,
                HdCatalog *catalog,
                const HdProblem *problem,
                const char *text)
{
  g_autofree char *name = dup_quoted (problem->hint);

  if (name == NULL || name[0] == '\0' || text == NULL)
    return NULL;
  for (gsize at = 0; text[at] != '\0';)
    {
      gsize length = 0;

      while (is_name_byte (text[at + length]))
        length++;
      if (length > 0)
        {
          g_autofree char *tried = replace (text, at, length, name);

          if (strcmp (tried, text) != 0 && is_right (document, catalog, problem->object_uid, problem->attribute, tried))
            return fix_new (g_strdup_printf (_("Use %s"), name), problem->object_uid, problem->attribute, tried);
        }
      at += MAX (1, length);
    }
  return NULL;
}

/* A run setting that is left out has its default, which is what is wrong. */
static HeddleFix *
find_setting (HdDocument *document,
              HdCatalog *catalog,
              const HdProblem *problem,
              const HdObject *object)
{
  g_autofree char *name = dup_quoted (problem->hint);

  if (name == NULL || hd_object_get_kind (object) != HD_OBJECT_RUN || hd_object_get (object, problem->attribute) != NULL ||
      !is_right (document, catalog, problem->object_uid, problem->attribute, name))
    return NULL;
  return fix_new (g_strdup_printf (_("Use %s"), name), problem->object_uid, problem->attribute, name);
}

static HeddleFix *
find_attribute (const HdProblem *problem,
                const HdObject *object)
{
  g_autofree char *name = dup_quoted (problem->hint);
  HeddleFix *fix;

  if (name == NULL || hd_object_get (object, name) != NULL)
    return fix_new (g_strdup (_("Take It Away")), problem->object_uid, problem->attribute, NULL);
  fix = fix_new (g_strdup_printf (_("Rename to %s"), name), problem->object_uid, problem->attribute, NULL);
  fix->called = g_steal_pointer (&name);
  return fix;
}

/* ---- others --------------------------------------------------------------------------------------------------------------------- */

static const HdParameter *
find_parameter (HdCatalog *catalog,
                const HdObject *object,
                const char *key)
{
  const char *name = hd_object_get (object, "type");
  const HdComponentType *type = NULL;

  if (hd_object_get_kind (object) == HD_OBJECT_COMPONENT && name != NULL)
    type = hd_catalog_lookup (catalog, name);
  return type != NULL ? hd_component_type_find_parameter (type, key, NULL) : NULL;
}

static HeddleFix *
find_default (HdCatalog *catalog,
              const HdProblem *problem,
              const HdObject *object)
{
  const HdField *field = hd_schema_find_field (hd_object_get_kind (object), problem->attribute);
  const HdParameter *parameter = field == NULL ? find_parameter (catalog, object, problem->attribute) : NULL;

  if (parameter != NULL && parameter->default_text != NULL && hd_object_get (object, "model") != NULL &&
      strcmp (problem->attribute, "model") != 0)
    return fix_new (g_strdup (_("Use the model’s value")), problem->object_uid, problem->attribute, NULL);
  if (parameter != NULL && parameter->default_text != NULL)
    return fix_new (g_strdup_printf (_("Use %s"), parameter->default_text), problem->object_uid, problem->attribute, NULL);
  if (field != NULL && !field->required)
    return fix_new (g_strdup (_("Take It Away")), problem->object_uid, problem->attribute, NULL);
  return NULL;
}

/* What divides a run is its synchronisation; where none helps the setting goes. */
static HeddleFix *
find_effect (const HdProblem *problem)
{
  g_autofree char *sync = dup_quoted (problem->hint);

  if (sync == NULL)
    return fix_new (g_strdup (_("Take It Away")), problem->object_uid, problem->attribute, NULL);
  return fix_new (g_strdup_printf (_("Use %s"), sync), problem->object_uid, "sync", sync);
}

static HeddleFix *
find_free_id (const HdProblem *problem,
              HdDocument *document,
              const HdObject *object)
{
  const HdObject *parent = hd_document_get_object (document, hd_document_get_parent (document, problem->object_uid));
  const char *id = hd_object_get_id (object);

  for (guint i = 2; id != NULL && parent != NULL && i < 10000; i++)
    {
      g_autofree char *tried = g_strdup_printf ("%s%u", id, i);
      gboolean taken = FALSE;

      for (HdObjectKind kind = 0; kind < HD_N_OBJECT_KINDS && !taken; kind++)
        taken = hd_object_find_child (parent, kind, tried) != NULL;
      if (!taken)
        return fix_new (g_strdup_printf (_("Rename to %s"), tried), problem->object_uid, problem->attribute, tried);
    }
  return NULL;
}

/* ---- what names nothing --------------------------------------------------------------------------------------------------------- */

/* A link that is meant by the names of its ends gets these as its id. */
static HeddleFix *
find_unnamed_link (HdDocument *document,
                   const HdObject *object,
                   const char *attribute)
{
  g_autofree char *id = NULL;
  guint64 uid = heddle_edit_find_unnamed (document, hd_object_get (object, attribute), &id);

  return uid != 0 ? fix_new (g_strdup (_("Name the Link")), uid, "id", id) : NULL;
}

/* What only watches is no loss; without a route that leads nowhere the shortest one is taken. */
static HeddleFix *
find_removal (const HdProblem *problem,
              const HdObject *object)
{
  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_PROBE:
      return fix_new (g_strdup (_("Remove the Probe")), problem->object_uid, NULL, NULL);

    case HD_OBJECT_ROUTE:
      return fix_new (g_strdup (_("Remove the Route")), problem->object_uid, NULL, NULL);

    default:
      return NULL;
    }
}

/* A run setting that has no effect is no reason to remove the others, or the project. */
static gboolean
is_setting (const HdProblem *problem,
            const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  return problem->attribute != NULL && (kind == HD_OBJECT_RUN || kind == HD_OBJECT_PROJECT);
}

HeddleFix *
heddle_fix_find (HdDocument *document,
                 HdCatalog *catalog,
                 const HdProblem *problem)
{
  const HdObject *object = problem->object_uid != 0 ? hd_document_get_object (document, problem->object_uid) : NULL;
  HeddleFix *fix = NULL;

  if (object == NULL)
    return NULL;
  if (problem->code == HD_PROBLEM_UNUSED && !is_setting (problem, object))
    return fix_new (g_strdup (_("Remove")), problem->object_uid, NULL, NULL);
  if (problem->attribute == NULL)
    return find_removal (problem, object);
  if (problem->code == HD_PROBLEM_UNKNOWN_ATTRIBUTE)
    return find_attribute (problem, object);
  if (problem->code == HD_PROBLEM_NO_EFFECT)
    return find_effect (problem);
  fix = find_near_name (document, catalog, problem, hd_object_get (object, problem->attribute));
  if (fix == NULL)
    fix = find_setting (document, catalog, problem, object);
  if (fix != NULL)
    return fix;
  switch (problem->code)
    {
    case HD_PROBLEM_DUPLICATE:
      return find_free_id (problem, document, object);

    case HD_PROBLEM_VALUE:
    case HD_PROBLEM_UNIT:
    case HD_PROBLEM_DIMENSION:
    case HD_PROBLEM_EXPRESSION:
      return hd_object_get (object, problem->attribute) != NULL ? find_default (catalog, problem, object) : NULL;

    case HD_PROBLEM_UNKNOWN_NAME:
      fix = find_unnamed_link (document, object, problem->attribute);
      return fix != NULL ? fix : find_removal (problem, object);

    default:
      return find_removal (problem, object);
    }
}

gboolean
heddle_fix_apply (HeddleFix *self,
                  HdDocument *document,
                  GError **error)
{
  const HdObject *object = hd_document_get_object (document, self->uid);
  g_autofree char *name = g_strdup_printf (_("Fix: %s"), self->label);
  gboolean done = TRUE;

  if (object == NULL)
    return TRUE;
  hd_document_begin_group (document, name);
  if (self->called != NULL)
    done = hd_document_set_attribute (document, self->uid, self->called, hd_object_get (object, self->attribute), error);
  if (self->attribute == NULL)
    done = hd_document_remove (document, self->uid, error);
  else if (done)
    done = hd_document_set_attribute (document, self->uid, self->attribute, self->value, error);
  hd_document_end_group (document);
  return done;
}
