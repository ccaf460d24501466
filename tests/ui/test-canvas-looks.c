/* test-canvas-looks.c: what lies over the drawing, and what it shows of a moment
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: of a drawing that is fitted nothing is covered, whatever is shown over it; heat, dots and figures are those of the moment that is looked at.
 * Left open: where links run (test-shipped-drawings.c), and colours (ui/paint).
 */
#include "heddle-canvas-view.h"
#include "heddle-canvas-private.h"
#include "ui-fixture.h"

/* ---- overlays ------------------------------------------------------------------------------------------------------------- */

/* In px of the canvas. */
static HeddleRect
drawn_rect (HeddleCanvas *canvas)
{
  HeddleRect bounds = heddle_scene_bounds (heddle_drawing_get_scene (heddle_canvas_get_drawing (canvas)));
  HeddlePoint at = heddle_viewport_to_target (heddle_canvas_get_viewport (canvas), bounds.x, bounds.y);
  double zoom = heddle_canvas_get_viewport (canvas)->zoom;

  return (HeddleRect){ at.x, at.y, bounds.width * zoom, bounds.height * zoom };
}

/* Returns how many overlays there are. */
static guint
check_overlays (HeddleCanvas *canvas,
                const char *what)
{
  GtkWidget *overlay = gtk_widget_get_parent (GTK_WIDGET (canvas));
  HeddleRect drawn = drawn_rect (canvas);
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (overlay); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      graphene_rect_t r;

      if (child == GTK_WIDGET (canvas) || !gtk_widget_get_visible (child) || !gtk_widget_compute_bounds (child, GTK_WIDGET (canvas), &r))
        continue;
      n++;
      if (r.origin.x < drawn.x + drawn.width && drawn.x < r.origin.x + r.size.width && r.origin.y < drawn.y + drawn.height && drawn.y < r.origin.y + r.size.height)
        g_error ("%s: %s covers the drawing: %g %g %g %g over %g %g %g %g", what, G_OBJECT_TYPE_NAME (child), r.origin.x, r.origin.y, r.size.width,
                 r.size.height, drawn.x, drawn.y, drawn.width, drawn.height);
    }
  return n;
}

static HeddleSession *
load_project (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", name, NULL), *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return ui_fixture_new_session (text);
}

static void
settle (GtkWidget *window)
{
  for (guint i = 0; i < 3; i++)
    gtk_test_widget_wait_for_draw (window);
}

static void
test_overlays (void)
{
  const char *const projects[] = { "small/ring-4.heddle", "small/two-racks.heddle", "small/star.heddle", "costs/nvlink-8.heddle", "small/fat-tree.heddle" };
  const int sizes[][2] = { { 1000, 700 }, { 640, 560 }, { 560, 380 } };

  for (guint k = 0; k < G_N_ELEMENTS (projects); k++)
    for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        g_autoptr (HeddleSession) session = load_project (projects[k]);
        GtkWidget *view = heddle_canvas_view_new (session), *window = ui_fixture_show (view, sizes[s][0], sizes[s][1]);
        HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));

        settle (window);
        g_assert_cmpuint (check_overlays (canvas, projects[k]), >=, 2); /* path and zoom bar */
        heddle_canvas_view_set_minimap (HEDDLE_CANVAS_VIEW (view), TRUE);
        settle (window);
        g_assert_cmpuint (check_overlays (canvas, projects[k]), >=, 3);
        heddle_canvas_view_set_minimap (HEDDLE_CANVAS_VIEW (view), FALSE);
        ui_fixture_run_to_end (session);
        settle (window);
        g_assert_cmpuint (check_overlays (canvas, projects[k]), >=, 4); /* with legend and heat switch */
        heddle_session_set_moment (session, heddle_session_get_end (session) / 3);
        settle (window);
        check_overlays (canvas, projects[k]);

        heddle_canvas_view_set_folded (HEDDLE_CANVAS_VIEW (view), TRUE);
        settle (window);
        g_assert_cmpuint (check_overlays (canvas, projects[k]), ==, 1); /* the button that brings them back */
        heddle_canvas_view_set_folded (HEDDLE_CANVAS_VIEW (view), FALSE);
        settle (window);
        g_assert_cmpuint (check_overlays (canvas, projects[k]), >=, 4);
        gtk_window_destroy (GTK_WINDOW (window));
      }
}

/* ---- moments -------------------------------------------------------------------------------------------------------------- */

/* 2 GB go each way at 1 GB/s for half a second, then at half of that; a link that nobody needs fails then. */
#define CHANGING \
  "<heddle version=\"1\" name=\"Changing\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"0 s\" sharing=\"split\"/><top>" \
  "<component id=\"a\" type=\"fabric.xpu\" x=\"0\" y=\"0\"/><component id=\"b\" type=\"fabric.xpu\" x=\"400\" y=\"0\"/>" \
  "<component id=\"s\" type=\"fabric.switch\" x=\"200\" y=\"200\"/><component id=\"h\" type=\"fabric.host\" x=\"200\" y=\"400\"/>" \
  "<link id=\"x\" from=\"a.eth\" to=\"s.port[0]\" class=\"L\"/><link id=\"y\" from=\"b.eth\" to=\"s.port[1]\" class=\"L\"/>" \
  "<link id=\"z\" from=\"h.port\" to=\"s.port[2]\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"a b\"/></communicators>" \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"2 GB\"/>" \
  "<run iterations=\"1\"><change at=\"500 ms\" of=\"class:L.bandwidth\" value=\"0.5 GB/s\"/><change at=\"500 ms\" of=\"z.failed\" value=\"1\"/></run></heddle>"

static const HeddleSceneLink *
find_link (HeddleCanvas *canvas,
           HeddleSession *session,
           const char *id)
{
  HeddleScene *scene = heddle_drawing_get_scene (heddle_canvas_get_drawing (canvas));
  guint64 uid = hd_object_get_uid (hd_object_find_child (heddle_session_get_module (session), HD_OBJECT_LINK, id));

  for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
    if (heddle_scene_link (scene, i)->id == uid)
      return heddle_scene_link (scene, i);
  g_assert_not_reached ();
}

static void
test_changes (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (CHANGING);
  GtkWidget *view = heddle_canvas_view_new (session), *window = ui_fixture_show (view, 800, 600);
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  const HdTime ms = HD_TICKS_PER_SECOND / 1000;

  g_assert_false (find_link (canvas, session, "z")->state & HEDDLE_STATE_DOTTED);
  ui_fixture_run_to_end (session);
  for (guint i = 0; i < 2; i++)
    {
      HeddleLoads loads;

      heddle_session_set_moment (session, i == 0 ? 300 * ms : 1200 * ms);
      g_assert_cmpint ((find_link (canvas, session, "z")->state & HEDDLE_STATE_DOTTED) != 0, ==, i == 1);
      g_assert_cmpfloat_with_epsilon (find_link (canvas, session, "x")->heat, 1, 0.01); /* of what it has at that moment */
      g_assert_true (heddle_session_get_loads (session, &loads));
      g_assert_cmpfloat_with_epsilon (loads.links[0].mean, 1, 0.01); /* as lists and cards say */
      g_assert_cmpfloat_with_epsilon (loads.links[0].ways[0].rate, i == 0 ? 1e9 : 0.5e9, 1e7);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/canvas-looks/overlays", test_overlays);
  g_test_add_func ("/ui/canvas-looks/changes", test_changes);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
