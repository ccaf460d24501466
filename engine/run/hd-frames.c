/* hd-frames.c: what each resource carried, in frames of simulated time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Frames are equally long. Their number is bounded by a memory budget: when it is reached, neighbours merge (amounts add, peaks take the
 * maximum) and the interval doubles, so a record of any length costs the same memory and a frame is never older than its run is long.
 *
 * Amounts are stored cumulatively, so that a window of any length is one subtraction for each resource. Peaks are rates of the shortest frames
 * that ever covered the time, with the maximum of each block of frames beside them, so that a long window reads blocks.
 *
 * One thread writes. Rows below the published count never change. Merging writes another store and swaps the pointer under a lock that readers
 * hold only to take a reference: no reader can keep the writer waiting for longer than that. The store that is left is kept for the next time:
 * fresh pages cost more than what is written to them.
 */
#define G_LOG_DOMAIN "hd-frames"

#include "hd-frames.h"

#include <pthread.h>
#include <string.h>

#define FIRST_INTERVAL ((HdTime) 100000) /* 100 ns: on a chip a whole run may take microseconds */
#define MINIMUM_FRAMES 64
#define MAXIMUM_FRAMES 4096
#define BLOCK 32

typedef struct
{
  guint references;  /* atomic */
  guint n_resources;
  guint capacity;    /* frames, a multiple of 2 * BLOCK */
  HdTime interval;
  HdTime tail;       /* end of a last, shorter frame, or 0; written before the count that publishes it */
  guint n_frames;    /* published by a release store */
  double *cumulative; /* [frame + 1][resource]; row 0 is zero */
  float *peaks;      /* [frame][resource] */
  float *block_peaks; /* [frame / BLOCK][resource], of full blocks */
} Store;

struct _HdFrames
{
  pthread_mutex_t lock; /* guards the pointer only; not a GMutex, which thread sanitizers cannot see into */
  Store *store;
  Store *spare; /* or NULL */
  gsize memory;
};

static gsize
store_size (guint n_resources,
            guint capacity)
{
  return (gsize) n_resources
         * ((capacity + 1) * sizeof (double) + capacity * sizeof (float) + capacity / BLOCK * sizeof (float));
}

