/* heddle-outline.c: the project as a tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-outline"

#include "heddle-outline.h"

#include "heddle-edits.h"
#include "heddle-look.h"
#include "heddle-outline-item.h"
#include "heddle-popover.h"
#include "heddle-rows.h"

struct _HeddleOutline
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GActionMap *actions;

  /* Of the template */
  GtkWidget *box;
  GtkWidget *search;
  GtkWidget *list;
  GtkSingleSelection *selection;
  GtkWidget *menu;   /* of a row */
  GtkWidget *rename; /* popover with an entry */
  GtkWidget *name;

  HdDocument *document; /* whose lines are shown; for comparison alone */
  GHashTable *unfolded; /* owned: keys of rows */
  guint64 renamed;
  gboolean opens;    /* the first lines of a document */
  gboolean searched; /* what is found is shown, not the tree */
  gboolean updating; /* the selection follows the session, not the user */
};

G_DEFINE_FINAL_TYPE (HeddleOutline, heddle_outline, GTK_TYPE_WIDGET)

/* ---- menu of a row ----------------------------------------------------------------------------------------------------------- */

static const HdObject *
get_selected (HeddleOutline *self)
{
  GtkTreeListRow *row = gtk_single_selection_get_selected_item (self->selection);
  g_autoptr (HeddleOutlineItem) line = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  /* The document keeps it as long as the row is shown. */
  return line != NULL ? heddle_outline_item_get_object (line) : NULL;
}

/* Entries of <workload>, <probes> and the like are nowhere on the canvas: they are selected, and the inspector shows them. */
static gboolean
is_drawn (const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  return kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE || kind == HD_OBJECT_KNOB;
}

/* Lists and the system itself are always there. */
static gboolean
can_delete (const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  return kind != HD_OBJECT_TOP && kind != HD_OBJECT_COMMUNICATORS && kind != HD_OBJECT_PROBES && kind != HD_OBJECT_VARIABLES;
}

static gboolean
can_rename (const HdObject *object)
{
  return can_delete (object) && hd_object_get_id (object) != NULL;
}

static void
enable (HeddleOutline *self,
        const char *action,
        gboolean enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (self->actions, action)), enabled);
}

static void
update_actions (HeddleOutline *self)
{
  const HdObject *object = get_selected (self);
  HdDocument *document = heddle_session_get_document (self->session);
  gboolean edits = object != NULL && document != NULL && !hd_document_get_read_only (document);

  enable (self, "show", object != NULL && is_drawn (object));
  enable (self, "rename", edits && can_rename (object));
  enable (self, "delete", edits && can_delete (object));
}

static void
show_menu (HeddleOutline *self,
           double x,
           double y)
{
  update_actions (self);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
on_rename (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  HeddleOutline *self = data;
  const HdObject *object = get_selected (self);
  GdkRectangle at;

  if (object == NULL || !can_rename (object))
    return;
  self->renamed = hd_object_get_uid (object);
  gtk_editable_set_text (GTK_EDITABLE (self->name), hd_object_get_id (object));
  gtk_widget_remove_css_class (self->name, "error");
  gtk_widget_set_tooltip_text (self->name, NULL);
  gtk_popover_get_pointing_to (GTK_POPOVER (self->menu), &at);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->rename), &at);
  gtk_popover_popup (GTK_POPOVER (self->rename));
  gtk_widget_grab_focus (self->name);
}

static void
on_name_entered (HeddleOutline *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name));
  const HdObject *object = hd_document_get_object (document, self->renamed);
  g_autoptr (GError) error = NULL;

  if (object != NULL && !g_str_equal (hd_object_get_id (object), name) && !heddle_edit_rename (document, self->renamed, name, &error))
    {
      gtk_widget_add_css_class (self->name, "error");
      gtk_widget_set_tooltip_text (self->name, error->message);
      gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (self->name)), error->message);
      gtk_widget_set_visible (gtk_widget_get_next_sibling (self->name), TRUE);
      return;
    }
  gtk_popover_popdown (GTK_POPOVER (self->rename));
}

static void
on_name_changed (HeddleOutline *self)
{
  gtk_widget_remove_css_class (self->name, "error");
  gtk_widget_set_visible (gtk_widget_get_next_sibling (self->name), FALSE);
}

