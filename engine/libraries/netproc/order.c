/* order.c: what has to leave in the order in which it came
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "order.h"

#include <stdlib.h>

#define FIRST_PLACES 16

void
order_clear (Order *self)
{
  free (self->places);
}

int
order_put (Order *self,
           uint64_t turn,
           void *item)
{
  uint32_t at = self->n;

  if (self->n == self->n_places)
    {
      uint32_t n = self->n_places == 0 ? FIRST_PLACES : self->n_places * 2;
      OrderPlace *grown = realloc (self->places, n * sizeof *grown);

      if (grown == NULL)
        return 0;
      self->places = grown;
      self->n_places = n;
    }
  self->n++;
  for (; at > 0 && turn < self->places[(at - 1) / 2].turn; at = (at - 1) / 2)
    self->places[at] = self->places[(at - 1) / 2];
  self->places[at] = (OrderPlace){ turn, item };
  return 1;
}

void *
order_take (Order *self)
{
  OrderPlace last;
  uint32_t at = 0;
  void *item;

  if (self->n == 0 || self->places[0].turn != self->next + 1)
    return NULL;
  item = self->places[0].item;
  self->next++;
  last = self->places[--self->n];
  for (uint32_t child = 1; child < self->n; child = 2 * at + 1)
    {
      child += child + 1 < self->n && self->places[child + 1].turn < self->places[child].turn;
      if (self->places[child].turn >= last.turn)
        break;
      self->places[at] = self->places[child];
      at = child;
    }
  self->places[at] = last;
  return item;
}
