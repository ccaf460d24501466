/* nic.h: what the parts of a network card that runs collective operations share
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * nic.c is its door, nic-jobs.c opens sequences and pulses, nic-turns.c runs them, nic-send.c sends, nic-hear.c takes in what comes, nic-faults.c asks for what is lost,
 * nic-errands.c says what it is about, nic-show.c tells who watches.
 */
#pragma once

#include <heddle/heddle-component.h>

#include "dispatch.h"
#include "engine.h"
#include "exchange.h"
#include "faults.h"
#include "program.h"
#include "pulses.h"
#include "queue.h"
#include "software.h"
#include "tasks.h"

#define NIC_WHY_BYTES 512
#define NIC_MOST_STRANDS 2u /* sequences of a pulse */
#define NIC_SLOT_ELEMENTS (SLOTS_BYTES / sizeof (double))
#define NIC_MOST_UNASKED 256u
#define NIC_N_LANES 8     /* of engines, and of jobs */

enum
{
  NIC_ENGINES = TASKS_N_PARAMETERS,
  NIC_BUFFER,
  NIC_DIVISION,
  NIC_HASHING,
  NIC_ORDER,
  NIC_GRANTS,
  NIC_UNASKED,
  NIC_PULSES,
  NIC_CUT,
  NIC_COUNTERS,
  NIC_RETRY,
  NIC_QUEUE,
  NIC_COMPLETIONS,
  NIC_HANDLING,
  NIC_CLOCK,
  NIC_LOG,
  NIC_PROGRAM,
  NIC_PROGRAM_FILE,
  NIC_FAULTS,
  NIC_SOFTWARE_PARAMETERS = NIC_FAULTS + FAULTS_N_PARAMETERS, /* as many as SOFTWARE_N_PARAMETERS, the last */
};
enum { NIC_PROBE_FILL = TASKS_N_PROBES, NIC_PROBE_MEAN_FILL, NIC_PROBE_MEAN_USE, NIC_PROBE_PROBES, NIC_PROBE_PULSES, NIC_PROBE_FAULTS, NIC_PROBE_HELD = NIC_PROBE_FAULTS + FAULTS_N_PROBES, NIC_PROBE_STALL, NIC_PROBE_QUEUE };
enum { NIC_LANE_CARD, NIC_LANE_ENGINE, NIC_LANE_SOFTWARE = NIC_LANE_ENGINE + NIC_N_LANES, NIC_LANE_JOB };
enum { NIC_READING, NIC_SENDING, NIC_WAITING, NIC_LOADING, NIC_READY, NIC_LEAVING, NIC_SOFTWARE_ACTIVITIES }; /* activities */
enum { NIC_FILE_DESCRIPTORS, NIC_FILE_EVENTS };
enum { NIC_POSTED, NIC_OPENED, NIC_LOADED, NIC_TURN, NIC_WRITTEN, NIC_ENDED, NIC_WATCH, NIC_STRAY, NIC_SOFTWARE, NIC_SOFTWARE_WATCH, NIC_SOFTWARE_MEMORY, NIC_READ }; /* wakes */
enum { NIC_SHARED, NIC_FIXED };                                                                       /* divisions of the buffer */

/** NicGrants: when packets may come: in the order in which they will be read; in the order in which senders ask (a bad example); always (a worse one) */
typedef enum { NIC_GRANTS_IN_ORDER, NIC_GRANTS_ON_REQUEST, NIC_GRANTS_NONE } NicGrants;

/** NicPulse: a pulse of a task, with a sequence, which has a job, for each strand; @n_written: elements of the result; @begun, @fetched: when the first of its values were there,
 * and the last; elements @first to @first_end - 1 come before all others */
typedef struct
{
  uint64_t number, low, high, first, first_end;
  double *values;
  uint64_t n_written;
  int64_t begun, fetched;
  uint32_t n_open;
} NicPulse;

