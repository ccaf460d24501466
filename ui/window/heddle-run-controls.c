/* heddle-run-controls.c: run, pause, step, stop, progress and speed, for the header bar
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-run-controls"

#include "heddle-run-controls.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-popover.h"

/* The slider is the logarithm of simulated seconds a wall second; its right end is "as fast as possible". */
#define SLOWEST -6.0
#define FASTEST 1.0
#define UNLIMITED (FASTEST + 0.5)
#define UNLIMITED_FROM (FASTEST + 0.25)
#define NOTCH (1.0 / 3)

struct _HeddleRunControls
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;

  /* Of the template */
  GtkWidget *box;
  GtkWidget *advice; /* a popover: what keeps the project from being run, and what helps */
  GtkWidget *run;
  GtkWidget *active;
  GtkWidget *pause;
  GtkWidget *progress_box;
  GtkWidget *time;
  GtkWidget *total;
  GtkWidget *progress;
  GtkWidget *speed_box;
  GtkWidget *speed_button; /* in a narrow window the speed is in its popover */
  GtkPopover *speed_popover;
  GtkWidget *slider;
  GtkWidget *speed;

  gboolean updating;
};

G_DEFINE_FINAL_TYPE (HeddleRunControls, heddle_run_controls, GTK_TYPE_WIDGET)

/* ---- speed ------------------------------------------------------------------------------------------------------------------ */

static double
position_of_speed (double speed)
{
  return speed <= 0 ? UNLIMITED : CLAMP (log10 (speed), SLOWEST, FASTEST);
}

static double
speed_of_position (double position)
{
  return position >= UNLIMITED_FROM ? 0 : pow (10, MIN (position, FASTEST));
}

static void
show_speed (HeddleRunControls *self)
{
  double speed = heddle_session_get_speed (self->session);
  g_autofree char *text = NULL;

  if (speed <= 0)
    text = g_strdup (_("as fast as possible"));
  else
    {
      g_autofree char *time = hd_figure_in (speed, "s", 2);

      /* Translators: simulated time in a second of real time, "0.25 s per second" */
      text = g_strdup_printf (_("%s per second"), time);
    }
  gtk_label_set_label (GTK_LABEL (self->speed), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->slider), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
  self->updating = TRUE;
  gtk_range_set_value (GTK_RANGE (self->slider), position_of_speed (speed));
  self->updating = FALSE;
}

static void
on_slider_moved (HeddleRunControls *self)
{
  if (self->updating)
    return;
  heddle_session_set_speed (self->session, speed_of_position (gtk_range_get_value (GTK_RANGE (self->slider))));
  show_speed (self);
}

void
heddle_run_controls_change_speed (HeddleRunControls *self,
                                  int notches)
{
  double position = CLAMP (position_of_speed (heddle_session_get_speed (self->session)) + notches * NOTCH, SLOWEST, UNLIMITED);

  gtk_range_set_value (GTK_RANGE (self->slider), position);
}

/* ---- state ------------------------------------------------------------------------------------------------------------------- */

static void
show_obstacle (HeddleRunControls *self)
{
  const char *obstacle = heddle_session_get_obstacle (self->session);

  if (obstacle == NULL)
    {
      gtk_widget_add_css_class (self->run, "suggested-action");
      gtk_popover_popdown (GTK_POPOVER (self->advice));
    }
  else
    gtk_widget_remove_css_class (self->run, "suggested-action");
  heddle_set_tooltip (self->run, obstacle != NULL ? obstacle : _("Run the project"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->run), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, obstacle != NULL ? obstacle : "", -1);
}

static GtkWidget *
new_advice (HeddleRunControls *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *sentence = gtk_label_new (heddle_session_get_obstacle (self->session));
  HeddleRemedy remedy;

  gtk_label_set_wrap (GTK_LABEL (sentence), TRUE);
  gtk_label_set_xalign (GTK_LABEL (sentence), 0);
  gtk_label_set_width_chars (GTK_LABEL (sentence), 36);
  gtk_label_set_max_width_chars (GTK_LABEL (sentence), 36);
  gtk_widget_add_css_class (box, "heddle-advice");
  gtk_box_append (GTK_BOX (box), sentence);
  if (heddle_session_get_remedy (self->session, &remedy))
    {
      GtkWidget *button = gtk_button_new_with_mnemonic (_(remedy.title));

      gtk_widget_add_css_class (button, "suggested-action");
      g_signal_connect_object (button, "clicked", G_CALLBACK (gtk_popover_popdown), self->advice, G_CONNECT_SWAPPED);
      gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (button), remedy.action);
      gtk_box_append (GTK_BOX (box), button);
    }
  return box;
}

