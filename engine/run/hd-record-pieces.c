/* hd-record-pieces.c: what the members of a collective have of its vector, at a moment of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-record"

#include <heddle/hd-pieces.h>

#include <string.h>

#include "hd-contents.h"
#include "hd-i18n.h"
#include "hd-record-private.h"

#define MOST_UNDER_WAY 256
#define MOST_BEFORE 65536 /* spans that are gone through, back to the first of a collective */

/* Of a send: its two ends and its step. */
typedef struct
{
  guint32 step;
  guint32 source, destination; /* nodes */
} Key;

typedef struct
{
  Key key;
  double share; /* of what has been received */
} Receipt;

struct _HdPieces
{
  HdRecord *record;
  guint32 name;      /* of what follows, or HD_NO_ID */
  HdContents before; /* the first step; empty of members if there are too many */
  guint8 *traced;    /* (array length=n_ranks) */
  HdPiece *pieces;   /* rank by rank */
  GHashTable *receipts; /* of Receipt */
};

static guint
hash_key (gconstpointer data)
{
  const Key *key = data;

  return (key->step * 31 + key->source) * 31 + key->destination;
}

static gboolean
equal_keys (gconstpointer a,
            gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->step == y->step && x->source == y->source && x->destination == y->destination;
}

HdPieces *
hd_pieces_new (HdRecord *record)
{
  HdPieces *self = g_new0 (HdPieces, 1);

  self->record = hd_record_ref (record);
  self->name = HD_NO_ID;
  self->receipts = g_hash_table_new_full (hash_key, equal_keys, NULL, g_free);
  return self;
}

static void
forget (HdPieces *self)
{
  hd_contents_clear (&self->before);
  g_clear_pointer (&self->traced, g_free);
  g_clear_pointer (&self->pieces, g_free);
  self->name = HD_NO_ID;
}

void
hd_pieces_free (HdPieces *self)
{
  forget (self);
  g_hash_table_unref (self->receipts);
  hd_record_unref (self->record);
  g_free (self);
}

HdRecord *
hd_pieces_get_record (HdPieces *self)
{
  return self->record;
}

/* ---- what is under way ------------------------------------------------------------------------------------------------ */

static const HdSpan *
peek (HdPieces *self,
      guint lane,
      guint64 n)
{
  guint64 some;

  return hd_record_peek_spans (self->record, lane, n, &some);
}

