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

typedef enum
{
  FIELD_JOB,
  FIELD_SEQUENCE,     /* place of the packet in what the receiver takes in */
  FIELD_SOURCE_PORT,  /* virtual ports */
  FIELD_TARGET_PORT,
  FIELD_NODE,         /* descriptor: the destination; packet: where it comes from */
  FIELD_OTHER,
  FIELD_COLLECTIVE,
  FIELD_HEAD,         /* first descriptor of a sequence */
  FIELD_TAIL,         /* last descriptor of a sequence */
  FIELD_TRIGGERS,     /* the packet is waited for at its destination */
  FIELD_COUNT,        /* packets that must have been taken in since the head; descriptor only */
  FIELD_SWAP_LOCAL_DATA,
  FIELD_SWAP_LOCAL_PORT,
  FIELD_SWAP_REMOTE_DATA,
  FIELD_SWAP_REMOTE_ADDRESS,
  FIELD_REDUCE,
  FIELD_END,          /* the task is done at the destination */
  FIELD_OPERATION,
  FIELD_TYPE,
  FIELD_PULSE,
  FIELD_PACKET,       /* number in its message */
  FIELD_LENGTH,       /* bytes */
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
