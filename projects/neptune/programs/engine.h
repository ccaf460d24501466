/* engine.h: what a program of an engine sees
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each packet begins a program anew, at start (): the first 256 bytes of the packet are in the core, and 128 that go with it from program to program. With GOLDEN defined a
 * program is compiled for the host, where golden.c stands for the processor.
 */
#pragma once

#include <stdint.h>

#define WINDOW_BYTES 256
#define INLINE static inline __attribute__ ((always_inline)) /* nothing is called: who calls saves what was in registers */

/** Verdict: what becomes of a packet */
typedef enum
{
  NEXT,
  EGRESS,
  DROP,
  PUNT, /* to whoever controls the processor */
} Verdict;

/** Unit: what an engine may ask, in the order of addresses */
typedef enum
{
  EXACT,
  LPM,
  METER,
  HASH,
  COUNTER,
} Unit;

/* Commands: of any unit; of exact tables; of checksums, which are of bytes of the packet, or the hash of the key. */
enum { ASK, PUT };
enum { CHECKSUM, HASH_KEY };

#ifdef GOLDEN
extern uint8_t golden_core[1024];
uint32_t golden_load (uint32_t address);
void golden_store (uint32_t address,
                   uint32_t value);
void golden_send (uint32_t word) __attribute__ ((noreturn));
#define WINDOW golden_core
#define PLACE(p) ((uint32_t) ((p) - WINDOW)) /* in the window, in the lowest byte */
#else
#define WINDOW ((uint8_t *) (uintptr_t) 0x10000000u)
#define PLACE(p) ((uint32_t) (uintptr_t) (p))
#endif
#define NOTES (WINDOW + WINDOW_BYTES)

/* Each program defines it; it does not return. @argument: of the event that brought the packet here. */
void start (uint8_t *window,
            uint8_t *notes,
            uint32_t argument);

INLINE uint32_t
load_word (uint32_t address)
{
#ifdef GOLDEN
  return golden_load (address);
#else
  return *(volatile uint32_t *) (uintptr_t) address;
#endif
}

INLINE void
store_word (uint32_t address,
            uint32_t value)
{
#ifdef GOLDEN
  golden_store (address, value);
#else
  *(volatile uint32_t *) (uintptr_t) address = value;
#endif
}

/* ---- the packet ---------------------------------------------------------------------------------------------------- */

INLINE uint32_t
packet_length (void)
{
  return load_word (0x40000000u);
}

INLINE uint32_t
get_cycle (void)
{
  return load_word (0x4000000cu);
}

INLINE uint32_t
port_in (void)
{
  return load_word (0x40000004u);
}

INLINE void
set_port (uint32_t port)
{
  store_word (0x40000008u, port);
}

/* Bytes that are cut off in front, or, below 0, put there. */
INLINE void
set_cut (int32_t bytes)
{
  store_word (0x4000001cu, (uint32_t) bytes);
}

/* A stage that the packet goes to before all others. */
INLINE void
insert_stage (uint32_t stage,
              uint32_t argument)
{
  store_word (0x40000020u, stage | argument << 8);
}

/* A stage that the packet does not go to. */
INLINE void
remove_stage (uint32_t stage)
{
  store_word (0x40000028u, stage);
}

/* Packet bytes as a load of the packet buffer finds them; @offset is a multiple of 4 below the length. */
INLINE uint32_t
load_packet (uint32_t offset)
{
  return load_word (0x20000000u + offset);
}

INLINE void __attribute__ ((noreturn))
send (Verdict verdict,
      uint32_t reason)
{
#ifdef GOLDEN
  golden_send (verdict | reason << 8);
#else
  store_word (0x40000024u, verdict | reason << 8);
  __builtin_unreachable ();
#endif
}

/* ---- units --------------------------------------------------------------------------------------------------------- */

#define UNIT_ADDRESS(unit) (0x40000100u + 0x40u * (unit))

INLINE void
set_key (Unit unit,
         uint32_t at,
         uint32_t word)
{
  store_word (UNIT_ADDRESS (unit) + 4 * at, word);
}

/* Of tables: which, and how many bytes of the key count. */
INLINE void
set_table (Unit unit,
           uint32_t table,
           uint32_t n_bytes)
{
  store_word (UNIT_ADDRESS (unit) + 0x20, table | n_bytes << 16);
}

/* The program goes on; what it loads of the answer waits for that. */
INLINE void
ask (Unit unit,
     uint32_t command)
{
  store_word (UNIT_ADDRESS (unit) + 0x24, command);
}

INLINE uint32_t
get_result (Unit unit)
{
  return load_word (UNIT_ADDRESS (unit) + 0x28);
}

INLINE uint32_t
get_second_result (Unit unit)
{
  return load_word (UNIT_ADDRESS (unit) + 0x2c);
}

INLINE uint32_t
is_found (Unit unit)
{
  return load_word (UNIT_ADDRESS (unit) + 0x30);
}

/* Of what is put. */
INLINE void
set_value (Unit unit,
           uint32_t first,
           uint32_t second,
           uint32_t third)
{
  store_word (UNIT_ADDRESS (unit) + 0x28, first);
  store_word (UNIT_ADDRESS (unit) + 0x2c, second);
  store_word (UNIT_ADDRESS (unit) + 0x34, third);
}

/* ---- numbers ------------------------------------------------------------------------------------------------------- */

/* A value that the compiler is to have in a register, and not to work out again, or otherwise. */
#ifdef GOLDEN
#define KEEP(value) ((void) 0)
#else
#define KEEP(value) __asm__ ("" : "+r" (value))
#endif
#define LIKELY(condition) __builtin_expect (condition, 1)

/* In the order of networks. */
INLINE uint32_t
read_16 (const uint8_t *bytes)
{
  uint32_t high = bytes[0];

  KEEP (high);
  return high << 8 | bytes[1];
}

INLINE void
write_16 (uint8_t *bytes,
          uint32_t value)
{
  bytes[0] = (uint8_t) (value >> 8);
  bytes[1] = (uint8_t) value;
}

/* As they lie in memory, at any address: an engine loads and stores there, for a cycle more. */
typedef uint16_t __attribute__ ((aligned (1), may_alias)) Half;
typedef uint32_t __attribute__ ((aligned (1), may_alias)) Word;

INLINE uint32_t
get_16 (const uint8_t *bytes)
{
  return *(const Half *) bytes;
}

INLINE void
put_16 (uint8_t *bytes,
        uint32_t value)
{
  *(Half *) bytes = (uint16_t) value;
}

INLINE uint32_t
get_32 (const uint8_t *bytes)
{
  return *(const Word *) bytes;
}

INLINE void
put_32 (uint8_t *bytes,
        uint32_t value)
{
  *(Word *) bytes = value;
}

INLINE uint32_t
swap (uint32_t value)
{
  return value << 24 | (value << 8 & 0xff0000) | (value >> 8 & 0xff00) | value >> 24;
}

/* A constant of networks, as it lies in memory. */
#define NET_16(value) ((uint32_t) (((value) >> 8 & 0xff) | ((value) & 0xff) << 8))
#define NET_32(value) __builtin_bswap32 (value)
