/* packet.h: what travels on the chip
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A packet is cut into flits of 16 bytes. The first finds the way and takes a virtual channel, the last gives it back; each carries the whole
 * header, so that whoever gets the last one has the packet. A flit may leave when the receiver has room for it: room is announced and given
 * back as credits, one count for each virtual channel.
 *
 * There are two classes, requests and replies. They never share a virtual channel where there are two or more, so that replies always get through.
 */
#pragma once

#include <heddle/heddle-component.h>

#define FLIT_BYTES 16
#define MAX_FLITS 63    /* of a packet */
#define MAX_ACCESS 1024 /* bytes */
#define MAX_CHANNELS 8
#define ENDPOINT_CHANNELS 2 /* an endpoint takes everything, one channel for each class */
#define UNLIMITED (1 << 30) /* credits of a receiver that always has room */

typedef enum { CLASS_REQUEST, CLASS_REPLY, N_CLASSES } PacketClass;

typedef enum
{
  OPERATION_DATA,  /* synthetic: `address` is the cycle at which it was made */
  OPERATION_READ,
  OPERATION_WRITE,
  OPERATION_READ_REPLY,
  OPERATION_WRITE_REPLY,
  OPERATION_ACCEPTED, /* by a MACT: the data will come */
  OPERATION_REFUSED,  /* by a MACT: try again */
  N_OPERATIONS,
} Operation;

/* Sets of operations. */
#define TAKES_DATA (1u << OPERATION_DATA)
#define TAKES_ACCESSES (1u << OPERATION_READ | 1u << OPERATION_WRITE)
#define TAKES_REPLIES (1u << OPERATION_READ_REPLY | 1u << OPERATION_WRITE_REPLY)
#define TAKES_ANSWERS (TAKES_REPLIES | 1u << OPERATION_ACCEPTED | 1u << OPERATION_REFUSED)

/** Packet: @source, @destination: 24 bits, see place_*; @address: 48 bits; @tag: the sender's own; @size: bytes that are accessed, at most 1,024 */
typedef struct
{
  uint64_t address;
  uint32_t source;
  uint32_t destination;
  uint16_t tag;
  uint16_t size;
  uint8_t flits; /* 1 to 63 */
  uint8_t operation;
} Packet;

/* ---- places ------------------------------------------------------------------------------------------------------- */

/* In a mesh: column, row, and the router's port that leads to the element. Elsewhere: a number, and whether it is a memory. */
#define PLACE_MEMORY (1u << 23)

static inline uint32_t
place_in_mesh (uint32_t x, uint32_t y, uint32_t exit)
{
  return x | y << 8 | exit << 16;
}

static inline uint32_t place_x (uint32_t place) { return place & 0xff; }
static inline uint32_t place_y (uint32_t place) { return place >> 8 & 0xff; }
static inline uint32_t place_exit (uint32_t place) { return place >> 16 & 0x7f; }

static inline uint32_t
place_hops (uint32_t a, uint32_t b)
{
  int x = (int) place_x (a) - (int) place_x (b), y = (int) place_y (a) - (int) place_y (b);

  return (uint32_t) ((x < 0 ? -x : x) + (y < 0 ? -y : y));
}

/* ---- messages ----------------------------------------------------------------------------------------------------- */

#define MESSAGE_CREDIT 1u
#define MESSAGE_HEAD (1u << 16)
#define MESSAGE_TAIL (1u << 17)
#define MESSAGE_SIZE_SHIFT 18
#define MESSAGE_HOP 0xffff0000u /* what stays the same from hop to hop; below lies the channel */

static inline uint32_t message_channel (const HdMessage *message) { return message->kind >> 8 & 0xff; }
static inline int message_is_credit (const HdMessage *message) { return message->kind & MESSAGE_CREDIT; }

static inline PacketClass
operation_class (uint32_t operation)
{
  return operation >= OPERATION_READ_REPLY ? CLASS_REPLY : CLASS_REQUEST;
}

static inline void
packet_write (const Packet *packet, HdMessage *message)
{
  message->kind |= (uint32_t) packet->size << MESSAGE_SIZE_SHIFT;
  message->payload[0] = (packet->address & 0xffffffffffff) | (uint64_t) packet->tag << 48;
  message->payload[1] = packet->destination | (uint64_t) packet->source << 24 | (uint64_t) packet->operation << 48
                        | (uint64_t) packet->flits << 52;
}

static inline Packet
packet_read (const HdMessage *message)
{
  uint64_t low = message->payload[0], high = message->payload[1];

  return (Packet){
    .address = low & 0xffffffffffff, .tag = (uint16_t) (low >> 48), .destination = high & 0xffffff, .source = high >> 24 & 0xffffff,
    .operation = high >> 48 & 0xf, .flits = (uint8_t) (high >> 52), .size = (uint16_t) (message->kind >> MESSAGE_SIZE_SHIFT),
  };
}

/** packet_accept: whether the packet's operation is one of a set and all its fields are in range; see HdBlock */
const char *packet_accept (const Packet *packet, uint32_t operations, uint64_t *out_value);

/** channel_refuse: the message's virtual channel is none that there is */
const char *channel_refuse (const HdMessage *message, uint64_t *out_value);

/** credit_accept: @room, @credits: of its channel, so far; see HdBlock */
static inline const char *
credit_accept (const HdMessage *message, uint32_t room, uint32_t credits, uint64_t *out_value)
{
  uint64_t n = message->payload[0], n_channels = message->payload[1];

  *out_value = n;
  if (n_channels == 0)
    return n <= room - credits ? NULL : N_("credits must not be more than the flits that were sent");
  if (n > UNLIMITED || room > 0)
    return N_("room for flits must be announced once, and be 1,073,741,824 at most");
  *out_value = n_channels;
  return n_channels <= MAX_CHANNELS && message_channel (message) < n_channels ? NULL : N_("virtual channels must be 1 to 8");
}

/** packet_answer: goes back to the source */
static inline Packet
packet_answer (const Packet *packet, Operation operation, uint32_t flits)
{
  Packet answer = *packet;

  answer.source = packet->destination;
  answer.destination = packet->source;
  answer.operation = (uint8_t) operation;
  answer.flits = (uint8_t) flits;
  return answer;
}

static inline uint32_t header_destination (uint64_t header) { return header & 0xffffff; }
static inline uint32_t header_operation (uint64_t header) { return header >> 48 & 0xf; }

/** channels_of: the virtual channels [*first, *end) of a class where there are @n */
static inline void
channels_of (uint32_t n, PacketClass class, uint32_t *first, uint32_t *end)
{
  if (n < 2)
    {
      *first = 0;
      *end = n;
      return;
    }
  *first = class == CLASS_REPLY ? n / 2 : 0;
  *end = class == CLASS_REPLY ? n : n / 2;
}
