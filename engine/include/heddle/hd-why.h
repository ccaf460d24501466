/* hd-why.h: what holds a run up, and what would make it faster
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-path.h>
#include <heddle/hd-record.h>
#include <heddle/hd-run-queue.h>
#include <heddle/heddle-component.h>

G_BEGIN_DECLS

/**
 * HdMerit: what a run is judged by
 * @metric: (nullable): of the record; %NULL for the simulated time at which it ended
 * @title: translated
 * @more_is_better: as of a throughput; of a time less is
 */
typedef struct
{
  const char *metric;
  const char *title;
  const char *unit;
  gboolean more_is_better;
} HdMerit;

/**
 * hd_merit_choose:
 * @metric: (nullable): that is to be taken; by default throughput, mean latency of synthetic traffic, total time, or the end of the run, whichever it
 *   has first
 *
 * Errors: %HD_ERROR_NAME if the run has no metric of that name; %HD_ERROR_INVALID if there is nothing to judge it by, as of one that goes on until it is cut
 * off.
 */
gboolean hd_merit_choose (HdRecord *record,
                          const char *metric,
                          HdMerit *out_merit,
                          GError **error);
/**
 * hd_merit_list: what else people ask for of such a run, after what it is judged by, in the order of importance: of each kind of work what it has
 *
 * Returns: how many were written to @out, at most @most
 */
guint hd_merit_list (HdRecord *record,
                     const HdMerit *judged,
                     HdMerit *out,
                     guint most);
/** hd_merit_read: in its unit; NAN if @record has no such metric */
double hd_merit_read (const HdMerit *self,
                      HdRecord *record);
/** hd_merit_get_gain: how much better @to is than @from, as a share: 1 is twice as fast, 0 alike, below 0 slower */
double hd_merit_get_gain (const HdMerit *self,
                          double from,
                          double to);

/**
 * HdBound: what the busiest of some equal links or components had to do, and how long that takes if it is always busy. With this work on these ways,
 * however it is timed, no run is shorter.
 * @what: translated: "Links “wire”", "XPU: local memory"
 * @kind, @target, @way: the busiest of them, as of #HdHotSpot; a processor is way 0 of its node
 * @n_equal: that are as busy as it, to half a point, itself included
 * @n: of all of them, used or not
 * @share: of the run in which it is busy, 0 to 1
 * @least: that time
 */
typedef struct
{
  char *what;
  HdTargetKind kind;
  guint32 target;
  guint way;
  guint n_equal;
  guint n;
  double share;
  HdTime least;
} HdBound;

/**
 * HdFloor: how long a collective takes at least, whoever sends what to whom, on links as they are drawn
 * @operation: "all-reduce"
 * @bytes: of each member's vector
 * @cut: (nullable): who has the narrowest of the ways that were looked at to all others: a member, a module instance, or "all up to" a component; %NULL if
 *   the latency between members is what takes so long
 * @took: on average in the run; 0 where that is not known
 */
typedef struct
{
  const char *operation;
  double bytes;
  guint n_members;
  char *cut;
  HdTime least;
  HdTime took;
} HdFloor;

/**
 * HdActivityShare: what the parts of some components were at, by what these say themselves
 * @type: as metrics of such components begin: "cluster"
 * @title: translated: "Engines", or "Engines in four" where they are told apart by the instance at the top that they lie in
 * @what: translated: "Wait for the packet buffer"
 * @share: of the time of all their parts, 0 to 1: those of a title are 1 together
 * @n: components
 */
typedef struct
{
  const char *type;
  char *title;
  const char *what;
  double share;
  guint n;
} HdActivityShare;

/** HdTrialState: those from %HD_TRIAL_CHECKED on are final */
typedef enum
{
  HD_TRIAL_WAITING, /* for hd_why_check () */
  HD_TRIAL_RUNNING, /* or in its queue */
  HD_TRIAL_CHECKED,
  HD_TRIAL_FAILED,  /* see @error */
} HdTrialState;

/**
 * HdTrial: one thing changed alone
 * @what: translated: "Bandwidth of links “wire”"
 * @settings: (array zero-terminated=1): PATH=VALUE, as --set takes them, and as they can be written into the project
 * @before, @after: what it is, and what it is changed to: "50 GB/s"
 * @n: links or components that it is of
 * @bounds: (element-type guint32): numbers of the bounds that it changes
 * @property: of the parameter that it changes, or %HD_PROPERTY_NONE
 * @is_latency: it changes the latency of links
 * @estimate: of the merit, from what the end of the run waited for: as if that took less time, and nothing else changed; where that is not known, from how
 *   busy all are; NAN if there is none
 * @checked: of the merit, by a run; NAN before
 */
typedef struct
{
  char *what;
  char **settings;
  char *before;
  char *after;
  guint n;
  GArray *bounds;
  HdProperty property;
  gboolean is_latency;
  double estimate;
  HdTrialState state;
  double checked;
  char *error;
} HdTrial;

