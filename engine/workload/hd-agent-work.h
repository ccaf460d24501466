/* hd-agent-work.h: work that agents on the nodes of a network do
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A workload is a program at each node that takes part: it gives the nodes of a network their agents. Agents of
 * different nodes may run at the same time, so they tell nobody what happens: the work is asked while the kernel rests.
 *
 * A kind of workload that can be carried has a HdAgentWorkClass in the table of hd-agent-work.c.
 */
#pragma once

#include <heddle/hd-histogram.h>
#include <heddle/hd-progress.h>
#include <heddle/hd-workload.h>

#include "hd-execution.h"
#include "hd-agent-network.h"
#include "hd-transfer-list.h"
#include "hd-tree-log.h"

G_BEGIN_DECLS

typedef struct _HdAgentWork HdAgentWork;

/**
 * HdAgentWorkLayout: names of spans, and lanes, as in HdExecutionLayout; each lane is a class of its own
 *
 * @lane_logs: (array length=n_lanes) (element nullable) (nullable): of aggregation trees
 * @first_trace_lane: those from it on are of what traced nodes send and receive; 0 for none
 * @name_collectives: (array length=n_names) (element nullable) (nullable): the schedule along which what is named so goes
 * @capacities: (array length=n_resources): of what work uses beside links, in amount per second
 * @node_resources: (array length=2*nodes) (nullable): as in HdExecutionLayout
 */
typedef struct
{
  const char *const *names;
  guint n_names;
  const guint32 *const *name_members;
  const guint *n_name_members;
  const guint32 *lane_nodes;
  const char *const *lane_titles;
  guint n_lanes;
  HdTreeLog *const *lane_logs;
  guint first_trace_lane;
  const HdCollective *const *name_collectives;
  const double *capacities;
  guint n_resources;
  const guint32 *node_resources;
} HdAgentWorkLayout;

/** HdAgentWorkObserver: @span: it has ended; @transfer: of a transfer list; @iteration: the next one has ended; @pause: nothing of the work is timed
 * then, which counts as none of its time */
typedef struct
{
  void (*span) (gpointer data,
                const HdWorkSpan *span);
  void (*transfer) (gpointer data,
                    const HdTransferList *list,
                    guint64 number,
                    HdTime end);
  void (*iteration) (gpointer data,
                     HdTime end);
  void (*pause) (gpointer data,
                 HdTime start,
                 HdTime end);
} HdAgentWorkObserver;

/**
 * HdAgentWorkClass:
 * @carries: whether it carries @workload; each is carried by one class at most
 * @create: gives nodes of @network their agents, for all workloads that it carries; @transfers (nullable) stands for them;
 *   @progress (nullable) is of files that are read. Errors: %HD_ERROR_INVALID if @problems tells more
 * @tell: what has ended since the last call, up to @time, in the order of (end, number); with @is_last what is under way too, as unfinished
 * @tell_open: what is under way at @time, after @tell
 * @get_limit: (nullable): when it is done at the latest, though there may be more to happen; else that is when nothing is left
 * @get_end: when the last part of it ended, so far
 * @get_transfers: (nullable): the list that it carries
 * @read: (nullable): amounts that its resources had done before @time
 * @get_n_untold: (nullable): messages of traced nodes that were too many to be told, so far
 * @count_steps: (nullable): steps of collectives that have begun among traced nodes; %FALSE if none are traced
 * @dup_waiting: (nullable): a sentence without its full stop that says who waits for whom, when nothing is under way; may return %NULL
 * @find_waiting: (nullable): adds the nodes that then wait, of guint32, in any order and perhaps more than once
 * @get_metrics: at the end; appends to an array of HdExecutionMetric
 * @get_histograms: likewise of HdHistogram, whose bins are then the array's to free; (nullable)
 * @get_ranks: (nullable): likewise, to one of HdExecutionRank
 *
 * All but @create are called while the kernel rests.
 */
