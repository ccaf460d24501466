/* heddle-time-bar.c: the moment that is looked at, in figures and on a line that is the whole run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-time-bar"

#include "heddle-time-bar.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-time-marks.h"
#include "heddle-time-plot-menu.h"
#include "heddle-time-track-painter.h"

#define STEPS 200          /* of the arrows, in the whole run */
#define PAGES 20
#define LEAST_DONE 0.02    /* of a run, before its estimated end is believed */
#define MOST_ITERATIONS 1000

struct _HeddleTimeBar
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  GArray *marks;      /* of HeddleTimeMark: of the design below, or NULL */
  HdDesign *marks_of;
  GArray *iterations; /* of gint64 */
  GtkWidget *menu;

  /* Of the template */
  GtkWidget *box;
  GtkWidget *track;
  GtkLabel *now, *end;
  GtkWidget *last;

  gboolean scrubbing;
};

G_DEFINE_FINAL_TYPE (HeddleTimeBar, heddle_time_bar, GTK_TYPE_WIDGET)

/* ---- what it shows ----------------------------------------------------------------------------------------------------- */

static gint64
cursor_or_none (HdTime time)
{
  return time == HD_TIME_MAX ? HEDDLE_NO_TIME : time;
}

/* Of a run that goes on, where it is expected to end. */
static HdTime
get_length (HeddleTimeBar *self)
{
  HdTime end = heddle_session_get_end (self->session);
  double left = -1, done = -1;

  if (heddle_session_is_active (self->session))
    done = hd_run_get_progress (heddle_session_get_run (self->session), &left);
  return done > LEAST_DONE && left >= 0 && done < 1 ? (HdTime) MAX ((double) end / done, (double) end) : end;
}

static void
read_record (HeddleTimeBar *self,
             HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  guint n = hd_record_get_n_iterations (record);

  if (design != self->marks_of)
    {
      g_clear_pointer (&self->marks, g_array_unref);
      g_clear_pointer (&self->marks_of, hd_design_unref);
      self->marks_of = hd_design_ref (design);
      self->marks = heddle_time_marks_new (design);
    }
  g_array_set_size (self->iterations, 0);
  for (guint i = 0; n <= MOST_ITERATIONS && i < n; i++)
    {
      gint64 end = hd_record_get_iteration_end (record, i);

      g_array_append_val (self->iterations, end);
    }
}

/* %FALSE before there is anything to see. */
static gboolean
make_track (HeddleTimeBar *self,
            HeddleTimeTrack *out_track)
{
  HdRecord *record = heddle_session_get_record (self->session);
  HdTime end = get_length (self);

  if (record == NULL || end <= 0)
    return FALSE;
  read_record (self, record);
  *out_track = (HeddleTimeTrack){
    .width = gtk_widget_get_width (self->track),
    .height = gtk_widget_get_height (self->track),
    .end_ps = end,
    .reached_ps = heddle_session_get_end (self->session),
    .moment_ps = heddle_session_get_moment (self->session),
    .cursor_a_ps = cursor_or_none (heddle_session_get_cursor (self->session, 0)),
    .cursor_b_ps = cursor_or_none (heddle_session_get_cursor (self->session, 1)),
    .iterations = (const gint64 *) (gpointer) self->iterations->data,
    .n_iterations = self->iterations->len,
    .marks = (const HeddleTimeMark *) (gpointer) self->marks->data,
    .n_marks = self->marks->len,
    .focused = gtk_widget_has_focus (self->track),
  };
  heddle_session_get_range (self->session, &out_track->begin_ps, &out_track->shown_end_ps);
  return TRUE;
}

static void
draw_track (GtkDrawingArea *area,
            cairo_t *cr,
            int width,
            int height,
            gpointer data)
{
  HeddleTimeBar *self = data;
  HeddleTimeTrack track;

  if (make_track (self, &track))
    heddle_time_track_paint (heddle_look_prepare_text (&self->text, self->track), cr, &track, heddle_look_get_theme ());
}

static void
show (HeddleTimeBar *self)
{
  HdRecord *record = heddle_session_get_record (self->session);
  HdTime end = get_length (self);
  g_autofree char *now = hd_figure_time (heddle_session_get_moment (self->session), 4), *length = hd_figure_time (end, 4), *of = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), record != NULL);
  if (record == NULL)
    return;
  /* Translators: behind the moment that is looked at: "4.76 s ——— of 16.04 s" */
  of = g_strdup_printf (_("of %s"), length);
  gtk_label_set_label (self->now, now);
  gtk_label_set_label (self->end, of);
  gtk_widget_set_sensitive (self->last, heddle_session_is_scrubbing (self->session));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->track), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, now, GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, hd_time_to_seconds (end), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  hd_time_to_seconds (heddle_session_get_moment (self->session)), -1);
  gtk_widget_queue_draw (self->track);
}

/* ---- pointer and keys -------------------------------------------------------------------------------------------------- */

static void
look_at (HeddleTimeBar *self,
         HdTime moment)
{
  heddle_session_set_follow (self->session, FALSE);
  heddle_session_set_moment (self->session, CLAMP (moment, 0, heddle_session_get_end (self->session)));
}

static void
on_last (HeddleTimeBar *self)
{
  heddle_session_set_moment (self->session, HD_TIME_MAX);
  if (heddle_session_is_active (self->session))
    heddle_session_set_follow (self->session, TRUE);
}

