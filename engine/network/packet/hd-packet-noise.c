/* hd-packet-noise.c: other traffic that a link carries
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Nobody asks what became of a packet of noise; all it does is to keep a link busy. In a queue that serves in the order of arrival the time at
 * which a link has served what came before follows from arrivals and services alone (Lindley, "The theory of queues with a single server", 1952),
 * so noise needs no events: its arrivals are drawn when a packet of the work joins the queue, up to that moment. So noise costs nothing where
 * nobody waits for it, and ends with the work. The same holds for two queues that take turns.
 *
 * A queue of noise alone forgets: in 1 / (1 - sqrt (share))^2 services or less, 40,000 for the largest share, what was there before is e times less
 * likely to matter. So a long stretch without work is drawn from MEMORY services before its end, with an empty queue, which e^-25 tells from all of it.
 * What waits when the stretch begins is served before.
 *
 * Packets of noise may be a billion times shorter than those of the work, which then find as many. Those that are there all the same go at once, by
 * their number: MANY or more, less as many as chance may hold back, come in a time that is normal but for its skew.
 */
#define G_LOG_DOMAIN "hd-packet-noise"

#include "hd-packet-noise.h"

#include <math.h>

#define MEMORY 1e6
#define MANY 1e4
#define DEVIATIONS 8 /* by which chance parts from the mean: once in 1e15 times more */

/* Of fair queueing, in picoseconds of virtual time. */
struct _HdPacketTags
{
  double share;
  double present;   /* start of what was served last */
  double served;    /* the latest end of what was served */
  double work_end;
  double noise_end;
  double start;     /* of the first packet of noise that waits */
  gboolean has_start;
};

void
hd_packet_noise_init (HdPacketNoise *self,
                      double share,
                      HdTime service,
                      HdNoiseOrder order)
{
  self->gap = (double) service / share;
  self->service = service;
  self->far = MIN (MEMORY * (double) service, MANY * self->gap);
  if (order != HD_NOISE_FAIR)
    return;
  self->tags = g_new0 (HdPacketTags, 1);
  self->tags->share = share;
}

void
hd_packet_noise_clear (HdPacketNoise *self)
{
  g_clear_pointer (&self->tags, g_free);
}

void
hd_packet_noise_start (HdPacketNoise *self)
{
  self->next = hd_random_exponential (&self->random, self->gap);
}

/* The first packet of noise that waits goes. */
static HdTime
serve (HdPacketNoise *self,
       HdTime free_at)
{
  HdTime arrival = (HdTime) self->next;

  self->next += hd_random_exponential (&self->random, self->gap);
  return hd_time_add (MAX (free_at, arrival), self->service);
}

/* ---- many at once --------------------------------------------------------------------------------------------------- */

/* Marsaglia and Bray, "A convenient method for generating normal variables", 1964. A square root is the same on every machine. */
static double
draw_normal (HdPacketNoise *self)
{
  double x, y, square;

  do
    {
      x = 2 * hd_random_uniform (&self->random) - 1;
      y = 2 * hd_random_uniform (&self->random) - 1;
      square = x * x + y * y;
    }
  while (square >= 1 || square == 0);
  return x * sqrt (-2 * hd_random_log (square) / square);
}

/* How many arrivals at rate 1 there are within @time for certain, or 0 if they are too few to be worth it. */
static double
find_certain (double time)
{
  return time >= MANY ? floor (time - DEVIATIONS * sqrt (time)) : 0;
}

/* The time that @n arrivals at rate 1 take, at least half of MANY (Cornish and Fisher, "Moments and cumulants in the specification of distributions",
 * 1938, up to the third moment). */
static double
draw_time (HdPacketNoise *self,
           double n)
{
  double normal = draw_normal (self);

  return n + sqrt (n) * normal + (normal * normal - 1) / 3;
}

/* How many packets of noise are there at @time for certain, but @most. */
static double
count_waiting (const HdPacketNoise *self,
               HdTime time,
               double most)
{
  double n = MIN (find_certain (((double) time - self->next) / self->gap), most);

  return n >= MANY / 2 ? n : 0;
}

/* Whether what comes until @time may be so much that it is forgotten, or goes at once: if not, neither is asked for each packet. */
static inline gboolean
is_far (const HdPacketNoise *self,
        HdTime time)
{
  return G_UNLIKELY ((double) time - self->next >= self->far);
}

/* As many as count_waiting () said go, one behind the other. */
static HdTime
serve_many (HdPacketNoise *self,
            HdTime free_at,
            double n)
{
  self->next += draw_time (self, n) * self->gap;
  return hd_time_add (free_at, (HdTime) n * self->service);
}

