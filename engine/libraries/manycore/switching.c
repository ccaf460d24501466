/* switching.c: input-queued switches with virtual channels and credits: routers and crossbars
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each port has a queue for each virtual channel. In a cycle each output takes flits from the queues whose first flit wants it, in turn (round
 * robin), as long as neither the output nor the input has carried its width and the next element has room; queues get several turns in a cycle if the width
 * is more than 1. The first flit of a packet
 * also needs a channel there that no other packet holds, of the packet's class; the last gives it back (wormhole switching).
 *
 * A visit that forwards nothing could only be followed by another such: who is blocked is visited again when a credit or a flit arrives.
 */
#include "switching.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  uint64_t payload[2];
  uint32_t ready; /* cycle, modulo 2^32 */
  uint32_t flags; /* MESSAGE_HEAD, MESSAGE_TAIL */
} Flit;

#define LINE 64 /* bytes that memory moves at once: what a visit touches lies in few of them */

/* Most queues hold one flit at most, so the first lies here. */
typedef struct
{
  _Alignas (LINE) Flit head;
  Flit *rest; /* ring of the n - 1 others */
  uint32_t first, n, capacity;
  uint8_t out;     /* port for the first flit */
  uint8_t channel; /* that its packet holds there, or NO_CHANNEL */
} Queue;

#define NO_CHANNEL 0xff

typedef struct
{
  uint64_t flits;   /* forwarded */
  uint64_t packets; /* whose last flit was forwarded */
  uint64_t waited;  /* cycles that flits waited beyond the delay */
  uint64_t blocked; /* visits in which some flit found no credit */
} SwitchingCounts;

typedef struct
{
  uint32_t link;
  uint32_t n_channels; /* of the receiver */
  uint32_t next;       /* queue that is asked first */
} Output;

/* Of a virtual channel beyond an output. */
typedef struct
{
  uint32_t credits : 31;
  uint32_t is_held : 1;
} Room;

/* Whether a credit makes a visit worth while must not depend on which of it and a flit of the same cycle came first, so queues that
 * were empty are `occupied` from the next visit on. */
typedef struct
{
  _Alignas (LINE) uint64_t occupied; /* bits of queues */
  uint64_t arrived;                  /* bits of queues that got a first flit since the last visit */
  SwitchingCounts counts;
  uint32_t longest; /* queue ever */
  uint32_t width;
  uint16_t delay, depth;
  uint8_t n_ports, channels;
} Node;

struct _Switching
{
  uint32_t n, max_ports, max_channels;
  SwitchingRoute route;
  const void *data;
  Node *nodes;
  Queue *queues;   /* [element][port][channel] */
  Output *outputs; /* [element][port] */
  Room *rooms;     /* [element][port][channel] of the receiver, at most MAX_CHANNELS */
};

uint64_t
switching_measure (uint32_t n, uint32_t max_ports, uint32_t max_channels)
{
  return n * (sizeof (Node) + max_ports * (max_channels * sizeof (Queue) + sizeof (Output) + MAX_CHANNELS * sizeof (Room)));
}

static void *
allocate (size_t n, size_t size)
{
  size_t bytes = (n * size + LINE - 1) / LINE * LINE;
  void *memory = aligned_alloc (LINE, bytes);

  return memory != NULL ? memset (memory, 0, bytes) : NULL;
}

Switching *
switching_new (uint32_t n, uint32_t max_ports, uint32_t max_channels, SwitchingRoute route, const void *data)
{
  Switching *self = calloc (1, sizeof (Switching));

  if (self == NULL)
    return NULL;
  *self = (Switching){ .n = n, .max_ports = max_ports, .max_channels = max_channels, .route = route, .data = data };
  self->nodes = allocate (n, sizeof (Node));
  self->queues = allocate ((size_t) n * max_ports * max_channels, sizeof (Queue));
  self->outputs = allocate ((size_t) n * max_ports, sizeof (Output));
  self->rooms = allocate ((size_t) n * max_ports * MAX_CHANNELS, sizeof (Room));
  if (self->nodes == NULL || self->queues == NULL || self->outputs == NULL || self->rooms == NULL)
    {
      switching_free (self);
      return NULL;
    }
  return self;
}

