/* heddle-history.c: all that was done to a project, to go back and forth in
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-history"

#include "heddle-history.h"

#include <glib/gi18n.h>

#include "heddle-rows.h"

struct _HeddleHistory
{
  GtkPopover parent_instance;

  /* Owned */
  HeddleSession *session;

  /* Borrowed */
  GtkStringList *names;
  GtkListView *list;
  guint n_done; /* when it was filled */
};

G_DEFINE_FINAL_TYPE (HeddleHistory, heddle_history, GTK_TYPE_POPOVER)

void
heddle_history_go_to (HdDocument *document,
                      guint n)
{
  hd_document_travel_to (document, MAX (n, hd_document_get_n_forgotten (document)));
}

/* Row 0 is the last step of all, the last row the state before the first. */
static guint
row_to_n (HeddleHistory *self,
          guint row)
{
  HdDocument *document = heddle_session_get_document (self->session);

  return g_list_model_get_n_items (G_LIST_MODEL (self->names)) - 1 - row + hd_document_get_n_forgotten (document);
}

static void
fill (HeddleHistory *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  guint n_steps, n_forgotten;
  g_autofree char *forgotten = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (document == NULL)
    return;
  self->n_done = hd_document_get_n_undo (document);
  n_steps = self->n_done + hd_document_get_n_redo (document);
  n_forgotten = hd_document_get_n_forgotten (document);
  for (guint i = n_steps; i > n_forgotten; i--)
    g_ptr_array_add (names, (gpointer) hd_document_get_step_name (document, i - 1));
  if (n_forgotten > 0)
    {
      forgotten = g_strdup_printf (ngettext ("%u older step is forgotten: undo has a limit on memory",
                                             "%u older steps are forgotten: undo has a limit on memory", n_forgotten), n_forgotten);
      g_ptr_array_add (names, forgotten);
    }
  else
    g_ptr_array_add (names, (gpointer) (hd_document_get_file (document) != NULL ? _("As it was opened") : _("As it began")));
  g_ptr_array_add (names, NULL);
  gtk_string_list_splice (self->names, 0, g_list_model_get_n_items (G_LIST_MODEL (self->names)), (const char *const *) names->pdata);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", n_steps - self->n_done);
}

static void
on_activated (HeddleHistory *self,
              guint row)
{
  HdDocument *document = heddle_session_get_document (self->session);

  gtk_popover_popdown (GTK_POPOVER (self));
  if (document != NULL)
    heddle_history_go_to (document, row_to_n (self, row));
}

static void
on_setup (GtkSignalListItemFactory *factory,
          GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *mark = gtk_image_new_from_icon_name ("object-select-symbolic");

  gtk_accessible_update_property (GTK_ACCESSIBLE (mark), GTK_ACCESSIBLE_PROPERTY_LABEL, _("This is the present state"), -1);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_box_append (GTK_BOX (box), heddle_label_new (NULL, NULL));
  gtk_list_item_set_child (item, box);
}

static void
on_bind (HeddleHistory *self,
         GtkListItem *item)
{
  GtkWidget *box = gtk_list_item_get_child (item), *mark = gtk_widget_get_first_child (box), *label = gtk_widget_get_last_child (box);
  guint n = row_to_n (self, gtk_list_item_get_position (item));

  gtk_label_set_label (GTK_LABEL (label), gtk_string_object_get_string (gtk_list_item_get_item (item)));
  gtk_widget_set_opacity (mark, n == self->n_done ? 1 : 0);
  if (n > self->n_done)
    gtk_widget_add_css_class (label, "dim-label");
  else
    gtk_widget_remove_css_class (label, "dim-label");
}

static void
heddle_history_dispose (GObject *object)
{
  g_clear_object (&HEDDLE_HISTORY (object)->session);
  G_OBJECT_CLASS (heddle_history_parent_class)->dispose (object);
}

static void
heddle_history_class_init (HeddleHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_history_dispose;
}

static void
heddle_history_init (HeddleHistory *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->names = gtk_string_list_new (NULL);
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, G_CONNECT_SWAPPED);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (self->names))), factory));
  gtk_list_view_set_single_click_activate (self->list, TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "heddle-history");
  g_signal_connect_object (self->list, "activate", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 420);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));
  gtk_widget_set_size_request (scroller, 280, -1);
  gtk_popover_set_child (GTK_POPOVER (self), scroller);
  gtk_widget_add_css_class (GTK_WIDGET (self), "menu");
  g_signal_connect (self, "map", G_CALLBACK (fill), NULL);
}

GtkWidget *
heddle_history_new (HeddleSession *session)
{
  HeddleHistory *self = g_object_new (HEDDLE_TYPE_HISTORY, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
