/* hd-chakra-units.c: what a rank of Chakra traces has one of, if it issues one node of each kind at a time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-units"

#include "hd-chakra-units.h"

void
hd_chakra_unit_init (HdChakraUnit *self)
{
  *self = (HdChakraUnit) { g_array_new (FALSE, FALSE, sizeof (HdChakraWaiter)), FALSE, 0, HD_NO_CAUSE };
}

void
hd_chakra_unit_clear (HdChakraUnit *self)
{
  g_clear_pointer (&self->waiting, g_array_unref);
}

HdChakraUnitKind
hd_chakra_unit_find (const HdChakraNode *node)
{
  if (node->kind == HD_CHAKRA_NOTE || node->kind == HD_CHAKRA_RECEIVE)
    return HD_CHAKRA_N_UNITS;
  if (node->is_host)
    return HD_CHAKRA_UNIT_HOST;
  return node->kind == HD_CHAKRA_COMPUTE ? HD_CHAKRA_UNIT_COMPUTATION : HD_CHAKRA_UNIT_COMMUNICATION;
}

void
hd_chakra_unit_push (HdChakraUnit *self,
                     const HdChakraEntry *entry,
                     guint64 id,
                     HdTime now)
{
  HdChakraWaiter *waiters;
  guint place = self->waiting->len;

  g_array_set_size (self->waiting, place + 1);
  waiters = (HdChakraWaiter *) (void *) self->waiting->data;
  for (; place > 0 && waiters[(place - 1) / 2].id > id; place = (place - 1) / 2)
    waiters[place] = waiters[(place - 1) / 2];
  waiters[place] = (HdChakraWaiter) { *entry, id, now };
}

static HdChakraWaiter
pop (GArray *heap)
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

/* What had to wait for the unit was released by what the unit did before. */
gboolean
hd_chakra_unit_take (HdChakraUnit *self,
                     HdTime now,
                     HdChakraEntry *out_entry)
{
  HdChakraWaiter waiter;

  if (self->is_busy || self->waiting->len == 0)
    return FALSE;
  waiter = pop (self->waiting);
  if (waiter.since < now)
    {
      waiter.entry.cause_class = self->cause_class;
      waiter.entry.cause_index = self->cause_index;
    }
  self->is_busy = TRUE;
  *out_entry = waiter.entry;
  return TRUE;
}

void
hd_chakra_unit_release (HdChakraUnit *self,
                        guint32 cause_class,
                        guint64 cause_index)
{
  self->is_busy = FALSE;
  self->cause_class = cause_class;
  self->cause_index = cause_index;
}
