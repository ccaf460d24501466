/* hd-engine-private.h: what a run drives, for the files that prepare it and that run it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-engine.h"

#include "hd-budget.h"
#include "hd-input-list.h"
#include "hd-load-watch.h"
#include "hd-run-part.h"

G_BEGIN_DECLS

#define HD_ENGINE_MOST_PARTS 2

/** HdEngineLook: when a partition has looked at the clocks of all, in wall time; on a line of its own */
typedef struct
{
  _Alignas (HD_LINE) gint64 at_us;
} HdEngineLook;

struct _HdEngine
{
  HdDesign *design;          /* owned */
  HdTransferList *transfers; /* borrowed */
  HdRecord *record;          /* borrowed */
  HdProblemList *problems;   /* borrowed; from preparing on */
  HdKernel *kernel;          /* owned */
  HdBudget *budget;          /* owned */
  HdRunPart *parts[HD_ENGINE_MOST_PARTS]; /* owned */
  guint n_parts;
  HdRunPart *work;           /* one of them, or NULL */
  HdPostOffice *post;        /* owned */
  HdRunLayout *layout;       /* owned */
  HdLoadWatch *watch;        /* owned; NULL where frames are not ended here */
  double *amounts;           /* by resource */
  guint32 *partitions;       /* by node */
  guint n_partitions;
  HdEngineLook *looks;       /* owned; by partition */
  GArray *nodes;             /* of guint32, by kernel id, or HD_NO_ID */
  GHashTable *probes;        /* of components: see hd_probes_number () */
  guint8 *is_watched;        /* by node: whether there are any of it */
  gboolean is_mixed;         /* see HdRunContext */
  gboolean carries;          /* a part carries what work or components send */
  HdTime change;             /* when links change next that do not change by themselves */
  HdTime look;               /* when it is next looked whether the work is done while more would happen */
  HdInputList *inputs;       /* owned */
  GPtrArray *commands;       /* of HdCommand, owned, as the next two; NULL if the design starts nothing */
  HdChildKeeper *children;
  HdPermit *permit;          /* or NULL */
  gboolean interrupted;      /* atomic */
  gboolean started;
  gboolean failed;
  gboolean finished;
};

/** _hd_engine_find_look: the next time behind @time at which it is looked whether the work is done: the same for any partitions */
HdTime _hd_engine_find_look (HdTime time);
/** _hd_engine_find_change: when links change next that do not change by themselves */
void _hd_engine_find_change (HdEngine *self);

G_END_DECLS
