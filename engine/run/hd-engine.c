/* hd-engine.c: what a run drives on its thread: the kernel, the parts of the run, and the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The run ends when the work is done, when no event is left, or at run:until. Work beside components that act ends at a moment that nobody outside
 * its partition can know, so such a run goes on to the next of a fixed row of times, at most a 64th later: the same for any partitions. If run:until
 * is stated it goes on to there, for as long as a component does something. Work that would go on by itself when it is done has a limit, and the run looks
 * at these times whether it is done before.
 */
#define G_LOG_DOMAIN "hd-engine"

#include "hd-engine-private.h"

#include <heddle/hd-error.h>

#include "hd-design-private.h"
#include "hd-gather.h"
#include "hd-i18n.h"
#include "hd-numbers.h"
#include "hd-ranks-private.h"
#include "hd-sync.h"

#define PICOSECONDS_PER_US 1000000

HdEngine *
hd_engine_new (HdDesign *design,
               HdTransferList *transfers,
               HdRecord *record)
{
  HdEngine *self = g_new0 (HdEngine, 1);

  self->design = hd_design_ref (design);
  self->transfers = transfers;
  self->record = record;
  self->kernel = hd_kernel_new (hd_design_get_run_settings (design)->seed);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->layout = hd_run_layout_new (design);
  self->budget = hd_budget_new (NULL);
  self->commands = hd_design_find_programs (design);
  if (self->commands->len == 0)
    g_clear_pointer (&self->commands, g_ptr_array_unref);
  else
    self->children = hd_child_keeper_new (NULL); /* %NULL is told when it is needed */
  return self;
}

void
hd_engine_allow_programs (HdEngine *self,
                          HdPermit *permit)
{
  g_clear_pointer (&self->permit, hd_permit_unref);
  self->permit = permit != NULL ? hd_permit_ref (permit) : NULL;
}

void
hd_engine_free (HdEngine *self)
{
  g_clear_pointer (&self->children, hd_child_keeper_free);
  g_clear_pointer (&self->kernel, hd_kernel_free);
  for (guint i = 0; i < self->n_parts; i++)
    self->parts[i]->class->free (self->parts[i]);
  g_clear_pointer (&self->inputs, hd_input_list_free);
  g_clear_pointer (&self->post, hd_post_office_free);
  g_clear_pointer (&self->watch, hd_load_watch_free);
  hd_run_layout_free (self->layout);
  g_clear_pointer (&self->probes, g_hash_table_unref);
  g_clear_pointer (&self->is_watched, g_free);
  g_array_unref (self->nodes);
  g_free (self->amounts);
  g_free (self->partitions);
  g_aligned_free (self->looks);
  hd_design_unref (self->design);
  g_object_unref (self->budget);
  g_clear_pointer (&self->commands, g_ptr_array_unref);
  g_clear_pointer (&self->permit, hd_permit_unref);
  g_free (self);
}

void
hd_engine_cancel (HdEngine *self)
{
  g_cancellable_cancel (G_CANCELLABLE (self->budget));
  if (self->children != NULL)
    hd_child_keeper_stop (self->children);
}

void
hd_engine_hurry (HdEngine *self)
{
  if (self->children != NULL)
    hd_child_keeper_hurry (self->children);
}

/* ---- running -------------------------------------------------------------------------------------------------------- */

/* Times lie a power of two of microseconds apart, and less than a 64th of themselves from 64 us on. */
HdTime
_hd_engine_find_look (HdTime time)
{
  HdTime distance = PICOSECONDS_PER_US;

  while (distance <= time / 128)
    distance *= 2;
  return time / distance < HD_TIME_MAX / distance ? (time / distance + 1) * distance : HD_TIME_MAX;
}

/* When the work ends though more would happen; components beside it go on to run:until. */
static HdTime
get_limit (HdEngine *self)
{
  return self->work != NULL && self->work->class->get_limit != NULL && !self->is_mixed ? self->work->class->get_limit (self->work) : HD_TIME_MAX;
}

static HdTime
get_change_of (HdRunPart *part)
{
  return part->class->get_next_change != NULL ? part->class->get_next_change (part) : HD_TIME_MAX;
}

void
_hd_engine_find_change (HdEngine *self)
{
  self->change = HD_TIME_MAX;
  for (guint i = 0; i < self->n_parts; i++)
    self->change = MIN (self->change, get_change_of (self->parts[i]));
}

static void
change_parts (HdEngine *self,
              HdTime time)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (get_change_of (self->parts[i]) <= time)
      self->parts[i]->class->change (self->parts[i], time);
  _hd_engine_find_change (self);
}

