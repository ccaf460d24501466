/* test-trails.c: what became of packets that are followed, against cycles that are counted by hand
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All links take 4 cycles. Invariants: what lanes of a packet say follows one another without a gap, from when the source has sent it until it has left, which together is its
 * latency; it does not depend on partitions, threads of the run, or stepping; following changes no digest. Left open: how lanes are painted, see test-timeline.c.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "elf-fixture.h"
#include "run-fixture.h"

#define CYCLE 1250 /* ps, at 800 MHz */
#define REGISTERS 0x40000237u   /* lui x4, 0x40000: before what follows */
#define BUFFER 0x200002b7u      /* lui x5, 0x20000 */
#define LOAD_BUFFER 0x0002a183u /* lw x3, 0 (x5) */
#define NEXT 0x02022223u        /* sw x0, 36 (x4) */
#define LINK(from, to) "<link from='" from "' to='" to "' class='L'/>"

/* "issue 10 13, ...", in cycles. */
static char *
dup_lane (HdRecord *record,
          const char *title)
{
  guint lane = run_fixture_find_lane (record, title);
  GString *text = g_string_new (NULL);
  guint64 n;

  g_assert_cmpuint (lane, !=, HD_NO_ID);
  for (guint64 i = 0; i < hd_record_get_n_spans (record, lane); i++)
    {
      const HdSpan *span = hd_record_peek_spans (record, lane, i, &n);

      g_assert_cmpint (span->start % CYCLE + span->end % CYCLE, ==, 0);
      g_string_append_printf (text, "%s%s %d %d", i > 0 ? ", " : "", hd_record_get_name (record, span->name), (int) (span->start / CYCLE), (int) (span->end / CYCLE));
    }
  return g_string_free (text, FALSE);
}

static void
check_lane (HdRecord *record,
            const char *title,
            const char *expected)
{
  g_autofree char *text = dup_lane (record, title);

  g_assert_cmpstr (text, ==, expected);
}

/* A source, a cluster of one engine, a buffer, and where packets leave. */
static HdRun *
run_single (const char *const *settings)
{
  static const guint32 words[] = { REGISTERS, BUFFER, LOAD_BUFFER, NEXT };
  g_autofree char *path = elf_fixture_write (words, G_N_ELEMENTS (words));
  g_autofree char *body = g_strdup_printf (
    "<link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top><component id='source' type='netproc.source' packets='2' follow='1 0'/>"
    "<component id='cluster' type='netproc.cluster' program='%s' engines='1'/><component id='buffer' type='netproc.buffer'/><component id='egress' type='netproc.egress'/>"
    LINK ("source.out", "cluster.in") LINK ("cluster.out", "egress.in") LINK ("cluster.buffer", "buffer.engines") "</top>", path);
  g_autoptr (GError) error = NULL;
  HdRun *run = run_fixture_body (body, settings, &error);

  g_assert_no_error (error);
  g_unlink (path);
  return run;
}

/* The second packet is there when the first is, and waits for the engine's thread: the first lets go of it in cycle 23. */
static void
test_by_hand (void)
{
  static const char *const settings[][3] = { { "run:trace=egress", "cluster.stepping=ahead", NULL }, { "run:trace=egress", "cluster.stepping=cycles", NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (HdRun) run = run_single (settings[i]);
      HdRecord *record = hd_run_get_record (run);

      check_lane (record, "egress, followed packet 1", "link 4 8, stage-0 8 24, link 24 28");
      check_lane (record, "egress, followed packet 1, in its stages", "hand-over 8 10, issue 10 13, buffer-wait 13 22, issue 22 23, send-wait 23 24");
      check_lane (record, "egress, followed packet 0", "link 4 8, stage-0 8 39, link 39 43");
      check_lane (record, "egress, followed packet 0, in its stages", "queue 8 23, hand-over 23 25, issue 25 28, buffer-wait 28 37, issue 37 38, send-wait 38 39");
      check_lane (record, "egress, followed packet 2", "");
    }
}

/* ---- several stages, divided ----------------------------------------------------------------------------------------- */

/* Ingress, a parser, two stages of clusters with several engines and threads, and a port with a rate. */
static HdRun *
run_stages (const char *const *settings)
{
  static const guint32 words[] = { REGISTERS, BUFFER, LOAD_BUFFER, LOAD_BUFFER, NEXT };
  g_autofree char *path = elf_fixture_write (words, G_N_ELEMENTS (words));
  g_autofree char *body = g_strdup_printf (
    "<link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top><component id='source' type='netproc.source' packets='200' follow='0 7 30 31 150'/><component id='ingress' type='netproc.ingress'/>"
    "<component id='parser' type='netproc.parser' stage='-1'/><component id='dispatcher' type='netproc.dispatcher' stages='2'/>"
    "<component id='a' type='netproc.cluster' program='%s' stage='0' engines='2' threads='3'/>"
    "<component id='b' type='netproc.cluster' program='%s' stage='1' engines='1' threads='2' count='2' schedule='turns' depth='2'/>"
    "<component id='buffer' type='netproc.buffer' banks='2'/><component id='egress' type='netproc.egress' port-rate='10 GB/s' order='flow'/>"
    LINK ("source.out", "ingress.in") LINK ("ingress.out", "parser.in") LINK ("parser.out", "dispatcher.in") LINK ("dispatcher.clusters", "a.in") LINK ("a.out", "dispatcher.in")
    LINK ("a.buffer", "buffer.engines") "<link for='i=0..1' from='dispatcher.clusters' to='b[i].in' class='L'/><link for='i=0..1' from='b[i].out' to='dispatcher.in' class='L'/>"
    "<link for='i=0..1' from='b[i].buffer' to='buffer.engines' class='L'/>" LINK ("dispatcher.out", "egress.in") LINK ("egress.release", "ingress.release") "</top>", path, path);
  g_autoptr (GError) error = NULL;
  HdRun *run = run_fixture_body (body, settings, &error);

  g_assert_no_error (error);
  g_unlink (path);
  return run;
}

static char *
dup_all (HdRecord *record)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 8; i++)
    for (guint lane = 0; lane < 2; lane++)
      {
        g_autofree char *title = g_strdup_printf ("egress, followed packet %u%s", i, lane == 0 ? "" : ", in its stages");
        g_autofree char *line = dup_lane (record, title);

        g_string_append_printf (text, "%s\n", line);
      }
  return g_string_free (text, FALSE);
}