/** NicTask: @queue: of its process; @pulses: (array): those at once; @first: number of the first pulse of what is done the time number @n_done; @n_tries: for a counter of pulses; @n_completed: entries of its
 * completion queue */
typedef struct
{
  PulseFlow flow;
  Queue queue;
  NicPulse *pulses;
  uint64_t first;
  uint32_t n_done, n_tries, n_completed;
} NicTask;

/** NicOrder: what the members of one communicator are to do, which has none if @all is NULL: jobs from @base on, @at_once pulses of each task, @n_strands sequences of each pulse */
typedef struct
{
  Tasks tasks;
  NicTask *all;
  uint32_t base, at_once, n_strands;
} NicOrder;

/** NicMessage: what a descriptor sends, set aside when it fires: elements from @low on, in @n_slots slots, of which @n_sent have left; @fetched: when its values are there, if they come
 * from memory; @is_ahead: all of it has left without a grant */
typedef struct NicMessage NicMessage;
struct NicMessage
{
  NicMessage *next;
  Fields descriptor;
  double *values;
  uint64_t low, n_elements;
  uint32_t n_slots, n_sent;
  int64_t fetched;
  int is_ahead;
};

/** NicJob: @part of its pulse's sequence; @leaving: (array length=n) (owned): by descriptor of the sequence, NULL where nothing waits to leave; @was_open: once */
typedef struct
{
  Context context;
  NicMessage **leaving;
  uint32_t n, part;
  int is_open, was_open;
} NicJob;

/** NicCredit: slots that a destination has granted to a message that is not sent as a whole, and how long it takes that to be; @is_again: it did not take in what came before */
typedef struct
{
  uint32_t node, sequence, pulse, n;
  int is_again;
  uint64_t bytes;
} NicCredit;

typedef struct
{
  NicCredit *all;
  uint32_t n, room;
} NicCredits;

/** NicEarlies: packets that came before their sequence; what has content is told of, and is not kept */
typedef struct
{
  Fields *all;
  uint32_t n;
} NicEarlies;

/** NicPacket: what travels: a header, and the content of as many slots as a turn has */
typedef struct
{
  uint64_t words[FIELDS_WORDS];
  unsigned char bytes[ENGINE_TURN * SLOTS_BYTES];
} NicPacket;

/** NicNote: what cards tell each other of a message; @n: slots that are granted in all, or the message has; @bytes: that it must have */
typedef struct
{
  uint64_t words[FIELDS_WORDS];
  uint64_t n, bytes;
} NicNote;

/** NicHeld: a packet that stands at the port, as the buffer is full */
typedef struct NicHeld NicHeld;
struct NicHeld
{
  NicHeld *next;
  HdBuffer *buffer;
  Fields header;
  size_t size;
};

/** NicAsk: slots that a sender has asked for */
typedef struct NicAsk NicAsk;
struct NicAsk
{
  NicAsk *next;
  Fields header;
};

/** NicRepair: @moved: when something went on; @kept: messages that have left, until they are acknowledged; @last: what was dropped at last, but for what came twice */
typedef struct
{
  int64_t moved;
  int is_watching;
  NicMessage *kept;
  char last[NIC_WHY_BYTES];
} NicRepair;

/** NicPort: packets that stand before a full buffer */
typedef struct
{
  NicHeld *first, **last;
  uint64_t n_held;
  int64_t since, stall;
} NicPort;

