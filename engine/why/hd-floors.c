/* hd-floors.c: how long a collective takes at least, on links as they are drawn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-floors"

#include "hd-floors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/hd-figure.h>

#include "hd-collective.h"
#include "hd-design-private.h"
#include "hd-i18n.h"

/* What crosses a cut: the sum of the bandwidths of its links, in B/s. @each is for each direction, @both for both together. */
typedef struct
{
  double each, both;
} Width;

/* A collective and who is on which side of a cut. */
typedef struct
{
  HdDesign *design;
  const char *operation;
  gboolean is_shared; /* the sums are to be there once, for all to read */
  double bytes;
  const guint32 *members;
  guint n_members;
  guint32 root; /* node, or HD_NO_ID if it has none */
  guint32 *counts; /* by node: how often it is a member; then prefix sums, with one more at the end */
  double least_s;
  char *cut; /* that it comes from, or NULL: from the latency */
} Search;

/* What must go into a set of @inside members, and out of it. */
static gboolean
get_volumes (const Search *self,
             double inside,
             gboolean has_root,
             double *out_in,
             double *out_out)
{
  double n = self->bytes, all = self->n_members, outside = all - inside;

  *out_in = *out_out = 0;
  if (inside == 0 || outside == 0)
    return FALSE;
  if (strcmp (self->operation, "all-reduce") == 0 && !self->is_shared)
    *out_in = *out_out = n; /* either side has what the other cannot know the sum without */
  else if (strcmp (self->operation, "reduce-scatter") == 0 || self->is_shared)
    {
      *out_in = n * inside / all;
      *out_out = n * outside / all;
    }
  else if (strcmp (self->operation, "all-gather") == 0)
    {
      *out_in = n * outside / all;
      *out_out = n * inside / all;
    }
  else if (strcmp (self->operation, "all-to-all") == 0)
    *out_in = *out_out = n / all * inside * outside;
  else if (strcmp (self->operation, "broadcast") == 0 && self->root != HD_NO_ID)
    *(has_root ? out_out : out_in) = n;
  else if (strcmp (self->operation, "reduce") == 0 && self->root != HD_NO_ID)
    *(has_root ? out_in : out_out) = n;
  else
    return FALSE;
  return TRUE;
}

/* Whether it is narrower than those before; then it is to be named. */
static gboolean
is_narrower (Search *self,
             double inside,
             gboolean has_root,
             Width width)
{
  double in, out, time;

  if (!get_volumes (self, inside, has_root, &in, &out) || !(width.each + width.both > 0))
    return FALSE;
  time = MAX (MAX (in, out) / (width.each + width.both), (in + out) / (2 * width.each + width.both));
  if (time <= self->least_s * (1 + 1e-9))
    return FALSE;
  self->least_s = time;
  return TRUE;
}

/* @cut_take: what it is called. */
static void
try_cut (Search *self,
         double inside,
         gboolean has_root,
         Width width,
         char *cut_take)
{
  g_autofree char *cut = cut_take;

  if (!is_narrower (self, inside, has_root, width))
    return;
  g_free (self->cut);
  self->cut = g_steal_pointer (&cut);
}

static void
add_link (Width *width,
          const HdLink *link,
          double sign)
{
  if (link->sharing == HD_SHARING_SPLIT)
    width->each += sign * hd_link_get_rate (link);
  else
    width->both += sign * hd_link_get_rate (link);
}

static gboolean
carries (Search *self,
         guint32 link)
{
  const HdLink *it = &hd_design_get_links (self->design)[link];

  return it->from != it->to && !hd_design_has_failed (self->design, link);
}

/* ---- cuts -------------------------------------------------------------------------------------------------------------------- */

static void
try_members (Search *self)
{
  g_autofree Width *widths = g_new0 (Width, hd_design_get_n_nodes (self->design) + 1);
  const HdLink *links = hd_design_get_links (self->design);

  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    if (carries (self, i))
      {
        add_link (&widths[links[i].from], &links[i], 1);
        add_link (&widths[links[i].to], &links[i], 1);
      }
  for (guint i = 0; i < self->n_members; i++)
    {
      guint32 node = self->members[i];

      try_cut (self, self->counts[node + 1] - self->counts[node], node == self->root, widths[node], hd_design_dup_node_path (self->design, node));
    }
}

static gboolean
is_inside (const HdScope *scope,
           guint32 node)
{
  return node >= scope->first_node && node < scope->end_node;
}

