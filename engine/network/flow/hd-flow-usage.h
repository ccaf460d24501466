/* hd-flow-usage.h: what each resource carries, now and since the start
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flow-level.h"
#include "hd-flow-model.h"
#include "hd-id-list.h"
#include "hd-network.h"

G_BEGIN_DECLS

/** HdFlowUsage: amounts are exact integers, load units a second times picoseconds, so that k rounds at once equal k single ones */
typedef struct
{
  HdWide carried;       /* up to @since */
  HdWide carried_mark;  /* up to the last mark */
  HdWide growth;        /* how much more each round carries than the one before; modulo 2^128, as it may be less */
  guint64 used;
  guint64 told;         /* to the observer */
  HdTime since;
  guint32 epoch;        /* in which it changed last */
  gboolean changed;     /* since the observer was told */
} HdFlowResourceUsage;

/** HdFlowUsageLap: what a resource carries in a round, and by how much more in each that follows */
typedef struct
{
  HdWide amount;
  HdWide growth;
  guint32 resource;
} HdFlowUsageLap;

typedef struct
{
  HdFlowModel *model;                /* borrowed */
  const HdNetworkObserver *observer; /* borrowed, nullable */
  gpointer user_data;                /* borrowed */
  HdFlowResourceUsage *resources;
  guint n_resources;
  HdIdList changed;                  /* resources: since the observer was told */
  HdIdList marked;                   /* likewise, since the mark */
  HdTime mark;
  guint32 epoch;
} HdFlowUsage;

HdFlowUsage *hd_flow_usage_new (HdFlowModel *model,
                                const HdNetworkObserver *observer,
                                gpointer user_data);
void hd_flow_usage_free (HdFlowUsage *self);

void hd_flow_usage_change (HdFlowUsage *self,
                           guint32 path,
                           guint64 old_rate,
                           guint64 new_rate,
                           HdTime time);
void hd_flow_usage_tell (HdFlowUsage *self,
                         HdTime time);
void hd_flow_usage_mark (HdFlowUsage *self,
                         HdTime time);
void hd_flow_usage_grow (HdFlowUsage *self,
                         guint32 path,
                         guint64 old_rate,
                         guint64 new_rate,
                         HdTime later);
void hd_flow_usage_get_lap (HdFlowUsage *self,
                            HdTime time,
                            GArray *out_lap);
void hd_flow_usage_set_lap (HdFlowUsage *self,
                            HdTime time,
                            const GArray *lap);
void hd_flow_usage_skip (HdFlowUsage *self,
                         HdTime start,
                         HdTime period,
                         guint64 rounds);
double hd_flow_usage_get_amount (HdFlowUsage *self,
                                 guint32 resource,
                                 HdTime time);
double hd_flow_usage_get_rate (HdFlowUsage *self,
                               guint32 resource);

G_END_DECLS
