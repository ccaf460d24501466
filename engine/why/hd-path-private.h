/* hd-path-private.h: how a path is put together, from its end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-path.h>

#include "hd-path-plan.h"
#include "hd-path-work.h"
#include "hd-record-private.h"

G_BEGIN_DECLS

struct _HdPath
{
  gatomicrefcount ref_count;
  HdRecord *record;
  GArray *parts; /* of HdPathPart */
  GArray *hops;  /* of HdPathHop */
  GHashTable *plans; /* name -> HdPathPlan, or %NULL where there is none */
  char *reason;
  gboolean is_inferred;
  gboolean is_of_component; /* what one component did that acts, and no more */
};

/** HdPathSpan: of the record */
typedef struct
{
  guint lane;
  guint64 index;
} HdPathSpan;

/**
 * HdPathBuilder:
 * @parts: the last one first
 * @plans: as of the path
 * @busiest: name -> the HdPathLimit that was busiest meanwhile
 * @member_lanes: node -> GArray of guint: the lanes of its sends and receives
 * @node_lanes: node -> lane + 1 of its work
 * @time: begin of what is there so far
 */
typedef struct
{
  HdRecord *record;
  HdDesign *design;
  HdRouter *router;
  HdPathWorks works;
  GArray *parts;
  GArray *hops;
  GHashTable *plans;
  GHashTable *busiest;
  GHashTable *member_lanes;
  GHashTable *node_lanes;
  HdTime time;
  gboolean is_full;
} HdPathBuilder;

/** HD_PATH_MOST_PARTS: of a path; what was before them is left out */
#define HD_PATH_MOST_PARTS 100000

/** _hd_path_follow_exchanges: in hd-path-exchanges.c: from now back to the beginning, from @node on, which has carried out a collective by itself; %FALSE if it has not */
gboolean _hd_path_follow_exchanges (HdPathBuilder *self,
                                    guint32 node);
const HdSpan *_hd_path_peek (HdPathBuilder *self,
                             guint lane,
                             guint64 index);
/** _hd_path_find_ended: how many spans of @lane have ended by @time */
guint64 _hd_path_find_ended (HdPathBuilder *self,
                             guint lane,
                             HdTime time);
/** _hd_path_add: @part from @start to where those begin that are there; nothing if that is no time. @part's hops are in @hops (array length=n_hops) */
void _hd_path_add (HdPathBuilder *self,
                   HdTime start,
                   const HdPathPart *part,
                   const HdPathHop *hops,
                   guint n_hops);
/** _hd_path_set_limit: what was busiest of all that is passed, from @part's start to its end */
void _hd_path_set_limit (HdPathBuilder *self,
                         HdPathPart *part,
                         HdTime start,
                         HdTime end,
                         const HdPathHop *hops,
                         guint n_hops);

/* hd-path-steps.c: what happened in the communication of @span, back to its begin */
void _hd_path_add_communication (HdPathBuilder *self,
                                 const HdPathSpan *span);

G_END_DECLS
