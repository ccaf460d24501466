/* heddle-item-list.c: the variables, classes, communicators, ... of a project, each a way to its own page
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-item-list.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-edits.h"
#include "heddle-evaluate.h"
#include "heddle-figures.h"
#include "heddle-look.h"
#include "heddle-project-items.h"
#include "heddle-rows.h"
#include "heddle-words.h"

#define MAX_ROWS 50 /* a file of another program may bring thousands of modules; the rest is counted, and stands in the outline */

struct _HeddleItemList
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *group;
  char *shown; /* what the rows say */

  /* Borrowed: children of the group */
  GtkListBox *list;
  GtkWidget *more;
  GtkWidget *add;
  GtkLabel *fault; /* why nothing was added */

  guint64 parent;
  HdObjectKind kind;
  guint n;
};

G_DEFINE_FINAL_TYPE (HeddleItemList, heddle_item_list, GTK_TYPE_WIDGET)

#define UID_KEY "heddle-uid"

/* ---- what a row says -------------------------------------------------------------------------------------------------------------- */

static char *
dup_name (const HdObject *object)
{
  const char *id = hd_object_get_id (object), *title = hd_object_get (object, "title"), *type = hd_object_get (object, "type");
  const HdWorkloadType *work;

  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_VARIABLE:
      return g_strdup_printf ("$%s", id != NULL ? id : "");

    case HD_OBJECT_WORKLOAD:
      work = type != NULL ? hd_workload_types_find (type) : NULL;
      return g_strdup (work != NULL ? _(work->title) : type != NULL ? type : _("Workload"));

    case HD_OBJECT_PROBE:
      return g_strdup (title != NULL ? title : hd_object_get (object, "of"));

    case HD_OBJECT_FACTOR:
    case HD_OBJECT_METRIC:
    case HD_OBJECT_CHANGE:
      return g_strdup (hd_object_get (object, "of") != NULL ? hd_object_get (object, "of") : heddle_get_object_title (object));

    case HD_OBJECT_EDGE:
      return g_strdup_printf ("%s → %s", hd_object_get (object, "from"), hd_object_get (object, "to"));

    default:
      return g_strdup (id != NULL ? id : heddle_get_object_title (object));
    }
}

/* What an attribute is worth. */
static char *
dup_worth (HdDocument *document,
           const HdObject *object,
           const char *attribute)
{
  const char *text = hd_object_get (object, attribute);
  HdQuantity plain;
  HdValue value;

  if (text == NULL || hd_quantity_parse (text, &plain, NULL) || !heddle_evaluate (document, NULL, text, &value, NULL, NULL))
    return g_strdup (text);
  return value.kind == HD_VALUE_WORD ? g_strdup (value.word) : hd_figure_format (value.quantity, 4);
}

static char *
dup_of_communicator (HdDesign *design,
                     const HdObject *object)
{
  const char *id = hd_object_get_id (object);
  const HdCommunicator *made = design != NULL && id != NULL ? hd_design_find_communicator (design, id) : NULL;

  if (made == NULL)
    return g_strdup (hd_object_get (object, "members"));
  return g_strdup_printf (ngettext ("%u member", "%u members", made->n_members), made->n_members);
}

static char *
dup_summary (HeddleItemList *self,
             const HdObject *object)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const char *work = hd_object_get (object, "work"), *bytes = hd_object_get (object, "bytes");

  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_VARIABLE:
      return dup_worth (document, object, "value");

    case HD_OBJECT_LINK_CLASS:
      {
        g_autofree char *bandwidth = dup_worth (document, object, "bandwidth");
        g_autofree char *latency = dup_worth (document, object, "latency");

        return g_strdup_printf ("%s, %s", bandwidth != NULL ? bandwidth : "?", latency != NULL ? latency : "?");
      }

    case HD_OBJECT_COMMUNICATOR:
      return dup_of_communicator (heddle_session_get_design (self->session), object);

    case HD_OBJECT_WORKLOAD:
      return hd_object_get (object, "on") != NULL ? g_strdup_printf (_("on %s"), hd_object_get (object, "on")) : NULL;

    case HD_OBJECT_MODULE:
    case HD_OBJECT_STUDY:
      return g_strdup (hd_object_get (object, "title"));

    case HD_OBJECT_FACTOR:
      if (hd_object_get (object, "values") != NULL || hd_object_get (object, "from") == NULL || hd_object_get (object, "to") == NULL)
        return g_strdup (hd_object_get (object, "values"));
      return hd_figure_range (hd_object_get (object, "from"), hd_object_get (object, "to"));

    case HD_OBJECT_CHANGE:
      if (hd_object_get (object, "at") == NULL || hd_object_get (object, "value") == NULL)
        return NULL;
      return g_strdup_printf (_("from %s: %s"), hd_object_get (object, "at"), hd_object_get (object, "value"));

    case HD_OBJECT_METRIC:
      return hd_object_get (object, "direction") != NULL ? g_strdup (heddle_get_word (hd_object_get (object, "direction"))) : NULL;

    case HD_OBJECT_PORT:
      return g_strdup (hd_object_get (object, "of"));

    case HD_OBJECT_VERTEX:
      return g_strdup (work != NULL ? work : bytes);

    default:
      return NULL;
    }
}

