/* heddle-canvas-chooser.c: small lists at the pointer: which component a link ends at, which members it joins
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include <glib/gi18n.h>

#include "heddle-canvas-ends.h"
#include "heddle-look.h"

#define LIST_HEIGHT 320
#define MAX_WAYS 4

/* ---- a list in a popover ------------------------------------------------------------------------------------------------------ */

static GtkWidget *
new_row (const char *symbol,
         const char *title,
         const char *help)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *label = gtk_label_new (title);

  gtk_widget_set_margin_start (box, 6);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  if (symbol != NULL)
    gtk_box_append (GTK_BOX (box), heddle_symbol_image_new (symbol, 24));
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_set_tooltip_text (box, help);
  return box;
}

/* Returns the list; @out_popover is to be presented. */
static GtkWidget *
new_list (const char *title,
          GtkWidget **out_popover)
{
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *label = gtk_label_new (title);
  GtkWidget *scroller = gtk_scrolled_window_new (), *list = gtk_list_box_new ();

  gtk_widget_add_css_class (label, "heading");
  gtk_widget_set_margin_top (label, 6);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_BROWSE);
  heddle_set_accessible_label (list, title);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  *out_popover = popover;
  return list;
}

static void
present (HeddleCanvas *self,
         GtkWidget *popover,
         GtkWidget *list,
         HeddlePoint at)
{
  GtkListBoxRow *first = gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0);

  heddle_canvas_present_popover (self, popover, &(HeddleRect){ at.x, at.y, 0, 0 });
  gtk_list_box_select_row (GTK_LIST_BOX (list), first);
  gtk_widget_grab_focus (GTK_WIDGET (first));
}

/* ---- which component ------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HeddleCanvas *canvas; /* borrowed: the popover is its child */
  HeddleEnd from;
  HeddlePoint at;
} Loose;

static gboolean
takes (const HdComponentType *type,
       const char *protocol)
{
  for (const HdPort *port = type->ports; port != NULL && port->name != NULL; port++)
    if (protocol == NULL || g_str_equal (protocol, "*") || g_str_equal (port->protocol, "*") || g_str_equal (port->protocol, protocol))
      return TRUE;
  return FALSE;
}

/* The new component and its link are one undo step; if they do not fit after all, neither stays. */
static void
add_and_link (HeddleCanvas *self,
              const HeddleEnd *from,
              const char *type,
              HeddlePoint at)
{
  HdDocument *document = heddle_canvas_get_document (self);
  HdCatalog *catalog = heddle_session_get_catalog (self->session);
  const HdComponentType *found = hd_catalog_lookup (catalog, type);
  g_autofree char *name = g_strdup_printf (_("Add and link %s"), hd_catalog_translate (catalog, found, found->title));
  guint64 module = heddle_canvas_get_module (self), uid, link = 0;
  g_autoptr (GError) error = NULL;

  hd_document_begin_group (document, name);
  uid = heddle_edit_add_component (document, catalog, module, type, round (at.x / HEDDLE_GRID) * HEDDLE_GRID, round (at.y / HEDDLE_GRID) * HEDDLE_GRID,
                                   &error);
  if (uid != 0)
    link = heddle_edit_link (document, catalog, module, from, &(HeddleEnd){ uid, -1, NULL, -1 }, &error);
  if (link == 0)
    {
      hd_document_cancel_group (document);
      heddle_canvas_tell_error (self, &error);
      return;
    }
  hd_document_end_group (document);
  heddle_session_select (self->session, (HeddleTarget){ uid, HEDDLE_ALL_MEMBERS });
}

static void
on_type_activated (Loose *loose,
                   GtkListBoxRow *row)
{
  HeddleCanvas *self = loose->canvas;
  HeddleEnd from = loose->from;
  HeddlePoint at = loose->at;
  g_autofree char *type = g_strdup (g_object_get_data (G_OBJECT (row), "type"));

  heddle_canvas_close_popover (self);
  add_and_link (self, &from, type, at);
}

