/* requests.c: what a chiplet asks of memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "requests.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

#define MOST_PATH 256
#define PICOSECONDS INT64_C (1000000000000) /* of a second */
#define PRIVATE_RANGES (UINT64_C (1) << 52) /* in the memories, above all that is shared */
#define PRIVATE_RANGE (UINT64_C (1) << 40)  /* the most that is private to one chiplet */

const char *const requests_targets[] = { "address", "random", NULL };

struct RequestsOpen
{
  RequestsOpen *next;
  uint64_t tag, address;
  uint32_t size, n_sent, n_answered; /* bytes */
  int is_write, had_to_wait;
  int64_t asked;
  int64_t taken; /* when what is written has been read from private memory; if it lies there itself: when it is done */
  unsigned char data[];
};

struct RequestsSlot
{
  RequestsOpen *open;
  uint64_t number;
  uint32_t offset, size, memory;
  int64_t sent;
};

#define NOT_YET INT64_C (-1)

/* What became of a line, and when; moments that have not come are NOT_YET. */
typedef struct
{
  uint64_t number, address, write;
  uint32_t size, memory, writer;
  int is_write;
  int64_t asked, taken, sent, entered, begun, served, reply_entered, answered, stored;
} Row;

/* A line that was answered and is not yet in private memory. */
struct RequestsStore
{
  RequestsStore *next;
  Row row;
};

/* ---- settings ------------------------------------------------------------------------------------------------------ */

static int
add_memory (Requests *self,
            uint32_t number)
{
  uint32_t *wider = realloc (self->memories, (self->n_memories + 1) * sizeof *wider);

  if (wider == NULL)
    return 0;
  self->memories = wider;
  self->memories[self->n_memories++] = number;
  return 1;
}

/* name[*] is name[0], name[1] and so on, or else a component called name: an array of one is found by either. */
static int
add_array (Requests *self,
           const HdHost *host,
           HdComponentContext *context,
           const char *name,
           size_t length)
{
  char path[MOST_PATH + 32];
  uint32_t found;

  for (uint32_t i = 0;; i++)
    {
      snprintf (path, sizeof path, "%.*s[%" PRIu32 "]", (int) length, name, i);
      found = host->find (context, path);
      if (found == HD_NO_NODE && i > 0)
        return 1;
      if (found == HD_NO_NODE)
        break;
      if (!add_memory (self, found))
        return 0;
    }
  snprintf (path, sizeof path, "%.*s", (int) length, name);
  found = host->find (context, path);
  return found == HD_NO_NODE || add_memory (self, found);
}

/* An array may have no elements: who reads and writes nothing needs no memory. */
static int
find_memories (Requests *self,
               const HdHost *host,
               HdComponentContext *context)
{
  const char *at = host->text (context, REQUESTS_MEMORIES);
  char why[MOST_PATH + 128];

  for (at += strspn (at, " "); *at != '\0'; at += strspn (at, " "))
    {
      size_t length = strcspn (at, " ");
      uint32_t n_before = self->n_memories;
      int is_array = length > 3 && strncmp (at + length - 3, "[*]", 3) == 0;
      char path[MOST_PATH];

      if (length < sizeof path && is_array)
        add_array (self, host, context, at, length - 3);
      else if (length < sizeof path)
        {
          snprintf (path, sizeof path, "%.*s", (int) length, at);
          if (host->find (context, path) != HD_NO_NODE)
            add_memory (self, host->find (context, path));
        }
      if (self->n_memories == n_before && !is_array)
        {
          snprintf (why, sizeof why, "“memories” names “%.*s”, and no component has that path", (int) (length < MOST_PATH ? length : MOST_PATH), at);
          host->fail (context, why);
          return 0;
        }
      at += length;
    }
  return 1;
}

