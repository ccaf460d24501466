/* heddle-palette-section.c: a group of the palette
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-palette"

#include "heddle-palette-section.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-focus.h"
#include "heddle-look.h"
#include "heddle-palette-card.h"
#include "heddle-rows.h"
#include "heddle-topic.h"

#define COLUMNS 3
#define TILE_SYMBOL 28
#define ROW_SYMBOL 20
#define MAX_TILES 90 /* of thousands of modules that a file brings, the first that match; a search finds the others */

struct _HeddlePaletteSection
{
  GtkWidget parent_instance;

  /* Owned */
  GPtrArray *items;
  GPtrArray *shown; /* those that match */

  /* Of the template */
  GtkWidget *box;
  GtkWidget *head;
  GtkWidget *toggle;
  GtkWidget *arrow;
  GtkLabel *title;
  GtkWidget *count;
  GtkFlowBox *tiles;

  gboolean rows;
  gboolean open;
  gboolean searching; /* all that matches is unfolded */
  gboolean filled;
};

G_DEFINE_FINAL_TYPE (HeddlePaletteSection, heddle_palette_section, GTK_TYPE_WIDGET)

static guint activated_signal, pointed_signal;

#define ITEM "heddle-item" /* of a tile */

static HeddlePaletteItem *
get_item (GtkWidget *tile)
{
  return g_object_get_data (G_OBJECT (tile), ITEM);
}

/* ---- tiles ---------------------------------------------------------------------------------------------------------------------- */

static void
point (HeddlePaletteSection *self,
       GtkWidget *tile)
{
  g_signal_emit (self, pointed_signal, 0, tile != NULL ? get_item (tile) : NULL, tile);
}

static void
on_entered (HeddlePaletteSection *self,
            double x,
            double y,
            GtkEventController *controller)
{
  point (self, gtk_event_controller_get_widget (controller));
}

static void
on_focused (HeddlePaletteSection *self,
            GtkEventController *controller)
{
  point (self, gtk_event_controller_get_widget (controller));
}

static void
on_left (HeddlePaletteSection *self)
{
  point (self, NULL);
}

static GdkContentProvider *
on_drag_prepare (GtkDragSource *source,
                 double x,
                 double y,
                 gpointer data)
{
  GtkWidget *tile = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));

  return gdk_content_provider_new_typed (G_TYPE_STRING, heddle_palette_item_get_what (get_item (tile)));
}

static void
on_drag_begin (HeddlePaletteSection *self,
               GdkDrag *drag,
               GtkDragSource *source)
{
  GtkWidget *tile = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (source));
  g_autoptr (GdkPaintable) picture = heddle_palette_card_new_picture (tile, get_item (tile));

  point (self, NULL);
  gtk_drag_source_set_icon (source, picture, gdk_paintable_get_intrinsic_width (picture) / 2, gdk_paintable_get_intrinsic_height (picture) / 2);
}

