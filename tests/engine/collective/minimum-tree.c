/* minimum-tree.c: type II trees of minimum cost
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: all subsets of switches, smallest first; whether one suffices is found by a matching of items to ancestors, which shares nothing with the algorithm.
 * Trees have up to 9 switches, limits are equal, unequal, or too small, and some switches may be barred. The physical trees of figure 11 are
 * ours: the figure is not in the stored text of the paper.
 */
#include <string.h>

#include <glib.h>

#include "hd-minimum-tree.h"
#include "hd-random.h"

#define MAX_SWITCHES 16
#define MAX_ITEMS 64

typedef struct
{
  guint32 n;
  HdTreeBranch branches[MAX_SWITCHES];
  guint32 limits[MAX_SWITCHES];
  guint8 usable[MAX_SWITCHES];
} Case;

/* ---- the oracle -------------------------------------------------------------------------------------------------------- */

typedef struct
{
  const Case *c;
  guint32 set;              /* bits of switches that are kept */
  guint32 from[MAX_ITEMS];  /* where an item starts to look for an ancestor */
  guint32 n_items;
  guint32 taken_by[MAX_ITEMS]; /* switch, or HD_NO_ID */
} Matching;

static gboolean
match (Matching *self,
       guint32 item,
       guint32 *tried)
{
  for (guint32 s = self->from[item]; s != HD_NO_ID; s = self->c->branches[s].parent)
    {
      guint32 count = 0;

      if ((self->set >> s & 1) == 0 || (*tried >> s & 1) != 0)
        continue;
      *tried |= 1u << s;
      for (guint32 i = 0; i < self->n_items; i++)
        count += self->taken_by[i] == s;
      if (count < self->c->limits[s])
        {
          self->taken_by[item] = s;
          return TRUE;
        }
      for (guint32 i = 0; i < self->n_items; i++)
        if (self->taken_by[i] == s && match (self, i, tried))
          {
            self->taken_by[item] = s;
            return TRUE;
          }
    }
  return FALSE;
}

/* Every process and every kept switch but the topmost finds a parent among its kept ancestors. */
static gboolean
suffices (const Case *c,
          guint32 set)
{
  Matching matching = { .c = c, .set = set };
  guint n_tops = 0;

  for (guint32 b = 0; b < c->n; b++)
    {
      guint32 above = c->branches[b].parent;

      for (guint32 p = 0; p < c->branches[b].processes; p++)
        matching.from[matching.n_items++] = b;
      if ((set >> b & 1) == 0)
        continue;
      while (above != HD_NO_ID && (set >> above & 1) == 0)
        above = c->branches[above].parent;
      if (above == HD_NO_ID)
        n_tops++;
      else
        matching.from[matching.n_items++] = c->branches[b].parent;
    }
  if (n_tops != 1)
    return FALSE;
  memset (matching.taken_by, 0xff, sizeof matching.taken_by);
  for (guint32 i = 0; i < matching.n_items; i++)
    {
      guint32 tried = 0;

      if (!match (&matching, i, &tried))
        return FALSE;
    }
  return TRUE;
}

/* The fewest switches; 0 if no set suffices. */
static guint32
search (const Case *c)
{
  for (guint32 size = 1; size <= c->n; size++)
    for (guint32 set = 1; set < 1u << c->n; set++)
      {
        gboolean permitted = (guint32) __builtin_popcount (set) == size;

        for (guint32 b = 0; b < c->n && permitted; b++)
          permitted = (set >> b & 1) == 0 || (c->usable[b] && c->limits[b] >= 2);
        if (permitted && suffices (c, set))
          return size;
      }
  return 0;
}

/* ---- definition 10 ------------------------------------------------------------------------------------------------------ */

static void
check_attached (const Case *c,
                const guint8 *kept,
                guint32 n_kept)
{
  guint32 member_branches[MAX_ITEMS], n_members = 0, vertices[MAX_SWITCHES], parents[MAX_ITEMS + MAX_SWITCHES], count[MAX_ITEMS + MAX_SWITCHES] = { 0 };
  guint32 branch_of[MAX_ITEMS + MAX_SWITCHES], n_roots = 0;

  for (guint32 b = 0; b < c->n; b++)
    for (guint32 p = 0; p < c->branches[b].processes; p++)
      member_branches[n_members++] = b;
  hd_branches_attach (c->branches, c->n, c->limits, kept, member_branches, n_members, vertices, parents);
  for (guint32 b = 0; b < c->n; b++)
    if (vertices[b] != HD_NO_ID)
      branch_of[vertices[b]] = b;
  for (guint32 v = 0; v < n_members + n_kept; v++)
    {
      guint32 above = v < n_members ? member_branches[v] : c->branches[branch_of[v]].parent;

      if (parents[v] == HD_NO_ID)
        {
          n_roots++;
          continue;
        }
      g_assert_cmpuint (parents[v], >=, n_members);
      while (above != HD_NO_ID && above != branch_of[parents[v]])
        above = c->branches[above].parent;
      g_assert_cmpuint (above, !=, HD_NO_ID); /* the parent is an ancestor */
      count[parents[v]]++;
    }
  g_assert_cmpuint (n_roots, ==, 1);
  for (guint32 b = 0; b < c->n; b++)
    if (vertices[b] != HD_NO_ID)
      g_assert_cmpuint (count[vertices[b]], <=, c->limits[b]);
}

/* ---- tests -------------------------------------------------------------------------------------------------------------- */

