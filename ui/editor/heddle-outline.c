/* heddle-outline.c: the project as a tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-outline"

#include "heddle-outline.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-outline-item.h"
#include "heddle-rows.h"

struct _HeddleOutline
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *box;
  GtkSingleSelection *selection;

  /* Borrowed: children */
  GtkWidget *search;
  GtkWidget *list;

  gboolean updating; /* the selection follows the session, not the user */
};

G_DEFINE_FINAL_TYPE (HeddleOutline, heddle_outline, GTK_TYPE_WIDGET)

/* ---- rows ------------------------------------------------------------------------------------------------------------------ */

static void
on_setup (HeddleOutline *self,
          GtkListItem *item)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *symbol = heddle_symbol_image_new (NULL, 16);
  GtkWidget *icon = gtk_image_new ();
  GtkWidget *title = heddle_label_new (NULL, NULL);
  GtkWidget *count = heddle_label_new (NULL, "heddle-badge");

  gtk_widget_set_valign (count, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), symbol);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), count);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (item, expander);
}

static void
on_bind (HeddleOutline *self,
         GtkListItem *item)
{
  GtkTreeListRow *row = gtk_list_item_get_item (item);
  g_autoptr (HeddleOutlineItem) line = gtk_tree_list_row_get_item (row);
  GtkWidget *expander = gtk_list_item_get_child (item);
  GtkWidget *symbol = gtk_widget_get_first_child (gtk_tree_expander_get_child (GTK_TREE_EXPANDER (expander)));
  GtkWidget *icon = gtk_widget_get_next_sibling (symbol);
  GtkWidget *title = gtk_widget_get_next_sibling (icon);
  GtkWidget *badge = gtk_widget_get_next_sibling (title);
  guint count = heddle_outline_item_get_count (line);
  g_autofree char *count_text = g_strdup_printf ("×%u", count);

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), row);
  heddle_symbol_image_set_symbol (symbol, heddle_outline_item_get_symbol (line));
  gtk_widget_set_visible (symbol, heddle_outline_item_get_symbol (line) != NULL);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), heddle_outline_item_get_icon (line));
  gtk_widget_set_visible (icon, heddle_outline_item_get_icon (line) != NULL);
  gtk_label_set_label (GTK_LABEL (title), heddle_outline_item_get_title (line));
  gtk_label_set_label (GTK_LABEL (badge), count_text);
  gtk_widget_set_visible (badge, count > 0);
}

static GListModel *
create_children (gpointer item,
                 gpointer data)
{
  return heddle_outline_item_dup_children (item);
}

/* ---- model ------------------------------------------------------------------------------------------------------------------- */

static void
rebuild (HeddleOutline *self)
{
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  const char *needle = gtk_editable_get_text (GTK_EDITABLE (self->search));
  gboolean searching = needle[0] != '\0';
  GListModel *roots;
  g_autoptr (GtkTreeListModel) tree = NULL;

  if (snapshot == NULL)
    return;

  roots = searching ? heddle_outline_item_find_all (snapshot, heddle_session_get_design (self->session),
                                                    heddle_session_get_catalog (self->session), needle)
                    : heddle_outline_item_new_roots (snapshot, heddle_session_get_design (self->session),
                                                     heddle_session_get_catalog (self->session));
  tree = gtk_tree_list_model_new (roots, FALSE, FALSE, create_children, NULL, NULL);
  self->updating = TRUE;
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (tree));
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);

  /* The system opens with its first level. */
  g_autoptr (GtkTreeListRow) top = gtk_tree_list_model_get_row (tree, 0);

  if (top != NULL && !searching)
    gtk_tree_list_row_set_expanded (top, TRUE);
  self->updating = FALSE;
}

/* ---- selection, both ways ------------------------------------------------------------------------------------------------------ */

/* Entries of <workload>, <probes> and the like are nowhere on the canvas: they are selected, and the inspector shows them. */
static gboolean
is_drawn (const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  return kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE;
}

