/* test-cut-short.c: runs of chiplets that a fault ends
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: whatever ends a run, what became of transfers till then is in its files, those under way too, each with the moments that have come; where it can be said when it
 * ended, the files are those, byte for byte, of a run that ends there by its limit. What a program did is the same however the run is divided. A run that could not begin has
 * no files. Left open: which sentence says why, see test-programs.c.
 */
#include <string.h>

#include "design-fixture.h"
#include "run-fixture.h"

/* A program and a GPU, whose transfers are logged, with a memory between them. The program's cycles of 700 MHz begin between those of the network. */
#define PROJECT \
  "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><top>" \
  "<component id='c' type='chiplet.process' memory-limit='0 B' timeout='%s' log='true' program='%s' arguments='leave-open %s'/>" \
  "<component id='g' type='chiplet.gpu' clock='1 GHz' log='true' strip='0' kernels='%s'/>" \
  "<component id='memory' type='chiplet.memory' latency='10 ns' capacity='%s'/><component id='r' type='fabric.switch' count='3'/>" \
  "<link for='i=0..1' from='r[i].port[0]' to='r[i + 1].port[1]' class='L'/><link from='c.net' to='r[0].port[2]' class='L'/>" \
  "<link from='memory.net' to='r[1].port[2]' class='L'/><link from='g.net' to='r[2].port[2]' class='L'/></top>" \
  "<run fidelity='flit' flit='32 B' header='0' clock='1 GHz'/>"
#define KERNELS "0 0 0 0 40 40 -"
#define PLENTY "1 GiB"
#define CYCLE_20 ((HdTime) 28571429) /* in femtoseconds: 20 / 0.7 ns */

static HdRun *
begin (const char *how,
       const char *kernels,
       const char *capacity,
       const char *const *settings)
{
  const char *timeout = g_str_equal (how, "silent") ? "1.5 s" : "60 s"; /* of the clock: nobody else is to be late on a busy machine */
  g_autofree char *body = g_strdup_printf (PROJECT, timeout, g_getenv ("HEDDLE_CHIP_PROGRAM"), how, kernels, capacity);
  g_autoptr (HdDesign) design = fixture_elaborate (body, settings);
  g_autoptr (HdPermit) permit = hd_permit_new (TRUE);
  HdRun *self = hd_run_new (design, NULL);

  hd_run_allow_programs (self, permit);
  hd_run_start (self);
  return self;
}

static HdRun *
run (const char *how,
     const char *capacity,
     const char *const *settings,
     GError **error)
{
  HdRun *self = begin (how, KERNELS, capacity, settings);

  hd_run_wait (self, error);
  return self;
}

static GBytes *
find_file (HdRun *self,
           const char *wanted)
{
  const char *name;
  GBytes *bytes;

  for (guint i = 0; hd_record_get_file (hd_run_get_record (self), i, &name, &bytes); i++)
    if (g_str_equal (name, wanted))
      return bytes;
  return NULL;
}

/* Transfers of a component: all, and those that were not done. */
static guint
count (HdRun *self,
       const char *component,
       guint *out_open)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = hd_moments_read (hd_run_get_record (self), &error);
  guint32 node = hd_design_find_node (hd_record_get_design (hd_run_get_record (self)), component);
  guint n = 0;

  g_assert_no_error (error);
  *out_open = 0;
  for (guint i = 0; i < all->len; i++)
    {
      const HdMoments *moments = &g_array_index (all, HdMoments, i);

      if (moments->component != node)
        continue;
      n++;
      *out_open += moments->n_moments < HD_N_MOMENTS;
    }
  return n;
}

/* What a program does wrong in cycle 20: its six lines are all under way, and those of the GPU are as far as they were a picosecond before. */
static void
test_program (gconstpointer how)
{
  static const char *const divided[][4] = { { "run:partitions=3", "run:sync=window", NULL }, { "run:partitions=3", "run:sync=null-message", "run:threads=2", NULL } };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (how, PLENTY, NULL, &error), limited = NULL;
  HdTime end = hd_record_get_time (hd_run_get_record (self));
  g_autofree char *until = g_strdup_printf ("run:until=%" G_GINT64_FORMAT " ps", end - 1);
  static const char *const files[] = { "c.transfers.csv", "g.transfers.csv", "memory.accesses.csv" };
  guint n_open;

  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_cmpint (end, ==, CYCLE_20 / 1000 + 2); /* the cycle's beginning, rounded up, and a picosecond */
  g_assert_cmpuint (count (self, "c", &n_open), ==, 6);
  g_assert_cmpuint (n_open, ==, 6);
  g_assert_cmpuint (count (self, "g", &n_open), ==, 64);
  g_assert_cmpuint (n_open, ==, 64);
  g_clear_error (&error);

  limited = run (how, PLENTY, (const char *const[]){ until, NULL }, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      GBytes *expected = find_file (limited, files[i]), *found = find_file (self, files[i]);

      g_assert_true ((expected != NULL) == (found != NULL));
      g_assert_true (expected == NULL || g_bytes_equal (expected, found));
    }
  for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (GError) its = NULL;
      g_autoptr (HdRun) other = run (how, PLENTY, divided[i], &its);

      g_assert_error (its, HD_ERROR, HD_ERROR_INVARIANT);
      g_assert_true (g_bytes_equal (find_file (other, files[0]), find_file (self, files[0])));
      g_assert_cmpuint (count (other, "g", &n_open), ==, 64);
    }
}

/* A component fails: the memory, when there is no room for a line of the GPU. Nobody waits for the program then, which has more to say. */
static void
test_component (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run ("ahead", "4 KiB", (const char *const[]){ "c.timeout=600 s", NULL }, &error);
  guint n_open, n;

  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "more than its capacity"));
  n = count (self, "g", &n_open);
  g_assert_cmpuint (n_open, >, 0);
  g_assert_cmpuint (n_open, <, n);
  g_assert_nonnull (find_file (self, "memory.accesses.csv"));
}

/* A user stops it, while it waits for the program in cycle 20: some time after the start. */
static void
test_stopped (void)
{
  guint n_open = 0;

  for (gulong delay_us = 50000; n_open == 0; delay_us *= 2)
    {
      g_autoptr (HdRun) self = begin ("silent", KERNELS, PLENTY, (const char *const[]){ "c.timeout=600 s", NULL });

      g_usleep (delay_us);
      hd_run_stop (self);
      hd_run_wait (self, NULL);
      g_assert_cmpint (hd_run_get_state (self), ==, HD_RUN_CANCELLED);
      if (count (self, "c", &n_open) > 0)
        g_assert_cmpuint (n_open, ==, 6);
      g_assert_cmpuint (delay_us, <, 20 * G_USEC_PER_SEC);
    }
}

/* A component that cannot start: others have not, either. */
static void
test_start (void)
{
  g_autoptr (HdRun) self = begin ("silent", "1 2 3", PLENTY, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_run_wait (self, &error));
  g_assert_nonnull (strstr (error->message, "3 fields, expected 7"));
  g_assert_cmpuint (hd_record_get_n_files (hd_run_get_record (self)), ==, 0);
}

int
main (int argc,
      char *argv[])
{
  static const char *const ways[] = { "die", "exit", "lie", "flood", "silent" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *path = g_strconcat ("/libraries/cut-short/program/", ways[i], NULL);

      g_test_add_data_func (path, ways[i], test_program);
    }
  g_test_add_func ("/libraries/cut-short/component", test_component);
  g_test_add_func ("/libraries/cut-short/stopped", test_stopped);
  g_test_add_func ("/libraries/cut-short/start", test_start);
  return g_test_run ();
}
