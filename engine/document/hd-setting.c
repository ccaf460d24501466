/* hd-setting.c: what an address names in a project as it is drawn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-setting"

#include <heddle/hd-setting.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-quantity.h>
#include <heddle/hd-run-settings.h>

#include "hd-i18n.h"
#include "hd-pattern-parts.h"
#include "hd-setting-members.h"

static const char *const flags[] = { "false", "true", NULL };

/* ---- what is named ------------------------------------------------------------------------------------------------- */

static const HdObject *
find_variable (const HdObject *root,
               const char *name)
{
  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *block = hd_object_get_child (root, i);
      const HdObject *variable = hd_object_get_kind (block) == HD_OBJECT_VARIABLES ? hd_object_find_child (block, HD_OBJECT_VARIABLE, name) : NULL;

      if (variable != NULL)
        return variable;
    }
  return NULL;
}

/* All of an array, or what is none. */
static gboolean
is_all (const HdAddressStep *step)
{
  for (guint i = 0; i < step->n_indices; i++)
    if (step->indices[i].first != 0 || step->indices[i].last != HD_INDEX_ALL)
      return FALSE;
  return TRUE;
}

/* A link without an id is called after its ends. */
static const HdObject *
find_unnamed_link (const HdObject *block,
                   const char *name)
{
  for (guint i = 0; i < hd_object_get_n_children (block); i++)
    {
      const HdObject *link = hd_object_get_child (block, i);
      g_autofree char *called = hd_object_get_kind (link) == HD_OBJECT_LINK && hd_object_get_id (link) == NULL ? hd_object_dup_name_after_ends (link) : NULL;

      if (g_strcmp0 (called, name) == 0)
        return link;
    }
  return NULL;
}

static const HdObject *
find_in_block (const HdObject *block,
               const char *name)
{
  static const HdObjectKind kinds[] = { HD_OBJECT_COMPONENT, HD_OBJECT_INSTANCE, HD_OBJECT_GENERATE, HD_OBJECT_LINK };
  const HdObject *found = NULL;

  for (guint i = 0; found == NULL && i < G_N_ELEMENTS (kinds); i++)
    found = hd_object_find_child (block, kinds[i], name);
  return found != NULL ? found : find_unnamed_link (block, name);
}

static const HdObject *
find_drawn (const HdObject *root,
            const HdAddress *address,
            const char **out_why)
{
  const HdObject *block = hd_object_find_child (root, HD_OBJECT_TOP, NULL), *found = NULL;

  for (guint i = 0; i < address->n_steps; i++)
    {
      const char *of = found != NULL && hd_object_get_kind (found) == HD_OBJECT_INSTANCE ? hd_object_get (found, "of") : NULL;

      *out_why = is_all (&address->steps[i]) ? _("nothing drawn is called so") : _("it is of some members of an array alone");
      if (i > 0)
        block = of != NULL ? hd_object_find_child (root, HD_OBJECT_MODULE, of) : NULL;
      found = block != NULL && is_all (&address->steps[i]) ? find_in_block (block, address->steps[i].name) : NULL;
      if (found == NULL)
        return NULL;
    }
  return found;
}

static gboolean
find_object (HdSetting *self,
             const HdObject *root,
             const HdAddress *address,
             const char **out_why)
{
  *out_why = _("nothing is called so");
  switch (address->kind)
    {
    case HD_ADDRESS_VARIABLE:
      self->object = find_variable (root, address->name);
      self->attribute = "value";
      break;

    case HD_ADDRESS_CLASS:
      self->object = hd_object_find_child (root, HD_OBJECT_LINK_CLASS, address->name);
      self->attribute = address->parameter;
      break;

    case HD_ADDRESS_RUN:
      self->object = hd_object_find_child (root, HD_OBJECT_RUN, NULL);
      self->attribute = address->name;
      return hd_run_settings_find (address->name) != NULL;

    case HD_ADDRESS_OBJECT:
    default:
      self->object = find_drawn (root, address, out_why);
      self->attribute = address->parameter;
    }
  return self->object != NULL && self->attribute != NULL;
}

/* ---- what it may be ------------------------------------------------------------------------------------------------- */

static void
take_bound (const HdObject *variable,
            const char *attribute,
            double *bound)
{
  const char *text = hd_object_get (variable, attribute);
  HdQuantity quantity;

  if (text != NULL && hd_quantity_parse (text, &quantity, NULL))
    *bound = quantity.value;
}

static void
describe_variable (HdSetting *self)
{
  const char *type = hd_object_get (self->object, "type"), *of = hd_object_get (self->object, "of");

  if (g_strcmp0 (type, "enum") == 0 && of != NULL)
    self->words = hd_pattern_parts_split (of);
  else if (g_strcmp0 (self->text, "true") == 0 || g_strcmp0 (self->text, "false") == 0)
    self->words = g_strdupv ((char **) flags);
  self->is_whole = g_strcmp0 (type, "integer") == 0;
  take_bound (self->object, "minimum", &self->minimum);
  take_bound (self->object, "maximum", &self->maximum);
}

static void
describe_parameter (HdSetting *self,
                    const HdParameter *parameter)
{
  if (parameter->kind == HD_PARAMETER_CHOICE)
    self->words = g_strdupv ((char **) parameter->choices);
  else if (parameter->kind == HD_PARAMETER_FLAG)
    self->words = g_strdupv ((char **) flags);
  self->unit = parameter->kind != HD_PARAMETER_TEXT ? parameter->unit : NULL;
  self->is_whole = parameter->kind == HD_PARAMETER_INTEGER;
  self->otherwise = parameter->default_text;
  hd_parameter_get_range (parameter, &self->minimum, &self->maximum);
}

