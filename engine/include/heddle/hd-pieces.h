/* hd-pieces.h: what the members of a collective have of its vector, at a moment of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * When something was received the record says, of members that are traced; what it was the schedule says.
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/** HD_PIECES_MOST_MEMBERS: of a collective whose pieces are told */
#define HD_PIECES_MOST_MEMBERS 64

/**
 * HdPiece: of a member's vector
 * @has: how many members' vectors are added up in it; 0: nothing has come yet
 * @brings: likewise, of what is being received for it; 0 if nothing is
 * @adds: whether that is added to what is there; else it replaces it
 * @share: 0 to 1: how much of that has been received
 */
typedef struct
{
  guint32 has;
  guint32 brings;
  gboolean adds;
  float share;
} HdPiece;

/**
 * HdPiecesMoment: the collective that was begun last
 * @name: hd_record_get_name (); %HD_NO_ID of a tree, and of what members carry out by themselves, whose steps are the messages that one of them takes in
 * @tree: (nullable): the aggregation tree along which it goes: its vertices are the members, switches too, its levels the steps, and its vector is one piece; what a
 *   vertex brings has been passed on by those below it, or above, and is not all there
 * @title: (nullable): of what members carry out by themselves, not translated
 * @iteration: from 0
 * @step: that has begun last, from 0
 * @adds: whether what arrives in that step is added to what is there; else it replaces it
 * @is_over: it has ended
 * @n_pieces: that its vector is cut into
 * @whole: as many vectors are added up in a piece of the result
 * @n_members: (array length=n_members): @members are nodes, by rank
 */
typedef struct
{
  guint32 name;
  HdTree *tree;
  const char *title;
  guint32 iteration;
  guint32 step;
  guint32 n_steps;
  gboolean adds;
  gboolean is_over;
  guint32 n_pieces;
  guint32 whole;
  const guint32 *members;
  guint n_members;
} HdPiecesMoment;

/** HdPieces: of one record, by one thread */
typedef struct _HdPieces HdPieces;

/** hd_pieces_new, hd_pieces_free: references @record, which may still grow */
HdPieces *hd_pieces_new (HdRecord *record);
void hd_pieces_free (HdPieces *self);
/** hd_pieces_get_record: (transfer none) */
HdRecord *hd_pieces_get_record (HdPieces *self);
/**
 * hd_pieces_read:
 * @moment: in simulated time; what the run has not come to the end of is as if it were not there
 *
 * Collectives are those along a schedule whose messages are recorded one by one, see run:trace; where there are none those along aggregation trees; where there
 * are none of these either those that members carry out by themselves, as network cards do. O(lanes x log spans + sends).
 *
 * Returns: %FALSE if none has begun by then
 */
gboolean hd_pieces_read (HdPieces *self,
                         HdTime moment,
                         HdPiecesMoment *out_moment);
/** hd_pieces_get: (array length=n_pieces) (nullable): of @member at the moment that was read; %NULL if it is not traced, or there are more than %HD_PIECES_MOST_MEMBERS */
const HdPiece *hd_pieces_get (HdPieces *self,
                              guint member);
/**
 * hd_pieces_find_carried:
 * @out_n: how many pieces it is
 *
 * Of the collective that was read, what node @from sends to node @to in @step. O(sends of the step)
 *
 * Returns: the first piece there; HD_NO_ID if it sends none
 */
guint32 hd_pieces_find_carried (HdPieces *self,
                                guint32 step,
                                guint32 from,
                                guint32 to,
                                guint32 *out_n);
/** hd_record_has_exchanges: whether members have carried out collectives by themselves so far */
gboolean hd_record_has_exchanges (HdRecord *self);
/** hd_record_has_trees: whether any of its lanes is of a collective along an aggregation tree */
gboolean hd_record_has_trees (HdRecord *self);
/** hd_record_get_collective_title: (nullable): "All-reduce, ring", translated, of a communication along a schedule; %NULL of all else that has a name */
const char *hd_record_get_collective_title (HdRecord *self,
                                            guint32 name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdPieces, hd_pieces_free)

G_END_DECLS