typedef struct
{
  TasksNode node;
  Software software;
  NicOrder *orders;             /* by number of the order of a workload + 1; 0 is what parameters say */
  uint32_t n_orders, jobs_each; /* jobs that an order has */
  Program program;              /* of what parameters say, if it has any sequences */
  Dispatch dispatch;
  Engine *engines;
  int64_t *written; /* by engine: when its write control is free */
  NicJob **jobs;    /* by job; NULL where none was ever open */
  NicCredits credits[ENGINE_MOST_JOBS];
  NicEarlies early[ENGINE_MOST_JOBS];
  NicAsk *asks;     /* in the order in which they came */
  Faults faults;
  NicRepair repair;
  NicPort port;
  uint32_t n_engines, n_pulses, n_counters, n_counted, n_completions, n_logged, n_unasked;
  int64_t cycle, retry, handling, filled;
  int64_t dispatch_free, queue_wait; /* when it takes the next descriptor; how long it lacked such */
  double fill, area;       /* percent, and percent times picoseconds up to @filled */
  double use, used_area;   /* of slots that hold a packet */
  TriggerOrder order;
  NicGrants grants;
  int is_logged, has_logged, is_started;
} Nic;

/* ---- nic-show.c --------------------------------------------------------------------------------------------------- */

/** nic_show_fill: by the slots that grants may fill: more than all of them when the rest is used; and those of them that hold packets */
void nic_show_fill (Nic *self, const HdHost *host, HdComponentContext *context);
/** nic_show_probes: of insertions into the buffers, in the mean so far */
void nic_show_probes (const Nic *self, const HdHost *host, HdComponentContext *context);
/** nic_show_means: so far */
void nic_show_means (const Nic *self, const HdHost *host, HdComponentContext *context);
/** nic_show_lanes: what @engine is at from now on, and with it the card */
void nic_show_lanes (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t engine, uint32_t activity);
/** nic_show_job: what the sequence of a job is at from now on; @activity, or what its stage says if that is HD_IDLE while it is open */
void nic_show_job (const Nic *self, const HdHost *host, HdComponentContext *context, uint32_t job, uint32_t activity);
/** nic_log_sequence: what was written to the card, if that is kept, while nodes are ranks of @order's communicator */
void nic_log_sequence (Nic *self, const HdHost *host, HdComponentContext *context, const NicOrder *order, const Context *opened);
/** nic_drop: what has come is not taken in, which is an event for the host: “DUPLICATE job=1 ...: it has come before” */
void nic_drop (Nic *self, const HdHost *host, HdComponentContext *context, const char *name, const Fields *header, const char *reason);

/* ---- nic-jobs.c --------------------------------------------------------------------------------------------------- */

NicOrder *nic_get_order (const Nic *self, uint32_t job);
NicTask *nic_get_task (const Nic *self, uint32_t job);
NicPulse *nic_get_pulse (const Nic *self, uint32_t job);
uint32_t nic_get_pulse_number (const Nic *self, uint32_t job);
/** nic_tell_exchange: elements @low to @high - 1 of its pulse, if @job is of the first task of its order */
void nic_tell_exchange (const Nic *self, const HdHost *host, HdComponentContext *context, uint32_t job, HdExchangeKind kind, uint32_t peer, uint64_t low, uint64_t high);
/** nic_knows_job: whether the card has a job of that number */
int nic_knows_job (const Nic *self, uint32_t job);
/** nic_is_past: whether pulse @number of @job has ended */
int nic_is_past (const Nic *self, uint32_t job, uint32_t number);
/** nic_is_announced: whether messages of @job are announced to who grants them */
int nic_is_announced (const Nic *self, uint32_t job);
/** nic_get_fetched: when elements @low to @high - 1 of the pulse of @job have come from memory */
int64_t nic_get_fetched (const Nic *self, uint32_t job, uint64_t low, uint64_t high);
/** nic_open_sequence: its descriptors have been taken from their queue */
void nic_open_sequence (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t job);
/** nic_begin_task: a process has written what it wants; its pulses begin if there is a counter for them */
void nic_begin_task (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t job);
/** nic_end_sequence: at its engine */
void nic_end_sequence (Nic *self, const HdHost *host, HdComponentContext *context, Context *ended);
/** nic_end_pulse: all of it is where it belongs, and its process has taken its completions */
void nic_end_pulse (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t job);
void nic_clear_job (NicJob *self);

