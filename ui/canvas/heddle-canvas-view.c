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
#define LOW 400 /* px of the canvas */
#define HOVER_DELAY_MS 300
#define HOVER_DISTANCE 18

struct _HeddleCanvasView
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  guint hover_timeout;
  gboolean still; /* no card */
  guint zoom_bar_source;

  /* Of the template */
  GtkWidget *overlay;
  GtkWidget *path;
  GtkWidget *measure;
  GtkWidget *now;        /* a part of that */
  GtkWidget *difference; /* and another */
  GtkWidget *energy;     /* and a third */
  GtkWidget *stalls;
  GtkWidget *pieces;     /* and a fourth */
  GtkWidget *lit;        /* and a fifth */
  GtkWidget *step;
  GtkWidget *step_name;
  GtkWidget *step_help;
  GtkWidget *waited;
  GtkWidget *legend;
  GtkWidget *empty;
  GtkWidget *map;
  GtkWidget *zoom_bar;
  GtkWidget *zoom_label;
  GtkWidget *fold;

  gboolean has_map;
  gboolean folded; /* nothing is shown but the button that unfolds */
  gboolean presents;

  /* Borrowed: children of the overlay */
  HeddleCanvas *canvas;
  GtkWidget *minimap;
  GtkWidget *hover_card;
};

G_DEFINE_FINAL_TYPE (HeddleCanvasView, heddle_canvas_view, GTK_TYPE_WIDGET)

/* ---- corners --------------------------------------------------------------------------------------------------------------- */

/* What is hidden takes nothing. */
static GtkRequisition
measure (GtkWidget *widget)
{
  GtkRequisition size = { 0, 0 };

  if (gtk_widget_get_visible (widget))
    gtk_widget_get_preferred_size (widget, NULL, &size);
  return size;
}

/* Without its margins. */
static int
get_height (GtkWidget *widget)
{
  return gtk_widget_get_visible (widget) ? measure (widget).height - gtk_widget_get_margin_top (widget) - gtk_widget_get_margin_bottom (widget) : 0;
}

/* Returns where it ends. */
static int
place_below (GtkWidget *widget,
             int top)
{
  if (!gtk_widget_get_visible (widget))
    return 0;
  if (gtk_widget_get_margin_top (widget) != top)
    gtk_widget_set_margin_top (widget, top);
  return top + get_height (widget);
}

static int
get_width (GtkWidget *widget)
{
  return gtk_widget_get_visible (widget) ? measure (widget).width - gtk_widget_get_margin_start (widget) - gtk_widget_get_margin_end (widget) : 0;
}

/* The step lies between path and heat switch where there is room for all three, which leaves the more of a low canvas to the drawing. */
static gboolean
place_between (HeddleCanvasView *self,
               int width)
{
  int path = get_width (self->path), start = CORNER + (path > 0 ? path + CORNER / 2 : 0);
  gboolean between = gtk_widget_get_visible (self->step) && start + get_width (self->step) + get_width (self->measure) + 2 * CORNER <= width;

  if (!between)
    start = CORNER;
  if (gtk_widget_get_margin_start (self->step) != start)
    gtk_widget_set_margin_start (self->step, start);
  return between;
}

/* Where path and heat switch do not fit side by side the switch lies below; the step lies below the path, and below the switch if it has to, unless it
 * fits between them. Returns where the lowest of them ends. */
static int
place_upper (HeddleCanvasView *self,
             int width)
{
  int path_end = place_below (self->path, CORNER), next = path_end > 0 ? path_end + CORNER / 2 : CORNER, heat_end, step_end;
  gboolean beside = measure (self->path).width + measure (self->measure).width - CORNER <= width;

  heat_end = place_below (self->measure, beside ? CORNER : next);
  if (place_between (self, width))
    next = CORNER;
  else if (!beside && heat_end > 0 && measure (self->step).width + measure (self->measure).width - CORNER > width)
    next = heat_end + CORNER / 2;
  step_end = place_below (self->step, next);
  return MAX (MAX (path_end, heat_end), step_end);
}

/* A low canvas has no room for both above each other, nor a narrow one for all of the legend. */
static gboolean
is_brief (HeddleCanvasView *self,
          int beside,
          int width,
          int height)
{
  int full = heddle_legend_get_width (HEDDLE_LEGEND (self->legend), FALSE);

  return full > width - 2 * CORNER || (full > beside && height < LOW);
}

