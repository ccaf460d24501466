/* bench-canvas.c: frame times of the canvas, and what the window costs while a run is under way
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints: time from a file to a drawing; time of a frame while panning at fit and at 100 %, and of one step of live figures, for meshes of
 * about 1,000 and 10,000 nodes; the share of one core that window and engine take at a demonstration speed, and that an idle window takes.
 * A frame is snapshot and rendering by the Cairo renderer into a texture of 1,280 x 800.
 */
#include <sys/resource.h>

#include <adwaita.h>

#include "heddle-canvas.h"
#include "heddle-window.h"

#define N_FRAMES 60
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

  heddle_session_load_async (session, file, NULL, on_loaded, &done);
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
  bench_mesh (catalog, 22);
  bench_mesh (catalog, 71);
  bench_window (catalog);
  return 0;
}
