/* test-ingress.c: how packets enter a network processor and leave it, in runs, against what is worked out by hand
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All links take 4 cycles.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "elf-fixture.h"
#include "run-fixture.h"

#define ADD RV_ADDI (1, 1, 1)
#define REGISTERS RV_LUI (4, 0x40000) /* before what follows */
#define NEXT RV_SW (0, 0x24, 4)
#define AGAIN 0x0000006fu /* jal x0, 0 */
#define LINK(from, to) "<link from='" from "' to='" to "' class='L'/>"
#define PCAP_HEAD 24
#define RECORD_HEAD 16

static HdRun *
run_drawn (const char *format,
           const guint32 *words,
           guint n,
           const char *const *settings,
           GError **error)
{
  g_autofree char *path = elf_fixture_write (words, n);
  g_auto (GStrv) parts = g_strsplit (format, "PROGRAM", -1);
  g_autofree char *body = g_strjoinv (path, parts);
  HdRun *run = run_fixture_body (body, settings, error);

  g_unlink (path);
  return run;
}

static double
get (HdRun *run,
     const char *name)
{
  HdMetric metric;

  return hd_record_find_metric (hd_run_get_record (run), name, &metric) ? metric.value : 0;
}

#define PROCESSOR(source, ingress, cluster, egress) \
  "<link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top><component id='source' type='netproc.source' " source "/><component id='ingress' type='netproc.ingress' " ingress "/>" \
  "<component id='cluster' type='netproc.cluster' program='PROGRAM' " cluster "/><component id='egress' type='netproc.egress' " egress "/>" LINK ("source.out", "ingress.in") \
  LINK ("ingress.out", "cluster.in") LINK ("cluster.out", "egress.in") LINK ("egress.release", "ingress.release") "</top>"

/* ---- cells --------------------------------------------------------------------------------------------------------- */

/* Frames of one length, in a capture. */
static char *
write_capture (guint n_bytes)
{
  const guint32 head[] = { 0xa1b2c3d4, 4 << 16 | 2, 0, 0, 65535, 1 }, record[] = { 0, 0, n_bytes, n_bytes };
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8 *frame = g_malloc0 (n_bytes);
  g_autoptr (GError) error = NULL;
  char *name = NULL;
  int file = g_file_open_tmp ("capture-XXXXXX.pcap", &name, &error);

  g_assert_no_error (error);
  g_assert_true (g_close (file, NULL));
  g_byte_array_append (bytes, (const guint8 *) head, sizeof head);
  g_byte_array_append (bytes, (const guint8 *) record, sizeof record);
  g_byte_array_append (bytes, frame, n_bytes);
  g_assert_true (g_file_set_contents (name, (const char *) bytes->data, bytes->len, NULL));
  return name;
}

