/* hd-strategy-window.c: all partitions run the same window of time, then meet
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * No message sent in a window that begins at the earliest event of all and is as wide as the smallest lookahead can arrive in it, so its events are
 * known when it begins (the bulk-synchronous form; Nicol, "The cost of conservative synchronization in parallel discrete event simulations",
 * 1993). One meeting a window is enough: each worker brings the earliest of its pending events and of the messages that it sent, and whoever has
 * left the meeting may already send for the next window while others still take in mail of this one: it is not due in it.
 *
 * Several threads of one process have windows half as wide, and nobody waits for the half that others are running: what is sent in one half is not due in the next either, so that a
 * worker may begin a half when all have run the last but one. Who has more to do in one half and less in the next keeps nobody waiting. Then what is known of others is from half a
 * window ago: the earliest event of all when half k - 1 was over, plus the smallest lookahead, ends half k + 1, as nothing earlier was run in half k. Mail that was sent in two halves may
 * still be under way, so that its sender answers for both.
 *
 * The loose strategy has windows of a fixed quantum. Messages that would arrive in the window in which they were sent arrive at its end instead.
 * That depends on the time of sending alone, so such a run can be repeated, paused and stepped; and with a quantum of at most the smallest lookahead it
 * is exact.
 */
#define G_LOG_DOMAIN "hd-strategy-window"

#include "hd-strategy.h"

#include <string.h>

#include "hd-kernel-private.h"
#include "hd-ranks-private.h"
#include "hd-spread.h"
#include "hd-team.h"

#define STOP (-1) /* earlier than all times: one worker's wish to stop reaches all */

/* A partition's own line. */
typedef struct
{
  _Alignas (HD_LINE) HdTime earliest_sent; /* in this window */
} Mark;

typedef struct
{
  HdTeam team;
  Mark *marks; /* by partition */
  HdTime end;
  gboolean has_stopped;
  gboolean overlaps; /* windows are halves, and a worker may begin one while others still run the one before */
  guint n_ranks;
  GByteArray **out; /* mail to each rank */
  GByteArray *in;
} Windows;

static gpointer
begin (HdKernel *kernel)
{
  Windows *self = g_new0 (Windows, 1);

  hd_team_init (&self->team, kernel);
  self->marks = g_aligned_alloc0 (kernel->n_partitions, sizeof (Mark), HD_LINE);
  self->n_ranks = hd_ranks_get_n ();
  self->out = g_new0 (GByteArray *, self->n_ranks);
  for (guint i = 0; i < self->n_ranks; i++)
    self->out[i] = g_byte_array_new ();
  self->in = g_byte_array_new ();
  self->overlaps = kernel->quantum == 0 && self->n_ranks == 1 && hd_crew_get_n_workers (self->team.crew) > 1;
  return self;
}

static gpointer
begin_loose (HdKernel *kernel)
{
  kernel->quantum = MAX (kernel->options.quantum, 1);
  return begin (kernel);
}

static void
end (HdKernel *kernel,
     gpointer state)
{
  Windows *self = state;

  hd_team_clear (&self->team);
  g_aligned_free (self->marks);
  for (guint i = 0; i < self->n_ranks; i++)
    g_byte_array_unref (self->out[i]);
  g_byte_array_unref (self->in);
  g_free (self->out);
  g_free (self);
}

static void
deliver (HdKernel *kernel,
         gpointer state,
         HdPartition *from,
         HdPartition *to,
         const HdEvent *event,
         const HdMessage *message)
{
  Windows *self = state;
  Mark *mark = &self->marks[from->index];

  mark->earliest_sent = MIN (mark->earliest_sent, event->time);
  hd_channel_map_push (self->team.channels, from, to, event, message);
}

/* The last time of the window that begins at @begin. */
static HdTime
end_of_window (Windows *self,
               HdTime begin)
{
  HdTime quantum = self->team.kernel->quantum;
  HdTime lookahead = self->team.channels->lookahead;
  HdTime last;

  if (quantum > 0)
    return begin >= HD_TIME_MAX - quantum ? self->end : MIN (self->end, (begin / quantum + 1) * quantum - 1);
  return __builtin_add_overflow (begin, lookahead - 1, &last) ? self->end : MIN (self->end, last);
}

