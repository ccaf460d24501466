/* heddle-palette.c: all that can be put into a drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-palette"

#include "heddle-palette.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-palette-card.h"
#include "heddle-palette-section.h"
#include "heddle-popover.h"

#define CARD_DELAY_MS 400

struct _HeddlePalette
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  guint card_timeout;

  /* Of the template */
  GtkWidget *box;
  GtkWidget *search;
  GtkWidget *sections; /* box of HeddlePaletteSection */
  GtkWidget *nothing;
  GtkWidget *card; /* popover */

  /* Borrowed: children */
  HeddlePaletteSection *modules;
  GtkWidget *pointed;  /* tile */
};

G_DEFINE_FINAL_TYPE (HeddlePalette, heddle_palette, GTK_TYPE_WIDGET)

/* ---- the card ---------------------------------------------------------------------------------------------------------------------- */

static void
hide_card (HeddlePalette *self)
{
  g_clear_handle_id (&self->card_timeout, g_source_remove);
  gtk_popover_popdown (GTK_POPOVER (self->card));
}

static gboolean
show_card (gpointer data)
{
  HeddlePalette *self = data;
  GtkScrolledWindow *scroller = GTK_SCROLLED_WINDOW (gtk_widget_get_last_child (self->box));
  HeddlePaletteItem *item = g_object_get_data (G_OBJECT (self->pointed), "heddle-item");
  graphene_rect_t bounds;

  self->card_timeout = 0;
  /* Beside the pane, not over the tiles; and for what is seen, which what has the focus may have been scrolled away from. */
  if (!gtk_widget_compute_bounds (self->pointed, GTK_WIDGET (scroller), &bounds) || !gtk_widget_get_mapped (GTK_WIDGET (scroller))
      || bounds.origin.y + bounds.size.height <= 0 || bounds.origin.y >= gtk_widget_get_height (GTK_WIDGET (scroller))
      || !gtk_widget_compute_bounds (self->pointed, GTK_WIDGET (self), &bounds))
    return G_SOURCE_REMOVE;
  heddle_popover_set_words (self->card, heddle_palette_card_new (heddle_session_get_catalog (self->session), item));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->card),
                               &(GdkRectangle){ 0, (int) bounds.origin.y, gtk_widget_get_width (GTK_WIDGET (self)), (int) bounds.size.height });
  gtk_popover_popup (GTK_POPOVER (self->card));
  return G_SOURCE_REMOVE;
}

static void
on_pointed (HeddlePalette *self,
            HeddlePaletteItem *item,
            GtkWidget *tile)
{
  hide_card (self);
  self->pointed = tile;
  if (item != NULL && (heddle_palette_item_get_help (item) != NULL || heddle_palette_item_get_component_type (item) != NULL))
    self->card_timeout = g_timeout_add (CARD_DELAY_MS, show_card, self);
}

/* ---- sections ------------------------------------------------------------------------------------------------------------------------ */

static void
on_activated (HeddlePalette *self,
              HeddlePaletteItem *item)
{
  hide_card (self);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.add", "s", heddle_palette_item_get_what (item));
}

static HeddlePaletteSection *
append_section (HeddlePalette *self,
                const char *title,
                gboolean rows)
{
  GtkWidget *section = heddle_palette_section_new (title, rows);

  g_signal_connect_object (section, "activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (section, "pointed", G_CALLBACK (on_pointed), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (self->sections), section);
  return HEDDLE_PALETTE_SECTION (section);
}

/* A section for each run of items that name it. */
static void
append_catalog (HeddlePalette *self)
{
  g_autoptr (GListModel) items = heddle_palette_item_new_of_catalog (heddle_session_get_catalog (self->session));
  g_autoptr (GPtrArray) group = g_ptr_array_new_with_free_func (g_object_unref);
  guint n = g_list_model_get_n_items (items);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HeddlePaletteItem) next = i + 1 < n ? g_list_model_get_item (items, i + 1) : NULL;
      const char *title;

      g_ptr_array_add (group, g_list_model_get_item (items, i));
      title = heddle_palette_item_get_section (group->pdata[0]);
      if (next != NULL && g_str_equal (heddle_palette_item_get_section (next), title))
        continue;

      HeddlePaletteSection *section = append_section (self, title, FALSE);

      heddle_palette_section_set_items (section, group);
      heddle_palette_section_set_open (section, gtk_widget_get_first_child (self->sections) == GTK_WIDGET (section));
      g_ptr_array_set_size (group, 0);
    }
}

static gboolean
equal_items (GPtrArray *a,
             GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!g_str_equal (heddle_palette_item_get_what (a->pdata[i]), heddle_palette_item_get_what (b->pdata[i]))
        || !g_str_equal (heddle_palette_item_get_title (a->pdata[i]), heddle_palette_item_get_title (b->pdata[i]))
        || !g_str_equal (heddle_palette_item_get_symbol (a->pdata[i]), heddle_palette_item_get_symbol (b->pdata[i]))
        || heddle_palette_item_get_count (a->pdata[i]) != heddle_palette_item_get_count (b->pdata[i]))
      return FALSE;
  return TRUE;
}