static void
add_controllers (HeddlePaletteSection *self,
                 GtkWidget *tile)
{
  GtkDragSource *drag = gtk_drag_source_new ();
  GtkEventController *motion = gtk_event_controller_motion_new (), *focus = gtk_event_controller_focus_new ();

  gtk_drag_source_set_actions (drag, GDK_ACTION_COPY);
  g_signal_connect (drag, "prepare", G_CALLBACK (on_drag_prepare), NULL);
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (on_drag_begin), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (tile, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_object (motion, "enter", G_CALLBACK (on_entered), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (motion, "leave", G_CALLBACK (on_left), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (tile, motion);
  g_signal_connect_object (focus, "enter", G_CALLBACK (on_focused), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (focus, "leave", G_CALLBACK (on_left), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (tile, focus);
}

/* What F1 leads to. */
static void
set_topic (GtkWidget *tile,
           HeddlePaletteItem *item)
{
  const char *what = heddle_palette_item_get_what (item);

  if (heddle_palette_item_get_component_type (item) != NULL)
    heddle_set_topic (tile, what + strlen ("heddle-"));
  else if (heddle_palette_item_get_generator (item) != NULL)
    heddle_set_topic (tile, "generate");
  else
    heddle_set_topic (tile, g_str_equal (what, "heddle-note:") ? "note" : "modules");
}

static GtkWidget *
new_tile (HeddlePaletteSection *self,
          HeddlePaletteItem *item)
{
  GtkWidget *tile = gtk_flow_box_child_new ();
  GtkWidget *box = gtk_box_new (self->rows ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL, self->rows ? 10 : 4);
  GtkWidget *symbol = heddle_symbol_image_new (heddle_palette_item_get_symbol (item), self->rows ? ROW_SYMBOL : TILE_SYMBOL);
  GtkWidget *label = heddle_label_new (heddle_palette_item_get_title (item), NULL);
  guint count = heddle_palette_item_get_count (item);

  gtk_box_append (GTK_BOX (box), symbol);
  gtk_box_append (GTK_BOX (box), label);
  if (self->rows)
    {
      gtk_widget_set_hexpand (label, TRUE);
      if (count > 0)
        {
          g_autofree char *text = g_strdup_printf ("×%u", count);
          GtkWidget *badge = heddle_label_new (text, "heddle-badge");

          gtk_widget_set_valign (badge, GTK_ALIGN_CENTER);
          gtk_box_append (GTK_BOX (box), badge);
        }
    }
  else
    {
      gtk_label_set_xalign (GTK_LABEL (label), 0.5);
      gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_lines (GTK_LABEL (label), 2);
      gtk_label_set_width_chars (GTK_LABEL (label), 8);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 10);
    }
  gtk_flow_box_child_set_child (GTK_FLOW_BOX_CHILD (tile), box);
  gtk_widget_add_css_class (tile, self->rows ? "heddle-palette-row" : "heddle-palette-tile");
  g_object_set_data_full (G_OBJECT (tile), ITEM, g_object_ref (item), g_object_unref);
  heddle_set_accessible_label (tile, heddle_palette_item_get_title (item));
  if (heddle_palette_item_get_help (item) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (tile), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, heddle_palette_item_get_help (item), -1);
  set_topic (tile, item);
  add_controllers (self, tile);
  return tile;
}

static void
clear (HeddlePaletteSection *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->tiles))) != NULL)
    gtk_flow_box_remove (self->tiles, child);
}

static gboolean
is_shown (GtkFlowBoxChild *tile,
          gpointer data)
{
  HeddlePaletteSection *self = data;

  return g_ptr_array_find (self->shown, get_item (GTK_WIDGET (tile)), NULL);
}

/* ---- folding ---------------------------------------------------------------------------------------------------------------------- */

static void
update (HeddlePaletteSection *self)
{
  gboolean unfolded = self->open || self->searching;
  g_autofree char *count = g_strdup_printf ("%u", self->shown->len);

  if (unfolded && (!self->filled || self->items->len > MAX_TILES))
    {
      const GPtrArray *items = self->items->len > MAX_TILES ? self->shown : self->items;

      clear (self);
      for (guint i = 0; i < MIN (items->len, MAX_TILES); i++)
        gtk_flow_box_insert (self->tiles, new_tile (self, items->pdata[i]), -1);
      self->filled = TRUE;
    }
  gtk_flow_box_invalidate_filter (self->tiles);
  gtk_widget_set_visible (GTK_WIDGET (self->tiles), unfolded);
  gtk_widget_set_visible (GTK_WIDGET (self), self->shown->len > 0 || !self->searching);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow), unfolded ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_label_set_label (GTK_LABEL (self->count), count);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->toggle), GTK_ACCESSIBLE_STATE_EXPANDED, unfolded, -1);
}

static void
on_toggled (HeddlePaletteSection *self)
{
  self->open = !self->open;
  update (self);
}

void
heddle_palette_section_set_open (HeddlePaletteSection *self,
                                 gboolean open)
{
  self->open = open;
  update (self);
}

/* ---- items --------------------------------------------------------------------------------------------------------------------------- */