typedef struct
{
  gboolean (*carries) (HdDesign *design,
                       const HdElement *workload);
  HdAgentWork *(*create) (HdDesign *design,
                          HdTransferList *transfers,
                          HdAgentNetwork *network,
                          HdProblemList *problems,
                          HdProgress *progress,
                          GError **error);
  void (*free) (HdAgentWork *self);
  void (*get_layout) (HdAgentWork *self,
                      HdAgentWorkLayout *out_layout);
  void (*tell) (HdAgentWork *self,
                HdTime time,
                gboolean is_last,
                const HdAgentWorkObserver *observer,
                gpointer data);
  void (*tell_open) (HdAgentWork *self,
                     HdTime time,
                     HdWorkOpen open,
                     gpointer data);
  double (*get_progress) (HdAgentWork *self);
  gboolean (*is_ended) (HdAgentWork *self);
  HdTime (*get_limit) (HdAgentWork *self);
  HdTime (*get_end) (HdAgentWork *self);
  guint64 (*get_n_completions) (HdAgentWork *self);
  HdTransferList *(*get_transfers) (HdAgentWork *self);
  void (*read) (HdAgentWork *self,
                HdTime time,
                double *out_amounts);
  guint64 (*get_n_untold) (HdAgentWork *self);
  gboolean (*count_steps) (HdAgentWork *self,
                           guint64 *out_n);
  char *(*dup_waiting) (HdAgentWork *self);
  void (*find_waiting) (HdAgentWork *self,
                        GArray *nodes);
  void (*get_metrics) (HdAgentWork *self,
                       GArray *metrics);
  void (*get_histograms) (HdAgentWork *self,
                          GArray *histograms);
  void (*get_ranks) (HdAgentWork *self,
                     GArray *ranks);
} HdAgentWorkClass;

/** HdAgentWork: what each kind of work begins with */
struct _HdAgentWork
{
  const HdAgentWorkClass *class;
};

extern const HdAgentWorkClass _hd_agent_chakra_class;
extern const HdAgentWorkClass _hd_agent_collectives_class;
extern const HdAgentWorkClass _hd_agent_programs_class;
extern const HdAgentWorkClass _hd_agent_traffic_class;
extern const HdAgentWorkClass _hd_agent_transfers_class;

/**
 * hd_agent_work_create_all:
 * @transfers: (nullable): carried instead of the design's workloads
 * @progress: (nullable)
 *
 * Errors: %HD_ERROR_INVALID, and @problems tells which workload cannot be carried at packet fidelity, or what is wrong with one that can.
 *
 * Returns: (element-type HdAgentWork): one for each class that has something to carry, which all go on at once; free it after the kernel
 */
GPtrArray *hd_agent_work_create_all (HdDesign *design,
                                     HdTransferList *transfers,
                                     HdAgentNetwork *network,
                                     HdProblemList *problems,
                                     HdProgress *progress,
                                     GError **error);
void hd_agent_work_free (HdAgentWork *self);
/** hd_agent_work_get_transfers: (nullable) (transfer none): the list that it carries */
HdTransferList *hd_agent_work_get_transfers (HdAgentWork *self);

/** hd_agent_work_get_limit: %HD_TIME_MAX if it has none */
HdTime hd_agent_work_get_limit (HdAgentWork *self);

/** hd_agent_work_compare_spans: of HdWorkSpan, in the order in which they are told: by ends, then by lanes */
int hd_agent_work_compare_spans (gconstpointer a,
                                 gconstpointer b);

/** hd_agent_work_get_unit: bytes of what a run's time goes by: of a packet, or of a flit at flit fidelity */
double hd_agent_work_get_unit (HdDesign *design);
/**
 * hd_agent_work_warn_of_size:
 * @n_packets: of packets, or flits, about, counted on each link
 *
 * A run that would take hours says so before.
 */
void hd_agent_work_warn_of_size (HdDesign *design,
                                 double n_packets,
                                 HdProblemList *problems);
/** hd_agent_work_report_no_link: that @node, which takes part, is not of the network; the rest is of what it takes part in */
void hd_agent_work_report_no_link (HdDesign *design,
                                   const char *name,
                                   guint64 origin_uid,
                                   int line,
                                   guint32 node,
                                   HdProblemList *problems);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdAgentWork, hd_agent_work_free)

G_END_DECLS
