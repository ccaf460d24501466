/* faults.c: what the network loses, brings twice or late, before a node hears it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "faults.h"

#include <stdlib.h>

#define ALL 18446744073709551616.0 /* 2^64 */

enum { STREAM_LOSS = 2, STREAM_DUPLICATION, STREAM_REORDERING, STREAM_STRAYING };

/* A dispatch that comes later than it should, or once more. */
struct FaultsStray
{
  FaultsStray *next;
  uint64_t number;
  HdBuffer *buffer;
  uint32_t peer, kind;
};

static double
read_parameter (const Faults *self,
                const HdHost *host,
                HdComponentContext *context,
                uint32_t parameter)
{
  return host->parameter (context, self->tables.parameter + parameter);
}

static uint64_t
read_share (const Faults *self,
            const HdHost *host,
            HdComponentContext *context,
            uint32_t parameter)
{
  double share = read_parameter (self, host, context, parameter);

  return share >= 1 ? UINT64_MAX : (uint64_t) (share * ALL);
}

static int64_t
read_time (const Faults *self,
           const HdHost *host,
           HdComponentContext *context,
           uint32_t parameter)
{
  return (int64_t) (read_parameter (self, host, context, parameter) * 1e12 + 0.5);
}

void
faults_init (Faults *self,
             const HdHost *host,
             HdComponentContext *context,
             const FaultsTables *tables)
{
  *self = (Faults){ .tables = *tables };
  self->loss = read_share (self, host, context, FAULTS_LOSS);
  self->duplication = read_share (self, host, context, FAULTS_DUPLICATION);
  self->reordering = read_share (self, host, context, FAULTS_REORDERING);
  self->straying = read_time (self, host, context, FAULTS_STRAYING);
  self->patience = read_time (self, host, context, FAULTS_PATIENCE);
  self->despair = read_time (self, host, context, FAULTS_DESPAIR);
  self->is_lossy = self->loss > 0;
  self->brings_twice = self->is_lossy || self->duplication > 0;
}

void
faults_clear (Faults *self)
{
  while (self->strays != NULL)
    {
      FaultsStray *stray = self->strays;

      self->strays = stray->next;
      free (stray);
    }
}

static void
stray (Faults *self,
       const HdHost *host,
       HdComponentContext *context,
       const HdDispatch *dispatch)
{
  FaultsStray *later = malloc (sizeof *later);
  HdBuffer *buffer = dispatch->buffer;

  if (later == NULL)
    {
      host->fail (context, "there is no memory for packets that are late");
      return;
    }
  if (buffer != NULL)
    host->hold (context, buffer);
  else
    buffer = host->share (context, dispatch->payload, dispatch->payload_bytes);
  *later = (FaultsStray){ self->strays, self->n_strays++, buffer, dispatch->peer, dispatch->kind };
  self->strays = later;
  host->wake (context, (int64_t) (host->random (context, STREAM_STRAYING) % (uint64_t) (self->straying + 1)), &(HdMessage){ .kind = self->tables.wake, .payload = { later->number } });
}

static int
happens (const HdHost *host,
         HdComponentContext *context,
         uint64_t share,
         uint32_t stream)
{
  return share > 0 && host->random (context, stream) <= share;
}

int
faults_meet (Faults *self,
             const HdHost *host,
             HdComponentContext *context,
             const HdDispatch *dispatch)
{
  if (happens (host, context, self->loss, STREAM_LOSS))
    {
      host->sample (context, self->tables.probe + FAULTS_LOST, (double) ++self->n_lost);
      return 0;
    }
  if (happens (host, context, self->duplication, STREAM_DUPLICATION))
    stray (self, host, context, dispatch);
  if (!happens (host, context, self->reordering, STREAM_REORDERING))
    return 1;
  stray (self, host, context, dispatch);
  return 0;
}

HdDispatch
faults_take_stray (Faults *self,
                   const HdHost *host,
                   HdComponentContext *context,
                   uint64_t number)
{
  FaultsStray **link = &self->strays, *found;
  HdDispatch dispatch = { .size = sizeof (HdDispatch) };
  size_t size = 0;

  while ((*link)->number != number)
    link = &(*link)->next;
  found = *link;
  *link = found->next;
  dispatch.peer = found->peer;
  dispatch.kind = found->kind;
  dispatch.buffer = found->buffer;
  dispatch.payload = host->peek (context, found->buffer, &size);
  dispatch.payload_bytes = size;
  free (found);
  return dispatch;
}

void
faults_count_dropped (Faults *self,
                      const HdHost *host,
                      HdComponentContext *context)
{
  host->sample (context, self->tables.probe + FAULTS_DROPPED, (double) ++self->n_dropped);
}

void
faults_count_resend (Faults *self,
                     const HdHost *host,
                     HdComponentContext *context)
{
  host->sample (context, self->tables.probe + FAULTS_RESENDS, (double) ++self->n_resends);
}