static int
check_settings (const Requests *self,
                const HdHost *host,
                HdComponentContext *context)
{
  char why[256];

  if (self->interleave % CHIPLET_LINE != 0)
    snprintf (why, sizeof why, "“interleave” is %" PRIu64 " B; it is whole lines of %d B", self->interleave, CHIPLET_LINE);
  else if (self->shared_base < self->private_size)
    snprintf (why, sizeof why, "the ranges overlap: private memory has the addresses up to %" PRIu64 ", shared memory begins at %" PRIu64, self->private_size, self->shared_base);
  else if (self->private_base > 0 && self->is_through_private)
    snprintf (why, sizeof why, "“through-private” takes private memory beside the chiplet, and “private-via-noi” has it in the shared memories; at most one of them");
  else if (self->private_base > 0 && host->self (context) >= (UINT64_MAX - PRIVATE_RANGES) / PRIVATE_RANGE)
    snprintf (why, sizeof why, "there are no addresses left for the private memory of component %" PRIu32, host->self (context));
  else if (host->parameter (context, REQUESTS_CLOCK) != (double) self->hertz)
    snprintf (why, sizeof why, "“clock” is %.17g Hz; it is a whole number of hertz", host->parameter (context, REQUESTS_CLOCK));
  else
    return 1;
  host->fail (context, why);
  return 0;
}

int
requests_init (Requests *self,
               const HdHost *host,
               HdComponentContext *context,
               const RequestsOwner *class,
               void *owner)
{
  self->class = class;
  self->owner = owner;
  self->hertz = (uint64_t) host->parameter (context, REQUESTS_CLOCK);
  self->private_size = (uint64_t) host->parameter (context, REQUESTS_PRIVATE_SIZE);
  self->private_latency = (uint32_t) host->parameter (context, REQUESTS_PRIVATE_LATENCY);
  self->shared_base = (uint64_t) host->parameter (context, REQUESTS_SHARED_BASE);
  self->shared_size = (uint64_t) host->parameter (context, REQUESTS_SHARED_SIZE);
  self->interleave = (uint64_t) host->parameter (context, REQUESTS_INTERLEAVE);
  self->header = (uint64_t) host->parameter (context, REQUESTS_HEADER);
  self->is_to_any = host->parameter (context, REQUESTS_TARGET) == REQUESTS_TO_ANY;
  if (host->parameter (context, REQUESTS_PRIVATE_VIA_NOI) > 0)
    self->private_base = PRIVATE_RANGES + PRIVATE_RANGE * host->self (context);
  self->is_through_private = host->parameter (context, REQUESTS_THROUGH_PRIVATE) > 0;
  self->n_slots = (uint32_t) host->parameter (context, REQUESTS_REQUEST_QUEUE);
  self->n_replies = (uint32_t) host->parameter (context, REQUESTS_REPLY_QUEUE);
  self->is_logged = host->parameter (context, REQUESTS_LOG) > 0;
  self->is_shown = host->shows (context, REQUESTS_LANE);
  self->slots = calloc (self->n_slots, sizeof *self->slots);
  self->free_slots = calloc (self->n_slots, sizeof *self->free_slots);
  if (self->slots == NULL || self->free_slots == NULL)
    {
      host->fail (context, "there is no memory for its request queue");
      return 0;
    }
  for (uint32_t i = 0; i < self->n_slots; i++)
    self->free_slots[i] = self->n_slots - 1 - i;
  self->n_free = self->n_slots;
  return check_settings (self, host, context) && find_memories (self, host, context);
}

static void
free_all (RequestsOpen *first)
{
  while (first != NULL)
    {
      RequestsOpen *next = first->next;

      free (first);
      first = next;
    }
}

/* An access of which all lines were sent is only in its slots, the last of which ends it. */
void
requests_clear (Requests *self)
{
  for (uint32_t i = 0; self->slots != NULL && i < self->n_slots; i++)
    {
      RequestsOpen *open = self->slots[i].open;

      if (open == NULL)
        continue;
      for (uint32_t k = i + 1; k < self->n_slots; k++)
        if (self->slots[k].open == open)
          self->slots[k].open = NULL;
      if (open->n_sent == open->size)
        free (open);
    }
  free_all (self->first);
  free_all (self->private_first);
  for (RequestsStore *store = self->store_first, *next; store != NULL; store = next)
    {
      next = store->next;
      free (store);
    }
  free (self->slots);
  free (self->free_slots);
  free (self->memories);
  image_clear (&self->image);
}

/* ---- addresses ----------------------------------------------------------------------------------------------------- */

