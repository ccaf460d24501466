/* test-shortcuts.c: shortcuts change nothing, on systems that nobody chose
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: with and without symmetry, fast forward and incremental solving, in all eight combinations, a run has the same digest, the same
 * spans in every lane, the same steps of traced members in the same window, every span with the same cause, the same ends of iterations, the same
 * metrics and the same bytes on every link. Systems and work are random: trees and meshes of switches, regular and irregular, every sharing and
 * fairness, cross traffic, several workloads at once; some runs are cut off. GLib's test framework prints the seed. Left open: peaks, for
 * rounds that are advanced at once show their average; and which of several equal lanes a cause is said to lie in.
 */
#include "run-fixture.h"

#include <math.h>
#include <string.h>

#define N_SYSTEMS 60
#define N_COMBINATIONS 8

/* ---- a random project ------------------------------------------------------------------------------------------------------- */

typedef struct
{
  GString *text;
  guint n_xpus;
  guint n_switches;
  guint *ports;     /* by switch: the next free one */
  gboolean regular; /* as like itself as it can be */
} Drawing;

static guint
below (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static const char *
one_of (const char *const *words)
{
  return words[below (g_strv_length ((char **) words))];
}

#define ONE_OF(...) one_of ((const char *const[]){ __VA_ARGS__, NULL })

static void
add_link (Drawing *drawing,
          const char *from,
          guint to,
          gboolean irregular)
{
  g_string_append_printf (drawing->text, "<link from=\"%s\" to=\"s[%u].port[%u]\" class=\"%s\"", from, to, drawing->ports[to]++,
                          irregular ? ONE_OF ("A", "B") : "A");
  if (irregular && below (3) == 0)
    g_string_append_printf (drawing->text, " bandwidth=\"%s\"", ONE_OF ("3 GB/s", "10 GB/s", "33.3 GB/s", "64 GB/s"));
  if (irregular && below (4) == 0)
    g_string_append_printf (drawing->text, " latency=\"%s\"", ONE_OF ("0 s", "777 ns", "30 us"));
  g_string_append (drawing->text, "/>\n");
}

static void
add_switches (Drawing *drawing)
{
  guint n_more = drawing->regular ? 0 : below (3);

  g_string_append_printf (drawing->text, "<component id=\"s\" type=\"fabric.switch\" count=\"%u\"/>\n", drawing->n_switches);
  for (guint i = 1; i < drawing->n_switches + n_more; i++)
    {
      guint a = i < drawing->n_switches ? i : below (drawing->n_switches);
      guint b = drawing->regular ? 0 : below (i < drawing->n_switches ? i : drawing->n_switches);
      g_autofree char *from = NULL;

      if (a == b)
        continue;
      from = g_strdup_printf ("s[%u].port[%u]", a, drawing->ports[a]++);
      add_link (drawing, from, b, !drawing->regular);
    }
}

/* Accelerators and memories, one of each for each other, on switches. */
static void
add_ends (Drawing *drawing)
{
  guint n = drawing->n_xpus;
  guint odd = below (3) == 0 ? below (n) : n; /* one that is not like the others */

  g_string_append_printf (drawing->text, "<component id=\"x\" type=\"fabric.xpu\" count=\"%u\" model=\"if (x %% %u == 0, H100, %s)\" home=\"m[x]\"/>\n",
                          n, drawing->regular ? 1 : 1 + below (3), ONE_OF ("A100", "V100"));
  g_string_append_printf (drawing->text, "<component id=\"m\" type=\"fabric.memory\" count=\"%u\" bandwidth=\"%s\"/>\n", n,
                          ONE_OF ("inf", "inf", "20 GB/s"));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *xpu = g_strdup_printf ("x[%u].cxl", i);
      g_autofree char *memory = g_strdup_printf ("m[%u].port", i);
      guint regular_switch = drawing->n_switches > 1 ? 1 + i % (drawing->n_switches - 1) : 0;

      add_link (drawing, xpu, drawing->regular ? regular_switch : below (drawing->n_switches), !drawing->regular || i == odd);
      add_link (drawing, memory, drawing->regular ? regular_switch : below (drawing->n_switches), !drawing->regular);
    }
}

