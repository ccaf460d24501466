/* test-phases.c: network processors of several stages, against cycles that are counted by hand
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All links take 4 cycles. Room is known at the source in cycle 4, its packet is at the dispatcher in 8, leaves it in 9 and is at the first cluster in 13. A packet that holds
 * threads for a and b cycles, without hand-over, leaves the first in 14 + a, is at the second in 23 + a, and out in 33 + a + b: 29 + a + b after the source has sent it.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "elf-fixture.h"
#include "run-fixture.h"

#define ADD 0x00108093u       /* addi x1, x1, 1 */
#define REGISTERS 0x40000237u /* lui x4, 0x40000: before what follows */
#define NEXT 0x02022223u      /* sw x0, 36 (x4) */
#define INSERT 0x02122023u    /* sw x1, 32 (x4) */
#define LINK(from, to) "<link from='" from "' to='" to "' class='L'/>"

/* A source, a dispatcher, and clusters a of stage 0 and b of stage 1; words say more of each. */
static HdRun *
run_phases (const char *source,
            const char *dispatcher,
            const char *const clusters[2],
            const guint32 *const words[2],
            const guint n[2],
            GError **error)
{
  g_autofree char *first = elf_fixture_write (words[0], n[0]), *second = elf_fixture_write (words[1], n[1]);
  g_autofree char *body = g_strdup_printf (
    "<link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top><component id='source' type='netproc.source' %s/><component id='dispatcher' type='netproc.dispatcher' stages='2' %s/>"
    "<component id='a' type='netproc.cluster' program='%s' stage='0' %s/><component id='b' type='netproc.cluster' program='%s' stage='1' count='2' %s/>"
    "<component id='egress' type='netproc.egress'/>" LINK ("source.out", "dispatcher.in") LINK ("dispatcher.clusters", "a.in") LINK ("a.out", "dispatcher.in")
    "<link for='i=0..1' from='dispatcher.clusters' to='b[i].in' class='L'/><link for='i=0..1' from='b[i].out' to='dispatcher.in' class='L'/>"
    LINK ("dispatcher.out", "egress.in") "</top>", source, dispatcher, first, clusters[0], second, clusters[1]);
  HdRun *run = run_fixture_body (body, NULL, error);

  g_unlink (first);
  g_unlink (second);
  return run;
}

/* Programs of @n instructions, which hold a thread for that many cycles. */
static HdRun *
run_lengths (const char *source,
             const char *dispatcher,
             const char *const clusters[2],
             const guint n[2])
{
  guint32 words[2][256] = { { REGISTERS }, { REGISTERS } };
  g_autoptr (GError) error = NULL;
  HdRun *run;

  for (guint at = 0; at < 2; at++)
    {
      for (guint i = 1; i < n[at]; i++)
        words[at][i] = ADD;
      words[at][n[at] - 1] = NEXT;
    }
  run = run_phases (source, dispatcher, clusters, (const guint32 *const[]){ words[0], words[1] }, n, &error);
  g_assert_no_error (error);
  return run;
}

/* 0 of what nothing was said about: a cluster that got no packet. */
static double
get (HdRun *run,
     const char *name)
{
  HdMetric metric;

  return hd_record_find_metric (hd_run_get_record (run), name, &metric) ? metric.value : 0;
}

static void
test_latency (void)
{
  static const char *const steppings[] = { "hand-over='0' stepping='ahead'", "hand-over='0' stepping='cycles'" };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HdRun) run = run_lengths ("packets='1'", "", (const char *const[]){ steppings[i], steppings[i] }, (const guint[]){ 10, 25 });

      g_assert_cmpfloat_with_epsilon (get (run, "egress.latency"), (29 + 10 + 25) * 1.25e-9, 1e-15);
      g_assert_cmpfloat (get (run, "dispatcher.decisions"), ==, 3);
    }
}

