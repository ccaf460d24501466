/* heddle-palette-item.c: one thing that can be put into a drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-palette"

#include "heddle-palette-item.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-figures.h"

struct _HeddlePaletteItem
{
  GObject parent_instance;

  /* Owned */
  char *what;
  char *section;
  char *title;
  char *id;
  char *symbol;
  char *help;
  char *searched; /* casefolded */

  /* Borrowed: of the catalogue and of the program */
  const HdComponentType *type;
  const HdGenerator *generator;

  guint count;
};

G_DEFINE_FINAL_TYPE (HeddlePaletteItem, heddle_palette_item, G_TYPE_OBJECT)

static HeddlePaletteItem *
item_new (char *what_take,
          const char *section,
          const char *title,
          const char *id,
          const char *symbol,
          const char *help,
          const char *more)
{
  HeddlePaletteItem *self = g_object_new (HEDDLE_TYPE_PALETTE_ITEM, NULL);
  g_autofree char *text = g_strjoin ("\n", title, what_take, help != NULL ? help : "", more != NULL ? more : "", NULL);

  self->what = what_take;
  self->section = g_strdup (section);
  self->title = g_strdup (title);
  self->id = g_strdup (id);
  self->symbol = g_strdup (symbol);
  self->help = g_strdup (help);
  self->searched = g_utf8_casefold (text, -1);
  return self;
}

static void
append_take (GListStore *store,
             HeddlePaletteItem *item)
{
  g_list_store_append (store, item);
  g_object_unref (item);
}

/* ---- component types --------------------------------------------------------------------------------------------------------- */

static void
append_type (GListStore *store,
             HdCatalog *catalog,
             const HdLibrary *library,
             const HdComponentType *type)
{
  const char *category = hd_catalog_translate (catalog, type, type->category);
  HeddlePaletteItem *item = item_new (g_strdup_printf ("heddle-type:%s.%s", library->name, type->id),
                                      hd_catalog_translate (catalog, type, library->title),
                                      hd_catalog_translate (catalog, type, type->title), type->id, type->symbol,
                                      type->help != NULL ? hd_catalog_translate (catalog, type, type->help) : NULL, category);

  item->type = type;
  append_take (store, item);
}

/* Types of one category stand side by side, categories in the order in which the library names them. */
static void
append_library (GListStore *store,
                HdCatalog *catalog,
                const HdLibrary *library)
{
  for (guint i = 0; library->types[i] != NULL; i++)
    {
      const char *category = library->types[i]->category;
      gboolean seen = FALSE;

      for (guint k = 0; k < i; k++)
        seen = seen || g_strcmp0 (library->types[k]->category, category) == 0;
      for (guint k = i; !seen && library->types[k] != NULL; k++)
        if (g_strcmp0 (library->types[k]->category, category) == 0)
          append_type (store, catalog, library, library->types[k]);
    }
}

GListModel *
heddle_palette_item_new_of_catalog (HdCatalog *catalog)
{
  GListStore *store = g_list_store_new (HEDDLE_TYPE_PALETTE_ITEM);

  /* What most drawings begin with comes first. */
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < hd_catalog_get_n_libraries (catalog); i++)
      if (g_str_equal (hd_catalog_get_library (catalog, i)->name, "fabric") == (pass == 0))
        append_library (store, catalog, hd_catalog_get_library (catalog, i));
  for (guint i = 0; i < hd_generators_get_n (); i++)
    {
      const HdGenerator *generator = hd_generators_get (i);
      g_autofree char *symbol = g_strconcat ("topology-", generator->kind, NULL);
      g_autofree char *id = g_strdelimit (g_strdup (generator->kind), "-", '_');
      HeddlePaletteItem *item = item_new (g_strconcat ("heddle-generator:", generator->kind, NULL), _("Topologies"), _(generator->title), id, symbol,
                                          _(generator->help), NULL);

      item->generator = generator;
      append_take (store, item);
    }
  append_take (store, item_new (g_strdup ("heddle-note:"), _("Annotations"), _("Note"), NULL, "note", _("Text on the drawing; it changes no result."), NULL));
  return G_LIST_MODEL (store);
}

/* ---- modules ------------------------------------------------------------------------------------------------------------------ */

static guint
count_instances (HdDesign *design,
                 const HdObject *module)
{
  guint64 uid = hd_object_get_uid (module);
  guint n = 0;

  for (guint i = 0; design != NULL && i < hd_design_get_n_scopes (design); i++)
    n += hd_design_get_scopes (design)[i].module_uid == uid;
  return n;
}

GListModel *
heddle_palette_item_new_of_project (HdSnapshot *snapshot,
                                    HdDesign *design)
{
  GListStore *store = g_list_store_new (HEDDLE_TYPE_PALETTE_ITEM);
  const HdObject *root = hd_snapshot_get_root (snapshot);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *module = hd_object_get_child (root, i);
      const char *id = hd_object_get_id (module), *symbol = hd_object_get (module, "symbol");
      HeddlePaletteItem *item;

      if (hd_object_get_kind (module) != HD_OBJECT_MODULE || id == NULL)
        continue;
      item = item_new (g_strconcat ("heddle-module:", id, NULL), _("Modules of this project"), heddle_get_object_title (module), id,
                       symbol != NULL ? symbol : "module", NULL, NULL);
      item->count = count_instances (design, module);
      append_take (store, item);
    }
  return G_LIST_MODEL (store);
}

/* ---- properties ---------------------------------------------------------------------------------------------------------------- */

const char *
heddle_palette_item_get_what (HeddlePaletteItem *self)
{
  return self->what;
}

const char *
heddle_palette_item_get_section (HeddlePaletteItem *self)
{
  return self->section;
}

const char *
heddle_palette_item_get_title (HeddlePaletteItem *self)
{
  return self->title;
}

const char *
heddle_palette_item_get_id (HeddlePaletteItem *self)
{
  return self->id;
}

const char *
heddle_palette_item_get_symbol (HeddlePaletteItem *self)
{
  return self->symbol;
}

const char *
heddle_palette_item_get_help (HeddlePaletteItem *self)
{
  return self->help;
}

guint
heddle_palette_item_get_count (HeddlePaletteItem *self)
{
  return self->count;
}

const HdComponentType *
heddle_palette_item_get_component_type (HeddlePaletteItem *self)
{
  return self->type;
}

const HdGenerator *
heddle_palette_item_get_generator (HeddlePaletteItem *self)
{
  return self->generator;
}

gboolean
heddle_palette_item_matches (HeddlePaletteItem *self,
                             const char *needle_folded)
{
  return strstr (self->searched, needle_folded) != NULL;
}

static void
heddle_palette_item_finalize (GObject *object)
{
  HeddlePaletteItem *self = HEDDLE_PALETTE_ITEM (object);

  g_free (self->what);
  g_free (self->section);
  g_free (self->title);
  g_free (self->id);
  g_free (self->symbol);
  g_free (self->help);
  g_free (self->searched);
  G_OBJECT_CLASS (heddle_palette_item_parent_class)->finalize (object);
}

static void
heddle_palette_item_class_init (HeddlePaletteItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_palette_item_finalize;
}

static void
heddle_palette_item_init (HeddlePaletteItem *self)
{
}
