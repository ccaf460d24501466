/* hd-event-queue.c: a ladder in front of which stands a small heap
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Events far away need no order yet. They lie in the buckets of rungs, each bucket as wide as a power of two of picoseconds; the first rung spans what was
 * pending when it was made, the next spans one bucket of the one before that had too many events, and so on. What lies beyond the first rung waits at the
 * top. Only the events of the earliest bucket are put in order, in a heap small enough for the first cache. So an event is moved a few times, always to
 * the end of a bucket, instead of along a path through a heap as deep as the logarithm of all events. Many events of one time make a large heap, never a
 * worse one than the reference; few events are in the heap alone.
 *
 * Source: Tang, Goh and Thng, "Ladder queue: an O(1) priority queue structure for large-scale discrete event simulation", 2005; the heap
 * in the place of a sorted list is our own, and bench-queue measures it.
 */
#define G_LOG_DOMAIN "hd-event-queue"

#include "hd-event-queue.h"

#include "hd-event-heap.h"

#define MAX_RUNGS 12
#define MAX_BUCKETS 512
#define HEAP_EVENTS 32 /* a bucket with at most twice as many goes to the heap */
#define BLOCK_EVENTS 16
#define NO_BLOCK G_MAXUINT32
#define FEW_EVENTS 1024 /* a heap alone is fastest */
#define MANY_EVENTS 4096

typedef struct
{
  HdEvent events[BLOCK_EVENTS];
} Block;

/* Events in blocks, all full but the last. */
typedef struct
{
  guint32 first, last;
  guint32 n_events;
} Bucket;

typedef struct
{
  HdTime start;
  HdTime last;    /* of the last bucket, which has it: HD_TIME_MAX is a time like others */
  guint shift;    /* a bucket spans 1 << shift picoseconds */
  guint n_buckets;
  guint next;     /* the first bucket that was not taken yet */
  Bucket buckets[MAX_BUCKETS];
} Rung;

struct _HdEventQueue
{
  HdEventHeap heap;
  HdTime heap_last;  /* the heap has all events until and with it; all of them at HD_TIME_MAX */
  gsize length;      /* of buckets and heap */
  gsize in_buckets;

  Rung *rungs;
  guint n_rungs;
  Bucket top;
  HdTime top_first, top_last;

  Block *blocks;
  guint32 *links;    /* of each block: the next of its bucket, or of the free ones */
  guint32 n_blocks;
  guint32 free_block;
};

HdEventQueue *
hd_event_queue_new (void)
{
  HdEventQueue *self = g_new0 (HdEventQueue, 1);

  hd_event_heap_reserve (&self->heap, 1);
  self->rungs = g_new (Rung, MAX_RUNGS);
  self->free_block = NO_BLOCK;
  self->heap_last = -1;
  self->top_first = HD_TIME_MAX;
  return self;
}

void
hd_event_queue_free (HdEventQueue *self)
{
  hd_event_heap_clear (&self->heap);
  g_free (self->rungs);
  g_aligned_free (self->blocks);
  g_free (self->links);
  g_free (self);
}

/* ---- buckets --------------------------------------------------------------------------------------------------------- */

static void
grow_blocks (HdEventQueue *self)
{
  guint32 old = self->n_blocks;
  Block *blocks;

  self->n_blocks = old == 0 ? 64 : 2 * old;
  blocks = g_aligned_alloc (self->n_blocks, sizeof (Block), HD_HEAP_ALIGNMENT);
  if (old > 0)
    memcpy (blocks, self->blocks, old * sizeof (Block));
  g_aligned_free (self->blocks);
  self->blocks = blocks;
  self->links = g_renew (guint32, self->links, self->n_blocks);
  for (guint32 i = old; i < self->n_blocks; i++)
    self->links[i] = i + 1 < self->n_blocks ? i + 1 : NO_BLOCK;
  self->free_block = old;
}

static void
add_block (HdEventQueue *self,
           Bucket *bucket)
{
  guint32 block;

  if (G_UNLIKELY (self->free_block == NO_BLOCK))
    grow_blocks (self);
  block = self->free_block;
  self->free_block = self->links[block];
  self->links[block] = NO_BLOCK;
  if (bucket->n_events > 0)
    self->links[bucket->last] = block;
  else
    bucket->first = block;
  bucket->last = block;
}

static inline void
append (HdEventQueue *self,
        Bucket *bucket,
        const HdEvent *event)
{
  guint place = bucket->n_events % BLOCK_EVENTS;

  if (place == 0)
    add_block (self, bucket);
  self->blocks[bucket->last].events[place] = *event;
  bucket->n_events++;
}

/* The blocks of a bucket are free again; what was in it must have been copied. */
static void
empty (HdEventQueue *self,
       Bucket *bucket)
{
  self->links[bucket->last] = self->free_block;
  self->free_block = bucket->first;
  bucket->n_events = 0;
}

/* ---- rungs ----------------------------------------------------------------------------------------------------------- */

/* A rung for @n events from @start to @last. */
static Rung *
add_rung (HdEventQueue *self,
          HdTime start,
          HdTime last,
          guint32 n)
{
  Rung *rung = &self->rungs[self->n_rungs++];
  guint wanted = CLAMP (n / HEAP_EVENTS, 2, MAX_BUCKETS);
  guint64 span = (guint64) last - (guint64) start + 1;

  rung->shift = 0;
  while (span >> rung->shift >= wanted)
    rung->shift++;
  rung->start = start;
  rung->last = last;
  rung->n_buckets = (guint) ((span - 1) >> rung->shift) + 1;
  rung->next = 0;
  for (guint i = 0; i < rung->n_buckets; i++)
    rung->buckets[i].n_events = 0;
  return rung;
}

