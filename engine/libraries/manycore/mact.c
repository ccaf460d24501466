/* mact.c: collects a core's memory accesses
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Stands between a core and its network. Reads and writes have a table each. An access that finds a place is accepted at once, so that the core goes
 * on; a read's data come later. One that finds none is refused and comes again. Switched off it passes everything on, one request for
 * each access. Accesses and replies come through different ports, and which of them comes first within a cycle says nothing: replies are taken when
 * all of the cycle's accesses are there.
 */
#include <stdlib.h>

#include "mact-table.h"
#include "manycore.h"
#include "memory-map.h"
#include "outlet.h"

enum { PORT_CORE, PORT_NET };
enum { PARAMETER_CLOCK, PARAMETER_ENABLED, PARAMETER_ENTRIES, PARAMETER_WINDOW, PARAMETER_WIDTH, PARAMETER_MEMORIES, PARAMETER_INTERLEAVE };
enum { PROBE_ACCESSES, PROBE_REQUESTS, PROBE_COLLECTED, PROBE_REFUSED, PROBE_USED };

typedef struct
{
  Outlet core, net;
  MactTable *reads, *writes; /* NULL while it is switched off */
  Packet *replies; /* data that came in this cycle, in their order: one for each entry at most */
  uint32_t n_replies;
  uint32_t width;
  uint32_t place; /* of the core, as it says itself */
  MemoryMap map;
  uint64_t accesses, requests, collected, refused;
  uint32_t most_used;
} Mact;

typedef struct
{
  uint32_t n;
  Mact *macts;
} Macts;

static int
create_element (Mact *mact, const HdBlockHost *host, HdBlockContext *context, uint32_t element)
{
  uint32_t entries = manycore_whole (host, context, element, PARAMETER_ENTRIES);
  uint32_t window = manycore_whole (host, context, element, PARAMETER_WINDOW);

  mact->core.link = host->link (context, element, PORT_CORE);
  mact->net.link = host->link (context, element, PORT_NET);
  mact->width = manycore_whole (host, context, element, PARAMETER_WIDTH);
  mact->map = (MemoryMap){
    .kind = MAP_NUMBERED, .memories = manycore_whole (host, context, element, PARAMETER_MEMORIES),
    .interleave = (uint64_t) host->parameter (context, element, PARAMETER_INTERLEAVE),
  };
  if (host->parameter (context, element, PARAMETER_ENABLED) == 0)
    return 1;
  mact->reads = mact_table_new (entries, window, 1);
  mact->writes = mact_table_new (entries, window, 0);
  mact->replies = calloc (entries, sizeof (Packet));
  if (mact->reads != NULL && mact->writes != NULL && mact->replies != NULL)
    return 1;
  host->fail (context, element, "out of memory");
  return 0;
}

static int
create (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t n)
{
  Macts *self = state;

  self->macts = calloc (n, sizeof (Mact));
  if (self->macts == NULL)
    {
      host->fail (context, 0, "out of memory");
      return 0;
    }
  self->n = n;
  for (uint32_t e = 0; e < n; e++)
    if (!create_element (&self->macts[e], host, context, e))
      return 0;
  return 1;
}

/* ---- messages ----------------------------------------------------------------------------------------------------- */

static void
push (const HdBlockHost *host, HdBlockContext *context, uint32_t element, Outlet *outlet, const Packet *packet)
{
  if (!outlet_push (outlet, packet))
    host->fail (context, element, "out of memory for packets");
}

static void
take_access (Mact *mact, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const Packet *packet)
{
  MactTable *table = packet->operation == OPERATION_READ ? mact->reads : mact->writes;
  Operation operation = OPERATION_ACCEPTED;
  Packet answer;

  mact->place = packet->source;
  if (table == NULL)
    {
      mact->accesses++;
      mact->requests++;
      push (host, context, element, &mact->net, packet);
      return;
    }
  if (mact_table_add (table, packet->address, packet->size, cycle, packet->tag) == MACT_REFUSED)
    operation = OPERATION_REFUSED;
  mact->accesses += operation == OPERATION_ACCEPTED;
  mact->refused += operation == OPERATION_REFUSED;
  if (mact_table_get_n_used (table) > mact->most_used)
    mact->most_used = mact_table_get_n_used (table);
  answer = packet_answer (packet, operation, 1);
  push (host, context, element, &mact->core, &answer);
}

typedef struct
{
  Mact *mact;
  const HdBlockHost *host;
  HdBlockContext *context;
  uint32_t element;
  Packet packet;
} Answering;

static void
answer_access (void *data, uint32_t tag)
{
  Answering *answering = data;

  answering->packet.tag = (uint16_t) tag;
  push (answering->host, answering->context, answering->element, &answering->mact->core, &answering->packet);
}

