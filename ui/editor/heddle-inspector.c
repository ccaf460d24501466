/* heddle-inspector.c: values of what is selected, to be seen and edited
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-inspector.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-inspector-private.h"
#include "heddle-item-list.h"
#include "heddle-live-card.h"
#include "heddle-look.h"
#include "heddle-probe-list.h"
#include "heddle-project-items.h"

struct _HeddleInspector
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddlePage page;
  char *shape; /* of the page: what its rows depend on */

  /* Of the template */
  GtkWidget *scroller;
  GtkBox *head;
  GtkWidget *back;
  GtkWidget *title;
  GtkWidget *badge;
  GtkWidget *subtitle;
  GtkWidget *remove;
  GtkWidget *running; /* says that edits count from the next run */
  GtkBox *body;
  GtkBox *live;

  GtkWidget *symbol; /* borrowed */
  gboolean building;
  guint due; /* source that brings the page up to date, or 0 */
};

G_DEFINE_FINAL_TYPE (HeddleInspector, heddle_inspector, GTK_TYPE_WIDGET)

/* ---- head ------------------------------------------------------------------------------------------------------------------- */

static void
set_head (HeddleInspector *self,
          const char *symbol,
          const char *title,
          guint n,
          const char *subtitle)
{
  g_autofree char *badge = g_strdup_printf ("×%u", n);

  heddle_symbol_image_set_symbol (self->symbol, symbol);
  gtk_widget_set_visible (self->symbol, symbol != NULL);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_widget_set_tooltip_text (self->title, title);
  gtk_label_set_label (GTK_LABEL (self->badge), badge);
  gtk_widget_set_visible (self->badge, n > 1);
  gtk_label_set_label (GTK_LABEL (self->subtitle), subtitle != NULL ? subtitle : "");
  gtk_widget_set_tooltip_text (self->subtitle, subtitle);
  gtk_widget_set_visible (self->subtitle, subtitle != NULL && subtitle[0] != '\0');
}

/* "rack[0]/xpu[3]"; of what was imported "node-3.example.org · cluster/node[3]" */
static char *
dup_name_and_path (HdDesign *design,
                   guint32 node)
{
  g_autofree char *name = hd_design_dup_node_name (design, node);
  g_autofree char *path = hd_design_dup_node_path (design, node);

  return name != NULL ? g_strdup_printf ("%s · %s", name, path) : g_steal_pointer (&path);
}

static void
head_component (HeddleInspector *self,
                const HdObject *object)
{
  HdDesign *design = heddle_session_get_design (self->session);
  HdCatalog *catalog = heddle_session_get_catalog (self->session);
  HeddleTarget target = self->page.target;
  guint32 scope = heddle_session_get_scope (self->session), first = 0;
  guint n = design != NULL && scope != HD_NO_ID ? hd_design_find_nodes (design, scope, target.uid, &first) : 0;
  const char *type_name = hd_object_get (object, "type");
  const HdComponentType *type = type_name != NULL ? hd_catalog_lookup (catalog, type_name) : NULL;
  g_autofree char *path = n > (guint) MAX (0, target.index) ? dup_name_and_path (design, first + (guint32) MAX (0, target.index)) : NULL;

  set_head (self, heddle_get_symbol_name (heddle_session_get_snapshot (self->session), catalog, object),
            type != NULL      ? hd_catalog_translate (catalog, type, type->title)
            : type_name != NULL ? type_name
                                : hd_schema_get_title (HD_OBJECT_COMPONENT),
            target.index < 0 ? n : 1, path != NULL ? path : hd_object_get_id (object));
}

