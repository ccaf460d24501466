/* heddle-canvas.c: the module that is looked at, drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-canvas-private.h"
#include "heddle-legend-painter.h"
#include "heddle-look.h"
#include "heddle-popover.h"

#define HIT_TOLERANCE 5.0
#define HINTS_AFTER_TOOL_US 1000000 /* who has just dropped something looks at it */
#define PORT_ZOOM 0.4 /* below, ports are not drawn and not hit */

G_DEFINE_FINAL_TYPE (HeddleCanvas, heddle_canvas, GTK_TYPE_WIDGET)

static guint viewport_changed_signal, hovered_signal, told_signal;

void
heddle_canvas_viewport_changed (HeddleCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  heddle_canvas_update_items (self);
  g_signal_emit (self, viewport_changed_signal, 0);
}

/* ---- document and selection ------------------------------------------------------------------------------------------------- */

HdDocument *
heddle_canvas_get_document (HeddleCanvas *self)
{
  return heddle_session_get_document (self->session);
}

guint64
heddle_canvas_get_module (HeddleCanvas *self)
{
  const HdObject *module = heddle_session_get_module (self->session);

  return module != NULL ? hd_object_get_uid (module) : 0;
}

guint
heddle_canvas_get_extents (HeddleCanvas *self,
                           const guint64 *uids,
                           guint n,
                           HeddleExtent *out_extents)
{
  guint filled = 0;

  for (guint i = 0; self->drawing != NULL && i < n; i++)
    {
      HeddlePoint place;
      HeddleRect rect;

      if (heddle_drawing_get_place (self->drawing, uids[i], &place, NULL) && heddle_drawing_get_rect (self->drawing, uids[i], &rect))
        out_extents[filled++] = (HeddleExtent){ uids[i], rect.x, rect.y, rect.width, rect.height };
    }
  return filled;
}

/* ---- telling ----------------------------------------------------------------------------------------------------------------- */

static char *
dup_summary (HeddleCanvas *self)
{
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  guint n_nodes = heddle_scene_n_nodes (scene), n_links = heddle_scene_n_links (scene);
  guint n_selected = heddle_session_get_n_selected (self->session);
  GString *text = g_string_new (NULL);
  float hottest = -1;

  g_string_append_printf (text, ngettext ("%u component", "%u components", n_nodes), n_nodes);
  g_string_append (text, ", ");
  g_string_append_printf (text, ngettext ("%u link", "%u links", n_links), n_links);
  if (n_selected > 0)
    {
      g_string_append (text, ", ");
      g_string_append_printf (text, ngettext ("%u selected", "%u selected", n_selected), n_selected);
    }
  for (guint i = 0; self->heat && i < n_links; i++)
    {
      float heat = heddle_scene_link (scene, i)->heat;

      hottest = MAX (hottest, self->tells == HEDDLE_HEAT_DIFFERENCE && isfinite (heat) ? fabsf (heat) : heat);
    }
  if (self->heat && self->tells == HEDDLE_HEAT_STALLS)
    {
      g_autofree char *share = hd_figure_percent (self->most_heat);

      g_string_append (text, ", ");
      g_string_append_printf (text, _("flits stand still for at most %s of a router's time"), share);
    }
  else if (hottest >= 0)
    {
      g_string_append (text, ", ");
      if (self->most_packets > 0)
        {
          guint packets = (guint) lround ((double) hottest * self->most_packets);

          g_string_append_printf (text, ngettext ("hottest link %u packet", "hottest link %u packets", packets), packets);
        }
      else if (self->tells == HEDDLE_HEAT_ENERGY && self->most_heat > 0)
        {
          g_autofree char *power = hd_figure_in ((double) hottest * self->most_heat, "W", 3);

          g_string_append_printf (text, _("hottest link %s"), power);
        }
      else if (self->tells == HEDDLE_HEAT_DIFFERENCE)
        g_string_append_printf (text, _("largest change of a link %d percent"), (int) lround (100 * hottest));
      else
        g_string_append_printf (text, _("busiest link %d percent"), (int) lround (100 * hottest));
    }
  return g_string_free (text, FALSE);
}