static Case
random_case (HdRandom *random,
             guint kind)
{
  Case c = { .n = 1 + (guint32) hd_random_below (random, 9) };
  guint32 degree[MAX_SWITCHES] = { 0 }, children[MAX_SWITCHES] = { 0 }, widest = 2;

  for (guint32 b = 0; b < c.n; b++)
    {
      c.branches[b] = (HdTreeBranch){ .parent = HD_NO_ID };
      if (b > 0)
        {
          c.branches[b].parent = b - 1 - (guint32) hd_random_below (random, MIN (b, 4));
          children[c.branches[b].parent]++;
        }
    }
  for (guint32 b = 0; b < c.n; b++)
    {
      if (children[b] == 0)
        c.branches[b].processes = 1 + (guint32) hd_random_below (random, 4);
      else if (hd_random_below (random, 4) == 0)
        c.branches[b].processes = (guint32) hd_random_below (random, 4);
      degree[b] = children[b] + c.branches[b].processes;
      widest = MAX (widest, degree[b]);
    }
  widest += (guint32) hd_random_below (random, 3);
  for (guint32 b = 0; b < c.n; b++)
    {
      c.limits[b] = kind == 1 ? MAX (2, degree[b] + (guint32) hd_random_below (random, 5)) : kind == 2 ? 1 + (guint32) hd_random_below (random, 5) : widest;
      c.usable[b] = kind != 3 || hd_random_below (random, 10) < 7;
    }
  return c;
}

static void
test_random (void)
{
  HdRandom random;
  guint infeasible = 0, tested = 0;

  hd_random_init (&random, 7, "minimum-tree", "random");
  for (guint round = 0; tested < 5000; round++)
    {
      Case c = random_case (&random, round % 4);
      guint8 kept[MAX_SWITCHES];
      guint64 left;
      guint32 n_kept, processes = 0, expected;

      for (guint32 b = 0; b < c.n; b++)
        processes += c.branches[b].processes;
      if (processes < 2)
        continue;
      tested++;
      n_kept = hd_minimum_tree_find (c.branches, c.n, c.limits, c.usable, kept, &left);
      expected = search (&c);
      g_assert_cmpuint (left == 0, ==, expected > 0);
      infeasible += left > 0;
      if (left > 0)
        continue;
      g_assert_cmpuint (n_kept, ==, expected);
      check_attached (&c, kept, n_kept);
    }
  g_test_message ("%u of %u could not be built", infeasible, tested);
  g_assert_cmpuint (infeasible, >, 100);
}

static Case
make_case (guint n_middle,
           guint n_leaves,
           const guint32 *processes,
           guint32 limit)
{
  Case c = { .n = 1 + n_middle + n_middle * n_leaves };

  c.branches[0].parent = HD_NO_ID;
  for (guint m = 0; m < n_middle; m++)
    {
      c.branches[1 + m] = (HdTreeBranch){ .parent = 0 };
      for (guint l = 0; l < n_leaves; l++)
        c.branches[1 + n_middle + m * n_leaves + l] = (HdTreeBranch){ .parent = 1 + m, .processes = processes[m * n_leaves + l] };
    }
  for (guint32 b = 0; b < c.n; b++)
    {
      c.limits[b] = limit;
      c.usable[b] = TRUE;
    }
  return c;
}

/* 16 processes on 13 switches, at most 5 children: 4 switches are enough. On a regular tree of 13 it takes 5. */
static void
test_figure_11 (void)
{
  Case c = make_case (3, 3, (const guint32[]){ 2, 2, 1, 2, 2, 1, 2, 2, 2 }, 5);
  Case regular = make_case (4, 2, (const guint32[]){ 2, 2, 2, 2, 2, 2, 2, 2 }, 5);
  guint8 kept[MAX_SWITCHES];
  guint64 left;

  g_assert_cmpuint (hd_minimum_tree_find (c.branches, c.n, c.limits, NULL, kept, &left), ==, 4);
  g_assert_cmpuint (left, ==, 0);
  for (guint32 b = 0; b < c.n; b++)
    g_assert_cmpuint (kept[b], ==, b < 4); /* the root and the three below it */
  check_attached (&c, kept, 4);
  g_assert_cmpuint (search (&c), ==, 4);

  g_assert_cmpuint (hd_minimum_tree_find (regular.branches, regular.n, regular.limits, NULL, kept, &left), ==, 5);
  check_attached (&regular, kept, 5);
  g_assert_cmpuint (search (&regular), ==, 5);
}

/* Of all trees of that shape with 1 to 4 processes on a leaf switch 3,600 take 4 and 1,350 take 5. */
static void
test_shapes (void)
{
  guint count[14] = { 0 };

  for (guint32 code = 0; code < 1u << 18; code++)
    {
      guint32 processes[9], total = 0;
      guint8 kept[MAX_SWITCHES];
      guint64 left;
      Case c;

      for (guint l = 0; l < 9; l++)
        total += processes[l] = 1 + (code >> 2 * l & 3);
      if (total != 16)
        continue;
      c = make_case (3, 3, processes, 5);
      count[hd_minimum_tree_find (c.branches, c.n, c.limits, NULL, kept, &left)]++;
    }
  g_assert_cmpuint (count[4], ==, 3600);
  g_assert_cmpuint (count[5], ==, 1350);
}

/* What is left is told when limits are too small: 8 processes, two can be joined at each of 3 switches, and 5 items remain. */
static void
test_left (void)
{
  Case c = make_case (1, 1, (const guint32[]){ 8 }, 2);
  guint8 kept[MAX_SWITCHES];
  guint64 left;

  hd_minimum_tree_find (c.branches, c.n, c.limits, NULL, kept, &left);
  g_assert_cmpuint (left, ==, 5);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/minimum-tree/random", test_random);
  g_test_add_func ("/engine/collective/minimum-tree/figure-11", test_figure_11);
  g_test_add_func ("/engine/collective/minimum-tree/shapes", test_shapes);
  g_test_add_func ("/engine/collective/minimum-tree/left", test_left);
  return g_test_run ();
}