static void
head_instance (HeddleInspector *self,
               const HdObject *object)
{
  HdDesign *design = heddle_session_get_design (self->session);
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  HeddleTarget target = self->page.target;
  guint32 scope = heddle_session_get_scope (self->session);
  const char *of = hd_object_get (object, "of");
  const HdObject *module = of != NULL ? hd_snapshot_find_module (snapshot, of) : NULL;
  const guint32 *scopes = NULL;
  guint n = design != NULL && scope != HD_NO_ID ? hd_design_find_scopes (design, scope, target.uid, &scopes) : 0;
  g_autofree char *path = n > (guint) MAX (0, target.index) ? hd_design_dup_scope_path (design, scopes[MAX (0, target.index)]) : NULL;

  set_head (self, heddle_get_symbol_name (snapshot, heddle_session_get_catalog (self->session), object),
            module != NULL ? heddle_get_object_title (module) : of != NULL ? of : hd_schema_get_title (HD_OBJECT_INSTANCE),
            target.index < 0 ? n : 1, path != NULL ? path : hd_object_get_id (object));
}

static void
head_link (HeddleInspector *self,
           const HdObject *object)
{
  HdDesign *design = heddle_session_get_design (self->session);
  HeddleTarget target = self->page.target;
  guint32 scope = heddle_session_get_scope (self->session), first;
  guint n = design != NULL && scope != HD_NO_ID ? hd_design_find_links (design, scope, target.uid, &first) : 0;
  const char *class_id = hd_object_get (object, "class");
  g_autofree char *ends = g_strdup_printf ("%s → %s", hd_object_get (object, "from"), hd_object_get (object, "to"));

  set_head (self, "link", class_id != NULL ? class_id : _("Link"), target.index < 0 ? n : 1, ends);
}

/* What a thing is comes first, then its name, if it has one. */
static void
head_other (HeddleInspector *self,
            const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);
  const char *symbol = heddle_get_symbol_name (heddle_session_get_snapshot (self->session), heddle_session_get_catalog (self->session), object);
  const char *title = heddle_get_object_title (object), *kind_title = hd_schema_get_title (kind);

  if (kind == HD_OBJECT_GENERATE && hd_object_get (object, "kind") != NULL && hd_generator_find (hd_object_get (object, "kind")) != NULL)
    set_head (self, symbol, _(hd_generator_find (hd_object_get (object, "kind"))->title), 1, hd_object_get_id (object));
  else if (kind == HD_OBJECT_WORKLOAD && hd_object_get (object, "type") != NULL && hd_workload_types_find (hd_object_get (object, "type")) != NULL)
    set_head (self, symbol, _(hd_workload_types_find (hd_object_get (object, "type"))->title), 1, kind_title);
  else
    set_head (self, symbol, title, 1, g_str_equal (title, kind_title) ? NULL : kind_title);
}

/* Belongs to the project as such, and is no more than what it holds. */
static gboolean
is_kept (HdObjectKind kind)
{
  return kind == HD_OBJECT_TOP || kind == HD_OBJECT_RUN || kind == HD_OBJECT_COMMUNICATORS || kind == HD_OBJECT_PROBES ||
         kind == HD_OBJECT_VARIABLES;
}

static void
show_head (HeddleInspector *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const HdObject *object = heddle_subject_get_object (self->page.subject), *holder;
  guint n = heddle_session_get_n_selected (self->session);
  HdObjectKind parent, kind;

  if (object == NULL)
    return;
  kind = hd_object_get_kind (object);
  holder = hd_document_get_object (document, hd_document_get_parent (document, heddle_subject_get_uid (self->page.subject)));
  parent = holder != NULL ? hd_object_get_kind (holder) : HD_OBJECT_UNKNOWN;
  /* What is not drawn can be left and removed here. */
  gtk_widget_set_visible (self->back, kind != HD_OBJECT_PROJECT && parent != HD_OBJECT_TOP && parent != HD_OBJECT_MODULE);
  gtk_widget_set_visible (self->remove, gtk_widget_get_visible (self->back) && !is_kept (kind) && heddle_subject_get_n (self->page.subject) == 1);
  if (heddle_subject_get_n (self->page.subject) > 1)
    {
      g_autofree char *title = g_strdup_printf (ngettext ("%u object", "%u objects", n), n);

      set_head (self, NULL, title, 1, _("Edited together"));
      return;
    }
  switch (kind)
    {
    case HD_OBJECT_PROJECT:
      set_head (self, "module", hd_document_get_name (document), 1, _("Project"));
      break;

    case HD_OBJECT_COMPONENT:
      head_component (self, object);
      break;

    case HD_OBJECT_INSTANCE:
      head_instance (self, object);
      break;

    case HD_OBJECT_LINK:
      head_link (self, object);
      break;

    default:
      head_other (self, object);
      break;
    }
}

