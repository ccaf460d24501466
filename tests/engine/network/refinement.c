/* refinement.c: equitable partitions of graphs whose partitions are known, and of random ones against plain colour refinement
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "hd-refinement.h"

#include <string.h>

/* A number from 0 to n - 1. */
static guint
pick (guint n)
{
  return (guint) g_test_rand_int_range (0, (gint32) n);
}

static void
test_ring (void)
{
  for (guint slow = 0; slow <= 1; slow++)
    {
      g_autoptr (HdRefinement) r = hd_refinement_new ();
      guint n = 101;

      for (guint i = 0; i < n; i++)
        hd_refinement_add_node (r, 0, slow && i == 0);
      for (guint i = 0; i < n; i++)
        hd_refinement_add_edge (r, i, (i + 1) % n, 7);
      /* A directed ring with one odd node has no symmetry left. */
      g_assert_cmpuint (hd_refinement_run (r), ==, slow ? n : 1);
    }
}

/* An undirected path: mirror images are equal. */
static void
test_mirror (void)
{
  g_autoptr (HdRefinement) r = hd_refinement_new ();
  guint n = 100;

  for (guint i = 0; i < n; i++)
    hd_refinement_add_node (r, 0, 0);
  for (guint i = 0; i + 1 < n; i++)
    {
      hd_refinement_add_edge (r, i, i + 1, 1);
      hd_refinement_add_edge (r, i + 1, i, 1);
    }
  g_assert_cmpuint (hd_refinement_run (r), ==, n / 2);
  for (guint i = 0; i < n / 2; i++)
    {
      g_assert_cmpuint (hd_refinement_get_class (r, i), ==, i);
      g_assert_cmpuint (hd_refinement_get_class (r, n - 1 - i), ==, i);
    }
}

/* Spaces, colours, labels, directions and numbers of parallel edges each tell nodes apart. */
static void
test_distinctions (void)
{
  g_autoptr (HdRefinement) r = hd_refinement_new ();
  guint32 hub = hd_refinement_add_node (r, 0, 0);
  guint32 leaves[8];

  for (guint i = 0; i < 8; i++)
    leaves[i] = hd_refinement_add_node (r, i == 1 ? 2 : 1, i == 2 ? G_MAXUINT64 : 0);
  for (guint i = 0; i < 8; i++)
    if (i == 4)
      hd_refinement_add_edge (r, leaves[i], hub, 5);
    else
      hd_refinement_add_edge (r, hub, leaves[i], i == 3 ? 6 : 5);
  hd_refinement_add_edge (r, hub, leaves[5], 5);
  g_assert_cmpuint (hd_refinement_run (r), ==, 7);
  g_assert_cmpuint (hd_refinement_get_class (r, leaves[6]), ==, hd_refinement_get_class (r, leaves[0]));
  g_assert_cmpuint (hd_refinement_get_class (r, leaves[7]), ==, hd_refinement_get_class (r, leaves[0]));
}

typedef struct
{
  guint32 from, to, label;
} Edge;

static int
compare_words (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Colour refinement as it is defined: round after round, a node's colour is its old one and the sorted colours beyond its edges. */
static guint
refine_plainly (guint n,
                const Edge *edges,
                guint n_edges,
                guint *colours)
{
  guint n_colours = 0;

  for (;;)
    {
      g_autoptr (GHashTable) numbers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_autofree guint *next = g_new (guint, n);

      for (guint i = 0; i < n; i++)
        {
          g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
          g_autoptr (GString) key = g_string_new (NULL);
          gpointer number;

          g_string_printf (key, "%u:", colours[i]);
          for (guint k = 0; k < n_edges; k++)
            {
              if (edges[k].from == i)
                g_ptr_array_add (words, g_strdup_printf ("o%u-%u", edges[k].label, colours[edges[k].to]));
              if (edges[k].to == i)
                g_ptr_array_add (words, g_strdup_printf ("i%u-%u", edges[k].label, colours[edges[k].from]));
            }
          g_ptr_array_sort (words, compare_words);
          for (guint k = 0; k < words->len; k++)
            g_string_append (key, words->pdata[k]);
          number = g_hash_table_lookup (numbers, key->str);
          if (number == NULL)
            {
              number = GUINT_TO_POINTER (g_hash_table_size (numbers) + 1);
              g_hash_table_insert (numbers, g_strdup (key->str), number);
            }
          next[i] = GPOINTER_TO_UINT (number) - 1;
        }
      memcpy (colours, next, n * sizeof *colours);
      if (g_hash_table_size (numbers) == n_colours)
        return n_colours;
      n_colours = g_hash_table_size (numbers);
    }
}

static void
test_random (void)
{
  for (guint trial = 0; trial < 300; trial++)
    {
      g_autoptr (HdRefinement) r = hd_refinement_new ();
      guint n = 2 + pick (30), n_edges = pick (2 * n);
      guint colours[32];
      Edge edges[64];

      for (guint i = 0; i < n; i++)
        {
          colours[i] = pick (8) == 0;
          hd_refinement_add_node (r, 0, colours[i]);
        }
      /* Few distinct edges around a circle, so that symmetry is common. */
      for (guint i = 0; i < n_edges; i++)
        {
          guint32 from = pick (n);

          edges[i] = (Edge) { from, (from + 1 + pick (3)) % n, pick (5) == 0 };
          hd_refinement_add_edge (r, edges[i].from, edges[i].to, edges[i].label);
        }
      /* Both number classes by their smallest node. */
      g_assert_cmpuint (hd_refinement_run (r), ==, refine_plainly (n, edges, n_edges, colours));
      for (guint i = 0; i < n; i++)
        g_assert_cmpuint (hd_refinement_get_class (r, i), ==, colours[i]);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/network/refinement/ring", test_ring);
  g_test_add_func ("/engine/network/refinement/mirror", test_mirror);
  g_test_add_func ("/engine/network/refinement/distinctions", test_distinctions);
  g_test_add_func ("/engine/network/refinement/random", test_random);
  return g_test_run ();
}
