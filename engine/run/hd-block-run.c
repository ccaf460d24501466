/* hd-block-run.c: the block elements of a design, and what they tell the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The kernel runs from one frame of the record to the next. In between it rests, whatever its strategy: then links' loads and elements' probes
 * are read, in one thread, and no element spends time on who watches it.
 */
#define G_LOG_DOMAIN "hd-block-run"

#include "hd-block-run.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-ranks-private.h"

/* A probe of the design that this run serves. */
typedef struct
{
  guint series;
  guint32 component; /* the kernel's id, or HD_NO_ID for a link */
  guint probe;       /* of the component's type */
  HdSummary summary;
  guint32 resources[2]; /* of a link, or HD_BLOCK_NO_RESOURCE */
  double factor;        /* of a link: from bytes a second */
  gboolean is_busier;   /* of a link: the busier direction's, not the sum of both */
  double carried[2];    /* of a link, at the end of the last frame */
  double value, weight; /* of an element, likewise */
} Watch;

struct _HdBlockRun
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
  double *cumulative; /* loads of the resources; then two figures for each watch */
  GArray *watches;
  HdTime frame_start;
};

static const char *
get_text (gpointer data,
          guint32 component,
          guint parameter)
{
  HdBlockRun *self = data;

  return hd_design_get_text (self->design, self->nodes[component], parameter);
}