static void
describe (HeddleCanvas *self)
{
  g_autofree char *summary = dup_summary (self);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary, -1);
}

void
heddle_canvas_announce (HeddleCanvas *self,
                        const char *message)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, message, -1);
}

void
heddle_canvas_tell (HeddleCanvas *self,
                    char *message_take)
{
  g_autofree char *message = message_take;

  heddle_canvas_announce (self, message);
  g_signal_emit (self, told_signal, 0, message);
}

void
heddle_canvas_tell_error (HeddleCanvas *self,
                          GError **error)
{
  if (error == NULL || *error == NULL)
    return;
  heddle_canvas_tell (self, g_strdup ((*error)->message));
  g_clear_error (error);
}

/* ---- popovers ------------------------------------------------------------------------------------------------------------------ */

static void
on_popover_closed (HeddleCanvas *self,
                   GtkWidget *popover)
{
  if (self->popover == popover)
    self->popover = NULL;
}

void
heddle_canvas_close_popover (HeddleCanvas *self)
{
  if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
}

void
heddle_canvas_present_popover (HeddleCanvas *self,
                               GtkWidget *popover,
                               const HeddleRect *place)
{
  HeddlePoint at = heddle_viewport_to_target (&self->viewport, place->x, place->y);
  double right = at.x + place->width * self->viewport.zoom, bottom = at.y + place->height * self->viewport.zoom;
  double x = CLAMP (at.x, 0, self->viewport.width), y = CLAMP (at.y, 0, self->viewport.height);

  heddle_canvas_close_popover (self);
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ x, y, MAX (1, CLAMP (right, 0, self->viewport.width) - x),
                                                                       MAX (1, CLAMP (bottom, 0, self->viewport.height) - y) });
  g_signal_connect_object (popover, "closed", G_CALLBACK (on_popover_closed), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  heddle_popover_drop_when_closed (popover);
  self->popover = popover;
  gtk_popover_popup (GTK_POPOVER (popover));
}

/* ---- what it shows ---------------------------------------------------------------------------------------------------------- */

static void
show_states (HeddleCanvas *self)
{
  HeddleTarget hot = heddle_session_get_hot (self->session);
  guint n;
  const HeddleTarget *selected = heddle_session_get_selection (self->session, &n);
  g_autoptr (GArray) lit = g_array_new (FALSE, FALSE, sizeof (HeddleTarget));

  heddle_drawing_show_targets (self->drawing, selected, n, HEDDLE_STATE_SELECTED);
  heddle_drawing_show_targets (self->drawing, &hot, hot.uid != 0 ? 1 : 0, HEDDLE_STATE_HOT);
  heddle_session_add_highlighted (self->session, lit);
  heddle_drawing_show_targets (self->drawing, (const HeddleTarget *) (gpointer) lit->data, lit->len, HEDDLE_STATE_LIT);
}

static void
mark_severity (HeddleCanvas *self,
               HdSeverity severity,
               guint state)
{
  GPtrArray *problems = heddle_session_get_problems (self->session);
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (HeddleTarget));
  HeddleTarget mark = heddle_session_get_mark (self->session);

  for (guint i = 0; i < problems->len; i++)
    {
      const HdProblem *problem = problems->pdata[i];
      HeddleTarget target = { problem->object_uid, HEDDLE_ALL_MEMBERS };

      if (problem->severity != severity)
        continue;
      if (problem->n_nodes + problem->n_links > 0)
        heddle_session_add_waiting (self->session, problem, targets);
      else if (problem->object_uid != 0)
        g_array_append_val (targets, target);
    }
  if (severity == HD_SEVERITY_WARNING && mark.uid != 0)
    g_array_append_val (targets, mark);
  heddle_drawing_show_targets (self->drawing, (const HeddleTarget *) (gpointer) targets->data, targets->len, state);
}

static void
mark_problems (HeddleCanvas *self)
{
  mark_severity (self, HD_SEVERITY_ERROR, HEDDLE_STATE_ERROR);
  mark_severity (self, HD_SEVERITY_WARNING, HEDDLE_STATE_WARNING);
}

