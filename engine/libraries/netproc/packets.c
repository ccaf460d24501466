/* packets.c: how packets come to the threads of engines, and leave them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "cluster.h"

/* ---- leaving ------------------------------------------------------------------------------------------------------- */

/* For that many bytes of a packet. */
static int
make_room (const HdHost *host,
           HdComponentContext *context,
           Thread *thread,
           uint32_t n)
{
  Packet *grown;

  if (thread->packet != NULL && n <= thread->room)
    return 1;
  grown = realloc (thread->packet, sizeof *grown + n);
  if (grown == NULL)
    return cluster_fail (host, context, "there is no memory for a packet");
  thread->packet = grown;
  thread->room = n;
  return 1;
}

/* The window on the packet goes back into it; then its front is cut off, or grows. */
static HdBuffer *
pack (const HdHost *host,
      HdComponentContext *context,
      Thread *thread)
{
  uint32_t length = thread->packet->length, n = length < PACKET_WINDOW ? length : PACKET_WINDOW, more = thread->cut < 0 ? (uint32_t) -(int64_t) thread->cut : 0;
  size_t n_trail = thread->packet->n_moments * sizeof *thread->trail;
  uint8_t *bytes;

  if (!make_room (host, context, thread, length + more + (uint32_t) n_trail))
    return NULL;
  bytes = cluster_get_bytes (thread);
  memcpy (bytes, thread->core.local, n);
  memcpy (thread->packet->notes, thread->core.local + CLUSTER_NOTES_AT, PACKET_NOTES);
  if (thread->cut > 0)
    memmove (bytes, bytes + thread->cut, length - (uint32_t) thread->cut);
  else if (more > 0)
    {
      memmove (bytes + more, bytes, length);
      memset (bytes, 0, more);
    }
  thread->packet->length = (uint32_t) ((int64_t) length - thread->cut);
  if (n_trail > 0)
    memcpy (bytes + thread->packet->length, thread->trail, n_trail);
  return host->share (context, thread->packet, sizeof *thread->packet + thread->packet->length + n_trail);
}

void
cluster_free_thread (Cluster *self,
                     const HdHost *host,
                     HdComponentContext *context,
                     uint32_t thread,
                     uint64_t cycle)
{
  cluster_set_state (self, thread, THREAD_FREE, cycle);
  self->engines[cluster_get_engine (self, thread)].n_free++;
  cluster_mark_free (self, cluster_get_engine (self, thread));
  self->n_busy--;
  host->send (context, CLUSTER_IN, clock_get_time (&self->clock, cycle + 1) - host->now (context),
              &(HdMessage){ .kind = PACKET_CREDIT, .payload = { 1, self->stage } });
}

static void
send_packet (Cluster *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t number,
             uint64_t cycle)
{
  Thread *thread = &self->threads[number];
  HdBuffer *buffer;

  thread->packet->held[self->stage] += (uint32_t) (cycle - thread->begun);
  if (thread->is_followed)
    thread->packet->n_moments = trail_add (thread->trail, thread->packet->n_moments, (TrailMoment){ clock_get_time (&self->clock, cycle + 1), TRAIL_LINK, 0 });
  thread->is_followed = 0;
  buffer = pack (host, context, thread);
  if (buffer == NULL)
    return;
  credits_use (&self->credits);
  host->send_shared (context, CLUSTER_OUT, clock_get_time (&self->clock, cycle + 1) - host->now (context), &(HdMessage){ .kind = PACKET_ARRIVAL }, buffer);
  host->drop (context, buffer);
  cluster_count_cycles (self, cluster_get_engine (self, number), cycle);
  if (thread->n_asked > 0 || thread->answered > cycle)
    {
      cluster_set_state (self, number, THREAD_DRAINING, cycle);
      if (thread->n_asked == 0)
        schedule_put (&self->schedule, number, thread->answered);
    }
  else
    cluster_free_thread (self, host, context, number, cycle);
  cluster_tell_engine (self, host, context, cluster_get_engine (self, number), cycle);
  self->n_packets++;
  self->end = cycle;
}

void
cluster_send_packets (Cluster *self,
                      const HdHost *host,
                      HdComponentContext *context,
                      uint64_t cycle)
{
  while (self->credits.now > 0 && self->n_senders > 0)
    {
      send_packet (self, host, context, self->senders[self->first_sender], cycle);
      self->first_sender = cluster_go_round (self->first_sender, 1, cluster_count_threads (self));
      self->n_senders--;
    }
}

/* ---- coming -------------------------------------------------------------------------------------------------------- */

void
cluster_take_packet (Cluster *self,
                     const HdHost *host,
                     HdComponentContext *context,
                     uint64_t path,
                     int64_t time)
{
  QueuedPacket packet = { .cycle = clock_get_cycle (&self->clock, time), .path = path };
  const uint8_t *bytes;

  if (packet_take (host, context, TRAIL_QUEUE, self->stage, time, &packet.buffer, &bytes) == NULL)
    return;
  if (!cluster_has_room (self) || !intake_add (&self->coming, &packet, sizeof packet))
    cluster_fail (host, context, "a packet comes that it has no room for");
}

