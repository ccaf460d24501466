/* hd-ranks-private.h: what the kernels of several processes tell each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * All ranks call each of these together, from the thread that runs the kernel.
 */
#pragma once

#include <heddle/hd-ranks.h>
#include <heddle/hd-time.h>

G_BEGIN_DECLS

/** hd_ranks_find_minimum: of all ranks */
HdTime hd_ranks_find_minimum (HdTime value);
/** hd_ranks_merge: bitwise or; who does not own a word has 0 there */
void hd_ranks_merge (guint64 *words,
                     gsize n_words);
/** hd_ranks_add: the sum over all ranks, of each */
void hd_ranks_add (double *values,
                   gsize n_values);
/** hd_ranks_find_different: the first rank whose @word is not that of rank 0, or 0 */
guint hd_ranks_find_different (guint64 word);
/**
 * hd_ranks_exchange:
 * @out: (array length=ranks): what goes to each; emptied
 * @in: what came, in the order of ranks
 */
void hd_ranks_exchange (GByteArray **out,
                        GByteArray *in);
/** hd_ranks_share: everyone gets the bytes of @rank */
void hd_ranks_share (GByteArray *bytes,
                     guint rank);
/** hd_ranks_gather: everyone gets the bytes of all, in the order of ranks */
void hd_ranks_gather (GByteArray *bytes);

G_END_DECLS
