/* engine.h: what a program of an engine sees
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each packet begins a program anew, at start (): the first 256 bytes of the packet are in the core, and 128 that go with it from program to program.
 */
#pragma once

#include <stdint.h>

#define WINDOW_BYTES 256

typedef enum
{
  NEXT,
  EGRESS,
  DROP,
  PUNT, /* to whoever controls the processor */
} Verdict;

/* Each program defines it; it does not return. */
void start (uint8_t *window,
            uint8_t *notes);

static inline volatile uint32_t *
engine_register (uint32_t offset)
{
  return (volatile uint32_t *) (uintptr_t) (0x40000000u + offset);
}

static inline uint32_t
packet_length (void)
{
  return *engine_register (0x00);
}

static inline void
set_port (uint32_t port)
{
  *engine_register (0x08) = port;
}

/* Packet bytes as a load of the packet buffer finds them; @offset is a multiple of 4 below the length. */
static inline uint32_t
load_packet (uint32_t offset)
{
  return *(volatile uint32_t *) (uintptr_t) (0x20000000u + offset);
}

static inline void __attribute__ ((noreturn))
send (Verdict verdict,
      uint32_t reason)
{
  *engine_register (0x24) = verdict | reason << 8;
  __builtin_unreachable ();
}

/* Numbers in the order of networks. */
static inline uint32_t
read_16 (const uint8_t *bytes)
{
  return (uint32_t) bytes[0] << 8 | bytes[1];
}

static inline void
write_16 (uint8_t *bytes,
          uint32_t value)
{
  bytes[0] = (uint8_t) (value >> 8);
  bytes[1] = (uint8_t) value;
}
