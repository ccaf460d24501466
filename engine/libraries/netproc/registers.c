/* registers.c: what programs of engines reach outside of their core
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include <string.h>

#include "cluster.h"

#define LINE 16u /* bytes of the packet buffer that one access reaches */
#define BUFFER_BASE UINT32_C (0x20000000)
#define REGISTERS_BASE UINT32_C (0x40000000)

/* Words at REGISTERS_BASE. */
enum
{
  REGISTER_LENGTH = 0x00,
  REGISTER_PORT_IN = 0x04,
  REGISTER_PORT_OUT = 0x08,
  REGISTER_CYCLE = 0x0c,
  REGISTER_ENGINE = 0x10,
  REGISTER_THREAD = 0x14,
  REGISTER_STAGE = 0x18,
  REGISTER_CUT = 0x1c, /* bytes from the front, or, if below 0, to be put there */
  REGISTER_INSERT = 0x20, /* an event that is the packet's next */
  REGISTER_SEND = 0x24,
  REGISTER_REMOVE = 0x28, /* a stage that the packet does not go to, the next time that it would */
};

/* Words of a unit, behind its key and its control, which programs store without anybody being told. */
enum
{
  UNIT_COMMAND = CLUSTER_UNIT_CONTROL + 4,
  UNIT_RESULT = 0x28, /* and three more: the last two behind the status */
  UNIT_STATUS = 0x30,
};

/* What the command of a hash unit is. */
enum { HASH_CHECKSUM, HASH_KEY };

/* ---- the packet and its thread ------------------------------------------------------------------------------------- */

static int
read_register (const Cluster *self,
               uint32_t number,
               uint64_t cycle,
               uint32_t *out_value)
{
  const Thread *thread = &self->threads[number];

  switch (thread->access.address - REGISTERS_BASE)
    {
    case REGISTER_LENGTH: *out_value = thread->packet->length; return 1;
    case REGISTER_PORT_IN: *out_value = thread->packet->port_in; return 1;
    case REGISTER_PORT_OUT: *out_value = thread->packet->port_out; return 1;
    case REGISTER_CYCLE: *out_value = (uint32_t) cycle; return 1;
    case REGISTER_ENGINE: *out_value = cluster_get_engine (self, number); return 1;
    case REGISTER_THREAD: *out_value = number % self->n_threads; return 1;
    case REGISTER_STAGE: *out_value = self->stage; return 1;
    case REGISTER_CUT: *out_value = (uint32_t) thread->cut; return 1;
    default: return 0;
    }
}

/* At most as much as there is, or as a packet may have. */
static int
set_cut (Thread *thread,
         int32_t cut)
{
  if (cut > (int64_t) thread->packet->length || (int64_t) thread->packet->length - cut > PACKET_MAXIMUM_BYTES)
    return 0;
  thread->cut = cut;
  return 1;
}

static int
write_register (Thread *thread)
{
  switch (thread->access.address - REGISTERS_BASE)
    {
    case REGISTER_PORT_OUT: thread->packet->port_out = thread->access.value; return 1;
    case REGISTER_INSERT: return packet_insert (thread->packet, thread->access.value);
    case REGISTER_REMOVE: packet_remove (thread->packet, thread->access.value); return 1;
    case REGISTER_CUT: return set_cut (thread, (int32_t) thread->access.value);
    default: return 0;
    }
}

static int
is_send (const Thread *thread)
{
  return thread->access.address == REGISTERS_BASE + REGISTER_SEND && thread->access.size == 4 && (thread->access.value & 255) < PACKET_N_VERDICTS;
}

/* Loads and stores in the packet buffer reach what one line of it holds. */
static int
touch_buffer (Thread *thread,
              int is_store)
{
  uint32_t offset = thread->access.address - BUFFER_BASE, value = 0;
  uint8_t *bytes = cluster_get_bytes (thread);

  if (offset % LINE + thread->access.size > LINE || offset >= thread->packet->length || thread->packet->length - offset < thread->access.size)
    return 0;
  for (unsigned i = 0; i < thread->access.size; i++)
    if (is_store)
      bytes[offset + i] = (uint8_t) (thread->access.value >> 8 * i);
    else
      value |= (uint32_t) bytes[offset + i] << 8 * i;
  if (!is_store)
    rv32_answer (&thread->core, &thread->access, value);
  return 1;
}

