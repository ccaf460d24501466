/* hd-exchanges.h: what members of collectives that they carry out by themselves have sent and taken in
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A node's notes are its own, so that threads of different nodes do not meet; while the kernel rests the record gets all of them, in the order of time. Of communicators with more than
 * HD_PIECES_MOST_MEMBERS members, beyond the first HD_EXCHANGES_MOST notes, and where a run is several processes nothing is noted.
 */
#pragma once

#include "hd-record-private.h"

G_BEGIN_DECLS

#define HD_EXCHANGES_MOST 65536u

typedef struct _HdExchangeNotes HdExchangeNotes;

HdExchangeNotes *hd_exchange_notes_new (HdDesign *design);
void hd_exchange_notes_free (HdExchangeNotes *self);
/** hd_exchange_notes_add: by one thread for each node */
void hd_exchange_notes_add (HdExchangeNotes *self,
                            guint32 node,
                            const HdExchange *exchange,
                            HdTime time);
/** hd_exchange_notes_tell: @record gets what has come since; while the kernel rests */
void hd_exchange_notes_tell (HdExchangeNotes *self,
                             HdRecord *record);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdExchangeNotes, hd_exchange_notes_free)

G_END_DECLS
