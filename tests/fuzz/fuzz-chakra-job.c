/* fuzz-chakra-job.c: any bytes as the Chakra traces of two ranks
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The input is the length of the first trace in two bytes, the lower first, and the two traces. Invariant: matching ends in an error, or each send
 * has its receive, each collective its members, both with the same size, and all can run to the end; collectives of a group have one place each.
 */
#include <gio/gio.h>

#include "hd-chakra-order.h"

#define N_RANKS 2

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static gboolean
take_trace (HdChakraJob *job,
            guint rank,
            const guint8 *data,
            gsize size)
{
  g_autoptr (GInputStream) source = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  HdChakraRank *trace = hd_chakra_rank_read (source, "fuzz", rank, N_RANKS, job->names, job->groups, NULL);

  if (trace != NULL)
    hd_chakra_job_take (job, rank, trace);
  return trace != NULL;
}

static const HdChakraNode *
get_node (const HdChakraJob *job,
          guint32 rank,
          guint32 node)
{
  g_assert_cmpuint (node, <, job->ranks[rank]->n_nodes);
  return &job->ranks[rank]->nodes[node];
}

static void
check_messages (const HdChakraJob *job)
{
  for (guint32 i = 0; i < job->messages->len; i++)
    {
      const HdChakraMessage *message = hd_chakra_job_get_message (job, i);
      const HdChakraNode *send = get_node (job, message->source, message->source_node);
      const HdChakraNode *receive = get_node (job, message->destination, message->destination_node);

      g_assert_true (send->kind == HD_CHAKRA_SEND && receive->kind == HD_CHAKRA_RECEIVE);
      g_assert_cmpuint (job->links[message->source][send->detail], ==, i);
      g_assert_cmpuint (job->links[message->destination][receive->detail], ==, i);
      g_assert_cmpfloat (hd_chakra_job_get_comm (job, message->destination, receive->detail)->bytes, ==, message->bytes);
    }
}

static void
check_meetings (const HdChakraJob *job)
{
  for (guint32 i = 0; i < job->meetings->len; i++)
    {
      const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (job, i);
      const HdChakraGroup *group = hd_chakra_groups_get (job->groups, meeting->group);

      for (guint k = 0; k < group->n_ranks; k++)
        {
          const HdChakraNode *node = get_node (job, group->ranks[k], hd_chakra_job_get_member (job, meeting->first_member + k));

          g_assert_cmpint (node->kind, ==, HD_CHAKRA_COLLECTIVE);
          g_assert_cmpuint (job->links[group->ranks[k]][node->detail], ==, i);
          g_assert_cmpuint (hd_chakra_job_get_comm (job, group->ranks[k], node->detail)->type, ==, meeting->type);
        }
    }
}

static void
check_places (const HdChakraJob *job)
{
  g_autofree guint32 *places = g_new (guint32, job->meetings->len + 1);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autofree guint32 *counts = g_new0 (guint32, hd_chakra_groups_get_length (job->groups) + 1);

  hd_chakra_order_find_places (job, places);
  for (guint32 i = 0; i < job->meetings->len; i++)
    counts[hd_chakra_job_get_meeting (job, i)->group]++;
  for (guint32 i = 0; i < job->meetings->len; i++)
    {
      guint64 place = (guint64) hd_chakra_job_get_meeting (job, i)->group << 32 | places[i];

      g_assert_cmpuint (places[i], <, counts[hd_chakra_job_get_meeting (job, i)->group]);
      g_assert_true (g_hash_table_add (taken, g_memdup2 (&place, sizeof place)));
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (HdChakraJob) job = hd_chakra_job_new (N_RANKS);
  gsize first = size >= 2 ? MIN (data[0] + 256u * data[1], size - 2) : 0;
  g_autoptr (GError) error = NULL;

  if (size < 2 || !take_trace (job, 0, data + 2, first) || !take_trace (job, 1, data + 2 + first, size - 2 - first))
    return 0;
  if (!hd_chakra_job_match (job, NULL, &error))
    {
      g_assert_nonnull (error);
      return 0;
    }
  check_messages (job);
  check_meetings (job);
  check_places (job);
  return 0;
}
