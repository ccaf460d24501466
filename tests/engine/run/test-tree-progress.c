/* test-tree-progress.c: how far a collective has come along its tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracles: alone, with packets that take no time on links, a vertex gathers when the evaluator of the tree says, to the picosecond; under noise a vertex has gathered only if all
 * below it have, nobody is informed before the root has gathered, and the repeat ends when the last member is informed. Equal for any partitions.
 */
#include <heddle/hd-error.h>

#include "run-fixture.h"

#define N_REPEATS 4

/* Processes of the pruned fat tree; the last of @settings is %NULL. */
static HdRun *
run (const char *const *settings)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "aggregation", "pruned-fat-tree.heddle", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (GError) error = NULL;
  HdRun *self;

  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  g_ptr_array_add (all, (gpointer) "$processes=64");
  g_ptr_array_add (all, (gpointer) "$repeats=" G_STRINGIFY (N_REPEATS));
  for (guint i = 0; settings[i] != NULL; i++)
    g_ptr_array_add (all, (gpointer) settings[i]);
  g_ptr_array_add (all, NULL);
  design = run_fixture_design (text, (const char *const *) all->pdata);
  self = hd_run_new (design, NULL);
  hd_run_start (self);
  g_assert_true (hd_run_wait (self, &error));
  g_assert_no_error (error);
  return self;
}

static guint32
get_n_vertices (HdRecord *record)
{
  return hd_tree_get_n_vertices (hd_record_get_tree (record, 0));
}

static guint8 *
read_tree (HdRecord *record,
           guint32 repeat,
           HdTime moment)
{
  guint8 *progress = g_new (guint8, get_n_vertices (record));

  hd_record_read_tree (record, 0, repeat, moment, progress);
  return progress;
}

static const HdSpan *
get_span (HdRecord *record,
          guint32 repeat)
{
  guint64 n;

  g_assert_cmpuint (hd_record_get_n_spans (record, 0), >, repeat);
  return hd_record_peek_spans (record, 0, repeat, &n);
}

static void
test_alone (void)
{
  static const char *const algorithms[] = { "k-ary", "k-nomial", "hierarchical-k-nomial", "physical", "minimum-cost" };

  for (guint a = 0; a < G_N_ELEMENTS (algorithms); a++)
    {
      g_autofree char *algorithm = g_strconcat ("$algorithm=", algorithms[a], NULL);
      const char *const settings[] = { "$noise=0", "run:packet-time=0 s", "class:link.bandwidth=1e9 GB/s", "class:up.bandwidth=1e9 GB/s", "class:chip.bandwidth=1e9 GB/s",
                                       "$operation=reduce", algorithm, NULL };
      g_autoptr (HdRun) self = run (settings);
      HdRecord *record = hd_run_get_record (self);
      const HdTime *ready = hd_tree_get_ready (hd_record_get_tree (record, 0));

      for (guint32 v = 0; v < get_n_vertices (record); v++)
        {
          HdTime begin = get_span (record, 1)->start;
          g_autofree guint8 *before = read_tree (record, 1, begin + ready[v] - 1), *after = read_tree (record, 1, begin + ready[v]);

          g_assert_cmpuint (before[v], ==, HD_TREE_WAITING);
          g_assert_cmpuint (after[v], >=, HD_TREE_GATHERED);
        }
    }
}

static void
check_order (HdTree *tree,
             const guint8 *progress)
{
  const guint32 *parents = hd_tree_get_parents (tree);

  for (guint32 v = 0; v < hd_tree_get_n_vertices (tree); v++)
    {
      if (parents[v] != HD_NO_ID && progress[parents[v]] >= HD_TREE_GATHERED)
        g_assert_cmpuint (progress[v], >=, HD_TREE_GATHERED);
      if (progress[v] == HD_TREE_INFORMED)
        g_assert_cmpuint (progress[hd_tree_get_root (tree)], ==, HD_TREE_INFORMED);
    }
}

static guint
count_informed (HdTree *tree,
                const guint8 *progress)
{
  guint n = 0;

  for (guint32 v = 0; v < hd_tree_get_n_members (tree); v++)
    n += progress[v] == HD_TREE_INFORMED;
  return n;
}

