/* reading.h: what goes from memory over PCIe and into the network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each process has a queue, as the source's virtual ports have, which do not disturb each other: what one process sends keeps its order, and processes share PCIe. A pulse of a
 * reduction is one request of the card, and goes before all that.
 */
#pragma once

#include "share.h"

typedef struct ReadingPart ReadingPart;

/** ReadingQueue: of process @port */
typedef struct
{
  uint32_t port;
  ReadingPart *first, *last;
} ReadingQueue;

/** Reading: @byte: picoseconds of one, @crossing: latency; @is_shared: or in one queue, whoever sends it */
typedef struct
{
  Share pcie;
  ReadingQueue *queues;
  uint32_t n, room;
  double byte;
  int64_t crossing;
  int is_shared;
} Reading;

/** reading_init: @wake: kind of its wakes */
void reading_init (Reading *self,
                   double byte,
                   int64_t crossing,
                   int is_shared,
                   uint32_t wake);
void reading_clear (Reading *self);
/** reading_add: @size bytes of @dispatch, whose buffer is held until it has set out, are read for process @port, from @from on */
void reading_add (Reading *self,
                  const HdHost *host,
                  HdComponentContext *context,
                  uint32_t port,
                  const HdDispatch *dispatch,
                  uint64_t size,
                  int64_t from);
/** reading_fetch: @bytes that the card asks for. Returns when they are there, from now on */
int64_t reading_fetch (Reading *self,
                       const HdHost *host,
                       HdComponentContext *context,
                       uint64_t bytes);
void reading_wake (Reading *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   const HdMessage *message);
