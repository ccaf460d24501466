/* test-why.c: what holds a run up, and what would make it faster
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracles: a ring of four whose steps are worked by hand; each change made again by a run with its settings from outside. Invariants: what was busy has that
 * for a bound, and no run is shorter; what the project says once is one change, what has several values in one array is one by its formula, and what nobody can name is none;
 * an estimate is never worse than the run; a change that makes no difference is told from one that does; what is stopped waits and can be tried again; no collective is faster than its floor;
 * what cannot be tried keeps its error. Left open: how good estimates are.
 */
#include <math.h>
#include <string.h>

#include <heddle/heddle.h>

#include "catalog-fixture.h"
#include "run-fixture.h"

/* Two racks of two under a slow uplink; bandwidth and latency of links to the accelerators stand at the links. */
#define RACKS \
  "<heddle version='1' name='racks'><link-class id='uplink' bandwidth='2 GB/s' latency='1 us' sharing='split'/>" \
  "<link-class id='idle' bandwidth='1 GB/s' latency='1 us'/>" \
  "<module id='rack'><port id='up' of='tor.up'/><component id='tor' type='fabric.tor-switch'/>" \
  "<component id='xpu' type='fabric.xpu' count='2' fp16='if (xpu == 0, 1 TFLOP/s, 2 TFLOP/s)'/>" \
  "<link id='access' from='xpu[i].eth' to='tor.down[i]' bandwidth='8 GB/s' latency='500 ns'/></module>" \
  "<top><component id='core' type='fabric.core-switch'/><component id='lone' type='fabric.xpu'/><instance id='rack' of='rack' count='2'/>" \
  "<link from='rack[i].up' to='core.down[i]' class='uplink' for='i=0..1'/>" \
  "<link id='aside' from='lone.eth' to='core.down[2]' class='idle'/></top>" \
  "<communicators><communicator id='all' members='rack[*]/xpu[*]'/></communicators>" \
  "<workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='4 MB'/></heddle>"

#define RING(more) \
  "<heddle version='1' name='ring'><link-class id='wire' bandwidth='50 GB/s' latency='500 ns' sharing='split'/>" \
  "<top><component id='xpu' type='fabric.xpu' count='4'/><link id='w' from='xpu[i].xpu' to='xpu[(i + 1) % 4].xpu' for='i=0..3' class='wire'/></top>" \
  "<communicators><communicator id='all' members='xpu[*]'/></communicators>" \
  "<workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='1 GB'/>" more "</heddle>"

#define STEP_S(bandwidth) (250e6 / (bandwidth) + 500e-9)

typedef struct
{
  HdCatalog *catalog;
  HdSnapshot *snapshot;
  HdRunQueue *queue;
  HdRecord *record;
} Case;

static HdRecord *
run (HdCatalog *catalog,
     HdRunQueue *queue,
     HdSnapshot *snapshot,
     const char *const *settings)
{
  g_autoptr (HdRunJob) job = hd_run_queue_submit (queue, snapshot, settings, 0);
  g_autoptr (GError) error = NULL;

  g_assert_true (hd_run_job_wait (job, &error));
  g_assert_no_error (error);
  return hd_record_ref (hd_run_job_get_record (job));
}

static void
case_begin (Case *self,
            HdDocument *document,
            const char *const *settings)
{
  self->catalog = catalog_fixture_new ();
  self->snapshot = hd_document_snapshot (document);
  self->queue = hd_run_queue_new (self->catalog, 0, 0);
  self->record = run (self->catalog, self->queue, self->snapshot, settings);
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
  case_begin (self, document, settings);
}

/* Of a project of the source tree. */
static void
case_init_file (Case *self,
                const char *name,
                const char *const *settings)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);

  g_assert_no_error (error);
  case_begin (self, document, settings);
}

static void
case_clear (Case *self)
{
  hd_record_unref (self->record);
  g_object_unref (self->queue);
  hd_snapshot_unref (self->snapshot);
  g_object_unref (self->catalog);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Case, case_clear)

static HdWhy *
look (Case *self,
      double factor)
{
  g_autoptr (GError) error = NULL;
  HdMerit merit;

  g_assert_true (hd_merit_choose (self->record, NULL, &merit, &error));
  g_assert_no_error (error);
  return hd_why_new (self->record, self->snapshot, &merit, factor);
}

