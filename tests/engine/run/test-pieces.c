/* test-pieces.c: what members have of the vector of a collective, at a moment
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: schedules worked by hand on a star: how many vectors are added up in each piece, and what is on its way, from the definitions of the operations and the length of a
 * step. Invariants: time goes back as well as on; what is not traced is not told, but what it sends is; before the first message there is nothing. Left open: members
 * that run ahead of others for long.
 */
#include <string.h>

#include <heddle/hd-pairs.h>

#include "run-fixture.h"

/* A step of n chunks of 1 MB each takes n ms, and 3 ns: 1 ns for each link, and one for the hub. */
#define STAR \
  "<heddle version='1' name='star'><link-class id='wire' bandwidth='1 GB/s' latency='1 ns' sharing='split'/>" \
  "<top><component id='x' type='fabric.xpu' count='%u'/><component id='s' type='fabric.switch'/>" \
  "<link from='x[i].cxl' to='s.port[i]' for='i=0..%u' class='wire'/></top><communicators><communicator id='all' members='x[*]'/></communicators>" \
  "<workload type='collective' on='all' operation='%s' algorithm='%s' bytes='%u MB'/><run steps='barrier' %s/></heddle>"
#define US G_GINT64_CONSTANT (1000000)

static HdRun *
run_star (guint n,
          const char *operation,
          const char *algorithm,
          guint megabytes,
          const char *traced)
{
  g_autofree char *text = g_strdup_printf (STAR, n, n - 1, operation, algorithm, megabytes, traced);

  return run_fixture_run (text, NULL, NULL);
}

static void
assert_pieces (HdPieces *pieces,
               guint member,
               const char *has)
{
  const HdPiece *all = hd_pieces_get (pieces, member);

  g_assert_nonnull (all);
  for (guint i = 0; has[i] != '\0'; i++)
    g_assert_cmpuint (all[i].has, ==, (guint) (has[i] - '0'));
}

/* Four chunks of 1 MB. Member i sends chunk i - 1 first, which is added up; after three steps it has the sum of chunk i, which goes round in three more. */
static void
test_ring (void)
{
  static const struct
  {
    HdTime moment;
    guint step;
    const char *has; /* of member 0 */
    int receives;    /* which chunk, or -1 */
    guint brings;
    gboolean adds;
  } cases[] = {
    { 500 * US, 0, "1111", 2, 1, TRUE },   { 1500 * US, 1, "1121", 1, 2, TRUE },  { 2500 * US, 2, "1321", 0, 3, TRUE },
    { 3500 * US, 3, "4321", 3, 4, FALSE }, { 4500 * US, 4, "4324", 2, 4, FALSE }, { 5500 * US, 5, "4344", 1, 4, FALSE },
  };
  g_autoptr (HdRun) run = run_star (4, "all-reduce", "ring", 4, "trace='x[*]'");
  g_autoptr (HdPieces) pieces = hd_pieces_new (hd_run_get_record (run));
  HdPiecesMoment moment;

  for (guint c = 0; c < 2 * G_N_ELEMENTS (cases); c++) /* forwards, and back */
    {
      guint i = c < G_N_ELEMENTS (cases) ? c : 2 * G_N_ELEMENTS (cases) - 1 - c;

      g_assert_true (hd_pieces_read (pieces, cases[i].moment, &moment));
      g_assert_cmpuint (moment.step, ==, cases[i].step);
      g_assert_cmpuint (moment.n_steps, ==, 6);
      g_assert_cmpuint (moment.n_pieces, ==, 4);
      g_assert_cmpuint (moment.whole, ==, 4);
      g_assert_false (moment.is_over);
      for (guint member = 0; member < 4; member++)
        {
          const HdPiece *all = hd_pieces_get (pieces, member);

          for (guint chunk = 0; chunk < 4; chunk++)
            {
              const HdPiece *piece = &all[(chunk + member) % 4];

              g_assert_cmpuint (piece->has, ==, (guint) (cases[i].has[chunk] - '0'));
              g_assert_cmpuint (piece->brings, ==, (int) chunk == cases[i].receives ? cases[i].brings : 0);
              if (piece->brings > 0)
                {
                  g_assert_cmpint (piece->adds, ==, cases[i].adds);
                  g_assert_cmpfloat_with_epsilon (piece->share, 0.5, 1e-3);
                }
            }
        }
    }
  g_assert_true (hd_pieces_read (pieces, hd_record_get_time (hd_run_get_record (run)), &moment));
  g_assert_true (moment.is_over);
  for (guint member = 0; member < 4; member++)
    assert_pieces (pieces, member, "4444");
  g_assert_cmpstr (hd_record_get_collective_title (hd_run_get_record (run), moment.name), ==, "All-reduce, ring");
}

