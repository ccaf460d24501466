/* hd-collective-binomial.c: collectives along a binomial tree, and the dissemination barrier
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-collective-binomial"

#include "hd-collective-private.h"

#include "hd-i18n.h"

/* Ranks of the tree are numbered so that rank i + 2^k hangs under rank i < 2^k. A reduction walks the broadcast backwards. Dissemination: Hensgen,
 * Finkel and Manber, "Two algorithms for barrier synchronization" (1988). A barrier sends no data, only the news that a rank has come. */

static guint32
binomial_sends (guint32 n_ranks,
                guint32 step)
{
  guint32 holders = 1u << step;

  return MIN (holders, n_ranks - holders);
}

static void
broadcast_send (guint32 n_ranks,
                guint32 step,
                guint32 i,
                HdSend *out_send)
{
  *out_send = (HdSend) { i, i + (1u << step), 0, 1, 0, HD_SEND_COPY };
}

static guint32
reduce_sends (guint32 n_ranks,
              guint32 step)
{
  return binomial_sends (n_ranks, hd_count_doublings (n_ranks) - 1 - step);
}

static void
reduce_send (guint32 n_ranks,
             guint32 step,
             guint32 i,
             HdSend *out_send)
{
  guint32 distance = 1u << (hd_count_doublings (n_ranks) - 1 - step);

  *out_send = (HdSend) { i + distance, i, 0, 1, 0, HD_SEND_REDUCE };
}

/* ---- barriers ------------------------------------------------------------------------------------------------------- */

static guint32
barrier_steps (guint32 n_ranks)
{
  return 2 * hd_count_doublings (n_ranks);
}

static guint32
barrier_sends (guint32 n_ranks,
               guint32 step)
{
  guint32 half = hd_count_doublings (n_ranks);

  return step < half ? reduce_sends (n_ranks, step) : binomial_sends (n_ranks, step - half);
}

static void
barrier_send (guint32 n_ranks,
              guint32 step,
              guint32 i,
              HdSend *out_send)
{
  guint32 half = hd_count_doublings (n_ranks);

  if (step < half)
    reduce_send (n_ranks, step, i, out_send);
  else
    broadcast_send (n_ranks, step - half, i, out_send);
  out_send->n_chunks = 0;
}

static void
dissemination_send (guint32 n_ranks,
                    guint32 step,
                    guint32 i,
                    HdSend *out_send)
{
  *out_send = (HdSend) { i, hd_wrap_rank ((gint64) i + (1u << step), n_ranks), 0, 0, 0, HD_SEND_REDUCE };
}

/* ---- the algorithms ------------------------------------------------------------------------------------------------- */

const HdCollective _hd_collective_broadcast_binomial = {
  .id = "broadcast-binomial",
  .operation = "broadcast",
  .algorithm = "binomial",
  .title = N_("Broadcast, binomial tree"),
  .help = N_("From the first rank; every rank that has the vector sends it on: about log2 n steps."),
  .count_chunks = hd_one_chunk,
  .count_steps = hd_count_doublings,
  .count_sends = binomial_sends,
  .get_send = broadcast_send,
  .count_alike = hd_no_other_alike,
};

const HdCollective _hd_collective_reduce_binomial = {
  .id = "reduce-binomial",
  .operation = "reduce",
  .algorithm = "binomial",
  .title = N_("Reduce, binomial tree"),
  .help = N_("To the first rank; half of the ranks that are left send their sums to the others: about log2 n steps."),
  .count_chunks = hd_one_chunk,
  .count_steps = hd_count_doublings,
  .count_sends = reduce_sends,
  .get_send = reduce_send,
  .count_alike = hd_no_other_alike,
};

const HdCollective _hd_collective_barrier_dissemination = {
  .id = "barrier-dissemination",
  .operation = "barrier",
  .algorithm = "dissemination",
  .title = N_("Barrier, dissemination"),
  .help = N_("Every rank tells the one at distance 1, 2, 4 and so on that it has come: about log2 n steps."),
  .count_chunks = hd_one_chunk,
  .count_steps = hd_count_doublings,
  .count_sends = hd_every_rank_sends,
  .get_send = dissemination_send,
  .count_alike = hd_no_other_alike,
};

const HdCollective _hd_collective_barrier_binomial = {
  .id = "barrier-binomial",
  .operation = "barrier",
  .algorithm = "binomial",
  .title = N_("Barrier, binomial tree"),
  .help = N_("The news that all have come gathers at the first rank and goes back down the tree: about 2 log2 n steps."),
  .count_chunks = hd_one_chunk,
  .count_steps = barrier_steps,
  .count_sends = barrier_sends,
  .get_send = barrier_send,
  .count_alike = hd_no_other_alike,
};
