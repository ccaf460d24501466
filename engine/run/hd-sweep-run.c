/* hd-sweep-run.c: runs of one project that differ in one value, as many at a time as a queue has room for
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-sweep-run"

#include <heddle/hd-sweep-run.h>

#include "hd-i18n.h"

struct _HdSweepRun
{
  GObject parent_instance;

  HdRunQueue *queue;
  GHashTable *numbers; /* by job: its number and 1 */
  guint n_left;
};

G_DEFINE_FINAL_TYPE (HdSweepRun, hd_sweep_run, G_TYPE_OBJECT)

static guint ended_signal;

static void
on_ended (HdSweepRun *self,
          HdRunJob *job)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, job)) - 1;

  self->n_left--;
  g_signal_emit (self, ended_signal, 0, number, job);
}

static void
hd_sweep_run_dispose (GObject *object)
{
  HdSweepRun *self = HD_SWEEP_RUN (object);

  if (self->queue != NULL)
    g_signal_handlers_disconnect_by_data (self->queue, self);
  g_clear_object (&self->queue);
  g_clear_pointer (&self->numbers, g_hash_table_unref);
  G_OBJECT_CLASS (hd_sweep_run_parent_class)->dispose (object);
}

static void
hd_sweep_run_class_init (HdSweepRunClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = hd_sweep_run_dispose;
  ended_signal = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, HD_TYPE_RUN_JOB);
}

static void
hd_sweep_run_init (HdSweepRun *self)
{
  self->numbers = g_hash_table_new (NULL, NULL);
}

HdSweepRun *
hd_sweep_run_new (HdCatalog *catalog,
                  HdSnapshot *snapshot,
                  const char *const *overrides,
                  const HdSweep *sweep,
                  guint threads)
{
  HdSweepRun *self = g_object_new (HD_TYPE_SWEEP_RUN, NULL);

  self->queue = hd_run_queue_new (catalog, threads, 0);
  self->n_left = sweep->n;
  g_signal_connect_swapped (self->queue, "ended", G_CALLBACK (on_ended), self);
  for (guint i = 0; i < sweep->n; i++)
    {
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      g_autofree char *setting = g_strdup_printf ("%s=%s", sweep->range.name, sweep->values[i]);
      g_auto (GStrv) all = NULL;
      HdRunJob *job;

      if (overrides != NULL)
        g_strv_builder_addv (builder, (const char **) overrides);
      g_strv_builder_add (builder, setting);
      all = g_strv_builder_end (builder);
      job = hd_run_queue_submit (self->queue, snapshot, (const char *const *) all, 0);
      g_hash_table_insert (self->numbers, job, GUINT_TO_POINTER (i + 1));
      g_object_unref (job); /* the queue has it until it has ended */
    }
  return self;
}

void
hd_sweep_run_allow_programs (HdSweepRun *self,
                             HdPermit *permit)
{
  g_return_if_fail (HD_IS_SWEEP_RUN (self));

  hd_run_queue_allow_programs (self->queue, permit);
}

guint
hd_sweep_run_count_left (HdSweepRun *self)
{
  return self->n_left;
}

double
hd_sweep_run_get_progress (HdSweepRun *self)
{
  return hd_run_queue_get_progress (self->queue);
}

void
hd_sweep_run_cancel (HdSweepRun *self)
{
  hd_run_queue_cancel (self->queue);
}

char *
hd_run_job_dup_reason (HdRunJob *job)
{
  HdProblemList *problems = hd_run_job_get_problems (job);

  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    if (hd_problem_list_get (problems, i)->severity == HD_SEVERITY_ERROR)
      return g_strdup (hd_problem_list_get (problems, i)->message);
  return g_strdup (hd_run_job_get_error (job) != NULL ? hd_run_job_get_error (job)->message : _("It was stopped"));
}
