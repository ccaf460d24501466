/* test-outstanding.c: a run in which nothing is left to happen is done, or a deadlock that says who waits
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: who waits is named, with whom and for what, whatever the partitions are, and also when the run goes step by step; a run that
 * a limit ends, or whose sources have no end, is no deadlock.
 */
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "run-fixture.h"

#define CLASS "<link-class id=\"l\" bandwidth=\"16 GB/s\" latency=\"1 ns\" sharing=\"split\"/>"
/* A cache that has no memory: its core's first misses are never answered. */
#define CORES(n) \
  "<heddle version=\"1\">" CLASS "<top>" \
  "<component id=\"core\" type=\"manycore.core\" count=\"" n "\" number=\"core\" instructions=\"1000\"/>" \
  "<component id=\"cache\" type=\"manycore.cache\" count=\"" n "\"/>" \
  "<link from=\"core[i].cache\" to=\"cache[i].core\" class=\"l\"/></top>"
#define SOURCES \
  "<heddle version=\"1\">" CLASS "<top>" \
  "<component id=\"v\" type=\"manycore.vcore\" count=\"2\" column=\"v\" mesh-columns=\"2\" mesh-rows=\"1\"/>" \
  "<component id=\"r\" type=\"manycore.router\" count=\"2\" column=\"r\"/>" \
  "<link from=\"v[i].net\" to=\"r[i].core\" class=\"l\"/><link from=\"r[0].right\" to=\"r[1].left\" class=\"l\"/></top>"

static HdRun *
make (const char *text,
      const char *const *settings)
{
  g_autoptr (HdDesign) design = run_fixture_design (text, settings);
  HdRun *run = hd_run_new (design, NULL);

  hd_run_set_speed (run, 0);
  return run;
}

static char *
dup_deadlock (const char *text,
              const char *const *settings)
{
  g_autoptr (HdRun) run = make (text, settings);
  g_autoptr (GError) error = NULL;
  const HdProblem *problem;

  hd_run_start (run);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  problem = hd_problem_list_get (hd_run_get_problems (run), 0);
  g_assert_cmpint (problem->code, ==, HD_PROBLEM_DEADLOCK);
  g_assert_cmpstr (problem->message, ==, error->message);
  g_assert_cmpstr (problem->object, ==, "core[0]");
  g_assert_cmpuint (problem->n_nodes, ==, 2 * problem->n_links); /* each core waits at its cache's link; the cache's port has none */
  return g_strdup (error->message);
}

static void
assert_holds (const char *text,
              const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("“%s” is not in: %s", part, text);
}

static void
test_names (void)
{
  g_autofree char *message = dup_deadlock (CORES ("1") "</heddle>", NULL);

  g_assert_true (g_str_has_prefix (message, "Deadlock at "));
  assert_holds (message, HD_FIGURE_SPACE "ns: ");
  assert_holds (message, "“core[0]” waits on “cache[0]” for answers to loads and stores (4)");
  assert_holds (message, "“cache[0]” waits for room for packets (");
  assert_holds (message, "), but its port “net” has no link");
}

static void
test_many (void)
{
  const char *const settings[] = { "run:sync=window", "run:partitions=2", NULL };
  g_autofree char *serial = dup_deadlock (CORES ("500") "</heddle>", NULL);
  g_autofree char *divided = dup_deadlock (CORES ("500") "</heddle>", settings);

  g_assert_true (g_str_has_suffix (serial, "“core[3]” waits on “cache[3]” for answers to loads and stores (4) and 996 more"));
  g_assert_cmpstr (divided, ==, serial);
}

static void
test_until_beyond (void)
{
  const char *const settings[] = { "run:until=1 s", NULL };
  g_autofree char *message = dup_deadlock (CORES ("1") "</heddle>", settings);

  assert_holds (message, "“core[0]” waits on “cache[0]”");
}

static void
test_steps (void)
{
  const char *const settings[] = { "run:until=1 s", NULL };
  g_autoptr (HdRun) run = make (CORES ("1") "</heddle>", settings);

  while (hd_run_get_state (run) < HD_RUN_FINISHED)
    {
      hd_run_step (run, HD_STEP_EVENT);
      while (hd_run_get_state (run) < HD_RUN_PAUSED)
        g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpint (hd_run_get_state (run), ==, HD_RUN_FAILED);
  g_assert_error (hd_run_get_error (run), HD_ERROR, HD_ERROR_DEADLOCK);
}

static void
check_finished (const char *text,
                const char *const *settings)
{
  g_autoptr (HdRun) run = make (text, settings);
  g_autoptr (GError) error = NULL;

  hd_run_start (run);
  hd_run_wait (run, &error);
  g_assert_no_error (error);
}

/* Stopped while accesses are under way. */
static void
test_until (void)
{
  check_finished (CORES ("1") "</heddle>", (const char *const[]){ "run:until=2 ns", NULL });
  check_finished (SOURCES "</heddle>", (const char *const[]){ "run:until=1 us", NULL });
}

static void
test_endless (void)
{
  g_autoptr (HdRun) run = make (SOURCES "</heddle>", (const char *const[]){ "run:wall-limit=50 ms", NULL });
  g_autoptr (GError) error = NULL;

  hd_run_start (run);
  g_assert_false (hd_run_wait (run, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "wall time")); /* no other limit */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/run/outstanding/names", test_names);
  g_test_add_func ("/engine/run/outstanding/many", test_many);
  g_test_add_func ("/engine/run/outstanding/until-beyond", test_until_beyond);
  g_test_add_func ("/engine/run/outstanding/steps", test_steps);
  g_test_add_func ("/engine/run/outstanding/until", test_until);
  g_test_add_func ("/engine/run/outstanding/endless", test_endless);
  return g_test_run ();
}