/* Where legend and zoom bar do not fit side by side the bar lies above. Sizes are those with margins. */
static void
place_overlays (HeddleCanvasView *self)
{
  GtkRequisition legend, bar = measure (self->zoom_bar);
  int width = gtk_widget_get_width (GTK_WIDGET (self->canvas)), height = gtk_widget_get_height (GTK_WIDGET (self->canvas));
  int margin, bar_top, top;
  gboolean above;

  heddle_legend_set_brief (HEDDLE_LEGEND (self->legend), is_brief (self, width - bar.width - CORNER, width, height));
  legend = measure (self->legend);
  if (self->presents) /* in large type, over half of the drawing, it would hide what it explains */
    gtk_widget_set_opacity (self->legend, 5 * legend.height > 2 * height ? 0 : 1);
  above = legend.width > 0 && legend.width + bar.width - CORNER / 2 > width;
  margin = CORNER + (above ? legend.height + CORNER / 2 : 0);
  bar_top = bar.height - gtk_widget_get_margin_bottom (self->zoom_bar) + margin;
  top = place_upper (self, width);
  if (gtk_widget_get_margin_bottom (self->zoom_bar) != margin)
    {
      gtk_widget_set_margin_bottom (self->zoom_bar, margin);
      gtk_widget_set_margin_bottom (self->map, margin + 50);
    }
  heddle_canvas_set_room (self->canvas, top + CORNER, measure (self->map).width, MAX (bar_top, legend.height));
}