/* ---- orders ----------------------------------------------------------------------------------------------------------- */

/* The work comes at @time, and nothing waits at @free_at. Arrivals have no memory. */
static void
forget (HdPacketNoise *self,
        HdTime time,
        HdTime free_at)
{
  double begin = (double) time - MEMORY * (double) self->service;

  if (self->next > (double) free_at && self->next < begin)
    self->next = begin + hd_random_exponential (&self->random, self->gap);
}

HdTime
hd_packet_noise_pass (HdPacketNoise *self,
                      HdTime time,
                      HdTime free_at)
{
  while (is_far (self, time))
    {
      double n;

      forget (self, time, free_at);
      if (self->next > (double) time)
        break;
      n = count_waiting (self, MIN (time, free_at), HUGE_VAL);
      free_at = n > 0 ? serve_many (self, free_at, n) : serve (self, free_at);
    }
  while (self->next <= (double) time)
    free_at = serve (self, free_at);
  return free_at;
}

HdTime
hd_packet_noise_take_turns (HdPacketNoise *self,
                            HdTime ready,
                            HdTime free_at)
{
  /* the work went last: it is the turn of noise that is there by now */
  if (self->next <= (double) free_at)
    free_at = serve (self, free_at);
  /* until the work is ready it is always noise's turn */
  while (free_at < ready && is_far (self, ready))
    {
      double n;

      forget (self, ready, free_at);
      if (self->next > (double) ready)
        break;
      n = count_waiting (self, free_at, floor ((double) (ready - free_at) / (double) self->service));
      free_at = n > 0 ? serve_many (self, free_at, n) : serve (self, free_at);
    }
  while (free_at < ready && self->next <= (double) ready)
    free_at = serve (self, free_at);
  return MAX (free_at, ready);
}

/* A Poisson number: arrivals at rate 1 within @mean. */
static guint64
draw_number (HdPacketNoise *self,
             double mean)
{
  guint64 n = 0;
  double at;

  for (double certain; (certain = find_certain (mean)) > 0; mean -= draw_time (self, certain))
    n += (guint64) certain;
  for (at = hd_random_exponential (&self->random, 1); at <= mean; at += hd_random_exponential (&self->random, 1))
    n++;
  return n;
}

HdTime
hd_packet_noise_yield (HdPacketNoise *self,
                       HdTime ready,
                       HdTime free_at,
                       HdTime service)
{
  double share = (double) self->service / self->gap;
  double mean = share / (1 - share) * (double) service / (double) self->service;
  HdTime start = MAX (ready, free_at), others;

  if (free_at <= ready && hd_random_uniform (&self->random) < share)
    start = hd_time_add (start, (HdTime) (hd_random_uniform (&self->random) * (double) self->service));
  if (mean >= (double) (HD_TIME_MAX / self->service) || __builtin_mul_overflow (draw_number (self, mean), self->service, &others))
    return HD_TIME_MAX;
  return hd_time_add (start, others);
}

/* Virtual time is the start of what is being served; while nothing is, the end of all that was. */
HdTime
hd_packet_noise_serve_fairly (HdPacketNoise *self,
                              HdTime ready,
                              HdTime free_at,
                              HdTime service)
{
  HdPacketTags *tags = self->tags;
  double work_start = -1, tag = (double) self->service / tags->share;

  for (;;)
    {
      gboolean waits;
      double n;

      if (self->next > (double) free_at && ready > free_at)
        {
          forget (self, ready, free_at);
          tags->present = tags->served;
          free_at = (HdTime) MIN (self->next, (double) ready);
        }
      waits = self->next < (double) HD_TIME_MAX && (HdTime) self->next <= free_at;
      if (waits && !tags->has_start)
        tags->start = MAX (tags->present, tags->noise_end);
      tags->has_start = waits;
      if (ready <= free_at && work_start < 0)
        work_start = MAX (tags->present, tags->work_end);
      if (ready <= free_at && (!waits || work_start <= tags->start))
        break;
      /* while none of them but for the last could be what the work waits for */
      n = 0;
      if (is_far (self, free_at))
        n = count_waiting (self, free_at, floor (ready <= free_at ? (work_start - tags->start) / tag : (double) (ready - free_at) / (double) self->service));
      tags->present = tags->start + (MAX (n, 1) - 1) * tag;
      tags->noise_end = tags->present + tag;
      tags->served = MAX (tags->served, tags->noise_end);
      tags->has_start = FALSE;
      free_at = n > 0 ? serve_many (self, free_at, n) : serve (self, free_at);
    }
  tags->present = work_start;
  tags->work_end = work_start + (double) service / (1 - tags->share);
  tags->served = MAX (tags->served, tags->work_end);
  return free_at;
}
