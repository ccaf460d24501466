/* hd-refinement.c: the coarsest equitable partition of a coloured graph
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-refinement"

#include "hd-refinement.h"

#include <string.h>

#include <heddle/hd-pair-hash.h>

#include "hd-budget.h"
#include "hd-numbers.h"

/* A partition is equitable if nodes of one class have one colour and, for every label, direction and class, equally many edges with that label in that
 * direction to that class. The coarsest one is found by splitting: as long as a class S tells nodes of a class apart, split that class by the
 * number of edges to S. Of the parts of a class that is itself no longer to be used as splitter, the largest need not become one (Hopcroft 1971;
 * for counts Cardon and Crochemore, "Partitioning a graph in O(|A| log2 |V|)", 1982): each edge is looked at O(log n) times, and sorting gives
 * O(m log^2 n) in all. Exact: nothing is hashed but to number the labels. */

typedef struct
{
  guint32 from;
  guint32 to;
  guint32 label; /* numbered */
} Edge;

typedef struct
{
  guint32 space;
  guint64 colour;
  guint32 node;
} Colour;

/* An edge seen from its end in the splitter: the other end, and what that end sees: twice the label, plus one if the edge comes in there. */
typedef struct
{
  guint32 other;
  guint32 sight;
} Arc;

typedef struct
{
  guint32 class;
  guint32 count;
  guint32 node;
} Vote;

typedef struct
{
  guint32 first; /* in order */
  guint32 size;
} Class;

struct _HdRefinement
{
  GArray *colours; /* of Colour, by node until the run */
  GArray *edges;   /* of Edge */
  GHashTable *labels;
  guint n_nodes;

  Arc *arcs;
  guint32 *first_arc;
  guint32 *order; /* nodes, class by class */
  guint32 *place; /* of each node in order */
  guint32 *class_of;
  GArray *classes; /* of Class */
  GArray *waiting; /* of guint32 */
};