/* All in order, all backwards, or some in any order. */
static void
add_communicator (Drawing *drawing,
                  const char *id)
{
  guint n = drawing->n_xpus;
  guint n_members = below (2) == 0 ? n : 2 + below (n - 1);
  g_autofree guint *order = g_new (guint, n);
  guint kind = below (3);

  for (guint i = 0; i < n; i++)
    order[i] = kind == 1 ? n - 1 - i : i;
  for (guint i = 0; kind == 2 && i < n; i++)
    {
      guint k = i + below (n - i);
      guint swap = order[i];

      order[i] = order[k];
      order[k] = swap;
    }
  g_string_append_printf (drawing->text, "<communicator id=\"%s\" members=\"", id);
  for (guint i = 0; i < n_members; i++)
    g_string_append_printf (drawing->text, "%sx[%u]", i > 0 ? " " : "", order[i]);
  g_string_append (drawing->text, "\"/>\n");
}

static void
add_collective (Drawing *drawing,
                const char *on)
{
  static const char *const collectives[][2] = {
    { "all-reduce", "ring" }, { "all-reduce", "ring-coherent" }, { "all-gather", "ring" },     { "reduce-scatter", "ring" },
    { "broadcast", "ring" },  { "broadcast", "binomial" },       { "all-to-all", "direct" },   { "reduce", "binomial" },
    { "barrier", "binomial" }, { "barrier", "dissemination" },   { "all-reduce", "recursive-doubling" }, { "all-reduce", "rabenseifner" },
  };
  guint kind = below (G_N_ELEMENTS (collectives));

  g_string_append_printf (drawing->text, "<workload type=\"collective\" on=\"%s\" operation=\"%s\" algorithm=\"%s\" bytes=\"%u kB\" repeat=\"%u\"/>\n", on,
                          collectives[kind][0], collectives[kind][1], below (4) == 0 ? 0 : 1 + below (3000000), 1 + below (3));
}

static void
add_training (Drawing *drawing,
              const char *on)
{
  g_string_append_printf (drawing->text, "<workload type=\"llama2-13b\" on=\"%s\" decoders=\"1\" ring=\"%s\" access=\"%s\"/>\n", on,
                          ONE_OF ("classic", "coherent"), ONE_OF ("coherent", "move", "local"));
}

/* Each member computes, all communicate, each computes; beside that one accelerator sends to another in a loop of its own. */
static void
add_graph (Drawing *drawing,
           const char *on)
{
  const char *channel = ONE_OF ("one", "two");

  g_string_append_printf (drawing->text,
                          "<workload type=\"graph\" on=\"%s\">\n"
                          "<vertex id=\"a\" kind=\"compute\" start=\"true\" work=\"%u GFLOP\" access=\"%u MB\" mode=\"%s\"/>\n"
                          "<vertex id=\"b\" kind=\"compute\" work=\"%u GFLOP\" access=\"%u MB\" mode=\"%s\" precision=\"%s\"/>\n"
                          "<vertex id=\"c\" kind=\"comm\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"%u MB\" channel=\"one\"/>\n"
                          "<vertex id=\"d\" kind=\"comm\" operation=\"all-gather\" algorithm=\"ring\" bytes=\"%u MB\" channel=\"%s\"/>\n",
                          on, below (2000), below (300), ONE_OF ("coherent", "move", "local"), below (2000), below (300),
                          ONE_OF ("coherent", "move"), ONE_OF ("fp32", "fp16"), below (900), below (900), channel);
  g_string_append_printf (drawing->text,
                          "<vertex id=\"p\" kind=\"compute\" start=\"true\" work=\"%u GFLOP\" place=\"x[%u]\"/>\n"
                          "<vertex id=\"q\" kind=\"comm\" from=\"x[0]\" to=\"x[%u]\" bytes=\"%u kB\" channel=\"three\"/>\n"
                          "<edge from=\"a\" to=\"c\"/><edge from=\"c\" to=\"b\"/><edge from=\"a\" to=\"d\"/><edge from=\"d\" to=\"b\"/>\n"
                          "<edge from=\"b\" to=\"a\" first=\"ignore\"/>\n"
                          "<edge from=\"p\" to=\"q\"/><edge from=\"q\" to=\"p\" first=\"ignore\"/>\n"
                          "</workload>\n",
                          1 + below (3000), below (drawing->n_xpus), 1 + below (drawing->n_xpus - 1), below (500000));
}

