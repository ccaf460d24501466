/* hd-probes.c: connects the probes of a design to what produces their values
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * At flow fidelity nodes and links do not act themselves: their signals are sums of the rates of resources (link, processor), or what goes on
 * in a lane. Components that act sample their own probes.
 */
#define G_LOG_DOMAIN "hd-probes"

#include "hd-probes.h"

#include <string.h>

#include <heddle/hd-pair-hash.h>

#include "hd-i18n.h"

static gboolean
is_state (const HdProbePoint *probe)
{
  return (probe->kind == HD_TARGET_NODE && strcmp (probe->probe, "vertex") == 0)
         || (probe->kind == HD_TARGET_WORKLOAD && strcmp (probe->probe, "collective") == 0);
}

/* Shares are of what links can carry when the run begins. */
static double
get_first_rate (HdDesign *design,
                guint32 link)
{
  double rate = hd_link_get_rate (&hd_design_get_links (design)[link]);

  for (guint i = 0; i < hd_design_get_n_changes (design) && hd_design_get_change (design, i)->time == 0; i++)
    for (guint k = 0; k < hd_design_get_change (design, i)->n_links; k++)
      if (hd_design_get_change (design, i)->links[k].link == link)
        rate = hd_design_get_change (design, i)->links[k].rate;
  return rate;
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
  return link->sharing == HD_SHARING_SPLIT && probe->direction == 2 ? 2 * get_first_rate (design, probe->target) : get_first_rate (design, probe->target);
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
          const HdRunLayout *layout,
          guint32 link,
          guint direction,
          double factor)
{
  if (hd_design_get_links (design)[link].sharing == HD_SHARING_SHARED)
    {
      add_term (terms, whole, hd_run_layout_get_link (layout, link, 0), factor);
      return;
    }
  for (guint d = 0; d < 2; d++)
    if (direction == 2 || direction == d)
      add_term (terms, whole, hd_run_layout_get_link (layout, link, d), factor);
}

/* Everything that passes the ports of a node. O(links), for each such probe. */
static void
add_ports (GArray *terms,
           HdDesign *design,
           const HdRunLayout *layout,
           guint32 node,
           double factor)
{
  const HdLink *links = hd_design_get_links (design);

  for (guint l = 0; l < hd_design_get_n_links (design); l++)
    if (links[l].from == node || links[l].to == node)
      add_link (terms, HD_USAGE_SUM, design, layout, l, 2, factor);
}

/* What a router alone tells, besides its buffers: the sum of @n meters from @first on, or the share of their capacity. */
typedef struct
{
  const char *probe;
  HdMeter first;
  guint n;
  gboolean is_share;
} Meters;

static const Meters meters[] = {
  { "switched", HD_METER_SWITCHED, 1, FALSE },
  { "accepted", HD_METER_ACCEPTED, 1, FALSE },
  { "stalled", HD_METER_STALLED, HD_N_STALLS, TRUE },
  { "no-channel", HD_METER_STALLED + HD_STALL_CHANNEL, 1, TRUE },
  { "no-credit", HD_METER_STALLED + HD_STALL_CREDIT, 1, TRUE },
  { "no-switch", HD_METER_STALLED + HD_STALL_SWITCH, 1, TRUE },
  { "no-room", HD_METER_STALLED + HD_STALL_ROOM, 1, TRUE },
};

static const Meters *
find_meters (const HdProbePoint *probe)
{
  for (guint i = 0; probe->kind == HD_TARGET_NODE && i < G_N_ELEMENTS (meters); i++)
    if (strcmp (probe->probe, meters[i].probe) == 0)
      return &meters[i];
  return NULL;
}

/* Of the packets of all work. */
static gboolean
is_of_packets (const HdProbePoint *probe)
{
  return probe->kind == HD_TARGET_WORKLOAD && strcmp (probe->probe, "latency") == 0;
}

static gboolean
is_of_buffers (const HdProbePoint *probe)
{
  return probe->kind == HD_TARGET_NODE && strcmp (probe->probe, "buffers") == 0;
}

static gboolean
is_credits (const HdProbePoint *probe)
{
  return probe->kind != HD_TARGET_WORKLOAD && strcmp (probe->probe, "credits") == 0;
}

static gboolean
is_of_router (const HdProbePoint *probe)
{
  return is_of_packets (probe) || is_of_buffers (probe) || (probe->kind == HD_TARGET_NODE && is_credits (probe)) || find_meters (probe) != NULL;
}