int
requests_check (const Requests *self,
                uint64_t address,
                uint64_t size,
                char *out_why,
                size_t n_why)
{
  int is_private = address < self->private_size;
  int is_shared = address >= self->shared_base && address - self->shared_base < self->shared_size;
  uint64_t left = is_private ? self->private_size - address : self->shared_size - (address - self->shared_base);

  if (!is_private && !is_shared)
    snprintf (out_why, n_why, "address 0x%" PRIx64 " is neither private (below 0x%" PRIx64 ") nor shared (0x%" PRIx64 " to 0x%" PRIx64 ")", address,
              self->private_size, self->shared_base, self->shared_base + self->shared_size - 1);
  else if (size > left)
    snprintf (out_why, n_why, "access 0x%" PRIx64 "+%" PRIu64 " leaves the %s range, which ends at 0x%" PRIx64, address, size, is_private ? "private" : "shared",
              address + left - 1);
  else if ((is_shared || self->private_base > 0) && self->n_memories == 0)
    snprintf (out_why, n_why, "address 0x%" PRIx64 " is reached over the network, and “memories” names no memory", address);
  else
    return 1;
  return 0;
}

/* @address: in the memories */
static uint32_t
find_memory (const Requests *self,
             const HdHost *host,
             HdComponentContext *context,
             uint64_t address)
{
  uint64_t base = address < PRIVATE_RANGES ? self->shared_base : self->private_base;

  if (self->is_to_any)
    return self->memories[(host->random (context, 0) >> 32) * self->n_memories >> 32];
  return self->memories[(address - base) / self->interleave % self->n_memories];
}

/* ---- lines --------------------------------------------------------------------------------------------------------- */

static int64_t
max (int64_t one,
     int64_t other)
{
  return one > other ? one : other;
}

/* At the cycle's end, so that who asks in a cycle does so after whatever happens at its beginning. */
static int64_t
get_delay (const Requests *self,
           const HdHost *host,
           HdComponentContext *context,
           uint64_t cycle)
{
  return max (clock_get_time (self->hertz, cycle) + 1 - host->now (context), 0);
}

static int
has_room (const Requests *self)
{
  return self->n_free > 0 && (self->first->is_write || self->n_reading < self->n_replies);
}

/* The next line of the first access: once it is read from private memory, and not before those that were asked for earlier. */
static void
send_line (Requests *self,
           const HdHost *host,
           HdComponentContext *context,
           int64_t delay)
{
  RequestsOpen *open = self->first;
  uint64_t address = open->address + open->n_sent;
  uint32_t left = open->size - open->n_sent, room = CHIPLET_LINE - (uint32_t) (address % CHIPLET_LINE);
  uint32_t number = self->free_slots[--self->n_free], size = left < room ? left : room, memory = find_memory (self, host, context, address);
  ChipletLine line = { .address = address, .size = size, .slot = number, .writer = open->is_write && self->is_logged ? host->self (context) : HD_NO_NODE, .number = self->n_lines };
  unsigned char payload[sizeof line + CHIPLET_LINE];
  uint64_t n_data = open->is_write ? size : 0;
  int64_t now = host->now (context);

  self->sent = max (max (now + delay, open->taken), self->sent);
  memcpy (payload, &line, sizeof line);
  memcpy (payload + sizeof line, open->data + open->n_sent, n_data);
  self->slots[number] = (RequestsSlot){ open, self->n_lines++, open->n_sent, size, memory, self->sent };
  self->n_reading += !open->is_write;
  open->n_sent += size;
  host->dispatch (context, self->sent - now, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = memory, .kind = open->is_write ? CHIPLET_WRITE : CHIPLET_READ,
                                                            .bytes = self->header + n_data, .payload = payload, .payload_bytes = sizeof line + n_data });
}

