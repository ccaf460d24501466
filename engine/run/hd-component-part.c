/* hd-component-part.c: the components of a design that act themselves, in the kernel
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Components whose types have handlers or are blocks run in the kernel and talk over the links of the design, with their latencies.
 */
#define G_LOG_DOMAIN "hd-component-part"

#include "hd-run-part.h"

#include "hd-block-nodes.h"
#include "hd-accesses-private.h"
#include "hd-component-files.h"
#include "hd-component-lanes.h"
#include "hd-component-programs.h"
#include "hd-host.h"
#include "hd-i18n.h"
#include "hd-link-ports.h"
#include "hd-outstanding.h"
#include "hd-probe-totals.h"

typedef struct
{
  HdRunPart parent;
  HdDesign *design; /* borrowed, as the next three */
  HdKernel *kernel;
  HdRecord *record;
  HdProblemList *problems;
  HdBlockNodes *blocks;
  HdHosted *hosted;    /* by node; those without handlers are unused */
  guint32 *kernel_ids; /* by node, or HD_NO_ID */
  guint32 *link_ports; /* two for each link */
  HdComponentLanes *lanes; /* NULL: none of the types has any; likewise: */
  HdComponentFiles *files;
  HdComponentPrograms *programs;
  HdMemberWorks *works; /* borrowed */
  HdExchangeNotes *exchanges;
} ComponentPart;

static void
add_component (ComponentPart *self,
               HdRunContext *context,
               guint32 node)
{
  const HdComponentType *type = hd_design_get_nodes (self->design)[node].type;
  g_autofree char *path = NULL;

  if (type->block != NULL)
    {
      self->kernel_ids[node] = hd_block_nodes_add (self->blocks, node, context->partitions[node]);
    }
  else if (type->handlers != NULL)
    {
      path = hd_design_dup_node_path (self->design, node);
      self->hosted[node] = (HdHosted){ type->handlers, hd_design_get_parameters (self->design, node), hd_component_type_count_parameters (type), type->ports, type->probes,
                                        hd_post_office_get_surroundings (context->post), node };
      self->kernel_ids[node] = hd_host_add_component (self->kernel, path, context->partitions[node], &self->hosted[node]);
      hd_post_office_add (context->post, node, self->kernel_ids[node]);
    }
  if (self->kernel_ids[node] != HD_NO_ID)
    hd_run_context_own (context, self->kernel_ids[node], node);
}

/* Both ways. */
static void
connect_link (ComponentPart *self,
              guint32 number)
{
  const HdNode *nodes = hd_design_get_nodes (self->design);
  const HdLink *link = &hd_design_get_links (self->design)[number];
  guint32 from = self->kernel_ids[link->from], to = self->kernel_ids[link->to];
  guint32 from_port = self->link_ports[2 * (gsize) number], to_port = self->link_ports[2 * (gsize) number + 1];

  if (from == HD_NO_ID || to == HD_NO_ID)
    return;
  if (nodes[link->from].type->block != NULL || nodes[link->to].type->block != NULL)
    {
      hd_block_nodes_connect (self->blocks, number, from, from_port, to, to_port);
      return;
    }
  hd_kernel_connect (self->kernel, from, from_port, to, to_port, link->latency_ps);
  hd_kernel_connect (self->kernel, to, to_port, from, from_port, link->latency_ps);
}

static void
component_part_free (HdRunPart *part)
{
  ComponentPart *self = (ComponentPart *) part;

  hd_block_nodes_free (self->blocks);
  g_clear_pointer (&self->lanes, hd_component_lanes_free);
  g_clear_pointer (&self->programs, hd_component_programs_free);
  g_clear_pointer (&self->files, hd_component_files_free);
  g_free (self->hosted);
  g_free (self->kernel_ids);
  g_free (self->link_ports);
  g_free (self);
}

static void
component_part_lay_out (HdRunPart *part,
                        HdRunLayout *layout)
{
  ComponentPart *self = (ComponentPart *) part;

  hd_block_nodes_lay_out (self->blocks, layout);
  if (self->lanes != NULL)
    hd_component_lanes_lay_out (self->lanes, layout);
}

static gboolean
component_part_rest (HdRunPart *part,
                     HdTime time,
                     GError **error)
{
  ComponentPart *self = (ComponentPart *) part;

  if (self->lanes != NULL)
    hd_component_lanes_rest (self->lanes, time);
  hd_exchange_notes_tell (self->exchanges, self->record);
  return TRUE;
}

static void
component_part_tell_open (HdRunPart *part,
                          HdTime time,
                          GArray *open)
{
  ComponentPart *self = (ComponentPart *) part;

  if (self->lanes != NULL)
    hd_component_lanes_tell_open (self->lanes, time, open);
}

