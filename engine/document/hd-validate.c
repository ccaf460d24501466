/* hd-validate.c: what is wrong with a project before it is elaborated
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-validate"

#include "hd-validation.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-nearest.h"
#include "hd-object-path.h"

#define MAX_HINTS 200
#define SHOWN_CHARACTERS 60

/* ---- reporting ----------------------------------------------------------------------------------------------------- */

static const HdObject *
get_object (HdValidation *self)
{
  return self->chain[self->depth - 1];
}

static char *
shorten (const char *text)
{
  if (g_utf8_strlen (text, -1) <= SHOWN_CHARACTERS)
    return g_strdup (text);
  g_autofree char *start = g_utf8_substring (text, 0, SHOWN_CHARACTERS);
  return g_strconcat (start, "…", NULL);
}

/* “shard”: It must be one of ...; where the message names the value or the attribute, once is enough. */
static void
prepend_value (HdValidation *self,
               GString *message,
               const char *attribute)
{
  const char *value = hd_object_get (get_object (self), attribute);

  g_autofree char *quoted = g_strdup_printf ("“%s”", attribute);

  if (value == NULL || strstr (message->str, value) != NULL || strstr (message->str, quoted) != NULL)
    return;
  g_autofree char *shown = shorten (value);
  g_autofree char *prefix = g_strdup_printf ("“%s”: ", shown);
  g_string_prepend (message, prefix);
}

/* In any script: a translation ends with its own full stop. */
static gboolean
ends_sentence (const char *text)
{
  static const char *const ends[] = { ".", "?", "。", "？" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    if (g_str_has_suffix (text, ends[i]))
      return TRUE;
  return FALSE;
}

void
hd_validation_report (HdValidation *self,
                      HdProblemCode code,
                      HdSeverity severity,
                      const char *attribute,
                      char *hint_take,
                      const char *format,
                      ...)
{
  g_autoptr (GString) message = g_string_new (NULL);
  g_autofree char *path = hd_object_path_format (self->chain, self->depth);
  g_autofree char *hint = hint_take;
  const HdObject *object = get_object (self);
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (message, format, arguments);
  va_end (arguments);
  if (attribute != NULL)
    prepend_value (self, message, attribute);
  if (!ends_sentence (message->str))
    g_string_append_c (message, '.');
  hd_problem_list_take (self->problems, hd_problem_new (code, severity, path, hd_object_get_uid (object), attribute,
                                                        hd_snapshot_get_file (self->snapshot), hd_object_get_line (object), hint, "%s",
                                                        message->str));
}

void
hd_validation_report_error (HdValidation *self,
                            const char *attribute,
                            const GError *error)
{
  HdProblemCode code = HD_PROBLEM_EXPRESSION;

  if (g_error_matches (error, HD_ERROR, HD_ERROR_DIMENSION))
    code = HD_PROBLEM_DIMENSION;
  else if (g_error_matches (error, HD_ERROR, HD_ERROR_NAME))
    code = HD_PROBLEM_UNKNOWN_NAME;
  else if (g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT))
    code = HD_PROBLEM_LIMIT;
  hd_validation_report (self, code, HD_SEVERITY_ERROR, attribute, NULL, "%s", error->message);
}

gboolean
hd_validation_wants_hints (HdValidation *self)
{
  return hd_problem_list_get_length (self->problems) < MAX_HINTS;
}

const HdObject *
hd_validation_get_block (HdValidation *self)
{
  for (guint i = self->depth; i-- > 0;)
    {
      HdObjectKind kind = hd_object_get_kind (self->chain[i]);
      if (kind == HD_OBJECT_MODULE || kind == HD_OBJECT_TOP)
        return self->chain[i];
    }
  return NULL;
}

/* ---- one object ---------------------------------------------------------------------------------------------------- */

static void
report_unknown_element (HdValidation *self)
{
  const char *element = hd_object_get_element (get_object (self));
  HdObjectKind parent = self->depth > 1 ? hd_object_get_kind (self->chain[self->depth - 2]) : HD_OBJECT_UNKNOWN;
  HdNearest nearest = { .wanted = element };

  for (HdObjectKind kind = HD_OBJECT_PROJECT; kind < HD_N_OBJECT_KINDS && hd_validation_wants_hints (self); kind++)
    if (hd_schema_allows_child (parent, kind))
      hd_nearest_offer (&nearest, hd_schema_get_element (kind));
  hd_validation_report (self, HD_PROBLEM_UNKNOWN_ELEMENT, HD_SEVERITY_WARNING, NULL, hd_nearest_to_hint (&nearest),
                        _("The element <%s> is unknown; it is kept, but has no effect."), element);
}

