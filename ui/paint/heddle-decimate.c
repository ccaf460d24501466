/* heddle-decimate.c: a series of samples that knows the extremes of any range
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-decimate"

#include "heddle-decimate.h"

#include <math.h>

/* Level 0 is the samples; a block of level n covers 16^n samples and holds their extremes and the integral of the held
 * values. A sample's share of the integral is known when the next one arrives, so a block is added when the first sample
 * after it is appended: appending costs O(1) on average and never touches finished blocks. */

#define FAN_OUT 16
#define MAX_LEVELS 15

typedef struct
{
  double minimum, maximum, integral; /* integral in value x ps */
} Block;

struct _HeddleDecimate
{
  GArray *times;              /* gint64 */
  GArray *values;             /* double */
  GArray *blocks[MAX_LEVELS]; /* Block; [0] is level 1; %NULL until used */
  gint64 end_ps;              /* until when the last value holds */
};

#define TIME(self, i) (((const gint64 *) (self)->times->data)[i])
#define VALUE(self, i) (((const double *) (self)->values->data)[i])

/**
 * heddle_decimate_new:
 *
 * Returns: (transfer full): an empty series
 */
HeddleDecimate *
heddle_decimate_new (void)
{
  HeddleDecimate *self = g_new0 (HeddleDecimate, 1);

  self->times = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->values = g_array_new (FALSE, FALSE, sizeof (double));
  self->end_ps = G_MININT64;

  return self;
}

void
heddle_decimate_free (HeddleDecimate *self)
{
  if (self == NULL)
    return;

  for (guint level = 0; level < MAX_LEVELS; level++)
    g_clear_pointer (&self->blocks[level], g_array_unref);
  g_array_unref (self->times);
  g_array_unref (self->values);
  g_free (self);
}

static void
include (Block       *block,
         const Block *other)
{
  block->minimum = MIN (block->minimum, other->minimum);
  block->maximum = MAX (block->maximum, other->maximum);
  block->integral += other->integral;
}

static Block
sample_block (const HeddleDecimate *self,
              gsize                 i)
{
  double value = VALUE (self, i);

  return (Block) { value, value, value * (double) (TIME (self, i + 1) - TIME (self, i)) };
}

/* Sample @n has just been appended: adds the blocks that end before it. */
static void
close_blocks (HeddleDecimate *self,
              gsize           n)
{
  gsize size = FAN_OUT;

  for (guint level = 0; level < MAX_LEVELS && n % size == 0; level++, size *= FAN_OUT)
    {
      Block block = { INFINITY, -INFINITY, 0 };

      for (gsize k = 0; k < FAN_OUT; k++)
        {
          Block part;

          if (level == 0)
            part = sample_block (self, n - FAN_OUT + k);
          else
            part = g_array_index (self->blocks[level - 1], Block, self->blocks[level - 1]->len - FAN_OUT + k);
          include (&block, &part);
        }
      if (self->blocks[level] == NULL)
        self->blocks[level] = g_array_new (FALSE, FALSE, sizeof (Block));
      g_array_append_val (self->blocks[level], block);
    }
}

/**
 * heddle_decimate_append:
 * @self: a series
 * @times_ps: (array length=n): not decreasing, not before the last sample
 * @values: (array length=n): finite
 * @n: number of samples
 *
 * Returns: %TRUE if all were taken; %FALSE if a time or value is not permitted: the samples before it were taken
 */
gboolean
heddle_decimate_append (HeddleDecimate *self,
                        const gint64   *times_ps,
                        const double   *values,
                        gsize           n)
{
  for (gsize i = 0; i < n; i++)
    {
      gsize length = self->times->len;

      if (!isfinite (values[i]) || (length > 0 && times_ps[i] < TIME (self, length - 1)) || length == G_MAXUINT - 1)
        return FALSE;

      g_array_append_val (self->times, times_ps[i]);
      g_array_append_val (self->values, values[i]);
      self->end_ps = MAX (self->end_ps, times_ps[i]);
      if (length > 0)
        close_blocks (self, length);
    }

  return TRUE;
}

/**
 * heddle_decimate_set_end:
 * @self: a series
 * @end_ps: until when the last value is known to hold, e.g. the simulated time reached; earlier ones are ignored
 */
void
heddle_decimate_set_end (HeddleDecimate *self,
                         gint64          end_ps)
{
  self->end_ps = MAX (self->end_ps, end_ps);
}

gint64
heddle_decimate_get_end (const HeddleDecimate *self)
{
  return self->end_ps;
}

gsize
heddle_decimate_length (const HeddleDecimate *self)
{
  return self->times->len;
}

gint64
heddle_decimate_time (const HeddleDecimate *self,
                      gsize                 index)
{
  return TIME (self, index);
}

double
heddle_decimate_value (const HeddleDecimate *self,
                       gsize                 index)
{
  return VALUE (self, index);
}

