/* hd-hot-spots.c: the busiest links, media and memories
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-hot-spots"

#include <heddle/hd-record.h>

#include <math.h>

#include "hd-i18n.h"

/* A hot spot while it is placed among the others. */
typedef struct
{
  HdHotSpot *spots;
  const HdLoad *links, *nodes;
  guint n, most;
} Chart;

double
hd_node_get_bandwidth (HdDesign *design,
                       guint32 node,
                       guint way)
{
  gboolean works = hd_design_get_nodes (design)[node].type->role == HD_ROLE_ENDPOINT;
  double bandwidth = 0;

  if (way == 0 && !works)
    bandwidth = hd_design_get_property (design, node, HD_PROPERTY_BANDWIDTH, 0);
  else if (way == 1 && works)
    bandwidth = hd_design_get_property (design, node, HD_PROPERTY_LOCAL_BANDWIDTH, 0);
  return isfinite (bandwidth) ? bandwidth : 0;
}

const HdUse *
hd_hot_spot_get_use (const HdHotSpot *self,
                     const HdLoad *links,
                     const HdLoad *nodes)
{
  return self->kind == HD_TARGET_LINK ? &links[self->target].ways[self->way] : &nodes[self->target].ways[self->way];
}

double
hd_hot_spot_get_total (const HdHotSpot *self,
                       const HdLoad *links,
                       const HdLoad *nodes)
{
  return self->kind == HD_TARGET_LINK ? links[self->target].amount : nodes[self->target].ways[self->way].amount;
}

static gboolean
is_hotter (const Chart *chart,
           const HdHotSpot *a,
           const HdHotSpot *b)
{
  double x = hd_hot_spot_get_total (a, chart->links, chart->nodes), y = hd_hot_spot_get_total (b, chart->links, chart->nodes);

  if (a->share != b->share)
    return a->share > b->share;
  return x > y; /* else whoever came first */
}

static void
offer (Chart *chart,
       const HdHotSpot *spot)
{
  guint at = chart->n;

  for (; at > 0 && is_hotter (chart, spot, &chart->spots[at - 1]); at--)
    chart->spots[at] = chart->spots[at - 1];
  chart->spots[at] = *spot;
  chart->n = MIN (chart->n + 1, chart->most);
}

static void
offer_link (Chart *chart,
            HdDesign *design,
            guint32 link,
            gboolean peak)
{
  const HdUse *ways = chart->links[link].ways;
  HdHotSpot spot = { .kind = HD_TARGET_LINK, .target = link, .bandwidth = hd_link_get_rate (&hd_design_get_links (design)[link]) };

  if (chart->links[link].amount <= 0)
    return;
  spot.way = peak ? ways[1].peak > ways[0].peak : ways[1].mean > ways[0].mean;
  spot.share = peak ? ways[spot.way].peak : ways[spot.way].mean;
  offer (chart, &spot);
}

static void
offer_node (Chart *chart,
            HdDesign *design,
            guint32 node,
            gboolean peak)
{
  for (guint way = 0; way < 2; way++)
    {
      const HdUse *use = &chart->nodes[node].ways[way];
      HdHotSpot spot = { HD_TARGET_NODE, node, way, peak ? use->peak : use->mean, 0 };

      if (use->amount <= 0)
        continue;
      spot.bandwidth = hd_node_get_bandwidth (design, node, way);
      if (spot.bandwidth > 0)
        offer (chart, &spot);
    }
}

guint
hd_hot_spots_find (HdDesign *design,
                   const HdLoad *links,
                   const HdLoad *nodes,
                   gboolean peak,
                   guint most,
                   HdHotSpot *out)
{
  Chart chart = { out, links, nodes, 0, most };

  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    offer_link (&chart, design, i, peak);
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    offer_node (&chart, design, i, peak);
  return chart.n;
}

char *
hd_hot_spot_dup_path (const HdHotSpot *self,
                      HdDesign *design)
{
  g_autofree char *path = NULL;

  path = self->kind == HD_TARGET_LINK ? hd_design_dup_link_path (design, self->target) : hd_design_dup_node_path (design, self->target);
  if (self->kind == HD_TARGET_NODE && self->way == 1)
    return g_strdup_printf (_("%s (local memory)"), path);
  return g_steal_pointer (&path);
}