void
cluster_queue_packets (Cluster *self,
                       uint64_t cycle)
{
  uint32_t n;

  if (intake_get_first (&self->coming) > cycle)
    return;
  n = intake_count (&self->coming, cycle);
  for (uint32_t i = 0; i < n; i++)
    self->queue[cluster_go_round (self->first, self->n++, self->n_places)] = ((const QueuedPacket *) self->coming.items)[i];
  intake_drop (&self->coming, n);
}

/* The first from @from on, and around: there is one. */
static uint32_t
find_engine (const Cluster *self,
             uint32_t from)
{
  uint32_t place = from / 64, n = CLUSTER_ENGINES / 64;
  uint64_t free = self->free[place] & UINT64_MAX << from % 64;

  for (; free == 0; free = self->free[place])
    place = (place + 1) % n;
  return place * 64 + (uint32_t) __builtin_ctzll (free);
}

/* There is a free one. */
static uint32_t
find_thread (Cluster *self)
{
  uint32_t engine = find_engine (self, self->policy > 0 ? (self->last + 1) % self->n_engines : 0), thread;

  self->last = engine;
  for (thread = engine * self->n_threads; self->threads[thread].state != THREAD_FREE;)
    thread++;
  return thread;
}

/* What a program finds. */
static void
prepare_core (Cluster *self,
              Thread *thread,
              uint32_t event)
{
  uint32_t length = thread->packet->length, n = length < PACKET_WINDOW ? length : PACKET_WINDOW;

  memcpy (thread->core.local, cluster_get_bytes (thread), n);
  memset (thread->core.local + n, 0, PACKET_WINDOW - n);
  memcpy (thread->core.local + CLUSTER_NOTES_AT, thread->packet->notes, PACKET_NOTES);
  memset (thread->core.x, 0, sizeof thread->core.x);
  memset (thread->slots, 0, sizeof thread->slots);
  thread->core.pc = self->program->elf.entry;
  thread->core.n_done = 0;
  thread->core.x[2] = RV32_LOCAL_BASE + self->core_bytes;
  thread->core.x[10] = RV32_LOCAL_BASE;
  thread->core.x[11] = RV32_LOCAL_BASE + CLUSTER_NOTES_AT;
  thread->core.x[12] = event >> PACKET_EVENT_BITS;
  thread->cut = 0;
  thread->answered = 0;
  thread->kind = UNIT_KINDS;
}

/* The event that has led a packet here, which is over with this: 0 without one. */
static uint32_t
take_event (const Cluster *self,
            Packet *packet)
{
  uint32_t event = packet->n_events > 0 ? packet->events[0] : 0;

  return packet->n_events > 0 && PACKET_EVENT_STAGE (event) == self->stage && packet_remove (packet, self->stage) ? event : 0;
}

/* Of a packet that is followed: @bytes are what it brought. */
static int
begin_trail (const HdHost *host,
             HdComponentContext *context,
             Thread *thread,
             const uint8_t *bytes)
{
  if (thread->trail == NULL)
    thread->trail = calloc (TRAIL_MOST, sizeof *thread->trail);
  if (thread->trail == NULL)
    return cluster_fail (host, context, "there is no memory for a packet");
  memcpy (thread->trail, bytes, thread->packet->n_moments * sizeof *thread->trail);
  thread->is_followed = 1;
  return 1;
}

static int
begin_packet (Cluster *self,
              const HdHost *host,
              HdComponentContext *context,
              uint32_t number,
              uint64_t cycle)
{
  HdBuffer *buffer = self->queue[self->first].buffer;
  uint64_t path = self->queue[self->first].path;
  Thread *thread = &self->threads[number];
  const uint8_t *bytes;
  const Packet *packet = packet_open (host, context, buffer, &bytes);

  if (!make_room (host, context, thread, packet->length))
    return 0;
  memcpy (thread->packet, packet, sizeof *packet + packet->length);
  if (packet->followed > 0 && !begin_trail (host, context, thread, bytes + packet->length))
    return 0;
  thread->begun = cycle;
  if (!packet->is_routed && path > 0)
    packet_unpack_path (thread->packet, path);
  prepare_core (self, thread, take_event (self, thread->packet));
  cluster_count_cycles (self, cluster_get_engine (self, number), cycle);
  self->engines[cluster_get_engine (self, number)].n_free--;
  cluster_mark_free (self, cluster_get_engine (self, number));
  self->n_busy++;

  host->drop (context, buffer);
  self->first = cluster_go_round (self->first, 1, self->n_places);
  self->n--;
  cluster_begin_program (self, host, context, number, cycle);
  return 1;
}

void
cluster_begin_packets (Cluster *self,
                       const HdHost *host,
                       HdComponentContext *context,
                       uint64_t cycle)
{
  while (self->n > 0 && self->n_busy < cluster_count_threads (self) && begin_packet (self, host, context, find_thread (self), cycle))
    continue;
}
