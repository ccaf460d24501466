/* hd-turn-walk.c: a rank that goes from step to step of a collective, as messages come
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-turn-walk"

#include "hd-turn-walk.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"

gboolean
hd_turn_walk_check (const HdRankTurns *turns,
                    GError **error)
{
  guint32 n_steps = turns->algorithm->count_steps (turns->n_ranks);

  if (n_steps < 1u << HD_TURN_STEP_BITS)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("“%s” of %u members takes %u steps; at packet and flit fidelity at most %u are possible"), turns->algorithm->id,
               turns->n_ranks, n_steps, (1u << HD_TURN_STEP_BITS) - 1);
  return FALSE;
}

static gpointer
make_key (const HdTurnWay *way,
          guint32 step)
{
  return (gpointer) (guintptr) ((way->number << HD_TURN_STEP_BITS | step) + 1);
}

static const HdTurn *
get_turn (const HdTurnPlace *self,
          const HdTurnWay *way)
{
  guint32 number = way->turns->first_turn[way->rank] + self->turn;

  return number < way->turns->first_turn[way->rank + 1] ? &way->turns->turns[number] : NULL;
}

/* Sends what leaves in this step, and takes what has come for it before. */
static void
begin_step (HdTurnPlace *self,
            const HdTurnWay *way,
            const HdTurn *turn)
{
  guint32 step = turn->first_step + self->step;
  gpointer key = make_key (way, step);

  for (guint32 i = turn->first_send; i < turn->first_send + turn->n_sends; i++)
    way->send (way->data, &way->turns->sends[i], step);
  self->n_received = *way->early != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (*way->early, key)) : 0;
  if (self->n_received > 0)
    g_hash_table_remove (*way->early, key);
}

/* Through all steps that have what they wait for. */
static gboolean
walk (HdTurnPlace *self,
      const HdTurnWay *way)
{
  const HdTurn *turn = get_turn (self, way);

  while (turn != NULL && self->n_received == turn->n_receives)
    {
      if (++self->step == turn->n_steps)
        {
          self->step = 0;
          self->turn++;
          turn = get_turn (self, way);
        }
      if (turn != NULL)
        begin_step (self, way, turn);
    }
  return turn == NULL;
}

gboolean
hd_turn_walk_begin (HdTurnPlace *self,
                    const HdTurnWay *way)
{
  const HdTurn *turn;

  *self = (HdTurnPlace){ 0 };
  turn = get_turn (self, way);
  if (turn != NULL)
    begin_step (self, way, turn);
  return walk (self, way);
}

gboolean
hd_turn_walk_receive (HdTurnPlace *self,
                      const HdTurnWay *way,
                      guint32 step)
{
  const HdTurn *turn = self != NULL ? get_turn (self, way) : NULL;
  gpointer key = make_key (way, step);

  if (turn != NULL && turn->first_step + self->step == step)
    {
      self->n_received++;
      return walk (self, way);
    }
  if (*way->early == NULL)
    *way->early = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (*way->early, key, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (*way->early, key)) + 1));
  return FALSE;
}
