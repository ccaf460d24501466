/* hd-turn-walk.h: a rank that goes from step to step of a collective, as messages come
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Nobody waits for the others, so a message may come before its step, or before the rank has begun at all: those are counted until then.
 */
#pragma once

#include "hd-agent-network.h"
#include "hd-rank-turns.h"

G_BEGIN_DECLS

#define HD_TURN_STEP_BITS 24

/** HdTurnPlace: where a rank is */
typedef struct
{
  guint32 turn;       /* of its rank's */
  guint32 step;       /* of that turn */
  guint32 n_received; /* in this step */
} HdTurnPlace;

/**
 * HdTurnWay: which rank, and what it may touch; made for each call
 * @number: of this collective among all whose early messages are counted together; less than 2^39
 * @early: (nullable): messages that came before their step; made when there are some
 * @send: what leaves in a step
 */
typedef struct
{
  const HdRankTurns *turns;
  guint32 rank;
  guint64 number;
  GHashTable **early;
  void (*send) (gpointer data,
                const HdTurnSend *send,
                guint32 step);
  gpointer data;
} HdTurnWay;

/** hd_turn_walk_check: errors: %HD_ERROR_LIMIT for more steps than messages can name */
gboolean hd_turn_walk_check (const HdRankTurns *turns,
                             GError **error);
/** hd_turn_walk_begin: returns whether the rank is through, as below */
gboolean hd_turn_walk_begin (HdTurnPlace *self,
                             const HdTurnWay *way);
/** hd_turn_walk_receive: a message for @step of @way->number has come; @self is %NULL if that has not begun */
gboolean hd_turn_walk_receive (HdTurnPlace *self,
                               const HdTurnWay *way,
                               guint32 step);

G_END_DECLS
