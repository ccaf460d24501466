/* hd-carrier.h: who carries the work of an execution on its network: a graph, a list of transfers, traces
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-execution-observer.h"
#include "hd-step-trace.h"

G_BEGIN_DECLS

/**
 * HdCarrierClass:
 * @start: at time 0; @network's done function calls @done; @trace and @observer are nullable; all borrowed
 * @done: the network has ended the batch with @token; settled later
 * @settle: after the network was advanced to @time: ends what has ended there and starts what that releases or what is due
 * @get_next: when something is due that the network does not know of; %HD_TIME_MAX for never; (nullable): never
 * @cut: what still runs is told as unfinished at @time
 * @tell_open: what runs, without the steps of a trace; O(what may run)
 * @find_waiting: (nullable): after @settle failed as nothing runs any more: adds the nodes that wait, of guint32, in any order and perhaps more than once
 * @get_progress: 0 to 1
 * @get_digest: (array fixed-size=2): over what ended in a lane class
 */
typedef struct
{
  gboolean (*start) (gpointer self,
                     HdNetwork *network,
                     HdStepTrace *trace,
                     const HdExecutionObserver *observer,
                     gpointer user_data,
                     GError **error);
  void (*done) (gpointer self,
                guint64 token,
                HdTime time);
  gboolean (*settle) (gpointer self,
                      HdTime time,
                      GError **error);
  HdTime (*get_next) (gpointer self);
  gboolean (*is_ended) (gpointer self);
  void (*cut) (gpointer self,
               HdTime time);
  void (*tell_open) (gpointer self,
                     HdWorkOpen open,
                     gpointer data);
  void (*find_waiting) (gpointer self,
                        GArray *nodes);
  guint64 (*get_n_completions) (gpointer self);
  double (*get_progress) (gpointer self);
  void (*get_digest) (gpointer self,
                      guint lane_class,
                      guint64 *out_digest);
  void (*free) (gpointer self);
} HdCarrierClass;

G_END_DECLS