/* Sends what there is room for. */
static void
send_lines (Requests *self,
            const HdHost *host,
            HdComponentContext *context,
            uint64_t cycle)
{
  int64_t delay = get_delay (self, host, context, cycle);

  while (self->first != NULL && has_room (self))
    {
      RequestsOpen *open = self->first;

      send_line (self, host, context, delay);
      if (open->n_sent < open->size)
        continue;
      self->first = open->next;
      open->next = NULL;
      if (self->first == NULL)
        self->last = NULL;
      if (open->had_to_wait)
        self->class->accepted (host, context, self->owner, open->tag);
    }
  host->sample (context, REQUESTS_OUTSTANDING, self->n_slots - self->n_free);
}

static void
append (RequestsOpen **first,
        RequestsOpen **last,
        RequestsOpen *open)
{
  if (*last != NULL)
    (*last)->next = open;
  else
    *first = open;
  *last = open;
}

/* It is done in order, a latency later. */
static void
begin_private (Requests *self,
               const HdHost *host,
               HdComponentContext *context,
               uint64_t cycle,
               RequestsOpen *open)
{
  int64_t delay = max (clock_get_time (self->hertz, cycle + self->private_latency) - host->now (context), 0);

  open->taken = host->now (context) + delay;
  append (&self->private_first, &self->private_last, open);
  host->wake (context, delay, &(HdMessage){ .kind = REQUESTS_WAKE_PRIVATE });
}

/* What is written to shared memory is read first, however much else is. */
static void
take_from_private (Requests *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   uint64_t cycle,
                   RequestsOpen *open)
{
  open->taken = open->asked + get_delay (self, host, context, cycle + self->private_latency);
  if (self->is_shown)
    host->span (context, REQUESTS_LANE, REQUESTS_TAKING, open->asked, open->taken);
}

int
requests_begin (Requests *self,
                const HdHost *host,
                HdComponentContext *context,
                uint64_t cycle,
                const RequestsAccess *access)
{
  RequestsOpen *open = malloc (sizeof *open + access->size);
  int64_t now = host->now (context);
  int is_waiting;

  if (open == NULL)
    {
      host->fail (context, "there is no memory for what it asks");
      return 1;
    }
  *open = (RequestsOpen){ .tag = access->tag, .address = access->address, .size = access->size, .is_write = access->data != NULL, .asked = now, .taken = now };
  if (access->data != NULL)
    memcpy (open->data, access->data, access->size);
  self->n_open++;
  if (access->address < self->private_size && self->private_base == 0)
    {
      begin_private (self, host, context, cycle, open);
      return 1;
    }
  if (access->address < self->private_size)
    open->address += self->private_base;
  else if (self->is_through_private && open->is_write)
    take_from_private (self, host, context, cycle, open);
  append (&self->first, &self->last, open);
  send_lines (self, host, context, cycle);
  is_waiting = self->last == open;
  open->had_to_wait = is_waiting;
  return !is_waiting;
}

/* ---- answers ------------------------------------------------------------------------------------------------------- */

static void
finish (Requests *self,
        const HdHost *host,
        HdComponentContext *context,
        RequestsOpen *open)
{
  self->n_open--;
  self->class->done (host, context, self->owner, open->tag, open->is_write ? NULL : open->data);
  free (open);
}

/* "0.000000049000": picoseconds are exact in seconds. Nothing if it has not come. */
static size_t
write_time (char *out,
            size_t room,
            int64_t time)
{
  if (time == NOT_YET)
    return (size_t) snprintf (out, room, ",");
  return (size_t) snprintf (out, room, ",%" PRId64 ".%012" PRId64, time / PICOSECONDS, time % PICOSECONDS);
}

/* A row of the log. */
static void
log_row (Requests *self,
         const HdHost *host,
         HdComponentContext *context,
         const Row *row)
{
  static const char head[] = "transfer,kind,address,bytes,component,writer,write,asked_s,taken_s,sent_s,entered_s,arrived_s,served_s,reply_entered_s,answered_s,stored_s\n";
  const int64_t times[] = { row->asked, row->taken, row->sent, row->entered, row->begun, row->served, row->reply_entered, row->answered, row->stored };
  char path[MOST_PATH], text[2 * MOST_PATH + 448];
  size_t n;

  if (!self->has_logged)
    host->write (context, REQUESTS_TRANSFERS, head, strlen (head));
  self->has_logged = 1;
  host->path (context, row->memory, path, sizeof path);
  n = (size_t) snprintf (text, sizeof text, "%" PRIu64 ",%s,0x%" PRIx64 ",%" PRIu32 ",%s", row->number, row->is_write ? "write" : "read", row->address, row->size, path);
  if (row->writer == HD_NO_NODE)
    n += (size_t) snprintf (text + n, sizeof text - n, ",,");
  else
    {
      host->path (context, row->writer, path, sizeof path);
      n += (size_t) snprintf (text + n, sizeof text - n, ",%s,%" PRIu64, path, row->write);
    }
  for (size_t i = 0; i < sizeof times / sizeof *times; i++)
    n += write_time (text + n, sizeof text - n, times[i]);
  text[n++] = '\n';
  host->write (context, REQUESTS_TRANSFERS, text, n);
}

