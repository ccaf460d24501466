/* hd-study-run.c: the runs of a study, as many at a time as there is room for
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A cursor goes through repeats, and through points within each. Ahead of the queue it submits only so much that no thread waits: a study may have a million
 * points.
 */
#define G_LOG_DOMAIN "hd-study-run"

#include <heddle/hd-study-run.h>

#include <math.h>

#include <heddle/hd-error.h>
#include <heddle/hd-sweep-run.h>

#include "hd-i18n.h"

typedef struct
{
  guint point;
  guint repeat;
} Place;

struct _HdStudyRun
{
  GObject parent_instance;

  HdRunQueue *queue;
  HdStudyPlan *plan;
  HdStudyStore *store; /* borrowed */
  HdStudyTable *table; /* borrowed */
  guint shard, n_shards;
  guint ahead; /* most jobs of the queue */

  HdStudyRunState state;
  Place next;
  GHashTable *places;  /* HdRunJob * -> Place *, owned, of jobs that have not ended */
  GHashTable *pending; /* points of these */
  guint64 n_passed;    /* runs that the cursor has found to be there, or not to be needed */
  guint64 n_ended;
  gint64 started_us;   /* or 0 */
  gint64 worked_us;    /* before the last pause */
  guint limit_source;
  gboolean is_checked; /* the metrics */
  GError *error;
};

enum
{
  PROP_STATE = 1,
  N_PROPS
};

enum
{
  ENDED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HdStudyRun, hd_study_run, G_TYPE_OBJECT)

G_DEFINE_ENUM_TYPE (HdStudyRunState, hd_study_run_state,
                    G_DEFINE_ENUM_VALUE (HD_STUDY_RUN_READY, "ready"),
                    G_DEFINE_ENUM_VALUE (HD_STUDY_RUN_RUNNING, "running"),
                    G_DEFINE_ENUM_VALUE (HD_STUDY_RUN_PAUSED, "paused"),
                    G_DEFINE_ENUM_VALUE (HD_STUDY_RUN_FINISHED, "finished"),
                    G_DEFINE_ENUM_VALUE (HD_STUDY_RUN_LIMITED, "limited"),
                    G_DEFINE_ENUM_VALUE (HD_STUDY_RUN_FAILED, "failed"))

