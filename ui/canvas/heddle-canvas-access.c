/* heddle-canvas-access.c: the drawing for assistive technology, and reading order
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include <math.h>
#include <stdlib.h>

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-look.h"

/* GTK 4.8 knows no virtual children: each node in view, up to a bound, has an invisible widget where it is drawn, with the role of a list item and
 * a name; the canvas is the list. They lie in reading order: by rows, each from left to right. They are made anew some time after the view has come
 * to rest, so that panning costs nothing. */

#define MAX_ITEMS 300
#define REST_MS 150
#define ROW 36.0      /* centres within this height are one row */
#define MAX_NAMED 3   /* neighbours that are named; of more the number is told */

/* ---- an item ------------------------------------------------------------------------------------------------------------------------ */

#define HEDDLE_TYPE_CANVAS_ITEM (heddle_canvas_item_get_type ())
G_DECLARE_FINAL_TYPE (HeddleCanvasItem, heddle_canvas_item, HEDDLE, CANVAS_ITEM, GtkWidget)

struct _HeddleCanvasItem
{
  GtkWidget parent_instance;

  HeddleRect place; /* of the drawing */
};

G_DEFINE_FINAL_TYPE (HeddleCanvasItem, heddle_canvas_item, GTK_TYPE_WIDGET)

static void
heddle_canvas_item_class_init (HeddleCanvasItemClass *klass)
{
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_LIST_ITEM);
}

static void
heddle_canvas_item_init (HeddleCanvasItem *self)
{
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
}

/* ---- names --------------------------------------------------------------------------------------------------------------------------- */

static const char *
name_of_end (HeddleScene *scene,
             const HeddleSceneEnd *end)
{
  guint32 node = end->port != HEDDLE_NO_INDEX ? heddle_scene_port (scene, end->port)->node : end->node;

  return node != HEDDLE_NO_INDEX ? heddle_scene_node (scene, node)->name : NULL;
}

static gboolean
ends_at (HeddleScene *scene,
         const HeddleSceneEnd *end,
         guint32 node)
{
  return end->port != HEDDLE_NO_INDEX ? heddle_scene_port (scene, end->port)->node == node : end->node == node;
}

static void
append_neighbours (HeddleScene *scene,
                   guint32 node,
                   GString *text)
{
  HeddleRect around = heddle_scene_node_rect (heddle_scene_node (scene, node));
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *joined = NULL;

  /* A link shifted aside from others still meets the node with some room around it. */
  around = (HeddleRect){ around.x - 60, around.y - 60, around.width + 120, around.height + 120 };
  heddle_scene_links_in (scene, &around, near);
  for (guint i = 0; i < near->len; i++)
    {
      const HeddleSceneLink *link = heddle_scene_link (scene, g_array_index (near, guint32, i));
      const char *name = ends_at (scene, &link->from, node) ? name_of_end (scene, &link->to)
                         : ends_at (scene, &link->to, node) ? name_of_end (scene, &link->from)
                                                            : NULL;

      if (name != NULL && !g_ptr_array_find (names, name, NULL))
        g_ptr_array_add (names, (gpointer) name);
    }

  if (names->len == 0)
    g_string_append_printf (text, ", %s", _("not linked"));
  else if (names->len > MAX_NAMED)
    {
      g_string_append (text, ", ");
      g_string_append_printf (text, ngettext ("linked to %u object", "linked to %u objects", names->len), names->len);
    }
  else
    {
      g_ptr_array_add (names, NULL);
      joined = g_strjoinv (_(" and "), (char **) names->pdata);
      g_string_append_printf (text, _(", linked to %s"), joined);
    }
}

/* Of the vector of a member, what is complete. */
static void
append_pieces (HeddleScene *scene,
               guint32 node,
               GString *text)
{
  guint n, n_own = 0, n_whole = 0;
  const HeddleScenePiece *pieces = heddle_scene_get_pieces (scene, &n);

  for (guint i = 0; i < n; i++)
    {
      n_own += pieces[i].node == node;
      n_whole += pieces[i].node == node && pieces[i].level >= 1;
    }
  if (n_own > 0)
    g_string_append_printf (text, ngettext (", %u of %u piece complete", ", %u of %u pieces complete", n_own), n_whole, n_own);
}

/* How many of its parts are at what. */
static void
append_cells (HeddleCanvas *self,
              guint32 node,
              GString *text)
{
  static const char *const words[HEDDLE_N_CELL_KINDS] = { N_("%u of its parts compute"), N_("%u of its parts access memory"), N_("%u of its parts send"), N_("%u of its parts wait"),
                                                          N_("%u of its parts are idle") };
  guint n, counts[HEDDLE_N_CELL_KINDS] = { 0 };
  const HeddleSceneCell *cells = heddle_scene_get_cells (heddle_drawing_get_scene (self->drawing), &n);

  for (guint i = 0; i < n; i++)
    counts[cells[i].kind] += cells[i].node == node;
  for (guint kind = 0; kind < HEDDLE_N_CELL_KINDS; kind++)
    if (counts[kind] > 0)
      {
        g_autofree char *count = g_strdup_printf (_(words[kind]), counts[kind]);

        g_string_append_printf (text, ", %s", count);
      }
}