static void
wait_for (HdWhy *why)
{
  while (hd_why_count (why, HD_TRIAL_RUNNING) > 0)
    g_main_context_iteration (NULL, TRUE);
}

static const HdTrial *
find (HdWhy *why,
      const char *setting)
{
  for (guint i = 0; i < hd_why_get_n_trials (why); i++)
    if (g_strv_contains ((const char *const *) hd_why_get_trial (why, i)->settings, setting))
      return hd_why_get_trial (why, i);
  return NULL;
}

static const HdBound *
find_bound (HdWhy *why,
            const char *what)
{
  for (guint i = 0; i < hd_why_get_n_bounds (why); i++)
    if (g_str_equal (hd_why_get_bound (why, i)->what, what))
      return hd_why_get_bound (why, i);
  return NULL;
}

#define assert_near(a, b) g_assert_cmpfloat_with_epsilon (a, b, 1e-9 * fabs (b))

static void
test_ring (void)
{
  g_auto (Case) ring = { NULL };
  g_autoptr (HdWhy) why = NULL;
  g_autofree char *sentence = NULL;
  const HdBound *wires;
  const HdTrial *wider, *closer;

  case_init (&ring, RING (""), NULL);
  why = look (&ring, 2);
  g_assert_cmpstr (hd_why_get_merit (why)->metric, ==, "time_total");
  assert_near (hd_why_get_value (why), 6 * STEP_S (50e9));

  wires = hd_why_get_bound (why, 0);
  g_assert_cmpstr (wires->what, ==, "Links “wire”");
  g_assert_cmpuint (wires->n, ==, 4);
  g_assert_cmpuint (wires->n_equal, ==, 4);
  assert_near (hd_time_to_seconds (wires->least), 6 * 250e6 / 50e9);

  hd_why_check (why, ring.queue, G_MAXUINT);
  wait_for (why);
  wider = find (why, "class:wire.bandwidth=100 GB/s");
  closer = find (why, "class:wire.latency=250 ns");
  g_assert_nonnull (wider);
  g_assert_nonnull (closer);
  g_assert_true (wider == hd_why_get_trial (why, 0)); /* the best one first */
  assert_near (wider->checked, 6 * STEP_S (100e9));
  assert_near (closer->checked, 6 * (250e6 / 50e9 + 250e-9));
  g_assert_cmpfloat_with_epsilon (wider->estimate, wider->checked, 2e-6);
  g_assert_cmpfloat_with_epsilon (closer->estimate, closer->checked, 1e-12); /* the path is as much shorter */
  sentence = hd_why_dup_sentence (why);
  g_assert_nonnull (strstr (sentence, "Bandwidth of links “wire” would help most"));
}

/* Each by a run of its own, from outside. */
static void
test_trials (void)
{
  static const char *const texts[] = { RACKS, RING (""), RUN_FIXTURE_STAR };

  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    {
      g_auto (Case) one = { NULL };
      g_autoptr (HdWhy) why = NULL;

      case_init (&one, texts[t], NULL);
      why = look (&one, 3);
      hd_why_check (why, one.queue, G_MAXUINT);
      wait_for (why);
      g_assert_cmpuint (hd_why_count (why, HD_TRIAL_CHECKED), ==, hd_why_get_n_trials (why));
      for (guint i = 0; i < hd_why_get_n_trials (why); i++)
        {
          const HdTrial *trial = hd_why_get_trial (why, i);
          g_autoptr (HdRecord) again = run (one.catalog, one.queue, one.snapshot, (const char *const *) trial->settings);

          g_assert_cmpfloat (hd_merit_read (hd_why_get_merit (why), again), ==, trial->checked);
          if (!isnan (trial->estimate))
            g_assert_cmpfloat (hd_merit_get_gain (hd_why_get_merit (why), hd_why_get_value (why), trial->estimate), >=, 0);
          if (i > 0)
            g_assert_cmpfloat (hd_why_get_gain (why, trial), <=, hd_why_get_gain (why, hd_why_get_trial (why, i - 1)));
        }
      for (guint i = 0; i < hd_why_get_n_bounds (why); i++)
        g_assert_cmpuint (hd_why_get_bound (why, i)->least, <=, hd_record_get_time (one.record));
    }
}

