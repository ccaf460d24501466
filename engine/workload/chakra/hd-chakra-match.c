/* hd-chakra-match.c: which communications of Chakra traces belong together
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-match"

#include "hd-chakra-match.h"

#include <inttypes.h>

#include "hd-i18n.h"

/* A communication, by what it must have in common with others: those of one key and place stand in the order of their trace. */
typedef struct
{
  guint32 key;   /* source, or group */
  guint32 place; /* destination, or place in the group */
  guint64 tag;
  guint32 rank;
  guint32 comm;
} End;

static int
compare_ends (gconstpointer a,
              gconstpointer b)
{
  const End *x = a, *y = b;

  if (x->key != y->key)
    return x->key < y->key ? -1 : 1;
  if (x->tag != y->tag)
    return x->tag < y->tag ? -1 : 1;
  if (x->place != y->place)
    return x->place < y->place ? -1 : 1;
  return x->comm < y->comm ? -1 : x->comm > y->comm;
}

static const HdChakraComm *
get_comm (const HdChakraJob *job,
          const End *end)
{
  return hd_chakra_job_get_comm (job, end->rank, end->comm);
}

static char *
format_end (const HdChakraJob *job,
            const End *end)
{
  return hd_chakra_rank_format_node (job->ranks[end->rank], job->names, get_comm (job, end)->node);
}

static const char *
get_group_name (const HdChakraJob *job,
                guint32 group)
{
  const char *name = hd_chakra_groups_get (job->groups, group)->name;

  return *name != '\0' ? name : _("all ranks");
}

/* ---- messages ----------------------------------------------------------------------------------------------------------- */

static void
collect_ends (const HdChakraJob *job,
              HdChakraKind kind,
              GArray *ends)
{
  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    for (guint32 i = 0; i < job->ranks[rank]->comms->len; i++)
      {
        const HdChakraComm *comm = hd_chakra_job_get_comm (job, rank, i);
        gboolean sends = kind == HD_CHAKRA_SEND;
        End end = { sends ? rank : comm->peer, sends ? comm->peer : rank, comm->tag, rank, i };

        if (job->ranks[rank]->nodes[comm->node].kind == kind)
          g_array_append_val (ends, end);
      }
  g_array_sort (ends, compare_ends);
}

static gboolean
set_unmatched (const HdChakraJob *job,
               const End *end,
               gboolean sends,
               GError **error)
{
  g_autofree char *where = format_end (job, end);

  if (sends)
    g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("%s: rank %u never receives what rank %u sends here with the tag %" PRIu64), where, end->place,
                 end->key, end->tag);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK, _("%s: it waits for ever: rank %u never sends what rank %u receives here with the tag %" PRIu64), where,
                 end->key, end->place, end->tag);
  return FALSE;
}

static gboolean
add_message (HdChakraJob *job,
             const End *send,
             const End *receive,
             GError **error)
{
  const HdChakraComm *sent = get_comm (job, send), *received = get_comm (job, receive);
  HdChakraMessage message = { sent->bytes, send->rank, sent->node, receive->rank, received->node };

  if (sent->bytes != received->bytes)
    {
      g_autofree char *where = format_end (job, receive);
      g_autofree char *other = format_end (job, send);

      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("%s: it receives %.10g B, but %s sends %.10g B"), where, received->bytes, other, sent->bytes);
      return FALSE;
    }
  job->links[send->rank][send->comm] = job->links[receive->rank][receive->comm] = job->messages->len;
  g_array_append_val (job->messages, message);
  return TRUE;
}

/* Where both have the same key, the n-th of the one meets the n-th of the other, since both are sorted so. */
static int
compare_keys (const End *send,
              const End *receive)
{
  End x = *send, y = *receive;

  x.comm = y.comm = 0;
  return compare_ends (&x, &y);
}

