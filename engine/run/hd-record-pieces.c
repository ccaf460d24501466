/* hd-record-pieces.c: what the members of a collective have of its vector, at a moment of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-record"

#include <heddle/hd-pieces.h>

#include <string.h>

#include "hd-contents.h"
#include "hd-exchange-pieces.h"
#include "hd-i18n.h"
#include "hd-record-parts.h"
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
  HdTree *tree;      /* of what follows instead, borrowed of the record, or NULL */
  HdExchangePieces *exchanges; /* of what members carry out by themselves, if that is what was read last; or NULL */
  gboolean is_exchange;
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
  self->tree = NULL;
}

void
hd_pieces_free (HdPieces *self)
{
  forget (self);
  g_clear_pointer (&self->exchanges, hd_exchange_pieces_free);
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

/* ---- aggregation trees --------------------------------------------------------------------------------------------------- */

/* The lane whose collective was begun last; HD_NO_ID if none has. */
static guint
find_tree (HdPieces *self,
           HdTime moment,
           guint32 *out_repeat,
           HdTime *out_begin)
{
  guint lane = HD_NO_ID;

  for (guint i = 0; i < hd_record_get_n_lanes (self->record); i++)
    {
      HdTree *tree = hd_record_get_tree (self->record, i);
      HdTime begin;
      guint32 repeat = tree != NULL ? hd_record_find_repeat (self->record, i, moment, &begin) : HD_NO_ID;

      if (repeat == HD_NO_ID || (lane != HD_NO_ID && begin <= *out_begin))
        continue;
      lane = i;
      *out_repeat = repeat;
      *out_begin = begin;
    }
  return lane;
}

static guint32
get_height (HdTree *tree)
{
  guint32 height = 0;

  for (guint32 v = 0; v < hd_tree_get_n_vertices (tree); v++)
    height = MAX (height, hd_tree_get_levels (tree)[v]);
  return height;
}

/* What has come from below by the time at which a vertex passes it on: from the leaves up. */
static void
gather (HdPieces *self,
        const guint8 *progress)
{
  guint32 n = hd_tree_get_n_vertices (self->tree), n_members = hd_tree_get_n_members (self->tree);
  const guint32 *order = hd_tree_get_order (self->tree);

  for (guint32 i = n; i-- > 0;)
    {
      HdPiece *piece = &self->pieces[order[i]];
      guint32 n_children, n_passed = 0, passed = 0;
      const guint32 *children = hd_tree_get_children (self->tree, order[i], &n_children);

      for (guint32 k = 0; k < n_children; k++)
        if (progress[children[k]] != HD_TREE_WAITING)
          {
            passed += self->pieces[children[k]].has;
            n_passed++;
          }
      piece->has = order[i] < n_members ? 1 : 0;
      if (progress[order[i]] != HD_TREE_WAITING)
        piece->has += passed;
      else if (n_passed > 0)
        *piece = (HdPiece) { .has = piece->has, .brings = passed, .adds = TRUE, .share = (float) n_passed / (float) n_children };
    }
}

/* A member that waits has nothing of what is sent to all, and what is sent is one vector. */
static void
spread (HdPieces *self,
        const guint8 *progress)
{
  guint32 whole = hd_tree_get_operation (self->tree) == HD_TREE_BROADCAST ? 1 : hd_tree_get_n_members (self->tree);

  for (guint32 v = 0; v < hd_tree_get_n_vertices (self->tree); v++)
    {
      guint32 parent = hd_tree_get_parents (self->tree)[v];

      if (progress[v] == HD_TREE_INFORMED)
        self->pieces[v] = (HdPiece) { .has = whole };
      else if (parent != HD_NO_ID && progress[parent] == HD_TREE_INFORMED)
        self->pieces[v] = (HdPiece) { .has = self->pieces[v].has, .brings = whole, .share = 0.5f };
    }
}

/* A level a step, up and then down again: the one that has begun last is that in which the first have not done their part. */
static void
find_level (HdPieces *self,
            const guint8 *progress,
            HdPiecesMoment *about)
{
  HdTreeOperation operation = hd_tree_get_operation (self->tree);
  guint32 height = get_height (self->tree), up = operation == HD_TREE_BROADCAST ? 0 : height, n_left = 0, n_up = 0;
  guint32 reached = 0, told = 0;

  for (guint32 v = 0; v < hd_tree_get_n_vertices (self->tree); v++)
    {
      guint32 level = hd_tree_get_levels (self->tree)[v];

      n_left += operation == HD_TREE_REDUCE ? progress[v] == HD_TREE_WAITING : progress[v] != HD_TREE_INFORMED;
      n_up += progress[v] == HD_TREE_INFORMED;
      if (progress[v] != HD_TREE_WAITING)
        reached = MAX (reached, height - level);
      if (progress[v] == HD_TREE_INFORMED)
        told = MAX (told, level);
    }
  about->n_steps = MAX (up + (operation == HD_TREE_REDUCE ? 0 : height), 1);
  about->is_over = n_left == 0;
  about->adds = up > 0 && n_up == 0;
  about->step = MIN (about->adds ? reached : up + told, about->n_steps - 1);
}

static gboolean
read_tree (HdPieces *self,
           HdTime moment,
           HdPiecesMoment *out_moment)
{
  guint32 repeat = 0;
  HdTime begin = 0;
  guint lane = find_tree (self, moment, &repeat, &begin);
  HdTree *tree = lane != HD_NO_ID ? hd_record_get_tree (self->record, lane) : NULL;
  g_autofree guint8 *progress = NULL;

  if (tree == NULL)
    return FALSE;
  if (self->tree != tree)
    {
      forget (self);
      self->tree = tree;
      self->pieces = g_new0 (HdPiece, hd_tree_get_n_vertices (tree));
    }
  memset (self->pieces, 0, hd_tree_get_n_vertices (tree) * sizeof (HdPiece));
  progress = g_new0 (guint8, hd_tree_get_n_vertices (tree));
  hd_record_read_tree (self->record, lane, repeat, moment, progress);
  *out_moment = (HdPiecesMoment) {
    .name = HD_NO_ID,
    .tree = tree,
    .iteration = repeat,
    .n_pieces = 1,
    .whole = hd_tree_get_operation (tree) == HD_TREE_BROADCAST ? 1 : hd_tree_get_n_members (tree),
    .members = hd_tree_get_nodes (tree),
    .n_members = hd_tree_get_n_vertices (tree),
  };
  if (hd_tree_get_operation (tree) != HD_TREE_BROADCAST)
    gather (self, progress);
  if (hd_tree_get_operation (tree) != HD_TREE_REDUCE)
    spread (self, progress);
  find_level (self, progress, out_moment);
  return TRUE;
}

/* ---- members by themselves ----------------------------------------------------------------------------------------------- */

static gboolean
read_exchanges (HdPieces *self,
                HdTime moment,
                HdPiecesMoment *out_moment)
{
  if (!hd_record_has_exchanges (self->record))
    return FALSE;
  if (self->exchanges == NULL)
    self->exchanges = hd_exchange_pieces_new (self->record);
  self->is_exchange = hd_exchange_pieces_read (self->exchanges, moment, out_moment);
  return self->is_exchange;
}

/* ---- a moment ---------------------------------------------------------------------------------------------------------- */

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

  self->is_exchange = FALSE;
  if (latest == NULL)
    return read_tree (self, moment, out_moment) || read_exchanges (self, moment, out_moment);
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
  if (self->is_exchange)
    return hd_exchange_pieces_get (self->exchanges, member);
  if (self->tree != NULL)
    return member < hd_tree_get_n_vertices (self->tree) ? &self->pieces[member] : NULL;
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

  if (self->pieces == NULL || self->tree != NULL || self->is_exchange)
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

gboolean
hd_record_has_trees (HdRecord *self)
{
  for (guint lane = 0; lane < hd_record_get_n_lanes (self); lane++)
    if (hd_record_get_tree (self, lane) != NULL)
      return TRUE;
  return FALSE;
}

gboolean
hd_record_has_exchanges (HdRecord *self)
{
  gboolean has_some;

  pthread_mutex_lock (&self->lock);
  has_some = self->exchanges->len > 0;
  pthread_mutex_unlock (&self->lock);
  return has_some;
}
