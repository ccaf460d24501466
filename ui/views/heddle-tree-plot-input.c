/* heddle-tree-plot-input.c: keys and pointer on an aggregation tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-plot-input"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-tree-plot-private.h"

#define ZOOM_STEP 1.25
#define LEAST_ZOOM 0.05
#define MOST_ZOOM 24.0
#define DRAG_DISTANCE 4.0
#define SHOW_MARGIN 12.0

/* ---- walking --------------------------------------------------------------------------------------------------------- */

/* Moves the view, if it must, so that the vertex is in sight. */
static void
bring_into_view (HeddleTreePlot *self,
                 guint32 vertex)
{
  double right = gtk_widget_get_width (GTK_WIDGET (self)) - SHOW_MARGIN, bottom = gtk_widget_get_height (GTK_WIDGET (self)) - HEDDLE_TREE_PLOT_FOOT - SHOW_MARGIN;
  double x, y, shown_x, shown_y;

  heddle_bands_get_place (self->bands, vertex, &x, &y);
  x = self->view.x + x * self->view.zoom;
  y = self->view.y + y * self->view.zoom;
  shown_x = CLAMP (x, SHOW_MARGIN, MAX (SHOW_MARGIN, right));
  shown_y = CLAMP (y, SHOW_MARGIN, MAX (SHOW_MARGIN, bottom));
  if (shown_x == x && shown_y == y)
    return;
  self->fits = FALSE;
  self->view.x += shown_x - x;
  self->view.y += shown_y - y;
  heddle_tree_plot_redraw (self);
}

void
heddle_tree_plot_set_current (HeddleTreePlot *self,
                              guint32 vertex)
{
  if (self->current == vertex)
    return;
  self->current = vertex;
  if (vertex != HEDDLE_TREE_NONE && heddle_tree_plot_lay_out (self))
    bring_into_view (self, vertex);
  heddle_tree_plot_set_hot (self, vertex);
  heddle_tree_plot_describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The vertex beside, or the first of the next cell where all of one is a bar. */
static guint32
find_beside (HeddleTreePlot *self,
             int by)
{
  const HeddleBandCell *cell = heddle_bands_cell (self->bands, self->bands->cell_of[self->current]);
  const HeddleBand *band = &g_array_index (self->bands->bands, HeddleBand, cell->level);
  guint32 begin = heddle_bands_cell (self->bands, band->first)->first;
  gint64 at = cell->first + self->bands->place_of[self->current];

  if (cell->collapsed)
    at = by > 0 ? (gint64) cell->first + cell->n - 1 : cell->first;
  at += by;
  if (at < begin || at >= (gint64) begin + band->n)
    return self->current;
  cell = heddle_bands_cell (self->bands, self->bands->cell_of[self->bands->vertices[at]]);
  return self->bands->vertices[cell->collapsed ? cell->first : (guint32) at];
}

static guint32
find_child (HeddleTreePlot *self)
{
  guint32 n;
  const guint32 *children = NULL;

  if (self->figure->kinds[self->current] != HEDDLE_TREE_PRUNED)
    {
      children = hd_tree_get_children (self->figure->tree, self->current, &n);
      if (n > 0)
        return children[0];
    }
  return self->current;
}

static void
walk (HeddleTreePlot *self,
      guint key)
{
  guint32 root = hd_tree_get_root (self->figure->tree), to = self->current, parent;

  if (to == HEDDLE_TREE_NONE || key == GDK_KEY_Home)
    to = root;
  else if (key == GDK_KEY_Up)
    to = (parent = self->figure->parents[to]) != HEDDLE_TREE_NONE ? parent : to;
  else if (key == GDK_KEY_Down)
    to = find_child (self);
  else
    to = find_beside (self, key == GDK_KEY_Left ? -1 : 1);
  if (to == self->current)
    gtk_widget_error_bell (GTK_WIDGET (self));
  heddle_tree_plot_set_current (self, to);
}

/* ---- zooming --------------------------------------------------------------------------------------------------------- */

static void
zoom_at (HeddleTreePlot *self,
         double x,
         double y,
         double factor)
{
  double zoom = CLAMP (self->view.zoom * factor, LEAST_ZOOM, MOST_ZOOM);

  self->view.x = x - (x - self->view.x) * zoom / self->view.zoom;
  self->view.y = y - (y - self->view.y) * zoom / self->view.zoom;
  self->view.zoom = zoom;
  self->fits = FALSE;
  heddle_tree_plot_redraw (self);
}

static void
zoom_in_middle (HeddleTreePlot *self,
                double factor)
{
  double x = gtk_widget_get_width (GTK_WIDGET (self)) / 2.0, y = gtk_widget_get_height (GTK_WIDGET (self)) / 2.0;

  if (self->current != HEDDLE_TREE_NONE)
    {
      heddle_bands_get_place (self->bands, self->current, &x, &y);
      x = self->view.x + x * self->view.zoom;
      y = self->view.y + y * self->view.zoom;
    }
  zoom_at (self, x, y, factor);
}

static gboolean
on_scroll (HeddleTreePlot *self,
           double dx,
           double dy,
           GtkEventController *controller)
{
  if (!(gtk_event_controller_get_current_event_state (controller) & GDK_CONTROL_MASK) || !heddle_tree_plot_lay_out (self))
    return GDK_EVENT_PROPAGATE;
  zoom_at (self, self->pointer_x, self->pointer_y, pow (ZOOM_STEP, -dy));
  return GDK_EVENT_STOP;
}

static gboolean
on_key (HeddleTreePlot *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) || !heddle_tree_plot_lay_out (self))
    return GDK_EVENT_PROPAGATE;

  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Down:
    case GDK_KEY_Left:
    case GDK_KEY_Right:
    case GDK_KEY_Home:
      walk (self, key);
      break;

    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      if (self->current == HEDDLE_TREE_NONE)
        return GDK_EVENT_PROPAGATE;
      heddle_tree_plot_toggle_group (self, self->current);
      break;

    case GDK_KEY_space:
      if (self->current == HEDDLE_TREE_NONE)
        return GDK_EVENT_PROPAGATE;
      heddle_tree_plot_show_on_canvas (self, self->current, self->bands->cell_of[self->current]);
      break;

    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      zoom_in_middle (self, ZOOM_STEP);
      break;

    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      zoom_in_middle (self, 1 / ZOOM_STEP);
      break;

    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      self->fits = TRUE;
      heddle_tree_plot_redraw (self);
      break;

    case GDK_KEY_Escape:
      heddle_tree_plot_set_current (self, HEDDLE_TREE_NONE);
      return GDK_EVENT_PROPAGATE;

    default:
      return GDK_EVENT_PROPAGATE;
    }
  g_signal_emit_by_name (self, "activated");
  return GDK_EVENT_STOP;
}