static void
report_unknown_attribute (HdValidation *self,
                          const char *name,
                          const HdComponentType *type)
{
  HdNearest nearest = { .wanted = name };

  if (hd_validation_wants_hints (self))
    {
      for (const HdField *field = hd_schema_get_fields (hd_object_get_kind (get_object (self))); field->name != NULL; field++)
        hd_nearest_offer (&nearest, field->name);
      for (guint i = 0; type != NULL && type->parameters[i].key != NULL; i++)
        hd_nearest_offer (&nearest, type->parameters[i].key);
    }
  hd_validation_report (self, HD_PROBLEM_UNKNOWN_ATTRIBUTE, HD_SEVERITY_WARNING, name, hd_nearest_to_hint (&nearest),
                        _("The attribute “%s” is unknown; it is kept, but has no effect."), name);
}

static void
check_required (HdValidation *self,
                const HdComponentType *type)
{
  const HdObject *object = get_object (self);

  for (const HdField *field = hd_schema_get_fields (hd_object_get_kind (object)); field->name != NULL; field++)
    if (field->required && hd_object_get (object, field->name) == NULL)
      hd_validation_report (self, HD_PROBLEM_MISSING_ATTRIBUTE, HD_SEVERITY_ERROR, field->name, g_strdup (_(field->help)),
                            _("The attribute “%s” is missing."), field->name);
  for (guint i = 0; type != NULL && type->parameters[i].key != NULL; i++)
    {
      const HdParameter *parameter = &type->parameters[i];
      if (parameter->default_text == NULL && hd_object_get (object, parameter->key) == NULL && hd_object_get (object, "model") == NULL)
        hd_validation_report (self, HD_PROBLEM_MISSING_ATTRIBUTE, HD_SEVERITY_ERROR, parameter->key,
                              g_strdup (hd_catalog_translate (self->catalog, type, parameter->help)),
                              _("The parameter “%s” of the type %s has no default and must be given."), parameter->key, type->id);
    }
}

static void
check_attributes (HdValidation *self)
{
  const HdObject *object = get_object (self);
  HdObjectKind kind = hd_object_get_kind (object);
  const char *type_name = kind == HD_OBJECT_COMPONENT ? hd_object_get (object, "type") : NULL;
  const HdComponentType *type = type_name != NULL ? hd_validate_type (self, type_name) : NULL;

  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    {
      const char *text;
      const char *name = hd_object_get_nth_attribute (object, i, &text);
      const HdField *field = hd_schema_find_field (kind, name);
      const HdParameter *parameter = type != NULL && field == NULL ? hd_component_type_find_parameter (type, name, NULL) : NULL;

      hd_validate_variable_names (self, name, text);
      if (field != NULL)
        hd_validate_field (self, field, text);
      else if (parameter != NULL)
        hd_validate_parameter (self, parameter, text);
      else if ((kind == HD_OBJECT_COMPONENT && type != NULL) || !hd_schema_is_open (kind))
        report_unknown_attribute (self, name, type);
    }
  check_required (self, type);
  if (kind == HD_OBJECT_VARIABLE)
    hd_validate_variable (self);
  else if (kind == HD_OBJECT_KNOB)
    hd_validate_knob (self);
}

/* What stands in one module shares the names of paths: components, instances, generated topologies, links. */
static const HdObject *
find_namesake (const HdObject *parent,
               const HdObject *object)
{
  static const HdObjectKind placed[] = { HD_OBJECT_COMPONENT, HD_OBJECT_INSTANCE, HD_OBJECT_GENERATE, HD_OBJECT_LINK };
  HdObjectKind kind = hd_object_get_kind (object);
  const char *id = hd_object_get_id (object);
  const HdObject *other = hd_object_find_child (parent, kind, id);

  for (guint i = 0; other == object && i < G_N_ELEMENTS (placed) && placed[i] != kind; i++)
    {
      const HdObject *first = hd_object_find_child (parent, placed[i], id);
      if (first != NULL && (kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE || kind == HD_OBJECT_LINK))
        other = first;
    }
  return other != object ? other : NULL;
}

