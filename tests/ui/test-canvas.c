/* test-canvas.c: the canvas widget
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: zooming keeps the middle where it is, fitting shows everything, what is drawn is found where it is drawn. Left open: gestures,
 * which tests/end-to-end makes with a real pointer.
 */
#include <math.h>

#include <glib/gstdio.h>

#include "heddle-canvas-view.h"
#include "heddle-figures.h"
#include "heddle-legend-painter.h"
#include "heddle-legend.h"
#include "heddle-look.h"
#include "ui-fixture.h"

typedef struct
{
  HeddleSession *session;
  GtkWidget *window;
  HeddleCanvas *canvas;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  GtkWidget *view;

  fixture->session = ui_fixture_new_session (UI_PROJECT);
  view = heddle_canvas_view_new (fixture->session);
  fixture->canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  fixture->window = ui_fixture_show (view, 800, 600);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gpointer canvas = fixture->canvas;

  g_object_add_weak_pointer (G_OBJECT (fixture->canvas), &canvas);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_drain ();
  g_assert_null (canvas);
  g_assert_finalize_object (fixture->session);
}

static HeddleScene *
get_scene (Fixture *fixture)
{
  return heddle_drawing_get_scene (heddle_canvas_get_drawing (fixture->canvas));
}

static HeddlePoint
place_of_node (Fixture *fixture,
               guint32 node)
{
  const HeddleSceneNode *drawn = heddle_scene_node (get_scene (fixture), node);

  return heddle_viewport_to_target (heddle_canvas_get_viewport (fixture->canvas), drawn->x, drawn->y);
}

static void
test_fit (Fixture *fixture,
          gconstpointer data)
{
  const HeddleViewport *viewport = heddle_canvas_get_viewport (fixture->canvas);
  HeddleRect bounds = heddle_scene_bounds (get_scene (fixture));
  HeddlePoint low, high;

  heddle_canvas_pan (fixture->canvas, 5000, 5000);
  heddle_canvas_fit (fixture->canvas);
  low = heddle_viewport_to_target (viewport, bounds.x, bounds.y);
  high = heddle_viewport_to_target (viewport, bounds.x + bounds.width, bounds.y + bounds.height);
  g_assert_cmpfloat (low.x, >=, 0);
  g_assert_cmpfloat (low.y, >=, 0);
  g_assert_cmpfloat (high.x, <=, gtk_widget_get_width (GTK_WIDGET (fixture->canvas)));
  g_assert_cmpfloat (high.y, <=, gtk_widget_get_height (GTK_WIDGET (fixture->canvas)));
}

/* Nothing that lies over the canvas covers a node, be it as narrow that legend and zoom bar lie one above the other. */
static void
assert_nodes_are_free (Fixture *fixture)
{
  GtkWidget *canvas = GTK_WIDGET (fixture->canvas);

  for (GtkWidget *child = gtk_widget_get_next_sibling (canvas); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t over, node;

      if (!gtk_widget_get_mapped (child) || !gtk_widget_compute_bounds (child, canvas, &over))
        continue;
      for (guint32 i = 0; i < heddle_scene_n_nodes (get_scene (fixture)); i++)
        {
          HeddleRect rect = heddle_scene_node_rect (heddle_scene_node (get_scene (fixture), i));
          HeddlePoint at = heddle_viewport_to_target (heddle_canvas_get_viewport (fixture->canvas), rect.x, rect.y);
          double zoom = heddle_canvas_get_viewport (fixture->canvas)->zoom;

          graphene_rect_init (&node, at.x, at.y, rect.width * zoom, rect.height * zoom);
          g_assert_false (graphene_rect_intersection (&node, &over, NULL));
        }
    }
}

static gboolean
is_minimap_shown (gpointer view)
{
  GtkWidget *child = gtk_widget_get_first_child (gtk_widget_get_first_child (view));
  guint n = 0;

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    n += gtk_widget_get_mapped (child) && gtk_widget_get_width (child) > 0;
  return n >= 5; /* canvas, path, legend, minimap, zoom bar */
}

