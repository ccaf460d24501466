/* hd-quiet.c: is nothing under way, and when does the next event happen?
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Why it is right without fences. A writer stores an odd activity, then (release) its figures, then (sequentially consistent) an even one. A reader that
 * loads (acquire) a figure of a later turn also sees that turn's odd activity when it looks at the activity again, and gives up. So if all activities
 * are even and the same in both looks, all figures belong to them, and all partitions were open from the end of the first look to the beginning of the
 * second.
 *
 * Of two partitions that open at the same moment at least one sees the other open: stores and loads of activities are in the one order of
 * sequentially consistent operations. So the last one to open sees all.
 */
#define G_LOG_DOMAIN "hd-quiet"

#include "hd-quiet.h"

void
hd_quiet_close (HdBoardLine *line)
{
  atomic_store_explicit (&line->activity, hd_board_get (&line->activity) + 1, memory_order_relaxed);
}

void
hd_quiet_open (HdBoardLine *line,
               HdTime next)
{
  atomic_store_explicit (&line->next, next, memory_order_release);
  atomic_store_explicit (&line->activity, hd_board_get (&line->activity) + 1, memory_order_seq_cst);
}

static guint64
sum_activities (HdBoard *board,
                gboolean *out_is_open)
{
  guint64 sum = 0;

  *out_is_open = TRUE;
  for (guint i = 0; i < board->n_lines; i++)
    {
      guint64 activity = atomic_load_explicit (&board->lines[i].activity, memory_order_seq_cst);

      *out_is_open &= activity % 2 == 0;
      sum += activity; /* no activity shrinks: the same sum means the same activities */
    }
  return sum;
}

gboolean
hd_quiet_look (HdBoard *board,
               HdTime *out_next)
{
  HdTime next = HD_TIME_MAX;
  guint64 sent = 0, received = 0, before;
  gboolean is_open;

  before = sum_activities (board, &is_open);
  if (!is_open)
    return FALSE;
  for (guint i = 0; i < board->n_lines; i++)
    {
      HdBoardLine *line = &board->lines[i];
      HdTime own = atomic_load_explicit (&line->next, memory_order_acquire);

      next = MIN (next, own);
      sent += atomic_load_explicit (&line->sent, memory_order_acquire);
      received += atomic_load_explicit (&line->received, memory_order_acquire);
    }
  if (sum_activities (board, &is_open) != before || !is_open || sent != received)
    return FALSE;
  *out_next = next;
  return TRUE;
}
