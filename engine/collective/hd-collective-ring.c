/* hd-collective-ring.c: collectives around a ring
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-collective-ring"

#include "hd-collective-private.h"

#include "hd-i18n.h"

/* Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations" (JPDC 2009): after the reduce-scatter half rank i
 * owns the sum of chunk i, the all-gather half passes the sums on. On coherent memory the second half is dropped: the sums exist once and
 * every rank loads them where they are (HCSim). The ring broadcast is the chunked pipeline. */

static void
send_to_next (guint32 n_ranks,
              guint32 rank,
              guint32 chunk,
              HdSendAction action,
              HdSend *out_send)
{
  *out_send = (HdSend) { rank, hd_wrap_rank ((gint64) rank + 1, n_ranks), chunk, 1, chunk, action };
}

/* ---- ring halves ---------------------------------------------------------------------------------------------------- */

static guint32
half_steps (guint32 n_ranks)
{
  return n_ranks - 1;
}

static guint32
half_alike (guint32 n_ranks,
            guint32 step)
{
  return half_steps (n_ranks) - step;
}

static void
reduce_scatter_send (guint32 n_ranks,
                     guint32 step,
                     guint32 i,
                     HdSend *out_send)
{
  send_to_next (n_ranks, i, hd_wrap_rank ((gint64) i - 1 - step, n_ranks), HD_SEND_REDUCE, out_send);
}

static void
all_gather_send (guint32 n_ranks,
                 guint32 step,
                 guint32 i,
                 HdSend *out_send)
{
  send_to_next (n_ranks, i, hd_wrap_rank ((gint64) i - step, n_ranks), HD_SEND_COPY, out_send);
}

/* ---- all-reduce: both halves ---------------------------------------------------------------------------------------- */

static guint32
all_reduce_steps (guint32 n_ranks)
{
  return 2 * (n_ranks - 1);
}

static guint32
all_reduce_alike (guint32 n_ranks,
                  guint32 step)
{
  return all_reduce_steps (n_ranks) - step;
}

static void
all_reduce_send (guint32 n_ranks,
                 guint32 step,
                 guint32 i,
                 HdSend *out_send)
{
  guint32 half = half_steps (n_ranks);

  if (step < half)
    reduce_scatter_send (n_ranks, step, i, out_send);
  else
    all_gather_send (n_ranks, step - half, i, out_send);
}

/* ---- broadcast from rank 0 ------------------------------------------------------------------------------------------ */

static guint32
pipeline_steps (guint32 n_ranks)
{
  return n_ranks == 1 ? 0 : 2 * n_ranks - 2;
}

/* Ranks that send in @step: rank i passes chunk step - i on. The last rank never sends. */
static guint32
pipeline_first (guint32 n_ranks,
                guint32 step)
{
  return step < n_ranks ? 0 : step - n_ranks + 1;
}

static guint32
pipeline_sends (guint32 n_ranks,
                guint32 step)
{
  return MIN (step, n_ranks - 2) - pipeline_first (n_ranks, step) + 1;
}

static void
pipeline_send (guint32 n_ranks,
               guint32 step,
               guint32 i,
               HdSend *out_send)
{
  guint32 rank = pipeline_first (n_ranks, step) + i;

  send_to_next (n_ranks, rank, step - rank, HD_SEND_COPY, out_send);
}

/* ---- the algorithms ------------------------------------------------------------------------------------------------- */

const HdCollective _hd_collective_all_reduce_ring = {
  .id = "all-reduce-ring",
  .operation = "all-reduce",
  .algorithm = "ring",
  .title = N_("All-reduce, ring"),
  .help = N_("Reduce-scatter, then all-gather around the ring: 2 (n - 1) steps."),
  .count_chunks = hd_chunk_per_rank,
  .count_steps = all_reduce_steps,
  .count_sends = hd_every_rank_sends,
  .get_send = all_reduce_send,
  .count_alike = all_reduce_alike,
};

const HdCollective _hd_collective_all_reduce_ring_coherent = {
  .id = "all-reduce-ring-coherent",
  .operation = "all-reduce",
  .algorithm = "ring-coherent",
  .title = N_("All-reduce, ring on coherent memory"),
  .help = N_("The reduce-scatter half alone: the sums then exist once in coherent memory, where every rank loads them."),
  .is_shared = TRUE,
  .count_chunks = hd_chunk_per_rank,
  .count_steps = half_steps,
  .count_sends = hd_every_rank_sends,
  .get_send = reduce_scatter_send,
  .count_alike = half_alike,
};

const HdCollective _hd_collective_reduce_scatter_ring = {
  .id = "reduce-scatter-ring",
  .operation = "reduce-scatter",
  .algorithm = "ring",
  .title = N_("Reduce-scatter, ring"),
  .help = N_("Rank i ends with the sum of chunk i: n - 1 steps."),
  .count_chunks = hd_chunk_per_rank,
  .count_steps = half_steps,
  .count_sends = hd_every_rank_sends,
  .get_send = reduce_scatter_send,
  .count_alike = half_alike,
};

const HdCollective _hd_collective_all_gather_ring = {
  .id = "all-gather-ring",
  .operation = "all-gather",
  .algorithm = "ring",
  .title = N_("All-gather, ring"),
  .help = N_("Rank i starts with chunk i, every rank ends with all chunks: n - 1 steps."),
  .count_chunks = hd_chunk_per_rank,
  .count_steps = half_steps,
  .count_sends = hd_every_rank_sends,
  .get_send = all_gather_send,
  .count_alike = half_alike,
};

const HdCollective _hd_collective_broadcast_ring = {
  .id = "broadcast-ring",
  .operation = "broadcast",
  .algorithm = "ring",
  .title = N_("Broadcast, ring pipeline"),
  .help = N_("From the first rank; n chunks follow each other along the ring: 2 (n - 1) steps."),
  .count_chunks = hd_chunk_per_rank,
  .count_steps = pipeline_steps,
  .count_sends = pipeline_sends,
  .get_send = pipeline_send,
  .count_alike = hd_no_other_alike,
};