/* The run does not go on beyond it. */
static HdTime
get_last (HdEngine *self)
{
  return MIN (hd_design_get_run_settings (self->design)->until, get_limit (self));
}

/* A step is over when this count has changed. */
static guint64
count_steps (HdEngine *self,
             HdStep step)
{
  guint64 n;

  if (step == HD_STEP_MARK)
    return hd_kernel_get_n_marks (self->kernel);
  if (step == HD_STEP_ITERATION)
    return hd_record_get_n_iterations (self->record);
  if (self->work != NULL && self->work->class->count (self->work, step, &n))
    return n;
  return hd_kernel_get_n_events (self->kernel);
}

/* Whether there is work and it is done, in the rank that does it. */
static gboolean
is_ended (HdEngine *self)
{
  return self->work != NULL && hd_ranks_find_minimum (self->work->class->is_ended (self->work) ? 0 : 1) == 0;
}

/* Everything up to and at @time has happened. */
static gboolean
rest_parts (HdEngine *self,
            HdTime time,
            GError **error)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i]->class->rest != NULL && !self->parts[i]->class->rest (self->parts[i], time, error))
      return FALSE;
  hd_run_parts_tell (self->parts, self->n_parts, self->record, time);
  return TRUE;
}

/* Likewise, and is published. */
static gboolean
reach (HdEngine *self,
       HdTime time,
       GError **error)
{
  if (!rest_parts (self, time, error))
    return FALSE;
  _hd_record_publish (self->record, time);
  return TRUE;
}

/* When the work was done, if it is and the run is over with it: what follows by itself, such as credits that come back, is no part of it. */
static HdTime
get_work_end (HdEngine *self)
{
  HdRunPart *work = self->work;
  gboolean is_done = work != NULL && work->class->get_end != NULL && !self->is_mixed && !self->failed && work->class->is_ended (work);

  return is_done ? work->class->get_end (work) : HD_TIME_MAX;
}

/* One event has happened. While others of its time are left, more may be told of that, in whatever order. */
static gboolean
reach_event (HdEngine *self,
             GError **error)
{
  HdTime time = hd_kernel_get_time (self->kernel);

  if (hd_kernel_get_next_time (self->kernel) > time && !rest_parts (self, time, error))
    return FALSE;
  _hd_record_publish (self->record, MIN (time, get_work_end (self)));
  return TRUE;
}

/* Partitions that run look seldom how far all are. */
static void
publish_partitions (HdEngine *self)
{
  if (self->n_partitions > 1)
    _hd_record_publish (self->record, MIN (hd_kernel_get_time (self->kernel), get_work_end (self)));
}

/* What all have carried before @time, in self->amounts, and the samples that go with it. */
static void
read_loads (HdEngine *self,
            HdTime time)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i]->class->read != NULL)
      self->parts[i]->class->read (self->parts[i], time, self->amounts);
  hd_run_layout_add_up (self->layout, self->amounts);
  hd_load_watch_sample (self->watch, time, self->amounts);
}

/* Everything up to @time has happened, nothing but changes is left, and nobody waits for them. An error is told again at the next rest. */
static gboolean
is_over (HdEngine *self,
         HdTime time)
{
  if (self->change == HD_TIME_MAX || self->work == NULL || hd_kernel_get_next_time (self->kernel) < self->change)
    return FALSE;
  return self->work->class->rest (self->work, time, NULL) && is_ended (self);
}

/* When the kernel has to rest next, before anything that happens then. */
static HdTime
find_rest (HdEngine *self)
{
  HdTime look = MIN (self->look, self->change);

  return self->watch != NULL ? MIN (look, hd_frames_get_boundary (_hd_record_get_frames (self->record))) : look;
}

/* The kernel has run everything before @time. */
static gboolean
rest (HdEngine *self,
      HdTime time,
      GError **error)
{
  if (!reach (self, time - 1, error))
    return FALSE;
  if (self->watch != NULL && time == hd_frames_get_boundary (_hd_record_get_frames (self->record)))
    {
      read_loads (self, time);
      hd_frames_close (_hd_record_get_frames (self->record), self->amounts);
    }
  if (time >= self->change)
    change_parts (self, time);
  _hd_record_publish (self->record, time);
  if (time == self->look)
    self->look = _hd_engine_find_look (time);
  return _hd_record_check_room (self->record, time, error);
}