static char *
draw (void)
{
  Drawing drawing = { .text = g_string_new ("<heddle version=\"1\" name=\"random\">\n") };
  guint n_works;

  drawing.n_xpus = 2 + below (8);
  drawing.n_switches = 1 + below (4);
  drawing.regular = below (2) == 0;
  drawing.ports = g_new0 (guint, drawing.n_switches);
  g_string_append_printf (drawing.text, "<link-class id=\"A\" bandwidth=\"%s\" latency=\"%s\" sharing=\"%s\"/>\n",
                          ONE_OF ("10 GB/s", "128 GB/s", "12.5 GB/s"), ONE_OF ("0 s", "200 ns", "5 us"), ONE_OF ("shared", "split"));
  g_string_append_printf (drawing.text, "<link-class id=\"B\" bandwidth=\"%s\" latency=\"%s\" sharing=\"%s\"/>\n<top>\n",
                          ONE_OF ("10 GB/s", "7 GB/s", "900 GB/s"), ONE_OF ("100 ns", "1 us"), ONE_OF ("shared", "split"));
  add_switches (&drawing);
  add_ends (&drawing);
  g_string_append (drawing.text, "</top>\n<communicators>\n");
  add_communicator (&drawing, "one");
  add_communicator (&drawing, "two");
  g_string_append (drawing.text, "</communicators>\n");
  n_works = 1 + below (2);
  for (guint i = 0; i < n_works; i++)
    {
      const char *on = ONE_OF ("one", "two");

      switch (below (3))
        {
        case 0:
          add_training (&drawing, on);
          break;
        case 1:
          add_graph (&drawing, on);
          break;
        default:
          add_collective (&drawing, on);
          break;
        }
    }
  g_string_append_printf (drawing.text, "<run iterations=\"%u\" fairness=\"%s\" cross-traffic=\"%s\" steps=\"%s\"/>\n</heddle>\n", 1 + below (3),
                          ONE_OF ("equal", "rtt"), ONE_OF ("0", "0", "0.05"), ONE_OF ("neighbours", "neighbours", "barrier"));
  g_free (drawing.ports);
  return g_string_free (drawing.text, FALSE);
}

/* ---- comparing runs --------------------------------------------------------------------------------------------------------- */

/* What all runs of one system share: who is traced, when, and when the run is cut off. */
typedef struct
{
  char *trace, *from, *until, *end;
} Window;

static void
window_clear (Window *window)
{
  g_free (window->trace);
  g_free (window->from);
  g_free (window->until);
  g_free (window->end);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Window, window_clear)

static HdRun *
run_combination (const char *text,
                 guint combination,
                 const Window *window)
{
  const char *const settings[] = { combination & 1 ? "run:symmetry=true" : "run:symmetry=false",
                                   combination & 2 ? "run:fast-forward=true" : "run:fast-forward=false",
                                   combination & 4 ? "run:incremental=true" : "run:incremental=false",
                                   window->trace, window->from, window->until, window->end, NULL };
  g_autoptr (HdDesign) design = run_fixture_design (text, settings);
  HdRun *run = hd_run_new (design, NULL);
  g_autoptr (GError) error = NULL;

  hd_run_start (run);
  if (!hd_run_wait (run, &error))
    {
      HdProblemList *problems = hd_run_get_problems (run);

      for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
        {
          g_autofree char *line = hd_problem_to_string (hd_problem_list_get (problems, i));

          g_test_message ("%s", line);
        }
    }
  g_assert_no_error (error);
  return run;
}

static char *
at (const char *setting,
    HdTime time)
{
  return g_strdup_printf ("%s=%" G_GINT64_FORMAT " ps", setting, MAX (time, 1));
}

