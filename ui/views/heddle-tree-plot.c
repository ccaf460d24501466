/* heddle-tree-plot.c: one aggregation tree, to be walked through
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What does not change under the pointer is painted once, on a surface.
 */
#define G_LOG_DOMAIN "heddle-tree-plot"

#include "heddle-tree-plot-private.h"

#include <string.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-look.h"

#define SIDE 14.0
#define FOOT_WIDTH 260.0 /* where there is room for what they are */
#define READABLE_ZOOM 0.8 /* below, groups become bars of themselves */

G_DEFINE_FINAL_TYPE (HeddleTreePlot, heddle_tree_plot, GTK_TYPE_WIDGET)

/* ---- layout ---------------------------------------------------------------------------------------------------------- */

void
heddle_tree_plot_redraw (HeddleTreePlot *self)
{
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
lay_out_again (HeddleTreePlot *self)
{
  g_clear_pointer (&self->bands, heddle_bands_free);
  self->hovered = self->hovered_cell = HEDDLE_TREE_NONE;
  heddle_tree_plot_redraw (self);
}

static void
fit (HeddleTreePlot *self,
     double width,
     double height)
{
  self->view.zoom = MIN (1, MIN (width / self->bands->width, height / MAX (self->bands->height, 1)));
  self->view.x = SIDE + (width - self->bands->width * self->view.zoom) / 2;
  self->view.y = HEDDLE_BANDS_HEAD + MAX (0, (height - self->bands->height * self->view.zoom) / 2);
}

/* All open, or, where that would be too small to be read, all closed. */
static void
collapse_to_fit (HeddleTreePlot *self,
                 double width,
                 double height)
{
  gboolean many = self->figure->shape.n > HEDDLE_TREE_MOST_OPEN;

  memset (self->collapsed, many, self->n_groups + 1);
  self->bands = heddle_bands_new (&self->figure->shape, self->collapsed, width, height);
  if (many || (self->bands->height * READABLE_ZOOM <= height && self->bands->width * READABLE_ZOOM <= width))
    return;
  memset (self->collapsed, TRUE, self->n_groups + 1);
  g_clear_pointer (&self->bands, heddle_bands_free);
}

gboolean
heddle_tree_plot_lay_out (HeddleTreePlot *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * SIDE;
  double height = gtk_widget_get_height (GTK_WIDGET (self)) - HEDDLE_BANDS_HEAD - HEDDLE_TREE_PLOT_FOOT;

  if (self->figure == NULL || width < 1 || height < 1)
    return FALSE;
  heddle_look_prepare_text (&self->text, GTK_WIDGET (self));
  if (self->bands == NULL && self->automatic)
    collapse_to_fit (self, width, height);
  if (self->bands == NULL)
    self->bands = heddle_bands_new (&self->figure->shape, self->collapsed, width, height);
  if (self->fits)
    fit (self, width, height);
  return TRUE;
}

static HeddleBandsPicture
make_picture (HeddleTreePlot *self)
{
  return (HeddleBandsPicture){ self->text, heddle_look_get_theme (), &self->figure->shape, self->bands, self->view, self->states };
}

/* ---- painting -------------------------------------------------------------------------------------------------------- */

static void
paint_foot (HeddleTreePlot *self,
            cairo_t *cr)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)), y = gtk_widget_get_height (GTK_WIDGET (self)) - 6;
  HeddleTextLook look = { .size = 11, .colour = heddle_look_get_theme ()->dim, .max_width = width / 3 - SIDE };
  guint32 n = self->figure->shape.n_groups;
  g_autofree char *first = NULL, *last = NULL;

  if (n < 2)
    return;
  first = heddle_tree_figure_dup_group (self->figure, 0);
  last = heddle_tree_figure_dup_group (self->figure, n - 1);
  heddle_text_paint (self->text, cr, SIDE, y, first, &look);
  look.align = HEDDLE_TEXT_RIGHT;
  heddle_text_paint (self->text, cr, width - SIDE, y, last, &look);
  look.align = HEDDLE_TEXT_CENTRE;
  if (width >= FOOT_WIDTH)
    heddle_text_paint (self->text, cr, width / 2, y, self->figure->group_nodes != NULL ? _("by leaf switch") : _("by group"), &look);
}

