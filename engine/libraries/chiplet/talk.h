/* talk.h: what a chiplet's program says, looked at before anybody acts on it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Nothing that a program says is trusted: which chiplet speaks is known by its socket, and each field must be what heddle-chip-protocol.h allows there.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include <heddle/heddle-chip-protocol.h>

#define TALK_WHY_BYTES 256

/**
 * Talk:
 * @number: of the chiplet
 * @low: the program asks for nothing before this cycle of its own
 * @told: the time of its last message; @low may be later, by a promise
 * @worked: cycles from one message to the next, without those in which it waited for an answer; the owner sets it back
 * @staged: the end of the stage that its messages have named; Heddle has taken all up to @taken
 */
typedef struct
{
  uint32_t number;
  uint32_t n_heard, n_said;
  uint64_t low, told, worked;
  uint64_t staged, taken;
  uint64_t stage_bytes;
  int is_over;   /* it has said CHIP_BYE */
  int is_pinned; /* something was read posted, and nothing is taken before the program has it */
} Talk;

/** talk_hear: reads a datagram of @size bytes into @out. Returns 0, with a sentence in @out_why, if it may not be said */
int talk_hear (Talk *self,
               const void *datagram,
               size_t size,
               ChipMessage *out,
               char out_why[TALK_WHY_BYTES]);
/** talk_take: Heddle has taken what @message has staged */
void talk_take (Talk *self,
                const ChipMessage *message);
/** talk_pin: what is staged now will be read by the program, and stays */
void talk_pin (Talk *self);
/** talk_take_all: the program has all that it has read posted */
void talk_take_all (Talk *self);
/** talk_say: completes @message, and writes it as it goes over the socket */
void talk_say (Talk *self,
               ChipMessage message,
               unsigned char out_datagram[sizeof (ChipMessage)]);