static void
take_reply (Mact *mact, const HdBlockHost *host, HdBlockContext *context, uint32_t element, const Packet *packet)
{
  Answering answering = { mact, host, context, element, *packet };

  mact_table_reply (mact->reads, packet->tag, answer_access, &answering);
}

static int
has_reply (const Mact *mact, uint32_t entry)
{
  for (uint32_t i = 0; i < mact->n_replies; i++)
    if (mact->replies[i].tag == entry)
      return 1;
  return 0;
}

static const char *
accept (const void *state, uint32_t element, const HdMessage *message, uint64_t *out_value)
{
  const Mact *mact = &((const Macts *) state)->macts[element];
  Packet packet = packet_read (message);
  const char *rule;

  if (message->port == PORT_CORE)
    return outlet_accept (&mact->core, message, TAKES_ACCESSES, out_value);
  rule = outlet_accept (&mact->net, message, TAKES_REPLIES, out_value);
  if (rule != NULL || mact->reads == NULL || message_is_credit (message) || (message->kind & MESSAGE_TAIL) == 0
      || packet.operation != OPERATION_READ_REPLY || (mact_table_is_sent (mact->reads, packet.tag) && !has_reply (mact, packet.tag)))
    return rule;
  *out_value = packet.tag;
  return N_("the tag must be that of an entry that waits");
}

static int
waits (const void *state, uint32_t element, HdWait *out_wait)
{
  const Mact *mact = &((const Macts *) state)->macts[element];

  if (outlet_waits (&mact->net, PORT_NET, out_wait) || outlet_waits (&mact->core, PORT_CORE, out_wait))
    return 1;
  out_wait->port = PORT_NET;
  out_wait->n = mact->reads != NULL ? mact_table_get_n_used (mact->reads) : 0;
  out_wait->what = N_("answers to reads");
  return out_wait->n > 0;
}

static int64_t
receive (const HdBlockHost *host, HdBlockContext *context, void *state, uint32_t element, int64_t cycle, const HdMessage *message)
{
  Mact *mact = &((Macts *) state)->macts[element];
  Outlet *outlet = message->port == PORT_CORE ? &mact->core : &mact->net;
  Packet packet;

  if (message_is_credit (message))
    {
      outlet_credit (outlet, message);
      return outlet_length (outlet) > 0 ? cycle : HD_NEVER;
    }
  if ((message->kind & MESSAGE_TAIL) == 0)
    return HD_NEVER;
  packet = packet_read (message);
  if (message->port == PORT_CORE)
    take_access (mact, host, context, element, cycle, &packet);
  else if (mact->reads == NULL)
    push (host, context, element, &mact->core, &packet);
  else if (packet.operation == OPERATION_READ_REPLY)
    mact->replies[mact->n_replies++] = packet;
  return cycle;
}

/* ---- a cycle ------------------------------------------------------------------------------------------------------ */

static void
send_due (Mact *mact, MactTable *table, Operation operation, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle)
{
  MactRequest request;

  while (mact_table_take (table, cycle, &request))
    {
      const Packet packet = {
        .address = request.base, .source = mact->place, .destination = memory_map_find (&mact->map, request.base), .tag = (uint16_t) request.entry, .flits = 1,
        .size = (uint16_t) request.n_bytes, .operation = (uint8_t) operation,
      };

      mact->requests++;
      mact->collected += request.n_accesses;
      host->record (context, element, operation, request.base | request.n_bytes << 10);
      push (host, context, element, &mact->net, &packet);
    }
}

static int64_t
earlier (int64_t a, int64_t b)
{
  return a < b ? a : b;
}

static void
tick (const HdBlockHost *host, HdBlockContext *context, void *state, int64_t cycle, const uint32_t *active, uint32_t n_active, int64_t *next)
{
  for (uint32_t i = 0; i < n_active; i++)
    {
      Mact *mact = &((Macts *) state)->macts[active[i]];

      if (cycle == 0)
        {
          outlet_announce (host, context, mact->core.link);
          outlet_announce (host, context, mact->net.link);
        }
      for (uint32_t n = 0; n < mact->n_replies; n++)
        take_reply (mact, host, context, active[i], &mact->replies[n]);
      mact->n_replies = 0;
      if (mact->reads != NULL)
        {
          send_due (mact, mact->reads, OPERATION_READ, host, context, active[i], cycle);
          send_due (mact, mact->writes, OPERATION_WRITE, host, context, active[i], cycle);
          next[i] = earlier (mact_table_next (mact->reads), mact_table_next (mact->writes));
        }
      next[i] = earlier (next[i], outlet_send (&mact->net, host, context, cycle, 1));
      next[i] = earlier (next[i], outlet_send (&mact->core, host, context, cycle, mact->width));
    }
}