static void
paint_still (HeddleTreePlot *self,
             const HeddleBandsPicture *picture)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  cairo_t *cr;

  self->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, height * scale);
  cairo_surface_set_device_scale (self->surface, scale, scale);
  cr = cairo_create (self->surface);
  heddle_bands_paint (cr, picture);
  heddle_colour_set (cr, picture->theme->view_bg);
  cairo_rectangle (cr, 0, height - HEDDLE_TREE_PLOT_FOOT, width, HEDDLE_TREE_PLOT_FOOT);
  cairo_fill (cr);
  paint_foot (self, cr);
  cairo_destroy (cr);
}

/* A bar that stands for many of them has one. */
static void
paint_rings (HeddleTreePlot *self,
             cairo_t *cr,
             const HeddleBandsPicture *picture,
             const GArray *vertices,
             double width)
{
  g_autofree guint8 *ringed = vertices->len > 0 ? g_new0 (guint8, self->bands->cells->len) : NULL;

  for (guint i = 0; i < vertices->len; i++)
    {
      guint32 vertex = g_array_index (vertices, guint32, i), cell = self->bands->cell_of[vertex];

      if (!ringed[cell])
        heddle_bands_paint_ring (cr, picture, vertex, cell, picture->theme->accent, width);
      ringed[cell] = heddle_bands_cell (self->bands, cell)->collapsed;
    }
}

static void
paint_states (HeddleTreePlot *self,
              cairo_t *cr,
              const HeddleBandsPicture *picture)
{
  paint_rings (self, cr, picture, self->marked, 2.4);
  paint_rings (self, cr, picture, self->lit, 1.4);
  if (self->hovered != HEDDLE_TREE_NONE)
    heddle_bands_paint_route (cr, picture, self->hovered);
  else if (self->hovered_cell != HEDDLE_TREE_NONE)
    heddle_bands_paint_ring (cr, picture, HEDDLE_TREE_NONE, self->hovered_cell, picture->theme->accent, 1.6);
  if (self->current != HEDDLE_TREE_NONE && gtk_widget_has_focus (GTK_WIDGET (self)))
    {
      heddle_bands_paint_route (cr, picture, self->current);
      heddle_bands_paint_ring (cr, picture, self->current, self->bands->cell_of[self->current], picture->theme->text, 2);
    }
}

static void
heddle_tree_plot_snapshot (GtkWidget *widget,
                           GtkSnapshot *snapshot)
{
  HeddleTreePlot *self = HEDDLE_TREE_PLOT (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  HeddleBandsPicture picture;
  cairo_t *cr;

  if (!heddle_tree_plot_lay_out (self))
    return;
  picture = make_picture (self);
  if (self->surface == NULL)
    paint_still (self, &picture);
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  cairo_set_source_surface (cr, self->surface, 0, 0);
  cairo_paint (cr);
  cairo_rectangle (cr, 0, 0, width, height - HEDDLE_TREE_PLOT_FOOT);
  cairo_clip (cr);
  paint_states (self, cr, &picture);
  cairo_destroy (cr);
}

static void
heddle_tree_plot_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 170 : 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 360 : 260;
}

static void
heddle_tree_plot_size_allocate (GtkWidget *widget,
                                int width,
                                int height,
                                int baseline)
{
  lay_out_again (HEDDLE_TREE_PLOT (widget));
}

/* Colours and fonts are others. */
static void
on_look_changed (HeddleTreePlot *self)
{
  g_clear_pointer (&self->text, heddle_text_free);
  heddle_tree_plot_redraw (self);
}

static void
heddle_tree_plot_css_changed (GtkWidget *widget,
                              GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (heddle_tree_plot_parent_class)->css_changed (widget, change);
  on_look_changed (HEDDLE_TREE_PLOT (widget));
}

/* ---- the canvas ------------------------------------------------------------------------------------------------------ */

/* What shows a vertex on the canvas; after an edit perhaps nothing. */
static gboolean
find_target (HeddleTreePlot *self,
             guint32 vertex,
             HeddleTarget *out_target)
{
  return heddle_session_find_target (self->session, self->figure->design, HD_TARGET_NODE, self->figure->nodes[vertex], out_target);
}

