/* heddle-inspector.c: values of what is selected
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-inspector.h"

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-inspector-private.h"
#include "heddle-look.h"
#include "heddle-rows.h"

struct _HeddleInspector
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *scroller;

  /* Borrowed: children */
  GtkWidget *symbol;
  GtkWidget *title;
  GtkWidget *badge;
  GtkWidget *subtitle;
  GtkBox *body;
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
  gtk_label_set_label (GTK_LABEL (self->badge), badge);
  gtk_widget_set_visible (self->badge, n > 1);
  gtk_label_set_label (GTK_LABEL (self->subtitle), subtitle != NULL ? subtitle : "");
  gtk_widget_set_visible (self->subtitle, subtitle != NULL && subtitle[0] != '\0');
}

/* ---- what is selected --------------------------------------------------------------------------------------------------------- */

static void
show_component (HeddleInspector *self,
                const HdObject *object,
                HeddleTarget target)
{
  HdDesign *design = heddle_session_get_design (self->session);
  HdCatalog *catalog = heddle_session_get_catalog (self->session);
  guint32 scope = heddle_session_get_scope (self->session), first = 0, node = HD_NO_ID;
  guint n = design != NULL && scope != HD_NO_ID ? hd_design_find_nodes (design, scope, target.uid, &first) : 0;
  const char *type_name = hd_object_get (object, "type");
  const HdComponentType *type = type_name != NULL ? hd_catalog_lookup (catalog, type_name) : NULL;
  g_autofree char *path = NULL;

  if (n > (guint) MAX (0, target.index))
    {
      node = first + MAX (0, target.index);
      path = hd_design_dup_node_path (design, node);
    }
  set_head (self, heddle_get_symbol_name (heddle_session_get_snapshot (self->session), catalog, object),
            type != NULL ? hd_catalog_translate (catalog, type, type->title) : type_name,
            target.index < 0 ? n : 1, path != NULL ? path : hd_object_get_id (object));
  heddle_inspect_component (self->body, self->session, object, node);
}

static void
show_instance (HeddleInspector *self,
               const HdObject *object,
               HeddleTarget target)
{
  HdDesign *design = heddle_session_get_design (self->session);
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  guint32 scope = heddle_session_get_scope (self->session), inner = HD_NO_ID;
  const char *of = hd_object_get (object, "of");
  const HdObject *module = of != NULL ? hd_snapshot_find_module (snapshot, of) : NULL;
  const guint32 *scopes = NULL;
  guint n = design != NULL && scope != HD_NO_ID ? hd_design_find_scopes (design, scope, target.uid, &scopes) : 0;
  g_autofree char *path = NULL;

  if (n > (guint) MAX (0, target.index))
    {
      inner = scopes[MAX (0, target.index)];
      path = hd_design_dup_scope_path (design, inner);
    }
  set_head (self, heddle_get_symbol_name (snapshot, heddle_session_get_catalog (self->session), object),
            module != NULL ? heddle_get_object_title (module) : of, target.index < 0 ? n : 1,
            path != NULL ? path : hd_object_get_id (object));
  heddle_inspect_instance (self->body, self->session, object, inner);
}

/* Links of the design that the selected link of the drawing is. */
static GArray *
find_members (HeddleInspector *self,
              HeddleTarget target)
{
  HeddleDrawing *drawing = heddle_session_get_drawing (self->session);
  guint n_links = drawing != NULL ? heddle_scene_n_links (heddle_drawing_get_scene (drawing)) : 0;
  GArray *members = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < n_links; i++)
    if (heddle_drawing_matches_link (drawing, i, target))
      {
        guint n;
        const guint32 *links = heddle_drawing_get_link_members (drawing, i, &n);

        g_array_append_vals (members, links, n);
      }
  return members;
}

static void
show_link (HeddleInspector *self,
           const HdObject *object,
           HeddleTarget target)
{
  g_autoptr (GArray) members = find_members (self, target);
  const char *class_id = hd_object_get (object, "class");
  g_autofree char *ends = g_strdup_printf ("%s → %s", hd_object_get (object, "from"), hd_object_get (object, "to"));

  set_head (self, NULL, class_id != NULL ? class_id : _("Link"), members->len, ends);
  heddle_inspect_link (self->body, self->session, object, (const guint32 *) members->data, members->len);
}

static void
show_object (HeddleInspector *self,
             const HdObject *object,
             HeddleTarget target)
{
  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_COMPONENT:
      show_component (self, object, target);
      break;

    case HD_OBJECT_INSTANCE:
      show_instance (self, object, target);
      break;

    case HD_OBJECT_LINK:
      show_link (self, object, target);
      break;

    default:
      set_head (self, NULL, heddle_get_object_title (object), 1, hd_schema_get_title (hd_object_get_kind (object)));
      heddle_inspect_attributes (self->body, object);
      break;
    }
}

static void
rebuild (HeddleInspector *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  guint n = heddle_session_get_n_selected (self->session);
  HeddleTarget target = heddle_session_get_selected (self->session, 0);
  const HdObject *object = document != NULL && target.uid != 0 ? hd_document_get_object (document, target.uid) : NULL;
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->body))) != NULL)
    gtk_box_remove (self->body, child);
  if (document == NULL)
    return;

  if (n > 1)
    {
      g_autofree char *title = g_strdup_printf (ngettext ("%u object", "%u objects", n), n);

      set_head (self, NULL, title, 1, _("Select one to see its values"));
    }
  else if (object != NULL)
    show_object (self, object, target);
  else
    {
      set_head (self, "module", hd_document_get_name (document), 1, _("Project"));
      heddle_inspect_project (self->body, self->session);
    }
}

static void
on_progressed (HeddleInspector *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->body)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (HEDDLE_IS_LIVE_CARD (child))
      heddle_live_card_refresh (HEDDLE_LIVE_CARD (child));
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

static void
heddle_inspector_dispose (GObject *object)
{
  HeddleInspector *self = HEDDLE_INSPECTOR (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_inspector_parent_class)->dispose (object);
}

static void
heddle_inspector_class_init (HeddleInspectorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_inspector_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "heddle-inspector");
}

static void
heddle_inspector_init (HeddleInspector *self)
{
  GtkWidget *page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->symbol = heddle_symbol_image_new (NULL, 28);
  self->title = heddle_label_new (NULL, "heddle-inspector-title");
  self->badge = heddle_label_new (NULL, "heddle-badge");
  self->subtitle = heddle_label_new (NULL, "heddle-caption");
  gtk_widget_set_valign (self->badge, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (names, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (line), self->title);
  gtk_box_append (GTK_BOX (line), self->badge);
  gtk_box_append (GTK_BOX (names), line);
  gtk_box_append (GTK_BOX (names), self->subtitle);
  gtk_box_append (GTK_BOX (head), self->symbol);
  gtk_box_append (GTK_BOX (head), names);

  self->body = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 14));
  gtk_box_append (GTK_BOX (page), head);
  gtk_box_append (GTK_BOX (page), GTK_WIDGET (self->body));
  gtk_widget_set_margin_start (page, 12);
  gtk_widget_set_margin_end (page, 12);
  gtk_widget_set_margin_top (page, 10);
  gtk_widget_set_margin_bottom (page, 12);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), page);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
heddle_inspector_new (HeddleSession *session)
{
  HeddleInspector *self = g_object_new (HEDDLE_TYPE_INSPECTOR, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "location-changed", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  rebuild (self);
  return GTK_WIDGET (self);
}
