/* heddle-session-partitions.c: what runs together, and whether a parallel run gives what a serial one does
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include <heddle/hd-task.h>

#include "heddle-session-private.h"

/* ---- partitions --------------------------------------------------------------------------------------------------------------- */

#define AT_ONCE 20000 /* nodes and links that are divided within a frame */

void
heddle_session_forget_partitions (HeddleSession *self)
{
  g_clear_pointer (&self->partitions, g_free);
  g_clear_pointer (&self->partitioned, hd_design_unref);
  self->n_partitions = 0;
}

typedef struct
{
  HdDesign *design;
  guint n;
} Division;

static void
division_free (gpointer data)
{
  hd_design_unref (((Division *) data)->design);
  g_free (data);
}

static void
divide_in_thread (GTask *task,
                  gpointer source,
                  gpointer data,
                  GCancellable *cancellable)
{
  Division *division = data;

  g_task_return_pointer (task, hd_design_partition (division->design, &division->n, NULL, NULL), g_free);
}

/* Of another design than the present one it is of no use. */
static void
on_divided (GObject *object,
            GAsyncResult *result,
            gpointer data)
{
  HeddleSession *self = HEDDLE_SESSION (object);
  const Division *division = g_task_get_task_data (G_TASK (result));
  g_autofree guint32 *partitions = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self->partitioned != division->design || self->partitions != NULL)
    return;
  self->partitions = g_steal_pointer (&partitions);
  self->n_partitions = division->n;
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

static void
divide (HeddleSession *self)
{
  guint size = hd_design_get_n_nodes (self->design) + hd_design_get_n_links (self->design);
  g_autoptr (GTask) task = NULL;
  Division *division;

  self->partitioned = hd_design_ref (self->design);
  if (size <= AT_ONCE)
    {
      self->partitions = hd_design_partition (self->design, &self->n_partitions, NULL, NULL);
      return;
    }
  division = g_new0 (Division, 1);
  division->design = hd_design_ref (self->design);
  task = g_task_new (self, NULL, on_divided, NULL);
  g_task_set_task_data (task, division, division_free);
  hd_task_run_in_thread (task, divide_in_thread);
}

const guint32 *
heddle_session_get_partitions (HeddleSession *self,
                               guint *out_n)
{
  if (self->design == NULL)
    return NULL;
  if (self->partitioned != self->design)
    {
      heddle_session_forget_partitions (self);
      divide (self);
    }
  *out_n = self->n_partitions;
  return self->partitions;
}

const guint32 *
heddle_session_get_shown_partitions (HeddleSession *self,
                                     guint *out_n)
{
  return self->show_partitions ? heddle_session_get_partitions (self, out_n) : NULL;
}

void
heddle_session_set_show_partitions (HeddleSession *self,
                                    gboolean shown)
{
  if (self->show_partitions == shown)
    return;
  self->show_partitions = shown;
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

gboolean
heddle_session_get_show_partitions (HeddleSession *self)
{
  return self->show_partitions;
}

/* ---- verification ------------------------------------------------------------------------------------------------------------- */

void
heddle_session_forget_verdict (HeddleSession *self)
{
  g_clear_object (&self->verifying);
  for (guint i = 0; i < G_N_ELEMENTS (self->verification.digests); i++)
    g_clear_pointer (&self->verification.digests[i], g_free);
  g_clear_pointer (&self->verification.message, g_free);
  self->verification.verdict = HEDDLE_VERDICT_NONE;
  self->verification.partitions = 0;
  g_clear_pointer (&self->verified, hd_design_unref);
}

static void
judge (HeddleSession *self)
{
  char **digests = self->verification.digests;

  if (self->verification.partitions < 2)
    self->verification.verdict = HEDDLE_VERDICT_UNDIVIDED;
  else
    self->verification.verdict = g_str_equal (digests[0], digests[1]) ? HEDDLE_VERDICT_EQUAL : HEDDLE_VERDICT_DIFFERENT;
}

static void
on_ended (HeddleSession *self,
          HdRunJob *job)
{
  gboolean has_finished = hd_run_job_get_state (job) == HD_RUN_JOB_FINISHED, was_serial = self->verification.verdict == HEDDLE_VERDICT_SERIAL;
  HdRecord *record = hd_run_job_get_record (job);

  if (has_finished)
    {
      self->verification.digests[was_serial ? 0 : 1] = hd_record_dup_digest (record);
      self->verification.partitions = hd_record_get_n_partitions (record);
    }
  else
    {
      self->verification.verdict = HEDDLE_VERDICT_FAILED;
      self->verification.message = g_strdup (hd_run_job_get_error (job)->message);
    }
  if (has_finished && was_serial)
    self->verification.verdict = HEDDLE_VERDICT_PARALLEL;
  else
    g_clear_object (&self->verifying);
  if (has_finished && !was_serial)
    judge (self);
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}

static HdRunSettings
get_parallel_settings (HeddleSession *self)
{
  HdRunSettings settings = *hd_design_get_run_settings (self->verified);

  if (settings.sync == HD_SYNC_SERIAL)
    settings.sync = HD_SYNC_REQUEST;
  settings.partitions = MAX (settings.partitions, 2);
  settings.threads = MAX (settings.threads, 2);
  return settings;
}

static void
submit (HeddleSession *self,
        const HdRunSettings *settings)
{
  g_autoptr (HdDesign) design = hd_design_with_settings (self->verified, settings);

  g_object_unref (hd_run_queue_submit_design (self->verifying, design, NULL, 0));
}

/* One after the other, so that each has the processors for itself. */
static void
start_runs (HeddleSession *self)
{
  HdRunSettings settings = get_parallel_settings (self), serial = settings;
  g_autoptr (HdPermit) permit = heddle_session_dup_permit (self);

  serial.sync = HD_SYNC_SERIAL;
  self->verification.verdict = HEDDLE_VERDICT_SERIAL;
  self->verification.sync = settings.sync;
  self->verification.threads = settings.threads;
  self->verifying = hd_run_queue_new (self->catalog, 1, 0);
  hd_run_queue_allow_programs (self->verifying, permit);
  g_signal_connect_object (self->verifying, "ended", G_CALLBACK (on_ended), self, G_CONNECT_SWAPPED);
  submit (self, &serial);
  submit (self, &settings);
}

static gboolean
can_divide (HeddleSession *self)
{
  HdRunSettings settings = get_parallel_settings (self);
  g_autoptr (HdDesign) design = hd_design_with_settings (self->verified, &settings);

  return hd_design_can_divide (design);
}

void
heddle_session_verify (HeddleSession *self)
{
  g_return_if_fail (heddle_session_can_run (self));

  heddle_session_forget_verdict (self);
  self->verified = hd_design_ref (self->design);
  if (can_divide (self))
    start_runs (self);
  else
    self->verification.verdict = HEDDLE_VERDICT_UNDIVIDED;
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}

void
heddle_session_stop_verifying (HeddleSession *self)
{
  if (!heddle_session_is_verifying (self))
    return;
  heddle_session_forget_verdict (self);
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
}

gboolean
heddle_session_is_verifying (HeddleSession *self)
{
  return self->verifying != NULL;
}

const HeddleVerification *
heddle_session_get_verification (HeddleSession *self)
{
  return &self->verification;
}