static gboolean
is_selected (HeddleTreePlot *self,
             HeddleTarget target)
{
  return heddle_session_is_selected (self->session, target)
         || heddle_session_is_selected (self->session, (HeddleTarget){ target.uid, HEDDLE_ALL_MEMBERS });
}

static gboolean
is_hot (HeddleTreePlot *self,
        HeddleTarget target)
{
  HeddleTarget hot = heddle_session_get_hot (self->session);

  return hot.uid == target.uid && (hot.index == target.index || hot.index == HEDDLE_ALL_MEMBERS);
}

/* Vertices whose nodes the canvas shows as something of which @holds is true. O(n): not for a tree that nobody sees */
static void
collect (HeddleTreePlot *self,
         gboolean (*holds) (HeddleTreePlot *, HeddleTarget),
         gboolean any,
         GArray *vertices)
{
  HeddleTarget target;

  g_array_set_size (vertices, 0);
  if (any && gtk_widget_get_mapped (GTK_WIDGET (self)) && self->figure != NULL)
    for (guint32 v = 0; v < self->figure->shape.n; v++)
      if (find_target (self, v, &target) && holds (self, target))
        g_array_append_val (vertices, v);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_selection_changed (HeddleTreePlot *self)
{
  collect (self, is_selected, heddle_session_get_n_selected (self->session) > 0, self->marked);
}

/* What is hot because of this plot has its route. */
static void
on_hot_changed (HeddleTreePlot *self)
{
  collect (self, is_hot, self->hovered == HEDDLE_TREE_NONE && heddle_session_get_hot (self->session).uid != 0, self->lit);
}

static void
heddle_tree_plot_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (heddle_tree_plot_parent_class)->map (widget);
  on_selection_changed (HEDDLE_TREE_PLOT (widget));
  on_hot_changed (HEDDLE_TREE_PLOT (widget));
}

void
heddle_tree_plot_show_on_canvas (HeddleTreePlot *self,
                                 guint32 vertex,
                                 guint32 cell_number)
{
  const HeddleBandCell *cell = heddle_bands_cell (self->bands, cell_number);
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->figure == NULL)
    return;
  for (guint32 i = 0; vertex == HEDDLE_TREE_NONE && i < cell->n; i++)
    g_array_append_val (nodes, self->figure->nodes[self->bands->vertices[cell->first + i]]);
  if (vertex != HEDDLE_TREE_NONE)
    g_array_append_val (nodes, self->figure->nodes[vertex]);
  heddle_session_select_nodes (self->session, self->figure->design, (const guint32 *) (gconstpointer) nodes->data, nodes->len);
}

void
heddle_tree_plot_set_hot (HeddleTreePlot *self,
                          guint32 vertex)
{
  HeddleTarget target = HEDDLE_NO_TARGET;

  if (vertex != HEDDLE_TREE_NONE && self->figure != NULL && !find_target (self, vertex, &target))
    target = HEDDLE_NO_TARGET;
  heddle_session_set_hot (self->session, target);
}

/* So that assistive technology reads where the keys have come to. */
void
heddle_tree_plot_describe (HeddleTreePlot *self)
{
  g_autofree char *text = NULL;

  if (self->figure != NULL)
    text = self->current != HEDDLE_TREE_NONE ? heddle_tree_figure_dup_vertex (self->figure, self->current)
                                             : heddle_tree_dup_summary (self->figure);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text != NULL ? text : "", -1);
}

guint32
heddle_tree_plot_get_current (HeddleTreePlot *self)
{
  return self->current;
}

/* ---- groups ---------------------------------------------------------------------------------------------------------- */

void
heddle_tree_plot_toggle_group (HeddleTreePlot *self,
                               guint32 vertex)
{
  guint32 group = self->figure->groups[vertex] == HEDDLE_TREE_NONE ? self->n_groups : self->figure->groups[vertex];

  self->automatic = FALSE;
  self->collapsed[group] = !self->collapsed[group];
  lay_out_again (self);
}