char *
heddle_canvas_dup_node_name (HeddleCanvas *self,
                             guint32 node)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  const HeddleSceneNode *drawn = heddle_scene_node (scene, node);
  const HdObject *object = hd_document_get_object (heddle_canvas_get_document (self), drawn->id);
  const char *type_name = object != NULL ? hd_object_get (object, "type") : NULL;
  HdCatalog *catalog = heddle_session_get_catalog (self->session);
  const HdComponentType *type = type_name != NULL ? hd_catalog_lookup (catalog, type_name) : NULL;
  const char *title = type != NULL          ? hd_catalog_translate (catalog, type, type->title)
                      : type_name != NULL   ? _("Unknown component")
                      : drawn->subtitle != NULL ? drawn->subtitle
                                                : _("Module");
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s %s", title, drawn->name);
  if (drawn->count > 1)
    {
      g_string_append (text, ", ");
      g_string_append_printf (text, ngettext ("%u member", "%u members", drawn->count), drawn->count);
    }
  append_neighbours (scene, node, text);
  if (drawn->busy >= 0)
    g_string_append_printf (text, _(", %d percent busy"), (int) lround (100 * drawn->busy));
  append_pieces (scene, node, text);
  append_cells (self, node, text);
  if (drawn->state & HEDDLE_STATE_ERROR)
    g_string_append_printf (text, ", %s", _("has an error"));
  if (drawn->state & HEDDLE_STATE_FAILED)
    g_string_append_printf (text, ", %s", _("has failed"));
  if (drawn->state & HEDDLE_STATE_SELECTED)
    g_string_append_printf (text, ", %s", _("selected"));
  if (drawn->state & HEDDLE_STATE_LIT)
    g_string_append_printf (text, ", %s", _("the lesson points at it"));
  return g_string_free (text, FALSE);
}

/* ---- reading order --------------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  guint32 node;
  double row, x;
} Reading;

static int
compare_reading (const void *a,
                 const void *b)
{
  const Reading *x = a, *y = b;

  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  if (x->x != y->x)
    return x->x < y->x ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

static int
compare_y (const void *a,
           const void *b)
{
  const Reading *x = a, *y = b;

  return (x->row > y->row) - (x->row < y->row);
}

/* Nodes that lie nearly level are one row, whatever their heights. */
static Reading *
read_nodes (HeddleScene *scene,
            const guint32 *nodes,
            guint n)
{
  Reading *order = g_new (Reading, MAX (n, 1));
  double row = -INFINITY;

  for (guint i = 0; i < n; i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (scene, nodes[i]);

      order[i] = (Reading){ nodes[i], node->y, node->x };
    }
  qsort (order, n, sizeof *order, compare_y);
  for (guint i = 0; i < n; i++)
    {
      row = order[i].row - row > ROW ? order[i].row : row;
      order[i].row = row;
    }
  qsort (order, n, sizeof *order, compare_reading);
  return order;
}

static void
show_knob (HeddleCanvas *self,
           const HeddleKnob *knob)
{
  HeddleRect place;

  heddle_session_select (self->session, (HeddleTarget){ knob->uid, HEDDLE_ALL_MEMBERS });
  if (heddle_drawing_get_rect (self->drawing, knob->uid, &place))
    heddle_canvas_scroll_to (self, &place);
}

/* Nodes in reading order, and then knobs. */
gboolean
heddle_canvas_step (HeddleCanvas *self,
                    gboolean forwards)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  guint n = heddle_scene_n_nodes (scene);
  GPtrArray *knobs = heddle_drawing_get_knobs (self->drawing);
  HeddleTarget selected = heddle_session_get_selected (self->session, 0);
  g_autofree guint32 *nodes = g_new (guint32, MAX (n, 1));
  g_autofree Reading *order = NULL;
  int at = forwards ? -1 : (int) (n + knobs->len);
  HeddleRect place;

  for (guint32 i = 0; i < n; i++)
    nodes[i] = i;
  order = read_nodes (scene, nodes, n);
  for (guint i = 0; i < n; i++)
    if (heddle_drawing_matches_node (self->drawing, order[i].node, selected))
      {
        at = i;
        break;
      }
  for (guint i = 0; i < knobs->len; i++)
    if (((const HeddleKnob *) knobs->pdata[i])->uid == selected.uid)
      at = (int) (n + i);
  at += forwards ? 1 : -1;
  if (at < 0 || at >= (int) (n + knobs->len))
    return FALSE;
  if (at >= (int) n)
    {
      show_knob (self, knobs->pdata[at - (int) n]);
      return TRUE;
    }
  heddle_session_select (self->session, heddle_drawing_get_node_target (self->drawing, order[at].node));
  place = heddle_scene_node_rect (heddle_scene_node (scene, order[at].node));
  heddle_canvas_scroll_to (self, &place);
  return TRUE;
}

