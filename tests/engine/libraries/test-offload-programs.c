/* test-offload-programs.c: cards that run programs of descriptors that a project gives
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what cards log of what they do by themselves, given back to them, is the same run, digest by digest. A program that cannot be is refused in the project's line;
 * one whose packets never come ends in a deadlock that names them, and who waits for whom.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "offload-fixture.h"

/* Two cards add 4 values each, and both have the sum. */
#define EXCHANGE \
  "card rank=0; source NodeID=1 ReduceFlag to=4; descriptor DestID=1 C CH CP ReduceFlag to=4; descriptor C CT CPCount=1;" \
  "card rank=1; source NodeID=0 ReduceFlag to=4; descriptor DestID=0 C CH CP ReduceFlag to=4; descriptor C CT CPCount=1"

static HdRun *
run_program (guint n,
             const char *parameters,
             const char *program,
             GError **error)
{
  g_autofree char *all = g_strdup_printf ("%s program='%s'", parameters, program);

  return offload_fixture_run ("nic", n, all, OFFLOAD_PACKETS, error);
}

static void
test_exchange (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_program (2, "size='32 B'", EXCHANGE, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (offload_fixture_get (self, "nic", "done"), ==, 2);
}

/* Of all operations, with several tasks, pulses and sequences that follow each other; from a file. */
static void
test_read_back (void)
{
  static const char *const cases[] = {
    "size='1000 B'", "algorithm='ring' size='3 kB' tasks='2'", "operation='broadcast' size='90 kB' buffer='16 KiB' tasks='2'", "operation='reduce' size='40 kB' buffer='8 KiB'",
    "operation='barrier'", "operation='reduce' algorithm='binomial' root='2' reduction='minimum' size='16 B'",
  };
  static const guint members[] = { 4, 18, 5, 6, 7, 8 };
  g_autofree char *folder = g_dir_make_tmp ("heddle-offload-XXXXXX", NULL), *path = g_build_filename (folder, "program.txt", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *digest = NULL, *logging = g_strdup_printf ("%s log='true'", cases[i]), *given = g_strdup_printf ("%s program-file='%s'", cases[i], path), *program = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) first = offload_fixture_run ("nic", members[i], logging, OFFLOAD_PACKETS, &error), second = NULL;

      g_assert_no_error (error);
      run_fixture_check_digest (hd_run_get_record (first), &digest);
      program = offload_fixture_dup_files (first, ".descriptors.txt");
      g_assert_true (g_file_set_contents (path, program, -1, NULL));
      second = offload_fixture_run ("nic", members[i], given, OFFLOAD_PACKETS, &error);
      g_assert_no_error (error);
      run_fixture_check_digest (hd_run_get_record (second), &digest);
    }
  g_remove (path);
  g_rmdir (folder);
}

static const struct
{
  const char *parameters, *program, *message;
  gboolean is_early; /* before there is a run */
} refused[] = {
  { "size='32 B'", "card; descriptor C CH", "program: line 2: UNTERMINATED_SEQ", TRUE },
  { "size='32 B'", "card; descriptor C CH CT DestID=16777216", "program: line 2: FIELD_RANGE field=DestID value=16777216", TRUE },
  { "size='32 B'", "card; descriptor DestID=9 C CH CT CP to=4", "DestID is 9, which is no rank of “all”", FALSE },
  { "size='16 B'", EXCHANGE, "LENGTH_MISMATCH want 2 got 4", FALSE },
  { "size='32 B'", "card; descriptor C CH CT op=9", "BAD_OP op=9", FALSE },
  { "size='32 B'", "card; descriptor C CH CT dtype=1", "BAD_OP dtype=1", FALSE },
  { "size='32 B' program-file='x.txt'", EXCHANGE, "both “program” and “program-file” are given", FALSE },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autofree char *parameters = g_strdup_printf ("%s program='%s'", refused[i].parameters, refused[i].program);
      g_autofree char *body = offload_fixture_dup_star ("nic", 2, parameters, OFFLOAD_PACKETS);

      if (refused[i].is_early)
        {
          g_autofree char *message = fixture_problem (body, NULL, HD_PROBLEM_VALUE);

          g_assert_nonnull (strstr (message, refused[i].message));
        }
      else
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) self = run_program (2, refused[i].parameters, refused[i].program, &error);

          offload_fixture_assert_says (error, refused[i].message);
        }
    }
}

