/* hd-record.h: what a run writes and anyone may read while it grows
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Written by the engine's thread, read by any other: arrays are chunked, immutable once published by a release store of their length. Nothing
 * is drained and no reader slows the engine. What symmetry proved equal is stored once; reading expands it.
 */
#pragma once

#include <heddle/hd-design.h>
#include <heddle/hd-errands.h>
#include <heddle/hd-follow.h>
#include <heddle/hd-histogram.h>
#include <heddle/hd-synchronisation.h>
#include <heddle/hd-tree.h>

G_BEGIN_DECLS

/** HdRecord: append-only, reference counted; written by the engine's threads while any thread reads */
typedef struct _HdRecord HdRecord;

HdRecord *hd_record_ref (HdRecord *self);
void hd_record_unref (HdRecord *self);
HdDesign *hd_record_get_design (HdRecord *self);
/** hd_record_get_time: simulated time up to which everything is published */
HdTime hd_record_get_time (HdRecord *self);

/* ---- metrics: set when the run ends, some while it goes ------------------------------------------------------------- */

typedef struct
{
  const char *name;  /* "throughput": stable key */
  const char *title; /* translated */
  const char *unit;  /* "batch/s" */
  double value;
} HdMetric;

guint hd_record_get_n_metrics (HdRecord *self);
gboolean hd_record_get_metric (HdRecord *self,
                               guint n,
                               HdMetric *out_metric);
gboolean hd_record_find_metric (HdRecord *self,
                                const char *name,
                                HdMetric *out_metric);
/** hd_metrics_find: (nullable): in a list of them that is kept elsewhere; @metrics: (element-type HdMetric) */
const HdMetric *hd_metrics_find (const GArray *metrics,
                                 const char *name);

/* ---- errands: what components are about when the run is paused, or has ended as a deadlock ---------------------------- */

/** hd_record_dup_errands: (transfer full) (nullable): as of the last pause, or of the deadlock; none before, and when the run has ended otherwise */
HdErrands *hd_record_dup_errands (HdRecord *self);

/* ---- histograms: how long what happened often took; set when the run ends -------------------------------------------- */

guint hd_record_get_n_histograms (HdRecord *self);
/** hd_record_get_histogram: its bins last as long as the record */
gboolean hd_record_get_histogram (HdRecord *self,
                                  guint n,
                                  HdHistogram *out_histogram);
gboolean hd_record_find_histogram (HdRecord *self,
                                   const char *name,
                                   HdHistogram *out_histogram);

/* ---- series: one for each probe of the design ------------------------------------------------------------------------ */

typedef enum
{
  HD_SERIES_STEP,  /* a value that holds until the next sample */
  HD_SERIES_STATE, /* value is a name of hd_record_get_name (), or -1 for idle */
} HdSeriesKind;

/** HdSample: the value from that time on */
typedef struct
{
  HdTime time;
  double value;
} HdSample;

guint hd_record_get_n_series (HdRecord *self);
HdSeriesKind hd_record_get_series_kind (HdRecord *self,
                                        guint series);
const HdProbePoint *hd_record_get_series_probe (HdRecord *self,
                                                guint series);
/** hd_record_get_series_maximum: full scale (capacity of a link), or 0 if there is none */
double hd_record_get_series_maximum (HdRecord *self,
                                     guint series);
guint64 hd_record_get_n_samples (HdRecord *self,
                                 guint series);
/** hd_record_peek_samples: the samples from @first that lie in one chunk; never copies */
const HdSample *hd_record_peek_samples (HdRecord *self,
                                        guint series,
                                        guint64 first,
                                        guint64 *out_n);
/** hd_record_find_sample: the last sample at or before @time, or -1 */
gint64 hd_record_find_sample (HdRecord *self,
                              guint series,
                              HdTime time);

/* ---- spans ------------------------------------------------------------------------------------------------------------- */

