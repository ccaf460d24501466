/* test-plans.c: collective operations as what each member does
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Members carry their plans out with integers, what is under way arriving in any order, and each takes in what comes next in its plan. Then all have what they should, whatever
 * their number, the length and the root; and rounds, what is sent, and sources are those of the published table (Journal of National University of Defense Technology 47(6),
 * 2025, and the closed forms of the algorithms).
 */
#include <glib.h>

#include "plan.h"

typedef struct
{
  guint32 from, to;
  guint k;          /* between these two */
  gint64 *values;
  guint depth;      /* of sends, one needing the other */
} Letter;

typedef struct
{
  Plan plan;
  gsize at;
  gint64 *values;
  guint depth;
  guint64 sent;
  GHashTable *n_sent, *n_taken; /* by peer */
} Member;

typedef struct
{
  Member *members;
  guint n;
  GPtrArray *letters;
  guint depth;     /* most */
  guint64 busiest; /* elements that a member has sent, at most */
  guint64 total;
  guint n_in, n_sources; /* at most */
} World;

static guint
count_up (GHashTable *table,
          guint32 peer)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (table, GUINT_TO_POINTER (peer)));

  g_hash_table_insert (table, GUINT_TO_POINTER (peer), GUINT_TO_POINTER (n + 1));
  return n;
}

static void
letter_free (gpointer data)
{
  Letter *self = data;

  g_free (self->values);
  g_free (self);
}

static void
send (World *world,
      guint32 from,
      const PlanStep *step)
{
  Member *self = &world->members[from];
  Letter *letter = g_new0 (Letter, 1);

  *letter = (Letter){ from, step->peer, count_up (self->n_sent, step->peer), NULL, self->depth + 1 };
  letter->values = g_memdup2 (self->values + step->low, (step->high - step->low) * sizeof (gint64));
  self->sent += step->high - step->low;
  g_ptr_array_add (world->letters, letter);
}

static void
take (Member *self,
      const PlanStep *step,
      const Letter *letter)
{
  for (guint64 i = step->low; i < step->high; i++)
    self->values[i] = step->kind == PLAN_COMBINE ? self->values[i] + letter->values[i - step->low] : letter->values[i - step->low];
  self->depth = MAX (self->depth, letter->depth);
  count_up (self->n_taken, letter->from);
}

/* Goes as far as it can with what has arrived. Returns whether it went at all. */
static gboolean
advance (World *world,
         guint32 rank,
         GRand *rand)
{
  Member *self = &world->members[rank];
  gboolean has_moved = FALSE;

  for (; self->at < self->plan.n; self->at++, has_moved = TRUE)
    {
      const PlanStep *step = &self->plan.steps[self->at];
      guint found = G_MAXUINT;

      g_assert_cmpuint (step->peer, !=, rank);
      if (step->kind == PLAN_SEND)
        {
          send (world, rank, step);
          continue;
        }
      for (guint i = 0; i < world->letters->len && found == G_MAXUINT; i++)
        {
          const Letter *letter = world->letters->pdata[i];

          if (letter->to == rank && letter->from == step->peer
              && letter->k == GPOINTER_TO_UINT (g_hash_table_lookup (self->n_taken, GUINT_TO_POINTER (step->peer))))
            found = i;
        }
      if (found == G_MAXUINT || g_rand_int_range (rand, 0, 3) == 0)
        return has_moved;
      take (self, step, world->letters->pdata[found]);
      g_ptr_array_remove_index_fast (world->letters, found);
    }
  return has_moved;
}

static void
world_clear (World *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      plan_clear (&self->members[i].plan);
      g_free (self->members[i].values);
      g_hash_table_unref (self->members[i].n_sent);
      g_hash_table_unref (self->members[i].n_taken);
    }
  g_free (self->members);
  g_ptr_array_unref (self->letters);
}

static gint64
get_value (guint rank,
           guint64 i)
{
  return 1000003 * (rank + 1) + (gint64) (i * i % 9973);
}

/* With the values that @source has, or all have together. */
static void
check_values (const World *world,
              const PlanGroup *group)
{
  for (guint r = 0; r < group->n; r++)
    for (guint64 i = 0; i < group->n_elements && (group->operation != PLAN_REDUCE || r == group->root); i++)
      {
        gint64 sum = 0;

        for (guint s = 0; s < group->n; s++)
          sum += group->operation != PLAN_BROADCAST || s == group->root ? get_value (s, i) : 0;
        if (group->algorithm != PLAN_DOUBLE_TREE || (i >= group->n_elements / 2) == (group->tree == 1))
          g_assert_cmpint (world->members[r].values[i], ==, sum);
      }
}