static void
set_state (HdStudyRun *self,
           HdStudyRunState state)
{
  if (self->state == state)
    return;
  if (self->state == HD_STUDY_RUN_RUNNING)
    self->worked_us += g_get_monotonic_time () - self->started_us;
  if (state == HD_STUDY_RUN_RUNNING)
    self->started_us = g_get_monotonic_time ();
  else
    g_clear_handle_id (&self->limit_source, g_source_remove);
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
forget_all (HdStudyRun *self)
{
  if (self->queue != NULL)
    g_signal_handlers_disconnect_by_data (self->queue, self);
  g_clear_object (&self->queue);
  g_hash_table_remove_all (self->places);
  g_hash_table_remove_all (self->pending);
}

/* What runs is lost. */
static void
end (HdStudyRun *self,
     HdStudyRunState state)
{
  forget_all (self);
  set_state (self, state);
}

/* ---- what comes next --------------------------------------------------------------------------------------------------------- */

typedef enum
{
  NEXT_RUN,
  NEXT_WAITS, /* whether it is needed depends on one that runs */
  NEXT_NONE,
} Next;

static void
advance (HdStudyRun *self)
{
  self->next.point += self->n_shards;
  if (self->next.point < hd_study_plan_get_n_points (self->plan))
    return;
  self->next.point = self->shard;
  self->next.repeat++;
}

static Next
find_next (HdStudyRun *self)
{
  gboolean is_adaptive = hd_study_plan_get_precision (self->plan) > 0;

  for (; self->next.repeat < hd_study_plan_get_repeats (self->plan) && self->shard < hd_study_plan_get_n_points (self->plan); advance (self))
    {
      if (is_adaptive && g_hash_table_contains (self->pending, GUINT_TO_POINTER (self->next.point)))
        return NEXT_WAITS;
      if (!hd_study_store_has (self->store, self->next.point, self->next.repeat)
          && !(is_adaptive && hd_study_table_is_precise (self->table, self->next.point)))
        return NEXT_RUN;
      self->n_passed++;
    }
  return NEXT_NONE;
}

static void
submit (HdStudyRun *self)
{
  g_auto (GStrv) settings = hd_study_plan_dup_settings (self->plan, self->next.point, self->next.repeat);
  HdRunJob *job = hd_run_queue_submit (self->queue, hd_study_plan_get_snapshot (self->plan), (const char *const *) settings, 0);

  g_hash_table_insert (self->places, job, g_memdup2 (&self->next, sizeof self->next));
  g_hash_table_add (self->pending, GUINT_TO_POINTER (self->next.point));
  g_object_unref (job); /* the queue has it until it has ended */
  advance (self);
}

static void
fill (HdStudyRun *self)
{
  Next next = NEXT_RUN;

  while (self->state == HD_STUDY_RUN_RUNNING && g_hash_table_size (self->places) < self->ahead && (next = find_next (self)) == NEXT_RUN)
    submit (self);
  if (self->state == HD_STUDY_RUN_RUNNING && next == NEXT_NONE && g_hash_table_size (self->places) == 0)
    set_state (self, HD_STUDY_RUN_FINISHED);
}

/* ---- what has ended ---------------------------------------------------------------------------------------------------------- */

static void
fail (HdStudyRun *self,
      GError *error_take)
{
  self->error = error_take;
  end (self, HD_STUDY_RUN_FAILED);
}

static gboolean
keep (HdStudyRun *self,
      const Place *place,
      HdRunJob *job,
      GError **error)
{
  gboolean is_finished = hd_run_job_get_state (job) == HD_RUN_JOB_FINISHED;
  HdRecord *record = hd_run_job_get_record (job);
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  g_autofree char *reason = is_finished ? NULL : hd_run_job_dup_reason (job), *digest = is_finished ? hd_record_dup_digest (record) : NULL;
  HdStudyResult result = {
    .point = place->point,
    .repeat = place->repeat,
    .seed = hd_study_plan_get_seed (self->plan, place->repeat),
    .error = reason,
    .digest = digest,
    .metrics = metrics,
  };
  HdMetric metric;

  for (guint i = 0; is_finished && hd_record_get_metric (record, i, &metric); i++)
    g_array_append_val (metrics, metric);
  if (record != NULL)
    {
      HdCounters counters;

      hd_record_get_counters (record, &counters);
      result.wall_s = counters.wall_time_s;
      result.simulated_s = hd_time_to_seconds (hd_record_get_time (record));
    }
  if (!hd_study_store_add (self->store, &result, error))
    return FALSE;
  hd_study_table_add (self->table, &result);
  return TRUE;
}

static void
on_ended (HdStudyRun *self,
          HdRunJob *job)
{
  g_autoptr (HdStudyRun) held = g_object_ref (self); /* who hears of an end may drop it */
  g_autofree Place *place = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_hash_table_steal_extended (self->places, job, NULL, (gpointer *) &place))
    return;
  g_hash_table_remove (self->pending, GUINT_TO_POINTER (place->point));
  if (!keep (self, place, job, &error))
    {
      fail (self, g_steal_pointer (&error));
      return;
    }
  self->n_ended++;
  if (!self->is_checked && hd_run_job_get_state (job) == HD_RUN_JOB_FINISHED)
    {
      self->is_checked = TRUE;
      if (!hd_study_table_check_metrics (self->table, &error))
        {
          fail (self, g_steal_pointer (&error));
          return;
        }
    }
  g_signal_emit (self, signals[ENDED], 0, place->point, place->repeat);
  fill (self);
}

/* ---- to be told what to do ----------------------------------------------------------------------------------------------------- */

static gboolean
on_limit (gpointer data)
{
  HdStudyRun *self = data;

  self->limit_source = 0;
  end (self, HD_STUDY_RUN_LIMITED);
  return G_SOURCE_REMOVE;
}

static void
run_on (HdStudyRun *self)
{
  double left_s = hd_study_plan_get_limit_s (self->plan) - (double) self->worked_us / G_USEC_PER_SEC;

  set_state (self, HD_STUDY_RUN_RUNNING);
  if (isfinite (left_s))
    self->limit_source = g_timeout_add ((guint) CLAMP (left_s * 1000, 1, G_MAXINT), on_limit, self);
  fill (self);
}

void
hd_study_run_start (HdStudyRun *self)
{
  g_return_if_fail (HD_IS_STUDY_RUN (self) && self->state == HD_STUDY_RUN_READY);

  self->next = (Place){ self->shard, 0 };
  run_on (self);
}

void
hd_study_run_pause (HdStudyRun *self)
{
  g_return_if_fail (HD_IS_STUDY_RUN (self));

  if (self->state == HD_STUDY_RUN_RUNNING)
    set_state (self, HD_STUDY_RUN_PAUSED);
}

void
hd_study_run_resume (HdStudyRun *self)
{
  g_return_if_fail (HD_IS_STUDY_RUN (self));

  if (self->state == HD_STUDY_RUN_PAUSED)
    run_on (self);
}

