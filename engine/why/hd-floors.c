/* hd-floors.c: how long a collective takes at least, on links as they are drawn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-floors"

#include "hd-floors.h"

#include <math.h>
#include <string.h>

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
  if (strcmp (self->operation, "all-reduce") == 0)
    *out_in = *out_out = n; /* either side has what the other cannot know the sum without */
  else if (strcmp (self->operation, "reduce-scatter") == 0)
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

/* @cut_take: what it is called. */
static void
try_cut (Search *self,
         double inside,
         gboolean has_root,
         Width width,
         char *cut_take)
{
  g_autofree char *cut = cut_take;
  double in, out, time;

  if (!get_volumes (self, inside, has_root, &in, &out) || !(width.each + width.both > 0))
    return;
  time = MAX (MAX (in, out) / (width.each + width.both), (in + out) / (2 * width.each + width.both));
  if (time <= self->least_s * (1 + 1e-9))
    return;
  self->least_s = time;
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
  double root = get_number (workload, "root");

  *out_named = communicator == NULL && on != NULL ? hd_design_match_nodes (design, on, NULL) : NULL;
  if (communicator == NULL && *out_named == NULL)
    return FALSE;
  *self = (Search){
    .design = design,
    .operation = operation != NULL ? operation : "all-reduce",
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
