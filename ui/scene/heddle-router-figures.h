/* heddle-router-figures.h: routers of a network as rows of a table, and which of them is in the way
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-drawing.h"

G_BEGIN_DECLS

/** HeddleRouterColumn: those of stalls follow each other as #HdStall does */
typedef enum
{
  HEDDLE_ROUTER_NAME,
  HEDDLE_ROUTER_STALLED,
  HEDDLE_ROUTER_NO_CHANNEL,
  HEDDLE_ROUTER_NO_CREDIT,
  HEDDLE_ROUTER_NO_SWITCH,
  HEDDLE_ROUTER_NO_ROOM,
  HEDDLE_ROUTER_FILL,
  HEDDLE_ROUTER_PEAK,
  HEDDLE_ROUTER_SWITCHED,
  HEDDLE_ROUTER_POWER,
  HEDDLE_ROUTER_N_COLUMNS
} HeddleRouterColumn;

/** heddle_stall_get_title: "Another one won" */
const char *heddle_stall_get_title (HdStall stall);
const char *heddle_router_get_head (HeddleRouterColumn column);
/** heddle_router_list: (element-type guint32): nodes that are routers of a run, as @loads knows them */
GArray *heddle_router_list (HdDesign *design,
                            const HeddleLoads *loads);
char *heddle_router_dup_cell (HdDesign *design,
                              const HeddleLoads *loads,
                              guint32 router,
                              HeddleRouterColumn column);
/** heddle_router_get_number: NaN for the name */
double heddle_router_get_number (const HeddleLoads *loads,
                                 guint32 router,
                                 HeddleRouterColumn column);

/**
 * HeddleBottleneck: the router in which flits stand still for the largest share of its channels' cycles
 * @reason: that most of these have
 * @link: the fullest that leads out of it, %HD_NO_ID if none carries anything; @share: of its capacity that way
 */
typedef struct
{
  guint32 router;
  HdStall reason;
  guint32 link;
  double share;
} HeddleBottleneck;

/** heddle_bottleneck_find: %FALSE if flits stand still nowhere. O(nodes + links) */
gboolean heddle_bottleneck_find (HdDesign *design,
                                 const HeddleLoads *loads,
                                 HeddleBottleneck *out_bottleneck);
/** heddle_bottleneck_dup_text: in a sentence, with figures */
char *heddle_bottleneck_dup_text (HdDesign *design,
                                  const HeddleLoads *loads,
                                  const HeddleBottleneck *bottleneck);

G_END_DECLS
