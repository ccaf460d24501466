/* hd-path.h: what the end of a run waited for, back to its beginning
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A chain of computations and messages, each of which began when the one before it had ended, so that the run took as long as they together: its critical path. It is
 * read from the causes in the record. What a communication did inside is read from its messages where they are recorded (run:trace) or from its tree; else
 * it follows from its schedule and the links that are drawn, and says so.
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/**
 * HdPathKind:
 * @HD_PATH_COMPUTE: a processor works
 * @HD_PATH_MEMORY: data is read and written while a processor works
 * @HD_PATH_MOVE: data comes from its memory before a computation
 * @HD_PATH_MESSAGE: from one node to another
 * @HD_PATH_WORK: something else that the record has a span of: a communication of which no more is known, or what a component that acts did
 * @HD_PATH_WAIT: a component that acts waits for others; the record does not say for whom
 * @HD_PATH_IDLE: nothing is recorded that would have been waited for
 * @HD_PATH_PAUSE: nothing is timed, as between repeats of a collective: no part of what the run took
 */
typedef enum
{
  HD_PATH_COMPUTE,
  HD_PATH_MEMORY,
  HD_PATH_MOVE,
  HD_PATH_MESSAGE,
  HD_PATH_WORK,
  HD_PATH_WAIT,
  HD_PATH_IDLE,
  HD_PATH_PAUSE,
} HdPathKind;

/** HdPathHop: @direction 0 goes from the link's first end to its second */
typedef struct
{
  guint32 link;
  guint8 direction;
} HdPathHop;

/**
 * HdPathPart:
 * @start, @end: the end of one is the start of the next
 * @lane, @span: of the record, that it is or lies in; @lane is %HD_NO_ID of what is idle
 * @name, @iteration: of that span, as in #HdSpan
 * @collective: (nullable): "All-reduce, ring", translated, of what goes along a schedule
 * @step, @n_alike: of a communication: the step it is of, from 0, and how many from it on, in which the same goes the same way, are taken together here
 * @n_steps: of the communication; 0 of what has none
 * @from, @to: nodes; both the same of what happens on one; %HD_NO_ID of what is nowhere
 * @first_hop, @n_hops: of the path's hops
 * @has_limit: whether @kind_of_limit, @limit and @way say what it waited for: a link, or a node as of #HdHotSpot
 * @latency: that is no more than the way takes
 * @handling: that software and switches take besides, as far as it is known
 * @half_precision: of a computation
 * @inferred: it follows from the schedule, and was not recorded
 */
typedef struct
{
  HdPathKind kind;
  HdTime start, end;
  guint lane;
  guint64 span;
  guint32 name;
  guint32 iteration;
  const char *collective;
  guint32 step;
  guint32 n_alike;
  guint32 n_steps;
  guint32 from, to;
  guint first_hop, n_hops;
  gboolean has_limit;
  HdTargetKind limit_kind;
  guint32 limit;
  guint way;
  HdTime latency;
  HdTime handling;
  gboolean half_precision;
  gboolean inferred;
} HdPathPart;

/** HdPath: immutable once it is made; any thread may read it */
typedef struct _HdPath HdPath;

/**
 * hd_path_new:
 * @record: of a run that has ended, also by being stopped
 *
 * O(parts x (log spans + hops)), the sends of each communication once, and the time to read the workloads.
 */
HdPath *hd_path_new (HdRecord *record);
HdPath *hd_path_ref (HdPath *self);
void hd_path_unref (HdPath *self);
HdRecord *hd_path_get_record (HdPath *self);
/** hd_path_get_n_parts: in the order of time; 0 where nothing is known */
guint hd_path_get_n_parts (HdPath *self);
const HdPathPart *hd_path_get_part (HdPath *self,
                                    guint n);
/** hd_path_get_time: of all parts, without pauses */
HdTime hd_path_get_time (HdPath *self);
/** hd_path_find_part: number of the one at @moment; the last that began by then; %HD_NO_ID if there is none */
guint32 hd_path_find_part (HdPath *self,
                           HdTime moment);
/** hd_path_peek_hops: (array length=n_hops) (nullable): of a part */
const HdPathHop *hd_path_peek_hops (HdPath *self,
                                    const HdPathPart *part);
/** hd_path_get_reason: (nullable): translated, a sentence: what cannot be known of it, and why; %NULL if it reaches back to the beginning */
const char *hd_path_get_reason (HdPath *self);
/** hd_path_is_inferred: whether some part follows from a schedule alone */
gboolean hd_path_is_inferred (HdPath *self);

/**
 * HdPathShare: what the path waits for in one place, or in places that are alike, all parts of one sort together
 * @kind: of its parts
 * @collective: (nullable): as of its parts
 * @name: of the first of them
 * @time: of all parts
 * @latency, @handling: of that, what is no more than the latency of ways, and what software and switches take
 * @half_precision: of computations
 * @n_parts, @n_steps: parts, and the steps of communications that they stand for
 * @n_all_steps: of all communications of that sort on the path
 * @has_limit, @limit_kind, @limit, @way: that most of @time waits for
 * @n_limits: different ones
 * @share: how busy that one was while it was waited for, 0 to 1
 * @bandwidth: of it, in B/s, or FLOP/s of a processor; 0 if that is not known
 * @from, @to: of the part that took longest
 */
typedef struct
{
  HdPathKind kind;
  const char *collective;
  guint32 name;
  HdTime time;
  HdTime latency;
  HdTime handling;
  gboolean half_precision;
  guint n_parts;
  guint n_steps;
  guint n_all_steps;
  gboolean has_limit;
  HdTargetKind limit_kind;
  guint32 limit;
  guint way;
  guint n_limits;
  double share;
  double bandwidth;
  guint32 from, to;
} HdPathShare;

/** HdPathDelay: what takes most of the time of messages: what they wait for, the latency of their ways, or software and switches */
typedef enum
{
  HD_PATH_DELAY_LIMIT,
  HD_PATH_DELAY_LATENCY,
  HD_PATH_DELAY_HANDLING,
} HdPathDelay;

/** hd_path_share_get_delay: %HD_PATH_DELAY_LIMIT of all that are no messages */
HdPathDelay hd_path_share_get_delay (const HdPathShare *self);

/**
 * hd_path_sum_up:
 * @classify: (nullable) (scope call): which of the limits are alike; by default each stands alone
 *
 * Returns: (element-type HdPathShare) (transfer full): the one with most time first
 */
GArray *hd_path_sum_up (HdPath *self,
                        guint32 (*classify) (gpointer data,
                                             HdTargetKind kind,
                                             guint32 target,
                                             guint way),
                        gpointer data);
/** hd_path_dup_sentence: translated: "All-reduce, ring waits for north_east (50 GB/s, 100 %) in 6 of 6 steps: 30 ms of 30 ms", without a full stop */
char *hd_path_dup_sentence (HdPath *self,
                            const HdPathShare *share);
/** hd_path_dup_step_sentence: (nullable): translated: the step of a communication that takes longer than the others, if one does */
char *hd_path_dup_step_sentence (HdPath *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdPath, hd_path_unref)

G_END_DECLS
