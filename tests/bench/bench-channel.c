/* bench-channel.c: messages a second from one partition to another
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The channel between partitions beside its variant with a lock, a ring with a lock for each message, and, if it is there, Concurrency Kit's ring for one writer
 * and one reader. All carry mail of the same size by value, made visible 64 at a time where the queue can; the rings are bounded, the channel
 * grows.
 *
 * Two figures each, best of three: on one thread that writes 64 and reads 64 in turn, by CPU time, which is what the instructions cost; and from a thread to
 * another, by wall time, which has a meaning only on an idle machine: the share of it for which both had a processor is printed beside it. What
 * arrives is checked.
 */
#include <pthread.h>
#include <sched.h>
#include <time.h>

#ifdef HAVE_CK
#include <ck_ring.h>
#endif

#include "hd-channel.h"

#define BATCH 64
#define N_MESSAGES 6000000
#define RING 4096 /* messages; a power of 2 */

typedef struct mail
{
  HdMail mail;
} Mail;

#ifdef HAVE_CK
CK_RING_PROTOTYPE (mail, mail)
#endif

typedef struct
{
  HdChannel channel;
  HdChannel locked_channel;
  Mail *slots;
  guint64 written, read;
  pthread_mutex_t lock;
#ifdef HAVE_CK
  ck_ring_t ck;
  Mail *ck_slots;
#endif
} Queues;

/** Kind: puts a batch that begins with number @first, or less of it; takes what is there and checks that it goes on from @expected. Both say how many. */
typedef struct
{
  const char *name;
  guint (*put) (Queues *queues,
                guint64 first,
                guint n);
  guint (*take) (Queues *queues,
                 guint64 expected);
} Kind;

static void
check (const HdMail *mail,
       guint64 expected)
{
  if (G_UNLIKELY (mail->event.sequence != expected))
    g_error ("message %" G_GUINT64_FORMAT " came instead of %" G_GUINT64_FORMAT, mail->event.sequence, expected);
}

static guint
put_channel (HdChannel *channel,
             guint64 first,
             guint n)
{
  for (guint i = 0; i < n; i++)
    if (!hd_channel_push (channel, &(HdEvent){ .sequence = first + i }, &(HdMessage){ .kind = 1 }))
      {
        n = i;
        break;
      }
  hd_channel_flush (channel);
  return n;
}

static guint
take_channel (HdChannel *channel,
              guint64 expected)
{
  guint n;
  const HdMail *mails = hd_channel_peek (channel, &n);

  if (mails == NULL)
    return 0;
  for (guint i = 0; i < n; i++)
    check (&mails[i], expected + i);
  hd_channel_drop (channel, n);
  return n;
}

static guint
put_free (Queues *queues,
          guint64 first,
          guint n)
{
  return put_channel (&queues->channel, first, n);
}

static guint
take_free (Queues *queues,
           guint64 expected)
{
  return take_channel (&queues->channel, expected);
}

static guint
put_locked (Queues *queues,
            guint64 first,
            guint n)
{
  return put_channel (&queues->locked_channel, first, n);
}

static guint
take_locked (Queues *queues,
             guint64 expected)
{
  return take_channel (&queues->locked_channel, expected);
}

static guint
put_ring (Queues *queues,
          guint64 first,
          guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gboolean fits;

      pthread_mutex_lock (&queues->lock);
      fits = queues->written - queues->read < RING;
      if (fits)
        queues->slots[queues->written++ % RING] = (Mail){ { .event = { .sequence = first + i }, .message = { .kind = 1 } } };
      pthread_mutex_unlock (&queues->lock);
      if (!fits)
        return i;
    }
  return n;
}

static guint
take_ring (Queues *queues,
           guint64 expected)
{
  for (guint i = 0; i < BATCH; i++)
    {
      gboolean is_there;
      Mail mail;

      pthread_mutex_lock (&queues->lock);
      is_there = queues->read < queues->written;
      if (is_there)
        mail = queues->slots[queues->read++ % RING];
      pthread_mutex_unlock (&queues->lock);
      if (!is_there)
        return i;
      check (&mail.mail, expected + i);
    }
  return BATCH;
}

#ifdef HAVE_CK
static guint
put_ck (Queues *queues,
        guint64 first,
        guint n)
{
  for (guint i = 0; i < n; i++)
    {
      Mail mail = { { .event = { .sequence = first + i }, .message = { .kind = 1 } } };

      if (!ck_ring_enqueue_spsc_mail (&queues->ck, queues->ck_slots, &mail))
        return i;
    }
  return n;
}

