/* process-group.c: nested groups of processes in a k-nomial tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracles: figure 9; a dense table with a place for each slot, as the paper has it; the least number of slots in which any placement of subtrees at
 * aligned addresses fits, by counting. Left open: the least height that is really reached, of which the paper minimises the number of digits alone.
 */
#include <string.h>

#include <glib.h>

#include "hd-process-group.h"
#include "hd-random.h"
#include "hd-tree-shape.h"

#define MAX_PROCESSES 256

typedef struct
{
  guint32 n;
  guint n_levels;
  guint32 groups[4][MAX_PROCESSES];
} Case;

static guint
place (const Case *c,
       guint32 k,
       gboolean least_depth,
       guint64 *slots)
{
  const guint32 *levels[] = { c->groups[0], c->groups[1], c->groups[2], c->groups[3] };
  HdNesting nesting = { c->n, c->n_levels, levels };
  g_autoptr (GError) error = NULL;
  guint order;

  g_assert_true (hd_process_groups_place (&nesting, k, least_depth, slots, &order, &error));
  g_assert_no_error (error);
  return order;
}

static guint
measure_height (const guint32 *parents,
                guint32 n)
{
  guint height = 0;

  for (guint32 i = 0; i < n; i++)
    {
      guint level = 0;

      for (guint32 at = i; parents[at] != G_MAXUINT32; at = parents[at])
        level++;
      height = MAX (height, level);
    }
  return height;
}

static Case
make_case (const guint32 *sizes,
           guint n)
{
  Case c = { .n_levels = 1 };

  for (guint g = 0; g < n; g++)
    for (guint32 i = 0; i < sizes[g]; i++)
      c.groups[0][c.n++] = g;
  return c;
}

/* The paper's simple way: a k-nomial tree in each group and one over the heads. */
static guint
naive_height (const guint32 *sizes,
              guint n,
              guint32 k)
{
  guint32 parents[MAX_PROCESSES], heads[16], total = 0;

  for (guint g = 0; g < n; g++)
    {
      heads[g] = total;
      for (guint32 i = 0; i < sizes[g]; i++)
        parents[total++] = i == 0 ? G_MAXUINT32 : heads[g] + (guint32) hd_k_nomial_parent (i, k);
    }
  for (guint g = 1; g < n; g++)
    parents[heads[g]] = heads[hd_k_nomial_parent (g, k)];
  return measure_height (parents, total);
}

static void
test_figure_9 (void)
{
  static const guint32 sizes[] = { 2, 2, 4, 6 };
  Case c = make_case (sizes, 4);
  guint64 slots[14];
  guint32 parents[14];
  guint crossing = 0, under_other = 0;

  g_assert_cmpuint (naive_height (sizes, 4, 2), ==, 4);
  g_assert_cmpuint (place (&c, 2, FALSE, slots), ==, 4); /* 16 slots */
  for (guint i = 0; i < 6; i++)
    g_assert_cmpuint (slots[8 + i], ==, i);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (slots[4 + i], ==, 8 + i);
  g_assert_cmpuint (slots[0], ==, 6);
  g_assert_cmpuint (slots[1], ==, 7);
  g_assert_cmpuint (slots[2], ==, 12);
  g_assert_cmpuint (slots[3], ==, 13);
  hd_slots_get_parents (slots, 14, 2, parents);
  g_assert_cmpuint (measure_height (parents, 14), ==, 3);
  for (guint i = 0; i < 14; i++)
    if (parents[i] != G_MAXUINT32 && c.groups[0][i] != c.groups[0][parents[i]])
      {
        crossing++;
        under_other += parents[i] != 0 && c.groups[0][parents[i]] == c.groups[0][parents[i] - 1];
      }
  g_assert_cmpuint (crossing, ==, 3);
  g_assert_cmpuint (under_other, ==, 1); /* a head under one that is no head, as the paper says */
}

/* Of the sizes that four groups of 14 processes can have, 123 of 286 give 4 against 3. */
static void
test_sizes (void)
{
  guint total = 0, better = 0;

  for (guint32 a = 1; a < 14; a++)
    for (guint32 b = 1; a + b < 14; b++)
      for (guint32 d = 1; a + b + d < 14; d++)
        {
          guint32 sizes[] = { a, b, d, 14 - a - b - d };
          Case c = make_case (sizes, 4);
          guint64 slots[14];
          guint32 parents[14];

          place (&c, 2, FALSE, slots);
          hd_slots_get_parents (slots, 14, 2, parents);
          total++;
          better += naive_height (sizes, 4, 2) == 4 && measure_height (parents, 14) == 3;
        }
  g_assert_cmpuint (total, ==, 286);
  g_assert_cmpuint (better, ==, 123);
}

