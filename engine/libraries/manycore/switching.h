/* switching.h: input-queued switches with virtual channels and credits: routers and crossbars
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "packet.h"

#define SWITCHING_MAX_QUEUES 64 /* ports times channels: bits of a word */

typedef struct _Switching Switching;

/** SwitchingRoute: the port through which a packet with this header leaves */
typedef uint32_t (*SwitchingRoute) (const void *data, uint32_t element, uint64_t header);

/**
 * SwitchingSetup: of one element
 * @ports: (array length=n_ports): numbers of the type's ports, in the order of its table; at most one is indexed, the last
 * @delay: cycles from arrival to departure, at least 1
 * @width: flits for each port and cycle, 0 for no limit
 * @channels: virtual channels of each port
 * @depth: flits that each channel's queue holds, 0 for no limit
 */
typedef struct
{
  const uint32_t *ports;
  uint32_t n_ports;
  uint32_t delay;
  uint32_t width;
  uint32_t channels;
  uint32_t depth;
} SwitchingSetup;

/** switching_measure: bytes that switching_new () takes */
uint64_t switching_measure (uint32_t n, uint32_t max_ports, uint32_t max_channels);
/** switching_new: %NULL without memory; @data is borrowed */
Switching *switching_new (uint32_t n, uint32_t max_ports, uint32_t max_channels, SwitchingRoute route, const void *data);
void switching_free (Switching *self);
int switching_set_up (Switching *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, const SwitchingSetup *setup);

/** switching_receive: refuses what no message to a switch may be; see HdBlock */
int64_t switching_receive (Switching *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const HdMessage *message);
int switching_waits (const Switching *self, uint32_t element, HdWait *out_wait);
void switching_tick (Switching *self, const HdBlockHost *host, HdBlockContext *context, int64_t cycle, const uint32_t *active, uint32_t n_active,
                     int64_t *next);
void switching_finish (Switching *self, const HdBlockHost *host, HdBlockContext *context);

typedef enum { SWITCHING_FLITS, SWITCHING_PACKETS, SWITCHING_WAIT, SWITCHING_BLOCKED, SWITCHING_LONGEST } SwitchingProbe;

/** switching_read: as HdBlock's read; @probe is a SwitchingProbe */
void switching_read (const Switching *self, uint32_t element, SwitchingProbe probe, double *out_value, double *out_weight);
