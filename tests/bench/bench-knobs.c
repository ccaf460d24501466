/* bench-knobs.c: how many runs a second a window shows while a knob is turned
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every shipped project that needs no programs and whose run takes less than 100 ms by itself, in a whole window with its own page below the canvas. A knob of the
 * bandwidth of its first link class, else of its first quantity, is turned to and fro, 60 times a second, for some seconds. Prints what a run takes by itself, from
 * a design that is there, what elaborating takes, and the runs that came to be shown. The goal: 5 a second.
 */
#include <string.h>
#include <time.h>

#include "heddle-canvas-private.h"
#include "heddle-window-private.h"

#define TURN_US (3 * G_USEC_PER_SEC)
#define FRAME_US (G_USEC_PER_SEC / 60)
#define STEP 0.02
#define MOST_MS 100.0
#define N_ALONE 3

static void
drain (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* The least of some, in ms; -1 if it fails, or takes longer than is of interest. */
static double
run_alone (HdDesign *design)
{
  double least = G_MAXDOUBLE;

  for (guint i = 0; i < N_ALONE; i++)
    {
      g_autoptr (HdRun) run = hd_run_new (design, NULL);
      gint64 start = g_get_monotonic_time ();

      hd_run_set_speed (run, 0);
      hd_run_start (run);
      while (hd_run_get_state (run) < HD_RUN_FINISHED && g_get_monotonic_time () - start < G_USEC_PER_SEC)
        if (!g_main_context_iteration (NULL, FALSE))
          g_usleep (100);
      if (hd_run_get_state (run) != HD_RUN_FINISHED)
        return -1;
      least = MIN (least, (double) (g_get_monotonic_time () - start) / 1000);
    }
  return least;
}

static double
elaborate_alone (HeddleSession *session)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDesign) design = hd_elaborate (heddle_session_get_snapshot (session), heddle_session_get_catalog (session), NULL, problems, NULL, NULL);

  g_assert_nonnull (design);
  return (double) (g_get_monotonic_time () - start) / 1000;
}

/* What the knob is of; its uid, or 0. */
static guint64
add_knob (HeddleWindow *window)
{
  HeddleSession *session = heddle_window_get_session (window);
  HeddleCanvas *canvas = heddle_window_get_canvas (window);
  const HdObject *root = hd_document_get_root (heddle_session_get_document (session));
  const HdObject *variables = hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL), *link_class = hd_object_find_child (root, HD_OBJECT_LINK_CLASS, NULL);
  HeddlePoint at = heddle_canvas_find_room (canvas);
  guint64 uid = 0;

  if (link_class != NULL)
    {
      g_autofree char *what = g_strdup_printf ("heddle-knob:class:%s.bandwidth", hd_object_get_id (link_class));

      uid = heddle_canvas_add (canvas, what, at, NULL);
    }
  for (guint i = 0; uid == 0 && variables != NULL && i < hd_object_get_n_children (variables); i++)
    {
      const HdObject *variable = hd_object_get_child (variables, i);
      g_autofree char *what = g_strdup_printf ("heddle-knob:$%s", hd_object_get_id (variable));

      if (g_strcmp0 (hd_object_get (variable, "type"), "integer") != 0) /* at other sizes a run takes another time */
        uid = heddle_canvas_add (canvas, what, at, NULL);
    }
  return uid;
}

static void
count_runs (HeddleSession *session,
            gpointer data)
{
  static HdRun *last;
  HdRun *run = heddle_session_get_run (session);

  if (run != last && run != NULL && hd_run_get_state (run) == HD_RUN_FINISHED)
    (*(guint *) data)++;
  last = run;
}

