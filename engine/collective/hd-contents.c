/* hd-contents.c: whose vectors are added up in which chunk, while a schedule is carried out
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-contents"

#include "hd-contents.h"

#include <string.h>

typedef enum
{
  UNUSED,
  NEEDED,   /* the first that happens to it is that it is sent, or added to */
  REPLACED,
} FirstUse;

static gsize
count (const HdContents *self)
{
  return (gsize) self->n_ranks * self->n_chunks;
}

static void
note (guint8 *use,
      FirstUse first)
{
  if (*use == UNUSED)
    *use = first;
}

/* What is sent out of place leaves from where no chunk arrives. */
static void
note_step (HdContents *self,
           guint32 step,
           guint8 *uses)
{
  guint32 n = self->algorithm->count_sends (self->n_ranks, step);

  for (guint pass = self->algorithm->out_of_place; pass < 2; pass++)
    for (guint32 i = 0; i < n; i++)
      {
        HdSend send;

        self->algorithm->get_send (self->n_ranks, step, i, &send);
        for (guint32 k = 0; k < send.n_chunks; k++)
          if (pass == 0)
            note (&uses[(gsize) send.source * self->n_chunks + send.first_chunk + k], NEEDED);
          else
            note (&uses[(gsize) send.destination * self->n_chunks + send.to_chunk + k], send.action == HD_SEND_REDUCE ? NEEDED : REPLACED);
      }
}

void
hd_contents_init (HdContents *self,
                  const HdCollective *algorithm,
                  guint32 n_ranks)
{
  g_autofree guint8 *uses = NULL;

  self->algorithm = algorithm;
  self->n_ranks = n_ranks;
  self->n_chunks = algorithm->count_chunks (n_ranks);
  self->counts = g_new (guint32, count (self));
  uses = g_new0 (guint8, count (self));
  for (guint32 step = 0; step < algorithm->count_steps (n_ranks); step++)
    note_step (self, step, uses);
  for (gsize i = 0; i < count (self); i++)
    self->counts[i] = uses[i] == REPLACED ? 0 : 1;
}

void
hd_contents_init_copy (HdContents *self,
                       const HdContents *other)
{
  *self = *other;
  self->counts = g_memdup2 (other->counts, count (other) * sizeof (guint32));
}

void
hd_contents_copy (HdContents *self,
                  const HdContents *other)
{
  memcpy (self->counts, other->counts, count (other) * sizeof (guint32));
}

void
hd_contents_clear (HdContents *self)
{
  g_clear_pointer (&self->counts, g_free);
}

void
hd_contents_take (HdContents *self,
                  const HdContents *from,
                  const HdSend *send)
{
  for (guint32 k = 0; k < send->n_chunks; k++)
    {
      guint32 *to = hd_contents_at (self, send->destination, send->to_chunk + k);
      guint32 brought = *hd_contents_at (from, send->source, send->first_chunk + k);

      *to = send->action == HD_SEND_REDUCE ? *to + brought : brought;
    }
}

guint32
hd_contents_get_whole (const HdContents *self)
{
  const HdCollective *algorithm = self->algorithm;

  for (guint32 step = 0; step < algorithm->count_steps (self->n_ranks); step++)
    if (algorithm->count_sends (self->n_ranks, step) > 0)
      {
        HdSend send;

        algorithm->get_send (self->n_ranks, step, 0, &send);
        if (send.n_chunks > 0 && send.action == HD_SEND_REDUCE)
          return self->n_ranks;
      }
  return 1;
}
