/* test-offload-pieces.c: what members of a collective have of its vector, and for whom they waited, when cards or processors carry it out
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: at the end each member that gets the result has the values of all in each piece; forwards, backwards and at random the same is read of a moment; pieces never have more than
 * all members' values. What the end waited for goes back to the beginning without a gap, message by message, each of which arrives at whoever sends the next. Four cards by hand.
 */
#include <heddle/hd-path.h>
#include <heddle/hd-pieces.h>

#include "offload-fixture.h"

static HdRun *
run (const char *type,
     guint n,
     const char *parameters)
{
  g_autoptr (GError) error = NULL;
  HdRun *self = offload_fixture_run (type, n, parameters, OFFLOAD_PACKETS, &error);

  g_assert_no_error (error);
  return self;
}

static guint
sum_up (HdPieces *pieces,
        const HdPiecesMoment *moment)
{
  guint sum = 0;

  for (guint i = 0; i < moment->n_members; i++)
    for (guint k = 0; k < moment->n_pieces; k++)
      {
        const HdPiece *piece = &hd_pieces_get (pieces, i)[k];

        g_assert_cmpuint (piece->has, <=, moment->whole);
        g_assert_cmpuint (piece->brings, <=, moment->whole);
        g_assert_true (piece->share >= 0 && piece->share <= 1);
        sum += piece->has * 1000 + piece->brings;
      }
  return sum;
}

/* Eight numbers of four members are halved twice: pieces of two numbers, and each member takes in two messages to be added and two that replace. */
static void
test_four (void)
{
  static const char *const types[] = { "nic", "host" };

  for (guint t = 0; t < G_N_ELEMENTS (types); t++)
    {
      g_autoptr (HdRun) self = run (types[t], 4, "operation='all-reduce' size='64 B'");
      HdRecord *record = hd_run_get_record (self);
      g_autoptr (HdPieces) pieces = hd_pieces_new (record);
      HdPiecesMoment moment;

      g_assert_true (hd_pieces_read (pieces, hd_record_get_time (record), &moment));
      g_assert_cmpstr (moment.title, ==, t == 0 ? "All-reduce, in network cards" : "All-reduce, in software");
      g_assert_cmpuint (moment.n_members, ==, 4);
      g_assert_cmpuint (moment.n_pieces, ==, 4);
      g_assert_cmpuint (moment.n_steps, ==, 4);
      g_assert_cmpuint (moment.step, ==, 3);
      g_assert_cmpuint (moment.whole, ==, 4);
      g_assert_true (moment.is_over);
      for (guint i = 0; i < 4; i++)
        for (guint k = 0; k < 4; k++)
          g_assert_cmpuint (hd_pieces_get (pieces, i)[k].has, ==, 4);
    }
}

static const struct
{
  const char *parameters;
  guint whole, n_with; /* members that have all of it in the end */
} works[] = {
  { "operation='all-reduce' size='9 kB'", 6, 6 },
  { "operation='all-reduce' algorithm='ring' size='9 kB' tasks='2'", 6, 6 },
  { "operation='all-reduce' algorithm='recursive-doubling' size='3 kB'", 6, 6 },
  { "operation='reduce' size='9 kB' root='2'", 6, 1 },
  { "operation='reduce' algorithm='binomial' size='900 B'", 6, 1 },
  { "operation='broadcast' size='40 kB' root='5'", 1, 6 },
  { "operation='broadcast' algorithm='binomial' size='900 B'", 1, 6 },
  { "operation='all-reduce' size='300 kB'", 6, 6 },
};

static void
test_moments (void)
{
  for (guint w = 0; w < 2 * G_N_ELEMENTS (works); w++)
    {
      g_autoptr (HdRun) self = run (w % 2 == 0 ? "nic" : "host", 6, works[w / 2].parameters);
      HdRecord *record = hd_run_get_record (self);
      g_autoptr (HdPieces) pieces = hd_pieces_new (record), back = hd_pieces_new (record);
      HdTime end = hd_record_get_time (record);
      guint sums[41], n_with = 0;
      HdPiecesMoment moment;

      g_test_message ("%s: %s", w % 2 == 0 ? "cards" : "software", works[w / 2].parameters);
      for (guint i = 0; i <= 40; i++)
        sums[i] = hd_pieces_read (pieces, end * i / 40, &moment) ? sum_up (pieces, &moment) : 0;
      for (guint i = 41; i-- > 0;)
        g_assert_cmpuint (hd_pieces_read (back, end * i / 40, &moment) ? sum_up (back, &moment) : 0, ==, sums[i]);
      g_assert_true (hd_pieces_read (pieces, end, &moment));
      g_assert_cmpuint (moment.whole, ==, works[w / 2].whole);
      g_assert_true (moment.is_over);
      for (guint i = 0; i < moment.n_members; i++)
        {
          guint n = 0;

          for (guint k = 0; k < moment.n_pieces; k++)
            n += hd_pieces_get (pieces, i)[k].has == moment.whole;
          n_with += n == moment.n_pieces;
        }
      g_assert_cmpuint (n_with, ==, works[w / 2].n_with);
    }
}

static void
test_path (void)
{
  for (guint w = 0; w < 2 * G_N_ELEMENTS (works); w++)
    {
      g_autoptr (HdRun) self = run (w % 2 == 0 ? "nic" : "host", 6, works[w / 2].parameters);
      HdPath *path = hd_path_new (hd_run_get_record (self));
      HdTime time = 0;
      guint32 at = HD_NO_ID;
      guint n_messages = 0;

      g_test_message ("%s: %s", w % 2 == 0 ? "cards" : "software", works[w / 2].parameters);
      g_assert_null (hd_path_get_reason (path));
      for (guint i = 0; i < hd_path_get_n_parts (path); i++)
        {
          const HdPathPart *part = hd_path_get_part (path, i);

          g_assert_cmpint (part->start, ==, time);
          time = part->end;
          g_assert_true (at == HD_NO_ID || part->from == at);
          at = part->to;
          n_messages += part->kind == HD_PATH_MESSAGE;
          g_assert_true (part->kind != HD_PATH_MESSAGE || (part->n_hops == 2 && part->latency == 2600000));
        }
      g_assert_cmpuint (n_messages, >=, 2);
      hd_path_unref (path);
    }
}

/* Four cards: two halvings, two doublings. */
static void
test_path_of_four (void)
{
  g_autoptr (HdRun) self = run ("nic", 4, "operation='all-reduce' size='64 B'");
  HdPath *path = hd_path_new (hd_run_get_record (self));
  guint n_messages = 0;

  for (guint i = 0; i < hd_path_get_n_parts (path); i++)
    n_messages += hd_path_get_part (path, i)->kind == HD_PATH_MESSAGE;
  g_assert_cmpuint (n_messages, ==, 4);
  hd_path_unref (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/offload-pieces/four", test_four);
  g_test_add_func ("/offload-pieces/moments", test_moments);
  g_test_add_func ("/offload-pieces/path", test_path);
  g_test_add_func ("/offload-pieces/path-of-four", test_path_of_four);
  return g_test_run ();
}