/* Some members, in the whole run or a part of it, up to its end or not so far. */
static void
choose_window (const char *text,
               Window *out_window)
{
  Window whole = { NULL };
  g_autoptr (HdRun) run = run_combination (text, 7, &whole);
  HdTime total = hd_record_get_time (hd_run_get_record (run));
  HdTime first = (HdTime) ((double) total * g_test_rand_double_range (0, 0.9));

  out_window->trace = g_strdup_printf ("run:trace=x[0..%u]", below (2));
  out_window->from = at ("run:trace-from", below (2) == 0 ? 0 : first);
  out_window->until = at ("run:trace-until", below (2) == 0 ? total + 2 : first + 2 + (total - first) / 3);
  out_window->end = below (3) == 0 ? at ("run:until", (HdTime) ((double) total * g_test_rand_double_range (0.2, 1))) : NULL;
}

static gboolean
near (double a,
      double b,
      double relative)
{
  return fabs (a - b) <= relative * MAX (fabs (a), fabs (b));
}

/* Which of several equal lanes it lies in does not matter, so lanes are not compared. */
static void
compare_causes (HdRecord *a,
                const HdSpan *left,
                HdRecord *b,
                const HdSpan *right,
                guint lane)
{
  guint left_lane, right_lane;
  guint64 left_index, right_index, n;
  gboolean caused = hd_record_find_cause (a, lane, left, &left_lane, &left_index);

  g_assert_cmpint (hd_record_find_cause (b, lane, right, &right_lane, &right_index), ==, caused);
  if (!caused)
    return;
  g_assert_cmpuint (left_index, <, hd_record_get_n_spans (a, left_lane));
  g_assert_cmpuint (right_index, <, hd_record_get_n_spans (b, right_lane));
  left = hd_record_peek_spans (a, left_lane, left_index, &n);
  right = hd_record_peek_spans (b, right_lane, right_index, &n);
  g_assert_cmpint (left->start, ==, right->start);
  g_assert_cmpint (left->end, ==, right->end);
  g_assert_cmpuint (left->kind, ==, right->kind);
  g_assert_cmpuint (left->step, ==, right->step);
  g_assert_cmpuint (left->iteration, ==, right->iteration);
  g_assert_cmpstr (hd_record_get_name (a, left->name), ==, hd_record_get_name (b, right->name));
}

static void
compare_spans (HdRecord *a,
               HdRecord *b)
{
  g_assert_cmpuint (hd_record_get_n_lanes (a), ==, hd_record_get_n_lanes (b));
  for (guint lane = 0; lane < hd_record_get_n_lanes (a); lane++)
    {
      g_assert_cmpuint (hd_record_get_n_spans (a, lane), ==, hd_record_get_n_spans (b, lane));
      for (guint64 i = 0; i < hd_record_get_n_spans (a, lane); i++)
        {
          guint64 n;
          const HdSpan *left = hd_record_peek_spans (a, lane, i, &n);
          const HdSpan *right = hd_record_peek_spans (b, lane, i, &n);

          g_assert_cmpint (left->start, ==, right->start);
          g_assert_cmpint (left->end, ==, right->end);
          g_assert_cmpstr (hd_record_get_name (a, left->name), ==, hd_record_get_name (b, right->name));
          g_assert_cmpuint (left->kind, ==, right->kind);
          g_assert_cmpuint (left->iteration, ==, right->iteration);
          g_assert_cmpuint (left->unfinished, ==, right->unfinished);
          g_assert_cmpuint (left->step, ==, right->step);
          g_assert_cmpuint (left->peer, ==, right->peer);
          compare_causes (a, left, b, right, lane);
        }
    }
}

static void
compare_metrics (HdRecord *a,
                 HdRecord *b)
{
  HdMetric left, right;

  g_assert_cmpuint (hd_record_get_n_metrics (a), ==, hd_record_get_n_metrics (b));
  for (guint i = 0; hd_record_get_metric (a, i, &left); i++)
    {
      g_assert_true (hd_record_find_metric (b, left.name, &right));
      g_test_message ("%s: %.12g, %.12g", left.name, left.value, right.value);
      g_assert_true (near (left.value, right.value, 2e-7)); /* loads are floats */
    }
  g_assert_cmpuint (hd_record_get_n_iterations (a), ==, hd_record_get_n_iterations (b));
  for (guint i = 0; i < hd_record_get_n_iterations (a); i++)
    g_assert_cmpint (hd_record_get_iteration_end (a, i), ==, hd_record_get_iteration_end (b, i));
  g_assert_cmpint (hd_record_get_time (a), ==, hd_record_get_time (b));
}

