/* hd-flow-laps.c: laps of rings that were written down, for rings that come to the same state
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-drift"

#include "hd-flow-drift-private.h"

#include <string.h>

#include "hd-splitmix.h"

/* Training does the same all-reduce for each layer. A lap is a function of the state at its beginning as hd-flow-drift.c has it, told from then, of the paths on
 * which others flow over resources that the solver looked at, and of the levels at which those are held then, which may be where it did not look, as long as none of
 * these ends and no transfer comes to its last round. So one that was written
 * down need not be simulated when that state is there again: it and those that follow it are advanced at once. The states are compared whole; the sign only says
 * which may be equal. */

#define MOST_LAPS 64
#define MOST_NOTES_OF_OTHERS 10000 /* in each */

typedef struct
{
  guint32 path;
  double factor;
  guint32 begun; /* rounds, in the lap */
} LapTask;

typedef struct
{
  guint32 from;
  guint32 to;
  gboolean each_round;
  gboolean leaves_behind;
  HdTime delay; /* if it is @each_round */
} LapWait;

/* A transfer of others: as many of the notes of the lap are its own. */
typedef struct
{
  guint32 path;
  guint32 action; /* which it is now; unused in a lap that is kept */
  guint n_notes;
  HdFlowLevel level; /* between laps, at the beginning as at the end */
} LapOther;

typedef struct
{
  guint64 sign;
  LapTask *tasks;
  guint n_tasks;
  LapWait *waits;
  guint n_waits;
  HdDriftWord *words; /* at the beginning; times from then */
  gint64 *shifts;     /* of each */
  guint n_words;
  HdTime period;
  guint64 n_following; /* laps that may follow with these shifts */
  guint32 *looked;    /* resources */
  guint n_looked;
  GArray *others;     /* of LapOther, by path; on these resources */
  GArray *notes;      /* of HdDriftNote, of others in turn; times from the beginning */
  GArray *usage;      /* of HdFlowUsageLap */
} Lap;

struct _HdFlowLaps
{
  Lap laps[MOST_LAPS];
  guint n_laps;
  guint next; /* to be replaced */
};

HdFlowLaps *
hd_flow_laps_new (void)
{
  return g_new0 (HdFlowLaps, 1);
}

static void
clear_lap (Lap *lap)
{
  g_free (lap->tasks);
  g_free (lap->waits);
  g_free (lap->words);
  g_free (lap->shifts);
  g_free (lap->looked);
  g_array_unref (lap->others);
  g_array_unref (lap->notes);
  g_array_unref (lap->usage);
}

void
hd_flow_laps_free (HdFlowLaps *self)
{
  for (guint i = 0; i < self->n_laps; i++)
    clear_lap (&self->laps[i]);
  g_free (self);
}

static inline gint64
get_word (const HdFlowDrift *drift,
          guint word)
{
  const HdDriftWord *w = &g_array_index (drift->begin, HdDriftWord, word);

  return w->is_time ? w->word - drift->start : w->word;
}

static guint64
find_sign (const HdFlowDrift *drift)
{
  guint64 sign = 0;

  for (guint i = 0; i < drift->begin->len; i++)
    sign = hd_splitmix_scramble (sign ^ (guint64) get_word (drift, i));
  return sign;
}

static LapWait
get_wait (const HdFlowWait *wait)
{
  return (LapWait) { wait->from, wait->to, wait->each_round, wait->leaves_behind, wait->each_round ? wait->delay : 0 };
}

/* ---- others ---------------------------------------------------------------------------------------------------------- */

static void
find_other (const HdFlowDrift *drift,
            guint32 flow,
            GArray *others)
{
  const HdFlowAction *a = &drift->network->actions[flow];
  LapOther other = { a->path, flow, 0, drift->network->solver->flows[flow].level };

  if (a->batch != drift->batch)
    g_array_append_val (others, other);
}

static int
compare_others (gconstpointer a,
                gconstpointer b)
{
  const LapOther *x = a, *y = b;

  if (x->path != y->path)
    return x->path < y->path ? -1 : 1;
  return x->action < y->action ? -1 : x->action > y->action;
}

