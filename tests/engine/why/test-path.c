/* test-path.c: what the end of a run waited for
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracles: a ring of four with one slow link, whose six steps each wait for it, at every fidelity, whether messages are recorded or not; a graph whose longest chain
 * is worked by hand; a list of transfers. Invariants, over networks, schedules and sizes: parts follow each other without a gap from 0 to the end; what is estimated of a change
 * of bandwidth or latency is met by a run with it, or is missed on the side of less time; what cannot be known is said.
 */
#include <math.h>
#include <string.h>

#include <heddle/heddle.h>

#include "catalog-fixture.h"
#include "run-fixture.h"

#define RING(run) \
  "<heddle version='1' name='ring'><link-class id='wire' bandwidth='50 GB/s' latency='500 ns' sharing='split'/>" \
  "<link-class id='slow' bandwidth='10 GB/s' latency='500 ns' sharing='split'/>" \
  "<top><component id='xpu' type='fabric.xpu' count='4'/><link id='w' from='xpu[i].xpu' to='xpu[i + 1].xpu' for='i=0..2' class='wire'/>" \
  "<link id='s' from='xpu[3].xpu' to='xpu[0].xpu' class='slow'/></top>" \
  "<communicators><communicator id='all' members='xpu[*]'/></communicators>" \
  "<workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='4 MB'/>" run "</heddle>"

#define STEP_S (1e6 / 10e9 + 500e-9)

typedef struct
{
  HdCatalog *catalog;
  HdSnapshot *snapshot;
  HdRunQueue *queue;
  HdRecord *record;
  HdPath *path;
} Case;

static HdRecord *
run (Case *self,
     const char *const *settings)
{
  g_autoptr (HdRunJob) job = hd_run_queue_submit (self->queue, self->snapshot, settings, 0);
  g_autoptr (GError) error = NULL;

  g_assert_true (hd_run_job_wait (job, &error));
  g_assert_no_error (error);
  return hd_record_ref (hd_run_job_get_record (job));
}

static void
check_gapless (HdPath *path)
{
  guint n = hd_path_get_n_parts (path);

  for (guint i = 0; i < n; i++)
    {
      const HdPathPart *part = hd_path_get_part (path, i);

      g_assert_cmpint (part->start, ==, i > 0 ? hd_path_get_part (path, i - 1)->end : 0);
      g_assert_cmpint (part->end, >, part->start);
      g_assert_cmpuint (hd_path_find_part (path, part->start), ==, i);
      g_assert_cmpuint (hd_path_find_part (path, part->end - 1), ==, i);
    }
}

static void
case_init (Case *self,
           const char *text,
           const char *const *settings)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, NULL, problems, &error);

  g_assert_no_error (error);
  self->catalog = catalog_fixture_new ();
  self->snapshot = hd_document_snapshot (document);
  self->queue = hd_run_queue_new (self->catalog, 0, 0);
  self->record = run (self, settings);
  self->path = hd_path_new (self->record);
  check_gapless (self->path);
}

static void
case_clear (Case *self)
{
  hd_path_unref (self->path);
  hd_record_unref (self->record);
  g_object_unref (self->queue);
  hd_snapshot_unref (self->snapshot);
  g_object_unref (self->catalog);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static guint32
find_node (Case *self,
           const char *path)
{
  HdDesign *design = hd_record_get_design (self->record);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      g_autofree char *found = hd_design_dup_node_path (design, i);

      if (g_str_equal (found, path))
        return i;
    }
  g_assert_not_reached ();
}

static void
assert_waits_for (Case *self,
                  const HdPathShare *share,
                  const char *expected)
{
  const HdHotSpot spot = { share->limit_kind, share->limit, share->way, 0, 0 };
  g_autofree char *path = NULL;

  g_assert_true (share->has_limit);
  path = hd_hot_spot_dup_path (&spot, hd_record_get_design (self->record));
  g_assert_cmpstr (path, ==, expected);
}

