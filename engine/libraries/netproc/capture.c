/* capture.c: packets in files, as pcap and pcapng hold them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * IETF, draft-ietf-opsawg-pcap and draft-ietf-opsawg-pcapng; either byte order.
 */
#include "capture.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#define HEADER_BYTES 24
#define RECORD_BYTES 16
#define BLOCK_BYTES 12 /* of an empty one */
#define ETHERNET 1
#define RESOLUTION 9 /* an option of an interface */

enum { MICROSECONDS = 0xa1b2c3d4, NANOSECONDS = 0xa1b23c4d, BYTE_ORDER = 0x1a2b3c4d };
enum { BLOCK_SECTION = 0x0a0d0d0a, BLOCK_INTERFACE = 1, BLOCK_SIMPLE = 3, BLOCK_PACKET = 6 };

static uint32_t
read_16 (const Capture *self,
         size_t at)
{
  uint32_t a = self->bytes[at], b = self->bytes[at + 1];

  return self->is_big ? a << 8 | b : b << 8 | a;
}

static uint32_t
read_32 (const Capture *self,
         size_t at)
{
  uint32_t a = read_16 (self, at), b = read_16 (self, at + 2);

  return self->is_big ? a << 16 | b : b << 16 | a;
}

static int __attribute__ ((format (printf, 2, 3)))
fail (Capture *self,
      const char *format,
      ...)
{
  va_list arguments;
  int n = self->record > 0 ? snprintf (self->why, self->n_why, "%s: %s %" PRIu64 ": ", self->name, self->is_blocks ? "block" : "record", self->record)
                           : snprintf (self->why, self->n_why, "%s: ", self->name);

  va_start (arguments, format);
  if (n >= 0 && (size_t) n < self->n_why)
    vsnprintf (self->why + n, self->n_why - (size_t) n, format, arguments);
  va_end (arguments);
  return 0;
}

/* Finds out in which byte order @at holds one of two numbers. */
static int
find_order (Capture *self,
            size_t at,
            uint32_t one,
            uint32_t other)
{
  for (self->is_big = 0; self->is_big < 2; self->is_big++)
    if (read_32 (self, at) == one || read_32 (self, at) == other)
      return 1;
  self->is_big = 0;
  return 0;
}

int
capture_open (Capture *self,
              const char *name,
              const uint8_t *bytes,
              size_t size,
              char *why,
              size_t n_why)
{
  *self = (Capture){ .name = name, .bytes = bytes, .size = size, .why = why, .n_why = n_why };
  *why = '\0';
  if (size >= BLOCK_BYTES && read_32 (self, 0) == BLOCK_SECTION)
    {
      self->is_blocks = 1;
      return 1;
    }
  if (size < HEADER_BYTES || !find_order (self, 0, MICROSECONDS, NANOSECONDS))
    return fail (self, "it is no capture; it must begin as pcap or pcapng does");
  if (read_16 (self, 4) != 2)
    return fail (self, "it is of version %" PRIu32 "; it must be 2", read_16 (self, 4));
  if (read_16 (self, self->is_big ? 22 : 20) != ETHERNET)
    return fail (self, "its link type is %" PRIu32 "; it must be 1 (Ethernet)", read_16 (self, self->is_big ? 22 : 20));
  self->per_s[0] = read_32 (self, 0) == NANOSECONDS ? 1000000000 : 1000000;
  self->at = HEADER_BYTES;
  return 1;
}

static int
take_frame (Capture *self,
            size_t at,
            size_t room,
            uint32_t length,
            uint32_t most_bytes,
            CaptureFrame *out_frame)
{
  if (length > most_bytes)
    return fail (self, "a frame of %" PRIu32 " bytes; at most %" PRIu32 " are allowed", length, most_bytes);
  if (length > room)
    return fail (self, "it is cut off: a frame of %" PRIu32 " bytes, of which %zu are there", length, room);
  *out_frame = (CaptureFrame){ self->bytes + at, length, self->last_ns };
  return 1;
}

static int
next_record (Capture *self,
             uint32_t most_bytes,
             CaptureFrame *out_frame)
{
  size_t at = self->at, left = self->size - at;

  if (left == 0)
    return 0;
  self->record++;
  if (left < RECORD_BYTES)
    return fail (self, "it is cut off: a head of %zu bytes, not %d", left, RECORD_BYTES);
  self->last_ns = read_32 (self, at) * UINT64_C (1000000000) + read_32 (self, at + 4) * (UINT64_C (1000000000) / self->per_s[0]);
  if (!take_frame (self, at + RECORD_BYTES, left - RECORD_BYTES, read_32 (self, at + 8), most_bytes, out_frame))
    return 0;
  self->at += RECORD_BYTES + out_frame->length;
  return 1;
}

/* ---- blocks of pcapng ---------------------------------------------------------------------------------------------- */

/* Powers of 10, or of 2 if the highest bit is set; 0 if that is beyond 64 bits. */
static uint64_t
get_per_s (uint8_t resolution)
{
  unsigned n = resolution & 127;
  uint64_t per_s = 1;

  if ((resolution & 128) != 0)
    return n < 64 ? UINT64_C (1) << n : 0;
  for (; n > 0 && per_s != 0; n--)
    per_s = per_s <= UINT64_MAX / 10 ? per_s * 10 : 0;
  return per_s;
}