/* Without a gap. */
static HdTime
measure_packet (HdRecord *record,
                guint number)
{
  g_autofree char *title = g_strdup_printf ("egress, followed packet %u", number);
  guint lane = run_fixture_find_lane (record, title);
  HdTime begin = 0, at = 0;
  guint64 n;

  for (guint64 i = 0; i < hd_record_get_n_spans (record, lane); i++)
    {
      const HdSpan *span = hd_record_peek_spans (record, lane, i, &n);

      if (i == 0)
        begin = span->start;
      else
        g_assert_cmpint (span->start, ==, at);
      at = span->end;
    }
  return at - begin;
}

static void
test_divided (void)
{
  static const char *const divided[][5] = {
    { "run:trace=egress", NULL },
    { "run:trace=egress", "run:partitions=2", "run:sync=window", NULL },
    { "run:trace=egress", "run:partitions=8", "run:sync=null-message", "run:threads=2", NULL },
    { "run:trace=egress", "a.stepping=cycles", "b[*].stepping=cycles", NULL },
  };
  g_autofree char *expected = NULL, *digest = NULL;
  g_autoptr (HdRun) untraced = run_stages ((const char *const[]){ "source.follow=", NULL });

  run_fixture_check_digest (hd_run_get_record (untraced), &digest);
  for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (HdRun) run = run_stages (divided[i]);
      HdRecord *record = hd_run_get_record (run);
      g_autofree char *all = dup_all (record);

      run_fixture_check_digest (record, &digest);
      if (i == 0)
        expected = g_strdup (all);
      g_assert_cmpstr (all, ==, expected);
      g_assert_nonnull (strstr (all, "stage-1"));
      g_assert_nonnull (strstr (all, "parser"));
      g_assert_nonnull (strstr (all, "engine-wait"));
      g_assert_cmpint (measure_packet (record, 4), >, 200 * CYCLE);
      g_assert_cmpint (measure_packet (record, 5), ==, 0);
    }
}

/* The longest latency of all is that of a packet: which is followed, and takes as long as it does. */
static void
test_latency (void)
{
  g_autoptr (HdRun) run = run_single ((const char *const[]){ "run:trace=egress", NULL });
  HdRecord *record = hd_run_get_record (run);

  g_assert_cmpfloat_with_epsilon ((double) measure_packet (record, 0) * 1e-12, run_fixture_get_metric (record, "egress.latency-maximum"), 1e-15);
}

static void
test_refusals (void)
{
  static const char *const texts[] = { "x", "-1", "1,2", "0 1 2 3 4 5 6 7 8", "9999999999999", "3.5" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *body = g_strdup_printf ("<top><component id='s' type='netproc.source' follow='%s'/></top>", texts[i]);
      g_autoptr (HdSnapshot) snapshot = fixture_snapshot (body);
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture_catalog (), NULL, problems, NULL, &error);
      gboolean found = FALSE;

      g_assert_null (design);
      for (guint k = 0; k < hd_problem_list_get_length (problems); k++)
        {
          g_autofree char *line = hd_problem_to_string (hd_problem_list_get (problems, k));

          found |= strstr (line, "at most 8 numbers of packets") != NULL;
        }
      g_assert_true (found);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/engine/libraries/trails/by-hand", test_by_hand);
  g_test_add_func ("/engine/libraries/trails/divided", test_divided);
  g_test_add_func ("/engine/libraries/trails/latency", test_latency);
  g_test_add_func ("/engine/libraries/trails/refusals", test_refusals);
  return g_test_run ();
}