static void
on_delete (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  HeddleOutline *self = data;
  const HdObject *object = get_selected (self);
  g_autoptr (GError) error = NULL;
  guint64 uid;

  if (object == NULL || !can_delete (object))
    return;
  uid = hd_object_get_uid (object);
  if (!heddle_session_delete (self->session, &uid, 1, &error))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
on_show (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  HeddleOutline *self = data;
  const HdObject *object = get_selected (self);

  if (object != NULL && is_drawn (object))
    heddle_session_show_object (self->session, hd_object_get_uid (object));
}

static void
on_context_key (GtkWidget *widget,
                const char *action,
                GVariant *parameter)
{
  HeddleOutline *self = HEDDLE_OUTLINE (widget);

  if (get_selected (self) != NULL)
    show_menu (self, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 3.0);
}

/* ---- rows ------------------------------------------------------------------------------------------------------------------ */

/* Rows are used again for other lines: a menu asks which it is. */
static void
on_row_pressed (HeddleOutline *self,
                int n_press,
                double x,
                double y,
                GtkGesture *gesture)
{
  GtkWidget *expander = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  GtkTreeListRow *row = gtk_tree_expander_get_list_row (GTK_TREE_EXPANDER (expander));
  graphene_point_t at;

  if (row == NULL || !gtk_widget_compute_point (expander, GTK_WIDGET (self), &GRAPHENE_POINT_INIT (x, y), &at))
    return;
  gtk_single_selection_set_selected (self->selection, gtk_tree_list_row_get_position (row));
  show_menu (self, at.x, at.y);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
on_setup (HeddleOutline *self,
          GtkListItem *item)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *symbol = heddle_symbol_image_new (NULL, 16);
  GtkWidget *title = heddle_label_new (NULL, NULL);
  GtkWidget *count = heddle_label_new (NULL, "heddle-badge");
  GtkWidget *mark = gtk_image_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  gtk_widget_set_valign (count, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), symbol);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), count);
  gtk_widget_set_hexpand (mark, TRUE);
  gtk_widget_set_halign (mark, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (box), mark);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), box);
  gtk_list_item_set_child (item, expander);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_row_pressed), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (expander, GTK_EVENT_CONTROLLER (click));
}

/* The worst that is known of an object. */
static const HdProblem *
find_problem (HeddleOutline *self,
              const HdObject *object)
{
  GPtrArray *problems = heddle_session_get_problems (self->session);
  const HdProblem *worst = NULL;

  for (guint i = 0; i < problems->len; i++)
    {
      const HdProblem *problem = problems->pdata[i];

      if (problem->object_uid == hd_object_get_uid (object) && (worst == NULL || problem->severity < worst->severity))
        worst = problem;
    }
  return worst;
}

static void
show_mark (GtkWidget *mark,
           const HdProblem *problem)
{
  gboolean error = problem != NULL && problem->severity == HD_SEVERITY_ERROR;

  gtk_widget_set_visible (mark, problem != NULL && problem->severity != HD_SEVERITY_INFO);
  gtk_image_set_from_icon_name (GTK_IMAGE (mark), error ? "dialog-error-symbolic" : "dialog-warning-symbolic");
  gtk_widget_remove_css_class (mark, error ? "warning" : "error");
  gtk_widget_add_css_class (mark, error ? "error" : "warning");
  heddle_set_tooltip (mark, problem != NULL ? problem->message : NULL);
}

static void
on_bind (HeddleOutline *self,
         GtkListItem *item)
{
  GtkTreeListRow *row = gtk_list_item_get_item (item);
  g_autoptr (HeddleOutlineItem) line = gtk_tree_list_row_get_item (row);
  GtkWidget *expander = gtk_list_item_get_child (item);
  GtkWidget *symbol = gtk_widget_get_first_child (gtk_tree_expander_get_child (GTK_TREE_EXPANDER (expander)));
  GtkWidget *title = gtk_widget_get_next_sibling (symbol);
  GtkWidget *badge = gtk_widget_get_next_sibling (title);
  GtkWidget *mark = gtk_widget_get_next_sibling (badge);
  guint count = heddle_outline_item_get_count (line);
  g_autofree char *count_text = g_strdup_printf ("×%u", count);

  gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (expander), row);
  heddle_symbol_image_set_symbol (symbol, heddle_outline_item_get_symbol (line));
  gtk_label_set_label (GTK_LABEL (title), heddle_outline_item_get_title (line));
  gtk_label_set_label (GTK_LABEL (badge), count_text);
  gtk_widget_set_visible (badge, count > 0);
  show_mark (mark, find_problem (self, heddle_outline_item_get_object (line)));
}

static void on_session_selection (HeddleOutline *self);

static GListModel *
create_children (gpointer item,
                 gpointer data)
{
  HeddleOutlineLines *lines = heddle_outline_item_dup_children (item);

  /* What is selected may be among those that come last. */
  if (lines != NULL)
    g_signal_connect_object (lines, "completed", G_CALLBACK (on_session_selection), data, G_CONNECT_SWAPPED);
  return (GListModel *) lines;
}

/* ---- model ------------------------------------------------------------------------------------------------------------------- */

