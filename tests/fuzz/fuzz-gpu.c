/* fuzz-gpu.c: any bytes as kernels, and as a GPU of GPGPU-Sim
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in kernels whose lines come in order and in their time, or in an error that names a line; likewise for a GPU, which has cores and bandwidth.
 */
#include <string.h>

#include <glib.h>

#include "gpgpusim.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
ignore (void *data,
        const char *key,
        size_t length,
        unsigned line)
{
  g_assert_cmpuint (line, >=, 1);
  g_assert_cmpuint (length, >=, 1);
  g_assert_cmpint (*key, ==, '-');
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_memdup2 (data, MAX (size, 1));
  KernelsProfile profile = { .hertz = 700000000, .cores = 15, .issue = 2, .bytes_per_s = G_GUINT64_CONSTANT (177408000000), .latency = 220, .outstanding = 64 };
  char why[256] = "";
  Lines config = { .name = "c", .at = text, .end = text + size, .line = 1, .why = why, .n_why = sizeof why };
  Lines records = { .name = "k", .at = text, .end = text + size, .line = 1, .separator = ';', .why = why, .n_why = sizeof why };
  Kernels kernels = { 0 };

  if (!gpgpusim_read (&config, &profile, ignore, NULL))
    g_assert_true (g_str_has_prefix (why, "c: line "));
  g_assert_true (profile.hertz > 0 && profile.cores > 0 && profile.issue > 0 && profile.bytes_per_s > 0 && profile.outstanding > 0);
  if (!kernels_read (&kernels, &records, 2))
    g_assert_true (g_str_has_prefix (why, "k: line "));
  for (gsize i = 0; i < kernels.n; i++)
    {
      const Kernel *kernel = &kernels.all[i];
      guint64 n = kernel_get_lines (kernel), cycles = kernel_get_cycles (kernel, &profile);

      if (n > 0 && cycles <= KERNELS_MOST_CYCLES)
        g_assert_cmpuint (kernel_get_ready (kernel, cycles, n - 1), <=, cycles);
    }
  kernels_clear (&kernels);
  return 0;
}