static void
component_part_read (HdRunPart *part,
                     HdTime time,
                     double *amounts)
{
  hd_block_nodes_read (((ComponentPart *) part)->blocks, time, amounts);
}

static gboolean
find_wait (gpointer data,
           guint32 node,
           HdWait *out_wait)
{
  ComponentPart *self = data;

  if (self->kernel_ids[node] == HD_NO_ID)
    return FALSE;
  if (hd_design_get_nodes (self->design)[node].type->block != NULL)
    return hd_block_nodes_find_wait (self->blocks, node, out_wait);
  return hd_host_find_wait (self->kernel, self->kernel_ids[node], out_wait);
}

static GStrv
read_lines (ComponentPart *self,
            guint32 node,
            const HdErrand *errand)
{
  g_autoptr (GStrvBuilder) lines = g_strv_builder_new ();
  char line[HD_ERRAND_TEXT_BYTES];

  for (guint32 i = 0; i < errand->n_lines; i++)
    {
      hd_host_read_errand_line (self->kernel, self->kernel_ids[node], errand->number, i, line, sizeof line);
      g_strv_builder_add (lines, line);
    }
  return g_strv_builder_end (lines);
}

static void
component_part_tell_errands (HdRunPart *part,
                             HdErrands *errands)
{
  ComponentPart *self = (ComponentPart *) part;
  HdErrand errand;

  for (guint32 node = 0; node < hd_design_get_n_nodes (self->design); node++)
    {
      const HdComponentType *type = hd_design_get_nodes (self->design)[node].type;

      if (self->kernel_ids[node] == HD_NO_ID || type->handlers == NULL || type->handlers->errand == NULL)
        continue;
      for (guint32 i = 0; hd_host_find_errand (self->kernel, self->kernel_ids[node], i, &errand); i++)
        if (!_hd_errands_add (errands, node, &errand, read_lines (self, node, &errand)))
          return;
    }
}

/* What components write for who looks, in place of their files. */
typedef struct
{
  HdOutputKeeper keeper;
  HdDesign *design;
  guint32 node;
  GString *text;
} Shown;

static gboolean
write_shown (HdOutputKeeper *keeper,
             guint32 component,
             guint32 output,
             gconstpointer data,
             gsize size,
             GError **error)
{
  Shown *self = (Shown *) keeper;

  if (hd_design_get_nodes (self->design)[self->node].type->outputs[output].kind == HD_OUTPUT_ACCESSES)
    g_string_append_len (self->text, data, (gssize) size);
  return TRUE;
}

static void
component_part_tell_accesses (HdRunPart *part,
                              GArray *accesses)
{
  ComponentPart *self = (ComponentPart *) part;
  g_autoptr (GString) text = g_string_new (NULL);
  Shown shown = { { write_shown }, self->design, 0, text };

  if (self->files == NULL)
    return;
  hd_kernel_set_output_keeper (self->kernel, &shown.keeper);
  for (shown.node = 0; shown.node < hd_design_get_n_nodes (self->design); shown.node++)
    {
      const HdComponentType *type = hd_design_get_nodes (self->design)[shown.node].type;

      if (self->kernel_ids[shown.node] == HD_NO_ID || type->handlers == NULL || type->handlers->show == NULL)
        continue;
      g_string_truncate (text, 0);
      hd_host_show (self->kernel, self->kernel_ids[shown.node]);
      hd_accesses_add (self->design, shown.node, text, accesses);
    }
  hd_kernel_set_output_keeper (self->kernel, hd_component_files_get_keeper (self->files));
}

static HdErrands *
list_errands (ComponentPart *self)
{
  HdErrands *errands = _hd_errands_new ();

  component_part_tell_errands (&self->parent, errands);
  return errands;
}

static void
component_part_find_waiting (HdRunPart *part,
                             GArray *nodes,
                             GArray *links)
{
  ComponentPart *self = (ComponentPart *) part;

  g_autoptr (HdErrands) errands = list_errands (self);

  hd_outstanding_find (self->design, self->link_ports, find_wait, self, errands, nodes, links);
}

static gboolean
component_part_check (HdRunPart *part,
                      GError **error)
{
  ComponentPart *self = (ComponentPart *) part;
  g_autoptr (HdErrands) errands = list_errands (self);

  return hd_outstanding_check (self->design, self->link_ports, hd_kernel_get_time (self->kernel), find_wait, self, errands, error);
}

static void
component_part_add_counters (HdRunPart *part,
                             HdCounters *counters)
{
  counters->events = hd_block_nodes_count (((ComponentPart *) part)->blocks, counters->events);
}

static gboolean
component_part_end (HdRunPart *part,
                    gboolean is_whole,
                    GError **error)
{
  ComponentPart *self = (ComponentPart *) part;

  return self->programs == NULL || hd_component_programs_end (self->programs, is_whole, error);
}

