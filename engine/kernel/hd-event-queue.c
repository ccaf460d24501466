/* hd-event-queue.c: a wheel, or with many events a ladder, in front of which stands a small heap
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A few thousand events lie on a wheel: slots as wide as a power of two of picoseconds, so many from now on, and beyond them a heap. The events of the first slot that is
 * taken are put in order, as a row if they are few, as they mostly are; so most events are moved twice. The width of slots follows what comes.
 *
 * Of many, events far away need no order yet. They lie in the buckets of rungs, each bucket as wide as a power of two of picoseconds; the first rung spans what was
 * pending when it was made, the next spans one bucket of the one before that had too many events, and so on. What lies beyond the first rung waits at the
 * top. Only the events of the earliest bucket are put in order, in a heap small enough for the first cache. So an event is moved a few times, always to
 * the end of a bucket, instead of along a path through a heap as deep as the logarithm of all events. Many events of one time make a large heap, never a
 * worse one than the reference.
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
#define FEW_EVENTS 1024 /* which go to the wheel, and leave it when they are many */
#define MANY_EVENTS 8192
#define ROW_EVENTS 16 /* of a slot that becomes a row */
#define ROW_PLACES 32
#define WHEEL_SLOTS 1024u
#define WHEEL_WORDS (WHEEL_SLOTS / 64)
#define WHEEL_EPOCH 1024   /* events after which it is seen whether its slots have the right width, at first */
#define LONGEST_EPOCH (64 * WHEEL_EPOCH)
#define FIRST_SHIFT 10
#define LAST_SHIFT 50
#define NO_NODE G_MAXUINT32

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

typedef struct
{
  HdEvent event;
  guint32 next;
} Node;

/* Each slot of those behind @first has a list of its events, and a bit in @taken if there are any. */
typedef struct
{
  HdEventHeap far;  /* what is later than the last slot */
  guint64 first;    /* the slot, of all from time 0 on, whose events are in the heap */
  guint shift;      /* a slot spans 1 << shift picoseconds */
  guint32 n_pushed, n_far, n_refills; /* in this epoch */
  guint32 epoch;
  gboolean was_narrowed; /* the last time that its slots changed */
  guint64 taken[WHEEL_WORDS];
  guint32 slots[WHEEL_SLOTS];
  Node *nodes;
  guint32 n_nodes, free_node;
} Wheel;

