/* test-time-bar.c: the line below the canvas, and changes on axes of time
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a press, a key and a mark move the one moment that all views share, never out of the run; what changes at a moment of the run is marked at that time, on
 * the line as on the axes of plots, and leads to the object that says so. Left open: how it looks.
 */
#include "heddle-look.h"
#include "heddle-time-bar.h"
#include "heddle-time-marks.h"
#include "heddle-time-track-painter.h"
#include "heddle-timeline-plot.h"
#include "ui-fixture.h"

#define CHANGES "<run iterations=\"2\"><change at=\"20 ms\" of=\"class:L.bandwidth\" value=\"64 GB/s\"/><change at=\"40 ms\" of=\"box[0]/x[1].failed\" value=\"1\"/>" \
                "<change at=\"50 ms\" of=\"box[0]/x[1].failed\" value=\"0\"/></run>"

static char *
dup_project (void)
{
  return g_strdup_printf ("%.*s" CHANGES "\n</heddle>\n", (int) (strstr (UI_PROJECT, "  <run ") - UI_PROJECT), UI_PROJECT);
}

static GtkWidget *
find (GtkWidget *widget,
      GType type)
{
  GtkWidget *found = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

static GtkEventController *
find_controller (GtkWidget *widget,
                 GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type))
        return controller;
    }
  g_assert_not_reached ();
}

/* Not those that open menus. */
static void
click (GtkWidget *widget,
       double x,
       double y)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_CLICK (controller) && gtk_gesture_single_get_button (GTK_GESTURE_SINGLE (controller)) != GDK_BUTTON_SECONDARY)
        g_signal_emit_by_name (controller, "pressed", 1, x, y);
    }
}

static void
press_key (GtkWidget *track,
           guint key)
{
  gboolean handled = FALSE;

  g_signal_emit_by_name (find_controller (track, GTK_TYPE_EVENT_CONTROLLER_KEY), "key-pressed", key, 0, 0, &handled);
  g_assert_true (handled);
}

static void
test_moments (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *bar = heddle_time_bar_new (session), *window = ui_fixture_show (bar, 900, 40), *track = find (bar, GTK_TYPE_DRAWING_AREA);
  HeddleTimeTrack as = { .width = 0 };
  HdTime end;

  g_assert_false (gtk_widget_get_visible (bar));
  ui_fixture_run_to_end (session);
  g_assert_true (gtk_widget_get_visible (bar));
  gtk_test_widget_wait_for_draw (window);
  end = as.end_ps = heddle_session_get_end (session);
  as.width = gtk_widget_get_width (track);
  for (guint i = 0; i < 20; i++)
    {
      double x = g_test_rand_double_range (-20, as.width + 20);

      g_signal_emit_by_name (find_controller (track, GTK_TYPE_GESTURE_DRAG), "drag-begin", x, 20.0);
      g_assert_cmpint (heddle_session_get_moment (session), ==, heddle_time_track_time_at (&as, x));
      g_assert_cmpint (heddle_session_get_moment (session), >=, 0);
      g_assert_cmpint (heddle_session_get_moment (session), <=, end);
      g_assert_cmpfloat_with_epsilon (heddle_time_track_x_of (&as, heddle_session_get_moment (session)), CLAMP (x, 9, as.width - 9), 1e-3);
    }
  press_key (track, GDK_KEY_Home);
  g_assert_cmpint (heddle_session_get_moment (session), ==, 0);
  press_key (track, GDK_KEY_Left);
  g_assert_cmpint (heddle_session_get_moment (session), ==, 0);
  press_key (track, GDK_KEY_Right);
  g_assert_cmpint (heddle_session_get_moment (session), ==, end / 200);
  press_key (track, GDK_KEY_Page_Down);
  g_assert_cmpint (heddle_session_get_moment (session), ==, end / 200 + end / 20);
  press_key (track, GDK_KEY_End);
  g_assert_false (heddle_session_is_scrubbing (session));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* What a mark asks the window to edit. */
static void
on_edit_field (GSimpleAction *action,
               GVariant *parameter,
               gpointer data)
{
  const char *field;

  g_variant_get (parameter, "(t&s)", (guint64 *) data, &field);
  g_assert_cmpstr (field, ==, "at");
}

static void
test_changes (void)
{
  static const GActionEntry entries[] = { { "edit-field", on_edit_field, "(ts)", NULL, NULL, { 0 } } };
  g_autofree char *project = dup_project ();
  g_autoptr (HeddleSession) session = ui_fixture_new_session (project);
  g_autoptr (GArray) marks = NULL;
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *bar = heddle_time_bar_new (session), *plot = heddle_timeline_plot_new (session), *window, *track;
  HeddleTimeTrack as = { .width = 0 };
  guint64 edited = 0;

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), &edited);
  gtk_widget_set_vexpand (plot, TRUE);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), plot);
  window = ui_fixture_show (box, 900, 400);
  gtk_widget_insert_action_group (window, "win", G_ACTION_GROUP (actions));
  ui_fixture_run_to_end (session);
  gtk_test_widget_wait_for_draw (window);
  marks = heddle_time_marks_new (hd_record_get_design (heddle_session_get_record (session)));
  g_assert_cmpuint (marks->len, ==, 3);
  g_assert_nonnull (strstr (g_array_index (marks, HeddleTimeMark, 0).text, "class:L.bandwidth becomes 64 GB/s"));
  g_assert_nonnull (strstr (g_array_index (marks, HeddleTimeMark, 1).text, "box[0]/x[1] fails"));
  g_assert_nonnull (strstr (g_array_index (marks, HeddleTimeMark, 2).text, "box[0]/x[1] is repaired"));
  track = find (bar, GTK_TYPE_DRAWING_AREA);
  as.end_ps = heddle_session_get_end (session);
  as.width = gtk_widget_get_width (track);
  for (guint i = 0; i < marks->len; i++)
    {
      const HeddleTimeMark *mark = &g_array_index (marks, HeddleTimeMark, i);
      const HdObject *object = hd_document_get_object (heddle_session_get_document (session), mark->id);
      HdTime begin, end;
      double x, names = 238;

      g_assert_cmpint (hd_object_get_kind (object), ==, HD_OBJECT_CHANGE);
      edited = 0;
      g_signal_emit_by_name (find_controller (track, GTK_TYPE_GESTURE_DRAG), "drag-begin", heddle_time_track_x_of (&as, mark->time_ps) + 1, 20.0);
      g_assert_cmpint (heddle_session_get_moment (session), ==, mark->time_ps);
      g_assert_cmpuint (edited, ==, mark->id);
      heddle_session_set_moment (session, HD_TIME_MAX);
      edited = 0;
      heddle_session_get_range (session, &begin, &end);
      x = names + (double) (mark->time_ps - begin) / (double) (end - begin) * (gtk_widget_get_width (plot) - names);
      click (plot, x - 1, 12);
      g_assert_cmpuint (edited, ==, mark->id);
      g_assert_cmpint (heddle_session_get_moment (session), ==, mark->time_ps);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/time-bar/moments", test_moments);
  g_test_add_func ("/ui/time-bar/changes", test_changes);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