/* The smallest case in which fewest digits and least height differ. */
static void
test_least_depth (void)
{
  static const guint32 sizes[] = { 2, 2, 3 };
  Case c = make_case (sizes, 3);
  guint64 slots[7];
  guint32 parents[7];

  for (guint least_depth = 0; least_depth < 2; least_depth++)
    {
      g_assert_cmpuint (place (&c, 2, least_depth, slots), ==, 3); /* 8 slots */
      hd_slots_get_parents (slots, 7, 2, parents);
      g_assert_cmpuint (measure_height (parents, 7), ==, 3);
    }
}

/* ---- random nested groups --------------------------------------------------------------------------------------------- */

typedef struct
{
  guint64 cnt;
  guint depth;
  guint32 n;
  guint32 first; /* rank */
  guint32 *ranks; /* of slots, G_MAXUINT32 if empty */
} Dense;

static int
compare_dense (const void *a,
               const void *b)
{
  const Dense *x = a, *y = b;

  if (x->cnt != y->cnt)
    return x->cnt > y->cnt ? -1 : 1;
  if (x->depth != y->depth)
    return x->depth > y->depth ? -1 : 1;
  if (x->n != y->n)
    return x->n > y->n ? -1 : 1;
  return x->first < y->first ? -1 : 1;
}

static void
measure_dense (Dense *group,
               guint32 k)
{
  group->depth = 0;
  group->n = 0;
  group->first = G_MAXUINT32;
  for (guint64 slot = 0; slot < group->cnt; slot++)
    if (group->ranks[slot] != G_MAXUINT32)
      {
        group->depth = MAX (group->depth, hd_k_nomial_digits (slot, k));
        group->first = MIN (group->first, group->ranks[slot]);
        group->n++;
      }
}

/* Algorithm 2 word by word. */
static Dense
merge_dense (GArray *groups,
             guint32 k,
             gboolean least_depth)
{
  Dense *all = (Dense *) (gpointer) groups->data;

  g_array_sort (groups, compare_dense);
  for (guint i = 1; i < groups->len; i++)
    {
      guint64 best;

      while (TRUE)
        {
          best = G_MAXUINT64;
          for (guint64 o = 0; o < all[0].cnt; o += all[i].cnt)
            if (all[0].ranks[o] == G_MAXUINT32
                && (best == G_MAXUINT64 || (least_depth && hd_k_nomial_digits (o, k) < hd_k_nomial_digits (best, k))))
              best = o;
          if (best != G_MAXUINT64)
            break;
          all[0].ranks = g_renew (guint32, all[0].ranks, all[0].cnt * k);
          memset (all[0].ranks + all[0].cnt, 0xff, sizeof (guint32) * all[0].cnt * (k - 1));
          all[0].cnt *= k;
        }
      for (guint64 slot = 0; slot < all[i].cnt; slot++)
        {
          g_assert_cmpuint (all[0].ranks[best + slot], ==, G_MAXUINT32); /* testing the first slot of a block was enough */
          all[0].ranks[best + slot] = all[i].ranks[slot];
        }
      g_free (all[i].ranks);
    }
  measure_dense (&all[0], k);
  return all[0];
}

static Dense
dense_leaf (const guint32 *ranks,
            guint32 n,
            guint32 k)
{
  Dense group = { .cnt = 1 };

  while (group.cnt < n)
    group.cnt *= k;
  group.ranks = g_new (guint32, group.cnt);
  memset (group.ranks, 0xff, sizeof (guint32) * group.cnt);
  memcpy (group.ranks, ranks, sizeof *ranks * n);
  measure_dense (&group, k);
  return group;
}