static void
describe_field (HdSetting *self,
                const HdField *field)
{
  if (field->kind == HD_FIELD_CHOICE)
    self->words = g_strdupv ((char **) field->choices);
  else if (field->kind == HD_FIELD_FLAG)
    self->words = g_strdupv ((char **) flags);
  self->unit = field->kind == HD_FIELD_EXPRESSION ? field->unit : field->kind == HD_FIELD_COUNT ? "" : NULL;
  self->is_whole = field->integer;
  self->minimum = field->minimum;
  self->maximum = field->maximum;
}

/* What parameters a generated topology has is known behind this room; what is written there says what it may be. */
static void
describe_generated (HdSetting *self)
{
  HdQuantity quantity;
  g_autofree char *unit = NULL;

  if (self->text == NULL || !hd_quantity_parse (self->text, &quantity, NULL))
    return;
  unit = hd_dimension_to_string (quantity.dimension);
  self->unit = hd_dimension_equal (quantity.dimension, HD_DIMENSION_NONE) ? "" : g_intern_string (unit);
  self->minimum = 0;
}

/* What is written in a type's table, or in the class of a link. */
static void
describe_drawn (HdSetting *self,
                const HdObject *root,
                HdCatalog *catalog)
{
  HdObjectKind kind = hd_object_get_kind (self->object);
  const HdField *field = hd_schema_find_field (kind, self->attribute);
  const char *type_name = hd_object_get (self->object, "type"), *class_id = hd_object_get (self->object, "class");
  const HdComponentType *type = kind == HD_OBJECT_COMPONENT && type_name != NULL && catalog != NULL ? hd_catalog_lookup (catalog, type_name) : NULL;
  const HdParameter *parameter = type != NULL && field == NULL ? hd_component_type_find_parameter (type, self->attribute, NULL) : NULL;
  const HdObject *link_class = kind == HD_OBJECT_LINK && class_id != NULL ? hd_object_find_child (root, HD_OBJECT_LINK_CLASS, class_id) : NULL;

  if (field != NULL)
    describe_field (self, field);
  else if (parameter != NULL)
    describe_parameter (self, parameter);
  else if (kind == HD_OBJECT_GENERATE)
    describe_generated (self);
  if (link_class != NULL)
    self->otherwise = hd_object_get (link_class, self->attribute);
}

gboolean
hd_setting_init (HdSetting *self,
                 const HdObject *root,
                 HdCatalog *catalog,
                 const HdAddress *address,
                 GError **error)
{
  const char *why;

  *self = (HdSetting){ .minimum = -INFINITY, .maximum = INFINITY };
  if (!find_object (self, root, address, &why))
    {
      g_autofree char *text = hd_address_to_string (address);

      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s”: %s"), text, why);
      return FALSE;
    }
  self->attribute = g_intern_string (self->attribute);
  self->text = self->object != NULL ? hd_object_get (self->object, self->attribute) : NULL;
  if (address->kind == HD_ADDRESS_VARIABLE)
    describe_variable (self);
  else if (address->kind == HD_ADDRESS_RUN)
    describe_parameter (self, &hd_run_settings_find (address->name)->parameter);
  else
    describe_drawn (self, root, catalog);
  return TRUE;
}

/* Settings of runs stand behind all but studies. */
static guint64
insert_run (HdDocument *document,
            GError **error)
{
  const HdObject *root = hd_document_get_root (document);
  g_autoptr (HdObject) run = hd_object_new (HD_OBJECT_RUN, NULL, NULL);
  guint position = 0;

  while (position < hd_object_get_n_children (root) && hd_object_get_kind (hd_object_get_child (root, position)) != HD_OBJECT_STUDY)
    position++;
  return hd_document_insert (document, hd_object_get_uid (root), position, run, error);
}

/* Where no attribute is that of those members alone, the one of all of them says who they are. */
static gboolean
write_members (HdDocument *document,
               const HdAddress *address,
               const char *value,
               gboolean *out_written,
               GError **error)
{
  g_auto (HdSetting) members = { NULL };
  g_autofree char *condition = hd_setting_find_members (&members, hd_document_get_root (document), address);
  g_autofree char *text = condition != NULL ? hd_setting_dup_members_text (&members, condition, value) : NULL;

  *out_written = text != NULL;
  if (text == NULL)
    return FALSE;
  if (members.text == NULL && (g_strcmp0 (text, members.otherwise) == 0 || strcmp (text, "0") == 0))
    return TRUE; /* as it is */
  return hd_document_set_attribute (document, hd_object_get_uid (members.object), members.attribute, text, error);
}

gboolean
hd_setting_write (HdDocument *document,
                  const char *setting,
                  GError **error)
{
  g_auto (GStrv) parts = g_strsplit (setting, "=", 2);
  g_autoptr (HdAddress) address = NULL;
  g_auto (HdSetting) named = { NULL };
  g_autoptr (GError) why = NULL;
  gboolean is_written, good;
  guint64 uid;

  if (g_strv_length (parts) != 2)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” is no setting: PATH=VALUE"), setting);
      return FALSE;
    }
  address = hd_address_parse (g_strstrip (parts[0]), error);
  if (address == NULL)
    return FALSE;
  if (!hd_setting_init (&named, hd_document_get_root (document), NULL, address, &why))
    {
      good = write_members (document, address, g_strstrip (parts[1]), &is_written, error);
      if (is_written)
        return good;
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” cannot be written into the project: %s"), setting, why->message);
      return FALSE;
    }
  uid = named.object != NULL ? hd_object_get_uid (named.object) : insert_run (document, error);
  return uid != 0 && hd_document_set_attribute (document, uid, named.attribute, g_strstrip (parts[1]), error);
}

void
hd_setting_clear (HdSetting *self)
{
  g_clear_pointer (&self->words, g_strfreev);
}
