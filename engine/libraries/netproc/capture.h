/* capture.h: packets in files, as pcap and pcapng hold them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define CAPTURE_INTERFACES 64 /* of a section, at most */

/** CaptureFrame: an Ethernet frame; @length: bytes that were captured; @ns: when */
typedef struct
{
  const uint8_t *bytes;
  uint32_t length;
  uint64_t ns;
} CaptureFrame;

/** Capture: a place in a file of @size bytes; @record: how many records, or blocks, were read; @why: (array length=n_why): of what is wrong, "" while nothing is */
typedef struct
{
  const char *name;
  const uint8_t *bytes;
  size_t size, at;
  uint64_t record, last_ns;
  char *why;
  size_t n_why;
  int is_blocks, is_big;
  uint64_t per_s[CAPTURE_INTERFACES]; /* units of time stamps */
  uint32_t n_interfaces;
} Capture;

/** capture_open: Returns 0 with a sentence in @why that names @name, if it is no capture of Ethernet frames in any of the forms */
int capture_open (Capture *self,
                  const char *name,
                  const uint8_t *bytes,
                  size_t size,
                  char *why,
                  size_t n_why);
/** capture_next: Returns 0 at the end, and with a sentence that names the record, or block, that is damaged */
int capture_next (Capture *self,
                  uint32_t most_bytes,
                  CaptureFrame *out_frame);
