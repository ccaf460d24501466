/* test-kernels.c: kernels of GPU chiplets, and the GPUs that GPGPU-Sim describes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cycles by hand, with the profile of the GTX 480 (15 cores that begin 2 instructions each, 177.408 GB/s, 220 cycles, 64 lines a core); E31 and E32.
 */
#include <string.h>

#include <glib.h>

#include "gpgpusim.h"
#include "requests.h"

static const KernelsProfile gtx480 = { .hertz = 700000000, .cores = 15, .issue = 2, .bytes_per_s = G_GUINT64_CONSTANT (177408000000), .latency = 220, .outstanding = 64 };

static void
test_cycles (void)
{
  static const struct
  {
    Kernel kernel;
    uint64_t cycles;
  } cases[] = {
    { { 5000, 3212, 0, 0, 0, 0, 0 }, 535334 },          /* the product of two matrices of 400 */
    { { 1250, 1612, 0, 0, 0, 0, 0 }, 67167 },           /* of two blocks of 200 */
    { { 1250, 12, 0, 0, 0, 0, 0 }, 500 },               /* a sum of two blocks */
    { { 0, 0, 1000, 0, 0, 0, 0 }, 506 },                /* 128000 B of 253.44 B a cycle: 505.05 */
    { { 0, 0, 1, 0, 0, 0, 0 }, 1 },
    { { 0, 0, 0, 0, 5, 5, 0 }, 0 },
    { { 1000000000, 1000000000000, 0, 0, 0, 0, 0 }, 0 }, /* 3.3e19: too many */
  };

  for (guint i = 0; i + 1 < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (kernel_get_cycles (&cases[i].kernel, &gtx480), ==, cases[i].cycles);
  g_assert_cmpuint (kernel_get_cycles (&cases[G_N_ELEMENTS (cases) - 1].kernel, &gtx480), >, KERNELS_MOST_CYCLES);
  /* 1000 lines of 220 cycles, one at a time. */
  g_assert_cmpuint (kernel_get_cycles (&cases[3].kernel, &(KernelsProfile){ .hertz = 1, .cores = 1, .issue = 1, .bytes_per_s = 1000, .latency = 220, .outstanding = 1 }), ==, 220000);
}

/* Lines come evenly, reads evenly among them, as many as there are. */
static void
test_order (void)
{
  const Kernel kernel = { .shared_reads = 3, .shared_writes = 5 };
  guint n = 0;

  for (guint i = 0; i < 8; i++)
    {
      g_assert_cmpuint (kernel_get_ready (&kernel, 1000, i), ==, i * 125);
      n += kernel_is_read (&kernel, i);
    }
  g_assert_cmpuint (n, ==, 3);
  /* No number is too large. */
  g_assert_cmpuint (kernel_get_ready (&(Kernel){ .shared_reads = G_GUINT64_CONSTANT (1000000000000) }, KERNELS_MOST_CYCLES, G_GUINT64_CONSTANT (999999999999)), <, KERNELS_MOST_CYCLES);
}

static Lines
lines_of (const char *text,
          gsize length,
          char *why)
{
  return (Lines){ .name = "k", .at = text, .end = text + length, .line = 1, .separator = ';', .why = why, .n_why = 256 };
}

static void
test_records (void)
{
  char why[256];
  const char *text = "1 2 3 4 5 6 7 # all\n@ 2..3\n8 8 8 8 8 8 -\n@ 4\r\n9 9 9 9 9 9 0x10; 1 1 1 1 1 1 -\n@ *\n\n0 0 0 0 0 0 -";
  static const guint n[] = { 2, 2, 3, 3, 4, 2 };

  for (guint role = 0; role < G_N_ELEMENTS (n); role++)
    {
      Kernels kernels = { 0 };
      Lines lines = lines_of (text, strlen (text), why);

      g_assert_true (kernels_read (&kernels, &lines, role));
      g_assert_cmpuint (kernels.n, ==, n[role]);
      g_assert_cmpuint (kernels.all[0].warps, ==, 1);
      g_assert_cmpuint (kernels.all[0].shared_writes, ==, 6);
      g_assert_cmpuint (kernels.all[0].barrier, ==, 7);
      g_assert_cmpuint (kernels.all[kernels.n - 1].barrier, ==, KERNELS_NO_BARRIER);
      kernels_clear (&kernels);
    }
}

static void
test_bad_records (void)
{
  static const char *const cases[][2] = {
    { "1 2 3 4 5 6", "k: line 1: 6 fields, expected 7: warps, instructions of a warp, private lines read and written, shared lines read and written, barrier or -" },
    { "\n\n1 2 3 4 5 6 7 8", "k: line 3: 8 fields, expected 7" },
    { "1 2 3 x 5 6 7", "k: line 1: the number of private lines written is “x”; it is a whole number from 0 to 1000000000000" },
    { "0 0 0 0 0 0 -\n2000000000 2 3 4 5 6 7", "k: line 2: the number of warps is “2000000000”; it is a whole number from 0 to 1000000000" },
    { "1 2 3 4 5 6 4294967296", "k: line 1: the barrier is “4294967296”; it is a whole number from 0 to 4294967295" },
    { "1 2 3 4 5 6 -1", "k: line 1: the barrier is a whole number, or - for none" },
    { "1 2 -3 4 5 6 -", "the number of private lines read is “-3”" },
    { "1 2 3 4 5 99999999999999999999999 -", "the number of shared lines written" },
    { "@", "k: line 1: behind @ stands one range of roles: A, A..B or *" },
    { "@ 3..2", "k: line 1: “3..2” is no range of roles: A, A..B or *" },
    { "@ 1 2", "behind @ stands one range" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char why[256] = "";
      Kernels kernels = { 0 };
      Lines lines = lines_of (cases[i][0], strlen (cases[i][0]), why);

      g_assert_false (kernels_read (&kernels, &lines, 0));
      g_test_message ("%s", why);
      g_assert_nonnull (strstr (why, cases[i][1]));
      kernels_clear (&kernels);
    }
}

/* ---- GPGPU-Sim --------------------------------------------------------------------------------------------------------- */

#define CONFIG \
  "# a GPU\n-gpgpu_n_clusters 15\n-gpgpu_n_cores_per_cluster 1\n-gpgpu_n_mem 6\n-gpgpu_clock_domains 700.0:700.0:700.0:924.0\n" \
  "-gpgpu_shader_core_pipeline 1536:32 \n-gpgpu_num_sched_per_core 2\n-gpgpu_n_mem_per_ctrlr 2\n-gpgpu_dram_buswidth 4\n-dram_data_command_freq_ratio 4  # quad\n" \
  "-gpgpu_cache:dl1  N:32:128:4,L:L:m:N:H,S:64:8,8\n-gpgpu_cache:dl2 S:64:128:8,L:B:m:L:L,A:256:4,4:0,32\n-gpgpu_l2_rop_latency 120\n-dram_latency 100\n" \
  "-gpgpu_mem_addr_mapping dramid@8;00.00RR;S\n-gpgpu_dram_timing_opt \"nbk=16:CCD=2\n   CL=12\"\n-power_simulation_enabled 0\n-visualizer\n"

static void
note (void *data,
      const char *key,
      size_t length,
      unsigned line)
{
  if (data != NULL)
    g_string_append_printf (data, "%u %.*s;", line, (int) length, key);
}

static gboolean
read_config (const char *text,
             gsize length,
             KernelsProfile *profile,
             GString *ignored,
             char *why)
{
  Lines lines = { .name = "c", .at = text, .end = text + length, .line = 1, .why = why, .n_why = 256 };

  return gpgpusim_read (&lines, profile, note, ignored);
}

static void
test_config (void)
{
  g_autoptr (GString) ignored = g_string_new (NULL);
  KernelsProfile profile;
  char why[256];

  g_assert_true (read_config (CONFIG, strlen (CONFIG), &profile, ignored, why));
  g_assert_cmpuint (profile.hertz, ==, gtx480.hertz);
  g_assert_cmpuint (profile.cores, ==, gtx480.cores);
  g_assert_cmpuint (profile.issue, ==, gtx480.issue);
  g_assert_cmpuint (profile.bytes_per_s, ==, gtx480.bytes_per_s);
  g_assert_cmpuint (profile.latency, ==, gtx480.latency);
  g_assert_cmpuint (profile.outstanding, ==, gtx480.outstanding);
  g_assert_cmpstr (ignored->str, ==, "15 -gpgpu_mem_addr_mapping;16 -gpgpu_dram_timing_opt;18 -power_simulation_enabled;19 -visualizer;");
}

static void
test_bad_configs (void)
{
  static const char *const cases[][3] = { /* instead of what */
    { "-gpgpu_n_clusters 15", "", "c: line 20: -gpgpu_n_clusters is nowhere" },
    { "-gpgpu_n_clusters 15", "-gpgpu_n_clusters 0", "c: line 2: -gpgpu_n_clusters is “0”; it is a whole number from 1 to 1000000" },
    { "-gpgpu_n_clusters 15", "-gpgpu_n_clusters", "c: line 2: -gpgpu_n_clusters has 0 values; it has one" },
    { "-gpgpu_n_clusters 15", "-gpgpu_n_clusters 15\n-gpgpu_n_clusters 15", "c: line 3: -gpgpu_n_clusters is in line 2 already" },
    { "700.0:700.0:700.0:924.0", "700.0:700.0:700.0", "c: line 5: clock domains are “700.0:700.0:700.0”" },
    { "700.0:700.0:700.0:924.0", "700.0:700.0:700.0:9x", "c: line 5: clock domains are" },
    { "700.0:700.0:700.0:924.0", "0:700.0:700.0:924.0", "c: line 5: clock domains are" },
    { "700.0:700.0:700.0:924.0", "1:1:1:1:1", "they are four clocks" },
    { "1536:32", "1536", "c: line 6: the pipeline is “1536”" },
    { "1536:32", "1537:32", "c: line 6: the pipeline" },
    { "N:32:128:4", "N:32:64:4", "c: line 11: lines of the cache have 64 bytes; here they have 128" },
    { "S:64:8,8", "S,8", "c: line 11: the cache's misses are “S”" },
    { "N:32:128:4", "N:32", "c: line 11: the cache's shape is “N:32”" },
    { "CL=12\"", "CL=12", "c: line 16: a quote begins and does not end" },
    { "# a GPU", "<<<<<<< HEAD", "c: line 1: a line begins with - and a key" },
    { "-gpgpu_n_mem 6", "-gpgpu_n_mem 99999999999999999999999", "c: line 4: -gpgpu_n_mem is" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) parts = g_strsplit (CONFIG, cases[i][0], 2);
      g_autofree char *text = g_strjoin (cases[i][1], parts[0], parts[1], NULL);
      KernelsProfile profile;
      char why[256] = "";

      g_assert_false (read_config (text, strlen (text), &profile, NULL, why));
      g_test_message ("%s", why);
      g_assert_nonnull (strstr (why, cases[i][2]));
    }
}

/* Cut off anywhere, or with any bytes changed, texts are read or refused; each lies at the very end of its memory. */
static void
test_any_bytes (void)
{
  static const char *const texts[] = { CONFIG, "1 2 3 4 5 6 7 # all\n@ 2..3\n8 8 8 8 8 8 -\n@ 4\n9 9 9 9 9 9 0x10; 1 1 1 1 1 1 -\n" };

  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    for (guint n = 0; n < 20000; n++)
      {
        gsize length = n < strlen (texts[t]) ? n : strlen (texts[t]);
        g_autofree char *text = g_memdup2 (texts[t], MAX (length, 1));
        KernelsProfile profile;
        Kernels kernels = { 0 };
        char why[256];
        Lines lines = lines_of (text, length, why);

        for (gint change = g_test_rand_int_range (0, n < strlen (texts[t]) ? 1 : 6); change > 0; change--)
          text[g_test_rand_int_range (0, (gint32) length)] = "0123456789.:;,-@*#\n \"x\0\xff"[g_test_rand_int_range (0, 24)];
        if (read_config (text, length, &profile, NULL, why))
          g_assert_cmpuint (profile.cores * profile.issue * profile.bytes_per_s, >, 0);
        kernels_read (&kernels, &lines, 2);
        kernels_clear (&kernels);
      }
}

/* ---- addresses --------------------------------------------------------------------------------------------------------- */

static void
test_addresses (void)
{
  const Requests requests = { .private_size = 1 << 30, .shared_base = G_GUINT64_CONSTANT (0x100000000), .shared_size = 1 << 26, .n_memories = 1 };
  static const struct
  {
    guint64 address, size;
    const char *why;
  } cases[] = {
    { 0, 128, NULL },
    { (1 << 30) - 1, 1, NULL },
    { (1 << 30) - 1, 2, "access 0x3fffffff+2 leaves the private range, which ends at 0x3fffffff" },
    { 1 << 30, 1, "address 0x40000000 is neither private (below 0x40000000) nor shared (0x100000000 to 0x103ffffff)" },
    { 0xffffffff, 2, "is neither private" },
    { G_GUINT64_CONSTANT (0x100000000), 1 << 26, NULL },
    { G_GUINT64_CONSTANT (0x103ffffff), 2, "access 0x103ffffff+2 leaves the shared range, which ends at 0x103ffffff" },
    { G_GUINT64_CONSTANT (0x104000000), 1, "is neither private" },
    { G_MAXUINT64, 1, "is neither private" },
    { 0, G_MAXUINT64, "leaves the private range" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      char why[192] = "";

      g_assert_cmpint (requests_check (&requests, cases[i].address, cases[i].size, why, sizeof why), ==, cases[i].why == NULL);
      g_assert_true (cases[i].why == NULL || strstr (why, cases[i].why) != NULL);
    }
  g_assert_false (requests_check (&(Requests){ .private_size = 128, .shared_base = 256, .shared_size = 256 }, 256, 1, (char[99]){ 0 }, 99));
  g_assert_true (requests_check (&(Requests){ .private_size = 128, .shared_base = 256, .shared_size = 256 }, 0, 1, (char[99]){ 0 }, 99));
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/libraries/kernels/cycles", test_cycles);
  g_test_add_func ("/libraries/kernels/order", test_order);
  g_test_add_func ("/libraries/kernels/records", test_records);
  g_test_add_func ("/libraries/kernels/bad-records", test_bad_records);
  g_test_add_func ("/libraries/kernels/config", test_config);
  g_test_add_func ("/libraries/kernels/bad-configs", test_bad_configs);
  g_test_add_func ("/libraries/kernels/any-bytes", test_any_bytes);
  g_test_add_func ("/libraries/kernels/addresses", test_addresses);
  return g_test_run ();
}
