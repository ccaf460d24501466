/* bench-open.c: how long a window stands still while it opens a file
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Usage: bench-open [graphml | simgrid | heddle] [MEGABYTES...], or bench-open FILE... Hosts on a tree of switches, in each format of which a file is
 * asked for, or the files given, are opened in a window. A source that is due every few milliseconds tells by how much the main loop was late: while
 * the file is read, from the document on until the window is at rest, when an empty project takes its place, and when that is edited: 4,096 components
 * and their links are pasted, one more is added, both are undone, and a torus of 64 x 64 is generated. On a machine that does other work
 * too lateness counts that work; what the main thread computed between two calls of the source, given second, does not. Each file has a process of
 * its own, as the most memory that one has used never falls.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "heddle-edits.h"
#include "heddle-window.h"

#define PERIOD_MS 4
#define REST_US 1500000 /* without a document that comes or a loop that is busy: all is done */
#define BUSY_NS 20000000
#define FANOUT 31 /* a switch and its hosts */
#define N_INSERTED 4096
#define TORUS "rows=64", "columns=64" /* as many */

typedef enum
{
  READING, /* and checking and drawing, by workers */
  ARRIVED,
  REPLACED,
  PASTED, /* components and links, each an object of its own, into the empty project */
  ADDED,  /* one more */
  UNDONE, /* what was pasted */
  GENERATED,
  N_PHASES
} Phase;

typedef struct
{
  HeddleWindow *window;
  GMainLoop *loop;
  Phase phase;
  gint64 due, calm_since, opened;
  gint64 computed_ns; /* by this thread, until the last call */
  gint64 late_us[N_PHASES], busy_ns[N_PHASES];
} Watch;

/* ---- files -------------------------------------------------------------------------------------------------------------------- */

static const char *const extensions[] = { "graphml", "xml", "heddle" };
static const char *const formats[] = { "graphml", "simgrid", "heddle" };
static const char *const heads[] = {
  "<graphml>\n<key id=\"t\" for=\"node\" attr.name=\"type\"/>\n<key id=\"b\" for=\"edge\" attr.name=\"bandwidth\"/>\n"
  "<key id=\"l\" for=\"edge\" attr.name=\"latency\"/>\n<graph edgedefault=\"undirected\">\n",
  "<platform version=\"4.1\">\n<zone id=\"w\" routing=\"Dijkstra\">\n",
  "<heddle version=\"1\" name=\"flat\">\n<link-class id=\"c\" bandwidth=\"10 GB/s\" latency=\"1 us\"/>\n<top>\n",
};
static const char *const tails[] = { "</graph>\n</graphml>\n", "</zone>\n</platform>\n", "</top>\n</heddle>\n" };

static void
append_graphml (GString *nodes,
                GString *edges,
                guint i,
                guint up)
{
  g_string_append_printf (nodes, "<node id=\"n%u\"><data key=\"t\">%s</data></node>\n", i, i % FANOUT == 0 ? "switch" : "host");
  if (i > 0)
    g_string_append_printf (edges, "<edge source=\"n%u\" target=\"n%u\"><data key=\"b\">10 GB/s</data><data key=\"l\">1 us</data></edge>\n", i, up);
}

static void
append_simgrid (GString *nodes,
                GString *edges,
                guint i,
                guint up)
{
  g_string_append_printf (nodes, i % FANOUT == 0 ? "<router id=\"n%u\"/>\n" : "<host id=\"n%u\" speed=\"1Gf\"/>\n", i);
  if (i == 0)
    return;
  g_string_append_printf (nodes, "<link id=\"l%u\" bandwidth=\"1GBps\" latency=\"1us\"/>\n", i);
  g_string_append_printf (edges, "<route src=\"n%u\" dst=\"n%u\"><link_ctn id=\"l%u\"/></route>\n", i, up, i);
}

static void
append_heddle (GString *nodes,
               GString *edges,
               guint i,
               guint up)
{
  g_string_append_printf (nodes, "<component id=\"n%u\" type=\"fabric.%s\" x=\"%u\" y=\"%u\"/>\n", i, i % FANOUT == 0 ? "switch" : "host",
                          i % FANOUT * 240, i / FANOUT * 160);
  if (i > 0)
    g_string_append_printf (edges, "<link from=\"n%u.port%s\" to=\"n%u.port[%u]\" class=\"c\"/>\n", i, i % FANOUT == 0 ? "[0]" : "", up,
                            i % FANOUT == 0 ? FANOUT + i / FANOUT % 2 : i % FANOUT);
}

