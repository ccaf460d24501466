/* test-hints.c: the first steps
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: they come by themselves once, on a drawing, not in a lesson; where no setting is kept they do not come; they are there again when they are asked for; keys
 * alone lead through them; who closes them is on the drawing; they stay within the window whatever is hidden, and go with it. Left open: how they look.
 */
#include "window-fixture.h"

#define SHOWN(fixture) ((fixture)->window->hint)

static void
set_up (WindowFixture *fixture,
        gconstpointer data)
{
  window_fixture_set_up (fixture, data);
  g_settings_set_boolean (fixture->window->settings, "hints", data != NULL);
}

static gboolean
has_hint (gpointer data)
{
  return SHOWN ((WindowFixture *) data) != NULL && gtk_widget_get_mapped (GTK_WIDGET (SHOWN ((WindowFixture *) data)));
}

static gboolean
has_none (gpointer data)
{
  return SHOWN ((WindowFixture *) data) == NULL;
}

static gboolean
has_waited (gpointer data)
{
  return g_get_monotonic_time () >= *(gint64 *) data;
}

static gboolean
is_wanted (WindowFixture *fixture)
{
  return g_settings_get_boolean (fixture->window->settings, "hints");
}

static gboolean
has_focus (WindowFixture *fixture,
           GtkWidget *inside)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));

  return focus != NULL && (focus == inside || gtk_widget_is_ancestor (focus, inside));
}

/* With settings that are kept, as main () asks for. */
static void
test_once (WindowFixture *fixture,
           gconstpointer data)
{
  gint64 later;

  g_assert_true (is_wanted (fixture));
  g_assert_false (window_fixture_is_enabled (fixture, "hints")); /* there is nothing to point at */
  window_fixture_open (fixture);
  ui_fixture_wait (has_hint, fixture);
  g_assert_false (is_wanted (fixture));
  g_assert_true (has_focus (fixture, GTK_WIDGET (SHOWN (fixture))));
  gtk_popover_popdown (GTK_POPOVER (SHOWN (fixture)));
  ui_fixture_wait (has_none, fixture);
  g_assert_true (has_focus (fixture, GTK_WIDGET (heddle_window_get_canvas (fixture->window))));
  heddle_window_open (fixture->window, fixture->file);
  later = g_get_monotonic_time () + G_USEC_PER_SEC;
  ui_fixture_wait (has_waited, &later);
  g_assert_null (SHOWN (fixture));
}

/* A button that is activated is seen to be pressed, and does it then. */
static gboolean
has_gone_on (gpointer data)
{
  static guint card;
  HeddleHint *hint = SHOWN ((WindowFixture *) data);
  gboolean done = hint == NULL || heddle_hint_get_card (hint) != card;

  if (done)
    card = hint != NULL ? heddle_hint_get_card (hint) : 0;
  return done;
}

static void
test_keys (WindowFixture *fixture,
           gconstpointer data)
{
  window_fixture_open (fixture);
  window_fixture_activate (fixture, "hints");
  ui_fixture_wait (has_hint, fixture);
  for (guint card = 0; card < HEDDLE_N_HINTS; card++)
    {
      g_assert_cmpuint (heddle_hint_get_card (SHOWN (fixture)), ==, card);
      g_assert_true (has_focus (fixture, GTK_WIDGET (SHOWN (fixture))));
      gtk_widget_activate (gtk_window_get_focus (GTK_WINDOW (fixture->window)));
      ui_fixture_wait (has_gone_on, fixture);
    }
  ui_fixture_wait (has_none, fixture);
  window_fixture_activate (fixture, "hints");
  heddle_hint_go (SHOWN (fixture), HEDDLE_HINT_LEARN);
  window_fixture_activate (fixture, "hints"); /* from the beginning */
  g_assert_cmpuint (heddle_hint_get_card (SHOWN (fixture)), ==, 0);
}

static gboolean
is_folded (gpointer data)
{
  GdkRectangle place;
  HeddleHint *hint = SHOWN ((WindowFixture *) data);

  return gtk_popover_get_pointing_to (GTK_POPOVER (hint), &place) && place.width == 1;
}

/* What it points at goes, the window with it. */
static void
test_places (WindowFixture *fixture,
             gconstpointer data)
{
  GdkRectangle place;

  window_fixture_open (fixture);
  window_fixture_activate (fixture, "hints");
  ui_fixture_wait (has_hint, fixture);
  for (guint card = 0; card < HEDDLE_N_HINTS; card++)
    {
      heddle_hint_go (SHOWN (fixture), card);
      g_assert_true (gtk_popover_get_pointing_to (GTK_POPOVER (SHOWN (fixture)), &place));
      g_assert_cmpint (place.width, >, 10);
      g_assert_cmpint (place.x + place.width, <=, gtk_widget_get_width (GTK_WIDGET (fixture->window)));
    }
  heddle_window_set_toggle (fixture->window, "show-outline", FALSE);
  heddle_hint_go (SHOWN (fixture), HEDDLE_HINT_DRAW);
  ui_fixture_wait (is_folded, fixture);
  window_fixture_activate (fixture, "present"); /* nothing lies over what is shown to others */
  ui_fixture_wait (has_none, fixture);
  g_assert_false (window_fixture_is_enabled (fixture, "hints"));
  heddle_window_end_presentation (fixture->window);
  window_fixture_activate (fixture, "hints"); /* which the end of the window takes along */
  ui_fixture_wait (has_hint, fixture);
}

static void
add_tests (void)
{
#define ADD(name, wanted, test) g_test_add ("/hints/" name, WindowFixture, wanted, set_up, test, window_fixture_tear_down)
  ADD ("once", "wanted", test_once);
  ADD ("keys", NULL, test_keys);
  ADD ("places", NULL, test_places);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  g_setenv ("GSETTINGS_BACKEND", "keyfile", TRUE); /* in the home of this test: others keep nothing, and are not disturbed */
  return ui_fixture_run (&argc, &argv, add_tests);
}
