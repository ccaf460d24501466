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
 */
#define G_LOG_DOMAIN "hd-packet-noise"

#include "hd-packet-noise.h"

#define MEMORY 1e6

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

/* The work comes at @time, and nothing has been served since @free_at. Arrivals have no memory. */
static void
forget (HdPacketNoise *self,
        HdTime time,
        HdTime free_at)
{
  double begin = (double) time - MEMORY * (double) self->service;

  if (MAX (self->next, (double) free_at) < begin)
    self->next = begin + hd_random_exponential (&self->random, self->gap);
}

HdTime
hd_packet_noise_pass (HdPacketNoise *self,
                      HdTime time,
                      HdTime free_at)
{
  forget (self, time, free_at);
  while (self->next <= (double) time)
    free_at = serve (self, free_at);
  return free_at;
}

HdTime
hd_packet_noise_take_turns (HdPacketNoise *self,
                            HdTime ready,
                            HdTime free_at)
{
  forget (self, ready, free_at);
  /* the work went last: it is the turn of noise that is there by now */
  if (self->next <= (double) free_at)
    free_at = serve (self, free_at);
  /* until the work is ready it is always noise's turn */
  while (free_at < ready && self->next <= (double) ready)
    free_at = serve (self, free_at);
  return MAX (free_at, ready);
}

/* A Poisson number: arrivals at rate 1 within @mean. */
static guint
draw_number (HdPacketNoise *self,
             double mean)
{
  double at = hd_random_exponential (&self->random, 1);
  guint n = 0;

  for (; at <= mean; at += hd_random_exponential (&self->random, 1))
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
  HdTime start = MAX (ready, free_at), others;

  if (free_at <= ready && hd_random_uniform (&self->random) < share)
    start = hd_time_add (start, (HdTime) (hd_random_uniform (&self->random) * (double) self->service));
  if (__builtin_mul_overflow (draw_number (self, share / (1 - share) * (double) service / (double) self->service), self->service, &others))
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
  double work_start = -1;

  forget (self, ready, free_at);
  for (;;)
    {
      gboolean waits;

      if (self->next > (double) free_at && ready > free_at)
        {
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
      tags->present = tags->start;
      tags->noise_end = tags->start + (double) self->service / tags->share;
      tags->served = MAX (tags->served, tags->noise_end);
      tags->has_start = FALSE;
      free_at = serve (self, free_at);
    }
  tags->present = work_start;
  tags->work_end = work_start + (double) service / (1 - tags->share);
  tags->served = MAX (tags->served, tags->work_end);
  return free_at;
}
