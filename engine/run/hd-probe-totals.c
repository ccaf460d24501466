/* hd-probe-totals.c: what becomes of components' probes at the end of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-probe-totals"

#include "hd-probe-totals.h"

#include "hd-i18n.h"
#include "hd-ranks-private.h"

#define MAX_OWN 16 /* components of a type that have metrics of their own; of more, those that are traced */

typedef struct
{
  HdDesign *design;
  HdRecord *record;
  const guint32 *kernel_ids;
  HdProbeReader reader;
  gpointer data;
  guint32 *nodes;   /* of the type */
  double *figures;  /* two for each of them */
  guint n;
  guint n_times;            /* of chiplets that are done, whatever their type */
  double time, longest;     /* their sum and maximum */
  double work;              /* the most that one of them did */
} Totals;

static void
set_metric (Totals *self,
            const HdProbe *probe,
            const char *prefix,
            const char *of,
            double value)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", prefix, probe->name);
  g_autofree char *title = g_strdup_printf (_("%s: %s"), of, _(probe->title));

  _hd_record_set_metric (self->record, g_intern_string (name), g_intern_string (title), probe->unit, value);
}

static void
set_total (Totals *self,
           const HdComponentType *type,
           const HdProbe *probe)
{
  double total = 0, weight = 0;
  gboolean is_set = FALSE;

  for (guint i = 0; i < self->n; i++)
    {
      double value = self->figures[2 * (gsize) i];

      if (probe->summary == HD_SUMMARY_MAXIMUM)
        total = is_set ? MAX (total, value) : value;
      else
        total += value;
      weight += self->figures[2 * (gsize) i + 1];
      is_set = TRUE;
    }
  if (probe->summary == HD_SUMMARY_MEAN)
    total = weight > 0 ? total / weight : 0;
  if (is_set && (probe->summary != HD_SUMMARY_MEAN || weight > 0))
    set_metric (self, probe, type->id, _(type->title), total);
}

static gboolean
has_own (Totals *self,
         guint i)
{
  return self->n <= MAX_OWN || hd_run_settings_trace_node (hd_design_get_run_settings (self->design), self->nodes[i]);
}

static void
set_own (Totals *self,
         const HdProbe *probe)
{
  for (guint i = 0; i < self->n; i++)
    if (self->figures[2 * (gsize) i + 1] > 0 && has_own (self, i))
      {
        g_autofree char *path = hd_design_dup_node_path (self->design, self->nodes[i]);
        g_autofree char *name = g_strdup_printf ("%s.%s", path, probe->name);
        HdMetric other;

        /* A component may be called as a type is: what was said first stands. */
        if (!hd_record_find_metric (self->record, name, &other))
          set_metric (self, probe, path, path, self->figures[2 * (gsize) i]);
      }
}

static void
add_figures (Totals *self,
             const HdProbe *probe)
{
  if (probe->figure != HD_FIGURE_TIME && probe->figure != HD_FIGURE_WORK)
    return;
  for (guint i = 0; i < self->n; i++)
    {
      double value = self->figures[2 * (gsize) i];

      if (self->figures[2 * (gsize) i + 1] <= 0)
        continue;
      if (probe->figure == HD_FIGURE_WORK)
        {
          self->work = MAX (self->work, value);
          continue;
        }
      self->n_times++;
      self->time += value;
      self->longest = MAX (self->longest, value);
    }
}

/* What chiplets take together, coupled by the network, and what the published formula makes of them, which counts the network for one packet alone; it
 * needs the delay of a packet in cycles, which there is flit by flit. */
static void
write_figures (Totals *self)
{
  HdMetric latency, clock;

  if (self->n_times == 0)
    return;
  _hd_record_set_metric (self->record, "t1_sum", N_("Cycles of all chiplets, added up"), "cycle", self->time);
  _hd_record_set_metric (self->record, "t1_max", N_("Cycles of the slowest chiplet, coupled"), "cycle", self->longest);
  if (hd_record_find_metric (self->record, "packet_latency", &latency) && hd_record_find_metric (self->record, "clock", &clock))
    _hd_record_set_metric (self->record, "legacy_total", N_("Cycles by the published formula"), "cycle",
                           self->work + latency.value * clock.value);
}

static void
find_nodes (Totals *self,
            const HdComponentType *type)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);

  self->n = 0;
  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (nodes[i].type == type && self->kernel_ids[i] != HD_NO_ID)
      self->nodes[self->n++] = i;
}

static void
write_type (Totals *self,
            const HdComponentType *type)
{
  find_nodes (self, type);
  for (guint p = 0; type->probes[p].name != NULL; p++)
    if (type->probes[p].summary != HD_SUMMARY_NONE)
      {
        for (guint i = 0; i < self->n; i++)
          self->reader (self->data, self->nodes[i], p, &self->figures[2 * (gsize) i], &self->figures[2 * (gsize) i + 1]);
        hd_ranks_add (self->figures, 2 * (gsize) self->n);
        set_total (self, type, &type->probes[p]);
        add_figures (self, &type->probes[p]);
        if (type->handlers != NULL)
          set_own (self, &type->probes[p]);
      }
}

void
hd_probe_totals_write (HdRecord *record,
                       const guint32 *kernel_ids,
                       HdProbeReader reader,
                       gpointer data)
{
  HdDesign *design = hd_record_get_design (record);
  guint n_nodes = hd_design_get_n_nodes (design);
  g_autofree double *figures = g_new (double, 2 * (gsize) n_nodes + 1);
  g_autofree guint32 *nodes = g_new (guint32, n_nodes + 1);
  Totals totals = { design, record, kernel_ids, reader, data, nodes, figures };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < n_nodes; i++)
    {
      const HdComponentType *type = hd_design_get_nodes (design)[i].type;

      if (kernel_ids[i] != HD_NO_ID && g_hash_table_add (seen, (gpointer) type))
        write_type (&totals, type);
    }
  write_figures (&totals);
}
