/* heddle-time-plot.c: what plots over the shared time axis have in common
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-time-plot"

#include "heddle-time-plot.h"

#include <math.h>

#include "heddle-look.h"
#include "heddle-popover.h"
#include "heddle-time-marks.h"
#include "heddle-time-plot-menu.h"

#define AXIS_HEIGHT 26.0
#define NAME_WIDTH 238.0
#define NAME_WIDTH_NARROW 150.0
#define MAX_NAME_SHARE 0.45 /* of the width */
#define SCROLL_STEP 48.0
#define ZOOM_STEP 1.25
#define GRAB_DISTANCE 5.0
#define SHORTEST_RANGE_PS 1000.0

typedef struct
{
  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  GtkWidget *menu;
  GArray *marks;          /* of HeddleTimeMark: of the design below, or NULL */
  HdDesign *marks_of;

  double row_height; /* at a text scale of 1 */
  gboolean exports;  /* a picture is being painted: text does not follow the desktop's scale */
  double scroll;
  HeddlePoint pointer;

  /* drag */
  gboolean scrubbing;
  gboolean choosing; /* a range, by both cursors */
  HdTime drag_begin, drag_end;
} HeddleTimePlotPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (HeddleTimePlot, heddle_time_plot, GTK_TYPE_WIDGET)

static HeddleTimePlotPrivate *
get (HeddleTimePlot *self)
{
  return heddle_time_plot_get_instance_private (self);
}

static double
get_scale (HeddleTimePlot *self)
{
  return get (self)->exports ? 1 : heddle_look_get_text_scale (GTK_WIDGET (self));
}

guint
heddle_time_plot_count_rows (HeddleTimePlot *self)
{
  return HEDDLE_TIME_PLOT_GET_CLASS (self)->count_rows (self);
}

static double
get_axis_height (HeddleTimePlot *self)
{
  return AXIS_HEIGHT * get_scale (self);
}

static double
get_row_height (HeddleTimePlot *self)
{
  const HeddleTimePlotClass *class = HEDDLE_TIME_PLOT_GET_CLASS (self);
  double least = get (self)->row_height * get_scale (self), most = class->most_row_height * get_scale (self);
  guint n_rows = most > least && !get (self)->exports ? heddle_time_plot_count_rows (self) : 0;

  if (n_rows == 0)
    return least;
  return CLAMP (floor ((gtk_widget_get_height (GTK_WIDGET (self)) - get_axis_height (self)) / n_rows), least, most);
}

static gint64
cursor_or_none (HdTime time)
{
  return time == HD_TIME_MAX ? HEDDLE_NO_TIME : time;
}

/* Changes of the run that is shown, whatever the project says by now. */
static void
find_marks (HeddleTimePlot *self)
{
  HeddleTimePlotPrivate *priv = get (self);
  HdRecord *record = heddle_session_get_record (priv->session);
  HdDesign *design = record != NULL ? hd_record_get_design (record) : NULL;

  if (design == priv->marks_of)
    return;
  g_clear_pointer (&priv->marks, g_array_unref);
  g_clear_pointer (&priv->marks_of, hd_design_unref);
  if (design == NULL)
    return;
  priv->marks_of = hd_design_ref (design);
  priv->marks = heddle_time_marks_new (design);
}

static HeddleWaveView
make_view (HeddleTimePlot *self)
{
  HeddleTimePlotPrivate *priv = get (self);
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;
  double width = gtk_widget_get_width (GTK_WIDGET (self)), height = gtk_widget_get_height (GTK_WIDGET (self));
  double rows = heddle_time_plot_count_rows (self) * get_row_height (self);

  priv->scroll = CLAMP (priv->scroll, 0, MAX (0, rows - (height - get_axis_height (self))));
  view.width = width;
  view.height = height;
  view.name_width = MIN ((width < 700 ? NAME_WIDTH_NARROW : NAME_WIDTH) * get_scale (self), MAX_NAME_SHARE * width);
  view.axis_height = get_axis_height (self);
  view.lane_height = get_row_height (self);
  view.scroll = priv->scroll;
  heddle_session_get_range (priv->session, &view.begin_ps, &view.end_ps);
  view.cursor_a_ps = cursor_or_none (heddle_session_get_cursor (priv->session, 0));
  view.cursor_b_ps = cursor_or_none (heddle_session_get_cursor (priv->session, 1));
  find_marks (self);
  if (priv->marks != NULL)
    {
      view.marks = (const HeddleTimeMark *) (gpointer) priv->marks->data;
      view.n_marks = priv->marks->len;
    }
  view.playhead_ps = heddle_session_get_record (priv->session) != NULL ? heddle_session_get_moment (priv->session)
                                                                      : HEDDLE_NO_TIME;
  return view;
}