/* ---- pointer --------------------------------------------------------------------------------------------------------- */

static guint32
find (HeddleTreePlot *self,
      double x,
      double y,
      guint32 *out_cell)
{
  return heddle_bands_find (self->bands, (x - self->view.x) / self->view.zoom, (y - self->view.y) / self->view.zoom, out_cell);
}

static void
hover (HeddleTreePlot *self,
       guint32 vertex,
       guint32 cell)
{
  if (vertex == HEDDLE_TREE_NONE && cell != HEDDLE_TREE_NONE && !heddle_bands_cell (self->bands, cell)->collapsed)
    cell = HEDDLE_TREE_NONE;
  if (self->hovered == vertex && self->hovered_cell == cell)
    return;
  self->hovered = vertex;
  self->hovered_cell = cell;
  heddle_tree_plot_set_hot (self, vertex);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_motion (HeddleTreePlot *self,
           double x,
           double y)
{
  guint32 vertex, cell;

  self->pointer_x = x;
  self->pointer_y = y;
  if (!heddle_tree_plot_lay_out (self))
    return;
  vertex = find (self, x, y, &cell);
  hover (self, vertex, cell);
}

static void
on_leave (HeddleTreePlot *self)
{
  if (self->bands != NULL)
    hover (self, HEDDLE_TREE_NONE, HEDDLE_TREE_NONE);
}

static void
on_drag_begin (HeddleTreePlot *self)
{
  self->drag_x = self->view.x;
  self->drag_y = self->view.y;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  g_signal_emit_by_name (self, "activated");
}

static void
on_drag_update (HeddleTreePlot *self,
                double dx,
                double dy)
{
  if (fabs (dx) + fabs (dy) < DRAG_DISTANCE || !heddle_tree_plot_lay_out (self))
    return;
  self->fits = FALSE;
  self->view.x = self->drag_x + dx;
  self->view.y = self->drag_y + dy;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "grabbing");
  heddle_tree_plot_redraw (self);
}

static void
on_drag_end (HeddleTreePlot *self,
             double dx,
             double dy,
             GtkGestureDrag *drag)
{
  guint32 vertex, cell;
  double x, y;

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
  if (fabs (dx) + fabs (dy) >= DRAG_DISTANCE || !heddle_tree_plot_lay_out (self))
    return;
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  vertex = find (self, x, y, &cell);
  heddle_tree_plot_set_current (self, vertex);
  if (vertex != HEDDLE_TREE_NONE || (cell != HEDDLE_TREE_NONE && heddle_bands_cell (self->bands, cell)->collapsed))
    heddle_tree_plot_show_on_canvas (self, vertex, cell);
}

static void
on_pressed (HeddleTreePlot *self,
            int n_press,
            double x,
            double y)
{
  guint32 cell;

  if (n_press != 2 || !heddle_tree_plot_lay_out (self))
    return;
  find (self, x, y, &cell);
  if (cell != HEDDLE_TREE_NONE)
    heddle_tree_plot_toggle_group (self, self->bands->vertices[heddle_bands_cell (self->bands, cell)->first]);
}

static gboolean
on_query_tooltip (HeddleTreePlot *self,
                  int x,
                  int y,
                  gboolean keyboard,
                  GtkTooltip *tooltip)
{
  g_autofree char *text = NULL;

  if (keyboard || self->bands == NULL || self->hovered_cell == HEDDLE_TREE_NONE)
    return FALSE;
  if (self->hovered != HEDDLE_TREE_NONE)
    text = heddle_tree_figure_dup_vertex (self->figure, self->hovered);
  else
    {
      const HeddleBandCell *cell = heddle_bands_cell (self->bands, self->hovered_cell);
      g_autofree char *group = heddle_tree_figure_dup_group (self->figure, cell->group);

      /* Translators: a group of nodes on one level of a tree, as "leaf[3]: 16 nodes, level 2" */
      text = g_strdup_printf (ngettext ("%s: %u node, level %u", "%s: %u nodes, level %u", cell->n), group, cell->n, cell->level);
    }
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- all of them ------------------------------------------------------------------------------------------------------ */

void
heddle_tree_plot_add_controllers (HeddleTreePlot *self)
{
  GtkEventController *keys = gtk_event_controller_key_new (), *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL), *focus = gtk_event_controller_focus_new ();
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  gtk_gesture_group (drag, click);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