static void
compare_links (HdRecord *a,
               HdRecord *b)
{
  guint n = hd_design_get_n_links (hd_record_get_design (a));
  g_autofree HdLoad *left = g_new (HdLoad, n);
  g_autofree HdLoad *right = g_new (HdLoad, n);

  hd_record_read_links (a, 0, HD_TIME_MAX, left);
  hd_record_read_links (b, 0, HD_TIME_MAX, right);
  for (guint l = 0; l < n; l++)
    if (!near (left[l].amount, right[l].amount, 1e-9))
      {
        g_test_message ("link %u: %.17g B, %.17g B", l, left[l].amount, right[l].amount);
        g_test_fail ();
      }
}

/* Shortcuts that are never taken would prove nothing. */
typedef struct
{
  guint n_symmetric;
  guint n_skipping;
  guint64 n_steps;
} Taken;

static void
note_shortcuts (Taken *taken,
                HdRun *run)
{
  HdRecord *record = hd_run_get_record (run);
  guint n_classes = 0;
  HdCounters counters;

  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    {
      n_classes = MAX (n_classes, hd_record_get_lane_class (record, lane) + 1);
      if (hd_record_is_trace_lane (record, lane))
        taken->n_steps += hd_record_get_n_spans (record, lane);
    }
  hd_record_get_counters (record, &counters);
  taken->n_symmetric += n_classes < hd_record_get_n_lanes (record);
  taken->n_skipping += counters.rounds_jumped > 0;
}

static gboolean
is_enough (const Taken *taken)
{
  return taken->n_symmetric >= N_SYSTEMS / 20 && taken->n_skipping >= N_SYSTEMS / 10 && taken->n_steps >= 20 * N_SYSTEMS;
}

/* One in a few dozen times so many systems are not enough: then more are drawn. */
static void
test_random (void)
{
  Taken taken = { 0 };
  guint i;

  for (i = 0; (i < N_SYSTEMS || (i < 4 * N_SYSTEMS && !is_enough (&taken))) && !g_test_failed (); i++)
    {
      g_autofree char *text = draw ();
      g_autofree char *expected = NULL;
      g_autoptr (HdRun) plain = NULL;
      g_auto (Window) window = { NULL };

      g_test_message ("system %u:\n%s", i, text);
      choose_window (text, &window);
      g_test_message ("%s %s %s %s", window.trace, window.from, window.until, window.end != NULL ? window.end : "");
      for (guint combination = 0; combination < N_COMBINATIONS; combination++)
        {
          g_autoptr (HdRun) run = run_combination (text, combination, &window);
          g_autofree char *digest = hd_record_dup_digest (hd_run_get_record (run));

          g_test_message ("symmetry %u, fast forward %u, incremental %u: %s", combination & 1, combination >> 1 & 1, combination >> 2, digest);
          if (plain == NULL)
            {
              plain = g_steal_pointer (&run);
              expected = g_steal_pointer (&digest);
              continue;
            }
          compare_spans (hd_run_get_record (plain), hd_run_get_record (run));
          compare_metrics (hd_run_get_record (plain), hd_run_get_record (run));
          compare_links (hd_run_get_record (plain), hd_run_get_record (run));
          g_assert_cmpstr (digest, ==, expected);
          if (combination == N_COMBINATIONS - 1)
            note_shortcuts (&taken, run);
        }
    }
  g_test_message ("of %u systems %u had equal lanes, %u equal rounds; %" G_GUINT64_FORMAT " spans of steps", i, taken.n_symmetric,
                  taken.n_skipping, taken.n_steps);
  g_assert_true (is_enough (&taken));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/shortcuts/random", test_random);
  return g_test_run ();
}
