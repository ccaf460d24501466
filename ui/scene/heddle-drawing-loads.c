/* heddle-drawing-loads.c: live figures on a drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-drawing"

#include "heddle-drawing.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-colour-map.h"
#include "heddle-drawing-private.h"

/* ---- which links and nodes of the design -------------------------------------------------------------------------------- */

static void
resolve_pattern (HeddleDrawing *self,
                 HeddleDrawnLink *link,
                 guint32 scope)
{
  guint64 uid = hd_object_get_uid (link->object);
  guint32 first = 0;
  guint n;

  if (hd_object_get_kind (link->object) == HD_OBJECT_GENERATE)
    {
      guint32 inner = heddle_drawing_get_generate_scope (self, scope, uid);
      const HdScope *scopes = hd_design_get_scopes (self->design);

      if (inner == HD_NO_ID)
        return;
      first = scopes[inner].first_link;
      n = scopes[inner].end_link - first;
    }
  else
    n = hd_design_find_links (self->design, scope, uid, &first);

  for (guint i = 0; i < link->elements->len; i++)
    {
      guint32 member = first + g_array_index (link->elements, guint32, i);

      if (member < first + n)
        g_array_append_val (link->members, member);
    }
}

/* Links from outside that end inside the scope come in through a port of the frame. */
static void
resolve_outer (HeddleDrawing *self,
               guint32 scope)
{
  const HdScope *inner = &hd_design_get_scopes (self->design)[scope];
  const HdNode *nodes = hd_design_get_nodes (self->design);
  const HdLink *links = hd_design_get_links (self->design);

  if (inner->parent == HD_NO_ID)
    return;

  for (guint32 i = 0; i < hd_design_get_n_links (self->design); i++)
    {
      gboolean from_inside = links[i].from >= inner->first_node && links[i].from < inner->end_node;
      gboolean to_inside = links[i].to >= inner->first_node && links[i].to < inner->end_node;

      if (from_inside == to_inside)
        continue;

      guint32 end = from_inside ? links[i].from : links[i].to;
      guint16 port = from_inside ? links[i].from_port : links[i].to_port;
      const char *port_name = nodes[end].type->ports[port].name;
      guint32 shown = heddle_drawing_find_node (self, scope, end);

      for (guint k = 0; k < self->links->len; k++)
        {
          HeddleDrawnLink *link = heddle_drawing_link (self, k);

          if (link->from == HEDDLE_NO_INDEX && link->to == shown && g_strcmp0 (link->leaf_port, port_name) == 0)
            g_array_append_val (link->members, i);
        }
    }
}

static void
set_dotted (HeddleDrawing *self,
            guint32 index,
            gboolean is_one_sided)
{
  HeddleSceneLink *link = heddle_scene_link (self->scene, index);

  link->state &= ~(guint) HEDDLE_STATE_DOTTED;
  if (is_one_sided || heddle_drawing_link (self, index)->failed)
    link->state |= HEDDLE_STATE_DOTTED;
}

/* @failed: (nullable): by link, at the moment that is looked at */
static void
find_failed (HeddleDrawing *self,
             HeddleDrawnLink *link,
             const guint8 *failed)
{
  link->failed = FALSE;
  for (guint i = 0; i < link->members->len && !link->failed; i++)
    {
      guint32 member = g_array_index (link->members, guint32, i);

      link->failed = failed != NULL ? failed[member] != 0 : hd_design_has_failed (self->design, member);
    }
}

static gboolean
has_node_failed (HeddleDrawing *self,
                 const HeddleDrawnNode *node,
                 const guint8 *failed)
{
  guint n = 0;

  if ((node->kind != HEDDLE_DRAWN_COMPONENT && node->kind != HEDDLE_DRAWN_INSTANCE) || self->design == NULL)
    return FALSE;
  for (guint member = node->first; member < node->first + node->n; member++)
    for (guint k = 0; k < self->scopes->len; k++)
      {
        guint32 first, end;

        if (!heddle_drawing_find_range (self, node, member, g_array_index (self->scopes, guint32, k), &first, &end))
          continue;
        for (guint32 i = first; i < end; i++, n++)
          if (!(failed != NULL ? failed[i] != 0 : hd_design_has_node_failed (self->design, i)))
            return FALSE;
      }
  return n > 0;
}