static void
carry_out (World *world,
           const PlanGroup *group,
           guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint n_done = 0;

  *world = (World){ .members = g_new0 (Member, group->n), .n = group->n, .letters = g_ptr_array_new_with_free_func (letter_free) };
  for (guint r = 0; r < group->n; r++)
    {
      Member *member = &world->members[r];

      member->values = g_new (gint64, group->n_elements + 1);
      for (guint64 i = 0; i < group->n_elements; i++)
        member->values[i] = get_value (r, i);
      member->n_sent = g_hash_table_new (NULL, NULL);
      member->n_taken = g_hash_table_new (NULL, NULL);
      g_assert_true (plan_make (&member->plan, group, r));
    }
  for (guint idle = 0; n_done < group->n && idle < 100 * group->n + 1000; idle++)
    {
      guint r = (guint) g_rand_int_range (rand, 0, (gint) group->n);
      Member *member = &world->members[r];

      if (member->at < member->plan.n && advance (world, r, rand))
        idle = 0;
      n_done = 0;
      for (guint i = 0; i < group->n; i++)
        n_done += world->members[i].at == world->members[i].plan.n;
    }
  g_assert_cmpuint (n_done, ==, group->n);
  g_assert_cmpuint (world->letters->len, ==, 0);
  for (guint r = 0; r < group->n; r++)
    {
      const Member *member = &world->members[r];
      guint n_in = 0;

      for (gsize i = 0; i < member->plan.n; i++)
        n_in += member->plan.steps[i].kind != PLAN_SEND;
      world->depth = MAX (world->depth, member->depth);
      world->busiest = MAX (world->busiest, member->sent);
      world->total += member->sent;
      world->n_in = MAX (world->n_in, n_in);
      world->n_sources = MAX (world->n_sources, g_hash_table_size (member->n_taken));
    }
}

static void
try (PlanGroup group)
{
  guint roots[] = { 0, group.n / 2, group.n - 1 };

  for (guint i = 0; i < (group.operation == PLAN_BROADCAST || group.operation == PLAN_REDUCE ? G_N_ELEMENTS (roots) : 1); i++)
    {
      World world;

      group.root = roots[i];
      carry_out (&world, &group, group.n * 7 + i);
      if (group.operation != PLAN_BARRIER)
        check_values (&world, &group);
      world_clear (&world);
    }
}

static void
test_all (void)
{
  for (guint n = 1; n <= 40; n++)
    for (PlanOperation operation = 0; operation < PLAN_N_OPERATIONS; operation++)
      for (PlanAlgorithm algorithm = 0; algorithm < PLAN_N_ALGORITHMS; algorithm++)
        {
          guint64 lengths[] = { 1, 2, 7, 64, n, 3 * n + 1 };

          for (guint i = 0; i < G_N_ELEMENTS (lengths) && plan_can (operation, algorithm); i++)
            for (guint tree = 0; tree < (algorithm == PLAN_DOUBLE_TREE ? 2 : 1); tree++)
              try ((PlanGroup){ operation, algorithm, n, 0, operation == PLAN_BARRIER ? 0 : lengths[i], tree, 1 + i });
        }
}