/* From the inside out: up to the first scope that holds the other end too. */
static void
add_to_scopes (Search *self,
               Width *widths,
               const HdLink *link,
               guint32 inner,
               guint32 outer)
{
  const HdScope *scopes = hd_design_get_scopes (self->design);

  for (guint32 scope = hd_design_get_nodes (self->design)[inner].scope; scope != HD_NO_ID && !is_inside (&scopes[scope], outer); scope = scopes[scope].parent)
    add_link (&widths[scope], link, 1);
}

static void
try_scopes (Search *self)
{
  guint n = hd_design_get_n_scopes (self->design);
  g_autofree Width *widths = g_new0 (Width, n);
  const HdScope *scopes = hd_design_get_scopes (self->design);
  const HdLink *links = hd_design_get_links (self->design);

  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    if (carries (self, i))
      {
        add_to_scopes (self, widths, &links[i], links[i].from, links[i].to);
        add_to_scopes (self, widths, &links[i], links[i].to, links[i].from);
      }
  for (guint32 i = 1; i < n; i++)
    try_cut (self, self->counts[scopes[i].end_node] - self->counts[scopes[i].first_node], self->root != HD_NO_ID && is_inside (&scopes[i], self->root), widths[i],
             hd_design_dup_scope_path (self->design, i));
}

/* Where a design has no modules, its rows still follow each other. */
static void
try_prefixes (Search *self)
{
  guint n = hd_design_get_n_nodes (self->design);
  g_autofree Width *changes = g_new0 (Width, n + 1);
  const HdLink *links = hd_design_get_links (self->design);
  Width width = { 0, 0 };

  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    if (carries (self, i))
      {
        add_link (&changes[MIN (links[i].from, links[i].to)], &links[i], 1);
        add_link (&changes[MAX (links[i].from, links[i].to)], &links[i], -1);
      }
  for (guint32 i = 0; i + 1 < n; i++)
    {
      width.each += changes[i].each;
      width.both += changes[i].both;
      if (self->counts[i + 1] > 0 && self->counts[i + 1] < self->n_members && width.each + width.both > 0)
        {
          g_autofree char *path = hd_design_dup_node_path (self->design, i);

          /* Translators: a cut through a network: all components up to this one */
          try_cut (self, self->counts[i + 1], self->root <= i, width, g_strdup_printf (_("all up to %s"), path));
        }
    }
}

/* ---- rows, columns and rings around a place --------------------------------------------------------------------------------- */

/* Nodes by a key: each set of those with a lesser one, and the rest, is a cut. */
typedef struct
{
  double key;
  guint32 node;
} Keyed;

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  const Keyed *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

static guint32
count_at (const Search *self,
          guint32 node)
{
  return self->counts[node + 1] - self->counts[node];
}

/* @name: of the cut behind the last node of a key. */
static void
try_order (Search *self,
           Keyed *nodes,
           guint n,
           char *(*name) (const Search *self, double key, gpointer data),
           gpointer data)
{
  g_autofree guint32 *places = g_new (guint32, n + 1);
  g_autofree Width *changes = g_new0 (Width, n + 1);
  const HdLink *links = hd_design_get_links (self->design);
  Width width = { 0, 0 };
  guint32 inside = 0;
  gboolean has_root = FALSE;

  qsort (nodes, n, sizeof *nodes, compare_keys);
  for (guint32 i = 0; i < n; i++)
    places[nodes[i].node] = i;
  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    if (carries (self, i))
      {
        guint32 a = places[links[i].from], b = places[links[i].to];

        add_link (&changes[MIN (a, b)], &links[i], 1);
        add_link (&changes[MAX (a, b)], &links[i], -1);
      }
  for (guint32 i = 0; i + 1 < n; i++)
    {
      width.each += changes[i].each;
      width.both += changes[i].both;
      inside += count_at (self, nodes[i].node);
      has_root |= nodes[i].node == self->root;
      if (nodes[i].key == nodes[i + 1].key || inside == 0 || inside == self->n_members || !is_narrower (self, inside, has_root, width))
        continue;
      g_free (self->cut);
      self->cut = name (self, nodes[i].key, data);
    }
}

/* Of an array: how far along a dimension; what has none is where a neighbour is. */
typedef struct
{
  guint dimension;
  guint32 size; /* of the first array that has it */
} Along;

static char *
name_rows (const Search *self,
           double key,
           gpointer data)
{
  const Along *along = data;
  g_autofree char *n = hd_figure_count ((guint64) lround (key * along->size) + 1), *all = hd_figure_count (along->size);

  /* Translators: parts of a mesh, as it is drawn: "the first 4 of 8 columns" */
  return g_strdup_printf (along->dimension == 0   ? _("the first %s of %s rows")
                          : along->dimension == 1 ? _("the first %s of %s columns")
                                                  : _("the first %s of %s layers"),
                          n, all);
}