/* What the project says once is one change, by the words of the project. */
static void
test_groups (void)
{
  g_auto (Case) racks = { NULL };
  g_autoptr (HdWhy) why = NULL;
  const HdTrial *trial;

  case_init (&racks, RACKS, NULL);
  why = look (&racks, 2);
  trial = find (why, "rack/access.bandwidth=16 GB/s");
  g_assert_nonnull (trial);
  g_assert_cmpuint (trial->n, ==, 4);
  g_assert_cmpuint (g_strv_length (trial->settings), ==, 1);
  g_assert_nonnull (find (why, "rack/access.latency=250 ns"));
  g_assert_nonnull (find (why, "class:uplink.bandwidth=4 GB/s"));
  g_assert_null (find (why, "class:idle.bandwidth=2 GB/s")); /* carries nothing */
  g_assert_cmpuint (find_bound (why, "Links “uplink”")->n, ==, 2);
  trial = find (why, "rack/xpu.fp16=2 * (if (xpu == 0, 1 TFLOP/s, 2 TFLOP/s))"); /* has two values */
  g_assert_nonnull (trial);
  g_assert_cmpuint (trial->n, ==, 4);
  trial = find (why, "rack/xpu.match-time=5 ns"); /* of one type and one value, wherever they are drawn */
  g_assert_nonnull (trial);
  g_assert_true (g_strv_contains ((const char *const *) trial->settings, "lone.match-time=5 ns"));
  g_assert_cmpuint (trial->n, ==, 5);
}

/* A generated topology is changed by its parameters: what is inside has no name in the project. */
static void
test_generated (void)
{
  g_auto (Case) star = { NULL };
  g_autoptr (HdWhy) why = NULL;
  const HdTrial *wider;

  case_init (&star,
             "<heddle version='1' name='star'><module id='m'><generate id='net' kind='star' hosts='4' bandwidth='10 GB/s' latency='1 us'/></module>"
             "<top><instance id='p' of='m'/></top><communicators><communicator id='all' members='p/net/host[*]'/></communicators>"
             "<workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='4 MB'/></heddle>",
             NULL);
  why = look (&star, 2);
  wider = find (why, "p/net.bandwidth=20 GB/s");
  g_assert_nonnull (wider);
  g_assert_nonnull (find (why, "p/net.latency=500 ns"));
  hd_why_check (why, star.queue, G_MAXUINT);
  wait_for (why);
  g_assert_cmpuint (hd_why_count (why, HD_TRIAL_FAILED), ==, 0);
  assert_near (hd_why_get_value (why), 6 * (1e6 / 10e9 + 2e-6)); /* each step goes up and down */
  assert_near (wider->checked, 6 * (1e6 / 20e9 + 2e-6));
}

/* Likewise, by the formulas that stand there. */
static void
test_generated_formulas (void)
{
  g_auto (Case) star = { NULL };
  g_autoptr (HdWhy) why = NULL;

  case_init (&star,
             "<heddle version='1' name='star'><variables><variable name='bw' value='20 GB/s'/><variable name='hop' value='500 ns'/></variables>"
             "<top><generate id='net' kind='star' hosts='4' bandwidth='$bw / 2' latency='2 * $hop'/></top><communicators><communicator id='all' members='net/host[*]'/>"
             "</communicators><workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='4 MB'/></heddle>",
             NULL);
  why = look (&star, 2);
  hd_why_check (why, star.queue, G_MAXUINT);
  wait_for (why);
  g_assert_cmpuint (hd_why_count (why, HD_TRIAL_FAILED), ==, 0);
  assert_near (hd_why_get_value (why), 6 * (1e6 / 10e9 + 2e-6));
  g_assert_nonnull (find (why, "net.bandwidth=2 * ($bw / 2)"));
  g_assert_nonnull (find (why, "net.latency=1 / 2 * (2 * $hop)"));
  assert_near (find (why, "net.bandwidth=2 * ($bw / 2)")->checked, 6 * (1e6 / 20e9 + 2e-6));
  assert_near (find (why, "net.latency=1 / 2 * (2 * $hop)")->checked, 6 * (1e6 / 10e9 + 1e-6));
}

