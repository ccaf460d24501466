/* hd-collective.c: collective algorithms as schedules of sends
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-collective"

#include "hd-collective.h"

#include <string.h>

#include "hd-i18n.h"

/* Rings follow Patarasuk and Yuan, "Bandwidth optimal all-reduce algorithms for clusters of workstations" (JPDC 2009): after the
 * reduce-scatter half rank i owns the sum of chunk i, the all-gather half passes the sums on. On coherent memory the second half is
 * dropped: the sums exist once and every rank loads them where they are (HCSim). The ring broadcast is the chunked pipeline, the other
 * broadcast the binomial tree; all-to-all sends directly, at distance k + 1 in step k. */

static guint32
wrap (gint64 rank,
      guint32 n_ranks)
{
  gint64 rest = rank % (gint64) n_ranks;

  return (guint32) (rest < 0 ? rest + n_ranks : rest);
}

static guint32
one_chunk (guint32 n_ranks)
{
  return 1;
}

static guint32
chunk_per_rank (guint32 n_ranks)
{
  return n_ranks;
}

static guint32
every_rank_sends (guint32 n_ranks,
                  guint32 step)
{
  return n_ranks;
}

static guint32
no_other_alike (guint32 n_ranks,
                guint32 step)
{
  return 1;
}

static void
send_to_next (guint32 n_ranks,
              guint32 rank,
              guint32 chunk,
              HdSendAction action,
              HdSend *out_send)
{
  *out_send = (HdSend) { rank, wrap ((gint64) rank + 1, n_ranks), chunk, 1, chunk, action };
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
  send_to_next (n_ranks, i, wrap ((gint64) i - 1 - step, n_ranks), HD_SEND_REDUCE, out_send);
}

