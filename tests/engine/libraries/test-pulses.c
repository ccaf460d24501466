/* test-pulses.c: large messages go in pulses
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: pulses are the message, no more elements are under way than there is room for, and a credit comes back with the last element of its pulse. Single cases are
 * worked by hand.
 */
#include <glib.h>

#include "pulses.h"

static void
expect_cut (gint64 length,
            guint64 room,
            guint64 overlap,
            PulsesCut cut,
            guint64 n,
            guint64 size,
            guint64 last,
            guint64 at_once)
{
  char why[128] = "";
  Pulses pulses;

  g_assert_true (pulses_cut (&pulses, length, room, overlap, cut, why, sizeof why));
  g_assert_cmpuint (pulses.n, ==, n);
  g_assert_cmpuint (pulses.size, ==, size);
  g_assert_cmpuint (pulses.last, ==, last);
  g_assert_cmpuint (pulses.at_once, ==, at_once);
}

/* 100 = 33 x 3 + 1, and 3 x 3 of a room of 10; 131,072 = 17 x 7,372 + 5,748, and 8 x 7,372 = 58,976. */
static void
test_cut (void)
{
  for (PulsesCut cut = PULSES_BY_CREDIT; cut <= PULSES_BY_ROOM; cut++)
    {
      expect_cut (100, 10, 4, cut, 34, 3, 1, 3);
      expect_cut (131072, 58976, 8, cut, 18, 7372, 5748, 8);
      expect_cut (3, 10, 4, cut, 1, 3, 3, 1);
      expect_cut (11, 10, 1, cut, 2, 10, 1, 1);
      expect_cut (11, 10, 10, cut, 11, 1, 1, 10);
      expect_cut (0, 10, 4, cut, 1, 0, 0, 1);
      expect_cut (0, 1, 1, cut, 1, 0, 0, 1);
    }
  expect_cut (10, 10, 4, PULSES_BY_CREDIT, 4, 3, 1, 3);
  expect_cut (10, 10, 4, PULSES_BY_ROOM, 1, 10, 10, 1);
}

static void
test_faults (void)
{
  static const struct
  {
    gint64 length;
    guint64 room, overlap;
    const char *why;
  } cases[] = {
    { 100, 10, 0, "BAD_PULSE C=10 k=0: k is 1 to C" },
    { 100, 10, 11, "BAD_PULSE C=10 k=11: k is 1 to C" },
    { 100, 0, 1, "BAD_PULSE C=0 k=1: C is 1 or more" },
    { -1, 10, 4, "BAD_PULSE C=10 k=4: the message has -1 elements; it has 0 or more" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char why[128] = "";
      Pulses pulses;

      g_assert_false (pulses_cut (&pulses, cases[i].length, cases[i].room, cases[i].overlap, PULSES_BY_CREDIT, why, sizeof why));
      g_assert_cmpstr (why, ==, cases[i].why);
    }
}

/* A room of 10 by 4: three pulses of 3 begin; two thirds of a pulse are no credit. */
static void
test_credits (void)
{
  char why[128];
  Pulses pulses;
  PulseFlow flow;
  guint64 pulse;

  g_assert_true (pulses_cut (&pulses, 100, 10, 4, PULSES_BY_CREDIT, why, sizeof why));
  g_assert_true (pulse_flow_init (&flow, &pulses));
  g_assert_false (pulse_flow_answer (&flow, 0, 1));
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (pulse_flow_begin (&flow, &pulse));
      g_assert_cmpuint (pulse, ==, i);
    }
  g_assert_false (pulse_flow_begin (&flow, &pulse));
  g_assert_true (pulse_flow_answer (&flow, 1, 2));
  g_assert_false (pulse_flow_begin (&flow, &pulse));
  g_assert_false (pulse_flow_answer (&flow, 1, 2));
  g_assert_true (pulse_flow_answer (&flow, 1, 1));
  g_assert_false (pulse_flow_answer (&flow, 1, 1));
  g_assert_true (pulse_flow_begin (&flow, &pulse));
  g_assert_cmpuint (pulse, ==, 3);
  g_assert_false (pulse_flow_begin (&flow, &pulse));
  pulse_flow_clear (&flow);
}

/* Elements of pulses under way come in any order; a plain count of what was begun and has come is the oracle. */
static void
follow (GRand *rand,
        gint64 length,
        guint64 room,
        guint64 overlap)
{
  g_autoptr (GArray) coming = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 most = 0, n = 0, pulse;
  char why[128];
  Pulses pulses;
  PulseFlow flow;

  g_assert_true (pulses_cut (&pulses, length, room, overlap, g_rand_boolean (rand) ? PULSES_BY_CREDIT : PULSES_BY_ROOM, why, sizeof why));
  g_assert_true (pulse_flow_init (&flow, &pulses));
  for (;;)
    {
      while (pulse_flow_begin (&flow, &pulse))
        for (guint64 i = 0; i < pulses_get_size (&pulses, pulse); i++)
          g_array_append_val (coming, pulse);
      most = MAX (most, coming->len);
      if (coming->len == 0)
        break;
      n++;
      pulse = (guint64) g_rand_int_range (rand, 0, (gint32) coming->len);
      g_assert_true (pulse_flow_answer (&flow, g_array_index (coming, guint64, pulse), 1));
      g_array_remove_index_fast (coming, (guint) pulse);
    }
  g_assert_cmpuint (n, ==, length);
  g_assert_cmpuint (most, <=, room);
  g_assert_cmpuint (flow.n_done, ==, pulses.n);
  pulse_flow_clear (&flow);
}

static void
test_flow (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  follow (rand, 131072, 58976, 8);
  for (guint64 room = 1; room <= 12; room++)
    for (guint64 overlap = 1; overlap <= room; overlap++)
      for (gint64 length = 0; length <= 60; length += 5)
        follow (rand, length, room, overlap);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pulses/cut", test_cut);
  g_test_add_func ("/pulses/faults", test_faults);
  g_test_add_func ("/pulses/credits", test_credits);
  g_test_add_func ("/pulses/flow", test_flow);
  return g_test_run ();
}
