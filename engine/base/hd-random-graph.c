/* hd-random-graph.c: random regular graphs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-random-graph"

#include "hd-random-graph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-numbers.h"
#include "hd-random.h"

/* Each node gets as many free ends as it shall have neighbours. All free ends are shuffled and joined two by two; those that would make a loop
 * or a second edge stay free for the next round. When the free ends that are left fit nowhere, all begins anew.
 * Source: A. Steger and N. C. Wormald, "Generating random regular graphs quickly", Combinatorics, Probability and Computing 8 (1999); nearly
 * uniform as long as the degree is small (J. H. Kim and V. H. Vu, "Generating random regular graphs", STOC 2003).
 *
 * A graph that is not connected is drawn anew too. From degree 3 on this hardly happens; of degree 2 the connected ones are the Hamiltonian
 * cycles, so one is made of a shuffled order. Graphs with more than half of all edges are drawn as what they lack.
 */
struct _HdRandomGraph
{
  guint32 n, degree;
  guint32 *neighbours; /* degree for each node, ascending */
};

typedef struct
{
  guint32 n, degree;
  HdRandom random;
  guint32 *neighbours; /* degree for each node; @joined of them are set */
  guint32 *joined;
  guint32 *ends;       /* nodes with free ends, once for each */
} Draw;

static void
shuffle (HdRandom *random,
         guint32 *items,
         gsize n)
{
  for (gsize i = n; i > 1; i--)
    {
      gsize other = hd_random_below (random, i);
      guint32 item = items[i - 1];

      items[i - 1] = items[other];
      items[other] = item;
    }
}

static gboolean
may_join (const Draw *draw,
          guint32 a,
          guint32 b)
{
  const guint32 *of_a = draw->neighbours + (gsize) a * draw->degree;

  if (a == b)
    return FALSE;
  for (guint32 i = 0; i < draw->joined[a]; i++)
    if (of_a[i] == b)
      return FALSE;
  return TRUE;
}

static void
join (Draw *draw,
      guint32 a,
      guint32 b)
{
  draw->neighbours[(gsize) a * draw->degree + draw->joined[a]++] = b;
  draw->neighbours[(gsize) b * draw->degree + draw->joined[b]++] = a;
}

static gboolean
any_may_join (const Draw *draw,
              gsize n_ends)
{
  for (gsize i = 0; i < n_ends; i++)
    for (gsize j = i + 1; j < n_ends; j++)
      if (may_join (draw, draw->ends[i], draw->ends[j]))
        return TRUE;
  return FALSE;
}

/* One attempt; FALSE if the last free ends fit nowhere. */
static gboolean
pair_ends (Draw *draw)
{
  gsize n_ends = (gsize) draw->n * draw->degree;

  memset (draw->joined, 0, draw->n * sizeof (guint32));
  for (gsize i = 0; i < n_ends; i++)
    draw->ends[i] = (guint32) (i / draw->degree);
  while (n_ends > 0)
    {
      gsize left = 0;

      shuffle (&draw->random, draw->ends, n_ends);
      for (gsize i = 0; i < n_ends; i += 2)
        {
          guint32 a = draw->ends[i], b = draw->ends[i + 1];

          if (may_join (draw, a, b))
            {
              join (draw, a, b);
              continue;
            }
          draw->ends[left++] = a;
          draw->ends[left++] = b;
        }
      if (left == n_ends && !any_may_join (draw, n_ends))
        return FALSE;
      n_ends = left;
    }
  return TRUE;
}

static void
join_cycle (Draw *draw)
{
  memset (draw->joined, 0, draw->n * sizeof (guint32));
  for (guint32 i = 0; i < draw->n; i++)
    draw->ends[i] = i;
  shuffle (&draw->random, draw->ends, draw->n);
  for (guint32 i = 0; i < draw->n; i++)
    join (draw, draw->ends[i], draw->ends[(i + 1) % draw->n]);
}

static void
sort (guint32 *neighbours,
      guint32 n,
      guint32 degree)
{
  if (degree == 0)
    return; /* the complement of a complete graph: there is no array */
  for (guint32 i = 0; i < n; i++)
    qsort (neighbours + (gsize) i * degree, degree, sizeof (guint32), hd_compare_numbers);
}

/* The graph of all edges that @draw, sorted, has not. */
static HdRandomGraph *
complete (const Draw *draw,
          guint32 degree)
{
  HdRandomGraph *self = g_new0 (HdRandomGraph, 1);
  guint32 *next;

  self->n = draw->n;
  self->degree = degree;
  self->neighbours = next = g_new (guint32, (gsize) draw->n * degree);
  for (guint32 a = 0; a < draw->n; a++)
    {
      const guint32 *lacking = draw->neighbours + (gsize) a * draw->degree;
      guint32 i = 0;

      for (guint32 b = 0; b < draw->n; b++)
        if (i < draw->degree && lacking[i] == b)
          i++;
        else if (b != a)
          *next++ = b;
    }
  return self;
}

