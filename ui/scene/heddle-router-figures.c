/* heddle-router-figures.c: routers of a network as rows of a table, and which of them is in the way
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-router-figures"

#include "heddle-router-figures.h"

#include <math.h>

#include <glib/gi18n.h>

#define DIGITS 4

const char *
heddle_stall_get_title (HdStall stall)
{
  static const char *const titles[HD_N_STALLS] = {
    [HD_STALL_CHANNEL] = N_("No virtual channel"), [HD_STALL_CREDIT] = N_("No credit"), [HD_STALL_SWITCH] = N_("Another one won"),
    [HD_STALL_ROOM] = N_("No room behind the switch"),
  };

  g_return_val_if_fail (stall < HD_N_STALLS, NULL);

  return _(titles[stall]);
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------- */

const char *
heddle_router_get_head (HeddleRouterColumn column)
{
  static const char *const heads[HEDDLE_ROUTER_N_COLUMNS] = {
    [HEDDLE_ROUTER_NAME] = N_("Router"),
    [HEDDLE_ROUTER_STALLED] = N_("Stands still"),
    [HEDDLE_ROUTER_FILL] = N_("Buffers"),
    [HEDDLE_ROUTER_PEAK] = N_("At most"),
    [HEDDLE_ROUTER_SWITCHED] = N_("Flits switched"),
    [HEDDLE_ROUTER_POWER] = N_("Power"),
  };

  g_return_val_if_fail (column < HEDDLE_ROUTER_N_COLUMNS, NULL);

  return heads[column] != NULL ? _(heads[column]) : heddle_stall_get_title ((HdStall) (column - HEDDLE_ROUTER_NO_CHANNEL));
}

GArray *
heddle_router_list (HdDesign *design,
                    const HeddleLoads *loads)
{
  GArray *routers = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 n = 0; n < hd_design_get_n_nodes (design); n++)
    if (loads->nodes[n].room > 0)
      g_array_append_val (routers, n);
  return routers;
}

/* All of one reason, as a share of the cycles of all channels: as the sum of them is. */
static double
get_stall (const HdLoad *load,
           HdStall stall)
{
  double sum = 0;

  for (guint i = 0; i < HD_N_STALLS; i++)
    sum += load->stalled[i];
  return sum > 0 ? load->stalled_share * load->stalled[stall] / sum : 0;
}

double
heddle_router_get_number (const HeddleLoads *loads,
                          guint32 router,
                          HeddleRouterColumn column)
{
  const HdLoad *load = &loads->nodes[router];

  switch (column)
    {
    case HEDDLE_ROUTER_STALLED:
      return load->stalled_share;
    case HEDDLE_ROUTER_NO_CHANNEL:
    case HEDDLE_ROUTER_NO_CREDIT:
    case HEDDLE_ROUTER_NO_SWITCH:
    case HEDDLE_ROUTER_NO_ROOM:
      return get_stall (load, (HdStall) (column - HEDDLE_ROUTER_NO_CHANNEL));
    case HEDDLE_ROUTER_FILL:
      return (double) load->mean;
    case HEDDLE_ROUTER_PEAK:
      return (double) load->peak;
    case HEDDLE_ROUTER_SWITCHED:
      return load->switched;
    case HEDDLE_ROUTER_POWER:
      return load->power;
    case HEDDLE_ROUTER_NAME:
    case HEDDLE_ROUTER_N_COLUMNS:
    default:
      return (double) NAN;
    }
}

char *
heddle_router_dup_cell (HdDesign *design,
                        const HeddleLoads *loads,
                        guint32 router,
                        HeddleRouterColumn column)
{
  double number = heddle_router_get_number (loads, router, column);

  if (column == HEDDLE_ROUTER_NAME)
    return hd_design_dup_node_label (design, router);
  if (column == HEDDLE_ROUTER_SWITCHED)
    return hd_figure_count ((guint64) number);
  if (column == HEDDLE_ROUTER_POWER)
    return hd_figure_in (number, "W", DIGITS);
  return hd_figure_percent (number);
}

/* ---- what is in the way --------------------------------------------------------------------------------------------------------- */

/* The way out of @router over @link; a shared link has one way. */
static double
get_share_out (const HdLink *link,
               const HdLoad *load,
               guint32 router)
{
  return (double) load->ways[link->sharing == HD_SHARING_SPLIT && link->to == router].mean;
}

gboolean
heddle_bottleneck_find (HdDesign *design,
                        const HeddleLoads *loads,
                        HeddleBottleneck *out_bottleneck)
{
  const HdLink *links = hd_design_get_links (design);
  const HdLoad *worst = NULL;

  *out_bottleneck = (HeddleBottleneck){ HD_NO_ID, HD_STALL_CHANNEL, HD_NO_ID, 0 };
  for (guint32 n = 0; n < hd_design_get_n_nodes (design); n++)
    if (loads->nodes[n].room > 0 && loads->nodes[n].stalled_share > (worst != NULL ? worst->stalled_share : 0))
      {
        worst = &loads->nodes[n];
        out_bottleneck->router = n;
      }
  if (worst == NULL)
    return FALSE;
  for (guint i = 1; i < HD_N_STALLS; i++)
    if (worst->stalled[i] > worst->stalled[out_bottleneck->reason])
      out_bottleneck->reason = (HdStall) i;
  for (guint32 l = 0; l < hd_design_get_n_links (design); l++)
    if (links[l].from == out_bottleneck->router || links[l].to == out_bottleneck->router)
      {
        double share = get_share_out (&links[l], &loads->links[l], out_bottleneck->router);

        if (share <= out_bottleneck->share)
          continue;
        out_bottleneck->share = share;
        out_bottleneck->link = l;
      }
  return TRUE;
}

char *
heddle_bottleneck_dup_text (HdDesign *design,
                            const HeddleLoads *loads,
                            const HeddleBottleneck *bottleneck)
{
  const HdLoad *load = &loads->nodes[bottleneck->router];
  g_autofree char *router = hd_design_dup_node_label (design, bottleneck->router), *share = hd_figure_percent (load->stalled_share);
  g_autofree char *of_reason = hd_figure_percent (get_stall (load, bottleneck->reason)), *link = NULL, *busy = NULL;

  if (bottleneck->link == HD_NO_ID)
    return g_strdup_printf (_("Most stands still in %s: %s of its channels' time, %s as “%s”"), router, share, of_reason, heddle_stall_get_title (bottleneck->reason));
  link = hd_design_dup_link_path (design, bottleneck->link);
  busy = hd_figure_percent (bottleneck->share);
  return g_strdup_printf (_("Most stands still in %s: %s of its channels' time, %s as “%s”; %s, its fullest link, is %s busy"), router, share, of_reason,
                          heddle_stall_get_title (bottleneck->reason), link, busy);
}
