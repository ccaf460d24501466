/* test-moments.c: what became of transfers, as a run has logged it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: of all chiplets that log there is each transfer once, in the order in which they were asked for, with the moments that the router model gives;
 * at each fidelity what is written is read; a read knows the write whose data it takes, the last one, whoever wrote; what comes from private memory and goes there
 * takes its latency, has a place in its queue meanwhile, and does not hold up who reads; of a run that ends early each transfer that was sent has the moments that had
 * come, the same however it is divided; a run in which nobody logs has none; what a library writes wrongly is refused with
 * its line.
 */
#include <string.h>

#include "design-fixture.h"
#include "hd-record-private.h"
#include "run-fixture.h"

#define HEAD "transfer,kind,address,bytes,component,writer,write,asked_s,taken_s,sent_s,entered_s,arrived_s,served_s,reply_entered_s,answered_s,stored_s\n"
#define GOOD "0.000000000001,0.000000000002,0.000000000003,0.000000000004,0.000000000005,0.000000000006,0.000000000007,0.000000000008"
#define ONES "1.000000000001,1.000000000001,1.000000000001,1.000000000001,1.000000000001,1.000000000001,1.000000000001"

static HdRun *
run (const char *fidelity,
     gboolean is_logged)
{
  g_autofree char *body = g_strdup_printf (
    "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><top>"
    "<component id='a' type='chiplet.gpu' strip='0' clock='1 GHz' kernels='0 0 0 0 2 1 -' log='%s'/>"
    "<component id='b' type='chiplet.gpu' strip='0' clock='1 GHz' kernels='0 0 0 0 3 0 -' log='%s'/>"
    "<component id='memory' type='chiplet.memory' latency='10 ns'/><component id='r' type='fabric.switch'/>"
    "<link from='a.net' to='r.port[0]' class='L'/><link from='b.net' to='r.port[1]' class='L'/><link from='memory.net' to='r.port[2]' class='L'/></top>"
    "<run fidelity='%s'%s/>",
    is_logged ? "true" : "false", is_logged ? "true" : "false", fidelity, g_str_equal (fidelity, "flit") ? " flit='32 B' clock='1 GHz'" : "");
  g_autoptr (GError) error = NULL;
  HdRun *self = run_fixture_body (body, NULL, &error);

  g_assert_no_error (error);
  return self;
}

static void
test_run (gconstpointer fidelity)
{
  g_autoptr (HdRun) self = run (fidelity, TRUE);
  HdRecord *record = hd_run_get_record (self);
  HdDesign *design = hd_record_get_design (record);
  guint32 memory = hd_design_find_node (design, "memory"), n_of[2] = { 0, 0 }, n_writes = 0;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = hd_moments_read (record, &error);

  g_assert_no_error (error);
  g_assert_true (hd_moments_may_be_logged (design));
  g_assert_true (hd_moments_are_logged (design));
  g_assert_cmpuint (all->len, ==, 6);
  for (guint i = 0; i < all->len; i++)
    {
      const HdMoments *moments = &g_array_index (all, HdMoments, i);

      g_assert_cmpuint (moments->memory, ==, memory);
      g_assert_cmpuint (moments->bytes, ==, 128);
      g_assert_cmpuint (moments->address, >=, 0x100000000);
      n_of[moments->component == hd_design_find_node (design, "b")]++;
      n_writes += moments->is_write;
      g_assert_cmpint (moments->times[HD_MOMENT_SERVED] - moments->times[HD_MOMENT_ARRIVED], ==, 10000); /* the latency of the memory, to the picosecond */
      g_assert_true (i == 0 || moments->times[0] >= moments[-1].times[0]);
    }
  g_assert_cmpuint (n_of[0], ==, 3);
  g_assert_cmpuint (n_of[1], ==, 3);
  g_assert_cmpuint (n_writes, ==, 1);
}