static char *
dup_key (const HdObject *object,
         guint depth)
{
  return g_strdup_printf ("%u %" G_GUINT64_FORMAT, depth, hd_object_get_uid (object));
}

/* The lines below a row, or at the top; %NULL if it is folded. */
static HeddleOutlineLines *
get_lines (GtkTreeListModel *tree,
           GtkTreeListRow *above)
{
  return (HeddleOutlineLines *) (above != NULL ? gtk_tree_list_row_get_children (above) : gtk_tree_list_model_get_model (tree));
}

static GtkTreeListRow *
dup_row (GtkTreeListModel *tree,
         GtkTreeListRow *above,
         guint n)
{
  return above != NULL ? gtk_tree_list_row_get_child_row (above, n) : gtk_tree_list_model_get_child_row (tree, n);
}

/* Calls @visit for each row that has others below it: of a million that may be there these are few. */
static void
visit_parents (HeddleOutline *self,
               GtkTreeListModel *tree,
               GtkTreeListRow *above,
               void (*visit) (HeddleOutline *self, GtkTreeListRow *row, const HdObject *object))
{
  HeddleOutlineLines *lines = get_lines (tree, above);

  for (guint i = 0; lines != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (lines)); i++)
    {
      const HdObject *object = heddle_outline_lines_get_object (lines, i);
      g_autoptr (GtkTreeListRow) row = NULL;

      if (hd_object_get_kind (object) != HD_OBJECT_INSTANCE && hd_object_get_n_children (object) == 0)
        continue;
      row = dup_row (tree, above, i);
      visit (self, row, object);
      visit_parents (self, tree, row, visit);
    }
}

static void
remember_row (HeddleOutline *self,
              GtkTreeListRow *row,
              const HdObject *object)
{
  if (gtk_tree_list_row_get_expanded (row))
    g_hash_table_add (self->unfolded, dup_key (object, gtk_tree_list_row_get_depth (row)));
}

/* An edit makes all lines anew: those that were unfolded are unfolded again. The system of a new document opens with its first level. */
static void
remember_unfolded (HeddleOutline *self)
{
  GtkTreeListModel *tree = GTK_TREE_LIST_MODEL (gtk_single_selection_get_model (self->selection));
  HdDocument *document = heddle_session_get_document (self->session);

  if (self->searched && self->document == document)
    return;
  g_hash_table_remove_all (self->unfolded);
  self->opens = self->document != document;
  self->document = document;
  if (!self->opens && tree != NULL)
    visit_parents (self, tree, NULL, remember_row);
}

static void
unfold_row (HeddleOutline *self,
            GtkTreeListRow *row,
            const HdObject *object)
{
  g_autofree char *key = dup_key (object, gtk_tree_list_row_get_depth (row));

  if ((self->opens && gtk_tree_list_row_get_position (row) == 0) || g_hash_table_contains (self->unfolded, key))
    gtk_tree_list_row_set_expanded (row, TRUE);
}

static void
rebuild (HeddleOutline *self)
{
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  const char *needle = gtk_editable_get_text (GTK_EDITABLE (self->search));
  gboolean searching = needle[0] != '\0';
  HeddleOutlineLines *lines;
  g_autoptr (GtkTreeListModel) tree = NULL;

  if (snapshot == NULL)
    return;
  remember_unfolded (self);
  self->searched = searching;

  lines = searching ? heddle_outline_item_find_all (snapshot, heddle_session_get_design (self->session),
                                                    heddle_session_get_catalog (self->session), needle)
                    : heddle_outline_item_new_roots (snapshot, heddle_session_get_design (self->session),
                                                     heddle_session_get_catalog (self->session));
  g_signal_connect_object (lines, "completed", G_CALLBACK (on_session_selection), self, G_CONNECT_SWAPPED);
  tree = gtk_tree_list_model_new (G_LIST_MODEL (lines), FALSE, FALSE, create_children, self, NULL);
  self->updating = TRUE;
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (tree));
  gtk_single_selection_set_selected (self->selection, GTK_INVALID_LIST_POSITION);

  if (!searching)
    visit_parents (self, tree, NULL, unfold_row);
  self->updating = FALSE;
  on_session_selection (self);
}

/* ---- selection, both ways ------------------------------------------------------------------------------------------------------ */

/* What was found by the name of one of its members is that member. */
static void
select_found_member (HeddleOutline *self,
                     const HdObject *object)
{
  HeddleTarget target = { hd_object_get_uid (object), 0 };
  const char *needle = gtk_editable_get_text (GTK_EDITABLE (self->search));
  guint member;

  if (!self->searched || hd_object_get (object, "count") == NULL || !hd_names_has (object, needle, &member))
    return;
  target.index = (int) member;
  heddle_session_select (self->session, target);
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
    {
      heddle_session_show_object (self->session, hd_object_get_uid (object));
      select_found_member (self, object);
    }
  else
    heddle_session_select (self->session, (HeddleTarget){ hd_object_get_uid (object), HEDDLE_ALL_MEMBERS });
  self->updating = FALSE;
  update_actions (self);
}

