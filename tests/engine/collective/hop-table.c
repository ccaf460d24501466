/* hop-table.c: distances between switches
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: one breadth-first search for each switch, on random graphs of up to 300 switches that need not be connected.
 */
#include <string.h>

#include <glib.h>

#include "hd-hop-table.h"
#include "hd-random.h"

static void
search (guint32 n,
        const guint32 *first,
        const guint32 *neighbours,
        guint32 from,
        guint16 *hops)
{
  g_autofree guint32 *queue = g_new (guint32, n);
  guint32 end = 0;

  memset (hops, 0xff, sizeof *hops * n);
  hops[from] = 0;
  queue[end++] = from;
  for (guint32 head = 0; head < end; head++)
    for (guint32 a = first[queue[head]]; a < first[queue[head] + 1]; a++)
      if (hops[neighbours[a]] == HD_NO_HOPS)
        {
          hops[neighbours[a]] = hops[queue[head]] + 1;
          queue[end++] = neighbours[a];
        }
}

static void
test_random (void)
{
  HdRandom random;

  hd_random_init (&random, 7, "hop-table", "graphs");
  for (guint round = 0; round < 60; round++)
    {
      guint32 n = 1 + (guint32) hd_random_below (&random, 300), n_links = (guint32) hd_random_below (&random, 2 * n);
      g_autofree guint32 *ends = g_new (guint32, 2 * n_links + 1);
      g_autofree guint32 *first = g_new0 (guint32, n + 2);
      g_autofree guint32 *neighbours = g_new (guint32, 2 * n_links + 1);
      g_autofree guint16 *expected = g_new (guint16, n);
      HdHopTable *table;

      for (guint32 i = 0; i < 2 * n_links; i++)
        {
          ends[i] = (guint32) hd_random_below (&random, n);
          first[ends[i] + 2]++;
        }
      for (guint32 i = 2; i <= n; i++)
        first[i] += first[i - 1];
      for (guint32 i = 0; i < 2 * n_links; i++)
        neighbours[first[ends[i] + 1]++] = ends[i ^ 1];
      table = hd_hop_table_new (n, first, neighbours);
      for (guint32 i = 0; i < 2 * n; i++)
        {
          guint32 from = (guint32) hd_random_below (&random, n);

          search (n, first, neighbours, from, expected);
          g_assert_cmpmem (hd_hop_table_get (table, from), sizeof *expected * n, expected, sizeof *expected * n);
        }
      hd_hop_table_free (table);
    }
}

/* A chain that is longer than can be told, from its end: what is too far has no hops, and the next search is not disturbed. */
static void
test_far (void)
{
  guint32 n = 66000;
  g_autofree guint32 *first = g_new (guint32, n + 1);
  g_autofree guint32 *neighbours = g_new (guint32, 2 * n);
  HdHopTable *table;
  const guint16 *hops;

  first[0] = 0;
  for (guint32 i = 0; i < n; i++)
    {
      first[i + 1] = first[i];
      if (i > 0)
        neighbours[first[i + 1]++] = i - 1;
      if (i + 1 < n)
        neighbours[first[i + 1]++] = i + 1;
    }
  table = hd_hop_table_new (n, first, neighbours);
  hops = hd_hop_table_get (table, 0);
  g_assert_cmpuint (hops[65534], ==, 65534);
  g_assert_cmpuint (hops[65535], ==, HD_NO_HOPS);
  g_assert_cmpuint (hops[65999], ==, HD_NO_HOPS);
  hops = hd_hop_table_get (table, 65999);
  g_assert_cmpuint (hops[65998], ==, 1);
  g_assert_cmpuint (hops[465], ==, 65534);
  g_assert_cmpuint (hops[464], ==, HD_NO_HOPS);
  hd_hop_table_free (table);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/hop-table/random", test_random);
  g_test_add_func ("/engine/collective/hop-table/far", test_far);
  return g_test_run ();
}
