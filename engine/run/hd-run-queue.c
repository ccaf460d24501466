/* hd-run-queue.c: which jobs run now, and which wait
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Jobs stand in the order in which they are to begin. When one has changed its state the queue's context soon goes through them from the front, and gives
 * each what it asks for as long as the budget has it: the first that it must refuse keeps those behind it waiting, so that none waits for ever.
 */
#define G_LOG_DOMAIN "hd-run-queue"

#include <heddle/hd-run-queue.h>

#include "hd-memory.h"
#include "hd-run-job.h"

struct _HdRunQueue
{
  GObject parent_instance;

  HdCatalog *catalog;
  guint threads;
  guint64 memory_bytes;
  gboolean is_stated; /* the memory */
  HdPermit *permit;   /* or NULL */
  GPtrArray *jobs; /* owned HdRunJob that have not ended, by priority, then as submitted */

  guint n_submitted, n_ended; /* since it was last empty */
  GMainContext *context;
  GSource *source; /* that will go through the jobs, or %NULL */
};

enum
{
  ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HdRunQueue, hd_run_queue, G_TYPE_OBJECT)

/* ---- the budget -------------------------------------------------------------------------------------------------------- */

static HdRunJob *
get_job (HdRunQueue *self,
         guint n)
{
  return g_ptr_array_index (self->jobs, n);
}

static guint
count_threads (HdRunQueue *self,
               HdRunJob *job)
{
  return MIN (hd_run_job_get_threads (job), self->threads);
}

/* Threads at work; a job that is being prepared has one. */
static guint
sum_threads (HdRunQueue *self)
{
  guint sum = 0;

  for (guint i = 0; i < self->jobs->len; i++)
    {
      HdRunJobState state = hd_run_job_get_state (get_job (self, i));

      sum += state == HD_RUN_JOB_RUNNING ? count_threads (self, get_job (self, i)) : state == HD_RUN_JOB_PREPARING;
    }
  return sum;
}

/* Whether @job fits beside all others in memory, or no other runs; @out_limit: what it may take then, 0 for what its settings say. */
static gboolean
has_memory (HdRunQueue *self,
            HdRunJob *job,
            guint64 *out_limit)
{
  guint64 left = self->memory_bytes;
  gboolean is_alone = TRUE;

  for (guint i = 0; i < self->jobs->len; i++)
    {
      HdRunJob *other = get_job (self, i);
      HdRunJobState state = hd_run_job_get_state (other);

      if (other == job)
        continue;
      left -= MIN (left, _hd_run_job_get_held (other));
      is_alone = is_alone && state != HD_RUN_JOB_RUNNING && state != HD_RUN_JOB_PAUSED;
    }
  *out_limit = is_alone && !self->is_stated ? 0 : left;
  return is_alone || hd_run_job_get_bytes (job) <= left;
}

/* Pauses runs of a lower priority, the last first, if that makes room for @n threads. */
static gboolean
make_room (HdRunQueue *self,
           int priority,
           guint n)
{
  guint used = sum_threads (self), spare = 0;

  for (guint i = 0; i < self->jobs->len; i++)
    if (hd_run_job_get_state (get_job (self, i)) == HD_RUN_JOB_RUNNING && hd_run_job_get_priority (get_job (self, i)) < priority)
      spare += count_threads (self, get_job (self, i));
  if (used - spare + n > self->threads)
    return FALSE;
  for (guint i = self->jobs->len; i > 0 && used + n > self->threads; i--)
    if (hd_run_job_get_state (get_job (self, i - 1)) == HD_RUN_JOB_RUNNING && hd_run_job_get_priority (get_job (self, i - 1)) < priority)
      {
        used -= count_threads (self, get_job (self, i - 1));
        _hd_run_job_pause (get_job (self, i - 1));
      }
  return TRUE;
}

/* ---- whose turn it is -------------------------------------------------------------------------------------------------- */

