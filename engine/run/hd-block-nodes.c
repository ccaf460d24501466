/* hd-block-nodes.c: the block elements of a design, and what they tell the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Links' loads and elements' probes are read while the kernel rests, in one thread, so that no element spends time on who watches it.
 */
#define G_LOG_DOMAIN "hd-block-nodes"

#include "hd-block-nodes.h"

#include <string.h>

#include <heddle/hd-figure.h>

#include "hd-i18n.h"
#include "hd-ranks-private.h"

#define ONE_CYCLE 16384.0 /* bytes that may have left beyond what a link carries in the time of a run: those of its last cycle */

/* A probe of an element. */
typedef struct
{
  guint series;
  guint32 component; /* the kernel's id */
  guint probe;       /* of the component's type */
  HdSummary summary;
  double value, weight; /* at the end of the last frame */
} Watch;

struct _HdBlockNodes
{
  HdDesign *design;    /* borrowed, as the others */
  HdKernel *kernel;
  HdRecord *record;
  HdBlocks *blocks;    /* owned */
  guint32 *ids;        /* kernel ids by node, or HD_NO_ID */
  guint32 *nodes;      /* by kernel id */
  guint n_elements;
  guint32 *link_resources; /* two for each link */
  double *capacities;
  guint n_resources;
  guint32 first_resource;
  double *figures; /* loads of the resources; then two for each watch */
  GArray *watches;
  HdTime last; /* that was read */
  double difference; /* messages less events of the kernel, of all ranks */
  gboolean is_over;  /* it is known */
};

static const char *
get_text (gpointer data,
          guint32 component,
          guint parameter)
{
  HdBlockNodes *self = data;

  return hd_design_get_text (self->design, self->nodes[component], parameter);
}

HdBlockNodes *
hd_block_nodes_new (HdDesign *design,
                    HdKernel *kernel,
                    HdRecord *record,
                    HdFileShelf *files)
{
  HdBlockNodes *self = g_new0 (HdBlockNodes, 1);
  guint n_nodes = hd_design_get_n_nodes (design);
  guint n_links = hd_design_get_n_links (design);

  self->design = design;
  self->kernel = kernel;
  self->record = record;
  self->blocks = hd_blocks_new (kernel);
  hd_blocks_set_texts (self->blocks, get_text, self, files);
  self->ids = g_new (guint32, n_nodes + 1);
  self->nodes = g_new (guint32, n_nodes + 1);
  self->link_resources = g_new (guint32, 2 * (gsize) n_links + 1);
  self->capacities = g_new (double, 2 * (gsize) n_links + 1);
  memset (self->ids, 0xff, n_nodes * sizeof (guint32));
  memset (self->link_resources, 0xff, 2 * (gsize) n_links * sizeof (guint32)); /* HD_BLOCK_NO_RESOURCE */
  self->watches = g_array_new (FALSE, FALSE, sizeof (Watch));
  return self;
}

void
hd_block_nodes_free (HdBlockNodes *self)
{
  hd_blocks_free (self->blocks);
  g_free (self->ids);
  g_free (self->nodes);
  g_free (self->link_resources);
  g_free (self->capacities);
  g_free (self->figures);
  g_array_unref (self->watches);
  g_free (self);
}

guint32
hd_block_nodes_add (HdBlockNodes *self,
                    guint32 node,
                    guint32 partition)
{
  const HdComponentType *type = hd_design_get_nodes (self->design)[node].type;
  g_autofree char *path = hd_design_dup_node_path (self->design, node);

  self->ids[node] = hd_blocks_add (self->blocks, path, partition, type->block, hd_design_get_parameters (self->design, node),
                                   hd_component_type_count_parameters (type), type->ports);
  self->nodes[self->ids[node]] = node;
  self->n_elements++;
  return self->ids[node];
}

void
hd_block_nodes_connect (HdBlockNodes *self,
                        guint32 link,
                        guint32 from,
                        guint32 from_port,
                        guint32 to,
                        guint32 to_port)
{
  const HdLink *l = &hd_design_get_links (self->design)[link];
  guint32 *resources = &self->link_resources[2 * (gsize) link];

  resources[0] = self->n_resources++;
  self->capacities[resources[0]] = l->bandwidth;
  resources[1] = resources[0];
  if (l->sharing == HD_SHARING_SPLIT)
    {
      resources[1] = self->n_resources++;
      self->capacities[resources[1]] = l->bandwidth;
    }
  hd_blocks_connect (self->blocks, from, from_port, to, to_port, l->latency_ps, resources[0]);
  hd_blocks_connect (self->blocks, to, to_port, from, from_port, l->latency_ps, resources[1]);
}

gboolean
hd_block_nodes_find_wait (HdBlockNodes *self,
                          guint32 node,
                          HdWait *out_wait)
{
  return hd_blocks_find_wait (self->blocks, self->ids[node], out_wait);
}

gboolean
hd_block_nodes_has_elements (HdBlockNodes *self)
{
  return self->n_elements > 0;
}

gboolean
hd_block_nodes_prepare (HdBlockNodes *self,
                        GError **error)
{
  return hd_blocks_prepare (self->blocks, error);
}

/* ---- the record --------------------------------------------------------------------------------------------------- */

static void
watch_node (HdBlockNodes *self,
            guint series,
            const HdProbePoint *point)
{
  Watch watch = { .series = series, .component = self->ids[point->target] };
  const HdProbe *probe = hd_component_type_find_probe (hd_design_get_nodes (self->design)[point->target].type, point->probe, &watch.probe);

  if (probe == NULL || watch.component == HD_NO_ID)
    return;
  watch.summary = probe->summary;
  g_array_append_val (self->watches, watch);
}