void
switching_free (Switching *self)
{
  if (self->queues != NULL)
    for (size_t q = 0; q < (size_t) self->n * self->max_ports * self->max_channels; q++)
      free (self->queues[q].rest);
  free (self->nodes);
  free (self->queues);
  free (self->outputs);
  free (self->rooms);
  free (self);
}

int
switching_set_up (Switching *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, const SwitchingSetup *setup)
{
  Node *node = &self->nodes[element];

  if (setup->n_ports * setup->channels > SWITCHING_MAX_QUEUES)
    {
      host->fail (context, element, "ports times channels are more than 64");
      return 0;
    }
  *node = (Node){
    .n_ports = (uint8_t) setup->n_ports, .channels = (uint8_t) setup->channels, .delay = (uint16_t) setup->delay, .depth = (uint16_t) setup->depth,
    .width = setup->width > 0 ? setup->width : UINT32_MAX,
  };
  for (uint32_t p = 0; p < setup->n_ports; p++)
    self->outputs[element * self->max_ports + p].link = host->link (context, element, setup->ports[p]);
  return 1;
}

/* ---- queues ------------------------------------------------------------------------------------------------------- */

static Queue *
queues_of (const Switching *self, uint32_t element)
{
  return &self->queues[(size_t) element * self->max_ports * self->max_channels];
}

static int
grow (Queue *queue)
{
  uint32_t capacity = queue->capacity == 0 ? 4 : 2 * queue->capacity;
  Flit *rest = malloc (capacity * sizeof (Flit));

  if (rest == NULL)
    return 0;
  for (uint32_t i = 0; i < queue->capacity; i++)
    rest[i] = queue->rest[(queue->first + i) & (queue->capacity - 1)];
  free (queue->rest);
  queue->rest = rest;
  queue->first = 0;
  queue->capacity = capacity;
  return 1;
}

/* Returns 0 without memory. */
static int
push (Queue *queue, const Flit *flit)
{
  if (queue->n == 0)
    {
      queue->head = *flit;
    }
  else
    {
      if (queue->n > queue->capacity && !grow (queue))
        return 0;
      queue->rest[(queue->first + queue->n - 1) & (queue->capacity - 1)] = *flit;
    }
  queue->n++;
  return 1;
}

static void
drop_first (Queue *queue)
{
  if (--queue->n > 0)
    queue->head = queue->rest[queue->first++ & (queue->capacity - 1)];
}

static uint64_t
bit_of (uint32_t q)
{
  return (uint64_t) 1 << q;
}

/* A new flit comes first: where does it go? Those after a packet's first follow it. Returns 0, and forwards nothing from this queue any more,
 * if there is no way. */
static inline int
find_way (Switching *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, Node *node, Queue *queue)
{
  uint32_t out;

  if ((queue->head.flags & MESSAGE_HEAD) == 0)
    return 1;
  out = self->route (self->data, element, queue->head.payload[1]);
  if (out >= node->n_ports || self->outputs[element * self->max_ports + out].link == HD_NO_LINK)
    {
      node->occupied &= ~bit_of ((uint32_t) (queue - queues_of (self, element)));
      node->arrived &= ~bit_of ((uint32_t) (queue - queues_of (self, element)));
      host->fail (context, element, "a packet wants to leave by a port that has no link");
      return 0;
    }
  queue->out = (uint8_t) out;
  queue->channel = NO_CHANNEL;
  return 1;
}

int
switching_waits (const Switching *self, uint32_t element, HdWait *out_wait)
{
  const Node *node = &self->nodes[element];
  const Queue *queues = queues_of (self, element);

  if (node->occupied == 0)
    return 0;
  out_wait->port = queues[__builtin_ctzll (node->occupied)].out;
  for (uint32_t q = 0; q < (uint32_t) node->n_ports * node->channels; q++)
    out_wait->n += queues[q].n;
  out_wait->what = N_("room for flits");
  return 1;
}

