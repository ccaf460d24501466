/* hd-study-run.c: the runs of a study, as many at a time as there is room for
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A cursor goes through the repeats of a stage, and through points within each. Ahead of the queue it submits only so much that no thread waits: a study may have a million
 * points.
 */
#define G_LOG_DOMAIN "hd-study-run"

#include <heddle/hd-study-run.h>

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-study-crew-private.h"
#include "hd-study-outcome.h"
#include "hd-study-plan-private.h"
#include "hd-study-stages.h"

typedef struct
{
  guint point;
  guint repeat;
} Place;

struct _HdStudyRun
{
  GObject parent_instance;

  HdRunQueue *queue;
  HdStudyCrew *crew; /* borrowed; makes the runs, if there is one */
  HdStudyPlan *plan;
  HdStudyStore *store; /* borrowed */
  HdStudyTable *table; /* borrowed */
  guint shard, n_shards;
  guint ahead; /* most jobs of the queue */

  HdStudyRunState state;
  HdStudyStages *stages;
  guint at;    /* among the points of the stage */
  guint repeat; /* of that one */
  GHashTable *places;  /* HdRunJob * -> Place *, owned, of jobs that have not ended */
  guint n_under_way;   /* in the queue or with the crew */
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
  if (self->crew != NULL)
    hd_study_crew_end (self->crew);
  self->n_under_way = 0;
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

static guint
get_point (HdStudyRun *self)
{
  return g_array_index (self->stages->points, guint, self->at);
}

static void
advance (HdStudyRun *self)
{
  if (++self->at < self->stages->points->len)
    return;
  self->at = 0;
  self->repeat++;
}

static Next
find_in_stage (HdStudyRun *self)
{
  gboolean is_adaptive = hd_study_plan_get_precision (self->plan) > 0;

  for (; self->repeat < self->stages->end_repeat; advance (self))
    {
      if (is_adaptive && g_hash_table_contains (self->pending, GUINT_TO_POINTER (get_point (self))))
        return NEXT_WAITS;
      if (!hd_study_store_has (self->store, get_point (self), self->repeat) && !(is_adaptive && hd_study_table_is_precise (self->table, get_point (self))))
        return NEXT_RUN;
      self->n_passed++;
    }
  return NEXT_NONE;
}

static Next
find_next (HdStudyRun *self)
{
  Next next;

  while ((next = find_in_stage (self)) == NEXT_NONE)
    {
      if (self->n_under_way > 0)
        return NEXT_WAITS;
      if (!hd_study_stages_next (self->stages))
        return NEXT_NONE;
      self->at = 0;
      self->repeat = self->stages->first_repeat;
    }
  return next;
}

static gboolean
has_room (HdStudyRun *self)
{
  return self->crew != NULL ? hd_study_crew_has_room (self->crew) : self->n_under_way < self->ahead;
}

static void
submit (HdStudyRun *self)
{
  g_auto (GStrv) settings = hd_study_plan_dup_settings (self->plan, get_point (self), self->repeat);
  Place place = { get_point (self), self->repeat };
  g_autoptr (HdRunJob) job = hd_run_queue_submit (self->queue, hd_study_plan_get_snapshot (self->plan), (const char *const *) settings, 0);

  g_hash_table_insert (self->places, job, g_memdup2 (&place, sizeof place)); /* the queue has it until it has ended */
}

static void
begin_next (HdStudyRun *self)
{
  if (self->crew != NULL)
    hd_study_crew_give (self->crew, get_point (self), self->repeat);
  else
    submit (self);
  self->n_under_way++;
  g_hash_table_add (self->pending, GUINT_TO_POINTER (get_point (self)));
  advance (self);
}

static void
fill (HdStudyRun *self)
{
  Next next = NEXT_RUN;

  while (self->state == HD_STUDY_RUN_RUNNING && (next = find_next (self)) == NEXT_RUN && has_room (self))
    begin_next (self);
  if (self->state == HD_STUDY_RUN_RUNNING && next == NEXT_NONE && self->n_under_way == 0)
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
      const HdStudyResult *result,
      GError **error)
{
  if (!hd_study_store_add (self->store, result, error))
    return FALSE;
  hd_study_table_add (self->table, result);
  if (self->is_checked || result->error != NULL)
    return TRUE;
  self->is_checked = TRUE;
  return hd_study_table_check_metrics (self->table, error);
}

static void
take (HdStudyRun *self,
      const HdStudyResult *result)
{
  g_autoptr (HdStudyRun) held = g_object_ref (self); /* who hears of an end may drop it */
  g_autoptr (GError) error = NULL;

  self->n_under_way--;
  g_hash_table_remove (self->pending, GUINT_TO_POINTER (result->point));
  if (!keep (self, result, &error))
    {
      fail (self, g_steal_pointer (&error));
      return;
    }
  self->n_ended++;
  g_signal_emit (self, signals[ENDED], 0, result->point, result->repeat);
  fill (self);
}

static void
on_ended (HdStudyRun *self,
          HdRunJob *job)
{
  g_autofree Place *place = NULL;
  g_auto (HdStudyOutcome) outcome = { .metrics = NULL };

  if (!g_hash_table_steal_extended (self->places, job, NULL, (gpointer *) &place))
    return;
  hd_study_outcome_init (&outcome, job, place->point, place->repeat, hd_study_plan_get_seed (self->plan, place->repeat));
  take (self, &outcome.result);
}

static void
crew_has_room (gpointer data)
{
  fill (data);
}

static void
crew_got (gpointer data,
          const HdStudyResult *result)
{
  take (data, result);
}

static void
crew_failed (gpointer data,
             const GError *error)
{
  fail (data, g_error_copy (error));
}

static const HdStudyCrewListener listener = { crew_has_room, crew_got, crew_failed };

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

gboolean
hd_study_run_check_shards (HdStudyPlan *plan,
                           guint n,
                           GError **error)
{
  if (n <= 1 || (hd_study_plan_get_halving (plan) == 0 && hd_study_plan_get_generations (plan) == 0))
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The study “%s” cannot be run in shards: which points are run depends on all of them"), hd_study_plan_get_id (plan));
  return FALSE;
}

void
hd_study_run_start (HdStudyRun *self)
{
  GError *error = NULL;

  g_return_if_fail (HD_IS_STUDY_RUN (self) && self->state == HD_STUDY_RUN_READY);

  if (!hd_study_run_check_shards (self->plan, self->n_shards, &error))
    {
      fail (self, error);
      return;
    }
  self->stages = hd_study_stages_new (self->table, self->shard, self->n_shards);
  if (self->crew != NULL)
    hd_study_crew_begin (self->crew, self->plan, &listener, self);
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

void
hd_study_run_employ (HdStudyRun *self,
                     HdStudyCrew *crew)
{
  g_return_if_fail (HD_IS_STUDY_RUN (self) && self->state == HD_STUDY_RUN_READY);

  self->crew = crew;
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
  g_return_val_if_fail (HD_IS_STUDY_RUN (self), 0);

  *out_done = self->n_passed + self->n_ended;
  return hd_study_stages_count (self->plan, self->shard, self->n_shards);
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

  g_clear_pointer (&self->stages, hd_study_stages_free);
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
