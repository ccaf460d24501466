/* hd-comm-order.c: which sends of a communication wait for which
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-comm-order"

#include "hd-comm-order.h"

/* A member goes through its own turns, the steps in which it sends or receives, as its agent does (hd-schedule-job.c). What it sends in a
 * turn leaves when all that it was to receive in the turns before is in, and when what it sent before has left: it sends one thing after another, as its
 * one port would, and as MPI_Sendrecv does. (Let go at once, the messages of the root of a tree would share its link and all be late.)
 *
 * So what a send waits for is what its member sent in its last turn that had sends, and all that it received in that turn and since: what came
 * earlier was waited for then. */

/* A send that is over. */
typedef struct
{
  guint32 number;
  guint32 step;
} Past;

typedef struct
{
  GArray *sent;     /* of Past */
  GArray *received; /* likewise, from that turn on */
  guint32 last;     /* step in which it sent, from 1; 0 for none */
} Member;

struct _HdCommOrder
{
  Member *members;
  guint32 n_members;
};

HdCommOrder *
hd_comm_order_new (guint32 n_ranks)
{
  HdCommOrder *self = g_new (HdCommOrder, 1);

  self->n_members = n_ranks;
  self->members = g_new0 (Member, n_ranks + 1);
  for (guint32 i = 0; i < n_ranks; i++)
    {
      self->members[i].sent = g_array_new (FALSE, FALSE, sizeof (Past));
      self->members[i].received = g_array_new (FALSE, FALSE, sizeof (Past));
    }
  return self;
}

void
hd_comm_order_free (HdCommOrder *self)
{
  for (guint32 i = 0; i < self->n_members; i++)
    {
      g_array_unref (self->members[i].sent);
      g_array_unref (self->members[i].received);
    }
  g_free (self->members);
  g_free (self);
}

static void
tell (const GArray *past,
      HdCommWait *wait,
      HdCommWaitFunc func,
      gpointer user_data)
{
  for (guint i = 0; i < past->len; i++)
    {
      wait->from = g_array_index (past, Past, i).number;
      wait->from_step = g_array_index (past, Past, i).step;
      func (user_data, wait);
    }
}

static void
tell_waits (HdCommOrder *self,
            const HdSend *sends,
            const guint32 *numbers,
            guint32 n_sends,
            gboolean each_round,
            HdCommWaitFunc func,
            gpointer user_data)
{
  for (guint32 i = 0; i < n_sends; i++)
    {
      const Member *member = &self->members[sends[i].source];
      HdCommWait wait = { .send = i, .to = numbers[i], .each_round = each_round, .leaves_behind = TRUE };

      tell (member->sent, &wait, func, user_data);
      wait.leaves_behind = FALSE;
      tell (member->received, &wait, func, user_data);
    }
}

void
hd_comm_order_add (HdCommOrder *self,
                   guint32 step,
                   guint32 alike,
                   const HdSend *sends,
                   const guint32 *numbers,
                   guint32 n_sends,
                   HdCommWaitFunc func,
                   gpointer user_data)
{
  tell_waits (self, sends, numbers, n_sends, FALSE, func, user_data);
  for (guint32 i = 0; i < n_sends; i++)
    {
      Member *member = &self->members[sends[i].source];
      Past past = { numbers[i], step };

      if (member->last != step + 1)
        {
          g_array_set_size (member->sent, 0);
          g_array_set_size (member->received, 0);
          member->last = step + 1;
        }
      g_array_append_val (member->sent, past);
    }
  for (guint32 i = 0; i < n_sends; i++)
    {
      Past past = { numbers[i], step };

      g_array_append_val (self->members[sends[i].destination].received, past);
    }
  if (alike > 1)
    tell_waits (self, sends, numbers, n_sends, TRUE, func, user_data);
}
