/* hd-channel.h: messages from one partition to another, and how far the sender has got
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include <heddle/heddle-component.h>

#include "hd-board.h"
#include "hd-event.h"

G_BEGIN_DECLS

/** HdMail: an event with its message, on the way from one partition to another */
typedef struct
{
  HdEvent event;
  HdMessage message;
} HdMail;

typedef struct _HdChannelChunk HdChannelChunk;

/**
 * HdChannel:
 *
 * A queue with one writer and one reader, that is only appended to: Lamport's argument ("Specifying concurrent program modules", 1983) holds,
 * and neither side ever waits for the other. The receiver's event queue makes the order. Mail lies in chunks of 4 KiB, made when the first
 * message is sent; those that were read go back to the writer, so that a steady flow allocates nothing.
 *
 * @clock promises: no mail that is not visible yet has an earlier time. It is apart from the queue, as a channel that never carries mail
 * bounds its receiver too. The writer stores mail, then @tail, then @clock; the reader loads @clock, then @tail, then mail. Never the other
 * way round: the promise would reach the reader before the mail that it does not cover.
 *
 * Words of the two sides lie on lines of their own.
 */
typedef struct
{
  /* set once */
  guint32 from;
  guint32 to;
  HdTime lookahead; /* the smallest latency that it carries */
  guint64 bound;    /* mails */
  gboolean is_locked;

  /* the writer's own */
  _Alignas (HD_LINE) HdChannelChunk *last;
  HdChannelChunk *oldest; /* first of those that may have been read */
  guint64 oldest_end;     /* number of the mail behind it */
  guint64 written;
  guint64 flushed;
  guint64 head_seen;
  HdTime told;            /* the clock as last stored */
  guint64 n_chunks;

  _Alignas (HD_LINE) _Atomic guint64 tail; /* by the writer: mails that are visible */
  _Atomic (HdChannelChunk *) first;        /* by the writer, with the first mail */
  _Atomic HdTime clock;                    /* by the writer */

  _Alignas (HD_LINE) _Atomic HdTime want;  /* by the reader: it can go on once the clock is this */
  _Atomic guint64 head;                    /* by the reader: mails taken */

  /* the reader's own */
  _Alignas (HD_LINE) HdChannelChunk *current;
  guint64 current_end; /* number of the mail behind it */
  guint64 taken;
  guint64 longest;

  /* the variant with a lock, for comparison */
  _Alignas (HD_LINE) pthread_mutex_t lock;
} HdChannel;

void hd_channel_init (HdChannel *self,
                      guint32 from,
                      guint32 to,
                      HdTime lookahead,
                      guint64 bound,
                      gboolean is_locked);
void hd_channel_clear (HdChannel *self);

/* The writer's side. */
/** hd_channel_push: not visible before hd_channel_flush (); %FALSE if the channel is full */
gboolean hd_channel_push (HdChannel *self,
                          const HdEvent *event,
                          const HdMessage *message);
/** hd_channel_flush: returns how many mails became visible by it */
guint64 hd_channel_flush (HdChannel *self);
/** hd_channel_is_crowded: more than half of its bound is used */
gboolean hd_channel_is_crowded (HdChannel *self);

/* The reader's side. */
/** hd_channel_peek: the mails that lie together at the front; %NULL if there are none; valid until they are dropped */
const HdMail *hd_channel_peek (HdChannel *self,
                               guint *out_n);
void hd_channel_drop (HdChannel *self,
                      guint n);

G_END_DECLS
