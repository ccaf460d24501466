/* hd-chakra-carrier-issue.c: which nodes of Chakra traces start, of those that may
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * As hd-chakra-units.h says, for all ranks.
 */
#define G_LOG_DOMAIN "hd-chakra-carrier"

#include "hd-chakra-carrier-private.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MAX_LISTED 10

/* ---- units --------------------------------------------------------------------------------------------------------------- */

void
_hd_chakra_carrier_add_units (HdChakraCarrier *self)
{
  self->units = g_new (HdChakraUnit, HD_CHAKRA_N_UNITS * (gsize) self->job->n_ranks + 1);
  for (guint i = 0; i < HD_CHAKRA_N_UNITS * self->job->n_ranks; i++)
    hd_chakra_unit_init (&self->units[i]);
}

void
_hd_chakra_carrier_free_units (HdChakraCarrier *self)
{
  for (guint i = 0; self->units != NULL && i < HD_CHAKRA_N_UNITS * self->job->n_ranks; i++)
    hd_chakra_unit_clear (&self->units[i]);
  g_free (self->units);
}

/* The unit that a node needs, or HD_NO_ID. */
static guint32
find_unit (const HdChakraCarrier *self,
           const HdChakraEntry *entry)
{
  HdChakraUnitKind kind = hd_chakra_unit_find (_hd_chakra_carrier_get_node (self, entry));

  return self->units != NULL && kind < HD_CHAKRA_N_UNITS ? entry->rank * HD_CHAKRA_N_UNITS + kind : HD_NO_ID;
}

/* ---- issue ----------------------------------------------------------------------------------------------------------------- */

static void
queue_entry (HdChakraCarrier *self,
             const HdChakraEntry *entry,
             guint32 number)
{
  hd_chakra_unit_push (&self->units[number], entry, _hd_chakra_carrier_get_node (self, entry)->id, self->now);
  g_array_append_val (self->idle_units, number);
}

static void
serve_unit (HdChakraCarrier *self,
            HdChakraUnit *unit)
{
  HdChakraEntry entry;

  if (hd_chakra_unit_take (unit, self->now, &entry))
    _hd_chakra_carrier_start_node (self, &entry);
}

/* All that may start is known before a unit chooses. */
void
_hd_chakra_carrier_issue (HdChakraCarrier *self)
{
  do
    {
      while (self->first_entry < self->agenda->len)
        {
          HdChakraEntry entry = g_array_index (self->agenda, HdChakraEntry, self->first_entry++);
          guint32 unit = find_unit (self, &entry);

          if (unit != HD_NO_ID)
            queue_entry (self, &entry, unit);
          else
            _hd_chakra_carrier_start_node (self, &entry);
        }
      g_array_set_size (self->agenda, 0);
      self->first_entry = 0;
      if (self->idle_units->len > 0)
        {
          guint32 unit = g_array_index (self->idle_units, guint32, self->idle_units->len - 1);

          g_array_set_size (self->idle_units, self->idle_units->len - 1);
          serve_unit (self, &self->units[unit]);
        }
    }
  while (_hd_chakra_carrier_can_issue (self));
}

void
_hd_chakra_carrier_release_unit (HdChakraCarrier *self,
                                 const HdChakraEntry *entry,
                                 guint32 cause_class,
                                 guint64 cause_index)
{
  guint32 number = find_unit (self, entry);

  if (number == HD_NO_ID)
    return;
  hd_chakra_unit_release (&self->units[number], cause_class, cause_index);
  g_array_append_val (self->idle_units, number);
}

/* ---- ranks that wait for each other --------------------------------------------------------------------------------------- */

/* The rank that a node under way waits for. */
static guint32
find_awaited (const HdChakraCarrier *self,
              const HdChakraEntry *entry)
{
  const HdChakraNode *node = _hd_chakra_carrier_get_node (self, entry);
  const HdChakraMeeting *meeting;
  guint i = 0;

  if (node->kind == HD_CHAKRA_RECEIVE)
    return hd_chakra_job_get_comm (self->job, entry->rank, node->detail)->peer;
  meeting = hd_chakra_job_get_meeting (self->job, self->job->links[entry->rank][node->detail]);
  while (self->member_slots[meeting->first_member + i] != HD_NO_ID)
    i++;
  return hd_chakra_groups_get (self->job->groups, meeting->group)->ranks[i];
}

void
_hd_chakra_carrier_find_waiting (gpointer carrier,
                                 GArray *nodes)
{
  const HdChakraCarrier *self = carrier;

  for (guint i = 0; i < self->slots->len; i++)
    {
      const HdChakraSlot *slot = &g_array_index (self->slots, HdChakraSlot, i);

      if (slot->in_use)
        g_array_append_val (nodes, self->plan->order->nodes[slot->entry.rank]);
    }
}

void
_hd_chakra_carrier_set_deadlock (const HdChakraCarrier *self,
                                 GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < self->slots->len && n <= MAX_LISTED; i++)
    {
      const HdChakraSlot *slot = &g_array_index (self->slots, HdChakraSlot, i);
      const HdChakraNode *node = _hd_chakra_carrier_get_node (self, &slot->entry);

      if (!slot->in_use)
        continue;
      if (n++ > 0)
        g_string_append (text, "; ");
      if (n > MAX_LISTED)
        g_string_append (text, "…");
      else
        g_string_append_printf (text, _("rank %u at node %" PRIu64 " “%.80s” for rank %u"), slot->entry.rank, node->id,
                                hd_name_pool_get (self->job->names, node->name), find_awaited (self, &slot->entry));
    }
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK,
               _("At %.12g s ranks wait for each other, as issue=\"one-each\" lets each communicate once at a time: %s. With issue=\"all\" they would go on"),
               hd_time_to_seconds (self->now), text->str);
}