static void
test_ends (void)
{
  static const struct
  {
    const char *operation, *algorithm;
    const char *has[4];
  } cases[] = {
    { "all-reduce", "recursive-doubling", { "4", "4", "4", "4" } },
    { "all-reduce", "rabenseifner", { "4444", "4444", "4444", "4444" } },
    { "reduce-scatter", "ring", { "4321", "1432", "2143", "3214" } },
    { "all-gather", "ring", { "1111", "1111", "1111", "1111" } },
    { "broadcast", "binomial", { "1", "1", "1", "1" } },
    { "broadcast", "ring", { "1111", "1111", "1111", "1111" } },
    { "reduce", "binomial", { "4", "2", "1", "1" } },
    { "all-to-all", "direct", { "1111", "1111", "1111", "1111" } },
  };

  static const char *const fidelities[] = { "flow", "packet", "flit" };

  for (guint k = 0; k < G_N_ELEMENTS (cases) * G_N_ELEMENTS (fidelities); k++)
    {
      guint i = k % G_N_ELEMENTS (cases), f = k / G_N_ELEMENTS (cases);
      g_autofree char *settings = g_strdup_printf ("trace='x[*]' fidelity='%s' flit='16 kB'", fidelities[f]);
      g_autoptr (HdRun) run = run_star (4, cases[i].operation, cases[i].algorithm, 4, settings);
      g_autoptr (HdPieces) pieces = hd_pieces_new (hd_run_get_record (run));
      HdPiecesMoment moment;

      g_assert_true (hd_pieces_read (pieces, HD_TIME_MAX, &moment));
      g_assert_true (moment.is_over);
      g_assert_cmpuint (moment.step, ==, moment.n_steps - 1);
      for (guint member = 0; member < 4; member++)
        assert_pieces (pieces, member, cases[i].has[member]);
    }
}

/* What is yet to come is not there: of five members one folds; who gathers has his own chunk alone. */
static void
test_beginnings (void)
{
  g_autoptr (HdRun) gather = run_star (4, "all-gather", "ring", 4, "trace='x[*]'");
  g_autoptr (HdRun) broadcast = run_star (4, "broadcast", "binomial", 1, "trace='x[*]'");
  g_autoptr (HdRun) folds = run_star (5, "all-reduce", "recursive-doubling", 1, "trace='x[*]'");
  g_autoptr (HdRun) crossing = run_star (3, "all-to-all", "direct", 3, "trace='x[*]'");
  g_autoptr (HdPieces) gathered = hd_pieces_new (hd_run_get_record (gather)), cast = hd_pieces_new (hd_run_get_record (broadcast));
  g_autoptr (HdPieces) folded = hd_pieces_new (hd_run_get_record (folds)), crossed = hd_pieces_new (hd_run_get_record (crossing));
  HdPiecesMoment moment;

  g_assert_true (hd_pieces_read (gathered, 500 * US, &moment));
  assert_pieces (gathered, 0, "1000");
  assert_pieces (gathered, 2, "0010");
  g_assert_cmpuint (moment.whole, ==, 1);
  g_assert_true (hd_pieces_read (cast, 1500 * US, &moment));
  assert_pieces (cast, 0, "1");
  assert_pieces (cast, 1, "1");
  assert_pieces (cast, 2, "0");
  g_assert_cmpuint (hd_pieces_get (cast, 2)->brings, ==, 1);
  g_assert_true (hd_pieces_read (folded, 1500 * US, &moment)); /* 0 has given 1 its own: 1 has two; 1 and 2 exchange, 3 and 4 */
  assert_pieces (folded, 1, "2");
  g_assert_cmpuint (hd_pieces_get (folded, 1)->brings, ==, 1);
  g_assert_cmpuint (hd_pieces_get (folded, 2)->brings, ==, 2);
  g_assert_cmpuint (hd_pieces_get (folded, 0)->brings, ==, 0);
  g_assert_true (hd_pieces_read (crossed, 1500 * US, &moment)); /* one came from the member before; its own stays */
  assert_pieces (crossed, 0, "101");
  g_assert_cmpuint (hd_pieces_get (crossed, 0)[1].brings, ==, 1);
}