static gboolean
has_router (const HdRunLayout *layout,
            const HdProbePoint *probe)
{
  if (is_of_packets (probe))
    return hd_run_layout_get_packets (layout) != HD_NO_ID;
  if (is_of_buffers (probe) || is_credits (probe))
    return hd_run_layout_get_node (layout, probe->target, 0) != HD_NO_ID;
  return hd_run_layout_get_meter (layout, probe->target, HD_METER_SWITCHED) != HD_NO_ID;
}

static void
add_meters (GArray *terms,
            const HdRunLayout *layout,
            guint32 node,
            const Meters *of)
{
  for (guint i = 0; i < of->n; i++)
    {
      guint32 resource = hd_run_layout_get_meter (layout, node, of->first + i);

      add_term (terms, HD_USAGE_SUM, resource, of->is_share ? 100 / hd_run_layout_get_capacity (layout, resource) : 1);
    }
}

/* Utilisation is a share of one capacity: of both directions of a split link, that of the busier one. */
static HdUsageWhole
collect_terms (GArray *terms,
               HdDesign *design,
               const HdRunLayout *layout,
               const HdProbePoint *probe)
{
  gboolean share = strcmp (probe->probe, "utilisation") == 0;

  if (probe->kind == HD_TARGET_LINK)
    {
      HdUsageWhole whole = share ? HD_USAGE_MAXIMUM : HD_USAGE_SUM;
      double factor = share ? 100 / get_first_rate (design, probe->target) : 1;

      add_link (terms, whole, design, layout, probe->target, probe->direction, factor);
      return whole;
    }
  if (is_of_packets (probe))
    {
      add_term (terms, HD_USAGE_RATIO, hd_run_layout_get_packets (layout) + 1, 1);
      add_term (terms, HD_USAGE_RATIO, hd_run_layout_get_packets (layout), 1);
      return HD_USAGE_RATIO;
    }
  if (share || strcmp (probe->probe, "busy") == 0)
    {
      guint32 resource = hd_run_layout_get_node (layout, probe->target, 0);

      if (resource != HD_NO_ID)
        add_term (terms, HD_USAGE_SUM, resource, 100 / hd_run_layout_get_capacity (layout, resource));
    }
  else if (strcmp (probe->probe, "rate") == 0)
    {
      add_ports (terms, design, layout, probe->target, 1);
    }
  else if (strcmp (probe->probe, "through") == 0)
    {
      add_ports (terms, design, layout, probe->target, 0.5); /* what comes in goes out */
    }
  else if (find_meters (probe) != NULL)
    {
      add_meters (terms, layout, probe->target, find_meters (probe));
    }
  else if (is_of_buffers (probe))
    {
      add_term (terms, HD_USAGE_SUM, hd_run_layout_get_node (layout, probe->target, 0), 1);
    }
  return HD_USAGE_SUM;
}

static gboolean
acts_itself (const HdComponentType *type)
{
  return type->handlers != NULL || type->block != NULL;
}

void
hd_probes_find_loads (HdDesign *design,
                      const HdRunLayout *layout,
                      HdProbeLoads found,
                      gpointer data)
{
  g_autoptr (GArray) terms = g_array_new (FALSE, FALSE, sizeof (HdUsageTerm));

  for (guint i = 0; i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *probe = hd_design_get_probe (design, i);
      HdUsageWhole whole;

      if (probe->kind == HD_TARGET_NODE && acts_itself (hd_design_get_nodes (design)[probe->target].type))
        continue;
      if (is_state (probe) || (probe->kind == HD_TARGET_WORKLOAD && !is_of_packets (probe)) || strcmp (probe->probe, "queue") == 0
          || is_credits (probe))
        continue;
      if (is_of_router (probe) && !has_router (layout, probe))
        continue;
      g_array_set_size (terms, 0);
      whole = collect_terms (terms, design, layout, probe);
      found (data, i, whole, (const HdUsageTerm *) (void *) terms->data, terms->len);
    }
}

static void
warn (HdDesign *design,
      const HdProbePoint *probe,
      HdProblemList *problems,
      const char *hint,
      const char *reason)
{
  g_autofree char *object = g_strdup_printf ("probe:%s", probe->title);

  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_NO_EFFECT, HD_SEVERITY_WARNING, object, probe->origin_uid, "of", hd_design_get_file (design),
                                                  hd_design_get_line (design, probe->origin_uid), hint, "%s", reason));
}