typedef enum
{
  HD_SPAN_COMPUTE,    /* a computation */
  HD_SPAN_MEMORY,     /* the memory traffic of a vertex, beside its computation */
  HD_SPAN_MOVE,       /* data moved before a computation may start */
  HD_SPAN_COLLECTIVE, /* a whole collective */
  HD_SPAN_TRANSFER,   /* point to point */
  HD_SPAN_STEP,       /* one step of a collective; this and what follows only of traced members, see run:trace */
  HD_SPAN_SEND,       /* by the lane's node to its peer */
  HD_SPAN_RECEIVE,    /* from the peer, after the latency of the way */
  HD_SPAN_REDUCE,     /* of what was received with what was there: takes no time */
  HD_SPAN_WAIT,       /* of a component that acts: for others */
} HdSpanKind;

#define HD_NO_SPAN G_MAXUINT64 /* no span's number */

typedef struct
{
  HdTime start;
  HdTime end;        /* HD_TIME_MAX while it runs, see hd_record_dup_open_spans (); cut off by the end of the run: its end, with unfinished set */
  guint64 cause;     /* the span that released it, see hd_record_find_cause (); HD_NO_SPAN if none */
  guint32 name;      /* hd_record_get_name () */
  guint32 iteration : 27; /* from 0; HD_SPAN_MAX_ITERATION stands for all that follow */
  guint32 kind : 4;       /* HdSpanKind */
  guint32 unfinished : 1;
  guint32 step;      /* of the collective, from 0, for steps, sends, receives and reductions */
  guint32 peer;      /* node at the other end, for sends, receives and reductions */
} HdSpan;

/** HD_SPAN_MAX_ITERATION: more than the spans that a record has room for */
#define HD_SPAN_MAX_ITERATION ((1u << 27) - 1)

/** hd_span_has_step, hd_span_has_peer: whether the field means something for its kind */
static inline gboolean
hd_span_has_step (const HdSpan *self)
{
  return self->kind >= HD_SPAN_STEP && self->kind <= HD_SPAN_REDUCE;
}

static inline gboolean
hd_span_has_peer (const HdSpan *self)
{
  return self->kind >= HD_SPAN_SEND && self->kind <= HD_SPAN_REDUCE;
}

/**
 * Lanes: one for each node that works and one for each channel of collectives; equal lanes share their spans. After them, for run:trace, one for
 * the sends and one for the receives of each traced node, and one for the steps of each channel; and the lanes of components that act.
 */
guint hd_record_get_n_lanes (HdRecord *self);
/** hd_record_get_lane_node: the node, or HD_NO_ID for a channel of collectives */
guint32 hd_record_get_lane_node (HdRecord *self,
                                 guint lane);
char *hd_record_dup_lane_title (HdRecord *self,
                                guint lane);
/** hd_record_get_lane_class: lanes with the same class have the same spans */
guint hd_record_get_lane_class (HdRecord *self,
                                guint lane);
guint64 hd_record_get_n_spans (HdRecord *self,
                               guint lane);
const HdSpan *hd_record_peek_spans (HdRecord *self,
                                    guint lane,
                                    guint64 first,
                                    guint64 *out_n);
/**
 * hd_record_dup_open_spans:
 *
 * What has begun in @lane and not ended. The engine tells it where it comes by after somebody asked, so that who watches asks again and again, and
 * the first answer is none. May tell of a span that has ended since; tells of none once the run is over.
 *
 * Returns: (array length=out_n) (transfer full) (nullable): in the order of begin; their end is %HD_TIME_MAX
 */
HdSpan *hd_record_dup_open_spans (HdRecord *self,
                                  guint lane,
                                  guint *out_n);
/** hd_record_get_n_untold: how many messages of traced members came after the first million, and are in none of its lanes */
guint64 hd_record_get_n_untold (HdRecord *self);
/** hd_record_is_trace_lane: whether it is of steps, sends or receives, or of a component that acts */
gboolean hd_record_is_trace_lane (HdRecord *self,
                                  guint lane);
