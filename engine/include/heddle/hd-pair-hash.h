/* hd-pair-hash.h: pairs of numbers as keys of hash tables
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * hd_pair_hash:
 * @key: of a #guint64 that is made of two numbers, such as from << 32 | to
 *
 * To be used with g_int64_equal (). g_int64_hash () takes the lower half alone, or both folded onto each other, so that all links to one hub, or all of a ring, would lie in one
 * place, and tables of them take quadratic time.
 *
 * Source: Knuth, "The Art of Computer Programming", volume 3, 6.4: multiplicative hashing by the golden ratio.
 */
guint hd_pair_hash (gconstpointer key);

G_END_DECLS