/* Transfers of others that flow on resources of @lap now: each once, by path. */
static GArray *
find_others (const Lap *lap,
             const HdFlowDrift *drift)
{
  GArray *others = g_array_new (FALSE, FALSE, sizeof (LapOther));
  guint n = 0;

  for (guint i = 0; i < lap->n_looked; i++)
    {
      const HdFlowResource *r = &drift->network->solver->resources[lap->looked[i]];

      if (r->alone != HD_FLOW_NO_FLOW)
        find_other (drift, r->alone, others);
      for (guint k = 0; k < r->n_members; k++)
        find_other (drift, r->members[k].flow, others);
    }
  g_array_sort (others, compare_others);
  for (guint i = 0; i < others->len; i++)
    if (i == 0 || g_array_index (others, LapOther, i).action != g_array_index (others, LapOther, n - 1).action)
      g_array_index (others, LapOther, n++) = g_array_index (others, LapOther, i);
  g_array_set_size (others, n);
  return others;
}

/* ---- keeping --------------------------------------------------------------------------------------------------------- */

/* Whether no transfer came to its last round, and what others do is little enough. */
static gboolean
may_keep (const HdFlowDrift *drift,
          const HdFlowOrder *order)
{
  if (drift->first_note[drift->first[3]] - drift->first_note[drift->first[2]] > MOST_NOTES_OF_OTHERS)
    return FALSE;
  for (guint i = 0; i < order->n_tasks; i++)
    if (g_array_index (order->begun, guint32, i) > 0 && order->tasks[i].ended == order->tasks[i].rounds)
      return FALSE;
  return TRUE;
}

static Lap *
take_lap (HdFlowLaps *self)
{
  Lap *lap;

  if (self->n_laps < MOST_LAPS)
    return &self->laps[self->n_laps++];
  lap = &self->laps[self->next];
  self->next = (self->next + 1) % MOST_LAPS;
  clear_lap (lap);
  return lap;
}

static void
keep_looked (Lap *lap,
             const HdFlowDrift *drift)
{
  lap->n_looked = 0;
  lap->looked = g_new (guint32, drift->n_resources);
  for (guint32 i = 0; i < drift->n_resources; i++)
    if (drift->first_look[i + 1] > drift->first_look[i])
      lap->looked[lap->n_looked++] = i;
}

static void
keep_others (Lap *lap,
             const HdFlowDrift *drift)
{
  lap->others = find_others (lap, drift);
  lap->notes = g_array_new (FALSE, FALSE, sizeof (HdDriftNote));
  for (guint i = 0; i < lap->others->len; i++)
    {
      LapOther *other = &g_array_index (lap->others, LapOther, i);
      guint32 object = drift->first[2] + other->action;

      other->n_notes = _hd_flow_drift_count_notes (drift, object);
      for (guint k = 0; k < other->n_notes; k++)
        {
          HdDriftNote note = _hd_flow_drift_get_notes (drift, object)[k];

          note.time -= drift->start;
          g_array_append_val (lap->notes, note);
        }
    }
}

/** hd_flow_laps_keep: the lap that @drift wrote down has ended now */
void
hd_flow_laps_keep (HdFlowLaps *self,
                   const HdFlowDrift *drift)
{
  const HdFlowOrder *order = hd_flow_network_get_batch (drift->network, drift->batch)->order;
  Lap *lap;

  if (!may_keep (drift, order))
    return;
  lap = take_lap (self);
  *lap = (Lap) {
    .sign = find_sign (drift),
    .tasks = g_new (LapTask, order->n_tasks),
    .n_tasks = order->n_tasks,
    .waits = g_new (LapWait, order->n_waits),
    .n_waits = order->n_waits,
    .words = g_new (HdDriftWord, drift->begin->len),
    .shifts = g_new (gint64, drift->begin->len),
    .n_words = drift->begin->len,
    .period = drift->now - drift->start,
    .n_following = drift->n_following,
    .usage = g_array_new (FALSE, FALSE, sizeof (HdFlowUsageLap)),
  };
  for (guint i = 0; i < order->n_tasks; i++)
    lap->tasks[i] = (LapTask) { order->tasks[i].path, order->tasks[i].factor, g_array_index (order->begun, guint32, i) };
  for (guint i = 0; i < order->n_waits; i++)
    lap->waits[i] = get_wait (&order->waits[i]);
  for (guint i = 0; i < lap->n_words; i++)
    {
      const HdDriftWord *begin = &g_array_index (drift->begin, HdDriftWord, i), *end = &g_array_index (drift->end, HdDriftWord, i);

      lap->words[i] = (HdDriftWord) { get_word (drift, i), begin->is_time };
      lap->shifts[i] = end->word - begin->word;
    }
  keep_looked (lap, drift);
  keep_others (lap, drift);
  if (drift->network->usage != NULL)
    hd_flow_usage_get_lap (drift->network->usage, drift->now, lap->usage);
}

