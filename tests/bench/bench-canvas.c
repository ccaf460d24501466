/* bench-canvas.c: frame times of the canvas, and what the window costs while a run is under way
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints: time from a file to a drawing; time of a frame while panning at fit and at 100 %, and of one step of live figures, for meshes of
 * about 1,000 and 10,000 nodes; of a frame while panning, zooming, dragging 1,000 selected nodes and pulling a rubber band, for grids of 1,024 and
 * 10,000 nodes with twice as many links, wholly in view, of 30 px on average; of one while 2,000 messages move there; the share of one core that window and engine take at a demonstration
 * speed, and that an idle window takes. A frame is what the input asks for, snapshot, and rendering by the Cairo renderer into a texture of
 * 1,280 x 800; its time is that of the processor. Names of parts (grid, mesh, window) as arguments choose these.
 */
#include <sys/resource.h>

#include <adwaita.h>

#include "heddle-canvas-private.h"
#include "heddle-window.h"

#define N_FRAMES 60
#define N_DOTS 2000
#define WIDTH 1280
#define HEIGHT 800

static const char mesh_text[] =
  "<heddle version=\"1\" name=\"Mesh\">\n"
  "  <link-class id=\"L\" bandwidth=\"50 GB/s\" latency=\"500 ns\" sharing=\"split\"/>\n"
  "  <top><generate id=\"mesh\" kind=\"mesh\" rows=\"%d\" columns=\"%d\" bandwidth=\"50 GB/s\" latency=\"500 ns\" x=\"0\" y=\"0\"/></top>\n"
  "  <communicators><communicator id=\"all\" members=\"mesh/host[*][*][*]\"/></communicators>\n"
  "  <workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"1 GB\"/>\n"
  "  <run iterations=\"1\"/>\n"
  "</heddle>\n";

static double
cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec + 1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static gboolean
on_time (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static void
iterate_for (double seconds)
{
  gboolean done = FALSE;

  g_timeout_add (1000 * seconds, on_time, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
}

static void
on_loaded (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!heddle_session_load_finish (HEDDLE_SESSION (source), result, &error))
    g_error ("%s", error->message);
  *(gboolean *) data = TRUE;
}

static HeddleSession *
load (HdCatalog *catalog,
      GFile *file,
      double *out_seconds)
{
  HeddleSession *session = heddle_session_new (catalog);
  gint64 start = g_get_monotonic_time ();
  gboolean done = FALSE;

  heddle_session_load_async (session, file, NULL, NULL, on_loaded, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  *out_seconds = (g_get_monotonic_time () - start) * 1e-6;
  g_assert (heddle_session_get_design (session) != NULL);
  return session;
}

static double
paint_frame (GtkWidget *widget)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  double start = cpu_seconds ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (gtk_widget_get_native (widget)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, WIDTH, HEIGHT));
  return 1e3 * (cpu_seconds () - start);
}

static void
time_frames (HeddleCanvas *canvas,
             const char *what)
{
  double sum = 0, worst = 0;

  for (int i = 0; i < N_FRAMES; i++)
    {
      double ms;

      heddle_canvas_pan (canvas, i % 2 == 0 ? 7 : -5, i % 3 - 1);
      ms = paint_frame (GTK_WIDGET (canvas));
      sum += ms;
      worst = MAX (worst, ms);
    }
  g_print ("  %-18s %6.2f ms a frame, worst %6.2f ms\n", what, sum / N_FRAMES, worst);
}

static void
bench_mesh (HdCatalog *catalog,
            int side)
{
  g_autofree char *text = g_strdup_printf (mesh_text, side, side), *path = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (HeddleSession) session = NULL;
  double seconds, start;
  GtkWidget *window, *canvas;

  path = g_build_filename (g_get_tmp_dir (), "heddle-bench-canvas.heddle", NULL);
  g_file_set_contents (path, text, -1, NULL);
  file = g_file_new_for_path (path);
  session = load (catalog, file, &seconds);
  g_file_delete (file, NULL, NULL);

  canvas = heddle_canvas_new (session);
  window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), canvas);
  gtk_window_present (GTK_WINDOW (window));
  iterate_for (0.3);

  g_print ("mesh of %u nodes and %u links, opened in %.0f ms\n", hd_design_get_n_nodes (heddle_session_get_design (session)),
           hd_design_get_n_links (heddle_session_get_design (session)), 1e3 * seconds);
  time_frames (HEDDLE_CANVAS (canvas), "all in view");
  heddle_canvas_set_zoom (HEDDLE_CANVAS (canvas), 1);
  time_frames (HEDDLE_CANVAS (canvas), "at 100 %");

  heddle_session_set_speed (session, 0);
  heddle_session_start (session);
  while (heddle_session_is_active (session))
    g_main_context_iteration (NULL, TRUE);
  heddle_canvas_fit (HEDDLE_CANVAS (canvas));
  time_frames (HEDDLE_CANVAS (canvas), "with heat");
  start = cpu_seconds ();
  for (guint i = 0; i < N_FRAMES; i++)
    heddle_session_set_moment (session, heddle_session_get_end (session) * (i + 1) / (N_FRAMES + 1));
  g_print ("  %-18s %6.2f ms a step\n", "live figures", 1e3 * (cpu_seconds () - start) / N_FRAMES);
  gtk_window_destroy (GTK_WINDOW (window));
  iterate_for (0.1);
}

