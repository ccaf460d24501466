/* hd-chakra-units.c: what a rank of Chakra traces has one of, if it issues one node of each kind at a time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-chakra-units"

#include "hd-chakra-units.h"

#include "hd-heap.h"

static gboolean
is_lower (const HdChakraWaiter *a,
          const HdChakraWaiter *b)
{
  return a->id < b->id;
}

HD_DEFINE_HEAP (heap, HdChakraWaiter, is_lower)

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
  heap_push (self->waiting, (HdChakraWaiter) { *entry, id, now });
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
  waiter = heap_pop (self->waiting);
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