void
heddle_tree_plot_collapse (HeddleTreePlot *self,
                           gboolean collapsed)
{
  self->bars = collapsed;
  self->automatic = FALSE;
  if (self->collapsed != NULL)
    memset (self->collapsed, collapsed, self->n_groups + 1);
  lay_out_again (self);
}

const guint8 *
heddle_tree_plot_get_collapsed (HeddleTreePlot *self)
{
  return self->automatic && self->figure->shape.n <= HEDDLE_TREE_MOST_OPEN ? NULL : self->collapsed;
}

guint
heddle_tree_plot_get_n_collapsed (HeddleTreePlot *self)
{
  guint n = 0;

  for (guint32 i = 0; self->collapsed != NULL && i <= self->n_groups; i++)
    n += self->collapsed[i];
  return n;
}

guint
heddle_tree_plot_get_n_marked (HeddleTreePlot *self)
{
  return self->marked->len;
}

guint
heddle_tree_plot_get_n_lit (HeddleTreePlot *self)
{
  return self->lit->len;
}

double
heddle_tree_plot_get_zoom (HeddleTreePlot *self)
{
  return self->view.zoom;
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

void
heddle_tree_plot_set_figure (HeddleTreePlot *self,
                             const HeddleTreeFigure *figure)
{
  guint32 n_groups = figure != NULL ? figure->shape.n_groups : 0;

  if (figure != NULL && (self->collapsed == NULL || n_groups != self->n_groups))
    {
      self->collapsed = g_renew (guint8, self->collapsed, n_groups + 1);
      memset (self->collapsed, self->bars, n_groups + 1);
      self->n_groups = n_groups;
      self->automatic = !self->bars;
    }
  g_clear_pointer (&self->states, g_free);
  self->figure = figure;
  self->current = HEDDLE_TREE_NONE;
  self->fits = TRUE;
  on_selection_changed (self);
  on_hot_changed (self);
  heddle_tree_plot_describe (self);
  lay_out_again (self);
}

void
heddle_tree_plot_take_states (HeddleTreePlot *self,
                              guint8 *states)
{
  if (states == NULL && self->states == NULL)
    return;
  g_free (self->states);
  self->states = states;
  heddle_tree_plot_redraw (self);
}

const guint8 *
heddle_tree_plot_get_states (HeddleTreePlot *self)
{
  return self->states;
}

static void
heddle_tree_plot_dispose (GObject *object)
{
  HeddleTreePlot *self = HEDDLE_TREE_PLOT (object);

  self->figure = NULL;
  g_clear_object (&self->session);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_pointer (&self->bands, heddle_bands_free);
  g_clear_pointer (&self->surface, cairo_surface_destroy);
  g_clear_pointer (&self->collapsed, g_free);
  g_clear_pointer (&self->states, g_free);
  g_clear_pointer (&self->marked, g_array_unref);
  g_clear_pointer (&self->lit, g_array_unref);
  G_OBJECT_CLASS (heddle_tree_plot_parent_class)->dispose (object);
}

static void
heddle_tree_plot_class_init (HeddleTreePlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_tree_plot_dispose;
  widget_class->snapshot = heddle_tree_plot_snapshot;
  widget_class->measure = heddle_tree_plot_measure;
  widget_class->size_allocate = heddle_tree_plot_size_allocate;
  widget_class->css_changed = heddle_tree_plot_css_changed;
  widget_class->map = heddle_tree_plot_map;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_tree_plot_init (HeddleTreePlot *self)
{
  self->marked = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->lit = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->current = self->hovered = self->hovered_cell = HEDDLE_TREE_NONE;
  self->fits = TRUE;
  self->view.zoom = 1;
  heddle_tree_plot_add_controllers (self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (heddle_tree_plot_redraw), NULL);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark", G_CALLBACK (on_look_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast", G_CALLBACK (on_look_changed), self, G_CONNECT_SWAPPED);
}

GtkWidget *
heddle_tree_plot_new (HeddleSession *session)
{
  HeddleTreePlot *self = g_object_new (HEDDLE_TYPE_TREE_PLOT, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "hot-changed", G_CALLBACK (on_hot_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "location-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
