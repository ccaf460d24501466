/* hd-collective-private.h: the algorithms, and what several of them say alike
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-collective.h"

G_BEGIN_DECLS

extern const HdCollective _hd_collective_all_reduce_ring;
extern const HdCollective _hd_collective_all_reduce_ring_coherent;
extern const HdCollective _hd_collective_all_reduce_recursive_doubling;
extern const HdCollective _hd_collective_all_reduce_rabenseifner;
extern const HdCollective _hd_collective_reduce_scatter_ring;
extern const HdCollective _hd_collective_all_gather_ring;
extern const HdCollective _hd_collective_broadcast_binomial;
extern const HdCollective _hd_collective_broadcast_ring;
extern const HdCollective _hd_collective_reduce_binomial;
extern const HdCollective _hd_collective_barrier_dissemination;
extern const HdCollective _hd_collective_barrier_binomial;
extern const HdCollective _hd_collective_all_to_all_direct;
extern const HdCollective _hd_collective_point_to_point;

static inline guint32
hd_wrap_rank (gint64 rank,
              guint32 n_ranks)
{
  gint64 rest = rank % (gint64) n_ranks;

  return (guint32) (rest < 0 ? rest + n_ranks : rest);
}

static inline guint32
hd_one_chunk (guint32 n_ranks)
{
  return 1;
}

static inline guint32
hd_chunk_per_rank (guint32 n_ranks)
{
  return n_ranks;
}

static inline guint32
hd_every_rank_sends (guint32 n_ranks,
                     guint32 step)
{
  return n_ranks;
}

static inline guint32
hd_no_other_alike (guint32 n_ranks,
                   guint32 step)
{
  return 1;
}

/** hd_count_doublings: the least k with 2^k >= @n_ranks */
static inline guint32
hd_count_doublings (guint32 n_ranks)
{
  return n_ranks == 1 ? 0 : g_bit_storage (n_ranks - 1);
}

G_END_DECLS