static GFile *
write_file (const char *directory,
            guint format,
            double megabytes)
{
  static void (*const append[]) (GString *, GString *, guint, guint) = { append_graphml, append_simgrid, append_heddle };
  g_autofree char *path = g_strdup_printf ("%s/bench-open.%s", directory, extensions[format]);
  g_autoptr (GString) text = g_string_new (heads[format]);
  g_autoptr (GString) edges = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; (double) (text->len + edges->len) < 1e6 * megabytes; i++)
    append[format](text, edges, i, i % FANOUT == 0 ? (i / FANOUT - 1) / 2 * FANOUT : i / FANOUT * FANOUT);
  g_string_append_len (text, edges->str, (gssize) edges->len);
  g_string_append (text, tails[format]);
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  return g_file_new_for_path (path);
}

/* ---- watching ----------------------------------------------------------------------------------------------------------------- */

static gint64
get_computed (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_GINT64_CONSTANT (1000000000) + time.tv_nsec;
}

static gboolean
on_due (gpointer data)
{
  Watch *watch = data;
  gint64 now = g_get_monotonic_time (), busy = get_computed () - watch->computed_ns;

  if (heddle_window_get_file (watch->window) == NULL && watch->phase < REPLACED)
    g_error ("The file could not be opened");
  if (watch->phase == READING && heddle_session_get_document (heddle_window_get_session (watch->window)) != NULL)
    {
      watch->phase = ARRIVED;
      watch->opened = now;
    }
  watch->late_us[watch->phase] = MAX (watch->late_us[watch->phase], now - watch->due);
  watch->busy_ns[watch->phase] = MAX (watch->busy_ns[watch->phase], busy);
  if (watch->phase == READING || busy > BUSY_NS)
    watch->calm_since = now;
  if (now - watch->calm_since > REST_US)
    g_main_loop_quit (watch->loop);
  watch->due = g_get_monotonic_time () + PERIOD_MS * 1000;
  watch->computed_ns = get_computed ();
  return G_SOURCE_CONTINUE;
}

/* Until the window is at rest. */
static void
watch_phase (Watch *watch,
             Phase phase,
             const char *what)
{
  watch->calm_since = g_get_monotonic_time ();
  g_main_loop_run (watch->loop);
  g_print (", %s %5.0f / %5.0f ms", what, (double) watch->late_us[phase] / 1e3, (double) watch->busy_ns[phase] / 1e6);
}

static char *
dup_inserted (void)
{
  g_autoptr (GString) nodes = g_string_new (heads[2]), edges = g_string_new (NULL);

  for (guint i = 0; i < N_INSERTED; i++)
    append_heddle (nodes, edges, i, i % FANOUT == 0 ? (i / FANOUT - 1) / 2 * FANOUT : i / FANOUT * FANOUT);
  g_string_append_len (nodes, edges->str, (gssize) edges->len);
  g_string_append (nodes, tails[2]);
  return g_strdup (nodes->str);
}

/* Edits of an empty project, as the actions of the window make them. */
static void
measure_edits (Watch *watch,
               HdCatalog *catalog)
{
  HdDocument *document = heddle_session_get_document (heddle_window_get_session (watch->window));
  guint64 top = hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL));
  g_autofree char *text = dup_inserted ();
  g_autoptr (GArray) pasted = NULL;
  g_autoptr (GError) error = NULL;

  watch->phase = PASTED;
  pasted = heddle_edit_paste (document, catalog, top, text, 0, 0, "Paste", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (pasted->len, ==, 2 * N_INSERTED - 1);
  watch_phase (watch, PASTED, "pasted");
  watch->phase = ADDED;
  heddle_edit_add_component (document, catalog, top, "fabric.host", 0, -200, &error);
  g_assert_no_error (error);
  watch_phase (watch, ADDED, "one more");
  watch->phase = UNDONE;
  hd_document_undo (document);
  hd_document_undo (document);
  watch_phase (watch, UNDONE, "undone");
  watch->phase = GENERATED;
  heddle_edit_add_generated (document, top, hd_generator_find ("torus"), (const char *const[]){ TORUS, NULL }, 0, 0, &error);
  g_assert_no_error (error);
  watch_phase (watch, GENERATED, "generated");
}

