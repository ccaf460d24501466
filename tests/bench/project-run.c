/* project-run.c: a whole run of a project as it is shipped, and what it took
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "project-run.h"

#include <time.h>

static double
get_cpu_s (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

ProjectRun
project_run (const char *path,
             const char *const *settings)
{
  g_autofree char *whole = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", path, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (whole);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRun) run = NULL;
  ProjectRun self = { 0 };
  gint64 begin;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  self.elaborate_cpu_s = -get_cpu_s ();
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_assert_no_error (error);
  self.elaborate_cpu_s += get_cpu_s ();
  run = hd_run_new (design, NULL);
  hd_run_set_speed (run, 0);
  begin = g_get_monotonic_time ();
  self.cpu_s = -get_cpu_s ();
  hd_run_start (run);
  hd_run_wait (run, &error);
  g_assert_no_error (error);
  self.cpu_s += get_cpu_s ();
  self.wall_s = (double) (g_get_monotonic_time () - begin) * 1e-6;
  self.record = hd_record_ref (hd_run_get_record (run));
  hd_record_get_counters (self.record, &self.counters);
  return self;
}

void
project_run_clear (ProjectRun *self)
{
  g_clear_pointer (&self->record, hd_record_unref);
}

double
project_run_get (const ProjectRun *self,
                 const char *metric)
{
  HdMetric found;

  g_assert_true (hd_record_find_metric (self->record, metric, &found));
  return found.value;
}