static void
ask_buffer (Cluster *self,
            const HdHost *host,
            HdComponentContext *context,
            uint32_t number,
            uint64_t issued)
{
  const Thread *thread = &self->threads[number];
  uint64_t cell = (thread->access.address - BUFFER_BASE) / PACKET_CELL;

  host->send (context, CLUSTER_BUFFER, clock_get_time (&self->clock, issued + 1) - host->now (context),
              &(HdMessage){ .kind = PACKET_REQUEST, .payload = { number, thread->packet->id + cell } });
}

/* ---- units --------------------------------------------------------------------------------------------------------- */

/* RFC 1071, of bytes of the packet in the buffer, and of what was added up before. */
static int
add_up (Thread *thread,
        UnitSlot *slot)
{
  uint32_t from = unit_get_word (slot->key), n = unit_get_word (slot->key + 4), length = thread->packet->length;
  uint64_t sum = unit_get_word (slot->key + 8);
  const uint8_t *bytes = cluster_get_bytes (thread) + from;

  if (from > length || n > length - from)
    return 0;
  for (uint32_t i = 0; i < n; i++)
    sum += i % 2 == 0 ? (uint64_t) bytes[i] << 8 : bytes[i];
  while (sum > 0xffff)
    sum = (sum & 0xffff) + (sum >> 16);
  unit_put_word (slot->value, ~(uint32_t) sum & 0xffff);
  return 1;
}

/* FNV-1a, with its upper half folded into the lower. */
static void
hash_key (UnitSlot *slot,
          uint32_t n)
{
  uint32_t hash = UINT32_C (2166136261);

  for (uint32_t i = 0; i < n; i++)
    hash = (hash ^ slot->key[i]) * UINT32_C (16777619);
  unit_put_word (slot->value, hash ^ hash >> 16);
}

/* What a unit for checksums and hashes is to come to is known here; the request says how many bytes that takes. */
static int
prepare_hash (Thread *thread,
              UnitSlot *slot,
              UnitRequest *request)
{
  uint32_t n = request->command == HASH_CHECKSUM ? unit_get_word (slot->key + 4) : request->n_key;

  memset (slot->value, 0, sizeof slot->value);
  if (request->command > HASH_KEY || (request->command == HASH_CHECKSUM && !add_up (thread, slot)))
    return 0;
  if (request->command == HASH_KEY)
    hash_key (slot, n);
  *request = (UnitRequest){ .who = request->who, .n_key = 4 };
  unit_put_word (request->key, n);
  return 1;
}

/* How many bytes of the key count: of meters and counters two words, whatever is said. */
static int
make_request (const UnitSlot *slot,
              uint32_t number,
              uint32_t kind,
              uint32_t command,
              UnitRequest *out_request)
{
  uint32_t control = unit_get_word (slot->control), n = control >> 16;

  *out_request = (UnitRequest){ .who = number, .command = command, .table = control & 0xffff, .n_key = kind == UNIT_METER || kind == UNIT_COUNTER ? 8 : n };
  if (out_request->n_key > UNIT_KEY || (command >= UNIT_COMMANDS && kind != UNIT_HASH) || (command == UNIT_PUT && kind != UNIT_EXACT && kind != UNIT_HASH))
    return 0;
  memcpy (out_request->key, slot->key, out_request->n_key);
  memcpy (out_request->value, slot->value, UNIT_VALUE);
  return 1;
}

/* Which of several units of a kind is asked: that of the engine, or of the meter, which is one; and all are told what is put. */
static int
ask_unit (Cluster *self,
          const HdHost *host,
          HdComponentContext *context,
          uint32_t number,
          uint32_t kind,
          uint64_t issued)
{
  Thread *thread = &self->threads[number];
  UnitSlot *slot = &thread->slots[kind];
  uint32_t n = self->n_units[kind], at = kind == UNIT_METER ? unit_get_word (slot->key) : cluster_get_engine (self, number);
  int64_t delay = clock_get_time (&self->clock, issued + 1) - host->now (context);
  UnitRequest request;

  if (n == 0 || slot->ready > issued || !make_request (slot, number, kind, thread->access.value, &request) || (kind == UNIT_HASH && !prepare_hash (thread, slot, &request)))
    return 0;
  if (request.command == UNIT_PUT)
    {
      for (uint32_t i = 0; i < n; i++)
        unit_send_request (host, context, (CLUSTER_UNITS + kind) | i << 16, delay, &request);
      return 1;
    }
  unit_send_request (host, context, (CLUSTER_UNITS + kind) | at % n << 16, delay, &request);
  if (kind == UNIT_COUNTER)
    return 1;
  slot->ready = UINT64_MAX;
  thread->n_asked++;
  return 1;
}

