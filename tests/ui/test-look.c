/* test-look.c: small things that all widgets share
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a tooltip is told and taken back, seen or not, and where its widget is not seen no display server is asked; whether the widget is
 * visible stays as it was; keys in a box of lines that has none yet come back; the cursor of a text stays; a key shows what it is for. Left open: how
 * anything looks.
 */
#include "heddle-focus.h"
#include "heddle-look.h"
#include "heddle-popover.h"
#include "ui-fixture.h"

#ifdef GDK_WINDOWING_X11
#include <gdk/x11/gdkx.h>

G_GNUC_BEGIN_IGNORE_DEPRECATIONS

static gulong
count_requests (GdkDisplay *display)
{
  return NextRequest (gdk_x11_display_get_xdisplay (display));
}

G_GNUC_END_IGNORE_DEPRECATIONS
#endif

static void
test_tooltip (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *shown = gtk_label_new ("a"), *hidden = gtk_label_new ("b"), *window = NULL;

  gtk_widget_hide (hidden);
  gtk_box_append (GTK_BOX (box), shown);
  gtk_box_append (GTK_BOX (box), hidden);
  for (guint round = 0; round < 2; round++) /* before and after it is seen */
    {
      heddle_set_tooltip (shown, "first");
      heddle_set_tooltip (hidden, "second");
      g_assert_cmpstr (gtk_widget_get_tooltip_text (shown), ==, "first");
      g_assert_cmpstr (gtk_widget_get_tooltip_text (hidden), ==, "second");
      gtk_widget_set_has_tooltip (shown, FALSE);
      heddle_set_tooltip (shown, "first");
      g_assert_true (gtk_widget_get_has_tooltip (shown));
      heddle_set_tooltip (shown, NULL);
      g_assert_false (gtk_widget_get_has_tooltip (shown));
      g_assert_null (gtk_widget_get_tooltip_text (shown));
      g_assert_true (gtk_widget_get_visible (shown));
      g_assert_false (gtk_widget_get_visible (hidden));
      if (round == 0)
        window = ui_fixture_show (box, 200, 100);
    }
  g_assert_true (gtk_widget_get_mapped (shown));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
test_silence (void)
{
#ifdef GDK_WINDOWING_X11
  GdkDisplay *display = gdk_display_get_default ();
  GtkWidget *window;
  gulong before;

  if (!GDK_IS_X11_DISPLAY (display))
    {
      g_test_skip ("not here: no X display");
      return;
    }
  window = ui_fixture_show (gtk_label_new ("a"), 200, 100);
  ui_fixture_drain ();
  before = count_requests (display);
  for (guint i = 0; i < 100; i++)
    {
      GtkWidget *button = g_object_ref_sink (heddle_icon_button_new ("go-next-symbolic", "Next", NULL));

      heddle_set_tooltip (button, "Next of all");
      g_object_unref (button);
    }
  g_assert_cmpuint (count_requests (display), ==, before);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
#else
  g_test_skip ("not here: no X display");
#endif
}

/* A key may come before a box that is new in the window was laid out: without the guard it never comes back. */
static void
test_lines (void)
{
  GtkWidget *window = gtk_window_new (), *box = gtk_flow_box_new ();
  gboolean handled;

  heddle_guard_lines (GTK_FLOW_BOX (box));
  for (guint i = 0; i < 2; i++)
    gtk_flow_box_append (GTK_FLOW_BOX (box), gtk_button_new_with_label ("a"));
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_widget_show (window);
  g_assert_true (gtk_widget_child_focus (box, GTK_DIR_TAB_FORWARD));
  g_assert_cmpint (gtk_widget_get_width (box), ==, 0);
  /* Taken, so that the window does not move the focus instead, for which the box looks for a line as well. */
  g_signal_emit_by_name (box, "move-cursor", GTK_MOVEMENT_DISPLAY_LINES, -1, FALSE, FALSE, &handled);
  g_assert_true (handled);
  g_signal_emit_by_name (box, "move-cursor", GTK_MOVEMENT_DISPLAY_LINES, 1, FALSE, FALSE, &handled);
  g_assert_true (handled);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* Where the cursor was hidden while it blinks the program ended. */
static void
test_cursor (void)
{
  GtkWidget *view = gtk_text_view_new (), *window;

  heddle_keep_cursor (GTK_TEXT_VIEW (view));
  window = ui_fixture_show (view, 200, 100);
  gtk_widget_grab_focus (view);
  g_signal_emit_by_name (view, "toggle-cursor-visible");
  g_assert_true (gtk_text_view_get_cursor_visible (GTK_TEXT_VIEW (view)));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* Whether the key goes no further. */
static gboolean
press (GtkWidget *widget,
       guint keyval)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, 0, &handled);
    }
  return handled;
}

/* What has the focus is scrolled out of sight: a key brings it back, and one that would open something there does no more. */
static void
test_follow (void)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *button = gtk_button_new_with_label ("a");
  GtkWidget *space = gtk_label_new (NULL), *window;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));

  heddle_follow_keys (scroller);
  gtk_widget_set_size_request (space, 100, 2000);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), space);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  window = ui_fixture_show (scroller, 200, 100);
  gtk_widget_grab_focus (button);
  ui_fixture_drain ();
  g_assert_false (press (scroller, GDK_KEY_Return));
  for (guint i = 0; i < 2; i++)
    {
      gtk_adjustment_set_value (adjustment, 1000);
      gtk_test_widget_wait_for_draw (scroller);
      g_assert_true (press (scroller, i == 0 ? GDK_KEY_Return : GDK_KEY_f) == (i == 0));
      g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), <, 100);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* What a popover points to is cut off: it points to the nearest place that is left, and does not move otherwise. */
static void
test_popover (void)
{
  GtkWidget *label = gtk_label_new ("a"), *popover = gtk_popover_new (), *window;
  GdkRectangle place;

  window = ui_fixture_show (label, 400, 300);
  gtk_popover_set_child (GTK_POPOVER (popover), gtk_button_new_with_label ("b"));
  gtk_widget_set_parent (popover, label);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ 150, 290, 20, 10 });
  gtk_popover_popup (GTK_POPOVER (popover));
  ui_fixture_drain ();
  heddle_popover_follow (popover, 400, 300);
  g_assert_true (gtk_popover_get_pointing_to (GTK_POPOVER (popover), &place));
  g_assert_true (gdk_rectangle_equal (&place, &(GdkRectangle){ 150, 290, 20, 10 }));
  heddle_popover_follow (popover, 160, 100);
  gtk_popover_get_pointing_to (GTK_POPOVER (popover), &place);
  g_assert_true (gdk_rectangle_equal (&place, &(GdkRectangle){ 150, 99, 10, 1 }));
  gtk_widget_unparent (popover);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/look/tooltip", test_tooltip);
  g_test_add_func ("/ui/look/silence", test_silence);
  g_test_add_func ("/ui/look/lines", test_lines);
  g_test_add_func ("/ui/look/cursor", test_cursor);
  g_test_add_func ("/ui/look/follow", test_follow);
  g_test_add_func ("/ui/look/popover", test_popover);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
