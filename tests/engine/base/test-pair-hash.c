/* test-pair-hash.c: pairs of numbers as keys of hash tables
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: pairs as drawings have them, all with one hub, in a ring, by a port, of equal sums, lie nearly all in places of their own.
 */
#include <heddle/hd-pair-hash.h>

#define N 100000

static guint64
make_key (guint kind,
          guint64 i)
{
  switch (kind)
    {
    case 0:
      return i << 32; /* a point's first repeat */
    case 1:
      return i << 32 | 7; /* to a hub */
    case 2:
      return (guint64) 7 << 32 | i; /* from one */
    case 3:
      return i << 32 | (i + 1) % N; /* a ring */
    case 4:
      return i << 16 | 3; /* a port of each */
    case 5:
      return i << 32 | (N - i);
    case 6:
      return i / 300 << 32 | i % 300; /* a grid */
    default:
      return i;
    }
}

static void
test_spread (void)
{
  for (guint kind = 0; kind < 8; kind++)
    {
      g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

      for (guint64 i = 0; i < N; i++)
        {
          const guint64 key = make_key (kind, i);

          g_hash_table_add (seen, GUINT_TO_POINTER (hd_pair_hash (&key)));
        }
      if (g_hash_table_size (seen) < N / 10 * 9)
        g_error ("kind %u: %u places for %u keys", kind, g_hash_table_size (seen), N);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/pair-hash/spread", test_spread);
  return g_test_run ();
}