static void
store_unref (Store *store)
{
  if (__atomic_sub_fetch (&store->references, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  g_free (store->cumulative);
  g_free (store->peaks);
  g_free (store->block_peaks);
  g_free (store);
}

static Store *
store_new (guint n_resources,
           guint capacity,
           HdTime interval)
{
  Store *store = g_new0 (Store, 1);

  store->references = 1;
  store->n_resources = n_resources;
  store->capacity = capacity;
  store->interval = interval;
  /* One more, so that there is something to point at without resources. */
  store->cumulative = g_new (double, (gsize) (capacity + 1) * n_resources + 1);
  store->peaks = g_new (float, (gsize) capacity * n_resources + 1);
  store->block_peaks = g_new (float, (gsize) (capacity / BLOCK) * n_resources + 1);
  memset (store->cumulative, 0, n_resources * sizeof (double));
  return store;
}

static Store *
frames_acquire (HdFrames *self)
{
  Store *store;

  pthread_mutex_lock (&self->lock);
  store = self->store;
  __atomic_add_fetch (&store->references, 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock (&self->lock);
  return store;
}

static gsize
choose_capacity (guint n_resources,
                 gsize budget_bytes)
{
  gsize per_block = store_size (n_resources, 2 * BLOCK);
  gsize capacity = 2 * BLOCK * (per_block > 0 ? budget_bytes / per_block : 1);

  return CLAMP (capacity, MINIMUM_FRAMES, MAXIMUM_FRAMES);
}

double
hd_frames_measure (guint n_resources,
                   gsize budget_bytes)
{
  return 2.0 * (double) store_size (n_resources, (guint) choose_capacity (n_resources, budget_bytes));
}

HdFrames *
hd_frames_new (guint n_resources,
               gsize budget_bytes)
{
  HdFrames *self = g_new0 (HdFrames, 1);
  gsize capacity = choose_capacity (n_resources, budget_bytes);

  pthread_mutex_init (&self->lock, NULL);
  self->store = store_new (n_resources, (guint) capacity, FIRST_INTERVAL);
  self->memory = store_size (n_resources, (guint) capacity);
  return self;
}

void
hd_frames_free (HdFrames *self)
{
  store_unref (self->store);
  if (self->spare != NULL)
    store_unref (self->spare);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

static void
close_block (Store *store,
             guint block)
{
  float *to = store->block_peaks + (gsize) block * store->n_resources;

  memcpy (to, store->peaks + (gsize) block * BLOCK * store->n_resources, store->n_resources * sizeof (float));
  for (guint f = block * BLOCK + 1; f < (block + 1) * BLOCK; f++)
    {
      const float *from = store->peaks + (gsize) f * store->n_resources;

      for (guint r = 0; r < store->n_resources; r++)
        to[r] = MAX (to[r], from[r]);
    }
}

static Store *
take_spare (HdFrames *self,
            HdTime interval)
{
  Store *store = g_steal_pointer (&self->spare);

  if (store == NULL)
    return store_new (self->store->n_resources, self->store->capacity, interval);
  store->interval = interval;
  return store;
}

/* Nobody finds @store any more; who still reads it drops it. */
static void
keep_spare (HdFrames *self,
            Store *store)
{
  if (__atomic_load_n (&store->references, __ATOMIC_ACQUIRE) == 1)
    self->spare = store;
  else
    store_unref (store);
}

/* @store is what readers find from now on. */
static void
replace (HdFrames *self,
         Store *store)
{
  Store *old = self->store;

  pthread_mutex_lock (&self->lock);
  self->store = store;
  pthread_mutex_unlock (&self->lock);
  keep_spare (self, old);
}

/* Halves the number of frames. */
static void
merge (HdFrames *self)
{
  Store *old = self->store;
  Store *store = take_spare (self, old->interval * 2);
  guint n = old->n_resources;

  for (guint f = 0; f < old->n_frames / 2; f++)
    {
      const float *a = old->peaks + (gsize) 2 * f * n;
      const float *b = a + n;
      float *to = store->peaks + (gsize) f * n;

      memcpy (store->cumulative + (gsize) (f + 1) * n, old->cumulative + (gsize) (2 * f + 2) * n, n * sizeof (double));
      for (guint r = 0; r < n; r++)
        to[r] = MAX (a[r], b[r]);
      if ((f + 1) % BLOCK == 0)
        close_block (store, f / BLOCK);
    }
  store->n_frames = old->n_frames / 2;
  replace (self, store);
}

/* Where a frame begins; never beyond the end of time. */
static HdTime
frame_start (const Store *store,
             guint frame)
{
  HdTime start;

  return __builtin_mul_overflow ((HdTime) frame, store->interval, &start) ? HD_TIME_MAX : start;
}

/** hd_frames_get_boundary: when the frame that is being filled ends */
HdTime
hd_frames_get_boundary (HdFrames *self)
{
  return frame_start (self->store, self->store->n_frames + 1);
}

static void
append (Store *store,
        HdTime length,
        const double *cumulative)
{
  guint f = store->n_frames;
  guint n = store->n_resources;
  const double *before = store->cumulative + (gsize) f * n;
  double *after = store->cumulative + (gsize) (f + 1) * n;
  float *peaks = store->peaks + (gsize) f * n;

  for (guint r = 0; r < n; r++)
    {
      after[r] = cumulative[r];
      peaks[r] = (float) ((cumulative[r] - before[r]) / (double) length);
    }
  if ((f + 1) % BLOCK == 0)
    close_block (store, f / BLOCK);
  __atomic_store_n (&store->n_frames, f + 1, __ATOMIC_RELEASE);
}

/**
 * hd_frames_close:
 * @cumulative: (array length=n_resources): amounts carried since time 0, at hd_frames_get_boundary ()
 *
 * Publishes the current frame. O(resources); merging adds O(1) a frame on average.
 */
void
hd_frames_close (HdFrames *self,
                 const double *cumulative)
{
  append (self->store, self->store->interval, cumulative);
  if (self->store->n_frames == self->store->capacity)
    merge (self);
}

/* What happened at the very end of the last frame becomes part of it. Rows that are published do not change, so that they are copied. */
static void
add_to_last (HdFrames *self,
             const double *cumulative)
{
  Store *old = self->store, *store;
  guint n = old->n_resources, last = old->n_frames - 1;
  float *peaks;

  if (memcmp (old->cumulative + (gsize) old->n_frames * n, cumulative, n * sizeof (double)) == 0)
    return;
  store = take_spare (self, old->interval);
  memcpy (store->cumulative, old->cumulative, (gsize) old->n_frames * n * sizeof (double));
  memcpy (store->peaks, old->peaks, (gsize) old->n_frames * n * sizeof (float));
  memcpy (store->block_peaks, old->block_peaks, (gsize) (last / BLOCK) * n * sizeof (float));
  store->n_frames = last;
  append (store, store->interval, cumulative);
  peaks = store->peaks + (gsize) last * n;
  for (guint r = 0; r < n; r++) /* that of a shorter frame may have been higher */
    peaks[r] = MAX (peaks[r], old->peaks[(gsize) last * n + r]);
  if (store->n_frames % BLOCK == 0)
    close_block (store, last / BLOCK);
  replace (self, store);
}

/** hd_frames_finish: publishes what lies between the last boundary and the end of the run as a shorter frame; what happens at the boundary itself is of the frame before */
void
hd_frames_finish (HdFrames *self,
                  HdTime end,
                  const double *cumulative)
{
  HdTime start = frame_start (self->store, self->store->n_frames);

  if (end == start && self->store->n_frames > 0)
    add_to_last (self, cumulative);
  if (end <= start)
    return;
  self->store->tail = end;
  append (self->store, end - start, cumulative);
}

HdTime
hd_frames_get_interval (HdFrames *self)
{
  HdTime interval;

  pthread_mutex_lock (&self->lock);
  interval = self->store->interval;
  pthread_mutex_unlock (&self->lock);
  return interval;
}

static HdTime
frame_end (const Store *store,
           guint n_frames)
{
  HdTime end = frame_start (store, n_frames);

  return store->tail > 0 ? MIN (end, store->tail) : end;
}

/** hd_frames_get_end: up to when frames are published */
HdTime
hd_frames_get_end (HdFrames *self)
{
  Store *store = frames_acquire (self);
  HdTime end = frame_end (store, __atomic_load_n (&store->n_frames, __ATOMIC_ACQUIRE));

  store_unref (store);
  return end;
}

/* Frames [first, last) that cover a window, at least one if any is published. */
static void
find_window (const Store *store,
             guint n_frames,
             HdTime start,
             HdTime end,
             guint *out_first,
             guint *out_last)
{
  guint first = (guint) CLAMP (start / store->interval, 0, (HdTime) n_frames);
  guint last = end >= frame_start (store, n_frames) ? n_frames : (guint) (MAX (end - 1, 0) / store->interval + 1);

  if (first >= n_frames && n_frames > 0)
    first = n_frames - 1;
  *out_first = first;
  *out_last = MIN (MAX (last, first + (n_frames > 0)), n_frames);
}

static void
read_range (const Store *store,
            guint first,
            guint last,
            guint begin,
            guint end,
            HdFrameLoad *out_loads)
{
  guint n = store->n_resources;
  const double *before = store->cumulative + (gsize) first * n;
  const double *after = store->cumulative + (gsize) last * n;

  for (guint r = begin; r < end; r++)
    out_loads[r - begin] = (HdFrameLoad){ after[r] - before[r], 0 };
  for (guint f = first; f < last;)
    {
      gboolean whole = f % BLOCK == 0 && f + BLOCK <= last;
      const float *peaks = whole ? store->block_peaks + (gsize) (f / BLOCK) * n : store->peaks + (gsize) f * n;

      for (guint r = begin; r < end; r++)
        out_loads[r - begin].peak = MAX (out_loads[r - begin].peak, peaks[r]);
      f += whole ? BLOCK : 1;
    }
}

/**
 * hd_frames_read:
 * @out_loads: (array length=n_resources)
 * @out_start: (out) @out_end: (out): the window in whole frames that was read
 *
 * O(resources * (window / BLOCK + BLOCK)).
 */
void
hd_frames_read (HdFrames *self,
                HdTime start,
                HdTime end,
                HdFrameLoad *out_loads,
                HdTime *out_start,
                HdTime *out_end)
{
  Store *store = frames_acquire (self);
  guint n_frames = __atomic_load_n (&store->n_frames, __ATOMIC_ACQUIRE);
  guint first, last;

  find_window (store, n_frames, start, end, &first, &last);
  read_range (store, first, last, 0, store->n_resources, out_loads);
  *out_start = frame_end (store, first);
  *out_end = frame_end (store, last);
  store_unref (store);
}

HdFrameLoad
hd_frames_read_one (HdFrames *self,
                    guint resource,
                    HdTime start,
                    HdTime end,
                    HdTime *out_start,
                    HdTime *out_end)
{
  Store *store = frames_acquire (self);
  guint n_frames = __atomic_load_n (&store->n_frames, __ATOMIC_ACQUIRE);
  HdFrameLoad load;
  guint first, last;

  find_window (store, n_frames, start, end, &first, &last);
  read_range (store, first, last, resource, resource + 1, &load);
  *out_start = frame_end (store, first);
  *out_end = frame_end (store, last);
  store_unref (store);
  return load;
}

/** hd_frames_get_memory: bytes, constant over the life of the frames; as much again is kept once they have merged */
gsize
hd_frames_get_memory (HdFrames *self)
{
  return self->memory;
}
