/* test-dispatch.c: descriptors go to the engines of a card
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: all descriptors of a sequence reach one engine, and those of a job too while one of its sequences runs, however queues are interleaved; what is not collective
 * reaches none. Choices are worked by hand.
 */
#include <glib.h>
#include <string.h>

#include "dispatch.h"

#define N_PORTS 64
#define N_ENGINES 8

static Fields
make (guint port,
      guint job,
      const char *flags)
{
  Fields fields = { 0 };

  fields.at[FIELD_SOURCE_PORT] = port;
  fields.at[FIELD_JOB] = job;
  fields.at[FIELD_COLLECTIVE] = strchr (flags, 'C') != NULL;
  fields.at[FIELD_HEAD] = strchr (flags, 'H') != NULL;
  fields.at[FIELD_TAIL] = strchr (flags, 'T') != NULL;
  return fields;
}

static guint
dispatch (Dispatch *self,
          guint port,
          guint job,
          const char *flags,
          const DispatchLoad *loads)
{
  Fields fields = make (port, job, flags);
  guint engine;
  char why[128];

  g_assert_true (dispatch_next (self, &fields, loads, &engine, why, sizeof why));
  return engine;
}

/* 3 descriptors weigh as 192 slots do; of two as busy the first is chosen. */
static void
test_choice (void)
{
  const DispatchLoad loads[] = { { 3, 0 }, { 2, 63 }, { 0, 191 }, { 1, 63 }, { 0, 127 } };
  const DispatchLoad idle[5] = { { 9, 0 }, { 9, 0 }, { 9, 0 }, { 9, 0 }, { 0, 0 } };
  Dispatch self;

  dispatch_init (&self, 5);
  g_assert_cmpuint (dispatch (&self, 0, 7, "CHT", loads), ==, 3);
  g_assert_cmpuint (dispatch (&self, 1, 7, "CHT", idle), ==, 3);
  g_assert_cmpuint (dispatch (&self, 1, 8, "CHT", idle), ==, 4);
  dispatch_end (&self, 7);
  g_assert_cmpuint (dispatch (&self, 0, 7, "CHT", idle), ==, 3);
  dispatch_end (&self, 7);
  dispatch_end (&self, 7);
  g_assert_cmpuint (dispatch (&self, 0, 7, "CHT", idle), ==, 4);
}

/* Sequences of 1 to 5 descriptors on each port, others in between, in any interleaving and with any loads. */
static void
test_interleaved (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (64);

  for (guint i = 0; i < 1000; i++)
    {
      guint left[N_PORTS], engines[N_PORTS];
      DispatchLoad loads[N_ENGINES];
      Dispatch self;

      dispatch_init (&self, N_ENGINES);
      for (guint j = 0; j < N_PORTS; j++)
        {
          left[j] = (guint) g_rand_int_range (rand, 1, 6);
          engines[j] = DISPATCH_NONE;
        }
      for (guint n_open = N_PORTS; n_open > 0;)
        {
          guint port = (guint) g_rand_int_range (rand, 0, N_PORTS), engine;
          char flags[4] = "C";

          if (left[port] == 0)
            continue;
          for (guint j = 0; j < N_ENGINES; j++)
            loads[j] = (DispatchLoad){ (guint) g_rand_int_range (rand, 0, 9), (guint) g_rand_int_range (rand, 0, 999) };
          if (g_rand_int_range (rand, 0, 3) == 0)
            {
              g_assert_cmpuint (dispatch (&self, port, port, "", loads), ==, DISPATCH_NONE);
              continue;
            }
          if (engines[port] == DISPATCH_NONE)
            strcat (flags, "H");
          if (--left[port] == 0)
            strcat (flags, "T");
          engine = dispatch (&self, port, port, flags, loads);
          g_assert_cmpuint (engine, <, N_ENGINES);
          g_assert_true (engines[port] == DISPATCH_NONE || engines[port] == engine);
          engines[port] = engine;
          n_open -= left[port] == 0;
        }
    }
}

static void
expect_fault (Dispatch *self,
              guint port,
              const char *flags,
              const char *expected)
{
  const DispatchLoad loads[N_ENGINES] = { 0 };
  Fields fields = make (port, 7, flags);
  char why[128] = "";
  guint engine;

  g_assert_false (dispatch_next (self, &fields, loads, &engine, why, sizeof why));
  g_assert_cmpstr (why, ==, expected);
}

static void
test_faults (void)
{
  const DispatchLoad loads[N_ENGINES] = { 0 };
  char why[128] = "";
  Dispatch self;

  dispatch_init (&self, N_ENGINES);
  expect_fault (&self, 2047, "C", "ORPHAN_DESC vp=2047 job=7: a collective descriptor is in no sequence");
  expect_fault (&self, 2047, "CT", "ORPHAN_DESC vp=2047 job=7: a collective descriptor is in no sequence");
  g_assert_true (dispatch_check_end (&self, 2047, why, sizeof why));
  dispatch (&self, 2047, 7, "CH", loads);
  expect_fault (&self, 2047, "CH", "NESTED_SEQ vp=2047 job=7: a sequence begins before the one before it has its last descriptor");
  expect_fault (&self, 0, "C", "ORPHAN_DESC vp=0 job=7: a collective descriptor is in no sequence");
  g_assert_false (dispatch_check_end (&self, 2047, why, sizeof why));
  g_assert_cmpstr (why, ==, "UNTERMINATED_SEQ vp=2047: its sequence has no last descriptor");
  dispatch (&self, 2047, 7, "CT", loads);
  g_assert_true (dispatch_check_end (&self, 2047, why, sizeof why));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dispatch/choice", test_choice);
  g_test_add_func ("/dispatch/interleaved", test_interleaved);
  g_test_add_func ("/dispatch/faults", test_faults);
  return g_test_run ();
}
