/* hd-strategy-request.c: each partition goes as far as its neighbours' clocks allow
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Conservative and asynchronous. A partition may run all events before the smallest clock of the channels that lead to it; from its own next event
 * and that clock follows what it can promise its neighbours in turn. Two strategies differ in when they tell it:
 *
 * null-message tells all neighbours after every event (Chandy and Misra, "Distributed simulation: a case study in design and verification of
 * distributed programs", 1979; Bryant, 1977). A null message is one store into the channel's clock.
 *
 * request tells it along with messages, and otherwise when asked: who cannot go on writes the clock that it needs into the channel that holds it up most
 * (null messages with time requests, as in BDSim). Kept exact: every event has its own time, and only events strictly before the clocks are
 * run, so that all of one time are there before the first of them. It also jumps over empty time: when nothing is under way (hd-quiet.h), no event can
 * happen before the earliest pending one.
 *
 * Safety. Events of partition F still to come are at or after the smaller of its next event and its bound: pending ones by the former; those not seen
 * yet by the latter, because clocks only grow and were read before the mail. So what F sends on is at or after that plus the lookahead: the promise.
 *
 * Progress. Say all sleep though an event is due, and F has the earliest. A clock that is not after it holds it up, and F has asked for more there. The
 * partition behind has told all that it can, so it is itself held up by a smaller clock, for which it has asked. From one to the next clocks
 * fall by the lookahead, which is at least 1; so along a circle they would be smaller than themselves.
 */
#define G_LOG_DOMAIN "hd-strategy-request"

#include "hd-strategy.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-kernel-private.h"
#include "hd-quiet.h"
#include "hd-team.h"

#define REQUEST_BATCH 64
#define LOOKS_PER_JUMP 16
#define SLEEP_US 100000
#define ROUNDS_PER_WALL_CHECK 4096
#define MAX_TOLD 8 /* partitions in a deadlock's message */

/* What a step has done; each includes those before it. */
typedef enum
{
  DID_NOTHING,
  DID_TELL, /* a neighbour how far it is */
  DID_WORK, /* took mail or ran events */
} Deed;

/* A partition, for the thread that works on it. */
typedef struct
{
  _Alignas (HD_LINE) HdPartition *partition;
  HdBoardLine *line;
  const HdChannelEnds *ends;
  HdTime next;   /* of its events; HD_TIME_MAX without */
  HdTime bound;  /* the smallest clock */
  guint32 bound_by;
  gint64 idle_since_us; /* 0: it is not */
} Lane;

typedef struct
{
  HdTeam team;
  Lane *lanes;
  guint64 batch;
  gboolean is_eager;

  _Alignas (HD_LINE) _Atomic HdTime floor; /* no event happens before it any more */
  _Atomic HdTime end;                      /* last time whose events run; a failure lowers it */
  atomic_int has_stopped;
} Clocks;

static void
wake_all (Clocks *self)
{
  for (guint i = 0; i < hd_crew_get_n_workers (self->team.crew); i++)
    hd_crew_wake (self->team.crew, i);
}

static void
stop (Clocks *self)
{
  atomic_store_explicit (&self->has_stopped, TRUE, memory_order_seq_cst);
  wake_all (self);
}

static gboolean
has_stopped (Clocks *self)
{
  return atomic_load_explicit (&self->has_stopped, memory_order_seq_cst);
}

static HdTime
get_end (Clocks *self)
{
  return atomic_load_explicit (&self->end, memory_order_relaxed);
}

/* ---- one step of one partition --------------------------------------------------------------------------------------- */

/* Before the mail is looked at; returns whether there is any. */
static gboolean
read_clocks (Clocks *self,
             Lane *lane)
{
  HdTime floor = atomic_load_explicit (&self->floor, memory_order_seq_cst);
  gboolean has_mail = FALSE;

  lane->bound = HD_TIME_MAX;
  lane->bound_by = HD_NO_PARTITION;
  for (guint i = 0; i < lane->ends->n_in; i++)
    {
      HdChannel *channel = lane->ends->in[i];
      HdTime clock = atomic_load_explicit (&channel->clock, memory_order_seq_cst);

      clock = MAX (clock, hd_time_add (floor, channel->lookahead));
      if (clock < lane->bound)
        {
          lane->bound = clock;
          lane->bound_by = channel->from;
        }
      has_mail |= atomic_load_explicit (&channel->tail, memory_order_seq_cst) != channel->taken;
    }
  return has_mail;
}