/* ---- a grid that is drawn by hand --------------------------------------------------------------------------------------------- */

#define PITCH_X 210
#define PITCH_Y 131
#define CARD_WIDTH 168
#define CARD_HEIGHT 50
#define MEAN_LINK 30.0 /* px on the screen */

/* Each switch is linked to the next one, and to one so far below that links are MEAN_LINK px long on average. */
static char *
write_grid (int side)
{
  GString *text = g_string_new ("<heddle version=\"1\" name=\"Grid\"><link-class id=\"L\" bandwidth=\"50 GB/s\" latency=\"500 ns\"/><top>");
  double zoom = MIN ((WIDTH - 48.0) / (side * PITCH_X), (HEIGHT - 138.0) / (side * PITCH_Y));
  int below = MAX (1, (int) ((2 * MEAN_LINK / zoom - (PITCH_X - CARD_WIDTH) + CARD_HEIGHT) / PITCH_Y + 0.5));

  for (int i = 0; i < side * side; i++)
    g_string_append_printf (text, "<component id=\"s%d\" type=\"fabric.switch\" x=\"%d\" y=\"%d\"/>", i, i % side * PITCH_X, i / side * PITCH_Y);
  for (int i = 0; i < side * side; i++)
    {
      int column = i % side, row = i / side, next = column + 1 < side ? i + 1 : i - 1;
      int far = ((row + below) % side == (row + below) ? row + below : row - below) * side + column;

      g_string_append_printf (text, "<link from=\"s%d.port[0]\" to=\"s%d.port[%d]\" class=\"L\"/>", i, next, column + 1 < side ? 2 : 3);
      g_string_append_printf (text, "<link from=\"s%d.port[1]\" to=\"s%d.port[%d]\" class=\"L\"/>", i, far, far > i ? 4 : 5);
    }
  g_string_append (text, "</top></heddle>");
  return g_string_free (text, FALSE);
}

typedef void (*Input) (HeddleCanvas *canvas,
                       int frame);

static void
input_pan (HeddleCanvas *canvas,
           int frame)
{
  heddle_canvas_pan (canvas, frame % 2 == 0 ? 7 : -7, frame % 4 < 2 ? 3 : -3);
}

static void
input_zoom (HeddleCanvas *canvas,
            int frame)
{
  heddle_canvas_zoom (canvas, frame % 20 < 10 ? 1 / 1.01 : 1.01);
}

static void
input_drag (HeddleCanvas *canvas,
            int frame)
{
  heddle_canvas_drag (canvas, (HeddlePoint){ canvas->press.at.x + 10 + frame, canvas->press.at.y + 10 + frame / 2.0 }, 0);
}

static void
input_band (HeddleCanvas *canvas,
            int frame)
{
  heddle_canvas_drag (canvas, (HeddlePoint){ WIDTH * (frame + 1.0) / N_FRAMES, HEIGHT * (frame + 1.0) / N_FRAMES }, 0);
}

/* As slow motion does: each message is a little further than before. */
static void
input_dots (HeddleCanvas *canvas,
            int frame)
{
  HeddleScene *scene = heddle_drawing_get_scene (heddle_canvas_get_drawing (canvas));
  guint n_links = heddle_scene_n_links (scene);
  HeddleSceneDot dots[N_DOTS];

  for (guint i = 0; i < N_DOTS; i++)
    dots[i] = (HeddleSceneDot){ .link = i * (n_links / 7 | 1) % n_links,
                                .position = (float) fmod (i * 0.37 + frame * 0.01, 1),
                                .lane = i % 2 == 0 ? 1 : -1,
                                .colour = heddle_theme_get (HEDDLE_STYLE_LIGHT)->category[i % HEDDLE_N_CATEGORIES] };
  heddle_scene_set_dots (scene, dots, N_DOTS);
}

static void
time_input (HeddleCanvas *canvas,
            const char *what,
            Input input)
{
  double sum = 0, worst = 0;

  for (int i = 0; i < N_FRAMES; i++)
    {
      double start = cpu_seconds (), ms;

      input (canvas, i);
      ms = 1e3 * (cpu_seconds () - start) + paint_frame (GTK_WIDGET (canvas));
      sum += ms;
      worst = MAX (worst, ms);
    }
  g_print ("  %-18s %6.2f ms a frame, worst %6.2f ms\n", what, sum / N_FRAMES, worst);
}