/* Nothing leaves before all is there: as many packets fit as there are cells for, and all cells are free at the end. */
static void
test_cells (void)
{
  static const struct { guint n_bytes, n_packets, fit; } cases[] = { { 64, 16400, 16384 }, { 1500, 700, 682 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *capture = write_capture (cases[i].n_bytes);
      g_autofree char *source = g_strdup_printf ("source.file=%s", capture), *repeat = g_strdup_printf ("source.repeat=%u", cases[i].n_packets);
      const guint32 words[] = { AGAIN };
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_drawn (PROCESSOR ("interval='10 ns'", "depth='20000'", "engines='1' depth='1' watchdog='1000000'", ""), words, 1,
                                         (const char *const[]){ source, repeat, "run:until=200 us", NULL }, &error);
      g_autoptr (HdRun) other = NULL;
      const guint32 fast[] = { REGISTERS, NEXT };

      g_assert_no_error (error);
      g_assert_cmpfloat (get (run, "ingress.packets"), ==, cases[i].fit);
      g_assert_cmpfloat (get (run, "ingress.no-cells"), ==, cases[i].n_packets - cases[i].fit);
      g_assert_cmpfloat (get (run, "ingress.cells"), ==, cases[i].fit * ((cases[i].n_bytes + 63) / 64));
      other = run_drawn (PROCESSOR ("", "depth='20000'", "engines='4'", ""), fast, 2, (const char *const[]){ source, repeat, NULL }, &error);
      g_assert_no_error (error);
      g_assert_cmpfloat (get (other, "ingress.cells"), ==, 0);
      g_assert_cmpfloat (get (other, "egress.sent") + get (other, "ingress.no-cells"), ==, cases[i].n_packets);
      g_unlink (capture);
    }
}

/* One packet inside: it enters when the one before it has left. 4 to the ingress, 5 to the cluster, 2 and 2 there, 5 to the egress, 5 back: 19 cycles after the one before. */
static void
test_admission (void)
{
  const guint32 words[] = { REGISTERS, NEXT };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_drawn (PROCESSOR ("packets='11'", "admission='1'", "engines='4'", ""), words, 2, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (get (run, "egress.sent"), ==, 11);
  g_assert_cmpfloat_with_epsilon (get (run, "egress.rate"), 800e6 / 19, 1);
  g_assert_cmpfloat (get (run, "ingress.cells-maximum"), ==, 22);
}

/* Little's law over a long run: what is inside in the mean is what leaves in a time, times the time that it is inside: 4 cycles less at its beginning, 5 more at its end. */
static void
test_little (void)
{
  guint32 words[60] = { REGISTERS };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = NULL;
  double time;

  for (guint i = 1; i < 59; i++)
    words[i] = ADD;
  words[59] = NEXT;
  run = run_drawn (PROCESSOR ("packets='20000' interval='9.7 ns'", "", "engines='10'", ""), words, 60, NULL, &error);
  g_assert_no_error (error);
  time = get (run, "egress.latency") + 1.25e-9;
  g_assert_cmpfloat (get (run, "egress.sent"), ==, 20000);
  g_assert_cmpfloat_with_epsilon (get (run, "ingress.cells-mean") / 2, get (run, "egress.throughput") * time, 0.01 * get (run, "ingress.cells-mean") / 2);
}

/* ---- the parser ---------------------------------------------------------------------------------------------------- */

#define PARSED(source, parser) \
  "<link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top><component id='source' type='netproc.source' " source "/><component id='parser' type='netproc.parser' " parser "/>" \
  "<component id='egress' type='netproc.egress'/>" LINK ("source.out", "parser.in") LINK ("parser.out", "egress.in") "</top>"

/* Room is known in cycle 4, the packet is there in 8, through in 76 and out in 80, 76 after the source has sent it; 100 through one pipe take 99 times 6 more. */
static void
test_parser (void)
{
  static const struct { const char *setting; guint n; double last; } cases[] = {
    { "parser.pipes=1", 1, 76 }, { "parser.pipes=1", 100, 76 + 99 * 6 }, { "parser.pipes=8", 8, 76 }, { "parser.pipes=8", 16, 76 + 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *packets = g_strdup_printf ("source.packets=%u", cases[i].n);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_fixture_body (PARSED ("", ""), (const char *const[]){ cases[i].setting, packets, NULL }, &error);

      g_assert_no_error (error);
      g_assert_cmpfloat (get (run, "parser.packets"), ==, cases[i].n);
      g_assert_cmpfloat_with_epsilon (get (run, "egress.latency-maximum"), cases[i].last * 1.25e-9, 1e-15);
    }
}

/* ---- order --------------------------------------------------------------------------------------------------------- */

/* In a capture, the number that tells apart packets of no known type. */
static void
check_order (HdRun *run,
             const guint8 *numbers,
             guint n)
{
  const char *name;
  GBytes *bytes;
  const guint8 *data;
  gsize size;

  g_assert_true (hd_record_get_file (hd_run_get_record (run), 0, &name, &bytes));
  data = g_bytes_get_data (bytes, &size);
  g_assert_cmpuint (size, ==, PCAP_HEAD + n * (RECORD_HEAD + 128));
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (data[PCAP_HEAD + i * (RECORD_HEAD + 128) + RECORD_HEAD + 14], ==, numbers[i]);
}

/* The first engine is slow: a packet of it is overtaken by the next, unless order is kept. */
static void
test_order (void)
{
  static const char *const orders[] = { "egress.order=none", "egress.order=flow", "egress.order=port" };
  guint32 words[64] = { REGISTERS, RV_LW (6, 0x10, 4), 0x0c031063 /* bne x6, x0, +192 */ };

  for (guint i = 3; i < 50; i++)
    words[i] = ADD;
  words[50] = NEXT;
  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_drawn (PROCESSOR ("packets='2' traffic='passthrough' flows='2'", "", "engines='2'", "capture='true'"), words, 51,
                                         (const char *const[]){ orders[i], NULL }, &error);

      g_assert_no_error (error);
      check_order (run, i == 0 ? (const guint8[]){ 2, 1 } : (const guint8[]){ 1, 2 }, 2);
      g_assert_cmpfloat (get (run, "egress.order-wait"), ==, i == 0 ? 0 : 47);
    }
}

/* Packets that no ingress has seen have no order. */
static void
test_no_order (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (PARSED ("packets='2'", ""), (const char *const[]){ "egress.order=flow", NULL }, &error);

  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "no ingress has given its place"));
}