/* ---- nic-turns.c -------------------------------------------------------------------------------------------------- */

void nic_run_turns (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t engine);

/* ---- nic-send.c --------------------------------------------------------------------------------------------------- */

/** nic_fire: descriptor @number of @sender: its message is set aside, and leaves as far as it may */
void nic_fire (Nic *self, const HdHost *host, HdComponentContext *context, Context *sender, uint32_t number);
/** nic_send_grants: those for which @engine has room */
void nic_send_grants (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t engine);
/** nic_send_note: of message @sequence of @reader, to whoever sends it; @n, @bytes: as in NicNote */
void nic_send_note (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t kind, const Fields *header, uint32_t peer, uint64_t n, uint64_t bytes);
/** nic_hear_grant: @is_again: what came before it was not taken in */
void nic_hear_grant (Nic *self, const HdHost *host, HdComponentContext *context, const NicNote *note, uint32_t peer, int is_again);
/** nic_send_grant: all that message @sequence of @reader has been granted */
void nic_send_grant (Nic *self, const HdHost *host, HdComponentContext *context, const Context *reader, uint32_t sequence);
/** nic_take_announcements: of messages of a sequence that is there now */
void nic_take_announcements (Nic *self, Context *reader);
void nic_hear_ask (Nic *self, const HdHost *host, HdComponentContext *context, const NicNote *note, uint32_t peer);
/** nic_send_again: @missing: (array length=n_missing): slots of @message that have not come, a bit for each */
void nic_send_again (Nic *self, const HdHost *host, HdComponentContext *context, const NicMessage *message, const uint32_t *missing, size_t n_missing);
void nic_free_message (NicMessage *self);

/* ---- nic-hear.c --------------------------------------------------------------------------------------------------- */

void nic_hear_packet (Nic *self, const HdHost *host, HdComponentContext *context, HdBuffer *buffer, const void *payload, size_t size, uint32_t peer);
/** nic_arrive: @n slots of message @sequence from @place on have been written, or it is there as a whole if it has none */
void nic_arrive (Nic *self, const HdHost *host, HdComponentContext *context, Context *reader, uint32_t sequence, uint32_t place, uint32_t n);
/** nic_take_early: packets that came before the sequence of @job */
void nic_take_early (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t job);
/** nic_open_port: packets that stood before the buffer go in, as far as there is room */
void nic_open_port (Nic *self, const HdHost *host, HdComponentContext *context);

/* ---- nic-faults.c ------------------------------------------------------------------------------------------------- */

/** nic_watch: some sequence waits from now on */
void nic_watch (Nic *self, const HdHost *host, HdComponentContext *context, Context *waiting);
/** nic_look: whether somebody has waited for too long */
void nic_look (Nic *self, const HdHost *host, HdComponentContext *context);
/** nic_get_lacking: the message that a sequence that is suspended waits for; of several the first */
uint32_t nic_get_lacking (const Context *waiting);
/** nic_keep_message: until it is acknowledged */
void nic_keep_message (Nic *self, NicMessage *message);
/** nic_hear_fault_note: returns 0 if it is none */
int nic_hear_fault_note (Nic *self, const HdHost *host, HdComponentContext *context, uint32_t kind, const void *payload, size_t size, uint32_t peer);
void nic_acknowledge (Nic *self, const HdHost *host, HdComponentContext *context, const Fields *header);
void nic_clear_repair (Nic *self);

/* ---- nic-errands.c ------------------------------------------------------------------------------------------------ */

/** nic_get_errand, nic_get_errand_line: as HdHandlers has them */
int nic_get_errand (const HdHost *host, HdComponentContext *context, const void *state, uint32_t index, HdErrand *out_errand);
void nic_get_errand_line (const HdHost *host, HdComponentContext *context, const void *state, uint64_t number, uint32_t line, char *out_text, size_t room);