/* ---- the items in view ------------------------------------------------------------------------------------------------------------------- */

void
heddle_canvas_drop_items (HeddleCanvas *self)
{
  g_clear_handle_id (&self->items_timeout, g_source_remove);
  g_ptr_array_set_size (self->items, 0);
  g_ptr_array_set_size (self->sliders, 0);
}

static void
allocate_items (HeddleCanvas *self,
                GPtrArray *items)
{
  for (guint i = 0; i < items->len; i++)
    {
      HeddleCanvasItem *item = items->pdata[i];
      HeddlePoint at = heddle_viewport_to_target (&self->viewport, item->place.x, item->place.y);
      int width, height;

      gtk_widget_measure (GTK_WIDGET (item), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
      gtk_widget_measure (GTK_WIDGET (item), GTK_ORIENTATION_VERTICAL, -1, &height, NULL, NULL, NULL);
      gtk_widget_size_allocate (GTK_WIDGET (item),
                                &(GtkAllocation){ at.x, at.y, MAX (width, item->place.width * self->viewport.zoom),
                                                  MAX (height, item->place.height * self->viewport.zoom) },
                                -1);
    }
}

void
heddle_canvas_allocate_items (HeddleCanvas *self)
{
  allocate_items (self, self->items);
  allocate_items (self, self->sliders);
}

/* As many as there are widgets, of a role. */
static void
set_n_items (HeddleCanvas *self,
             GPtrArray *items,
             guint n,
             GtkAccessibleRole role)
{
  if (items->len > n)
    g_ptr_array_set_size (items, (gint) n);
  while (items->len < n)
    {
      GtkWidget *item = g_object_new (HEDDLE_TYPE_CANVAS_ITEM, "accessible-role", role, NULL);

      gtk_widget_set_parent (item, GTK_WIDGET (self));
      g_ptr_array_add (items, item);
    }
}

/* A knob is a slider, whichever way it is drawn. */
static void
describe_knobs (HeddleCanvas *self)
{
  GPtrArray *knobs = self->drawing != NULL ? heddle_drawing_get_knobs (self->drawing) : NULL;
  guint n = knobs != NULL ? MIN (knobs->len, MAX_ITEMS) : 0;

  set_n_items (self, self->sliders, n, GTK_ACCESSIBLE_ROLE_SLIDER);
  for (guint i = 0; i < n; i++)
    {
      HeddleCanvasItem *item = self->sliders->pdata[i];
      const HeddleKnob *knob = knobs->pdata[i];
      const HeddleSceneNote *note = heddle_scene_note (heddle_drawing_get_scene (self->drawing), heddle_drawing_find_note (self->drawing, knob->uid));

      item->place = note->rect;
      heddle_set_accessible_label (item, knob->title);
      gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0, GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 1.0,
                                      GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, isnan (note->knob->share) ? 0.0 : note->knob->share,
                                      GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, knob->fault != NULL ? knob->fault : note->knob->value, -1);
    }
}

static gboolean
on_rest (gpointer data)
{
  HeddleCanvas *self = data;
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree Reading *order = NULL;
  HeddleScene *scene = self->drawing != NULL ? heddle_drawing_get_scene (self->drawing) : NULL;
  guint n;

  self->items_timeout = 0;
  if (scene != NULL)
    {
      HeddleRect view = { self->viewport.x, self->viewport.y, self->viewport.width / self->viewport.zoom, self->viewport.height / self->viewport.zoom };

      heddle_scene_nodes_in (scene, &view, nodes);
      order = read_nodes (scene, (const guint32 *) nodes->data, nodes->len);
    }
  n = MIN (nodes->len, MAX_ITEMS);
  set_n_items (self, self->items, n, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  for (guint i = 0; i < n; i++)
    {
      HeddleCanvasItem *item = self->items->pdata[i];
      const HeddleSceneNode *node = heddle_scene_node (scene, order[i].node);
      g_autofree char *name = heddle_canvas_dup_node_name (self, order[i].node);

      item->place = heddle_scene_node_rect (node);
      heddle_set_accessible_label (item, name);
      gtk_accessible_update_state (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_STATE_SELECTED, (node->state & HEDDLE_STATE_SELECTED) != 0, -1);
    }
  describe_knobs (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  return G_SOURCE_REMOVE;
}

void
heddle_canvas_update_items (HeddleCanvas *self)
{
  if (self->items_timeout == 0)
    self->items_timeout = g_timeout_add (REST_MS, on_rest, self);
}
