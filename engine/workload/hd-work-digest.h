/* hd-work-digest.h: a hash over what a lane did
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A sum over hashes of records, so records of one time may come in any order: a record holds its times.
 */
#pragma once

#include <heddle/hd-time.h>

#include "hd-splitmix.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 sum[2];
} HdWorkDigest;

static inline guint64
hd_work_digest_mix (guint64 value)
{
  return hd_splitmix_scramble (value + HD_SPLITMIX_STEP);
}

static inline guint64
hd_work_digest_text (const char *text)
{
  guint64 hash = 0;

  for (; *text != '\0'; text++)
    hash = hd_work_digest_mix (hash ^ (guint8) *text);
  return hash;
}

/** hd_work_digest_add: vertex @name ran for the @iteration-th time, from @start to @end */
static inline void
hd_work_digest_add (HdWorkDigest *self,
                    guint64 name,
                    guint64 iteration,
                    HdTime start,
                    HdTime end)
{
  guint64 hash = hd_work_digest_mix (hd_work_digest_mix (hd_work_digest_mix (name ^ iteration) ^ (guint64) start) ^ (guint64) end);

  self->sum[0] += hash;
  self->sum[1] += hd_work_digest_mix (hash);
}

G_END_DECLS
