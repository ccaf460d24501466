/* test-accesses.c: who has read and written which addresses of a memory
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: counts are those of a table that keeps every line, summed by blocks of the size that was reached; there are never more than the limit; a run
 * tells them by component, and what a library writes wrongly is refused with its line.
 */
#include <string.h>

#include "accesses.h"
#include "design-fixture.h"
#include "hd-record-private.h"
#include "run-fixture.h"

/* Bytes by line, then by peer, of 300,000 accesses to @n_lines lines by @n_peers. */
static void
check_random (guint64 n_lines,
              guint n_peers,
              guint expected_shift)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (AccessesCount));
  Accesses self = { .shift = 7 };
  const AccessesCount *counts;
  guint64 n_read = 0, n_written = 0;

  for (guint i = 0; i < 300000; i++)
    {
      guint64 line = g_rand_int (random) % n_lines, address = line * 128;
      guint32 peer = (guint32) g_rand_int_range (random, 0, (gint32) n_peers);
      gboolean is_write = g_rand_boolean (random);
      guint32 size = (guint32) g_rand_int_range (random, 1, 129);
      AccessesCount one = { address, peer, is_write ? 0 : size, is_write ? size : 0 };

      g_assert_true (accesses_add (&self, address, size, peer, is_write));
      g_assert_cmpuint (self.n, <=, ACCESSES_MOST);
      g_array_append_val (all, one);
    }
  g_assert_cmpuint (self.shift, ==, expected_shift);
  for (guint i = 0; i < all->len; i++)
    {
      const AccessesCount *one = &g_array_index (all, AccessesCount, i);
      gint64 key = (gint64) ((one->block >> self.shift) * 1000 + one->peer);
      AccessesCount *sum = g_hash_table_lookup (sums, &key);

      if (sum == NULL)
        g_hash_table_insert (sums, g_memdup2 (&key, sizeof key), sum = g_new0 (AccessesCount, 1));
      sum->bytes_read += one->bytes_read;
      sum->bytes_written += one->bytes_written;
      n_read += one->bytes_read;
      n_written += one->bytes_written;
    }
  counts = accesses_sort (&self);
  g_assert_cmpuint (self.n, ==, g_hash_table_size (sums));
  for (gsize i = 0; i < self.n; i++)
    {
      gint64 key = (gint64) (counts[i].block * 1000 + counts[i].peer);
      const AccessesCount *sum = g_hash_table_lookup (sums, &key);

      g_assert_nonnull (sum);
      g_assert_cmpuint (counts[i].bytes_read, ==, sum->bytes_read);
      g_assert_cmpuint (counts[i].bytes_written, ==, sum->bytes_written);
      g_assert_true (i == 0 || counts[i - 1].block < counts[i].block || (counts[i - 1].block == counts[i].block && counts[i - 1].peer < counts[i].peer));
      n_read -= counts[i].bytes_read;
      n_written -= counts[i].bytes_written;
    }
  g_assert_cmpuint (n_read, ==, 0);
  g_assert_cmpuint (n_written, ==, 0);
  accesses_clear (&self);
}

static void
test_counts (void)
{
  check_random (1000, 3, 7);
  check_random (65536, 2, 10); /* 131,072 counts of lines, 16,384 of blocks of eight */
}

/* What a copy tells is what is told in the end; who is copied counts on. */
static void
test_copy (void)
{
  Accesses self = { .shift = 7 }, copy;
  const AccessesCount *counts;

  g_assert_true (accesses_copy (&self, &copy));
  g_assert_cmpuint (copy.n, ==, 0);
  accesses_clear (&copy);
  for (guint i = 0; i < 1000; i++)
    g_assert_true (accesses_add (&self, (999 - i) * 128, 1 + i % 7, 0, FALSE));
  g_assert_true (accesses_copy (&self, &copy));
  counts = accesses_sort (&copy);
  g_assert_cmpuint (copy.n, ==, 1000);
  for (guint i = 0; i < 1000; i++)
    {
      g_assert_cmpuint (counts[i].block, ==, i);
      g_assert_cmpuint (counts[i].bytes_read, ==, 1 + (999 - i) % 7);
    }
  accesses_clear (&copy);
  for (guint i = 0; i < 1000; i++)
    g_assert_true (accesses_add (&self, i * 128, 1, 0, FALSE));
  g_assert_cmpuint (self.n, ==, 1000);
  accesses_clear (&self);
}

/* Two chiplets at one strip: the first writes three lines and reads two, the second reads two. */
#define BODY \
  "<link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><top>" \
  "<component id='a' type='chiplet.gpu' strip='0' interleave='128 B' kernels='0 0 0 0 2 3 -'/>" \
  "<component id='b' type='chiplet.gpu' strip='0' interleave='128 B' kernels='0 0 0 0 2 0 -'/>" \
  "<component id='memory' type='chiplet.memory' count='2'/><component id='r' type='fabric.switch'/>" \
  "<link from='a.net' to='r.port[0]' class='L'/><link from='b.net' to='r.port[1]' class='L'/>" \
  "<link for='i=0..1' from='memory[i].net' to='r.port[2 + i]' class='L'/></top><run fidelity='packet'/>"