gboolean
hd_chakra_match_messages (HdChakraJob *job,
                          GError **error)
{
  g_autoptr (GArray) sends = g_array_new (FALSE, FALSE, sizeof (End));
  g_autoptr (GArray) receives = g_array_new (FALSE, FALSE, sizeof (End));
  guint n = 0;

  collect_ends (job, HD_CHAKRA_SEND, sends);
  collect_ends (job, HD_CHAKRA_RECEIVE, receives);
  for (; n < MIN (sends->len, receives->len); n++)
    {
      const End *send = &g_array_index (sends, End, n), *receive = &g_array_index (receives, End, n);
      int order = compare_keys (send, receive);

      if (order != 0)
        return set_unmatched (job, order < 0 ? send : receive, order < 0, error);
      if (!add_message (job, send, receive, error))
        return FALSE;
    }
  if (n < sends->len)
    return set_unmatched (job, &g_array_index (sends, End, n), TRUE, error);
  return n == receives->len || set_unmatched (job, &g_array_index (receives, End, n), FALSE, error);
}

/* ---- collectives -------------------------------------------------------------------------------------------------------- */

static gboolean
set_group_fault (const HdChakraJob *job,
                 const End *end,
                 GError **error)
{
  g_autofree char *where = format_end (job, end);
  g_autofree char *known = hd_chakra_groups_dup_names (job->groups);

  if (end->key != G_MAXUINT)
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: rank %u is no member of the process group “%s”"), where, end->rank, get_group_name (job, end->key));
  else if (*known == '\0')
    g_set_error (error, HD_ERROR, HD_ERROR_NAME,
                 _("%s: the process group “%s” is unknown: neither the traces define groups nor the attribute groups=\"FILE\" of the workload"), where,
                 hd_name_pool_get (job->names, get_comm (job, end)->group));
  else
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: the process group “%s” is unknown; there are %s"), where,
                 hd_name_pool_get (job->names, get_comm (job, end)->group), known);
  return FALSE;
}

/* The collectives of a rank; groups are looked up once each. */
static gboolean
collect_collectives (const HdChakraJob *job,
                     guint32 rank,
                     GArray *ends,
                     GError **error)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL); /* name -> group */
  g_autofree guint *places = g_new (guint, hd_chakra_groups_get_length (job->groups));

  for (guint g = 0; g < hd_chakra_groups_get_length (job->groups); g++)
    if (!hd_chakra_group_has (hd_chakra_groups_get (job->groups, g), rank, &places[g]))
      places[g] = G_MAXUINT;
  for (guint32 i = 0; i < job->ranks[rank]->comms->len; i++)
    {
      const HdChakraComm *comm = hd_chakra_job_get_comm (job, rank, i);
      End end = { .tag = comm->tag, .rank = rank, .comm = i };
      gpointer number;

      if (job->ranks[rank]->nodes[comm->node].kind != HD_CHAKRA_COLLECTIVE)
        continue;
      if (!g_hash_table_lookup_extended (numbers, GUINT_TO_POINTER (comm->group), NULL, &number))
        {
          number = GUINT_TO_POINTER (hd_chakra_groups_find (job->groups, hd_name_pool_get (job->names, comm->group)));
          g_hash_table_insert (numbers, GUINT_TO_POINTER (comm->group), number);
        }
      end.key = GPOINTER_TO_UINT (number);
      end.place = end.key != G_MAXUINT ? places[end.key] : G_MAXUINT;
      if (end.place == G_MAXUINT)
        return set_group_fault (job, &end, error);
      g_array_append_val (ends, end);
    }
  return TRUE;
}

static gboolean
check_member (const HdChakraJob *job,
              const End *first,
              const End *end,
              GError **error)
{
  const HdChakraComm *known = get_comm (job, first), *comm = get_comm (job, end);
  g_autofree char *where = format_end (job, end);
  g_autofree char *other = format_end (job, first);

  if (comm->type != known->type)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("%s: it is %s, but %s, which it meets, is %s"), where, hd_chakra_comm_type_name (comm->type), other,
                 hd_chakra_comm_type_name (known->type));
  else if (comm->bytes != known->bytes)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("%s: it has %.10g B, but %s, which it meets, has %.10g B"), where, comm->bytes, other, known->bytes);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("%s: its root is another than that of %s, which it meets"), where, other);
  return FALSE;
}

