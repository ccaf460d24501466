/* heddle-canvas-view.c: the canvas with what lies in its corners
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas-view"

#include "heddle-canvas-view.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-breadcrumb.h"
#include "heddle-hover-card.h"
#include "heddle-legend.h"
#include "heddle-look.h"
#include "heddle-minimap.h"

#define CORNER 12
#define HOVER_DELAY_MS 300
#define HOVER_DISTANCE 18

struct _HeddleCanvasView
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *overlay;
  guint hover_timeout;
  guint zoom_bar_source;

  /* Borrowed: children of the overlay */
  HeddleCanvas *canvas;
  GtkWidget *legend;
  GtkWidget *path;
  GtkWidget *measure;
  GtkWidget *difference; /* a part of that */
  GtkWidget *now;
  GtkWidget *minimap;
  GtkWidget *zoom_bar;
  GtkWidget *zoom_label;
  GtkWidget *hover_card;
  GtkWidget *empty;
};

G_DEFINE_FINAL_TYPE (HeddleCanvasView, heddle_canvas_view, GTK_TYPE_WIDGET)

/* ---- corners --------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
new_corner (HeddleCanvasView *self,
            GtkAlign horizontal,
            GtkAlign vertical)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  gtk_widget_set_halign (box, horizontal);
  gtk_widget_set_valign (box, vertical);
  gtk_widget_set_margin_start (box, CORNER);
  gtk_widget_set_margin_end (box, CORNER);
  gtk_widget_set_margin_top (box, CORNER);
  gtk_widget_set_margin_bottom (box, CORNER);
  gtk_widget_add_css_class (box, "heddle-overlay");
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), box);
  return box;
}

static GtkWidget *
add_measure (GtkWidget *box,
             const char *label,
             const char *target,
             const char *tooltip)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.measure");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", target);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static GtkWidget *
new_measure_switch (HeddleCanvasView *self)
{
  GtkWidget *corner = new_corner (self, GTK_ALIGN_END, GTK_ALIGN_START);
  GtkWidget *linked = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *label = gtk_label_new (_("Heat"));

  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_margin_start (label, 6);
  gtk_widget_set_margin_end (label, 2);
  gtk_widget_add_css_class (linked, "linked");
  self->now = add_measure (linked, _("Now"), "now", _("Utilisation at the moment that is looked at"));
  add_measure (linked, _("Average"), "average", _("Mean utilisation since the start"));
  add_measure (linked, _("Peak"), "peak", _("Highest utilisation since the start"));
  gtk_box_append (GTK_BOX (corner), label);
  gtk_box_append (GTK_BOX (corner), linked);
  self->difference = gtk_toggle_button_new_with_label (_("Change"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->difference), "win.show-difference");
  gtk_widget_set_tooltip_text (self->difference, _("How much more or less than in the baseline"));
  gtk_box_append (GTK_BOX (corner), self->difference);
  return corner;
}

/* What is hidden takes nothing. */
static GtkRequisition
measure (GtkWidget *widget)
{
  GtkRequisition size = { 0, 0 };

  if (gtk_widget_get_visible (widget))
    gtk_widget_get_preferred_size (widget, &size, NULL);
  return size;
}

/* Where legend and zoom bar do not fit side by side the bar lies above. Sizes are those with margins. */
static void
place_zoom_bar (HeddleCanvasView *self)
{
  GtkWidget *map = gtk_widget_get_parent (self->minimap);
  GtkRequisition legend = measure (self->legend), bar = measure (self->zoom_bar);
  gboolean above = legend.width > 0 && legend.width + bar.width - CORNER / 2 > gtk_widget_get_width (GTK_WIDGET (self->canvas));
  int margin = CORNER + (above ? legend.height + CORNER / 2 : 0);
  int bar_top = bar.height - gtk_widget_get_margin_bottom (self->zoom_bar) + margin;

  if (gtk_widget_get_margin_bottom (self->zoom_bar) != margin)
    {
      gtk_widget_set_margin_bottom (self->zoom_bar, margin);
      gtk_widget_set_margin_bottom (map, margin + 50);
    }
  heddle_canvas_set_room (self->canvas, measure (map).width, MAX (bar_top, legend.height));
}

