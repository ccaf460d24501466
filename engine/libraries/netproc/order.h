/* order.h: what has to leave in the order in which it came
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <stdint.h>

typedef struct
{
  uint64_t turn;
  void *item;
} OrderPlace;

/** Order: items have turns from 1 on, without gaps; a heap of those whose turn has not come. @next: turn that is due, less 1 */
typedef struct
{
  OrderPlace *places;
  uint64_t next;
  uint32_t n, n_places;
} Order;

void order_clear (Order *self);
/** order_put: 0 without memory */
int order_put (Order *self,
               uint64_t turn,
               void *item);
/** order_take: the item whose turn it is, NULL if that has not come */
void *order_take (Order *self);
