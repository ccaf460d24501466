/* hd-execution.h: a design's work in execution on its network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Compile, look at the layout, start, then advance from event to event: until hd_execution_get_next () says that nothing is left. One thread.
 *
 * If components of the design, or collectives along trees, send messages over the drawn network, these are flows beside those of the work, and share links
 * with them. There may then be no other work at all. Nothing is equal by symmetry there, for who sends whom is known when it happens.
 */
#pragma once

#include <heddle/hd-progress.h>
#include <heddle/hd-workload.h>

#include "hd-collective.h"
#include "hd-execution-observer.h"

G_BEGIN_DECLS

typedef struct _HdExecution HdExecution;

/**
 * HdExecutionLayout:
 * @names: (array length=n_names): of vertices
 * @name_members: (array length=n_names): who takes part in a communication, or %NULL for a computation
 * @n_name_members: (array length=n_names)
 * @lane_nodes: (array length=n_lanes): node, or HD_NO_ID for a channel of communications
 * @lane_titles: (array length=n_lanes): of a channel; %NULL for a node
 * @lane_classes: (array length=n_lanes): lanes of one class have the same spans
 * @class_sizes: (array length=n_lane_classes)
 * @n_node_classes: the first so many classes are of nodes, the rest of channels, then of the trace
 * @first_trace_lane: lanes from this one on are of run:trace; each is a class of its own
 * @capacities: (array length=n_resources): B/s or FLOP/s
 * @link_resources: (array length=2*links): by link and direction: the resource that stands for it, or HD_NO_ID if nothing ever uses it
 * @node_resources: (array length=2*nodes): by node: its processor, or the bandwidth that a medium or memory has in common, then the local memory
 *   beside a processor; or HD_NO_ID
 */
typedef struct
{
  const char *const *names;
  guint n_names;
  const guint32 *const *name_members;
  const guint *n_name_members;
  const guint32 *lane_nodes;
  const char *const *lane_titles;
  const guint32 *lane_classes;
  guint n_lanes;
  const guint32 *class_sizes;
  guint n_lane_classes;
  guint n_node_classes;
  guint first_trace_lane;
  const double *capacities;
  guint n_resources;
  const guint32 *link_resources;
  const guint32 *node_resources;
} HdExecutionLayout;

/**
 * hd_execution_new:
 * @transfers: (nullable): carried instead of the design's workload
 * @problems: what the checks found: HCSim section 3.6 unless run:static-check is off, places, memories, routes
 * @progress: (nullable): of traces that are read; other work tells none
 *
 * Compiles. O(members + hops of their routes), times logarithms; a template is stored once, whatever the number of members.
 *
 * Errors: %HD_ERROR_INVALID: see @problems; %HD_ERROR_RANGE: a rate that cannot be represented; %HD_ERROR_CANCELLED by the thread's current
 * #GCancellable while traces are read.
 */
HdExecution *hd_execution_new (HdDesign *design,
                               HdTransferList *transfers,
                               HdProblemList *problems,
                               HdProgress *progress,
                               GError **error);
void hd_execution_free (HdExecution *self);
const HdExecutionLayout *hd_execution_get_layout (HdExecution *self);
/** hd_execution_get_collective: (nullable): along which the communication with that name goes; %NULL of a computation, and of work that has no schedules */
const HdCollective *hd_execution_get_collective (HdExecution *self,
                                                 guint32 name);
/** hd_execution_get_transfers: (nullable): the list that is carried, given or named by a workload of the design */
HdTransferList *hd_execution_get_transfers (HdExecution *self);

/** hd_execution_start: at time 0; @observer is borrowed and nullable */
gboolean hd_execution_start (HdExecution *self,
                             const HdExecutionObserver *observer,
                             gpointer user_data,
                             GError **error);
/** hd_execution_get_next: time of the next event; %HD_TIME_MAX once the work is done and no message is under way */
HdTime hd_execution_get_next (HdExecution *self);
/**
 * hd_execution_advance:
 * @time: from now to the next event; later times are cut to it
 *
 * Errors: %HD_ERROR_DEADLOCK, %HD_ERROR_LIMIT; it must not be used further, but for hd_execution_finish () and getters.
 */
gboolean hd_execution_advance (HdExecution *self,
                               HdTime time,
                               GError **error);
