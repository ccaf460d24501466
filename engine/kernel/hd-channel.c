/* hd-channel.c: messages from one partition to another, and how far the sender has got
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-channel"

#include "hd-channel.h"

#define MAILS_PER_CHUNK 72

struct _HdChannelChunk
{
  HdMail mails[MAILS_PER_CHUNK];
  HdChannelChunk *next; /* visible with the first mail of the next chunk */
};

G_STATIC_ASSERT (sizeof (HdChannelChunk) <= 4096);

void
hd_channel_init (HdChannel *self,
                 guint32 from,
                 guint32 to,
                 HdTime lookahead,
                 guint64 bound,
                 gboolean is_locked)
{
  *self = (HdChannel){ .from = from, .to = to, .lookahead = lookahead, .bound = bound, .is_locked = is_locked };
  pthread_mutex_init (&self->lock, NULL);
}

void
hd_channel_clear (HdChannel *self)
{
  while (self->oldest != NULL)
    {
      HdChannelChunk *next = self->oldest->next;

      g_free (self->oldest);
      self->oldest = next;
    }
  pthread_mutex_destroy (&self->lock);
}

/* ---- the writer ------------------------------------------------------------------------------------------------------ */

static guint64
see_head (HdChannel *self)
{
  self->head_seen = atomic_load_explicit (&self->head, memory_order_acquire);
  return self->head_seen;
}

/* A chunk to write to. The oldest one is free once the reader has taken a mail of the next: it will not look at its link again. */
static HdChannelChunk *
take_chunk (HdChannel *self)
{
  HdChannelChunk *chunk = self->oldest;

  if (chunk != self->last && (self->head_seen > self->oldest_end || see_head (self) > self->oldest_end))
    {
      self->oldest = chunk->next;
      self->oldest_end += MAILS_PER_CHUNK;
    }
  else
    {
      chunk = g_new (HdChannelChunk, 1);
      self->n_chunks++;
    }
  chunk->next = NULL;
  return chunk;
}

static void
append (HdChannel *self,
        const HdEvent *event,
        const HdMessage *message)
{
  guint place = (guint) (self->written % MAILS_PER_CHUNK);

  if (G_UNLIKELY (place == 0))
    {
      HdChannelChunk *chunk = take_chunk (self);

      if (self->last != NULL)
        {
          self->last->next = chunk;
        }
      else
        {
          self->oldest = chunk;
          self->oldest_end = MAILS_PER_CHUNK;
          atomic_store_explicit (&self->first, chunk, memory_order_relaxed); /* visible with the tail */
        }
      self->last = chunk;
    }
  self->last->mails[place].event = *event;
  self->last->mails[place].message = *message;
  self->written++;
}

static gboolean
has_room (HdChannel *self)
{
  return self->written - self->head_seen < self->bound || self->written - see_head (self) < self->bound;
}

gboolean
hd_channel_push (HdChannel *self,
                 const HdEvent *event,
                 const HdMessage *message)
{
  gboolean done;

  if (G_UNLIKELY (self->is_locked))
    pthread_mutex_lock (&self->lock);
  done = has_room (self);
  if (G_LIKELY (done))
    append (self, event, message);
  if (G_UNLIKELY (self->is_locked))
    pthread_mutex_unlock (&self->lock);
  return done;
}

guint64
hd_channel_flush (HdChannel *self)
{
  guint64 n = self->written - self->flushed;

  if (n == 0)
    return 0;
  self->flushed = self->written;
  atomic_store_explicit (&self->tail, self->written, memory_order_release);
  return n;
}

gboolean
hd_channel_is_crowded (HdChannel *self)
{
  return self->written - self->head_seen > self->bound / 2 && self->written - see_head (self) > self->bound / 2;
}

/* ---- the reader ------------------------------------------------------------------------------------------------------ */

static const HdMail *
peek (HdChannel *self,
      guint *out_n)
{
  guint64 tail = atomic_load_explicit (&self->tail, memory_order_seq_cst);
  guint64 length = tail - self->taken;
  guint place = (guint) (self->taken % MAILS_PER_CHUNK);

  if (length == 0)
    return NULL;
  self->longest = MAX (self->longest, length);
  if (self->taken == self->current_end)
    {
      self->current = self->current != NULL ? self->current->next : atomic_load_explicit (&self->first, memory_order_relaxed);
      self->current_end += MAILS_PER_CHUNK;
    }
  *out_n = (guint) MIN (length, MAILS_PER_CHUNK - place);
  return &self->current->mails[place];
}

const HdMail *
hd_channel_peek (HdChannel *self,
                 guint *out_n)
{
  const HdMail *mails;

  if (G_LIKELY (!self->is_locked))
    return peek (self, out_n);
  pthread_mutex_lock (&self->lock);
  mails = peek (self, out_n);
  pthread_mutex_unlock (&self->lock);
  return mails;
}

void
hd_channel_drop (HdChannel *self,
                 guint n)
{
  if (G_UNLIKELY (self->is_locked))
    pthread_mutex_lock (&self->lock);
  self->taken += n;
  atomic_store_explicit (&self->head, self->taken, memory_order_release);
  if (G_UNLIKELY (self->is_locked))
    pthread_mutex_unlock (&self->lock);
}
