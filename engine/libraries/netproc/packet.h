/* packet.h: what goes over links between parts of a network processor
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Who receives packets over a link says at the start how many it has room for, and then of each when its room is free again; who sends has as many credits.
 * A packet is a buffer: its descriptor, behind that its bytes, and behind those its trail, if it is followed.
 */
#pragma once

#include <heddle/heddle-component.h>

#include "trail.h"

/* Kinds of messages. */
enum
{
  PACKET_ARRIVAL = 1, /* with a buffer; payload[0]: the stages of a packet that was not routed yet, see packet_pack_path() */
  PACKET_CREDIT,      /* payload[0]: how many more there is room for; payload[1]: the stage that a cluster does, PACKET_ANY_STAGE if it does not know, else 0 */
  PACKET_REQUEST,     /* to a packet buffer: payload[0]: who asks, payload[1]: number of the packet's part of 64 B */
  PACKET_REPLY,       /* payload[0]: who asked */
  PACKET_ASK,         /* to a unit, see unit.h */
  PACKET_ANSWER,
  PACKET_RELEASE,     /* to where packets enter: payload[0]: cells that are free again */
  PACKET_STAGE,       /* to a cluster that has no stage of its own: payload[0]: which one it does */
};

#define PACKET_ENDLESS UINT64_MAX /* credits that are never used up */
#define PACKET_MAXIMUM_BYTES 9216 /* of a frame */
#define PACKET_WINDOW 256         /* bytes of a packet that an engine has in its core */
#define PACKET_NOTES 128          /* bytes that programs hand on to those of later stages */
#define PACKET_STAGES 16          /* that there are at most */
#define PACKET_ANY_STAGE PACKET_STAGES
#define PACKET_EVENTS 8           /* that may be left to a packet */
#define PACKET_FLOWS 4096         /* that are told apart where packets keep their order; more share a place */
#define PACKET_CELL 64            /* bytes of a packet buffer that belong to one packet */

/** PacketVerdict: what the program that a packet was at last wants of it; the number that it writes to send it */
typedef enum
{
  PACKET_NEXT,
  PACKET_EGRESS,
  PACKET_DROP,
  PACKET_PUNT, /* to whoever controls the processor */
  PACKET_N_VERDICTS,
} PacketVerdict;

/* Why a packet was dropped: below these, what its program says. */
enum
{
  PACKET_TRAP = 256,
  PACKET_WATCHDOG,
};

/** PacketEvent: what a packet has before it: its stage, and above PACKET_EVENT_BITS an argument for the program */
#define PACKET_EVENT_BITS 8
#define PACKET_EVENT_STAGE(event) ((event) & ((1u << PACKET_EVENT_BITS) - 1))

/**
 * Packet: what is known of one
 * @arrived: picoseconds
 * @skipped: bits of stages that are not among those that it begins with
 * @is_routed, @events: what is left to it, the next one first, once a dispatcher has seen it
 * @held: cycles for which it held a thread, for each stage
 * @followed: 0, or its place among those that are, from 1 on; @n_moments: of its trail
 * @cells: that it takes of the buffer, from where it entered; @order, @flow, @turn: its place among all, and in its flow, counted there from 1; 0 if nobody did
 */
typedef struct
{
  uint64_t id, order, turn;
  int64_t arrived;
  uint32_t length, port_in, port_out, verdict, reason, skipped, cells, flow, is_routed, n_events, followed, n_moments;
  uint32_t events[PACKET_EVENTS];
  uint32_t held[PACKET_STAGES];
  uint8_t notes[PACKET_NOTES];
} Packet;

/** packet_insert: puts @event before those that are left; 0 if it cannot be */
int packet_insert (Packet *self,
                   uint32_t event);
/** packet_remove: the next event of @stage; 0 if there is none */
int packet_remove (Packet *self,
                   uint32_t stage);
/** packet_pack_path: so that a dispatcher need not copy a packet to give it its list. 0 of none; packet_unpack_path: it is the packet's list then */
uint64_t packet_pack_path (const uint32_t *stages,
                           uint32_t n,
                           uint32_t skipped);
void packet_unpack_path (Packet *self,
                         uint64_t path);
static inline uint32_t
packet_get_path_stage (uint64_t path)
{
  return (uint32_t) (path >> 4 & 15);
}

/** packet_get_flow: the same for all of a flow, by addresses and ports where they are IP, below %PACKET_FLOWS */
uint32_t packet_get_flow (const uint8_t *bytes,
                          uint32_t length);

/** packet_share: a buffer of @packet, its bytes and what is behind them, its trail, which the component holds; NULL if the run has ended with an error */
HdBuffer *packet_share (const HdHost *host,
                        HdComponentContext *context,
                        const Packet *packet,
                        const uint8_t *bytes);
/** packet_open: of the buffer that came with a message. Returns NULL, and ends the run, if it is no packet: any library may be at the other end */
const Packet *packet_open (const HdHost *host,
                           HdComponentContext *context,
                           HdBuffer *buffer,
                           const uint8_t **out_bytes);

/** packet_note_moment: a buffer of @packet, whose trail has one moment more, in place of @held, which is let go of; NULL if the run has ended with an error */
HdBuffer *packet_note_moment (const HdHost *host,
                              HdComponentContext *context,
                              HdBuffer *held,
                              TrailMoment moment);

/** packet_take: the packet that came with a message, as packet_open(); the component holds its buffer, and if it is followed it is at @what, of trail.h, from @time on */
const Packet *packet_take (const HdHost *host,
                           HdComponentContext *context,
                           uint32_t what,
                           uint32_t stage,
                           int64_t time,
                           HdBuffer **out_buffer,
                           const uint8_t **out_bytes);