static gboolean
add_meeting (HdChakraJob *job,
             const End *const *places,
             GError **error)
{
  const HdChakraComm *first = get_comm (job, places[0]);
  const HdChakraGroup *group = hd_chakra_groups_get (job->groups, places[0]->key);
  HdChakraMeeting meeting = { first->bytes, places[0]->key, job->members->len, first->peer, first->type };
  guint place;

  if (meeting.root == G_MAXUINT32)
    meeting.root = group->ranks[0];
  if (!hd_chakra_group_has (group, meeting.root, &place))
    {
      g_autofree char *where = format_end (job, places[0]);

      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("%s: the root %u is no member of the process group “%s”"), where, meeting.root,
                   get_group_name (job, meeting.group));
      return FALSE;
    }
  for (guint i = 0; i < group->n_ranks; i++)
    {
      const HdChakraComm *comm = get_comm (job, places[i]);

      if (comm->type != first->type || comm->bytes != first->bytes || comm->peer != first->peer)
        return check_member (job, places[0], places[i], error);
      job->links[places[i]->rank][places[i]->comm] = job->meetings->len;
      g_array_append_val (job->members, comm->node);
    }
  g_array_append_val (job->meetings, meeting);
  return TRUE;
}

/* If one member has fewer collectives than another, those that the other has beyond wait for ever. */
static gboolean
check_counts (const HdChakraJob *job,
              const HdChakraGroup *group,
              const End *const *places,
              const guint *counts,
              GError **error)
{
  guint most = 0, least = 0;
  g_autofree char *where = NULL;

  for (guint i = 1; i < group->n_ranks; i++)
    {
      most = counts[i] > counts[most] ? i : most;
      least = counts[i] < counts[least] ? i : least;
    }
  if (counts[least] == counts[most])
    return TRUE;
  where = format_end (job, places[most] + counts[least]);
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK,
               _("%s: it waits for ever for rank %u, which has %u such collectives of the process group “%s”, rank %u has %u"), where, group->ranks[least],
               counts[least], get_group_name (job, places[most]->key), group->ranks[most], counts[most]);
  return FALSE;
}

/* The collectives of one group and tag, [@first, @end). */
static gboolean
match_part (HdChakraJob *job,
            const End *first,
            const End *end,
            GError **error)
{
  const HdChakraGroup *group = hd_chakra_groups_get (job->groups, first->key);
  g_autofree const End **places = g_new0 (const End *, group->n_ranks);
  g_autofree guint *counts = g_new0 (guint, group->n_ranks);

  for (const End *e = first; e < end; e++)
    if (counts[e->place]++ == 0)
      places[e->place] = e;
  if (!check_counts (job, group, places, counts, error))
    return FALSE;
  for (guint k = 0; k < counts[0]; k++)
    {
      if (!add_meeting (job, places, error))
        return FALSE;
      for (guint i = 0; i < group->n_ranks; i++)
        places[i]++;
    }
  return TRUE;
}

gboolean
hd_chakra_match_collectives (HdChakraJob *job,
                             GError **error)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (End));
  const End *all;

  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    if (!collect_collectives (job, rank, ends, error))
      return FALSE;
  g_array_sort (ends, compare_ends);
  all = (const End *) (void *) ends->data;
  for (guint first = 0, end = 0; first < ends->len; first = end)
    {
      while (end < ends->len && all[end].key == all[first].key && all[end].tag == all[first].tag)
        end++;
      if (!match_part (job, all + first, all + end, error))
        return FALSE;
    }
  return TRUE;
}
