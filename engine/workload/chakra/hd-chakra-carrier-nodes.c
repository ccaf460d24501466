/* hd-chakra-carrier-nodes.c: nodes of Chakra traces that start and end, and telling of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-carrier"

#include "hd-chakra-carrier-private.h"

#define TICKS_PER_US 1000000.0

/* ---- accounts of a rank -------------------------------------------------------------------------------------------------- */

void
_hd_chakra_carrier_account (HdChakraCarrier *self,
                            guint32 rank)
{
  hd_overlap_count (&self->ranks[rank].overlap, self->now);
}

/* What runs on the host is work of neither kind. */
static void
count_in (HdChakraCarrier *self,
          const HdChakraEntry *entry,
          int change)
{
  const HdChakraNode *node = _hd_chakra_carrier_get_node (self, entry);

  if (node->is_host)
    return;
  _hd_chakra_carrier_account (self, entry->rank);
  if (node->kind >= HD_CHAKRA_SEND)
    self->ranks[entry->rank].overlap.n_communicating += (guint) change;
  else
    self->ranks[entry->rank].overlap.n_computing += (guint) change;
}

/* ---- spans --------------------------------------------------------------------------------------------------------------- */

static guint
get_lane_class (const HdChakraCarrier *self,
                const HdChakraEntry *entry)
{
  return _hd_chakra_carrier_get_node (self, entry)->kind >= HD_CHAKRA_SEND ? self->job->n_ranks + entry->rank : entry->rank;
}

static void
fill_span (const HdChakraCarrier *self,
           const HdChakraSlot *slot,
           HdWorkKind kind,
           HdWorkSpan *out_span)
{
  const HdChakraNode *node = _hd_chakra_carrier_get_node (self, &slot->entry);

  *out_span = (HdWorkSpan) {
    .lane_class = get_lane_class (self, &slot->entry),
    .name = node->name,
    .kind = kind,
    .start = slot->start,
    .end = HD_TIME_MAX,
    .cause_class = slot->entry.cause_class,
    .cause_index = slot->entry.cause_index,
  };
  if (kind >= HD_WORK_SEND)
    out_span->peer = self->plan->order->nodes[hd_chakra_job_get_comm (self->job, slot->entry.rank, node->detail)->peer];
}

static void
tell_begin (HdChakraCarrier *self,
            const HdChakraSlot *slot,
            HdWorkKind kind)
{
  HdWorkSpan span;

  if (self->observer == NULL || self->observer->begin == NULL)
    return;
  fill_span (self, slot, kind, &span);
  self->observer->begin (self->user_data, &span);
}

static void
tell_end (HdChakraCarrier *self,
          const HdChakraSlot *slot,
          HdWorkKind kind,
          gboolean unfinished)
{
  HdWorkSpan span;

  self->ranks[slot->entry.rank].n_spans[_hd_chakra_carrier_get_node (self, &slot->entry)->kind >= HD_CHAKRA_SEND]++;
  if (self->observer == NULL || self->observer->end == NULL)
    return;
  fill_span (self, slot, kind, &span);
  span.end = self->now;
  span.unfinished = unfinished;
  self->observer->end (self->user_data, &span);
}

/* ---- ends ---------------------------------------------------------------------------------------------------------------- */

/* Those that wait for the node miss one thing less. */
static void
release (HdChakraCarrier *self,
         const HdChakraEntry *entry,
         guint32 cause_class,
         guint64 cause_index)
{
  const HdChakraRank *trace = self->job->ranks[entry->rank];

  self->n_ended++;
  for (guint32 i = trace->first_out[entry->node]; i < trace->first_out[entry->node + 1]; i++)
    if (--self->missing[entry->rank][trace->out[i]] == 0)
      {
        HdChakraEntry released = { entry->rank, trace->out[i], cause_class, cause_index };

        g_array_append_val (self->agenda, released);
      }
}