static Dense
dense_all (const Case *c,
           guint32 k,
           gboolean least_depth)
{
  g_autoptr (GArray) groups = g_array_new (FALSE, FALSE, sizeof (Dense));

  for (guint32 g = 0; g < c->n; g++)
    {
      guint32 ranks[MAX_PROCESSES], n = 0;

      for (guint32 r = 0; r < c->n; r++)
        if (c->groups[0][r] == g)
          ranks[n++] = r;
      if (n > 0)
        {
          Dense leaf = dense_leaf (ranks, n, k);

          g_array_append_val (groups, leaf);
        }
    }
  for (guint level = 1; level <= c->n_levels; level++)
    {
      g_autoptr (GArray) merged = g_array_new (FALSE, FALSE, sizeof (Dense));

      for (guint32 g = 0; g < (level < c->n_levels ? c->n : 1); g++)
        {
          g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (Dense));
          Dense one;

          for (guint i = 0; i < groups->len; i++)
            if (level == c->n_levels || c->groups[level][g_array_index (groups, Dense, i).first] == g)
              g_array_append_val (inside, g_array_index (groups, Dense, i));
          if (inside->len == 0)
            continue;
          one = merge_dense (inside, k, least_depth);
          g_array_append_val (merged, one);
        }
      g_array_set_size (groups, 0);
      g_array_append_vals (groups, merged->data, merged->len);
    }
  return g_array_index (groups, Dense, 0);
}

static Case
random_case (HdRandom *random)
{
  Case c = { .n = 1 + (guint32) hd_random_below (random, 60), .n_levels = 1 + (guint) hd_random_below (random, 3) };
  guint32 n_groups = 1 + (guint32) hd_random_below (random, 15);

  for (guint level = 0; level < c.n_levels; level++)
    {
      guint32 parent[MAX_PROCESSES];

      for (guint32 g = 0; g < MAX_PROCESSES; g++)
        parent[g] = (guint32) hd_random_below (random, n_groups);
      for (guint32 r = 0; r < c.n; r++)
        c.groups[level][r] = parent[level == 0 ? r : c.groups[level - 1][r]];
      n_groups = 1 + n_groups / 3;
    }
  /* numbered by lowest rank, as a nesting wants it */
  for (guint level = 0; level < c.n_levels; level++)
    {
      guint32 number[MAX_PROCESSES], n = 0;

      memset (number, 0xff, sizeof number);
      for (guint32 r = 0; r < c.n; r++)
        {
          guint32 *slot = &number[c.groups[level][r]];

          *slot = *slot == G_MAXUINT32 ? n++ : *slot;
        }
      for (guint32 r = 0; r < c.n; r++)
        c.groups[level][r] = number[c.groups[level][r]];
    }
  return c;
}

static void
check_heads (const Case *c,
             const guint32 *parents)
{
  for (guint level = 0; level < c->n_levels; level++)
    {
      guint heads[MAX_PROCESSES] = { 0 };

      for (guint32 r = 0; r < c->n; r++)
        if (parents[r] == G_MAXUINT32 || c->groups[level][parents[r]] != c->groups[level][r])
          g_assert_cmpuint (++heads[c->groups[level][r]], ==, 1);
    }
}

static void
test_random (void)
{
  HdRandom random;

  hd_random_init (&random, 3, "process-group", "nested");
  for (guint round = 0; round < 3000; round++)
    {
      Case c = random_case (&random);
      guint32 k = 2 + (guint32) hd_random_below (&random, 4);
      gboolean least_depth = round % 3 == 0;
      Dense dense = dense_all (&c, k, least_depth);
      guint64 slots[MAX_PROCESSES], cnt = 1;
      guint32 parents[MAX_PROCESSES];
      guint order = place (&c, k, least_depth, slots);

      for (guint i = 0; i < order; i++)
        cnt *= k;
      g_assert_cmpuint (cnt, ==, dense.cnt);
      for (guint32 r = 0; r < c.n; r++)
        g_assert_cmpuint (dense.ranks[slots[r]], ==, r);
      hd_slots_get_parents (slots, c.n, k, parents);
      check_heads (&c, parents);
      g_free (dense.ranks);
    }
}

/* ---- the least number of slots ------------------------------------------------------------------------------------------ */

/* Whether groups from @next on, of sizes k^order, fit into free aligned blocks, tried everywhere. */
static gboolean
fits (guint8 *taken,
      guint64 cnt,
      const guint8 *const *shapes,
      const guint64 *sizes,
      guint next,
      guint n)
{
  if (next == n)
    return TRUE;
  for (guint64 o = 0; o < cnt; o += sizes[next])
    {
      gboolean free_there = TRUE;

      for (guint64 s = 0; s < sizes[next] && free_there; s++)
        free_there = !taken[o + s];
      if (!free_there)
        continue;
      for (guint64 s = 0; s < sizes[next]; s++)
        taken[o + s] = shapes[next][s];
      if (fits (taken, cnt, shapes, sizes, next + 1, n))
        return TRUE;
      memset (taken + o, 0, sizes[next]);
    }
  return FALSE;
}