/* ---- rows ------------------------------------------------------------------------------------------------------------------------ */

static guint64
get_uid (GtkListBoxRow *row)
{
  const guint64 *uid = g_object_get_data (G_OBJECT (row), UID_KEY);

  return uid != NULL ? *uid : 0;
}

static void
remove_row (HeddleItemList *self,
            GtkListBoxRow *row)
{
  guint64 uid = get_uid (row);

  if (uid != 0)
    heddle_project_remove (heddle_session_get_document (self->session), uid, NULL);
}

static void
on_remove (HeddleItemList *self,
           GtkButton *button)
{
  remove_row (self, GTK_LIST_BOX_ROW (gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW)));
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint keyval,
        guint keycode,
        GdkModifierType state,
        HeddleItemList *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));

  if (keyval != GDK_KEY_Delete || !GTK_IS_LIST_BOX_ROW (focus) || get_uid (GTK_LIST_BOX_ROW (focus)) == 0)
    return GDK_EVENT_PROPAGATE;
  remove_row (self, GTK_LIST_BOX_ROW (focus));
  return GDK_EVENT_STOP;
}

static void
on_activated (HeddleItemList *self,
              GtkListBoxRow *row)
{
  if (get_uid (row) != 0)
    heddle_session_select (self->session, (HeddleTarget) { get_uid (row), HEDDLE_ALL_MEMBERS });
}

static GtkWidget *
new_row (HeddleItemList *self,
         const HdObject *object,
         const char *name,
         const char *summary)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *tooltip = summary != NULL ? g_strdup_printf ("%s\n%s", name, summary) : g_strdup (name);
  g_autofree char *remove_label = g_strdup_printf (_("Remove %s"), name);
  GtkWidget *name_label = heddle_label_new (name, NULL);
  GtkWidget *summary_label = heddle_label_new (summary, "dim-label");
  GtkWidget *remove = heddle_icon_button_new ("user-trash-symbolic", remove_label, NULL);
  guint64 uid = hd_object_get_uid (object);

  gtk_widget_set_hexpand (name_label, TRUE);
  gtk_widget_add_css_class (summary_label, "numeric");
  gtk_label_set_max_width_chars (GTK_LABEL (summary_label), 18);
  gtk_widget_add_css_class (remove, "flat");
  gtk_widget_add_css_class (remove, "heddle-row-button");
  gtk_widget_set_valign (remove, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), name_label);
  gtk_box_append (GTK_BOX (box), summary_label);
  gtk_box_append (GTK_BOX (box), remove);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  heddle_set_tooltip (row, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip, -1);
  g_object_set_data_full (G_OBJECT (row), UID_KEY, g_memdup2 (&uid, sizeof uid), g_free);
  g_signal_connect_object (remove, "clicked", G_CALLBACK (on_remove), self, G_CONNECT_SWAPPED);
  return row;
}

static const HdObject *
find_parent (HeddleItemList *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const HdObject *root = hd_document_get_root (document);

  if (self->parent != 0)
    return hd_document_get_object (document, self->parent);
  return self->kind == HD_OBJECT_VARIABLE       ? hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL)
         : self->kind == HD_OBJECT_COMMUNICATOR ? hd_object_find_child (root, HD_OBJECT_COMMUNICATORS, NULL)
         : self->kind == HD_OBJECT_PROBE        ? hd_object_find_child (root, HD_OBJECT_PROBES, NULL)
                                                : root;
}

typedef struct
{
  const HdObject *object;
  char *name;
  char *summary;
} Line;

static void
clear_line (gpointer data)
{
  Line *line = data;

  g_free (line->name);
  g_free (line->summary);
}

/* What the rows are to say; counts what there is. */
static GArray *
collect_lines (HeddleItemList *self)
{
  const HdObject *parent = find_parent (self);
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));

  g_array_set_clear_func (lines, clear_line);
  self->n = 0;
  for (guint i = 0; parent != NULL && i < hd_object_get_n_children (parent); i++)
    {
      const HdObject *object = hd_object_get_child (parent, i);

      if (hd_object_get_kind (object) != self->kind)
        continue;
      if (self->n++ < MAX_ROWS)
        {
          Line line = { object, dup_name (object), dup_summary (self, object) };

          g_array_append_val (lines, line);
        }
    }
  return lines;
}

static char *
dup_shown (HeddleItemList *self,
           GArray *lines)
{
  GString *shown = g_string_new (NULL);

  g_string_append_printf (shown, "%u", self->n);
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);

      g_string_append_printf (shown, "\n%" G_GUINT64_FORMAT "\n%s\n%s", hd_object_get_uid (line->object), line->name, line->summary != NULL ? line->summary : "");
    }
  return g_string_free (shown, FALSE);
}

