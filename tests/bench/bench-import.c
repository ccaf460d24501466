/* bench-import.c: time to read foreign files, by their size
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Usage: bench-import [MEGABYTES]. A SimGrid platform of hosts on a chain of routers, and a GraphML graph of hosts on switches; each is read at a
 * tenth of the size and at the whole. Nothing may be quadratic: the time of a byte stays the same but for caches, and so does its memory. Each format has a
 * process of its own, as the most memory that one has used never falls.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <heddle/heddle.h>

#include "hd-graphml.h"
#include "hd-simgrid.h"

static GString *
make_platform (gsize bytes)
{
  GString *text = g_string_new ("<platform version=\"4.1\"><zone id=\"w\" routing=\"Dijkstra\">\n");
  GString *routes = g_string_new (NULL);

  for (guint i = 0; text->len + routes->len < bytes; i++)
    {
      g_string_append_printf (text, "<host id=\"h%u\" speed=\"1Gf\"/><router id=\"r%u\"/>", i, i);
      g_string_append_printf (text, "<link id=\"u%u\" bandwidth=\"1GBps\" latency=\"1us\"/><link id=\"l%u\" bandwidth=\"1GBps\" latency=\"1us\"/>\n", i, i);
      g_string_append_printf (routes, "<route src=\"h%u\" dst=\"r%u\"><link_ctn id=\"u%u\"/></route>\n", i, i, i);
      if (i > 0)
        g_string_append_printf (routes, "<route src=\"r%u\" dst=\"r%u\"><link_ctn id=\"l%u\"/></route>\n", i - 1, i, i);
    }
  g_string_append_len (text, routes->str, (gssize) routes->len);
  g_string_append (text, "</zone></platform>");
  g_string_free (routes, TRUE);
  return text;
}

static GString *
make_graph (gsize bytes)
{
  GString *text = g_string_new ("<graphml><key id=\"b\" for=\"edge\" attr.name=\"bandwidth\" attr.type=\"double\"/><graph edgedefault=\"undirected\">\n");

  for (guint i = 0; text->len < bytes; i++)
    {
      g_string_append_printf (text, "<node id=\"s%u\"/><node id=\"h%u\"/><edge source=\"s%u\" target=\"h%u\"><data key=\"b\">1e9</data></edge>\n", i, i, i, i);
      if (i > 0)
        g_string_append_printf (text, "<edge source=\"s%u\" target=\"s%u\"><data key=\"b\">1e9</data></edge>\n", i - 1, i);
    }
  g_string_append (text, "</graph></graphml>");
  return text;
}

static double
measure (gboolean graph,
         gsize bytes)
{
  g_autoptr (GString) text = graph ? make_graph (bytes) : make_platform (bytes);
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text->str, (gssize) text->len, NULL);
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autoptr (GError) error = NULL;
  clock_t begin = clock ();
  g_autofree char *project = graph ? hd_graphml_convert (stream, "a", "a", NULL, report, NULL, &error) : hd_simgrid_convert (stream, "a", "a", report, NULL, &error);
  double seconds = (double) (clock () - begin) / CLOCKS_PER_SEC;
  struct rusage usage;

  g_assert_no_error (error);
  getrusage (RUSAGE_SELF, &usage);
  g_print ("  %-8s %6.1f MB  %7.2f s  %6.1f ns a byte, %zu MB of project, at most %ld MB of memory\n", graph ? "GraphML" : "SimGrid", (double) text->len / 1e6, seconds,
           seconds * 1e9 / (double) text->len, strlen (project) / 1000000, usage.ru_maxrss / 1000);
  return seconds / (double) text->len;
}

static void
compare (gboolean graph,
         gsize bytes)
{
  double small = measure (graph, bytes / 100), middle = measure (graph, bytes / 10), whole = measure (graph, bytes);

  g_print ("  a byte of %zu MB takes %.2f times that of %zu MB, and %.2f times that of %zu\n", bytes / 1000000, whole / middle, bytes / 10000000, whole / small,
           bytes / 100000000);
}

int
main (int argc,
      char **argv)
{
  gsize bytes = (argc > 1 ? strtoul (argv[1], NULL, 10) : 100) * 1000000;

  for (guint graph = 0; graph < 2; graph++)
    {
      pid_t child = fork ();
      int status;

      g_assert (child >= 0);
      if (child == 0)
        {
          compare (graph == 1, bytes);
          return 0;
        }
      if (waitpid (child, &status, 0) != child || status != 0)
        return 1;
    }
  return 0;
}
