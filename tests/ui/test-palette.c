/* test-palette.c: what can be put into a drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: every component type and generator that there is can be found and added; what is activated is added by the window's action with
 * the text that a drag carries. Left open: the drag itself (tests/end-to-end).
 */
#include "heddle-palette-card.h"
#include "heddle-palette.h"
#include "ui-fixture.h"

static void
destroy (GtkWidget *window,
         GtkWidget *widget)
{
  gpointer weak = widget;

  g_object_add_weak_pointer (G_OBJECT (widget), &weak);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
  g_assert_null (weak);
}

static gboolean
shows (GtkWidget *palette,
       const char *what)
{
  g_auto (GStrv) shown = heddle_palette_dup_shown (HEDDLE_PALETTE (palette));

  return g_strv_contains ((const char *const *) shown, what);
}

static void
test_all (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdCatalog *catalog = heddle_session_get_catalog (session);
  g_autoptr (GListModel) items = heddle_palette_item_new_of_catalog (catalog);
  g_autoptr (GHashTable) found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (HeddlePaletteItem) item = g_list_model_get_item (items, i);

      g_assert_true (g_hash_table_add (found, g_strdup (heddle_palette_item_get_what (item))));
      g_assert_nonnull (heddle_palette_item_get_symbol (item));
    }
  for (guint i = 0; i < hd_catalog_get_n_libraries (catalog); i++)
    {
      const HdLibrary *library = hd_catalog_get_library (catalog, i);

      for (guint k = 0; library->types[k] != NULL; k++)
        {
          g_autofree char *what = g_strdup_printf ("heddle-type:%s.%s", library->name, library->types[k]->id);

          g_assert_true (g_hash_table_contains (found, what));
        }
    }
  for (guint i = 0; i < hd_generators_get_n (); i++)
    {
      g_autofree char *what = g_strconcat ("heddle-generator:", hd_generators_get (i)->kind, NULL);

      g_assert_true (g_hash_table_contains (found, what));
    }
  g_assert_true (g_hash_table_contains (found, "heddle-note:"));
}

static void
test_search (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *palette = heddle_palette_new (session);
  GtkWidget *window = ui_fixture_show (palette, 248, 600);

  /* Topologies are folded away until they are looked for. */
  g_assert_true (shows (palette, "heddle-type:fabric.xpu"));
  g_assert_true (shows (palette, "heddle-module:box"));
  g_assert_false (shows (palette, "heddle-generator:torus"));
  heddle_palette_search (HEDDLE_PALETTE (palette), "  TOR");
  g_assert_true (shows (palette, "heddle-generator:torus"));
  g_assert_true (shows (palette, "heddle-type:fabric.tor-switch"));
  g_assert_false (shows (palette, "heddle-type:fabric.cpu"));
  heddle_palette_search (HEDDLE_PALETTE (palette), "no such thing");
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (palette, "Nothing found")));
  heddle_palette_search (HEDDLE_PALETTE (palette), "");
  g_assert_false (gtk_widget_get_mapped (ui_fixture_find_label (palette, "Nothing found")));
  g_assert_false (shows (palette, "heddle-generator:torus"));
  destroy (window, palette);
}

static void
on_add (GSimpleAction *action,
        GVariant *parameter,
        gpointer data)
{
  g_ptr_array_add (data, g_variant_dup_string (parameter, NULL));
}

static GtkWidget *
find_tile (GtkWidget *palette,
           const char *title)
{
  GtkWidget *label = ui_fixture_find_label (palette, title);

  g_assert_nonnull (label);
  return gtk_widget_get_ancestor (label, GTK_TYPE_FLOW_BOX_CHILD);
}

static void
test_activate (void)
{
  static const GActionEntry entries[] = { { "add", on_add, "s", NULL, NULL, { 0 } } };
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GPtrArray) added = g_ptr_array_new_with_free_func (g_free);
  GtkWidget *palette = heddle_palette_new (session);
  GtkWidget *window = ui_fixture_show (palette, 248, 600);

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), added);
  gtk_widget_insert_action_group (window, "win", G_ACTION_GROUP (group));
  g_assert_true (gtk_widget_activate (find_tile (palette, "Memory")));
  g_assert_cmpuint (added->len, ==, 1);
  g_assert_cmpstr (added->pdata[0], ==, "heddle-type:fabric.memory");
  g_assert_true (gtk_widget_activate (find_tile (palette, "Box")));
  g_assert_cmpstr (added->pdata[1], ==, "heddle-module:box");
  destroy (window, palette);
}

static gboolean
shows_rack (gpointer palette)
{
  return shows (palette, "heddle-module:rack");
}

static gboolean
shows_no_rack (gpointer palette)
{
  return !shows_rack (palette);
}

static void
test_modules (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *palette = heddle_palette_new (session);
  GtkWidget *window = ui_fixture_show (palette, 248, 600);
  HdDocument *document = heddle_session_get_document (session);
  g_autoptr (HdObject) module = hd_object_new (HD_OBJECT_MODULE, "id", "rack", "title", "Rack of ours", NULL);

  g_assert_nonnull (ui_fixture_find_label (palette, "×2"));
  g_assert_cmpuint (hd_document_insert (document, hd_object_get_uid (hd_document_get_root (document)), 2, module, NULL), !=, 0);
  ui_fixture_wait (shows_rack, palette);
  g_assert_nonnull (ui_fixture_find_label (palette, "Rack of ours"));
  hd_document_undo (document);
  ui_fixture_wait (shows_no_rack, palette);
  destroy (window, palette);
}

static void
test_card (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdCatalog *catalog = heddle_session_get_catalog (session);
  g_autoptr (GListModel) items = heddle_palette_item_new_of_catalog (catalog);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (HeddlePaletteItem) item = g_list_model_get_item (items, i);
      GtkWidget *card = heddle_palette_card_new (catalog, item);
      GtkWidget *window = ui_fixture_show (card, 300, 300);
      g_autoptr (GdkPaintable) picture = heddle_palette_card_new_picture (card, item);

      g_assert_nonnull (ui_fixture_find_label (card, heddle_palette_item_get_title (item)));
      g_assert_nonnull (ui_fixture_find_label (card, heddle_palette_item_get_help (item)));
      g_assert_cmpint (gdk_paintable_get_intrinsic_width (picture), >, 100);
      if (g_str_equal (heddle_palette_item_get_what (item), "heddle-type:fabric.xpu"))
        {
          g_assert_nonnull (ui_fixture_find_label (card, "H100"));
          g_assert_nonnull (ui_fixture_find_label (card, "Ports: "));
        }
      destroy (window, card);
    }
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/palette/all", test_all);
  g_test_add_func ("/ui/palette/search", test_search);
  g_test_add_func ("/ui/palette/activate", test_activate);
  g_test_add_func ("/ui/palette/modules", test_modules);
  g_test_add_func ("/ui/palette/card", test_card);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