static void
try_rows (Search *self,
          guint dimension)
{
  guint n = hd_design_get_n_nodes (self->design);
  g_autofree Keyed *nodes = g_new (Keyed, n + 1);
  const HdLink *links = hd_design_get_links (self->design);
  Along along = { dimension, 0 };

  for (guint32 i = 0; i < n; i++)
    {
      const HdShape *shape = _hd_design_get_shape (self->design, i);
      guint32 index = hd_design_get_nodes (self->design)[i].index;

      nodes[i] = (Keyed){ -1, i };
      if (shape->n_dimensions <= MAX (dimension, 1)) /* a row alone is in the order of the design */
        continue;
      for (guint d = shape->n_dimensions - 1; d > dimension; d--)
        index /= shape->size[d];
      nodes[i].key = (double) (index % shape->size[dimension]) / shape->size[dimension];
      if (along.size == 0)
        along.size = shape->size[dimension];
    }
  if (along.size < 2)
    return;
  for (guint pass = 0; pass < 2; pass++)
    for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
      {
        Keyed *a = &nodes[links[i].from], *b = &nodes[links[i].to];

        if (a->key < 0)
          a->key = b->key;
        else if (b->key < 0)
          b->key = a->key;
      }
  try_order (self, nodes, n, name_rows, &along);
}

static char *
name_ring (const Search *self,
           double key,
           gpointer data)
{
  g_autofree char *centre = hd_design_dup_node_path (self->design, *(const guint32 *) data);

  return g_strdup_printf (ngettext ("all up to %u link from %s", "all up to %u links from %s", (guint) key), (guint) key, centre);
}

/* By how many links they are away from @centre; returns the member that is farthest. */
static guint32
try_rings (Search *self,
           guint32 centre)
{
  guint n = hd_design_get_n_nodes (self->design), n_links = hd_design_get_n_links (self->design), n_seen = 1;
  g_autofree guint32 *first = g_new0 (guint32, n + 2), *ends = g_new (guint32, 2 * (gsize) n_links + 1), *queue = g_new (guint32, n + 1);
  g_autofree Keyed *nodes = g_new (Keyed, n + 1);
  const HdLink *links = hd_design_get_links (self->design);
  guint32 farthest = centre;

  for (guint32 i = 0; i < n_links; i++)
    if (carries (self, i))
      {
        first[links[i].from + 2]++;
        first[links[i].to + 2]++;
      }
  for (guint i = 2; i < n + 2; i++)
    first[i] += first[i - 1];
  for (guint32 i = 0; i < n_links; i++)
    if (carries (self, i))
      {
        ends[first[links[i].from + 1]++] = links[i].to;
        ends[first[links[i].to + 1]++] = links[i].from;
      }
  for (guint32 i = 0; i < n; i++)
    nodes[i] = (Keyed){ n, i };
  nodes[centre].key = 0;
  queue[0] = centre;
  for (guint head = 0; head < n_seen; head++)
    {
      guint32 node = queue[head];

      if (count_at (self, node) > 0)
        farthest = node;
      for (guint32 e = first[node]; e < first[node + 1]; e++)
        if (nodes[ends[e]].key >= n)
          {
            nodes[ends[e]].key = nodes[node].key + 1;
            queue[n_seen++] = ends[e];
          }
    }
  try_order (self, nodes, n, name_ring, &centre);
  return farthest;
}

/* Something of each member must get to the first, or from it. */
static void
try_latency (Search *self)
{
  g_autoptr (HdRouter) router = hd_router_new (self->design);
  guint32 first = self->root != HD_NO_ID ? self->root : self->members[0];
  double most = 0;

  for (guint i = 0; i < self->n_members; i++)
    {
      gboolean is_back = strcmp (self->operation, "reduce") == 0;
      HdRoute route;

      if (!hd_router_find (router, is_back ? self->members[i] : first, is_back ? first : self->members[i], NULL, 0, &route, NULL))
        return;
      most = MAX (most, hd_time_to_seconds (route.latency_ps));
    }
  if (most <= self->least_s)
    return;
  self->least_s = most;
  g_clear_pointer (&self->cut, g_free);
}

/* ---- what it took ------------------------------------------------------------------------------------------------------------- */