/* What stands for several has failed if all of them have. */
static void
find_failed_nodes (HeddleDrawing *self,
                   const guint8 *failed)
{
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      HeddleSceneNode *node = heddle_scene_node (self->scene, i);

      node->state = has_node_failed (self, heddle_drawing_node (self, i), failed) ? node->state | HEDDLE_STATE_FAILED : node->state & ~(guint) HEDDLE_STATE_FAILED;
    }
}

gboolean
heddle_drawing_has_two_ways (HeddleDrawing *self)
{
  for (guint32 i = 0; i < self->links->len; i++)
    if (heddle_scene_link (self->scene, i)->two_ways)
      return TRUE;
  return FALSE;
}

gboolean
heddle_drawing_counts_none (HeddleDrawing *self)
{
  for (guint32 i = 0; i < self->links->len; i++)
    if (!isnan (heddle_scene_link (self->scene, i)->heat))
      return FALSE;
  return self->links->len > 0;
}

gboolean
heddle_drawing_has_dotted (HeddleDrawing *self)
{
  for (guint32 i = 0; i < self->links->len; i++)
    if (heddle_scene_link (self->scene, i)->state & HEDDLE_STATE_DOTTED)
      return TRUE;
  return FALSE;
}

void
heddle_drawing_set_scopes (HeddleDrawing *self,
                           const guint32 *scopes,
                           guint n_scopes)
{
  if (n_scopes > 0 && self->scopes->len == n_scopes && memcmp (self->scopes->data, scopes, n_scopes * sizeof *scopes) == 0)
    return;
  g_array_set_size (self->scopes, 0);
  g_array_append_vals (self->scopes, scopes, n_scopes);
  if (self->design == NULL)
    return;

  gboolean has_ports = FALSE;

  for (guint i = 0; i < self->links->len; i++)
    {
      HeddleDrawnLink *link = heddle_drawing_link (self, i);

      g_array_set_size (link->members, 0);
      has_ports |= link->from == HEDDLE_NO_INDEX;
      if (link->from != HEDDLE_NO_INDEX)
        for (guint k = 0; k < n_scopes; k++)
          resolve_pattern (self, link, scopes[k]);
    }
  for (guint k = 0; has_ports && k < n_scopes; k++)
    resolve_outer (self, scopes[k]);
  for (guint32 i = 0; i < self->links->len; i++)
    find_failed (self, heddle_drawing_link (self, i), NULL);
  find_failed_nodes (self, NULL);
}

gboolean
heddle_drawing_find_range (HeddleDrawing *self,
                           const HeddleDrawnNode *node,
                           guint member,
                           guint32 scope,
                           guint32 *out_first,
                           guint32 *out_end)
{
  guint64 uid = hd_object_get_uid (node->object);
  const HdScope *all = hd_design_get_scopes (self->design);
  const guint32 *inner;
  guint32 first;

  if (node->kind == HEDDLE_DRAWN_COMPONENT)
    {
      if (hd_design_find_nodes (self->design, scope, uid, &first) <= member)
        return FALSE;
      *out_first = first + member;
      *out_end = first + member + 1;
      return TRUE;
    }

  guint n = hd_design_find_scopes (self->design, scope, uid, &inner);

  if (node->kind == HEDDLE_DRAWN_GENERATED)
    {
      if (n == 0 || all[inner[0]].first_node + member >= all[inner[0]].end_node)
        return FALSE;
      *out_first = all[inner[0]].first_node + member;
      *out_end = *out_first + 1;
      return TRUE;
    }
  if (n <= member)
    return FALSE;
  *out_first = all[inner[member]].first_node;
  *out_end = all[inner[member]].end_node;
  return TRUE;
}

/* ---- figures ------------------------------------------------------------------------------------------------------------ */

static double
pick_power (const HeddleLoads *loads,
            const HdLoad *load)
{
  return loads->peak ? load->peak_power : load->power;
}

/* What heat is a share of; that of stalls is counted as a mean alone. */
static double
pick_amount (const HeddleLoads *loads,
             const HdLoad *load)
{
  return loads->heat == HEDDLE_HEAT_STALLS ? load->stalled_share : pick_power (loads, load);
}

