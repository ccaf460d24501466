/* members.h: a chiplet's side of barriers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A chiplet is a member of the barriers that its port of protocol MEMBERS_PROTOCOL is linked to. At the start of the run each of them says over the link who it
 * is; a chiplet that arrives before has to wait for that. It is at one barrier at a time. How it says that it is there, over the link or over the network, is
 * the barrier's affair; that it has ended it says over the link.
 */
#pragma once

#include "chiplet.h"

#define MEMBERS_PROTOCOL "chiplet-barrier"

/* HdMessage.kind over these links. */
enum
{
  MEMBERS_GREETING = 0x4d454d30, /* down: payload MembersGreeting, packed by members_pack () */
  MEMBERS_ARRIVAL,               /* up: payload: number of the barrier, of the component */
  MEMBERS_RELEASE,               /* down: payload: number of the barrier */
  MEMBERS_END,                   /* up: it will not arrive any more; payload: 0, number of the component */
  MEMBERS_LEAVE,                 /* up: it is no member any more; likewise */
};

/** MembersGreeting: @link: number of the member among those of the barrier; @component: the barrier, for dispatches; @header: bytes of one */
typedef struct
{
  uint32_t id, link, component, header;
  int over_network;
} MembersGreeting;

/** MembersCall: payload of CHIPLET_ARRIVE and CHIPLET_RELEASE: of which barrier, and of which member */
typedef struct
{
  uint32_t id, link;
} MembersCall;

/** MembersOwner: @released: all are there, and it may go on */
typedef struct
{
  void (*released) (const HdHost *host, HdComponentContext *context, void *owner, uint32_t id);
} MembersOwner;

/** Members: part of a chiplet's state; @owner is that state */
typedef struct
{
  const MembersOwner *class;
  void *owner;
  uint32_t port, n, n_greeted;
  MembersGreeting *barriers; /* by link */
  unsigned char *is_greeted;
  uint32_t wanted;           /* the barrier at which it is */
  int64_t since;
  int is_waiting, was_told;  /* was_told: the barrier knows */
} Members;

/** members_init: @port: place of the port in the type's table. Returns 0 after `fail` */
int members_init (Members *self,
                  const HdHost *host,
                  HdComponentContext *context,
                  uint32_t port,
                  const MembersOwner *class,
                  void *owner);
void members_clear (Members *self);
/** members_arrive: it is at barrier @id in @delay picoseconds; `released` follows. Returns 0 after `fail`, if it is a member of none with that number */
int members_arrive (Members *self,
                    const HdHost *host,
                    HdComponentContext *context,
                    uint32_t id,
                    int64_t delay);
/** members_end: it will arrive nowhere any more: a barrier at which others wait, or come to wait, ends the run with an error that names them */
void members_end (Members *self,
                  const HdHost *host,
                  HdComponentContext *context);
/** members_leave: likewise, and the others do not wait for it */
void members_leave (Members *self,
                    const HdHost *host,
                    HdComponentContext *context);
/** members_accept: the rule for messages at that port, as in HdHandlers */
const char *members_accept (const HdMessage *message,
                            uint64_t *out_value);
/** members_receive: what came over a link. Returns 0 if it is not for members */
int members_receive (Members *self,
                     const HdHost *host,
                     HdComponentContext *context,
                     const HdMessage *message);
/** members_deliver: from the network. Returns 0 if it is not for members */
int members_deliver (Members *self,
                     const HdHost *host,
                     HdComponentContext *context,
                     const HdDispatch *dispatch);
/** members_waits: as in HdHandlers */
int members_waits (const Members *self,
                   HdWait *out_wait);

/* A greeting fits a message: a port takes fewer than 2^17 links, a header at most 4096 bytes. */
static inline void
members_pack (const MembersGreeting *greeting,
              HdMessage *out_message)
{
  out_message->payload[0] = greeting->id | (uint64_t) greeting->link << 32 | (uint64_t) (greeting->over_network != 0) << 63;
  out_message->payload[1] = greeting->component | (uint64_t) greeting->header << 32;
}

static inline MembersGreeting
members_unpack (const HdMessage *message)
{
  return (MembersGreeting){ .id = (uint32_t) message->payload[0], .link = (uint32_t) (message->payload[0] >> 32 & 0x7fffffff),
                            .component = (uint32_t) message->payload[1], .header = (uint32_t) (message->payload[1] >> 32),
                            .over_network = (int) (message->payload[0] >> 63) };
}

#define MEMBERS_PORT(place_) \
  [place_] = { .size = sizeof (HdPort), .name = "barrier", .title = N_("Barrier"), .protocol = MEMBERS_PROTOCOL, .numbered = 1, \
    .help = N_("To the barriers that it is a member of.") }