static void
heddle_time_plot_snapshot (GtkWidget *widget,
                           GtkSnapshot *snapshot)
{
  HeddleTimePlot *self = HEDDLE_TIME_PLOT (widget);
  HeddleWaveView view = make_view (self);
  const HeddleTheme *theme = heddle_look_get_theme ();
  cairo_t *cr;

  if (view.width < 1 || view.height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, view.width, view.height));
  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  HEDDLE_TIME_PLOT_GET_CLASS (self)->paint (self, cr, &view, theme);
  cairo_destroy (cr);
}

/* ---- export ---------------------------------------------------------------------------------------------------------- */

static HdRecord *
get_record (gpointer plot)
{
  return heddle_session_get_record (heddle_time_plot_get_session (plot));
}

static char *
dup_name (gpointer plot)
{
  HdRecord *record = get_record (plot);

  return record != NULL ? g_strdup (hd_design_get_name (hd_record_get_design (record))) : NULL;
}

static void
get_picture_size (gpointer plot,
                  double *out_width,
                  double *out_height)
{
  HeddleTimePlot *self = plot;

  *out_width = gtk_widget_get_width (GTK_WIDGET (self));
  *out_height = AXIS_HEIGHT + heddle_time_plot_count_rows (self) * get (self)->row_height;
}

static void
paint_picture (cairo_t *cr,
               gpointer plot)
{
  HeddleTimePlot *self = plot;
  HeddleTimePlotPrivate *priv = get (self);
  const HeddleTheme *theme = heddle_look_get_theme ();
  HeddleWaveView view;

  priv->exports = TRUE;
  view = make_view (self);
  view.scroll = 0;
  get_picture_size (self, &view.width, &view.height);
  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  HEDDLE_TIME_PLOT_GET_CLASS (self)->paint (self, cr, &view, theme);
  priv->exports = FALSE;
}

const HeddlePlotSource *
heddle_time_plot_get_source (void)
{
  static const HeddlePlotSource source = { dup_name, get_record, NULL, get_picture_size, paint_picture };

  return &source;
}

static void
heddle_time_plot_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 90;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 220;
}

gboolean
heddle_time_plot_find (HeddleTimePlot *self,
                       double x,
                       double y,
                       guint *out_row,
                       HdTime *out_time)
{
  HeddleWaveView view = make_view (self);
  int row = heddle_wave_lane_at (&view, heddle_time_plot_count_rows (self), y);

  if (row < 0 || x < view.name_width)
    return FALSE;
  *out_row = (guint) row;
  *out_time = heddle_wave_time_at (&view, x);
  return TRUE;
}