/* A fast engine before two slow ones with little room: 100 packets in 50 turns of 100 cycles, the last begun when its turn is; the fast one waits for room about four fifths of the time. */
static void
test_back_pressure (void)
{
  static const char *const clusters[] = { "hand-over='0' engines='1'", "hand-over='0' engines='1' depth='1'" };
  g_autoptr (HdRun) run = run_lengths ("packets='100'", "depth='1'", clusters, (const guint[]){ 10, 100 });
  double end = get (run, "cluster.end");

  g_assert_cmpfloat (end, >=, 33 + 50 * 100);
  g_assert_cmpfloat (end, <=, 33 + 50 * 100 + 20);
  g_assert_cmpfloat (get (run, "a.send-wait"), >, 0.7 * end);
  g_assert_cmpfloat (get (run, "a.send-wait"), <, 0.8 * end);
  g_assert_cmpfloat (get (run, "egress.sent"), ==, 100);
}

static const struct
{
  const char *policy, *source;
  double first, second; /* packets of the clusters of the second stage */
} policies[] = {
  { "policy='turns'", "packets='100' interval='50 ns'", 50, 50 },
  { "policy='least'", "packets='100' interval='50 ns'", 100, 0 }, /* done before the next comes */
  { "policy='least'", "packets='100' interval='20 ns'", 50, 50 }, /* not done yet: 16 cycles, and 18 until that is known */
  { "policy='first'", "packets='100' interval='20 ns'", 100, 0 },
  { "policy='flow'", "packets='100' interval='20 ns' traffic='tcp' flows='1'", 100, 100 }, /* all in one of them */
};

static void
test_policies (gconstpointer data)
{
  guint at = GPOINTER_TO_UINT (data);
  g_autoptr (HdRun) run = run_lengths (policies[at].source, policies[at].policy, (const char *const[]){ "", "" }, (const guint[]){ 10, 8 });
  double first = get (run, "b[0].packets"), second = get (run, "b[1].packets");

  g_assert_cmpfloat (first + second, ==, 100);
  if (policies[at].first + policies[at].second > 100)
    g_assert_cmpfloat (MAX (first, second), ==, 100);
  else
    g_assert_cmpfloat (first, ==, policies[at].first);
}

/* A program puts a stage before those that are left: its packets visit that twice. */
static void
test_insert (void)
{
  static const guint32 twice[] = { REGISTERS, 0x00100093 /* addi x1, x0, 1 */, INSERT, NEXT }, next[] = { REGISTERS, NEXT };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_phases ("packets='30'", "", (const char *const[]){ "", "" }, (const guint32 *const[]){ twice, next }, (const guint[]){ 4, 2 }, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (get (run, "a.packets"), ==, 30);
  g_assert_cmpfloat (get (run, "b[0].packets") + get (run, "b[1].packets"), ==, 60);
  g_assert_cmpfloat (get (run, "dispatcher.decisions"), ==, 120);
  g_assert_cmpfloat (get (run, "egress.sent"), ==, 30);
}

/* ---- clusters that are told their stage ---------------------------------------------------------------------------- */

#define REMOVE RV_SW (1, 0x28, 4)

/* Six clusters of one engine; programs of stages 0 to 3. */
static HdRun *
run_told (const char *source,
          const char *dispatcher,
          const guint32 *const words[4],
          const guint n[4],
          const char *const *settings,
          GError **error)
{
  char *paths[4];
  g_autofree char *body = NULL;
  HdRun *run;

  for (guint i = 0; i < 4; i++)
    paths[i] = elf_fixture_write (words[i], n[i]);
  body = g_strdup_printf (
    "<link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top><component id='source' type='netproc.source' %s/><component id='dispatcher' type='netproc.dispatcher' stages='4' %s/>"
    "<component id='cluster' type='netproc.cluster' count='6' engines='1' stage-of='dispatcher' program='%s' program-1='%s' program-2='%s' program-3='%s'/>"
    "<component id='egress' type='netproc.egress'/>" LINK ("source.out", "dispatcher.in") LINK ("dispatcher.out", "egress.in")
    "<link for='i=0..5' from='dispatcher.clusters' to='cluster[i].in' class='L'/><link for='i=0..5' from='cluster[i].out' to='dispatcher.in' class='L'/></top>",
    source, dispatcher, paths[0], paths[1], paths[2], paths[3]);
  run = run_fixture_body (body, settings, error);
  for (guint i = 0; i < 4; i++)
    {
      g_unlink (paths[i]);
      g_free (paths[i]);
    }
  return run;
}

static const guint32 only_next[] = { REGISTERS, NEXT };

/* How many packets each cluster had. */
static void
check_packets (HdRun *run,
               const guint *expected)
{
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *name = g_strdup_printf ("cluster[%u].packets", i);

      g_assert_cmpfloat (get (run, name), ==, expected[i]);
    }
}