static void
check_duplicate (HdValidation *self)
{
  const HdObject *object = get_object (self);
  const HdObject *parent = self->depth > 1 ? self->chain[self->depth - 2] : NULL;
  HdObjectKind kind = hd_object_get_kind (object);
  const char *id = hd_object_get_id (object);
  const HdObject *other = NULL;

  if (parent == NULL)
    return;
  if (id != NULL && kind != HD_OBJECT_PROJECT)
    {
      if (kind == HD_OBJECT_VARIABLE)
        other = hd_name_table_find (&self->variables, HD_OBJECT_VARIABLE, id);
      else
        other = find_namesake (parent, object);
      if (other != NULL && other != object)
        hd_validation_report (self, HD_PROBLEM_DUPLICATE, HD_SEVERITY_ERROR, hd_schema_get_id_attribute (kind), NULL,
                              _("“%s” is defined already in line %d."), id, hd_object_get_line (other));
    }
  else if ((kind == HD_OBJECT_TOP || kind == HD_OBJECT_RUN || kind == HD_OBJECT_COMMUNICATORS) &&
           hd_object_find_child (parent, kind, NULL) != object)
    hd_validation_report (self, HD_PROBLEM_DUPLICATE, HD_SEVERITY_ERROR, NULL, NULL, _("There is a second <%s>; a project has one."),
                          hd_object_get_element (object));
}

static void
check_object (HdValidation *self)
{
  const HdObject *object = get_object (self);
  HdObjectKind kind = hd_object_get_kind (object);

  if (kind == HD_OBJECT_COMMENT)
    return;
  if (kind == HD_OBJECT_UNKNOWN)
    {
      report_unknown_element (self);
      return;
    }
  if (self->depth > 1 && !hd_schema_allows_child (hd_object_get_kind (self->chain[self->depth - 2]), kind))
    {
      hd_validation_report (self, HD_PROBLEM_KIND, HD_SEVERITY_ERROR, NULL, NULL, _("<%s> cannot stand in <%s>."),
                            hd_object_get_element (object), hd_object_get_element (self->chain[self->depth - 2]));
      return;
    }
  check_duplicate (self);
  check_attributes (self);
  for (guint i = 0; i < hd_object_get_n_children (object) && self->depth < G_N_ELEMENTS (self->chain); i++)
    {
      self->chain[self->depth++] = hd_object_get_child (object, i);
      check_object (self);
      self->depth--;
    }
}

/* ---- the project --------------------------------------------------------------------------------------------------- */

GPtrArray *
hd_name_table_get_objects (HdNameTable *self)
{
  if (self->objects != NULL)
    return self->objects;
  self->objects = g_ptr_array_new ();
  for (guint i = 0; i < hd_object_get_n_children (self->root); i++)
    {
      const HdObject *container = hd_object_get_child (self->root, i);
      if ((self->containers & (1u << hd_object_get_kind (container))) == 0)
        continue;
      for (guint j = 0; j < hd_object_get_n_children (container); j++)
        {
          const HdObject *object = hd_object_get_child (container, j);
          if ((self->kinds & (1u << hd_object_get_kind (object))) != 0)
            g_ptr_array_add (self->objects, (gpointer) object);
        }
    }
  return self->objects;
}

const HdObject *
hd_name_table_find (HdNameTable *self,
                    HdObjectKind kind,
                    const char *id)
{
  HdObject *const *objects = (HdObject *const *) hd_name_table_get_objects (self)->pdata;

  if (self->index == NULL)
    self->index = hd_child_index_new (objects, self->objects->len);
  return hd_child_index_find (self->index, objects, kind, id);
}

static void
clear (HdNameTable *self)
{
  g_clear_pointer (&self->index, hd_child_index_free);
  g_clear_pointer (&self->objects, g_ptr_array_unref);
}

static void
check_unused (HdValidation *self,
              const HdObject *object)
{
  if (hd_object_get_id (object) == NULL || g_hash_table_contains (self->used, object))
    return;
  self->chain[self->depth++] = object;
  hd_validation_report (self, HD_PROBLEM_UNUSED, HD_SEVERITY_WARNING, hd_schema_get_id_attribute (hd_object_get_kind (object)), NULL,
                        _("It is never used."));
  self->depth--;
}

static void
check_all_unused (HdValidation *self)
{
  for (guint i = 0; i < hd_object_get_n_children (self->root); i++)
    if (hd_object_get_kind (hd_object_get_child (self->root, i)) == HD_OBJECT_MODULE)
      check_unused (self, hd_object_get_child (self->root, i));
  GPtrArray *variables = hd_name_table_get_objects (&self->variables);

  for (guint i = 0; i < variables->len; i++)
    {
      const HdObject *variable = g_ptr_array_index (variables, i);
      const char *name = hd_object_get_id (variable);
      if (name != NULL && hd_name_table_find (&self->variables, HD_OBJECT_VARIABLE, name) == variable)
        check_unused (self, variable);
    }
}

