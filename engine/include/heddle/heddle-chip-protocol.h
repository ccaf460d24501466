/* heddle-chip-protocol.h: what a chiplet's program and Heddle say to each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A program that Heddle starts as a chiplet has a socket (descriptor CHIP_FD of its environment, SOCK_SEQPACKET) and a memory that both see, the stage
 * (descriptor CHIP_STAGE). Over the socket go datagrams of 64 bytes, a ChipMessage each, in little-endian order; data lie in the stage. heddle-chip.h is a
 * library that speaks this; who writes one for another language needs no more than this file.
 *
 * Times are cycles of the chiplet's clock, and never decrease. What a program has said by a message of time t is that it asks for nothing before t: Heddle
 * simulates up to there and no further, so what comes out does not depend on how fast programs are.
 */
#pragma once

#include <stdint.h>

#define CHIP_MAGIC UINT32_C (0x31504843) /* the letters CHP1 */
#define CHIP_VERSION 1 /* of this protocol; what speaks another is refused */
#define CHIP_MAXIMUM_REQUEST 65536 /* bytes of one request */
#define CHIP_MINIMUM_STAGE (2 * CHIP_MAXIMUM_REQUEST) /* bytes */

enum
{
  CHIP_HELLO = 1, /* up, first: size is the stage that is wanted, or 0; addr is the process id */
  CHIP_WELCOME,   /* down: chiplet is its number, promise the cycle up to which it may run, size that of the stage, stage_off the place of a ChipWelcome */
  CHIP_WRITE,     /* up: size bytes at stage_off go to addr; answered by CHIP_DONE unless CHIP_POSTED */
  CHIP_READ,      /* up: size bytes from addr are wanted at stage_off; answered by CHIP_DONE unless CHIP_POSTED: then they are there at the next CHIP_WAIT */
  CHIP_DONE,      /* down: the answer; t is when the program may go on */
  CHIP_ADVANCE,   /* up: asks for nothing before t, nor before promise */
  CHIP_GRANT,     /* down: may run up to promise */
  CHIP_BARRIER,   /* up: is at barrier addr; answered by CHIP_RELEASE */
  CHIP_RELEASE,   /* down: all are there; t is when it may go on */
  CHIP_BYE,       /* up, last: the program is done at t */
  CHIP_FAIL,      /* down, last: Heddle ends the program; status is why */
  CHIP_WAIT,      /* up: waits for what was read posted; answered by CHIP_DONE */
};

/* ChipMessage.flags */
#define CHIP_POSTED UINT32_C (1) /* of CHIP_WRITE and CHIP_READ: no answer; the chiplet stands still only while its request queue is full */
#define CHIP_ASK UINT32_C (2)    /* of CHIP_ADVANCE: answered by CHIP_GRANT as soon as it is read */
#define CHIP_BEGIN UINT32_C (4)  /* of CHIP_ADVANCE: what was before t prepared what begins now: the time of the chiplet counts from here */

/**
 * ChipMessage:
 * @chiplet: of what comes from Heddle and of all after CHIP_WELCOME: the number of the chiplet
 * @seq: counts the messages of each direction from 0
 * @stage_off: up: where data lie, counted from the first byte ever staged: modulo the stage's size, where they are contiguous. Down: all before this
 *   place was taken, and may be used again; what was read posted, and all behind it, is taken by the answer to CHIP_WAIT
 * @promise: up: not less than t, or 0: the program asks for nothing before
 * @zero: as all fields that a type does not name
 */
typedef struct
{
  uint32_t magic;
  uint16_t version;
  uint16_t type;
  uint32_t chiplet;
  uint32_t seq;
  uint64_t t;
  uint64_t addr;
  uint32_t size;
  uint32_t flags;
  uint64_t stage_off;
  uint64_t promise;
  uint32_t status;
  uint32_t zero;
} ChipMessage;

/** ChipWelcome: in the stage, with CHIP_WELCOME; addresses below private_size are the chiplet's own; clock in Hz */
typedef struct
{
  uint64_t private_size;
  uint64_t shared_base;
  uint64_t shared_size;
  uint64_t clock;
  uint64_t window; /* cycles that it may be ahead */
} ChipWelcome;