/* Of a ring each member has two links of 50 GB/s out, of which the schedule uses one; nothing else is narrower. */
static void
test_floor (void)
{
  g_auto (Case) ring = { NULL };
  g_autoptr (HdWhy) why = NULL;
  const HdFloor *found;

  case_init (&ring, RING (""), NULL);
  why = look (&ring, 2);
  g_assert_cmpuint (hd_why_get_n_floors (why), ==, 1);
  found = hd_why_get_floor (why, 0);
  assert_near (hd_time_to_seconds (found->least), 1e9 / 100e9);
  assert_near (hd_time_to_seconds (found->took), 6 * STEP_S (50e9));
  g_assert_cmpstr (found->cut, ==, "xpu[0]");
}

/* Of 16 on a mesh of 2 by 8, each has a sixteenth of 1 MB for each other: between the halves 4 MB go each way, over two links of 10 GB/s. */
static void
test_columns (void)
{
  static const struct
  {
    const char *net;
    double least_s;
    const char *cut;
  } cases[] = {
    { "kind='mesh' rows='2' columns='8'", 4e6 / 2 / 10e9, "the first 4 of 8 columns" },
    { "kind='mesh' rows='8' columns='2'", 4e6 / 2 / 10e9, NULL }, /* the same, in the order of the design */
    { "kind='torus' rows='2' columns='8'", 4e6 / 4 / 10e9, NULL }, /* and round the back */
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "<heddle version='1' name='any'><top><generate id='net' %s bandwidth='10 GB/s' latency='1 ns'/></top>"
          "<communicators><communicator id='all' members='net/host[*][*][*]'/></communicators>"
          "<workload type='collective' on='all' operation='all-to-all' algorithm='direct' bytes='1 MB'/></heddle>",
          cases[i].net);
      g_auto (Case) grid = { NULL };
      g_autoptr (HdWhy) why = NULL;

      case_init (&grid, text, NULL);
      why = look (&grid, 2);
      g_assert_cmpfloat_with_epsilon (hd_time_to_seconds (hd_why_get_floor (why, 0)->least), cases[i].least_s, 1e-9);
      if (cases[i].cut != NULL)
        g_assert_cmpstr (hd_why_get_floor (why, 0)->cut, ==, cases[i].cut);
    }
}

/* Collectives of which the same is true are told once. */
static void
test_equal_floors (void)
{
  const char *body = "<heddle version=\"1\" name=\"two\"><link-class id=\"l\" bandwidth=\"10 GB/s\" latency=\"1 us\"/><top><component id=\"s\" type=\"fabric.switch\"/>"
                     "<component id=\"x\" type=\"fabric.host\" count=\"4\"/><link from=\"x[i].port\" to=\"s.port[i]\" class=\"l\"/></top>"
                     "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
                     "<workload type=\"collective\" id=\"a\" on=\"all\" operation=\"all-reduce\" bytes=\"1 MB\"/>"
                     "<workload type=\"collective\" id=\"b\" on=\"all\" operation=\"all-reduce\" bytes=\"1 MB\"/>"
                     "<workload type=\"collective\" id=\"c\" on=\"all\" operation=\"all-reduce\" bytes=\"2 MB\"/></heddle>";
  g_auto (Case) two = { NULL };
  g_autoptr (HdWhy) why = NULL;
  g_autofree char *text = NULL, *first = NULL;
  g_auto (GStrv) lines = NULL;

  case_init (&two, body, NULL);
  why = look (&two, 2);
  text = hd_why_dup_floors (why, G_MAXUINT);
  first = hd_why_dup_floors (why, 1);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (hd_why_get_n_floors (why), ==, 3);
  g_assert_cmpuint (g_strv_length (lines), ==, 2);
  g_assert_true (g_str_has_suffix (lines[0], " (2 of them)"));
  g_assert_cmpstr (first, ==, lines[0]);
  g_assert_null (strstr (lines[1], "of them"));
}