/* Two chiplets that write and read through private memory, until then. */
static GArray *
run_until (guint64 until_ps,
           const char *const *divided,
           char **digest)
{
  g_autofree char *until = g_strdup_printf ("run:until=%" G_GUINT64_FORMAT " ps", until_ps);
  const char *settings[] = { until, divided[0], divided[1], NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_fixture_body (
    "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><top><component id='a' type='chiplet.gpu' count='2' clock='1 GHz' strip='0' kernels='0 0 0 0 9 9 -'"
    " request-queue='5' through-private='true' private-latency='40' log='true'/><component id='memory' type='chiplet.memory' latency='10 ns'/><component id='r' type='fabric.switch' count='2'/>"
    "<link for='i=0..1' from='a[i].net' to='r[i].port[0]' class='L'/><link from='memory.net' to='r[1].port[1]' class='L'/><link from='r[0].port[2]' to='r[1].port[2]' class='L'/></top>"
    "<run fidelity='flit' flit='32 B' clock='1 GHz'/>", settings, &error);
  GArray *all;

  g_assert_no_error (error);
  run_fixture_check_digest (hd_run_get_record (self), digest);
  all = hd_moments_read (hd_run_get_record (self), &error);
  g_assert_no_error (error);
  return all;
}

static const HdMoments *
find (const GArray *all,
      const HdMoments *moments)
{
  for (guint i = 0; i < all->len; i++)
    {
      const HdMoments *other = &g_array_index (all, HdMoments, i);

      if (other->component == moments->component && other->number == moments->number)
        return other;
    }
  return NULL;
}

static void
test_early (void)
{
  static const char *const whole[] = { "run:partitions=1", NULL }, *const parts[] = { "run:partitions=3", "run:sync=window" };
  g_autofree char *digest = NULL;
  g_autoptr (GArray) full = run_until (1000000000, whole, &digest);
  gboolean has_come[HD_N_MOMENTS + 1] = { FALSE };

  for (guint64 until = 1; until < 700000; until += 17321)
    {
      g_autofree char *own = NULL;
      g_autoptr (GArray) all = run_until (until, whole, &own), divided = run_until (until, parts, &own);

      g_assert_cmpuint (all->len, ==, divided->len);
      for (guint i = 0; i < full->len; i++)
        {
          const HdMoments *moments = &g_array_index (full, HdMoments, i), *early = find (all, moments), *same = find (divided, moments);

          g_assert_true ((early != NULL) == (same != NULL));
          if (early == NULL)
            {
              g_assert_cmpint (moments->times[HD_MOMENT_SENT] + 41000, >, (HdTime) until); /* it had no place in the queue */
              continue;
            }
          g_assert_cmpmem (early->times, sizeof early->times, same->times, sizeof same->times);
          g_assert_cmpuint (early->n_moments, ==, same->n_moments);
          has_come[early->n_moments] = TRUE;
          g_assert_true ((early->n_moments == HD_N_MOMENTS) == (moments->times[HD_MOMENT_STORED] <= (HdTime) until));
          for (guint k = 0; k < HD_N_MOMENTS; k++)
            g_assert_cmpint (early->times[k], ==, k < early->n_moments ? moments->times[k] : (HdTime) until);
        }
    }
  g_assert_true (has_come[HD_MOMENT_TAKEN] && has_come[HD_MOMENT_SENT + 1] && has_come[HD_MOMENT_STORED] && has_come[HD_N_MOMENTS]);
}

/* One writes a line, and another reads it later; at 1 GHz, so that a cycle is 1000 ps. */
static GArray *
run_pair (const char *extra,
          const char *writes,
          const char *reads)
{
  g_autofree char *body = g_strdup_printf (
    "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><top>"
    "<component id='a' type='chiplet.gpu' strip='0' clock='1 GHz' kernels='%s' log='true' %s/>"
    "<component id='b' type='chiplet.gpu' strip='0' clock='1 GHz' kernels='%s' log='true' %s/>"
    "<component id='memory' type='chiplet.memory' latency='10 ns'/><component id='r' type='fabric.switch'/><component id='meet' type='chiplet.barrier'/>"
    "<link from='a.net' to='r.port[0]' class='L'/><link from='b.net' to='r.port[1]' class='L'/><link from='memory.net' to='r.port[2]' class='L'/>"
    "<link from='a.barrier' to='meet.members' class='L'/><link from='b.barrier' to='meet.members' class='L'/></top><run fidelity='flit' flit='32 B' clock='1 GHz'/>",
    writes, extra, reads, extra);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_fixture_body (body, NULL, &error);
  GArray *all;

  g_assert_no_error (error);
  all = hd_moments_read (hd_run_get_record (self), &error);
  g_assert_no_error (error);
  return all;
}

static HdTime
get_length (const HdMoments *moments,
            HdMoment from)
{
  return moments->times[from + 1] - moments->times[from];
}

/* Each line that is read knows who wrote it: of lines that both have written who did so last. */
static void
test_source (void)
{
  g_autoptr (GArray) all = run_pair ("", "0 0 0 0 0 3 0;0 0 0 0 0 0 0", "0 0 0 0 0 0 0;0 0 0 0 0 1 0;0 0 0 0 4 0 -");
  const HdMoments *first = &g_array_index (all, HdMoments, 0);
  guint n_reads = 0;

  g_assert_cmpuint (all->len, ==, 8);
  for (guint i = 0; i < all->len; i++)
    {
      const HdMoments *read = &first[i], *write;

      g_assert_cmpint (get_length (read, HD_MOMENT_ASKED), ==, 0);
      g_assert_cmpint (get_length (read, HD_MOMENT_ANSWERED), ==, 0);
      if (read->is_write)
        {
          g_assert_cmpuint (read->source, ==, HD_NO_ID);
          continue;
        }
      n_reads++;
      if (read->address == 0x100000000 + 3 * 128) /* nobody has */
        {
          g_assert_cmpuint (read->source, ==, HD_NO_ID);
          continue;
        }
      g_assert_cmpuint (read->source, !=, HD_NO_ID);
      write = &first[read->source];
      g_assert_true (write->is_write);
      g_assert_cmpuint (write->address, ==, read->address);
      g_assert_cmpuint (write->component == read->component, ==, read->address == 0x100000000);
      g_assert_cmpint (write->times[HD_MOMENT_SERVED], <, read->times[HD_MOMENT_SERVED]);
    }
  g_assert_cmpuint (n_reads, ==, 4);
}

/* All of private memory's latency, to the cycle: before a line is sent, and after it was answered. */
static void
test_private (void)
{
  g_autoptr (GArray) all = run_pair ("through-private='true' private-latency='40'", "0 0 0 0 0 3 0", "0 0 0 0 0 0 0;0 0 0 0 4 0 -");

  g_assert_cmpuint (all->len, ==, 7);
  for (guint i = 0; i < all->len; i++)
    {
      const HdMoments *moments = &g_array_index (all, HdMoments, i);
      HdTime step_1 = get_length (moments, HD_MOMENT_ASKED), step_8 = get_length (moments, HD_MOMENT_ANSWERED);

      g_assert_cmpint (step_1, >=, moments->is_write ? 40000 : 0);
      g_assert_cmpint (step_1, <=, moments->is_write ? 40001 : 0); /* a picosecond after the beginning of its cycle */
      g_assert_cmpint (step_8, >=, moments->is_write ? 0 : 40000);
      g_assert_cmpint (step_8, <, moments->is_write ? 1 : 41000); /* from the next cycle on */
      g_assert_cmpint (get_length (moments, HD_MOMENT_TAKEN), <=, 1);
    }
}

/* With one place for answers a read is sent only once the one before is stored, however early its chiplet had it. */
static void
test_reply_queue (void)
{
  g_autoptr (GArray) all = run_pair ("through-private='true' private-latency='40' reply-queue='1'", "0 0 0 0 3 0 -", "");

  g_assert_cmpuint (all->len, ==, 3);
  for (guint i = 1; i < all->len; i++)
    {
      const HdMoments *before = &g_array_index (all, HdMoments, i - 1), *moments = &g_array_index (all, HdMoments, i);

      g_assert_cmpint (moments->times[HD_MOMENT_SENT], >=, before->times[HD_MOMENT_STORED]);
      g_assert_cmpint (moments->times[HD_MOMENT_SENT], <=, before->times[HD_MOMENT_STORED] + 1000);
    }
}

/* Private memory is beside the chiplet or in the shared ones. */
static void
test_both (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_fixture_body ("<link-class id='L' bandwidth='32 GB/s' latency='1 ns'/><top><component id='a' type='chiplet.gpu' through-private='true' private-via-noi='true'/>"
                                             "<component id='memory' type='chiplet.memory'/><link from='a.net' to='memory.net' class='L'/></top><run fidelity='packet'/>",
                                             NULL, &error);

  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "through-private"));
  g_assert_nonnull (strstr (error->message, "private-via-noi"));
}