/* Card 1 waits for a second packet of card 0, which sends one. */
static void
test_never (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_program (2, "size='32 B' operation='reduce' root='1'",
                                        "card rank=0; descriptor DestID=1 C CH CT CP ReduceFlag to=4;"
                                        "card rank=1; source NodeID=0 ReduceFlag to=4; source SeqID=1 NodeID=0 ReduceFlag to=4; descriptor C CH CT CPCount=2",
                                        &error);

  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  offload_fixture_assert_says (error, "“a[1]” waits on “s”");
  offload_fixture_assert_says (error, "descriptor 0 of 1, CPCount 2, 1 taken; waits for SeqID 1 of a[0], of which 0 of 1 slots have come");
}

/* A count that is above what the sequence expects. */
static void
test_nobody (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_program (2, "operation='reduce' size='32 B'", "card rank=0; descriptor C CH CT CPCount=1", &error);

  g_assert_error (error, HD_ERROR, HD_ERROR_DEADLOCK);
  offload_fixture_assert_says (error, "waits for SeqID 0, which nobody sends");
}

/* Each of two sequences sends what the other waits for only when it has what it waits for itself. */
static void
test_circle (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_program (2, "size='32 B'",
                                        "card rank=0; source NodeID=1 to=4; descriptor DestID=1 C CH CT CP CPCount=1 SwapRemoteData to=4;"
                                        "card rank=1; source NodeID=0 to=4; descriptor DestID=0 C CH CT CP CPCount=1 SwapRemoteData to=4",
                                        &error);
  g_autoptr (HdErrands) errands = hd_record_dup_errands (hd_run_get_record (self));
  g_autoptr (GArray) circle = hd_errands_find_circle (errands);

  offload_fixture_assert_says (error, "they wait in a circle: “a[0]” (job 0, engine 0, vp 0: descriptor 0 of 1, CPCount 1, 0 taken; waits for SeqID 0 of a[1]");
  g_assert_cmpuint (circle->len, ==, 2);
}

/* Who writes a program finds each field, and its bits. */
static void
test_described (void)
{
  static const char *const lines[] = {
    "descriptor: ", "    DestID: word 0, bits 35 to 58: ", "    CPCount: word 1, bits 4 to 9: ", "    ReduceFlag: word 1, bit 14: ", "packet: ", "    NodeID: word 0, bits 35 to 58: ",
    "source: ", "    to: ",
  };
  g_autofree char *text = hd_catalog_describe (fixture_catalog (), "offload.nic");

  g_assert_nonnull (text);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    g_assert_nonnull (strstr (text, lines[i]));
}

/* To the next pause; %FALSE at the end. */
static gboolean
step (HdRun *run)
{
  HdRunState state;

  hd_run_step (run, HD_STEP_MARK);
  do
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (100);
      state = hd_run_get_state (run);
    }
  while (state == HD_RUN_RUNNING || state == HD_RUN_READY);
  return state == HD_RUN_PAUSED;
}

/* From pause to pause: at each step a descriptor fires, or waits for a packet, or a packet is taken in, and no run is otherwise for it. */
static void
test_steps (void)
{
  g_autofree char *body = offload_fixture_dup_star ("nic", 4, "size='64 B'", OFFLOAD_PACKETS), *digest = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) whole = offload_fixture_run ("nic", 4, "size='64 B'", OFFLOAD_PACKETS, &error), stepped = NULL;
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
  guint n_steps = 0, n_waiting = 0;

  run_fixture_check_digest (hd_run_get_record (whole), &digest);
  stepped = hd_run_new (design, NULL);
  while (step (stepped))
    {
      g_autoptr (HdErrands) errands = hd_record_dup_errands (hd_run_get_record (stepped));

      n_steps++;
      g_assert_nonnull (errands);
      for (guint i = 0; i < hd_errands_get_n (errands); i++)
        {
          const HdErrandState *state = hd_errands_get (errands, i);

          g_assert_cmpuint (state->n_lines, >=, 4);
          g_assert_cmpuint (state->line, <=, state->n_lines);
          n_waiting += state->peer != HD_NO_NODE;
        }
    }
  g_assert_cmpuint (hd_run_get_state (stepped), ==, HD_RUN_FINISHED);
  g_assert_cmpuint (n_steps, ==, 4 * (5 + 4 + 4)); /* each has five descriptors, waits for four packets, and takes them in */
  g_assert_cmpuint (n_waiting, >, 0);
  run_fixture_check_digest (hd_run_get_record (stepped), &digest);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/offload-programs/exchange", test_exchange);
  g_test_add_func ("/offload-programs/read-back", test_read_back);
  g_test_add_func ("/offload-programs/refused", test_refused);
  g_test_add_func ("/offload-programs/never", test_never);
  g_test_add_func ("/offload-programs/nobody", test_nobody);
  g_test_add_func ("/offload-programs/circle", test_circle);
  g_test_add_func ("/offload-programs/described", test_described);
  g_test_add_func ("/offload-programs/steps", test_steps);
  return g_test_run ();
}
