/* hd-packet-noise.h: other traffic that a link carries
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-run-settings.h>

#include "hd-random.h"

G_BEGIN_DECLS

typedef struct _HdPacketTags HdPacketTags;

/** HdPacketNoise: packets of one size that arrive at a link as a Poisson stream and go no further than its end */
typedef struct
{
  HdRandom random;
  double gap;         /* mean time between arrivals, in picoseconds; 0 for no noise */
  double next;        /* time of the next arrival */
  double far;         /* if it is earlier by less, what comes until then is drawn one by one */
  HdTime service;     /* of one packet */
  HdPacketTags *tags; /* owned; NULL without fair queueing */
} HdPacketNoise;

/** hd_packet_noise_init: @share of the link's time, above 0, below 1 */
void hd_packet_noise_init (HdPacketNoise *self,
                           double share,
                           HdTime service,
                           HdNoiseOrder order);
void hd_packet_noise_clear (HdPacketNoise *self);
/** hd_packet_noise_start: once @random is ready */
void hd_packet_noise_start (HdPacketNoise *self);
/**
 * hd_packet_noise_pass:
 * @time: when something else joins the queue; before that of the last call nothing is left to pass
 * @free_at: when the link will have served all that came before
 *
 * Noise stands in one queue with the work.
 *
 * Returns: when it will have served the noise that arrives up to @time (included) as well
 */
HdTime hd_packet_noise_pass (HdPacketNoise *self,
                             HdTime time,
                             HdTime free_at);
/**
 * hd_packet_noise_take_turns:
 * @ready: when something else may go
 * @free_at: when the link will have served what went before, which was noise or the work
 *
 * Noise has a queue of its own: it goes when the work is not ready, and takes turns with it when it is.
 *
 * Returns: when the work goes
 */
HdTime hd_packet_noise_take_turns (HdPacketNoise *self,
                                   HdTime ready,
                                   HdTime free_at);
/**
 * hd_packet_noise_yield:
 * @ready: when something else may go
 * @free_at: when what went before it, of the work, has gone
 * @service: for which it occupies the link
 *
 * Noise has a queue of its own that is never empty for long, and keeps its share of the link however much work waits. What comes alone finds a packet
 * of noise on the wire or not; then a random number of them go first, so many that noise gets share / (1 - share) of the time of the work. Arrivals do
 * not matter.
 *
 * Returns: when the work goes
 */
HdTime hd_packet_noise_yield (HdPacketNoise *self,
                              HdTime ready,
                              HdTime free_at,
                              HdTime service);
/**
 * hd_packet_noise_serve_fairly:
 * @ready: when something else may go; not before the last one was
 * @free_at: when the link will have served what went before
 * @service: for which it occupies the link
 *
 * For HD_NOISE_FAIR. Noise has a queue of its own, and the link serves both queues by start-time fair queueing (Goyal, Vin and Cheng, 1996) with the weights share for
 * noise and 1 - share for the work: while both wait, what each got, over its weight, differs by a packet of each at most. What comes alone waits for
 * the packet on the wire and for no other.
 *
 * Returns: when the work goes
 */
HdTime hd_packet_noise_serve_fairly (HdPacketNoise *self,
                                     HdTime ready,
                                     HdTime free_at,
                                     HdTime service);

G_END_DECLS