static void
test_order (void)
{
  static const char *const operations[] = { "barrier", "broadcast", "all-reduce" };
  static const char *const algorithms[] = { "hierarchical-k-nomial", "minimum-cost" };

  for (guint i = 0; i < G_N_ELEMENTS (operations) * G_N_ELEMENTS (algorithms); i++)
    {
      g_autofree char *operation = g_strconcat ("$operation=", operations[i / 2], NULL), *algorithm = g_strconcat ("$algorithm=", algorithms[i % 2], NULL);
      const char *const settings[] = { operation, algorithm, NULL };
      g_autoptr (HdRun) self = run (settings);
      HdRecord *record = hd_run_get_record (self);
      HdTree *tree = hd_record_get_tree (record, 0);

      for (guint32 repeat = 0; repeat < N_REPEATS; repeat++)
        {
          const HdSpan *span = get_span (record, repeat);
          g_autofree guint8 *last = read_tree (record, repeat, span->end), *before = read_tree (record, repeat, span->end - 1);

          g_assert_cmpuint (count_informed (tree, last), ==, 64);
          g_assert_cmpuint (count_informed (tree, before), <, 64);
          for (guint step = 0; step < 50; step++)
            {
              g_autofree guint8 *progress = read_tree (record, repeat, span->start + (span->end - span->start) * step / 50);

              check_order (tree, progress);
            }
        }
    }
}

static void
test_repeats (void)
{
  static const char *const nothing[] = { NULL };
  g_autoptr (HdRun) self = run (nothing);
  HdRecord *record = hd_run_get_record (self);
  HdTime begin = -1;

  g_assert_cmpuint (hd_record_find_repeat (record, 0, 0, &begin), ==, HD_NO_ID);
  for (guint32 repeat = 0; repeat < N_REPEATS; repeat++)
    {
      const HdSpan *span = get_span (record, repeat);

      g_assert_cmpuint (hd_record_find_repeat (record, 0, span->start, &begin), ==, repeat);
      g_assert_cmpint (begin, ==, span->start);
      g_assert_cmpuint (hd_record_find_repeat (record, 0, span->start - 1, &begin), ==, repeat > 0 ? repeat - 1 : HD_NO_ID);
    }
  g_assert_cmpuint (hd_record_find_repeat (record, 0, HD_TIME_MAX, &begin), ==, N_REPEATS - 1);
}

static void
test_partitions (void)
{
  static const char *const serial[] = { "run:sync=serial", NULL };
  static const char *const parallel[] = { "run:sync=request", "run:partitions=3", "run:threads=2", NULL };
  g_autoptr (HdRun) one = run (serial), three = run (parallel);
  HdRecord *a = hd_run_get_record (one), *b = hd_run_get_record (three);
  const HdSpan *span = get_span (a, 2);

  for (guint step = 0; step <= 100; step++)
    {
      HdTime moment = span->start + (span->end - span->start) * step / 100;
      g_autofree guint8 *x = read_tree (a, 2, moment), *y = read_tree (b, 2, moment);

      g_assert_cmpmem (x, get_n_vertices (a), y, get_n_vertices (b));
    }
}

/* Cut off: what would have come later is not shown, and collectives of sends have no tree. */
static void
test_until (void)
{
  static const char *const until[] = { "run:until=3 us", NULL };
  static const char *const sends[] = { "$algorithm=ring", NULL };
  g_autoptr (HdRun) cut = run (until), ring = run (sends);
  HdRecord *record = hd_run_get_record (cut);
  g_autofree guint8 *progress = read_tree (record, 0, HD_TIME_MAX), *later = read_tree (record, 2, HD_TIME_MAX);

  g_assert_cmpuint (count_informed (hd_record_get_tree (record, 0), progress), <, 64);
  g_assert_cmpuint (count_informed (hd_record_get_tree (record, 0), later), ==, 0);
  g_assert_null (hd_record_get_tree (hd_run_get_record (ring), 0));
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run/tree-progress/alone", test_alone);
  g_test_add_func ("/run/tree-progress/order", test_order);
  g_test_add_func ("/run/tree-progress/repeats", test_repeats);
  g_test_add_func ("/run/tree-progress/partitions", test_partitions);
  g_test_add_func ("/run/tree-progress/until", test_until);
  return g_test_run ();
}