/* No placement at aligned addresses, the largest at 0 or anywhere, needs fewer slots. */
static void
test_fewest_slots (void)
{
  HdRandom random;

  hd_random_init (&random, 5, "process-group", "packing");
  for (guint round = 0; round < 1500; round++)
    {
      guint n = 1 + (guint) hd_random_below (&random, 5);
      guint32 k = 2 + (guint32) hd_random_below (&random, 3), sizes[5];
      guint64 slots[MAX_PROCESSES], cnt = 1, blocks[5];
      guint8 shapes[5][64] = { 0 };
      const guint8 *pointers[] = { shapes[0], shapes[1], shapes[2], shapes[3], shapes[4] };
      Case c;
      guint order;

      for (guint g = 0; g < n; g++)
        sizes[g] = 1 + (guint32) hd_random_below (&random, 9);
      for (guint g = 1; g < n; g++) /* the largest first, so that the search is short */
        for (guint h = g; h > 0 && sizes[h] > sizes[h - 1]; h--)
          {
            guint32 swap = sizes[h];

            sizes[h] = sizes[h - 1];
            sizes[h - 1] = swap;
          }
      for (guint g = 0; g < n; g++)
        {
          blocks[g] = 1;
          while (blocks[g] < sizes[g])
            blocks[g] *= k;
          memset (shapes[g], 1, sizes[g]);
        }
      c = make_case (sizes, n);
      order = place (&c, k, FALSE, slots);
      for (guint i = 0; i < order; i++)
        cnt *= k;
      if (cnt / k >= blocks[0])
        {
          g_autofree guint8 *taken = g_new0 (guint8, cnt / k);

          g_assert_false (fits (taken, cnt / k, pointers, blocks, 0, n));
        }
    }
}

/* 100,352 processes in nodes of 2, leaf switches of 16 and super-nodes of 512. */
static void
test_large (void)
{
  const guint32 n = 100352;
  g_autofree guint32 *nodes = g_new (guint32, n);
  g_autofree guint32 *leaves = g_new (guint32, n);
  g_autofree guint32 *supers = g_new (guint32, n);
  const guint32 *levels[] = { nodes, leaves, supers };
  HdNesting nesting = { n, 3, levels };
  g_autofree guint64 *slots = g_new (guint64, n);
  g_autofree guint32 *parents = g_new (guint32, n);
  g_autofree guint32 *count = g_new (guint32, n);
  static const struct
  {
    guint32 k;
    guint order; /* digits of its slots: 33,554,432 of them at 32 */
    guint32 height, most;
  } rows[] = { { 32, 5, 5, 76 }, { 24, 6, 6, 63 } };

  for (guint32 i = 0; i < n; i++)
    {
      nodes[i] = i / 2;
      leaves[i] = i / 16;
      supers[i] = i / 512;
    }
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint32 height = 0, most = 0;
      guint order;

      memset (count, 0, sizeof *count * n);
      g_assert_true (hd_process_groups_place (&nesting, rows[i].k, FALSE, slots, &order, NULL));
      g_assert_cmpuint (order, ==, rows[i].order);
      hd_slots_get_parents (slots, n, rows[i].k, parents);
      for (guint32 r = 0; r < n; r++)
        {
          height = MAX (height, hd_k_nomial_digits (slots[r], rows[i].k));
          if (parents[r] == G_MAXUINT32)
            continue;
          count[parents[r]]++;
          most = MAX (most, count[parents[r]]);
        }
      g_assert_cmpuint (height, ==, rows[i].height);
      g_assert_cmpuint (most, ==, rows[i].most);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/collective/process-group/figure-9", test_figure_9);
  g_test_add_func ("/engine/collective/process-group/sizes", test_sizes);
  g_test_add_func ("/engine/collective/process-group/least-depth", test_least_depth);
  g_test_add_func ("/engine/collective/process-group/random", test_random);
  g_test_add_func ("/engine/collective/process-group/fewest-slots", test_fewest_slots);
  g_test_add_func ("/engine/collective/process-group/large", test_large);
  return g_test_run ();
}
