/* reading.c: what goes from memory over PCIe and into the network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "reading.h"

#include <stdlib.h>

struct ReadingPart
{
  ReadingPart *next;
  HdDispatch dispatch;
  uint64_t size;
  int64_t from;
};

void
reading_init (Reading *self,
              double byte,
              int64_t crossing,
              int is_shared,
              uint32_t wake)
{
  *self = (Reading){ .byte = byte, .crossing = crossing, .is_shared = is_shared };
  share_init (&self->pcie, wake);
}

void
reading_clear (Reading *self)
{
  for (uint32_t i = 0; i < self->n; i++)
    while (self->queues[i].first != NULL)
      {
        ReadingPart *part = self->queues[i].first;

        self->queues[i].first = part->next;
        free (part);
      }
  free (self->queues);
  share_clear (&self->pcie);
}

/* The first part of a queue: now, or when it is built. */
static void
begin (Reading *self,
       const HdHost *host,
       HdComponentContext *context,
       uint32_t queue)
{
  const ReadingPart *part = self->queues[queue].first;
  int64_t now = host->now (context);
  double work = self->byte * (double) part->size;

  if (part->from > now)
    host->wake (context, part->from - now, &(HdMessage){ .kind = self->pcie.wake, .payload = { queue, 1 } });
  else
    share_use (&self->pcie, host, context, work, work, queue);
}

/* A process has a queue from its first part on. Returns NULL if there is no memory for it */
static ReadingQueue *
find_queue (Reading *self,
            uint32_t port)
{
  for (uint32_t i = 0; i < self->n; i++)
    if (self->queues[i].port == port)
      return &self->queues[i];
  if (self->n == self->room)
    {
      ReadingQueue *queues = realloc (self->queues, (2 * (size_t) self->room + 4) * sizeof *queues);

      if (queues == NULL)
        return NULL;
      self->queues = queues;
      self->room = 2 * self->room + 4;
    }
  self->queues[self->n] = (ReadingQueue){ .port = port };
  return &self->queues[self->n++];
}

void
reading_add (Reading *self,
             const HdHost *host,
             HdComponentContext *context,
             uint32_t port,
             const HdDispatch *dispatch,
             uint64_t size,
             int64_t from)
{
  ReadingQueue *queue = find_queue (self, self->is_shared ? port : 0);
  ReadingPart *part = queue != NULL ? malloc (sizeof *part) : NULL;

  if (part == NULL)
    {
      host->fail (context, "there is no memory for what its processes send");
      return;
    }
  host->hold (context, dispatch->buffer);
  *part = (ReadingPart){ NULL, *dispatch, size, from };
  if (queue->first != NULL)
    {
      queue->last = queue->last->next = part;
      return;
    }
  queue->first = queue->last = part;
  begin (self, host, context, (uint32_t) (queue - self->queues));
}

int64_t
reading_fetch (Reading *self,
               const HdHost *host,
               HdComponentContext *context,
               uint64_t bytes)
{
  return share_block (&self->pcie, host, context, (int64_t) (self->byte * (double) bytes + 0.5)) + self->crossing;
}

/* A part has set out. */
static void
end (Reading *self,
     const HdHost *host,
     HdComponentContext *context,
     uint32_t queue)
{
  ReadingPart *part = self->queues[queue].first;

  host->dispatch (context, self->crossing, &part->dispatch);
  host->drop (context, part->dispatch.buffer);
  self->queues[queue].first = part->next;
  free (part);
  if (self->queues[queue].first != NULL)
    begin (self, host, context, queue);
}

void
reading_wake (Reading *self,
              const HdHost *host,
              HdComponentContext *context,
              const HdMessage *message)
{
  uint64_t queue;

  if (message->payload[1] != 0)
    begin (self, host, context, (uint32_t) message->payload[0]);
  else
    while (share_wake (&self->pcie, host, context, message->payload[0], &queue))
      end (self, host, context, (uint32_t) queue);
}