static void
test_none (void)
{
  g_autoptr (HdRun) self = run ("packet", FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = hd_moments_read (hd_run_get_record (self), &error);

  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, 0);
  g_assert_true (hd_moments_may_be_logged (hd_record_get_design (hd_run_get_record (self))));
  g_assert_false (hd_moments_are_logged (hd_record_get_design (hd_run_get_record (self))));
}

/* A library of its own may write any moments; here all are known. */
static void
test_read (void)
{
  static const char text[] = HEAD "7,read,0xff,64,memory,a,3,0.000000000000," GOOD "\n6,write,0x80,128,memory,,,1.000000000001," ONES ",12.500000000000\n"
                                  "8,read,0x80,128,memory,b,6,1.000000000001," ONES ",12.500000000000\n9,read,0x80,128,memory,b,7,1.000000000001," ONES ",12.500000000000\n";
  g_autoptr (HdRun) self = run ("packet", FALSE);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = NULL;
  const HdMoments *moments;

  _hd_record_take_file (hd_run_get_record (self), g_strdup ("b.transfers.csv"), g_bytes_new (text, strlen (text)));
  all = hd_moments_read (hd_run_get_record (self), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, 4);
  moments = &g_array_index (all, HdMoments, 0);
  g_assert_cmpuint (moments->number, ==, 7);
  g_assert_cmpuint (moments->address, ==, 255);
  g_assert_cmpuint (moments->bytes, ==, 64);
  g_assert_cmpuint (moments->component, ==, hd_design_find_node (hd_record_get_design (hd_run_get_record (self)), "b"));
  g_assert_false (moments->is_write);
  g_assert_cmpuint (moments->writer, ==, hd_design_find_node (hd_record_get_design (hd_run_get_record (self)), "a"));
  g_assert_cmpuint (moments->write, ==, 3);
  g_assert_cmpuint (moments->source, ==, HD_NO_ID); /* it is not there */
  for (guint i = 0; i < HD_N_MOMENTS; i++)
    g_assert_cmpint (moments->times[i], ==, i);
  g_assert_true (moments[1].is_write);
  g_assert_cmpuint (moments[1].writer, ==, HD_NO_ID);
  g_assert_cmpuint (moments[2].source, ==, 1);
  g_assert_cmpuint (moments[3].source, ==, HD_NO_ID);
  g_assert_cmpint (moments[1].times[0], ==, HD_TICKS_PER_SECOND + 1);
  g_assert_cmpint (moments[1].times[HD_MOMENT_STORED], ==, 12 * HD_TICKS_PER_SECOND + HD_TICKS_PER_SECOND / 2);
}