static float
pick (const HeddleLoads *loads,
      const HdLoad *load)
{
  if (loads->most_heat > 0)
    return (float) (pick_amount (loads, load) / loads->most_heat);
  if (loads->heat == HEDDLE_HEAT_STALLS)
    return 0;
  return loads->peak ? load->peak : load->mean;
}

double
heddle_loads_find_most_heat (const HeddleLoads *loads,
                              HdDesign *design)
{
  double most = 0;

  if (design == NULL)
    return 0;
  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    most = MAX (most, pick_amount (loads, &loads->links[i]));
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    most = MAX (most, pick_amount (loads, &loads->nodes[i]));
  return most;
}

static void
add_use (HdUse *sum,
         const HdUse *use)
{
  sum->mean = MAX (sum->mean, use->mean);
  sum->peak = MAX (sum->peak, use->peak);
  sum->amount += use->amount;
  sum->rate += use->rate;
}

HdLoad
heddle_gather_links (const HdLoad *loads,
                     const guint32 *members,
                     guint n,
                     gboolean average)
{
  HdLoad whole = { 0 };
  double mean = 0, peak = 0, power = 0, peak_power = 0;
  guint used = 0;

  for (guint i = 0; i < n; i++)
    {
      const HdLoad *load = &loads[members[i]];

      add_use (&whole.ways[0], &load->ways[0]);
      add_use (&whole.ways[1], &load->ways[1]);
      mean += load->mean;
      peak += load->peak;
      power += load->power;
      peak_power += load->peak_power;
      used += load->amount > 0;
      whole.mean = MAX (whole.mean, load->mean);
      whole.peak = MAX (whole.peak, load->peak);
      whole.amount += load->amount;
      whole.rate += load->rate;
      whole.energy += load->energy;
      whole.power = MAX (whole.power, load->power);
      whole.peak_power = MAX (whole.peak_power, load->peak_power);
    }
  if (average && used > 0)
    {
      whole.mean = (float) (mean / used);
      whole.peak = (float) (peak / used);
      whole.power = power / used;
      whole.peak_power = peak_power / used;
    }
  return whole;
}

/* Whether a link that comes in through a port of the frame is written from inside to outside: it is drawn the other way. */
static gboolean
is_turned (HeddleDrawing *self,
           const HeddleDrawnLink *drawn,
           guint32 member)
{
  guint32 from = hd_design_get_links (self->design)[member].from;
  const HdScope *scopes = hd_design_get_scopes (self->design);

  for (guint k = 0; drawn->from == HEDDLE_NO_INDEX && k < self->scopes->len; k++)
    {
      const HdScope *scope = &scopes[g_array_index (self->scopes, guint32, k)];

      if (from >= scope->first_node && from < scope->end_node)
        return TRUE;
    }
  return FALSE;
}

/* The hottest of the links that are drawn as one, or of instances the average of those that carried anything: each way for itself. Power is not
 * told by direction. */
static void
show_ways (HeddleDrawing *self,
           const HeddleDrawnLink *drawn,
           HeddleSceneLink *link,
           const HeddleLoads *loads)
{
  const HdLink *links = hd_design_get_links (self->design);
  gboolean average = self->scopes->len > 1;
  double sum[2] = { 0, 0 };
  float most[2] = { HEDDLE_HEAT_UNUSED, HEDDLE_HEAT_UNUSED };
  guint used[2] = { 0, 0 };

  link->two_ways = drawn->members->len > 0 && loads->most_heat <= 0 && loads->heat != HEDDLE_HEAT_STALLS;
  for (guint i = 0; i < drawn->members->len && link->two_ways; i++)
    {
      guint32 member = g_array_index (drawn->members, guint32, i);
      gboolean turned = is_turned (self, drawn, member);

      link->two_ways = links[member].sharing == HD_SHARING_SPLIT;
      for (guint way = 0; way < 2; way++)
        {
          guint own = turned ? 1 - way : way;
          const HdUse *use = &loads->links[member].ways[own];
          float share = loads->peak ? use->peak : use->mean;

          if (loads->totals[member].ways[own].amount <= 0)
            continue;
          used[way]++;
          sum[way] += share;
          most[way] = MAX (most[way], share);
        }
    }
  for (guint way = 0; way < 2; way++)
    link->ways[way] = average && used[way] > 0 ? (float) (sum[way] / used[way]) : most[way];
}

