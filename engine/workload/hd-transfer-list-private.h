/* hd-transfer-list-private.h: what lists of transfers have in common, whatever file they come from
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include "hd-popnet-trace.h"
#include "hd-transfer-list.h"

G_BEGIN_DECLS

#define HD_TRANSFER_CLOCK_PER_S 1e9 /* popnet's, and what a workload says unless it says otherwise */
#define HD_TRANSFER_MILLIHERTZ 1000 /* of a Hz, in which the clocks of traces are told apart */
#define HD_TRANSFER_MAX_START_S 9e6 /* HdTime ends at 9.2e6 s */

/** HdTransferList: of a table it keeps the text, of a trace what names its ends and what its packets are */
struct _HdTransferList
{
  gatomicrefcount ref_count;
  GArray *transfers;    /* of HdListedTransfer */

  char *text;           /* the file, or NULL */
  GArray *lines;        /* of HdTransferLine: the first, then those of the transfers */
  guint n_columns;
  guint end_column;     /* "end_s", or n_columns */

  HdDesign *design;     /* owned, or NULL */
  HdPopnetTrace *trace; /* owned, or NULL: of an extended trace, in the same order */
};

/** HdTransferTrace: how a trace is laid on a design */
typedef struct
{
  const char *routers; /* an address of all of them, or NULL: the only array of switches with as many dimensions as the trace */
  double clock_per_s;
  double flit_bytes;
  HdPopnetFlags flags;
} HdTransferTrace;

static inline gint64
hd_transfer_clock_get_millihertz (double clock_per_s)
{
  return MAX (llrint (clock_per_s * HD_TRANSFER_MILLIHERTZ), 1);
}

/** HdTransferGrid: an array whose places coordinates are; its members are the nodes from @first on */
typedef struct
{
  guint32 first;
  HdPopnetShape shape;
} HdTransferGrid;

/** _hd_transfer_grid_init: of the array that @node is in; %FALSE if it is in none, or in too large a one */
gboolean _hd_transfer_grid_init (HdTransferGrid *self,
                                 HdDesign *design,
                                 guint32 node);
/** _hd_transfer_trace_find: how the design's list of transfers is to be read and written as a trace; errors as of its attributes */
gboolean _hd_transfer_trace_find (HdDesign *design,
                                  HdTransferTrace *out_trace,
                                  GError **error);

/** _hd_transfer_list_is_trace: whether a file begins as a trace does; a file that cannot be read is none */
gboolean _hd_transfer_list_is_trace (const char *path);
/** _hd_transfer_list_load_trace: errors as hd_popnet_trace_load (), and %HD_ERROR_NAME if there are no such routers */
HdTransferList *_hd_transfer_list_load_trace (HdDesign *design,
                                              const char *path,
                                              const HdTransferTrace *how,
                                              GError **error);

G_END_DECLS
