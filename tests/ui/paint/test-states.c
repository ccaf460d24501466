/* test-states.c: what held for longest in a column, and for how much of it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: for any columns over any series, shares are those of a plain loop over all samples, each held until the next; no state holds for longer than the one
 * that is named. Left open: which of two that hold equally long.
 */
#include "heddle-state-index.h"

typedef struct
{
  gint64 times[3000];
  gint32 states[3000];
  guint n;
  gint64 end;
} Series;

static void
fill (Series *s,
      guint n_states)
{
  gint64 time = g_test_rand_int_range (0, 500);

  s->n = (guint) g_test_rand_int_range (1, G_N_ELEMENTS (s->times));
  for (guint i = 0; i < s->n; i++)
    {
      s->times[i] = time;
      s->states[i] = g_test_rand_int_range (-1, (int) n_states);
      time += g_test_rand_int_range (0, 4) == 0 ? 0 : g_test_rand_int_range (0, 50);
    }
  s->end = s->times[s->n - 1] + g_test_rand_int_range (0, 50);
}

static HeddleStateIndex *
build (const Series *s)
{
  HeddleStateIndex *index = heddle_state_index_new ();

  for (guint i = 0; i < s->n; i++)
    heddle_state_index_append (index, s->times[i], s->states[i]);
  heddle_state_index_set_end (index, s->end);
  return index;
}

#define ANY (-2)

/* What @state held between, in ps. */
static gint64
sum (const Series *s,
     gint32 state,
     gint64 from,
     gint64 to)
{
  gint64 held = 0;

  for (guint i = 0; i < s->n; i++)
    {
      gint64 begin = MAX (s->times[i], from), end = MIN (i + 1 < s->n ? s->times[i + 1] : s->end, to);

      if (s->states[i] >= 0 && (state == ANY || s->states[i] == state))
        held += MAX (end - begin, 0);
    }
  return held;
}

static void
check (const Series *s,
       guint n_states)
{
  g_autoptr (HeddleStateIndex) index = build (s);
  HeddleStateColumn columns[40];
  gint64 begin = g_test_rand_int_range (0, (int) s->end + 100) - 50, length = g_test_rand_int_range (1, 2 * (int) s->end + 100);
  guint n = (guint) g_test_rand_int_range (1, G_N_ELEMENTS (columns));
  double step = (double) length / n;

  if (step < 1)
    return;
  heddle_state_index_columns (index, begin, begin + length, n, columns);
  for (guint c = 0; c < n; c++)
    {
      gint64 from = MAX (begin + (gint64) (c * step), s->times[0]), to = MIN (begin + (gint64) ((c + 1) * step), s->end);

      g_assert_cmpint (columns[c].empty, ==, from >= s->end || to <= from);
      if (columns[c].empty || to <= from)
        continue;
      g_assert_cmpfloat_with_epsilon (columns[c].busy, (double) sum (s, ANY, from, to) / (double) (to - from), 1e-6);
      if (columns[c].state == HEDDLE_STATE_IDLE)
        g_assert_cmpfloat (columns[c].busy, ==, 0);
      else
        g_assert_cmpfloat_with_epsilon (columns[c].share, (double) sum (s, columns[c].state, from, to) / (double) (to - from), 1e-6);
      for (gint32 state = 0; state < (gint32) n_states; state++)
        g_assert_cmpfloat ((double) sum (s, state, from, to) / (double) (to - from), <=, columns[c].share + 1e-6);
    }
}

static void
test_random (void)
{
  g_autofree Series *s = g_new (Series, 1);

  for (guint i = 0; i < 300; i++)
    {
      guint n_states = (guint) (i % 4 == 0 ? g_test_rand_int_range (250, 400) : g_test_rand_int_range (1, 9)); /* those with more have no rows */

      fill (s, n_states);
      check (s, n_states);
    }
}

/* So many that the blocks of a long series stand for their samples: what holds for most of the time in each is found all the same, and busy is exact. */
static void
test_blocks (void)
{
  g_autoptr (HeddleStateIndex) index = heddle_state_index_new ();
  HeddleStateColumn columns[10];

  for (gint32 i = 0; i < 300000; i++)
    heddle_state_index_append (index, i * 10 + (i % 2) * 5, i % 2 == 0 ? i / 2 % 1000 : i < 150000 ? 1001 : HEDDLE_STATE_IDLE);
  heddle_state_index_set_end (index, 3000000);
  heddle_state_index_columns (index, 0, 3000000, 10, columns);
  for (guint c = 0; c < 5; c++)
    {
      g_assert_cmpint (columns[c].state, ==, 1001);
      g_assert_cmpfloat (columns[c].busy, ==, 1);
    }
  for (guint c = 6; c < 10; c++)
    g_assert_cmpfloat_with_epsilon (columns[c].busy, 0.75, 1e-3);
}

/* Nothing, one sample, and a range shorter than its columns. */
static void
test_small (void)
{
  g_autoptr (HeddleStateIndex) index = heddle_state_index_new ();
  HeddleStateColumn columns[8];

  heddle_state_index_columns (index, 0, 100, 8, columns);
  for (guint c = 0; c < 8; c++)
    g_assert_true (columns[c].empty);
  heddle_state_index_append (index, 50, 3);
  heddle_state_index_set_end (index, 60);
  heddle_state_index_columns (index, 49, 52, 8, columns);
  g_assert_cmpint (columns[7].state, ==, 3);
  g_assert_cmpfloat (columns[7].busy, ==, 1);
  heddle_state_index_columns (index, 40, 80, 4, columns);
  g_assert_true (columns[0].empty);
  g_assert_cmpint (columns[1].state, ==, 3);
  g_assert_true (columns[2].empty && columns[3].empty);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/states/random", test_random);
  g_test_add_func ("/ui/paint/states/blocks", test_blocks);
  g_test_add_func ("/ui/paint/states/small", test_small);
  return g_test_run ();
}
