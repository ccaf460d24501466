/* bench-live.c: what live views cost the engine, and what the window takes while the engine runs flat out
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * figure-6b with 64 accelerators, without symmetry and without advancing equal rounds at once, so that the engine works for seconds and writes a
 * record all the while; two members are traced. In turns: nobody looks (the main thread sleeps), or a whole window looks, with the canvas' heat and
 * one of the views below it. Prints CPU and wall time of the engine and their ratios, medians of some turns; and the share of a core that the main
 * thread takes, with the pictures it makes a second. CPU time of the engine is that of the process but for the main thread. The goal: at most 5 %.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "heddle-window.h"

#define N_TURNS 5

typedef struct
{
  double engine_cpu_s, engine_wall_s;
  double window_cpu_s;
  guint n_frames;
} Cost;

static double
read_clock (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

static double
others_cpu (void)
{
  return read_clock (CLOCK_PROCESS_CPUTIME_ID) - read_clock (CLOCK_THREAD_CPUTIME_ID);
}

static char *
replace (const char *text,
         const char *old,
         const char *new)
{
  g_auto (GStrv) parts = g_strsplit (text, old, 2);

  g_assert (g_strv_length (parts) == 2);
  return g_strconcat (parts[0], new, parts[1], NULL);
}

/* The project as it runs here, in a file of its own. */
static GFile *
write_project (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "hcsim", "figure-6b.heddle", NULL);
  g_autofree char *text = NULL;
  g_autofree char *ours = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *copy = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  ours = replace (text, "iterations=\"2\" speed=\"0.4\"",
                  "iterations=\"2\" speed=\"0\" symmetry=\"false\" fast-forward=\"false\" trace=\"rack[0]/server[0]/xpu[0..1]\"");
  copy = g_build_filename (g_get_tmp_dir (), "heddle-bench-live.heddle", NULL);
  g_file_set_contents (copy, ours, -1, &error);
  g_assert_no_error (error);
  return g_file_new_for_path (copy);
}

static gboolean
on_frame (GtkWidget *widget,
          GdkFrameClock *clock,
          gpointer data)
{
  (*(guint *) data)++;
  return G_SOURCE_CONTINUE;
}

static Cost
run_unseen (HdDesign *design)
{
  g_autoptr (HdRun) run = hd_run_new (design, NULL);
  double cpu = others_cpu (), wall = read_clock (CLOCK_MONOTONIC);
  g_autoptr (GError) error = NULL;

  hd_run_start (run);
  hd_run_wait (run, &error);
  g_assert_no_error (error);
  return (Cost){ .engine_cpu_s = others_cpu () - cpu, .engine_wall_s = read_clock (CLOCK_MONOTONIC) - wall };
}

static Cost
run_seen (HeddleWindow *window,
          const char *view)
{
  HeddleSession *session = heddle_window_get_session (window);
  double cpu, wall, own;
  Cost cost = { 0 };
  guint tick;

  g_action_group_activate_action (G_ACTION_GROUP (window), "dock", g_variant_new_string (view));
  heddle_session_set_speed (session, 0);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  tick = gtk_widget_add_tick_callback (GTK_WIDGET (window), on_frame, &cost.n_frames, NULL);
  cpu = others_cpu ();
  own = read_clock (CLOCK_THREAD_CPUTIME_ID);
  wall = read_clock (CLOCK_MONOTONIC);
  heddle_session_start (session);
  while (heddle_session_is_active (session))
    g_main_context_iteration (NULL, TRUE);
  cost.engine_wall_s = read_clock (CLOCK_MONOTONIC) - wall;
  cost.engine_cpu_s = others_cpu () - cpu;
  cost.window_cpu_s = read_clock (CLOCK_THREAD_CPUTIME_ID) - own;
  gtk_widget_remove_tick_callback (GTK_WIDGET (window), tick);
  return cost;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double *values)
{
  qsort (values, N_TURNS, sizeof *values, compare_doubles);
  return values[N_TURNS / 2];
}

static void
report (const char *view,
        const Cost *costs,
        const Cost *unseen)
{
  double cpu[N_TURNS], cpu_ratio[N_TURNS], wall_ratio[N_TURNS], share[N_TURNS], frames[N_TURNS];

  for (guint i = 0; i < N_TURNS; i++)
    {
      cpu[i] = costs[i].engine_cpu_s;
      cpu_ratio[i] = 100 * (costs[i].engine_cpu_s / unseen[i].engine_cpu_s - 1);
      wall_ratio[i] = 100 * (costs[i].engine_wall_s / unseen[i].engine_wall_s - 1);
      share[i] = 100 * costs[i].window_cpu_s / costs[i].engine_wall_s;
      frames[i] = costs[i].n_frames / costs[i].engine_wall_s;
    }
  g_print ("%-10s engine %.3f s of CPU, slow-down %+.1f %% in CPU, %+.1f %% in wall time; window %.1f %% of a core, %.0f frames a second\n", view,
           median (cpu), median (cpu_ratio), median (wall_ratio), median (share), median (frames));
}

static HeddleWindow *
open_window (HdCatalog *catalog,
             AdwApplication *application,
             GFile *file)
{
  HeddleWindow *window = heddle_window_new (application, catalog, NULL);

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_present (GTK_WINDOW (window));
  heddle_window_open (window, file);
  while (!heddle_session_can_run (heddle_window_get_session (window)))
    g_main_context_iteration (NULL, TRUE);
  return window;
}

int
main (int argc,
      char **argv)
{
  static const char *const views[] = { "waveforms", "timeline", "links" };
  Cost unseen[N_TURNS], seen[G_N_ELEMENTS (views)][N_TURNS];
  g_autoptr (AdwApplication) application = NULL;
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);
  g_autoptr (GFile) file = write_project ();
  HeddleWindow *window;

  g_set_prgname ("heddle"); /* recent files are kept by the program's name */
  g_set_application_name ("Heddle");
  adw_init ();
  application = g_object_new (ADW_TYPE_APPLICATION, "flags", G_APPLICATION_NON_UNIQUE, NULL);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  window = open_window (catalog, application, file);
  run_seen (window, views[0]); /* caches warm up */
  for (guint turn = 0; turn < N_TURNS; turn++)
    {
      unseen[turn] = run_unseen (heddle_session_get_design (heddle_window_get_session (window)));
      for (guint i = 0; i < G_N_ELEMENTS (views); i++)
        seen[i][turn] = run_seen (window, views[i]);
    }
  report ("unseen", unseen, unseen);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    report (views[i], seen[i], unseen);
  g_file_delete (file, NULL, NULL);
  return 0;
}
