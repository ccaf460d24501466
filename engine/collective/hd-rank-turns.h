/* hd-rank-turns.h: a collective algorithm as each rank sees it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A rank takes part in some of the steps: in each of these it sends, then waits for what comes to it in that step, then goes on to its next. Nobody
 * waits for the others. Steps that are alike are one entry, so that a ring takes two numbers a rank, not 2 (n - 1) steps.
 */
#pragma once

#include "hd-collective.h"

G_BEGIN_DECLS

/** HdTurnSend: @n_chunks of the vector's go to @destination, a rank */
typedef struct
{
  guint32 destination;
  guint32 n_chunks;
} HdTurnSend;

/** HdTurn: @n_steps steps from @first_step on, in each of which these are sent and so many messages come */
typedef struct
{
  guint32 first_step;
  guint32 n_steps;
  guint32 first_send;
  guint32 n_sends;
  guint32 n_receives;
} HdTurn;

typedef struct
{
  const HdCollective *algorithm;
  guint32 n_ranks;
  guint32 n_chunks;
  guint32 *first_turn; /* (array length=n_ranks+1) */
  HdTurn *turns;       /* of each rank, in the order of steps */
  HdTurnSend *sends;
} HdRankTurns;

/**
 * hd_rank_turns_new: O(sends of steps that differ)
 *
 * Errors: %HD_ERROR_LIMIT for more memory than the thread's budget has, or than 2^32 sends that differ.
 */
HdRankTurns *hd_rank_turns_new (const HdCollective *algorithm,
                                guint32 n_ranks,
                                GError **error);
void hd_rank_turns_free (HdRankTurns *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdRankTurns, hd_rank_turns_free)

G_END_DECLS