static void
component_part_finish (HdRunPart *part,
                       HdTime time)
{
  ComponentPart *self = (ComponentPart *) part;

  if (self->lanes != NULL)
    hd_component_lanes_finish (self->lanes, time);
  if (self->files != NULL)
    hd_component_files_finish (self->files);
  hd_exchange_notes_tell (self->exchanges, self->record);
}

static void
read_probe (gpointer data,
            guint32 node,
            guint probe,
            double *out_value,
            double *out_weight)
{
  ComponentPart *self = data;

  if (hd_design_get_nodes (self->design)[node].type->block != NULL)
    hd_block_nodes_read_probe (self->blocks, node, probe, out_value, out_weight);
  else
    hd_host_read_probe (self->kernel, self->kernel_ids[node], probe, out_value, out_weight);
}

/* Of what members have carried out by themselves, as of other collectives. */
static void
write_works (ComponentPart *self)
{
  hd_member_works_level (self->works);
  for (guint i = 0; i < hd_member_works_get_n (self->works); i++)
    {
      g_autofree char *key = NULL, *title = NULL;
      const char *name;
      guint32 n_done;
      double time;

      hd_member_works_read (self->works, i, &name, &n_done, &time);
      key = g_strdup_printf ("%s.time", name);
      title = g_strdup_printf (_("%s: slowest member, mean"), name);
      if (n_done > 0)
        _hd_record_set_metric (self->record, g_intern_string (key), g_intern_string (title), "s", hd_time_to_seconds ((HdTime) time));
    }
}

static void
component_part_write_metrics (HdRunPart *part,
                              HdTime time)
{
  ComponentPart *self = (ComponentPart *) part;

  if (hd_block_nodes_has_elements (self->blocks))
    hd_block_nodes_check_loads (self->blocks, self->problems);
  hd_probe_totals_write (self->record, self->kernel_ids, read_probe, self);
  write_works (self);
  if (hd_block_nodes_has_elements (self->blocks))
    hd_block_nodes_write_metrics (self->blocks);
}

static const HdRunPartClass component_part_class = {
  .free = component_part_free,
  .lay_out = component_part_lay_out,
  .rest = component_part_rest,
  .tell_open = component_part_tell_open,
  .read = component_part_read,
  .check = component_part_check,
  .find_waiting = component_part_find_waiting,
  .tell_errands = component_part_tell_errands,
  .tell_accesses = component_part_tell_accesses,
  .add_counters = component_part_add_counters,
  .end = component_part_end,
  .finish = component_part_finish,
  .write_metrics = component_part_write_metrics,
};

HdRunPart *
_hd_component_part_create (HdRunContext *context,
                           GError **error)
{
  ComponentPart *self = g_new0 (ComponentPart, 1);
  guint n_nodes = hd_design_get_n_nodes (context->design);

  self->parent.class = &component_part_class;
  self->design = context->design;
  self->kernel = context->kernel;
  self->record = context->record;
  self->problems = context->problems;
  self->works = hd_post_office_get_works (context->post);
  self->exchanges = hd_post_office_get_exchanges (context->post);
  self->blocks = hd_block_nodes_new (context->design, context->kernel, context->record, hd_post_office_get_files (context->post));
  self->hosted = g_new0 (HdHosted, n_nodes + 1);
  self->kernel_ids = g_new (guint32, n_nodes + 1);
  for (guint32 i = 0; i < n_nodes; i++)
    {
      self->kernel_ids[i] = HD_NO_ID;
      add_component (self, context, i);
    }
  self->link_ports = hd_link_ports_new (context->design);
  for (guint32 l = 0; l < hd_design_get_n_links (context->design); l++)
    connect_link (self, l);
  self->lanes = hd_component_lanes_new (context->design, context->record, context->kernel, context->partitions, self->kernel_ids);
  if (self->lanes != NULL)
    hd_kernel_set_lane_keeper (context->kernel, hd_component_lanes_get_keeper (self->lanes));
  self->files = hd_component_files_new (context->design, context->record, self->kernel_ids);
  if (self->files != NULL)
    hd_kernel_set_output_keeper (context->kernel, hd_component_files_get_keeper (self->files));
  if (context->commands != NULL)
    {
      self->programs = hd_component_programs_new (context->design, context->record, self->files, context->children, context->commands, self->kernel_ids);
      hd_kernel_set_program_keeper (context->kernel, hd_component_programs_get_keeper (self->programs));
    }
  self->parent.is_read_at_rest = hd_block_nodes_has_elements (self->blocks);
  if (hd_block_nodes_prepare (self->blocks, error))
    return &self->parent;
  component_part_free (&self->parent);
  return NULL;
}
