/* hd-chakra-rules.c: what Chakra traces ask for on a design, at any fidelity
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-rules"

#include "hd-chakra-rules.h"

#include "hd-i18n.h"

void
hd_chakra_order_clear (HdChakraOrder *self)
{
  g_clear_pointer (&self->job, hd_chakra_job_free);
  g_clear_pointer (&self->nodes, g_free);
}

const HdCollective *
hd_chakra_order_get_algorithm (const HdChakraOrder *self,
                               HdChakraCommType type)
{
  switch (type)
    {
    case HD_CHAKRA_ALL_REDUCE:
      return self->all_reduce;
    case HD_CHAKRA_REDUCE:
      return hd_collective_find ("reduce", NULL);
    case HD_CHAKRA_ALL_GATHER:
      return hd_collective_find ("all-gather", NULL);
    case HD_CHAKRA_BROADCAST:
      return hd_collective_find ("broadcast", NULL);
    case HD_CHAKRA_ALL_TO_ALL:
      return hd_collective_find ("all-to-all", NULL);
    case HD_CHAKRA_REDUCE_SCATTER:
    case HD_CHAKRA_REDUCE_SCATTER_BLOCK:
      return hd_collective_find ("reduce-scatter", NULL);
    case HD_CHAKRA_BARRIER:
      return hd_collective_find ("barrier", NULL);
    case HD_CHAKRA_GATHER:
    case HD_CHAKRA_SCATTER:
      break;
    }
  g_assert_not_reached (); /* refused as they are read */
}

/* Chakra counts what each member puts in; the vector of an all-gather is what comes out. */
double
hd_chakra_order_get_bytes (const HdChakraOrder *self,
                           const HdChakraMeeting *meeting)
{
  guint n_ranks = hd_chakra_groups_get (self->job->groups, meeting->group)->n_ranks;

  return meeting->type == HD_CHAKRA_ALL_GATHER ? meeting->bytes * n_ranks : meeting->bytes;
}

/* Ranks of an algorithm count from the root. */
guint
hd_chakra_order_get_first (const HdChakraOrder *self,
                           const HdChakraMeeting *meeting)
{
  guint first = 0;

  if (meeting->type == HD_CHAKRA_BROADCAST || meeting->type == HD_CHAKRA_REDUCE)
    hd_chakra_group_has (hd_chakra_groups_get (self->job->groups, meeting->group), meeting->root, &first);
  return first;
}

gboolean
hd_chakra_order_computes (const HdChakraOrder *self,
                          guint32 rank)
{
  return self->roofline && hd_chakra_rank_needs (self->job->ranks[rank], HD_CHAKRA_COMPUTE, HD_CHAKRA_COMPUTE, TRUE);
}

void
hd_chakra_order_report_rate (const HdChakraOrder *self,
                             HdDesign *design,
                             guint32 rank,
                             HdProblemList *problems)
{
  g_autofree char *path = hd_design_dup_node_path (design, self->nodes[rank]);

  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_KIND, HD_SEVERITY_ERROR, path, self->origin_uid, "compute", hd_design_get_file (design),
                                                  self->line, _("Use compute=\"trace\", or place the ranks on accelerators"),
                                                  _("Rank %u cannot compute operations: “%s” has no rate (fp32) above 0"), rank, path));
}

guint32
hd_chakra_order_find_home (const HdChakraOrder *self,
                           HdDesign *design,
                           guint32 rank)
{
  return hd_chakra_rank_needs (self->job->ranks[rank], HD_CHAKRA_LOAD, HD_CHAKRA_STORE, FALSE) ? hd_design_get_nodes (design)[self->nodes[rank]].home
                                                                                               : HD_NO_ID;
}

gboolean
hd_chakra_rank_needs (const HdChakraRank *self,
                      HdChakraKind first,
                      HdChakraKind last,
                      gboolean operations)
{
  for (guint i = 0; i < self->n_nodes; i++)
    {
      const HdChakraNode *node = &self->nodes[i];
      const HdChakraWork *work;

      if (node->kind < first || node->kind > last || node->detail == HD_CHAKRA_NO_DETAIL)
        continue;
      work = &g_array_index (self->works, HdChakraWork, node->detail);
      if (operations ? work->operations > 0 : work->bytes > 0)
        return TRUE;
    }
  return FALSE;
}

HdWorkKind
hd_chakra_kind_get_work (HdChakraKind kind)
{
  switch (kind)
    {
    case HD_CHAKRA_LOAD:
    case HD_CHAKRA_STORE:
      return HD_WORK_MEMORY;
    case HD_CHAKRA_SEND:
      return HD_WORK_SEND;
    case HD_CHAKRA_RECEIVE:
      return HD_WORK_RECEIVE;
    case HD_CHAKRA_COLLECTIVE:
      return HD_WORK_COLLECTIVE;
    case HD_CHAKRA_NOTE:
    case HD_CHAKRA_COMPUTE:
      break;
    }
  return HD_WORK_COMPUTE;
}
