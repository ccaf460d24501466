/* collective-values.c: what members give to a collective, and what they must get
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what is right is the plain sum, or the first rank's vector, in every repeat; one wrong element is found, and so is a rank that is missing or there
 * twice; sums are exact at the most ranks and factors there are; memory has a bound.
 */
#include <string.h>

#include "hd-collective-values.h"

static void
test_definition (void)
{
  for (guint32 n = 1; n <= 40; n++)
    for (guint operation = 0; operation < HD_TREE_N_OPERATIONS; operation++)
      for (guint32 repeat = 0; repeat < 9; repeat++)
        {
          HdCollectiveValues self;
          g_autofree double *result = NULL, *given = NULL;
          guint32 element = 0;
          double expected = 0;

          hd_collective_values_init (&self, operation, n, 100);
          g_assert_cmpuint (self.n_elements, ==, operation == HD_TREE_BARRIER ? 1 : 13);
          result = g_new0 (double, self.n_elements);
          given = g_new0 (double, self.n_elements);
          for (guint32 rank = 0; rank < (operation == HD_TREE_BROADCAST ? 1 : n); rank++)
            {
              hd_collective_values_fill (&self, rank, repeat, given);
              for (guint32 i = 0; i < self.n_elements; i++)
                result[i] += given[i];
            }
          g_assert_true (hd_collective_values_check (&self, repeat, result, &element, &expected));
          g_assert_false (hd_collective_values_check (&self, repeat + 1, result, &element, &expected));
          result[self.n_elements - 1] += 1;
          g_assert_false (hd_collective_values_check (&self, repeat, result, &element, &expected));
          g_assert_cmpuint (element, ==, self.n_elements - 1);
          g_assert_cmpfloat (expected, ==, result[self.n_elements - 1] - 1);
          hd_collective_values_clear (&self);
        }
}

/* Rank a instead of rank b. */
static void
test_ranks_differ (void)
{
  HdCollectiveValues self;

  hd_collective_values_init (&self, HD_TREE_ALL_REDUCE, 512, 64);
  for (guint32 a = 0; a < 512; a++)
    for (guint32 b = 0; b < a; b++)
      g_assert_true (memcmp (self.base + a * 8, self.base + b * 8, 8 * sizeof (double)) != 0);
  hd_collective_values_clear (&self);
}

static void
test_bounds (void)
{
  HdCollectiveValues self;

  hd_collective_values_init (&self, HD_TREE_REDUCE, 2, G_GUINT64_CONSTANT (1) << 40);
  g_assert_cmpuint (self.n_elements, ==, 512);
  hd_collective_values_clear (&self);
  hd_collective_values_init (&self, HD_TREE_REDUCE, 1u << 20, G_GUINT64_CONSTANT (1) << 40);
  g_assert_cmpuint (self.n_elements, ==, 4);
  g_assert_cmpfloat (self.sums[0] * 7, <, 0x1p53);
  hd_collective_values_clear (&self);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/values/definition", test_definition);
  g_test_add_func ("/engine/collective/values/ranks-differ", test_ranks_differ);
  g_test_add_func ("/engine/collective/values/bounds", test_bounds);
  return g_test_run ();
}
