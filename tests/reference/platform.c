/* platform.c: exported platforms, loaded and used by SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same random transfers are carried by Heddle over the project and by SimGrid over the platform that Heddle exported. SimGrid weights
 * shares by latency, so Heddle is set to do so. Durations agree within max (1e-6 relative, 2 ns).
 */
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>
#include <heddle/heddle.h>
#include <heddle/hd-run.h>
#include <heddle/hd-workload.h>

#define N_TRANSFERS 300
#define SPACING_US 300 /* transfer i starts within this from i times this, so that its start tells which it is */

static const char *program;

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

static HdDesign *
load (const Case *it)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), it->file, NULL);
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
  design = hd_elaborate (snapshot, catalog, it->settings, problems, NULL, &error);
  g_assert_no_error (error);
  g_test_queue_unref (g_steal_pointer (&catalog)); /* the design names types of its catalogue */
  return design;
}

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

static char *
run_simgrid (const char *platform,
             const char *input)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (
      G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, program, platform, "--log=root.thresh:error",
      "--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0", "--cfg=maxmin/precision:1e-9",
      "--cfg=surf/precision:1e-12", "--cfg=contexts/guard-size:0", "--cfg=contexts/stack-size:128", NULL);
  char *output = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, input, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (process));
  return output;
}

static void
test_case (gconstpointer data)
{
  const Case *it = data;
  g_autofree char *directory = g_dir_make_tmp ("heddle-platform-XXXXXX", NULL);
  g_autofree char *platform = g_build_filename (directory, "platform.xml", NULL);
  g_autofree char *list = g_build_filename (directory, "transfers.csv", NULL);
  g_autoptr (GString) list_text = g_string_new (NULL);
  g_autoptr (GString) input = g_string_new (NULL);
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRecord) record = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;
  g_auto (GStrv) ends = NULL;
  double worst = 0;

  if (program == NULL)
    {
      if (g_getenv ("CI") != NULL)
        g_test_fail_printf ("SimGrid is missing, and this is continuous integration");
      else
        g_test_skip ("SimGrid is not installed: exported platforms are NOT read by it");
      return;
    }
  design = load (it);
  g_assert_true (hd_simgrid_xml_save (design, platform, NULL, &error));
  g_assert_no_error (error);
  make_transfers (it, design, list_text, input);
  g_assert_true (g_file_set_contents (list, list_text->str, -1, NULL));
  record = run (design, list);
  output = run_simgrid (platform, input->str);
  ends = g_strsplit (output, "\n", -1);
  g_assert_cmpuint (g_strv_length (ends), ==, N_TRANSFERS + 1);
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
  g_test_message ("%d transfers: largest relative difference %.3g", N_TRANSFERS, worst);
  g_remove (platform);
  g_remove (list);
  g_rmdir (directory);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  program = g_getenv ("HEDDLE_PLATFORM_SIMGRID");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/reference/platform/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
