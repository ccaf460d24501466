/* requests.h: what a chiplet asks of memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A chiplet sees two ranges of addresses: its own, which nobody else sees, and that which all share. An access to the shared one, and to the private one
 * where that lies in the memories as well, goes over the network as lines, each to the memory that has its address: memories take turns by `interleave` bytes. Each line takes a slot of the request queue from when it
 * is sent to its answer, and a line that is read takes one of the reply queue as well, so that its answer always has a place. Lines go in order: one that has to wait holds
 * up all behind it.
 *
 * With `through-private` what is shared comes from private memory and goes there: a line that is written has its place in the request queue from when it is asked for, but is sent
 * only once it has been read there, and one that is read keeps its place in the reply queue until it is stored there, while its chiplet has it already and goes on.
 *
 * What every kind of chiplet has for this comes first in its tables: REQUESTS_PARAMETERS and the like.
 */
#pragma once

#include "chiplet.h"
#include "image.h"

/* Places in a chiplet's tables; its own begin at the last of each. */
enum
{
  REQUESTS_CLOCK,
  REQUESTS_MEMORIES,
  REQUESTS_PRIVATE_SIZE,
  REQUESTS_PRIVATE_LATENCY,
  REQUESTS_PRIVATE_VIA_NOI,
  REQUESTS_THROUGH_PRIVATE,
  REQUESTS_SHARED_BASE,
  REQUESTS_SHARED_SIZE,
  REQUESTS_INTERLEAVE,
  REQUESTS_TARGET,
  REQUESTS_REQUEST_QUEUE,
  REQUESTS_REPLY_QUEUE,
  REQUESTS_HEADER,
  REQUESTS_LOG,
  REQUESTS_N_PARAMETERS,
};
enum { REQUESTS_TO_ADDRESS, REQUESTS_TO_ANY }; /* REQUESTS_TARGET */
enum { REQUESTS_NET, REQUESTS_N_PORTS };
enum { REQUESTS_OUTSTANDING, REQUESTS_BYTES_READ, REQUESTS_BYTES_WRITTEN, REQUESTS_N_PROBES };
enum { REQUESTS_LANE, REQUESTS_N_LANES };
enum { REQUESTS_READING, REQUESTS_WRITING, REQUESTS_TAKING, REQUESTS_STORING, REQUESTS_N_ACTIVITIES };
enum { REQUESTS_TRANSFERS, REQUESTS_N_OUTPUTS };
enum { REQUESTS_WAKE_PRIVATE, REQUESTS_WAKE_STORED, REQUESTS_N_WAKES }; /* HdMessage.kind of wake-ups that are theirs */

extern const char *const requests_targets[];

