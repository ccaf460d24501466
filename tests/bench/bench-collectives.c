/* bench-collectives.c: collectives on the packet network
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints CPU time of a broadcast of 8 B to 512 processes on the pruned fat tree of figure 16 with 80 % noise on its shared links, over 201 repeats, and how the time
 * of one repeat grows with processes on larger pruned fat trees. The promise is under 5 s on one core for the first. Building the network and the
 * trees is apart.
 */
#include <time.h>

#include <heddle/heddle.h>

#include "hd-collectives.h"
#include "hd-kernel.h"
#include "hd-packet-network.h"

#define REPEATS 201

static double
cpu_seconds (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

static HdDesign *
elaborate (HdDocument *document,
           HdCatalog *catalog)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (GError) error = NULL;
  HdDesign *design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);

  g_assert_no_error (error);
  return design;
}

static HdDesign *
load (HdCatalog *catalog)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "aggregation", "figure-16.heddle", NULL);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);

  g_assert_no_error (error);
  return elaborate (document, catalog);
}

static HdDesign *
generate (guint supers,
          HdCatalog *catalog)
{
  g_autofree char *n = g_strdup_printf ("supers=%u", supers);
  const char *settings[] = { n, "leaves=32", "spines=16", "uplinks=8", "hosts=16", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_generator_new_document (hd_generator_find ("pruned-fat-tree"), settings, &error);

  g_assert_no_error (error);
  return elaborate (document, catalog);
}

/* Noise between switches alone. */
static double *
make_noise (HdDesign *design,
            double share)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdLink *links = hd_design_get_links (design);
  guint n = hd_design_get_n_links (design);
  double *noise = g_new0 (double, n + 1);

  for (guint i = 0; i < n; i++)
    if (nodes[links[i].from].type->role == HD_ROLE_SWITCH && nodes[links[i].to].type->role == HD_ROLE_SWITCH)
      noise[i] = share;
  return noise;
}

static void
measure (HdDesign *design,
         const HdCommunicator *members,
         const char *algorithm,
         guint32 repeats)
{
  g_autofree double *noise = make_noise (design, 0.8);
  const HdPacketRules rules = { .packet_bytes = 4096, .packet_time = 20000, .noise = noise, .noise_bytes = 4096 };
  HdKernel *kernel = hd_kernel_new (1);
  g_autoptr (GError) error = NULL;
  HdPacketNetwork *network = hd_packet_network_new (design, &rules, kernel, NULL, &error);
  HdCollectives *collectives = hd_collectives_new (design);
  HdCollectiveOrder order = {
    .name = algorithm, .operation = HD_TREE_BROADCAST, .members = members->members, .n_members = members->n_members, .bytes = 8, .repeats = repeats,
  };
  double start;

  g_assert_no_error (error);
  if (!hd_tree_algorithm_find (algorithm, &order.tree, NULL))
    order.schedule = hd_collective_find ("broadcast", algorithm);
  if (hd_collectives_add (collectives, &order, &error))
    {
      hd_collectives_attach (collectives, kernel, (HdAgentNetwork *) network, NULL);
      hd_kernel_start (kernel, &error);
      g_assert_no_error (error);
      start = cpu_seconds ();
      hd_kernel_run (kernel, HD_TIME_MAX, &error);
      g_assert_no_error (error);
      g_print ("%10u %24s %8u %10.3f %12.1f %10.2f\n", members->n_members, algorithm, repeats, cpu_seconds () - start,
               1e6 * (cpu_seconds () - start) / repeats, (double) hd_kernel_get_n_events (kernel) / (cpu_seconds () - start) / 1e6);
    }
  else
    g_print ("%10u %24s %s\n", members->n_members, algorithm, error->message);
  hd_kernel_free (kernel);
  hd_packet_network_free (network);
  hd_collectives_free (collectives);
}

int
main (void)
{
  static const char *const algorithms[] = { "k-ary", "k-nomial", "hierarchical-k-nomial", "physical", "minimum-cost", "binomial" };
  static const guint sizes[] = { 2, 12, 49 };
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (HdDesign) design = NULL;

  g_strfreev (hd_catalog_load_default (catalog));
  g_print ("%10s %24s %8s %10s %12s %10s\n", "processes", "algorithm", "repeats", "CPU s", "us a repeat", "Mevents/s");
  design = load (catalog);
  for (guint i = 0; i < G_N_ELEMENTS (algorithms); i++)
    measure (design, hd_design_find_communicator (design, "world"), algorithms[i], REPEATS);
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (HdDesign) large = generate (sizes[i], catalog);

      measure (large, hd_design_get_communicator (large, 0), "hierarchical-k-nomial", 3);
    }
  return 0;
}