/* Packets of 128 bytes over a port of 3.2 GB/s: 32 cycles each, one behind the other; and two of them a cycle without a rate. */
static void
test_ports (void)
{
  const guint32 words[] = { REGISTERS, NEXT };
  static const struct { const char *setting; double rate, longest; } cases[] = {
    { "egress.port-rate=3.2 GB/s", 800e6 / 32, 0 }, { "egress.rate=2", 800e6 * 15 / 7, 0 }, { "egress.rate=8", 800e6 * 15, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_drawn (PROCESSOR ("packets='16'", "", "engines='16'", ""), words, 2, (const char *const[]){ cases[i].setting, NULL }, &error);

      g_assert_no_error (error);
      g_assert_cmpfloat (get (run, "egress.sent"), ==, 16);
      g_assert_cmpfloat_with_epsilon (get (run, "egress.rate"), cases[i].rate, 1);
      /* With a rate the last is behind 15 others, and the median of 16 is the eighth. */
      if (i == 0)
        g_assert_cmpfloat_with_epsilon (get (run, "egress.latency-maximum") - get (run, "egress.latency-median"), 8 * 32 * 1.25e-9, 1e-15);
    }
}

/* The same packets at the same times, however the run is divided. */
static void
test_same (void)
{
  static const char *const ways[][4] = {
    { NULL }, { "run:partitions=2", "run:sync=window", NULL }, { "run:partitions=4", "run:sync=request", "run:threads=2", NULL },
  };
  static const char *const orders[] = { "egress.order=none", "egress.order=flow", "egress.order=port" };
  guint32 words[24] = { REGISTERS, RV_LW (6, 0x10, 4), 0x02031063 /* bne x6, x0, +32 */, ADD, ADD, ADD, ADD, ADD, ADD, ADD, NEXT };

  for (guint order = 0; order < G_N_ELEMENTS (orders); order++)
    {
      g_autofree char *digest = NULL;

      for (guint way = 0; way < G_N_ELEMENTS (ways); way++)
        {
          const char *settings[8] = { orders[order] };
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) run = NULL;

          for (guint i = 0; ways[way][i] != NULL; i++)
            settings[1 + i] = ways[way][i];
          run = run_drawn (PROCESSOR ("packets='300' flows='3' interval='3.3 ns'", "memory='2 KiB'", "engines='3'", "port-rate='40 GB/s'"), words, 11, settings, &error);
          g_assert_no_error (error);
          g_assert_cmpfloat (get (run, "egress.sent") + get (run, "ingress.no-cells") + get (run, "source.lost"), ==, 300);
          g_assert_cmpfloat (get (run, "ingress.cells"), ==, 0);
          run_fixture_check_digest (hd_run_get_record (run), &digest);
        }
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/engine/libraries/ingress/cells", test_cells);
  g_test_add_func ("/engine/libraries/ingress/admission", test_admission);
  g_test_add_func ("/engine/libraries/ingress/little", test_little);
  g_test_add_func ("/engine/libraries/ingress/parser", test_parser);
  g_test_add_func ("/engine/libraries/ingress/order", test_order);
  g_test_add_func ("/engine/libraries/ingress/no-order", test_no_order);
  g_test_add_func ("/engine/libraries/ingress/ports", test_ports);
  g_test_add_func ("/engine/libraries/ingress/same", test_same);
  return g_test_run ();
}