static void
select_first (HeddleSession *session,
              guint n)
{
  const HdObject *module = heddle_session_get_module (session);
  g_autofree guint64 *uids = g_new (guint64, n);

  for (guint i = 0; i < n; i++)
    uids[i] = hd_object_get_uid (hd_object_get_child (module, i));
  heddle_session_select_uids (session, uids, n);
}

static void
bench_grid (HdCatalog *catalog,
            int side)
{
  g_autofree char *text = write_grid (side), *path = g_build_filename (g_get_tmp_dir (), "heddle-bench-grid.heddle", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HeddleSession) session = NULL;
  GtkWidget *window = gtk_window_new ();
  HeddleCanvas *canvas;
  HeddleScene *scene;
  HeddlePoint at;
  double seconds, length = 0;

  g_file_set_contents (path, text, -1, NULL);
  session = load (catalog, file, &seconds);
  g_file_delete (file, NULL, NULL);
  canvas = HEDDLE_CANVAS (heddle_canvas_new (session));
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (canvas));
  gtk_window_present (GTK_WINDOW (window));
  iterate_for (0.3);
  heddle_canvas_fit (canvas);

  scene = heddle_drawing_get_scene (heddle_canvas_get_drawing (canvas));
  for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
    {
      HeddlePoint a = heddle_scene_link_at (scene, i, 0, NULL), b = heddle_scene_link_at (scene, i, 1, NULL);

      length += hypot (b.x - a.x, b.y - a.y) * heddle_canvas_get_viewport (canvas)->zoom / heddle_scene_n_links (scene);
    }
  g_print ("grid of %u nodes and %u links, %.0f px on average, opened in %.0f ms\n", heddle_scene_n_nodes (scene), heddle_scene_n_links (scene),
           length, 1e3 * seconds);
  time_input (canvas, "panning", input_pan);
  time_input (canvas, "zooming", input_zoom);
  time_input (canvas, "2,000 messages", input_dots);
  heddle_scene_set_dots (scene, NULL, 0);

  select_first (session, MIN (1000, side * side));
  at = heddle_viewport_to_target (heddle_canvas_get_viewport (canvas), heddle_scene_node (scene, 0)->x, heddle_scene_node (scene, 0)->y);
  heddle_canvas_press (canvas, at, GDK_BUTTON_PRIMARY, 0);
  time_input (canvas, "dragging 1,000", input_drag);
  heddle_canvas_cancel_tool (canvas);

  heddle_canvas_press (canvas, (HeddlePoint){ 1, 1 }, GDK_BUTTON_PRIMARY, 0);
  time_input (canvas, "rubber band", input_band);
  heddle_canvas_cancel_tool (canvas);
  gtk_window_destroy (GTK_WINDOW (window));
  iterate_for (0.1);
}

static double
share_of_core (double seconds)
{
  double start = cpu_seconds ();

  iterate_for (seconds);
  return 100 * (cpu_seconds () - start) / seconds;
}

static void
bench_window (HdCatalog *catalog)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects/hcsim/figure-6b.heddle", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (AdwApplication) application = g_object_new (ADW_TYPE_APPLICATION, "flags", G_APPLICATION_NON_UNIQUE, NULL);
  HeddleWindow *window;
  HeddleSession *session;
  gint64 start = g_get_monotonic_time ();
  double idle;

  g_application_register (G_APPLICATION (application), NULL, NULL);
  window = heddle_window_new (application, catalog, NULL);
  heddle_window_open (window, file);
  gtk_window_present (GTK_WINDOW (window));
  session = heddle_window_get_session (window);
  while (heddle_session_get_design (session) == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_print ("figure 6b, 4,096 accelerators: window with its drawing after %.0f ms\n", (g_get_monotonic_time () - start) * 1e-3);

  iterate_for (1);
  idle = share_of_core (3);
  heddle_session_start (session);
  iterate_for (1);
  g_print ("  idle %.1f %% of a core, at %g simulated s a second %.1f %%\n", idle, heddle_session_get_speed (session), share_of_core (5));
  gtk_window_destroy (GTK_WINDOW (window));
  iterate_for (0.2);
}

static gboolean
is_wanted (char **names,
           const char *name)
{
  return names[1] == NULL || g_strv_contains ((const char *const *) names + 1, name);
}

int
main (int argc,
      char **argv)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) refused = NULL;

  if (!gtk_init_check ())
    {
      g_print ("no display\n");
      return 77;
    }
  adw_init ();
  g_set_prgname ("bench-canvas");
  g_set_application_name ("bench-canvas");
  refused = hd_catalog_load_default (catalog);
  for (guint i = 0; is_wanted (argv, "grid") && i < 2; i++)
    bench_grid (catalog, i == 0 ? 32 : 100);
  for (guint i = 0; is_wanted (argv, "mesh") && i < 2; i++)
    bench_mesh (catalog, i == 0 ? 22 : 71);
  if (is_wanted (argv, "window"))
    bench_window (catalog);
  return 0;
}