/* ---- recalling ------------------------------------------------------------------------------------------------------- */

static gboolean
is_state (const Lap *lap,
          const HdFlowDrift *drift)
{
  if (lap->n_words != drift->begin->len)
    return FALSE;
  for (guint i = 0; i < lap->n_words; i++)
    if (lap->words[i].word != get_word (drift, i) || lap->words[i].is_time != g_array_index (drift->begin, HdDriftWord, i).is_time)
      return FALSE;
  return TRUE;
}

static gboolean
is_order (const Lap *lap,
          const HdFlowOrder *order)
{
  if (lap->n_tasks != order->n_tasks || lap->n_waits != order->n_waits)
    return FALSE;
  for (guint i = 0; i < lap->n_tasks; i++)
    if (lap->tasks[i].path != order->tasks[i].path || lap->tasks[i].factor != order->tasks[i].factor)
      return FALSE;
  for (guint i = 0; i < lap->n_waits; i++)
    {
      LapWait wait = get_wait (&order->waits[i]);

      if (lap->waits[i].from != wait.from || lap->waits[i].to != wait.to || lap->waits[i].each_round != wait.each_round ||
          lap->waits[i].leaves_behind != wait.leaves_behind || lap->waits[i].delay != wait.delay)
        return FALSE;
    }
  return TRUE;
}

/* Whether @others flow on the same paths as those of @lap did, and as fast. */
static gboolean
are_others (const Lap *lap,
            const GArray *others)
{
  if (lap->others->len != others->len)
    return FALSE;
  for (guint i = 0; i < others->len; i++)
    {
      const LapOther *then = &g_array_index (lap->others, LapOther, i), *now = &g_array_index (others, LapOther, i);

      if (then->path != now->path || !hd_flow_level_equal (then->level, now->level))
        return FALSE;
    }
  return TRUE;
}

/* As if the lap before had been written down, so that the one that begins now follows it. */
static void
write_notes (const Lap *lap,
             HdFlowDrift *drift,
             const GArray *others)
{
  guint n = 0;

  for (guint i = 0; i < others->len; i++)
    for (guint k = 0; k < g_array_index (lap->others, LapOther, i).n_notes; k++)
      {
        HdDriftNote note = g_array_index (lap->notes, HdDriftNote, n++);

        note.object = drift->first[2] + g_array_index (others, LapOther, i).action;
        note.time += drift->start - note.shift;
        _hd_flow_drift_write (drift, &note);
      }
}

/**
 * hd_flow_laps_recall:
 * @drift: which has kept the state, with which a lap begins now
 * @out_begun: (array): set to the rounds of each transfer in a lap
 *
 * Returns: whether that lap is known; @drift is then as if the one before it had been written down and counted
 */
gboolean
hd_flow_laps_recall (HdFlowLaps *self,
                     HdFlowDrift *drift,
                     guint32 *out_begun,
                     HdTime *out_period)
{
  const HdFlowOrder *order = hd_flow_network_get_batch (drift->network, drift->batch)->order;
  guint64 sign = self->n_laps > 0 ? find_sign (drift) : 0;

  for (guint i = 0; i < self->n_laps; i++)
    {
      const Lap *lap = &self->laps[i];
      g_autoptr (GArray) others = NULL;

      if (lap->sign != sign || !is_order (lap, order) || !is_state (lap, drift))
        continue;
      others = find_others (lap, drift);
      if (!are_others (lap, others))
        continue;
      write_notes (lap, drift, others);
      _hd_flow_drift_set_lap (drift, lap->shifts, lap->period, lap->n_following + 1);
      for (guint t = 0; t < lap->n_tasks; t++)
        out_begun[t] = lap->tasks[t].begun;
      if (drift->network->usage != NULL)
        hd_flow_usage_set_lap (drift->network->usage, drift->now, lap->usage);
      *out_period = lap->period;
      return TRUE;
    }
  return FALSE;
}
