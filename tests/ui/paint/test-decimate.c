/* test-decimate.c: no peak is lost, means are right, growing step by step changes nothing
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: for any range, extremes and mean are those of a plain loop over all samples, each held until the next; every
 * sample in view lies within the extremes of its column. Open: how fast it is (bench-paint).
 */
#include "heddle-decimate.h"

#include <math.h>

typedef struct
{
  gint64 *times;
  double *values;
  guint n;
  gint64 end;
} Series;

static Series
random_series (guint n)
{
  Series s = { g_new (gint64, MAX (n, 1)), g_new (double, MAX (n, 1)), n, 0 };
  gint64 time = g_test_rand_int_range (-1000, 1000);

  for (guint i = 0; i < n; i++)
    {
      s.times[i] = time;
      s.values[i] = g_test_rand_double_range (-10, 10);
      /* Often several samples at one time. */
      time += g_test_rand_int_range (0, 4) == 0 ? 0 : g_test_rand_int_range (0, 50);
    }
  s.end = n > 0 ? s.times[n - 1] + g_test_rand_int_range (0, 30) : 0;

  return s;
}

static void
series_clear (Series *s)
{
  g_free (s->times);
  g_free (s->values);
}

static HeddleDecimate *
build (const Series *s)
{
  HeddleDecimate *d = heddle_decimate_new ();
  guint at = 0;

  while (at < s->n)
    {
      guint chunk = (guint) g_test_rand_int_range (1, 40);
      guint n = MIN (s->n - at, chunk);

      g_assert_true (heddle_decimate_append (d, s->times + at, s->values + at, n));
      at += n;
    }
  if (s->n > 0)
    heddle_decimate_set_end (d, s->end);

  return d;
}

static HeddleColumn
by_loop (const Series *s,
         gint64        begin,
         gint64        end)
{
  HeddleColumn c = { INFINITY, -INFINITY, 0, 0, TRUE };
  double integral = 0;
  double duration = 0;

  for (guint i = 0; i < s->n; i++)
    {
      gint64 until = i + 1 < s->n ? s->times[i + 1] : s->end;
      gint64 from = MAX (s->times[i], begin);
      gint64 to = MIN (until, end);
      gboolean begins = s->times[i] >= begin && s->times[i] < end;

      if (!begins && !(from < to) && !(i + 1 == s->n && s->times[i] < begin && begin == until))
        continue;
      c.empty = FALSE;
      c.minimum = MIN (c.minimum, s->values[i]);
      c.maximum = MAX (c.maximum, s->values[i]);
      c.samples += begins;
      if (to > from)
        {
          integral += s->values[i] * (double) (to - from);
          duration += (double) (to - from);
        }
    }
  c.mean = duration > 0 ? integral / duration : NAN;

  return c;
}

static void
check (const Series       *s,
       const HeddleColumn *c,
       gint64              begin,
       gint64              end)
{
  HeddleColumn expected = by_loop (s, begin, end);

  g_assert_cmpint (c->empty, ==, expected.empty);
  if (c->empty)
    return;
  g_assert_cmpfloat (c->minimum, ==, expected.minimum);
  g_assert_cmpfloat (c->maximum, ==, expected.maximum);
  g_assert_cmpuint (c->samples, ==, expected.samples);
  if (!isnan (expected.mean))
    g_assert_cmpfloat_with_epsilon (c->mean, expected.mean, 1e-9);
}

static void
test_ranges (void)
{
  const guint sizes[] = { 0, 1, 2, 15, 16, 17, 31, 33, 255, 256, 257, 300, 4100 };

  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    {
      Series s = random_series (sizes[k]);
      g_autoptr (HeddleDecimate) d = build (&s);

      g_assert_cmpuint (heddle_decimate_length (d), ==, sizes[k]);
      for (guint round = 0; round < 200; round++)
        {
          gint64 last = s.n > 0 ? s.end : 100;
          gint64 begin = g_test_rand_int_range (-1200, (gint32) last + 200);
          gint64 end = begin + 1 + g_test_rand_int_range (0, round % 2 ? 100 : 100000);
          HeddleColumn c = heddle_decimate_range (d, begin, end);

          check (&s, &c, begin, end);
        }
      series_clear (&s);
    }
}

static void
test_no_peak_is_lost (void)
{
  for (guint round = 0; round < 40; round++)
    {
      Series s = random_series ((guint) g_test_rand_int_range (1, 3000));
      g_autoptr (HeddleDecimate) d = build (&s);
      guint n = (guint) g_test_rand_int_range (1, 400);
      g_autofree HeddleColumn *columns = g_new (HeddleColumn, n);
      gint64 begin = s.times[0] - g_test_rand_int_range (0, 100);
      gint64 end = s.end + g_test_rand_int_range (1, 100);
      double most = -INFINITY;
      double seen = -INFINITY;
      guint64 samples = 0;

      heddle_decimate_columns (d, begin, end, n, columns);
      for (guint i = 0; i < s.n; i++)
        most = MAX (most, s.values[i]);
      for (guint c = 0; c < n; c++)
        {
          gint64 from = begin + (end - begin) / n * c + (end - begin) % n * c / n;
          gint64 to = begin + (end - begin) / n * (c + 1) + (end - begin) % n * (c + 1) / n;

          if (from < to)
            check (&s, &columns[c], from, to);
          if (!columns[c].empty)
            {
              seen = MAX (seen, columns[c].maximum);
              samples += columns[c].samples;
              g_assert_cmpfloat (columns[c].mean, >=, columns[c].minimum);
              g_assert_cmpfloat (columns[c].mean, <=, columns[c].maximum);
            }
        }
      g_assert_cmpfloat (seen, ==, most);
      g_assert_cmpuint (samples, ==, s.n);
      series_clear (&s);
    }
}

static void
test_find_and_refusal (void)
{
  g_autoptr (HeddleDecimate) d = heddle_decimate_new ();
  const gint64 times[] = { 10, 20, 20, 30 };
  const double values[] = { 1, 2, 3, 4 };
  const gint64 early = 5;
  const double nan = NAN;
  const gint64 late = 50;

  g_assert_true (heddle_decimate_append (d, times, values, 4));
  g_assert_cmpuint (heddle_decimate_find (d, 9), ==, G_MAXSIZE);
  g_assert_cmpuint (heddle_decimate_find (d, 10), ==, 0);
  g_assert_cmpuint (heddle_decimate_find (d, 20), ==, 2);
  g_assert_cmpuint (heddle_decimate_find (d, G_MAXINT64), ==, 3);
  g_assert_false (heddle_decimate_append (d, &early, values, 1));
  g_assert_false (heddle_decimate_append (d, &late, &nan, 1));
  g_assert_cmpuint (heddle_decimate_length (d), ==, 4);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/decimate/ranges", test_ranges);
  g_test_add_func ("/ui/paint/decimate/no-peak-is-lost", test_no_peak_is_lost);
  g_test_add_func ("/ui/paint/decimate/find-and-refusal", test_find_and_refusal);

  return g_test_run ();
}