static gboolean
is_connected (const HdRandomGraph *self)
{
  g_autofree guint32 *reached = g_new (guint32, self->n);
  g_autofree gboolean *seen = g_new0 (gboolean, self->n);
  guint32 n = 1;

  reached[0] = 0;
  seen[0] = TRUE;
  for (guint32 i = 0; i < n; i++)
    for (guint32 k = 0; k < self->degree; k++)
      {
        guint32 other = self->neighbours[(gsize) reached[i] * self->degree + k];

        if (seen[other])
          continue;
        seen[other] = TRUE;
        reached[n++] = other;
      }
  return n == self->n;
}

static HdRandomGraph *
draw_once (Draw *draw,
           guint32 degree)
{
  HdRandomGraph *self;

  if (degree == 2 && draw->degree == 2)
    join_cycle (draw);
  else
    while (!pair_ends (draw))
      ;
  sort (draw->neighbours, draw->n, draw->degree);
  if (draw->degree != degree)
    return complete (draw, degree);
  self = g_new0 (HdRandomGraph, 1);
  self->n = draw->n;
  self->degree = degree;
  self->neighbours = g_memdup2 (draw->neighbours, (gsize) draw->n * degree * sizeof (guint32));
  return self;
}

static gboolean
check (gint64 n,
       gint64 degree,
       GError **error)
{
  if (n < 2 || degree < 1 || degree >= n || (degree == 1 && n > 2))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                   _("no connected graph of %" PRId64 " nodes has %" PRId64 " neighbours at each (permitted: 2 to one less than there are nodes)"), n,
                   degree);
      return FALSE;
    }
  if (n > HD_RANDOM_GRAPH_MAXIMUM || degree > HD_RANDOM_GRAPH_MAXIMUM / n)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("%" PRId64 " nodes with %" PRId64 " neighbours each are too many (limit: %u in all)"), n, degree,
                   HD_RANDOM_GRAPH_MAXIMUM);
      return FALSE;
    }
  if (n % 2 != 0 && degree % 2 != 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                   _("no graph of %" PRId64 " nodes has %" PRId64 " neighbours at each: one of the two must be even"), n, degree);
      return FALSE;
    }
  return TRUE;
}

HdRandomGraph *
hd_random_graph_new (gint64 n,
                     gint64 degree,
                     gint64 seed,
                     GError **error)
{
  Draw draw = { 0 };
  HdRandomGraph *self = NULL;

  if (!check (n, degree, error))
    return NULL;

  draw.n = (guint32) n;
  draw.degree = (guint32) (degree > (n - 1) / 2 ? n - 1 - degree : degree);
  draw.neighbours = g_new (guint32, (gsize) n * draw.degree + 1); /* one more, so that none can be pointed at */
  draw.ends = g_new (guint32, (gsize) n * draw.degree);
  draw.joined = g_new (guint32, n);
  hd_random_init (&draw.random, (guint64) seed, "random-regular", "edges");
  do
    {
      g_clear_pointer (&self, hd_random_graph_free);
      self = draw_once (&draw, (guint32) degree);
    }
  while (!is_connected (self));
  g_free (draw.neighbours);
  g_free (draw.ends);
  g_free (draw.joined);
  return self;
}

void
hd_random_graph_free (HdRandomGraph *self)
{
  if (self == NULL)
    return;
  g_free (self->neighbours);
  g_free (self);
}

guint32
hd_random_graph_get_n (const HdRandomGraph *self)
{
  return self->n;
}

const guint32 *
hd_random_graph_get_neighbours (const HdRandomGraph *self,
                                guint32 node,
                                guint32 *out_n)
{
  g_return_val_if_fail (node < self->n, NULL);

  *out_n = self->degree;
  return self->neighbours + (gsize) node * self->degree;
}

/* ---- as a range of an index -------------------------------------------------------------------------------------------- */

char **
hd_random_graph_split_range (const char *text)
{
  g_autofree char *range = g_strstrip (g_strdup (text));
  g_autoptr (GStrvBuilder) arguments = g_strv_builder_new ();
  char *p = range + strlen ("neighbours");
  char *start;
  guint depth = 0;

  if (!g_str_has_prefix (range, "neighbours") || !g_str_has_suffix (range, ")"))
    return NULL;
  p += strspn (p, " \t\n\r");
  if (*p != '(')
    return NULL;
  for (start = ++p; *p != '\0'; p++)
    if (depth == 0 && (*p == ',' || *p == ')'))
      {
        gboolean last = *p == ')';

        if (last != (p[1] == '\0'))
          return NULL;
        *p = '\0';
        g_strv_builder_add (arguments, g_strstrip (start));
        start = p + 1;
      }
    else if (*p == '(')
      depth++;
    else if (*p == ')')
      depth--;

  g_auto (GStrv) parts = g_strv_builder_end (arguments);

  return g_strv_length (parts) == HD_NEIGHBOURS_ARGUMENTS ? g_steal_pointer (&parts) : NULL;
}
