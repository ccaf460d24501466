/* fields.h: descriptors and packets of a card that runs collective operations, bit by bit
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A descriptor is two words of 64 bits, low bit first. The widths from JobID to CollEndFlag are the source's (Journal of National University of Defense Technology 47(6),
 * 2025); their order, and what the source calls other fields (op to len), are our own decision. A packet has the same layout, but the node that it comes from in place of
 * the one that it goes to, and none of the fields by which the card that sends it goes through its program.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define FIELDS_WORDS 2

/* Each field: its symbol, its names in descriptors and packets, word, lowest bit and bits, and what it says; OWN: those that packets have not. */
#define FIELDS_TABLE(FIELD, OWN) \
  FIELD (JOB, "JobID", "JobID", 0, 0, 8, N_("Which collective task.")) \
  FIELD (SEQUENCE, "SeqID", "SeqID", 0, 8, 5, N_("Place of the packet in what its receiver takes in.")) \
  FIELD (SOURCE_PORT, "SourceVP", "SourceVP", 0, 13, 11, N_("Virtual port of the task at the source.")) \
  FIELD (TARGET_PORT, "DestVP", "DestVP", 0, 24, 11, N_("Virtual port of the task at the destination.")) \
  FIELD (NODE, "DestID", "NodeID", 0, 35, 24, N_("The node that it goes to, or comes from: in texts its rank.")) \
  FIELD (OTHER, "other", "other", 0, 59, 5, N_("Not used.")) \
  OWN (COLLECTIVE, "C", 1, 0, 1, N_("Of a collective.")) \
  OWN (HEAD, "CH", 1, 1, 1, N_("The first of a sequence.")) \
  OWN (TAIL, "CT", 1, 2, 1, N_("The last of a sequence.")) \
  FIELD (TRIGGERS, "CP", "CP", 1, 3, 1, N_("It sends a packet, which is waited for at its destination.")) \
  OWN (COUNT, "CPCount", 1, 4, 6, N_("It fires when so many packets have been taken in since the first of its sequence.")) \
  FIELD (SWAP_LOCAL_DATA, "SwapLocalData", "SwapLocalData", 1, 10, 1, N_("The data of the local descriptor is to be replaced.")) \
  FIELD (SWAP_LOCAL_PORT, "SwapLocalVP", "SwapLocalVP", 1, 11, 1, N_("The port of the local descriptor is to be replaced.")) \
  FIELD (SWAP_REMOTE_DATA, "SwapRemoteData", "SwapRemoteData", 1, 12, 1, N_("The packet takes the place of values at its destination.")) \
  FIELD (SWAP_REMOTE_ADDRESS, "SwapRemoteAddr", "SwapRemoteAddr", 1, 13, 1, N_("The packet takes the place of the address at its destination.")) \
  FIELD (REDUCE, "ReduceFlag", "ReduceFlag", 1, 14, 1, N_("The packet is reduced with the values at its destination.")) \
  FIELD (END, "CollEndFlag", "CollEndFlag", 1, 15, 1, N_("The task is done at the destination.")) \
  FIELD (OPERATION, "op", "op", 1, 16, 4, N_("Of a reduction: 0 sum, 1 product, 2 minimum, 3 maximum.")) \
  FIELD (TYPE, "dtype", "dtype", 1, 20, 4, N_("Of its values: 0 double, 1 whole numbers, of 64 bits each.")) \
  FIELD (PULSE, "PulseID", "PulseID", 1, 24, 8, N_("Which pulse of a message that is longer than the buffer; the card numbers them.")) \
  FIELD (PACKET, "PktIdx", "PktIdx", 1, 32, 16, N_("The first slot of the packet in its message; the card numbers them.")) \
  FIELD (LENGTH, "len", "len", 1, 48, 16, N_("Bytes; 0 of a message of 64 KiB and more."))

typedef enum
{
#define FIELDS_SYMBOL(symbol_, ...) FIELD_##symbol_,
  FIELDS_TABLE (FIELDS_SYMBOL, FIELDS_SYMBOL)
#undef FIELDS_SYMBOL
  FIELDS_N
} Field;

typedef enum { FIELDS_DESCRIPTOR, FIELDS_PACKET, FIELDS_N_KINDS } FieldsKind;

/** FieldLayout: @names: by kind; NULL if that kind has it not; @shift: of its lowest bit in @word */
typedef struct
{
  const char *names[FIELDS_N_KINDS];
  unsigned word, shift, bits;
} FieldLayout;

/** Fields: a descriptor or the header of a packet; @at: by Field */
typedef struct
{
  uint32_t at[FIELDS_N];
} Fields;

extern const FieldLayout fields_layout[FIELDS_N];

/** fields_maximum: the largest value that has room */
uint32_t fields_maximum (Field field);
/** fields_pack: returns 0 if a value has no room, with the first such in @out_field */
int fields_pack (const Fields *self,
                 uint64_t out_words[FIELDS_WORDS],
                 Field *out_field);
void fields_unpack (Fields *self,
                    const uint64_t words[FIELDS_WORDS]);
/** fields_make_packet: what @descriptor sends from @node */
void fields_make_packet (const Fields *descriptor,
                         uint32_t node,
                         Fields *out_packet);
/** fields_make_key: what a packet waits under, 48 bits: JobID 8, NodeID 24, port at the destination 11, SeqID 5, from the highest on. All have room */
uint64_t fields_make_key (uint32_t job,
                          uint32_t node,
                          uint32_t port,
                          uint32_t sequence);