/* Every step waits for the slow link: from xpu[3] to xpu[0], in the direction in which the ring goes. */
static void
check_ring (const char *settings,
            gboolean recorded)
{
  g_auto (GStrv) list = g_strsplit (settings, " ", -1);
  g_auto (Case) ring = { NULL };
  g_autoptr (GArray) shares = NULL;
  const HdPathShare *first;
  g_autofree char *sentence = NULL;
  guint n_slow = 0;

  case_init (&ring, RING (""), (const char *const *) list);
  g_assert_null (hd_path_get_reason (ring.path));
  shares = hd_path_sum_up (ring.path, NULL, NULL);
  first = &g_array_index (shares, HdPathShare, 0);
  g_assert_cmpint (first->kind, ==, HD_PATH_MESSAGE);
  assert_waits_for (&ring, first, "s");
  g_assert_cmpuint (first->n_limits, ==, 1);
  g_assert_cmpfloat (first->bandwidth, ==, 10e9);
  g_assert_cmpfloat (first->share, >, 0.9);
  g_assert_cmpuint (first->n_all_steps, ==, 6);
  g_assert_cmpuint (first->n_steps, >=, 5); /* without a barrier the last step may be another one's, as quick as it is */
  g_assert_cmpint (hd_path_get_time (ring.path), ==, hd_path_get_part (ring.path, hd_path_get_n_parts (ring.path) - 1)->end);
  for (guint i = 0; i < hd_path_get_n_parts (ring.path); i++)
    {
      const HdPathPart *part = hd_path_get_part (ring.path, i);

      if (part->kind != HD_PATH_MESSAGE)
        continue;
      g_assert_cmpint (part->inferred, ==, !recorded);
      g_assert_cmpuint (part->step, ==, n_slow++);
      g_assert_cmpuint (part->n_steps, ==, 6);
      g_assert_cmpuint (part->n_hops, ==, 1);
    }
  g_assert_cmpuint (n_slow, ==, 6);
  sentence = hd_path_dup_sentence (ring.path, first);
  g_assert_nonnull (strstr (sentence, "waits for s (10"));
}

static void
test_ring (void)
{
  check_ring ("run:steps=barrier", FALSE);
  check_ring ("run:steps=barrier run:trace=xpu[*]", TRUE);
  check_ring ("run:steps=neighbours", FALSE);
  check_ring ("run:steps=neighbours run:trace=xpu[*]", TRUE);
  check_ring ("run:fidelity=packet", FALSE);
  check_ring ("run:fidelity=packet run:trace=xpu[*]", TRUE);
  check_ring ("run:fidelity=flit", FALSE);
  check_ring ("run:fidelity=flit run:trace=xpu[*]", TRUE);
}

/* The messages of a path are those of the record: the one that came last, then what its sender waited for. */
static void
test_messages (void)
{
  static const char *const settings[] = { "run:steps=barrier", "run:trace=xpu[*]", NULL };
  g_auto (Case) ring = { NULL };

  case_init (&ring, RING (""), settings);
  for (guint i = 0; i < 6; i++)
    {
      const HdPathPart *part = hd_path_get_part (ring.path, i);

      g_assert_cmpuint (part->from, ==, find_node (&ring, "xpu[3]"));
      g_assert_cmpuint (part->to, ==, find_node (&ring, "xpu[0]"));
      g_assert_cmpfloat_with_epsilon (hd_time_to_seconds (part->end), (i + 1) * STEP_S, 1e-11);
      g_assert_cmpint (part->latency, ==, 500000);
      g_assert_cmpuint (hd_path_peek_hops (ring.path, part)->direction, ==, 0);
    }
}

