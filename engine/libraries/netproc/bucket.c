/* bucket.c: tokens of meters
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What comes in a time is rate times cycles by hertz: whole tokens are there, and the rest of the division is kept, so that nothing is ever rounded away.
 */
#include "bucket.h"

void
meter_buckets_init (MeterBuckets *self,
                    uint64_t committed_rate,
                    uint64_t committed_burst,
                    uint64_t peak_rate,
                    uint64_t peak_burst)
{
  *self = (MeterBuckets){
    .committed = { committed_rate, committed_burst * BUCKET_TOKEN, committed_burst * BUCKET_TOKEN, 0 },
    .peak = { peak_rate, peak_burst * BUCKET_TOKEN, peak_burst * BUCKET_TOKEN, 0 },
  };
}

/* A full bucket loses what comes. */
static void
fill (Bucket *self,
      uint64_t hertz,
      uint64_t cycles)
{
  unsigned __int128 parts = (unsigned __int128) self->rate * BUCKET_TOKEN * cycles + self->rest, tokens = parts / hertz;

  if (tokens >= self->burst - self->tokens)
    {
      self->tokens = self->burst;
      self->rest = 0;
      return;
    }
  self->tokens += (uint64_t) tokens;
  self->rest = (uint64_t) (parts % hertz);
}

Colour
meter_buckets_take (MeterBuckets *self,
                    uint64_t hertz,
                    uint64_t cycle,
                    uint32_t n_bytes)
{
  uint64_t tokens = (uint64_t) n_bytes * BUCKET_TOKEN;

  fill (&self->committed, hertz, cycle - self->cycle);
  fill (&self->peak, hertz, cycle - self->cycle);
  self->cycle = cycle;
  if (self->peak.tokens < tokens)
    return COLOUR_RED;
  self->peak.tokens -= tokens;
  if (self->committed.tokens < tokens)
    return COLOUR_YELLOW;
  self->committed.tokens -= tokens;
  return COLOUR_GREEN;
}
