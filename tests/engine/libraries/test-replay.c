/* test-replay.c: chiplets that ask for what a trace says
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * On the network of test-chiplets.c: a line that is read, alone, is there after 39 cycles, and one that is written.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "design-fixture.h"
#include "replay.h"
#include "run-fixture.h"

#define HEAD "#noi-trace 2\n"

static gboolean
read_trace (const char *text,
            gsize length,
            Replay *replay,
            char *why)
{
  const ReplayPlace source = { { 0, 0 }, 2 };
  const ReplayPlace places[] = { { { 2, 0 }, 2 }, { { 2, 1 }, 2 } };
  Lines lines = { .name = "t", .at = text, .end = text + length, .line = 1, .why = why, .n_why = 256 };

  return replay_read (replay, &lines, &source, places, G_N_ELEMENTS (places));
}

/* Its own lines, in the order of time; who waits for an answer waits for what it answers, which brings as much as the answer has. */
static void
test_steps (void)
{
  const char *text = HEAD "20 0 0 2 1 5 W 8 7 # waits for data\n10.25 0 0 2 0 1 R 6 0\n"
                          "30 2 0 0 0 9 D 7 6\n3 0 1 2 0 1 R 5 0\n10 0 0 1 1 1 B 9 0\n\n40 2 1 0 0 1 A 100 8\n41 0 0 2 0 3 W 10 100\n1 2 0 0 1 5 D 11 5\n";
  Replay replay = { 0 };
  char why[256];

  g_assert_true (read_trace (text, strlen (text), &replay, why));
  g_assert_cmpuint (replay.n, ==, 4);
  g_assert_cmpuint (replay.steps[0].kind, ==, 'B');
  g_assert_cmpuint (replay.steps[0].place, ==, REPLAY_NONE);
  g_assert_cmpuint (replay.steps[1].kind, ==, 'R');
  g_assert_cmpuint (replay.steps[1].cycle, ==, 11);
  g_assert_cmpuint (replay.steps[1].flits, ==, 9);
  g_assert_cmpuint (replay.steps[1].place, ==, 0);
  g_assert_cmpuint (replay.steps[2].kind, ==, 'W');
  g_assert_cmpuint (replay.steps[2].after, ==, 1);
  g_assert_cmpuint (replay.steps[2].place, ==, 1);
  g_assert_cmpuint (replay.steps[3].after, ==, 2);
  replay_clear (&replay);
}