guint
heddle_palette_section_filter (HeddlePaletteSection *self,
                               const char *needle_folded)
{
  g_ptr_array_set_size (self->shown, 0);
  for (guint i = 0; i < self->items->len; i++)
    if (needle_folded == NULL || heddle_palette_item_matches (self->items->pdata[i], needle_folded))
      g_ptr_array_add (self->shown, self->items->pdata[i]);
  self->searching = needle_folded != NULL;
  update (self);
  return self->shown->len;
}

void
heddle_palette_section_set_items (HeddlePaletteSection *self,
                                  GPtrArray *items)
{
  clear (self);
  g_ptr_array_set_size (self->shown, 0);
  g_ptr_array_set_size (self->items, 0);
  for (guint i = 0; i < items->len; i++)
    {
      g_ptr_array_add (self->items, g_object_ref (items->pdata[i]));
      g_ptr_array_add (self->shown, items->pdata[i]);
    }
  self->filled = FALSE;
  self->searching = FALSE;
  update (self);
}

GPtrArray *
heddle_palette_section_get_items (HeddlePaletteSection *self)
{
  return self->items;
}

HeddlePaletteItem *
heddle_palette_section_get_nth_shown (HeddlePaletteSection *self,
                                      guint n)
{
  gboolean unfolded = self->open || self->searching;

  return unfolded && n < self->shown->len ? self->shown->pdata[n] : NULL;
}

void
heddle_palette_section_add_button (HeddlePaletteSection *self,
                                   GtkWidget *button)
{
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (self->head), button);
}

static void
on_child_activated (HeddlePaletteSection *self,
                    GtkFlowBoxChild *tile)
{
  g_signal_emit (self, activated_signal, 0, get_item (GTK_WIDGET (tile)));
}

/* ---- object -------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_palette_section_dispose (GObject *object)
{
  HeddlePaletteSection *self = HEDDLE_PALETTE_SECTION (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->shown, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_ptr_array_unref);
  G_OBJECT_CLASS (heddle_palette_section_parent_class)->dispose (object);
}

static void
heddle_palette_section_class_init (HeddlePaletteSectionClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_palette_section_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/palette-section.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddlePaletteSection, box);
  gtk_widget_class_bind_template_child (widget_class, HeddlePaletteSection, head);
  gtk_widget_class_bind_template_child (widget_class, HeddlePaletteSection, toggle);
  gtk_widget_class_bind_template_child (widget_class, HeddlePaletteSection, arrow);
  gtk_widget_class_bind_template_child (widget_class, HeddlePaletteSection, title);
  gtk_widget_class_bind_template_child (widget_class, HeddlePaletteSection, count);
  gtk_widget_class_bind_template_child (widget_class, HeddlePaletteSection, tiles);
  gtk_widget_class_bind_template_callback (widget_class, on_toggled);
  gtk_widget_class_bind_template_callback (widget_class, on_child_activated);
  activated_signal = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                   HEDDLE_TYPE_PALETTE_ITEM);
  pointed_signal = g_signal_new ("pointed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                 HEDDLE_TYPE_PALETTE_ITEM, GTK_TYPE_WIDGET);
}

static void
heddle_palette_section_init (HeddlePaletteSection *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->shown = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_flow_box_set_filter_func (self->tiles, is_shown, self, NULL);
  heddle_guard_lines (self->tiles);
}

GtkWidget *
heddle_palette_section_new (const char *title,
                            gboolean rows)
{
  HeddlePaletteSection *self = g_object_new (HEDDLE_TYPE_PALETTE_SECTION, NULL);

  self->rows = rows;
  gtk_label_set_label (self->title, title);
  heddle_set_accessible_label (self->toggle, title);
  heddle_set_accessible_label (self->tiles, title);
  gtk_flow_box_set_min_children_per_line (self->tiles, rows ? 1 : COLUMNS);
  gtk_flow_box_set_max_children_per_line (self->tiles, rows ? 1 : COLUMNS);
  update (self);
  return GTK_WIDGET (self);
}