static gboolean
on_zoom_bar_due (gpointer data)
{
  HeddleCanvasView *self = data;
  g_autofree char *text = g_strdup_printf ("%ld" HD_FIGURE_SPACE "%%", lround (100 * heddle_canvas_get_viewport (self->canvas)->zoom));

  self->zoom_bar_source = 0;
  gtk_button_set_label (GTK_BUTTON (self->zoom_label), text);
  place_zoom_bar (self);
  return G_SOURCE_REMOVE;
}

/* The canvas also says so while rooms are given out, when nothing may ask for another one. */
static void
on_viewport_changed (HeddleCanvasView *self)
{
  gtk_widget_queue_draw (self->minimap);
  if (self->zoom_bar_source == 0)
    self->zoom_bar_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_zoom_bar_due, self, NULL);
}

static void
add_zoom_bar (HeddleCanvasView *self)
{
  GtkWidget *corner = self->zoom_bar = new_corner (self, GTK_ALIGN_END, GTK_ALIGN_END);
  GtkWidget *toggle = gtk_toggle_button_new (), *partitions;

  gtk_button_set_icon_name (GTK_BUTTON (toggle), "heddle-minimap-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (toggle), "win.show-minimap");
  gtk_widget_set_tooltip_text (toggle, _("Minimap"));
  heddle_set_accessible_label (toggle, _("Minimap"));

  partitions = gtk_toggle_button_new ();
  gtk_button_set_icon_name (GTK_BUTTON (partitions), "heddle-partitions-symbolic");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (partitions), "win.show-partitions");
  gtk_widget_set_tooltip_text (partitions, _("Colour by partition"));
  heddle_set_accessible_label (partitions, _("Colour by partition"));

  self->zoom_label = gtk_button_new_with_label ("100 %");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->zoom_label), "win.zoom-normal");
  gtk_widget_set_tooltip_text (self->zoom_label, _("Normal size"));
  gtk_widget_set_size_request (self->zoom_label, 62, -1);
  gtk_widget_add_css_class (self->zoom_label, "numeric");

  gtk_box_append (GTK_BOX (corner), partitions);
  gtk_box_append (GTK_BOX (corner), toggle);
  gtk_box_append (GTK_BOX (corner), heddle_icon_button_new ("list-remove-symbolic", _("Zoom out"), "win.zoom-out"));
  gtk_box_append (GTK_BOX (corner), self->zoom_label);
  gtk_box_append (GTK_BOX (corner), heddle_icon_button_new ("list-add-symbolic", _("Zoom in"), "win.zoom-in"));
  gtk_box_append (GTK_BOX (corner), heddle_icon_button_new ("view-fullscreen-symbolic", _("Fit to window"), "win.zoom-fit"));
  for (GtkWidget *child = gtk_widget_get_first_child (corner); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_add_css_class (child, "flat");
}

static void
add_minimap (HeddleCanvasView *self)
{
  GtkWidget *corner = new_corner (self, GTK_ALIGN_END, GTK_ALIGN_END);

  self->minimap = heddle_minimap_new (self->canvas);
  gtk_widget_set_margin_bottom (corner, CORNER + 50);
  gtk_box_append (GTK_BOX (corner), self->minimap);
  gtk_widget_set_visible (corner, FALSE);
}

void
heddle_canvas_view_set_minimap (HeddleCanvasView *self,
                                gboolean shown)
{
  gtk_widget_set_visible (gtk_widget_get_parent (self->minimap), shown);
  place_zoom_bar (self);
}

/* ---- hover ----------------------------------------------------------------------------------------------------------------- */