#define REQUESTS_PARAMETERS \
  [REQUESTS_CLOCK] = { .size = sizeof (HdParameter), .key = "clock", .title = N_("Clock"), .kind = HD_PARAMETER_QUANTITY, .unit = "Hz", \
    .default_text = "700 MHz", .minimum = 1, .maximum = 1e12, .pleasant_minimum = 1e8, .pleasant_maximum = 3e9, \
    .help = N_("Cycles a second; a whole number of hertz."), .source = "GPGPU-Sim, SM2_GTX480" }, \
  [REQUESTS_MEMORIES] = { .size = sizeof (HdParameter), .key = "memories", .title = N_("Memories"), .kind = HD_PARAMETER_TEXT, .default_text = "memory[*]", \
    .help = N_("Paths of the shared memories, with spaces between them; name[*] is all of an array, or one of that name.") }, \
  [REQUESTS_PRIVATE_SIZE] = { .size = sizeof (HdParameter), .key = "private-size", .title = N_("Private memory"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", \
    .default_text = "1 GiB", .maximum = 1099511627776.0, .help = N_("Addresses from 0 on that no other chiplet sees; they are not reached over the network."), .group = N_("Addresses") }, \
  [REQUESTS_PRIVATE_LATENCY] = { .size = sizeof (HdParameter), .key = "private-latency", .title = N_("Private latency"), .kind = HD_PARAMETER_INTEGER, .unit = "", \
    .default_text = "100", .maximum = 1e6, .help = N_("Cycles that an access to private memory takes."), .source = "GPGPU-Sim, SM2_GTX480: latency of DRAM", .group = N_("Addresses") }, \
  [REQUESTS_PRIVATE_VIA_NOI] = { .size = sizeof (HdParameter), .key = "private-via-noi", .title = N_("Private over the network"), .kind = HD_PARAMETER_FLAG, .default_text = "false", \
    .help = N_("Whether private memory too lies in the shared memories, at addresses that no other chiplet has; else it takes its latency."), .group = N_("Addresses") }, \
  [REQUESTS_THROUGH_PRIVATE] = { .size = sizeof (HdParameter), .key = "through-private", .title = N_("Through private memory"), .kind = HD_PARAMETER_FLAG, .default_text = "false", \
    .help = N_("Whether what it writes to shared memory is read from private memory first, and what it reads is stored there; each takes the private latency, and keeps its place in a queue meanwhile."), \
    .group = N_("Addresses") }, \
  [REQUESTS_SHARED_BASE] = { .size = sizeof (HdParameter), .key = "shared-base", .title = N_("Shared from"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", \
    .default_text = "4 GiB", .maximum = 1125899906842624.0, .help = N_("The first address that all chiplets see."), .group = N_("Addresses") }, \
  [REQUESTS_SHARED_SIZE] = { .size = sizeof (HdParameter), .key = "shared-size", .title = N_("Shared memory"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", \
    .default_text = "64 MiB", .minimum = 128, .maximum = 1099511627776.0, .help = N_("Bytes that all chiplets see."), .group = N_("Addresses") }, \
  [REQUESTS_INTERLEAVE] = { .size = sizeof (HdParameter), .key = "interleave", .title = N_("Interleave"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", \
    .default_text = "4096 B", .minimum = CHIPLET_LINE, .maximum = 1073741824.0, .help = N_("Bytes after which it is the next memory's turn; whole lines of 128 bytes."), .group = N_("Addresses") }, \
  [REQUESTS_TARGET] = { .size = sizeof (HdParameter), .key = "target", .title = N_("Target"), .kind = HD_PARAMETER_CHOICE, .default_text = "address", .choices = requests_targets, \
    .help = N_("Which memory a line goes to: address: that whose turn it is; random: any, as the published simulator does, so that what is read is not what was written."), \
    .group = N_("Addresses") }, \
  [REQUESTS_REQUEST_QUEUE] = { .size = sizeof (HdParameter), .key = "request-queue", .title = N_("Request queue"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", \
    .default_text = "64", .minimum = 1, .maximum = 65536, .help = N_("Lines that were sent and are not answered; the chiplet stands still when there is no room."), \
    .source = "GPGPU-Sim, SM2_GTX480: queue of the DRAM scheduler", .group = N_("Queues") }, \
  [REQUESTS_REPLY_QUEUE] = { .size = sizeof (HdParameter), .key = "reply-queue", .title = N_("Reply queue"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", \
    .default_text = "116", .minimum = 1, .maximum = 65536, .help = N_("Lines that are read and not there yet; each has its place from when it is asked for."), \
    .source = "GPGPU-Sim, SM2_GTX480: return queue of DRAM", .group = N_("Queues") }, \
  [REQUESTS_HEADER] = { .size = sizeof (HdParameter), .key = "header", .title = N_("Header"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", \
    .default_text = "32 B", .minimum = 1, .maximum = 4096, .help = N_("Bytes of a request beside its data."), .group = N_("Queues") }, \
  [REQUESTS_LOG] = { .size = sizeof (HdParameter), .key = "log", .title = N_("Log"), .kind = HD_PARAMETER_FLAG, .default_text = "false", \
    .property = HD_PROPERTY_LOG, .help = N_("Whether the moments of each line are written to a file."), .group = N_("Queues") }

#define REQUESTS_PORTS \
  [REQUESTS_NET] = { .size = sizeof (HdPort), .name = "net", .title = N_("Network"), .protocol = "*", .mandatory = 1, .help = N_("To the network on the interposer.") }

#define REQUESTS_PROBES \
  [REQUESTS_OUTSTANDING] = { .size = sizeof (HdProbe), .name = "outstanding", .title = N_("Outstanding"), .unit = "", .help = N_("lines that were sent and are not answered") }, \
  [REQUESTS_BYTES_READ] = { .size = sizeof (HdProbe), .name = "bytes-read", .title = N_("Bytes read"), .unit = "B", .help = N_("over the network"), .summary = HD_SUMMARY_SUM }, \
  [REQUESTS_BYTES_WRITTEN] = { .size = sizeof (HdProbe), .name = "bytes-written", .title = N_("Bytes written"), .unit = "B", .help = N_("over the network"), .summary = HD_SUMMARY_SUM }

#define REQUESTS_LANES \
  [REQUESTS_LANE] = { .size = sizeof (HdLane), .name = "transfers", .title = N_("transfers"), .help = N_("Each line from when it is sent to its answer."), .is_detailed = 1 }

#define REQUESTS_ACTIVITIES \
  [REQUESTS_READING] = { .size = sizeof (HdActivity), .name = "read", .title = N_("read"), .kind = HD_ACTIVITY_TRANSFER }, \
  [REQUESTS_WRITING] = { .size = sizeof (HdActivity), .name = "write", .title = N_("write"), .kind = HD_ACTIVITY_MEMORY }, \
  [REQUESTS_TAKING] = { .size = sizeof (HdActivity), .name = "take", .title = N_("from private memory"), .kind = HD_ACTIVITY_MEMORY }, \
  [REQUESTS_STORING] = { .size = sizeof (HdActivity), .name = "store", .title = N_("to private memory"), .kind = HD_ACTIVITY_MEMORY }

#define REQUESTS_OUTPUTS \
  [REQUESTS_TRANSFERS] = { .size = sizeof (HdOutput), .name = "transfers.csv", .title = N_("Transfers"), \
    .help = N_("Each line, which write it took its data from, and when it was asked for, was read from private memory, was sent, went into the network, was at the memory, was done there, " \
               "when its answer went into the network, was there, and was stored in private memory. What had not come when the run ended is empty, or lies behind the end."), \
    .maximum_bytes = 1 << 28, .kind = HD_OUTPUT_TRANSFERS }

/**
 * RequestsOwner: the chiplet; @owner is its state
 * @accepted: all lines of an access that had to wait have been sent
 * @done: all are answered; @data (nullable): what was read
 */
typedef struct
{
  void (*accepted) (const HdHost *host, HdComponentContext *context, void *owner, uint64_t tag);
  void (*done) (const HdHost *host, HdComponentContext *context, void *owner, uint64_t tag, const unsigned char *data);
} RequestsOwner;

/** RequestsAccess: @data: (nullable): what is written; NULL to read */
typedef struct
{
  uint64_t tag; /* the owner's */
  uint64_t address;
  uint32_t size;
  const void *data;
} RequestsAccess;

typedef struct RequestsOpen RequestsOpen;
typedef struct RequestsSlot RequestsSlot;
typedef struct RequestsStore RequestsStore;

/** Requests: part of a chiplet's state */
typedef struct
{
  const RequestsOwner *class;
  void *owner;
  uint64_t hertz, private_size, shared_base, shared_size, interleave, header;
  uint32_t private_latency, n_slots, n_replies;
  uint32_t *memories; /* components' numbers */
  uint32_t n_memories;
  RequestsSlot *slots;
  uint32_t *free_slots;
  uint32_t n_free, n_reading;
  RequestsOpen *first, *last; /* with lines that were not sent */
  RequestsOpen *private_first, *private_last;
  RequestsStore *store_first, *store_last; /* lines on their way into private memory */
  int64_t sent;                            /* when the last line was, or will be */
  uint32_t n_open;            /* accesses that are not done */
  uint64_t n_lines, bytes_read, bytes_written;
  Image image; /* of the private range */
  uint64_t private_base; /* where the private range lies in the memories; 0 if it does not */
  int is_to_any, is_through_private;
  int is_shown, is_logged, has_logged;
} Requests;

/** requests_init: returns 0 after `fail`. @owner is the component's state */
int requests_init (Requests *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   const RequestsOwner *class,
                   void *owner);
void requests_clear (Requests *self);
/** requests_check: returns 0, with a sentence in @out_why, if an access is not within one of the ranges, or there is no memory for it */
int requests_check (const Requests *self,
                    uint64_t address,
                    uint64_t size,
                    char *out_why,
                    size_t n_why);
/**
 * requests_begin:
 * @cycle: of the chiplet, now
 *
 * Begins an access that requests_check () allows. Its data are copied.
 *
 * Returns: whether all its lines could be sent at once; else `accepted` follows
 */
int requests_begin (Requests *self,
                    const HdHost *host,
                    HdComponentContext *context,
                    uint64_t cycle,
                    const RequestsAccess *access);
/** requests_deliver: from the network. Returns 0 if it is not for requests */
int requests_deliver (Requests *self,
                      const HdHost *host,
                      HdComponentContext *context,
                      const HdDispatch *dispatch);
/** requests_finish: the run ends: what was sent and is not done is logged as far as it has come */
void requests_finish (Requests *self,
                      const HdHost *host,
                      HdComponentContext *context);
/** requests_wake: of a wake-up whose kind is below REQUESTS_N_WAKES */
void requests_wake (Requests *self,
                    const HdHost *host,
                    HdComponentContext *context,
                    uint32_t kind);
