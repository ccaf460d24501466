/* heddle-state-index.c: a series of states that knows how long each held in any range
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * At the first sample of every block stands for how long each state has held up to there. What held in a range is the difference of two such rows, and of the samples
 * of two blocks: exact, and as quick over a million samples as over a thousand. That takes a row for each block, so it is done for series of FEW states. Of more, the
 * samples of a column are added up one by one; in a range of more than MOST_SAMPLES the state that held for longest in a block of them stands for the block.
 */
#define G_LOG_DOMAIN "heddle-state-index"

#include "heddle-state-index.h"

#include <string.h>

#define BLOCK 64
#define FEW 256              /* states that have rows, idle among them */
#define IDLE 0               /* its slot in a row */
#define MOST_SAMPLES 100000

typedef struct
{
  gint64 begin;
  gsize first;         /* in the totals */
  guint n_slots;       /* that there were */
  gint32 longest;      /* this and the rest where there are many, once it is closed */
  gint64 longest_held;
  gint64 busy;
} Block;

struct _HeddleStateIndex
{
  GArray *times;       /* of gint64 */
  GArray *states;      /* of gint32 */
  GByteArray *places;  /* their slots, as long as there are few */
  GArray *blocks;      /* of Block */
  GArray *totals;      /* of gint64, ps: rows of blocks */
  GHashTable *slot_of; /* by state + 1 */
  gint32 slots[FEW];   /* their states */
  guint n_slots;       /* in use */
  gboolean has_many;   /* more than FEW: there are no more rows */
  guint n_closed;      /* blocks, where there are many */
  gint32 highest;      /* state */
  gint64 end;
  gint64 held[FEW];    /* up to the last sample */
};

HeddleStateIndex *
heddle_state_index_new (void)
{
  HeddleStateIndex *self = g_new0 (HeddleStateIndex, 1);

  self->times = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->states = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->places = g_byte_array_new ();
  self->blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  self->totals = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->slot_of = g_hash_table_new (NULL, NULL);
  self->slots[IDLE] = HEDDLE_STATE_IDLE;
  self->n_slots = 1;
  self->highest = HEDDLE_STATE_IDLE;
  return self;
}

void
heddle_state_index_free (HeddleStateIndex *self)
{
  g_array_unref (self->times);
  g_array_unref (self->states);
  g_byte_array_unref (self->places);
  g_array_unref (self->blocks);
  g_array_unref (self->totals);
  g_hash_table_unref (self->slot_of);
  g_free (self);
}

/* FEW if there are too many. */
static guint
find_slot (HeddleStateIndex *self,
           gint32 state)
{
  gpointer known = state < 0 ? NULL : g_hash_table_lookup (self->slot_of, GINT_TO_POINTER (state + 1));

  if (state < 0)
    return IDLE;
  if (known != NULL)
    return GPOINTER_TO_UINT (known);
  if (self->n_slots == FEW)
    return FEW;
  self->slots[self->n_slots] = state;
  g_hash_table_insert (self->slot_of, GINT_TO_POINTER (state + 1), GUINT_TO_POINTER (self->n_slots));
  return self->n_slots++;
}

/* What held for longest in a block of samples, which are all there with the begin of the next. */
static void
close_block (HeddleStateIndex *self,
             Block *block,
             guint first)
{
  const gint64 *times = (const gint64 *) (gpointer) self->times->data;
  const gint32 *states = (const gint32 *) (gpointer) self->states->data;

  block->longest = HEDDLE_STATE_IDLE;
  for (guint i = first; i < first + BLOCK; i++)
    {
      gint64 held = 0;

      if (states[i] < 0)
        continue;
      block->busy += times[i + 1] - times[i];
      for (guint k = i; k < first + BLOCK; k++)
        held += states[k] == states[i] ? times[k + 1] - times[k] : 0;
      if (held > block->longest_held)
        {
          block->longest_held = held;
          block->longest = states[i];
        }
    }
}