/* Passes on what was sent, and what can be promised; returns whether anybody was told anything. */
static gboolean
tell (Clocks *self,
      Lane *lane)
{
  HdTime promise = MIN (lane->next, lane->bound);
  guint64 n_sent = 0, n_null = 0;
  gboolean has_told = FALSE;

  for (guint i = 0; i < lane->ends->n_out; i++)
    {
      HdChannel *channel = lane->ends->out[i];
      HdTime clock = hd_time_add (promise, channel->lookahead);
      guint64 n = hd_channel_flush (channel);
      gboolean is_due = n > 0;

      if (n > 0) /* its reader may be about to sleep: see hd_crew_prepare () */
        atomic_thread_fence (memory_order_seq_cst);
      if (clock > channel->told &&
          (n > 0 || self->is_eager || atomic_load_explicit (&channel->want, memory_order_seq_cst) > channel->told))
        {
          channel->told = clock;
          atomic_store_explicit (&channel->clock, clock, memory_order_seq_cst);
          n_null += n == 0;
          is_due = TRUE;
        }
      if (is_due)
        {
          hd_crew_wake (self->team.crew, hd_board_get (&self->lanes[channel->to].line->thread));
          has_told = TRUE;
        }
      n_sent += n;
    }
  if (n_sent > 0)
    {
      _hd_kernel_publish (self->team.kernel, lane->partition->index);
      hd_board_add (&lane->line->sent, n_sent);
    }
  if (n_null > 0)
    hd_board_add (&lane->line->null_messages, n_null);
  return has_told;
}

static gboolean
is_wanted (Lane *lane)
{
  for (guint i = 0; i < lane->ends->n_out; i++)
    if (atomic_load_explicit (&lane->ends->out[i]->want, memory_order_relaxed) > lane->ends->out[i]->told)
      return TRUE;
  return FALSE;
}

/* Whether to wait until a receiver has caught up: not when others wait for this partition. Taking mail never waits, so it will. */
static gboolean
is_held (Lane *lane)
{
  for (guint i = 0; i < lane->ends->n_out; i++)
    if (G_UNLIKELY (hd_channel_is_crowded (lane->ends->out[i])))
      return !is_wanted (lane);
  return FALSE;
}

/* A component's failure lets the others come up to it, so that the first one of all is found. Limits and requests end the run where it is. */
static void
on_stopped (Clocks *self,
            Lane *lane)
{
  GError *error = lane->partition->error;
  HdTime end = get_end (self);

  if (error == NULL || g_error_matches (error, HD_ERROR, HD_ERROR_LIMIT))
    {
      stop (self);
      return;
    }
  while (lane->partition->failed_at.time < end &&
         !atomic_compare_exchange_weak_explicit (&self->end, &end, lane->partition->failed_at.time, memory_order_relaxed, memory_order_relaxed))
    ;
}

static void
note_idle (Lane *lane,
           gboolean is_idle)
{
  if (is_idle == (lane->idle_since_us != 0))
    return;
  if (is_idle)
    {
      lane->idle_since_us = g_get_monotonic_time ();
      hd_board_set (&lane->line->waits_for, lane->bound_by);
      return;
    }
  hd_board_add (&lane->line->waiting_us, g_get_monotonic_time () - lane->idle_since_us);
  hd_board_set (&lane->line->waits_for, HD_NO_PARTITION);
  lane->idle_since_us = 0;
}

/* Whether there is an event up to @last; at the last of all times that takes a look. */
static gboolean
has_event (const Lane *lane,
           HdTime last)
{
  return lane->next <= last && (lane->next < HD_TIME_MAX || hd_partition_peek (lane->partition) != NULL);
}

