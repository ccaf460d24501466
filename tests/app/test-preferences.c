/* test-preferences.c: what is chosen for all windows
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the dialog shows what is kept, keeps what is chosen and no more, and a style holds at once. Left open: its looks.
 */
#include "heddle-preferences.h"

#include "heddle-settings.h"
#include "ui-fixture.h"

typedef struct
{
  GSettings *settings;
  HeddlePreferences *window;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->settings = heddle_settings_new ();
  g_assert_nonnull (fixture->settings);
  g_settings_set_enum (fixture->settings, "wire-style", 2);
  g_settings_reset (fixture->settings, "style");
  g_settings_reset (fixture->settings, "autosave");
  fixture->window = g_object_new (HEDDLE_TYPE_PREFERENCES, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gpointer window = fixture->window;

  g_object_add_weak_pointer (G_OBJECT (fixture->window), &window);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (window);
  g_clear_object (&fixture->settings);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
}

static gpointer
get_child (Fixture *fixture,
           const char *name)
{
  return gtk_widget_get_template_child (GTK_WIDGET (fixture->window), HEDDLE_TYPE_PREFERENCES, name);
}

static void
test_shown (Fixture *fixture,
            gconstpointer data)
{
  g_autoptr (GVariant) style = g_settings_get_user_value (fixture->settings, "style");

  g_assert_cmpuint (adw_combo_row_get_selected (get_child (fixture, "style")), ==, 0);
  g_assert_cmpuint (adw_combo_row_get_selected (get_child (fixture, "wires")), ==, 2);
  g_assert_true (gtk_switch_get_active (get_child (fixture, "autosave")));
  g_assert_null (style);
}

static void
test_kept (Fixture *fixture,
           gconstpointer data)
{
  adw_combo_row_set_selected (get_child (fixture, "style"), 2);
  g_assert_cmpint (g_settings_get_enum (fixture->settings, "style"), ==, 2);
  g_assert_cmpint (adw_style_manager_get_color_scheme (adw_style_manager_get_default ()), ==, ADW_COLOR_SCHEME_FORCE_DARK);
  adw_combo_row_set_selected (get_child (fixture, "wires"), 1);
  g_assert_cmpint (g_settings_get_enum (fixture->settings, "wire-style"), ==, 1);
  gtk_switch_set_active (get_child (fixture, "autosave"), FALSE);
  g_assert_false (g_settings_get_boolean (fixture->settings, "autosave"));
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/app/preferences/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("shown", test_shown);
  ADD ("kept", test_kept);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
