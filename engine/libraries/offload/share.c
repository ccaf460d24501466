/* share.c: what the processes of a node share, as memory and PCIe: who is at it has an equal part of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "share.h"

#include <stdlib.h>

#define LEAST 0.5 /* picoseconds: it has ended */

void
share_init (Share *self,
            uint32_t wake)
{
  *self = (Share){ .wake = wake };
}

void
share_clear (Share *self)
{
  free (self->uses);
  *self = (Share){ 0 };
}

static double
get_part (const Share *self,
          const ShareUse *use)
{
  double part = 1.0 / self->n;

  return part < use->most ? part : use->most;
}

/* What has been done since @since. */
static void
advance (Share *self,
         int64_t now)
{
  int64_t since = self->since > self->blocked ? self->since : self->blocked;

  for (uint32_t i = 0; now > since && i < self->n; i++)
    self->uses[i].rest -= get_part (self, &self->uses[i]) * (double) (now - since);
  self->since = now;
}

/* When the first ends, as all are now. */
static void
look (Share *self,
      const HdHost *host,
      HdComponentContext *context)
{
  int64_t now = host->now (context);
  double first = -1;

  for (uint32_t i = 0; i < self->n; i++)
    {
      double left = self->uses[i].rest / get_part (self, &self->uses[i]);

      left = left > 0 ? left : 0;
      if (first < 0 || left < first)
        first = left;
    }
  if (first >= 0)
    host->wake (context, (self->blocked > now ? self->blocked - now : 0) + (int64_t) (first + LEAST), &(HdMessage){ .kind = self->wake, .payload = { ++self->turn } });
}

void
share_use (Share *self,
           const HdHost *host,
           HdComponentContext *context,
           double work,
           double alone,
           uint64_t payload)
{
  if (self->n == self->room)
    {
      ShareUse *uses = realloc (self->uses, (2 * (size_t) self->room + 4) * sizeof *uses);

      if (uses == NULL)
        {
          host->fail (context, "there is no memory for what its processes do");
          return;
        }
      self->uses = uses;
      self->room = 2 * self->room + 4;
    }
  advance (self, host->now (context));
  self->uses[self->n++] = (ShareUse){ work, alone > work ? work / alone : 1, payload };
  look (self, host, context);
}

int64_t
share_block (Share *self,
             const HdHost *host,
             HdComponentContext *context,
             int64_t work)
{
  int64_t now = host->now (context);

  advance (self, now);
  self->blocked = (self->blocked > now ? self->blocked : now) + work;
  if (self->n > 0)
    look (self, host, context);
  return self->blocked - now;
}

int
share_wake (Share *self,
            const HdHost *host,
            HdComponentContext *context,
            uint64_t turn,
            uint64_t *out_payload)
{
  if (turn != self->turn)
    return 0;
  advance (self, host->now (context));
  for (uint32_t i = 0; i < self->n; i++)
    if (self->uses[i].rest < LEAST)
      {
        *out_payload = self->uses[i].payload;
        for (; i + 1 < self->n; i++)
          self->uses[i] = self->uses[i + 1];
        self->n--;
        return 1;
      }
  look (self, host, context);
  return 0;
}