static void
finish (HdChakraCarrier *self,
        guint32 number)
{
  HdChakraSlot *slot = _hd_chakra_carrier_get_slot (self, number);
  HdChakraEntry entry = slot->entry;
  const HdChakraNode *node = _hd_chakra_carrier_get_node (self, &entry);
  HdChakraAccount *rank = &self->ranks[entry.rank];
  guint side = node->kind >= HD_CHAKRA_SEND;
  guint lane_class = get_lane_class (self, &entry);

  count_in (self, &entry, -1);
  rank->end = self->now;
  hd_work_digest_add (&rank->digests[side], self->name_digests[node->name], node->id, slot->start, self->now);
  slot->in_use = FALSE;
  g_array_append_val (self->free_slots, number);
  _hd_chakra_carrier_release_unit (self, &entry, lane_class, rank->n_spans[side] - 1);
  release (self, &entry, lane_class, rank->n_spans[side] - 1);
}

/* What was told to begin has one span. */
void
_hd_chakra_carrier_end_node (HdChakraCarrier *self,
                             guint32 number)
{
  const HdChakraSlot *slot = _hd_chakra_carrier_get_slot (self, number);

  tell_end (self, slot, hd_chakra_kind_get_work (_hd_chakra_carrier_get_node (self, &slot->entry)->kind), FALSE);
  finish (self, number);
}

/* ---- starts -------------------------------------------------------------------------------------------------------------- */

static guint32
take_slot (HdChakraCarrier *self,
           const HdChakraEntry *entry)
{
  guint32 number;

  if (self->free_slots->len > 0)
    {
      number = g_array_index (self->free_slots, guint32, self->free_slots->len - 1);
      g_array_set_size (self->free_slots, self->free_slots->len - 1);
    }
  else
    {
      number = self->slots->len;
      g_array_set_size (self->slots, number + 1);
    }
  *_hd_chakra_carrier_get_slot (self, number) = (HdChakraSlot) { *entry, self->now, 0, TRUE };
  return number;
}

static void
start_transfer (HdChakraCarrier *self,
                guint32 path,
                double size,
                HdChakraToken kind,
                guint32 number)
{
  HdTransfer transfer = { path, size };

  hd_network_start (self->network, &transfer, 1, 1, (guint64) number << 2 | kind);
  self->n_under_way++;
}

static void
start_part (HdChakraCarrier *self,
            guint32 number,
            guint32 path,
            double size,
            HdChakraToken kind)
{
  HdChakraSlot *slot = _hd_chakra_carrier_get_slot (self, number);

  slot->parts |= 1u << kind;
  tell_begin (self, slot, kind == HD_CHAKRA_TOKEN_MEMORY ? HD_WORK_MEMORY : HD_WORK_COMPUTE);
  start_transfer (self, path, size, kind, number);
}

/* A computation, and beside it its traffic; or an access. What has neither operations nor bytes that count here takes its duration. */
static void
start_work (HdChakraCarrier *self,
            guint32 number)
{
  HdChakraSlot *slot = _hd_chakra_carrier_get_slot (self, number);
  const HdChakraNode *node = _hd_chakra_carrier_get_node (self, &slot->entry);
  const HdChakraPaths *paths = &self->plan->paths[slot->entry.rank];
  gboolean computes = node->kind == HD_CHAKRA_COMPUTE;
  HdChakraWork work = { 0 };
  guint32 home = node->kind == HD_CHAKRA_LOAD ? paths->load : paths->store;

  if (node->detail != HD_CHAKRA_NO_DETAIL && (!computes || self->plan->order->roofline))
    work = g_array_index (self->job->ranks[slot->entry.rank]->works, HdChakraWork, node->detail);
  if (work.operations > 0)
    start_part (self, number, paths->compute, work.operations / paths->speed_up, HD_CHAKRA_TOKEN_COMPUTE);
  if (work.bytes > 0 && !computes && home != HD_NO_ID)
    start_part (self, number, home, work.bytes, HD_CHAKRA_TOKEN_MEMORY);
  else if (work.bytes > 0 && paths->local != HD_NO_ID)
    start_part (self, number, paths->local, work.bytes, HD_CHAKRA_TOKEN_MEMORY);
  if (slot->parts == 0 && node->duration_us > 0)
    start_part (self, number, computes && !node->is_host && !self->plan->order->roofline ? paths->compute : paths->host,
                (double) node->duration_us * TICKS_PER_US, computes ? HD_CHAKRA_TOKEN_COMPUTE : HD_CHAKRA_TOKEN_MEMORY);
  else if (slot->parts == 0)
    {
      tell_begin (self, slot, hd_chakra_kind_get_work (node->kind));
      _hd_chakra_carrier_end_node (self, number);
    }
}