/* What is under way would end after the last time that can be told. */
static HdEngineStatus
pass_time (HdEngine *self,
           HdTime until,
           GError **error)
{
  if (until == HD_TIME_MAX)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("At %g s the work would go on beyond %g s, where simulated time ends. Rates may be too low"),
                   hd_time_to_seconds (hd_record_get_time (self->record)), hd_time_to_seconds (HD_TIME_MAX));
      return HD_ENGINE_FAILED;
    }
  if (!reach (self, until, error))
    return HD_ENGINE_FAILED;
  return until >= get_last (self) ? HD_ENGINE_ENDED : HD_ENGINE_REACHED;
}

/* No event is left: the work, if there is any, ought to be done, and nothing may wait. */
static HdEngineStatus
end (HdEngine *self,
     HdTime until,
     GError **error)
{
  if (self->work != NULL)
    {
      if (self->work->class->check != NULL && !self->work->class->check (self->work, error))
        return HD_ENGINE_FAILED;
      if (!is_ended (self))
        return pass_time (self, until, error);
    }
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i] != self->work && self->parts[i]->class->check != NULL && !self->parts[i]->class->check (self->parts[i], error))
      return HD_ENGINE_FAILED;
  return HD_ENGINE_ENDED;
}

/* Whether a packet that was to be followed is there, for which alone the run was made. */
static gboolean
has_followed (HdEngine *self)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i]->class->has_followed != NULL && self->parts[i]->class->has_followed (self->parts[i]))
      return TRUE;
  return FALSE;
}

/* Takes back what hd_engine_interrupt () asked for. */
static gboolean
take_interrupt (HdEngine *self)
{
  return __atomic_exchange_n (&self->interrupted, FALSE, __ATOMIC_RELAXED);
}

static HdEngineStatus
interpret (HdEngine *self,
           HdKernelStatus status,
           HdTime until,
           GError **error)
{
  switch (status)
    {
    case HD_KERNEL_FAILED:
      return HD_ENGINE_FAILED;
    case HD_KERNEL_DONE:
      return end (self, until, error);
    case HD_KERNEL_UNTIL:
    case HD_KERNEL_HELD:
      if (!reach (self, until, error))
        return HD_ENGINE_FAILED;
      return until >= get_last (self) ? HD_ENGINE_ENDED : HD_ENGINE_REACHED;
    case HD_KERNEL_PAUSED: /* by a part that has nothing more to do, or by who waits: then what follows the end of the work is still to come */
    default:
      publish_partitions (self);
      return (is_ended (self) && !self->is_mixed && !take_interrupt (self)) || has_followed (self) ? HD_ENGINE_ENDED : HD_ENGINE_INTERRUPTED;
    }
}

/* Work that is done stops what goes on beside it, which is told. */
static HdEngineStatus
stop_components (HdEngine *self)
{
  if (hd_kernel_get_next_time (self->kernel) < HD_TIME_MAX)
    _hd_design_report_run (self->design, self->problems, HD_PROBLEM_NO_EFFECT, HD_SEVERITY_INFO, "until", _("State until, and they go on to there"),
                           _("The work is done, and components that had more to do were stopped with it"));
  return HD_ENGINE_ENDED;
}

/* Rests as often as it must before @next, or before what a part finds there that is to happen earlier; %HD_ENGINE_REACHED if the run goes on. */
static HdEngineStatus
rest_until (HdEngine *self,
            HdTime next,
            GError **error)
{
  for (HdTime time = find_rest (self); time <= MIN (next, hd_kernel_get_next_time (self->kernel)) && time < HD_TIME_MAX; time = find_rest (self))
    {
      gboolean looks = time == self->look;

      hd_kernel_pass_time (self->kernel, time - 1); /* steps leave it at an event */
      if (!rest (self, time, error))
        return HD_ENGINE_FAILED;
      if (looks && is_ended (self))
        return self->is_mixed ? stop_components (self) : HD_ENGINE_ENDED;
    }
  return HD_ENGINE_REACHED;
}

static HdEngineStatus
advance_step (HdEngine *self,
              HdStep step,
              GError **error)
{
  HdTime last = get_last (self);
  guint64 before = count_steps (self, step);

  while (!take_interrupt (self))
    {
      HdTime next = hd_kernel_get_next_time (self->kernel);
      HdEngineStatus rested;
      HdKernelStatus status;

      if (is_over (self, hd_kernel_get_time (self->kernel)))
        return end (self, last, error);
      rested = next < HD_TIME_MAX ? rest_until (self, MIN (next, last), error) : HD_ENGINE_REACHED;
      if (rested != HD_ENGINE_REACHED)
        return rested;
      next = hd_kernel_get_next_time (self->kernel);
      if (next > last && next < HD_TIME_MAX)
        {
          hd_kernel_pass_time (self->kernel, last);
          return reach (self, last, error) ? HD_ENGINE_ENDED : HD_ENGINE_FAILED;
        }
      status = hd_kernel_step (self->kernel, error);
      if (status == HD_KERNEL_FAILED)
        return HD_ENGINE_FAILED;
      if (status == HD_KERNEL_DONE)
        return interpret (self, status, last, error);
      if (self->watch != NULL && !reach_event (self, error))
        return HD_ENGINE_FAILED;
      publish_partitions (self);
      if (count_steps (self, step) != before)
        return HD_ENGINE_REACHED;
    }
  return HD_ENGINE_INTERRUPTED;
}