static void
test_untraced (void)
{
  g_autoptr (HdRun) one = run_star (4, "all-reduce", "ring", 4, "trace='x[2]'");
  g_autoptr (HdRun) none = run_star (4, "all-reduce", "ring", 4, "");
  g_autoptr (HdPieces) pieces = hd_pieces_new (hd_run_get_record (one)), nothing = hd_pieces_new (hd_run_get_record (none));
  HdPiecesMoment moment;

  g_assert_true (hd_pieces_read (pieces, 2500 * US, &moment));
  g_assert_null (hd_pieces_get (pieces, 0));
  assert_pieces (pieces, 2, "2113");
  g_assert_cmpuint (hd_pieces_get (pieces, 2)[2].brings, ==, 3); /* from one that is not traced */
  g_assert_false (hd_pieces_read (nothing, 2500 * US, &moment));
  g_assert_false (hd_pieces_read (pieces, -1, &moment));
}

/* By agents: whoever is traced, and however the run is divided, it is the same run, and the same is told. */
static void
test_by_agents (void)
{
  static const char *const settings[] = {
    "fidelity='packet'", "fidelity='packet' trace='x[*]'", "fidelity='packet' trace='x[1]'", "fidelity='packet' trace='x[*]' partitions='2' sync='window'",
    "fidelity='packet' trace='x[*]' partitions='3' threads='2' sync='request'",
  };
  static const char *const works[][2] = { { "all-reduce", "ring" }, { "all-to-all", "direct" } };

  for (guint w = 0; w < G_N_ELEMENTS (works); w++)
    {
      g_autofree char *digest = NULL;
      g_autoptr (HdRun) whole = run_star (4, works[w][0], works[w][1], 4, settings[1]);

      for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
        {
          g_autoptr (HdRun) run = run_star (4, works[w][0], works[w][1], 4, settings[i]);
          HdRecord *record = hd_run_get_record (run), *first = hd_run_get_record (whole);
          g_autofree char *own = hd_record_dup_digest (record);

          if (digest == NULL)
            digest = g_strdup (own);
          g_assert_cmpstr (own, ==, digest);
          if (i != 3 && i != 4)
            continue;
          g_assert_cmpuint (hd_record_get_n_lanes (record), ==, hd_record_get_n_lanes (first));
          for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
            {
              g_assert_cmpuint (hd_record_get_n_spans (record, lane), ==, hd_record_get_n_spans (first, lane));
              for (guint64 n = 0; n < hd_record_get_n_spans (record, lane); n++)
                {
                  guint64 some;
                  const HdSpan *a = hd_record_peek_spans (record, lane, n, &some), *b = hd_record_peek_spans (first, lane, n, &some);

                  g_assert_cmpint (a->start, ==, b->start);
                  g_assert_cmpint (a->end, ==, b->end);
                  g_assert_cmpuint (a->peer, ==, b->peer);
                  g_assert_cmpuint (a->cause, ==, b->cause);
                }
            }
        }
    }
}