/**
 * HdWhy:
 *
 * Why a run takes as long as it does: what was busy, and what would help. Each thing that the project states and that may matter is tried alone: bandwidths
 * and rates times a factor, latencies divided by it. What a trial gives is estimated at once, and found by a run of its own once it is asked for.
 *
 * Main thread of the queue alone. Signal `changed`: a trial has another state.
 */
#define HD_TYPE_WHY (hd_why_get_type ())
G_DECLARE_FINAL_TYPE (HdWhy, hd_why, HD, WHY, GObject)

/** HD_WHY_FACTOR: by which things are changed where nobody says otherwise */
#define HD_WHY_FACTOR 2.0

/**
 * hd_why_new:
 * @record: of a run that has finished
 * @snapshot: what it was made of
 * @merit: as hd_merit_choose () gives it
 * @factor: above 1
 *
 * O(nodes x parameters + links), and the loads of all.
 */
HdWhy *hd_why_new (HdRecord *record,
                   HdSnapshot *snapshot,
                   const HdMerit *merit,
                   double factor);
const HdMerit *hd_why_get_merit (HdWhy *self);
/** hd_why_get_value: of the merit, of the run itself */
double hd_why_get_value (HdWhy *self);
double hd_why_get_factor (HdWhy *self);
HdRecord *hd_why_get_record (HdWhy *self);
/** hd_why_get_n_bounds: the busiest first; those that carried nothing are not among them */
guint hd_why_get_n_bounds (HdWhy *self);
const HdBound *hd_why_get_bound (HdWhy *self,
                                 guint n);
/** hd_why_get_n_activities: by type and place, of each the longest first; those that took no time are not among them */
guint hd_why_get_n_activities (HdWhy *self);
const HdActivityShare *hd_why_get_activity (HdWhy *self,
                                            guint n);
/** hd_why_get_n_floors: of the collectives of the project, in its order */
guint hd_why_get_n_floors (HdWhy *self);
const HdFloor *hd_why_get_floor (HdWhy *self,
                                 guint n);
/** hd_why_dup_floors: translated: hd_why_dup_floor () of each, one a line; those that say the same are one, at most @most lines */
char *hd_why_dup_floors (HdWhy *self,
                         guint most);
/** hd_why_dup_floor: translated: "all-reduce of 1 GB among 4: at least 10 ms, as north has 100 GB/s to all others; took 30 ms, 3 times as long" */
char *hd_why_dup_floor (HdWhy *self,
                        guint n);
/** hd_why_get_path: (transfer none): what the end of the run waited for */
HdPath *hd_why_get_path (HdWhy *self);
/** hd_why_get_n_shares: what the path waits for, the longest first; limits of one bound are taken together */
guint hd_why_get_n_shares (HdWhy *self);
const HdPathShare *hd_why_get_share (HdWhy *self,
                                     guint n);
/** hd_why_find_remedy: (nullable): the trial that makes faster what a share of the path waits for */
const HdTrial *hd_why_find_remedy (HdWhy *self,
                                   guint n);
/**
 * hd_why_dup_share: translated, without a full stop: "All-reduce, ring waits for north_east (50 GB/s, 100 %) in 6 of 6 steps: 30 ms of 30 ms; 100 GB/s instead of 50 GB/s gives
 *   15 ms by a run (estimated: 15 ms)"
 */
char *hd_why_dup_share (HdWhy *self,
                        guint n);
/** hd_why_dup_bottleneck: (nullable): the first of these in which something was waited for, or why there is none */
char *hd_why_dup_bottleneck (HdWhy *self);
/** hd_why_get_n_trials: by gain: checked or, until then, estimated; then those without an estimate. The order changes as trials are checked */
guint hd_why_get_n_trials (HdWhy *self);
const HdTrial *hd_why_get_trial (HdWhy *self,
                                 guint n);
/** hd_why_get_gain: of a trial, as hd_merit_get_gain (), checked or else estimated; NAN if neither */
double hd_why_get_gain (HdWhy *self,
                        const HdTrial *trial);
/** hd_why_has_effect: %FALSE of a trial that was checked and makes no difference: the merit is the same to 0.01 % */
gboolean hd_why_has_effect (HdWhy *self,
                            const HdTrial *trial);
/**
 * hd_why_check:
 * @most: trials at most, those that promise most first
 *
 * Submits those that wait to @queue, with a priority below all that is wanted more.
 */
void hd_why_check (HdWhy *self,
                   HdRunQueue *queue,
                   guint most);
/** hd_why_cancel: those that run wait again */
void hd_why_cancel (HdWhy *self);
/** hd_why_count: trials in @state */
guint hd_why_count (HdWhy *self,
                    HdTrialState state);
/** hd_why_dup_sentence: translated: what holds the run up, as far as it is known by now */
char *hd_why_dup_sentence (HdWhy *self);
/** hd_why_to_text, hd_why_to_json: all of it; the latter in the form of why.schema.json */
char *hd_why_to_text (HdWhy *self);
char *hd_why_to_json (HdWhy *self);

G_END_DECLS