/* As long as there are few, what is known of a sample that is to be appended. */
static void
append_few (HeddleStateIndex *self,
            gint64 time_ps,
            gint32 state)
{
  guint n = self->times->len, slot = find_slot (self, state);
  guint8 place = (guint8) slot;

  self->has_many = slot == FEW;
  if (self->has_many)
    {
      g_array_set_size (self->totals, 0);
      g_byte_array_set_size (self->places, 0);
      return;
    }
  if (n > 0)
    self->held[self->places->data[n - 1]] += time_ps - g_array_index (self->times, gint64, n - 1);
  g_byte_array_append (self->places, &place, 1);
}

void
heddle_state_index_append (HeddleStateIndex *self,
                           gint64 time_ps,
                           gint32 state)
{
  guint n = self->times->len;

  state = MAX (state, HEDDLE_STATE_IDLE);
  self->highest = MAX (self->highest, state);
  if (!self->has_many)
    append_few (self, time_ps, state);
  g_array_append_val (self->times, time_ps);
  g_array_append_val (self->states, state);
  if (n % BLOCK == 0)
    {
      Block block = { time_ps, self->totals->len, self->n_slots, HEDDLE_STATE_IDLE, 0, 0 };

      if (!self->has_many)
        g_array_append_vals (self->totals, self->held, block.n_slots);
      g_array_append_val (self->blocks, block);
    }
  for (; self->has_many && (self->n_closed + 1) * BLOCK <= n; self->n_closed++)
    close_block (self, &g_array_index (self->blocks, Block, self->n_closed), self->n_closed * BLOCK);
  self->end = MAX (self->end, time_ps);
}

/* Up to when the last state holds. */
void
heddle_state_index_set_end (HeddleStateIndex *self,
                            gint64 end_ps)
{
  self->end = MAX (self->end, end_ps);
}

gsize
heddle_state_index_get_length (const HeddleStateIndex *self)
{
  return self->times->len;
}

