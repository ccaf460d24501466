/* hd-validate-reference.c: names of modules, classes, types, ports and variables
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-validate-reference"

#include "hd-validation.h"

#include <string.h>

#include <heddle/hd-expression.h>

#include "hd-i18n.h"
#include "hd-nearest.h"
#include "hd-pattern-parts.h"

#define KIND(kind) (1u << HD_OBJECT_##kind)
#define PLACED (KIND (COMPONENT) | KIND (INSTANCE) | KIND (GENERATE))

static const HdObject *
get_object (HdValidation *self)
{
  return self->chain[self->depth - 1];
}

/* ---- variables ----------------------------------------------------------------------------------------------------- */

static char *
suggest_from (HdValidation *self,
              HdNameTable *table,
              const char *wanted)
{
  GPtrArray *objects = hd_name_table_get_objects (table);
  HdNearest nearest = { .wanted = wanted };

  for (guint i = 0; i < objects->len && hd_validation_wants_hints (self); i++)
    hd_nearest_offer (&nearest, hd_object_get_id (g_ptr_array_index (objects, i)));
  return hd_nearest_to_hint (&nearest);
}

static void
check_variable (HdValidation *self,
                const char *attribute,
                const char *name)
{
  const HdObject *variable = hd_name_table_find (&self->variables, HD_OBJECT_VARIABLE, name);

  if (variable != NULL)
    g_hash_table_add (self->used, (gpointer) variable);
  else
    hd_validation_report (self, HD_PROBLEM_UNKNOWN_NAME, HD_SEVERITY_ERROR, attribute, suggest_from (self, &self->variables, name),
                          _("There is no variable “$%s”."), name);
}

void
hd_validate_variable_names (HdValidation *self,
                            const char *attribute,
                            const char *text)
{
  const HdField *field = hd_schema_find_field (hd_object_get_kind (get_object (self)), attribute);

  if (field != NULL && field->kind == HD_FIELD_TEXT)
    return;
  for (const char *p = strchr (text, '$'); p != NULL; p = strchr (p, '$'))
    {
      const char *start = ++p;
      while (g_ascii_isalnum (*p) || *p == '_')
        p++;
      g_autofree char *name = g_strndup (start, p - start);
      if (*name != '\0')
        check_variable (self, attribute, name);
    }
}

/* ---- ids ----------------------------------------------------------------------------------------------------------- */

/* Links without an id are shown by the names of their ends, which is no address. */
static gboolean
is_unnamed_link (const HdObject *object,
                 const char *wanted)
{
  g_autofree char *after_ends = NULL;

  if (hd_object_get_kind (object) != HD_OBJECT_LINK || hd_object_get_id (object) != NULL)
    return FALSE;
  after_ends = hd_object_dup_name_after_ends (object);
  return g_strcmp0 (after_ends, wanted) == 0;
}

static char *
suggest_child (HdValidation *self,
               const HdObject *parent,
               guint kinds,
               const char *wanted)
{
  HdNearest nearest = { .wanted = wanted };

  for (guint i = 0; parent != NULL && hd_validation_wants_hints (self) && i < hd_object_get_n_children (parent); i++)
    {
      const HdObject *child = hd_object_get_child (parent, i);

      if ((kinds & (1u << hd_object_get_kind (child))) == 0)
        continue;
      if (is_unnamed_link (child, wanted))
        return g_strdup_printf (_("Give the link between these two the id “%s”."), wanted);
      hd_nearest_offer (&nearest, hd_object_get_id (child));
    }
  return kinds == KIND (PORT) ? hd_nearest_to_choice (&nearest) : hd_nearest_to_hint (&nearest);
}

void
hd_validate_reference (HdValidation *self,
                       const HdField *field,
                       const char *id)
{
  const HdObject *where = self->root;

  if (field->refers_to == HD_OBJECT_COMMUNICATOR)
    where = self->communicators;
  else if (field->refers_to == HD_OBJECT_VERTEX)
    where = self->depth > 1 ? self->chain[self->depth - 2] : NULL;

  const HdObject *found = where != NULL ? hd_object_find_child (where, field->refers_to, id) : NULL;
  if (found == NULL)
    hd_validation_report (self, HD_PROBLEM_UNKNOWN_NAME, HD_SEVERITY_ERROR, field->name,
                          suggest_child (self, where, 1u << field->refers_to, id), _("There is no %s “%s”."),
                          hd_schema_get_title (field->refers_to), id);
  else if (field->refers_to == HD_OBJECT_MODULE)
    g_hash_table_add (self->used, (gpointer) found);
}