/* ---- pages ------------------------------------------------------------------------------------------------------------------------ */

static void
clear_box (GtkBox *box)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (box))) != NULL)
    gtk_box_remove (box, child);
}

/* Each object once: members of one array are one. */
static GArray *
collect_uids (HeddleInspector *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  guint n = heddle_session_get_n_selected (self->session);
  GArray *uids = g_array_sized_new (FALSE, FALSE, sizeof (guint64), n);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n; i++)
    {
      guint64 uid = heddle_session_get_selected (self->session, i).uid;

      if (hd_document_get_object (document, uid) != NULL && g_hash_table_add (seen, GSIZE_TO_POINTER (uid)))
        g_array_append_val (uids, uid);
    }
  if (uids->len == 0)
    {
      guint64 root = hd_object_get_uid (hd_document_get_root (document));

      g_array_append_val (uids, root);
    }
  return uids;
}

/* Two pages of one shape have the same rows: only what they show differs. */
static char *
dup_shape (HeddleInspector *self,
           GArray *uids)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const HdObject *object = hd_document_get_object (document, g_array_index (uids, guint64, 0));
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_MD5);
  HeddleTarget target = heddle_session_get_selected (self->session, 0);
  const HdObject *run = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_RUN, NULL);

  g_checksum_update (checksum, (const guchar *) uids->data, uids->len * sizeof (guint64));
  if (uids->len > 1)
    return g_strdup_printf ("%p %s", document, g_checksum_get_string (checksum));
  return g_strdup_printf ("%p %s %d %d %s %s %s %d %d", document, g_checksum_get_string (checksum), target.index,
                          hd_object_get_kind (object), hd_object_get (object, "type"), hd_object_get (object, "kind"),
                          hd_object_get (object, "name"), hd_object_get_kind (object) == HD_OBJECT_PROJECT && run != NULL,
                          hd_object_get_kind (object) == HD_OBJECT_LINK && heddle_link_is_pattern (object));
}

static void update_now (HeddleInspector *self);

GtkWidget *
heddle_inspector_find_row (HeddleInspector *self,
                           const char *attribute)
{
  update_now (self);
  for (guint i = 0; i < self->page.rows->len; i++)
    if (strcmp (heddle_field_row_get_name (self->page.rows->pdata[i]), attribute) == 0)
      return self->page.rows->pdata[i];
  return NULL;
}

static HeddleFieldRow *
find_focused_row (HeddleInspector *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *row = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self)) ? gtk_widget_get_ancestor (focus, HEDDLE_TYPE_FIELD_ROW)
                                                                                     : NULL;

  return row != NULL ? HEDDLE_FIELD_ROW (row) : NULL;
}

char *
heddle_inspector_dup_knob (HeddleInspector *self)
{
  HeddleFieldRow *focused;
  char *knob;

  update_now (self);
  focused = find_focused_row (self);
  knob = focused != NULL ? heddle_field_row_dup_knob (focused) : NULL;

  for (guint i = 0; focused == NULL && knob == NULL && heddle_session_get_n_selected (self->session) > 0 && i < self->page.rows->len; i++)
    knob = heddle_field_row_dup_knob (self->page.rows->pdata[i]);
  return knob;
}

void
heddle_inspector_commit (HeddleInspector *self)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->page.rows->len; i++)
    g_ptr_array_add (rows, g_object_ref (self->page.rows->pdata[i]));
  /* Any that was edited, as what the focus has just left is not stored yet; an edit may make the page anew. */
  for (guint i = 0; i < rows->len; i++)
    if (gtk_widget_is_ancestor (rows->pdata[i], GTK_WIDGET (self)))
      heddle_field_row_commit (rows->pdata[i]);
}

