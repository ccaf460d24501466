/* bucket.h: tokens of meters
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * RFC 2698, "A Two Rate Three Color Marker", which is blind to colours that packets may have already.
 */
#pragma once

#include <stdint.h>

#define BUCKET_TOKEN 1024 /* tokens of a byte */

/** Bucket: @rate: bytes a second; @burst, @tokens: in parts of a byte; @rest: of a token, in parts of a cycle's second */
typedef struct
{
  uint64_t rate, burst, tokens, rest;
} Bucket;

typedef enum
{
  COLOUR_GREEN,
  COLOUR_YELLOW,
  COLOUR_RED,
  N_COLOURS,
} Colour;

/** MeterBuckets: @cycle: up to which tokens came */
typedef struct
{
  Bucket committed, peak;
  uint64_t cycle;
} MeterBuckets;

/** meter_buckets_init: full, with bursts in bytes; rates are below 2^44 B/s, bursts below 2^44 B */
void meter_buckets_init (MeterBuckets *self,
                         uint64_t committed_rate,
                         uint64_t committed_burst,
                         uint64_t peak_rate,
                         uint64_t peak_burst);
/** meter_buckets_take: the colour of a packet of @n_bytes in @cycle of a clock of @hertz, which is not before the last */
Colour meter_buckets_take (MeterBuckets *self,
                           uint64_t hertz,
                           uint64_t cycle,
                           uint32_t n_bytes);
