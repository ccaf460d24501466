/* hd-transfer-waits.h: which transfers of a list wait for the end of which
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-transfer-list.h"

G_BEGIN_DECLS

/** HdTransferWaits: all zero if none waits */
typedef struct
{
  const guint32 *after; /* borrowed from the list, or NULL */
  guint64 *first;       /* (array length=n_transfers+1): where those that wait for a transfer begin in @waiting */
  guint32 *waiting;
} HdTransferWaits;

void hd_transfer_waits_init (HdTransferWaits *self,
                             const HdTransferList *list);
void hd_transfer_waits_clear (HdTransferWaits *self);

static inline gboolean
hd_transfer_waits_has (const HdTransferWaits *self,
                       guint64 n)
{
  return self->after != NULL && self->after[n] != HD_NO_ID;
}

/** hd_transfer_waits_get: (array length=out_n): those that wait for @n, in the order of the list */
const guint32 *hd_transfer_waits_get (const HdTransferWaits *self,
                                      guint64 n,
                                      guint64 *out_n);

G_END_DECLS
