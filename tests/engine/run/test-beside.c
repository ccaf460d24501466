/* test-beside.c: what a run does beside what it is about
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Small projects to which random ones led.
 */
#include "record-same.h"
#include "run-fixture.h"

/* ---- steps ------------------------------------------------------------------------------------------------------------------------- */

/* Cards tell at one time that they stop and that they go on, so that a pause between both must not cut what they do. */
static void
test_steps (void)
{
  const char *text = "<heddle version=\"1\" name=\"cards\"><link-class id=\"wire\" bandwidth=\"12.5 GB/s\" latency=\"33.3 ns\" sharing=\"split\"/><top><component id=\"hub\" type=\"fabric.switch\"/>"
                     "<component id=\"card\" type=\"offload.nic\" count=\"4\" group=\"cards\" operation=\"broadcast\" size=\"1 kB\" skew=\"1211 ns\"/>"
                     "<link id=\"cable\" from=\"card[i].net\" to=\"hub.port[i]\" for=\"i=0..3\" class=\"wire\"/></top><communicators><communicator id=\"cards\" members=\"card[*]\"/></communicators>"
                     "<probes><probe of=\"card[0].done\"/></probes><run fidelity=\"flit\" seed=\"647\" packet-size=\"128 B\" trace=\"card[*]\"/></heddle>";
  g_autoptr (HdDesign) design = run_fixture_design (text, NULL);
  g_autoptr (HdRun) whole = run_fixture_run_design (design, NULL), run = hd_run_new (design, NULL);
  guint n = 0;

  for (; hd_run_get_state (run) == HD_RUN_READY || hd_run_get_state (run) == HD_RUN_PAUSED; n++)
    {
      hd_run_step (run, HD_STEP_EVENT);
      while (hd_run_get_state (run) == HD_RUN_RUNNING || hd_run_get_state (run) == HD_RUN_READY)
        g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_FINISHED);
  g_assert_cmpuint (n, >, 100);
  record_same_check (hd_run_get_record (whole), hd_run_get_record (run), "by events");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/beside/steps", test_steps);
  return g_test_run ();
}
