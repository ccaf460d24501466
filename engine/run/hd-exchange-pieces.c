/* hd-exchange-pieces.c: the vectors of members that carry a collective out by themselves, at a moment of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What members have sent and taken in is carried out once more, note by note: a message has what its sender had where it was read from, when it set out. A piece is what stands in its
 * middle, so that any cut of a vector, as by pulses, can be shown by a few pieces.
 */
#define G_LOG_DOMAIN "hd-record"

#include "hd-exchange-pieces.h"

#include <string.h>

#include "hd-exchange-list.h"
#include "hd-i18n.h"

#define MOST_PIECES 64

/* Of a member: how often it has begun, and how many messages it has taken in and takes in, since it did. */
typedef struct
{
  guint32 n_begun, n_taken, n;
} Member;

struct _HdExchangePieces
{
  HdExchangeList list;
  const HdCommunicator *group; /* of what is followed, or NULL */
  const char *title;
  guint32 n_pieces, whole;
  guint64 all;
  guint at;          /* notes that have been carried out */
  Member *members;   /* (array length=members of group) */
  HdPiece *pieces;   /* member by member */
  GHashTable *sent;  /* number of a note -> what its message has: (array length=n_pieces) of guint32, by pieces of the sender */
  gboolean adds;
};

HdExchangePieces *
hd_exchange_pieces_new (HdRecord *record)
{
  HdExchangePieces *self = g_new0 (HdExchangePieces, 1);

  hd_exchange_list_init (&self->list, record);
  self->sent = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

static void
forget (HdExchangePieces *self)
{
  g_clear_pointer (&self->members, g_free);
  g_clear_pointer (&self->pieces, g_free);
  g_hash_table_remove_all (self->sent);
  self->group = NULL;
  self->at = 0;
}

void
hd_exchange_pieces_free (HdExchangePieces *self)
{
  forget (self);
  g_hash_table_unref (self->sent);
  hd_exchange_list_clear (&self->list);
  g_free (self);
}

static guint32
find_member (const HdExchangePieces *self,
             guint32 node)
{
  for (guint i = 0; i < self->group->n_members; i++)
    if (self->group->members[i] == node)
      return i;
  return HD_NO_ID;
}

/* ---- what is followed ------------------------------------------------------------------------------------------------- */

/* Into how many pieces all members together cut the vector. */
static guint32
count_pieces (const HdExchangePieces *self,
              const HdCommunicator *group,
              guint end)
{
  guint32 n = 1;

  for (guint i = 0; i < end; i++)
    {
      const HdExchangeNote *note = &hd_exchange_list_get (&self->list, i)->note;

      if (note->group == group && note->kind == HD_EXCHANGE_BEGIN)
        n = MAX (n, note->n_pieces);
    }
  return MIN (n, MOST_PIECES);
}

static void
prepare (HdExchangePieces *self,
         const HdCommunicator *group,
         guint end)
{
  guint32 n_pieces = count_pieces (self, group, end);

  if (self->group == group && self->n_pieces == n_pieces && self->at <= end)
    return;
  forget (self);
  self->group = group;
  self->n_pieces = n_pieces;
  self->members = g_new0 (Member, group->n_members);
  self->pieces = g_new0 (HdPiece, (gsize) group->n_members * n_pieces);
}

/* ---- carrying out ----------------------------------------------------------------------------------------------------- */

static HdPiece *
get_piece (HdExchangePieces *self,
           guint32 member,
           guint32 piece)
{
  return &self->pieces[(gsize) member * self->n_pieces + piece];
}

/* The element in the middle of a piece. */
static guint64
get_middle (const HdExchangePieces *self,
            guint32 piece)
{
  return (guint64) ((piece + 0.5) * (double) self->all / self->n_pieces);
}

static guint32
find_piece (const HdExchangePieces *self,
            guint64 element)
{
  guint32 piece = (guint32) ((double) element * self->n_pieces / (double) self->all);

  return MIN (piece, self->n_pieces - 1);
}

static void
begin (HdExchangePieces *self,
       const HdExchangeNote *note,
       guint32 member)
{
  Member *its = &self->members[member];

  self->title = note->title;
  self->whole = note->whole;
  self->all = note->all;
  its->n_begun++;
  its->n_taken = 0;
  its->n = note->n;
  for (guint32 k = 0; k < self->n_pieces && self->all > 0; k++)
    *get_piece (self, member, k) = (HdPiece){ .has = get_middle (self, k) >= note->low && get_middle (self, k) < note->high };
}

static void
send (HdExchangePieces *self,
      guint number,
      guint32 member)
{
  guint32 *has = g_new0 (guint32, self->n_pieces);

  for (guint32 k = 0; k < self->n_pieces; k++)
    has[k] = get_piece (self, member, k)->has;
  g_hash_table_insert (self->sent, GUINT_TO_POINTER (number), has);
}

/* What message @sent has for piece @k of its receiver, which takes it in as @taken; 0 if nothing. */
static guint32
get_carried (HdExchangePieces *self,
             const guint32 *has,
             const HdExchangeNote *sent,
             const HdExchangeNote *taken,
             guint32 k)
{
  guint64 middle = get_middle (self, k);

  return middle >= taken->low && middle < taken->high ? has[find_piece (self, middle - taken->low + sent->low)] : 0;
}

static void
take (HdExchangePieces *self,
      const HdExchangeEntry *taken,
      guint32 member)
{
  const guint32 *has = taken->other != HD_NO_NOTE ? g_hash_table_lookup (self->sent, GUINT_TO_POINTER (taken->other)) : NULL;

  self->members[member].n_taken++;
  self->adds = taken->note.kind == HD_EXCHANGE_ADD;
  if (has == NULL)
    return;
  for (guint32 k = 0; k < self->n_pieces && self->all > 0; k++)
    {
      guint32 carried = get_carried (self, has, &hd_exchange_list_get (&self->list, taken->other)->note, &taken->note, k);
      HdPiece *piece = get_piece (self, member, k);

      if (carried > 0)
        piece->has = carried + (self->adds ? piece->has : 0);
    }
  g_hash_table_remove (self->sent, GUINT_TO_POINTER (taken->other));
}

static void
carry_out (HdExchangePieces *self,
           guint end)
{
  for (; self->at < end; self->at++)
    {
      const HdExchangeEntry *entry = hd_exchange_list_get (&self->list, self->at);
      guint32 member = entry->note.group == self->group ? find_member (self, entry->note.node) : HD_NO_ID;

      if (member == HD_NO_ID)
        continue;
      if (entry->note.kind == HD_EXCHANGE_BEGIN)
        begin (self, &entry->note, member);
      else if (entry->note.kind == HD_EXCHANGE_SEND)
        send (self, self->at, member);
      else
        take (self, entry, member);
    }
}

/* What is under way, as far as it is known when it will have been taken in. */
static void
show_carried (HdExchangePieces *self,
              HdTime moment)
{
  GHashTableIter iter;
  gpointer key, value;

  for (gsize i = 0; i < (gsize) self->group->n_members * self->n_pieces; i++)
    self->pieces[i].brings = 0;
  g_hash_table_iter_init (&iter, self->sent);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const HdExchangeEntry *sent = hd_exchange_list_get (&self->list, GPOINTER_TO_UINT (key));
      const HdExchangeEntry *taken = sent->other != HD_NO_NOTE ? hd_exchange_list_get (&self->list, sent->other) : NULL;
      guint32 member = taken != NULL ? find_member (self, taken->note.node) : HD_NO_ID;

      for (guint32 k = 0; member != HD_NO_ID && self->all > 0 && k < self->n_pieces; k++)
        {
          guint32 carried = get_carried (self, value, &sent->note, &taken->note, k);
          HdPiece *piece = get_piece (self, member, k);
          float share = (float) ((double) (moment - sent->note.time) / (double) MAX (taken->note.time - sent->note.time, 1));

          if (carried > 0 && (piece->brings == 0 || share > piece->share)) /* what comes first */
            *piece = (HdPiece){ piece->has, carried, taken->note.kind == HD_EXCHANGE_ADD, share };
        }
    }
}

