/* rank-turns.c: algorithms as ranks see them, against the algorithms themselves
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: for 1 to 33 ranks, expanded step by step, each rank's turns are the steps in which it sends or receives, in order, with the very sends and
 * as many receives; and what is alike is stored once, so that a ring of a thousand ranks takes a turn a rank.
 */
#include "hd-rank-turns.h"

#define MAX_RANKS 33

typedef struct
{
  guint32 turn; /* in which the rank is */
  guint32 step; /* of that */
} Place;

/* What each rank does in @step, in the order of the algorithm's sends. */
static void
check_step (const HdRankTurns *turns,
            Place *places,
            guint32 step)
{
  const HdCollective *algorithm = turns->algorithm;
  guint32 n = turns->n_ranks;
  g_autofree guint32 *n_sends = g_new0 (guint32, n), *n_receives = g_new0 (guint32, n);

  for (guint32 i = 0; i < algorithm->count_sends (n, step); i++)
    {
      const HdTurnSend *listed;
      const HdTurn *turn;
      HdSend send;

      algorithm->get_send (n, step, i, &send);
      turn = &turns->turns[places[send.source].turn];
      g_assert_cmpuint (turn->first_step + places[send.source].step, ==, step);
      g_assert_cmpuint (n_sends[send.source], <, turn->n_sends);
      listed = &turns->sends[turn->first_send + n_sends[send.source]++];
      g_assert_cmpuint (listed->destination, ==, send.destination);
      g_assert_cmpuint (listed->n_chunks, ==, send.n_chunks);
      n_receives[send.destination]++;
    }
  for (guint32 rank = 0; rank < n; rank++)
    {
      Place *place = &places[rank];
      const HdTurn *turn = &turns->turns[place->turn];

      if (n_sends[rank] + n_receives[rank] == 0)
        continue;
      g_assert_cmpuint (turn->first_step + place->step, ==, step);
      g_assert_cmpuint (turn->n_sends, ==, n_sends[rank]);
      g_assert_cmpuint (turn->n_receives, ==, n_receives[rank]);
      if (++place->step < turn->n_steps)
        continue;
      place->step = 0;
      place->turn++;
    }
}

static void
test_all (gconstpointer data)
{
  const HdCollective *algorithm = data;

  for (guint32 n = 1; n <= MAX_RANKS; n++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRankTurns) turns = hd_rank_turns_new (algorithm, n, &error);
      g_autofree Place *places = g_new0 (Place, n);

      g_assert_no_error (error);
      for (guint32 rank = 0; rank < n; rank++)
        places[rank].turn = turns->first_turn[rank];
      for (guint32 step = 0; step < algorithm->count_steps (n); step++)
        check_step (turns, places, step);
      for (guint32 rank = 0; rank < n; rank++)
        {
          g_assert_cmpuint (places[rank].turn, ==, turns->first_turn[rank + 1]);
          g_assert_cmpuint (places[rank].step, ==, 0);
        }
    }
}

static void
test_ring (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRankTurns) turns = hd_rank_turns_new (hd_collective_find ("all-reduce", "ring"), 1024, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (turns->first_turn[1024], ==, 1024);
  g_assert_cmpuint (turns->turns[17].n_steps, ==, 2046);
  g_assert_cmpuint (turns->sends[turns->turns[17].first_send].destination, ==, 18);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (const HdCollective *const *algorithm = hd_collective_get_all (); *algorithm != NULL; algorithm++)
    {
      g_autofree char *path = g_strconcat ("/engine/collective/rank-turns/", (*algorithm)->id, NULL);

      g_test_add_data_func (path, *algorithm, test_all);
    }
  g_test_add_func ("/engine/collective/rank-turns/ring", test_ring);
  return g_test_run ();
}
