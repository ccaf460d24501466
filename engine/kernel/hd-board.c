/* hd-board.c: what each partition tells the others and whoever watches
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-board"

#include "hd-board.h"

HdBoard *
hd_board_new (guint n_lines)
{
  HdBoard *self = g_atomic_rc_box_new0 (HdBoard);

  self->n_lines = n_lines;
  self->lines = g_aligned_alloc0 (n_lines, sizeof (HdBoardLine), HD_LINE);
  for (guint i = 0; i < n_lines; i++)
    {
      hd_board_set (&self->lines[i].next, HD_TIME_MAX);
      hd_board_set (&self->lines[i].waits_for, HD_NO_PARTITION);
    }
  return self;
}

HdBoard *
hd_board_ref (HdBoard *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
board_clear (gpointer data)
{
  g_aligned_free (((HdBoard *) data)->lines);
}

void
hd_board_unref (HdBoard *self)
{
  g_atomic_rc_box_release_full (self, board_clear);
}

void
hd_board_read (HdBoard *self,
               guint line,
               HdPartitionStatistics *out_statistics)
{
  HdBoardLine *from = &self->lines[line];

  *out_statistics = (HdPartitionStatistics){
    .clock = hd_board_get (&from->clock),
    .next = hd_board_get (&from->next),
    .events = hd_board_get (&from->events),
    .pending = hd_board_get (&from->pending),
    .sent = hd_board_get (&from->sent),
    .received = hd_board_get (&from->received),
    .null_messages = hd_board_get (&from->null_messages),
    .requests = hd_board_get (&from->requests),
    .late = hd_board_get (&from->late),
    .lateness = hd_board_get (&from->lateness),
    .largest_lateness = hd_board_get (&from->largest_lateness),
    .longest_queue = hd_board_get (&from->longest_queue),
    .waiting_us = hd_board_get (&from->waiting_us),
    .waits_for = hd_board_get (&from->waits_for),
    .thread = hd_board_get (&from->thread),
  };
}
