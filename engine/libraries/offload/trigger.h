/* trigger.h: the ordered trigger control: which packet a sequence of descriptors takes in next, and when it sends
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The source says of CPCount both that it is compared with the number of a packet and that it is how many packets a descriptor needs. Both hold if it counts from the head
 * of the sequence, which is our reading: a descriptor fires when the packets 0 to CPCount - 1 have been taken in, in this order whatever the order of their arrival.
 */
#pragma once

#include "fields.h"

/** TRIGGER_MOST: packets that a sequence can take in: SeqID has 5 bits */
#define TRIGGER_MOST 32u

/** TriggerOrder: TRIGGER_ARRIVAL takes, among those that one descriptor waits for, what is there (a bad example: sums differ with the order) */
typedef enum { TRIGGER_ORDERED, TRIGGER_ARRIVAL } TriggerOrder;

/** TriggerStep: what is to be done: take in a packet, run a descriptor, wait for a packet, nothing any more */
typedef enum { TRIGGER_TAKE, TRIGGER_FIRE, TRIGGER_WAIT, TRIGGER_DONE } TriggerStep;

/** Trigger: @taken: a bit for each SeqID */
typedef struct
{
  const Fields *descriptors;
  uint32_t n, at;
  uint32_t taken;
  TriggerOrder order;
} Trigger;

/** trigger_init: @descriptors: (array length=n): from head to tail, which stay. Returns 0 with "BAD_CPCOUNT desc N ..." in @why */
int trigger_init (Trigger *self,
                  const Fields *descriptors,
                  uint32_t n,
                  TriggerOrder order,
                  char *why,
                  size_t n_why);
/** trigger_step: @present: packets that are in the buffer, a bit for each SeqID. What it says to take or to fire counts as done; @out_number: SeqID, or place of the descriptor */
TriggerStep trigger_step (Trigger *self,
                          uint32_t present,
                          uint32_t *out_number);
