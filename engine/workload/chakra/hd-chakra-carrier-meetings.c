/* hd-chakra-carrier-meetings.c: collectives of Chakra traces under way
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-carrier"

#include "hd-chakra-carrier-private.h"

#include "hd-numbers.h"

/* The next steps that are alike, as one batch, or all, if no barrier parts them; FALSE if there are none left. */
static gboolean
launch_stretch (HdChakraCarrier *self,
                HdChakraQueue *group)
{
  const HdCommPattern *pattern = g_ptr_array_index (self->plan->patterns, self->plan->meeting_patterns[group->meeting]);
  double bytes = hd_chakra_order_get_bytes (self->plan->order, hd_chakra_job_get_meeting (self->job, group->meeting));
  const HdCommStretch *stretch;

  if (!group->has_called)
    {
      group->has_called = TRUE;
      if (hd_comm_pattern_call (pattern, self->network, (guint64) group->meeting << 2 | HD_CHAKRA_TOKEN_MEETING))
        {
          self->n_under_way++;
          return TRUE;
        }
    }
  if (group->next_stretch == pattern->stretches->len)
    return FALSE;
  if (pattern->waits != NULL)
    {
      group->next_stretch = pattern->stretches->len;
      hd_comm_pattern_start (pattern, self->network, bytes, (guint64) group->meeting << 2 | HD_CHAKRA_TOKEN_MEETING, self->ordered);
      self->n_under_way++;
      return TRUE;
    }
  stretch = &g_array_index (pattern->stretches, HdCommStretch, group->next_stretch++);
  g_array_set_size (self->batch, 0);
  for (guint i = 0; i < stretch->n_transfers; i++)
    {
      const HdCommTransfer *planned = &g_array_index (pattern->transfers, HdCommTransfer, stretch->first_transfer + i);
      HdTransfer transfer = { planned->path, planned->share * bytes };

      g_array_append_val (self->batch, transfer);
    }
  hd_network_start (self->network, (const HdTransfer *) (void *) self->batch->data, self->batch->len, stretch->rounds,
                    (guint64) group->meeting << 2 | HD_CHAKRA_TOKEN_MEETING);
  self->n_under_way++;
  return TRUE;
}

static void
end_meeting (HdChakraCarrier *self,
             guint32 number)
{
  const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (self->job, number);
  const HdChakraGroup *group = hd_chakra_groups_get (self->job->groups, meeting->group);

  self->groups[meeting->group].meeting = HD_NO_ID;
  self->groups[meeting->group].last = number;
  self->groups[meeting->group].last_end = self->now;
  g_array_append_val (self->due, meeting->group);
  for (guint i = 0; i < group->n_ranks; i++)
    {
      _hd_chakra_carrier_end_node (self, self->member_slots[meeting->first_member + i]);
      self->member_spans[meeting->first_member + i] = self->ranks[group->ranks[i]].n_spans[1] - 1;
    }
}

/* A member that queued behind another collective of its group has waited for that, which has released it; its own begins afterwards. */
static void
begin_meeting (HdChakraCarrier *self,
               HdChakraQueue *group,
               guint32 number)
{
  const HdChakraMeeting *meeting = hd_chakra_job_get_meeting (self->job, number);
  guint n_members = hd_chakra_groups_get (self->job->groups, meeting->group)->n_ranks;

  group->meeting = number;
  group->next_stretch = 0;
  group->has_called = FALSE;
  for (guint i = 0; i < n_members; i++)
    {
      HdChakraSlot *slot = _hd_chakra_carrier_get_slot (self, self->member_slots[meeting->first_member + i]);

      if (group->last == HD_NO_ID || slot->start >= group->last_end)
        continue;
      slot->start = group->last_end;
      slot->entry.cause_class = self->job->n_ranks + slot->entry.rank;
      slot->entry.cause_index = self->member_spans[hd_chakra_job_get_meeting (self->job, group->last)->first_member + i];
    }
  if (!launch_stretch (self, group))
    end_meeting (self, number);
}

static void
serve_group (HdChakraCarrier *self,
             HdChakraQueue *group)
{
  while (group->meeting == HD_NO_ID && group->first < group->waiting->len)
    {
      guint32 meeting = g_array_index (group->waiting, guint32, group->first++);

      if (group->first == group->waiting->len)
        {
          g_array_set_size (group->waiting, 0);
          group->first = 0;
        }
      begin_meeting (self, group, meeting);
    }
}

/* Collectives of which all members have started join the queue of their group, in the order of traces. */
void
_hd_chakra_carrier_serve_groups (HdChakraCarrier *self)
{
  g_array_sort (self->ready, hd_compare_numbers);
  for (guint i = 0; i < self->ready->len; i++)
    {
      guint32 meeting = g_array_index (self->ready, guint32, i);
      guint32 group = hd_chakra_job_get_meeting (self->job, meeting)->group;

      g_array_append_val (self->groups[group].waiting, meeting);
      g_array_append_val (self->due, group);
    }
  g_array_set_size (self->ready, 0);
  g_array_sort (self->due, hd_compare_numbers);
  for (guint i = 0; i < self->due->len; i++)
    serve_group (self, &self->groups[g_array_index (self->due, guint32, i)]);
  g_array_set_size (self->due, 0);
}

void
_hd_chakra_carrier_go_on (HdChakraCarrier *self,
                          guint32 number)
{
  HdChakraQueue *group = &self->groups[hd_chakra_job_get_meeting (self->job, number)->group];

  if (!launch_stretch (self, group))
    end_meeting (self, number);
}