/** hd_execution_catch_up: tells all that happened up to now, even what would be told at once with what is to come */
void hd_execution_catch_up (HdExecution *self);
/** hd_execution_tell_open: what is under way, but for the steps of a trace; O(what may be) */
void hd_execution_tell_open (HdExecution *self,
                             HdWorkOpen open,
                             gpointer data);
/** hd_execution_find_waiting: after a deadlock: adds the nodes that wait, of guint32, in any order and perhaps more than once */
void hd_execution_find_waiting (HdExecution *self,
                                GArray *nodes);
/** hd_execution_is_ended: whether the work is done */
gboolean hd_execution_is_ended (HdExecution *self);
/**
 * hd_execution_find_path: for messages between two nodes; each call makes a path
 * @way: (nullable): that they are to take; else the router says
 * @out_latency: that passes before a message begins to flow
 *
 * Errors: %HD_ERROR_NAME: there is no route
 */
gboolean hd_execution_find_path (HdExecution *self,
                                 guint32 from,
                                 guint32 to,
                                 const HdRoute *way,
                                 guint32 *out_path,
                                 HdTime *out_latency,
                                 GError **error);
/** hd_execution_send: a message begins to flow on @path, now: after advancing to the present, or from the observer's delivered (), which tells its end */
void hd_execution_send (HdExecution *self,
                        guint32 path,
                        double bytes,
                        guint32 number);
guint64 hd_execution_get_n_delivered (HdExecution *self);
/** hd_execution_finish: tells what still runs as unfinished; once, after the last advance */
void hd_execution_finish (HdExecution *self);

HdTime hd_execution_get_now (HdExecution *self);
/** hd_execution_get_end: when the work was done */
HdTime hd_execution_get_end (HdExecution *self);
/** hd_execution_get_progress: 0 to 1 */
double hd_execution_get_progress (HdExecution *self);
guint64 hd_execution_get_n_completions (HdExecution *self);
guint hd_execution_get_n_iterations (HdExecution *self);
HdTime hd_execution_get_iteration_end (HdExecution *self,
                                       guint iteration);
/** hd_execution_get_counters: of the network, all 0 before the start; rounds are those of communications of the work alone */
void hd_execution_get_counters (HdExecution *self,
                                HdNetworkCounters *out_counters);
/** hd_execution_dup_digest: over all lanes, as if each had been simulated by itself */
char *hd_execution_dup_digest (HdExecution *self);

/** HdExecutionMetric: @title is to be translated */
typedef struct
{
  const char *name;
  const char *title;
  const char *unit;
  double value;
} HdExecutionMetric;

/** hd_execution_get_metrics: appends time_total, time_iter_first, time_iter, throughput, compute_time, sync_exposed, as far as they mean something */
void hd_execution_get_metrics (HdExecution *self,
                               GArray *metrics);
/**
 * hd_execution_add_metrics: time_total, time_iter_first, time_iter and throughput
 * @end: counts if there are no iterations
 * @samples: 0 if there is no such thing
 */
void hd_execution_add_metrics (GArray *metrics,
                               const HdTime *iteration_ends,
                               guint n_iterations,
                               HdTime end,
                               double samples);
/** HdExecutionRank: while it computed; while it communicated and did not compute; when its last work ended */
typedef struct
{
  guint32 node;
  HdTime computed;
  HdTime exposed;
  HdTime end;
} HdExecutionRank;

/** hd_execution_add_ranks: compute_time of the rank that computes most, and sync_exposed of that which waits most */
void hd_execution_add_ranks (GArray *metrics,
                             const HdExecutionRank *ranks,
                             guint n_ranks);
/** hd_execution_add_exposed: sync_exposed */
void hd_execution_add_exposed (GArray *metrics,
                               HdTime exposed);

/** hd_execution_get_n_ranks: of traces; 0 for other work */
guint hd_execution_get_n_ranks (HdExecution *self);
void hd_execution_get_rank (HdExecution *self,
                            guint rank,
                            HdExecutionRank *out_rank);
/** hd_execution_get_ranks: appends all */
void hd_execution_get_ranks (HdExecution *self,
                             GArray *ranks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdExecution, hd_execution_free)

G_END_DECLS