static void
spread (HdEventQueue *self,
        Bucket bucket,
        Rung *rung)
{
  guint32 left = bucket.n_events;

  for (guint32 block = bucket.first; left > 0;)
    {
      guint32 next = self->links[block];
      guint n = MIN (left, BLOCK_EVENTS);

      for (guint i = 0; i < n; i++)
        {
          const HdEvent event = self->blocks[block].events[i];

          append (self, &rung->buckets[(event.time - rung->start) >> rung->shift], &event);
        }
      left -= n;
      self->links[block] = self->free_block;
      self->free_block = block;
      block = next;
    }
}

static void
fill_heap (HdEventQueue *self,
           Bucket *bucket)
{
  guint32 block = bucket->first;
  gsize n = bucket->n_events;

  hd_event_heap_reserve (&self->heap, n);
  for (gsize i = 0; i < n; i += BLOCK_EVENTS)
    {
      memcpy (&self->heap.events[i], self->blocks[block].events, MIN (n - i, BLOCK_EVENTS) * sizeof (HdEvent));
      block = self->links[block];
    }
  self->heap.length = n;
  hd_event_heap_build (&self->heap);
  self->in_buckets -= n;
  empty (self, bucket);
}

static void
append_to_top (HdEventQueue *self,
               const HdEvent *event)
{
  append (self, &self->top, event);
  self->in_buckets++;
  self->top_first = MIN (self->top_first, event->time);
  self->top_last = MAX (self->top_last, event->time);
}

/* What has gathered at the top becomes the first rung. */
static void
take_top (HdEventQueue *self)
{
  Bucket top = self->top;

  if (top.n_events <= FEW_EVENTS || self->top_first == self->top_last)
    {
      self->heap_last = top.n_events <= FEW_EVENTS ? HD_TIME_MAX : self->top_last;
      fill_heap (self, &self->top);
    }
  else
    {
      self->top.n_events = 0;
      spread (self, top, add_rung (self, self->top_first, self->top_last, top.n_events));
    }
  self->top_first = HD_TIME_MAX;
  self->top_last = 0;
}

/* The heap, which has all events, has become too large to stand alone. */
static void
leave_heap (HdEventQueue *self)
{
  self->heap_last = hd_event_heap_peek (&self->heap)->time - 1;
  self->n_rungs = 0;
  for (gsize i = 0; i < self->heap.length; i++)
    append_to_top (self, &self->heap.events[i]);
  self->heap.length = 0;
}

/* The heap is empty: moves the earliest bucket into it. */
static void
refill (HdEventQueue *self)
{
  self->heap.length = 0;
  self->heap.has_hole = FALSE;
  while (self->heap.length == 0)
    {
      Rung *rung;
      Bucket *bucket;
      HdTime start, last;

      if (self->n_rungs == 0)
        {
          take_top (self);
          continue;
        }
      rung = &self->rungs[self->n_rungs - 1];
      while (rung->next < rung->n_buckets && rung->buckets[rung->next].n_events == 0)
        rung->next++;
      if (rung->next == rung->n_buckets)
        {
          self->heap_last = rung->last;
          self->n_rungs--;
          continue;
        }
      bucket = &rung->buckets[rung->next];
      start = rung->start + ((HdTime) rung->next << rung->shift);
      last = start + (HdTime) MIN ((guint64) (rung->last - start), ((guint64) 1 << rung->shift) - 1);
      rung->next++;
      if (bucket->n_events <= 2 * HEAP_EVENTS || rung->shift == 0 || self->n_rungs == MAX_RUNGS)
        {
          self->heap_last = last;
          fill_heap (self, bucket);
        }
      else
        {
          Bucket taken = *bucket;

          self->heap_last = start - 1;
          bucket->n_events = 0;
          spread (self, taken, add_rung (self, start, last, taken.n_events));
        }
    }
}

/* ---- the queue ------------------------------------------------------------------------------------------------------- */

void
hd_event_queue_push (HdEventQueue *self,
                     const HdEvent *event)
{
  self->length++;
  if (event->time <= self->heap_last)
    {
      hd_event_heap_push (&self->heap, event);
      if (G_UNLIKELY (self->heap_last == HD_TIME_MAX && self->length > MANY_EVENTS))
        leave_heap (self);
      return;
    }
  for (guint i = self->n_rungs; i-- > 0;)
    if (event->time <= self->rungs[i].last)
      {
        append (self, &self->rungs[i].buckets[(event->time - self->rungs[i].start) >> self->rungs[i].shift], event);
        self->in_buckets++;
        return;
      }
  append_to_top (self, event);
}

const HdEvent *
hd_event_queue_peek (HdEventQueue *self)
{
  const HdEvent *first = hd_event_heap_peek (&self->heap);

  if (first != NULL || self->in_buckets == 0)
    return first;
  refill (self);
  return &self->heap.events[0];
}

void
hd_event_queue_drop (HdEventQueue *self)
{
  g_assert (hd_event_queue_peek (self) != NULL);
  hd_event_heap_drop (&self->heap);
  self->length--;
}

gsize
hd_event_queue_get_length (HdEventQueue *self)
{
  return self->length;
}
