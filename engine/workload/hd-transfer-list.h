/* hd-transfer-list.h: the transfers of a list
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-workload.h>

G_BEGIN_DECLS

typedef struct
{
  HdTime start;
  double bytes;
  guint32 source;
  guint32 destination;
} HdListedTransfer;

/** hd_transfer_list_parse: @name is for messages */
HdTransferList *hd_transfer_list_parse (HdDesign *design,
                                        const char *name,
                                        const char *text,
                                        GError **error);
/**
 * hd_transfer_list_find:
 * @problems: (nullable): gets a warning for each attribute that such a workload does not have
 *
 * The list that a workload of type "transfers" names, relative to the project, or %NULL; other workloads cannot stand beside it.
 */
gboolean hd_transfer_list_find (HdDesign *design,
                                HdProblemList *problems,
                                HdTransferList **out_list,
                                GError **error);
guint64 hd_transfer_list_get_length (const HdTransferList *self);
const HdListedTransfer *hd_transfer_list_get (const HdTransferList *self,
                                              guint64 n);
/**
 * hd_transfer_list_get_after: (array length=hd_transfer_list_get_length (self)): the transfer that must have ended first, whose destination is the source
 * of this one, or HD_NO_ID; %NULL if none waits for another
 */
const guint32 *hd_transfer_list_get_after (const HdTransferList *self);
/** hd_transfer_list_dup_head: the first line as it was written, with the column "end_s", last if it had none */
char *hd_transfer_list_dup_head (const HdTransferList *self);
/** hd_transfer_list_dup_row: the line of transfer @n as it was written, with @end in the column "end_s" */
char *hd_transfer_list_dup_row (const HdTransferList *self,
                                guint64 n,
                                const char *end);
/** hd_transfer_list_compare: a GCompareDataFunc of two guint64 numbers in @list: by start, then by number */
int hd_transfer_list_compare (gconstpointer a,
                              gconstpointer b,
                              gpointer list);

G_END_DECLS