void
heddle_time_plot_show_row (HeddleTimePlot *self,
                           guint row)
{
  HeddleTimePlotPrivate *priv = get (self);
  double room = gtk_widget_get_height (GTK_WIDGET (self)) - get_axis_height (self), height = get_row_height (self);

  priv->scroll = CLAMP (priv->scroll, (row + 1) * height - MAX (room, height), row * height);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- zooming and panning ------------------------------------------------------------------------------------------------ */

void
heddle_time_plot_zoom (HeddleTimePlot *self,
                       HdTime at,
                       double factor)
{
  HeddleTimePlotPrivate *priv = get (self);
  HdTime begin, end;

  heddle_session_get_range (priv->session, &begin, &end);

  double length = MAX ((end - begin) / factor, SHORTEST_RANGE_PS);
  double share = (double) (at - begin) / (end - begin);

  /* Following, the right end stays with the run. */
  if (heddle_session_get_follow (priv->session))
    heddle_session_set_range (priv->session, end - length, end);
  else
    heddle_session_set_range (priv->session, at - share * length, at + (1 - share) * length);
}

static void
pan (HeddleTimePlot *self,
     HdTime begin,
     HdTime end,
     HdTime by)
{
  HeddleTimePlotPrivate *priv = get (self);

  heddle_session_set_follow (priv->session, FALSE);
  heddle_session_set_range (priv->session, begin + by, end + by);
}

static gboolean
on_scroll (HeddleTimePlot *self,
           double dx,
           double dy,
           GtkEventController *controller)
{
  HeddleTimePlotPrivate *priv = get (self);
  GdkModifierType state = gtk_event_controller_get_current_event_state (controller);
  HeddleWaveView view = make_view (self);

  if (state & GDK_CONTROL_MASK)
    heddle_time_plot_zoom (self, heddle_wave_time_at (&view, priv->pointer.x), pow (ZOOM_STEP, -dy));
  else if ((state & GDK_SHIFT_MASK) || fabs (dx) > fabs (dy))
    pan (self, view.begin_ps, view.end_ps, (dx + ((state & GDK_SHIFT_MASK) ? dy : 0)) * (view.end_ps - view.begin_ps) / 12);
  else
    {
      priv->scroll += dy * SCROLL_STEP;
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  return GDK_EVENT_STOP;
}

/* ---- pointer --------------------------------------------------------------------------------------------------------------- */

static gboolean
is_on_axis (const HeddleWaveView *view,
            double x,
            double y)
{
  return x >= view->name_width && y < view->axis_height;
}

static gboolean
grabs_playhead (const HeddleWaveView *view,
                double x,
                double y)
{
  if (view->playhead_ps == HEDDLE_NO_TIME || x < view->name_width)
    return FALSE;
  return is_on_axis (view, x, y) || fabs (heddle_wave_x_of (view, view->playhead_ps) - x) < GRAB_DISTANCE;
}

static void
scrub_to (HeddleTimePlot *self,
          const HeddleWaveView *view,
          double x)
{
  heddle_session_set_follow (get (self)->session, FALSE);
  heddle_session_set_moment (get (self)->session, heddle_wave_time_at (view, x));
}

static void
on_pressed (HeddleTimePlot *self,
            int n_press,
            double x,
            double y)
{
  HeddleWaveView view = make_view (self);
  int mark = heddle_time_mark_at (&view, x, y);

  if (mark >= 0)
    heddle_time_mark_activate (GTK_WIDGET (self), get (self)->session, &view.marks[mark]);
  else if (n_press == 2 && is_on_axis (&view, x, y))
    heddle_session_show_all (get (self)->session);
}

static gboolean
on_query_mark (HeddleTimePlot *self,
               int x,
               int y,
               gboolean keyboard,
               GtkTooltip *tooltip)
{
  HeddleWaveView view = make_view (self);
  int mark = keyboard ? -1 : heddle_time_mark_at (&view, x, y);

  if (mark < 0)
    return FALSE;
  gtk_tooltip_set_text (tooltip, view.marks[mark].text);
  return TRUE;
}

static guint64
find_change (GtkWidget *plot,
             double x,
             double y)
{
  HeddleWaveView view = make_view (HEDDLE_TIME_PLOT (plot));
  int mark = heddle_time_mark_at (&view, x, y);

  return mark >= 0 ? view.marks[mark].id : 0;
}

static void
on_drag_begin (HeddleTimePlot *self,
               double x,
               double y,
               GtkGestureDrag *drag)
{
  HeddleTimePlotPrivate *priv = get (self);
  HeddleWaveView view = make_view (self);
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  priv->choosing = (state & GDK_SHIFT_MASK) && x >= view.name_width;
  priv->scrubbing = !priv->choosing && grabs_playhead (&view, x, y) && heddle_time_mark_at (&view, x, y) < 0;
  priv->drag_begin = view.begin_ps;
  priv->drag_end = view.end_ps;
  if (priv->scrubbing)
    scrub_to (self, &view, x);
}

static void
on_drag_update (HeddleTimePlot *self,
                double dx,
                double dy,
                GtkGestureDrag *drag)
{
  HeddleTimePlotPrivate *priv = get (self);
  HeddleWaveView view = make_view (self);
  double x, y;

  gtk_gesture_drag_get_start_point (drag, &x, &y);
  if (priv->scrubbing)
    scrub_to (self, &view, x + dx);
  else if (priv->choosing && fabs (dx) > 3)
    {
      heddle_session_set_cursor (priv->session, 0, heddle_wave_time_at (&view, MIN (x, x + dx)));
      heddle_session_set_cursor (priv->session, 1, heddle_wave_time_at (&view, MAX (x, x + dx)));
    }
  else if (x >= view.name_width && fabs (dx) > 3)
    pan (self, priv->drag_begin, priv->drag_end,
         -dx * (priv->drag_end - priv->drag_begin) / (view.width - view.name_width));
}

static void
on_drag_end (HeddleTimePlot *self,
             double dx,
             double dy,
             GtkGestureDrag *drag)
{
  HeddleTimePlotPrivate *priv = get (self);
  HeddleWaveView view = make_view (self);
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (drag));
  double x, y;

  gtk_gesture_drag_get_start_point (drag, &x, &y);
  if (priv->scrubbing || fabs (dx) + fabs (dy) > 3)
    return;
  if (x >= view.name_width)
    heddle_session_set_cursor (priv->session, (state & GDK_SHIFT_MASK) ? 1 : 0, heddle_wave_time_at (&view, x));
  if (HEDDLE_TIME_PLOT_GET_CLASS (self)->clicked != NULL)
    HEDDLE_TIME_PLOT_GET_CLASS (self)->clicked (self, &view, x, y);
}

static void
on_motion (HeddleTimePlot *self,
           double x,
           double y)
{
  HeddleWaveView view = make_view (self);

  get (self)->pointer = (HeddlePoint){ x, y };
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), heddle_time_mark_at (&view, x, y) >= 0 ? "pointer" : grabs_playhead (&view, x, y) ? "ew-resize" : NULL);
  if (HEDDLE_TIME_PLOT_GET_CLASS (self)->hovered != NULL)
    HEDDLE_TIME_PLOT_GET_CLASS (self)->hovered (self, &view, x, y);
}