void
hd_block_nodes_lay_out (HdBlockNodes *self,
                        HdRunLayout *layout)
{
  self->first_resource = hd_run_layout_add_resources (layout, self->capacities, self->n_resources);
  hd_run_layout_use_links (layout, self->link_resources, self->first_resource);
  for (guint i = 0; i < hd_design_get_n_probes (self->design); i++)
    {
      const HdProbePoint *point = hd_design_get_probe (self->design, i);

      if (point->kind == HD_TARGET_NODE)
        watch_node (self, i, point);
    }
  self->figures = g_new0 (double, self->n_resources + 2 * (gsize) self->watches->len + 1);
}

/* What the elements of all ranks carried and count so far: loads, then value and weight of each watch. */
static void
read_figures (HdBlockNodes *self)
{
  double *figures = self->figures + self->n_resources;

  memset (self->figures, 0, self->n_resources * sizeof (double));
  hd_blocks_add_loads (self->blocks, self->figures);
  for (guint i = 0; i < self->watches->len; i++)
    {
      const Watch *watch = &g_array_index (self->watches, Watch, i);

      hd_blocks_read (self->blocks, watch->component, watch->probe, &figures[2 * i], &figures[2 * i + 1]);
    }
  hd_ranks_add (self->figures, self->n_resources + 2 * (gsize) self->watches->len);
}

static void
sample (HdBlockNodes *self,
        Watch *watch,
        const double *figures,
        HdTime end)
{
  double value = figures[0], weight = figures[1];

  if (watch->summary != HD_SUMMARY_MEAN)
    _hd_record_append_sample (self->record, watch->series, end, value);
  else if (weight > watch->weight)
    _hd_record_append_sample (self->record, watch->series, self->last, (value - watch->value) / (weight - watch->weight));
  watch->value = value;
  watch->weight = weight;
}

void
hd_block_nodes_read (HdBlockNodes *self,
                     HdTime time,
                     double *amounts)
{
  read_figures (self);
  memcpy (amounts + self->first_resource, self->figures, self->n_resources * sizeof (double));
  for (guint i = 0; time > self->last && i < self->watches->len; i++)
    sample (self, &g_array_index (self->watches, Watch, i), self->figures + self->n_resources + 2 * (gsize) i, time);
  self->last = time;
}

/* ---- more than a link carries ------------------------------------------------------------------------------------- */

static void
report_link (HdBlockNodes *self,
             HdProblemList *problems,
             guint number,
             double rate)
{
  const HdLink *link = &hd_design_get_links (self->design)[number];
  g_autofree char *path = hd_design_dup_link_path (self->design, number);
  g_autofree char *carried = hd_figure_in (rate, "B/s", 3);
  g_autofree char *drawn = hd_figure_in (link->bandwidth, "B/s", 3);

  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_WARNING, path, link->origin_uid, "bandwidth", hd_design_get_file (self->design),
                                                  hd_design_get_line (self->design, link->origin_uid),
                                                  _("Give the link the bandwidth of its ends, or these a slower clock or less width"),
                                                  _("“%s” carried %s and is drawn with %s: components that act on every cycle send as their clock and "
                                                    "width have it, whatever the bandwidth of the link, so that its load is over 100 %%"),
                                                  path, carried, drawn));
}

void
hd_block_nodes_check_loads (HdBlockNodes *self,
                            HdProblemList *problems)
{
  double seconds = hd_time_to_seconds (self->last), worst = 1, worst_rate = 0;
  guint number = 0;

  for (guint i = 0; seconds > 0 && i < 2 * hd_design_get_n_links (self->design); i++)
    {
      guint32 resource = self->link_resources[i];
      double carried = resource != HD_BLOCK_NO_RESOURCE ? self->figures[resource] - ONE_CYCLE : 0;

      if (carried <= 0 || carried <= worst * self->capacities[resource] * seconds)
        continue;
      worst = carried / (self->capacities[resource] * seconds);
      worst_rate = (carried + ONE_CYCLE) / seconds;
      number = i / 2;
    }
  if (worst > 1)
    report_link (self, problems, number, worst_rate);
}

/* ---- metrics ------------------------------------------------------------------------------------------------------ */

void
hd_block_nodes_read_probe (HdBlockNodes *self,
                           guint32 node,
                           guint probe,
                           double *out_value,
                           double *out_weight)
{
  hd_blocks_read (self->blocks, self->ids[node], probe, out_value, out_weight);
}

/* While the run goes on a rank counts its own messages alone, as it counts its own events. */
guint64
hd_block_nodes_count (HdBlockNodes *self,
                      guint64 n_events)
{
  guint64 own, n_messages;

  if (self->is_over)
    return (guint64) ((double) n_events + self->difference);
  hd_blocks_count (self->blocks, &own, &n_messages);
  return n_events - own + n_messages;
}

void
hd_block_nodes_write_metrics (HdBlockNodes *self)
{
  double n_visits = (double) hd_blocks_get_n_visits (self->blocks);
  guint64 n_events, n_messages;

  hd_ranks_add (&n_visits, 1);
  _hd_record_set_metric (self->record, "visits", N_("Visits of elements"), "", n_visits);
  hd_blocks_count (self->blocks, &n_events, &n_messages);
  self->difference = (double) n_messages - (double) n_events;
  hd_ranks_add (&self->difference, 1);
  self->is_over = TRUE;
}