/**
 * hd_record_find_cause:
 * @lane: that @span is of
 * @out_lane: a lane with the span that released it: @lane itself, or else the first of those that are equal
 * @out_index: its place there
 *
 * Returns: %FALSE if nothing released it
 */
gboolean hd_record_find_cause (HdRecord *self,
                               guint lane,
                               const HdSpan *span,
                               guint *out_lane,
                               guint64 *out_index);
const char *hd_record_get_name (HdRecord *self,
                                guint32 name);
/** hd_record_get_title: what is named so, for people: translated where a component library has a word for it */
const char *hd_record_get_title (HdRecord *self,
                                 guint32 name);
guint32 hd_record_get_n_names (HdRecord *self);
/** hd_record_peek_members: (array length=out_n) (nullable): nodes that take part in the communication of this name; %NULL for a computation */
const guint32 *hd_record_peek_members (HdRecord *self,
                                       guint32 name,
                                       guint *out_n);

/* ---- aggregation trees: when their vertices did their part, not at flow fidelity; of the first repeats, 16 MiB for each lane ---- */

/** HdTreeProgress: of a vertex; @HD_TREE_GATHERED: has what comes from below and passes it on; @HD_TREE_INFORMED: has the result */
typedef enum
{
  HD_TREE_WAITING,
  HD_TREE_GATHERED,
  HD_TREE_INFORMED,
} HdTreeProgress;

/** hd_record_get_tree: (nullable): along which the collective of @lane goes */
HdTree *hd_record_get_tree (HdRecord *self,
                            guint lane);
/**
 * hd_record_find_repeat:
 * @out_begin: when its members started
 *
 * Returns: the last repeat that has begun by @moment, from 0, of those that are kept; HD_NO_ID if none has
 */
guint32 hd_record_find_repeat (HdRecord *self,
                               guint lane,
                               HdTime moment,
                               HdTime *out_begin);
/** hd_record_read_tree: @out_progress: (array length=vertices): of HdTreeProgress, at @moment, but not beyond what is published. O(vertices) */
void hd_record_read_tree (HdRecord *self,
                          guint lane,
                          guint32 repeat,
                          HdTime moment,
                          guint8 *out_progress);

/* ---- frames: loads of links and nodes over simulated time ---------------------------------------------------------------- */

/**
 * HdUse: of one capacity, over the frames that the window asked for touches
 * @mean, @peak: shares of the capacity, 0 to 1; of a link those that the work and noise take together
 * @noise: share that noise takes of a link on average
 * @amount: what was carried, in bytes (FLOP for a processor; for the buffers of a router seconds that flits spent there), of the work alone
 * @rate: the same a second: of buffers the flits that are there on average
 *
 * Time that parts repeats of collectives, and in which nothing is timed, does not count.
 */
typedef struct
{
  float mean;
  float peak;
  double amount;
  double rate;
  float noise;
} HdUse;

/**
 * HdStall: why a flit in front of an input channel of a router stands still
 * @HD_STALL_CHANNEL: it has no virtual channel of the next router yet: others have them, or got them
 * @HD_STALL_CREDIT: the buffer of its channel there is full, or its credits are on their way back
 * @HD_STALL_SWITCH: it could go, and another one won
 * @HD_STALL_ROOM: it could go but for room behind the switch, as where the link is slower
 */
typedef enum
{
  HD_STALL_CHANNEL,
  HD_STALL_CREDIT,
  HD_STALL_SWITCH,
  HD_STALL_ROOM,
  HD_N_STALLS
} HdStall;