static gboolean
on_zoom_bar_due (gpointer data)
{
  HeddleCanvasView *self = data;
  g_autofree char *text = g_strdup_printf ("%ld" HD_FIGURE_SPACE "%%", lround (100 * heddle_canvas_get_viewport (self->canvas)->zoom));

  self->zoom_bar_source = 0;
  gtk_button_set_label (GTK_BUTTON (self->zoom_label), text);
  place_overlays (self);
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

void
heddle_canvas_view_set_minimap (HeddleCanvasView *self,
                                gboolean shown)
{
  self->has_map = shown;
  gtk_widget_set_visible (self->map, shown && !self->folded);
  place_overlays (self);
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
  if (!self->still && heddle_session_get_hot (self->session).uid != 0 && wait_ms != G_MAXUINT)
    self->hover_timeout = g_timeout_add (HOVER_DELAY_MS + wait_ms, on_hover_timeout, self);
}

void
heddle_canvas_view_set_hovers (HeddleCanvasView *self,
                               gboolean hovers)
{
  self->still = !hovers;
  if (self->still)
    hide_hover_card (self);
}

/* ---- the step under way ---------------------------------------------------------------------------------------------------- */

static void
show_step (HeddleCanvasView *self)
{
  HeddleStep step;
  g_autofree char *name = NULL;
  gboolean known = heddle_session_get_step (self->session, &step);
  g_autofree char *waited = heddle_session_dup_path_words (self->session);

  gtk_widget_set_visible (self->step, (known || waited != NULL) && !self->folded);
  gtk_widget_set_visible (self->step_name, known);
  gtk_widget_set_visible (self->step_help, known);
  gtk_widget_set_visible (self->waited, waited != NULL);
  gtk_label_set_text (GTK_LABEL (self->waited), waited != NULL ? waited : "");
  if (!known)
    return;
  if (step.is_over)
    /* Translators: "All-reduce, ring · all 6 steps done" */
    name = g_strdup_printf (ngettext ("%s · its %u step done", "%s · all %u steps done", step.n_steps), step.title, step.n_steps);
  else
    /* Translators: "Step 3 of 6 · All-reduce, ring" */
    name = g_strdup_printf (_("Step %u of %u · %s"), step.number, step.n_steps, step.title);
  gtk_label_set_text (GTK_LABEL (self->step_name), name);
  gtk_label_set_text (GTK_LABEL (self->step_help), step.is_over ? _("Everyone has what it was to get")
                                                   : step.adds  ? _("What arrives is added to what is there")
                                                                : _("What arrives is kept as it is"));
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
  heddle_legend_set_buffers (HEDDLE_LEGEND (self->legend),
                             heddle_canvas_get_drawing (self->canvas) != NULL && heddle_drawing_shows_buffers (heddle_canvas_get_drawing (self->canvas)));
  heddle_legend_set_two_ways (HEDDLE_LEGEND (self->legend), heddle_canvas_get_drawing (self->canvas) != NULL && heddle_drawing_has_two_ways (heddle_canvas_get_drawing (self->canvas)));
  heddle_legend_set_uncounted (HEDDLE_LEGEND (self->legend), heddle_canvas_get_drawing (self->canvas) != NULL && heddle_drawing_counts_none (heddle_canvas_get_drawing (self->canvas)));
  heddle_legend_set_dotted (HEDDLE_LEGEND (self->legend), heddle_canvas_get_drawing (self->canvas) != NULL && heddle_drawing_has_dotted (heddle_canvas_get_drawing (self->canvas)));
  heddle_legend_set_messages (HEDDLE_LEGEND (self->legend), heddle_session_has_marks (self->session), heddle_session_get_n_untold (self->session) > 0,
                              heddle_session_has_pieces (self->session) && heddle_session_get_show_pieces (self->session));
  heddle_legend_set_streams (HEDDLE_LEGEND (self->legend), heddle_session_has_streams (self->session));
  heddle_legend_set_cells (HEDDLE_LEGEND (self->legend),
                           heddle_canvas_get_drawing (self->canvas) != NULL && heddle_drawing_has_cells (heddle_canvas_get_drawing (self->canvas)));
  show_step (self);
  heddle_legend_set_most_heat (HEDDLE_LEGEND (self->legend), heddle_canvas_get_most_heat (self->canvas));
  heddle_legend_set_packets (HEDDLE_LEGEND (self->legend), heddle_canvas_get_most_packets (self->canvas));
  heddle_legend_set_shown (HEDDLE_LEGEND (self->legend), heddle_canvas_get_heat_mode (self->canvas), heddle_canvas_get_n_partitions (self->canvas));
  gtk_widget_set_visible (self->difference, heddle_session_has_heat (self->session, HEDDLE_HEAT_DIFFERENCE));
  gtk_widget_set_visible (self->energy, heddle_session_has_heat (self->session, HEDDLE_HEAT_ENERGY));
  gtk_widget_set_visible (self->stalls, heddle_session_has_heat (self->session, HEDDLE_HEAT_STALLS));
  gtk_widget_set_visible (self->pieces, heddle_session_has_pieces (self->session));
  gtk_widget_set_visible (self->lit, heddle_session_get_run_state (self->session) == HD_RUN_FINISHED);
  gtk_widget_set_visible (self->measure, !self->folded && !self->presents && heat && heddle_canvas_get_most_packets (self->canvas) == 0);
  place_overlays (self);
  if (gtk_widget_get_visible (self->hover_card) && !heddle_hover_card_refresh (HEDDLE_HOVER_CARD (self->hover_card), self->canvas))
    hide_hover_card (self); /* of what is drawn no more */
}

/* Another level has other links, and widths with another scale. */
static void
on_drawing_changed (HeddleCanvasView *self)
{
  HeddleDrawing *drawing = heddle_canvas_get_drawing (self->canvas);
  HeddleScene *scene = drawing != NULL ? heddle_drawing_get_scene (drawing) : NULL;

  gtk_widget_set_visible (self->path, !self->folded && !self->presents && heddle_session_get_document (self->session) != NULL);
  gtk_widget_set_visible (self->empty, !self->presents && scene != NULL && heddle_scene_n_nodes (scene) + heddle_scene_n_notes (scene) == 0);
  on_progressed (self);
}

void
heddle_canvas_view_set_folded (HeddleCanvasView *self,
                               gboolean folded)
{
  self->folded = folded;
  for (GtkWidget *child = gtk_widget_get_first_child (self->zoom_bar); child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_visible (child, !folded || child == self->fold);
  heddle_legend_set_folded (HEDDLE_LEGEND (self->legend), folded);
  gtk_widget_set_visible (self->map, self->has_map && !folded);
  on_drawing_changed (self);
}

void
heddle_canvas_view_set_presents (HeddleCanvasView *self)
{
  self->presents = TRUE;
  gtk_widget_set_visible (self->zoom_bar, FALSE);
  gtk_widget_set_visible (self->map, FALSE);
  heddle_canvas_set_presents (self->canvas, TRUE);
  on_drawing_changed (self);
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
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_canvas_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heddle-canvas-view");
  g_type_ensure (HEDDLE_TYPE_LEGEND);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/canvas-view.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, overlay);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, path);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, measure);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, now);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, difference);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, energy);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, stalls);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, pieces);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, lit);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, step);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, step_name);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, step_help);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, waited);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, legend);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, empty);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, map);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, zoom_bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, zoom_label);
  gtk_widget_class_bind_template_child (widget_class, HeddleCanvasView, fold);
}

static void
heddle_canvas_view_init (HeddleCanvasView *self)
{
  GtkWidget *image = heddle_symbol_image_new ("module", 64);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_add_css_class (image, "dim-label");
  gtk_box_prepend (GTK_BOX (self->empty), image);
}

GtkWidget *
heddle_canvas_view_new (HeddleSession *session)
{
  HeddleCanvasView *self = g_object_new (HEDDLE_TYPE_CANVAS_VIEW, NULL);

  self->session = g_object_ref (session);
  self->canvas = HEDDLE_CANVAS (heddle_canvas_new (session));
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), GTK_WIDGET (self->canvas));

  self->minimap = heddle_minimap_new (self->canvas);
  gtk_box_append (GTK_BOX (self->path), heddle_breadcrumb_new (session));
  gtk_box_append (GTK_BOX (self->map), self->minimap);
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
