/* test-beside.c: what a run does beside what it is about
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small projects to which random ones led.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "record-same.h"
#include "run-fixture.h"

/* ---- lists of transfers beside other work ------------------------------------------------------------------------------------------ */

#define PAIR "<link-class id=\"l\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/><top><component id=\"h\" type=\"fabric.host\" count=\"2\"/>" \
             "<component id=\"s\" type=\"fabric.switch\"/><link id=\"wire\" from=\"h[i].port\" to=\"s.port[i]\" class=\"l\"/></top><communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>"
#define RING "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"2 kB\"/>"
#define TREE "<workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"k-nomial\" bytes=\"2 kB\"/>"

static char *
save_list (void)
{
  g_autoptr (GError) error = NULL;
  char *path = NULL;
  int fd = g_file_open_tmp ("heddle-transfers-XXXXXX.csv", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, "start_s,bytes,source,destination\n0,1000,h[0],h[1]\n", -1, NULL));
  return path;
}

/* What cannot be done together is refused, and what can carries the bytes of both. */
static void
test_transfers (void)
{
  const struct { const char *fidelity; gboolean twice; const char *other; double bytes; const char *says; } cases[] = {
    { "flow", FALSE, "", 1000, NULL },
    { "packet", FALSE, RING, 1000 + 2 * 2 * 1000, NULL },
    { "flow", FALSE, TREE, 1000 + 2000, NULL },
    { "flow", FALSE, RING, 0, "Transfer lists cannot run beside other workloads at flow fidelity" },
    { "flow", TRUE, "", 0, "Transfer lists of several workloads" },
    { "packet", TRUE, "", 0, "Transfer lists of several workloads" },
  };
  g_autofree char *path = save_list ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *list = g_strdup_printf ("<workload type=\"transfers\" file=\"%s\"/>", path);
      g_autofree char *body = g_strdup_printf ("%s%s%s%s<run fidelity=\"%s\"/>", PAIR, list, cases[i].twice ? list : "", cases[i].other, cases[i].fidelity);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_fixture_body (body, NULL, &error);
      HdProblemList *problems = hd_run_get_problems (run);

      if (hd_problem_list_get_length (problems) > 0)
        g_test_message ("%s", hd_problem_list_get (problems, 0)->message);
      if (cases[i].says == NULL)
        {
          g_assert_no_error (error);
          g_assert_cmpfloat_with_epsilon (hd_record_read_link (hd_run_get_record (run), 0, 0, HD_TIME_MAX).amount, cases[i].bytes, 0.01);
          continue;
        }
      g_assert_nonnull (error);
      g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 1);
      g_assert_nonnull (strstr (hd_problem_list_get (problems, 0)->message, cases[i].says));
      g_assert_cmpuint (hd_problem_list_get (problems, 0)->object_uid, !=, 0);
    }
  g_unlink (path);
}

/* ---- steps ------------------------------------------------------------------------------------------------------------------------- */

static void
check_steps (HdDesign *design,
             HdTransferList *list,
             guint least)
{
  g_autoptr (HdRun) whole = run_fixture_run_design (design, list), run = hd_run_new (design, list);
  guint n = 0;

  for (; hd_run_get_state (run) == HD_RUN_READY || hd_run_get_state (run) == HD_RUN_PAUSED; n++)
    {
      hd_run_step (run, HD_STEP_EVENT);
      while (hd_run_get_state (run) == HD_RUN_RUNNING || hd_run_get_state (run) == HD_RUN_READY)
        g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_FINISHED);
  g_assert_cmpuint (n, >=, least);
  record_same_check (hd_run_get_record (whole), hd_run_get_record (run), "by events");
}

/* Cards tell at one time that they stop and that they go on, so that a pause between both must not cut what they do. */
static void
test_cards (void)
{
  const char *text = "<heddle version=\"1\" name=\"cards\"><link-class id=\"wire\" bandwidth=\"12.5 GB/s\" latency=\"33.3 ns\" sharing=\"split\"/><top><component id=\"hub\" type=\"fabric.switch\"/>"
                     "<component id=\"card\" type=\"offload.nic\" count=\"4\" group=\"cards\" operation=\"broadcast\" size=\"1 kB\" skew=\"1211 ns\"/>"
                     "<link id=\"cable\" from=\"card[i].net\" to=\"hub.port[i]\" for=\"i=0..3\" class=\"wire\"/></top><communicators><communicator id=\"cards\" members=\"card[*]\"/></communicators>"
                     "<probes><probe of=\"card[0].done\"/></probes><run fidelity=\"flit\" seed=\"647\" packet-size=\"128 B\" trace=\"card[*]\"/></heddle>";
  g_autoptr (HdDesign) design = run_fixture_design (text, NULL);

  check_steps (design, NULL, 100);
}

/* Two transfers end at 6 us, in two events: 2 kB and 1 kB take 1 ns for a byte on each of two links, and 1 us besides. They are told as they are listed. */
static void
test_equal_ends (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate (PAIR "<run fidelity=\"packet\"/>", NULL);
  g_autoptr (HdTransferList) list = run_fixture_transfers (design, "2e-6,1000,h[1],h[0]\n0,2000,h[0],h[1]\n");

  check_steps (design, list, 4);
}

/* Buffers tell that they have room 100 ns after all has come, when a frame ends: that is no part of the work, but of the run, wherever somebody pauses it. */
static void
test_pauses (void)
{
  const char *body = PAIR "<run fidelity=\"packet\" packet-size=\"300 B\" buffer=\"64 kB\"/>";
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
  g_autoptr (HdTransferList) list = run_fixture_transfers (design, "0,1000,h[0],h[1]\n");
  g_autoptr (HdRun) whole = run_fixture_run_design (design, list), run = hd_run_new (design, list);

  for (HdTime time = 10000; hd_run_get_state (run) != HD_RUN_FINISHED; time += 10000)
    run_fixture_run_until (run, time);
  record_same_check (hd_run_get_record (whole), hd_run_get_record (run), "with pauses");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/beside/transfers", test_transfers);
  g_test_add_func ("/engine/run/beside/steps/cards", test_cards);
  g_test_add_func ("/engine/run/beside/steps/equal-ends", test_equal_ends);
  g_test_add_func ("/engine/run/beside/pauses", test_pauses);
  return g_test_run ();
}
