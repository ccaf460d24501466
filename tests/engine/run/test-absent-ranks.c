/* test-absent-ranks.c: ranks of Chakra traces whose components fail midway
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: who computes while it has failed comes later by as long as that.
 */
#include "chakra-fixture.h"
#include "run-fixture.h"

/* Ranks compute 1 ms, as the trace says, and add up 4 bytes; rank 2 is away for 5 ms. What its computation takes then, the collective begins later. */
static void
test_computing (gconstpointer fidelity)
{
  double ms[3];

  for (guint round = 0; round < G_N_ELEMENTS (ms); round++)
    {
      const char *settings[] = { fidelity, round > 0 ? "@0.4 ms x[2].failed=1" : NULL, round == 1 ? "@5.4 ms x[2].failed=0" : NULL, NULL };
      g_auto (Traces) traces = { NULL };
      g_autofree char *body = NULL, *text = NULL;
      g_autoptr (HdDesign) design = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) its = NULL;

      traces_init (&traces);
      for (guint i = 0; i < N_RANKS; i++)
        {
          chakra_writer_compute (traces.ranks[i], 1, NONE, 1000);
          chakra_writer_collective (traces.ranks[i], 2, 1, HD_CHAKRA__COLLECTIVE_COMM_TYPE__ALL_REDUCE, 4, NULL);
        }
      traces_save (&traces);
      body = traces_dup_body (&traces, "all", "", "");
      text = g_strconcat ("<heddle version=\"1\" name=\"traces\">", body, "</heddle>", NULL);
      design = run_fixture_design (text, settings);
      its = run_fixture_wait (design, &error);
      ms[round] = error == NULL ? 1000 * run_fixture_get_metric (hd_run_get_record (its), "time_total") : 0;
      g_test_message ("%g ms, %s", ms[round], error != NULL ? error->message : "");
      g_assert_true ((error != NULL) == (round == 2));
      if (error != NULL)
        g_assert_cmpstr (error->message, ==, "At 0.0004 s: “x[2]” has failed with work on it, and is not repaired");
    }
  g_assert_cmpfloat_with_epsilon (ms[1], ms[0] + 5, 1e-6);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/engine/run/absent-ranks/flow", "run:fidelity=flow", test_computing);
  g_test_add_data_func ("/engine/run/absent-ranks/packet", "run:fidelity=packet", test_computing);
  return g_test_run ();
}
