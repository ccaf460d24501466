/* hd-collective-job.c: a collective of one communicator while it runs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-collective-job"

#include "hd-collective-job.h"

#include <heddle/hd-error.h>

#include "hd-collective-clock.h"
#include "hd-digest.h"
#include "hd-i18n.h"

void
hd_collective_job_init (HdCollectiveJob *self,
                        const HdCollectiveProgram *program,
                        HdTreeOperation operation,
                        const guint32 *sites,
                        guint32 n_ranks,
                        guint64 bytes)
{
  self->program = program;
  self->operation = operation;
  self->n_ranks = n_ranks;
  self->sites = g_memdup2 (sites, n_ranks * sizeof *sites);
  self->checked = g_new0 (guint32, n_ranks);
  self->costs = g_new0 (HdSoftwareCosts, n_ranks);
  self->repeats = g_new (guint32, n_ranks);
  for (guint32 rank = 0; rank < n_ranks; rank++)
    self->repeats[rank] = G_MAXUINT32; /* the first start makes it 0 */
  self->bytes = bytes;
  hd_collective_values_init (&self->values, operation, n_ranks, bytes);
}

void
hd_collective_job_clear (HdCollectiveJob *self)
{
  g_free (self->name);
  g_free (self->sites);
  g_free (self->repeats);
  g_free (self->checked);
  g_free (self->costs);
  hd_collective_values_clear (&self->values);
}

void
hd_collective_job_free (HdCollectiveJob *self)
{
  self->program->free (self);
}

static void
tell (HdCollectiveJob *self,
      HdAgentNode *node,
      HdCollectiveMessage what,
      guint32 rank,
      HdTime time)
{
  HdMessage message = { .kind = what, .payload = { hd_collective_job_address (self, rank), (guint64) time } };

  hd_agent_node_tell (node, self->clock, hd_time_add (time - hd_agent_node_get_now (node), HD_COLLECTIVE_GAP), &message);
}

static void
check (HdCollectiveJob *self,
       HdAgentNode *node,
       guint32 rank,
       const double *result)
{
  guint32 element;
  double expected;

  if (self->operation == HD_TREE_REDUCE && rank != 0)
    return;
  if (hd_collective_values_check (&self->values, self->repeats[rank], result, &element, &expected))
    self->checked[rank]++;
  else
    hd_agent_node_fail (node, g_error_new (HD_ERROR, HD_ERROR_INVARIANT,
                                           _("“%s”, repeat %u: element %u of rank %u is %.17g where %.17g is right"), self->name,
                                           self->repeats[rank] + 1, element, rank, result[element], expected));
}

void
hd_collective_job_end (HdCollectiveJob *self,
                       HdAgentNode *node,
                       guint32 rank,
                       HdTime end,
                       const double *result)
{
  HdDigest digest = HD_DIGEST_INIT;

  if (self->program->is_handed_over)
    end = hd_time_add (end, self->costs[rank].receive);
  hd_digest_add (&digest, hd_collective_job_address (self, rank));
  hd_digest_add (&digest, (guint64) end);
  if (result != NULL)
    {
      check (self, node, rank, result);
      for (guint32 i = 0; i < self->values.n_elements; i++)
        hd_digest_add_double (&digest, result[i]);
    }
  hd_agent_node_record (node, HD_CLOCK_ENDED, digest.low);
  tell (self, node, HD_CLOCK_ENDED, rank, end);
}

void
hd_collective_job_gathered (HdCollectiveJob *self,
                            HdAgentNode *node,
                            HdTime time)
{
  hd_agent_node_record (node, HD_CLOCK_GATHERED, (guint64) time);
  tell (self, node, HD_CLOCK_GATHERED, 0, time);
}