/* What components that act send each other by protocols of their own is not counted: nobody knows that such a link carried nothing. */
static gboolean
is_counted (HdDesign *design,
            guint32 number)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdLink *link = &hd_design_get_links (design)[number];

  return nodes[link->from].type->handlers == NULL || nodes[link->to].type->handlers == NULL;
}

static void
show_link (HeddleDrawing *self,
           guint32 index,
           const HeddleLoads *loads)
{
  HeddleDrawnLink *drawn = heddle_drawing_link (self, index);
  const guint32 *members = (const guint32 *) drawn->members->data;
  HeddleSceneLink *link = heddle_scene_link (self->scene, index);
  gboolean average = self->scopes->len > 1;
  HdLoad load = heddle_gather_links (loads->links, members, drawn->members->len, average);
  HdLoad total = heddle_gather_links (loads->totals, members, drawn->members->len, average);
  gboolean is_known = total.amount > 0 || (loads->heat != HEDDLE_HEAT_STALLS && (drawn->members->len == 0 || is_counted (self->design, members[0])));

  link->bytes = total.amount / MAX (1, self->scopes->len);
  link->heat = !is_known || loads->heat == HEDDLE_HEAT_STALLS ? HEDDLE_HEAT_NO_RUN : total.amount > 0 ? pick (loads, &load) : HEDDLE_HEAT_UNUSED;
  show_ways (self, drawn, link, loads);
  link->two_ways = link->two_ways && is_known;
  link->state &= ~HEDDLE_STATE_FADED;
  find_failed (self, drawn, loads->failed);
  set_dotted (self, index, FALSE);
}

/* Whether what passes a node shares a bandwidth of its own, as on a medium or in a memory, or the buffers of a router. */
static gboolean
is_limit (HdDesign *design,
          guint32 node,
          const HeddleLoads *loads)
{
  return (loads->heat != HEDDLE_HEAT_STALLS && hd_node_get_bandwidth (design, node, 0) > 0) || loads->nodes[node].room > 0;
}

/* Busy share of the endpoints inside, over all scopes shown; else of the busiest medium or memory, or the fullest router; below zero if nothing inside can be busy. */
static float
member_busy (HeddleDrawing *self,
             const HeddleDrawnNode *node,
             guint member,
             const HeddleLoads *loads)
{
  const HdNode *all = hd_design_get_nodes (self->design);
  double sum = 0;
  float busiest = -1;
  guint n = 0;

  for (guint k = 0; k < self->scopes->len; k++)
    {
      guint32 first, end;

      if (!heddle_drawing_find_range (self, node, member, g_array_index (self->scopes, guint32, k), &first, &end))
        continue;
      for (guint32 i = first; i < end; i++)
        if (all[i].type->role == HD_ROLE_ENDPOINT && loads->heat != HEDDLE_HEAT_STALLS)
          {
            sum += pick (loads, &loads->nodes[i]);
            n++;
          }
        else if (is_limit (self->design, i, loads))
          busiest = MAX (busiest, pick (loads, &loads->nodes[i]));
    }
  return n > 0 ? sum / n : busiest;
}

static gboolean
shows_limit (HeddleDrawing *self,
             const HeddleDrawnNode *node,
             const HeddleLoads *loads)
{
  guint32 first, end;

  return node->kind == HEDDLE_DRAWN_COMPONENT && self->scopes->len > 0
         && heddle_drawing_find_range (self, node, node->first, g_array_index (self->scopes, guint32, 0), &first, &end)
         && is_limit (self->design, first, loads);
}

static float
heat_of (const HeddleLoads *loads,
         guint32 link)
{
  return loads->totals[link].amount > 0 ? pick (loads, &loads->links[link]) : 0;
}

