/* heddle-inspector-live.c: what the design and the run know of the selection
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-inspector-private.h"

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-live-card.h"
#include "heddle-rows.h"

static void
add_count (GtkListBox *list,
           const char *name,
           guint64 n)
{
  g_autofree char *text = hd_figure_count (n);

  gtk_list_box_append (list, heddle_value_row_new (name, NULL, text, NULL));
}

static void
add_size (HeddlePage *page)
{
  HdDesign *design = heddle_session_get_design (page->session);
  GtkListBox *list;

  gtk_box_append (page->live, heddle_group_new (_("Size"), &list));
  add_count (list, _("Endpoints"), heddle_count_endpoints (design, 0, hd_design_get_n_nodes (design)));
  add_count (list, _("Components"), hd_design_get_n_nodes (design));
  add_count (list, _("Links"), hd_design_get_n_links (design));
  add_count (list, _("Module instances"), hd_design_get_n_scopes (design) - 1);
}

/* ---- components -------------------------------------------------------------------------------------------------------------------- */

static void
add_component (HeddlePage *page,
               const HdObject *object)
{
  HdCatalog *catalog = heddle_session_get_catalog (page->session);
  HdDesign *design = heddle_session_get_design (page->session);
  guint32 scope = heddle_session_get_scope (page->session), first = 0;
  guint n = design != NULL && scope != HD_NO_ID ? hd_design_find_nodes (design, scope, page->target.uid, &first) : 0;
  const char *name = hd_object_get (object, "type");
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (catalog, name) : NULL;

  if (type == NULL)
    return;
  if (n > (guint) MAX (0, page->target.index))
    {
      guint32 node = first + (guint32) MAX (0, page->target.index);

      if (type->role == HD_ROLE_ENDPOINT || type->role == HD_ROLE_SWITCH || hd_node_get_bandwidth (design, node, 0) > 0)
        gtk_box_append (page->live, heddle_live_card_new (page->session, HD_TARGET_NODE, &node, 1));
    }
  heddle_page_add_prose (page->live, hd_catalog_translate (catalog, type, type->help));
}

/* ---- instances ----------------------------------------------------------------------------------------------------------------------- */

static void
add_inside (GtkListBox *list,
            HdDesign *design,
            const HdScope *inner)
{
  add_count (list, _("Endpoints"), heddle_count_endpoints (design, inner->first_node, inner->end_node));
  add_count (list, _("Components"), inner->end_node - inner->first_node);
  add_count (list, _("Links"), inner->end_link - inner->first_link);
}

static void
add_instance (HeddlePage *page)
{
  HdDesign *design = heddle_session_get_design (page->session);
  guint32 scope = heddle_session_get_scope (page->session);
  g_autoptr (GArray) workers = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 *scopes = NULL;
  guint n = design != NULL && scope != HD_NO_ID ? hd_design_find_scopes (design, scope, page->target.uid, &scopes) : 0;
  const HdScope *inner;
  GtkListBox *list;

  if (n <= (guint) MAX (0, page->target.index))
    return;
  inner = &hd_design_get_scopes (design)[scopes[MAX (0, page->target.index)]];
  gtk_box_append (page->live, heddle_group_new (_("Inside one"), &list));
  add_inside (list, design, inner);
  for (guint32 i = inner->first_node; i < inner->end_node; i++)
    if (hd_design_get_nodes (design)[i].type->role == HD_ROLE_ENDPOINT)
      g_array_append_val (workers, i);
  if (workers->len > 0)
    gtk_box_append (page->live, heddle_live_card_new (page->session, HD_TARGET_NODE, (const guint32 *) workers->data, workers->len));
}

/* All instances of a module are alike: the first tells. */
static void
add_module (HeddlePage *page,
            const HdObject *object)
{
  HdDesign *design = heddle_session_get_design (page->session);
  const HdScope *scopes = design != NULL ? hd_design_get_scopes (design) : NULL, *first = NULL;
  guint n = 0;
  GtkListBox *list;

  for (guint i = 0; design != NULL && i < hd_design_get_n_scopes (design); i++)
    if (scopes[i].module_uid == hd_object_get_uid (object))
      {
        first = first != NULL ? first : &scopes[i];
        n++;
      }
  if (design == NULL)
    return;
  gtk_box_append (page->live, heddle_group_new (_("Size"), &list));
  add_count (list, _("Module instances"), n);
  if (first != NULL)
    add_inside (list, design, first);
}

/* ---- links ---------------------------------------------------------------------------------------------------------------------------- */

/* Links of the design that the selected link of the drawing is. */
static GArray *
find_links (HeddlePage *page)
{
  HeddleDrawing *drawing = heddle_session_get_drawing (page->session);
  guint n_links = drawing != NULL ? heddle_scene_n_links (heddle_drawing_get_scene (drawing)) : 0;
  GArray *members = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < n_links; i++)
    if (heddle_drawing_matches_link (drawing, i, page->target))
      {
        guint n;
        const guint32 *links = heddle_drawing_get_link_members (drawing, i, &n);

        g_array_append_vals (members, links, n);
      }
  return members;
}

static void
add_link (HeddlePage *page)
{
  g_autoptr (GArray) members = find_links (page);

  if (members->len > 0)
    gtk_box_append (page->live, heddle_live_card_new (page->session, HD_TARGET_LINK, (const guint32 *) members->data, members->len));
}

/* ---- any ------------------------------------------------------------------------------------------------------------------------------- */

static void
add_workload (HeddlePage *page,
              const HdObject *object)
{
  const char *name = hd_object_get (object, "type");
  const HdWorkloadType *type = name != NULL ? hd_workload_types_find (name) : NULL;

  if (type != NULL)
    heddle_page_add_prose (page->live, _(type->help));
}

void
heddle_inspect_live (HeddlePage *page)
{
  const HdObject *object = heddle_subject_get_object (page->subject);

  if (object == NULL || heddle_subject_get_n (page->subject) > 1)
    return;
  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_PROJECT:
      if (heddle_session_get_design (page->session) != NULL)
        add_size (page);
      break;

    case HD_OBJECT_COMPONENT:
      add_component (page, object);
      break;

    case HD_OBJECT_INSTANCE:
      add_instance (page);
      break;

    case HD_OBJECT_MODULE:
      add_module (page, object);
      break;

    case HD_OBJECT_LINK:
      add_link (page);
      break;

    case HD_OBJECT_WORKLOAD:
      add_workload (page, object);
      break;

    default:
      break;
    }
}
