/* hd-record-private.h: the writing side of a record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * One thread writes. A record is empty until it has its layout; readers see the whole layout or none of it.
 */
#pragma once

#include <heddle/hd-record.h>

#include "hd-board.h"
#include "hd-collective.h"
#include "hd-frames.h"
#include "hd-transfer-list.h"
#include "hd-tree-log.h"

G_BEGIN_DECLS

/** HdExchangeNote: an #HdExchange of @node at @time; @title stays, and is not translated */
typedef struct
{
  HdTime time;
  const HdCommunicator *group;
  const char *title;
  guint64 low, high, all;
  guint32 node, peer, n, whole, n_pieces;
  guint8 kind;
} HdExchangeNote;

/**
 * HdMeter: what a router takes, in J, without its links; flits that passed its switch; those that it took out at their destination; from @HD_METER_STALLED on
 * cycles in which flits did not go, one for each #HdStall
 */
typedef enum
{
  HD_METER_ENERGY,
  HD_METER_SWITCHED,
  HD_METER_ACCEPTED,
  HD_METER_STALLED,
  HD_METER_N = HD_METER_STALLED + HD_N_STALLS
} HdMeter;

/**
 * HdRecordLayout:
 *
 * @names: (array length=n_names): of spans and states
 * @name_titles: (array length=n_names) (element-type utf8): for people; %NULL where that is the name
 * @name_members: (array length=n_names): nodes that take part in what is named so, or %NULL; the same array may stand there often
 * @n_name_members: (array length=n_names)
 * @name_collectives: (array length=n_names): the schedule along which a communication goes, or %NULL; not copied
 * @lane_nodes: (array length=n_lanes): node of each lane, or HD_NO_ID for a channel of collectives
 * @lane_titles: (array length=n_lanes) (element-type utf8): title of a channel; %NULL for lanes with a node
 * @lane_logs: (array length=n_lanes) (element nullable) (nullable): of aggregation trees; referenced
 * @lane_classes: (array length=n_lanes): lanes of one class have the same spans
 * @capacities: (array length=n_resources): in amount per second
 * @link_resources: (array length=2*links): resource class of each link and direction, or HD_NO_ID if it is never used
 * @node_resources: (array length=2*nodes): resource class of the processor, or of the bandwidth of a medium or memory, or of a router's buffers, then
 *   of the local memory beside a processor; or HD_NO_ID
 * @link_meters: (array length=links) (nullable): the resource that carries what a link takes, in J; %NULL if nothing is counted, as the next
 * @router_meters: (array length=nodes) (nullable): the first of HD_METER_N resources that carry what a router does, as #HdMeter; HD_NO_ID of all else
 *
 * All arrays are copied.
 */
typedef struct
{
  const char *const *names;
  guint n_names;
  const char *const *name_titles;
  const guint32 *const *name_members;
  const guint *n_name_members;
  const HdCollective *const *name_collectives;
  const guint32 *lane_nodes;
  const char *const *lane_titles;
  HdTreeLog *const *lane_logs;
  const guint32 *lane_classes;
  guint n_lanes;
  guint n_lane_classes;
  guint first_trace_lane;
  const double *capacities;
  guint n_resources;
  const guint32 *link_resources;
  const guint32 *node_resources;
  const guint32 *link_meters;
  const guint32 *router_meters;
} HdRecordLayout;

HdRecord *_hd_record_new (HdDesign *design);
/** _hd_record_measure: bytes of the tables of a layout with so many resources, and of their loads */
double _hd_record_measure (guint n_nodes,
                           guint n_links,
                           guint n_resources);
void _hd_record_set_layout (HdRecord *self,
                            const HdRecordLayout *layout);
/** _hd_record_set_budget: bytes of spans, samples, iterations and transfers; a run ends with an error when they need more; a run's own budget may be less */
void _hd_record_set_budget (HdRecord *self,
                            gsize bytes);
gsize _hd_record_get_budget (HdRecord *self);
/** _hd_record_check_room: for the engine's thread; errors: %HD_ERROR_LIMIT once the record is full at @now */
gboolean _hd_record_check_room (HdRecord *self,
                                HdTime now,
                                GError **error);
/** _hd_record_get_collective: (nullable): of what is named so */
const HdCollective *_hd_record_get_collective (HdRecord *self,
                                               guint32 name);
/** _hd_record_get_log: (nullable): of the aggregation tree of a lane */
HdTreeLog *_hd_record_get_log (HdRecord *self,
                               guint lane);
/** _hd_record_count_bytes: of what is kept elsewhere until the run ends; from any thread of the engine */
void _hd_record_count_bytes (HdRecord *self,
                             gsize bytes);
/** _hd_record_take_file: @name and @bytes are transferred; after the last event */
void _hd_record_take_file (HdRecord *self,
                           char *name,
                           GBytes *bytes);
/** _hd_record_print: program number @n has printed; any thread */
void _hd_record_print (HdRecord *self,
                       guint n,
                       const guint8 *bytes,
                       gsize size);
/** _hd_record_add_program: that is about to be started; returns its number for the next two, which any thread may call */
guint _hd_record_add_program (HdRecord *self,
                              guint32 node,
                              const char *file);
void _hd_record_begin_program (HdRecord *self,
                               guint n,
                               int pid);
void _hd_record_end_program (HdRecord *self,
                             guint n,
                             int exit_code,
                             int signal);
HdFrames *_hd_record_get_frames (HdRecord *self);
/** _hd_record_make_cause: the @index-th span of @lane_class, as HdSpan has it */
guint64 _hd_record_make_cause (guint lane_class,
                               guint64 index);
