/* test-offload-works.c: collective workloads that cards and processors of their members carry out
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a workload is what a card's own parameters would do; several of them, on communicators that overlap, go on at once, each in cards or in software, and beside work that
 * Heddle carries. Every result is looked at by each member.
 */
#include <string.h>

#include "design-fixture.h"
#include "offload-fixture.h"

#define CARDS(n) \
  OFFLOAD_LINK "<top><component id='a' type='offload.nic' count='" n "'/><component id='s' type='fabric.switch'/>" \
  "<link from='a[i].net' to='s.port[i]' for='i=0.." n " - 1' class='L'/></top>" \
  "<communicators><communicator id='all' members='a[*]'/><communicator id='some' members='a[2] a[3] a[0] a[5]'/></communicators>"

static HdRun *
run (const char *workloads,
     const char *settings,
     GError **error)
{
  g_autofree char *body = g_strdup_printf (CARDS ("6") "%s<run fidelity='packet' packet-size='2 KiB' packet-time='0 s' iterations='1' %s/>", workloads, settings);

  return run_fixture_body (body, NULL, error);
}

static double
get (HdRun *self,
     const char *name)
{
  return run_fixture_get_metric (hd_run_get_record (self), name);
}

/* As the parameters of cards say it, and as a workload: it has other jobs, so that packets wait at other places of the buffer, which are looked for in a few cycles more or less. */
static void
test_same (void)
{
  static const struct
  {
    const char *type, *parameters, *workload;
  } cases[] = {
    { "nic", "operation='all-reduce' size='9 kB'", "operation='all-reduce' algorithm='offload' bytes='9 kB'" },
    { "nic", "operation='broadcast' algorithm='binomial' size='9 kB' root='3'", "operation='broadcast' algorithm='offload-binomial' bytes='9 kB' root='3'" },
    { "nic", "operation='barrier'", "operation='barrier' algorithm='offload'" },
    { "host", "operation='reduce' size='9 kB' tasks='3'", "operation='reduce' algorithm='host' bytes='9 kB' tasks='3'" },
    { "nic", "operation='reduce' size='9 kB' tasks='3'", "operation='reduce' algorithm='offload' bytes='9 kB' tasks='3'" },
    { "host", "operation='all-reduce' algorithm='ring' size='9 kB'", "operation='all-reduce' algorithm='host-ring' bytes='9 kB'" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *workload = g_strdup_printf ("<workload type='collective' id='w' on='all' %s/>", cases[i].workload);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) own = offload_fixture_run (cases[i].type, 6, cases[i].parameters, OFFLOAD_PACKETS, &error), asked = NULL;

      g_assert_no_error (error);
      asked = run (workload, "", &error);
      g_assert_no_error (error);
      g_assert_cmpfloat_with_epsilon (get (asked, "w.time"), offload_fixture_get (own, cases[i].type, "time"), 50e-9);
      g_assert_cmpfloat (get (asked, "nic.done"), ==, offload_fixture_get (own, cases[i].type, "done"));
    }
}

#define SEVERAL \
  "<workload type='collective' id='one' on='all' operation='all-reduce' algorithm='offload' bytes='20 kB' repeat='3'/>" \
  "<workload type='collective' id='two' on='some' operation='broadcast' algorithm='offload-binomial' bytes='5 kB' root='1' repeat='2'/>" \
  "<workload type='collective' id='three' on='some' operation='reduce' algorithm='host' bytes='3 kB'/>" \
  "<workload type='collective' id='four' on='all' operation='barrier' algorithm='offload' repeat='5'/>"

/* On communicators that overlap, with other ranks, in cards and in software. */
static void
test_several (void)
{
  static const char *const runs[] = { "", "partitions='2' sync='window'", "partitions='4' sync='null-message' threads='2'" };
  g_autofree char *digest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run (SEVERAL, runs[i], &error);

      g_assert_no_error (error);
      g_assert_cmpfloat (get (self, "nic.done"), ==, 6 * 3 + 4 * 2 + 4 + 6 * 5);
      g_assert_cmpfloat (get (self, "one.time"), >, 0);
      g_assert_cmpfloat (get (self, "four.time"), >, 0);
      run_fixture_check_digest (hd_run_get_record (self), &digest);
    }
}

