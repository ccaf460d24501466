/* test-members.c: a design whose members are traced for those who watch
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: members and messages counted by hand: a ring of 4 sends 6 * 4 messages in an iteration; those who communicate on two channels are there once each.
 * Invariants: the design that it was made of stays as it was and may go first; what traces already is left; the fidelity does not matter.
 */
#include "workload-fixture.h"

/* Six components, of which the last two do not communicate. */
#define SIX(run) \
  "<link-class id='wire' bandwidth='1 GB/s' latency='1 us'/><top><component id='x' type='fabric.xpu' count='6'/><component id='s' type='fabric.switch'/>" \
  "<link from='x[i].eth' to='s.port[i]' for='i=0..5' class='wire'/></top>" \
  "<communicators><communicator id='four' members='x[3] x[2] x[1] x[0]'/><communicator id='two' members='x[0] x[1]'/></communicators>" run
#define RING "<workload type='collective' on='four' operation='all-reduce' algorithm='ring' bytes='4 MB'/>"

static void
test_members (void)
{
  Fixture *fixture = fixture_new (SIX (RING), NULL);
  HdDesign *traced = hd_workload_trace_members (fixture->design, 4, 24);
  const HdRunSettings *settings;

  g_assert_nonnull (traced);
  g_assert_cmpuint (hd_design_get_run_settings (fixture->design)->n_traced, ==, 0);
  fixture_free (fixture);
  settings = hd_design_get_run_settings (traced);
  g_assert_cmpuint (settings->n_traced, ==, 4);
  for (guint32 i = 0; i < 4; i++)
    {
      g_autofree char *path = hd_design_dup_node_path (traced, settings->traced[i]), *expected = g_strdup_printf ("x[%u]", i);

      g_assert_cmpstr (path, ==, expected);
    }
  g_assert_null (hd_workload_trace_members (traced, 4, 24)); /* they are already */
  hd_design_unref (traced);
}

static void
test_limits (void)
{
  static const struct
  {
    const char *body;
    guint most_members, most_messages;
    gboolean possible;
  } cases[] = {
    { SIX (RING), 3, 1000, FALSE },
    { SIX (RING), 4, 23, FALSE },
    { SIX (RING "<run iterations='5'/>"), 4, 120, TRUE },
    { SIX (RING "<run iterations='5'/>"), 4, 119, FALSE },
    { SIX (RING "<run fidelity='packet'/>"), 4, 24, TRUE },
    { SIX (RING "<run trace='x[5]'/>"), 4, 24, FALSE },
    { SIX (""), 4, 24, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Fixture *fixture = fixture_new (cases[i].body, NULL);
      g_autoptr (HdDesign) traced = hd_workload_trace_members (fixture->design, cases[i].most_members, cases[i].most_messages);

      g_test_message ("case %u", i);
      g_assert_cmpint (traced != NULL, ==, cases[i].possible);
      fixture_free (fixture);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/workload/members/members", test_members);
  g_test_add_func ("/engine/workload/members/limits", test_limits);
  return g_test_run ();
}