static void
on_selection_changed (HeddleCanvas *self)
{
  if (self->drawing == NULL)
    return;
  show_states (self);
  mark_problems (self);
  describe (self);
  heddle_canvas_update_items (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
show_captions (HeddleCanvas *self)
{
  g_autoptr (GArray) captions = heddle_session_list_captions (self->session);

  heddle_drawing_show_captions (self->drawing, (const HeddleCaption *) (gconstpointer) captions->data, captions->len);
}

static void
on_states_changed (HeddleCanvas *self)
{
  if (self->drawing == NULL)
    return;
  show_captions (self);
  show_states (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
show_pieces (HeddleCanvas *self)
{
  HeddleStep step = { 0 };
  guint before, after;

  heddle_scene_get_pieces (heddle_drawing_get_scene (self->drawing), &before);
  if (heddle_session_get_show_pieces (self->session) && heddle_session_get_step (self->session, &step))
    heddle_drawing_show_pieces (self->drawing, step.vectors, step.n_vectors, step.whole);
  else
    heddle_drawing_show_pieces (self->drawing, NULL, 0, 1);
  heddle_scene_get_pieces (heddle_drawing_get_scene (self->drawing), &after);
  if (self->fits && (before > 0) != (after > 0))
    heddle_canvas_fit (self);
}

static void
show_cells (HeddleCanvas *self)
{
  g_autoptr (GArray) states = heddle_session_list_lane_states (self->session);

  heddle_drawing_show_cells (self->drawing, (const HeddleLaneState *) (gconstpointer) states->data, states->len);
}

/* Messages where they are recorded, else bytes. */
static void
show_motion (HeddleCanvas *self)
{
  g_autoptr (GArray) streams = NULL;
  const HeddleMark *marks;
  guint n;

  if (heddle_session_has_streams (self->session))
    {
      streams = heddle_session_list_streams (self->session);
      heddle_drawing_show_streams (self->drawing, (const HeddleStream *) (gconstpointer) streams->data, streams->len, heddle_look_get_theme ());
      return;
    }
  marks = heddle_session_get_marks (self->session, &n);
  heddle_drawing_show_marks (self->drawing, marks, n, heddle_look_get_theme ());
}

static void
show_path (HeddleCanvas *self)
{
  g_autoptr (GArray) lights = heddle_session_list_path_lights (self->session);

  heddle_drawing_show_path (self->drawing, (const HeddlePathLight *) (gconstpointer) lights->data, lights->len);
}

static void
on_progressed (HeddleCanvas *self)
{
  HeddleLoads loads, before;
  guint n;
  const guint32 *scopes, *packets;

  /* One that is about to be replaced shows nothing of what replaces it: numbers of links and nodes are others there. */
  if (self->drawing == NULL || self->drawing != heddle_session_get_drawing (self->session))
    return;

  packets = heddle_session_get_packets (self->session, &self->most_packets);
  self->heat = packets != NULL || heddle_session_get_loads (self->session, &loads);
  scopes = heddle_session_get_scopes (self->session, &n);
  heddle_drawing_set_scopes (self->drawing, scopes, n);
  self->tells = packets != NULL || !self->heat ? HEDDLE_HEAT_UTILISATION : heddle_session_get_heat (self->session);
  if (self->tells == HEDDLE_HEAT_DIFFERENCE && !heddle_session_get_baseline_loads (self->session, &before))
    self->tells = HEDDLE_HEAT_UTILISATION;
  if (packets == NULL && self->heat)
    loads.heat = self->tells;
  if (self->tells == HEDDLE_HEAT_ENERGY || self->tells == HEDDLE_HEAT_STALLS)
    loads.most_heat = heddle_loads_find_most_heat (&loads, heddle_session_get_design (self->session));
  self->most_heat = packets == NULL && self->heat ? loads.most_heat : 0;
  if (packets != NULL)
    heddle_drawing_show_packets (self->drawing, packets, MAX (self->most_packets, 1));
  else if (self->tells == HEDDLE_HEAT_DIFFERENCE)
    heddle_drawing_show_difference (self->drawing, &loads, &before);
  else
    heddle_drawing_show_loads (self->drawing, self->heat ? &loads : NULL);
  show_motion (self);
  show_pieces (self);
  show_cells (self);
  show_path (self);
  heddle_canvas_show_traces (self);
  self->n_partitions = 0;
  heddle_drawing_show_partitions (self->drawing, heddle_session_get_shown_partitions (self->session, &self->n_partitions));
  describe (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* A run that is over may have found some, and another one takes them back. */
static void
on_run_changed (HeddleCanvas *self)
{
  if (self->drawing != NULL && self->drawing == heddle_session_get_drawing (self->session))
    mark_problems (self);
  if (self->drawing != NULL && !heddle_session_is_active (self->session) && !heddle_session_is_scrubbing (self->session))
    heddle_drawing_forget_widths (self->drawing);
  on_progressed (self);
}

/* An edit leaves the view where it is; another module, or another project, is shown whole. */
static gboolean
is_same_module (HeddleCanvas *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  guint64 module = heddle_canvas_get_module (self);
  guint depth = heddle_session_get_depth (self->session);
  gboolean same = document == self->drawn_document && module == self->drawn_module && depth == self->drawn_depth;

  self->drawn_document = document;
  self->drawn_module = module;
  self->drawn_depth = depth;
  return same;
}

static void
redraw_module (HeddleCanvas *self)
{
  gboolean same = is_same_module (self), grows = same && self->drawn_early && self->fits;
  HeddleDrawing *drawing = heddle_session_get_drawing (self->session);

  self->n_redrawn++;
  g_clear_pointer (&self->drawing, heddle_drawing_unref);
  self->drawing = drawing != NULL ? heddle_drawing_ref (drawing) : NULL;
  g_hash_table_remove_all (self->placed);
  if (!same)
    {
      heddle_canvas_close_popover (self);
      heddle_canvas_drop_tool (self);
    }
  if (self->drawing != NULL)
    {
      heddle_drawing_set_wire_style (self->drawing, self->wire_style);
      mark_problems (self);
      show_captions (self);
      show_states (self);
      on_progressed (self);
      heddle_canvas_tool_redrawn (self);
    }
  else
    heddle_canvas_drop_tool (self);
  if (same && !grows)
    heddle_canvas_viewport_changed (self);
  else
    heddle_canvas_fit (self);
  self->drawn_early = (!same || self->drawn_early) && heddle_session_get_design (self->session) == NULL;

  g_autoptr (GArray) awaited = g_steal_pointer (&self->awaited);

  self->awaited = g_array_new (FALSE, FALSE, sizeof (guint64));
  if (same && awaited->len > 0)
    heddle_canvas_show (self, (const guint64 *) awaited->data, awaited->len);
}

void
heddle_canvas_set_wire_style (HeddleCanvas *self,
                              HeddleWireStyle style)
{
  self->wire_style = style;
  if (self->drawing != NULL)
    heddle_drawing_set_wire_style (self->drawing, style);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

HeddleSession *
heddle_canvas_get_session (HeddleCanvas *self)
{
  return self->session;
}

HeddleDrawing *
heddle_canvas_get_drawing (HeddleCanvas *self)
{
  return self->drawing;
}

guint
heddle_canvas_get_n_partitions (HeddleCanvas *self)
{
  return self->n_partitions;
}

guint32
heddle_canvas_get_most_packets (HeddleCanvas *self)
{
  return self->most_packets;
}

double
heddle_canvas_get_most_heat (HeddleCanvas *self)
{
  return self->most_heat;
}

HeddleHeatMode
heddle_canvas_get_heat_mode (HeddleCanvas *self)
{
  if (!self->heat)
    return HEDDLE_HEAT_OFF;
  return self->tells == HEDDLE_HEAT_ENERGY && self->most_heat <= 0 ? HEDDLE_HEAT_UTILISATION : self->tells;
}

gboolean
heddle_canvas_get_heat (HeddleCanvas *self,
                        double *out_width_reference_bytes)
{
  HeddleScene *scene = self->drawing != NULL ? heddle_drawing_get_scene (self->drawing) : NULL;

  *out_width_reference_bytes = scene != NULL && heddle_scene_has_bytes (scene) ? heddle_scene_get_width_reference (scene) : 0;
  return self->heat;
}

HeddleTarget
heddle_canvas_find (HeddleCanvas *self,
                    double x,
                    double y,
                    HeddleHit *out_hit)
{
  HeddleHit hit = { HEDDLE_HIT_NOTHING, HEDDLE_NO_INDEX };
  HeddleTarget target = HEDDLE_NO_TARGET;

  if (self->drawing != NULL)
    {
      HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
      HeddlePoint at = heddle_viewport_to_scene (&self->viewport, x, y);

      hit = heddle_scene_hit (scene, at.x, at.y, HIT_TOLERANCE / self->viewport.zoom);
      if (hit.kind == HEDDLE_HIT_PORT && self->viewport.zoom < PORT_ZOOM && heddle_scene_port (scene, hit.index)->node != HEDDLE_NO_INDEX)
        hit = (HeddleHit){ HEDDLE_HIT_NODE, heddle_scene_port (scene, hit.index)->node };
      if (hit.kind == HEDDLE_HIT_NODE)
        target = heddle_drawing_get_node_target (self->drawing, hit.index);
      else if (hit.kind == HEDDLE_HIT_LINK)
        target = heddle_drawing_get_link_target (self->drawing, hit.index);
      else if (hit.kind == HEDDLE_HIT_PORT)
        target = heddle_drawing_get_port_target (self->drawing, hit.index, NULL);
      else if (hit.kind == HEDDLE_HIT_NOTE)
        target = heddle_drawing_get_note_target (self->drawing, hit.index);
    }
  if (out_hit != NULL)
    *out_hit = hit;
  return target;
}

HeddlePoint
heddle_canvas_get_pointer (HeddleCanvas *self)
{
  return self->pointer;
}

guint
heddle_canvas_get_wait_ms (HeddleCanvas *self)
{
  gint64 rest_us = self->tool_ended_us + HINTS_AFTER_TOOL_US - g_get_monotonic_time ();

  if (self->pressed || self->tool != NULL || self->popover != NULL)
    return G_MAXUINT;
  return self->tool_ended_us != 0 && rest_us > 0 ? (guint) (rest_us / 1000 + 1) : 0;
}

void
heddle_canvas_hovered (HeddleCanvas *self)
{
  g_signal_emit (self, hovered_signal, 0);
}

gboolean
heddle_canvas_enter (HeddleCanvas *self,
                     HeddleTarget target)
{
  const HdObject *object = target.uid != 0
                             ? hd_document_get_object (heddle_session_get_document (self->session), target.uid)
                             : NULL;

  if (object == NULL || hd_object_get_kind (object) != HD_OBJECT_INSTANCE)
    return FALSE;
  return heddle_session_enter (self->session, target.uid, MAX (0, target.index));
}

/* ---- painting ------------------------------------------------------------------------------------------------------------------ */

static void
ensure_painter (HeddleCanvas *self)
{
  heddle_look_prepare_text (&self->text, GTK_WIDGET (self));
  if (self->painter == NULL)
    self->painter = heddle_scene_painter_new (self->text);
}

/* The keyboard's place is that of the first selected object. */
static gboolean
get_focus (HeddleCanvas *self,
           HeddleRect *out_rect)
{
  HeddleTarget selected = heddle_session_get_selected (self->session, 0);
  HeddleScene *scene = heddle_drawing_get_scene (self->drawing);
  guint32 first;

  if (!self->shows_focus || !gtk_widget_has_focus (GTK_WIDGET (self)))
    return FALSE;
  if (selected.index >= 0 && heddle_drawing_find_nodes (self->drawing, selected.uid, &first) > (guint) selected.index)
    {
      *out_rect = heddle_scene_node_rect (heddle_scene_node (scene, first + selected.index));
      return TRUE;
    }
  return selected.uid != 0 && heddle_drawing_get_rect (self->drawing, selected.uid, out_rect);
}

static void
paint_overlay (HeddleCanvas *self,
               cairo_t *cr)
{
  HeddleOverlay overlay = { 0 };
  HeddleRect focus;

  if (self->tool != NULL && self->tool->overlay != NULL)
    self->tool->overlay (self, &overlay);
  if (self->drop_shown)
    {
      overlay.ghosts = &self->drop_ghost;
      overlay.n_ghosts = 1;
    }
  if (get_focus (self, &focus))
    overlay.focus = &focus;
  heddle_overlay_paint (&overlay, cr, self->text, heddle_look_get_theme (), &self->viewport);
}

static void
heddle_canvas_snapshot (GtkWidget *widget,
                        GtkSnapshot *snapshot)
{
  HeddleCanvas *self = HEDDLE_CANVAS (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
  cairo_t *cr;

  if (self->drawing == NULL || width < 1 || height < 1)
    return;

  ensure_painter (self);
  options.heat = heddle_canvas_get_heat_mode (self);
  options.past = self->most_packets == 0 && heddle_session_is_stale (self->session);
  options.device_scale = gtk_widget_get_scale_factor (widget);
  options.ports = self->tool == &heddle_link_tool ? HEDDLE_PORTS_ALL : HEDDLE_PORTS_HOT;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  heddle_scene_painter_paint (self->painter, cr, heddle_drawing_get_scene (self->drawing), heddle_look_get_theme (),
                              &self->viewport, &options);
  paint_overlay (self, cr);
  cairo_destroy (cr);
}

static void
heddle_canvas_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 500;
}

static void
heddle_canvas_size_allocate (GtkWidget *widget,
                             int width,
                             int height,
                             int baseline)
{
  HeddleCanvas *self = HEDDLE_CANVAS (widget);

  gboolean resized = self->viewport.width != width || self->viewport.height != height;

  self->viewport.width = width;
  self->viewport.height = height;
  if (resized && self->fits)
    heddle_canvas_fit_now (self);
  heddle_canvas_allocate_items (self);
  if (self->popover != NULL)
    heddle_popover_follow (self->popover, width, height);
  if (resized)
    heddle_canvas_viewport_changed (self);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_canvas_dispose (GObject *object)
{
  HeddleCanvas *self = HEDDLE_CANVAS (object);

  heddle_canvas_drop_tool (self);
  heddle_canvas_drop_items (self);
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_first_child (GTK_WIDGET (self)))
    gtk_widget_unparent (child);
  self->popover = NULL;
  g_clear_pointer (&self->painter, heddle_scene_painter_free);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_pointer (&self->drawing, heddle_drawing_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_canvas_parent_class)->dispose (object);
}

static void
heddle_canvas_finalize (GObject *object)
{
  HeddleCanvas *self = HEDDLE_CANVAS (object);

  g_hash_table_unref (self->placed);
  g_array_unref (self->awaited);
  g_ptr_array_unref (self->items);
  g_ptr_array_unref (self->sliders);
  G_OBJECT_CLASS (heddle_canvas_parent_class)->finalize (object);
}

static void
heddle_canvas_class_init (HeddleCanvasClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_canvas_dispose;
  G_OBJECT_CLASS (klass)->finalize = heddle_canvas_finalize;
  widget_class->snapshot = heddle_canvas_snapshot;
  widget_class->measure = heddle_canvas_measure;
  widget_class->size_allocate = heddle_canvas_size_allocate;
  viewport_changed_signal = g_signal_new ("viewport-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 0);
  hovered_signal = g_signal_new ("hovered", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 0);
  told_signal = g_signal_new ("told", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                              G_TYPE_STRING);
  gtk_widget_class_set_css_name (widget_class, "heddle-canvas");
  gtk_widget_class_install_action (widget_class, "canvas.go-to-hottest", NULL, heddle_canvas_go_to_hottest_selected);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static void
heddle_canvas_init (HeddleCanvas *self)
{
  self->viewport = (HeddleViewport){ .zoom = 1 };
  self->fits = TRUE;
  self->awaited = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->placed = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->items = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_widget_unparent);
  self->sliders = g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_widget_unparent);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  heddle_set_accessible_label (self, _("Drawing of the system"));
  heddle_look_watch (GTK_WIDGET (self));
  heddle_canvas_add_controllers (self);
}

GtkWidget *
heddle_canvas_new (HeddleSession *session)
{
  HeddleCanvas *self = g_object_new (HEDDLE_TYPE_CANVAS, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (redraw_module), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "location-changed", G_CALLBACK (redraw_module), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "hot-changed", G_CALLBACK (on_states_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  redraw_module (self);
  return GTK_WIDGET (self);
}
