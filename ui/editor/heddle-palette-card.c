/* heddle-palette-card.c: what a thing of the palette is, and how it looks in the drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-palette"

#include "heddle-palette-card.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-scene-painter.h"
#include "heddle-symbols.h"

#define CARD_CHARACTERS 44
#define PARAMETERS_SHOWN 8
#define PICTURE_WIDTH 168.0
#define PICTURE_HEIGHT 50.0
#define PICTURE_MARGIN 4.0

/* ---- text ---------------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
new_paragraph (const char *text,
               const char *style_class)
{
  GtkWidget *label = heddle_label_new (text, style_class);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_NONE);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), CARD_CHARACTERS);
  return label;
}

static void
append_fact (GtkGrid *grid,
             int *row,
             const char *name,
             const char *value)
{
  GtkWidget *name_label = heddle_label_new (name, "dim-label"), *value_label = heddle_label_new (value, "numeric");

  gtk_label_set_xalign (GTK_LABEL (value_label), 1);
  gtk_widget_set_hexpand (value_label, TRUE);
  gtk_grid_attach (grid, name_label, 0, *row, 1, 1);
  gtk_grid_attach (grid, value_label, 1, (*row)++, 1, 1);
}

typedef const char *(*Translate) (HdCatalog *catalog,
                                  const HdComponentType *type,
                                  const char *text);

static const char *
translate_own (HdCatalog *catalog,
               const HdComponentType *type,
               const char *text)
{
  return _(text);
}

static void
append_parameters (GtkBox *box,
                   HdCatalog *catalog,
                   HeddlePaletteItem *item)
{
  const HdComponentType *type = heddle_palette_item_get_component_type (item);
  const HdGenerator *generator = heddle_palette_item_get_generator (item);
  const HdParameter *parameters = type != NULL ? type->parameters : generator != NULL ? generator->parameters : NULL;
  Translate translate = type != NULL ? hd_catalog_translate : translate_own;
  GtkWidget *grid = gtk_grid_new ();
  int row = 0;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 18);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 2);
  for (const HdParameter *parameter = parameters; parameter != NULL && parameter->key != NULL; parameter++)
    {
      if (row == PARAMETERS_SHOWN)
        {
          guint n = 0;
          g_autofree char *more = NULL;

          while (parameter[n].key != NULL)
            n++;
          more = g_strdup_printf (ngettext ("and %u more", "and %u more", n), n);
          append_fact (GTK_GRID (grid), &row, more, NULL);
          break;
        }
      append_fact (GTK_GRID (grid), &row, translate (catalog, type, parameter->title),
                   parameter->default_text != NULL ? parameter->default_text : _("to be given"));
    }
  if (row > 0)
    gtk_box_append (box, grid);
  else
    g_object_unref (g_object_ref_sink (grid));
}

static char *
dup_ports (HdCatalog *catalog,
           const HdComponentType *type)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const HdPort *port = type->ports; port != NULL && port->name != NULL; port++)
    {
      g_autofree char *name = g_markup_escape_text (port->name, -1);

      g_string_append_printf (text, "%s<b>%s</b>", text->len > 0 ? ", " : "", name);
      if (port->count != NULL)
        g_string_append_printf (text, _(" (%u by default)"), hd_component_type_count_elements (type, port, NULL));
      else if (port->indexed)
        g_string_append_printf (text, " (%s)", _("any number"));
      else if (port->numbered)
        g_string_append_printf (text, " (%s)", _("several links"));
    }
  return text->len > 0 ? g_strdup_printf (_("Ports: %s"), text->str) : NULL;
}

GtkWidget *
heddle_palette_card_new (HdCatalog *catalog,
                         HeddlePaletteItem *item)
{
  const HdComponentType *type = heddle_palette_item_get_component_type (item);
  const char *help = heddle_palette_item_get_help (item);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (head), heddle_symbol_image_new (heddle_palette_item_get_symbol (item), 20));
  gtk_box_append (GTK_BOX (head), heddle_label_new (heddle_palette_item_get_title (item), "heading"));
  gtk_box_append (GTK_BOX (box), head);
  if (help != NULL)
    gtk_box_append (GTK_BOX (box), new_paragraph (help, NULL));
  append_parameters (GTK_BOX (box), catalog, item);
  if (type != NULL)
    {
      g_autofree char *ports = dup_ports (catalog, type);

      if (ports != NULL)
        {
          GtkWidget *label = new_paragraph (NULL, NULL);

          gtk_label_set_markup (GTK_LABEL (label), ports);
          gtk_box_append (GTK_BOX (box), label);
        }
      if (type->source != NULL)
        {
          g_autofree char *source = g_strdup_printf (_("Source: %s"), hd_catalog_translate (catalog, type, type->source));

          gtk_box_append (GTK_BOX (box), new_paragraph (source, "dim-label"));
        }
    }
  gtk_widget_add_css_class (box, "heddle-palette-card");
  return box;
}

/* ---- picture --------------------------------------------------------------------------------------------------------------------- */

GdkPaintable *
heddle_palette_card_new_picture (GtkWidget *widget,
                                 HeddlePaletteItem *item)
{
  double width = PICTURE_WIDTH + 2 * PICTURE_MARGIN, height = PICTURE_HEIGHT + 2 * PICTURE_MARGIN;
  const char *id = heddle_palette_item_get_id (item), *title = heddle_palette_item_get_title (item);
  g_autoptr (HeddleScene) scene = heddle_scene_new ();
  g_autoptr (HeddleText) text = heddle_look_new_text (widget);
  g_autoptr (HeddleScenePainter) painter = heddle_scene_painter_new (text);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  HeddleViewport viewport = { -width / 2, -height / 2, 1, width, height };
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  HeddleSceneNode node = {
    .width = PICTURE_WIDTH,
    .height = PICTURE_HEIGHT,
    .layout = HEDDLE_NODE_CARD,
    .symbol = heddle_symbol_find (heddle_palette_item_get_symbol (item)),
    .category = -1,
    .name = id != NULL ? id : title,
    .subtitle = id != NULL ? title : NULL,
    .busy = -1,
  };
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));

  heddle_scene_add_node (scene, &node);
  options.grid = FALSE;
  options.background = FALSE;
  options.full_detail = TRUE;
  heddle_scene_painter_paint (painter, cr, scene, heddle_look_get_theme (), &viewport, &options);
  cairo_destroy (cr);
  return gtk_snapshot_to_paintable (snapshot, NULL);
}
