/* banks.c: banked memory with open rows: what memories and memory controllers have in common
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * An access starts when it is there and its bank is free, in the order of arrival at each bank; its answer leaves `latency` cycles after the
 * start. So all is known when it arrives: answers wait in a heap for their time.
 */
#include "banks.h"

#include <stdlib.h>

typedef struct
{
  int64_t cycle;
  uint64_t order; /* of arrival */
  Packet packet;
} Answer;

typedef struct
{
  int64_t free_at;
  uint64_t row; /* open one plus 1 */
} Bank;

typedef struct
{
  BanksSetup setup;
  Outlet outlet;
  Bank *banks;
  Answer *heap;
  uint32_t n, capacity, longest;
  uint64_t requests, conflicts, row_misses, latency;
} Memory;

struct _Banks
{
  uint32_t n;
  Memory *memories;
};

Banks *
banks_new (uint32_t n)
{
  Banks *self = calloc (1, sizeof (Banks));

  if (self == NULL)
    return NULL;
  self->n = n;
  self->memories = calloc (n, sizeof (Memory));
  if (self->memories != NULL)
    return self;
  free (self);
  return NULL;
}

void
banks_free (Banks *self)
{
  for (uint32_t e = 0; e < self->n; e++)
    {
      outlet_clear (&self->memories[e].outlet);
      free (self->memories[e].banks);
      free (self->memories[e].heap);
    }
  free (self->memories);
  free (self);
}

int
banks_set_up (Banks *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, const BanksSetup *setup)
{
  Memory *memory = &self->memories[element];

  memory->setup = *setup;
  memory->outlet.link = host->link (context, element, setup->port);
  memory->banks = calloc (setup->banks, sizeof (Bank));
  if (memory->banks != NULL)
    return 1;
  host->fail (context, element, "out of memory");
  return 0;
}

/* ---- answers that wait ---------------------------------------------------------------------------------------------- */

static int
before (const Answer *a, const Answer *b)
{
  return a->cycle != b->cycle ? a->cycle < b->cycle : a->order < b->order;
}

static int
push (Memory *memory, const Answer *answer)
{
  uint32_t hole = memory->n;

  if (memory->n == memory->capacity)
    {
      uint32_t capacity = memory->capacity == 0 ? 16 : 2 * memory->capacity;
      Answer *heap = realloc (memory->heap, capacity * sizeof (Answer));

      if (heap == NULL)
        return 0;
      memory->heap = heap;
      memory->capacity = capacity;
    }
  memory->n++;
  for (; hole > 0 && before (answer, &memory->heap[(hole - 1) / 2]); hole = (hole - 1) / 2)
    memory->heap[hole] = memory->heap[(hole - 1) / 2];
  memory->heap[hole] = *answer;
  if (memory->n > memory->longest)
    memory->longest = memory->n;
  return 1;
}

static void
drop_first (Memory *memory)
{
  Answer last = memory->heap[--memory->n];
  uint32_t hole = 0, child;

  while ((child = 2 * hole + 1) < memory->n)
    {
      if (child + 1 < memory->n && before (&memory->heap[child + 1], &memory->heap[child]))
        child++;
      if (!before (&memory->heap[child], &last))
        break;
      memory->heap[hole] = memory->heap[child];
      hole = child;
    }
  if (memory->n > 0)
    memory->heap[hole] = last;
}

/* ---- accesses ------------------------------------------------------------------------------------------------------- */

/* Returns the cycle at which the answer leaves. */
static int64_t
access_bank (Memory *memory, int64_t cycle, uint64_t address)
{
  const BanksSetup *setup = &memory->setup;
  Bank *bank = &memory->banks[address / setup->interleave % setup->banks];
  uint64_t row = setup->row > 0 ? address / setup->row + 1 : 0;
  int64_t start = bank->free_at > cycle ? bank->free_at : cycle;
  int64_t more = 0;

  if (row != bank->row)
    {
      memory->row_misses++;
      more = setup->row_miss;
      bank->row = row;
    }
  memory->requests++;
  memory->conflicts += start > cycle;
  memory->latency += (uint64_t) (start - cycle + setup->latency + more);
  bank->free_at = start + setup->service + more;
  return start + setup->latency + more;
}

const char *
banks_accept (const Banks *self, uint32_t element, const HdMessage *message, uint64_t *out_value)
{
  return outlet_accept (&self->memories[element].outlet, message, TAKES_ACCESSES, out_value);
}

int
banks_waits (const Banks *self, uint32_t element, HdWait *out_wait)
{
  return outlet_waits (&self->memories[element].outlet, self->memories[element].setup.port, out_wait);
}

int64_t
banks_receive (Banks *self, const HdBlockHost *host, HdBlockContext *context, uint32_t element, int64_t cycle, const HdMessage *message)
{
  Memory *memory = &self->memories[element];
  Packet packet;
  Answer answer;

  if (message_is_credit (message))
    {
      outlet_credit (&memory->outlet, message);
      return outlet_length (&memory->outlet) > 0 ? cycle : HD_NEVER;
    }
  if ((message->kind & MESSAGE_TAIL) == 0)
    return HD_NEVER;
  packet = packet_read (message);
  answer = (Answer){ .cycle = access_bank (memory, cycle, packet.address), .order = memory->requests };
  if (packet.operation == OPERATION_READ)
    answer.packet = packet_answer (&packet, OPERATION_READ_REPLY, memory->setup.reply_flits);
  else
    answer.packet = packet_answer (&packet, OPERATION_WRITE_REPLY, 1);
  if (!push (memory, &answer))
    host->fail (context, element, "out of memory for answers");
  host->record (context, element, packet.operation, packet.address);
  return answer.cycle;
}

void
banks_tick (Banks *self, const HdBlockHost *host, HdBlockContext *context, int64_t cycle, const uint32_t *active, uint32_t n_active,
            int64_t *next)
{
  for (uint32_t i = 0; i < n_active; i++)
    {
      Memory *memory = &self->memories[active[i]];
      int64_t due;

      if (cycle == 0)
        outlet_announce (host, context, memory->outlet.link);
      for (; memory->n > 0 && memory->heap[0].cycle <= cycle; drop_first (memory))
        if (!outlet_push (&memory->outlet, &memory->heap[0].packet))
          host->fail (context, active[i], "out of memory for answers");
      next[i] = outlet_send (&memory->outlet, host, context, cycle, memory->setup.width);
      due = memory->n > 0 ? memory->heap[0].cycle : HD_NEVER;
      if (due < next[i])
        next[i] = due;
    }
}

void
banks_read (const Banks *self, uint32_t element, BanksProbe probe, double *out_value, double *out_weight)
{
  const Memory *memory = &self->memories[element];

  switch (probe)
    {
    case BANKS_REQUESTS:
      *out_value = (double) memory->requests;
      break;
    case BANKS_CONFLICTS:
      *out_value = (double) memory->conflicts;
      *out_weight = (double) memory->requests;
      break;
    case BANKS_LATENCY:
      *out_value = (double) memory->latency;
      *out_weight = (double) memory->requests;
      break;
    case BANKS_QUEUE:
      *out_value = memory->longest;
      break;
    case BANKS_ROW_MISSES:
      *out_value = (double) memory->row_misses;
      *out_weight = (double) memory->requests;
      break;
    }
}