static HdRun *
run (void)
{
  g_autoptr (GError) error = NULL;
  HdRun *self = run_fixture_body (BODY, NULL, &error);

  g_assert_no_error (error);
  return self;
}

/* Lines take turns at the memories. */
static void
test_run (void)
{
  static const struct { guint64 address, read, written; const char *component, *memory; } expected[] = {
    { 0x100000000, 128, 128, "a", "memory[0]" }, { 0x100000000, 128, 0, "b", "memory[0]" }, { 0x100000080, 128, 128, "a", "memory[1]" },
    { 0x100000080, 128, 0, "b", "memory[1]" },   { 0x100000100, 0, 128, "a", "memory[0]" },
  };
  g_autoptr (HdRun) self = run ();
  HdRecord *record = hd_run_get_record (self);
  HdDesign *design = hd_record_get_design (record);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) accesses = hd_accesses_read (record, &error);

  g_assert_no_error (error);
  g_assert_true (hd_accesses_are_counted (design));
  g_assert_cmpuint (accesses->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < accesses->len; i++)
    {
      const HdMemoryAccess *access = &g_array_index (accesses, HdMemoryAccess, i);

      g_assert_cmpuint (access->address, ==, expected[i].address);
      g_assert_cmpuint (access->bytes, ==, 128);
      g_assert_cmpuint (access->read, ==, expected[i].read);
      g_assert_cmpuint (access->written, ==, expected[i].written);
      g_assert_cmpuint (access->component, ==, hd_design_find_node (design, expected[i].component));
      g_assert_cmpuint (access->memory, ==, hd_design_find_node (design, expected[i].memory));
    }
}

/* What a run tells of what it has come to: never less than before, and in the end what is in the files. */
static void
test_look (void)
{
  g_autoptr (HdRun) whole = run ();
  g_autoptr (HdDesign) design = run_fixture_design ("<heddle version='1' name='look'>" BODY "</heddle>", NULL);
  g_autoptr (HdRun) self = hd_run_new (design, NULL);
  HdRecord *expected = hd_run_get_record (whole), *record = hd_run_get_record (self);
  g_autoptr (GArray) all = hd_accesses_read (expected, NULL);
  g_autofree char *digest = hd_record_dup_digest (expected), *same = NULL;
  guint64 before = 0, n_least = G_MAXUINT64;

  g_assert_null (hd_accesses_look (record));
  for (guint i = 1; i <= 12; i++)
    {
      HdTime end = hd_record_get_time (expected), time = (i < 12 ? end * i / 13 : end - 3) | 1;
      g_autoptr (GArray) old = NULL, accesses = NULL;
      guint64 n = 0;

      run_fixture_run_until (self, time);
      old = hd_accesses_look (record);
      run_fixture_run_until (self, time + 1);
      accesses = hd_accesses_look (record);
      g_assert_nonnull (accesses);
      g_assert_cmpuint (accesses->len, <=, all->len);
      for (guint j = 0; j < accesses->len; j++)
        n += g_array_index (accesses, HdMemoryAccess, j).read + g_array_index (accesses, HdMemoryAccess, j).written;
      g_assert_cmpuint (n, >=, before);
      before = n;
      n_least = MIN (n_least, n);
      if (i == 12)
        g_assert_cmpmem (accesses->data, accesses->len * sizeof (HdMemoryAccess), all->data, all->len * sizeof (HdMemoryAccess));
    }
  g_assert_cmpuint (n_least, <, before);
  hd_run_resume (self);
  g_assert_true (hd_run_wait (self, NULL));
  same = hd_record_dup_digest (record);
  g_assert_cmpstr (same, ==, digest);
  g_assert_cmpuint (hd_record_get_n_files (record), ==, hd_record_get_n_files (expected));
}

static void
test_bad (gconstpointer row)
{
  g_autoptr (HdRun) self = run ();
  g_autofree char *text = g_strdup_printf ("address,bytes,component,read_bytes,written_bytes\n0x80,128,a,1,2\n%s", (const char *) row);
  g_autoptr (GError) error = NULL;

  _hd_record_take_file (hd_run_get_record (self), g_strdup ("memory[1].accesses.csv"), g_bytes_new (text, strlen (text)));
  g_assert_null (hd_accesses_read (hd_run_get_record (self), &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_true (g_str_has_prefix (error->message, "memory[1].accesses.csv:3: “"));
}

int
main (int argc,
      char **argv)
{
  static const char *const rows[] = { "0x80,128,a,1\n", "0x80,128,nobody,1,2\n", "80,128,a,1,2\n", "0x80,0,a,1,2\n", "0x80,128,a,-1,2\n", "0x80,128,a,1,2,3\n",
                                      "0x80,128,a,1,2", "0xg,128,a,1,2\n", "\377\n", "\n" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/libraries/accesses/counts", test_counts);
  g_test_add_func ("/libraries/accesses/copy", test_copy);
  g_test_add_func ("/libraries/accesses/run", test_run);
  g_test_add_func ("/libraries/accesses/look", test_look);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strdup_printf ("/libraries/accesses/bad/%u", i);

      g_test_add_data_func (path, rows[i], test_bad);
    }
  return g_test_run ();
}