static void
test_bad (void)
{
  static const char *const cases[][2] = {
    { "10 0 0 2 0 1 R 6 0\n", "t: line 1: the first line is not #noi-trace 2" },
    { HEAD "10 0 0 2 0 1 R 6\n", "t: line 2: 8 fields; they are a time" },
    { HEAD "10 0 0 2 0 1 R 6 0\n\n10 0 0 0 2 0 0 1 R 7 0", "t: line 4: 11 fields, expected 9" },
    { HEAD "10 0 0 0 2 0 0 1 R 7 0", "t: line 2: places of the trace have 3 coordinates, that of the chiplet has 2" },
    { HEAD "-1 0 0 2 0 1 R 6 0", "t: line 2: the time is “-1”" },
    { HEAD "1.x 0 0 2 0 1 R 6 0", "t: line 2: the time is “1.x”" },
    { HEAD "nan 0 0 2 0 1 R 6 0", "t: line 2: the time is “nan”" },
    { HEAD "1 0 0 2 0 0 R 6 0", "t: line 2: the number of flits is “0”; it is a whole number from 1 to 65535" },
    { HEAD "1 0 0 2 0 65536 R 6 0", "the number of flits is “65536”" },
    { HEAD "1 0 0 2 0 1 X 6 0", "t: line 2: the kind is “X”; it is R, W, A, D or B" },
    { HEAD "1 0 0 2 7 1 R 6 0", "t: line 2: it goes to a place where no memory is" },
    { HEAD "1 0 0 2 0 1 W 6 0", "t: line 2: a write has one flit" },
    { HEAD "1 0 0 2 0 1 R 0 0", "t: line 2: the id is 0" },
    { HEAD "1 0 0 2 0 1 R 6 0\n2 0 0 2 0 1 R 6 0", "t: line 3: another line of the chiplet has id 6 too" },
    { HEAD "1 0 0 2 0 1 R 6 5", "t: line 2: it waits for 5, which is nothing that the chiplet asked for" },
    { HEAD "1 0 0 2 0 1 R 6 7\n2 0 0 2 0 1 R 7 0", "t: line 2: it waits for 7, which comes later" },
    { HEAD "1 0 0 2 0 1 R 6 6", "which comes later" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Replay replay = { 0 };
      char why[256] = "";

      g_assert_false (read_trace (cases[i][0], strlen (cases[i][0]), &replay, why));
      g_test_message ("%s", why);
      g_assert_nonnull (strstr (why, cases[i][1]));
      replay_clear (&replay);
    }
}

static void
test_any_bytes (void)
{
  const char *text = HEAD "20 0 0 2 1 5 W 8 7\n10.25 0 0 2 0 1 R 6 0\n30 2 0 0 0 9 D 7 6\n10 0 0 1 1 1 B 9 0\n40 2 1 0 0 1 A 100 8\n41 0 0 2 0 3 W 10 100\n";

  for (guint n = 0; n < 20000; n++)
    {
      gsize length = n < strlen (text) ? n : strlen (text);
      g_autofree char *copy = g_memdup2 (text, MAX (length, 1));
      Replay replay = { 0 };
      char why[256];

      for (gint change = g_test_rand_int_range (0, n < strlen (text) ? 1 : 5); change > 0; change--)
        copy[g_test_rand_int_range ((gint32) strlen (HEAD), (gint32) length)] = "0123456789.RWADB#\n x\0\xff"[g_test_rand_int_range (0, 22)];
      if (read_trace (copy, length, &replay, why))
        for (guint i = 0; i < replay.n; i++)
          g_assert_true (replay.steps[i].after == REPLAY_NONE || replay.steps[i].after < i);
      replay_clear (&replay);
    }
}

/* ---- runs -------------------------------------------------------------------------------------------------------------- */

#define NETWORK \
  "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><link-class id='W' bandwidth='1 GB/s' latency='0 ns'/>" \
  "<top><component id='c' type='chiplet.trace' count='1x2' index='row column' clock='1 GHz' file='%s' places='2,0' %s/><component id='memory' type='chiplet.memory' latency='10 ns'/>" \
  "<component id='b' type='chiplet.barrier'/><component id='r' type='fabric.switch' count='2'/><link for='i=0..1' from='c[0][i].net' to='r[0].port[i]' class='L'/>" \
  "<link from='memory.net' to='r[1].port[0]' class='L'/><link from='r[0].port[3]' to='r[1].port[3]' class='L'/><link from='c[0][i].barrier' to='b.members' for='i=0..1' class='W'/></top>" \
  "<run fidelity='flit' flit='32 B' header='0' packet-size='160 B' clock='1 GHz'/>"

typedef struct
{
  const char *name, *text, *setting;
  double ends[2];
  double reads, writes;
} Case;

static const Case cases[] = {
  { "nothing", "", "", { 0, 0 }, 0, 0 },
  { "read", "5 0 0 2 0 1 R 1 0\n", "", { 44, 0 }, 1, 0 },
  { "others", "500 0 1 2 0 1 R 1 0\n5 0 0 2 0 5 W 2 0\n", "", { 44, 539 }, 1, 1 },
  { "after", "5 0 0 2 0 1 R 1 0\n6 0 0 2 0 5 W 2 1\n", "", { 44 + 39, 0 }, 1, 1 },
  { "after-data", "5 0 0 2 0 1 R 1 0\n9 2 0 0 0 5 D 3 1\n6 0 0 2 0 5 W 2 3\n", "", { 44 + 39, 0 }, 1, 1 },
  { "long", "0 0 0 2 0 1 R 1 0\n9 2 0 0 0 9 D 3 1\n", "", { 44, 0 }, 2, 0 },
  { "slots", "0 0 0 2 0 1 R 1 0\n0 0 0 2 0 1 R 2 0\n", "request-queue='1'", { 78, 0 }, 2, 0 },
  { "put-off", "0 0 0 2 0 1 R 1 0\n0 0 0 2 0 1 R 2 0\n10 0 0 2 0 1 R 3 0\n", "request-queue='1'", { 117, 0 }, 3, 0 },
  { "distance", "0 0 0 2 0 1 R 1 0\n0 0 0 2 0 1 R 2 1\n50 0 0 2 0 1 R 3 0\n", "", { 39 + 50 + 39, 0 }, 3, 0 }, /* 50 after what came 39 late */
  { "barrier", "10 0 0 0 0 1 B 1 0\n12 0 0 2 0 1 R 2 1\n30 0 1 0 0 1 B 3 0\n", "", { 30 + 2 + 39, 30 }, 1, 0 },
};

static char *
write_trace (const char *text)
{
  g_autofree char *whole = g_strconcat (HEAD, text, NULL);
  char *name = NULL;
  int file = g_file_open_tmp (NULL, &name, NULL);

  g_assert_cmpint (file, >=, 0);
  g_close (file, NULL);
  g_assert_true (g_file_set_contents (name, whole, -1, NULL));
  return name;
}

static HdRun *
run_trace (const char *text,
           const char *setting,
           const char *const *settings,
           GError **error)
{
  g_autofree char *name = write_trace (text);
  g_autofree char *body = g_strdup_printf (NETWORK, name, setting);
  HdRun *run = run_fixture_body (body, settings, error);

  g_unlink (name);
  return run;
}

static void
test_case (gconstpointer data)
{
  const Case *it = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_trace (it->text, it->setting, NULL, &error);
  HdRecord *record = hd_run_get_record (run);

  g_assert_no_error (error);
  g_assert_cmpfloat (run_fixture_get_metric (record, "c[0][0].end"), ==, it->ends[0]);
  g_assert_cmpfloat (run_fixture_get_metric (record, "c[0][1].end"), ==, it->ends[1]);
  g_assert_cmpfloat (run_fixture_get_metric (record, "memory.reads"), ==, it->reads);
  g_assert_cmpfloat (run_fixture_get_metric (record, "memory.writes"), ==, it->writes);
}

/* Any trace without barriers ends, with all its lines, and in parts as a whole. */
static void
test_random (void)
{
  static const char *const divided[][5] = { { NULL }, { "run:partitions=2", "run:sync=window", NULL }, { "run:partitions=3", "run:sync=request", "run:threads=2", NULL } };

  for (guint n = 0; n < 10; n++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *digest = NULL;
      guint n_lines = (guint) g_test_rand_int_range (1, 200), reads = 0;

      for (guint i = 1; i <= n_lines; i++)
        {
          gboolean is_read = g_test_rand_bit ();
          guint after = i > 2 && g_test_rand_bit () ? i - 2 * (guint) g_test_rand_int_range (1, (gint32) (i + 1) / 2) : 0; /* of the same chiplet */

          reads += is_read;
          g_string_append_printf (text, "%u.5 0 %u 2 0 %u %c %u %u\n", i * 3, i % 2, is_read ? 1 : 5, is_read ? 'R' : 'W', i, after);
        }
      for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) run = run_trace (text->str, "request-queue='3'", divided[i], &error);

          g_assert_no_error (error);
          g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "trace.steps"), ==, n_lines);
          g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "memory.reads"), ==, reads);
          g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (run), "memory.writes"), ==, n_lines - reads);
          run_fixture_check_digest (hd_run_get_record (run), &digest);
        }
    }
}

static void
test_faults (void)
{
  static const char *const faults[][3] = {
    { "x", "", "line 2: 1 fields" },
    { "5 0 0 2 0 1 R 1 0\n", "source='a'", "“c[0][0]”: “source” is no place, as 2,0" },
    { "5 0 0 2 0 500 W 1 0\n", "", "“c[0][0]”: line 2: 15968 bytes; one access has at most 4096" },
    { "5 0 0 2 0 1 B 1 0\n", "", "barrier 0 cannot fill: c[0][0] waits, c[0][1] has ended" },
    { "5 0 0 2 0 1 B 1 0\n", "barrier-number='4'", "it comes to barrier 4, and is linked to none of that number" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) run = run_trace (faults[i][0], faults[i][1], NULL, &error);

      g_assert_nonnull (error);
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, faults[i][2]));
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/libraries/replay/steps", test_steps);
  g_test_add_func ("/libraries/replay/bad", test_bad);
  g_test_add_func ("/libraries/replay/any-bytes", test_any_bytes);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/libraries/replay/times/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/libraries/replay/random", test_random);
  g_test_add_func ("/libraries/replay/faults", test_faults);
  return g_test_run ();
}
