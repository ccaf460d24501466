/* test-first-contact.c: what somebody meets who starts the program for the first time
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the start page has a card for each shipped project, the simplest first, with words of its own and, after a short run, colours; where
 * no examples are found it says so. In a narrow window every tab of the dock and the speed of the run can be reached, and no page makes it wider. Text that widgets paint
 * follows the desktop's scale. What keeps an empty project from being run is said at the Run button, whole. Left open: looks (seen by eye).
 */
#include "heddle-empty-page.h"
#include "heddle-examples.h"
#include "heddle-legend.h"
#include "heddle-look.h"
#include "heddle-project-card.h"
#include "heddle-project-items.h"
#include "heddle-start-page.h"
#include "heddle-run-controls.h"
#include "ui-project.h"
#include "window-fixture.h"

typedef WindowFixture Fixture;

static GtkWidget *
find_typed (GtkWidget *widget,
            GType type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_typed (child, type);
  return found;
}

static gboolean
is_coloured (gpointer data)
{
  return heddle_project_card_is_coloured (data);
}

/* Cards come a row at a time. */
static gboolean
has_all_examples (gpointer page)
{
  g_autofree char *folder = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", NULL);
  g_autoptr (GPtrArray) paths = heddle_examples_list (folder);

  return ui_fixture_find_label (page, heddle_examples_find (paths->pdata[paths->len - 1])->title) != NULL;
}

static void
test_examples (void)
{
  g_autofree char *folder = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", NULL);
  g_autoptr (GPtrArray) paths = heddle_examples_list (folder);
  g_autoptr (HdCatalog) catalog = ui_fixture_new_catalog ();
  GtkWidget *page = heddle_start_page_new (catalog, folder), *window = ui_fixture_show (page, 1200, 800);
  GtkWidget *first;

  g_assert_cmpstr (paths->pdata[0], ==, "small/ring-4.heddle");
  ui_fixture_wait (has_all_examples, page);
  first = find_typed (page, HEDDLE_TYPE_PROJECT_CARD);
  for (guint i = 0; i < paths->len; i++)
    {
      const HeddleExample *example = heddle_examples_find (paths->pdata[i]);

      g_assert_nonnull (example);
      g_assert_true (g_str_has_suffix (example->sentence, "."));
      g_assert_nonnull (ui_fixture_find_label (page, example->title));
      g_assert_nonnull (ui_fixture_find_label (page, example->sentence));
    }
  g_assert_nonnull (ui_fixture_find_label (first, heddle_examples_find (paths->pdata[0])->title));
  ui_fixture_wait (is_coloured, first);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
note_settled (gboolean *settled)
{
  *settled = TRUE;
}

static gboolean
is_set (gpointer data)
{
  return *(gboolean *) data;
}

/* A run that is not over within the glance that a card takes has colours too: of what it did until then. */
static void
test_long_example (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "bdsim", "system-1024-cores.heddle", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdCatalog) catalog = ui_fixture_new_catalog ();
  GtkWidget *card = heddle_project_card_new (file, NULL, catalog), *window = ui_fixture_show (card, 400, 300);
  gboolean settled = FALSE;

  g_signal_connect_swapped (card, "settled", G_CALLBACK (note_settled), &settled);
  heddle_project_card_run (HEDDLE_PROJECT_CARD (card));
  ui_fixture_wait (is_set, &settled);
  g_assert_true (is_coloured (card));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
test_no_examples (void)
{
  g_autoptr (HdCatalog) catalog = ui_fixture_new_catalog ();
  GtkWidget *page = heddle_start_page_new (catalog, NULL), *window = ui_fixture_show (page, 1200, 800);
  GtkWidget *words = ui_fixture_find_label (page, "were not found");

  g_assert_nonnull (words);
  g_assert_true (gtk_widget_get_mapped (words));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* Shown, and inside the window. */
static gboolean
is_reached (GtkWidget *widget,
            GtkWidget *window)
{
  graphene_rect_t place;

  return gtk_widget_get_mapped (widget) && gtk_widget_compute_bounds (widget, window, &place) && place.origin.x >= 0
         && place.origin.x + place.size.width <= gtk_widget_get_width (window);
}

static guint
count_tabs (GtkWidget *widget,
            GtkWidget *window)
{
  const char *name = GTK_IS_TOGGLE_BUTTON (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;
  guint n = g_strcmp0 (name, "win.dock") == 0 && is_reached (widget, window);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_tabs (child, window);
  return n;
}

static void
test_narrow (Fixture *fixture,
             gconstpointer data)
{
  static const int widths[] = { 1400, 900 };
  GtkWidget *window = GTK_WIDGET (fixture->window);

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      GtkWidget *slider;

      gtk_window_set_default_size (GTK_WINDOW (window), widths[i], 700);
      gtk_window_present (GTK_WINDOW (window));
      if (i == 0)
        window_fixture_open (fixture);
      gtk_test_widget_wait_for_draw (window);
      gtk_test_widget_wait_for_draw (window);
      g_assert_cmpuint (count_tabs (GTK_WIDGET (fixture->window->dock), window), ==, 10);
      slider = find_typed (GTK_WIDGET (heddle_header_bar_get_run_controls (fixture->window->header)), GTK_TYPE_SCALE);
      g_assert_nonnull (slider);
      if (gtk_widget_get_ancestor (slider, GTK_TYPE_POPOVER) != NULL)
        slider = gtk_widget_get_ancestor (slider, GTK_TYPE_MENU_BUTTON);
      g_assert_true (is_reached (slider, window));
    }
}

/* As the application does, before there is a window: a style that comes later does not go for what has been measured already. */
static void
set_up_with_style (Fixture *fixture,
                   gconstpointer data)
{
  GtkCssProvider *style = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (style, "/io/github/heddle/Heddle/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (style), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_set_data_full (G_OBJECT (gdk_display_get_default ()), "style", style, g_object_unref);
  window_fixture_set_up (fixture, data);
}

/* A project that has a use for every page, with both cursors: the window gets no wider on any. */
static void
test_narrow_with_all_tabs (Fixture *fixture,
                           gconstpointer data)
{
  static const char *const pages[] = { "waveforms", "timeline", "study", "packet", "routers", "transfers", "memory", "output" };
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "chiplets", "memory-nodes.heddle", NULL);
  GtkWidget *window = GTK_WIDGET (fixture->window);
  HeddleSession *session = heddle_window_get_session (fixture->window);
  GtkStyleProvider *style = g_object_get_data (G_OBJECT (gdk_display_get_default ()), "style");

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 700);
  g_object_unref (fixture->file);
  fixture->file = g_file_new_for_path (path);
  window_fixture_open (fixture);
  g_assert_cmpuint (heddle_project_add_study (heddle_session_get_document (session), NULL), !=, 0);
  heddle_session_set_cursor (session, 0, 12345678);
  heddle_session_set_cursor (session, 1, 23456789);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), "dock", g_variant_new_string (pages[i]));
      gtk_test_widget_wait_for_draw (window);
      gtk_test_widget_wait_for_draw (window);
      g_assert_cmpint (gtk_widget_get_width (window), <=, 900);
      g_assert_cmpuint (count_tabs (GTK_WIDGET (fixture->window->dock), window), >=, 14);
    }
  gtk_style_context_remove_provider_for_display (gdk_display_get_default (), style);
}