/**
 * HdLoad: how busy a link or a component was. This is what utilisation means, wherever it is told:
 * a split link has a capacity for each direction, each with a rate and a use of its own; the link's one figure is that of the busier direction.
 * A shared link has one capacity, for the sum of both directions. A component has one or two: that of its processor, or the bandwidth of a medium
 * or memory, which all that passes shares, or the input buffers of a router, whose use is the share of them that is full; and that of the local memory
 * beside a processor.
 * @mean, @peak: of the busier capacity
 * @amount, @rate: of a link in both directions together; of a component of its first capacity
 * @ways: of a split link the way from its first end to its second, then the way back; of a shared one the first alone. Of a component its own
 *   capacity, then its local memory. One that nothing can use, or that has no limit, has zeros
 * @room: flits that the input buffers of a router hold; 0 of all else
 * @energy, @power, @peak_power: J, on average W, and W in the frame in which they were most, that a link, or a router without its links, took; 0 where hd_record_has_energy () says that none is counted
 * @switched, @accepted: flits that passed the switch of a router, and that it took out at their destination
 * @stalled: cycles of its own in which flits stood still, by #HdStall: those of all its input channels, the local ones included, added up
 * @stalled_share: of the cycles of all these channels
 */
typedef struct
{
  float mean;
  float peak;
  double amount;
  double rate;
  double room;
  double energy;
  double power;
  double peak_power;
  double switched;
  double accepted;
  double stalled[HD_N_STALLS];
  double stalled_share;
  HdUse ways[2];
} HdLoad;

/** hd_record_has_energy: whether the energy of routers and links is counted: at flit fidelity */
gboolean hd_record_has_energy (HdRecord *self);
/** hd_record_get_frame_interval: doubles when the budget is full */
HdTime hd_record_get_frame_interval (HdRecord *self);
/**
 * hd_record_read_links:
 * @start, @end: window of simulated time; clipped to what is published
 * @out_loads: (array length=links): amount 0 means unused
 */
void hd_record_read_links (HdRecord *self,
                           HdTime start,
                           HdTime end,
                           HdLoad *out_loads);
/** hd_record_read_nodes, hd_record_read_link, hd_record_read_node: likewise of all components, of one link, of one component */
void hd_record_read_nodes (HdRecord *self,
                           HdTime start,
                           HdTime end,
                           HdLoad *out_loads);
HdLoad hd_record_read_link (HdRecord *self,
                            guint32 link,
                            HdTime start,
                            HdTime end);
HdLoad hd_record_read_node (HdRecord *self,
                            guint32 node,
                            HdTime start,
                            HdTime end);

/**
 * HdHotSpot: what carries bytes and can be full
 * @kind, @target: a link, or a node of the design
 * @way: of a node: 0 for a medium or a memory, 1 for the local memory beside a processor; of a link the busier
 * @share: the mean, or the peak; of the busier direction
 * @bandwidth: of @way, in B/s
 */
typedef struct
{
  HdTargetKind kind;
  guint32 target;
  guint way;
  float share;
  double bandwidth;
} HdHotSpot;

/**
 * hd_hot_spots_find:
 * @links, @nodes: (array): loads of all links and nodes of @design
 * @peak: by their peaks, not their means
 * @out: (array): room for @most and one more: the busiest first; of those that are equally busy the one that carried more, then links, as designed
 *
 * Links, media and memories that carried anything. O(links + nodes), and @most for each that is among them.
 *
 * Returns: how many there are
 */
guint hd_hot_spots_find (HdDesign *design,
                         const HdLoad *links,
                         const HdLoad *nodes,
                         gboolean peak,
                         guint most,
                         HdHotSpot *out);
/** hd_hot_spot_get_use: of its way; the loads are those that it was found in, or others of the same design */
const HdUse *hd_hot_spot_get_use (const HdHotSpot *self,
                                  const HdLoad *links,
                                  const HdLoad *nodes);
/** hd_hot_spot_get_total: in bytes, what it carried in all, in both directions */
double hd_hot_spot_get_total (const HdHotSpot *self,
                              const HdLoad *links,
                              const HdLoad *nodes);
/** hd_hot_spot_dup_path: "rack[0]/up[3]", and "rack[0]/xpu[1] (local memory)", translated */
char *hd_hot_spot_dup_path (const HdHotSpot *self,
                            HdDesign *design);
/** hd_node_get_bandwidth: in B/s, of the node's @way as of #HdHotSpot; 0 if it has none, or no limit */
double hd_node_get_bandwidth (HdDesign *design,
                              guint32 node,
                              guint way);

