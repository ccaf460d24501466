/* frames.h: packets of twelve types, each of 128 bytes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <stdint.h>

#define FRAMES_BYTES 128

/** FramesType: what Neptune's table 2 tells apart: tunnels that end here, with the version inside and outside; services; what is metered; the rest */
typedef enum
{
  FRAMES_4O4_HIT,
  FRAMES_4O4_MISS,
  FRAMES_4O6,
  FRAMES_6O4,
  FRAMES_6O6,
  FRAMES_TCP,
  FRAMES_TCP_PASS,
  FRAMES_METER_DROP,
  FRAMES_METER_PASS,
  FRAMES_ARP,
  FRAMES_ICMP,
  FRAMES_PASSTHROUGH,
  FRAMES_N,
} FramesType;

/** frames_make: A frame without its check sequence, whose own checksums are right. Those of a type differ by @flow in the last byte of an address, and a port. */
void frames_make (FramesType type,
                  uint8_t flow,
                  uint8_t out_bytes[FRAMES_BYTES]);