static void
start_send (HdChakraCarrier *self,
            guint32 number,
            guint32 message)
{
  self->messages[message].send_slot = number;
  start_transfer (self, self->plan->message_paths[message], hd_chakra_job_get_message (self->job, message)->bytes, HD_CHAKRA_TOKEN_MESSAGE, message);
}

static void
start_receive (HdChakraCarrier *self,
               guint32 number,
               guint32 message)
{
  self->messages[message].receive_slot = number;
  if (self->messages[message].has_arrived)
    _hd_chakra_carrier_end_node (self, number);
}

static void
start_member (HdChakraCarrier *self,
              guint32 number,
              guint32 meeting_number)
{
  const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (self->job, meeting_number);
  const HdChakraGroup *group = hd_chakra_groups_get (self->job->groups, meeting->group);
  guint place = 0;

  hd_chakra_group_has (group, _hd_chakra_carrier_get_slot (self, number)->entry.rank, &place);
  self->member_slots[meeting->first_member + place] = number;
  if (--self->members_missing[meeting_number] == 0)
    g_array_append_val (self->ready, meeting_number);
}

void
_hd_chakra_carrier_start_node (HdChakraCarrier *self,
                               const HdChakraEntry *entry)
{
  const HdChakraNode *node = _hd_chakra_carrier_get_node (self, entry);
  guint32 number, link;

  if (node->kind == HD_CHAKRA_NOTE)
    {
      release (self, entry, entry->cause_class, entry->cause_index);
      return;
    }
  number = take_slot (self, entry);
  count_in (self, entry, 1);
  if (node->kind < HD_CHAKRA_SEND)
    {
      start_work (self, number);
      return;
    }
  tell_begin (self, _hd_chakra_carrier_get_slot (self, number), hd_chakra_kind_get_work (node->kind));
  link = self->job->links[entry->rank][node->detail];
  if (node->kind == HD_CHAKRA_SEND)
    start_send (self, number, link);
  else if (node->kind == HD_CHAKRA_RECEIVE)
    start_receive (self, number, link);
  else
    start_member (self, number, link);
}

void
_hd_chakra_carrier_end_part (HdChakraCarrier *self,
                             guint32 number,
                             HdChakraToken part)
{
  HdChakraSlot *slot = _hd_chakra_carrier_get_slot (self, number);

  self->n_parts_ended++;
  slot->parts &= ~(1u << part);
  tell_end (self, slot, part == HD_CHAKRA_TOKEN_MEMORY ? HD_WORK_MEMORY : HD_WORK_COMPUTE, FALSE);
  if (slot->parts == 0)
    finish (self, number);
}

/* Kinds of the spans that @slot has open. */
static guint
get_open (HdChakraCarrier *self,
          const HdChakraSlot *slot,
          HdWorkKind *out_kinds)
{
  guint n = 0;

  if (slot->parts & 1u << HD_CHAKRA_TOKEN_COMPUTE)
    out_kinds[n++] = HD_WORK_COMPUTE;
  if (slot->parts & 1u << HD_CHAKRA_TOKEN_MEMORY)
    out_kinds[n++] = HD_WORK_MEMORY;
  if (slot->parts == 0)
    out_kinds[n++] = hd_chakra_kind_get_work (_hd_chakra_carrier_get_node (self, &slot->entry)->kind);
  return n;
}

void
_hd_chakra_carrier_tell_open (HdChakraCarrier *self,
                              guint32 number,
                              HdWorkOpen open,
                              gpointer data)
{
  const HdChakraSlot *slot = _hd_chakra_carrier_get_slot (self, number);
  HdWorkKind kinds[2];
  HdWorkSpan span;

  for (guint i = 0, n = get_open (self, slot, kinds); i < n; i++)
    {
      fill_span (self, slot, kinds[i], &span);
      open (data, &span);
    }
}

void
_hd_chakra_carrier_cut_node (HdChakraCarrier *self,
                             guint32 number)
{
  const HdChakraSlot *slot = _hd_chakra_carrier_get_slot (self, number);
  HdWorkKind kinds[2];

  for (guint i = 0, n = get_open (self, slot, kinds); i < n; i++)
    tell_end (self, slot, kinds[i], TRUE);
}
