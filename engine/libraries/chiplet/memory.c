/* memory.c: memory that chiplets share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * It has the bytes, and a latency: what comes is done that much later, in the order in which it came; what came at one moment, in the order of those who
 * sent it and of their slots. Answers share the way back as all messages do, so that no bandwidth is its own.
 */
#include "chiplet.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accesses.h"
#include "image.h"

enum { PARAMETER_LATENCY, PARAMETER_CAPACITY, PARAMETER_HEADER };
enum { PORT_NET };
enum { PROBE_READS, PROBE_WRITES, PROBE_WAITING };
enum { OUTPUT_ACCESSES };

#define LINE_SHIFT 7 /* of CHIPLET_LINE */
#define WORD 4       /* bytes whose last writer is known */
#define MOST_PATH 512

typedef struct
{
  int64_t due;
  uint32_t peer, kind;
  ChipletLine line;
  unsigned char data[CHIPLET_LINE];
} Job;

/* Who wrote a word last, if anybody is to know: @n is which write of this memory that was, from 1 on. */
typedef struct
{
  uint64_t n, number;
  uint32_t writer;
} Mark;

/* A ring, in the order of what is to be done. */
typedef struct
{
  Image image;
  Image marks; /* by word; empty while nobody is to know */
  Accesses accesses;
  Job *jobs;
  uint32_t first, n, n_places;
  int64_t latency;
  uint64_t capacity, header;
  uint64_t n_reads, n_writes;
} Memory;

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Memory *self = state;

  self->latency = (int64_t) (host->parameter (context, PARAMETER_LATENCY) * 1e12 + 0.5);
  self->capacity = (uint64_t) host->parameter (context, PARAMETER_CAPACITY);
  self->header = (uint64_t) host->parameter (context, PARAMETER_HEADER);
  self->accesses.shift = LINE_SHIFT;
}

static void
clear (void *state)
{
  Memory *self = state;

  image_clear (&self->image);
  image_clear (&self->marks);
  accesses_clear (&self->accesses);
  free (self->jobs);
}

/* ---- jobs ---------------------------------------------------------------------------------------------------------- */

static Job *
get_job (Memory *self,
         uint32_t n)
{
  return &self->jobs[(self->first + n) % self->n_places];
}

static int
make_room (Memory *self)
{
  uint32_t n_places = self->n_places == 0 ? 64 : 2 * self->n_places;
  Job *jobs;

  if (self->n < self->n_places)
    return 1;
  jobs = malloc (n_places * sizeof *jobs);
  if (jobs == NULL)
    return 0;
  for (uint32_t i = 0; i < self->n; i++)
    jobs[i] = *get_job (self, i);
  free (self->jobs);
  self->jobs = jobs;
  self->first = 0;
  self->n_places = n_places;
  return 1;
}

static int
is_before (const Job *one,
           const Job *other)
{
  if (one->due != other->due)
    return one->due < other->due;
  return one->peer != other->peer ? one->peer < other->peer : one->line.slot < other->line.slot;
}

static void
insert (Memory *self,
        const Job *job)
{
  uint32_t at = self->n++;

  for (; at > 0 && is_before (job, get_job (self, at - 1)); at--)
    *get_job (self, at) = *get_job (self, at - 1);
  *get_job (self, at) = *job;
}

/* ---- who wrote what ------------------------------------------------------------------------------------------------ */

/* Words of which only some bytes are written are its too. */
static int
mark (Memory *self,
      const Job *job)
{
  uint64_t first = job->line.address / WORD, n = (job->line.address + job->line.size - 1) / WORD - first + 1;
  Mark marks[CHIPLET_LINE / WORD + 1] = { 0 };

  if (job->line.writer == HD_NO_NODE && self->marks.n_pages == 0)
    return 1;
  for (uint64_t i = 0; i < n && job->line.writer != HD_NO_NODE; i++)
    marks[i] = (Mark){ .n = self->n_writes, .number = job->line.number, .writer = job->peer };
  return image_write (&self->marks, first * sizeof *marks, marks, n * sizeof *marks);
}

