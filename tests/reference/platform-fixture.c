/* platform-fixture.c: transfers over a platform, carried by Heddle and by SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SimGrid takes longer to load than to simulate these platforms: one process serves all that a program asks. It has no cross traffic and no
 * gamma, and shares weighted by latency.
 */
#include "platform-fixture.h"

#include <math.h>
#include <string.h>

static GSubprocess *simgrid;
static GDataInputStream *answers;

gboolean
platform_has_simgrid (const char *what)
{
  if (g_getenv ("HEDDLE_PLATFORM_SIMGRID") != NULL)
    return TRUE;
  if (g_getenv ("CI") != NULL)
    g_test_fail_printf ("SimGrid is missing, and this is continuous integration");
  else
    g_test_skip_printf ("SimGrid is not installed: %s", what);
  return FALSE;
}

static void
start_simgrid (void)
{
  g_autoptr (GError) error = NULL;

  simgrid = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, g_getenv ("HEDDLE_PLATFORM_SIMGRID"), "--serve",
                              "--log=root.thresh:error", "--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0", "--cfg=network/crosstraffic:0",
                              "--cfg=maxmin/precision:1e-9", "--cfg=surf/precision:1e-12", "--cfg=contexts/guard-size:0", "--cfg=contexts/stack-size:128",
                              NULL);
  g_assert_no_error (error);
  answers = g_data_input_stream_new (g_subprocess_get_stdout_pipe (simgrid));
}

void
platform_stop_simgrid (void)
{
  if (simgrid == NULL)
    return;
  g_output_stream_close (g_subprocess_get_stdin_pipe (simgrid), NULL, NULL);
  g_assert_true (g_subprocess_wait_check (simgrid, NULL, NULL));
  g_clear_object (&answers);
  g_clear_object (&simgrid);
}

char **
platform_ask_simgrid (const char *platform,
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

HdDesign *
platform_elaborate (const char *path,
                    const char *const *settings)
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
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  for (guint i = 0; design == NULL && i < hd_problem_list_get_length (problems); i++)
    g_test_message ("%s", hd_problem_list_get (problems, i)->message);
  g_assert_no_error (error);
  g_test_queue_unref (g_steal_pointer (&catalog)); /* the design names types of its catalogue */
  return design;
}

HdRecord *
platform_run (HdDesign *design,
              const char *list)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdTransferList) transfers = hd_transfer_list_load (design, list, &error);
  g_autoptr (HdRun) run = NULL;

  g_assert_no_error (error);
  run = hd_run_new (design, transfers);
  hd_run_set_speed (run, 0);
  hd_run_start (run);
  hd_run_wait (run, &error);
  g_assert_no_error (error);
  return hd_record_ref (hd_run_get_record (run));
}

double
platform_compare_ends (HdRecord *record,
                       char **answer,
                       guint n,
                       guint spacing_us)
{
  char **ends = answer;
  double worst = 0;

  while (strcmp (*ends, ".") != 0)
    ends++;
  ends++;
  g_assert_cmpuint (g_strv_length (ends), ==, n + 1);
  g_assert_cmpuint (hd_record_get_n_transfers (record), ==, n);
  for (guint i = 0; i < n; i++)
    {
      HdTransferResult ours;
      double end_ps, duration, difference;

      g_assert_true (hd_record_get_transfer (record, i, &ours));
      end_ps = g_ascii_strtod (ends[ours.start / 1000000 / spacing_us], NULL) * 1e12;
      duration = end_ps - (double) ours.start;
      difference = fabs ((double) ours.end - end_ps);
      worst = MAX (worst, difference / duration);
      g_assert_cmpfloat (difference, <=, MAX (1e-6 * duration, 2000));
    }
  return worst;
}
