/* hd-chakra-order.c: whether Chakra traces can run to their end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A node starts when its dependencies have ended. A send then ends; a receive ends when its send has; a collective when all its members have
 * started. A node that ends never keeps another from ending, so any order finds the same nodes that cannot.
 */
#define G_LOG_DOMAIN "hd-chakra-order"

#include "hd-chakra-order.h"

#include <inttypes.h>
#include <string.h>

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
  GArray *ready;           /* of guint32: meetings of which all members have started; NULL if they end then */
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
end_meeting (Order *self,
             guint32 number)
{
  const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (self->job, number);
  const HdChakraGroup *group = hd_chakra_groups_get (self->job->groups, meeting->group);

  for (guint i = 0; i < group->n_ranks; i++)
    end_node (self, group->ranks[i], hd_chakra_job_get_member (self->job, meeting->first_member + i));
}

static void
start_member (Order *self,
              guint32 number)
{
  if (--self->members_missing[number] > 0)
    return;
  if (self->ready != NULL)
    g_array_append_val (self->ready, number);
  else
    end_meeting (self, number);
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

/* ---- running ------------------------------------------------------------------------------------------------------------ */

static void
order_clear (Order *self)
{
  for (guint32 rank = 0; rank < self->job->n_ranks; rank++)
    g_free (self->missing[rank]);
  g_free (self->missing);
  g_free (self->half);
  g_free (self->members_missing);
  g_array_unref (self->agenda);
  g_clear_pointer (&self->ready, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Order, order_clear)

static void
order_init (Order *self,
            const HdChakraJob *job)
{
  *self = (Order) { .job = job };
  self->missing = g_new0 (guint32 *, job->n_ranks + 1);
  self->half = g_new0 (guint8, job->messages->len + 1);
  self->members_missing = g_new (guint32, job->meetings->len + 1);
  self->agenda = g_array_new (FALSE, FALSE, sizeof (Place));
  for (guint32 i = 0; i < job->meetings->len; i++)
    self->members_missing[i] = hd_chakra_groups_get (job->groups, hd_chakra_job_get_meeting (job, i)->group)->n_ranks;
  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    {
      const HdChakraRank *trace = job->ranks[rank];

      self->missing[rank] = g_new (guint32, trace->n_nodes + 1);
      for (guint32 node = 0; node < trace->n_nodes; node++)
        {
          Place place = { rank, node };

          self->missing[rank][node] = trace->nodes[node].n_deps;
          if (trace->nodes[node].n_deps == 0)
            g_array_append_val (self->agenda, place);
        }
    }
}

static void
run (Order *self)
{
  while (self->agenda->len > 0)
    {
      Place place = g_array_index (self->agenda, Place, self->agenda->len - 1);

      g_array_set_size (self->agenda, self->agenda->len - 1);
      start_node (self, place);
    }
}

gboolean
hd_chakra_order_check (const HdChakraJob *job,
                       GError **error)
{
  g_auto (Order) order = { NULL };

  order_init (&order, job);
  run (&order);
  if (order.n_ended < job->n_nodes)
    set_deadlock (&order, error);
  return order.n_ended == job->n_nodes;
}

/* ---- places of collectives ---------------------------------------------------------------------------------------------- */

/* In the trace of the first member. */
static int
compare_meetings (gconstpointer a,
                  gconstpointer b,
                  gpointer data)
{
  const HdChakraJob *job = data;
  guint32 m = *(const guint32 *) a, n = *(const guint32 *) b;
  const HdChakraMeeting *x = hd_chakra_job_get_meeting (job, m), *y = hd_chakra_job_get_meeting (job, n);
  guint32 place_x = hd_chakra_job_get_member (job, x->first_member), place_y = hd_chakra_job_get_member (job, y->first_member);

  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (place_x != place_y)
    return place_x < place_y ? -1 : 1;
  return m < n ? -1 : m > n;
}

typedef struct
{
  Order order;
  guint32 *sorted;  /* meetings, by group and trace */
  guint32 *first;   /* by group, of @sorted; one more than there are */
  guint32 *heads;   /* by group: all before it have places */
  guint32 *counts;  /* by group: places given */
  guint8 *is_ready; /* by meeting */
  guint32 *places;
} Placing;

static void
give_place (Placing *self,
            guint32 number)
{
  self->places[number] = self->counts[hd_chakra_job_get_meeting (self->order.job, number)->group]++;
  end_meeting (&self->order, number);
}

/* A meeting is ready: it, and those that follow it in its group, if it is the next there. */
static void
follow_trace (Placing *self,
              guint32 number)
{
  guint32 group = hd_chakra_job_get_meeting (self->order.job, number)->group;

  self->is_ready[number] = TRUE;
  for (; self->heads[group] < self->first[group + 1] && self->is_ready[self->sorted[self->heads[group]]]; self->heads[group]++)
    if (self->places[self->sorted[self->heads[group]]] == G_MAXUINT32)
      give_place (self, self->sorted[self->heads[group]]);
}

/* No group can follow its trace: all that are ready go before those that need them. */
static gboolean
leave_trace (Placing *self)
{
  gboolean found = FALSE;

  for (guint32 i = 0; i < self->order.job->meetings->len; i++)
    if (self->is_ready[self->sorted[i]] && self->places[self->sorted[i]] == G_MAXUINT32)
      {
        give_place (self, self->sorted[i]);
        found = TRUE;
      }
  return found;
}

static void
sort_meetings (Placing *self)
{
  const HdChakraJob *job = self->order.job;
  guint n_groups = hd_chakra_groups_get_length (job->groups);

  for (guint32 i = 0; i < job->meetings->len; i++)
    {
      self->sorted[i] = i;
      self->first[hd_chakra_job_get_meeting (job, i)->group + 1]++;
    }
  g_qsort_with_data (self->sorted, (gint) job->meetings->len, sizeof *self->sorted, compare_meetings, (gpointer) job);
  for (guint g = 0; g < n_groups; g++)
    {
      self->first[g + 1] += self->first[g];
      self->heads[g] = self->first[g];
    }
}

void
hd_chakra_order_find_places (const HdChakraJob *job,
                             guint32 *out_places)
{
  guint n_groups = hd_chakra_groups_get_length (job->groups);
  g_autofree guint32 *sorted = g_new (guint32, job->meetings->len + 1), *first = g_new0 (guint32, n_groups + 1);
  g_autofree guint32 *heads = g_new (guint32, n_groups + 1), *counts = g_new0 (guint32, n_groups + 1);
  g_autofree guint8 *is_ready = g_new0 (guint8, job->meetings->len + 1);
  Placing placing = { { NULL }, sorted, first, heads, counts, is_ready, out_places };
  GArray *ready;

  order_init (&placing.order, job);
  placing.order.ready = ready = g_array_new (FALSE, FALSE, sizeof (guint32));
  sort_meetings (&placing);
  memset (out_places, 0xff, job->meetings->len * sizeof *out_places); /* G_MAXUINT32 */
  do
    {
      run (&placing.order);
      for (guint i = 0; i < ready->len; i++)
        follow_trace (&placing, g_array_index (ready, guint32, i));
      g_array_set_size (ready, 0);
    }
  while (placing.order.agenda->len > 0 || leave_trace (&placing));
  order_clear (&placing.order);
}