static void
test_fit_beside_overlays (Fixture *fixture,
                          gconstpointer data)
{
  static const int widths[] = { 560, 700, 1100 };

  ui_fixture_run_to_end (fixture->session);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      GtkWidget *view = heddle_canvas_view_new (fixture->session), *window = ui_fixture_show (view, widths[i], 560);
      Fixture other = { fixture->session, window, heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view)) };

      heddle_canvas_fit (other.canvas);
      ui_fixture_drain ();
      assert_nodes_are_free (&other);
      heddle_canvas_view_set_minimap (HEDDLE_CANVAS_VIEW (view), TRUE);
      ui_fixture_wait (is_minimap_shown, view);
      assert_nodes_are_free (&other);
      gtk_window_destroy (GTK_WINDOW (window));
      ui_fixture_drain ();
    }
}

static void
test_zoom (Fixture *fixture,
           gconstpointer data)
{
  const HeddleViewport *viewport = heddle_canvas_get_viewport (fixture->canvas);
  double x = viewport->width / 2, y = viewport->height / 2;
  HeddlePoint before = heddle_viewport_to_scene (viewport, x, y), after;

  heddle_canvas_zoom (fixture->canvas, 1.7);
  after = heddle_viewport_to_scene (viewport, x, y);
  g_assert_cmpfloat_with_epsilon (before.x, after.x, 1e-6);
  g_assert_cmpfloat_with_epsilon (before.y, after.y, 1e-6);

  heddle_canvas_zoom (fixture->canvas, 1e6);
  g_assert_cmpfloat_with_epsilon (viewport->zoom, HEDDLE_ZOOM_MAXIMUM, 1e-9);
  heddle_canvas_zoom (fixture->canvas, 1e-9);
  g_assert_cmpfloat_with_epsilon (viewport->zoom, HEDDLE_ZOOM_MINIMUM, 1e-9);
  heddle_canvas_set_zoom (fixture->canvas, 1);
  g_assert_cmpfloat_with_epsilon (viewport->zoom, 1, 1e-9);
}

static void
test_pan (Fixture *fixture,
          gconstpointer data)
{
  HeddlePoint before = place_of_node (fixture, 0), after;

  heddle_canvas_pan (fixture->canvas, 30, -20);
  after = place_of_node (fixture, 0);
  g_assert_cmpfloat_with_epsilon (after.x - before.x, 30, 1e-6);
  g_assert_cmpfloat_with_epsilon (after.y - before.y, -20, 1e-6);
}

static void
test_find (Fixture *fixture,
           gconstpointer data)
{
  for (guint32 i = 0; i < heddle_scene_n_nodes (get_scene (fixture)); i++)
    {
      HeddlePoint at = place_of_node (fixture, i);
      HeddleHit hit;

      g_assert_true (heddle_target_equal (heddle_canvas_find (fixture->canvas, at.x, at.y, &hit),
                                          heddle_drawing_get_node_target (heddle_canvas_get_drawing (fixture->canvas), i)));
      g_assert_cmpint (hit.kind, ==, HEDDLE_HIT_NODE);
      g_assert_cmpuint (hit.index, ==, i);
    }
  g_assert_cmpuint (heddle_canvas_find (fixture->canvas, 2, 300, NULL).uid, ==, 0);
}

static void
test_enter (Fixture *fixture,
            gconstpointer data)
{
  HeddleTarget box = { ui_fixture_uid (fixture->session, NULL, HD_OBJECT_INSTANCE, "box"), HEDDLE_ALL_MEMBERS };
  HeddleTarget core = { ui_fixture_uid (fixture->session, NULL, HD_OBJECT_COMPONENT, "core"), HEDDLE_ALL_MEMBERS };
  guint at_top = heddle_scene_n_nodes (get_scene (fixture));

  g_assert_false (heddle_canvas_enter (fixture->canvas, core));
  g_assert_true (heddle_canvas_enter (fixture->canvas, box));
  g_assert_cmpuint (heddle_session_get_depth (fixture->session), ==, 1);
  g_assert_cmpuint (heddle_scene_n_nodes (get_scene (fixture)), !=, at_top);
  heddle_session_leave_to (fixture->session, 0);
  g_assert_cmpuint (heddle_scene_n_nodes (get_scene (fixture)), ==, at_top);
}