static void
measure (HeddleWindow *window,
         const char *name)
{
  HeddleSession *session = heddle_window_get_session (window);
  double alone = run_alone (heddle_session_get_design (session)), elaboration = elaborate_alone (session), share = 0.5, step = STEP;
  gint64 start, next;
  guint64 knob = alone >= 0 && alone < MOST_MS ? add_knob (window) : 0;
  const HeddleKnob *drawn;
  guint n_runs = 0, n_turns = 0;
  gulong handler;

  drain ();
  if (knob == 0)
    {
      g_print ("%-36s %s\n", name, alone >= 0 && alone < MOST_MS ? "has nothing to turn" : "takes longer");
      return;
    }
  handler = g_signal_connect (session, "run-changed", G_CALLBACK (count_runs), &n_runs);
  start = next = g_get_monotonic_time ();
  while (g_get_monotonic_time () - start < TURN_US)
    {
      g_main_context_iteration (NULL, FALSE);
      if (g_get_monotonic_time () < next)
        {
          g_usleep (200);
          continue;
        }
      next = g_get_monotonic_time () + FRAME_US;
      step = share + step > 1 || share + step < 0 ? -step : step;
      share += step;
      drawn = heddle_drawing_find_knob (heddle_canvas_get_drawing (heddle_window_get_canvas (window)), knob);
      if (drawn == NULL)
        continue;

      g_autofree char *text = heddle_knob_dup_text (drawn, share);
      g_autofree char *setting = g_strdup_printf ("%s=%s", drawn->address, text);

      heddle_drawing_turn_knob (heddle_canvas_get_drawing (heddle_window_get_canvas (window)), knob, share);
      heddle_session_turn (session, setting, NULL);
      n_turns++;
    }
  drawn = heddle_drawing_find_knob (heddle_canvas_get_drawing (heddle_window_get_canvas (window)), knob);
  g_print ("%-28s %-28s run %6.1f ms, elaboration %6.1f ms: %5.1f runs a second of %5.1f turns\n", name, drawn->address, alone, elaboration,
           1e6 * n_runs / (double) (g_get_monotonic_time () - start), 1e6 * n_turns / (double) (g_get_monotonic_time () - start));
  g_signal_handler_disconnect (session, handler);
  heddle_session_end_turn (session, NULL, NULL);
}

static void
measure_file (AdwApplication *application,
              HdCatalog *catalog,
              const char *folder,
              const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  HeddleWindow *window = heddle_window_new (application, catalog, NULL);
  HeddleSession *session = heddle_window_get_session (window);
  g_autoptr (GPtrArray) commands = NULL;

  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_present (GTK_WINDOW (window));
  heddle_window_open (window, file);
  while (heddle_session_get_document (session) == NULL || heddle_session_is_elaborating (session) || !heddle_session_can_run (session))
    g_main_context_iteration (NULL, TRUE);
  commands = heddle_session_find_programs (session);
  if (commands->len == 0)
    measure (window, name);
  else
    g_print ("%-36s starts programs\n", name);
  hd_document_settle (heddle_session_get_document (session)); /* nothing is asked */
  gtk_window_destroy (GTK_WINDOW (window));
  drain ();
}

int
main (int argc,
      char **argv)
{
  g_autoptr (AdwApplication) application = NULL;
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);
  g_autofree char *root = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", NULL);
  g_autoptr (GDir) folders = g_dir_open (root, 0, NULL);
  const char *folder, *name;

  g_set_prgname ("heddle");
  g_set_application_name ("Heddle");
  adw_init ();
  application = g_object_new (ADW_TYPE_APPLICATION, "flags", G_APPLICATION_NON_UNIQUE, NULL);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  while ((folder = g_dir_read_name (folders)) != NULL)
    {
      g_autofree char *path = g_build_filename (root, folder, NULL);
      g_autoptr (GDir) files = g_dir_open (path, 0, NULL);

      while (files != NULL && (name = g_dir_read_name (files)) != NULL)
        if (g_str_has_suffix (name, ".heddle") && (argc < 2 || strcmp (name, argv[1]) == 0))
          measure_file (application, catalog, folder, name);
    }
  return 0;
}