/* ---- a moment --------------------------------------------------------------------------------------------------------- */

/* The group that did something last. */
static const HdCommunicator *
find_group (const HdExchangePieces *self,
            guint end)
{
  return end > 0 ? hd_exchange_list_get (&self->list, end - 1)->note.group : NULL;
}

/* Whether what is taken in next is added; behind the last, whether that was. */
static gboolean
find_kind (const HdExchangePieces *self,
           guint end)
{
  for (guint i = end; i < hd_exchange_list_get_n (&self->list); i++)
    {
      const HdExchangeNote *note = &hd_exchange_list_get (&self->list, i)->note;

      if (note->group == self->group && note->kind >= HD_EXCHANGE_ADD)
        return note->kind == HD_EXCHANGE_ADD;
    }
  return self->at > 0 ? self->adds : self->whole > 1;
}

gboolean
hd_exchange_pieces_read (HdExchangePieces *self,
                         HdTime moment,
                         HdPiecesMoment *out_moment)
{
  const HdCommunicator *group;
  guint32 iteration = 0, step = 0, n_steps = 1;
  gboolean is_over = TRUE;
  guint end;

  hd_exchange_list_follow (&self->list);
  end = hd_exchange_list_find (&self->list, moment);
  group = find_group (self, end);
  if (group == NULL)
    return FALSE;
  prepare (self, group, end);
  carry_out (self, end);
  if (self->all == 0)
    return FALSE;
  show_carried (self, moment);
  self->adds = find_kind (self, end);
  for (guint i = 0; i < group->n_members; i++)
    {
      const Member *member = &self->members[i];

      iteration = MAX (iteration, member->n_begun);
      step = MAX (step, member->n_taken);
      n_steps = MAX (n_steps, member->n);
      is_over = is_over && member->n_begun > 0 && member->n_taken >= member->n;
    }
  *out_moment = (HdPiecesMoment){
    .name = HD_NO_ID,
    .title = self->title,
    .iteration = MAX (iteration, 1) - 1,
    .step = MIN (step, n_steps - 1),
    .n_steps = n_steps,
    .adds = self->adds,
    .is_over = is_over,
    .n_pieces = self->n_pieces,
    .whole = MAX (self->whole, 1),
    .members = group->members,
    .n_members = group->n_members,
  };
  return TRUE;
}

const HdPiece *
hd_exchange_pieces_get (HdExchangePieces *self,
                        guint member)
{
  return self->group != NULL && member < self->group->n_members ? &self->pieces[(gsize) member * self->n_pieces] : NULL;
}