/* Its place among the element's: an indexed port is the last in the type's table, so that its elements follow the other ports. */
static uint32_t
port_of (const HdMessage *message)
{
  return (message->port & 0xffff) + (message->port >> 16);
}

static int64_t
refuse (const HdBlockHost *host, HdBlockContext *context, uint32_t element, const HdMessage *message, const char *rule, uint64_t value)
{
  host->refuse (context, element, message, rule, value);
  return HD_NEVER;
}

static __attribute__ ((noinline)) int64_t
refuse_channel (const HdBlockHost *host, HdBlockContext *context, uint32_t element, const HdMessage *message)
{
  uint64_t value;
  const char *rule = channel_refuse (message, &value);

  return refuse (host, context, element, message, rule, value);
}

static __attribute__ ((noinline)) int64_t
take_flit (Switching *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const HdMessage *message)
{
  Node *node = &self->nodes[element];
  uint32_t q = port_of (message) * node->channels + message_channel (message);
  Queue *queue = &queues_of (self, element)[q];

  if (message_channel (message) >= node->channels)
    return refuse_channel (host, context, element, message);
  if (node->depth > 0 && queue->n >= node->depth)
    return refuse (host, context, element, message, N_("flits that wait must be fewer than there is room for"), queue->n);
  if (!push (queue, &(Flit){ .payload = { message->payload[0], message->payload[1] }, .ready = (uint32_t) (cycle + node->delay), .flags = message->kind }))
    {
      host->fail (context, element, "out of memory for flits");
      return HD_NEVER;
    }
  if (queue->n > node->longest)
    node->longest = queue->n;
  if (queue->n > 1)
    return HD_NEVER;
  node->arrived |= bit_of (q);
  return find_way (self, host, context, element, node, queue) ? cycle + node->delay : HD_NEVER;
}

/* What must be looked at before a credit is taken: how much was announced is not kept, as it would be one more line of memory for each. Where
 * there are too many credits, the receiver finds a flit for which it has no room. */
static int
is_credit_back (const HdMessage *message, const Room *room)
{
  return message->payload[1] == 0 && message->payload[0] <= (uint32_t) UNLIMITED - room->credits;
}

/* A channel's first credit, or one that cannot be. */
static __attribute__ ((noinline)) int64_t
take_announcement (Switching *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const HdMessage *message)
{
  uint32_t output = element * self->max_ports + port_of (message);
  Room *room = &self->rooms[output * MAX_CHANNELS + message_channel (message)];
  uint64_t value;
  const char *rule = credit_accept (message, message->payload[1] > 0 ? room->credits : UNLIMITED, room->credits, &value);

  if (rule != NULL)
    return refuse (host, context, element, message, rule, value);
  room->credits = (uint32_t) message->payload[0];
  self->outputs[output].n_channels = (uint32_t) message->payload[1];
  return self->nodes[element].occupied != 0 ? cycle : HD_NEVER;
}

/* Nearly all messages of a chip pass through its switches, so what comes is looked at here and not by `accept`: the lines of memory are those that it
 * changes. */
int64_t
switching_receive (Switching *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const HdMessage *message)
{
  Room *room;

  if (!message_is_credit (message))
    return take_flit (self, host, context, element, cycle, message);
  if (message_channel (message) >= MAX_CHANNELS)
    return refuse_channel (host, context, element, message);
  room = &self->rooms[(element * self->max_ports + port_of (message)) * MAX_CHANNELS + message_channel (message)];
  if (!is_credit_back (message, room))
    return take_announcement (self, host, context, element, cycle, message);
  room->credits += (uint32_t) message->payload[0];
  return self->nodes[element].occupied != 0 ? cycle : HD_NEVER;
}

/* ---- a cycle ------------------------------------------------------------------------------------------------------ */

/* Finds room for the queue's first flit, a channel too if it needs one. */
static Room *
find_room (const Switching *self, uint32_t element, Queue *queue)
{
  const Output *output = &self->outputs[element * self->max_ports + queue->out];
  Room *rooms = &self->rooms[(element * self->max_ports + queue->out) * MAX_CHANNELS];
  uint32_t c, end;

  if (queue->channel != NO_CHANNEL)
    return rooms[queue->channel].credits > 0 ? &rooms[queue->channel] : NULL;
  channels_of (output->n_channels, operation_class (header_operation (queue->head.payload[1])), &c, &end);
  for (; c < end; c++)
    if (!rooms[c].is_held && rooms[c].credits > 0)
      {
        queue->channel = (uint8_t) c;
        return &rooms[c];
      }
  return NULL;
}