/* Up to and at @until, resting where frames end and where it is looked whether the work is done. */
static HdEngineStatus
run (HdEngine *self,
     HdTime until,
     GError **error)
{
  for (;;)
    {
      HdTime stop = find_rest (self);
      HdKernelStatus status = hd_kernel_run (self->kernel, MIN (until, stop - 1), error);
      HdEngineStatus rested;

      if (status != HD_KERNEL_UNTIL || until < stop)
        return interpret (self, status, until, error);
      if (is_over (self, stop - 1))
        return end (self, until, error);
      rested = rest_until (self, stop, error);
      if (rested != HD_ENGINE_REACHED)
        return rested;
    }
}

/* In ascending order. */
static void
list_once (GArray *numbers)
{
  guint n = 0;

  g_array_sort (numbers, hd_compare_numbers);
  for (guint i = 0; i < numbers->len; i++)
    if (n == 0 || g_array_index (numbers, guint32, i) != g_array_index (numbers, guint32, n - 1))
      g_array_index (numbers, guint32, n++) = g_array_index (numbers, guint32, i);
  g_array_set_size (numbers, n);
}

void
hd_engine_tell_errands (HdEngine *self)
{
  hd_run_parts_tell_paused (self->parts, self->started ? self->n_parts : 0, self->record);
}

/* At who waits, so that it can be shown. */
static void
report_deadlock (HdEngine *self,
                 const char *message)
{
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (guint32)), links = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint i = 0; i < self->n_parts && nodes->len == 0; i++)
    if (self->parts[i]->class->find_waiting != NULL)
      self->parts[i]->class->find_waiting (self->parts[i], nodes, links);
  list_once (nodes);
  hd_engine_tell_errands (self);
  _hd_design_report_waiting (self->design, self->problems, HD_PROBLEM_DEADLOCK, nodes, links, message);
}

static void
report_failure (HdEngine *self,
                const GError *error)
{
  if (g_error_matches (error, HD_ERROR, HD_ERROR_DEADLOCK))
    report_deadlock (self, error->message);
  else if (g_error_matches (error, HD_ERROR, HD_ERROR_NAME)) /* of the one to the other there is no way */
    _hd_design_report_run (self->design, self->problems, HD_PROBLEM_NO_ROUTE, HD_SEVERITY_ERROR, NULL, NULL, "%s", error->message);
  else if (g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT))
    _hd_design_report_run (self->design, self->problems, HD_PROBLEM_LIMIT, HD_SEVERITY_ERROR, NULL, NULL, "%s", error->message);
}

HdEngineStatus
hd_engine_advance (HdEngine *self,
                   HdTime until,
                   const HdStep *step,
                   GError **error)
{
  HdEngineStatus status = HD_ENGINE_INTERRUPTED;

  if (!self->started)
    {
      self->started = TRUE;
      if (!hd_kernel_start (self->kernel, error))
        status = HD_ENGINE_FAILED;
      else
        _hd_record_set_board (self->record, hd_kernel_get_board (self->kernel), self->partitions);
    }
  until = MIN (until, get_last (self));
  if (status != HD_ENGINE_FAILED && step != NULL)
    status = advance_step (self, *step, error);
  else if (status != HD_ENGINE_FAILED)
    status = run (self, until, error);
  self->failed = status == HD_ENGINE_FAILED;
  if (self->failed)
    report_failure (self, *error);
  return status;
}

void
hd_engine_interrupt (HdEngine *self)
{
  __atomic_store_n (&self->interrupted, TRUE, __ATOMIC_RELAXED);
  hd_kernel_pause (self->kernel);
}

double
hd_engine_get_progress (HdEngine *self)
{
  HdTime until = hd_design_get_run_settings (self->design)->until;
  HdRunPart *work = __atomic_load_n (&self->work, __ATOMIC_ACQUIRE);
  double progress = work != NULL ? work->class->get_progress (work) : -1;

  if (until == HD_TIME_MAX)
    return progress;
  return MAX (progress, (double) hd_record_get_time (self->record) / (double) until);
}