/* The first stage puts the third before the others, as its path has not; the second takes the last away: with an argument, which comes with the event. */
static void
test_events (void)
{
  static const guint32 insert[] = { REGISTERS, RV_LUI (1, 5), RV_ADDI (1, 1, 2) /* 0x50 for stage 2 */, INSERT, NEXT };
  static const guint32 remove[] = { REGISTERS, RV_ADDI (1, 0, 3), REMOVE, NEXT };
  static const guint32 expect[] = { REGISTERS, RV_ADDI (6, 0, 0x50), 0x00660463 /* beq x12, x6, +8 */, 0, NEXT };
  static const struct { const guint32 *first; guint n_first; const guint32 *second; guint n_second; guint packets[6]; } cases[] = {
    { only_next, 2, only_next, 2, { 12, 12, 0, 12 } }, { insert, 5, only_next, 2, { 12, 12, 12, 12 } }, { insert, 5, remove, 4, { 12, 12, 12, 0 } },
    { only_next, 2, remove, 4, { 12, 12, 0, 0 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_told ("packets='12' interval='1 us'", "path='0 1 3' allotment='1,1,1,3' policy='first'",
                                        (const guint32 *const[]){ cases[i].first, cases[i].second, expect, only_next },
                                        (const guint[]){ cases[i].n_first, cases[i].n_second, 5, 2 }, NULL, &error);

      g_assert_no_error (error);
      check_packets (run, cases[i].packets);
      g_assert_cmpfloat (get (run, "egress.sent"), ==, 12);
    }
}

/* As costs say, or as is said by hand; and what cannot be. */
static void
test_allotments (void)
{
  static const struct { const char *dispatcher; guint packets[6]; const char *why; } cases[] = {
    { "path='0 1' allotment='2,4' policy='turns'", { 12, 12, 6, 6, 6, 6 }, NULL },
    { "path='0' allotment='6' policy='turns'", { 4, 4, 4, 4, 4, 4 }, NULL },
    { "path='0 1' policy='turns'", { 8, 8, 8, 24, 0, 0 }, NULL }, /* three, as what is left over goes to the first, and one each */
    { "allotment='5,5,5,5'", { 0 }, "the allotment “5,5,5,5” is of 20 clusters; 6 are to be told their stage" },
    { "allotment='5'", { 0 }, "the allotment “5” is of 5 clusters; 6 are to be told their stage" },
    { "allotment='much'", { 0 }, "the allotment is “much”; it must be auto, or how many clusters do each of 4 stages, as “5,8,0,3”" },
    { "allotment='6,0,0,0'", { 0 }, "packet 0 is to go to stage 1, which no cluster does" },
    { "path='0 4'", { 0 }, "its path is “0 4”; it must be at most 8 stages from 0 to 3, as “0 1 3”" },
    { "path='0  1'", { 0 }, "its path is “0  1”" },
    { "costs='/nowhere'", { 0 }, "/nowhere" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_told ("packets='24'", cases[i].dispatcher, (const guint32 *const[]){ only_next, only_next, only_next, only_next }, (const guint[]){ 2, 2, 2, 2 },
                                        NULL, &error);

      if (cases[i].why == NULL)
        {
          g_assert_no_error (error);
          g_assert_cmpfloat (get (run, "egress.sent"), ==, 24);
          check_packets (run, cases[i].packets);
          continue;
        }
      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].why));
    }
}

/* Sixteen clusters of eight engines at 800 MHz do what the slower stage can: its engines by the cycles that a packet takes there, of 100 for both together; what engines begin
 * with leaves at once, which is 128 packets more. */
