/* hd-numbers.c: arrays of numbers, and their order
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "hd-numbers.h"

guint32 *
hd_numbers_new (gsize n,
                guint32 value)
{
  guint32 *numbers = g_new (guint32, n + 1);

  for (gsize i = 0; i < n; i++)
    numbers[i] = value;
  return numbers;
}

int
hd_compare_numbers (gconstpointer a,
                    gconstpointer b)
{
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return x < y ? -1 : x > y;
}

int
hd_compare_words (gconstpointer a,
                  gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}
