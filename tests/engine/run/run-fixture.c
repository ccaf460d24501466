/* run-fixture.c: designs for the tests of runs and reports
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run-fixture.h"

#include <glib/gstdio.h>

#include "catalog-fixture.h"
#include "design-fixture.h"

HdDesign *
run_fixture_design (const char *text,
                    const char *const *settings)
{
  g_autoptr (HdCatalog) catalog = catalog_fixture_new ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "fixture.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  HdDesign *design;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      g_autofree char *line = hd_problem_to_string (hd_problem_list_get (problems, i));

      g_test_message ("%s", line);
    }
  g_assert_no_error (error);
  return design;
}

HdTransferList *
run_fixture_transfers (HdDesign *design,
                       const char *lines)
{
  g_autofree char *text = g_strconcat ("start_s,bytes,source,destination\n", lines, NULL);
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("heddle-transfers-XXXXXX.csv", &path, &error);
  HdTransferList *list;

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  list = hd_transfer_list_load (design, path, &error);
  g_assert_no_error (error);
  g_unlink (path);
  return list;
}

HdRun *
run_fixture_wait (HdDesign *design,
                  GError **error)
{
  HdRun *run = hd_run_new (design, NULL);

  hd_run_start (run);
  hd_run_wait (run, error);
  return run;
}

HdRun *
run_fixture_body (const char *body,
                  const char *const *settings,
                  GError **error)
{
  g_autoptr (HdDesign) design = fixture_elaborate (body, settings);

  return run_fixture_wait (design, error);
}

void
run_fixture_run_until (HdRun *run,
                       HdTime time)
{
  hd_run_until (run, time);
  while (hd_record_get_time (hd_run_get_record (run)) < time && hd_run_get_state (run) != HD_RUN_FINISHED)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (100);
    }
  while (hd_run_get_state (run) != HD_RUN_PAUSED && hd_run_get_state (run) != HD_RUN_FINISHED)
    g_main_context_iteration (NULL, TRUE);
}

HdRun *
run_fixture_run_design (HdDesign *design,
                        HdTransferList *list)
{
  HdRun *run = hd_run_new (design, list);
  g_autoptr (GError) error = NULL;

  hd_run_start (run);
  g_assert_true (hd_run_wait (run, &error));
  g_assert_no_error (error);
  return run;
}

HdRun *
run_fixture_run (const char *text,
                 const char *const *settings,
                 const char *lines)
{
  g_autoptr (HdDesign) design = run_fixture_design (text, settings);
  g_autoptr (HdTransferList) list = lines != NULL ? run_fixture_transfers (design, lines) : NULL;

  return run_fixture_run_design (design, list);
}

HdRecord *
run_fixture_record (const char *text,
                    const char *const *settings)
{
  g_autoptr (HdRun) run = run_fixture_run (text, settings, NULL);

  return hd_record_ref (hd_run_get_record (run));
}

void
run_fixture_check_digest (HdRecord *record,
                          char **digest)
{
  g_autofree char *own = hd_record_dup_digest (record);

  if (*digest == NULL)
    *digest = g_steal_pointer (&own);
  else
    g_assert_cmpstr (own, ==, *digest);
}

guint
run_fixture_find_lane (HdRecord *record,
                       const char *title)
{
  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    {
      g_autofree char *found = hd_record_dup_lane_title (record, lane);

      if (g_str_equal (found, title))
        return lane;
    }
  return HD_NO_ID;
}

HdTime
run_fixture_get_end (HdRun *run,
                     guint number)
{
  HdTransferResult result;

  hd_record_get_transfer (hd_run_get_record (run), number, &result);
  return result.end;
}

double
run_fixture_get_metric (HdRecord *record,
                        const char *name)
{
  HdMetric metric;

  if (!hd_record_find_metric (record, name, &metric))
    g_error ("there is no metric “%s”", name);
  return metric.value;
}
