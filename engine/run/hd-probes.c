/* hd-probes.c: connects the probes of a design to what produces their values
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * At flow fidelity nodes and links do not act themselves: their signals are sums of the rates of resources (link, processor), or what goes on
 * in a lane. Components with handlers sample their own probes.
 */
#define G_LOG_DOMAIN "hd-probes"

#include "hd-probes.h"

#include <string.h>

static gboolean
is_state (const HdProbePoint *probe)
{
  return (probe->kind == HD_TARGET_NODE && strcmp (probe->probe, "vertex") == 0)
         || (probe->kind == HD_TARGET_WORKLOAD && strcmp (probe->probe, "collective") == 0);
}

static double
full_scale (HdDesign *design,
            const HdProbePoint *probe)
{
  const HdLink *link;

  if (strcmp (probe->unit, "%") == 0)
    return 100;
  if (probe->kind != HD_TARGET_LINK || strcmp (probe->probe, "rate") != 0)
    return 0;
  link = &hd_design_get_links (design)[probe->target];
  return link->sharing == HD_SHARING_SPLIT && probe->direction == 2 ? 2 * link->bandwidth : link->bandwidth;
}

void
hd_probes_prepare (HdRecord *record,
                   HdDesign *design)
{
  for (guint i = 0; i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *probe = hd_design_get_probe (design, i);

      _hd_record_set_series (record, i, is_state (probe) ? HD_SERIES_STATE : HD_SERIES_STEP, full_scale (design, probe));
    }
}

/* ---- terms: which resources a signal sums up ------------------------------------------------------------------------------ */

static void
add_term (GArray *terms,
          HdUsageWhole whole,
          guint32 resource,
          double factor)
{
  HdUsageTerm term = { resource, factor };

  if (resource == HD_NO_ID)
    return;
  /* Links that symmetry proved equal share one resource. */
  for (guint i = 0; i < terms->len; i++)
    if (g_array_index (terms, HdUsageTerm, i).resource == resource)
      {
        if (whole == HD_USAGE_SUM)
          g_array_index (terms, HdUsageTerm, i).factor += factor;
        return;
      }
  g_array_append_val (terms, term);
}

static void
add_link (GArray *terms,
          HdUsageWhole whole,
          HdDesign *design,
          const HdExecutionLayout *layout,
          guint32 link,
          guint direction,
          double factor)
{
  const HdLink *l = &hd_design_get_links (design)[link];
  const guint32 *resources = layout->link_resources + 2 * (gsize) link;

  if (l->sharing == HD_SHARING_SHARED)
    {
      add_term (terms, whole, resources[0] != HD_NO_ID ? resources[0] : resources[1], factor);
      return;
    }
  for (guint d = 0; d < 2; d++)
    if (direction == 2 || direction == d)
      add_term (terms, whole, resources[d], factor);
}

/* Everything that passes the ports of a node. O(links), for each such probe. */
static void
add_ports (GArray *terms,
           HdDesign *design,
           const HdExecutionLayout *layout,
           guint32 node,
           double factor)
{
  const HdLink *links = hd_design_get_links (design);

  for (guint l = 0; l < hd_design_get_n_links (design); l++)
    if (links[l].from == node || links[l].to == node)
      add_link (terms, HD_USAGE_SUM, design, layout, l, 2, factor);
}

/* Utilisation is a share of one capacity: of both directions of a split link, that of the busier one. */
static HdUsageWhole
collect_terms (GArray *terms,
               HdDesign *design,
               const HdExecutionLayout *layout,
               const HdProbePoint *probe)
{
  gboolean share = strcmp (probe->probe, "utilisation") == 0;

  if (probe->kind == HD_TARGET_LINK)
    {
      HdUsageWhole whole = share ? HD_USAGE_MAXIMUM : HD_USAGE_SUM;
      double factor = share ? 100 / hd_design_get_links (design)[probe->target].bandwidth : 1;

      add_link (terms, whole, design, layout, probe->target, probe->direction, factor);
      return whole;
    }
  if (share || strcmp (probe->probe, "busy") == 0)
    {
      guint32 resource = layout->node_resources[2 * (gsize) probe->target];

      if (resource != HD_NO_ID)
        add_term (terms, HD_USAGE_SUM, resource, 100 / layout->capacities[resource]);
    }
  else if (strcmp (probe->probe, "rate") == 0)
    {
      add_ports (terms, design, layout, probe->target, 1);
    }
  else if (strcmp (probe->probe, "through") == 0)
    {
      add_ports (terms, design, layout, probe->target, 0.5); /* what comes in goes out */
    }
  return HD_USAGE_SUM;
}

static void
connect_states (HdDesign *design,
                const HdExecutionLayout *layout,
                HdStates *states,
                guint series,
                const HdProbePoint *probe)
{
  for (guint lane = 0; lane < layout->n_lanes; lane++)
    if (probe->kind == HD_TARGET_NODE ? layout->lane_nodes[lane] == probe->target : layout->lane_nodes[lane] == HD_NO_ID)
      {
        hd_states_watch (states, series, layout->lane_classes[lane]);
        return;
      }
}

static gboolean
acts_itself (const HdComponentType *type)
{
  return type->handlers != NULL || type->block != NULL;
}

void
hd_probes_connect (HdDesign *design,
                   const HdExecutionLayout *layout,
                   HdUsage *usage,
                   HdStates *states)
{
  g_autoptr (GArray) terms = g_array_new (FALSE, FALSE, sizeof (HdUsageTerm));

  for (guint i = 0; i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *probe = hd_design_get_probe (design, i);
      HdUsageWhole whole;

      if (probe->kind == HD_TARGET_NODE && acts_itself (hd_design_get_nodes (design)[probe->target].type))
        continue;
      if (is_state (probe))
        {
          connect_states (design, layout, states, i, probe);
          continue;
        }
      if (probe->kind == HD_TARGET_WORKLOAD || strcmp (probe->probe, "queue") == 0) /* nothing queues */
        continue;
      g_array_set_size (terms, 0);
      whole = collect_terms (terms, design, layout, probe);
      hd_usage_watch (usage, i, whole, (const HdUsageTerm *) (void *) terms->data, terms->len);
    }
}

int
hd_probes_find (HdDesign *design,
                guint32 node,
                guint32 probe)
{
  const char *name = hd_design_get_nodes (design)[node].type->probes[probe].name;

  for (guint i = 0; i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *point = hd_design_get_probe (design, i);

      if (point->kind == HD_TARGET_NODE && point->target == node && strcmp (point->probe, name) == 0)
        return (int) i;
    }
  return -1;
}

int
hd_probes_find_workload (HdDesign *design,
                         const char *name)
{
  for (guint i = 0; i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *point = hd_design_get_probe (design, i);

      if (point->kind == HD_TARGET_WORKLOAD && strcmp (point->probe, name) == 0)
        return (int) i;
    }
  return -1;
}
