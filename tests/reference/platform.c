/* platform.c: exported platforms, loaded and used by SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same random transfers are carried by Heddle over the project and by SimGrid over the platform that Heddle exported. SimGrid weights
 * shares by latency, so Heddle is set to do so. Durations agree within max (1e-6 relative, 2 ns).
 */
#include <glib/gstdio.h>

#include "platform-fixture.h"

#define N_TRANSFERS 300
#define SPACING_US 300 /* transfer i starts within this from i times this, so that its start tells which it is */

typedef struct
{
  const char *name;
  const char *file;
  const char *settings[4];
  gboolean neighbours; /* transfers between ring neighbours as well as with home memories */
} Case;

static const Case cases[] = {
  { "star", "projects/small/star.heddle", { "run:fairness=rtt", "$hosts=12", "$sharing=shared", NULL }, TRUE },
  { "two-racks", "projects/small/two-racks.heddle", { "run:fairness=rtt", NULL }, TRUE },
  { "fat-tree", "projects/small/fat-tree.heddle", { "run:fairness=rtt", NULL }, TRUE },
  { "figure-6a", "projects/hcsim/figure-6a.heddle", { "run:fairness=rtt", "$xpus=24", NULL }, TRUE },
  /* Neighbours are exported over CXL, as the workload has it; a transfer list takes the shortest way. */
  { "figure-6b", "projects/hcsim/figure-6b.heddle", { "run:fairness=rtt", "$xpus=24", NULL }, FALSE },
};

/* Two texts of the same transfers: a list for Heddle, the other program's input. */
static void
make_transfers (const Case *it,
                HdDesign *design,
                GString *list,
                GString *input)
{
  const HdCommunicator *ring = hd_design_get_communicator (design, 0);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  g_string_append (list, "start_s,bytes,source,destination\n");
  for (guint i = 0; i < N_TRANSFERS; i++)
    {
      guint k = (guint) g_rand_int_range (random, 0, (gint32) ring->n_members);
      guint32 source = ring->members[k];
      guint32 home = hd_design_get_nodes (design)[source].home;
      gboolean to_neighbour = it->neighbours && (home == HD_NO_ID || g_rand_boolean (random));
      guint32 destination = to_neighbour ? ring->members[(k + 1) % ring->n_members] : home;
      gboolean back = g_rand_boolean (random);
      g_autofree char *a = hd_design_dup_node_path (design, back ? destination : source);
      g_autofree char *b = hd_design_dup_node_path (design, back ? source : destination);
      gint start_us = (gint) i * SPACING_US + g_rand_int_range (random, 0, SPACING_US);
      gint bytes = g_rand_int_range (random, 1000, 100000000);

      g_string_append_printf (list, "%d.%06d,%d,%s,%s\n", start_us / 1000000, start_us % 1000000, bytes, a, b);
      g_string_append_printf (input, "%d.%06d %d %s %s\n", start_us / 1000000, start_us % 1000000, bytes, a, b);
    }
}

static void
test_case (gconstpointer data)
{
  const Case *it = data;
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), it->file, NULL);
  g_autofree char *directory = g_dir_make_tmp ("heddle-platform-XXXXXX", NULL);
  g_autofree char *platform = g_build_filename (directory, "platform.xml", NULL);
  g_autofree char *list = g_build_filename (directory, "transfers.csv", NULL);
  g_autoptr (GString) list_text = g_string_new (NULL);
  g_autoptr (GString) input = g_string_new (NULL);
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) answer = NULL;
  double worst;

  if (!platform_has_simgrid ("exported platforms are NOT read by it"))
    return;
  design = platform_elaborate (path, it->settings);
  g_assert_true (hd_simgrid_xml_save (design, platform, NULL, &error));
  g_assert_no_error (error);
  make_transfers (it, design, list_text, input);
  g_assert_true (g_file_set_contents (list, list_text->str, -1, NULL));
  record = platform_run (design, list);
  answer = platform_ask_simgrid (platform, input->str);
  worst = platform_compare_ends (record, answer, N_TRANSFERS, SPACING_US);
  g_test_message ("%d transfers: largest relative difference %.3g", N_TRANSFERS, worst);
  g_remove (platform);
  g_remove (list);
  g_rmdir (directory);
}

int
main (int argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/reference/platform/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  status = g_test_run ();
  platform_stop_simgrid ();
  return status;
}