struct _HdEventQueue
{
  HdEvent row[ROW_PLACES]; /* the last is the first to come */
  guint n_row;
  HdEventHeap heap;
  HdTime heap_last;  /* row and heap have all events until and with it */
  gsize length;      /* of all */
  gboolean is_wheel; /* not a ladder */
  Wheel wheel;
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

static void
grow_nodes (Wheel *self)
{
  guint32 old = self->n_nodes;

  self->n_nodes = old == 0 ? 256 : 2 * old;
  self->nodes = g_renew (Node, self->nodes, self->n_nodes);
  for (guint32 i = old; i < self->n_nodes; i++)
    self->nodes[i].next = i + 1 < self->n_nodes ? i + 1 : NO_NODE;
  self->free_node = old;
}

HdEventQueue *
hd_event_queue_new (void)
{
  HdEventQueue *self = g_new0 (HdEventQueue, 1);

  hd_event_heap_reserve (&self->heap, 1);
  self->rungs = g_new (Rung, MAX_RUNGS);
  self->free_block = NO_BLOCK;
  self->heap_last = -1;
  self->top_first = HD_TIME_MAX;
  self->wheel.free_node = NO_NODE;
  self->wheel.epoch = WHEEL_EPOCH;
  memset (self->wheel.slots, 0xff, sizeof self->wheel.slots);
  hd_event_heap_reserve (&self->wheel.far, 1);
  grow_nodes (&self->wheel);
  return self;
}

void
hd_event_queue_free (HdEventQueue *self)
{
  hd_event_heap_clear (&self->heap);
  hd_event_heap_clear (&self->wheel.far);
  g_free (self->wheel.nodes);
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

/* ---- the wheel ------------------------------------------------------------------------------------------------------- */

/* To where it belongs, from the end on. */
static inline void
insert_into_row (HdEventQueue *self,
                 const HdEvent *event)
{
  guint at = self->n_row++;

  for (; at > 0 && hd_event_before (&self->row[at - 1], event); at--)
    self->row[at] = self->row[at - 1];
  self->row[at] = *event;
}

/* An event that is not behind @heap_last. */
static inline void
push_to_front (HdEventQueue *self,
               const HdEvent *event)
{
  if (self->heap.length == 0 && self->n_row < ROW_PLACES)
    insert_into_row (self, event);
  else
    hd_event_heap_push (&self->heap, event);
}

/* An event behind those of the heap. */
static inline void
push_to_wheel (HdEventQueue *self,
               const HdEvent *event)
{
  Wheel *wheel = &self->wheel;
  guint64 slot = (guint64) event->time >> wheel->shift;
  guint place = slot % WHEEL_SLOTS;
  guint32 node;

  self->in_buckets++;
  wheel->n_pushed++;
  if (G_UNLIKELY (slot - wheel->first >= WHEEL_SLOTS))
    {
      wheel->n_far++;
      hd_event_heap_push (&wheel->far, event);
      return;
    }
  if (G_UNLIKELY (wheel->free_node == NO_NODE))
    grow_nodes (wheel);
  node = wheel->free_node;
  wheel->free_node = wheel->nodes[node].next;
  wheel->nodes[node] = (Node){ *event, wheel->slots[place] };
  wheel->slots[place] = node;
  wheel->taken[place / 64] |= (guint64) 1 << place % 64;
}

/* The first slot behind the present one that has events, or G_MAXUINT64. */
static inline guint64
find_slot (const Wheel *self)
{
  guint begin = (self->first + 1) % WHEEL_SLOTS, word = begin / 64;
  guint64 bits = self->taken[word] & G_MAXUINT64 << begin % 64;

  for (guint i = 0; i <= WHEEL_WORDS; i++)
    {
      if (bits != 0)
        return self->first + 1 + (word * 64 + (guint) __builtin_ctzll (bits) - begin) % WHEEL_SLOTS;
      word = (word + 1) % WHEEL_WORDS;
      bits = self->taken[word];
    }
  return G_MAXUINT64;
}

/* The events of a slot, which is the first one then, go to the row, or to the heap, both of which are empty. */
static inline void
take_slot (HdEventQueue *self,
           guint64 slot)
{
  Wheel *wheel = &self->wheel;
  guint place = slot % WHEEL_SLOTS;
  gsize n = 0;

  for (guint32 node = wheel->slots[place], next; node != NO_NODE; node = next, n++)
    {
      next = wheel->nodes[node].next;
      if (n < ROW_EVENTS)
        insert_into_row (self, &wheel->nodes[node].event);
      else
        hd_event_heap_push (&self->heap, &wheel->nodes[node].event);
      wheel->nodes[node].next = wheel->free_node;
      wheel->free_node = node;
    }
  wheel->slots[place] = NO_NODE;
  wheel->taken[place / 64] &= ~((guint64) 1 << place % 64);
  wheel->first = slot;
  self->heap_last = (HdTime) (((slot + 1) << wheel->shift) - 1);
  self->in_buckets -= n;
}

/* Events that are not so far any more. */
static void
take_far (HdEventQueue *self)
{
  Wheel *wheel = &self->wheel;

  for (const HdEvent *event; (event = hd_event_heap_peek (&wheel->far)) != NULL && ((guint64) event->time >> wheel->shift) - wheel->first < WHEEL_SLOTS;)
    {
      HdEvent taken = *event;

      hd_event_heap_drop (&wheel->far);
      self->in_buckets--;
      if (taken.time <= self->heap_last)
        push_to_front (self, &taken);
      else
        push_to_wheel (self, &taken);
    }
}

/* Takes all from the wheel to the top. */
static void
clear_wheel (HdEventQueue *self)
{
  Wheel *wheel = &self->wheel;

  for (guint place = 0; place < WHEEL_SLOTS; place++)
    {
      for (guint32 node = wheel->slots[place], next; node != NO_NODE; node = next)
        {
          next = wheel->nodes[node].next;
          append_to_top (self, &wheel->nodes[node].event);
          self->in_buckets--;
          wheel->nodes[node].next = wheel->free_node;
          wheel->free_node = node;
        }
      wheel->slots[place] = NO_NODE;
    }
  memset (wheel->taken, 0, sizeof wheel->taken);
  for (const HdEvent *event; (event = hd_event_heap_peek (&wheel->far)) != NULL; hd_event_heap_drop (&wheel->far))
    {
      append_to_top (self, event);
      self->in_buckets--;
    }
}

/* And all from the top to the wheel, with slots of 1 << @shift picoseconds from that of @from on, which may be in the heap already. */
static void
fill_wheel (HdEventQueue *self,
            HdTime from,
            guint shift)
{
  Bucket top = self->top;
  Wheel *wheel = &self->wheel;
  guint32 left = top.n_events, block = top.first;

  self->is_wheel = TRUE;
  wheel->shift = shift;
  wheel->first = (guint64) from >> shift;
  self->heap_last = (HdTime) (((wheel->first + 1) << shift) - 1);
  self->top.n_events = 0;
  self->in_buckets -= left;
  for (; left > 0; block = self->links[block])
    for (guint i = 0; i < BLOCK_EVENTS && left > 0; i++, left--)
      {
        const HdEvent *event = &self->blocks[block].events[i];

        if (event->time <= self->heap_last)
          push_to_front (self, event);
        else
          push_to_wheel (self, event);
      }
  if (top.n_events > 0)
    empty (self, &top);
  wheel->n_pushed = wheel->n_far = wheel->n_refills = 0;
  self->top_first = HD_TIME_MAX;
  self->top_last = 0;
}

/* Wider slots if much is beyond them, narrower ones if they hold more than a few events and nothing is. Where neither width is right, each would be left for the
 * other again and again, and all events are moved each time: so it is looked at half as often each time that narrower slots turn out to be too narrow. */
static void
adapt_wheel (HdEventQueue *self)
{
  Wheel *wheel = &self->wheel;
  guint shift = wheel->shift;

  if (wheel->n_far > wheel->n_pushed / 8)
    shift = MIN (shift + 2, LAST_SHIFT);
  else if (wheel->n_pushed > 4 * wheel->n_refills && wheel->n_far < wheel->n_pushed / 64 && shift > 0)
    shift--;
  wheel->n_pushed = wheel->n_far = wheel->n_refills = 0;
  if (shift == wheel->shift)
    return;
  if (shift > wheel->shift && wheel->was_narrowed)
    wheel->epoch = MIN (2 * wheel->epoch, LONGEST_EPOCH);
  wheel->was_narrowed = shift < wheel->shift;
  clear_wheel (self);
  fill_wheel (self, self->heap_last, shift);
}

static void
refill_from_wheel (HdEventQueue *self)
{
  Wheel *wheel = &self->wheel;

  while (self->heap.length == 0 && self->n_row == 0)
    {
      const HdEvent *far = hd_event_heap_peek (&wheel->far);
      guint64 slot = find_slot (wheel), slot_far = far != NULL ? (guint64) far->time >> wheel->shift : G_MAXUINT64;

      take_slot (self, MIN (slot, slot_far));
      wheel->n_refills++;
      if (G_UNLIKELY (far != NULL))
        take_far (self);
      if (G_UNLIKELY (wheel->n_pushed > wheel->epoch))
        adapt_wheel (self);
    }
}

/* There are too many events for it. */
static void
leave_wheel (HdEventQueue *self)
{
  clear_wheel (self);
  self->is_wheel = FALSE;
  self->n_rungs = 0;
}

/* ---- the ladder ------------------------------------------------------------------------------------------------------ */

/* What has gathered at the top becomes the first rung, or, if that is little, goes to the wheel. */
static void
take_top (HdEventQueue *self)
{
  Bucket top = self->top;
  guint shift = FIRST_SHIFT;

  if (top.n_events <= FEW_EVENTS)
    {
      while (shift < LAST_SHIFT && (guint64) (self->top_last - self->top_first) >> shift >= WHEEL_SLOTS)
        shift++;
      fill_wheel (self, self->top_first, shift);
      return;
    }
  if (self->top_first == self->top_last)
    {
      self->heap_last = self->top_last;
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

/* The heap is empty: moves the earliest bucket into it. */
static void
refill (HdEventQueue *self)
{
  self->heap.length = 0;
  self->heap.has_hole = FALSE;
  if (self->is_wheel)
    {
      refill_from_wheel (self);
      return;
    }
  while (self->heap.length == 0 && self->n_row == 0)
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
      push_to_front (self, event);
      return;
    }
  if (self->is_wheel)
    {
      push_to_wheel (self, event);
      if (G_UNLIKELY (self->in_buckets > MANY_EVENTS))
        leave_wheel (self);
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

/* Of row and heap; or NULL. */
static inline const HdEvent *
peek_front (HdEventQueue *self)
{
  const HdEvent *first = hd_event_heap_peek (&self->heap), *last = self->n_row > 0 ? &self->row[self->n_row - 1] : NULL;

  return first == NULL || (last != NULL && hd_event_before (last, first)) ? last : first;
}

const HdEvent *
hd_event_queue_peek (HdEventQueue *self)
{
  const HdEvent *first = peek_front (self);

  if (first != NULL || self->in_buckets == 0)
    return first;
  refill (self);
  return peek_front (self);
}

void
hd_event_queue_drop (HdEventQueue *self)
{
  const HdEvent *first = peek_front (self);

  if (G_UNLIKELY (first == NULL))
    first = hd_event_queue_peek (self);
  g_assert (first != NULL);
  if (self->n_row > 0 && first == &self->row[self->n_row - 1])
    self->n_row--;
  else
    hd_event_heap_drop (&self->heap);
  self->length--;
}

gsize
hd_event_queue_get_length (HdEventQueue *self)
{
  return self->length;
}