/* The published table, for 4,096 elements: rounds, what the busiest sends by the length, packets that the busiest takes in, sources, all that is sent by the length. */
static void
test_table (void)
{
  static const struct
  {
    PlanGroup group;
    guint depth;
    double busiest;
    guint n_in, n_sources;
    double total;
  } rows[] = {
    { { PLAN_BROADCAST, PLAN_BINOMIAL, 32, 0, 4096, 0, 0 }, 5, 5, 1, 1, 31 },
    { { PLAN_BARRIER, PLAN_DISSEMINATION, 32, 0, 0, 0, 0 }, 5, 0, 5, 5, 0 },
    { { PLAN_REDUCE, PLAN_BINOMIAL, 32, 0, 4096, 0, 0 }, 5, 1, 5, 5, 31 },
    { { PLAN_REDUCE, PLAN_HALVING, 32, 0, 4096, 0, 0 }, 10, 1.46875, 10, 5, 33.5 },
    { { PLAN_ALL_REDUCE, PLAN_HALVING, 32, 0, 4096, 0, 0 }, 10, 1.9375, 10, 5, 62 },
    { { PLAN_ALL_REDUCE, PLAN_RECURSIVE_DOUBLING, 32, 0, 4096, 0, 0 }, 5, 5, 5, 5, 160 },
    { { PLAN_ALL_REDUCE, PLAN_RING, 32, 0, 4096, 0, 0 }, 62, 1.9375, 62, 1, 62 },
    { { PLAN_REDUCE, PLAN_HALVING, 12, 0, 4096, 0, 0 }, 7, 1.375, 7, 4, 12.5 },
    { { PLAN_ALL_REDUCE, PLAN_HALVING, 12, 0, 4096, 0, 0 }, 8, 2.75, 7, 4, 22 },
    { { PLAN_ALL_REDUCE, PLAN_HALVING, 31, 0, 4096, 0, 0 }, 10, 2.875, 9, 5, 60 },
    { { PLAN_ALL_REDUCE, PLAN_RING, 17, 0, 4096, 0, 0 }, 32, 1.8826, 32, 1, 32 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      World world;
      double m = MAX (rows[i].group.n_elements, 1);

      carry_out (&world, &rows[i].group, i);
      g_test_message ("%u: depth %u, busiest %g, in %u, sources %u, total %g", i, world.depth, world.busiest / m, world.n_in, world.n_sources, world.total / m);
      g_assert_cmpuint (world.depth, ==, rows[i].depth);
      g_assert_cmpfloat_with_epsilon (world.busiest / m, rows[i].busiest, 1e-3);
      g_assert_cmpuint (world.n_in, ==, rows[i].n_in);
      g_assert_cmpuint (world.n_sources, ==, rows[i].n_sources);
      g_assert_cmpfloat_with_epsilon (world.total / m, rows[i].total, 1e-2);
      world_clear (&world);
    }
}

/* "who>low:high" of sends, "who+low:high" and "who=low:high" of what is taken in. */
static char *
describe (const PlanGroup *group,
          guint rank)
{
  GString *out = g_string_new (NULL);
  Plan plan = { 0 };

  g_assert_true (plan_make (&plan, group, rank));
  for (gsize i = 0; i < plan.n; i++)
    g_string_append_printf (out, "%s%u%c%u:%u", i > 0 ? " " : "", plan.steps[i].peer, ">+="[plan.steps[i].kind], (guint) plan.steps[i].low, (guint) plan.steps[i].high);
  plan_clear (&plan);
  return g_string_free (out, FALSE);
}

static void
test_examples (void)
{
  static const struct
  {
    PlanGroup group;
    guint rank;
    const char *steps;
  } rows[] = {
    { { PLAN_ALL_REDUCE, PLAN_HALVING, 4, 0, 8, 0, 0 }, 0, "1>4:8 1+0:4 2>2:4 2+0:2 2>0:2 2=2:4 1>0:4 1=4:8" },
    { { PLAN_ALL_REDUCE, PLAN_HALVING, 4, 0, 8, 0, 0 }, 3, "2>0:4 2+4:8 1>4:6 1+6:8 1>6:8 1=4:6 2>4:8 2=0:4" },
    { { PLAN_ALL_REDUCE, PLAN_HALVING, 3, 0, 8, 0, 0 }, 0, "1+0:8 2>4:8 2+0:4 2>0:4 2=4:8 1>0:8" },
    { { PLAN_ALL_REDUCE, PLAN_HALVING, 3, 0, 8, 0, 0 }, 1, "0>0:8 0=0:8" },
    { { PLAN_REDUCE, PLAN_BINOMIAL, 5, 0, 1, 0, 0 }, 0, "1+0:1 2+0:1 4+0:1" },
    { { PLAN_BROADCAST, PLAN_BINOMIAL, 8, 0, 1, 0, 0 }, 4, "0=0:1 6>0:1 5>0:1" },
    /* T1 4{2{1,3},6{5,7}}, T2 5{3{2,4},7{6,1}} */
    { { PLAN_BROADCAST, PLAN_DOUBLE_TREE, 8, 0, 2, 0, 1 }, 4, "0=0:1 2>0:1 6>0:1" },
    { { PLAN_BROADCAST, PLAN_DOUBLE_TREE, 8, 0, 2, 0, 1 }, 7, "6=0:1" },
    { { PLAN_BROADCAST, PLAN_DOUBLE_TREE, 8, 0, 2, 1, 1 }, 5, "0=1:2 3>1:2 7>1:2" },
    { { PLAN_BROADCAST, PLAN_DOUBLE_TREE, 8, 0, 2, 1, 1 }, 7, "5=1:2 6>1:2 1>1:2" },
    { { PLAN_BROADCAST, PLAN_DOUBLE_TREE, 8, 0, 2, 1, 1 }, 0, "5>1:2" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *steps = describe (&rows[i].group, rows[i].rank);

      g_assert_cmpstr (steps, ==, rows[i].steps);
    }
}

/* No member has children in both trees, and no tree is deeper than it must be. */
static void
test_double_tree (void)
{
  for (guint n = 2; n <= 40; n++)
    {
      guint8 inner[64] = { 0 };
      guint height = 1;

      while ((1u << height) <= n - 1)
        height++;
      for (guint tree = 0; tree < 2; tree++)
        {
          PlanGroup group = { PLAN_BROADCAST, PLAN_DOUBLE_TREE, n, 0, 2, tree, 1 };
          World world;

          carry_out (&world, &group, n);
          for (guint r = 1; r < n; r++)
            inner[r] |= world.members[r].sent > 0 ? 1 << tree : 0;
          g_assert_cmpuint (world.depth, ==, height);
          world_clear (&world);
        }
      for (guint r = 1; r < n; r++)
        g_assert_cmpuint (inner[r], !=, 3);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plans/examples", test_examples);
  g_test_add_func ("/plans/all", test_all);
  g_test_add_func ("/plans/table", test_table);
  g_test_add_func ("/plans/double-tree", test_double_tree);
  return g_test_run ();
}