/* Over all members and scopes shown; HD_NO_ID if nothing inside carried anything. With @before (nullable) what has changed most, by how much. */
static guint32
find_hottest_inside (HeddleDrawing *self,
                     const HeddleDrawnNode *node,
                     const HeddleLoads *loads,
                     const HeddleLoads *before,
                     float *out_heat)
{
  const HdScope *scopes = hd_design_get_scopes (self->design);
  guint32 hottest = HD_NO_ID;

  *out_heat = 0;
  for (guint k = 0; node->kind == HEDDLE_DRAWN_INSTANCE && k < self->scopes->len; k++)
    {
      const guint32 *inner;
      guint n = hd_design_find_scopes (self->design, g_array_index (self->scopes, guint32, k), hd_object_get_uid (node->object), &inner);

      for (guint member = node->first; member < MIN (n, node->first + node->n); member++)
        for (guint32 i = scopes[inner[member]].first_link; i < scopes[inner[member]].end_link; i++)
          {
            float heat = heat_of (loads, i) - (before != NULL ? heat_of (before, i) : 0);

            if (fabsf (heat) > fabsf (*out_heat))
              {
                *out_heat = heat;
                hottest = i;
              }
          }
    }
  return hottest;
}

/* "eth" of "rack[0]/server[3]/eth[1]" */
static char *
dup_short_name (HdDesign *design,
                guint32 link)
{
  g_autofree char *path = hd_design_dup_link_path (design, link);
  const char *slash = strrchr (path, '/'), *name = slash != NULL ? slash + 1 : path;

  return g_strndup (name, strcspn (name, "["));
}

static void
show_hottest (HeddleDrawing *self,
              guint32 index,
              const HeddleLoads *loads,
              const HeddleLoads *before)
{
  HeddleDrawnNode *drawn = heddle_drawing_node (self, index);
  g_autofree char *name = NULL;
  float heat;

  drawn->hottest = find_hottest_inside (self, drawn, loads, before, &heat);
  if (drawn->hottest != HD_NO_ID)
    name = dup_short_name (self->design, drawn->hottest);
  heddle_scene_set_hottest (self->scene, index, name, heat);
}

guint32
heddle_drawing_get_hottest_inside (HeddleDrawing *self,
                                   guint32 node)
{
  return heddle_scene_node (self->scene, node)->hottest != NULL ? heddle_drawing_node (self, node)->hottest : HD_NO_ID;
}

static void
show_node (HeddleDrawing *self,
           guint32 index,
           const HeddleLoads *loads)
{
  const HeddleDrawnNode *drawn = heddle_drawing_node (self, index);
  HeddleSceneNode *node = heddle_scene_node (self->scene, index);

  show_hottest (self, index, loads, NULL);
  node->limits = shows_limit (self, drawn, loads);
  if (drawn->n > 1)
    {
      g_autofree float *strip = g_new (float, drawn->n);
      float busiest = -1;

      for (guint i = 0; i < drawn->n; i++)
        {
          strip[i] = member_busy (self, drawn, drawn->first + i, loads);
          busiest = MAX (busiest, strip[i]);
          if (strip[i] < 0)
            strip[i] = NAN;
        }
      heddle_scene_set_strip (self->scene, index, busiest >= 0 ? strip : NULL, busiest >= 0 ? drawn->n : 0);
      node->busy = node->limits ? busiest : -1;
    }
  else
    node->busy = member_busy (self, drawn, drawn->first, loads);
}

/* Whether anything inside acts by itself: what it sends may not be counted, so nobody knows that it was idle. */
static gboolean
has_agents (HeddleDrawing *self,
            const HeddleDrawnNode *node)
{
  const HdNode *all = hd_design_get_nodes (self->design);
  guint32 first, end;

  if (self->scopes->len == 0 || !heddle_drawing_find_range (self, node, node->first, g_array_index (self->scopes, guint32, 0), &first, &end))
    return FALSE;
  for (guint32 i = first; i < end; i++)
    if (all[i].type->handlers != NULL)
      return TRUE;
  return FALSE;
}