void
hd_probes_warn (HdDesign *design,
                const HdRunLayout *layout,
                gboolean has_work,
                HdProblemList *problems)
{
  gboolean queues = has_work && hd_design_get_run_settings (design)->fidelity != HD_FIDELITY_FLOW;

  for (guint i = 0; i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *probe = hd_design_get_probe (design, i);

      if (is_of_router (probe) && (is_of_packets (probe) || !acts_itself (hd_design_get_nodes (design)[probe->target].type)) && !has_router (layout, probe))
        warn (design, probe, problems, _("Carry work at flit fidelity"), _("The probe has no values: only routers tell it"));
      if (probe->kind != HD_TARGET_LINK)
        continue;
      if (is_credits (probe))
        {
          if (!queues || hd_design_get_run_settings (design)->fidelity != HD_FIDELITY_FLIT)
            warn (design, probe, problems, _("Carry work at flit fidelity"), _("The probe has no values: only routers tell it"));
        }
      else if (strcmp (probe->probe, "queue") == 0)
        {
          if (!queues)
            warn (design, probe, problems, _("Carry work at packet or flit fidelity"), _("The probe has no values: only packets of work queue at a link"));
        }
      else if (!has_work && hd_run_layout_get_link (layout, probe->target, 0) == HD_NO_ID)
        {
          warn (design, probe, problems, _("Remove the probe, or look at the components at the link's ends"),
                _("The probe has no values: the messages of these components have no size"));
        }
    }
}

/* ---- states --------------------------------------------------------------------------------------------------------- */

gboolean
hd_probes_is_state (HdDesign *design,
                    const HdProbePoint *probe)
{
  return is_state (probe) && (probe->kind != HD_TARGET_NODE || !acts_itself (hd_design_get_nodes (design)[probe->target].type));
}

void
hd_probes_connect_states (HdDesign *design,
                          const HdExecutionLayout *layout,
                          HdStates *states)
{
  for (guint i = 0; i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *probe = hd_design_get_probe (design, i);

      if (!hd_probes_is_state (design, probe))
        continue;
      for (guint lane = 0; lane < layout->n_lanes; lane++)
        if (probe->kind == HD_TARGET_NODE ? layout->lane_nodes[lane] == probe->target : layout->lane_nodes[lane] == HD_NO_ID)
          {
            hd_states_watch (states, i, layout->lane_classes[lane]);
            break;
          }
    }
}

/* ---- moments -------------------------------------------------------------------------------------------------------- */

gboolean
hd_probes_is_queue (const HdProbePoint *probe)
{
  return probe->kind == HD_TARGET_LINK && strcmp (probe->probe, "queue") == 0;
}

gboolean
hd_probes_is_credits (HdDesign *design,
                      const HdProbePoint *probe)
{
  return is_credits (probe) && (probe->kind == HD_TARGET_LINK || !acts_itself (hd_design_get_nodes (design)[probe->target].type));
}

/* ---- numbers -------------------------------------------------------------------------------------------------------- */

static gint64
make_key (guint32 node,
          guint32 probe)
{
  return (gint64) ((guint64) node << 32 | probe);
}

GHashTable *
hd_probes_number (HdDesign *design)
{
  GHashTable *numbers = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);

  for (guint i = hd_design_get_n_probes (design); i-- > 0;) /* of two of a kind the first is told */
    {
      const HdProbePoint *point = hd_design_get_probe (design, i);
      const HdProbe *probes = point->kind == HD_TARGET_NODE ? hd_design_get_nodes (design)[point->target].type->probes : NULL;
      gint64 key;

      for (guint32 n = 0; probes != NULL && probes[n].name != NULL; n++)
        if (strcmp (probes[n].name, point->probe) == 0)
          {
            key = make_key (point->target, n);
            g_hash_table_replace (numbers, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (i + 1));
          }
    }
  return numbers;
}

guint8 *
hd_probes_mark (HdDesign *design)
{
  guint8 *marks = g_new0 (guint8, hd_design_get_n_nodes (design) + 1);

  for (guint i = 0; i < hd_design_get_n_probes (design); i++)
    if (hd_design_get_probe (design, i)->kind == HD_TARGET_NODE)
      marks[hd_design_get_probe (design, i)->target] = 1;
  return marks;
}

int
hd_probes_find (GHashTable *numbers,
                guint32 node,
                guint32 probe)
{
  gint64 key = make_key (node, probe);

  return (int) GPOINTER_TO_UINT (g_hash_table_lookup (numbers, &key)) - 1;
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