/* The last block that begins at or before @time, from @low on, which does. */
static guint
find_block (const HeddleStateIndex *self,
            guint low,
            gint64 time)
{
  const Block *blocks = (const Block *) (gpointer) self->blocks->data;
  guint high = self->blocks->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (blocks[middle].begin <= time)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static HeddleStateColumn
make_column (gint32 longest,
             gint64 most,
             gint64 busy,
             gint64 length)
{
  return (HeddleStateColumn){ longest, (float) ((double) most / (double) length), (float) ((double) busy / (double) length), FALSE };
}

/* ---- few states ------------------------------------------------------------------------------------------------------ */

/* How long each state has held up to @time, which is not before block @from begins; returns the block that it lies in. */
static guint
total_at (const HeddleStateIndex *self,
          guint from,
          gint64 time,
          gint64 *totals)
{
  const gint64 *times = (const gint64 *) (gpointer) self->times->data;
  const guint8 *places = self->places->data;
  guint at = find_block (self, from, time), sample = at * BLOCK, end = MIN (sample + BLOCK, self->times->len) - 1;
  const Block *block = &g_array_index (self->blocks, Block, at);

  memcpy (totals, &g_array_index (self->totals, gint64, block->first), block->n_slots * sizeof (gint64));
  memset (totals + block->n_slots, 0, (self->n_slots - block->n_slots) * sizeof (gint64));
  for (; sample < end && times[sample + 1] <= time; sample++)
    totals[places[sample]] += times[sample + 1] - times[sample];
  totals[places[sample]] += time - times[sample];
  return at;
}

static HeddleStateColumn
compare_totals (const HeddleStateIndex *self,
                const gint64 *before,
                const gint64 *after,
                gint64 length)
{
  guint longest = IDLE;
  gint64 most = 0, busy = 0;

  for (guint s = IDLE + 1; s < self->n_slots; s++)
    {
      gint64 held = after[s] - before[s];

      busy += held;
      if (held > most)
        {
          most = held;
          longest = s;
        }
    }
  return make_column (self->slots[longest], most, busy, length);
}

/* ---- many states ----------------------------------------------------------------------------------------------------- */

typedef struct
{
  gint64 *held;    /* by state; 0 between columns */
  GArray *states;  /* of gint32: those that have held in this column */
  gint64 busy;
} Count;

static void
add_held (Count *count,
          gint32 state,
          gint64 held)
{
  if (state < 0 || held <= 0)
    return;
  if (count->held[state] == 0)
    g_array_append_val (count->states, state);
  count->held[state] += held;
}

static HeddleStateColumn
finish_count (Count *count,
              gint64 length)
{
  gint32 longest = HEDDLE_STATE_IDLE;
  gint64 most = 0, busy = count->busy;

  for (guint i = 0; i < count->states->len; i++)
    {
      gint32 state = g_array_index (count->states, gint32, i);

      if (count->held[state] > most)
        {
          most = count->held[state];
          longest = state;
        }
      count->held[state] = 0;
    }
  g_array_set_size (count->states, 0);
  count->busy = 0;
  return make_column (longest, most, busy, length);
}

/* From @from, which is not before block @at begins, to @to; returns the block that that lies in. */
static guint
count_column (const HeddleStateIndex *self,
              guint at,
              gint64 from,
              gint64 to,
              gboolean by_blocks,
              Count *count)
{
  const gint64 *times = (const gint64 *) (gpointer) self->times->data;
  const gint32 *states = (const gint32 *) (gpointer) self->states->data;
  guint n = self->times->len;

  at = find_block (self, at, from);
  for (guint i = at * BLOCK; i < n && times[i] < to;)
    {
      const Block *block = &g_array_index (self->blocks, Block, i / BLOCK);
      gint64 begin = MAX (times[i], from), end = MIN (i + 1 < n ? times[i + 1] : self->end, to);

      if (by_blocks && i % BLOCK == 0 && times[i] >= from && i + BLOCK < n && times[i + BLOCK] <= to)
        {
          add_held (count, block->longest, block->longest_held);
          count->busy += block->busy;
          i += BLOCK;
          continue;
        }
      add_held (count, states[i], end - begin);
      count->busy += states[i] < 0 ? 0 : MAX (end - begin, 0);
      i++;
    }
  return find_block (self, at, to);
}

/* ---- columns --------------------------------------------------------------------------------------------------------- */

/* Of a column without length what holds there. */
void
heddle_state_index_columns (const HeddleStateIndex *self,
                            gint64 begin_ps,
                            gint64 end_ps,
                            guint n_columns,
                            HeddleStateColumn *out_columns)
{
  gint64 rows[2][FEW];
  gint64 first = self->times->len > 0 ? g_array_index (self->times, gint64, 0) : G_MAXINT64, reached = G_MININT64;
  double step = (double) (end_ps - begin_ps) / MAX (n_columns, 1);
  g_autofree gint64 *held = self->has_many ? g_new0 (gint64, self->highest + 1) : NULL;
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (gint32));
  Count count = { held, states, 0 };
  gboolean by_blocks = self->has_many && (find_block (self, 0, MAX (end_ps, first)) - find_block (self, 0, MAX (begin_ps, first))) * BLOCK > MOST_SAMPLES;
  guint at = 0, old = 0;

  for (guint c = 0; c < n_columns; c++)
    {
      gint64 left = begin_ps + (gint64) (c * step), from = MAX (left, first), to = MIN (begin_ps + (gint64) ((c + 1) * step), self->end);

      out_columns[c] = (HeddleStateColumn){ .state = HEDDLE_STATE_IDLE, .empty = from >= self->end || to < from || (to == from && left < from) };
      if (out_columns[c].empty)
        continue;
      to = MAX (to, from + 1); /* a picosecond is the least that can be told */
      if (from < reached)
        at = 0;
      if (self->has_many)
        {
          at = count_column (self, at, from, to, by_blocks, &count);
          out_columns[c] = finish_count (&count, to - from);
        }
      else
        {
          if (from != reached)
            at = total_at (self, at, from, rows[old]);
          at = total_at (self, at, to, rows[!old]);
          out_columns[c] = compare_totals (self, rows[old], rows[!old], to - from);
          old = !old;
        }
      reached = to;
    }
}