/* Spans stand in the order of their ends: the first that ends after @moment. */
static guint64
find_ending (HdPieces *self,
             guint lane,
             HdTime moment)
{
  guint64 low = 0, high = hd_record_get_n_spans (self->record, lane);

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (peek (self, lane, middle)->end <= moment)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static gboolean
is_of_messages (HdPieces *self,
                guint lane)
{
  return hd_record_is_trace_lane (self->record, lane) && hd_record_get_lane_node (self->record, lane) != HD_NO_ID;
}

/* A message of a collective, and no more: a component that acts has spans of its own. */
static gboolean
is_message (HdPieces *self,
            const HdSpan *span)
{
  return (span->kind == HD_SPAN_SEND || span->kind == HD_SPAN_RECEIVE) && _hd_record_get_collective (self->record, span->name) != NULL;
}

static const HdSpan *
find_latest (HdPieces *self,
             HdTime moment)
{
  const HdSpan *latest = NULL;

  for (guint lane = 0; lane < hd_record_get_n_lanes (self->record); lane++)
    {
      guint64 n, at;

      if (!is_of_messages (self, lane))
        continue;
      n = hd_record_get_n_spans (self->record, lane);
      at = find_ending (self, lane, moment);
      for (guint64 i = at > 1 ? at - 2 : 0; i < MIN (n, at + MOST_UNDER_WAY); i++) /* a reduction may be the last that has ended */
        {
          const HdSpan *span = peek (self, lane, i);

          if (span->start <= moment && is_message (self, span) && (latest == NULL || span->start > latest->start))
            latest = span;
        }
    }
  return latest;
}

static gboolean
is_of (const HdSpan *span,
       const HdPiecesMoment *about)
{
  return span->name == about->name && span->iteration == about->iteration;
}

static double
get_share (const HdSpan *span,
           HdTime moment)
{
  if (span->unfinished)
    return 0;
  return span->end <= moment ? 1 : (double) (moment - span->start) / (double) (span->end - span->start);
}

static void
note_message (HdPieces *self,
              guint lane,
              const HdSpan *span,
              HdTime moment,
              HdPiecesMoment *about)
{
  Receipt *receipt;

  about->step = MAX (about->step, span->step);
  if (span->kind != HD_SPAN_RECEIVE)
    return;
  receipt = g_new (Receipt, 1);
  *receipt = (Receipt) { { span->step, span->peer, hd_record_get_lane_node (self->record, lane) }, get_share (span, moment) };
  g_hash_table_replace (self->receipts, &receipt->key, receipt);
}

static void
note_messages (HdPieces *self,
               guint lane,
               HdTime moment,
               HdPiecesMoment *about)
{
  guint64 at = find_ending (self, lane, moment), end = MIN (hd_record_get_n_spans (self->record, lane), at + MOST_UNDER_WAY);

  for (guint64 i = end; i > (at > MOST_BEFORE ? at - MOST_BEFORE : 0); i--)
    {
      const HdSpan *span = peek (self, lane, i - 1);

      if (span->name == about->name && span->iteration < about->iteration)
        return;
      if (is_of (span, about) && span->start <= moment && is_message (self, span))
        note_message (self, lane, span, moment, about);
    }
}

/* Its own span has ended, in the lane of its channel. */
static gboolean
is_over (HdPieces *self,
         HdTime moment,
         const HdPiecesMoment *about)
{
  for (guint lane = 0; lane < hd_record_get_n_lanes (self->record); lane++)
    {
      guint64 at;

      if (hd_record_get_lane_node (self->record, lane) != HD_NO_ID || hd_record_is_trace_lane (self->record, lane))
        continue;
      at = find_ending (self, lane, moment);
      for (guint64 i = at; i > (at > MOST_UNDER_WAY ? at - MOST_UNDER_WAY : 0); i--)
        if (is_of (peek (self, lane, i - 1), about))
          return !peek (self, lane, i - 1)->unfinished;
    }
  return FALSE;
}

/* ---- pieces ------------------------------------------------------------------------------------------------------------ */

static void
note_traced (HdPieces *self,
             const HdPiecesMoment *about)
{
  const HdRunSettings *settings = hd_design_get_run_settings (hd_record_get_design (self->record));

  for (guint i = 0; i < about->n_members; i++)
    self->traced[i] = hd_run_settings_trace_node (settings, about->members[i]);
}

static void
prepare (HdPieces *self,
         const HdPiecesMoment *about)
{
  if (self->name == about->name)
    return;
  forget (self);
  self->name = about->name;
  if (about->n_members > HD_PIECES_MOST_MEMBERS)
    return;
  hd_contents_init (&self->before, _hd_record_get_collective (self->record, about->name), about->n_members);
  self->traced = g_new0 (guint8, about->n_members);
  self->pieces = g_new0 (HdPiece, (gsize) about->n_members * about->n_pieces);
  note_traced (self, about);
}

static void
receive (HdPieces *self,
         const HdPiecesMoment *about,
         guint32 step,
         const HdSend *send,
         const HdContents *sent,
         HdContents *held)
{
  const Key key = { step, about->members[send->source], about->members[send->destination] };
  const Receipt *receipt = g_hash_table_lookup (self->receipts, &key);

  if (receipt == NULL)
    return;
  if (receipt->share >= 1)
    hd_contents_take (held, sent, send);
  else
    for (guint32 k = 0; k < send->n_chunks; k++)
      {
        HdPiece *piece = &self->pieces[(gsize) send->destination * about->n_pieces + send->to_chunk + k];

        piece->brings = *hd_contents_at (sent, send->source, send->first_chunk + k);
        piece->adds = send->action == HD_SEND_REDUCE;
        piece->share = (float) receipt->share;
      }
}

/* What a send brings is what its source has received in the steps before, whenever that was. */
static void
carry_out (HdPieces *self,
           const HdPiecesMoment *about)
{
  const HdCollective *algorithm = self->before.algorithm;
  g_auto (HdContents) held = { 0 }, all = { 0 }, sent = { 0 };

  hd_contents_init_copy (&held, &self->before);
  hd_contents_init_copy (&all, &self->before);
  hd_contents_init_copy (&sent, &self->before);
  if (algorithm->out_of_place)
    for (gsize i = 0; i < (gsize) about->n_members * about->n_pieces; i++)
      sent.counts[i] = 1;
  for (guint32 step = 0; step <= about->step; step++)
    {
      if (!algorithm->out_of_place)
        hd_contents_copy (&sent, &all);
      for (guint32 i = 0; i < algorithm->count_sends (about->n_members, step); i++)
        {
          HdSend send;

          algorithm->get_send (about->n_members, step, i, &send);
          hd_contents_take (&all, &sent, &send);
          receive (self, about, step, &send, &sent, &held);
        }
    }
  for (gsize i = 0; i < (gsize) about->n_members * about->n_pieces; i++)
    self->pieces[i].has = held.counts[i];
}

static gboolean
adds_in (const HdCollective *algorithm,
         const HdPiecesMoment *about)
{
  HdSend send;

  algorithm->get_send (about->n_members, about->step, 0, &send);
  return send.action == HD_SEND_REDUCE;
}

gboolean
hd_pieces_read (HdPieces *self,
                HdTime moment,
                HdPiecesMoment *out_moment)
{
  const HdSpan *latest = find_latest (self, moment);
  const HdCollective *algorithm;

  if (latest == NULL)
    return FALSE;
  *out_moment = (HdPiecesMoment) { .name = latest->name, .iteration = latest->iteration };
  algorithm = _hd_record_get_collective (self->record, latest->name);
  out_moment->members = hd_record_peek_members (self->record, latest->name, &out_moment->n_members);
  out_moment->n_steps = algorithm->count_steps (out_moment->n_members);
  out_moment->n_pieces = algorithm->count_chunks (out_moment->n_members);
  g_hash_table_remove_all (self->receipts);
  for (guint lane = 0; lane < hd_record_get_n_lanes (self->record); lane++)
    if (is_of_messages (self, lane))
      note_messages (self, lane, moment, out_moment);
  out_moment->adds = adds_in (algorithm, out_moment);
  out_moment->is_over = is_over (self, moment, out_moment);
  prepare (self, out_moment);
  if (self->pieces == NULL)
    return TRUE;
  out_moment->whole = hd_contents_get_whole (&self->before);
  memset (self->pieces, 0, (gsize) out_moment->n_members * out_moment->n_pieces * sizeof (HdPiece));
  carry_out (self, out_moment);
  return TRUE;
}

const HdPiece *
hd_pieces_get (HdPieces *self,
               guint member)
{
  if (self->pieces == NULL || member >= self->before.n_ranks || !self->traced[member])
    return NULL;
  return &self->pieces[(gsize) member * self->before.n_chunks];
}

guint32
hd_pieces_find_carried (HdPieces *self,
                        guint32 step,
                        guint32 from,
                        guint32 to,
                        guint32 *out_n)
{
  const HdCollective *algorithm = self->before.algorithm;
  const guint32 *members;
  guint n_members;

  if (self->pieces == NULL)
    return HD_NO_ID;
  members = hd_record_peek_members (self->record, self->name, &n_members);
  for (guint32 i = 0; step < algorithm->count_steps (n_members) && i < algorithm->count_sends (n_members, step); i++)
    {
      HdSend send;

      algorithm->get_send (n_members, step, i, &send);
      if (members[send.source] == from && members[send.destination] == to && send.n_chunks > 0)
        {
          *out_n = send.n_chunks;
          return send.to_chunk;
        }
    }
  return HD_NO_ID;
}

const char *
hd_record_get_collective_title (HdRecord *self,
                                guint32 name)
{
  const HdCollective *collective = _hd_record_get_collective (self, name);

  return collective != NULL ? _(collective->title) : NULL;
}