/* A switch names what passes through it, and nodes that took no part step back. */
static void
show_traffic (HeddleDrawing *self,
              const HeddleLoads *loads)
{
  g_autofree double *passing = g_new0 (double, self->nodes->len);
  g_autofree gboolean *used = g_new0 (gboolean, self->nodes->len);

  for (guint i = 0; i < self->links->len; i++)
    {
      const HeddleDrawnLink *drawn = heddle_drawing_link (self, i);
      double rate = 0;

      for (guint k = 0; k < drawn->members->len; k++)
        rate += loads->links[g_array_index (drawn->members, guint32, k)].rate;
      for (guint end = 0; end < 2; end++)
        {
          guint32 node = end == 0 ? drawn->from : drawn->to;

          if (node == HEDDLE_NO_INDEX)
            continue;
          passing[node] += rate / 2 / MAX (1, self->scopes->len);
          used[node] |= heddle_scene_link (self->scene, i)->bytes > 0;
        }
    }

  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const HeddleDrawnNode *drawn = heddle_drawing_node (self, i);
      HeddleSceneNode *node = heddle_scene_node (self->scene, i);
      gboolean idle = !used[i] && node->busy <= 0 && node->n_strip == 0 && !has_agents (self, drawn);

      node->state = idle ? node->state | HEDDLE_STATE_FADED : node->state & ~HEDDLE_STATE_FADED;
      if (drawn->layout == HEDDLE_NODE_BAR)
        {
          g_autofree char *rate = hd_figure_format ((HdQuantity){ passing[i], HD_DIMENSION_BYTE_RATE }, 2);
          /* Translators: what passes through a switch, "8.2 TB/s through" */
          g_autofree char *figure = used[i] ? g_strdup_printf (_("%s through"), rate) : NULL;

          heddle_scene_set_node_text (self->scene, i, !idle ? drawn->subtitle : node->state & HEDDLE_STATE_FAILED ? _("has failed") : _("idle in this run"), figure);
        }
    }
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* 0 as long as nothing was carried. */
static double
find_median (HeddleDrawing *self)
{
  g_autoptr (GArray) bytes = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < self->links->len; i++)
    {
      double amount = heddle_scene_link (self->scene, i)->bytes;

      if (amount > 0)
        g_array_append_val (bytes, amount);
    }
  if (bytes->len == 0)
    return 0;
  g_array_sort (bytes, compare_doubles);
  return g_array_index (bytes, double, bytes->len / 2);
}

/* Widths mean the same for all of a run, as long as they tell anything by it: they only become thinner, by ten and more at once. */
static void
keep_width_reference (HeddleDrawing *self)
{
  double median = find_median (self), now = heddle_link_width_reference (median);

  if (median > 0 && (self->reference == 0 || now > 10 * self->reference))
    self->reference = now;
  heddle_scene_set_width_reference (self->scene, self->reference > 0 ? self->reference : now);
}

void
heddle_drawing_forget_widths (HeddleDrawing *self)
{
  self->reference = 0;
}

static gboolean
has_buffers (HdDesign *design,
             const HeddleLoads *loads)
{
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    if (loads->nodes[i].room > 0)
      return TRUE;
  return FALSE;
}

static void
show_wires (HeddleDrawing *self)
{
  heddle_drawing_forget_widths (self);
  if (!self->figures)
    return;
  self->figures = FALSE;
  self->buffers = FALSE;
  heddle_scene_set_most_heat (self->scene, 0);
  for (guint32 i = 0; i < self->links->len; i++)
    {
      heddle_scene_link (self->scene, i)->heat = HEDDLE_HEAT_NO_RUN;
      heddle_scene_link (self->scene, i)->bytes = 0;
      heddle_scene_link (self->scene, i)->two_ways = FALSE;
      if (self->design != NULL)
        find_failed (self, heddle_drawing_link (self, i), NULL);
      set_dotted (self, i, FALSE);
    }
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const HeddleDrawnNode *drawn = heddle_drawing_node (self, i);
      HeddleSceneNode *node = heddle_scene_node (self->scene, i);

      node->busy = -1;
      node->limits = FALSE;
      node->state &= ~HEDDLE_STATE_FADED;
      heddle_scene_set_strip (self->scene, i, NULL, 0);
      heddle_scene_set_hottest (self->scene, i, NULL, 0);
      heddle_scene_set_node_text (self->scene, i, drawn->subtitle, NULL);
    }
  find_failed_nodes (self, NULL);
}