/* A: 2 ms, then B: 1 ms beside a message of 4 MB over 1 GB/s (4 ms), then C: 3 ms. */
static void
test_graph (void)
{
  static const char text[] =
      "<heddle version='1' name='graph'><link-class id='l' bandwidth='1 GB/s' latency='0 s' sharing='split'/>"
      "<top><component id='h' type='fabric.xpu' count='2' fp32='1 TFLOP/s' fp16='1 TFLOP/s'/><link id='w' from='h[0].eth' to='h[1].eth' class='l'/></top>"
      "<communicators><communicator id='all' members='h[*]'/></communicators><workload type='graph' stop='drain' on='all'>"
      "<vertex id='A' kind='compute' place='h[0]' work='2e9 FLOP' start='true'/><vertex id='B' kind='compute' place='h[0]' work='1e9 FLOP'/>"
      "<vertex id='M' kind='comm' bytes='4 MB' from='h[0]' to='h[1]'/><vertex id='C' kind='compute' place='h[1]' work='3e9 FLOP'/>"
      "<edge from='A' to='B'/><edge from='A' to='M'/><edge from='M' to='C'/><edge from='B' to='C'/></workload></heddle>";
  static const HdPathKind kinds[] = { HD_PATH_COMPUTE, HD_PATH_MESSAGE, HD_PATH_COMPUTE };
  static const double ends_s[] = { 2e-3, 6e-3, 9e-3 };
  static const char *const fidelities[] = { "run:fidelity=flow", "run:fidelity=packet" };

  for (guint f = 0; f < G_N_ELEMENTS (fidelities); f++)
    {
      const char *const settings[] = { fidelities[f], NULL };
      g_auto (Case) graph = { NULL };
      g_autoptr (GArray) shares = NULL;

      case_init (&graph, text, settings);
      g_assert_cmpuint (hd_path_get_n_parts (graph.path), ==, 3);
      for (guint i = 0; i < 3; i++)
        {
          const HdPathPart *part = hd_path_get_part (graph.path, i);

          g_assert_cmpint (part->kind, ==, kinds[i]);
          g_assert_cmpfloat_with_epsilon (hd_time_to_seconds (part->end), ends_s[i], 1e-8);
        }
      g_assert_null (hd_path_get_reason (graph.path));
      shares = hd_path_sum_up (graph.path, NULL, NULL);
      g_assert_cmpuint (shares->len, ==, 3);
      assert_waits_for (&graph, &g_array_index (shares, HdPathShare, 0), "w");
      assert_waits_for (&graph, &g_array_index (shares, HdPathShare, 1), "h[1]");
      g_assert_cmpfloat (g_array_index (shares, HdPathShare, 1).bandwidth, ==, 1e12);
    }
}

/* Networks, schedules and sizes: no change of a bandwidth or a latency alone gives more than is estimated, but for what a shorter chain beside it gives. */
static void
test_estimates (void)
{
  static const char *const nets[] = {
    "kind='ring' switches='5'", "kind='star' hosts='6'", "kind='mesh' rows='2' columns='3'", "kind='leaf-spine' leaves='3' spines='2' hosts='2'",
  };
  static const char *const hosts[] = { "[*][*]", "[*]", "[*][*][*]", "[*][*]" };
  static const char *const works[] = {
    "operation='all-reduce' algorithm='ring'", "operation='all-reduce' algorithm='recursive-doubling'", "operation='broadcast' algorithm='binomial'",
    "operation='all-to-all' algorithm='direct'",
  };
  static const char *const sizes[] = { "8 B", "1 MB" };
  static const char *const steps[] = { "barrier", "neighbours" };
  guint n_near = 0, n_all = 0;

  for (guint i = 0; i < G_N_ELEMENTS (nets) * G_N_ELEMENTS (works) * G_N_ELEMENTS (sizes) * 2; i++)
    {
      guint net = i % G_N_ELEMENTS (nets), work = i / G_N_ELEMENTS (nets) % G_N_ELEMENTS (works), size = i / G_N_ELEMENTS (nets) / G_N_ELEMENTS (works) % 2;
      g_autofree char *text = g_strdup_printf (
          "<heddle version='1' name='any'><top><generate id='net' %s bandwidth='10 GB/s' latency='1 us'/></top>"
          "<communicators><communicator id='all' members='net/host%s'/></communicators>"
          "<workload type='collective' on='all' %s bytes='%s'/><run steps='%s'/></heddle>",
          nets[net], hosts[net], works[work], sizes[size], steps[i / G_N_ELEMENTS (nets) / G_N_ELEMENTS (works) / 2]);
      g_auto (Case) any = { NULL };
      g_autoptr (HdWhy) why = NULL;
      HdMerit merit;

      case_init (&any, text, NULL);
      g_assert_null (hd_path_get_reason (any.path));
      g_assert_true (hd_merit_choose (any.record, NULL, &merit, NULL));
      why = hd_why_new (any.record, any.snapshot, &merit, 2);
      hd_why_check (why, any.queue, G_MAXUINT);
      while (hd_why_count (why, HD_TRIAL_RUNNING) > 0)
        g_main_context_iteration (NULL, TRUE);
      for (guint t = 0; t < hd_why_get_n_trials (why); t++)
        {
          const HdTrial *trial = hd_why_get_trial (why, t);

          if (isnan (trial->estimate))
            continue;
          n_all++;
          n_near += fabs (trial->estimate - trial->checked) < 0.02 * trial->checked;
          g_assert_cmpfloat (trial->estimate, >, 0.7 * trial->checked);
          g_assert_cmpfloat (trial->estimate, <, 1.05 * trial->checked);
        }
    }
  g_test_message ("%u of %u estimates within 2 %%", n_near, n_all);
  g_assert_cmpuint (10 * n_near, >=, 9 * n_all);
}