/* ---- search ---------------------------------------------------------------------------------------------------------------------------- */

static void
filter (HeddlePalette *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *needle = g_utf8_casefold (text, -1);
  guint n = 0;

  g_strstrip (needle);
  for (GtkWidget *section = gtk_widget_get_first_child (self->sections); section != NULL; section = gtk_widget_get_next_sibling (section))
    n += heddle_palette_section_filter (HEDDLE_PALETTE_SECTION (section), needle[0] != '\0' ? needle : NULL);
  gtk_widget_set_visible (self->nothing, n == 0);
}

static void
on_design_changed (HeddlePalette *self)
{
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  g_autoptr (GListModel) items = snapshot != NULL ? heddle_palette_item_new_of_project (snapshot, heddle_session_get_design (self->session)) : NULL;
  g_autoptr (GPtrArray) modules = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; items != NULL && i < g_list_model_get_n_items (items); i++)
    g_ptr_array_add (modules, g_list_model_get_item (items, i));
  if (equal_items (modules, heddle_palette_section_get_items (self->modules)))
    return;
  heddle_palette_section_set_items (self->modules, modules);
  filter (self);
}

static HeddlePaletteItem *
get_nth_shown (HeddlePalette *self,
               guint n)
{
  for (GtkWidget *section = gtk_widget_get_first_child (self->sections); section != NULL; section = gtk_widget_get_next_sibling (section))
    for (guint i = 0;; i++, n--)
      {
        HeddlePaletteItem *item = heddle_palette_section_get_nth_shown (HEDDLE_PALETTE_SECTION (section), i);

        if (item == NULL)
          break;
        if (n == 0)
          return item;
      }
  return NULL;
}

static void
on_search_activated (HeddlePalette *self)
{
  HeddlePaletteItem *item;

  filter (self); /* the entry tells of its last letters a moment late */
  item = get_nth_shown (self, 0);
  if (item != NULL && gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0')
    on_activated (self, item);
}

static void
on_search_stopped (HeddlePalette *self)
{
  if (gtk_editable_get_text (GTK_EDITABLE (self->search))[0] == '\0')
    gtk_widget_activate_action (GTK_WIDGET (self), "win.show-canvas", NULL);
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
}

void
heddle_palette_focus_search (HeddlePalette *self)
{
  gtk_widget_grab_focus (self->search);
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
}

void
heddle_palette_search (HeddlePalette *self,
                       const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), text);
  filter (self);
}

GStrv
heddle_palette_dup_shown (HeddlePalette *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  HeddlePaletteItem *item;

  for (guint n = 0; (item = get_nth_shown (self, n)) != NULL; n++)
    g_strv_builder_add (builder, heddle_palette_item_get_what (item));
  return g_strv_builder_end (builder);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_palette_size_allocate (GtkWidget *widget,
                              int width,
                              int height,
                              int baseline)
{
  HeddlePalette *self = HEDDLE_PALETTE (widget);

  gtk_widget_allocate (self->box, width, height, baseline, NULL);
  heddle_popover_follow (self->card, width, height);
}

static void
heddle_palette_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  gtk_widget_measure (HEDDLE_PALETTE (widget)->box, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}

static void
heddle_palette_dispose (GObject *object)
{
  HeddlePalette *self = HEDDLE_PALETTE (object);

  g_clear_handle_id (&self->card_timeout, g_source_remove);
  g_clear_pointer (&self->card, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_palette_parent_class)->dispose (object);
}

static void
heddle_palette_class_init (HeddlePaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_palette_dispose;
  widget_class->measure = heddle_palette_measure;
  widget_class->size_allocate = heddle_palette_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "heddle-palette");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/palette.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddlePalette, box);
  gtk_widget_class_bind_template_child (widget_class, HeddlePalette, search);
  gtk_widget_class_bind_template_child (widget_class, HeddlePalette, sections);
  gtk_widget_class_bind_template_child (widget_class, HeddlePalette, nothing);
  gtk_widget_class_bind_template_child (widget_class, HeddlePalette, card);
  gtk_widget_class_bind_template_callback (widget_class, filter);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_stopped);
}

static void
heddle_palette_init (HeddlePalette *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_entry_set_key_capture_widget (GTK_SEARCH_ENTRY (self->search), GTK_WIDGET (self));
}

GtkWidget *
heddle_palette_new (HeddleSession *session)
{
  HeddlePalette *self = g_object_new (HEDDLE_TYPE_PALETTE, NULL);

  self->session = g_object_ref (session);
  append_catalog (self);
  self->modules = append_section (self, _("Modules of this project"), TRUE);
  heddle_palette_section_set_open (self->modules, TRUE);
  heddle_palette_section_add_button (self->modules, heddle_icon_button_new ("list-add-symbolic", _("Add a module"), "win.add-module"));
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_design_changed), self, G_CONNECT_SWAPPED);
  on_design_changed (self);
  return GTK_WIDGET (self);
}