static void
forward (Switching *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, uint32_t q, Room *room, uint32_t cycle)
{
  Node *node = &self->nodes[element];
  Queue *queue = &queues_of (self, element)[q];
  const Output *outputs = &self->outputs[element * self->max_ports];
  const Flit *flit = &queue->head;
  int is_tail = (flit->flags & MESSAGE_TAIL) != 0;

  node->counts.flits++;
  node->counts.packets += (uint64_t) is_tail;
  node->counts.waited += cycle - flit->ready;
  if (room->credits < UNLIMITED)
    room->credits--;
  room->is_held = !is_tail;
  host->send (context, outputs[queue->out].link, 0, FLIT_BYTES,
              &(HdMessage){ .kind = (flit->flags & MESSAGE_HOP) | (uint32_t) queue->channel << 8,
                            .payload = { flit->payload[0], flit->payload[1] } });
  if (node->depth > 0)
    host->send (context, outputs[q / node->channels].link, 0, 0,
                &(HdMessage){ .kind = MESSAGE_CREDIT | q % node->channels << 8, .payload = { 1, 0 } });
  drop_first (queue);
  if (queue->n == 0)
    node->occupied &= ~bit_of (q);
  else
    find_way (self, host, context, element, node, queue);
}

/* The first bit of @mask at or after @from, in a circle. */
static uint32_t
pick (uint64_t mask, uint32_t from)
{
  uint64_t after = mask & (~(uint64_t) 0 << from);

  return (uint32_t) __builtin_ctzll (after != 0 ? after : mask);
}

/* What a visit has done and found. */
typedef struct
{
  const HdBlockHost *host;
  HdBlockContext *context;
  uint32_t element;
  uint32_t cycle;
  uint64_t wanted[SWITCHING_MAX_QUEUES]; /* by output: bits of queues */
  uint32_t sent[SWITCHING_MAX_QUEUES];   /* by output */
  uint32_t taken[SWITCHING_MAX_QUEUES];  /* by input */
  int32_t wait;                          /* cycles until the first flit that is not ready yet is, or INT32_MAX */
} Visit;

/* Serves one output from the queues in @mask; returns how many flits have left. */
static uint32_t
serve (Switching *self, Visit *visit, uint32_t out, uint64_t mask)
{
  Node *node = &self->nodes[visit->element];
  Queue *queues = queues_of (self, visit->element);
  Output *output = &self->outputs[visit->element * self->max_ports + out];
  uint32_t n = 0;

  while (mask != 0 && visit->sent[out] < node->width)
    {
      uint32_t q = pick (mask, output->next);
      Room *room;

      mask &= ~((uint64_t) 1 << q);
      if (visit->taken[q / node->channels] >= node->width)
        continue;
      room = find_room (self, visit->element, &queues[q]);
      if (room == NULL)
        {
          node->counts.blocked++;
          continue;
        }
      forward (self, visit->host, visit->context, visit->element, q, room, visit->cycle);
      visit->taken[q / node->channels]++;
      visit->sent[out]++;
      output->next = (q + 1) % SWITCHING_MAX_QUEUES;
      n++;
    }
  return n;
}

/* One flit of each queue at most; returns how many have left. */
static uint32_t
pass (Switching *self, Visit *visit)
{
  Queue *queues = queues_of (self, visit->element);
  uint64_t outs = 0;
  uint32_t n = 0;

  visit->wait = INT32_MAX;
  for (uint64_t left = self->nodes[visit->element].occupied; left != 0; left &= left - 1)
    {
      uint32_t q = (uint32_t) __builtin_ctzll (left);
      uint32_t out = queues[q].out;
      int32_t until = (int32_t) (queues[q].head.ready - visit->cycle);

      if (until > 0)
        {
          visit->wait = until < visit->wait ? until : visit->wait;
          continue;
        }
      if ((outs & (uint64_t) 1 << out) == 0)
        visit->wanted[out] = 0;
      outs |= (uint64_t) 1 << out;
      visit->wanted[out] |= (uint64_t) 1 << q;
    }
  for (; outs != 0; outs &= outs - 1)
    {
      uint32_t out = (uint32_t) __builtin_ctzll (outs);

      n += serve (self, visit, out, visit->wanted[out]);
    }
  return n;
}

