/* heddle-edit-add.c: new objects on the canvas
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#define NOTE_WIDTH "180"

static void
set_initial_place (HdObject *object,
                   double x,
                   double y)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  hd_object_set_initial (object, "x", g_ascii_formatd (buffer, sizeof buffer, "%.15g", round (x * 100) / 100));
  hd_object_set_initial (object, "y", g_ascii_formatd (buffer, sizeof buffer, "%.15g", round (y * 100) / 100));
}

/* A name in expressions has no dashes: "tor-switch" would be a difference. */
static char *
dup_id_of (const char *name)
{
  char *id = g_strdup (name);

  g_strcanon (id, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_", '_');
  if (g_ascii_isdigit (id[0]) || id[0] == '\0')
    {
      g_autofree char *digits = id;

      id = g_strconcat ("_", digits, NULL);
    }
  return id;
}

static char *
dup_free_id (const HdObject *block,
             const char *wanted)
{
  g_autoptr (HeddleIds) ids = heddle_ids_new (block, HEDDLE_IDS_OF_ITEMS);
  g_autofree char *id = dup_id_of (wanted);

  return heddle_ids_take (ids, id);
}

static guint64
insert (HdDocument *document,
        const HdObject *block,
        HdObject *object,
        double x,
        double y,
        GError **error)
{
  guint64 uid;
  const char *id;
  HdObjectKind kind = hd_object_get_kind (object);

  set_initial_place (object, x, y);
  id = hd_object_get_id (object);
  heddle_edit_begin (document, _("Add %s"), id != NULL ? id : hd_schema_get_title (kind));
  uid = hd_document_insert (document, hd_object_get_uid (block), heddle_edit_find_position (block, kind), object, error);
  heddle_edit_end (document, uid != 0);
  return uid;
}

guint64
heddle_edit_add_component (HdDocument *document,
                           HdCatalog *catalog,
                           guint64 module,
                           const char *type,
                           double x,
                           double y,
                           GError **error)
{
  const HdComponentType *descriptor = hd_catalog_lookup (catalog, type);
  const HdObject *block = heddle_edit_get_block (document, module, error);

  if (block == NULL)
    return 0;
  if (descriptor == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("There is no component type “%s”."), type);
      return 0;
    }

  g_autofree char *id = dup_free_id (block, descriptor->id);
  g_autoptr (HdObject) object = hd_object_new (HD_OBJECT_COMPONENT, "id", id, "type", type, NULL);

  return insert (document, block, object, x, y, error);
}

guint64
heddle_edit_add_instance (HdDocument *document,
                          guint64 module,
                          const char *of,
                          double x,
                          double y,
                          GError **error)
{
  const HdObject *inner = heddle_edit_find_module (document, of);
  const HdObject *block = heddle_edit_get_block (document, module, error);

  if (block == NULL)
    return 0;
  if (inner == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("There is no module “%s”."), of);
      return 0;
    }
  if (hd_object_get_kind (block) == HD_OBJECT_MODULE && heddle_edit_holds (document, inner, hd_object_get_id (block)))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                   _("The module “%s” cannot stand in “%s”: it would hold itself."), of, hd_object_get_id (block));
      return 0;
    }

  g_autofree char *id = dup_free_id (block, of);
  g_autoptr (HdObject) object = hd_object_new (HD_OBJECT_INSTANCE, "id", id, "of", of, NULL);

  return insert (document, block, object, x, y, error);
}

guint64
heddle_edit_add_generated (HdDocument *document,
                           guint64 module,
                           const HdGenerator *generator,
                           const char *const *settings,
                           double x,
                           double y,
                           GError **error)
{
  /* Refuses what the generator does not know. */
  g_autoptr (HdDocument) trial = hd_generator_new_document (generator, settings, error);
  const HdObject *block = heddle_edit_get_block (document, module, trial != NULL ? error : NULL);

  if (trial == NULL || block == NULL)
    return 0;

  g_autofree char *id = dup_free_id (block, generator->kind);
  g_autoptr (HdObject) object = hd_object_new (HD_OBJECT_GENERATE, "id", id, "kind", generator->kind, NULL);

  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    {
      const char *equals = strchr (settings[i], '=');
      g_autofree char *key = g_strndup (settings[i], equals - settings[i]);

      hd_object_set_initial (object, key, equals + 1);
    }
  return insert (document, block, object, x, y, error);
}

guint64
heddle_edit_add_note (HdDocument *document,
                      guint64 module,
                      const char *text,
                      double x,
                      double y,
                      GError **error)
{
  const HdObject *block = heddle_edit_get_block (document, module, error);
  g_autoptr (HdObject) object = hd_object_new (HD_OBJECT_NOTE, "width", NOTE_WIDTH, NULL);

  if (block == NULL)
    return 0;
  hd_object_set_initial_text (object, text);
  return insert (document, block, object, x, y, error);
}

/* ---- knobs ------------------------------------------------------------------------------------ */

#define KNOB_REACH 4.0 /* times what it is now, and that part of it */
#define KNOB_DIGITS 4

/* Ends that the setting states; else around the present value, as far as it permits. */
static void
set_initial_ends (HdObject *knob,
                  const HdSetting *setting,
                  HdQuantity present)
{
  HdQuantity from = present, to = present;
  double value = isfinite (present.value) ? present.value : 1;
  gboolean is_positive = value > 0 && !setting->is_whole;
  g_autofree char *low = NULL, *high = NULL;

  from.value = value > 0 ? value / KNOB_REACH : value < 0 ? value * KNOB_REACH : 0;
  to.value = value > 0 ? value * KNOB_REACH : value < 0 ? value / KNOB_REACH : 1;
  if (setting->is_whole)
    {
      from.value = value > 0 ? MAX (floor (from.value), 1) : floor (from.value);
      to.value = MAX (ceil (to.value), from.value + 1);
    }
  if (isfinite (setting->minimum) && (isfinite (setting->maximum) || from.value < setting->minimum))
    from.value = setting->minimum;
  if (isfinite (setting->maximum) && (isfinite (setting->minimum) || to.value > setting->maximum))
    to.value = setting->maximum;
  low = hd_quantity_format (from, KNOB_DIGITS);
  high = hd_quantity_format (to, KNOB_DIGITS);
  hd_object_set_initial (knob, "from", low);
  hd_object_set_initial (knob, "to", high);
  if (is_positive && from.value > 0 && to.value / from.value >= KNOB_REACH)
    hd_object_set_initial (knob, "scale", "logarithmic");
}

guint64
heddle_edit_add_knob (HdDocument *document,
                      HdCatalog *catalog,
                      guint64 module,
                      const char *address,
                      const HdValue *present,
                      double x,
                      double y,
                      GError **error)
{
  const HdObject *block = heddle_edit_get_block (document, module, error);
  g_autoptr (HdAddress) parsed = block != NULL ? hd_address_parse (address, error) : NULL;
  g_autoptr (HdObject) knob = hd_object_new (HD_OBJECT_KNOB, "of", address, NULL);
  g_auto (HdSetting) setting = { NULL };

  if (parsed == NULL || !hd_setting_init (&setting, hd_document_get_root (document), catalog, parsed, error))
    return 0;
  if (setting.words == NULL && (present == NULL || present->kind != HD_VALUE_QUANTITY))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” cannot be turned by a knob: it is no quantity, and no choice of words."), address);
      return 0;
    }
  if (setting.words == NULL)
    set_initial_ends (knob, &setting, present->quantity);
  return insert (document, block, knob, x, y, error);
}
