/* outlet.h: how an endpoint sends packets into a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "packet.h"

typedef struct
{
  Packet *packets; /* ring */
  uint32_t first, n, capacity;
  uint32_t left;    /* flits of the first packet that have not been sent, or 0 before its first */
  uint32_t channel; /* that it uses */
} OutletQueue;

/** Outlet: one queue for each class; replies go first */
typedef struct
{
  uint32_t link;
  uint32_t n_channels; /* that the receiver has announced */
  int32_t room[MAX_CHANNELS]; /* flits, as announced */
  int32_t credits[MAX_CHANNELS];
  OutletQueue queues[N_CLASSES];
} Outlet;

/** outlet_announce: in cycle 0: this end takes everything */
void outlet_announce (const HdBlockHost *host, HdBlockContext *context, uint32_t link);
/** outlet_accept: of a message on its link: whether it is a credit that can be, or a flit; of a whole packet, with one of the @operations */
const char *outlet_accept (const Outlet *self, const HdMessage *message, uint32_t operations, uint64_t *out_value);
/** outlet_waits: whether packets wait for room beyond @port */
int outlet_waits (const Outlet *self, uint32_t port, HdWait *out_wait);
/** outlet_push: returns 0 without memory */
int outlet_push (Outlet *self, const Packet *packet);
void outlet_credit (Outlet *self, const HdMessage *message);
/**
 * outlet_send:
 * @width: flits in this cycle
 *
 * Returns: the cycle in which there is something to send even if no credit comes, or HD_NEVER
 */
int64_t outlet_send (Outlet *self, const HdBlockHost *host, HdBlockContext *context, int64_t cycle, uint32_t width);
void outlet_clear (Outlet *self);

static inline uint32_t
outlet_length (const Outlet *self)
{
  return self->queues[CLASS_REQUEST].n + self->queues[CLASS_REPLY].n;
}