static const HdLibrary *
find_library (HdCatalog *catalog,
              const char *type_name)
{
  gsize length = strcspn (type_name, ".");

  for (guint i = 0; i < hd_catalog_get_n_libraries (catalog); i++)
    {
      const HdLibrary *library = hd_catalog_get_library (catalog, i);
      if (strlen (library->name) == length && strncmp (library->name, type_name, length) == 0)
        return library;
    }
  return NULL;
}

const HdComponentType *
hd_validate_type (HdValidation *self,
                  const char *name)
{
  const HdComponentType *type = hd_catalog_lookup (self->catalog, name);
  const HdLibrary *library = find_library (self->catalog, name);

  if (type == NULL && library == NULL)
    hd_validation_report (self, HD_PROBLEM_UNKNOWN_LIBRARY, HD_SEVERITY_ERROR, "type", g_strdup (_("Types are written library.type.")),
                          _("The component library “%.*s” is not loaded."), (int) strcspn (name, "."), name);
  else if (type == NULL)
    {
      const char *dot = strchr (name, '.');
      HdNearest nearest = { .wanted = dot != NULL ? dot + 1 : "" };
      for (guint i = 0; library->types[i] != NULL; i++)
        hd_nearest_offer (&nearest, library->types[i]->id);
      hd_validation_report (self, HD_PROBLEM_UNKNOWN_TYPE, HD_SEVERITY_ERROR, "type", hd_nearest_to_hint (&nearest),
                            _("The library “%s” has no type of this name."), library->name);
    }
  return type;
}

/* ---- patterns ------------------------------------------------------------------------------------------------------ */

/* Indices are expressions; addresses may also say "*" or "0..7". */
static void
check_index (HdValidation *self,
             const char *attribute,
             const char *text,
             gboolean ranges)
{
  const char *dots = strstr (text, "..");

  if (ranges && strcmp (text, "*") == 0)
    return;
  if (ranges && dots != NULL)
    {
      g_autofree char *first = g_strndup (text, dots - text);
      check_index (self, attribute, first, FALSE);
      check_index (self, attribute, dots + 2, FALSE);
      return;
    }
  g_autoptr (GError) error = NULL;
  g_autoptr (HdExpression) expression = hd_expression_parse (text, &error);
  if (expression == NULL)
    hd_validation_report_error (self, attribute, error);
}

static const HdObject *
find_placed (const HdObject *block,
             guint kinds,
             const char *name)
{
  const HdObject *found = NULL;

  for (HdObjectKind kind = 0; kind < HD_N_OBJECT_KINDS && found == NULL; kind++)
    if ((kinds & (1u << kind)) != 0)
      found = hd_object_find_child (block, kind, name);
  return found;
}

static void
check_port (HdValidation *self,
            const char *attribute,
            const HdObject *owner,
            const char *port)
{
  const char *type_name = hd_object_get (owner, "type");
  const char *module_id = hd_object_get (owner, "of");
  const char *owner_id = hd_object_get_id (owner);

  if (hd_object_get_kind (owner) == HD_OBJECT_COMPONENT && type_name != NULL)
    {
      const HdComponentType *type = hd_catalog_lookup (self->catalog, type_name);
      if (type == NULL || hd_component_type_find_port (type, port, NULL) != NULL)
        return;
      HdNearest nearest = { .wanted = port };
      for (guint i = 0; type->ports[i].name != NULL; i++)
        hd_nearest_offer (&nearest, type->ports[i].name);
      hd_validation_report (self, HD_PROBLEM_UNKNOWN_NAME, HD_SEVERITY_ERROR, attribute, hd_nearest_to_choice (&nearest),
                            _("“%s” is of the type %s, which has no port “%s”."), owner_id, type_name, port);
    }
  else if (hd_object_get_kind (owner) == HD_OBJECT_INSTANCE && module_id != NULL)
    {
      const HdObject *module = hd_snapshot_find_module (self->snapshot, module_id);
      if (module == NULL || hd_object_find_child (module, HD_OBJECT_PORT, port) != NULL)
        return;
      hd_validation_report (self, HD_PROBLEM_UNKNOWN_NAME, HD_SEVERITY_ERROR, attribute, suggest_child (self, module, KIND (PORT), port),
                            _("“%s” is an instance of the module “%s”, which has no port “%s”."), owner_id, module_id, port);
    }
}