void
heddle_canvas_choose_type (HeddleCanvas *self,
                           const HeddleEnd *from,
                           HeddlePoint at)
{
  HdCatalog *catalog = heddle_session_get_catalog (self->session);
  const char *protocol = heddle_canvas_get_protocol (self, from);
  GtkWidget *popover, *list = new_list (_("Link to a new"), &popover);
  Loose *loose = g_new (Loose, 1);
  guint n = 0;

  *loose = (Loose){ self, *from, at };
  for (guint i = 0; i < hd_catalog_get_n_libraries (catalog); i++)
    {
      const HdLibrary *library = hd_catalog_get_library (catalog, i);

      for (const HdComponentType *const *type = library->types; *type != NULL; type++)
        if (takes (*type, protocol))
          {
            GtkWidget *row = gtk_list_box_row_new ();

            gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), new_row ((*type)->symbol, hd_catalog_translate (catalog, *type, (*type)->title),
                                                                         hd_catalog_translate (catalog, *type, (*type)->help)));
            g_object_set_data_full (G_OBJECT (row), "type", g_strdup_printf ("%s.%s", library->name, (*type)->id), g_free);
            heddle_set_accessible_label (row, hd_catalog_translate (catalog, *type, (*type)->title));
            gtk_list_box_append (GTK_LIST_BOX (list), row);
            n++;
          }
    }
  g_signal_connect_data (list, "row-activated", G_CALLBACK (on_type_activated), loose, (GClosureNotify) G_CALLBACK (g_free), G_CONNECT_SWAPPED);
  if (n > 0)
    present (self, popover, list, at);
  else
    {
      g_object_unref (g_object_ref_sink (popover));
      heddle_canvas_tell (self, g_strdup (_("No component type fits this port")));
    }
}

/* ---- which members --------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HeddleEnd from, to;
} Way;

typedef struct
{
  HeddleCanvas *canvas;
  Way ways[MAX_WAYS];
  guint n;
} Ways;

/* Of an array, what was pointed at first: that member, or each. */
static guint
list_members (HeddleCanvas *self,
              const HeddleEnd *end,
              HeddleEnd *out_ends)
{
  out_ends[0] = out_ends[1] = *end;
  if (heddle_canvas_count_members (self, end) < 2)
    return 1;
  out_ends[1].member = end->member == HEDDLE_END_ALL ? 0 : HEDDLE_END_ALL;
  return 2;
}

static void
find_ways (HeddleCanvas *self,
           const HeddleEnd *from,
           const HeddleEnd *to,
           Ways *ways)
{
  HeddleEnd begins[2], ends[2];
  guint n_begins = list_members (self, from, begins), n_ends = list_members (self, to, ends);

  ways->n = 0;
  for (guint i = 0; i < n_begins; i++)
    for (guint k = 0; k < n_ends; k++)
      if (heddle_edit_can_link (heddle_canvas_get_document (self), heddle_session_get_catalog (self->session), heddle_canvas_get_module (self),
                                &begins[i], &ends[k], NULL))
        ways->ways[ways->n++] = (Way){ begins[i], ends[k] };
}

static char *
dup_way_name (HeddleCanvas *self,
              const Way *way)
{
  g_autofree char *from = heddle_canvas_dup_end_name (self, &way->from), *to = heddle_canvas_dup_end_name (self, &way->to);

  return g_strdup_printf (_("%s to %s"), from, to);
}

static void
link_way (HeddleCanvas *self,
          const Way *way)
{
  g_autofree char *name = dup_way_name (self, way), *told = NULL;
  g_autoptr (GError) error = NULL;
  guint64 uid = heddle_edit_link (heddle_canvas_get_document (self), heddle_session_get_catalog (self->session), heddle_canvas_get_module (self),
                                  &way->from, &way->to, &error);

  if (uid == 0)
    {
      heddle_canvas_tell_error (self, &error);
      return;
    }
  heddle_session_select (self->session, (HeddleTarget){ uid, HEDDLE_ALL_MEMBERS });
  told = g_strdup_printf (_("Linked %s"), name);
  heddle_canvas_announce (self, told);
}

static void
on_way_activated (Ways *ways,
                  GtkListBoxRow *row)
{
  HeddleCanvas *self = ways->canvas;
  Way way = ways->ways[gtk_list_box_row_get_index (row)];

  heddle_canvas_close_popover (self);
  link_way (self, &way);
}

void
heddle_canvas_make_link (HeddleCanvas *self,
                         const HeddleEnd *from,
                         const HeddleEnd *to,
                         HeddlePoint at)
{
  Ways *ways = g_new0 (Ways, 1);
  GtkWidget *popover, *list;

  ways->canvas = self;
  find_ways (self, from, to, ways);
  if (ways->n < 2)
    {
      link_way (self, ways->n == 1 ? &ways->ways[0] : &(Way){ *from, *to });
      g_free (ways);
      return;
    }

  list = new_list (_("Link which members?"), &popover);
  for (guint i = 0; i < ways->n; i++)
    {
      g_autofree char *name = dup_way_name (self, &ways->ways[i]);
      GtkWidget *row = gtk_list_box_row_new ();

      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), new_row (NULL, name, NULL));
      heddle_set_accessible_label (row, name);
      gtk_list_box_append (GTK_LIST_BOX (list), row);
    }
  g_signal_connect_data (list, "row-activated", G_CALLBACK (on_way_activated), ways, (GClosureNotify) G_CALLBACK (g_free), G_CONNECT_SWAPPED);
  present (self, popover, list, at);
}
