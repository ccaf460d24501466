/* test-numbers.c: arrays of numbers, and their order
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: an array is there for no numbers too; numbers whose difference does not fit are in order.
 */
#include <stdlib.h>

#include "hd-numbers.h"

static void
test_new (void)
{
  g_autofree guint32 *none = hd_numbers_new (0, 7), *some = hd_numbers_new (300, 7);

  g_assert_nonnull (none);
  for (guint i = 0; i < 300; i++)
    g_assert_cmpuint (some[i], ==, 7);
}

static void
test_numbers (void)
{
  guint32 numbers[] = { 5, G_MAXUINT32, 0, 5, 0x80000000 };
  static const guint32 sorted[] = { 0, 5, 5, 0x80000000, G_MAXUINT32 };

  qsort (numbers, G_N_ELEMENTS (numbers), sizeof *numbers, hd_compare_numbers);
  g_assert_cmpmem (numbers, sizeof numbers, sorted, sizeof sorted);
}

static void
test_words (void)
{
  guint64 words[] = { G_GUINT64_CONSTANT (1) << 32, G_MAXUINT64, 0, 1, G_GUINT64_CONSTANT (1) << 63 };
  static const guint64 sorted[] = { 0, 1, G_GUINT64_CONSTANT (1) << 32, G_GUINT64_CONSTANT (1) << 63, G_MAXUINT64 };

  qsort (words, G_N_ELEMENTS (words), sizeof *words, hd_compare_words);
  g_assert_cmpmem (words, sizeof words, sorted, sizeof sorted);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/base/numbers/new", test_new);
  g_test_add_func ("/base/numbers/numbers", test_numbers);
  g_test_add_func ("/base/numbers/words", test_words);
  return g_test_run ();
}