static void
on_leave (HeddleTimePlot *self)
{
  on_motion (self, -1, -1);
}

/* ---- keys -------------------------------------------------------------------------------------------------------------------- */

static gboolean
on_key (HeddleTimePlot *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  HeddleWaveView view = make_view (self);
  HdTime step = (view.end_ps - view.begin_ps) / 50;
  HeddleSession *session = get (self)->session;

  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK))
    return GDK_EVENT_PROPAGATE;

  switch (key)
    {
    case GDK_KEY_Left:
      heddle_session_set_follow (session, FALSE);
      heddle_session_set_moment (session, heddle_session_get_moment (session) - step);
      return GDK_EVENT_STOP;

    case GDK_KEY_Right:
      heddle_session_set_follow (session, FALSE);
      heddle_session_set_moment (session, heddle_session_get_moment (session) + step);
      return GDK_EVENT_STOP;

    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
      heddle_time_plot_zoom (self, (view.begin_ps + view.end_ps) / 2, ZOOM_STEP);
      return GDK_EVENT_STOP;

    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      heddle_time_plot_zoom (self, (view.begin_ps + view.end_ps) / 2, 1 / ZOOM_STEP);
      return GDK_EVENT_STOP;

    case GDK_KEY_Escape:
      heddle_session_set_cursor (session, 0, HD_TIME_MAX);
      heddle_session_set_cursor (session, 1, HD_TIME_MAX);
      return GDK_EVENT_STOP;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* ---- menu ------------------------------------------------------------------------------------------------------------------- */

static void
heddle_time_plot_size_allocate (GtkWidget *widget,
                                int width,
                                int height,
                                int baseline)
{
  heddle_popover_follow (get (HEDDLE_TIME_PLOT (widget))->menu, width, height);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------- */

HeddleSession *
heddle_time_plot_get_session (HeddleTimePlot *self)
{
  return get (self)->session;
}

HeddleText *
heddle_time_plot_get_text (HeddleTimePlot *self)
{
  HeddleText *text = heddle_look_prepare_text (&get (self)->text, GTK_WIDGET (self));

  heddle_text_set_scale (text, get_scale (self));
  return text;
}

void
heddle_time_plot_set_session (HeddleTimePlot *self,
                              HeddleSession *session,
                              double row_height)
{
  HeddleTimePlotPrivate *priv = get (self);

  priv->session = g_object_ref (session);
  priv->row_height = row_height;
  for (guint i = 0; i < 4; i++)
    g_signal_connect_object (session, ((const char *[]){ "progressed", "range-changed", "run-changed", "project-changed" })[i],
                             G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

static void
heddle_time_plot_dispose (GObject *object)
{
  HeddleTimePlotPrivate *priv = get (HEDDLE_TIME_PLOT (object));

  g_clear_pointer (&priv->menu, gtk_widget_unparent);
  g_clear_pointer (&priv->text, heddle_text_free);
  g_clear_pointer (&priv->marks, g_array_unref);
  g_clear_pointer (&priv->marks_of, hd_design_unref);
  g_clear_object (&priv->session);
  G_OBJECT_CLASS (heddle_time_plot_parent_class)->dispose (object);
}

static void
heddle_time_plot_class_init (HeddleTimePlotClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_time_plot_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = heddle_time_plot_snapshot;
  GTK_WIDGET_CLASS (klass)->measure = heddle_time_plot_measure;
  GTK_WIDGET_CLASS (klass)->size_allocate = heddle_time_plot_size_allocate;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "heddle-plot");
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
heddle_time_plot_init (HeddleTimePlot *self)
{
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *drag = gtk_gesture_drag_new (), *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  get (self)->menu = heddle_time_plot_menu_new (GTK_WIDGET (self), find_change);
  gtk_widget_set_parent (get (self)->menu, GTK_WIDGET (self));
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_mark), NULL); /* before those of what derives from it */
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  heddle_look_watch (GTK_WIDGET (self));
}