/* No run is faster, whatever is done by whatever schedule on whatever network. */
static void
test_floors (void)
{
  static const struct
  {
    const char *net, *hosts;
  } nets[] = {
    { "kind='ring' switches='5'", "[*][*]" },
    { "kind='star' hosts='6'", "[*]" },
    { "kind='mesh' rows='3' columns='3'", "[*][*][*]" },
    { "kind='torus' rows='3' columns='4'", "[*][*][*]" },
    { "kind='hypercube' dimensions='3'", "[*][*]" },
    { "kind='leaf-spine' leaves='3' spines='2' hosts='2'", "[*][*]" },
  };
  static const struct
  {
    const char *operation, *algorithm;
  } works[] = {
    { "all-reduce", "ring" },     { "all-reduce", "recursive-doubling" }, { "all-gather", "ring" }, { "reduce-scatter", "ring" }, { "broadcast", "binomial" },
    { "broadcast", "ring" },      { "reduce", "binomial" },               { "all-to-all", "direct" },   { "all-reduce", "ring-coherent" },
  };
  static const char *const sizes[] = { "8 B", "1 MB" };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (nets) * G_N_ELEMENTS (works) * G_N_ELEMENTS (sizes); i++)
    {
      const char *net = nets[i % G_N_ELEMENTS (nets)].net, *hosts = nets[i % G_N_ELEMENTS (nets)].hosts, *size = sizes[i / G_N_ELEMENTS (nets) % G_N_ELEMENTS (sizes)];
      guint work = i / G_N_ELEMENTS (nets) / G_N_ELEMENTS (sizes);
      g_autofree char *text = g_strdup_printf (
          "<heddle version='1' name='any'><top><generate id='net' %s bandwidth='10 GB/s' latency='1 us'/></top>"
          "<communicators><communicator id='all' members='net/host%s'/></communicators>"
          "<workload type='collective' on='all' operation='%s' algorithm='%s' bytes='%s' root='%u'/></heddle>",
          net, hosts, works[work].operation, works[work].algorithm, size, g_str_equal (works[work].operation, "broadcast") || g_str_equal (works[work].operation, "reduce") ? 2 : 0);
      g_auto (Case) any = { NULL };
      g_autoptr (HdWhy) why = NULL;

      case_init (&any, text, NULL);
      why = look (&any, 2);
      if (hd_why_get_n_floors (why) == 0 || hd_why_get_floor (why, 0)->took == 0)
        continue;
      n++;
      g_assert_cmpuint (hd_why_get_floor (why, 0)->least, <=, hd_why_get_floor (why, 0)->took);
      g_assert_cmpuint (hd_why_get_floor (why, 0)->least, >, 0);
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (nets) * G_N_ELEMENTS (works) * G_N_ELEMENTS (sizes));
}

static void
test_effects (void)
{
  g_auto (Case) racks = { NULL };
  g_autoptr (HdWhy) why = NULL;

  case_init (&racks, RACKS, NULL);
  why = look (&racks, 2);
  for (guint i = 0; i < hd_why_get_n_trials (why); i++)
    g_assert_true (hd_why_has_effect (why, hd_why_get_trial (why, i))); /* as far as anybody knows */
  hd_why_check (why, racks.queue, G_MAXUINT);
  wait_for (why);
  g_assert_true (hd_why_has_effect (why, find (why, "class:uplink.bandwidth=4 GB/s")));
  g_assert_false (hd_why_has_effect (why, find (why, "rack/xpu.match-time=5 ns"))); /* there are no trees */
}