/* The last of those who wrote what is read. */
static void
find_writer (const Memory *self,
             ChipletLine *line)
{
  uint64_t first = line->address / WORD, n = (line->address + line->size - 1) / WORD - first + 1;
  Mark marks[CHIPLET_LINE / WORD + 1];
  const Mark *last = marks;

  line->writer = HD_NO_NODE;
  if (self->marks.n_pages == 0)
    return;
  image_read (&self->marks, first * sizeof *marks, marks, n * sizeof *marks);
  for (uint64_t i = 1; i < n; i++)
    if (marks[i].n > last->n)
      last = &marks[i];
  if (last->n == 0)
    return;
  line->writer = last->writer;
  line->number = last->number;
}

/* ---- answers ------------------------------------------------------------------------------------------------------- */

static void
answer (const HdHost *host,
        HdComponentContext *context,
        const Memory *self,
        const Job *job)
{
  unsigned char payload[sizeof (ChipletLine) + CHIPLET_LINE];
  uint32_t size = job->kind == CHIPLET_READ ? job->line.size : 0;

  memcpy (payload, &job->line, sizeof job->line);
  image_read (&self->image, job->line.address, payload + sizeof job->line, size);
  host->dispatch (context, 0, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = job->peer, .kind = size > 0 ? CHIPLET_DATA : CHIPLET_ACK,
                                             .bytes = self->header + size, .payload = payload, .payload_bytes = sizeof job->line + size });
}

static void
do_job (const HdHost *host,
        HdComponentContext *context,
        Memory *self,
        Job *job)
{
  char why[128];

  job->line.served = host->now (context);
  self->n_reads += job->kind == CHIPLET_READ;
  self->n_writes += job->kind == CHIPLET_WRITE;
  if (job->kind == CHIPLET_READ)
    find_writer (self, &job->line);
  else if (!image_write (&self->image, job->line.address, job->data, job->line.size) || !mark (self, job))
    host->fail (context, "there is no memory for its bytes");
  if ((uint64_t) self->image.n_pages * IMAGE_PAGE > self->capacity)
    {
      snprintf (why, sizeof why, "more than its capacity of %" PRIu64 " bytes is written to, in pages of %d", self->capacity, IMAGE_PAGE);
      host->fail (context, why);
    }
  if (!accesses_add (&self->accesses, job->line.address, job->line.size, job->peer, job->kind == CHIPLET_WRITE))
    host->fail (context, "there is no memory for what it counts");
  host->record (context, job->kind, job->line.address);
  answer (host, context, self, job);
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Memory *self = state;
  int64_t now = host->now (context);

  while (self->n > 0 && get_job (self, 0)->due <= now)
    {
      do_job (host, context, self, get_job (self, 0));
      self->first = (self->first + 1) % self->n_places;
      self->n--;
    }
  host->sample (context, PROBE_READS, (double) self->n_reads);
  host->sample (context, PROBE_WRITES, (double) self->n_writes);
  host->sample (context, PROBE_WAITING, self->n);
}

/* Whether somebody sent what a memory takes: any library may be at the other end of the network. */
static int
is_line (const HdDispatch *dispatch)
{
  const ChipletLine *line = dispatch->payload;
  uint64_t n_data;

  if (dispatch->payload_bytes < sizeof *line || (dispatch->kind != CHIPLET_READ && dispatch->kind != CHIPLET_WRITE))
    return 0;
  n_data = dispatch->payload_bytes - sizeof *line;
  return line->size >= 1 && line->size <= CHIPLET_LINE && n_data == (dispatch->kind == CHIPLET_WRITE ? line->size : 0);
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  Memory *self = state;
  Job job = { .due = host->now (context) + self->latency, .peer = dispatch->peer, .kind = dispatch->kind };

  if (!is_line (dispatch))
    {
      host->fail (context, "it takes reads and writes of chiplets, of 1 to 128 bytes");
      return;
    }
  memcpy (&job.line, dispatch->payload, sizeof job.line);
  memcpy (job.data, (const unsigned char *) dispatch->payload + sizeof job.line, dispatch->payload_bytes - sizeof job.line);
  job.line.entered = dispatch->entered;
  job.line.begun = host->now (context);
  if (!make_room (self))
    {
      host->fail (context, "there is no memory for what waits");
      return;
    }
  insert (self, &job);
  host->wake (context, self->latency, &(HdMessage){ 0 });
}