static Deed
step (Clocks *self,
      Lane *lane)
{
  HdPartition *partition = lane->partition;
  gboolean has_mail = read_clocks (self, lane);
  HdTime last = MIN (lane->bound < HD_TIME_MAX ? lane->bound - 1 : HD_TIME_MAX, get_end (self));
  const HdEvent *next;

  if (!has_mail && (!has_event (lane, last) || partition->error != NULL))
    {
      note_idle (lane, TRUE);
      return tell (self, lane) ? DID_TELL : DID_NOTHING;
    }

  note_idle (lane, FALSE);
  hd_quiet_close (lane->line);
  hd_channel_map_drain (self->team.channels, partition);
  if (partition->error == NULL && is_held (lane))
    g_thread_yield ();
  else if (partition->error == NULL)
    hd_partition_run (partition, last, self->batch);
  if (G_UNLIKELY (partition->error != NULL || __atomic_load_n (&self->team.kernel->requests, __ATOMIC_RELAXED) != HD_REQUEST_NONE))
    on_stopped (self, lane);
  next = hd_partition_peek (partition);
  lane->next = next != NULL ? next->time : HD_TIME_MAX;
  if (G_UNLIKELY (partition->error != NULL))
    lane->next = MIN (lane->next, partition->failed_at.time);
  tell (self, lane);
  hd_board_set (&lane->line->clock, MIN (lane->next, lane->bound));
  hd_board_set (&lane->line->events, partition->n_events);
  hd_board_set (&lane->line->pending, hd_event_queue_get_length (partition->queue));
  hd_quiet_open (lane->line, partition->error == NULL ? lane->next : HD_TIME_MAX);
  return DID_WORK;
}

/* A clock without which neither an own event can run nor a neighbour be answered, and that was not asked for yet. */
typedef struct
{
  HdTime goal; /* the clock must come after it; HD_TIME_MAX for none */
  Lane *lane;
  HdChannel *channel;
} Question;

/* What the lane would ask. Of clocks that are too early it is the smallest: often a message has moved the others on before their turn comes. */
static Question
find_question (Clocks *self,
               Lane *lane)
{
  HdTime goal = lane->next <= get_end (self) && lane->partition->error == NULL ? lane->next : HD_TIME_MAX;
  HdTime floor = atomic_load_explicit (&self->floor, memory_order_relaxed);
  HdTime smallest = HD_TIME_MAX;
  HdChannel *asked = NULL;

  for (guint i = 0; i < lane->ends->n_out; i++)
    {
      HdTime want = atomic_load_explicit (&lane->ends->out[i]->want, memory_order_seq_cst);

      if (want > lane->ends->out[i]->told)
        goal = MIN (goal, want - lane->ends->out[i]->lookahead);
    }
  for (guint i = 0; i < lane->ends->n_in && goal < HD_TIME_MAX; i++)
    {
      HdChannel *channel = lane->ends->in[i];
      HdTime clock = atomic_load_explicit (&channel->clock, memory_order_relaxed);

      clock = MAX (clock, hd_time_add (floor, channel->lookahead));
      if (clock < smallest)
        {
          smallest = clock;
          asked = channel;
        }
    }
  if (asked == NULL || smallest > goal || atomic_load_explicit (&asked->want, memory_order_relaxed) > goal)
    return (Question){ .goal = HD_TIME_MAX };
  return (Question){ goal, lane, asked };
}

static void
ask (Clocks *self,
     const Question *question)
{
  atomic_store_explicit (&question->channel->want, question->goal + 1, memory_order_seq_cst);
  hd_board_add (&question->lane->line->requests, 1);
  hd_crew_wake (self->team.crew, hd_board_get (&self->lanes[question->channel->from].line->thread));
}

/* ---- a thread -------------------------------------------------------------------------------------------------------- */

/* Ends the run if nothing is left to do, else lets all jump to the earliest event; returns whether either happened. */
static gboolean
look_around (Clocks *self)
{
  HdTime floor = atomic_load_explicit (&self->floor, memory_order_relaxed);
  HdTime next;

  if (!hd_quiet_look (self->team.kernel->board, &next))
    return FALSE;
  if (next == HD_TIME_MAX || next > get_end (self))
    {
      stop (self);
      return TRUE;
    }
  while (!self->is_eager && floor < next)
    if (atomic_compare_exchange_weak_explicit (&self->floor, &floor, next, memory_order_seq_cst, memory_order_relaxed))
      {
        wake_all (self);
        return TRUE;
      }
  return FALSE;
}

static Deed
step_all (Clocks *self,
          guint first,
          guint behind)
{
  Deed most = DID_NOTHING;

  for (guint i = first; i < behind && !has_stopped (self); i++)
    {
      Deed deed = step (self, &self->lanes[i]);

      most = MAX (most, deed);
    }
  return most;
}