static void
all_gather_send (guint32 n_ranks,
                 guint32 step,
                 guint32 i,
                 HdSend *out_send)
{
  send_to_next (n_ranks, i, wrap ((gint64) i - step, n_ranks), HD_SEND_COPY, out_send);
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

static guint32
binomial_steps (guint32 n_ranks)
{
  return n_ranks == 1 ? 0 : g_bit_storage (n_ranks - 1);
}

static guint32
binomial_sends (guint32 n_ranks,
                guint32 step)
{
  guint32 holders = 1u << step;

  return MIN (holders, n_ranks - holders);
}

static void
binomial_send (guint32 n_ranks,
               guint32 step,
               guint32 i,
               HdSend *out_send)
{
  *out_send = (HdSend) { i, i + (1u << step), 0, 1, 0, HD_SEND_COPY };
}

/* ---- all-to-all, point-to-point ------------------------------------------------------------------------------------- */

static void
all_to_all_send (guint32 n_ranks,
                 guint32 step,
                 guint32 i,
                 HdSend *out_send)
{
  guint32 destination = wrap ((gint64) i + 1 + step, n_ranks);

  *out_send = (HdSend) { i, destination, destination, 1, i, HD_SEND_COPY };
}

static guint32
single_step (guint32 n_ranks)
{
  return n_ranks > 1 ? 1 : 0;
}

static guint32
single_send (guint32 n_ranks,
             guint32 step)
{
  return 1;
}

static void
point_to_point_send (guint32 n_ranks,
                     guint32 step,
                     guint32 i,
                     HdSend *out_send)
{
  *out_send = (HdSend) { 0, 1, 0, 1, 0, HD_SEND_COPY };
}

/* ---- public functions ----------------------------------------------------------------------------------------------- */

double
hd_collective_get_send_bytes (const HdCollective *self,
                              guint32 n_ranks,
                              const HdSend *send,
                              double bytes)
{
  return bytes * send->n_chunks / self->count_chunks (n_ranks);
}

guint64
hd_collective_count_all_sends (const HdCollective *self,
                               guint32 n_ranks)
{
  guint32 n_steps = self->count_steps (n_ranks);
  guint64 total = 0;

  for (guint32 step = 0; step < n_steps;)
    {
      guint32 alike = self->count_alike (n_ranks, step);

      total += (guint64) alike * self->count_sends (n_ranks, step);
      step += alike;
    }
  return total;
}

const HdCollective *
hd_collective_find (const char *operation,
                    const char *algorithm)
{
  for (const HdCollective *const *all = hd_collective_get_all (); *all != NULL; all++)
    if (strcmp ((*all)->operation, operation) == 0 && (algorithm == NULL || strcmp ((*all)->algorithm, algorithm) == 0))
      return *all;
  return NULL;
}

/* ---- the algorithms ------------------------------------------------------------------------------------------------- */

static const HdCollective all_reduce_ring = {
  .id = "all-reduce-ring",
  .operation = "all-reduce",
  .algorithm = "ring",
  .title = N_("All-reduce, ring"),
  .help = N_("Reduce-scatter, then all-gather around the ring: 2 (n - 1) steps."),
  .count_chunks = chunk_per_rank,
  .count_steps = all_reduce_steps,
  .count_sends = every_rank_sends,
  .get_send = all_reduce_send,
  .count_alike = all_reduce_alike,
};

static const HdCollective all_reduce_ring_coherent = {
  .id = "all-reduce-ring-coherent",
  .operation = "all-reduce",
  .algorithm = "ring-coherent",
  .title = N_("All-reduce, ring on coherent memory"),
  .help = N_("The reduce-scatter half alone: the sums then exist once in coherent memory, where every rank loads them."),
  .count_chunks = chunk_per_rank,
  .count_steps = half_steps,
  .count_sends = every_rank_sends,
  .get_send = reduce_scatter_send,
  .count_alike = half_alike,
};

static const HdCollective reduce_scatter_ring = {
  .id = "reduce-scatter-ring",
  .operation = "reduce-scatter",
  .algorithm = "ring",
  .title = N_("Reduce-scatter, ring"),
  .help = N_("Rank i ends with the sum of chunk i: n - 1 steps."),
  .count_chunks = chunk_per_rank,
  .count_steps = half_steps,
  .count_sends = every_rank_sends,
  .get_send = reduce_scatter_send,
  .count_alike = half_alike,
};

static const HdCollective all_gather_ring = {
  .id = "all-gather-ring",
  .operation = "all-gather",
  .algorithm = "ring",
  .title = N_("All-gather, ring"),
  .help = N_("Rank i starts with chunk i, every rank ends with all chunks: n - 1 steps."),
  .count_chunks = chunk_per_rank,
  .count_steps = half_steps,
  .count_sends = every_rank_sends,
  .get_send = all_gather_send,
  .count_alike = half_alike,
};

static const HdCollective broadcast_binomial = {
  .id = "broadcast-binomial",
  .operation = "broadcast",
  .algorithm = "binomial",
  .title = N_("Broadcast, binomial tree"),
  .help = N_("From the first rank; every rank that has the vector sends it on: about log2 n steps."),
  .count_chunks = one_chunk,
  .count_steps = binomial_steps,
  .count_sends = binomial_sends,
  .get_send = binomial_send,
  .count_alike = no_other_alike,
};

static const HdCollective broadcast_ring = {
  .id = "broadcast-ring",
  .operation = "broadcast",
  .algorithm = "ring",
  .title = N_("Broadcast, ring pipeline"),
  .help = N_("From the first rank; n chunks follow each other along the ring: 2 (n - 1) steps."),
  .count_chunks = chunk_per_rank,
  .count_steps = pipeline_steps,
  .count_sends = pipeline_sends,
  .get_send = pipeline_send,
  .count_alike = no_other_alike,
};

static const HdCollective all_to_all_direct = {
  .id = "all-to-all-direct",
  .operation = "all-to-all",
  .algorithm = "direct",
  .title = N_("All-to-all, direct"),
  .help = N_("Rank i sends chunk j to rank j, at growing distance: n - 1 steps."),
  .out_of_place = TRUE,
  .count_chunks = chunk_per_rank,
  .count_steps = half_steps,
  .count_sends = every_rank_sends,
  .get_send = all_to_all_send,
  .count_alike = no_other_alike,
};

static const HdCollective point_to_point = {
  .id = "point-to-point",
  .operation = "point-to-point",
  .algorithm = "direct",
  .title = N_("Point to point"),
  .help = N_("The first member sends the whole volume to the second."),
  .count_chunks = one_chunk,
  .count_steps = single_step,
  .count_sends = single_send,
  .get_send = point_to_point_send,
  .count_alike = no_other_alike,
};

const HdCollective *const *
hd_collective_get_all (void)
{
  static const HdCollective *const all[] = {
    &all_reduce_ring,    &all_reduce_ring_coherent, &reduce_scatter_ring, &all_gather_ring,
    &broadcast_binomial, &broadcast_ring,           &all_to_all_direct,   &point_to_point,
    NULL,
  };

  return all;
}