static void
on_selected (HeddleOutline *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (HeddleOutlineItem) line = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;
  const HdObject *object = line != NULL ? heddle_outline_item_get_object (line) : NULL;

  if (self->updating || object == NULL)
    return;
  self->updating = TRUE;
  if (hd_object_get_kind (object) == HD_OBJECT_TOP)
    {
      heddle_session_leave_to (self->session, 0);
      heddle_session_select_none (self->session);
    }
  else if (is_drawn (object))
    heddle_session_show_object (self->session, hd_object_get_uid (object));
  else
    heddle_session_select (self->session, (HeddleTarget){ hd_object_get_uid (object), HEDDLE_ALL_MEMBERS });
  self->updating = FALSE;
}

static void
on_session_selection (HeddleOutline *self)
{
  HeddleTarget target = heddle_session_get_selected (self->session, 0);
  GListModel *rows = gtk_single_selection_get_model (self->selection);
  guint found = GTK_INVALID_LIST_POSITION;

  if (self->updating || rows == NULL)
    return;
  for (guint i = 0; target.uid != 0 && found == GTK_INVALID_LIST_POSITION && i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      g_autoptr (HeddleOutlineItem) line = gtk_tree_list_row_get_item (row);

      if (hd_object_get_uid (heddle_outline_item_get_object (line)) == target.uid)
        found = i;
    }
  self->updating = TRUE;
  gtk_single_selection_set_selected (self->selection, found);
  if (found != GTK_INVALID_LIST_POSITION)
    gtk_widget_activate_action (self->list, "list.scroll-to-item", "u", found);
  self->updating = FALSE;
}

static void
on_activated (HeddleOutline *self,
              guint position)
{
  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  g_autoptr (HeddleOutlineItem) line = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  if (line == NULL)
    return;
  if (hd_object_get_kind (heddle_outline_item_get_object (line)) == HD_OBJECT_INSTANCE)
    {
      heddle_session_show_object (self->session, hd_object_get_uid (heddle_outline_item_get_object (line)));
      heddle_session_enter (self->session, hd_object_get_uid (heddle_outline_item_get_object (line)), 0);
    }
  gtk_tree_list_row_set_expanded (row, TRUE);
}

void
heddle_outline_focus_search (HeddleOutline *self)
{
  gtk_widget_grab_focus (self->search);
}

GListModel *
heddle_outline_get_model (HeddleOutline *self)
{
  return G_LIST_MODEL (self->selection);
}

/* ---- object -------------------------------------------------------------------------------------------------------------------- */

static void
heddle_outline_dispose (GObject *object)
{
  HeddleOutline *self = HEDDLE_OUTLINE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_outline_parent_class)->dispose (object);
}

static void
heddle_outline_class_init (HeddleOutlineClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_outline_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "heddle-outline");
}

static void
heddle_outline_init (HeddleOutline *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_object (self->selection, "notify::selected", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "setup", G_CALLBACK (on_setup), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", G_CALLBACK (on_bind), self, G_CONNECT_SWAPPED);

  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _("Find in the project"), NULL);
  heddle_set_accessible_label (self->search, _("Find in the project"));
  gtk_widget_set_margin_start (self->search, 8);
  gtk_widget_set_margin_end (self->search, 8);
  gtk_widget_set_margin_top (self->search, 8);
  gtk_widget_set_margin_bottom (self->search, 6);
  g_signal_connect_object (self->search, "search-changed", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);

  self->list = gtk_list_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)), g_steal_pointer (&factory));
  gtk_widget_add_css_class (self->list, "navigation-sidebar");
  gtk_widget_add_css_class (self->list, "heddle-outline-list");
  heddle_set_accessible_label (self->list, _("Outline of the project"));
  g_signal_connect_object (self->list, "activate", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->list);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (scroller, TRUE);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->search);
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
heddle_outline_new (HeddleSession *session)
{
  HeddleOutline *self = g_object_new (HEDDLE_TYPE_OUTLINE, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_session_selection), self, G_CONNECT_SWAPPED);
  rebuild (self);
  return GTK_WIDGET (self);
}