static gboolean
is_mapped (gpointer data)
{
  return gtk_widget_get_mapped (data);
}

static gboolean
is_stale (gpointer data)
{
  return heddle_session_is_stale (data);
}

static void
test_advice (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session ("<heddle version=\"1\" name=\"empty\"><top/></heddle>");
  GtkWidget *controls = heddle_run_controls_new (session), *window = ui_fixture_show (controls, 600, 300);
  GtkWidget *popover = gtk_widget_get_last_child (controls), *advice;
  int needed;

  heddle_run_controls_advise (HEDDLE_RUN_CONTROLS (controls));
  ui_fixture_wait (is_mapped, popover);
  gtk_test_widget_wait_for_draw (window);
  advice = gtk_popover_get_child (GTK_POPOVER (popover));
  gtk_widget_measure (advice, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (advice), &needed, NULL, NULL, NULL);
  g_assert_nonnull (ui_fixture_find_label (advice, heddle_session_get_obstacle (session)));
  g_assert_cmpint (gtk_widget_get_height (advice), >=, needed);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* A page for which a run had nothing does not offer the same run again; what was edited since may have something. */
static void
test_after_run (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *page = heddle_empty_page_new (session, "heddle-histogram-symbolic", "None", "There are none."), *window = ui_fixture_show (page, 600, 300);
  GtkWidget *button = find_typed (page, GTK_TYPE_BUTTON);
  g_autoptr (GError) error = NULL;

  g_assert_true (gtk_widget_get_visible (button));
  ui_fixture_run_to_end (session);
  g_assert_false (gtk_widget_get_visible (button));
  g_assert_true (hd_document_set_attribute (heddle_session_get_document (session), ui_fixture_uid (session, NULL, HD_OBJECT_INSTANCE, "box"), "count", "3", &error));
  g_assert_no_error (error);
  ui_fixture_wait (is_stale, session);
  g_assert_true (gtk_widget_get_visible (button));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
test_text_scale (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  g_autoptr (HeddleText) text = NULL;
  GtkWidget *legend = g_object_new (HEDDLE_TYPE_LEGEND, NULL);
  int plain, large, dpi;
  double width;

  g_object_ref_sink (legend);
  heddle_legend_set_shown (HEDDLE_LEGEND (legend), TRUE, 0);
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 96 * 1024, NULL);
  gtk_widget_measure (legend, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &plain, NULL, NULL);
  width = heddle_text_width (heddle_look_prepare_text (&text, legend), "xpu", 12, FALSE);
  g_object_set (settings, "gtk-xft-dpi", 144 * 1024, NULL);
  gtk_widget_measure (legend, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &large, NULL, NULL);
  g_assert_cmpfloat_with_epsilon (heddle_text_width (heddle_look_prepare_text (&text, legend), "xpu", 12, FALSE), 1.5 * width, 0.05 * width);
  g_assert_cmpint (large, >=, (int) (1.45 * plain));
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  g_object_unref (legend);
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/first-contact/examples", test_examples);
  g_test_add_func ("/ui/first-contact/long-example", test_long_example);
  g_test_add_func ("/ui/first-contact/no-examples", test_no_examples);
  g_test_add ("/ui/first-contact/narrow", Fixture, NULL, window_fixture_set_up, test_narrow, window_fixture_tear_down);
  g_test_add ("/ui/first-contact/narrow-with-all-tabs", Fixture, NULL, set_up_with_style, test_narrow_with_all_tabs, window_fixture_tear_down);
  g_test_add_func ("/ui/first-contact/advice", test_advice);
  g_test_add_func ("/ui/first-contact/after-run", test_after_run);
  g_test_add_func ("/ui/first-contact/text-scale", test_text_scale);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