void
heddle_drawing_show_loads (HeddleDrawing *self,
                           const HeddleLoads *loads)
{
  if (loads == NULL || self->design == NULL)
    {
      show_wires (self);
      return;
    }

  self->figures = TRUE;
  self->buffers = loads->most_heat <= 0 && loads->heat != HEDDLE_HEAT_STALLS && has_buffers (self->design, loads);
  heddle_scene_set_most_heat (self->scene, loads->most_heat);
  for (guint32 i = 0; i < self->links->len; i++)
    show_link (self, i, loads);
  for (guint32 i = 0; i < self->nodes->len; i++)
    show_node (self, i, loads);
  find_failed_nodes (self, loads->failed_nodes);
  show_traffic (self, loads);
  keep_width_reference (self);
}

gboolean
heddle_drawing_shows_buffers (HeddleDrawing *self)
{
  return self->buffers;
}

/* Whether any of the links that are drawn as one ran. */
static gboolean
has_run (const HeddleDrawnLink *drawn,
         const HeddleLoads *loads)
{
  gboolean ran = loads->ran == NULL || drawn->members->len == 0;

  for (guint i = 0; i < drawn->members->len && !ran; i++)
    ran = loads->ran[g_array_index (drawn->members, guint32, i)] != HD_NO_ID;
  return ran;
}

/* It shows what it is now. */
static void
show_link_difference (HeddleDrawing *self,
                      guint32 index,
                      const HeddleLoads *now,
                      const HeddleLoads *before)
{
  const HeddleDrawnLink *drawn = heddle_drawing_link (self, index);
  HeddleSceneLink *link = heddle_scene_link (self->scene, index);
  float heat = link->heat;
  double bytes = link->bytes;

  show_link (self, index, before);
  link->two_ways = FALSE;
  set_dotted (self, index, has_run (drawn, now) != has_run (drawn, before));
  if (!isfinite (heat) && !isfinite (link->heat))
    return;
  link->heat = (isfinite (heat) ? heat : 0) - (isfinite (link->heat) ? link->heat : 0);
  link->bytes = MAX (bytes, link->bytes);
}

void
heddle_drawing_show_difference (HeddleDrawing *self,
                                const HeddleLoads *now,
                                const HeddleLoads *before)
{
  heddle_drawing_show_loads (self, now);
  if (self->design == NULL)
    return;
  for (guint i = 0; i < self->links->len; i++)
    show_link_difference (self, i, now, before);
  for (guint32 i = 0; i < self->nodes->len; i++)
    show_hottest (self, i, now, before);
  heddle_scene_set_width_reference (self->scene, heddle_link_width_reference (find_median (self)));
}

/* ---- packets of an aggregation tree --------------------------------------------------------------------------------------- */

void
heddle_drawing_show_packets (HeddleDrawing *self,
                             const guint32 *packets,
                             guint32 most)
{
  g_autofree gboolean *used = g_new0 (gboolean, self->nodes->len);

  show_wires (self);
  self->figures = TRUE;
  for (guint32 i = 0; i < self->links->len; i++)
    {
      const HeddleDrawnLink *drawn = heddle_drawing_link (self, i);
      HeddleSceneLink *link = heddle_scene_link (self->scene, i);
      guint32 hottest = 0;

      for (guint k = 0; k < drawn->members->len; k++)
        {
          guint32 carried = packets[g_array_index (drawn->members, guint32, k)];

          link->bytes += carried;
          hottest = MAX (hottest, carried);
        }
      link->heat = hottest > 0 ? (float) hottest / most : HEDDLE_HEAT_UNUSED;
      for (guint end = 0; hottest > 0 && end < 2; end++)
        if ((end == 0 ? drawn->from : drawn->to) != HEDDLE_NO_INDEX)
          used[end == 0 ? drawn->from : drawn->to] = TRUE;
    }
  for (guint32 i = 0; i < self->nodes->len; i++)
    if (!used[i])
      heddle_scene_node (self->scene, i)->state |= HEDDLE_STATE_FADED;
  heddle_scene_set_width_reference (self->scene, heddle_link_width_reference (find_median (self)));
}