void
heddle_run_controls_advise (HeddleRunControls *self)
{
  graphene_rect_t place;

  if (heddle_session_get_obstacle (self->session) == NULL || !gtk_widget_compute_bounds (self->run, GTK_WIDGET (self), &place))
    return;
  gtk_widget_set_has_tooltip (self->run, FALSE); /* it says the same, over the popover */
  heddle_popover_set_words (self->advice, new_advice (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->advice), &(GdkRectangle){ (int) place.origin.x, (int) place.origin.y, (int) place.size.width,
                                                                            (int) place.size.height });
  gtk_popover_popup (GTK_POPOVER (self->advice));
}

static void
on_progressed (HeddleRunControls *self)
{
  HdRun *run = heddle_session_get_run (self->session);
  double left = -1, done = run != NULL ? hd_run_get_progress (run, &left) : -1;
  double reading = run != NULL ? hd_run_get_reading (run) : -1;
  HdTime end = heddle_session_get_end (self->session);
  g_autofree char *now = NULL;
  g_autofree char *total = NULL;

  if (reading >= 0)
    {
      now = g_strdup (_("Reading traces"));
      total = hd_figure_percent (reading);
      done = reading;
    }
  else
    {
      now = hd_figure_time (end, 4);
      total = left >= 0 ? hd_figure_time (end / done, 3) : NULL;
    }
  gtk_label_set_label (GTK_LABEL (self->time), now);
  gtk_label_set_label (GTK_LABEL (self->total), total != NULL ? total : "");
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (self->progress), CLAMP (done, 0, 1)); /* not that of the run before, if it cannot be known */
}

static void
on_design_changed (HeddleRunControls *self)
{
  show_speed (self);
  show_obstacle (self);
}

static void
on_run_changed (HeddleRunControls *self)
{
  HdRunState state = heddle_session_get_run_state (self->session);
  gboolean active = heddle_session_is_active (self->session), paused = state == HD_RUN_PAUSED;
  const char *label = paused ? _("Continue") : _("Pause");

  gtk_widget_set_visible (self->run, !active);
  gtk_widget_set_visible (self->active, active);
  gtk_widget_set_visible (self->progress_box, active);
  gtk_button_set_icon_name (GTK_BUTTON (self->pause), paused ? "media-playback-start-symbolic" : "media-playback-pause-symbolic");
  heddle_set_tooltip (self->pause, label);
  heddle_set_accessible_label (self->pause, label);
  show_speed (self);
  show_obstacle (self);
  on_progressed (self);
}

void
heddle_run_controls_set_compact (HeddleRunControls *self,
                                 gboolean compact)
{
  if (gtk_widget_get_visible (self->speed_button) == compact)
    return;
  gtk_widget_set_visible (self->speed_button, compact);
  g_object_ref (self->speed_box);
  if (compact)
    {
      gtk_box_remove (GTK_BOX (self->box), self->speed_box);
      gtk_popover_set_child (self->speed_popover, self->speed_box);
    }
  else
    {
      gtk_popover_set_child (self->speed_popover, NULL);
      gtk_box_append (GTK_BOX (self->box), self->speed_box);
    }
  g_object_unref (self->speed_box);
}

/* ---- object -------------------------------------------------------------------------------------------------------------------- */

static void
heddle_run_controls_dispose (GObject *object)
{
  HeddleRunControls *self = HEDDLE_RUN_CONTROLS (object);

  g_clear_pointer (&self->advice, gtk_widget_unparent);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_run_controls_parent_class)->dispose (object);
}

static void
heddle_run_controls_class_init (HeddleRunControlsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_run_controls_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/run-controls.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, advice);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, run);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, active);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, pause);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, progress_box);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, time);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, total);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, progress);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, speed_box);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, speed_button);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, speed_popover);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, slider);
  gtk_widget_class_bind_template_child (widget_class, HeddleRunControls, speed);
  gtk_widget_class_bind_template_callback (widget_class, on_slider_moved);
  gtk_widget_class_bind_template_callback (widget_class, show_obstacle);
}

static void
heddle_run_controls_init (HeddleRunControls *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_range_set_range (GTK_RANGE (self->slider), SLOWEST, UNLIMITED);
  gtk_range_set_increments (GTK_RANGE (self->slider), NOTCH, 10 * NOTCH);
  heddle_popover_return_focus (self->advice);
}

GtkWidget *
heddle_run_controls_new (HeddleSession *session)
{
  HeddleRunControls *self = g_object_new (HEDDLE_TYPE_RUN_CONTROLS, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "project-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_design_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  on_run_changed (self);
  return GTK_WIDGET (self);
}
