/* hd-flow-shares.h: max-min fair rates where few flows of equal weight can meet on a link
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flow-model.h"

G_BEGIN_DECLS

#define HD_FLOW_SHARES_MOST_UNITS 6
#define HD_FLOW_SHARES_MOST_SLOTS 6
#define HD_FLOW_SHARES_PARTS 60 /* of a unit of rate: the least common multiple of all numbers of units */
#define HD_FLOW_SHARES_NO_LEVEL G_MAXUINT64
#define HD_FLOW_SHARES_MOST_CAPACITY (G_MAXINT64 / HD_FLOW_SHARES_PARTS)
#define HD_FLOW_SHARES_OPEN 0 /* a link that holds nothing */
#define HD_FLOW_SHARES_MANY G_MAXUINT32 /* instead of a link: more than one */

/** HdFlowSharesSlot: a flow that may use a link */
typedef struct
{
  guint32 flow;
  guint32 units;
  guint32 other; /* what else may hold a flow of two links; or HD_FLOW_SHARES_MANY */
} HdFlowSharesSlot;

/** HdFlowSharesLink: one without slots has a level that stays */
typedef struct
{
  guint64 level;   /* in parts of a unit of rate; HD_FLOW_SHARES_NO_LEVEL if it is not full */
  guint64 rate;    /* of the flows that it holds */
  guint64 capacity;
  guint32 active;  /* slots whose flows flow, a bit each */
  guint32 n_units; /* of these flows */
  guint32 n_slots;
  guint32 waits;   /* for its turn */
  guint32 stale;   /* flows of it may have another rate */
  HdFlowSharesSlot slots[HD_FLOW_SHARES_MOST_SLOTS];
} HdFlowSharesLink;

/** HdFlowSharesUse: where a flow stands */
typedef struct
{
  guint32 link;
  guint32 slot;
} HdFlowSharesUse;

typedef struct
{
  guint64 rate;
  guint32 first_use;
  guint32 n_uses;
  guint32 bound;
} HdFlowSharesFlow;

typedef struct
{
  HdFlowSharesLink *links;
  guint n_links;
  guint n_links_allocated;
  HdFlowSharesFlow *flows;
  guint n_flows;
  guint n_flows_allocated;
  HdFlowSharesUse *uses;
  guint n_uses;
  guint n_uses_allocated;
  guint32 *turns;    /* links that wait for it */
  guint n_turns;
  guint n_turns_allocated;
  guint32 *changed;  /* flows that have another rate, each once; emptied by others */
  guint n_changed;
  gboolean crowded;  /* more units met on a link than there may */
} HdFlowShares;

HdFlowShares *hd_flow_shares_new (void);
void hd_flow_shares_free (HdFlowShares *self);

/** hd_flow_shares_add_link: @capacity at most HD_FLOW_SHARES_MOST_CAPACITY */
guint32 hd_flow_shares_add_link (HdFlowShares *self,
                                 guint64 capacity);
/** hd_flow_shares_add_bound: a link that holds its flow at @level, whatever else there is */
guint32 hd_flow_shares_add_bound (HdFlowShares *self,
                                  guint64 level);
/** hd_flow_shares_add_flow: which may flow over @uses, of links, from now on, and is held by the link @bound too. Returns whether there is room for it on each */
gboolean hd_flow_shares_add_flow (HdFlowShares *self,
                                  const HdFlowUse *uses,
                                  guint n_uses,
                                  guint32 bound,
                                  guint32 *out_flow);
void hd_flow_shares_begin (HdFlowShares *self,
                           guint32 flow);
void hd_flow_shares_end (HdFlowShares *self,
                         guint32 flow);
/** hd_flow_shares_settle: brings all rates up to date and lists those that are others; or returns %FALSE, and none can be used any more */
gboolean hd_flow_shares_settle (HdFlowShares *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFlowShares, hd_flow_shares_free)

G_END_DECLS
