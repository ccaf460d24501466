/* simgrid-platforms.c: SimGrid's platforms as Heddle reads them, against SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Platforms of every kind of zone are drawn at random. Between all pairs of hosts the route that Heddle takes has the latency and the least bandwidth
 * of SimGrid's, and random transfers, over the platform and over Heddle's export of it, end when SimGrid says, within max (1e-6 relative, 2 ns), with shares weighted by latency as SimGrid does. What
 * SimGrid itself refuses or cannot route is left open, and a transfer of a host to itself: Heddle has no loopback. So are pairs in one group of a
 * dragonfly that start in a chassis other than the first: there SimGrid 3.32 leaves out a link or passes one too many.
 */
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>
#include <heddle/heddle.h>

#include "simgrid-generate.h"

#define N_TRANSFERS 60
#define SPACING_US 20000 /* transfer i starts within this from i times this, so that its start tells which it is */

static const char *program;
static GSubprocess *simgrid;
static GDataInputStream *answers;

typedef struct
{
  char *directory, *platform, *list;
  HdDesign *design;
  GPtrArray *hosts; /* names, as SimGrid lists them */
} Fixture;

static HdDesign *
load (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  HdDesign *design;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  g_strfreev (hd_catalog_load_default (catalog));
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  for (guint i = 0; design == NULL && i < hd_problem_list_get_length (problems); i++)
    g_test_message ("%s", hd_problem_list_get (problems, i)->message);
  g_assert_no_error (error);
  g_test_queue_unref (g_steal_pointer (&catalog)); /* the design names types of its catalogue */
  return design;
}

/* SimGrid takes longer to load than to simulate these platforms: one process serves all. */
static void
start_simgrid (void)
{
  g_autoptr (GError) error = NULL;

  simgrid = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, "--serve", "--log=root.thresh:error",
                              "--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0", "--cfg=maxmin/precision:1e-9",
                              "--cfg=surf/precision:1e-12", "--cfg=contexts/guard-size:0", "--cfg=contexts/stack-size:128", NULL);
  g_assert_no_error (error);
  answers = g_data_input_stream_new (g_subprocess_get_stdout_pipe (simgrid));
}

/* Its lines of routes and of ends, after each a line ".". */
static char **
run_simgrid (const char *platform,
             const char *input)
{
  g_autofree char *request = g_strconcat (platform, "\n", input, ".\n", NULL);
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  g_autoptr (GError) error = NULL;

  if (simgrid == NULL)
    start_simgrid ();
  g_output_stream_write_all (g_subprocess_get_stdin_pipe (simgrid), request, strlen (request), NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint n_parts = 0; n_parts < 2;)
    {
      g_autofree char *line = g_data_input_stream_read_line (answers, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (line);
      g_strv_builder_add (lines, line);
      n_parts += strcmp (line, ".") == 0;
    }
  return g_strv_builder_end (lines);
}

static char **
find_ends (char **lines)
{
  while (strcmp (*lines, ".") != 0)
    lines++;
  return lines + 1;
}

static guint32
find (HdDesign *design,
      const char *name)
{
  guint32 node = hd_design_find_name (design, name);

  return node != HD_NO_ID ? node : hd_design_find_node (design, name);
}

/* The least bandwidth of what a route passes, media included. */
static double
get_bandwidth (HdDesign *design,
               const HdRoute *route)
{
  const HdLink *links = hd_design_get_links (design);
  double bandwidth = INFINITY;

  for (guint i = 0; i < route->n_hops; i++)
    {
      const HdLink *link = &links[route->links[i]];

      bandwidth = MIN (bandwidth, link->bandwidth);
      if (i + 1 < route->n_hops)
        bandwidth = MIN (bandwidth, hd_design_get_parameter (design, route->directions[i] == 0 ? link->to : link->from, "bandwidth", INFINITY));
    }
  return bandwidth;
}

/* Reads the pairs up to the line ".". */
static void
check_routes (const SimgridCase *it,
              HdDesign *design,
              char **lines,
              GHashTable *hosts)
{
  g_autoptr (HdRouter) router = hd_router_new (design);

  for (; strcmp (*lines, ".") != 0; lines++)
    {
      g_auto (GStrv) words = g_strsplit (*lines, " ", 4);
      double latency_ps = g_ascii_strtod (words[2], NULL) * 1e12, bandwidth = g_ascii_strtod (words[3], NULL);
      guint32 from = find (design, words[0]), to = find (design, words[1]);
      g_autoptr (GError) error = NULL;
      HdRoute route;

      g_assert_cmpuint (from, !=, HD_NO_ID);
      g_assert_cmpuint (to, !=, HD_NO_ID);
      g_hash_table_add (hosts, g_strdup (words[0]));
      if (it->skip != NULL && it->skip (words[0], words[1]))
        continue;
      g_assert_true (hd_router_find (router, from, to, NULL, 0, &route, &error));
      g_assert_no_error (error);
      if (fabs ((double) route.latency_ps - latency_ps) > 2 || fabs (get_bandwidth (design, &route) / bandwidth - 1) > 1e-9)
        g_test_message ("%s: %.0f ps, %g B/s here", *lines, (double) route.latency_ps, get_bandwidth (design, &route));
      g_assert_cmpfloat (fabs ((double) route.latency_ps - latency_ps), <=, 2);
      g_assert_cmpfloat (fabs (get_bandwidth (design, &route) / bandwidth - 1), <, 1e-9);
    }
}

static void
make_transfers (const SimgridCase *it,
                GRand *random,
                char **hosts,
                guint n_hosts,
                GString *list,
                GString *input)
{
  g_string_append (list, "start_s,bytes,source,destination\n");
  for (guint i = 0; i < N_TRANSFERS; i++)
    {
      guint a, b;
      gint start_us = (gint) i * SPACING_US + g_rand_int_range (random, 0, SPACING_US);
      gint bytes = g_rand_int_range (random, 1000, 100000000);

      do
        {
          a = (guint) g_rand_int_range (random, 0, (gint) n_hosts);
          b = (a + (guint) g_rand_int_range (random, 1, (gint) n_hosts)) % n_hosts;
        }
      while (it->skip != NULL && it->skip (hosts[a], hosts[b]));
      g_string_append_printf (list, "%d.%06d,%d,%s,%s\n", start_us / 1000000, start_us % 1000000, bytes, hosts[a], hosts[b]);
      g_string_append_printf (input, "%d.%06d %d %s %s\n", start_us / 1000000, start_us % 1000000, bytes, hosts[a], hosts[b]);
    }
}

static HdRecord *
run (HdDesign *design,
     const char *list)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdTransferList) transfers = hd_transfer_list_load (design, list, &error);
  g_autoptr (HdRun) engine = NULL;

  g_assert_no_error (error);
  engine = hd_run_new (design, transfers);
  hd_run_set_speed (engine, 0);
  hd_run_start (engine);
  hd_run_wait (engine, &error);
  g_assert_no_error (error);
  return hd_record_ref (hd_run_get_record (engine));
}