static int64_t
visit_element (Switching *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  Node *node = &self->nodes[element];
  Visit visit;
  uint32_t n, total = 0;

  node->occupied |= node->arrived;
  node->arrived = 0;
  if (node->occupied == 0)
    return HD_NEVER;
  visit.host = host;
  visit.context = context;
  visit.element = element;
  visit.cycle = (uint32_t) cycle;
  for (uint32_t p = 0; p < node->n_ports; p++)
    visit.sent[p] = visit.taken[p] = 0;
  do
    total += n = pass (self, &visit);
  while (n > 0 && node->width > 1);
  if (total > 0 && node->occupied != 0)
    return cycle + 1;
  return visit.wait < INT32_MAX ? cycle + visit.wait : HD_NEVER;
}

static void
announce (Switching *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element)
{
  const Node *node = &self->nodes[element];

  for (uint32_t p = 0; p < node->n_ports; p++)
    for (uint32_t c = 0; c < node->channels; c++)
      if (self->outputs[element * self->max_ports + p].link != HD_NO_LINK)
        host->send (context, self->outputs[element * self->max_ports + p].link, 0, 0,
                    &(HdMessage){ .kind = MESSAGE_CREDIT | c << 8, .payload = { node->depth > 0 ? node->depth : UNLIMITED, node->channels } });
}

/* Most of a visit's time is waiting for memory: what is needed soon is asked for now. */
static void
look_ahead (const Switching *self, const uint32_t *active, uint32_t n_left)
{
  uint64_t queues = n_left > 2 ? self->nodes[active[2]].occupied | self->nodes[active[2]].arrived : 0;

  if (n_left > 4)
    __builtin_prefetch (&self->nodes[active[4]]);
  if (queues != 0)
    {
      __builtin_prefetch (&queues_of (self, active[2])[__builtin_ctzll (queues)], 1);
      __builtin_prefetch (&self->outputs[active[2] * self->max_ports], 1);
      __builtin_prefetch (&self->rooms[active[2] * self->max_ports * MAX_CHANNELS], 1);
    }
}

void
switching_tick (Switching *self, const HdBlockHost *host, HdBlockContext *context, int64_t cycle, const uint32_t *active, uint32_t n_active,
                int64_t *next)
{
  for (uint32_t i = 0; i < n_active; i++)
    {
      if (cycle == 0)
        announce (self, host, context, active[i]);
      look_ahead (self, &active[i], n_active - i);
      next[i] = visit_element (self, host, context, active[i], cycle);
    }
}

void
switching_finish (Switching *self, const HdBlockHost *host, HdBlockContext *context)
{
  for (uint32_t e = 0; e < self->n; e++)
    {
      host->record (context, e, 0, self->nodes[e].counts.flits);
      host->record (context, e, 1, self->nodes[e].counts.waited);
    }
}

void
switching_read (const Switching *self, uint32_t element, SwitchingProbe probe, double *out_value, double *out_weight)
{
  const SwitchingCounts *counts = &self->nodes[element].counts;

  switch (probe)
    {
    case SWITCHING_FLITS:
      *out_value = (double) counts->flits;
      break;
    case SWITCHING_PACKETS:
      *out_value = (double) counts->packets;
      break;
    case SWITCHING_WAIT:
      *out_value = (double) counts->waited;
      *out_weight = (double) counts->flits;
      break;
    case SWITCHING_BLOCKED:
      *out_value = (double) counts->blocked;
      break;
    case SWITCHING_LONGEST:
      *out_value = self->nodes[element].longest;
      break;
    }
}
