/* heddle-links.c: the hottest links
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-links"

#include "heddle-links.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-hot-links.h"
#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-share-bar.h"

#define N_HOTTEST 10
#define N_CELLS (HEDDLE_LINK_N_COLUMNS - 1) /* after the name */
#define NAME_CHARS 14
#define REFRESH_INTERVAL_US 500000 /* rows that change places more often can't be read */

struct _HeddleLinks
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *stack;

  GtkSizeGroup *columns[N_CELLS]; /* head and rows are of different fonts */

  /* Borrowed */
  GtkListBox *list;

  gint64 last_refresh_us;
};

G_DEFINE_FINAL_TYPE (HeddleLinks, heddle_links, GTK_TYPE_WIDGET)

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

static void
add_cell (HeddleLinks *self,
          guint column,
          GtkWidget *box,
          const char *text,
          const char *style_class,
          int width_chars,
          double xalign)
{
  GtkWidget *label = heddle_label_new (text, style_class);

  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_width_chars (GTK_LABEL (label), width_chars);
  gtk_label_set_max_width_chars (GTK_LABEL (label), width_chars);
  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_size_group_add_widget (self->columns[column], label);
  gtk_box_append (GTK_BOX (box), label);
}

/* Of the cells, by column. */
static const struct
{
  const char *style_class;
  int width_chars;
  double xalign;
} cells[HEDDLE_LINK_N_COLUMNS] = {
  [HEDDLE_LINK_CLASS] = { "dim-label", 11, 0 }, [HEDDLE_LINK_USE] = { "heading", 6, 1 },          [HEDDLE_LINK_RATE] = { NULL, 10, 1 },
  [HEDDLE_LINK_BANDWIDTH] = { "dim-label", 12, 1 }, [HEDDLE_LINK_CARRIED] = { NULL, 9, 1 },
};

static GtkWidget *
new_row (HeddleLinks *self,
         HdDesign *design,
         const HeddleHotLink *hot,
         const HeddleLoads *loads)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *name = NULL;
  HeddleLinkRow words;
  GtkWidget *label;

  heddle_hot_link_describe (design, loads, hot, &words);
  label = heddle_label_new (words.words[HEDDLE_LINK_NAME], "heading");
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (label), NAME_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), label);
  for (guint c = HEDDLE_LINK_CLASS; c < HEDDLE_LINK_N_COLUMNS; c++)
    {
      if (c == HEDDLE_LINK_USE)
        gtk_box_append (GTK_BOX (box), heddle_share_bar_new (hot->share));
      add_cell (self, c - 1, box, words.words[c], cells[c].style_class, cells[c].width_chars, cells[c].xalign);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data (G_OBJECT (row), "heddle-link", GUINT_TO_POINTER (hot->link));
  name = g_strdup_printf (_("%s, %.0f percent busy"), words.words[HEDDLE_LINK_NAME], 100 * hot->share);
  heddle_set_accessible_label (row, name);
  heddle_link_row_clear (&words);
  return row;
}

static void
refresh (HeddleLinks *self)
{
  HeddleLoads loads;
  HdDesign *design = heddle_session_get_design (self->session);
  HeddleHotLink hottest[N_HOTTEST + 1];
  guint n = 0;
  GtkWidget *child;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  if (design != NULL && heddle_session_get_loads (self->session, &loads))
    n = heddle_hot_links_find (design, &loads, N_HOTTEST, hottest);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append (self->list, new_row (self, design, &hottest[i], &loads));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), n > 0 ? "list" : "empty");
}

static void
on_progressed (HeddleLinks *self)
{
  gint64 now = g_get_monotonic_time ();

  if (now - self->last_refresh_us < REFRESH_INTERVAL_US && heddle_session_get_run_state (self->session) == HD_RUN_RUNNING)
    return;
  self->last_refresh_us = now;
  refresh (self);
}

static void
on_activated (HeddleLinks *self,
              GtkListBoxRow *row)
{
  heddle_session_select_link (self->session, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "heddle-link")));
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
new_head (HeddleLinks *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *link = heddle_label_new (_("The ten hottest links"), "dim-label");

  gtk_label_set_width_chars (GTK_LABEL (link), NAME_CHARS);
  gtk_widget_set_hexpand (link, TRUE);
  gtk_widget_add_css_class (box, "heddle-table-head");
  gtk_box_append (GTK_BOX (box), link);
  for (guint c = HEDDLE_LINK_CLASS; c < HEDDLE_LINK_N_COLUMNS; c++)
    {
      if (c == HEDDLE_LINK_USE)
        gtk_box_append (GTK_BOX (box), g_object_new (GTK_TYPE_BOX, "width-request", HEDDLE_SHARE_BAR_WIDTH, NULL));
      add_cell (self, c - 1, box, heddle_hot_links_get_head (c), "dim-label", cells[c].width_chars, cells[c].xalign);
    }
  return box;
}

static void
heddle_links_dispose (GObject *object)
{
  HeddleLinks *self = HEDDLE_LINKS (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  for (guint i = 0; i < N_CELLS; i++)
    g_clear_object (&self->columns[i]);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_links_parent_class)->dispose (object);
}

static void
heddle_links_class_init (HeddleLinksClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_links_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
heddle_links_init (HeddleLinks *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *table = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *empty = adw_status_page_new ();

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (empty), "heddle-links-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (empty), _("No traffic yet"));
  adw_status_page_set_description (ADW_STATUS_PAGE (empty), _("Run the project to see its hottest links"));
  gtk_widget_add_css_class (empty, "compact");

  for (guint i = 0; i < N_CELLS; i++)
    self->columns[i] = gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "heddle-table");
  heddle_set_accessible_label (self->list, _("The ten hottest links"));
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (table), new_head (self));
  gtk_box_append (GTK_BOX (table), GTK_WIDGET (self->list));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), table);

  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "list");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  g_signal_connect_swapped (self, "map", G_CALLBACK (refresh), self);
}

GtkWidget *
heddle_links_new (HeddleSession *session)
{
  HeddleLinks *self = g_object_new (HEDDLE_TYPE_LINKS, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
