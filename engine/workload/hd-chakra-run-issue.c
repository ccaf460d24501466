/* hd-chakra-run-issue.c: which nodes of Chakra traces start, of those that may
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * With issue="all" every node starts as soon as its dependencies have ended. With issue="one-each" a rank has three units, of which each runs one
 * node at a time: the host, the computation, and the communication with accesses to memory. Of those that may start the lowest id goes first.
 * Receives and notes need no unit.
 * Source: ASTRA-sim, HardwareResource.cc and Workload::issue_dep_free_nodes ().
 */
#define G_LOG_DOMAIN "hd-chakra-run"

#include "hd-chakra-run-private.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MAX_LISTED 10

enum
{
  HOST,
  COMPUTATION,
  COMMUNICATION,
  N_UNITS,
};

/* ---- units --------------------------------------------------------------------------------------------------------------- */

void
_hd_chakra_run_add_units (HdChakraRun *self)
{
  self->units = g_new (HdChakraUnit, N_UNITS * (gsize) self->job->n_ranks + 1);
  for (guint i = 0; i < N_UNITS * self->job->n_ranks; i++)
    self->units[i] = (HdChakraUnit) { g_array_new (FALSE, FALSE, sizeof (HdChakraWaiter)), FALSE, 0, HD_NO_CAUSE };
}

void
_hd_chakra_run_free_units (HdChakraRun *self)
{
  for (guint i = 0; self->units != NULL && i < N_UNITS * self->job->n_ranks; i++)
    g_array_unref (self->units[i].waiting);
  g_free (self->units);
}

/* The unit that a node needs, or HD_NO_ID. */
static guint32
find_unit (const HdChakraRun *self,
           const HdChakraEntry *entry)
{
  const HdChakraNode *node = _hd_chakra_run_get_node (self, entry);

  if (self->units == NULL || node->kind == HD_CHAKRA_NOTE || node->kind == HD_CHAKRA_RECEIVE)
    return HD_NO_ID;
  if (node->is_host)
    return entry->rank * N_UNITS + HOST;
  return entry->rank * N_UNITS + (node->kind == HD_CHAKRA_COMPUTE ? COMPUTATION : COMMUNICATION);
}

/* ---- who waits for a unit: a heap, the lowest id on top -------------------------------------------------------------------- */

static void
push_waiter (GArray *heap,
             const HdChakraWaiter *waiter)
{
  HdChakraWaiter *waiters;
  guint place = heap->len;

  g_array_set_size (heap, place + 1);
  waiters = (HdChakraWaiter *) (void *) heap->data;
  for (; place > 0 && waiters[(place - 1) / 2].id > waiter->id; place = (place - 1) / 2)
    waiters[place] = waiters[(place - 1) / 2];
  waiters[place] = *waiter;
}

static HdChakraWaiter
pop_waiter (GArray *heap)
{
  HdChakraWaiter *waiters = (HdChakraWaiter *) (void *) heap->data;
  HdChakraWaiter top = waiters[0], last = waiters[heap->len - 1];
  guint n = heap->len - 1, place = 0, child;

  for (; (child = 2 * place + 1) < n; place = child)
    {
      if (child + 1 < n && waiters[child + 1].id < waiters[child].id)
        child++;
      if (waiters[child].id >= last.id)
        break;
      waiters[place] = waiters[child];
    }
  waiters[place] = last;
  g_array_set_size (heap, n);
  return top;
}

/* ---- issue ----------------------------------------------------------------------------------------------------------------- */

static void
queue_entry (HdChakraRun *self,
             const HdChakraEntry *entry,
             guint32 number)
{
  HdChakraWaiter waiter = { *entry, _hd_chakra_run_get_node (self, entry)->id, self->now };

  push_waiter (self->units[number].waiting, &waiter);
  g_array_append_val (self->idle_units, number);
}

/* What had to wait for the unit was released by what the unit did before. */
static void
serve_unit (HdChakraRun *self,
            HdChakraUnit *unit)
{
  HdChakraWaiter waiter;

  if (unit->is_busy || unit->waiting->len == 0)
    return;
  waiter = pop_waiter (unit->waiting);
  if (waiter.since < self->now)
    {
      waiter.entry.cause_class = unit->cause_class;
      waiter.entry.cause_index = unit->cause_index;
    }
  unit->is_busy = TRUE;
  _hd_chakra_run_start_node (self, &waiter.entry);
}

/* All that may start is known before a unit chooses. */
void
_hd_chakra_run_issue (HdChakraRun *self)
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
            _hd_chakra_run_start_node (self, &entry);
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
  while (_hd_chakra_run_can_issue (self));
}

void
_hd_chakra_run_release_unit (HdChakraRun *self,
                             const HdChakraEntry *entry,
                             guint32 cause_class,
                             guint64 cause_index)
{
  guint32 number = find_unit (self, entry);

  if (number == HD_NO_ID)
    return;
  self->units[number].is_busy = FALSE;
  self->units[number].cause_class = cause_class;
  self->units[number].cause_index = cause_index;
  g_array_append_val (self->idle_units, number);
}

/* ---- ranks that wait for each other --------------------------------------------------------------------------------------- */

/* The rank that a node under way waits for. */
static guint32
find_awaited (const HdChakraRun *self,
              const HdChakraEntry *entry)
{
  const HdChakraNode *node = _hd_chakra_run_get_node (self, entry);
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
_hd_chakra_run_set_deadlock (const HdChakraRun *self,
                             GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n = 0;

  for (guint i = 0; i < self->slots->len && n <= MAX_LISTED; i++)
    {
      const HdChakraSlot *slot = &g_array_index (self->slots, HdChakraSlot, i);
      const HdChakraNode *node = _hd_chakra_run_get_node (self, &slot->entry);

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
