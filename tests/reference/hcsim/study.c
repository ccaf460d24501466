/* study.c: HCSim's platforms as they are shipped, run with settings
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "study.h"

#include <string.h>

static HdCatalog *
get_catalog (void)
{
  static HdCatalog *catalog = NULL;

  if (catalog == NULL)
    {
      catalog = hd_catalog_new ();
      g_strfreev (hd_catalog_load_default (catalog));
    }
  return catalog;
}

static HdSnapshot *
get_snapshot (Study study)
{
  static const char *const names[] = { "figure-6a.heddle", "figure-6b.heddle" };
  static HdSnapshot *snapshots[2] = { NULL, NULL };
  g_autoptr (HdProblemList) problems = NULL;
  g_autoptr (HdDocument) document = NULL;
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  if (snapshots[study] != NULL)
    return snapshots[study];
  problems = hd_problem_list_new ();
  path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "hcsim", names[study], NULL);
  file = g_file_new_for_path (path);
  document = hd_document_load (file, problems, NULL, &error);
  g_assert_no_error (error);
  snapshots[study] = hd_document_snapshot (document);
  return snapshots[study];
}

HdDesign *
study_elaborate (Study study,
                 const char *settings)
{
  g_auto (GStrv) list = g_strsplit (settings, ";", -1);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdDesign *design = hd_elaborate (get_snapshot (study), get_catalog (), (const char *const *) list, problems, NULL, &error);

  g_assert_no_error (error);
  return design;
}

HdExecution *
study_run (Study study,
           const char *settings,
           const HdExecutionObserver *observer,
           gpointer user_data)
{
  g_autofree char *all = g_strconcat (settings, ";run:iterations=1", NULL);
  g_autoptr (HdDesign) design = study_elaborate (study, all);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdExecution *execution = hd_execution_new (design, NULL, problems, NULL, &error);
  HdTime next;

  g_assert_no_error (error);
  hd_execution_start (execution, observer, user_data, &error);
  g_assert_no_error (error);
  while ((next = hd_execution_get_next (execution)) < HD_TIME_MAX)
    {
      hd_execution_advance (execution, next, &error);
      g_assert_no_error (error);
    }
  return execution;
}

double
study_get_metric (HdExecution *execution,
                  const char *name)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdExecutionMetric));

  hd_execution_get_metrics (execution, metrics);
  for (guint i = 0; i < metrics->len; i++)
    if (strcmp (g_array_index (metrics, HdExecutionMetric, i).name, name) == 0)
      return g_array_index (metrics, HdExecutionMetric, i).value;
  g_assert_not_reached ();
}

double
study_get_throughput (Study study,
                      const char *settings)
{
  g_autoptr (HdExecution) execution = study_run (study, settings, NULL, NULL);

  return study_get_metric (execution, "throughput");
}
