/* bench-open.c: how long a window stands still while it opens a file
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Usage: bench-open [MEGABYTES | FILE...]. A GraphML graph of hosts on switches, or the files given, are opened in a window. A source that is due
 * every few milliseconds tells by how much the main loop was late: while the file is read, and from the document on until the window is at rest.
 */
#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "heddle-window.h"

#define PERIOD_MS 4
#define REST_US 1500000 /* without a document that comes or a loop that is late: all is done */

typedef struct
{
  HeddleWindow *window;
  gint64 due, calm_since;
  gint64 start, opened, latest_reading, latest_after;
  GMainLoop *loop;
} Watch;

static GFile *
write_graph (gsize bytes)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "bench-open.graphml", NULL);
  g_autoptr (GString) text = g_string_new ("<graphml>\n<key id=\"t\" for=\"node\" attr.name=\"type\"/>\n<key id=\"b\" for=\"edge\" attr.name=\"bandwidth\"/>\n"
                                           "<key id=\"l\" for=\"edge\" attr.name=\"latency\"/>\n<graph edgedefault=\"undirected\">\n");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; text->len < bytes; i++)
    {
      g_string_append_printf (text, "<node id=\"n%u\"><data key=\"t\">%s</data></node>\n", i, i % 31 == 0 ? "switch" : "host");
      if (i > 0)
        g_string_append_printf (text, "<edge source=\"n%u\" target=\"n%u\"><data key=\"b\">10 GB/s</data><data key=\"l\">1 us</data></edge>\n", i,
                                i % 31 == 0 ? (i / 31 - 1) / 2 * 31 : i / 31 * 31);
    }
  g_string_append (text, "</graph>\n</graphml>\n");
  g_file_set_contents (path, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  return g_file_new_for_path (path);
}

static gboolean
on_due (gpointer data)
{
  Watch *watch = data;
  gint64 now = g_get_monotonic_time (), late = now - watch->due;
  gboolean open = heddle_session_get_document (heddle_window_get_session (watch->window)) != NULL;

  if (heddle_window_get_file (watch->window) == NULL)
    g_error ("The file could not be opened");
  if (open && watch->opened == 0)
    watch->opened = now;
  if (open)
    watch->latest_after = MAX (watch->latest_after, late);
  else
    watch->latest_reading = MAX (watch->latest_reading, late);
  if (!open || late > 50000)
    watch->calm_since = now;
  if (now - watch->calm_since > REST_US)
    g_main_loop_quit (watch->loop);
  watch->due = g_get_monotonic_time () + PERIOD_MS * 1000;
  return G_SOURCE_CONTINUE;
}

static void
measure (AdwApplication *application,
         HdCatalog *catalog,
         GFile *file)
{
  Watch watch = { .window = heddle_window_new (application, catalog, NULL), .loop = g_main_loop_new (NULL, FALSE) };
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autofree char *name = g_file_get_basename (file);
  guint source;

  gtk_window_set_default_size (GTK_WINDOW (watch.window), 1440, 900);
  gtk_window_present (GTK_WINDOW (watch.window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (watch.window));
  watch.start = watch.calm_since = g_get_monotonic_time ();
  watch.due = watch.start + PERIOD_MS * 1000;
  source = g_timeout_add_full (G_PRIORITY_HIGH, PERIOD_MS, on_due, &watch, NULL);
  heddle_window_open (watch.window, file);
  g_main_loop_run (watch.loop);
  g_source_remove (source);
  g_main_loop_unref (watch.loop);
  g_print ("%-24s %8.2f MB  open after %6.2f s  at most late: %4.0f ms while reading, %5.0f ms after; at rest after %6.2f s\n", name,
           info != NULL ? (double) g_file_info_get_size (info) / 1e6 : 0, (double) (watch.opened - watch.start) / 1e6, (double) watch.latest_reading / 1e3,
           (double) watch.latest_after / 1e3, (double) (watch.calm_since - watch.start) / 1e6);
  gtk_window_destroy (GTK_WINDOW (watch.window));
}

int
main (int argc,
      char **argv)
{
  g_autoptr (AdwApplication) application = NULL;
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);
  double megabytes = argc > 1 ? g_ascii_strtod (argv[1], NULL) : 0;

  g_set_prgname ("heddle"); /* recent files are kept by the program's name */
  g_set_application_name ("Heddle");
  adw_init ();
  application = g_object_new (ADW_TYPE_APPLICATION, "flags", G_APPLICATION_NON_UNIQUE, NULL);
  g_application_register (G_APPLICATION (application), NULL, NULL);
  if (argc > 1 && megabytes == 0)
    for (int i = 1; i < argc; i++)
      {
        g_autoptr (GFile) file = g_file_new_for_commandline_arg (argv[i]);

        measure (application, catalog, file);
      }
  else
    {
      g_autoptr (GFile) file = write_graph ((gsize) (1e6 * (megabytes > 0 ? megabytes : 10)));

      measure (application, catalog, file);
      g_file_delete (file, NULL, NULL);
    }
  return 0;
}
