/* test-saturation.c: the load at which a network saturates, by bisection
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: a queue whose mean latency is 1 / (1 - load) of that without load passes three times that at load 0 at two thirds. Invariants: what is found
 * lies around that and is as near as was asked for, whichever way the range goes, and with as few steps as halving takes; a range that does not reach
 * it says so; latency that falls by more than its intervals of confidence is refused, and so is a range without an unloaded end.
 */
#include <math.h>

#include <heddle/heddle.h>

typedef double (*Latency) (double value);

static double
queue (double load)
{
  return load < 1 ? 1e-6 / (1 - load) : 0;
}

/* Of a link that is ever faster, under one load. */
static double
link_of (double rate)
{
  return queue (0.5 / rate);
}

static gboolean
search (HdSaturation *saturation,
        Latency latency,
        GError **error)
{
  HdSaturationStep step = { 0 };

  while (hd_saturation_next (saturation, &step.value))
    {
      step.latency_s = latency (step.value);
      step.is_cut = step.latency_s == 0;
      step.half_width_s = 0.01 * step.latency_s;
      if (!hd_saturation_add_step (saturation, &step, error))
        return FALSE;
    }
  return TRUE;
}

static void
test_found (void)
{
  static const struct
  {
    Latency latency;
    double low, high, precision, expected;
    guint n_most;
  } ranges[] = {
    { queue, 1e-9, 1, 0.01, 2.0 / 3, 10 },
    { queue, 1e-9, 1, 1e-6, 2.0 / 3, 23 },
    { queue, 1e-9, 4, 0.01, 2.0 / 3, 12 },
    { queue, 1e-9, 0.7, 0.5, 2.0 / 3, 4 },
    { link_of, 1e9, 0.5, 0.001, 0.75, 60 }, /* the other way */
  };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_autoptr (HdSaturation) saturation = hd_saturation_new (ranges[i].low, ranges[i].high, ranges[i].precision);
      double below, above;
      guint n;

      g_assert_true (search (saturation, ranges[i].latency, NULL));
      g_assert_true (hd_saturation_get_bounds (saturation, &below, &above));
      hd_saturation_get_steps (saturation, &n);
      g_test_message ("%g to %g after %u", below, above, n);
      g_assert_cmpfloat (MIN (below, above), <=, ranges[i].expected * (1 + 1e-8));
      g_assert_cmpfloat (MAX (below, above), >=, ranges[i].expected);
      g_assert_true ((below < above) == (ranges[i].low < ranges[i].high));
      g_assert_cmpfloat (fabs (above - below), <=, ranges[i].precision * MAX (above, below));
      g_assert_cmpuint (n, <=, ranges[i].n_most);
    }
}

static void
test_not_reached (void)
{
  g_autoptr (HdSaturation) saturation = hd_saturation_new (1e-9, 0.6, 0.01);
  double below, above;
  guint n;

  g_assert_true (search (saturation, queue, NULL));
  g_assert_false (hd_saturation_get_bounds (saturation, &below, &above));
  hd_saturation_get_steps (saturation, &n);
  g_assert_cmpuint (n, ==, 2);
}

/* Higher in the middle than at the end, which is cut off. */
static double
hump (double load)
{
  return load > 0.9 ? 3.5e-6 : load > 0.4 ? 3.9e-6 : 1e-6;
}

static double
falling (double load)
{
  return 2e-6 - load * 1e-6;
}

static double
silent (double load)
{
  return NAN;
}

static double
full (double load)
{
  return 0;
}

/* Noise that its interval of confidence covers. */
static double
noisy (double load)
{
  return load < 0.3 ? 1.01e-6 : load < 0.6 ? 1e-6 : 4e-6;
}

static void
test_faults (void)
{
  static const struct
  {
    Latency latency;
    HdError code;
    const char *message;
  } faults[] = {
    { hump, HD_ERROR_INVARIANT, "The mean latency falls from 3.9\342\200\257µs at 0.5 to 3.5\342\200\257µs at 1; " },
    { falling, HD_ERROR_INVARIANT, "The mean latency falls from 2\342\200\257µs at 0 to 1\342\200\257µs at 1; " },
    { silent, HD_ERROR_INVALID, "At 0 no message is measured" },
    { full, HD_ERROR_INVALID, "The network is saturated at 0 already" },
  };
  g_autoptr (HdSaturation) fine = hd_saturation_new (0, 1, 0.01);

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (HdSaturation) saturation = hd_saturation_new (0, 1, 0.01);
      g_autoptr (GError) error = NULL;

      g_assert_false (search (saturation, faults[i].latency, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, HD_ERROR, (int) faults[i].code);
      g_assert_true (g_str_has_prefix (error->message, faults[i].message));
    }
  g_assert_true (search (fine, noisy, NULL));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/saturation/found", test_found);
  g_test_add_func ("/engine/run/saturation/not-reached", test_not_reached);
  g_test_add_func ("/engine/run/saturation/faults", test_faults);
  return g_test_run ();
}