static void
test_selection (Fixture *fixture,
                gconstpointer data)
{
  guint32 selected = HEDDLE_NO_INDEX;

  heddle_session_select (fixture->session, (HeddleTarget){ ui_fixture_uid (fixture->session, NULL, HD_OBJECT_COMPONENT, "core"),
                                                           HEDDLE_ALL_MEMBERS });
  for (guint32 i = 0; i < heddle_scene_n_nodes (get_scene (fixture)); i++)
    if (heddle_scene_node (get_scene (fixture), i)->state & HEDDLE_STATE_SELECTED)
      {
        g_assert_cmpuint (selected, ==, HEDDLE_NO_INDEX);
        selected = i;
      }
  g_assert_cmpstr (heddle_scene_node (get_scene (fixture), selected)->name, ==, "core");
  heddle_session_select_none (fixture->session);
  g_assert_cmpuint (heddle_scene_node (get_scene (fixture), selected)->state & HEDDLE_STATE_SELECTED, ==, 0);
}

/* After a run the links of the boxes are on the scale of heat, and the picture differs. */
static void
test_heat (Fixture *fixture,
           gconstpointer data)
{
  double reference;
  guint on_scale = 0;

  heddle_session_enter (fixture->session, ui_fixture_uid (fixture->session, NULL, HD_OBJECT_INSTANCE, "box"), 0);
  g_assert_false (heddle_canvas_get_heat (fixture->canvas, &reference));
  g_assert_cmpfloat (reference, ==, 0); /* nothing was sent that a width could tell */
  ui_fixture_run_to_end (fixture->session);
  heddle_session_set_measure (fixture->session, HEDDLE_MEASURE_AVERAGE);
  g_assert_true (heddle_canvas_get_heat (fixture->canvas, &reference));
  g_assert_cmpfloat (reference, >, 0);
  for (guint32 i = 0; i < heddle_scene_n_links (get_scene (fixture)); i++)
    on_scale += heddle_scene_link (get_scene (fixture), i)->heat > 0;
  g_assert_cmpuint (on_scale, >=, 4);
  gtk_test_widget_wait_for_draw (fixture->window);
  g_assert_cmpuint (ui_fixture_count_inked (GTK_WIDGET (fixture->canvas)), >, 2000);
}