/* What was read is on its way into private memory, behind all that was before. Its place in the reply queue is free once it is there. */
static void
store (Requests *self,
       const HdHost *host,
       HdComponentContext *context,
       const Row *row)
{
  int64_t delay = max (clock_get_time (self->hertz, clock_get_cycle (self->hertz, row->answered) + self->private_latency) - row->answered, 0);
  RequestsStore *store = malloc (sizeof *store);

  if (store == NULL)
    {
      host->fail (context, "there is no memory for what it stores");
      return;
    }
  *store = (RequestsStore){ .row = *row };
  store->row.stored = row->answered + delay;
  if (self->store_last != NULL)
    self->store_last->next = store;
  else
    self->store_first = store;
  self->store_last = store;
  if (self->is_shown)
    host->span (context, REQUESTS_LANE, REQUESTS_STORING, row->answered, store->row.stored);
  host->wake (context, delay, &(HdMessage){ .kind = REQUESTS_WAKE_STORED });
}

/* All of a line is done. */
static void
end_line (Requests *self,
          const HdHost *host,
          HdComponentContext *context,
          const Row *row)
{
  self->n_reading -= !row->is_write;
  if (self->is_logged)
    log_row (self, host, context, row);
}

static void
show (Requests *self,
      const HdHost *host,
      HdComponentContext *context,
      const RequestsSlot *slot,
      const HdDispatch *dispatch)
{
  const ChipletLine *line = dispatch->payload;
  int is_private = line->address >= PRIVATE_RANGES;
  Row row = { .number = slot->number, .address = line->address - (is_private ? self->private_base : 0), .write = line->number, .size = slot->size, .memory = dispatch->peer,
              .writer = slot->open->is_write ? HD_NO_NODE : line->writer, .is_write = slot->open->is_write, .asked = slot->open->asked, .taken = slot->open->taken,
              .sent = slot->sent, .entered = line->entered, .begun = line->begun, .served = line->served, .reply_entered = dispatch->entered,
              .answered = host->now (context), .stored = host->now (context) };

  if (self->is_shown)
    host->span (context, REQUESTS_LANE, row.is_write ? REQUESTS_WRITING : REQUESTS_READING, row.sent, row.answered);
  if (self->is_through_private && !row.is_write)
    store (self, host, context, &row);
  else
    end_line (self, host, context, &row);
}

static void
count (Requests *self,
       const HdHost *host,
       HdComponentContext *context,
       const RequestsSlot *slot)
{
  if (slot->open->is_write)
    self->bytes_written += slot->size;
  else
    self->bytes_read += slot->size;
  host->sample (context, slot->open->is_write ? REQUESTS_BYTES_WRITTEN : REQUESTS_BYTES_READ,
                (double) (slot->open->is_write ? self->bytes_written : self->bytes_read));
}

/* Whether a dispatch answers what is in a slot. */
static int
is_answer (const Requests *self,
           const HdDispatch *dispatch)
{
  const ChipletLine *line = dispatch->payload;
  const RequestsSlot *slot;

  if ((dispatch->kind != CHIPLET_DATA && dispatch->kind != CHIPLET_ACK) || dispatch->payload_bytes < sizeof *line || line->slot >= self->n_slots)
    return 0;
  slot = &self->slots[line->slot];
  return slot->open != NULL && slot->open->is_write == (dispatch->kind == CHIPLET_ACK) && line->address == slot->open->address + slot->offset &&
         line->size == slot->size && dispatch->payload_bytes == sizeof *line + (slot->open->is_write ? 0 : slot->size);
}

