/* hd-hop-table.h: how many links lie between switches
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define HD_NO_HOPS G_MAXUINT16

typedef struct _HdHopTable HdHopTable;

/** hd_hop_table_new: @first (array length=n+1) into @neighbours, both borrowed: an undirected graph of @n switches */
HdHopTable *hd_hop_table_new (guint32 n,
                              const guint32 *first,
                              const guint32 *neighbours);
void hd_hop_table_free (HdHopTable *self);
/**
 * hd_hop_table_get:
 *
 * Links from @from to each switch, %HD_NO_HOPS where there is no way. Rows are found 64 at a time, and kept as far as 256 MB reach.
 *
 * Returns: (array length=n): valid until the next call
 */
const guint16 *hd_hop_table_get (HdHopTable *self,
                                 guint32 from);

G_END_DECLS
