/* hd-pair-hash.c: pairs of numbers as keys of hash tables
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-pair-hash"

#include <heddle/hd-pair-hash.h>

#define GOLDEN G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

guint
hd_pair_hash (gconstpointer key)
{
  return (guint) ((*(const guint64 *) key * GOLDEN) >> 32);
}
