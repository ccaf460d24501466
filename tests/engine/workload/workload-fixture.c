/* workload-fixture.c: projects written in a test, run and traced
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "workload-fixture.h"

#include <string.h>

#include "hd-transfer-list.h"

static HdDesign *
elaborate (HdCatalog *catalog,
           const char *body,
           const char *const *settings,
           HdProblemList *problems,
           GError **error)
{
  g_autofree char *text = g_strdup_printf ("<heddle version=\"1\" name=\"test\">%s</heddle>", body);
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "test.heddle", problems, error);
  g_autoptr (HdSnapshot) snapshot = document != NULL ? hd_document_snapshot (document) : NULL;
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);

  g_assert_cmpuint (g_strv_length (warnings), ==, 0);
  return snapshot != NULL ? hd_elaborate (snapshot, catalog, settings, problems, NULL, error) : NULL;
}

static Fixture *
new_elaborated (const char *body,
                const char *const *settings)
{
  Fixture *self = g_new0 (Fixture, 1);

  self->problems = hd_problem_list_new ();
  self->spans = g_array_new (FALSE, FALSE, sizeof (Traced));
  self->transfer_ends = g_array_new (FALSE, TRUE, sizeof (HdTime));
  self->catalog = hd_catalog_new ();
  self->design = elaborate (self->catalog, body, settings, self->problems, &self->error);
  return self;
}

Fixture *
fixture_new (const char *body,
             const char *const *settings)
{
  Fixture *self = new_elaborated (body, settings);

  if (self->design != NULL)
    self->execution = hd_execution_new (self->design, NULL, self->problems, NULL, &self->error);
  return self;
}

Fixture *
fixture_new_with (const char *body,
                  HdSteps steps,
                  gboolean symmetry,
                  gboolean fast_forward,
                  gboolean incremental)
{
  Fixture *self = new_elaborated (body, NULL);
  HdDesign *plain;
  HdRunSettings run;

  g_assert_no_error (self->error);
  run = *hd_design_get_run_settings (self->design);
  run.steps = steps;
  run.symmetry = symmetry;
  run.fast_forward = fast_forward;
  run.incremental = incremental;
  plain = hd_design_with_settings (self->design, &run);
  hd_design_unref (self->design);
  self->design = plain;
  self->execution = hd_execution_new (self->design, NULL, self->problems, NULL, &self->error);
  g_assert_no_error (self->error);
  return self;
}

Fixture *
fixture_new_transfers (const char *body,
                       const char *csv)
{
  Fixture *self = new_elaborated (body, NULL);
  g_autoptr (HdTransferList) list = NULL;

  g_assert_no_error (self->error);
  list = hd_transfer_list_parse (self->design, "list.csv", csv, &self->error);
  if (list != NULL)
    self->execution = hd_execution_new (self->design, list, self->problems, NULL, &self->error);
  return self;
}

void
fixture_free (Fixture *self)
{
  g_clear_pointer (&self->execution, hd_execution_free);
  g_clear_pointer (&self->design, hd_design_unref);
  for (guint i = 0; i < self->spans->len; i++)
    g_free (g_array_index (self->spans, Traced, i).name);
  g_array_unref (self->spans);
  g_array_unref (self->transfer_ends);
  hd_problem_list_unref (self->problems);
  g_clear_error (&self->error);
  g_object_unref (self->catalog);
  g_free (self);
}

static void
on_end (gpointer data,
        const HdWorkSpan *span)
{
  Fixture *self = data;
  Traced traced = { g_strdup (hd_execution_get_layout (self->execution)->names[span->name]), *span };

  g_array_append_val (self->spans, traced);
}

static void
on_transfer (gpointer data,
             guint64 n,
             HdTime end)
{
  Fixture *self = data;

  if (n >= self->transfer_ends->len)
    g_array_set_size (self->transfer_ends, (guint) n + 1);
  g_array_index (self->transfer_ends, HdTime, n) = end;
}

gboolean
fixture_run (Fixture *self,
             gboolean traced)
{
  static const HdExecutionObserver observer = { .end = on_end, .transfer = on_transfer };
  HdTime next;

  g_assert_no_error (self->error);
  g_assert_nonnull (self->execution);
  if (!hd_execution_start (self->execution, traced ? &observer : NULL, self, &self->error))
    return FALSE;
  while ((next = hd_execution_get_next (self->execution)) < HD_TIME_MAX)
    if (!hd_execution_advance (self->execution, next, &self->error))
      return FALSE;
  hd_execution_finish (self->execution);
  return TRUE;
}

const HdWorkSpan *
fixture_find (Fixture *self,
              const char *name,
              HdWorkKind kind,
              guint iteration)
{
  for (guint i = 0; i < self->spans->len; i++)
    {
      const Traced *traced = &g_array_index (self->spans, Traced, i);

      if (strcmp (traced->name, name) == 0 && traced->span.kind == kind && traced->span.iteration == iteration)
        return &traced->span;
    }
  g_test_message ("no run %u of “%s”", iteration, name);
  g_assert_not_reached ();
}

guint
fixture_count (Fixture *self,
               const char *name)
{
  guint n = 0;

  for (guint i = 0; i < self->spans->len; i++)
    n += strcmp (g_array_index (self->spans, Traced, i).name, name) == 0;
  return n;
}

gboolean
fixture_has_problem (Fixture *self,
                     HdProblemCode code,
                     const char *words)
{
  gboolean found = FALSE;

  for (guint i = 0; i < hd_problem_list_get_length (self->problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (self->problems, i);
      g_autofree char *text = hd_problem_to_string (problem);

      g_test_message ("%s: %s", hd_problem_code_nick (problem->code), text);
      g_assert_cmpuint (problem->object_uid, !=, 0); /* it leads somewhere */
      found = found || (problem->code == code && strstr (problem->message, words) != NULL);
    }
  return found;
}

double
fixture_get_metric (Fixture *self,
                    const char *name)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdExecutionMetric));

  hd_execution_get_metrics (self->execution, metrics);
  for (guint i = 0; i < metrics->len; i++)
    if (strcmp (g_array_index (metrics, HdExecutionMetric, i).name, name) == 0)
      return g_array_index (metrics, HdExecutionMetric, i).value;
  g_assert_not_reached ();
}

double
fixture_get_iteration (Fixture *self,
                       guint iteration)
{
  HdTime start = iteration > 0 ? hd_execution_get_iteration_end (self->execution, iteration - 1) : 0;

  return hd_time_to_seconds (hd_execution_get_iteration_end (self->execution, iteration) - start);
}