/* Beside a ring that Heddle carries itself, and at every fidelity. */
static void
test_beside (void)
{
  static const char *const runs[] = {
    "<run fidelity='packet' packet-size='2 KiB' iterations='1'/>", "<run fidelity='flow' iterations='1'/>",
    "<run fidelity='flit' flit='32 B' clock='390.625 MHz' header='0' packet-size='256 B' iterations='1'/>",
  };

  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *body = g_strconcat (CARDS ("6"), "<workload type='collective' id='cards' on='all' operation='all-reduce' algorithm='offload' bytes='2 kB'/>"
                                           "<workload type='collective' id='ring' on='all' operation='all-reduce' algorithm='ring' bytes='2 kB'/>", runs[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_fixture_body (body, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpfloat (get (self, "cards.time"), >, 0);
      g_assert_cmpfloat (get (self, "nic.done"), ==, 6);
    }
}

/* The algorithm is a variable, as that of any other collective. */
static void
test_variable (void)
{
  static const char *const algorithms[] = { "offload", "host", "offload-ring", "ring" };

  for (guint i = 0; i < G_N_ELEMENTS (algorithms); i++)
    {
      g_autofree char *body = g_strdup_printf ("<variables><variable name='how' type='enum' of='offload host offload-ring ring' value='%s'/></variables>" CARDS ("6")
                                               "<workload type='collective' id='w' on='all' algorithm='$how' bytes='2 kB'/>" OFFLOAD_PACKETS, algorithms[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_fixture_body (body, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpfloat (get (self, "w.time"), >, 0);
    }
}

/* On one engine of x, a sequence waits a millisecond for what z sends; the other, with y, takes as long as alone, but for a turn. */
static double
run_beside (const char *group)
{
  g_autofree char *body = g_strdup_printf (OFFLOAD_LINK "<top><component id='x' type='offload.nic' engines='1' group='%s' size='8 B'/><component id='y' type='offload.nic' engines='1'/>"
                                           "<component id='z' type='offload.nic' engines='1' group='%s' size='8 B' skew='1 ms'/><component id='s' type='fabric.switch'/>"
                                           "<link from='x.net' to='s.port[0]' class='L'/><link from='y.net' to='s.port[1]' class='L'/><link from='z.net' to='s.port[2]' class='L'/></top>"
                                           "<communicators><communicator id='late' members='x z'/><communicator id='on-time' members='x y'/></communicators>"
                                           "<workload type='collective' id='w' on='on-time' algorithm='offload' bytes='64 kB'/>" OFFLOAD_PACKETS, group, group);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_fixture_body (body, NULL, &error);

  g_assert_no_error (error);
  if (*group != '\0')
    g_assert_cmpfloat (get (self, "nic.time"), >, 10 * get (self, "w.time"));
  return get (self, "w.time");
}

static void
test_suspended (void)
{
  g_assert_cmpfloat_with_epsilon (run_beside ("late"), run_beside (""), 0.4e-6);
}

static const struct
{
  const char *workload, *message;
} refused[] = {
  { "<workload type='collective' on='all' algorithm='offload-tree' bytes='1 kB'/>", "have no algorithm “offload-tree” for all-reduce; there are offload, offload-halving" },
  { "<workload type='collective' on='all' operation='all-to-all' algorithm='offload' bytes='1 kB'/>", "Members by themselves do no “all-to-all”" },
  { "<workload type='collective' on='some' algorithm='offload' operation='reduce' root='4' bytes='1 kB'/>", "The root 4 is no rank: there are 4 members" },
  { "<workload type='collective' on='all' algorithm='offload' placement='shuffled' bytes='1 kB'/>", "in the order of their communicator" },
  { "<workload type='collective' on='all' algorithm='ring' tasks='2' bytes='1 kB'/>", "A collective that Heddle carries is one task" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *body = g_strconcat (CARDS ("6"), refused[i].workload, OFFLOAD_PACKETS, NULL);
      g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (GError) error = NULL;

      g_assert_false (hd_run_check (design, problems, &error));
      g_assert_cmpuint (hd_problem_list_get_length (problems), >, 0);
      if (strstr (hd_problem_list_get (problems, 0)->message, refused[i].message) == NULL)
        g_error ("“%s” in place of “%s”", hd_problem_list_get (problems, 0)->message, refused[i].message);
    }
}

/* What has no card, and what carries out nothing. */
static void
test_others (void)
{
  static const struct
  {
    const char *type, *port, *algorithm, *message;
  } cases[] = {
    { "fabric.xpu", "eth", "offload", "“a[0]” carries out no collectives by itself" },
    { "offload.host", "net", "offload", "it has no card" },
    { "offload.host", "net", "host", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *body = g_strdup_printf (OFFLOAD_LINK "<top><component id='a' type='%s' count='2'/><link from='a[0].%s' to='a[1].%s' class='L'/></top>"
                                               "<communicators><communicator id='all' members='a[*]'/></communicators>"
                                               "<workload type='collective' on='all' algorithm='%s' bytes='1 kB'/>" OFFLOAD_PACKETS, cases[i].type, cases[i].port, cases[i].port,
                                               cases[i].algorithm);
      g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (GError) error = NULL;

      if (i == 0)
        {
          g_assert_false (hd_run_check (design, problems, &error));
          g_assert_nonnull (strstr (hd_problem_list_get (problems, 0)->message, cases[i].message));
          continue;
        }
      {
        g_autoptr (HdRun) self = run_fixture_wait (design, &error);

        if (cases[i].message == NULL)
          g_assert_no_error (error);
        else
          offload_fixture_assert_says (error, cases[i].message);
      }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/offload-works/same", test_same);
  g_test_add_func ("/offload-works/several", test_several);
  g_test_add_func ("/offload-works/beside", test_beside);
  g_test_add_func ("/offload-works/variable", test_variable);
  g_test_add_func ("/offload-works/suspended", test_suspended);
  g_test_add_func ("/offload-works/refused", test_refused);
  g_test_add_func ("/offload-works/others", test_others);
  return g_test_run ();
}
