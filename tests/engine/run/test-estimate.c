/* test-estimate.c: what is told of how long a run will still take is true, or is not told
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs of known length go along curves of progress, in steps or smoothly, and are looked at ten times a second. An estimate must lie within a
 * factor of two of the truth, or two seconds. A change of pace cannot be foreseen, so it has a few seconds to be noticed.
 */
#define G_LOG_DOMAIN "test-run-estimate"

#include "hd-run-estimate.h"

#include <math.h>

#define LOOKS_PER_S 10
#define FACTOR 2.0
#define APART_S 2.0
#define NOTICED_S 3.0

/* A share of work that is done after a share of the time. */
typedef double (*Curve) (double time);

static double
even (double time)
{
  return time;
}

static double
ever_faster (double time)
{
  return time * sqrt (time);
}

static double
ever_slower (double time)
{
  return pow (time, 0.75);
}

/* Half of it takes a thirtieth of the time. */
static double
sudden (double time)
{
  return time < 1.0 / 31 ? time * 15.5 : 0.5 + (time - 1.0 / 31) * 15.5 / 30;
}

/* A long beginning, of which nothing is told. */
static double
late (double time)
{
  return MAX (0, (time - 0.5) * 2);
}

typedef struct
{
  const char *name;
  Curve curve;
  double turn;      /* share of the time at which its pace changes */
  double length_s;
  guint n_steps;    /* 0 if it is smooth */
  double told_from; /* share of the time from which there must be an estimate, at least now and then; 1 if never */
} Case;

static double
get_done (const Case *run,
          double time)
{
  double done = run->curve (time);

  return run->n_steps > 0 ? floor (done * run->n_steps + 1e-9) / run->n_steps : done;
}

static void
test_curve (gconstpointer data)
{
  const Case *run = data;
  HdRunEstimate estimate = { 0 };
  guint n = (guint) (run->length_s * LOOKS_PER_S), n_told = 0;
  double shown = 0;

  for (guint i = 0; i < n; i++)
    {
      double elapsed_s = (double) i / LOOKS_PER_S, truth_s = run->length_s - elapsed_s, time = elapsed_s / run->length_s;
      double done = get_done (run, time), left_s;
      double told = hd_run_estimate_observe (&estimate, elapsed_s, (HdTime) (run->curve (time) * 1e12), done);

      /* Between steps it goes on, as far as the next and no further, and never back. */
      g_assert_cmpfloat (told, >=, shown);
      g_assert_cmpfloat (told, >=, done);
      g_assert_cmpfloat (told, <=, run->curve (time) + 1e-9);
      shown = told;
      left_s = hd_run_estimate_get_left (&estimate);
      if (left_s < 0)
        continue;
      n_told += time >= run->told_from;
      if (run->turn > 0 && elapsed_s >= run->turn * run->length_s - 0.5 && elapsed_s < run->turn * run->length_s + NOTICED_S)
        continue;
      if (run->turn > 0 && elapsed_s < run->turn * run->length_s)
        continue; /* what comes then cannot be foreseen */
      if (fabs (left_s - truth_s) > APART_S && (left_s > FACTOR * truth_s || left_s < truth_s / FACTOR))
        g_error ("after %.1f s %.1f s are left, not %.1f", elapsed_s, truth_s, left_s);
    }
  if (run->told_from < 1)
    g_assert_cmpuint (n_told, >, (guint) (n * (1 - run->told_from) / 2));
  else
    g_assert_cmpuint (n_told, ==, 0);
}

/* With another speed, what was seen at the one before says nothing. */
static void
test_restart (void)
{
  HdRunEstimate estimate = { 0 };
  guint i;

  for (i = 0; i < 100; i++)
    hd_run_estimate_observe (&estimate, 0.1 * i, i, 0.001 * i);
  g_assert_cmpfloat_with_epsilon (hd_run_estimate_get_left (&estimate), 90, 1);
  hd_run_estimate_restart (&estimate);
  g_assert_cmpfloat (hd_run_estimate_get_left (&estimate), <, 0);
  for (; i < 130; i++)
    hd_run_estimate_observe (&estimate, 0.1 * i, i * 2 - 100, 0.001 * (i * 2 - 100));
  g_assert_cmpfloat_with_epsilon (hd_run_estimate_get_left (&estimate), (1 - 0.158) / 0.02, 1);
}

/* Work of which nothing can be told stays so. */
static void
test_unknown (void)
{
  HdRunEstimate estimate = { 0 };

  for (guint i = 0; i < 100; i++)
    g_assert_cmpfloat (hd_run_estimate_observe (&estimate, 0.1 * i, i, -1), ==, -1);
  g_assert_cmpfloat (hd_run_estimate_get_left (&estimate), ==, -1);
}

static const Case cases[] = {
  { "even", even, 0, 60, 0, 0.05 },
  { "even-short", even, 0, 4, 0, 0.3 },
  { "even-long", even, 0, 3600, 0, 0.01 },
  { "two-steps", even, 0, 60, 2, 1 },
  { "five-steps", even, 0, 60, 5, 0.8 },
  { "many-steps", even, 0, 60, 40, 0.2 },
  { "faster", ever_faster, 0, 60, 0, 0.22 },
  { "faster-in-steps", ever_faster, 0, 60, 20, 0.4 },
  { "slower", ever_slower, 0, 60, 0, 0.1 },
  { "slower-in-steps", ever_slower, 0, 60, 20, 0.4 },
  { "sudden", sudden, 1.0 / 31, 62, 0, 0.3 },
  { "sudden-in-steps", sudden, 1.0 / 31, 62, 100, 0.3 },
  { "late", late, 0, 60, 0, 0.6 },
  { "late-in-steps", late, 0, 60, 20, 0.85 },
};

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/run/estimate/%s", cases[i].name);

      g_test_add_data_func (path, &cases[i], test_curve);
    }
  g_test_add_func ("/engine/run/estimate/restart", test_restart);
  g_test_add_func ("/engine/run/estimate/unknown", test_unknown);
  return g_test_run ();
}