/* First index at or after @from whose time is not below @time_ps; the length if there is none. Near ones are found fast. */
static gsize
lower_bound (const HeddleDecimate *self,
             gsize                 from,
             gint64                time_ps)
{
  gsize length = self->times->len;
  gsize low = from;
  gsize step = 1;

  while (low + step < length && TIME (self, low + step) < time_ps)
    {
      low += step;
      step *= 2;
    }

  {
    gsize high = MIN (low + step, length);

    while (low < high)
      {
        gsize middle = low + (high - low) / 2;

        if (TIME (self, middle) < time_ps)
          low = middle + 1;
        else
          high = middle;
      }
  }

  return low;
}

/**
 * heddle_decimate_find:
 * @self: a series
 * @time_ps: a time
 *
 * Returns: the index of the last sample at or before @time_ps: its value holds then. %G_MAXSIZE if there is none
 */
gsize
heddle_decimate_find (const HeddleDecimate *self,
                      gint64                time_ps)
{
  gsize after = time_ps == G_MAXINT64 ? self->times->len : lower_bound (self, 0, time_ps + 1);

  return after > 0 ? after - 1 : G_MAXSIZE;
}

/* Samples @begin to @end - 1, all of which have a successor. */
static Block
aggregate (const HeddleDecimate *self,
           gsize                 begin,
           gsize                 end)
{
  Block all = { INFINITY, -INFINITY, 0 };

  while (begin < end)
    {
      Block part;
      gsize size = 1;
      int level = -1;

      while (level + 1 < MAX_LEVELS && begin % (size * FAN_OUT) == 0 && begin + size * FAN_OUT <= end
             && self->blocks[level + 1] != NULL && begin / (size * FAN_OUT) < self->blocks[level + 1]->len)
        {
          size *= FAN_OUT;
          level++;
        }
      part = level < 0 ? sample_block (self, begin) : g_array_index (self->blocks[level], Block, begin / size);
      include (&all, &part);
      begin += size;
    }

  return all;
}

/* The range from @begin_ps to before @end_ps; @first is the first sample in it, @after the first one behind it. */
static HeddleColumn
column (const HeddleDecimate *self,
        gsize                 first,
        gsize                 after,
        gint64                begin_ps,
        gint64                end_ps)
{
  gint64 end = MIN (end_ps, self->end_ps);
  HeddleColumn result = { .samples = after - first, .empty = TRUE };
  Block all = { INFINITY, -INFINITY, 0 };
  gint64 from = begin_ps;

  if (after == 0 || (first == after && begin_ps > self->end_ps))
    return result;

  if (first > 0 && (first == after || TIME (self, first) > begin_ps))
    {
      double held = VALUE (self, first - 1);
      gint64 until = first < after ? TIME (self, first) : end;
      Block part = { held, held, held * (double) MAX (until - begin_ps, 0) };

      include (&all, &part);
    }
  else
    from = TIME (self, first);

  if (first < after)
    {
      double last = VALUE (self, after - 1);
      Block inside = aggregate (self, first, after - 1);
      Block part = { last, last, last * (double) MAX (end - TIME (self, after - 1), 0) };

      include (&all, &inside);
      include (&all, &part);
    }

  result.empty = FALSE;
  result.minimum = all.minimum;
  result.maximum = all.maximum;
  result.mean = end > from ? CLAMP (all.integral / (double) (end - from), all.minimum, all.maximum) : VALUE (self, after - 1);

  return result;
}

/**
 * heddle_decimate_range:
 * @self: a series
 * @begin_ps: begin of a range
 * @end_ps: its end, not included
 *
 * Returns: what the series does in the range; O(log n)
 */
HeddleColumn
heddle_decimate_range (const HeddleDecimate *self,
                       gint64                begin_ps,
                       gint64                end_ps)
{
  gsize first = lower_bound (self, 0, begin_ps);

  return column (self, first, lower_bound (self, first, end_ps), begin_ps, end_ps);
}

/**
 * heddle_decimate_columns:
 * @self: a series
 * @begin_ps: begin of the first column
 * @end_ps: end of the last one, after @begin_ps
 * @n_columns: number of columns, as even in time as whole picoseconds permit
 * @out_columns: (out caller-allocates) (array length=n_columns): the columns
 *
 * Every sample in the range lies within the extremes of exactly one column: no peak is lost.
 */
void
heddle_decimate_columns (const HeddleDecimate *self,
                         gint64                begin_ps,
                         gint64                end_ps,
                         guint                 n_columns,
                         HeddleColumn         *out_columns)
{
  gint64 span = end_ps - begin_ps;
  gsize first;
  gint64 from = begin_ps;

  g_return_if_fail (end_ps > begin_ps);

  first = lower_bound (self, 0, begin_ps);
  for (guint c = 0; c < n_columns; c++)
    {
      /* begin + span * (c + 1) / n without overflow */
      gint64 to = begin_ps + span / n_columns * (c + 1) + span % n_columns * (c + 1) / n_columns;
      gsize after = lower_bound (self, first, to);

      out_columns[c] = column (self, first, after, from, to);
      first = after;
      from = to;
    }
}
