/* hd-packet-noise.h: other traffic that a link carries
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

#include "hd-random.h"

G_BEGIN_DECLS

/**
 * HdPacketNoise: packets of one size that go no further than the end of a link
 *
 * Either they arrive as a Poisson stream and wait in one queue with the work; or they have a queue of their own that is never empty for long, and the link
 * serves both in turn such that noise keeps its share, however much work waits: then a packet of the work finds a packet of noise on the
 * wire or not, and lets a random number of them go first.
 */
typedef struct
{
  HdRandom random;
  double share;
  double gap;      /* mean time between arrivals, in picoseconds; 0 for no noise */
  gboolean is_apart; /* in a queue of its own */
  double next;     /* time of the next arrival */
  HdTime service;  /* of one packet */
} HdPacketNoise;

/** hd_packet_noise_init: @share of the link's time, above 0, below 1 */
void hd_packet_noise_init (HdPacketNoise *self,
                           double share,
                           HdTime service,
                           gboolean is_apart);
/** hd_packet_noise_start: once @random is ready */
void hd_packet_noise_start (HdPacketNoise *self);
/**
 * hd_packet_noise_pass:
 * @time: when something else joins the queue; before that of the last call nothing is left to pass
 * @free_at: when the link will have served all that came before
 *
 * Returns: when it will have served the noise that arrives up to @time (included) as well
 */
HdTime hd_packet_noise_pass (HdPacketNoise *self,
                             HdTime time,
                             HdTime free_at);
/**
 * hd_packet_noise_yield: for noise that is apart
 * @time: when a packet of the work could go
 * @free_at: when the packet of the work before it has gone
 * @service: of the packet
 *
 * In the long run noise gets share / (1 - share) of the time that the work takes.
 *
 * Returns: when the packet goes
 */
HdTime hd_packet_noise_yield (HdPacketNoise *self,
                              HdTime time,
                              HdTime free_at,
                              HdTime service);

G_END_DECLS