typedef enum
{
  SERVED,
  LACKS_THREADS, /* so it gets those that become free */
  LACKS_MEMORY,  /* what others hold until they have ended */
} Service;

static Service
serve (HdRunQueue *self,
       HdRunJob *job)
{
  int priority = hd_run_job_get_priority (job);
  guint64 limit;

  switch (hd_run_job_get_state (job))
    {
    case HD_RUN_JOB_WAITING:
      if (make_room (self, priority, 1))
        _hd_run_job_prepare (job);
      return LACKS_THREADS;

    case HD_RUN_JOB_READY:
      if (!has_memory (self, job, &limit))
        return LACKS_MEMORY;
      if (!make_room (self, priority, count_threads (self, job)))
        return LACKS_THREADS;
      _hd_run_job_start (job, limit, self->permit);
      return SERVED;

    case HD_RUN_JOB_PAUSED:
      if (!make_room (self, priority, count_threads (self, job)))
        return LACKS_THREADS;
      _hd_run_job_resume (job);
      return SERVED;

    case HD_RUN_JOB_PREPARING:
      return LACKS_THREADS;

    case HD_RUN_JOB_RUNNING:
    default:
      return SERVED;
    }
}

/* From the front; behind a job that lacks memory those go on that have theirs. Ends at the first change: then all may be otherwise. */
static gboolean
serve_all (gpointer data)
{
  g_autoptr (HdRunQueue) self = g_object_ref (data); /* who hears of an end may drop it */
  Service service = SERVED;

  g_clear_pointer (&self->source, g_source_unref);
  for (guint i = 0; i < self->jobs->len && service != LACKS_THREADS && self->source == NULL; i++)
    if (service == SERVED || hd_run_job_get_state (get_job (self, i)) == HD_RUN_JOB_PAUSED)
      {
        g_autoptr (HdRunJob) job = g_object_ref (get_job (self, i)); /* may end as it begins */
        Service of_job = serve (self, job);

        service = MAX (service, of_job);
      }
  return G_SOURCE_REMOVE;
}

static void
arrange (HdRunQueue *self)
{
  if (self->source != NULL)
    return;
  self->source = g_idle_source_new ();
  g_source_set_priority (self->source, G_PRIORITY_DEFAULT);
  g_source_set_callback (self->source, serve_all, self, NULL);
  g_source_attach (self->source, self->context);
}

static void
on_state (HdRunQueue *self,
          GParamSpec *pspec,
          HdRunJob *job)
{
  g_autoptr (HdRunQueue) held = g_object_ref (self); /* likewise */
  g_autoptr (HdRunJob) ended = NULL;
  guint n;

  if (hd_run_job_has_ended (job) && g_ptr_array_find (self->jobs, job, &n))
    {
      ended = g_object_ref (job);
      g_signal_handlers_disconnect_by_data (job, self);
      g_ptr_array_remove_index (self->jobs, n);
      self->n_ended++;
      g_signal_emit (self, signals[ENDED], 0, job);
    }
  arrange (self);
}

static HdRunJob *
add (HdRunQueue *self,
     HdRunJob *job)
{
  guint n = self->jobs->len;

  if (n == 0)
    self->n_submitted = self->n_ended = 0;
  self->n_submitted++;
  while (n > 0 && hd_run_job_get_priority (get_job (self, n - 1)) < hd_run_job_get_priority (job))
    n--;
  g_ptr_array_insert (self->jobs, (gint) n, g_object_ref (job));
  g_signal_connect_object (job, "notify::state", G_CALLBACK (on_state), self, G_CONNECT_SWAPPED);
  arrange (self);
  return job;
}

HdRunJob *
hd_run_queue_submit (HdRunQueue *self,
                     HdSnapshot *snapshot,
                     const char *const *overrides,
                     int priority)
{
  g_return_val_if_fail (HD_IS_RUN_QUEUE (self) && snapshot != NULL, NULL);

  return add (self, _hd_run_job_new (snapshot, self->catalog, overrides, NULL, NULL, priority));
}