/* The place of a word of the value, or 16 if it is none. */
static uint32_t
find_value (uint32_t offset)
{
  return offset == UNIT_RESULT || offset == UNIT_RESULT + 4 ? offset - UNIT_RESULT : offset == UNIT_STATUS + 4 || offset == UNIT_STATUS + 8 ? offset - UNIT_RESULT - 4 : UNIT_VALUE;
}

static Reach
store_to_unit (Cluster *self,
               const HdHost *host,
               HdComponentContext *context,
               uint32_t number,
               uint32_t kind,
               uint32_t offset,
               uint64_t cycle)
{
  Thread *thread = &self->threads[number];
  UnitSlot *slot = &thread->slots[kind];
  uint32_t place = find_value (offset);

  if (offset == UNIT_COMMAND)
    return ask_unit (self, host, context, number, kind, cycle) ? REACH_DONE : REACH_NOTHING;
  if (place < UNIT_VALUE && slot->ready <= cycle)
    unit_put_word (slot->value + place, thread->access.value);
  else
    return REACH_NOTHING;
  return REACH_DONE;
}

static Reach
load_from_unit (Thread *thread,
                uint32_t kind,
                uint32_t offset,
                uint64_t cycle)
{
  UnitSlot *slot = &thread->slots[kind];

  if (offset != UNIT_STATUS && find_value (offset) == UNIT_VALUE)
    return REACH_NOTHING;
  thread->kind = kind;
  if (slot->ready > cycle)
    return REACH_UNIT;
  cluster_end_wait (thread);
  return REACH_DONE;
}

void
cluster_end_wait (Thread *thread)
{
  const UnitSlot *slot = &thread->slots[thread->kind];
  uint32_t offset = (thread->access.address - CLUSTER_UNITS_BASE) % CLUSTER_UNIT_BYTES;

  rv32_answer (&thread->core, &thread->access, offset == UNIT_STATUS ? slot->status : unit_get_word (slot->value + find_value (offset)));
  thread->kind = UNIT_KINDS;
}

void
cluster_take_answer (Cluster *self,
                     uint32_t kind,
                     const HdMessage *message,
                     uint64_t cycle)
{
  UnitAnswer answer = unit_read_answer (message);
  Thread *thread = &self->threads[answer.who];
  UnitSlot *slot = &thread->slots[kind];

  slot->ready = cycle;
  thread->n_asked--;
  thread->answered = cycle > thread->answered ? cycle : thread->answered;
  slot->status = answer.status;
  if (kind != UNIT_HASH)
    memcpy (slot->value, answer.value, UNIT_VALUE);
  if (thread->state == THREAD_AT_UNIT && thread->kind == kind)
    schedule_put (&self->schedule, answer.who, thread->since > cycle ? thread->since : cycle);
  else if (thread->state == THREAD_DRAINING && thread->n_asked == 0)
    schedule_put (&self->schedule, answer.who, thread->answered);
}

/* ---- all of it ----------------------------------------------------------------------------------------------------- */

Reach
cluster_reach_out (Cluster *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   uint32_t number,
                   int is_store,
                   uint64_t cycle)
{
  Thread *thread = &self->threads[number];
  uint32_t address = thread->access.address, value;

  if (address < REGISTERS_BASE)
    {
      if (!self->has_buffer || !touch_buffer (thread, is_store))
        return REACH_NOTHING;
      ask_buffer (self, host, context, number, cycle);
      return REACH_BUFFER;
    }
  if (is_store && is_send (thread))
    return REACH_SEND;
  if (thread->access.size != 4 || address % 4 != 0)
    return REACH_NOTHING;
  if (address >= CLUSTER_UNITS_BASE && address - CLUSTER_UNITS_BASE < UNIT_KINDS * CLUSTER_UNIT_BYTES)
    {
      uint32_t kind = (address - CLUSTER_UNITS_BASE) / CLUSTER_UNIT_BYTES, offset = (address - CLUSTER_UNITS_BASE) % CLUSTER_UNIT_BYTES;

      return is_store ? store_to_unit (self, host, context, number, kind, offset, cycle) : load_from_unit (thread, kind, offset, cycle);
    }
  if (is_store)
    return write_register (thread) ? REACH_DONE : REACH_NOTHING;
  if (!read_register (self, number, cycle, &value))
    return REACH_NOTHING;
  rv32_answer (&thread->core, &thread->access, value);
  return REACH_DONE;
}