static void
test_bad (gconstpointer row)
{
  g_autoptr (HdRun) self = run ("packet", FALSE);
  g_autofree char *text = g_strdup_printf (HEAD "0,read,0x80,128,memory,,,0.000000000000," GOOD "\n%s", (const char *) row);
  g_autoptr (GError) error = NULL;

  _hd_record_take_file (hd_run_get_record (self), g_strdup ("b.transfers.csv"), g_bytes_new (text, strlen (text)));
  g_assert_null (hd_moments_read (hd_run_get_record (self), &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_true (g_str_has_prefix (error->message, "b.transfers.csv:3: “"));
}

int
main (int argc,
      char **argv)
{
  static const char *const fidelities[] = { "flow", "packet", "flit" };
  static const char *const rows[] = {
    "0,read,0x80,128,memory,,,0.000000000000\n",
    "0,read,0x80,128,memory,,,,,,,,,,,\n",
    "0,read,0x80,128,memory,,,0.000000000000,,0.000000000002,,,,,,\n",
    "0,read,0x80,128,memory,,,0.000000000000,,,,,,,,,\n",
    "0,read,0x80,128,nobody,,,0.000000000000," GOOD "\n",
    "0,reads,0x80,128,memory,,,0.000000000000," GOOD "\n",
    "0,read,80,128,memory,,,0.000000000000," GOOD "\n",
    "0,read,0x80,0,memory,,,0.000000000000," GOOD "\n",
    "-1,read,0x80,128,memory,,,0.000000000000," GOOD "\n",
    "0,read,0x80,128,memory,,,0.000000000002," GOOD "\n",
    "0,read,0x80,128,memory,,,0.00000000000," GOOD "\n",
    "0,read,0x80,128,memory,,,0.00000000000x," GOOD "\n",
    "0,read,0x80,128,memory,,,1e-12," GOOD "\n",
    "0,read,0x80,128,memory,,,99999999999999.000000000000," GOOD "\n",
    "0,read,0x80,128,memory,,,0.000000000000," GOOD ",1\n",
    "0,read,0x80,128,memory,,,0.000000000000," GOOD,
    "\377\n",
    "\n",
      "0,read,0x80,128,memory,a,,0.000000000000," GOOD "\n",
    "0,read,0x80,128,memory,,3,0.000000000000," GOOD "\n",
    "0,read,0x80,128,memory,nobody,3,0.000000000000," GOOD "\n",
    "0,read,0x80,128,memory,a,-3,0.000000000000," GOOD "\n",
    "0,write,0x80,128,memory,a,3,0.000000000000," GOOD "\n",
    "0,read,0x80,128,memory,",
    "0,read,0x80,128,memory,,\n",
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fidelities); i++)
    {
      g_autofree char *path = g_strdup_printf ("/libraries/moments/run/%s", fidelities[i]);

      g_test_add_data_func (path, fidelities[i], test_run);
    }
  g_test_add_func ("/libraries/moments/source", test_source);
  g_test_add_func ("/libraries/moments/private", test_private);
  g_test_add_func ("/libraries/moments/reply-queue", test_reply_queue);
  g_test_add_func ("/libraries/moments/early", test_early);
  g_test_add_func ("/libraries/moments/both", test_both);
  g_test_add_func ("/libraries/moments/none", test_none);
  g_test_add_func ("/libraries/moments/read", test_read);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/libraries/moments/bad/%u", i);

      g_test_add_data_func (path, rows[i], test_bad);
    }
  return g_test_run ();
}