static guint
take_ck (Queues *queues,
         guint64 expected)
{
  for (guint i = 0; i < BATCH; i++)
    {
      Mail mail;

      if (!ck_ring_dequeue_spsc_mail (&queues->ck, queues->ck_slots, &mail))
        return i;
      check (&mail.mail, expected + i);
    }
  return BATCH;
}
#endif

static const Kind kinds[] = {
  { "channel", put_free, take_free },
  { "channel with a lock", put_locked, take_locked },
  { "ring, a lock a message", put_ring, take_ring },
#ifdef HAVE_CK
  { "Concurrency Kit " CK_VERSION, put_ck, take_ck },
#endif
};

static Queues *
queues_new (void)
{
  Queues *self = g_aligned_alloc0 (1, sizeof (Queues), HD_LINE);

  hd_channel_init (&self->channel, 0, 1, 1, G_MAXUINT32, FALSE);
  hd_channel_init (&self->locked_channel, 0, 1, 1, G_MAXUINT32, TRUE);
  self->slots = g_new0 (Mail, RING);
  pthread_mutex_init (&self->lock, NULL);
#ifdef HAVE_CK
  self->ck_slots = g_new0 (Mail, RING);
  ck_ring_init (&self->ck, RING);
#endif
  return self;
}

static void
queues_free (Queues *self)
{
  hd_channel_clear (&self->channel);
  hd_channel_clear (&self->locked_channel);
  pthread_mutex_destroy (&self->lock);
  g_free (self->slots);
#ifdef HAVE_CK
  g_free (self->ck_slots);
#endif
  g_aligned_free (self);
}

static double
now_s (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

/* Nanoseconds a message on one thread. */
static double
run_alone (const Kind *kind)
{
  Queues *queues = queues_new ();
  guint64 written = 0, taken = 0;
  double begin = now_s (CLOCK_THREAD_CPUTIME_ID);

  while (taken < N_MESSAGES)
    {
      written += kind->put (queues, written, BATCH);
      while (taken < written)
        taken += kind->take (queues, taken);
    }
  begin = now_s (CLOCK_THREAD_CPUTIME_ID) - begin;
  queues_free (queues);
  return begin * 1e9 / (double) taken;
}

typedef struct
{
  const Kind *kind;
  Queues *queues;
  _Atomic guint64 taken;
} Pair;

static gpointer
read_all (gpointer data)
{
  Pair *pair = data;
  guint64 taken = 0;

  while (taken < N_MESSAGES)
    {
      guint n = pair->kind->take (pair->queues, taken);

      taken += n;
      atomic_store_explicit (&pair->taken, taken, memory_order_relaxed);
      if (n == 0)
        sched_yield ();
    }
  return NULL;
}

/* Millions of messages a second from thread to thread. The writer stays at most a ring ahead, with every kind. */
static double
run_pair (const Kind *kind,
          double *out_share)
{
  Pair pair = { kind, queues_new (), 0 };
  guint64 written = 0;
  double wall = now_s (CLOCK_MONOTONIC), cpu = now_s (CLOCK_PROCESS_CPUTIME_ID);
  GThread *reader = g_thread_new ("reader", read_all, &pair);

  while (written < N_MESSAGES)
    {
      guint n = 0;

      if (written + BATCH - atomic_load_explicit (&pair.taken, memory_order_relaxed) <= RING)
        n = kind->put (pair.queues, written, (guint) MIN (BATCH, N_MESSAGES - written));
      written += n;
      if (n == 0)
        sched_yield ();
    }
  g_thread_join (reader);
  wall = now_s (CLOCK_MONOTONIC) - wall;
  *out_share = (now_s (CLOCK_PROCESS_CPUTIME_ID) - cpu) / (2 * wall);
  queues_free (pair.queues);
  return N_MESSAGES / wall * 1e-6;
}

int
main (void)
{
  double first_alone = 0, first_pair = 0;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      double alone = G_MAXDOUBLE, pair = 0, share = 0;

      for (guint i = 0; i < 3; i++)
        {
          double one_share, one = run_pair (&kinds[k], &one_share);

          alone = MIN (alone, run_alone (&kinds[k]));
          if (one > pair)
            {
              pair = one;
              share = one_share;
            }
        }
      if (k == 0)
        {
          first_alone = alone;
          first_pair = pair;
        }
      g_print ("%-24s %6.1f ns a message on one thread (%.2f times the channel's); %6.1f M messages a second between threads (%.2f times; processors "
               "%.0f %%)\n",
               kinds[k].name, alone, alone / first_alone, pair, pair / first_pair, 100 * share);
    }
  return 0;
}