/* Of a thread's partitions that with the earliest event asks first: its event may spare the others their questions. Returns whether one had any. */
static gboolean
ask_first (Clocks *self,
           guint first,
           guint behind)
{
  Question earliest = { .goal = HD_TIME_MAX };

  for (guint i = first; i < behind && !self->is_eager; i++)
    {
      Question question = find_question (self, &self->lanes[i]);

      if (question.goal < earliest.goal)
        earliest = question;
    }
  if (earliest.goal == HD_TIME_MAX)
    return FALSE;
  ask (self, &earliest);
  return TRUE;
}

/* Changes with everything that any partition does; 0 while one of them is at work. */
static guint64
sum_progress (Clocks *self)
{
  guint64 sum = 1;

  for (guint i = 0; i < self->team.kernel->n_partitions; i++)
    {
      HdBoardLine *line = self->lanes[i].line;
      guint64 activity = atomic_load_explicit (&line->activity, memory_order_relaxed);

      if (activity % 2 != 0)
        return 0;
      sum += activity + hd_board_get (&line->null_messages) + hd_board_get (&line->requests);
    }
  return sum;
}

static void
report_deadlock (Clocks *self,
                 Lane *lane)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = self->team.kernel->n_partitions, n_told = 0;

  for (guint i = 0; i < n && n_told < MAX_TOLD; i++)
    {
      HdBoardLine *line = self->lanes[i].line;
      guint32 other = hd_board_get (&line->waits_for);
      HdTime next = hd_board_get (&line->next);
      HdChannel *channel;

      if (next == HD_TIME_MAX || other == HD_NO_PARTITION)
        continue;
      channel = self->team.channels->by_pair[(gsize) other * n + i];
      if (n_told++ > 0)
        g_string_append (text, "; ");
      g_string_append_printf (text, _("partition %u, with an event at %" PRId64 " ps, waits for the channel from partition %u, whose clock is "
                                      "%" PRId64 " ps"),
                              i, next, other, (gint64) atomic_load_explicit (&channel->clock, memory_order_relaxed));
    }
  hd_partition_fail (lane->partition, g_error_new (HD_ERROR, HD_ERROR_DEADLOCK, _("No partition can go on: %s"), text->str));
  stop (self);
}

/* How long nothing has happened. */
typedef struct
{
  guint64 progress;
  gint64 since_us;
} Watch;

/* Asleep until another thread has something for this one; long without any progress is a deadlock, unless a component waits for a program. */
static void
sleep_once (Clocks *self,
            guint worker,
            Lane *first,
            Watch *watch)
{
  gint64 patience_us = self->team.kernel->options.patience_us;
  guint64 progress;

  if (hd_crew_sleep (self->team.crew, worker, MIN (SLEEP_US, patience_us)) || worker != 0)
    return;
  progress = sum_progress (self);
  if (progress == 0 || progress != watch->progress || __atomic_load_n (&self->team.kernel->n_listening, __ATOMIC_RELAXED) > 0)
    *watch = (Watch){ progress, g_get_monotonic_time () };
  else if (g_get_monotonic_time () - watch->since_us >= patience_us)
    report_deadlock (self, first);
}

/* Whether the run has been stopped, from outside too. */
static gboolean
is_over (Clocks *self,
         Lane *first,
         guint round)
{
  if (G_UNLIKELY (__atomic_load_n (&self->team.kernel->requests, __ATOMIC_RELAXED) != HD_REQUEST_NONE) ||
      (round % ROUNDS_PER_WALL_CHECK == 0 && !hd_partition_check_wall_time (first->partition)))
    stop (self);
  return has_stopped (self);
}