static double
measure (AdwApplication *application,
         HdCatalog *catalog,
         GFile *file)
{
  Watch watch = { .window = heddle_window_new (application, catalog, NULL), .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  double megabytes = info != NULL ? (double) g_file_info_get_size (info) / 1e6 : 0;
  g_autofree char *name = g_file_get_basename (file);
  struct rusage before, after;
  gint64 start;
  guint source;

  gtk_window_set_default_size (GTK_WINDOW (watch.window), 1440, 900);
  gtk_window_present (GTK_WINDOW (watch.window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (watch.window));
  getrusage (RUSAGE_SELF, &before);
  start = watch.calm_since = g_get_monotonic_time ();
  watch.due = start + PERIOD_MS * 1000;
  watch.computed_ns = get_computed ();
  source = g_timeout_add_full (G_PRIORITY_HIGH, PERIOD_MS, on_due, &watch, NULL);
  heddle_window_open (watch.window, file);
  g_main_loop_run (watch.loop);
  getrusage (RUSAGE_SELF, &after);
  g_print ("%-20s %7.2f MB, open after %6.2f s, memory %5.1f × file; late / busy: reading %4.0f / %4.0f ms, arriving %5.0f / %5.0f ms", name, megabytes,
           (double) (watch.opened - start) / 1e6, (double) (after.ru_maxrss - before.ru_maxrss) / 1e3 / megabytes, (double) watch.late_us[READING] / 1e3,
           (double) watch.busy_ns[READING] / 1e6, (double) watch.late_us[ARRIVED] / 1e3, (double) watch.busy_ns[ARRIVED] / 1e6);
  watch.phase = REPLACED;
  heddle_window_new_project (watch.window);
  watch_phase (&watch, REPLACED, "replaced");
  measure_edits (&watch, catalog);
  g_print ("\n");
  g_source_remove (source);
  g_main_loop_unref (watch.loop);
  gtk_window_destroy (GTK_WINDOW (watch.window));
  return (double) (watch.opened - start) / 1e6 / megabytes;
}

static int
run (GFile *file)
{
  g_autoptr (AdwApplication) application = NULL;
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);

  g_set_prgname ("heddle"); /* recent files are kept by the program's name */
  g_set_application_name ("Heddle");
  adw_init ();
  application = g_object_new (ADW_TYPE_APPLICATION, "flags", G_APPLICATION_NON_UNIQUE, NULL);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  measure (application, catalog, file);
  return 0;
}

static void
run_apart (GFile *file)
{
  pid_t child = fork ();
  int status;

  g_assert (child >= 0);
  if (child == 0)
    exit (run (file));
  if (waitpid (child, &status, 0) != child || status != 0)
    exit (EXIT_FAILURE);
}

int
main (int argc,
      char **argv)
{
  /* One of its own: to watch a file in one of thousands takes the system a while. */
  g_autofree char *directory = g_dir_make_tmp (NULL, NULL);
  double megabytes[16] = { 1, 10 };
  guint n_megabytes = 0;
  int only = -1;
  gboolean files = FALSE;

  for (int i = 1; i < argc; i++)
    {
      double size = g_ascii_strtod (argv[i], NULL);
      int format = -1;

      for (guint k = 0; k < G_N_ELEMENTS (formats); k++)
        format = g_str_equal (argv[i], formats[k]) ? (int) k : format;
      if (format >= 0)
        only = format;
      else if (size > 0 && n_megabytes < G_N_ELEMENTS (megabytes))
        megabytes[n_megabytes++] = size;
      else
        {
          g_autoptr (GFile) file = g_file_new_for_commandline_arg (argv[i]);

          files = TRUE;
          run_apart (file);
        }
    }
  for (int format = 0; !files && format < (int) G_N_ELEMENTS (formats); format++)
    for (guint i = 0; (only < 0 || only == format) && i < (n_megabytes > 0 ? n_megabytes : 2); i++)
      {
        g_autoptr (GFile) file = write_file (directory, (guint) format, megabytes[i]);

        run_apart (file);
        g_file_delete (file, NULL, NULL);
      }
  g_rmdir (directory);
  return 0;
}