static double
check_ends (HdRecord *record,
            char **ends)
{
  double worst = 0;

  g_assert_cmpuint (hd_record_get_n_transfers (record), ==, N_TRANSFERS);
  for (guint i = 0; i < N_TRANSFERS; i++)
    {
      HdTransferResult ours;
      double end_ps, duration, difference;

      g_assert_true (hd_record_get_transfer (record, i, &ours));
      end_ps = g_ascii_strtod (ends[ours.start / 1000000 / SPACING_US], NULL) * 1e12;
      duration = end_ps - (double) ours.start;
      difference = fabs ((double) ours.end - end_ps);
      worst = MAX (worst, difference / duration);
      g_assert_cmpfloat (difference, <=, MAX (1e-6 * duration, 2000));
    }
  return worst;
}

/* What is written again has the names that it came with. */
static double
check_export (HdDesign *design,
              HdRecord *record,
              const char *path,
              const char *input)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (hd_simgrid_xml_save (design, path, NULL, &error));
  g_assert_no_error (error);
  lines = run_simgrid (path, input);
  return check_ends (record, find_ends (lines));
}

static double
try (const SimgridCase *it,
     guint trial)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1000 * trial + 17);
  g_autofree char *directory = g_dir_make_tmp ("heddle-simgrid-XXXXXX", NULL);
  g_autofree char *platform = g_build_filename (directory, "platform.xml", NULL);
  g_autofree char *list = g_build_filename (directory, "transfers.csv", NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) list_text = g_string_new (NULL);
  g_autoptr (GString) input = g_string_new (NULL);
  g_autoptr (GHashTable) hosts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRecord) record = NULL;
  g_autofree char **names = NULL;
  g_auto (GStrv) routes = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_hosts;
  double worst;

  it->write (random, text);
  g_assert_true (g_file_set_contents (platform, text->str, -1, NULL));
  g_test_message ("trial %u: %s", trial, platform);
  design = load (platform);
  routes = run_simgrid (platform, "");
  check_routes (it, design, routes, hosts);
  names = (char **) g_hash_table_get_keys_as_array (hosts, &n_hosts);
  if (n_hosts < 2)
    return 0;
  make_transfers (it, random, names, n_hosts, list_text, input);
  g_assert_true (g_file_set_contents (list, list_text->str, -1, NULL));
  record = run (design, list);
  lines = run_simgrid (platform, input->str);
  worst = check_ends (record, find_ends (lines));
  worst = MAX (worst, check_export (design, record, platform, input->str));
  g_remove (platform);
  g_remove (list);
  g_rmdir (directory);
  return worst;
}

static void
test_case (gconstpointer data)
{
  const SimgridCase *it = data;
  double worst = 0;

  if (program == NULL)
    {
      if (g_getenv ("CI") != NULL)
        g_test_fail_printf ("SimGrid is missing, and this is continuous integration");
      else
        g_test_skip ("SimGrid is not installed: its platforms are NOT compared");
      return;
    }
  for (guint trial = 0; trial < it->n_trials; trial++)
    worst = MAX (worst, try (it, trial));
  g_test_message ("%u platforms: largest relative difference %.3g", it->n_trials, worst);
}

int
main (int argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  program = g_getenv ("HEDDLE_PLATFORM_SIMGRID");
  for (guint i = 0; i < simgrid_n_cases; i++)
    {
      g_autofree char *path = g_strconcat ("/reference/simgrid-platforms/", simgrid_cases[i].name, NULL);

      g_test_add_data_func (path, &simgrid_cases[i], test_case);
    }
  status = g_test_run ();
  if (simgrid != NULL)
    {
      g_output_stream_close (g_subprocess_get_stdin_pipe (simgrid), NULL, NULL);
      g_assert_true (g_subprocess_wait_check (simgrid, NULL, NULL));
      g_object_unref (answers);
      g_object_unref (simgrid);
    }
  return status;
}