static void
test_cancel (void)
{
  g_auto (Case) ring = { NULL };
  g_autoptr (HdWhy) why = NULL;
  guint n;

  case_init (&ring, RING (""), NULL);
  why = look (&ring, 2);
  n = hd_why_get_n_trials (why);
  hd_why_check (why, ring.queue, 2);
  g_assert_cmpuint (hd_why_count (why, HD_TRIAL_RUNNING), ==, 2);
  hd_why_cancel (why);
  g_assert_cmpuint (hd_why_count (why, HD_TRIAL_WAITING), ==, n);
  hd_why_check (why, ring.queue, G_MAXUINT);
  wait_for (why);
  g_assert_cmpuint (hd_why_count (why, HD_TRIAL_CHECKED), ==, n);
  hd_why_check (why, ring.queue, G_MAXUINT); /* nothing is left */
  g_assert_cmpuint (hd_why_count (why, HD_TRIAL_RUNNING), ==, 0);

  g_clear_object (&why); /* while it tries */
  why = look (&ring, 2);
  hd_why_check (why, ring.queue, G_MAXUINT);
  g_clear_object (&why);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* What is tried stands on what the run itself was given from outside. */
static void
test_overrides (void)
{
  static const char *const settings[] = { "class:wire.bandwidth=25 GB/s", NULL };
  g_auto (Case) ring = { NULL };
  g_autoptr (HdWhy) why = NULL;
  const HdTrial *wider;

  case_init (&ring, RING (""), settings);
  why = look (&ring, 4);
  hd_why_check (why, ring.queue, G_MAXUINT);
  wait_for (why);
  wider = find (why, "class:wire.bandwidth=100 GB/s");
  g_assert_nonnull (wider);
  assert_near (wider->checked, 6 * STEP_S (100e9));
  assert_near (find (why, "class:wire.latency=125 ns")->checked, 6 * (250e6 / 25e9 + 125e-9));
}

/* Twice of that bandwidth cannot be simulated. */
static void
test_fails (void)
{
  static const char *const settings[] = { "class:wire.bandwidth=4e15 B/s", NULL };
  g_auto (Case) ring = { NULL };
  g_autoptr (HdWhy) why = NULL;
  g_autofree char *text = NULL, *json = NULL;
  const HdTrial *wider;

  case_init (&ring, RING (""), settings);
  why = look (&ring, 2);
  hd_why_check (why, ring.queue, G_MAXUINT);
  wait_for (why);
  wider = find (why, "class:wire.bandwidth=8 PB/s");
  g_assert_cmpint (wider->state, ==, HD_TRIAL_FAILED);
  g_assert_nonnull (strstr (wider->error, "cannot be simulated"));
  g_assert_true (isnan (wider->checked));
  text = hd_why_to_text (why);
  json = hd_why_to_json (why);
  g_assert_nonnull (strstr (text, wider->error));
  g_assert_nonnull (strstr (text, "Makes no difference: "));
  g_assert_nonnull (strstr (json, "\"class:wire.bandwidth=8 PB/s\""));
  g_assert_nonnull (strstr (json, "\"failed\""));
}

static void
test_merits (void)
{
  g_auto (Case) star = { NULL }, cut = { NULL };
  g_autoptr (GError) error = NULL;
  HdMerit merit;

  case_init (&star, RUN_FIXTURE_STAR, NULL);
  g_assert_true (hd_merit_choose (star.record, NULL, &merit, &error));
  g_assert_cmpstr (merit.metric, ==, "throughput");
  g_assert_true (merit.more_is_better);
  g_assert_cmpfloat (hd_merit_get_gain (&merit, 4, 8), ==, 1);
  g_assert_cmpfloat (hd_merit_get_gain (&merit, 8, 4), ==, -0.5);
  g_assert_true (hd_merit_choose (star.record, "time_iter", &merit, &error));
  g_assert_false (merit.more_is_better);
  g_assert_cmpfloat (hd_merit_get_gain (&merit, 4, 8), ==, -0.5);
  g_assert_false (hd_merit_choose (star.record, "speed", &merit, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_clear_error (&error);

  /* One that is cut off before it has ended says nothing. */
  case_init (&cut, RING ("<run until='1 ms'/>"), NULL);
  g_assert_false (hd_merit_choose (cut.record, NULL, &merit, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
}

/* A star of four whose links are each of another kind: a step takes 25 MB over the slowest, l[0], and the latency of l[3] and l[0]. */
static void
test_formulas (void)
{
  g_auto (Case) star = { NULL };
  g_autoptr (HdWhy) why = NULL;
  const HdTrial *wider, *closer;

  case_init (&star,
             "<heddle version='1' name='star'><variables><variable name='bw' value='10 GB/s'/></variables><top><component id='x' type='fabric.xpu' count='4'/>"
             "<component id='hub' type='fabric.switch'/><link id='l' from='x[i].eth' to='hub.port[i]' for='i=0..3' bandwidth='$bw * (1 + i)' latency='(1 + i) * 1 us' "
             "sharing='split'/></top><communicators><communicator id='all' members='x[*]'/></communicators>"
             "<workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='100 MB'/><run steps='barrier'/></heddle>",
             NULL);
  why = look (&star, 2);
  assert_near (hd_why_get_value (why), 6 * (25e6 / 10e9 + 5e-6));
  hd_why_check (why, star.queue, G_MAXUINT);
  wait_for (why);
  wider = find (why, "l.bandwidth=2 * ($bw * (1 + i))");
  closer = find (why, "l.latency=1 / 2 * ((1 + i) * 1 us)");
  g_assert_nonnull (wider);
  g_assert_nonnull (closer);
  g_assert_cmpuint (wider->n, ==, 4);
  g_assert_cmpuint (wider->bounds->len, ==, 4);
  assert_near (wider->checked, 6 * (25e6 / 20e9 + 5e-6));
  assert_near (closer->checked, 6 * (25e6 / 10e9 + 2.5e-6));
  g_assert_true (wider == hd_why_get_trial (why, 0));
}

/* Cards with one engine have 64 sums to do at once: with two engines they are done sooner. Nobody knows by how much before it is tried. */
static void
test_counts (void)
{
  g_auto (Case) cards = { NULL };
  g_autoptr (HdWhy) why = NULL;
  g_autoptr (HdRecord) again = NULL;
  const HdTrial *engines;

  case_init (&cards,
             "<heddle version='1' name='cards'><link-class id='L' bandwidth='12.5 GB/s' latency='1.3 us' sharing='split'/><top>"
             "<component id='a' type='offload.nic' count='4' group='all' size='4 KiB' tasks='64' engines='1'/><component id='s' type='fabric.switch'/>"
             "<link from='a[i].net' to='s.port[i]' for='i=0..3' class='L'/></top><communicators><communicator id='all' members='a[*]'/></communicators>"
             "<run fidelity='packet'/></heddle>",
             NULL);
  why = look (&cards, 2);
  engines = find (why, "a.engines=2");
  g_assert_nonnull (engines);
  g_assert_cmpstr (engines->before, ==, "1");
  g_assert_cmpstr (engines->after, ==, "2");
  g_assert_cmpuint (engines->n, ==, 4);
  g_assert_true (isnan (engines->estimate));
  g_assert_null (find (why, "s.tree-entries=32")); /* what bounds trees makes nothing faster */
  g_assert_null (find (why, "s.virtual-channels=2"));
  hd_why_check (why, cards.queue, G_MAXUINT);
  wait_for (why);
  again = run (cards.catalog, cards.queue, cards.snapshot, (const char *const *) engines->settings);
  g_assert_cmpfloat (engines->checked, ==, hd_merit_read (hd_why_get_merit (why), again));
  g_assert_cmpfloat (engines->checked, <, 0.97 * hd_why_get_value (why));
}

/* What engines of a network processor were at is all of their time, by their own figures; and nothing says that nothing was busy. */
static void
test_activities (void)
{
  static const char *const few[] = { "$packets=500", NULL };
  static const char *const figures[] = { "issue", "hand-over-wait", "switching", "buffer-wait", "exact-wait", "lpm-wait", "meter-wait", "hash-wait", "send-wait", "idle" };
  g_auto (Case) processor = { NULL };
  g_autoptr (HdWhy) why = NULL;
  g_autofree char *sentence = NULL, *start = NULL, *figure = NULL;
  HdMerit merits[8];
  HdMetric metric;
  double sum = 0, all = 0, last = 1;
  gboolean found = FALSE;
  guint n;

  case_init_file (&processor, "neptune/single-phase.heddle", few);
  why = look (&processor, 2);
  g_assert_cmpuint (hd_why_get_n_activities (why), >=, 4);
  for (guint i = 0; i < hd_why_get_n_activities (why); i++)
    {
      const HdActivityShare *activity = hd_why_get_activity (why, i);

      g_assert_cmpstr (activity->type, ==, "cluster");
      g_assert_cmpuint (activity->n, ==, 1);
      g_assert_cmpfloat (activity->share, <=, last);
      last = activity->share;
      sum += activity->share;
    }
  g_assert_cmpfloat_with_epsilon (sum, 1, 1e-12);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      g_autofree char *name = g_strconcat ("cluster.", figures[i], NULL);

      g_assert_true (hd_record_find_metric (processor.record, name, &metric));
      all += metric.value;
    }
  for (guint i = 0; i < hd_why_get_n_activities (why); i++)
    if (g_str_equal (hd_why_get_activity (why, i)->what, "Issue"))
      {
        g_assert_true (hd_record_find_metric (processor.record, "cluster.issue", &metric));
        g_assert_cmpfloat_with_epsilon (hd_why_get_activity (why, i)->share, metric.value / all, 1e-12);
        found = TRUE;
      }
  g_assert_true (found);
  sentence = hd_why_dup_sentence (why);
  figure = hd_figure_percent (hd_why_get_activity (why, 0)->share);
  start = g_strdup_printf ("Engines: %s %s, ", hd_why_get_activity (why, 0)->what, figure);
  g_assert_true (g_str_has_prefix (sentence, start));
  n = hd_merit_list (processor.record, hd_why_get_merit (why), merits, G_N_ELEMENTS (merits));
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpstr (merits[0].metric, ==, "egress.throughput");
  g_assert_true (merits[0].more_is_better);
  g_assert_cmpstr (merits[1].metric, ==, "egress.latency");
  g_assert_false (merits[1].more_is_better);
}

/* Two processors side by side are told apart, and are asked for the same, each by itself. */
static void
test_places (void)
{
  static const char *const few[] = { "$packets=500", NULL };
  static const char *const answers[] = { "one/egress.throughput", "four/egress.throughput", "one/egress.latency", "four/egress.latency" };
  g_auto (Case) processors = { NULL };
  g_autoptr (HdWhy) why = NULL;
  g_autofree char *sentence = NULL;
  double sums[2] = { 0 };
  HdMetric issue, idle;
  HdMerit merits[4];

  case_init_file (&processors, "neptune/side-by-side.heddle", few);
  why = look (&processors, 2);
  for (guint i = 0; i < hd_why_get_n_activities (why); i++)
    {
      const HdActivityShare *activity = hd_why_get_activity (why, i);
      gboolean of_one = g_str_equal (activity->title, "Engines in one");

      g_assert_true (of_one || g_str_equal (activity->title, "Engines in four"));
      g_assert_cmpuint (activity->n, ==, of_one ? 1 : 15);
      sums[of_one] += activity->share;
    }
  g_assert_cmpfloat_with_epsilon (sums[0], 1, 1e-12);
  g_assert_cmpfloat_with_epsilon (sums[1], 1, 1e-12);
  /* Of one cluster: the ratio of two of its shares is that of its figures. */
  g_assert_true (hd_record_find_metric (processors.record, "one/cluster[0].issue", &issue) && hd_record_find_metric (processors.record, "one/cluster[0].idle", &idle));
  for (guint i = 0; i < hd_why_get_n_activities (why); i++)
    for (guint k = 0; k < hd_why_get_n_activities (why); k++)
      {
        const HdActivityShare *a = hd_why_get_activity (why, i), *b = hd_why_get_activity (why, k);

        if (g_str_equal (a->title, "Engines in one") && g_str_equal (b->title, a->title) && g_str_equal (a->what, "Issue") && g_str_equal (b->what, "Idle"))
          g_assert_cmpfloat_with_epsilon (a->share * idle.value, b->share * issue.value, 1e-9 * issue.value);
      }
  sentence = hd_why_dup_sentence (why);
  g_assert_nonnull (strstr (sentence, "Engines in one: "));
  g_assert_nonnull (strstr (sentence, ". Engines in four: "));
  g_assert_cmpuint (hd_merit_list (processors.record, hd_why_get_merit (why), merits, G_N_ELEMENTS (merits)), ==, G_N_ELEMENTS (merits));
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    g_assert_cmpstr (merits[i].metric, ==, answers[i]);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/why/ring", test_ring);
  g_test_add_func ("/engine/why/formulas", test_formulas);
  g_test_add_func ("/engine/why/trials", test_trials);
  g_test_add_func ("/engine/why/counts", test_counts);
  g_test_add_func ("/engine/why/groups", test_groups);
  g_test_add_func ("/engine/why/generated", test_generated);
  g_test_add_func ("/engine/why/generated-formulas", test_generated_formulas);
  g_test_add_func ("/engine/why/floor", test_floor);
  g_test_add_func ("/engine/why/columns", test_columns);
  g_test_add_func ("/engine/why/equal-floors", test_equal_floors);
  g_test_add_func ("/engine/why/floors", test_floors);
  g_test_add_func ("/engine/why/effects", test_effects);
  g_test_add_func ("/engine/why/cancel", test_cancel);
  g_test_add_func ("/engine/why/overrides", test_overrides);
  g_test_add_func ("/engine/why/fails", test_fails);
  g_test_add_func ("/engine/why/merits", test_merits);
  g_test_add_func ("/engine/why/activities", test_activities);
  g_test_add_func ("/engine/why/places", test_places);
  return g_test_run ();
}