static void
read_probe (const void *state, uint32_t element, uint32_t probe, double *out_value, double *out_weight)
{
  const Mact *mact = &((const Macts *) state)->macts[element];

  switch (probe)
    {
    case PROBE_ACCESSES:
      *out_value = (double) mact->accesses;
      break;
    case PROBE_REQUESTS:
      *out_value = (double) mact->requests;
      break;
    case PROBE_COLLECTED:
      *out_value = (double) (mact->reads != NULL ? mact->collected : mact->requests);
      *out_weight = (double) mact->requests;
      break;
    case PROBE_REFUSED:
      *out_value = (double) mact->refused;
      break;
    case PROBE_USED:
      *out_value = mact->most_used;
      break;
    default:
      break;
    }
}

static void
clear (void *state)
{
  Macts *self = state;

  for (uint32_t e = 0; e < self->n; e++)
    {
      outlet_clear (&self->macts[e].core);
      outlet_clear (&self->macts[e].net);
      if (self->macts[e].reads != NULL)
        mact_table_free (self->macts[e].reads);
      if (self->macts[e].writes != NULL)
        mact_table_free (self->macts[e].writes);
      free (self->macts[e].replies);
    }
  free (self->macts);
}

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = MANYCORE_CLOCK,
  [PARAMETER_ENABLED] = MANYCORE_PARAMETER ("enabled", N_("Switched on"), HD_PARAMETER_FLAG, "", "1", 0, 0,
                                            N_("Switched off it passes each access on as it is.")),
  [PARAMETER_ENTRIES] = MANYCORE_COUNT ("entries", N_("Entries"), "16", 1, 256, N_("Regions that each of its two tables, for reads and writes, holds.")),
  [PARAMETER_WINDOW] = MANYCORE_INTEGER ("window", N_("Window"), "16", 1, 1000000, N_("Cycles for which an entry collects.")),
  [PARAMETER_WIDTH] = MANYCORE_INTEGER ("link-width", N_("Width to the core"), "8", 1, 1024, N_("Answers that the core gets in a cycle.")),
  [PARAMETER_MEMORIES] = MANYCORE_INTEGER ("memories", N_("Memories"), "4", 1, 8388607, N_("How many memories there are, numbered from 0.")),
  [PARAMETER_INTERLEAVE] = MANYCORE_NUMBER ("interleave", N_("Interleave"), "B", "1024 B", 1024, 1e12,
                                            N_("Consecutive bytes in one memory; at least a region.")),
  { 0 },
};

static const HdPort ports[] = {
  [PORT_CORE] = MANYCORE_PORT ("core", N_("Core"), "chip", 1, N_("To the core whose accesses it collects.")),
  [PORT_NET] = MANYCORE_PORT ("net", N_("Network"), "chip", 1, N_("To a crossbar or a router.")),
  { 0 },
};

static const HdProbe probes[] = {
  [PROBE_ACCESSES] = MANYCORE_PROBE ("accesses", N_("Accesses"), "", HD_SUMMARY_SUM, N_("accesses that have been accepted or passed on")),
  [PROBE_REQUESTS] = MANYCORE_PROBE ("requests", N_("Requests"), "", HD_SUMMARY_SUM, N_("requests that have left")),
  [PROBE_COLLECTED] = MANYCORE_PROBE ("collected", N_("Accesses in a request"), "", HD_SUMMARY_MEAN, N_("accesses that leave as one request")),
  [PROBE_REFUSED] = MANYCORE_PROBE ("refused", N_("Refused"), "", HD_SUMMARY_SUM, N_("accesses that found no place and come again")),
  [PROBE_USED] = MANYCORE_PROBE ("used", N_("Most entries"), "", HD_SUMMARY_MAXIMUM, N_("most entries of a table that ever were in use")),
  { 0 },
};

static const HdBlock block = {
  .size = sizeof (HdBlock),
  .state_size = sizeof (Macts),
  .clock = PARAMETER_CLOCK,
  .create = create,
  .receive = receive,
  .tick = tick,
  .read = read_probe,
  .clear = clear,
  .accept = accept,
  .waits = waits,
};

const HdComponentType manycore_mact = {
  .size = sizeof (HdComponentType),
  .id = "mact",
  .title = N_("MACT"),
  .category = MANYCORE_MEMORY,
  .symbol = "dispatcher",
  .help = N_("A memory-access collecting table: sends a core's accesses to one region together, as one request."),
  .source = N_("After BDSim's study of MACT"),
  .role = HD_ROLE_SWITCH,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
  .block = &block,
};
