/* hd-rank-turns.c: a collective algorithm as each rank sees it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-rank-turns"

#include "hd-rank-turns.h"

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-i18n.h"

typedef void (*SendFunc) (gpointer data,
                          guint32 step,
                          guint32 n_steps,
                          const HdSend *send);

/* Each send of the first of steps that are alike. */
static void
foreach_send (const HdCollective *algorithm,
              guint32 n_ranks,
              SendFunc func,
              gpointer data)
{
  guint32 n_steps = algorithm->count_steps (n_ranks), n_alike;

  for (guint32 step = 0; step < n_steps; step += n_alike)
    {
      n_alike = algorithm->count_alike (n_ranks, step);
      for (guint32 i = 0; i < algorithm->count_sends (n_ranks, step); i++)
        {
          HdSend send;

          algorithm->get_send (n_ranks, step, i, &send);
          func (data, step, n_alike, &send);
        }
    }
}

/* ---- sizes ----------------------------------------------------------------------------------------------------------- */

typedef struct
{
  guint32 *last_step; /* by rank: of the last turn that was counted, plus 1 */
  guint32 *n_turns;   /* by rank */
  guint64 n_all_turns;
  guint64 n_sends;
} Count;

static void
count_turn (Count *self,
            guint32 rank,
            guint32 step)
{
  if (self->last_step[rank] == step + 1)
    return;
  self->last_step[rank] = step + 1;
  self->n_turns[rank]++;
  self->n_all_turns++;
}

static void
count_send (gpointer data,
            guint32 step,
            guint32 n_steps,
            const HdSend *send)
{
  Count *self = data;

  count_turn (self, send->source, step);
  count_turn (self, send->destination, step);
  self->n_sends++;
}

/* ---- turns ----------------------------------------------------------------------------------------------------------- */

/* Sends of a turn follow each other, so they are counted first and put into place afterwards. */
typedef struct
{
  HdRankTurns *turns;
  guint32 *next_turn; /* by rank: one after its last */
  gboolean places;    /* whether sends are put into place */
} Fill;

static HdTurn *
get_turn (Fill *self,
          guint32 rank,
          guint32 step,
          guint32 n_steps)
{
  HdTurn *last = &self->turns->turns[self->next_turn[rank]];

  if (self->next_turn[rank] > self->turns->first_turn[rank] && last[-1].first_step == step)
    return &last[-1];
  self->next_turn[rank]++;
  if (self->places)
    last->n_sends = 0;
  else
    *last = (HdTurn){ .first_step = step, .n_steps = n_steps };
  return last;
}

static void
add_send (gpointer data,
          guint32 step,
          guint32 n_steps,
          const HdSend *send)
{
  Fill *self = data;
  HdTurn *from = get_turn (self, send->source, step, n_steps);
  HdTurn *to = get_turn (self, send->destination, step, n_steps);

  if (self->places)
    self->turns->sends[from->first_send + from->n_sends] = (HdTurnSend){ send->destination, send->n_chunks };
  else
    to->n_receives++;
  from->n_sends++;
}

static gboolean
take_memory (const HdCollective *algorithm,
             guint32 n_ranks,
             const Count *count,
             GError **error)
{
  g_autofree char *what = g_strdup_printf (_("“%s” of %u members takes %'.0f sends"), algorithm->id, n_ranks, (double) count->n_sends);

  if (count->n_all_turns > G_MAXUINT32 || count->n_sends > G_MAXUINT32)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_LIMIT, what);
      return FALSE;
    }
  return hd_budget_take (hd_budget_get_current (), (double) count->n_all_turns * sizeof (HdTurn) + (double) count->n_sends * sizeof (HdTurnSend), 1,
                         what, error);
}

HdRankTurns *
hd_rank_turns_new (const HdCollective *algorithm,
                   guint32 n_ranks,
                   GError **error)
{
  g_autofree guint32 *last_step = g_new0 (guint32, n_ranks + 1);
  g_autofree guint32 *n_turns = g_new0 (guint32, n_ranks + 1);
  Count count = { last_step, n_turns };
  HdRankTurns *self;
  Fill fill;
  guint32 first_send = 0;

  foreach_send (algorithm, n_ranks, count_send, &count);
  if (!take_memory (algorithm, n_ranks, &count, error))
    return NULL;
  self = g_new0 (HdRankTurns, 1);
  self->algorithm = algorithm;
  self->n_ranks = n_ranks;
  self->n_chunks = algorithm->count_chunks (n_ranks);
  self->first_turn = g_new0 (guint32, n_ranks + 1);
  for (guint32 i = 0; i < n_ranks; i++)
    self->first_turn[i + 1] = self->first_turn[i] + n_turns[i];
  self->turns = g_new (HdTurn, count.n_all_turns + 1);
  self->sends = g_new (HdTurnSend, count.n_sends + 1);

  fill = (Fill){ self, g_memdup2 (self->first_turn, n_ranks * sizeof (guint32)), FALSE };
  foreach_send (algorithm, n_ranks, add_send, &fill);
  for (guint64 t = 0; t < count.n_all_turns; t++)
    {
      self->turns[t].first_send = first_send;
      first_send += self->turns[t].n_sends;
    }
  g_free (fill.next_turn);
  fill = (Fill){ self, g_memdup2 (self->first_turn, n_ranks * sizeof (guint32)), TRUE };
  foreach_send (algorithm, n_ranks, add_send, &fill);
  g_free (fill.next_turn);
  return self;
}

void
hd_rank_turns_free (HdRankTurns *self)
{
  g_free (self->first_turn);
  g_free (self->turns);
  g_free (self->sends);
  g_free (self);
}