/* Follows the steps through instances into their modules; what lies inside a generated topology is known only after elaboration. */
static void
resolve (HdValidation *self,
         const char *attribute,
         const HdObject *block,
         const HdPatternParts *parts,
         guint kinds,
         gboolean probe)
{
  guint n_steps = parts->names->len - (parts->has_port ? 1 : 0);

  for (guint i = 0; i < n_steps; i++)
    {
      const char *name = g_ptr_array_index (parts->names, i);
      guint allowed = i + 1 == n_steps ? kinds : PLACED;
      const HdObject *object = find_placed (block, allowed, name);

      if (object == NULL && probe && n_steps == 1 && strcmp (name, "workload") == 0)
        return; /* workload.collective: a signal of the work, checked by elaboration */
      if (object == NULL)
        {
          hd_validation_report (self, HD_PROBLEM_UNKNOWN_NAME, HD_SEVERITY_ERROR, attribute, suggest_child (self, block, allowed, name),
                                _("There is no “%s” in “%s”."), name,
                                hd_object_get_kind (block) == HD_OBJECT_TOP ? "top" : hd_object_get_id (block));
          return;
        }
      if (hd_object_get_kind (object) == HD_OBJECT_GENERATE)
        return;
      if (i + 1 == n_steps)
        {
          if (parts->has_port && !probe)
            check_port (self, attribute, object, g_ptr_array_index (parts->names, n_steps));
          return;
        }
      if (hd_object_get_kind (object) != HD_OBJECT_INSTANCE)
        {
          hd_validation_report (self, HD_PROBLEM_KIND, HD_SEVERITY_ERROR, attribute, NULL,
                                _("“%s” is a component; nothing can stand inside it."), name);
          return;
        }
      const char *of = hd_object_get (object, "of");
      block = of != NULL ? hd_snapshot_find_module (self->snapshot, of) : NULL;
      if (block == NULL)
        return; /* reported at the instance */
    }
}

static void
check_home (HdValidation *self,
            const char *attribute,
            const HdPatternParts *parts)
{
  const char *name = g_ptr_array_index (parts->names, 0);

  if (hd_name_table_find (&self->placed, HD_OBJECT_COMPONENT, name) == NULL &&
      hd_name_table_find (&self->placed, HD_OBJECT_INSTANCE, name) == NULL)
    hd_validation_report (self, HD_PROBLEM_UNKNOWN_NAME, HD_SEVERITY_ERROR, attribute, suggest_from (self, &self->placed, name),
                          _("No module has a component “%s”."), name);
}

/* Whether the outside calls a component so, and nothing that is drawn has that id: "node-3.example.org", of a probe "node-3.example.org.busy". */
static gboolean
is_outside_name (HdValidation *self,
                 const HdPatternParts *parts,
                 const char *text)
{
  const char *dot = hd_object_get_kind (get_object (self)) == HD_OBJECT_PROBE ? strrchr (text, '.') : NULL;
  g_autofree char *name = dot != NULL ? g_strndup (text, (gsize) (dot - text)) : g_strdup (text);

  if (parts != NULL && parts->names->len > 0 && self->top != NULL
      && find_placed (self->top, PLACED | KIND (LINK), g_ptr_array_index (parts->names, 0)) != NULL)
    return FALSE;
  if (self->names == NULL)
    self->names = hd_names_new (self->root);
  return hd_names_find (self->names, name, NULL) != NULL;
}

void
hd_validate_pattern (HdValidation *self,
                     const char *attribute,
                     const char *text)
{
  HdObjectKind kind = hd_object_get_kind (get_object (self));
  gboolean address = kind == HD_OBJECT_COMMUNICATOR || kind == HD_OBJECT_PROBE || kind == HD_OBJECT_VERTEX || kind == HD_OBJECT_RUN;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdPatternParts) parts = hd_pattern_parts_new (text, &error);

  if (address && is_outside_name (self, parts, text))
    return;
  if (parts == NULL)
    {
      hd_validation_report (self, HD_PROBLEM_SYNTAX, HD_SEVERITY_ERROR, attribute, NULL, _("In “%s”, %s."), text, error->message);
      return;
    }
  for (guint i = 0; i < parts->indices->len; i++)
    check_index (self, attribute, g_ptr_array_index (parts->indices, i), address);

  if (strcmp (attribute, "home") == 0)
    check_home (self, attribute, parts);
  else if (address && self->top != NULL)
    resolve (self, attribute, self->top, parts, kind == HD_OBJECT_PROBE ? PLACED | KIND (LINK) : PLACED, kind == HD_OBJECT_PROBE);
  else if (!address && hd_validation_get_block (self) != NULL)
    resolve (self, attribute, hd_validation_get_block (self), parts, kind == HD_OBJECT_ROUTE && strcmp (attribute, "via") == 0 ? KIND (LINK) : PLACED,
             FALSE);
}