/* What comes at times of its own is not waited for. */
static void
test_traffic (void)
{
  g_auto (Case) traffic = { NULL };

  case_init (&traffic,
             "<heddle version='1' name='t'><top><generate id='net' kind='star' hosts='4' bandwidth='10 GB/s' latency='1 us'/></top>"
             "<communicators><communicator id='all' members='net/host[*]'/></communicators>"
             "<workload type='traffic' on='all' pattern='uniform' probability='0.1' interval='1 us' bytes='64 B' warm-up='10 us' measure='100 us'/>"
             "<run fidelity='packet'/></heddle>",
             NULL);
  g_assert_cmpuint (hd_path_get_n_parts (traffic.path), ==, 0);
  g_assert_nonnull (strstr (hd_path_get_reason (traffic.path), "no chain"));
}

/* Along a tree, and by switches: times are those at which its vertices had done their part. */
static void
test_tree (void)
{
  g_auto (Case) tree = { NULL };
  HdTime end;

  case_init (&tree,
             "<heddle version='1' name='t'><top><generate id='net' kind='leaf-spine' leaves='2' spines='1' hosts='4' bandwidth='10 GB/s' latency='1 us'/></top>"
             "<communicators><communicator id='all' members='net/host[*][*]'/></communicators>"
             "<workload type='collective' id='sum' on='all' operation='all-reduce' algorithm='physical' bytes='64 B'/><run fidelity='packet'/></heddle>",
             NULL);
  end = hd_path_get_part (tree.path, hd_path_get_n_parts (tree.path) - 1)->end;
  g_assert_cmpuint (hd_path_get_n_parts (tree.path), >=, 4);
  for (guint i = 0; i < hd_path_get_n_parts (tree.path); i++)
    {
      const HdPathPart *part = hd_path_get_part (tree.path, i);

      if (part->kind == HD_PATH_PAUSE || part->kind == HD_PATH_WORK)
        continue;
      g_assert_cmpint (part->kind, ==, HD_PATH_MESSAGE);
      g_assert_false (part->inferred);
      if (i > 0 && hd_path_get_part (tree.path, i - 1)->kind == HD_PATH_MESSAGE)
        g_assert_cmpuint (part->from, ==, hd_path_get_part (tree.path, i - 1)->to);
    }
  g_assert_cmpint (hd_path_get_time (tree.path), <=, end);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/why/path/ring", test_ring);
  g_test_add_func ("/engine/why/path/messages", test_messages);
  g_test_add_func ("/engine/why/path/graph", test_graph);
  g_test_add_func ("/engine/why/path/estimates", test_estimates);
  g_test_add_func ("/engine/why/path/traffic", test_traffic);
  g_test_add_func ("/engine/why/path/tree", test_tree);
  return g_test_run ();
}
