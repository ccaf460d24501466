/* hd-exchange-pieces.h: the vectors of members that carry a collective out by themselves, at a moment of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-pieces.h>

G_BEGIN_DECLS

typedef struct _HdExchangePieces HdExchangePieces;

/** hd_exchange_pieces_new: @record is borrowed */
HdExchangePieces *hd_exchange_pieces_new (HdRecord *record);
void hd_exchange_pieces_free (HdExchangePieces *self);
/** hd_exchange_pieces_read: as hd_pieces_read (): of the collective that did something last. What was read for an earlier moment is gone on from. O(notes since x pieces) */
gboolean hd_exchange_pieces_read (HdExchangePieces *self,
                                  HdTime moment,
                                  HdPiecesMoment *out_moment);
/** hd_exchange_pieces_get: as hd_pieces_get () */
const HdPiece *hd_exchange_pieces_get (HdExchangePieces *self,
                                       guint member);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdExchangePieces, hd_exchange_pieces_free)

G_END_DECLS
