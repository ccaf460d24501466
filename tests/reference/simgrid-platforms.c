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

#include "platform-fixture.h"
#include "simgrid-generate.h"

#define N_TRANSFERS 60
#define SPACING_US 20000 /* transfer i starts within this from i times this, so that its start tells which it is */

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

/* What is written again has the names that it came with. */
static double
check_export (HdDesign *design,
              HdRecord *record,
              const char *path,
              const char *input)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) answer = NULL;

  g_assert_true (hd_simgrid_xml_save (design, path, NULL, &error));
  g_assert_no_error (error);
  answer = platform_ask_simgrid (path, input);
  return platform_compare_ends (record, answer, N_TRANSFERS, SPACING_US);
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
  g_auto (GStrv) answer = NULL;
  guint n_hosts;
  double worst;

  it->write (random, text);
  g_assert_true (g_file_set_contents (platform, text->str, -1, NULL));
  g_test_message ("trial %u: %s", trial, platform);
  design = platform_elaborate (platform, NULL);
  routes = platform_ask_simgrid (platform, "");
  check_routes (it, design, routes, hosts);
  names = (char **) g_hash_table_get_keys_as_array (hosts, &n_hosts);
  if (n_hosts < 2)
    return 0;
  make_transfers (it, random, names, n_hosts, list_text, input);
  g_assert_true (g_file_set_contents (list, list_text->str, -1, NULL));
  record = platform_run (design, list);
  answer = platform_ask_simgrid (platform, input->str);
  worst = platform_compare_ends (record, answer, N_TRANSFERS, SPACING_US);
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

  if (!platform_has_simgrid ("its platforms are NOT compared"))
    return;
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
  for (guint i = 0; i < simgrid_n_cases; i++)
    {
      g_autofree char *path = g_strconcat ("/reference/simgrid-platforms/", simgrid_cases[i].name, NULL);

      g_test_add_data_func (path, &simgrid_cases[i], test_case);
    }
  status = g_test_run ();
  platform_stop_simgrid ();
  return status;
}
