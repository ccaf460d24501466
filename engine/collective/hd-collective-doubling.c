/* hd-collective-doubling.c: all-reduce by exchanges at distances that are powers of two
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-collective-doubling"

#include "hd-collective-private.h"

#include "hd-i18n.h"

/* Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH" (2005). Let p be the largest power of two up
 * to n and r = n - p: of the first 2 r ranks the even ones give their vector to the next rank (fold), sit out, and get the result from it
 * (unfold). The p ranks that stay are numbered in order. */

static guint32
count_rounds (guint32 n_ranks)
{
  return g_bit_storage (n_ranks) - 1;
}

/* p */
static guint32
count_partners (guint32 n_ranks)
{
  return 1u << count_rounds (n_ranks);
}

/* r */
static guint32
count_folded (guint32 n_ranks)
{
  return n_ranks - count_partners (n_ranks);
}

static guint32
is_folded (guint32 n_ranks)
{
  return count_folded (n_ranks) > 0 ? 1 : 0;
}

/* The rank of a number among those that stay. */
static guint32
rank_of (guint32 n_ranks,
         guint32 number)
{
  guint32 folded = count_folded (n_ranks);

  return number < folded ? 2 * number + 1 : number + folded;
}

/* Chunks [first, first + n) from one that stays to another, where they keep their place. */
static HdSend
send_between (guint32 n_ranks,
              guint32 from,
              guint32 to,
              guint32 first,
              guint32 n,
              HdSendAction action)
{
  return (HdSend) { rank_of (n_ranks, from), rank_of (n_ranks, to), first, n, first, action };
}

/* Fold and unfold, around @n_rounds steps. FALSE if @step is one of those. */
static gboolean
get_fold_send (guint32 n_ranks,
               guint32 n_rounds,
               guint32 n_chunks,
               guint32 step,
               guint32 i,
               HdSend *out_send)
{
  if (!is_folded (n_ranks) || (step > 0 && step <= n_rounds))
    return FALSE;
  if (step == 0)
    *out_send = (HdSend) { 2 * i, 2 * i + 1, 0, n_chunks, 0, HD_SEND_REDUCE };
  else
    *out_send = (HdSend) { 2 * i + 1, 2 * i, 0, n_chunks, 0, HD_SEND_COPY };
  return TRUE;
}

static guint32
count_sends_around (guint32 n_ranks,
                    guint32 n_rounds,
                    guint32 step)
{
  if (is_folded (n_ranks) && (step == 0 || step > n_rounds))
    return count_folded (n_ranks);
  return count_partners (n_ranks);
}

/* ---- recursive doubling --------------------------------------------------------------------------------------------- */

static guint32
doubling_steps (guint32 n_ranks)
{
  return count_rounds (n_ranks) + 2 * is_folded (n_ranks);
}

static guint32
doubling_sends (guint32 n_ranks,
                guint32 step)
{
  return count_sends_around (n_ranks, count_rounds (n_ranks), step);
}

static void
doubling_send (guint32 n_ranks,
               guint32 step,
               guint32 i,
               HdSend *out_send)
{
  if (!get_fold_send (n_ranks, count_rounds (n_ranks), 1, step, i, out_send))
    *out_send = send_between (n_ranks, i, i ^ 1u << (step - is_folded (n_ranks)), 0, 1, HD_SEND_REDUCE);
}

/* ---- Rabenseifner: recursive halving, then recursive doubling ------------------------------------------------------- */

static guint32
halving_steps (guint32 n_ranks)
{
  return 2 * count_rounds (n_ranks) + 2 * is_folded (n_ranks);
}

static guint32
halving_sends (guint32 n_ranks,
               guint32 step)
{
  return count_sends_around (n_ranks, 2 * count_rounds (n_ranks), step);
}

/* In round k of the first half partners at distance p / 2^(k + 1) share what both still hold: each sends the other's half. In round k of the
 * second half partners at distance 2^k exchange the 2^k chunks that they have the sums of. */
static void
halving_send (guint32 n_ranks,
              guint32 step,
              guint32 i,
              HdSend *out_send)
{
  guint32 n_rounds = count_rounds (n_ranks);
  guint32 round = step - is_folded (n_ranks);

  if (get_fold_send (n_ranks, 2 * n_rounds, count_partners (n_ranks), step, i, out_send))
    return;
  if (round < n_rounds)
    {
      guint32 n = 1u << (n_rounds - 1 - round), partner = i ^ n;

      *out_send = send_between (n_ranks, i, partner, partner & ~(n - 1), n, HD_SEND_REDUCE);
    }
  else
    {
      guint32 n = 1u << (round - n_rounds);

      *out_send = send_between (n_ranks, i, i ^ n, i & ~(n - 1), n, HD_SEND_COPY);
    }
}

/* ---- the algorithms ------------------------------------------------------------------------------------------------- */

const HdCollective _hd_collective_all_reduce_recursive_doubling = {
  .id = "all-reduce-recursive-doubling",
  .operation = "all-reduce",
  .algorithm = "recursive-doubling",
  .title = N_("All-reduce, recursive doubling"),
  .help = N_("Partners at distance 1, 2, 4 and so on exchange whole sums: about log2 n steps, for short vectors."),
  .count_chunks = hd_one_chunk,
  .count_steps = doubling_steps,
  .count_sends = doubling_sends,
  .get_send = doubling_send,
  .count_alike = hd_no_other_alike,
};

const HdCollective _hd_collective_all_reduce_rabenseifner = {
  .id = "all-reduce-rabenseifner",
  .operation = "all-reduce",
  .algorithm = "rabenseifner",
  .title = N_("All-reduce, Rabenseifner"),
  .help = N_("Reduce-scatter by recursive halving, then all-gather by recursive doubling: about 2 log2 n steps, for long vectors."),
  .count_chunks = count_partners,
  .count_steps = halving_steps,
  .count_sends = halving_sends,
  .get_send = halving_send,
  .count_alike = hd_no_other_alike,
};
