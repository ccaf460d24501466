/* hd-run-size.c: how much memory a run of a design takes, before it is made
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-run-size"

#include "hd-run-size.h"

#include <string.h>

#include "hd-block.h"
#include "hd-component-lanes.h"
#include "hd-design-private.h"
#include "hd-host.h"
#include "hd-i18n.h"
#include "hd-kernel.h"
#include "hd-record-private.h"

typedef struct
{
  double n_hosted;
  double n_elements;
  double path_bytes;    /* of both */
  double n_connections; /* two for each link between them */
  guint n_resources;
} Count;

static gboolean
acts (const HdNode *node)
{
  return node->type->handlers != NULL || node->type->block != NULL;
}

static gboolean
count_nodes (HdDesign *design,
             HdBudget *budget,
             Count *count,
             GError **error)
{
  const HdNode *nodes = hd_design_get_nodes (design);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      g_autofree char *path = NULL;

      if (!hd_budget_may_go_on (budget, error))
        return FALSE;
      if (!acts (&nodes[i]))
        continue;
      path = hd_design_dup_node_path (design, i);
      count->path_bytes += (double) strlen (path) + 1;
      count->n_hosted += nodes[i].type->handlers != NULL;
      count->n_elements += nodes[i].type->block != NULL;
    }
  return TRUE;
}

static void
count_links (HdDesign *design,
             Count *count)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdLink *links = hd_design_get_links (design);

  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    if (acts (&nodes[links[i].from]) && acts (&nodes[links[i].to]))
      {
        count->n_connections += 2;
        count->n_resources += links[i].sharing == HD_SHARING_SPLIT ? 2 : 1;
      }
}

static gboolean
measure (HdDesign *design,
         HdBudget *budget,
         double *out_bytes,
         GError **error)
{
  guint n_nodes = hd_design_get_n_nodes (design), n_links = hd_design_get_n_links (design);
  /* partitions, kernel ids and back in the engine, the same for blocks, and the record's partitions */
  double bytes = n_nodes * (double) (6 * sizeof (guint32) + sizeof (HdHosted)) + n_links * 2.0 * (2 * sizeof (guint32) + sizeof (double));
  Count count = { 0 };

  if (!count_nodes (design, budget, &count, error))
    return FALSE;
  count_links (design, &count);
  bytes += hd_kernel_measure (count.n_hosted + count.n_elements, count.path_bytes, count.n_connections);
  bytes += hd_blocks_measure (count.n_elements, count.n_connections);
  bytes += hd_component_lanes_measure ((double) hd_component_lanes_count (design));
  if (count.n_elements > 0)
    bytes += _hd_record_measure (n_nodes, n_links, count.n_resources);
  *out_bytes = bytes;
  return TRUE;
}

gboolean
hd_run_size_measure (HdDesign *design,
                     guint64 *out_design,
                     guint64 *out_run,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (HdBudget) budget = hd_budget_new (cancellable);
  double bytes;

  if (!measure (design, budget, &bytes, error))
    return FALSE;
  *out_design = design->data->n_bytes;
  *out_run = (guint64) bytes;
  return TRUE;
}

gboolean
hd_run_size_take (HdDesign *design,
                  HdBudget *budget,
                  GError **error)
{
  g_autofree char *what = g_strdup_printf (_("A system of %\'u components and %\'u links would be run"), hd_design_get_n_nodes (design),
                                           hd_design_get_n_links (design));
  double bytes;

  return measure (design, budget, &bytes, error) && hd_budget_take (budget, bytes, 1, what, error);
}