/* The first row of an object among those that are not folded away, or %NULL. */
static GtkTreeListRow *
find_row (GtkTreeListModel *tree,
          GtkTreeListRow *above,
          guint64 uid)
{
  HeddleOutlineLines *lines = get_lines (tree, above);
  GtkTreeListRow *found = NULL;
  guint n;

  if (lines == NULL)
    return NULL;
  if (heddle_outline_lines_find (lines, uid, &n))
    return dup_row (tree, above, n);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (lines)) && found == NULL; i++)
    {
      const HdObject *object = heddle_outline_lines_get_object (lines, i);

      if (hd_object_get_kind (object) == HD_OBJECT_INSTANCE || hd_object_get_n_children (object) > 0)
        {
          g_autoptr (GtkTreeListRow) row = dup_row (tree, above, i);

          found = find_row (tree, row, uid);
        }
    }
  return found;
}

static void
on_session_selection (HeddleOutline *self)
{
  HeddleTarget target = heddle_session_get_selected (self->session, 0);
  GtkTreeListModel *tree = GTK_TREE_LIST_MODEL (gtk_single_selection_get_model (self->selection));
  g_autoptr (GtkTreeListRow) row = NULL;
  guint found;

  if (self->updating || tree == NULL)
    return;
  row = target.uid != 0 ? find_row (tree, NULL, target.uid) : NULL;
  found = row != NULL ? gtk_tree_list_row_get_position (row) : GTK_INVALID_LIST_POSITION;
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

/* The first line that is found, which may not be there yet. */
static void
on_search_entered (HeddleOutline *self)
{
  rebuild (self);
  if (self->searched && g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
    gtk_single_selection_set_selected (self->selection, 0);
}

void
heddle_outline_focus_search (HeddleOutline *self)
{
  gtk_widget_grab_focus (self->search);
  gtk_editable_select_region (GTK_EDITABLE (self->search), 0, -1);
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

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->rename, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->unfolded, g_hash_table_unref);
  g_clear_object (&self->actions);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_outline_parent_class)->dispose (object);
}

static void
heddle_outline_measure (GtkWidget *widget,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  gtk_widget_measure (HEDDLE_OUTLINE (widget)->box, orientation, for_size, minimum, natural, minimum_baseline, natural_baseline);
}

static void
heddle_outline_size_allocate (GtkWidget *widget,
                              int width,
                              int height,
                              int baseline)
{
  HeddleOutline *self = HEDDLE_OUTLINE (widget);

  gtk_widget_allocate (self->box, width, height, baseline, NULL);
  heddle_popover_follow (self->menu, width, height);
  heddle_popover_follow (self->rename, width, height);
}

static void
heddle_outline_class_init (HeddleOutlineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_outline_dispose;
  gtk_widget_class_set_css_name (widget_class, "heddle-outline");
  widget_class->size_allocate = heddle_outline_size_allocate;
  widget_class->measure = heddle_outline_measure;
  gtk_widget_class_install_action (widget_class, "menu.popup", NULL, on_context_key);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "menu.popup", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "menu.popup", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "outline.rename", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/outline.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleOutline, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleOutline, search);
  gtk_widget_class_bind_template_child (widget_class, HeddleOutline, list);
  gtk_widget_class_bind_template_child (widget_class, HeddleOutline, selection);
  gtk_widget_class_bind_template_child (widget_class, HeddleOutline, menu);
  gtk_widget_class_bind_template_child (widget_class, HeddleOutline, rename);
  gtk_widget_class_bind_template_child (widget_class, HeddleOutline, name);
  gtk_widget_class_bind_template_callback (widget_class, rebuild);
  gtk_widget_class_bind_template_callback (widget_class, on_selected);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_search_entered);
  gtk_widget_class_bind_template_callback (widget_class, on_name_entered);
  gtk_widget_class_bind_template_callback (widget_class, on_name_changed);
}

static void
heddle_outline_init (HeddleOutline *self)
{
  static const GActionEntry entries[] = {
    { "show", on_show, NULL, NULL, NULL, { 0 } },
    { "rename", on_rename, NULL, NULL, NULL, { 0 } },
    { "delete", on_delete, NULL, NULL, NULL, { 0 } },
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  self->unfolded = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->actions = G_ACTION_MAP (g_simple_action_group_new ());
  g_action_map_add_action_entries (self->actions, entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "outline", G_ACTION_GROUP (self->actions));
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