void
heddle_item_list_refresh (HeddleItemList *self)
{
  g_autoptr (GArray) lines = collect_lines (self);
  g_autofree char *shown = dup_shown (self, lines);
  g_autofree char *more = NULL;
  GtkListBoxRow *row;

  if (g_strcmp0 (shown, self->shown) == 0)
    return;
  g_free (self->shown);
  self->shown = g_steal_pointer (&shown);
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);

      gtk_list_box_append (self->list, new_row (self, line->object, line->name, line->summary));
    }
  more = g_strdup_printf (ngettext ("and %u more", "and %u more", self->n - lines->len), self->n - lines->len);
  gtk_label_set_label (GTK_LABEL (self->more), more);
  gtk_widget_set_visible (self->more, self->n > lines->len);
}

guint
heddle_item_list_get_n (HeddleItemList *self)
{
  return self->n;
}

GtkListBoxRow *
heddle_item_list_get_row (HeddleItemList *self,
                          guint n)
{
  return gtk_list_box_get_row_at_index (self->list, (int) n);
}

/* ---- object ---------------------------------------------------------------------------------------------------------------------- */

/* It leads to what first has a port left. */
static guint64
add_port (HeddleItemList *self,
          GError **error)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const HdObject *module = hd_document_get_object (document, self->parent);
  guint64 uid = 0;

  for (guint i = 0; i < hd_object_get_n_children (module) && uid == 0; i++)
    {
      const HdObject *object = hd_object_get_child (module, i);
      HeddleEnd end = { hd_object_get_uid (object), hd_object_get (object, "count") != NULL ? HEDDLE_END_ALL : -1, NULL, -1 };

      if (hd_object_get_kind (object) == HD_OBJECT_COMPONENT || hd_object_get_kind (object) == HD_OBJECT_INSTANCE)
        uid = heddle_edit_add_port (document, heddle_session_get_catalog (self->session), self->parent, &end, NULL, NULL);
    }
  if (uid == 0)
    g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("Nothing in this module has a free port to lead to."));
  return uid;
}

void
heddle_item_list_add (HeddleItemList *self)
{
  g_autoptr (GError) error = NULL;
  guint64 uid = self->kind == HD_OBJECT_PORT
                  ? add_port (self, &error)
                  : heddle_project_add_child (heddle_session_get_document (self->session), self->parent, self->kind, &error);

  gtk_label_set_label (self->fault, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->fault), error != NULL);
  if (uid != 0)
    heddle_session_select (self->session, (HeddleTarget) { uid, HEDDLE_ALL_MEMBERS });
}

static void
heddle_item_list_dispose (GObject *object)
{
  HeddleItemList *self = HEDDLE_ITEM_LIST (object);

  g_clear_pointer (&self->group, gtk_widget_unparent);
  g_clear_pointer (&self->shown, g_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_item_list_parent_class)->dispose (object);
}

static void
heddle_item_list_class_init (HeddleItemListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_item_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
heddle_item_list_init (HeddleItemList *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
heddle_item_list_new (HeddleSession *session,
                      guint64 parent,
                      HdObjectKind kind,
                      const char *title,
                      const char *add_action,
                      const char *empty)
{
  HeddleItemList *self = g_object_new (HEDDLE_TYPE_ITEM_LIST, NULL);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *heading = heddle_label_new (title, "heading");
  GtkWidget *placeholder = heddle_label_new (empty, "dim-label");
  g_autofree char *add_label = g_strdup_printf (_("Add %s"), hd_schema_get_title (kind));

  self->session = g_object_ref (session);
  self->parent = parent;
  self->kind = kind;
  self->group = heddle_group_new (NULL, &self->list);
  self->add = heddle_icon_button_new ("list-add-symbolic", add_label, add_action);
  gtk_widget_add_css_class (self->add, "flat");
  gtk_widget_add_css_class (self->add, "heddle-row-button");
  gtk_widget_set_hexpand (heading, TRUE);
  gtk_box_append (GTK_BOX (head), heading);
  gtk_box_append (GTK_BOX (head), self->add);
  gtk_box_prepend (GTK_BOX (self->group), head);
  gtk_widget_set_margin_top (placeholder, 8);
  gtk_widget_set_margin_bottom (placeholder, 8);
  gtk_widget_set_margin_start (placeholder, 12);
  gtk_list_box_set_placeholder (self->list, placeholder);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  self->more = heddle_label_new (NULL, "dim-label");
  gtk_widget_set_margin_start (self->more, 12);
  gtk_box_append (GTK_BOX (self->group), self->more);
  self->fault = g_object_new (GTK_TYPE_LABEL, "wrap", TRUE, "xalign", 0.0, "visible", FALSE, NULL);
  gtk_widget_add_css_class (GTK_WIDGET (self->fault), "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->fault), "heddle-caption");
  gtk_box_append (GTK_BOX (self->group), GTK_WIDGET (self->fault));
  gtk_widget_set_parent (self->group, GTK_WIDGET (self));
  if (add_action == NULL)
    g_signal_connect_object (self->add, "clicked", G_CALLBACK (heddle_item_list_add), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  heddle_item_list_refresh (self);
  return GTK_WIDGET (self);
}