/* The same of half a window behind @last, where @earliest is from before the half that ends with @last. */
static HdTime
end_of_half (Windows *self,
             HdTime last,
             HdTime earliest)
{
  HdTime lookahead = self->team.channels->lookahead;
  HdTime half = lookahead / 2 + lookahead % 2;

  return MIN (end_of_window (self, earliest), hd_time_add (MAX (last, earliest - 1), half));
}

/* One partition's share of a window; the earliest time that it knows of behind it, or STOP. */
static HdTime
run_partition (Windows *self,
               HdPartition *partition,
               HdTime last)
{
  Mark *mark = &self->marks[partition->index];
  HdTime earliest = self->overlaps ? mark->earliest_sent : HD_TIME_MAX; /* what was sent in the half before may not have been taken in */
  HdPartitionStatus status;
  const HdEvent *next;

  hd_channel_map_drain (self->team.channels, partition);
  mark->earliest_sent = HD_TIME_MAX;
  status = last >= 0 && partition->error == NULL ? hd_partition_run (partition, last, G_MAXUINT64) : HD_PARTITION_LIMIT;
  hd_channel_map_flush (self->team.channels, partition);
  hd_partition_report (partition);
  if (status == HD_PARTITION_STOPPED || partition->error != NULL)
    return STOP;
  earliest = MIN (earliest, mark->earliest_sent);
  next = hd_partition_peek (partition);
  return next != NULL ? MIN (earliest, next->time) : earliest;
}

/* The bytes of a buffer, or what else a message stands for, go behind the mail that they came with, after their number. */
static void
pack_one (HdKernel *kernel,
          GByteArray *out,
          const HdMail *mail)
{
  const HdComponent *to = _hd_kernel_get_component (kernel, mail->event.destination);
  HdBuffer *buffer = _hd_message_peek_buffer (&mail->message);
  guint at = out->len, first = at + sizeof *mail + sizeof (gsize);
  HdMail changed = *mail;
  gconstpointer bytes;
  gsize size;

  g_byte_array_append (out, (const guint8 *) mail, sizeof *mail);
  if (buffer != NULL)
    {
      bytes = hd_buffer_peek (buffer, &size);
      g_byte_array_append (out, (const guint8 *) &size, sizeof size);
      g_byte_array_append (out, bytes, (guint) size);
      hd_buffer_drop (buffer, to->partition->index);
    }
  else if (to->model->pack != NULL)
    {
      g_byte_array_set_size (out, first);
      to->model->pack (to->data, &changed.message, out);
      size = out->len - first;
      memcpy (out->data + at, &changed, sizeof changed);
      memcpy (out->data + first - sizeof size, &size, sizeof size);
    }
}

static void
pack (HdKernel *kernel,
      GByteArray *out,
      const HdMail *mails,
      guint n)
{
  for (guint i = 0; i < n; i++)
    pack_one (kernel, out, &mails[i]);
}

static void
unpack (Windows *self)
{
  HdKernel *kernel = self->team.kernel;

  for (guint at = 0; at < self->in->len;)
    {
      HdComponent *to;
      HdMail mail;
      gsize size;

      memcpy (&mail, self->in->data + at, sizeof mail); /* buffers are of any length */
      at += sizeof mail;
      to = _hd_kernel_get_component (kernel, mail.event.destination);
      if (_hd_message_peek_buffer (&mail.message) != NULL || to->model->unpack != NULL)
        {
          memcpy (&size, self->in->data + at, sizeof size);
          at += sizeof size;
          if (_hd_message_peek_buffer (&mail.message) != NULL)
            mail.message.payload[1] = (guint64) (guintptr) hd_buffer_new (kernel->buffers, to->partition->index, self->in->data + at, size);
          else
            to->model->unpack (to->data, &mail.message, self->in->data + at, size);
          at += (guint) size;
        }
      hd_partition_push (to->partition, &mail.event, &mail.message);
      hd_board_add (&to->partition->line->received, 1);
    }
}

/* Mail for partitions of other ranks lies in its channels like any other; here it goes over. The other workers wait. */
static void
exchange (Windows *self)
{
  HdKernel *kernel = self->team.kernel;
  HdChannelMap *channels = self->team.channels;

  for (guint i = 0; i < channels->n_channels; i++)
    {
      HdChannel *channel = &channels->channels[i];
      const HdMail *mails;
      guint n;

      if (!kernel->partitions[channel->to].is_elsewhere || kernel->partitions[channel->from].is_elsewhere)
        continue;
      while ((mails = hd_channel_peek (channel, &n)) != NULL)
        {
          pack (kernel, self->out[hd_spread_get_rank_of (kernel, channel->to)], mails, n);
          hd_channel_drop (channel, n);
        }
    }
  hd_ranks_exchange (self->out, self->in);
  unpack (self);
}