HdBlockRun *
hd_block_run_new (HdDesign *design,
                  HdKernel *kernel,
                  HdRecord *record)
{
  HdBlockRun *self = g_new0 (HdBlockRun, 1);
  const char *file = hd_design_get_file (design);
  g_autofree char *folder = file != NULL ? g_path_get_dirname (file) : NULL;
  guint n_nodes = hd_design_get_n_nodes (design);
  guint n_links = hd_design_get_n_links (design);

  self->design = design;
  self->kernel = kernel;
  self->record = record;
  self->blocks = hd_blocks_new (kernel);
  hd_blocks_set_texts (self->blocks, get_text, self, folder);
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
hd_block_run_free (HdBlockRun *self)
{
  hd_blocks_free (self->blocks);
  g_free (self->ids);
  g_free (self->nodes);
  g_free (self->link_resources);
  g_free (self->capacities);
  g_free (self->cumulative);
  g_array_unref (self->watches);
  g_free (self);
}

guint32
hd_block_run_add (HdBlockRun *self,
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
hd_block_run_connect (HdBlockRun *self,
                      guint32 link,
                      guint32 from,
                      guint32 to)
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
  hd_blocks_connect (self->blocks, from, l->from_port | l->from_port_index << 16, to, l->to_port | l->to_port_index << 16, l->latency_ps,
                     resources[0]);
  hd_blocks_connect (self->blocks, to, l->to_port | l->to_port_index << 16, from, l->from_port | l->from_port_index << 16, l->latency_ps,
                     resources[1]);
}

gboolean
hd_block_run_find_wait (HdBlockRun *self,
                        guint32 node,
                        HdWait *out_wait)
{
  return hd_blocks_find_wait (self->blocks, self->ids[node], out_wait);
}

gboolean
hd_block_run_has_elements (HdBlockRun *self)
{
  return self->n_elements > 0;
}

gboolean
hd_block_run_prepare (HdBlockRun *self,
                      GError **error)
{
  return hd_blocks_prepare (self->blocks, error);
}

/* ---- the record --------------------------------------------------------------------------------------------------- */

static void
watch_node (HdBlockRun *self,
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

static void
watch_link (HdBlockRun *self,
            guint series,
            const HdProbePoint *point)
{
  const HdLink *link = &hd_design_get_links (self->design)[point->target];
  const guint32 *resources = &self->link_resources[2 * (gsize) point->target];
  gboolean split = link->sharing == HD_SHARING_SPLIT;
  Watch watch = { .series = series, .component = HD_NO_ID, .resources = { HD_BLOCK_NO_RESOURCE, HD_BLOCK_NO_RESOURCE }, .factor = 1 };

  if (resources[0] == HD_BLOCK_NO_RESOURCE || strcmp (point->probe, "queue") == 0)
    return;
  if (point->direction != 1 || !split)
    watch.resources[0] = resources[0];
  if (point->direction != 0 && split)
    watch.resources[1] = resources[1];
  if (strcmp (point->probe, "utilisation") == 0)
    {
      watch.factor = 100 / link->bandwidth;
      watch.is_busier = split;
    }
  g_array_append_val (self->watches, watch);
}

void
hd_block_run_lay_out (HdBlockRun *self)
{
  gsize n_nodes = hd_design_get_n_nodes (self->design);
  g_autofree guint32 *nothing = g_new (guint32, 2 * n_nodes + 1);
  const HdRecordLayout layout = {
    .capacities = self->capacities,
    .n_resources = self->n_resources,
    .link_resources = self->link_resources,
    .node_resources = nothing,
  };

  memset (nothing, 0xff, 2 * n_nodes * sizeof (guint32)); /* HD_NO_ID */
  _hd_record_set_layout (self->record, &layout);
  for (guint i = 0; i < hd_design_get_n_probes (self->design); i++)
    {
      const HdProbePoint *point = hd_design_get_probe (self->design, i);

      if (point->kind == HD_TARGET_NODE)
        watch_node (self, i, point);
      else if (point->kind == HD_TARGET_LINK)
        watch_link (self, i, point);
    }
  self->cumulative = g_new0 (double, self->n_resources + 2 * (gsize) self->watches->len + 1);
}

/* What the elements of all ranks carried and count so far: loads, then value and weight of each watch. */
static void
read_figures (HdBlockRun *self)
{
  double *figures = self->cumulative + self->n_resources;

  memset (self->cumulative, 0, self->n_resources * sizeof (double));
  hd_blocks_add_loads (self->blocks, self->cumulative);
  for (guint i = 0; i < self->watches->len; i++)
    {
      const Watch *watch = &g_array_index (self->watches, Watch, i);

      figures[2 * i] = figures[2 * i + 1] = 0;
      if (watch->component != HD_NO_ID)
        hd_blocks_read (self->blocks, watch->component, watch->probe, &figures[2 * i], &figures[2 * i + 1]);
    }
  hd_ranks_add (self->cumulative, self->n_resources + 2 * (gsize) self->watches->len);
}

static void
sample_link (HdBlockRun *self,
             Watch *watch,
             HdTime end)
{
  double seconds = hd_time_to_seconds (end - self->frame_start), amount = 0;

  for (guint i = 0; i < 2; i++)
    if (watch->resources[i] != HD_BLOCK_NO_RESOURCE)
      {
        double carried = self->cumulative[watch->resources[i]] - watch->carried[i];

        amount = watch->is_busier ? MAX (amount, carried) : amount + carried;
        watch->carried[i] = self->cumulative[watch->resources[i]];
      }
  _hd_record_append_sample (self->record, watch->series, self->frame_start, watch->factor * amount / seconds);
}

static void
sample_element (HdBlockRun *self,
                Watch *watch,
                const double *figures,
                HdTime end)
{
  double value = figures[0], weight = figures[1];

  if (watch->summary != HD_SUMMARY_MEAN)
    _hd_record_append_sample (self->record, watch->series, end, value);
  else if (weight > watch->weight)
    _hd_record_append_sample (self->record, watch->series, self->frame_start, (value - watch->value) / (weight - watch->weight));
  watch->value = value;
  watch->weight = weight;
}

static void
sample (HdBlockRun *self,
        Watch *watch,
        const double *figures,
        HdTime end)
{
  if (watch->component == HD_NO_ID)
    sample_link (self, watch, end);
  else
    sample_element (self, watch, figures, end);
}

/* The kernel has run everything before @end. */
static void
end_frame (HdBlockRun *self,
           HdTime end,
           gboolean is_last)
{
  HdFrames *frames = _hd_record_get_frames (self->record);

  read_figures (self);
  if (is_last)
    hd_frames_finish (frames, end, self->cumulative);
  else
    hd_frames_close (frames, self->cumulative);
  for (guint i = 0; end > self->frame_start && i < self->watches->len; i++)
    sample (self, &g_array_index (self->watches, Watch, i), self->cumulative + self->n_resources + 2 * (gsize) i, end);
  self->frame_start = end;
}

HdKernelStatus
hd_block_run_advance (HdBlockRun *self,
                      HdTime until,
                      GError **error)
{
  for (;;)
    {
      HdTime boundary = self->cumulative != NULL ? hd_frames_get_boundary (_hd_record_get_frames (self->record)) : HD_TIME_MAX;
      HdKernelStatus status = hd_kernel_run (self->kernel, MIN (until, boundary - 1), error);

      if (status != HD_KERNEL_UNTIL || until < boundary)
        return status;
      end_frame (self, boundary, FALSE);
      _hd_record_publish (self->record, boundary);
      if (!_hd_record_check_room (self->record, boundary, error))
        return HD_KERNEL_FAILED;
    }
}

/* ---- metrics ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  double value, weight;
  gboolean is_set;
} Total;

static void
write_metric (HdBlockRun *self,
              const HdComponentType *type,
              const HdProbe *probe,
              const Total *total)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", type->id, probe->name);
  g_autofree char *title = g_strdup_printf (_("%s: %s"), _(type->title), _(probe->title));
  double value = total->value;

  if (!total->is_set || (probe->summary == HD_SUMMARY_MEAN && total->weight == 0))
    return;
  if (probe->summary == HD_SUMMARY_MEAN)
    value /= total->weight;
  _hd_record_set_metric (self->record, g_intern_string (name), g_intern_string (title), probe->unit, value);
}

static void
sum_up_probe (HdBlockRun *self,
              const HdComponentType *type,
              guint probe,
              double *figures)
{
  HdSummary summary = type->probes[probe].summary;
  const HdNode *nodes = hd_design_get_nodes (self->design);
  guint n_nodes = hd_design_get_n_nodes (self->design);
  Total total = { 0 };
  guint n = 0;

  for (guint i = 0; i < n_nodes; i++)
    if (nodes[i].type == type && self->ids[i] != HD_NO_ID)
      {
        hd_blocks_read (self->blocks, self->ids[i], probe, &figures[2 * (gsize) n], &figures[2 * (gsize) n + 1]);
        n++;
      }
  hd_ranks_add (figures, 2 * (gsize) n);
  for (guint i = 0; i < n; i++)
    {
      double value = figures[2 * (gsize) i];

      if (summary == HD_SUMMARY_MAXIMUM)
        total.value = total.is_set ? MAX (total.value, value) : value;
      else
        total.value += value;
      total.weight += figures[2 * (gsize) i + 1];
      total.is_set = TRUE;
    }
  write_metric (self, type, &type->probes[probe], &total);
}

static void
sum_up (HdBlockRun *self,
        const HdComponentType *type)
{
  g_autofree double *figures = g_new (double, 2 * (gsize) hd_design_get_n_nodes (self->design));

  for (guint p = 0; type->probes[p].name != NULL; p++)
    if (type->probes[p].summary != HD_SUMMARY_NONE)
      sum_up_probe (self, type, p, figures);
}

void
hd_block_run_finish (HdBlockRun *self,
                     HdTime time)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  double n_visits = (double) hd_blocks_get_n_visits (self->blocks);

  if (self->cumulative != NULL)
    end_frame (self, time, TRUE);
  for (guint i = 0; i < hd_design_get_n_nodes (self->design); i++)
    {
      const HdComponentType *type = hd_design_get_nodes (self->design)[i].type;

      if (self->ids[i] != HD_NO_ID && g_hash_table_add (seen, (gpointer) type))
        sum_up (self, type);
    }
  hd_ranks_add (&n_visits, 1);
  _hd_record_set_metric (self->record, "visits", N_("Visits of elements"), "", n_visits);
}
