/* hd-chakra-order.c: whether Chakra traces can run to their end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A node starts when its dependencies have ended. A send then ends; a receive ends when its send has; a collective when all its members have
 * started. A node that ends never keeps another from ending, so any order finds the same nodes that cannot.
 */
#define G_LOG_DOMAIN "hd-chakra-order"

#include "hd-chakra-order.h"

#include <inttypes.h>

#include "hd-i18n.h"

#define MAX_LISTED 10

typedef struct
{
  guint32 rank;
  guint32 node;
} Place;

typedef struct
{
  const HdChakraJob *job;
  guint32 **missing;       /* by rank and node: dependencies that have not ended */
  guint8 *half;            /* by message: one end has started */
  guint32 *members_missing; /* by meeting */
  GArray *agenda;          /* of Place: nodes that start */
  guint64 n_ended;
} Order;

static void
end_node (Order *self,
          guint32 rank,
          guint32 node)
{
  const HdChakraRank *trace = self->job->ranks[rank];

  self->n_ended++;
  for (guint32 i = trace->first_out[node]; i < trace->first_out[node + 1]; i++)
    if (--self->missing[rank][trace->out[i]] == 0)
      {
        Place place = { rank, trace->out[i] };

        g_array_append_val (self->agenda, place);
      }
}

/* A send ends by itself; the later of both ends the receive. */
static void
start_end_of_message (Order *self,
                      Place place,
                      guint32 number,
                      gboolean sends)
{
  const HdChakraMessage *message = hd_chakra_job_get_message (self->job, number);

  if (sends)
    end_node (self, place.rank, place.node);
  if (self->half[number]++ == 1)
    end_node (self, message->destination, message->destination_node);
}

static void
start_member (Order *self,
              guint32 number)
{
  const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (self->job, number);
  const HdChakraGroup *group = hd_chakra_groups_get (self->job->groups, meeting->group);

  if (--self->members_missing[number] > 0)
    return;
  for (guint i = 0; i < group->n_ranks; i++)
    end_node (self, group->ranks[i], hd_chakra_job_get_member (self->job, meeting->first_member + i));
}

static void
start_node (Order *self,
            Place place)
{
  const HdChakraNode *node = &self->job->ranks[place.rank]->nodes[place.node];

  if (node->kind == HD_CHAKRA_COLLECTIVE)
    start_member (self, self->job->links[place.rank][node->detail]);
  else if (node->kind >= HD_CHAKRA_SEND)
    start_end_of_message (self, place, self->job->links[place.rank][node->detail], node->kind == HD_CHAKRA_SEND);
  else
    end_node (self, place.rank, place.node);
}

/* ---- messages for people ------------------------------------------------------------------------------------------------ */

/* The rank that a collective waits for: the first whose member has not started. */
static guint32
find_absent (const Order *self,
             const HdChakraMeeting *meeting)
{
  const HdChakraGroup *group = hd_chakra_groups_get (self->job->groups, meeting->group);
  guint i = 0;

  while (self->missing[group->ranks[i]][hd_chakra_job_get_member (self->job, meeting->first_member + i)] == 0)
    i++;
  return group->ranks[i];
}

static void
set_deadlock (const Order *self,
              GError **error)
{
  const HdChakraJob *job = self->job;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    for (guint32 i = 0; i < job->ranks[rank]->comms->len; i++)
      {
        const HdChakraComm *comm = hd_chakra_job_get_comm (job, rank, i);
        const HdChakraNode *node = &job->ranks[rank]->nodes[comm->node];
        guint32 link = job->links[rank][i], other;

        if (self->missing[rank][comm->node] > 0 || node->kind == HD_CHAKRA_SEND ||
            (node->kind == HD_CHAKRA_RECEIVE ? self->half[link] == 2 : self->members_missing[link] == 0))
          continue;
        if (n++ == MAX_LISTED)
          g_string_append (text, "; …");
        if (n > MAX_LISTED)
          break;
        other = node->kind == HD_CHAKRA_RECEIVE ? comm->peer : find_absent (self, hd_chakra_job_get_meeting (job, link));
        g_string_append (text, n > 1 ? "; " : "");
        g_string_append_printf (text, _("rank %u at node %" PRIu64 " “%.80s” for rank %u"), rank, node->id, hd_name_pool_get (job->names, node->name), other);
      }
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("The traces cannot run to their end, since ranks wait for each other: %s"), text->str);
}

gboolean
hd_chakra_order_check (const HdChakraJob *job,
                       GError **error)
{
  g_autoptr (GArray) agenda = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autofree guint8 *half = g_new0 (guint8, job->messages->len + 1);
  g_autofree guint32 *members_missing = g_new (guint32, job->meetings->len + 1);
  Order order = { job, g_new0 (guint32 *, job->n_ranks + 1), half, members_missing, agenda, 0 };

  for (guint32 i = 0; i < job->meetings->len; i++)
    members_missing[i] = hd_chakra_groups_get (job->groups, hd_chakra_job_get_meeting (job, i)->group)->n_ranks;
  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    {
      const HdChakraRank *trace = job->ranks[rank];

      order.missing[rank] = g_new (guint32, trace->n_nodes + 1);
      for (guint32 node = 0; node < trace->n_nodes; node++)
        {
          Place place = { rank, node };

          order.missing[rank][node] = trace->nodes[node].n_deps;
          if (trace->nodes[node].n_deps == 0)
            g_array_append_val (agenda, place);
        }
    }
  while (agenda->len > 0)
    {
      Place place = g_array_index (agenda, Place, agenda->len - 1);

      g_array_set_size (agenda, agenda->len - 1);
      start_node (&order, place);
    }
  if (order.n_ended < job->n_nodes)
    set_deadlock (&order, error);
  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    g_free (order.missing[rank]);
  g_free (order.missing);
  return order.n_ended == job->n_nodes;
}