guint64 _hd_record_append_span (HdRecord *self,
                                guint lane_class,
                                const HdSpan *span);
/** _hd_record_get_n_spans, _hd_record_peek_spans: as hd_record_get_n_spans () and hd_record_peek_spans (), of a lane class */
guint64 _hd_record_get_n_spans (HdRecord *self,
                                guint lane_class);
const HdSpan *_hd_record_peek_spans (HdRecord *self,
                                     guint lane_class,
                                     guint64 first,
                                     guint64 *out_n);
/** HdOpenSpan: @span.end is %HD_TIME_MAX */
typedef struct
{
  guint32 lane_class;
  HdSpan span;
} HdOpenSpan;

/** _hd_record_wants_open_spans: whether somebody asked for them since they were last told */
gboolean _hd_record_wants_open_spans (HdRecord *self);
/** _hd_record_take_open_spans: @open: (element-type HdOpenSpan) (transfer full): all that are open now, in any order */
void _hd_record_take_open_spans (HdRecord *self,
                                 GArray *open);
void _hd_record_set_series (HdRecord *self,
                            guint series,
                            HdSeriesKind kind,
                            double maximum);
void _hd_record_append_sample (HdRecord *self,
                               guint series,
                               HdTime time,
                               double value);
/** _hd_record_set_pair_ends: once, before the run; as hd_record_get_pair_ends () */
void _hd_record_set_pair_ends (HdRecord *self,
                               const guint32 *ends,
                               guint n,
                               guint group);
/** _hd_record_wants_pairs: of a record with pairs: whether @time is late enough to note them again */
gboolean _hd_record_wants_pairs (HdRecord *self,
                                 HdTime time);
/** _hd_record_take_pairs: @bytes: (transfer full): as hd_record_read_pairs () */
void _hd_record_take_pairs (HdRecord *self,
                            HdTime time,
                            double *bytes);
/** _hd_record_set_n_untold: messages of traced members so far that no span tells of */
void _hd_record_set_n_untold (HdRecord *self,
                              guint64 n);
void _hd_record_append_iteration (HdRecord *self,
                                  HdTime end);
/** _hd_record_set_has_noise: capacities of links are what noise leaves of them, and loads tell how busy both keep them; before the layout */
void _hd_record_set_has_noise (HdRecord *self);
/** _hd_record_append_pause: from @start to @end nothing was timed; after all others */
void _hd_record_append_pause (HdRecord *self,
                              HdTime start,
                              HdTime end);
/** _hd_record_set_transfers: (nullable): the list that is carried; once, before readers can see the record's layout */
void _hd_record_set_transfers (HdRecord *self,
                               HdTransferList *list);
/** _hd_record_get_transfers: (nullable) */
HdTransferList *_hd_record_get_transfers (HdRecord *self);
void _hd_record_append_transfer (HdRecord *self,
                                 const HdTransferResult *transfer);
/** _hd_record_set_metric: @name and @unit are static; @title is translated when read */
void _hd_record_set_metric (HdRecord *self,
                            const char *name,
                            const char *title,
                            const char *unit,
                            double value);
/** _hd_record_add_histogram: once for each name; @histogram's name is static, its title is translated when read, its bins are copied */
void _hd_record_add_histogram (HdRecord *self,
                               const HdHistogram *histogram);
void _hd_record_set_counters (HdRecord *self,
                              const HdCounters *counters);
void _hd_record_take_digest (HdRecord *self,
                             char *digest);
/** _hd_record_take_inputs: @inputs: what it has read, as hd-inputs.h says */
void _hd_record_take_inputs (HdRecord *self,
                             char *inputs);
/** _hd_record_wants_accesses: whether somebody asked for them since they were last told */
gboolean _hd_record_wants_accesses (HdRecord *self);
/** _hd_record_take_accesses: @accesses: (transfer full) (nullable): of HdMemoryAccess, in place of those before */
void _hd_record_take_accesses (HdRecord *self,
                               GArray *accesses);
/** _hd_record_take_exchanges: @notes: (element-type HdExchangeNote): behind those before */
void _hd_record_take_exchanges (HdRecord *self,
                                const GArray *notes);
/** _hd_record_read_exchanges: those from number @from on are added to @out: (element-type HdExchangeNote). From any thread */
void _hd_record_read_exchanges (HdRecord *self,
                                guint from,
                                GArray *out);
/** _hd_record_take_errands: @errands: (transfer full) (nullable): in place of those before */
void _hd_record_take_errands (HdRecord *self,
                              HdErrands *errands);
/** _hd_record_set_board: once; @partitions (array length=nodes) is copied, @board is referenced */
void _hd_record_set_board (HdRecord *self,
                           HdBoard *board,
                           const guint32 *partitions);
/** _hd_record_set_follow: what is to be followed; before the engine prepares the run */
void _hd_record_set_follow (HdRecord *self,
                            const HdFollowTarget *target);
/** _hd_record_get_follow: (nullable) */
const HdFollowTarget *_hd_record_get_follow (HdRecord *self);
/** _hd_record_take_followed: once; (transfer full) */
void _hd_record_take_followed (HdRecord *self,
                               HdFollowed *followed);
/** _hd_record_set_slowest: when the run ends */
void _hd_record_set_slowest (HdRecord *self,
                             const HdFollowTarget *target);
/** _hd_record_publish: everything up to @time has been written; from any thread of the engine; time never goes back */
void _hd_record_publish (HdRecord *self,
                         HdTime time);

G_END_DECLS