static int
take_interface (Capture *self,
                uint32_t length)
{
  uint64_t per_s = 1000000;

  if (length < BLOCK_BYTES + 8)
    return fail (self, "an interface of %" PRIu32 " bytes; it has at least %d", length, BLOCK_BYTES + 8);
  if (read_16 (self, self->at + 8) != ETHERNET)
    return fail (self, "the link type of its interface is %" PRIu32 "; it must be 1 (Ethernet)", read_16 (self, self->at + 8));
  if (self->n_interfaces == CAPTURE_INTERFACES)
    return fail (self, "there are more than %d interfaces", CAPTURE_INTERFACES);
  for (size_t at = self->at + 16, end = self->at + length - 4; end - at >= 4 && read_16 (self, at) != 0;)
    {
      size_t n = read_16 (self, at + 2);

      if (n > end - at - 4)
        return fail (self, "an option of %zu bytes is beyond its end", n);
      if (read_16 (self, at) == RESOLUTION && n == 1)
        per_s = get_per_s (self->bytes[at + 4]);
      at += 4 + (n + 3) / 4 * 4;
      if (at > end)
        break;
    }
  if (per_s == 0)
    return fail (self, "units of time that small are none");
  self->per_s[self->n_interfaces++] = per_s;
  return 1;
}

static int
take_packet (Capture *self,
             uint32_t length,
             uint32_t most_bytes,
             CaptureFrame *out_frame)
{
  uint64_t time;
  uint32_t interface;

  if (length < BLOCK_BYTES + 20)
    return fail (self, "a packet of %" PRIu32 " bytes; it has at least %d", length, BLOCK_BYTES + 20);
  interface = read_32 (self, self->at + 8);
  if (interface >= self->n_interfaces)
    return fail (self, "interface %" PRIu32 " of %" PRIu32, interface, self->n_interfaces);
  time = (uint64_t) read_32 (self, self->at + 12) << 32 | read_32 (self, self->at + 16);
  self->last_ns = (uint64_t) ((unsigned __int128) time * 1000000000 / self->per_s[interface]);
  return take_frame (self, self->at + 28, length - BLOCK_BYTES - 20, read_32 (self, self->at + 20), most_bytes, out_frame);
}

/* Without a time stamp: as the packet before it. What was cut off by whoever captured it is not there. */
static int
take_simple (Capture *self,
             uint32_t length,
             uint32_t most_bytes,
             CaptureFrame *out_frame)
{
  uint32_t whole, room;

  if (length < BLOCK_BYTES + 4 || self->n_interfaces == 0)
    return fail (self, "a packet of %" PRIu32 " bytes and %" PRIu32 " interfaces; it has at least %d, and one", length, self->n_interfaces, BLOCK_BYTES + 4);
  whole = read_32 (self, self->at + 8);
  room = length - BLOCK_BYTES - 4;
  return take_frame (self, self->at + 12, room, whole < room ? whole : room, most_bytes, out_frame);
}

/* The length of the block at the place; 0 if it is damaged. */
static uint32_t
measure_block (Capture *self)
{
  size_t left = self->size - self->at;
  uint32_t length;

  if (left < BLOCK_BYTES)
    {
      fail (self, "it is cut off: %zu bytes, not %d", left, BLOCK_BYTES);
      return 0;
    }
  if (read_32 (self, self->at) == BLOCK_SECTION)
    {
      if (!find_order (self, self->at + 8, BYTE_ORDER, BYTE_ORDER))
        {
          fail (self, "a section whose byte order is none");
          return 0;
        }
      self->n_interfaces = 0;
    }
  length = read_32 (self, self->at + 4);
  if (length >= BLOCK_BYTES && length % 4 == 0 && length <= left && read_32 (self, self->at + length - 4) == length)
    return length;
  fail (self, "its length of %" PRIu32 " bytes is none; %zu are left", length, left);
  return 0;
}

static int
next_block (Capture *self,
            uint32_t most_bytes,
            CaptureFrame *out_frame)
{
  while (self->at < self->size)
    {
      uint32_t length, kind;
      int is_good = 1, is_packet;

      self->record++;
      length = measure_block (self);
      if (length == 0)
        return 0;
      kind = read_32 (self, self->at);
      is_packet = kind == BLOCK_PACKET || kind == BLOCK_SIMPLE;
      if (kind == BLOCK_INTERFACE)
        is_good = take_interface (self, length);
      else if (is_packet)
        is_good = kind == BLOCK_PACKET ? take_packet (self, length, most_bytes, out_frame) : take_simple (self, length, most_bytes, out_frame);
      self->at += length;
      if (!is_good || is_packet)
        return is_good;
    }
  return 0;
}

int
capture_next (Capture *self,
              uint32_t most_bytes,
              CaptureFrame *out_frame)
{
  return self->is_blocks ? next_block (self, most_bytes, out_frame) : next_record (self, most_bytes, out_frame);
}
