/* engine.h: one collective engine of a card: sequences that take turns, and the buffer in which their packets wait
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A slot of the buffer belongs to a sequence from when it is granted to the sender until it has been read. Grants go in the order in which packets will be read, so that
 * sequences never wait for each other in a circle; when the part of the buffer that grants may fill is full, each sequence may still be granted one slot of the rest, for
 * the one packet that it reads next.
 */
#pragma once

#include "sequence.h"
#include "slots.h"

#define ENGINE_MOST_JOBS 256u
#define ENGINE_NONE UINT32_MAX
#define ENGINE_BYTES_OF_A_CYCLE 64u /* through the reduction unit */
#define ENGINE_TURN 16u /* slots that are read, and sent, at once */

/** EngineStage: what a context does, or waits for */
typedef enum
{
  ENGINE_LOADING,   /* its values are not there */
  ENGINE_LOADED,    /* its turn comes */
  ENGINE_SUSPENDED, /* a packet is not there */
  ENGINE_LEAVING,   /* all but what it sends is done: grants of destinations are not there */
} EngineStage;

/**
 * EngineMessage: what a sequence takes in by one SeqID, in @n_slots slots
 * @source: row of its bit in the bitmap
 * @granted, @n_stored, @taken: slots; they are read in their order
 * @seen, @written: a bit for each slot: it has come, and it can be read, or has been
 * @heard, @since: when the last packet of it came, and the one before
 */
typedef struct
{
  uint32_t n_slots, source;
  uint32_t granted, n_stored, taken;
  uint32_t *seen, *written;
  int64_t heard, since;
} EngineMessage;

/**
 * Context: a sequence in an engine
 * @values: (array): running values, which its ranges are places in
 * @messages: by SeqID
 * @bitmap: the rows of its job: a bit for each SeqID that has come from a source, or some of it
 * @taking: SeqID that is being read, or ENGINE_NONE; @wanted: that must come, or ENGINE_NONE for any
 * @n_leaving: messages that have been fired and are not sent as a whole
 * @n_held: slots that are granted and not read
 * @is_announced: whether messages are granted only once @announced has their bit; @put_off: those that came before they could be taken in; bits by SeqID
 * @is_moved: whether what comes goes to memory, and takes no slots
 * @since: when it began to wait, or asked for what does not come, for the time number @n_asked
 * @next: whose turn comes after its own
 */
typedef struct Context Context;
struct Context
{
  Context *next;
  uint32_t job, engine;
  Sequence sequence;
  Trigger trigger;
  double *values;
  EngineStage stage;
  EngineMessage messages[TRIGGER_MOST];
  uint32_t bitmap[SEQUENCE_MOST_SOURCES];
  uint32_t *bits;
  uint32_t next_grant;
  uint32_t taking, wanted, n_leaving;
  uint32_t announced, put_off;
  int is_announced, is_moved;
  uint32_t n_held;
  int64_t since;
  uint32_t n_asked;
};

/**
 * Engine:
 * @slots: NULL until there is a sequence
 * @contexts: (array length=n): open ones
 * @ready, @last: whose turn comes, one after the other
 * @n_held, @n_used: slots that are granted and not read; of these those that hold a packet
 * @pool: slots that grants may fill; @share: that one sequence may hold, if they are divided; 0: they are not
 * @n_rows: sequences that its bitmap has room for: 32 in the source, whose cards have 8 engines
 * @free: when its last turn has ended
 */
typedef struct
{
  Slots *slots;
  SlotsOrder order;
  Context **contexts, *ready, *last;
  uint32_t n, room, next_granted;
  uint32_t n_slots, n_held, n_used, pool, share, n_rows;
  uint64_t n_probes, n_insertions;
  int64_t free;
  int is_busy;
} Engine;

/** EngineGrant: @n slots for message @sequence of @context */
typedef struct
{
  Context *context;
  uint32_t sequence, n;
} EngineGrant;

void engine_init (Engine *self,
                  uint32_t n_slots,
                  uint32_t share,
                  uint32_t n_rows,
                  SlotsOrder order);
void engine_clear (Engine *self);
/** engine_open: @context has its sequence, trigger and values; its bitmap is empty. Returns 0 if there is no memory */
int engine_open (Engine *self,
                 Context *context);
/** engine_close: all that it was granted has been read, or never will be */
void engine_close (Engine *self,
                   Context *context);
/** engine_wake: its turn comes, once */
void engine_wake (Engine *self,
                  Context *context);
/** engine_next: whose turn it is; NULL if nobody's */
Context *engine_next (Engine *self);
/** engine_grant: the next grant there is room for, in the order in which packets will be read. Returns 0 if there is none */
int engine_grant (Engine *self,
                  EngineGrant *out);
/** engine_grant_message: slots for message @sequence of @context, whatever is read next: none of the part that keeps sequences moving. Returns 0 if there is no room */
int engine_grant_message (Engine *self,
                          Context *context,
                          uint32_t sequence,
                          EngineGrant *out);
/** engine_get_slots: of the buffer that elements @low to @high - 1 take */
uint32_t engine_get_slots (uint64_t low,
                           uint64_t high);
/** engine_store: slot @place of message @sequence, which has not come before, @size bytes, which stay; @owner: comes back when it has been read. Returns its probes */
uint32_t engine_store (Engine *self,
                       Context *context,
                       uint32_t sequence,
                       uint32_t place,
                       const void *bytes,
                       uint32_t size,
                       void *owner);
/** engine_land: slot @place of message @sequence of a context whose values are moved, which has not come before, goes to them. Returns whether all of the message has come */
int engine_land (Context *context,
                 uint32_t sequence,
                 uint32_t place,
                 const void *bytes,
                 uint32_t size);
/** engine_write: @n slots from @place on can be read; with none of them, a message without content has come */
void engine_write (Context *context,
                   uint32_t sequence,
                   uint32_t place,
                   uint32_t n);
/** engine_get_present: the SeqIDs of which something has come, a bit for each */
uint32_t engine_get_present (const Context *context);
/** engine_has_next: whether the slot of message @sequence that is read next is there */
int engine_has_next (const Context *context,
                     uint32_t sequence);
/** engine_count_next: slots of message @sequence that can be read now, ENGINE_TURN at most */
uint32_t engine_count_next (const Context *context,
                            uint32_t sequence);
int engine_has_seen (const Context *context,
                     uint32_t sequence,
                     uint32_t place);
/** engine_hear: a packet of message @sequence is there now. Returns since when it has been coming: since the one before it, if there is one */
int64_t engine_hear (Context *context,
                     uint32_t sequence,
                     int64_t now);
/** engine_take: reads what has arrived of the message that @context takes in, ENGINE_TURN slots at most. @owners: room for as many, of the @out_n that were read. Returns the cycles
 * that it takes */
uint32_t engine_take (Engine *self,
                      Context *context,
                      void *owners[ENGINE_TURN],
                      uint32_t *out_n);