/* ---- partitions: event queues that run in parallel -------------------------------------------------------------------------- */

/** hd_record_get_n_partitions: 0 before the run has started */
guint hd_record_get_n_partitions (HdRecord *self);
/** hd_record_read_partition: how it stands now; reads without a lock and slows nothing */
void hd_record_read_partition (HdRecord *self,
                               guint partition,
                               HdPartitionStatistics *out_statistics);
/** hd_record_get_node_partition: HD_NO_PARTITION for a node that does not act, or before the run has started */
guint32 hd_record_get_node_partition (HdRecord *self,
                                      guint32 node);

/* ---- the rest ------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  guint64 events;         /* of components, and messages that elements took: the same however they are divided */
  guint64 rounds;         /* steps of collectives, advanced singly or at once */
  guint64 rounds_jumped;
  guint64 solver_calls;
  guint64 rates_visited;
  guint64 rates_changed;
  guint64 transfers;
  guint lane_classes;
  double wall_time_s;
  gsize memory_bytes;     /* of the record */
  guint64 memory_limit_bytes; /* in force: what design, preparation, events and record may take together */
} HdCounters;

void hd_record_get_counters (HdRecord *self,
                             HdCounters *out_counters);
/** hd_record_dup_digest: 32 hexadecimal digits, once the run has ended */
char *hd_record_dup_digest (HdRecord *self);
/** hd_record_get_iteration_times: ends of the iterations so far */
guint hd_record_get_n_iterations (HdRecord *self);
HdTime hd_record_get_iteration_end (HdRecord *self,
                                    guint iteration);

/** HdTransferResult: of a transfer list, whose transfers count from 0 (@number) as they are listed */
typedef struct
{
  guint64 number;
  HdTime start;
  HdTime end;
  double bytes;
  guint32 source;
  guint32 destination;
} HdTransferResult;
/** hd_record_get_n_transfers: that have ended, in the order of their ends */
guint64 hd_record_get_n_transfers (HdRecord *self);
gboolean hd_record_get_transfer (HdRecord *self,
                                 guint64 n,
                                 HdTransferResult *out_transfer);

/** hd_record_get_followed: (nullable): what the run was told to follow: once it has arrived, or the run has ended; %NULL if there was no such message */
const HdFollowed *hd_record_get_followed (HdRecord *self);

/** hd_record_get_slowest: the packet that took longest, of a run at flit fidelity that has ended; %FALSE if there was none */
gboolean hd_record_get_slowest (HdRecord *self,
                                HdFollowTarget *out_target);

/** hd_record_get_n_files: that components wrote; 0 before the run has ended */
guint hd_record_get_n_files (HdRecord *self);
/**
 * hd_record_get_file:
 * @out_name: "rack[0]/nic[1].events.csv"; valid as long as the record, as is @out_bytes
 *
 * In the order of components and of their types' outputs.
 */
gboolean hd_record_get_file (HdRecord *self,
                             guint n,
                             const char **out_name,
                             GBytes **out_bytes);

/**
 * HdRecordProgram: that a component started
 * @exit_code, @signal: as of HdProgramEnd, once it @has_ended
 * @file: lives as long as Heddle
 * @n_printed: bytes so far, as errors or not
 */
typedef struct
{
  guint32 node;
  int pid;
  const char *file;
  gboolean has_ended;
  int exit_code;
  int signal;
  guint64 n_printed;
} HdRecordProgram;
/** hd_record_read_programs: (element-type HdRecordProgram) (transfer full): those of this rank as they are now, in the order of nodes; no result has any of it */
GArray *hd_record_read_programs (HdRecord *self);
/**
 * hd_record_read_prints:
 *
 * What a program of this rank has printed last, as errors or not, for whoever watches the run; all of it is in files once that has ended.
 *
 * Returns: (transfer full) (nullable): %NULL if the node has none
 */
GBytes *hd_record_read_prints (HdRecord *self,
                               guint32 node);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdRecord, hd_record_unref)

G_END_DECLS
