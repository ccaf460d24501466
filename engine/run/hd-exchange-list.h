/* hd-exchange-list.h: messages of collectives that members carry out by themselves, each with its two ends
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-record-private.h"

G_BEGIN_DECLS

#define HD_NO_NOTE G_MAXUINT

/** HdExchangeEntry: @other: the note of the other end of the message, or HD_NO_NOTE */
typedef struct
{
  HdExchangeNote note;
  guint other;
} HdExchangeEntry;

/** HdExchangeList: of a record that may grow; by one thread */
typedef struct
{
  HdRecord *record; /* borrowed */
  GArray *entries;  /* of HdExchangeEntry, in order of time */
  GArray *pending;  /* of guint: sends whose other end is not there */
} HdExchangeList;

void hd_exchange_list_init (HdExchangeList *self,
                            HdRecord *record);
void hd_exchange_list_clear (HdExchangeList *self);
/** hd_exchange_list_follow: what the record has got since. O(new notes x messages under way) */
void hd_exchange_list_follow (HdExchangeList *self);
guint hd_exchange_list_get_n (const HdExchangeList *self);
const HdExchangeEntry *hd_exchange_list_get (const HdExchangeList *self,
                                             guint n);
/** hd_exchange_list_find: how many there are up to and at @time */
guint hd_exchange_list_find (const HdExchangeList *self,
                             HdTime time);

G_END_DECLS
