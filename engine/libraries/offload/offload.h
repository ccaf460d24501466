/* offload.h: the component types of this library
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle-component.h>

/* Kinds of dispatches between nodes. */
enum
{
  OFFLOAD_PACKET = 1,     /* to a card: a header, and the content of slots */
  OFFLOAD_GRANT,          /* to a card: slots that it may fill */
  OFFLOAD_AGAIN,          /* to a card: such slots, for what came before it could be taken in, and was not */
  OFFLOAD_ASK,            /* to a card: who wants to fill slots */
  OFFLOAD_RESEND,         /* to a card: what has not come, and ought to have */
  OFFLOAD_LATER,          /* to a card: what it asked for has not been sent yet */
  OFFLOAD_WHOLE,          /* to a card: all of a message has come */
  OFFLOAD_MESSAGE,        /* to software: a header, and a message or a part of it */
  OFFLOAD_MESSAGE_ASK,    /* to software: a header: a message that would come */
  OFFLOAD_MESSAGE_READY,  /* to software: a header: it may come */
  OFFLOAD_MESSAGE_RESEND, /* to software: a header, and a bit for each part that has not come, and ought to have */
  OFFLOAD_MESSAGE_LATER,  /* to software: a header: what it asked for has not been sent yet */
  OFFLOAD_MESSAGE_WHOLE,  /* to software: a header: all of a message has come */
};

extern const HdComponentType offload_nic;
extern const HdComponentType offload_host;