static GtkWidget *
find_legend (GtkWidget *widget)
{
  GtkWidget *found = HEDDLE_IS_LEGEND (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_legend (child);
  return found;
}

/* How wide the legend must be for the widths that the painter uses; whether it is. */
static double
check_legend (Fixture *fixture)
{
  GtkWidget *widget = find_legend (gtk_widget_get_parent (gtk_widget_get_parent (GTK_WIDGET (fixture->canvas))));
  HeddleLegend legend = { .heat = HEDDLE_HEAT_UTILISATION, .width_reference_bytes = heddle_scene_get_width_reference (get_scene (fixture)) };
  g_autoptr (HeddleText) text = heddle_look_new_text (widget);
  double width, height;
  int natural;

  heddle_legend_size (text, &legend, &width, &height);
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  g_assert_cmpint (natural - gtk_widget_get_margin_start (widget), ==, (int) ceil (width));
  return width;
}

/* On each level it tells the widths of the links there: outside those of forty boxes are one. */
static void
test_legend (Fixture *fixture,
             gconstpointer data)
{
  GString *text = g_string_new (UI_PROJECT);
  double outside;

  g_assert_cmpuint (g_string_replace (text, "of=\"box\" count=\"2\"", "of=\"box\" count=\"40\"", 1), ==, 1);
  ui_fixture_load (fixture->session, text->str);
  g_string_free (text, TRUE);
  ui_fixture_run_to_end (fixture->session);
  outside = check_legend (fixture);
  heddle_session_enter (fixture->session, ui_fixture_uid (fixture->session, NULL, HD_OBJECT_INSTANCE, "box"), 0);
  g_assert_cmpfloat (check_legend (fixture), !=, outside); /* or the test would say nothing */
  heddle_session_leave_to (fixture->session, 0);
  g_assert_cmpfloat (check_legend (fixture), ==, outside);
}

/* A single box outside of all links: no widths are explained. */
static void
test_legend_without_links (Fixture *fixture,
                           gconstpointer data)
{
  static const char text[] =
    "<heddle version=\"1\" name=\"One box\">\n"
    "  <link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"200 ns\" sharing=\"split\"/>\n"
    "  <module id=\"box\">\n"
    "    <component id=\"node\" type=\"fabric.host\" count=\"2\"/>\n"
    "    <link id=\"wire\" from=\"node[0].port\" to=\"node[1].port\" class=\"L\"/>\n"
    "  </module>\n"
    "  <top><instance id=\"box\" of=\"box\"/></top>\n"
    "  <communicators><communicator id=\"all\" members=\"box/node[*]\"/></communicators>\n"
    "  <workload type=\"collective\" on=\"all\" operation=\"all-reduce\" bytes=\"1 MB\"/>\n"
    "</heddle>\n";
  double reference;

  ui_fixture_load (fixture->session, text);
  ui_fixture_run_to_end (fixture->session);
  g_assert_true (heddle_canvas_get_heat (fixture->canvas, &reference));
  g_assert_cmpfloat (reference, >, 0);
  heddle_session_leave_to (fixture->session, 0);
  g_assert_true (heddle_canvas_get_heat (fixture->canvas, &reference));
  g_assert_cmpfloat (reference, ==, 0);
}

static void
test_export (Fixture *fixture,
             gconstpointer data)
{
  static const struct
  {
    const char *ending;
    const char *magic;
    HeddleExportFormat format;
  } formats[] = { { "svg", "<?xml", HEDDLE_EXPORT_SVG }, { "pdf", "%PDF", HEDDLE_EXPORT_PDF }, { "png", "\x89PNG", HEDDLE_EXPORT_PNG } };
  const HeddlePictureOptions options = { HEDDLE_PART_ALL, heddle_theme_get (HEDDLE_STYLE_LIGHT), TRUE, TRUE };
  g_autofree char *folder = g_dir_make_tmp ("heddle-export-XXXXXX", NULL);
  g_autofree char *wrong = g_build_filename (folder, "canvas.png", NULL);
  g_autoptr (HeddlePicture) picture = heddle_canvas_new_picture (fixture->canvas, &options);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/canvas.%s", folder, formats[i].ending);
      g_autofree char *contents = NULL;
      gsize length;

      heddle_picture_export (picture, path, formats[i].format, 2, NULL, &error);
      g_assert_no_error (error);
      g_file_get_contents (path, &contents, &length, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (length, >, 1000);
      g_assert_true (g_str_has_prefix (contents, formats[i].magic));
      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_false (heddle_picture_export (picture, wrong, HEDDLE_EXPORT_PNG, 1e6, NULL, &error));
  g_assert_nonnull (error);
  g_assert_false (g_file_test (wrong, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static char *
dup_zoom (Fixture *fixture)
{
  return g_strdup_printf ("%.0f" HD_FIGURE_SPACE "%%", 100 * heddle_canvas_get_viewport (fixture->canvas)->zoom);
}

static gboolean
says_zoom (gpointer data)
{
  Fixture *fixture = data;
  g_autofree char *zoom = dup_zoom (fixture);

  return ui_fixture_find_label (gtk_window_get_child (GTK_WINDOW (fixture->window)), zoom) != NULL;
}

/* In another room the zoom that fits is another one; its words are, too, but not while rooms are given out: GTK would draw without any. */
static void
test_other_room (Fixture *fixture,
                 gconstpointer data)
{
  GtkWidget *view = gtk_window_get_child (GTK_WINDOW (fixture->window)), *label;
  g_autofree char *before = NULL, *after = NULL;

  ui_fixture_wait (says_zoom, fixture);
  before = dup_zoom (fixture);
  label = ui_fixture_find_label (view, before);
  gtk_widget_allocate (view, 400, 200, -1, NULL);
  after = dup_zoom (fixture);
  g_assert_cmpstr (after, !=, before);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (label)), ==, before);
  ui_fixture_wait (says_zoom, fixture);
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/ui/canvas/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("fit", test_fit);
  ADD ("legend", test_legend);
  ADD ("legend-without-links", test_legend_without_links);
  ADD ("fit-beside-overlays", test_fit_beside_overlays);
  ADD ("zoom", test_zoom);
  ADD ("pan", test_pan);
  ADD ("find", test_find);
  ADD ("enter", test_enter);
  ADD ("selection", test_selection);
  ADD ("heat", test_heat);
  ADD ("export", test_export);
  ADD ("other-room", test_other_room);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