/* The mean of all collectives of the run; how many there were. */
static guint
read_took (HdRecord *record,
           HdTime *out_took)
{
  double sum = 0;
  guint n = 0;

  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    {
      guint64 at = 0, n_spans = hd_record_get_n_spans (record, lane), some;

      if (hd_record_get_lane_node (record, lane) != HD_NO_ID || hd_record_is_trace_lane (record, lane))
        continue;
      while (at < n_spans)
        {
          const HdSpan *spans = hd_record_peek_spans (record, lane, at, &some);

          for (guint64 i = 0; i < some; i++)
            if (spans[i].kind == HD_SPAN_COLLECTIVE && !spans[i].unfinished)
              {
                sum += (double) (spans[i].end - spans[i].start);
                n++;
              }
          at += some;
        }
    }
  *out_took = n > 0 ? (HdTime) llrint (sum / n) : 0;
  return n;
}

/* ---- all of it ---------------------------------------------------------------------------------------------------------------- */

static const char *
get_word (const HdElement *workload,
          const char *name)
{
  const HdValue *value = hd_element_get (workload, name);

  return value != NULL && value->kind == HD_VALUE_WORD ? value->word : NULL;
}

static double
get_number (const HdElement *workload,
            const char *name)
{
  const HdValue *value = hd_element_get (workload, name);

  return value != NULL && value->kind != HD_VALUE_WORD ? value->quantity.value : 0;
}

static void
count_members (Search *self)
{
  guint n = hd_design_get_n_nodes (self->design);

  self->counts = g_new0 (guint32, n + 1);
  for (guint i = 0; i < self->n_members; i++)
    self->counts[self->members[i] + 1]++;
  for (guint i = 0; i < n; i++)
    self->counts[i + 1] += self->counts[i];
}

static gboolean
search_init (Search *self,
             HdDesign *design,
             const HdElement *workload,
             GArray **out_named)
{
  const char *on = hd_element_get_text (workload, "on"), *operation = get_word (workload, "operation");
  const HdCommunicator *communicator = on != NULL ? hd_design_find_communicator (design, on) : NULL;
  const HdCollective *schedule = hd_collective_find (operation != NULL ? operation : "all-reduce", hd_element_get_text (workload, "algorithm"));
  double root = get_number (workload, "root");

  *out_named = communicator == NULL && on != NULL ? hd_design_match_nodes (design, on, NULL) : NULL;
  if (communicator == NULL && *out_named == NULL)
    return FALSE;
  *self = (Search){
    .design = design,
    .operation = operation != NULL ? operation : "all-reduce",
    .is_shared = schedule != NULL && schedule->is_shared,
    .bytes = get_number (workload, "bytes"),
    .members = communicator != NULL ? communicator->members : (const guint32 *) (gconstpointer) (*out_named)->data,
    .n_members = communicator != NULL ? communicator->n_members : (*out_named)->len,
    .root = HD_NO_ID,
  };
  if (self->n_members < 2)
    return FALSE;
  if (g_strcmp0 (get_word (workload, "placement"), "shuffled") != 0 && root >= 0 && root < self->n_members
      && (strcmp (self->operation, "broadcast") == 0 || strcmp (self->operation, "reduce") == 0))
    self->root = self->members[(guint) root];
  return TRUE;
}

static void
find_floor (HdDesign *design,
            const HdElement *workload,
            GArray *floors)
{
  g_autoptr (GArray) named = NULL;
  Search search;
  HdFloor found = { NULL };

  if (g_strcmp0 (hd_element_get_text (workload, "type"), "collective") != 0 || !search_init (&search, design, workload, &named))
    return;
  count_members (&search);
  try_members (&search);
  try_scopes (&search);
  try_prefixes (&search);
  for (guint d = 0; d < 3; d++)
    try_rows (&search, d);
  try_rings (&search, try_rings (&search, search.members[0]));
  try_latency (&search);
  g_free (search.counts);
  if (search.least_s == 0)
    {
      g_free (search.cut);
      return;
    }
  found.operation = g_intern_string (search.operation);
  found.bytes = search.bytes;
  found.n_members = search.n_members;
  found.cut = search.cut;
  found.least = hd_time_from_seconds (search.least_s);
  g_array_append_val (floors, found);
}

static void
floor_clear (gpointer data)
{
  g_free (((HdFloor *) data)->cut);
}

GArray *
hd_floors_find (HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  GArray *floors = g_array_new (FALSE, FALSE, sizeof (HdFloor));
  HdTime took;

  g_array_set_clear_func (floors, floor_clear);
  if (hd_design_get_n_changes (design) > 0)
    return floors;
  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    find_floor (design, hd_design_get_workload (design, i), floors);
  if (floors->len == 1 && hd_design_get_n_workloads (design) == 1 && read_took (record, &took) > 0) /* of several nobody knows whose is which */
    g_array_index (floors, HdFloor, 0).took = took;
  return floors;
}