static void
test_balance (void)
{
  static const struct { guint cycles[2]; const char *allotment; double per_s; } cases[] = {
    { { 50, 50 }, "8,8", 1024e6 }, { { 25, 75 }, "4,12", 1024e6 }, { { 30, 70 }, "5,11", 88 * 800e6 / 70 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) paths = g_new0 (char *, 3);
      g_autofree char *body = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = NULL;

      for (guint at = 0; at < 2; at++)
        {
          guint32 words[128] = { REGISTERS };

          for (guint n = 1; n < cases[i].cycles[at] - 1; n++)
            words[n] = ADD;
          words[cases[i].cycles[at] - 1] = NEXT;
          paths[at] = elf_fixture_write (words, cases[i].cycles[at]);
        }
      body = g_strdup_printf (
        "<link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top><component id='source' type='netproc.source' packets='40000'/>"
        "<component id='dispatcher' type='netproc.dispatcher' stages='2' allotment='%s'/>"
        "<component id='cluster' type='netproc.cluster' count='16' engines='8' hand-over='0' stage-of='dispatcher' program='%s' program-1='%s'/>"
        "<component id='egress' type='netproc.egress'/>" LINK ("source.out", "dispatcher.in") LINK ("dispatcher.out", "egress.in")
        "<link for='i=0..15' from='dispatcher.clusters' to='cluster[i].in' class='L'/><link for='i=0..15' from='cluster[i].out' to='dispatcher.in' class='L'/></top>",
        cases[i].allotment, paths[0], paths[1]);
      run = run_fixture_body (body, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat (get (run, "egress.throughput"), >, 0.995 * cases[i].per_s);
      g_assert_cmpfloat (get (run, "egress.throughput"), <, 1.005 * cases[i].per_s);
      g_unlink (paths[0]);
      g_unlink (paths[1]);
    }
}

/* A cluster is told a stage that it has no program for. */
static void
test_no_program (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_told ("packets='1'", "", (const guint32 *const[]){ only_next, only_next, only_next, only_next }, (const guint[]){ 2, 2, 2, 2 },
                                    (const char *const[]){ "cluster[*].program-2=", NULL }, &error);

  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "it is to do stage 2, which it has no program for"));
}

/* A stage that is none, one that nobody does, and packets that go around until no queue has room. */
static void
test_faults (void)
{
  static const struct { guint32 number; const char *clusters, *why; } cases[] = {
    { 0x01000093 /* addi x1, x0, 16 */, "strict='true'", "reaches for an address that is none, or not like that" },
    { 0x00200093 /* addi x1, x0, 2 */, "", "packet 0 is to go to stage 2, which no cluster does" },
    { 0x00000093 /* addi x1, x0, 0 */, "engines='1' depth='1'", "room for packets" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const guint32 words[] = { REGISTERS, cases[i].number, INSERT, NEXT };
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_phases ("packets='30'", "depth='1'", (const char *const[]){ cases[i].clusters, "" }, (const guint32 *const[]){ words, words },
                                          (const guint[]){ 4, 4 }, &error);

      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, cases[i].why));
      if (i < 2)
        continue;
      /* The queues wait for each other in a circle. */
      g_assert_nonnull (strstr (error->message, "“dispatcher” waits on “a” for room for packets"));
      g_assert_nonnull (strstr (error->message, "“a” waits on “dispatcher” for room for packets"));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/libraries/phases/policies/%u", i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_policies);
    }
  g_test_add_func ("/engine/libraries/phases/latency", test_latency);
  g_test_add_func ("/engine/libraries/phases/back-pressure", test_back_pressure);
  g_test_add_func ("/engine/libraries/phases/insert", test_insert);
  g_test_add_func ("/engine/libraries/phases/events", test_events);
  g_test_add_func ("/engine/libraries/phases/allotments", test_allotments);
  g_test_add_func ("/engine/libraries/phases/balance", test_balance);
  g_test_add_func ("/engine/libraries/phases/no-program", test_no_program);
  g_test_add_func ("/engine/libraries/phases/faults", test_faults);
  return g_test_run ();
}