HdRunJob *
hd_run_queue_submit_design (HdRunQueue *self,
                            HdDesign *design,
                            HdTransferList *transfers,
                            int priority)
{
  g_return_val_if_fail (HD_IS_RUN_QUEUE (self) && design != NULL, NULL);

  return add (self, _hd_run_job_new (NULL, self->catalog, NULL, design, transfers, priority));
}

void
hd_run_queue_allow_programs (HdRunQueue *self,
                             HdPermit *permit)
{
  g_return_if_fail (HD_IS_RUN_QUEUE (self));

  g_clear_pointer (&self->permit, hd_permit_unref);
  self->permit = permit != NULL ? hd_permit_ref (permit) : NULL;
}

void
hd_run_queue_cancel (HdRunQueue *self)
{
  g_autoptr (GPtrArray) jobs = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (HD_IS_RUN_QUEUE (self));

  for (guint i = 0; i < self->jobs->len; i++)
    g_ptr_array_add (jobs, g_object_ref (get_job (self, i)));
  for (guint i = jobs->len; i > 0; i--) /* none is begun in the place of another */
    hd_run_job_cancel (g_ptr_array_index (jobs, i - 1));
}

guint
hd_run_queue_count (HdRunQueue *self,
                    HdRunJobState state)
{
  guint n = 0;

  g_return_val_if_fail (HD_IS_RUN_QUEUE (self), 0);

  for (guint i = 0; i < self->jobs->len; i++)
    n += hd_run_job_get_state (get_job (self, i)) == state;
  return n;
}

double
hd_run_queue_get_progress (HdRunQueue *self)
{
  double sum;

  g_return_val_if_fail (HD_IS_RUN_QUEUE (self), 0);

  sum = self->n_ended;
  for (guint i = 0; i < self->jobs->len; i++)
    sum += MAX (hd_run_job_get_progress (get_job (self, i)), 0);
  return self->n_submitted > 0 ? sum / self->n_submitted : 1;
}

/* ---- object ------------------------------------------------------------------------------------------------------------ */

static void
hd_run_queue_dispose (GObject *object)
{
  HdRunQueue *self = HD_RUN_QUEUE (object);

  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  for (guint i = 0; i < self->jobs->len; i++)
    {
      g_signal_handlers_disconnect_by_data (get_job (self, i), self);
      _hd_run_job_abandon (get_job (self, i));
    }
  g_ptr_array_set_size (self->jobs, 0);
  G_OBJECT_CLASS (hd_run_queue_parent_class)->dispose (object);
}

static void
hd_run_queue_finalize (GObject *object)
{
  HdRunQueue *self = HD_RUN_QUEUE (object);

  g_ptr_array_unref (self->jobs);
  g_clear_pointer (&self->permit, hd_permit_unref);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_object (&self->catalog);
  G_OBJECT_CLASS (hd_run_queue_parent_class)->finalize (object);
}

static void
hd_run_queue_class_init (HdRunQueueClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = hd_run_queue_dispose;
  G_OBJECT_CLASS (klass)->finalize = hd_run_queue_finalize;
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, HD_TYPE_RUN_JOB);
}

static void
hd_run_queue_init (HdRunQueue *self)
{
  self->jobs = g_ptr_array_new_with_free_func (g_object_unref);
  self->context = g_main_context_ref_thread_default ();
}

HdRunQueue *
hd_run_queue_new (HdCatalog *catalog,
                  guint threads,
                  guint64 memory_bytes)
{
  HdRunQueue *self;

  g_return_val_if_fail (HD_IS_CATALOG (catalog), NULL);

  self = g_object_new (HD_TYPE_RUN_QUEUE, NULL);
  self->catalog = g_object_ref (catalog);
  self->threads = threads > 0 ? threads : g_get_num_processors ();
  self->is_stated = memory_bytes > 0;
  self->memory_bytes = memory_bytes > 0 ? memory_bytes : hd_memory_get_free () / 2;
  return self;
}
