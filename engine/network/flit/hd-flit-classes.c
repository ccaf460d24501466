/* hd-flit-classes.c: classes of virtual channels that keep flits from waiting for each other in a circle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flit-classes"

#include "hd-flit-classes.h"

#include <string.h>

#define NONE G_MAXUINT32

struct _HdFlitClasses
{
  guint32 n_ways;
  GHashTable *waits;  /* set of from << 32 | to */
  guint32 *recent;    /* by way: what was last added for it, as most routes go straight on */
  guint32 *first;     /* by way: its first wait in @next_ways; after sorting */
  guint32 *next_ways;
  guint32 *knots;     /* by way: number of the strongly connected component */
  guint32 *numbers;   /* by way: place in a reverse postorder */
  guint32 n_knots;
};

HdFlitClasses *
hd_flit_classes_new (guint32 n_ways)
{
  HdFlitClasses *self = g_new0 (HdFlitClasses, 1);

  self->n_ways = n_ways;
  self->waits = g_hash_table_new (NULL, NULL);
  self->recent = g_new (guint32, n_ways + 1);
  memset (self->recent, 0xff, n_ways * sizeof *self->recent); /* NONE */
  return self;
}

void
hd_flit_classes_free (HdFlitClasses *self)
{
  g_hash_table_unref (self->waits);
  g_free (self->recent);
  g_free (self->first);
  g_free (self->next_ways);
  g_free (self->knots);
  g_free (self->numbers);
  g_free (self);
}

void
hd_flit_classes_add (HdFlitClasses *self,
                     guint32 from,
                     guint32 to)
{
  G_STATIC_ASSERT (sizeof (gsize) >= sizeof (guint64));

  if (self->recent[from] == to)
    return;
  self->recent[from] = to;
  g_hash_table_add (self->waits, (gpointer) (gsize) ((guint64) from << 32 | to));
}

void
hd_flit_classes_add_all (HdFlitClasses *self,
                         const HdFlitClasses *other)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, other->waits);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (self->waits, key);
}

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/* Lists of next ways, in ascending order whatever the order in which they were added. */
static void
list_waits (HdFlitClasses *self)
{
  guint n = g_hash_table_size (self->waits);
  g_autofree guint64 *keys = g_new (guint64, n + 1);
  GHashTableIter iter;
  gpointer key;
  guint i = 0;

  g_hash_table_iter_init (&iter, self->waits);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    keys[i++] = (guint64) (gsize) key;
  qsort (keys, n, sizeof *keys, compare_keys);
  self->first = g_new0 (guint32, self->n_ways + 1);
  self->next_ways = g_new (guint32, n + 1);
  for (i = 0; i < n; i++)
    {
      self->first[(keys[i] >> 32) + 1]++;
      self->next_ways[i] = (guint32) keys[i];
    }
  for (guint32 way = 0; way < self->n_ways; way++)
    self->first[way + 1] += self->first[way];
}

/* Tarjan, "Depth-first search and linear graph algorithms", 1972, without recursion. */
typedef struct
{
  guint32 *index; /* by way; NONE: not yet met */
  guint32 *low;
  guint32 *at;    /* the wait that is followed next */
  GArray *path;
  GArray *open;   /* met, and not yet in a knot */
  guint32 n_met;
  guint32 n_ended;
  guint32 n_knots;
} Search;

static void
meet (HdFlitClasses *self,
      Search *search,
      guint32 way)
{
  search->index[way] = search->low[way] = search->n_met++;
  search->at[way] = self->first[way];
  g_array_append_val (search->path, way);
  g_array_append_val (search->open, way);
}

static void
leave (HdFlitClasses *self,
       Search *search,
       guint32 way)
{
  g_array_set_size (search->path, search->path->len - 1);
  self->numbers[way] = self->n_ways - 1 - search->n_ended++;
  if (search->path->len > 0)
    {
      guint32 parent = g_array_index (search->path, guint32, search->path->len - 1);

      search->low[parent] = MIN (search->low[parent], search->low[way]);
    }
  if (search->low[way] != search->index[way])
    return;
  for (guint32 member = NONE; member != way;)
    {
      member = g_array_index (search->open, guint32, search->open->len - 1);
      g_array_set_size (search->open, search->open->len - 1);
      self->knots[member] = search->n_knots;
    }
  search->n_knots++;
}

static void
follow (HdFlitClasses *self,
        Search *search,
        guint32 start)
{
  meet (self, search, start);
  while (search->path->len > 0)
    {
      guint32 way = g_array_index (search->path, guint32, search->path->len - 1), next;

      if (search->at[way] == self->first[way + 1])
        {
          leave (self, search, way);
          continue;
        }
      next = self->next_ways[search->at[way]++];
      if (search->index[next] == NONE)
        meet (self, search, next);
      else if (self->knots[next] == NONE)
        search->low[way] = MIN (search->low[way], search->index[next]);
    }
}

void
hd_flit_classes_sort (HdFlitClasses *self)
{
  g_autofree guint32 *index = g_new (guint32, self->n_ways + 1), *low = g_new (guint32, self->n_ways + 1), *at = g_new (guint32, self->n_ways + 1);
  Search search = { index, low, at, g_array_new (FALSE, FALSE, sizeof (guint32)), g_array_new (FALSE, FALSE, sizeof (guint32)), 0, 0, 0 };

  list_waits (self);
  self->knots = g_new (guint32, self->n_ways + 1);
  self->numbers = g_new (guint32, self->n_ways + 1);
  for (guint32 way = 0; way < self->n_ways; way++)
    index[way] = self->knots[way] = NONE;
  for (guint32 way = 0; way < self->n_ways; way++)
    if (index[way] == NONE)
      follow (self, &search, way);
  self->n_knots = search.n_knots;
  g_array_unref (search.path);
  g_array_unref (search.open);
}

gboolean
hd_flit_classes_has_circle (const HdFlitClasses *self)
{
  return self->n_knots < self->n_ways;
}

guint
hd_flit_classes_step (const HdFlitClasses *self,
                      guint32 from,
                      guint32 to,
                      guint class)
{
  if (self->knots[from] != self->knots[to])
    return 0;
  return self->numbers[to] > self->numbers[from] ? class : class + 1;
}

/* Inside a knot from each way there is a way back: following the first wait that stays inside ends in a circle. */
GArray *
hd_flit_classes_find_circle (const HdFlitClasses *self)
{
  GArray *circle = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint32 *places = g_new0 (guint32, self->n_ways + 1); /* in the circle, plus 1 */

  for (guint32 start = 0; start < self->n_ways; start++)
    for (guint32 way = start, next = start; next != NONE; way = next)
      {
        if (places[way] > 0)
          {
            g_array_remove_range (circle, 0, places[way] - 1);
            return circle;
          }
        next = NONE;
        for (guint32 i = self->first[way]; next == NONE && i < self->first[way + 1]; i++)
          if (self->knots[self->next_ways[i]] == self->knots[way])
            next = self->next_ways[i];
        if (next == NONE)
          break;
        g_array_append_val (circle, way);
        places[way] = circle->len;
      }
  return circle;
}