static void
place_hover_card (HeddleCanvasView *self,
                  double x,
                  double y)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self->canvas)), height = gtk_widget_get_height (GTK_WIDGET (self->canvas));
  GtkRequisition size;

  /* That of the child: the card itself has the margins that are set here, and is not shown yet. */
  gtk_widget_get_preferred_size (gtk_widget_get_first_child (self->hover_card), NULL, &size);

  int left = x + HOVER_DISTANCE, top = y + HOVER_DISTANCE;

  if (left + size.width > width - CORNER)
    left = x - HOVER_DISTANCE - size.width;
  if (top + size.height > height - CORNER)
    top = y - HOVER_DISTANCE - size.height;
  gtk_widget_set_margin_start (self->hover_card, MAX (0, left));
  gtk_widget_set_margin_top (self->hover_card, MAX (0, top));
}

static void
hide_hover_card (HeddleCanvasView *self)
{
  g_clear_handle_id (&self->hover_timeout, g_source_remove);
  gtk_widget_set_visible (self->hover_card, FALSE);
}

static gboolean
on_hover_timeout (gpointer data)
{
  HeddleCanvasView *self = data;
  HeddlePoint pointer = heddle_canvas_get_pointer (self->canvas);
  HeddleHit hit;

  self->hover_timeout = 0;
  if (heddle_canvas_get_wait_ms (self->canvas) > 0)
    return G_SOURCE_REMOVE;
  heddle_canvas_find (self->canvas, pointer.x, pointer.y, &hit);
  if (heddle_hover_card_show (HEDDLE_HOVER_CARD (self->hover_card), self->canvas, hit))
    {
      place_hover_card (self, pointer.x, pointer.y);
      gtk_widget_set_visible (self->hover_card, TRUE);
    }
  return G_SOURCE_REMOVE;
}

/* Only what the pointer rests on gets a card; what is hot because of another view does not, nor what is worked on. */
static void
on_hovered (HeddleCanvasView *self)
{
  guint wait_ms = heddle_canvas_get_wait_ms (self->canvas);

  hide_hover_card (self);
  if (heddle_session_get_hot (self->session).uid != 0 && wait_ms != G_MAXUINT)
    self->hover_timeout = g_timeout_add (HOVER_DELAY_MS + wait_ms, on_hover_timeout, self);
}

/* ---- nothing there yet ------------------------------------------------------------------------------------------------- */

static GtkWidget *
new_pill_button (const char *label,
                 const char *action,
                 gboolean suggested)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_add_css_class (button, "pill");
  if (suggested)
    gtk_widget_add_css_class (button, "suggested-action");
  return button;
}

static void
add_empty_page (HeddleCanvasView *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *image = heddle_symbol_image_new ("module", 64);
  GtkWidget *title = gtk_label_new (_("Drag a component here, or generate a topology"));

  self->empty = gtk_box_new (GTK_ORIENTATION_VERTICAL, 18);
  gtk_widget_add_css_class (image, "dim-label");
  gtk_widget_add_css_class (title, "title-2");
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  gtk_label_set_justify (GTK_LABEL (title), GTK_JUSTIFY_CENTER);
  gtk_widget_set_halign (buttons, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (buttons), new_pill_button (_("_Components"), "win.show-palette", TRUE));
  gtk_box_append (GTK_BOX (buttons), new_pill_button (_("_Generate…"), "win.generate", FALSE));
  gtk_box_append (GTK_BOX (self->empty), image);
  gtk_box_append (GTK_BOX (self->empty), title);
  gtk_box_append (GTK_BOX (self->empty), buttons);
  gtk_widget_set_halign (self->empty, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->empty, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_start (self->empty, CORNER);
  gtk_widget_set_margin_end (self->empty, CORNER);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->empty);
}

/* ---- following the session ------------------------------------------------------------------------------------------------ */