/* Nobody does anything before @time any more. */
static void
tell_time (Windows *self,
           HdTime time)
{
  HdKernel *kernel = self->team.kernel;

  for (guint i = 0; i < kernel->n_partitions; i++)
    if (kernel->partitions[i].is_elsewhere)
      hd_board_set (&kernel->board->lines[i].clock, time);
}

/* The earliest time that anybody knows of; from then on everyone has the mail that is due. */
static HdTime
meet (Windows *self,
      guint worker,
      HdTime earliest,
      gint64 *io_waited_us)
{
  earliest = hd_crew_meet (self->team.crew, worker, earliest, io_waited_us);
  if (self->n_ranks == 1)
    return earliest;
  if (worker == 0)
    {
      earliest = hd_ranks_find_minimum (earliest);
      exchange (self);
      if (earliest != STOP && earliest < HD_TIME_MAX)
        tell_time (self, earliest);
    }
  return hd_crew_meet (self->team.crew, worker, worker == 0 ? earliest : HD_TIME_MAX, io_waited_us);
}

/* Whoever has run half a window waits for what the others have run before it: see at the top. */
static HdTime
meet_before (Windows *self,
             guint worker,
             HdTime earliest,
             gboolean is_first,
             gint64 *io_waited_us)
{
  guint64 meeting = hd_crew_arrive (self->team.crew, worker, earliest);

  return hd_crew_await (self->team.crew, worker, is_first ? meeting : meeting - 1, io_waited_us);
}

static void
run_worker (gpointer data,
            guint worker)
{
  Windows *self = data;
  HdKernel *kernel = self->team.kernel;
  guint first = hd_team_get_first (&self->team, worker), behind = hd_team_get_first (&self->team, worker + 1);
  HdTime last = -1; /* at first only to see what there is */

  for (guint i = first; i < behind; i++)
    self->marks[i].earliest_sent = HD_TIME_MAX;
  for (;;)
    {
      HdTime earliest = HD_TIME_MAX;
      gint64 waited_us = 0;

      for (guint i = first; i < behind; i++)
        {
          HdTime own = kernel->partitions[i].is_elsewhere ? HD_TIME_MAX : run_partition (self, &kernel->partitions[i], last);

          earliest = MIN (earliest, own);
        }
      earliest = self->overlaps ? meet_before (self, worker, earliest, last < 0, &waited_us) : meet (self, worker, earliest, &waited_us);
      for (guint i = first; i < behind; i++)
        hd_board_add (&kernel->board->lines[i].waiting_us, waited_us);
      if (earliest == STOP && worker == 0)
        self->has_stopped = TRUE;
      if (earliest == STOP || earliest > self->end || earliest == HD_TIME_MAX)
        return;
      last = self->overlaps ? end_of_half (self, last, earliest) : end_of_window (self, earliest);
    }
}

static gboolean
run_windows (HdTeam *team,
             HdTime end_time)
{
  Windows *self = (Windows *) team;

  self->end = end_time;
  self->has_stopped = FALSE;
  hd_crew_run (team->crew, run_worker, self);
  return !self->has_stopped;
}

static HdKernelStatus
run (HdKernel *kernel,
     gpointer state,
     HdTime until)
{
  return hd_team_run (state, until, run_windows);
}

static const HdStrategy window = {
  .name = "window",
  .is_exact = TRUE,
  .uses_partitions = TRUE,
  .spreads_over_ranks = TRUE,
  .begin = begin,
  .end = end,
  .deliver = deliver,
  .run = run,
};

static const HdStrategy loose = {
  .name = "loose",
  .is_exact = FALSE,
  .uses_partitions = TRUE,
  .spreads_over_ranks = TRUE,
  .begin = begin_loose,
  .end = end,
  .deliver = deliver,
  .run = run,
};

const HdStrategy *
hd_strategy_window (void)
{
  return &window;
}

const HdStrategy *
hd_strategy_loose (void)
{
  return &loose;
}