int
requests_deliver (Requests *self,
                  const HdHost *host,
                  HdComponentContext *context,
                  const HdDispatch *dispatch)
{
  const ChipletLine *line = dispatch->payload;
  RequestsSlot *slot;
  RequestsOpen *open;

  if (!is_answer (self, dispatch))
    return 0;
  slot = &self->slots[line->slot];
  open = slot->open;
  memcpy (open->data + slot->offset, line + 1, open->is_write ? 0 : slot->size);
  show (self, host, context, slot, dispatch);
  count (self, host, context, slot);
  open->n_answered += slot->size;
  slot->open = NULL;
  self->free_slots[self->n_free++] = line->slot;
  if (open->n_answered == open->size)
    finish (self, host, context, open);
  send_lines (self, host, context, clock_get_cycle (self->hertz, host->now (context)));
  return 1;
}

static int
compare_numbers (const void *one,
                 const void *other)
{
  uint64_t a = ((const Row *) one)->number, b = ((const Row *) other)->number;

  return a < b ? -1 : a > b;
}

/* Of what is on its way nobody here knows more than when it was sent. */
static Row
make_open_row (const Requests *self,
               const RequestsSlot *slot)
{
  const RequestsOpen *open = slot->open;
  uint64_t address = open->address + slot->offset;

  return (Row){ .number = slot->number, .address = address - (address >= PRIVATE_RANGES ? self->private_base : 0), .size = slot->size, .memory = slot->memory, .writer = HD_NO_NODE,
                .is_write = open->is_write, .asked = open->asked, .taken = open->taken, .sent = slot->sent, .entered = NOT_YET, .begun = NOT_YET, .served = NOT_YET,
                .reply_entered = NOT_YET, .answered = NOT_YET, .stored = NOT_YET };
}

/* As far as it has come: first what is on its way into private memory, then what was not answered. */
void
requests_finish (Requests *self,
                 const HdHost *host,
                 HdComponentContext *context)
{
  uint32_t n = 0;
  Row *rows;

  if (!self->is_logged || (rows = calloc (self->n_slots, sizeof *rows)) == NULL)
    return;
  for (const RequestsStore *store = self->store_first; store != NULL; store = store->next)
    {
      Row row = store->row;

      row.stored = NOT_YET;
      log_row (self, host, context, &row);
    }
  for (uint32_t i = 0; i < self->n_slots; i++)
    if (self->slots[i].open != NULL)
      rows[n++] = make_open_row (self, &self->slots[i]);
  qsort (rows, n, sizeof *rows, compare_numbers);
  for (uint32_t i = 0; i < n; i++)
    log_row (self, host, context, &rows[i]);
  free (rows);
}

static void
end_stores (Requests *self,
            const HdHost *host,
            HdComponentContext *context)
{
  while (self->store_first != NULL && self->store_first->row.stored <= host->now (context))
    {
      RequestsStore *store = self->store_first;

      self->store_first = store->next;
      if (self->store_first == NULL)
        self->store_last = NULL;
      end_line (self, host, context, &store->row);
      free (store);
    }
  send_lines (self, host, context, clock_get_cycle (self->hertz, host->now (context)));
}

static void
end_private (Requests *self,
             const HdHost *host,
             HdComponentContext *context)
{
  while (self->private_first != NULL && self->private_first->taken <= host->now (context))
    {
      RequestsOpen *open = self->private_first;

      self->private_first = open->next;
      if (self->private_first == NULL)
        self->private_last = NULL;
      if (!open->is_write)
        image_read (&self->image, open->address, open->data, open->size);
      else if (!image_write (&self->image, open->address, open->data, open->size))
        host->fail (context, "there is no memory for its private bytes");
      finish (self, host, context, open);
    }
}

void
requests_wake (Requests *self,
               const HdHost *host,
               HdComponentContext *context,
               uint32_t kind)
{
  if (kind == REQUESTS_WAKE_STORED)
    end_stores (self, host, context);
  else
    end_private (self, host, context);
}