static void
run_worker (gpointer data,
            guint worker)
{
  Clocks *self = data;
  HdCrew *crew = self->team.crew;
  guint first = hd_team_get_first (&self->team, worker), behind = hd_team_get_first (&self->team, worker + 1);
  guint patience = hd_crew_get_patience (crew);
  guint n_looks = 0; /* since something was done */
  guint n_idle = 0;  /* rounds without work: neighbours that only tell each other how far they are may creep for long */
  Watch watch = { 0 };

  for (guint round = 1; !is_over (self, &self->lanes[first], round); round++)
    {
      Deed deed = step_all (self, first, behind);

      n_idle = deed == DID_WORK ? 0 : n_idle + 1;
      if (n_idle % LOOKS_PER_JUMP == 2)
        look_around (self);
      if (deed != DID_NOTHING)
        {
          n_looks = 0;
          continue;
        }
      if (ask_first (self, first, behind))
        continue;
      if (n_looks++ < patience)
        {
          hd_crew_relax ();
          continue;
        }
      n_looks = 0;
      hd_crew_prepare (crew, worker);
      if (step_all (self, first, behind) != DID_NOTHING || look_around (self) || has_stopped (self))
        {
          hd_crew_stay (crew, worker);
          continue;
        }
      if (ask_first (self, first, behind))
        {
          hd_crew_stay (crew, worker);
          continue;
        }
      sleep_once (self, worker, &self->lanes[first], &watch);
    }
  for (guint i = first; i < behind; i++)
    note_idle (&self->lanes[i], FALSE);
}

/* ---- the strategies -------------------------------------------------------------------------------------------------- */

static gboolean
run_clocks (HdTeam *team,
            HdTime end)
{
  Clocks *self = (Clocks *) team;
  HdTime earliest = HD_TIME_MAX;

  for (guint i = 0; i < team->kernel->n_partitions; i++)
    {
      Lane *lane = &self->lanes[i];
      const HdEvent *next = hd_partition_peek (lane->partition);

      lane->next = next != NULL ? next->time : HD_TIME_MAX;
      hd_board_set (&lane->line->next, lane->next);
      earliest = MIN (earliest, lane->next);
    }
  if (!self->is_eager)
    self->floor = MAX (self->floor, earliest);
  self->end = end;
  self->has_stopped = FALSE;
  hd_crew_run (team->crew, run_worker, self);
  return __atomic_load_n (&team->kernel->requests, __ATOMIC_RELAXED) == HD_REQUEST_NONE;
}

static HdKernelStatus
run (HdKernel *kernel,
     gpointer state,
     HdTime until)
{
  return hd_team_run (state, until, run_clocks);
}

static void
deliver (HdKernel *kernel,
         gpointer state,
         HdPartition *from,
         HdPartition *to,
         const HdEvent *event,
         const HdMessage *message)
{
  hd_channel_map_push (((Clocks *) state)->team.channels, from, to, event, message);
}

static Clocks *
begin (HdKernel *kernel,
       gboolean is_eager,
       guint64 batch)
{
  Clocks *self = g_aligned_alloc0 (1, sizeof (Clocks), HD_LINE);

  hd_team_init (&self->team, kernel);
  self->is_eager = is_eager;
  self->batch = kernel->options.batch > 0 ? kernel->options.batch : batch;
  self->lanes = g_aligned_alloc0 (kernel->n_partitions, sizeof (Lane), HD_LINE);
  for (guint i = 0; i < kernel->n_partitions; i++)
    self->lanes[i] = (Lane){
      .partition = &kernel->partitions[i],
      .line = &kernel->board->lines[i],
      .ends = &self->team.channels->ends[i],
    };
  return self;
}

static gpointer
begin_null_message (HdKernel *kernel)
{
  return begin (kernel, TRUE, 1);
}

static gpointer
begin_request (HdKernel *kernel)
{
  return begin (kernel, FALSE, REQUEST_BATCH);
}

static void
end (HdKernel *kernel,
     gpointer state)
{
  Clocks *self = state;

  hd_team_clear (&self->team);
  g_aligned_free (self->lanes);
  g_aligned_free (self);
}

static const HdStrategy null_message = {
  .name = "null-message",
  .is_exact = TRUE,
  .uses_partitions = TRUE,
  .begin = begin_null_message,
  .end = end,
  .deliver = deliver,
  .run = run,
};

static const HdStrategy request = {
  .name = "request",
  .is_exact = TRUE,
  .uses_partitions = TRUE,
  .begin = begin_request,
  .end = end,
  .deliver = deliver,
  .run = run,
};

const HdStrategy *
hd_strategy_null_message (void)
{
  return &null_message;
}

const HdStrategy *
hd_strategy_request (void)
{
  return &request;
}