HdRefinement *
hd_refinement_new (void)
{
  HdRefinement *self = g_new0 (HdRefinement, 1);

  self->colours = g_array_new (FALSE, FALSE, sizeof (Colour));
  self->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  self->labels = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
  self->classes = g_array_new (FALSE, FALSE, sizeof (Class));
  self->waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
hd_refinement_free (HdRefinement *self)
{
  g_array_unref (self->colours);
  g_array_unref (self->edges);
  g_hash_table_unref (self->labels);
  g_array_unref (self->classes);
  g_array_unref (self->waiting);
  g_free (self->arcs);
  g_free (self->first_arc);
  g_free (self->order);
  g_free (self->place);
  g_free (self->class_of);
  g_free (self);
}

/** hd_refinement_add_node: nodes may share a class only if both @space, the kind of thing, and @colour agree */
guint32
hd_refinement_add_node (HdRefinement *self,
                        guint32 space,
                        guint64 colour)
{
  Colour entry = { space, colour, self->n_nodes };

  g_array_append_val (self->colours, entry);
  return self->n_nodes++;
}

/** hd_refinement_add_edge: both ends see the label and the direction; parallel edges count */
void
hd_refinement_add_edge (HdRefinement *self,
                        guint32 from,
                        guint32 to,
                        guint64 label)
{
  gint64 key = (gint64) label;
  gpointer number = g_hash_table_lookup (self->labels, &key);
  Edge edge = { from, to, 0 };

  if (number == NULL)
    {
      number = GUINT_TO_POINTER (g_hash_table_size (self->labels) + 1);
      g_hash_table_insert (self->labels, g_memdup2 (&key, sizeof key), number);
    }
  edge.label = GPOINTER_TO_UINT (number) - 1;
  g_array_append_val (self->edges, edge);
}

static void
build_arcs (HdRefinement *self)
{
  const Edge *edges = (const Edge *) (void *) self->edges->data;
  guint32 *next;

  self->first_arc = g_new0 (guint32, self->n_nodes + 1);
  self->arcs = g_new (Arc, 2 * (gsize) self->edges->len);
  for (guint i = 0; i < self->edges->len; i++)
    {
      self->first_arc[edges[i].from + 1]++;
      self->first_arc[edges[i].to + 1]++;
    }
  for (guint i = 0; i < self->n_nodes; i++)
    self->first_arc[i + 1] += self->first_arc[i];
  next = g_memdup2 (self->first_arc, self->n_nodes * sizeof (guint32));
  for (guint i = 0; i < self->edges->len; i++)
    {
      self->arcs[next[edges[i].from]++] = (Arc) { edges[i].to, 2 * edges[i].label + 1 };
      self->arcs[next[edges[i].to]++] = (Arc) { edges[i].from, 2 * edges[i].label };
    }
  g_free (next);
}

static int
compare_colours (gconstpointer a,
                 gconstpointer b)
{
  const Colour *x = a, *y = b;

  if (x->space != y->space)
    return x->space < y->space ? -1 : 1;
  if (x->colour != y->colour)
    return x->colour < y->colour ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

static void
add_class (HdRefinement *self,
           guint32 first,
           guint32 size)
{
  guint32 number = self->classes->len;
  Class class = { first, size };

  for (guint32 i = first; i < first + size; i++)
    self->class_of[self->order[i]] = number;
  g_array_append_val (self->classes, class);
  g_array_append_val (self->waiting, number);
}

static void
split_by_colour (HdRefinement *self)
{
  const Colour *colours;
  guint32 first = 0;

  g_array_sort (self->colours, compare_colours);
  colours = (const Colour *) (void *) self->colours->data;
  for (guint32 i = 0; i < self->n_nodes; i++)
    {
      self->order[i] = colours[i].node;
      self->place[colours[i].node] = i;
    }
  for (guint32 i = 1; i <= self->n_nodes; i++)
    if (i == self->n_nodes || colours[i].space != colours[first].space || colours[i].colour != colours[first].colour)
      {
        add_class (self, first, i - first);
        first = i;
      }
}

static void
move (HdRefinement *self,
      guint32 node,
      guint32 place)
{
  guint32 old = self->place[node], other = self->order[place];

  self->order[old] = other;
  self->place[other] = old;
  self->order[place] = node;
  self->place[node] = place;
}

/* Splits the class of @votes, which has them for its nodes that see the splitter, by ascending count. */
static void
split_class (HdRefinement *self,
             const Vote *votes,
             guint n_votes)
{
  Class *class = &g_array_index (self->classes, Class, votes[0].class);
  guint32 first = class->first, size = class->size;
  guint32 voted = first + size - n_votes; /* here begin those with votes */
  guint32 kept_first = first, kept_size = size - n_votes;
  guint32 end = 0;

  if (kept_size == 0 && votes[0].count == votes[n_votes - 1].count)
    return;
  for (guint32 i = 0; i < n_votes; i++)
    move (self, votes[i].node, first + size - 1 - i);
  for (guint32 i = 0; i < n_votes; i = end)
    {
      for (end = i + 1; end < n_votes && votes[end].count == votes[i].count; end++)
        ;
      if (end - i > kept_size)
        {
          kept_first = first + size - end;
          kept_size = end - i;
        }
    }
  class->first = kept_first;
  class->size = kept_size;
  if (voted > first && kept_first != first)
    add_class (self, first, voted - first);
  for (guint32 i = 0; i < n_votes; i = end)
    {
      for (end = i + 1; end < n_votes && votes[end].count == votes[i].count; end++)
        ;
      if (first + size - end != kept_first)
        add_class (self, first + size - end, end - i);
    }
}

static int
compare_votes (gconstpointer a,
               gconstpointer b)
{
  const Vote *x = a, *y = b;

  if (x->class != y->class)
    return x->class < y->class ? -1 : 1;
  if (x->count != y->count)
    return x->count < y->count ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Splits all classes by the nodes' edges of one sight; @sights are sorted by node. */
static void
split_by_sight (HdRefinement *self,
                const guint64 *sights,
                guint n_sights,
                GArray *votes)
{
  guint end;

  g_array_set_size (votes, 0);
  for (guint i = 0; i < n_sights; i = end)
    {
      guint32 node = (guint32) sights[i];
      Vote vote = { self->class_of[node], 0, node };

      for (end = i + 1; end < n_sights && sights[end] == sights[i]; end++)
        ;
      vote.count = end - i;
      g_array_append_val (votes, vote);
    }
  g_array_sort (votes, compare_votes);
  for (guint i = 0; i < votes->len; i = end)
    {
      const Vote *first = &g_array_index (votes, Vote, i);

      for (end = i + 1; end < votes->len && g_array_index (votes, Vote, end).class == first->class; end++)
        ;
      split_class (self, first, end - i);
    }
}

static void
split_by_class (HdRefinement *self,
                guint32 splitter,
                GArray *sights,
                GArray *votes)
{
  const Class *class = &g_array_index (self->classes, Class, splitter);
  const guint64 *sorted;
  guint end;

  g_array_set_size (sights, 0);
  for (guint32 i = class->first; i < class->first + class->size; i++)
    for (guint32 k = self->first_arc[self->order[i]]; k < self->first_arc[self->order[i] + 1]; k++)
      {
        guint64 sight = (guint64) self->arcs[k].sight << 32 | self->arcs[k].other;

        g_array_append_val (sights, sight);
      }
  g_array_sort (sights, hd_compare_words);
  sorted = (const guint64 *) (void *) sights->data;
  for (guint i = 0; i < sights->len; i = end)
    {
      for (end = i + 1; end < sights->len && sorted[end] >> 32 == sorted[i] >> 32; end++)
        ;
      split_by_sight (self, sorted + i, end - i, votes);
    }
}

static guint
number_classes (HdRefinement *self)
{
  g_autofree guint32 *numbers = g_new (guint32, self->classes->len);
  guint n_classes = 0;

  memset (numbers, 0xff, self->classes->len * sizeof (guint32));
  for (guint i = 0; i < self->n_nodes; i++)
    {
      guint32 *number = &numbers[self->class_of[i]];

      if (*number == G_MAXUINT32)
        *number = n_classes++;
      self->class_of[i] = *number;
    }
  return n_classes;
}

/**
 * hd_refinement_run:
 *
 * Finds the partition, once. O(m log^2 n) for m edges.
 *
 * Returns: the number of classes; 0 if the present budget of this thread lets it go no further
 */
guint
hd_refinement_run (HdRefinement *self)
{
  g_autoptr (GArray) sights = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) votes = g_array_new (FALSE, FALSE, sizeof (Vote));
  HdBudget *budget = hd_budget_get_current ();

  self->order = g_new (guint32, self->n_nodes);
  self->place = g_new (guint32, self->n_nodes);
  self->class_of = g_new (guint32, self->n_nodes);
  build_arcs (self);
  split_by_colour (self);
  while (self->waiting->len > 0)
    {
      guint32 splitter = g_array_index (self->waiting, guint32, self->waiting->len - 1);

      if (!hd_budget_may_go_on (budget, NULL))
        return 0;
      g_array_set_size (self->waiting, self->waiting->len - 1);
      split_by_class (self, splitter, sights, votes);
    }
  return number_classes (self);
}

gsize
hd_refinement_measure (guint n_edges)
{
  return sizeof (Colour) + 3 * sizeof (guint32) /* order, place, class */ + sizeof (Class) + sizeof (guint32) /* waiting */
         + n_edges * (sizeof (Edge) + 2 * sizeof (Arc) + sizeof (guint64) /* sight */ + sizeof (Vote));
}

guint32
hd_refinement_get_class (HdRefinement *self,
                         guint32 node)
{
  return self->class_of[node];
}

guint
hd_refinement_get_n_nodes (HdRefinement *self)
{
  return self->n_nodes;
}