/* A validation that stands at the root. */
static void
begin (HdValidation *self,
       HdSnapshot *snapshot,
       HdCatalog *catalog,
       HdProblemList *problems)
{
  const HdObject *root = hd_snapshot_get_root (snapshot);

  *self = (HdValidation) {
    .snapshot = snapshot,
    .catalog = catalog,
    .problems = problems,
    .root = root,
    .top = hd_object_find_child (root, HD_OBJECT_TOP, NULL),
    .communicators = hd_object_find_child (root, HD_OBJECT_COMMUNICATORS, NULL),
    .chain = { root },
    .depth = 1,
    .variables = { root, 1u << HD_OBJECT_VARIABLES, 1u << HD_OBJECT_VARIABLE, NULL, NULL },
    .placed = { root, 1u << HD_OBJECT_MODULE | 1u << HD_OBJECT_TOP, 1u << HD_OBJECT_COMPONENT | 1u << HD_OBJECT_INSTANCE, NULL, NULL },
    .used = g_hash_table_new (NULL, NULL),
  };
}

static void
end (HdValidation *self)
{
  clear (&self->variables);
  clear (&self->placed);
  g_hash_table_unref (self->used);
  g_clear_pointer (&self->names, hd_names_free);
}

void
hd_snapshot_validate (HdSnapshot *self,
                      HdCatalog *catalog,
                      HdProblemList *problems)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (HD_IS_CATALOG (catalog));
  g_return_if_fail (problems != NULL);

  HdValidation validation;

  begin (&validation, self, catalog, problems);
  if (validation.top == NULL)
    hd_validation_report (&validation, HD_PROBLEM_MISSING_ATTRIBUTE, HD_SEVERITY_ERROR, NULL, NULL,
                          _("The project has no <top>, so that there is no system to run."));
  check_object (&validation);
  hd_validate_cycles (&validation);
  check_all_unused (&validation);
  end (&validation);
}

/* The object as it would be: a copy that nothing holds yet. */
static HdObject *
copy_with (const HdObject *object,
           const char *attribute,
           const char *text)
{
  HdObject *copy = hd_object_new_element (hd_object_get_element (object));

  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    {
      const char *value;
      const char *name = hd_object_get_nth_attribute (object, i, &value);

      hd_object_set_initial (copy, name, value);
    }
  hd_object_set_initial (copy, attribute, text);
  return copy;
}

/* Whether a sibling has the id already. */
static void
check_id_is_free (HdValidation *self,
                  const HdObject *object,
                  const char *attribute,
                  const char *id)
{
  const HdObject *parent = self->chain[self->depth - 2];

  for (guint i = 0; i < hd_object_get_n_children (parent); i++)
    {
      const HdObject *other = hd_object_get_child (parent, i);

      if (other != object && hd_object_get_kind (other) == hd_object_get_kind (object) && g_strcmp0 (hd_object_get_id (other), id) == 0)
        {
          hd_validation_report (self, HD_PROBLEM_DUPLICATE, HD_SEVERITY_ERROR, attribute, NULL, _("“%s” exists already."), id);
          return;
        }
    }
}

void
hd_document_check_attribute (HdDocument *self,
                             HdCatalog *catalog,
                             guint64 uid,
                             const char *attribute,
                             const char *text,
                             HdProblemList *problems)
{
  const HdObject *object = hd_document_get_object (self, uid);

  g_return_if_fail (object != NULL);
  g_return_if_fail (HD_IS_CATALOG (catalog));

  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (self);
  g_autoptr (HdObject) changed = copy_with (object, attribute, text);
  HdObjectKind kind = hd_object_get_kind (object);
  const HdField *field = hd_schema_find_field (kind, attribute);
  const char *type_name = kind == HD_OBJECT_COMPONENT ? hd_object_get (object, "type") : NULL;
  const HdComponentType *type = type_name != NULL ? hd_catalog_lookup (catalog, type_name) : NULL;
  const HdParameter *parameter = type != NULL && field == NULL ? hd_component_type_find_parameter (type, attribute, NULL) : NULL;
  HdValidation validation;
  guint depth = 1;

  begin (&validation, snapshot, catalog, problems);
  for (guint64 at = uid; (at = hd_document_get_parent (self, at)) != 0 && depth < G_N_ELEMENTS (validation.chain);)
    depth++;
  validation.depth = depth;
  for (guint64 at = uid; depth > 0; at = hd_document_get_parent (self, at))
    validation.chain[--depth] = at == uid ? changed : hd_document_get_object (self, at);

  hd_validate_variable_names (&validation, attribute, text);
  if (field != NULL)
    hd_validate_field (&validation, field, text);
  else if (parameter != NULL)
    hd_validate_parameter (&validation, parameter, text);
  if (field != NULL && field->kind == HD_FIELD_ID && validation.depth > 1)
    check_id_is_free (&validation, object, attribute, text);
  else if (field != NULL && field->kind == HD_FIELD_TYPE)
    hd_validate_type (&validation, text);
  end (&validation);
}
