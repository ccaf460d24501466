/* hd-exchange-list.c: messages of collectives that members carry out by themselves, each with its two ends
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-exchanges"

#include "hd-exchange-list.h"

void
hd_exchange_list_init (HdExchangeList *self,
                       HdRecord *record)
{
  *self = (HdExchangeList){ record, g_array_new (FALSE, FALSE, sizeof (HdExchangeEntry)), g_array_new (FALSE, FALSE, sizeof (guint)) };
}

void
hd_exchange_list_clear (HdExchangeList *self)
{
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->pending, g_array_unref);
}

guint
hd_exchange_list_get_n (const HdExchangeList *self)
{
  return self->entries->len;
}

const HdExchangeEntry *
hd_exchange_list_get (const HdExchangeList *self,
                      guint n)
{
  return &g_array_index (self->entries, HdExchangeEntry, n);
}

static gboolean
are_ends (const HdExchangeNote *sent,
          const HdExchangeNote *taken,
          gboolean same_place)
{
  return sent->group == taken->group && sent->node == taken->peer && sent->peer == taken->node
         && (same_place ? sent->low == taken->low && sent->high == taken->high : sent->high - sent->low == taken->high - taken->low);
}

/* The first of those that it may be. */
static gboolean
find_send (HdExchangeList *self,
           guint taken,
           gboolean same_place)
{
  HdExchangeEntry *entry = &g_array_index (self->entries, HdExchangeEntry, taken);

  for (guint i = 0; i < self->pending->len; i++)
    {
      guint sent = g_array_index (self->pending, guint, i);
      HdExchangeEntry *other = &g_array_index (self->entries, HdExchangeEntry, sent);

      if (!are_ends (&other->note, &entry->note, same_place))
        continue;
      entry->other = sent;
      other->other = taken;
      g_array_remove_index (self->pending, i);
      return TRUE;
    }
  return FALSE;
}

void
hd_exchange_list_follow (HdExchangeList *self)
{
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (HdExchangeNote));

  _hd_record_read_exchanges (self->record, self->entries->len, notes);
  for (guint i = 0; i < notes->len; i++)
    {
      const HdExchangeEntry entry = { g_array_index (notes, HdExchangeNote, i), HD_NO_NOTE };
      guint n = self->entries->len;

      g_array_append_val (self->entries, entry);
      if (entry.note.kind == HD_EXCHANGE_SEND)
        g_array_append_val (self->pending, n);
      else if (entry.note.kind != HD_EXCHANGE_BEGIN && !find_send (self, n, TRUE))
        find_send (self, n, FALSE); /* a program may put it elsewhere */
    }
}

guint
hd_exchange_list_find (const HdExchangeList *self,
                       HdTime time)
{
  guint low = 0, high = self->entries->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (hd_exchange_list_get (self, middle)->note.time <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
