/* hd-study-outcome.c: what became of a run, from its job to a result, and from one process to another
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-outcome"

#include "hd-study-outcome.h"

#include <heddle/hd-inputs.h>
#include <heddle/hd-sweep-run.h>

static void
point_result (HdStudyOutcome *self)
{
  self->result.error = self->error;
  self->result.digest = self->digest;
  self->result.inputs = self->inputs;
  self->result.metrics = self->metrics;
}

void
hd_study_outcome_init (HdStudyOutcome *self,
                       HdRunJob *job,
                       guint point,
                       guint repeat,
                       guint64 seed)
{
  gboolean is_finished = hd_run_job_get_state (job) == HD_RUN_JOB_FINISHED;
  HdRecord *record = hd_run_job_get_record (job);
  HdMetric metric;

  *self = (HdStudyOutcome){
    .result = { .point = point, .repeat = repeat, .seed = seed },
    .metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric)),
    .error = is_finished ? NULL : hd_run_job_dup_reason (job),
    .digest = is_finished ? hd_record_dup_digest (record) : NULL,
    .inputs = is_finished ? hd_record_dup_inputs (record) : g_strdup (""),
  };
  point_result (self);
  for (guint i = 0; is_finished && hd_record_get_metric (record, i, &metric); i++)
    g_array_append_val (self->metrics, metric);
  if (record != NULL)
    {
      HdCounters counters;

      hd_record_get_counters (record, &counters);
      self->result.wall_s = counters.wall_time_s;
      self->result.simulated_s = hd_time_to_seconds (hd_record_get_time (record));
    }
}

void
hd_study_outcome_clear (HdStudyOutcome *self)
{
  g_clear_pointer (&self->metrics, g_array_unref);
  g_clear_pointer (&self->error, g_free);
  g_clear_pointer (&self->digest, g_free);
  g_clear_pointer (&self->inputs, g_free);
}

GVariant *
hd_study_outcome_to_variant (const HdStudyOutcome *self)
{
  g_autofree char *error = self->error != NULL ? g_utf8_make_valid (self->error, -1) : NULL; /* it may name a file, as the next do */
  g_autofree char *inputs = g_utf8_make_valid (self->inputs, -1);
  GVariantBuilder metrics;

  g_variant_builder_init (&metrics, G_VARIANT_TYPE ("a(sssd)"));
  for (guint i = 0; i < self->metrics->len; i++)
    {
      const HdMetric *metric = &g_array_index (self->metrics, HdMetric, i);

      g_variant_builder_add (&metrics, "(sssd)", metric->name, metric->title, metric->unit, metric->value);
    }
  return g_variant_new (HD_STUDY_OUTCOME_TYPE, self->result.point, self->result.repeat, self->result.seed, error, self->digest, inputs, self->result.simulated_s,
                        self->result.wall_s, &metrics);
}

void
hd_study_outcome_init_from_variant (HdStudyOutcome *self,
                                    GVariant *variant)
{
  g_autoptr (GVariantIter) iter = NULL;
  const char *name, *title, *unit;
  double value;

  *self = (HdStudyOutcome){ .metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric)) };
  g_variant_get (variant, HD_STUDY_OUTCOME_TYPE, &self->result.point, &self->result.repeat, &self->result.seed, &self->error, &self->digest,
                 &self->inputs, &self->result.simulated_s, &self->result.wall_s, &iter);
  while (g_variant_iter_next (iter, "(&s&s&sd)", &name, &title, &unit, &value))
    {
      HdMetric metric = { g_intern_string (name), g_intern_string (title), g_intern_string (unit), value };

      g_array_append_val (self->metrics, metric);
    }
  point_result (self);
}
