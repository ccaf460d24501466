/* heddle-hot-links.c: the hottest links, media and memories of a run, in words
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-hot-links"

#include "heddle-hot-links.h"

#include <glib/gi18n.h>

#include "heddle-figures.h"

guint
heddle_hot_links_find (HdDesign *design,
                       const HeddleLoads *loads,
                       guint most,
                       HdHotSpot *out)
{
  return hd_hot_spots_find (design, loads->links, loads->nodes, loads->peak, most, out);
}

char *
heddle_dup_directions (const HdLoad *load,
                       gboolean split)
{
  g_autofree char *there = hd_figure_format ((HdQuantity){ load->ways[0].rate, HD_DIMENSION_BYTE_RATE }, 3);
  g_autofree char *back = hd_figure_format ((HdQuantity){ load->ways[1].rate, HD_DIMENSION_BYTE_RATE }, 3);

  /* Translators: what a link carries from its first end to its second, and back */
  return split ? g_strdup_printf (_("→ %s  ← %s"), there, back) : g_steal_pointer (&there);
}

static double
share_of (const HeddleLoads *loads,
          const HdUse *use)
{
  return loads->peak ? use->peak : use->mean;
}

static void
describe_link (HdDesign *design,
               const HeddleLoads *loads,
               const HdHotSpot *hot,
               HeddleLinkRow *out_row)
{
  const HdLink *link = &hd_design_get_links (design)[hot->target];
  const HdLoad *load = &loads->links[hot->target];
  gboolean split = link->sharing == HD_SHARING_SPLIT;
  g_autofree char *bandwidth = hd_figure_format ((HdQuantity){ hot->bandwidth, HD_DIMENSION_BYTE_RATE }, 3);
  char **words = out_row->words;

  for (guint way = 0; way < (split ? 2 : 1); way++)
    out_row->shares[way] = share_of (loads, &load->ways[way]);
  words[HEDDLE_LINK_CLASS] = link->link_class != HD_NO_ID ? g_strdup (hd_design_get_link_class (design, link->link_class)->id) : NULL;
  words[HEDDLE_LINK_RATE] = heddle_dup_directions (load, split);
  words[HEDDLE_LINK_BANDWIDTH] = split ? g_strdup_printf (_("%s each way"), bandwidth) : g_steal_pointer (&bandwidth);
}

static void
describe_node (HdCatalog *catalog,
               HdDesign *design,
               const HeddleLoads *loads,
               const HdHotSpot *hot,
               HeddleLinkRow *out_row)
{
  const HdComponentType *type = hd_design_get_nodes (design)[hot->target].type;
  const HdUse *use = &loads->nodes[hot->target].ways[hot->way];
  char **words = out_row->words;

  out_row->shares[0] = share_of (loads, use);
  words[HEDDLE_LINK_CLASS] = g_strdup (hd_catalog_translate (catalog, type, type->title));
  words[HEDDLE_LINK_RATE] = hd_figure_format ((HdQuantity){ use->rate, HD_DIMENSION_BYTE_RATE }, 3);
  words[HEDDLE_LINK_BANDWIDTH] = hd_figure_format ((HdQuantity){ hot->bandwidth, HD_DIMENSION_BYTE_RATE }, 3);
}

void
heddle_hot_link_describe (HdCatalog *catalog,
                          HdDesign *design,
                          const HeddleLoads *loads,
                          const HdHotSpot *hot,
                          HeddleLinkRow *out_row)
{
  double carried = hd_hot_spot_get_total (hot, loads->totals, loads->node_totals);
  char **words = out_row->words;

  *out_row = (HeddleLinkRow){ .shares = { 0, -1 } };
  if (hot->kind == HD_TARGET_LINK)
    describe_link (design, loads, hot, out_row);
  else
    describe_node (catalog, design, loads, hot, out_row);
  words[HEDDLE_LINK_NAME] = hd_hot_spot_dup_path (hot, design);
  words[HEDDLE_LINK_USE] = hd_figure_percent (MAX (out_row->shares[0], out_row->shares[1]));
  words[HEDDLE_LINK_CARRIED] = hd_figure_format ((HdQuantity){ carried, HD_DIMENSION_BYTES }, 3);
}

void
heddle_link_row_clear (HeddleLinkRow *row)
{
  for (guint c = 0; c < HEDDLE_LINK_N_COLUMNS; c++)
    g_clear_pointer (&row->words[c], g_free);
}

const char *
heddle_hot_links_get_head (HeddleLinkColumn column)
{
  static const char *const heads[HEDDLE_LINK_N_COLUMNS] = {
    [HEDDLE_LINK_CLASS] = N_("Class"),         [HEDDLE_LINK_USE] = N_("Use"),         [HEDDLE_LINK_RATE] = N_("Rate"),
    [HEDDLE_LINK_BANDWIDTH] = N_("Bandwidth"), [HEDDLE_LINK_CARRIED] = N_("Carried"),
  };

  return _(heads[column]);
}