static void
on_progressed (HeddleCanvasView *self)
{
  double reference;
  gboolean heat = heddle_canvas_get_heat (self->canvas, &reference);
  g_autofree char *moment = heddle_session_dup_moment_name (self->session);

  gtk_button_set_label (GTK_BUTTON (self->now), moment);
  heddle_legend_set_reference (HEDDLE_LEGEND (self->legend), reference);
  heddle_legend_set_past (HEDDLE_LEGEND (self->legend), heddle_session_is_stale (self->session));
  heddle_legend_set_packets (HEDDLE_LEGEND (self->legend), heddle_canvas_get_most_packets (self->canvas));
  heddle_legend_set_shown (HEDDLE_LEGEND (self->legend), heddle_canvas_get_heat_mode (self->canvas), heddle_canvas_get_n_partitions (self->canvas));
  gtk_widget_set_visible (self->difference, heddle_session_compares (self->session));
  gtk_widget_set_visible (self->measure, heat && heddle_canvas_get_most_packets (self->canvas) == 0);
  place_zoom_bar (self);
  if (gtk_widget_get_visible (self->hover_card))
    heddle_hover_card_refresh (HEDDLE_HOVER_CARD (self->hover_card), self->canvas);
}

/* Another level has other links, and widths with another scale. */
static void
on_drawing_changed (HeddleCanvasView *self)
{
  HeddleDrawing *drawing = heddle_canvas_get_drawing (self->canvas);
  HeddleScene *scene = drawing != NULL ? heddle_drawing_get_scene (drawing) : NULL;

  gtk_widget_set_visible (self->path, heddle_session_get_document (self->session) != NULL);
  gtk_widget_set_visible (self->empty, scene != NULL && heddle_scene_n_nodes (scene) + heddle_scene_n_notes (scene) == 0);
  on_progressed (self);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------ */

HeddleCanvas *
heddle_canvas_view_get_canvas (HeddleCanvasView *self)
{
  return self->canvas;
}

static void
heddle_canvas_view_dispose (GObject *object)
{
  HeddleCanvasView *self = HEDDLE_CANVAS_VIEW (object);

  g_clear_handle_id (&self->hover_timeout, g_source_remove);
  g_clear_handle_id (&self->zoom_bar_source, g_source_remove);
  g_clear_pointer (&self->overlay, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_canvas_view_parent_class)->dispose (object);
}

static void
heddle_canvas_view_class_init (HeddleCanvasViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_canvas_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "heddle-canvas-view");
}

static void
heddle_canvas_view_init (HeddleCanvasView *self)
{
  self->overlay = gtk_overlay_new ();
  gtk_widget_set_parent (self->overlay, GTK_WIDGET (self));
}

GtkWidget *
heddle_canvas_view_new (HeddleSession *session)
{
  HeddleCanvasView *self = g_object_new (HEDDLE_TYPE_CANVAS_VIEW, NULL);

  self->session = g_object_ref (session);
  self->canvas = HEDDLE_CANVAS (heddle_canvas_new (session));
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), GTK_WIDGET (self->canvas));

  self->path = new_corner (self, GTK_ALIGN_START, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (self->path), heddle_breadcrumb_new (session));
  self->measure = new_measure_switch (self);
  self->legend = heddle_legend_new ();
  gtk_widget_set_halign (self->legend, GTK_ALIGN_START);
  gtk_widget_set_valign (self->legend, GTK_ALIGN_END);
  gtk_widget_set_margin_start (self->legend, CORNER);
  gtk_widget_set_margin_bottom (self->legend, CORNER);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->legend);
  add_empty_page (self);
  add_minimap (self);
  add_zoom_bar (self);
  heddle_canvas_add_drop_target (self->canvas, GTK_WIDGET (self));

  self->hover_card = heddle_hover_card_new (session);
  gtk_widget_set_halign (self->hover_card, GTK_ALIGN_START);
  gtk_widget_set_valign (self->hover_card, GTK_ALIGN_START);
  gtk_widget_set_can_target (self->hover_card, FALSE);
  gtk_widget_set_visible (self->hover_card, FALSE);
  gtk_overlay_add_overlay (GTK_OVERLAY (self->overlay), self->hover_card);

  g_signal_connect_object (self->canvas, "viewport-changed", G_CALLBACK (on_viewport_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->canvas, "hovered", G_CALLBACK (on_hovered), self, G_CONNECT_SWAPPED);
  /* After the canvas itself, whose figures are shown here. */
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_drawing_changed), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (session, "location-changed", G_CALLBACK (on_drawing_changed), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  on_drawing_changed (self);
  on_viewport_changed (self);
  return GTK_WIDGET (self);
}