/* A row for each block and each who asked: where it begins, its bytes, who, and how many bytes were read and written there. */
static void
write_accesses (const HdHost *host,
                HdComponentContext *context,
                Accesses *accesses)
{
  static const char head[] = "address,bytes,component,read_bytes,written_bytes\n";
  const AccessesCount *counts = accesses_sort (accesses);

  if (accesses->n > 0)
    host->write (context, OUTPUT_ACCESSES, head, strlen (head));
  for (size_t i = 0; i < accesses->n; i++)
    {
      char path[MOST_PATH], text[MOST_PATH + 96];

      host->path (context, counts[i].peer, path, sizeof path);
      host->write (context, OUTPUT_ACCESSES, text,
                   (size_t) snprintf (text, sizeof text, "0x%" PRIx64 ",%" PRIu64 ",%s,%" PRIu64 ",%" PRIu64 "\n", counts[i].block << accesses->shift,
                                      UINT64_C (1) << accesses->shift, path, counts[i].bytes_read, counts[i].bytes_written));
    }
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  write_accesses (host, context, &((Memory *) state)->accesses);
}

/* Sorted they could not be counted on. */
static void
show (const HdHost *host,
      HdComponentContext *context,
      const void *state)
{
  Accesses copy;

  if (!accesses_copy (&((const Memory *) state)->accesses, &copy))
    return;
  write_accesses (host, context, &copy);
  accesses_clear (&copy);
}

static const HdParameter parameters[] = {
  [PARAMETER_LATENCY] = { .size = sizeof (HdParameter), .key = "latency", .title = N_("Latency"), .kind = HD_PARAMETER_QUANTITY, .unit = "s",
    .default_text = "142857 ps", .maximum = 1, .pleasant_maximum = 1e-6,
    .help = N_("From the arrival of a request to its answer; 100 cycles of a chiplet of 700 MHz."),
    .source = "GPGPU-Sim, SM2_GTX480: latency of DRAM" },
  [PARAMETER_CAPACITY] = { .size = sizeof (HdParameter), .key = "capacity", .title = N_("Capacity"), .kind = HD_PARAMETER_QUANTITY, .unit = "B",
    .default_text = "64 MiB", .minimum = 4096, .maximum = 17179869184.0, .help = N_("Bytes that it can hold.") },
  [PARAMETER_HEADER] = { .size = sizeof (HdParameter), .key = "header", .title = N_("Header"), .kind = HD_PARAMETER_QUANTITY, .unit = "B",
    .default_text = "32 B", .minimum = 1, .maximum = 4096, .help = N_("Bytes of an answer beside its data.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_NET] = { .size = sizeof (HdPort), .name = "net", .title = N_("Network"), .protocol = "*", .mandatory = 1, .help = N_("To the network on the interposer.") },
  { 0 },
};
static const HdProbe probes[] = {
  [PROBE_READS] = { .size = sizeof (HdProbe), .name = "reads", .title = N_("Reads"), .unit = "", .help = N_("lines that were read"), .summary = HD_SUMMARY_SUM },
  [PROBE_WRITES] = { .size = sizeof (HdProbe), .name = "writes", .title = N_("Writes"), .unit = "", .help = N_("lines that were written"), .summary = HD_SUMMARY_SUM },
  [PROBE_WAITING] = { .size = sizeof (HdProbe), .name = "waiting", .title = N_("Waiting"), .unit = "", .help = N_("requests that are there and not done") },
  { 0 },
};
static const HdOutput outputs[] = {
  [OUTPUT_ACCESSES] = { .size = sizeof (HdOutput), .name = "accesses.csv", .title = N_("Accesses"),
    .help = N_("A row for each block of addresses and each chiplet that was there: where it begins, its bytes, the chiplet, and the bytes that it read and wrote."),
    .maximum_bytes = 1 << 26, .kind = HD_OUTPUT_ACCESSES },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Memory), .start = start, .receive = receive, .finish = finish, .show = show, .deliver = deliver, .clear = clear,
};
const HdComponentType chiplet_memory = {
  .size = sizeof (HdComponentType), .id = "memory", .title = N_("Shared memory"), .category = CHIPLET_CATEGORY, .symbol = "memory",
  .help = N_("Memory that chiplets read and write over the network; it holds the bytes."), .role = HD_ROLE_MEMORY,
  .parameters = parameters, .ports = ports, .probes = probes, .outputs = outputs, .handlers = &handlers,
};