void
hd_engine_publish (HdEngine *self,
                   double wall_time_s)
{
  HdCounters counters = {
    .events = hd_kernel_get_n_events (self->kernel),
    .wall_time_s = wall_time_s,
    .memory_limit_bytes = hd_budget_get_limit (self->budget),
  };

  for (guint i = 0; self->started && i < self->n_parts; i++)
    if (self->parts[i]->class->add_counters != NULL)
      self->parts[i]->class->add_counters (self->parts[i], &counters);
  _hd_record_set_counters (self->record, &counters);
}

/* With what components have read. */
static void
tell_inputs (HdEngine *self)
{
  if (self->inputs == NULL)
    return;
  hd_input_list_add_shelf (self->inputs, hd_post_office_get_files (self->post));
  _hd_record_take_inputs (self->record, hd_input_list_to_text (self->inputs));
}

static char *
make_digest (HdEngine *self)
{
  HdDigest digest = hd_kernel_get_digest (self->kernel);

  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i]->class->add_digest != NULL)
      self->parts[i]->class->add_digest (self->parts[i], &digest);
  return hd_digest_to_string (&digest);
}

/* Up to where the run has got. */
static HdTime
get_end (HdEngine *self)
{
  HdTime end = get_work_end (self);

  return MAX (end < HD_TIME_MAX ? end : hd_kernel_get_time (self->kernel), hd_record_get_time (self->record));
}

/* Two parts on one link know nothing of each other. */
static void
warn_of_sharing (HdEngine *self)
{
  if (hd_run_layout_is_shared (self->layout, self->amounts))
    _hd_design_report_run (self->design, self->problems, HD_PROBLEM_VALUE, HD_SEVERITY_WARNING, NULL, _("Give the work links of its own"),
                           _("Work and components that act used the same links; their loads are added up, but neither slowed the other"));
}

static void
finish_parts (HdEngine *self,
              HdTime time)
{
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i]->class->finish != NULL)
      self->parts[i]->class->finish (self->parts[i], time);
  _hd_record_take_open_spans (self->record, g_array_new (FALSE, FALSE, sizeof (HdOpenSpan)));
  _hd_record_take_accesses (self->record, NULL);
  if (self->watch != NULL)
    {
      read_loads (self, time);
      hd_frames_finish (_hd_record_get_frames (self->record), time, self->amounts);
      warn_of_sharing (self);
    }
  /* The work is what a run is for: its figures stand before those of the components beside it. */
  for (guint i = self->n_parts; i-- > 0;)
    if (self->parts[i]->class->write_metrics != NULL)
      self->parts[i]->class->write_metrics (self->parts[i], time);
}

/* What a fault in it is to a run that has come to its end, it is to nobody else. */
static gboolean
end_parts (HdEngine *self,
           gboolean is_whole,
           GError **error)
{
  g_autoptr (GError) reason = NULL;

  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i]->class->end != NULL)
      self->parts[i]->class->end (self->parts[i], is_whole, is_whole && reason == NULL ? &reason : NULL);
  if (reason == NULL)
    return TRUE;
  _hd_design_report_run (self->design, self->problems, HD_PROBLEM_LIMIT, HD_SEVERITY_ERROR, NULL, NULL, "%s", reason->message);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* After a fault nobody waits for programs. Errands stay, as they say who waits. */
static void
finish_kernel (HdEngine *self)
{
  if (self->failed && self->children != NULL)
    hd_child_keeper_stop (self->children);
  if (self->failed)
    hd_kernel_abandon (self->kernel);
  else
    {
      hd_kernel_finish (self->kernel, NULL);
      _hd_record_take_errands (self->record, NULL);
    }
}

gboolean
hd_engine_finish (HdEngine *self,
                  gboolean is_whole,
                  double wall_time_s,
                  GError **error)
{
  gboolean ended_well;
  HdTime time;

  if (self->finished || !self->started)
    return TRUE;
  self->finished = TRUE;
  time = get_end (self);
  finish_kernel (self);
  ended_well = end_parts (self, is_whole, error);
  finish_parts (self, time);
  hd_gather_samples (self->record, self->kernel, self->partitions);
  _hd_record_publish (self->record, time);
  hd_engine_publish (self, wall_time_s);
  hd_sync_write (self->record, self->kernel, wall_time_s);
  _hd_record_take_digest (self->record, make_digest (self));
  tell_inputs (self);
  return ended_well;
}
