/* hd-chakra-job.c: the Chakra traces of all ranks, and who meets whom
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-job"

#include "hd-chakra-job.h"

#include "hd-chakra-match.h"
#include "hd-chakra-order.h"
#include "hd-import-sheet.h"

HdChakraJob *
hd_chakra_job_new (guint n_ranks)
{
  HdChakraJob *self = g_new0 (HdChakraJob, 1);

  self->names = hd_name_pool_new ();
  self->groups = hd_chakra_groups_new (n_ranks);
  self->ranks = g_new0 (HdChakraRank *, n_ranks + 1);
  self->links = g_new0 (guint32 *, n_ranks + 1);
  self->n_ranks = n_ranks;
  self->messages = g_array_new (FALSE, FALSE, sizeof (HdChakraMessage));
  self->meetings = g_array_new (FALSE, FALSE, sizeof (HdChakraMeeting));
  self->members = g_array_new (FALSE, FALSE, sizeof (guint32));
  return self;
}

void
hd_chakra_job_free (HdChakraJob *self)
{
  for (guint i = 0; i < self->n_ranks; i++)
    {
      g_clear_pointer (&self->ranks[i], hd_chakra_rank_free);
      g_free (self->links[i]);
    }
  g_free (self->ranks);
  g_free (self->links);
  g_array_unref (self->messages);
  g_array_unref (self->meetings);
  g_array_unref (self->members);
  hd_chakra_groups_free (self->groups);
  hd_name_pool_free (self->names);
  g_free (self);
}

void
hd_chakra_job_take (HdChakraJob *self,
                    guint rank,
                    HdChakraRank *trace)
{
  self->ranks[rank] = trace;
  self->n_nodes += trace->n_nodes;
  self->links[rank] = g_new (guint32, trace->comms->len + 1);
}

gboolean
hd_chakra_job_add (HdChakraJob *self,
                   guint rank,
                   const char *path,
                   HdProgress *progress,
                   GError **error)
{
  HdChakraRank *trace = hd_chakra_rank_load (path, rank, self->n_ranks, self->names, self->groups, progress, error);

  if (trace == NULL)
    return FALSE;
  hd_chakra_job_take (self, rank, trace);
  return TRUE;
}

/* Asked between the steps of preparing alone: each takes a small part of the time that reading took. */
static gboolean
go_on (HdProgress *progress,
       double done,
       GError **error)
{
  hd_progress_set (progress, done);
  return !hd_import_is_cancelled (g_cancellable_get_current (), error);
}

gboolean
hd_chakra_job_match (HdChakraJob *self,
                     HdProgress *progress,
                     GError **error)
{
  return go_on (progress, 0, error) && hd_chakra_match_messages (self, error)
         && go_on (progress, 0.4, error) && hd_chakra_match_collectives (self, error)
         && go_on (progress, 0.8, error) && hd_chakra_order_check (self, error)
         && go_on (progress, 1, error);
}