void
hd_study_run_stop (HdStudyRun *self)
{
  g_return_if_fail (HD_IS_STUDY_RUN (self));

  if (self->state < HD_STUDY_RUN_FINISHED)
    end (self, HD_STUDY_RUN_LIMITED);
}

void
hd_study_run_allow_programs (HdStudyRun *self,
                             HdPermit *permit)
{
  g_return_if_fail (HD_IS_STUDY_RUN (self));

  hd_run_queue_allow_programs (self->queue, permit);
}

void
hd_study_run_set_shard (HdStudyRun *self,
                        guint index,
                        guint n)
{
  g_return_if_fail (HD_IS_STUDY_RUN (self) && self->state == HD_STUDY_RUN_READY && index < n);

  self->shard = index;
  self->n_shards = n;
}

/* ---- what is known of it ------------------------------------------------------------------------------------------------------ */

HdStudyRunState
hd_study_run_get_state (HdStudyRun *self)
{
  g_return_val_if_fail (HD_IS_STUDY_RUN (self), HD_STUDY_RUN_FAILED);

  return self->state;
}

const GError *
hd_study_run_get_error (HdStudyRun *self)
{
  g_return_val_if_fail (HD_IS_STUDY_RUN (self), NULL);

  return self->error;
}

guint64
hd_study_run_count (HdStudyRun *self,
                    guint64 *out_done)
{
  guint n_points;

  g_return_val_if_fail (HD_IS_STUDY_RUN (self), 0);

  n_points = hd_study_plan_get_n_points (self->plan);
  *out_done = self->n_passed + self->n_ended;
  return self->shard < n_points ? (guint64) ((n_points - self->shard - 1) / self->n_shards + 1) * hd_study_plan_get_repeats (self->plan) : 0;
}

double
hd_study_run_get_seconds_left (HdStudyRun *self)
{
  guint64 n_done = 0, n = hd_study_run_count (self, &n_done);
  gint64 worked_us = self->worked_us + (self->state == HD_STUDY_RUN_RUNNING ? g_get_monotonic_time () - self->started_us : 0);

  return self->n_ended > 0 ? (double) worked_us / G_USEC_PER_SEC / (double) self->n_ended * (double) (n - MIN (n, n_done)) : -1;
}

/* ---- object ------------------------------------------------------------------------------------------------------------------ */

static void
hd_study_run_get_property (GObject *object,
                           guint property,
                           GValue *value,
                           GParamSpec *pspec)
{
  if (property == PROP_STATE)
    g_value_set_enum (value, HD_STUDY_RUN (object)->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property, pspec);
}

static void
hd_study_run_dispose (GObject *object)
{
  HdStudyRun *self = HD_STUDY_RUN (object);

  forget_all (self);
  g_clear_handle_id (&self->limit_source, g_source_remove);
  G_OBJECT_CLASS (hd_study_run_parent_class)->dispose (object);
}

static void
hd_study_run_finalize (GObject *object)
{
  HdStudyRun *self = HD_STUDY_RUN (object);

  g_hash_table_unref (self->places);
  g_hash_table_unref (self->pending);
  hd_study_plan_unref (self->plan);
  g_clear_error (&self->error);
  G_OBJECT_CLASS (hd_study_run_parent_class)->finalize (object);
}

static void
hd_study_run_class_init (HdStudyRunClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = hd_study_run_get_property;
  object_class->dispose = hd_study_run_dispose;
  object_class->finalize = hd_study_run_finalize;
  properties[PROP_STATE] = g_param_spec_enum ("state", NULL, NULL, HD_TYPE_STUDY_RUN_STATE, HD_STUDY_RUN_READY,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_UINT);
}

static void
hd_study_run_init (HdStudyRun *self)
{
  self->n_shards = 1;
  self->places = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->pending = g_hash_table_new (NULL, NULL);
}

HdStudyRun *
hd_study_run_new (HdCatalog *catalog,
                  HdStudyStore *store,
                  HdStudyTable *table,
                  guint threads)
{
  HdStudyRun *self;

  g_return_val_if_fail (HD_IS_CATALOG (catalog) && store != NULL && table != NULL, NULL);

  self = g_object_new (HD_TYPE_STUDY_RUN, NULL);
  self->plan = hd_study_plan_ref (hd_study_table_get_plan (table));
  self->store = store;
  self->table = table;
  self->queue = hd_run_queue_new (catalog, threads, 0);
  self->ahead = 2 * (threads > 0 ? threads : g_get_num_processors ()) + 1;
  g_signal_connect_object (self->queue, "ended", G_CALLBACK (on_ended), self, G_CONNECT_SWAPPED);
  return self;
}