/* Eight processes under two leaf switches and a top: what a vertex has is what the vertices below it have, once they passed it on; at the end all have the sum. */
static void
test_trees (void)
{
  static const struct
  {
    const char *operation, *algorithm;
    guint32 first, last; /* of a member */
    guint32 whole;
  } cases[] = {
    { "all-reduce", "minimum-cost", 1, 8, 8 },
    { "all-reduce", "k-ary", 1, 8, 8 },
    { "reduce", "minimum-cost", 1, 1, 8 },
    { "broadcast", "minimum-cost", 0, 1, 1 },
    { "barrier", "k-ary", 1, 8, 8 },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      guint c = i / 2;
      g_autofree char *text = g_strdup_printf (
        "<heddle version='1' name='tree'><link-class id='wire' bandwidth='1 GB/s' latency='100 ns'/><top><component id='x' type='fabric.host' count='8'/>"
        "<component id='leaf' type='fabric.switch' count='2' tree-entries='8'/><component id='top' type='fabric.switch' tree-entries='8'/>"
        "<link from='x[i].port' to='leaf[floor (i / 4)].port[i %% 4]' for='i=0..7' class='wire'/><link from='leaf[i].port[4]' to='top.port[i]' for='i=0..1' class='wire'/></top>"
        "<communicators><communicator id='all' members='x[*]'/></communicators>"
        "<workload type='collective' on='all' operation='%s' algorithm='%s' %s repeat='2'/><run fidelity='%s'/></heddle>",
        cases[c].operation, cases[c].algorithm, g_str_equal (cases[c].operation, "barrier") ? "" : "bytes='8 B'", i % 2 == 0 ? "packet" : "flow");
      g_autoptr (HdRun) run = run_fixture_run (text, NULL, NULL);
      HdRecord *record = hd_run_get_record (run);
      g_autoptr (HdPieces) pieces = hd_pieces_new (record);
      HdTime end = hd_record_get_time (record);
      HdPiecesMoment moment;
      guint32 most = 0;
      HdTime start = 0;

      g_assert_true (hd_record_has_trees (record));
      while (start < end && !hd_pieces_read (pieces, start, &moment)) /* processes meet first */
        start += MAX (end / 4096, 1);
      g_assert_cmpint (start, <, end / 2);
      g_assert_nonnull (moment.tree);
      g_assert_cmpuint (moment.n_pieces, ==, 1);
      g_assert_cmpuint (moment.whole, ==, cases[c].whole);
      g_assert_false (moment.is_over);
      for (guint v = 0; v < 8; v++)
        if (v != hd_tree_get_root (moment.tree))
          g_assert_cmpuint (hd_pieces_get (pieces, v)->has, ==, cases[c].first);
      for (HdTime at = start; at <= end; at += MAX (end / 256, 1))
        {
          g_assert_true (hd_pieces_read (pieces, at, &moment));
          g_assert_cmpuint (moment.step, <, moment.n_steps);
          if (moment.iteration == 0)
            most = MAX (most, moment.step + 1);
          for (guint v = 0; v < moment.n_members; v++)
            {
              const HdPiece *piece = hd_pieces_get (pieces, v);

              g_assert_cmpuint (piece->has + (piece->adds ? piece->brings : 0), <=, moment.whole);
            }
        }
      g_assert_cmpuint (most, ==, moment.n_steps);
      g_assert_true (hd_pieces_read (pieces, end, &moment));
      g_assert_true (moment.is_over);
      g_assert_cmpuint (hd_pieces_get (pieces, hd_tree_get_root (moment.tree))->has, ==, cases[c].whole);
      for (guint v = 0; v < 8; v++)
        if (v != hd_tree_get_root (moment.tree) && !g_str_equal (cases[c].operation, "reduce"))
          g_assert_cmpuint (hd_pieces_get (pieces, v)->has, ==, cases[c].last);
      g_assert_null (hd_pieces_get (pieces, moment.n_members));
    }
}

static void
tally (gpointer data,
       guint32 source,
       guint32 destination,
       guint64 n)
{
  guint64 *counts = data; /* of the first eight nodes */

  counts[source * 8 + destination] += n;
}

/* Untraced: in each of two iterations of six steps a member sends to the next; what is under way is not told. */
static void
test_sends (void)
{
  g_autoptr (HdRun) run = run_star (4, "all-reduce", "ring", 4, "iterations='2'");
  HdRecord *record = hd_run_get_record (run);
  HdTime end = hd_record_get_time (record);
  guint64 counts[64] = { 0 };
  guint32 members[4];
  guint n;

  g_assert_false (hd_record_tally_sends (record, end / 2 - US, tally, counts));
  g_assert_true (hd_record_tally_sends (record, end / 2, tally, counts));
  g_assert_true (hd_record_tally_sends (record, end, tally, counts));
  g_assert_cmpuint (hd_record_get_n_names (record), ==, 1);
  memcpy (members, hd_record_peek_members (record, 0, &n), sizeof members);
  g_assert_cmpuint (n, ==, 4);
  for (guint i = 0; i < 4; i++)
    for (guint k = 0; k < 4; k++)
      g_assert_cmpuint (counts[members[i] * 8 + members[k]], ==, k == (i + 1) % 4 ? 3 * 6 : 0); /* one until the middle, two until the end */
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/pieces/ring", test_ring);
  g_test_add_func ("/engine/run/pieces/ends", test_ends);
  g_test_add_func ("/engine/run/pieces/beginnings", test_beginnings);
  g_test_add_func ("/engine/run/pieces/untraced", test_untraced);
  g_test_add_func ("/engine/run/pieces/by-agents", test_by_agents);
  g_test_add_func ("/engine/run/pieces/trees", test_trees);
  g_test_add_func ("/engine/run/pieces/sends", test_sends);
  return g_test_run ();
}
