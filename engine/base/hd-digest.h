/* hd-digest.h: a 128-bit digest of what a model did
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <math.h>
#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/**
 * HdDigest:
 *
 * Two runs that recorded the same words in the same order have the same digest; any difference changes it, up to chance (2^-128). Not
 * meant to withstand someone who looks for collisions. Independent of byte order.
 */
typedef struct
{
  guint64 low;
  guint64 high;
} HdDigest;

#define HD_DIGEST_INIT ((HdDigest){ G_GUINT64_CONSTANT (0x243f6a8885a308d3), G_GUINT64_CONSTANT (0x13198a2e03707344) })

static inline void
hd_digest_add (HdDigest *self,
               guint64 word)
{
  /* Each half is a bijection of its old value, and of the word; multipliers from Steele and Vigna, "Computationally easy, spectrally
   * good multipliers", 2021. */
  guint64 low = (self->low ^ word) * G_GUINT64_CONSTANT (0xd1342543de82ef95);
  guint64 high = (self->high + word) * G_GUINT64_CONSTANT (0xaf251af3b0f025b5);

  self->low = (low ^ (low >> 32)) + (high << 1 | high >> 63);
  self->high = high ^ (high >> 29) ^ G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
}

/** hd_digest_add_double: by value; the two zeros are one, and every NaN is one */
static inline void
hd_digest_add_double (HdDigest *self,
                      double value)
{
  guint64 bits;

  value = value == 0 ? 0 : value != value ? (double) NAN : value;
  memcpy (&bits, &value, sizeof bits);
  hd_digest_add (self, bits);
}

/** hd_digest_add_string: bytes and length */
void hd_digest_add_string (HdDigest *self,
                           const char *text);
void hd_digest_add_digest (HdDigest *self,
                           const HdDigest *other);

/** hd_digest_mix: 64 well mixed bits of the state */
guint64 hd_digest_mix (const HdDigest *self);
/** hd_digest_to_string: 32 hexadecimal digits */
char *hd_digest_to_string (const HdDigest *self);

G_END_DECLS
