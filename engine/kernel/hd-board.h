/* hd-board.h: what each partition tells the others and whoever watches
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-synchronisation.h>

#include <stdatomic.h>

G_BEGIN_DECLS

#define HD_LINE 128 /* bytes: two cache lines, which some processors fetch together */

/**
 * HdBoardLine:
 *
 * Written by the partition's thread alone, read by any. @activity is odd while @next, @sent and @received change; see hd-quiet.h.
 */
typedef struct
{
  _Alignas (HD_LINE) _Atomic guint64 activity;
  _Atomic HdTime next;
  _Atomic guint64 sent;
  _Atomic guint64 received;
  _Atomic HdTime clock;
  _Atomic guint64 events;
  _Atomic guint64 pending;
  _Atomic guint64 null_messages;
  _Atomic guint64 requests;
  _Atomic gint64 waiting_us;
  _Atomic guint32 waits_for;
  _Atomic guint32 thread;
  _Alignas (HD_LINE) _Atomic guint64 late;
  _Atomic HdTime lateness;
  _Atomic HdTime largest_lateness;
  _Atomic guint64 longest_queue;
} HdBoardLine;

/** HdBoard: one line for each partition; reference counted, as it may be read longer than the kernel lives */
typedef struct
{
  guint n_lines;
  HdBoardLine *lines;
} HdBoard;

HdBoard *hd_board_new (guint n_lines);
HdBoard *hd_board_ref (HdBoard *self);
void hd_board_unref (HdBoard *self);
/** hd_board_read: from any thread; each figure is right, though not all are of one moment */
void hd_board_read (HdBoard *self,
                    guint line,
                    HdPartitionStatistics *out_statistics);

/* A counter that has one writer needs no read-modify-write. Released, for hd_quiet_look (). */
#define hd_board_add(counter, n) \
  atomic_store_explicit (counter, atomic_load_explicit (counter, memory_order_relaxed) + (n), memory_order_release)
#define hd_board_set(counter, value) atomic_store_explicit (counter, value, memory_order_relaxed)
#define hd_board_get(counter) atomic_load_explicit (counter, memory_order_relaxed)

G_END_DECLS