static void
drop_page (HeddleInspector *self)
{
  clear_box (self->body);
  clear_box (self->live);
  g_ptr_array_set_size (self->page.rows, 0);
  g_ptr_array_set_size (self->page.lists, 0);
  g_clear_pointer (&self->page.subject, heddle_subject_unref);
  g_clear_pointer (&self->shape, g_free);
}

static void
build_page (HeddleInspector *self,
            GArray *uids,
            char *shape_take)
{
  HdObjectKind kind;

  drop_page (self);
  self->shape = shape_take;
  self->page.target = uids->len == 1 && heddle_session_get_n_selected (self->session) == 1
                        ? heddle_session_get_selected (self->session, 0)
                        : (HeddleTarget) { g_array_index (uids, guint64, 0), HEDDLE_ALL_MEMBERS };
  self->page.subject = heddle_subject_new (self->session, (const guint64 *) uids->data, uids->len);
  kind = heddle_subject_get_kind (self->page.subject);
  if (uids->len > 1)
    heddle_inspect_many (&self->page);
  else if (kind == HD_OBJECT_PROJECT)
    heddle_inspect_project (&self->page);
  else
    heddle_inspect_object (&self->page);
}

static void
refresh_probes (HeddleInspector *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->body)); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (HEDDLE_IS_PROBE_LIST (child))
      heddle_probe_list_refresh (HEDDLE_PROBE_LIST (child));
}

static void
refresh_page (HeddleInspector *self)
{
  for (guint i = 0; i < self->page.rows->len; i++)
    heddle_field_row_refresh (self->page.rows->pdata[i]);
  for (guint i = 0; i < self->page.lists->len; i++)
    heddle_item_list_refresh (self->page.lists->pdata[i]);
  refresh_probes (self);
}

/* After any change: the page is made anew only if another one is due. */
static void
update_page (HeddleInspector *self)
{
  g_autoptr (GArray) uids = NULL;
  g_autofree char *shape = NULL;
  g_autofree char *focused = NULL;

  gtk_widget_set_visible (self->scroller, heddle_session_get_document (self->session) != NULL);
  if (heddle_session_get_document (self->session) == NULL)
    return;
  uids = collect_uids (self);
  shape = dup_shape (self, uids);
  if (g_strcmp0 (shape, self->shape) == 0)
    refresh_page (self);
  else
    {
      HeddleFieldRow *row = find_focused_row (self);
      gboolean same_subject;

      self->building = TRUE; /* committing is a change too */
      heddle_inspector_commit (self);
      same_subject = self->page.subject != NULL && heddle_subject_get_uid (self->page.subject) == g_array_index (uids, guint64, 0);
      focused = row != NULL && same_subject ? g_strdup (heddle_field_row_get_name (row)) : NULL;
      build_page (self, uids, dup_shape (self, uids));
      self->building = FALSE;
    }
  show_head (self);
  if (focused != NULL)
    heddle_inspector_focus_field (self, focused);
}

static void
update_live (HeddleInspector *self)
{
  if (heddle_session_get_document (self->session) == NULL || self->page.subject == NULL)
    return;
  clear_box (self->live);
  heddle_inspect_live (&self->page);
}

static void
update (HeddleInspector *self)
{
  if (self->building)
    return;
  g_clear_handle_id (&self->due, g_source_remove);
  update_page (self);
  update_live (self);
}

static gboolean
on_due (gpointer user_data)
{
  HeddleInspector *self = user_data;

  self->due = 0;
  update (self);
  return G_SOURCE_REMOVE;
}

static void
update_now (HeddleInspector *self)
{
  if (self->due != 0)
    update (self);
}

/* A page costs milliseconds, and many things may be selected between two pictures: it follows just before the next is drawn. What
 * was typed is stored at once. */
static void
on_selection_changed (HeddleInspector *self)
{
  g_autoptr (GArray) uids = NULL;
  g_autofree char *shape = NULL;

  if (self->building || heddle_session_get_document (self->session) == NULL)
    return;
  if (self->due == 0)
    self->due = g_idle_add_full (GDK_PRIORITY_REDRAW - 1, on_due, self, NULL);
  uids = collect_uids (self);
  shape = dup_shape (self, uids);
  if (g_strcmp0 (shape, self->shape) == 0)
    return;
  self->building = TRUE; /* committing is a change too */
  heddle_inspector_commit (self);
  self->building = FALSE;
}