static void
on_drag_begin (HeddleTimeBar *self,
               double x,
               double y)
{
  HeddleTimeTrack track;
  int mark;

  gtk_widget_grab_focus (self->track);
  self->scrubbing = FALSE;
  if (!make_track (self, &track))
    return;
  mark = heddle_time_track_mark_at (&track, x, y);
  if (mark >= 0)
    {
      heddle_time_mark_activate (GTK_WIDGET (self), self->session, &track.marks[mark]);
      return;
    }
  self->scrubbing = TRUE;
  look_at (self, heddle_time_track_time_at (&track, x));
}

static void
on_drag_update (HeddleTimeBar *self,
                double dx,
                double dy,
                GtkGestureDrag *drag)
{
  HeddleTimeTrack track;
  double x, y;

  if (!self->scrubbing || !make_track (self, &track))
    return;
  gtk_gesture_drag_get_start_point (drag, &x, &y);
  look_at (self, heddle_time_track_time_at (&track, x + dx));
}

static gboolean
on_scroll (HeddleTimeBar *self,
           double dx,
           double dy)
{
  look_at (self, heddle_session_get_moment (self->session) + (HdTime) ((dx + dy) * (double) heddle_session_get_end (self->session) / STEPS));
  return GDK_EVENT_STOP;
}

static gboolean
on_key (HeddleTimeBar *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  HdTime end = heddle_session_get_end (self->session), now = heddle_session_get_moment (self->session);

  if (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK))
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Down:
      look_at (self, now - MAX (end / STEPS, 1));
      return GDK_EVENT_STOP;

    case GDK_KEY_Right:
    case GDK_KEY_Up:
      look_at (self, now + MAX (end / STEPS, 1));
      return GDK_EVENT_STOP;

    case GDK_KEY_Page_Up:
      look_at (self, now - MAX (end / PAGES, 1));
      return GDK_EVENT_STOP;

    case GDK_KEY_Page_Down:
      look_at (self, now + MAX (end / PAGES, 1));
      return GDK_EVENT_STOP;

    case GDK_KEY_Home:
      look_at (self, 0);
      return GDK_EVENT_STOP;

    case GDK_KEY_End:
      on_last (self);
      return GDK_EVENT_STOP;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static gboolean
on_query_tooltip (GtkWidget *track_widget,
                  int x,
                  int y,
                  gboolean keyboard,
                  GtkTooltip *tooltip,
                  gpointer data)
{
  HeddleTimeBar *self = HEDDLE_TIME_BAR (data);
  g_autofree char *time = NULL;
  HeddleTimeTrack track;
  int mark;

  if (keyboard || !make_track (self, &track))
    return FALSE;
  mark = heddle_time_track_mark_at (&track, x, y);
  time = hd_figure_time (heddle_time_track_time_at (&track, x), 4);
  gtk_tooltip_set_text (tooltip, mark >= 0 ? track.marks[mark].text : time);
  return TRUE;
}

static guint64
find_change (GtkWidget *widget,
             double x,
             double y)
{
  HeddleTimeBar *self = HEDDLE_TIME_BAR (widget);
  HeddleTimeTrack track;
  int mark = -1;

  if (gtk_widget_translate_coordinates (widget, self->track, x, y, &x, &y) && make_track (self, &track))
    mark = heddle_time_track_mark_at (&track, x, y);

  return mark >= 0 ? track.marks[mark].id : 0;
}

/* ---- object ------------------------------------------------------------------------------------------------------------ */

static void
heddle_time_bar_dispose (GObject *object)
{
  HeddleTimeBar *self = HEDDLE_TIME_BAR (object);

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_pointer (&self->marks, g_array_unref);
  g_clear_pointer (&self->iterations, g_array_unref);
  g_clear_pointer (&self->marks_of, hd_design_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_time_bar_parent_class)->dispose (object);
}

static void
heddle_time_bar_class_init (HeddleTimeBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_time_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/time-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleTimeBar, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimeBar, track);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimeBar, now);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimeBar, end);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimeBar, last);
  gtk_widget_class_bind_template_callback (widget_class, on_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, on_last);
}

static void
heddle_time_bar_init (HeddleTimeBar *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new (), *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  gtk_widget_init_template (GTK_WIDGET (self));
  self->iterations = g_array_new (FALSE, FALSE, sizeof (gint64));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->track), draw_track, self, NULL);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (on_scroll), self);
  gtk_widget_add_controller (self->track, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (self->track, keys);
  gtk_widget_add_controller (self->track, scroll);
  self->menu = heddle_time_plot_menu_new (GTK_WIDGET (self), find_change);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  g_signal_connect_swapped (self->track, "notify::has-focus", G_CALLBACK (gtk_widget_queue_draw), self->track);
  heddle_look_watch (self->track);
}

GtkWidget *
heddle_time_bar_new (HeddleSession *session)
{
  HeddleTimeBar *self = g_object_new (HEDDLE_TYPE_TIME_BAR, NULL);

  self->session = g_object_ref (session);
  for (guint i = 0; i < 3; i++)
    g_signal_connect_object (session, ((const char *[]){ "progressed", "range-changed", "run-changed" })[i], G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  show (self);
  return GTK_WIDGET (self);
}