static void
on_progressed (HeddleInspector *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->live)); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (HEDDLE_IS_LIVE_CARD (child))
      heddle_live_card_refresh (HEDDLE_LIVE_CARD (child));
}

static void
on_run_changed (HeddleInspector *self)
{
  gtk_widget_set_visible (self->running, heddle_session_is_active (self->session));
  on_progressed (self);
}

gboolean
heddle_inspector_focus_field (HeddleInspector *self,
                              const char *attribute)
{
  GtkWidget *row = heddle_inspector_find_row (self, attribute);

  if (row == NULL)
    return FALSE;
  for (GtkWidget *group = gtk_widget_get_parent (row); group != GTK_WIDGET (self->body); group = gtk_widget_get_parent (group))
    gtk_widget_set_visible (group, TRUE); /* unfolds it */
  return gtk_widget_grab_focus (row);
}

/* ---- what the head does --------------------------------------------------------------------------------------------------------- */

/* To what holds the object, if that has a page; else to the project. */
/* Whether its page has lists of what is part of it, from which one has come. */
static gboolean
has_parts (const HdObject *object)
{
  HdObjectKind kind = object != NULL ? hd_object_get_kind (object) : HD_OBJECT_UNKNOWN;

  return kind == HD_OBJECT_WORKLOAD || kind == HD_OBJECT_STUDY;
}

static void
on_back (HeddleInspector *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  guint64 parent = hd_document_get_parent (document, heddle_subject_get_uid (self->page.subject));

  if (has_parts (hd_document_get_object (document, parent)))
    heddle_session_select (self->session, (HeddleTarget) { parent, HEDDLE_ALL_MEMBERS });
  else
    heddle_session_select_none (self->session);
}

static void
on_remove (HeddleInspector *self)
{
  guint64 uid = heddle_subject_get_uid (self->page.subject);

  on_back (self);
  heddle_project_remove (heddle_session_get_document (self->session), uid, NULL);
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

static void
heddle_inspector_dispose (GObject *object)
{
  HeddleInspector *self = HEDDLE_INSPECTOR (object);

  g_clear_handle_id (&self->due, g_source_remove);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->page.subject, heddle_subject_unref);
  g_clear_pointer (&self->page.rows, g_ptr_array_unref);
  g_clear_pointer (&self->page.lists, g_ptr_array_unref);
  g_clear_pointer (&self->shape, g_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_inspector_parent_class)->dispose (object);
}

static void
heddle_inspector_class_init (HeddleInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_inspector_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heddle-inspector");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleInspector, scroller);
  gtk_widget_class_bind_template_child (widget_class, HeddleInspector, head);
  gtk_widget_class_bind_template_child (widget_class, HeddleInspector, back);
  gtk_widget_class_bind_template_child (widget_class, HeddleInspector, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleInspector, badge);
  gtk_widget_class_bind_template_child (widget_class, HeddleInspector, subtitle);
  gtk_widget_class_bind_template_child (widget_class, HeddleInspector, remove);
  gtk_widget_class_bind_template_child (widget_class, HeddleInspector, running);
  gtk_widget_class_bind_template_child (widget_class, HeddleInspector, body);
  gtk_widget_class_bind_template_child (widget_class, HeddleInspector, live);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_remove);
}

static void
heddle_inspector_init (HeddleInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->symbol = heddle_symbol_image_new (NULL, 28);
  gtk_box_insert_child_after (self->head, self->symbol, self->back);
  self->page.body = self->body;
  self->page.live = self->live;
  self->page.rows = g_ptr_array_new ();
  self->page.lists = g_ptr_array_new ();
}

GtkWidget *
heddle_inspector_new (HeddleSession *session)
{
  HeddleInspector *self = g_object_new (HEDDLE_TYPE_INSPECTOR, NULL);

  self->session = g_object_ref (session);
  self->page.session = session;
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "location-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "project-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}
