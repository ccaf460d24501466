/* heddle-session.h: what all views of a window share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/heddle.h>

#include "heddle-drawing.h"

G_BEGIN_DECLS

/**
 * HeddleSession:
 *
 * The view model of one window: the project and what was elaborated from it, the run and its record, and what the user looks at. Views hold
 * no state of their own that another view needs. Main thread only; loading and elaborating happen in worker threads.
 *
 * Signals:
 *   project-changed    another document, or the same one edited: the snapshot is new
 *   design-changed     elaboration ended, or places were edited: design, drawing and problems are new
 *   location-changed   another module or instance is looked at
 *   selection-changed, hot-changed
 *   run-changed        another run, another state of the run, or its results became stale or current
 *   progressed         the record has grown, or another moment is looked at
 *   range-changed      another range of time is visible
 *   packet-wanted      a packet is to be followed
 */
#define HEDDLE_TYPE_SESSION (heddle_session_get_type ())
G_DECLARE_FINAL_TYPE (HeddleSession, heddle_session, HEDDLE, SESSION, GObject)

HeddleSession *heddle_session_new (HdCatalog *catalog);

/* ---- project ---------------------------------------------------------------------------------------------------------- */

/**
 * heddle_session_load_async:
 * @how: (nullable)
 *
 * Reads, elaborates and draws @file in a worker. A project with errors loads too: its problems say what is wrong. Who cancels does not wait.
 *
 * Errors: those of hd_document_load (); the session is then unchanged.
 */
void heddle_session_load_async (HeddleSession *self,
                                GFile *file,
                                const HdLoading *how,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);
gboolean heddle_session_load_finish (HeddleSession *self,
                                     GAsyncResult *result,
                                     GError **error);
/**
 * heddle_session_set_document:
 * @problems: (nullable): what was found when it was read
 *
 * Shows @document instead of what was there: a new one, or one that was recovered. It is elaborated in a worker.
 */
void heddle_session_set_document (HeddleSession *self,
                                  HdDocument *document,
                                  HdProblemList *problems);
/**
 * heddle_session_add_notes:
 * @uids: (element-type guint64): a part of the document
 *
 * From the next elaboration on @notes stand among the problems, whenever any of @uids is there. Inside the group of edits that brought them.
 */
void heddle_session_add_notes (HeddleSession *self,
                               HdProblemList *notes,
                               GArray *uids);
HdCatalog *heddle_session_get_catalog (HeddleSession *self);
HdDocument *heddle_session_get_document (HeddleSession *self);
HdSnapshot *heddle_session_get_snapshot (HeddleSession *self);
/** heddle_session_get_design: (nullable): of the last state that was elaborated; %NULL if that has errors */
HdDesign *heddle_session_get_design (HeddleSession *self);
gboolean heddle_session_is_elaborating (HeddleSession *self);
/** heddle_session_get_problems: (element-type HdProblem): of reading, elaborating and running */
GPtrArray *heddle_session_get_problems (HeddleSession *self);
guint heddle_session_count_problems (HeddleSession *self,
                                     HdSeverity severity);

/* ---- location: which module, and which of its instances -------------------------------------------------------------- */

#define HEDDLE_MEMBER_AVERAGE (-1)
#define HEDDLE_MEMBER_HOTTEST (-2)

/** HeddleLevel: an <instance> that was entered, and which of its members: a flat index, or one of the above */
typedef struct
{
  guint64 uid;
  int member;
} HeddleLevel;

guint heddle_session_get_depth (HeddleSession *self);
const HeddleLevel *heddle_session_get_level (HeddleSession *self,
                                             guint level);
/** heddle_session_enter: into an instance of the module that is looked at; returns whether there is such */
gboolean heddle_session_enter (HeddleSession *self,
                               guint64 instance_uid,
                               int member);
void heddle_session_leave_to (HeddleSession *self,
                              guint depth);
void heddle_session_choose_member (HeddleSession *self,
                                   guint level,
                                   int member);
/** heddle_session_get_n_members: of the instance entered at @level, in the scope that is looked at */
guint heddle_session_get_n_members (HeddleSession *self,
                                    guint level);
/** heddle_session_get_module: (nullable): <top>, or the module entered */
const HdObject *heddle_session_get_module (HeddleSession *self);
/** heddle_session_get_scope: one instance that is looked at, for structure; HD_NO_ID without a design */
guint32 heddle_session_get_scope (HeddleSession *self);
/** heddle_session_get_scopes: (array length=out_n): all whose figures are shown */
const guint32 *heddle_session_get_scopes (HeddleSession *self,
                                          guint *out_n);
/** heddle_session_get_drawing: (nullable): the module that is looked at; until location or design change */
HeddleDrawing *heddle_session_get_drawing (HeddleSession *self);
/** heddle_session_go_to_scope: enters the instances down to @scope */
void heddle_session_go_to_scope (HeddleSession *self,
                                 guint32 scope);

/* ---- selection and hot object ------------------------------------------------------------------------------------------ */

void heddle_session_select (HeddleSession *self,
                            HeddleTarget target);
/** heddle_session_get_selection: (array length=out_n): until it changes */
const HeddleTarget *heddle_session_get_selection (HeddleSession *self,
                                                  guint *out_n);
/** heddle_session_select_many: these and no others, with one signal; so the next two */
void heddle_session_select_many (HeddleSession *self,
                                 const HeddleTarget *targets,
                                 guint n);
/** heddle_session_select_uids: objects whole, as the operations of the editor return them */
void heddle_session_select_uids (HeddleSession *self,
                                 const guint64 *uids,
                                 guint n);
void heddle_session_add_selected (HeddleSession *self,
                                  const HeddleTarget *targets,
                                  guint n);
void heddle_session_toggle_selected (HeddleSession *self,
                                     HeddleTarget target);
void heddle_session_select_none (HeddleSession *self);
guint heddle_session_get_n_selected (HeddleSession *self);
HeddleTarget heddle_session_get_selected (HeddleSession *self,
                                          guint n);
/** heddle_session_is_selected: O(1) */
gboolean heddle_session_is_selected (HeddleSession *self,
                                     HeddleTarget target);
/** heddle_session_dup_selected_uids: (element-type guint64): each object once */
GArray *heddle_session_dup_selected_uids (HeddleSession *self);
/** heddle_session_mark_node: marks what shows a node of @of, until the selection is another; %HD_NO_ID marks none */
void heddle_session_mark_node (HeddleSession *self,
                               HdDesign *of,
                               guint32 node);
/** heddle_session_get_mark: %HEDDLE_NO_TARGET if there is none */
HeddleTarget heddle_session_get_mark (HeddleSession *self);
/** heddle_session_follow_packet: asks for a packet to be followed: of the design of the record, if there is one */
void heddle_session_follow_packet (HeddleSession *self,
                                   const HdFollowTarget *packet);
/** heddle_session_get_packet: that was asked for last */
const HdFollowTarget *heddle_session_get_packet (HeddleSession *self);
/** heddle_session_take_packet: that was asked for, by whoever follows it, once; who asks does not know whether that is there yet */
gboolean heddle_session_take_packet (HeddleSession *self,
                                     HdFollowTarget *out_packet);
/** heddle_session_can_follow: whether the run that is looked at is one at flit fidelity */
gboolean heddle_session_can_follow (HeddleSession *self);
/** heddle_session_set_highlights: (nullable): paths of what a lesson points at, from now on, see hd_lesson_match (); what the design lacks is not there */
void heddle_session_set_highlights (HeddleSession *self,
                                    const char *const *names);
/** heddle_session_add_highlighted: adds to @targets, of HeddleTarget, what shows that where one is */
void heddle_session_add_highlighted (HeddleSession *self,
                                     GArray *targets);
void heddle_session_set_hot (HeddleSession *self,
                             HeddleTarget target);
HeddleTarget heddle_session_get_hot (HeddleSession *self);
/** heddle_session_select_link, _node: goes to where a link or node of @of is drawn, and selects it; %FALSE if it is drawn no more */
gboolean heddle_session_select_link (HeddleSession *self,
                                     HdDesign *of,
                                     guint32 link);
gboolean heddle_session_select_node (HeddleSession *self,
                                     HdDesign *of,
                                     guint32 node);
/**
 * heddle_session_select_nodes:
 *
 * Selects what shows nodes of @of where one is; where nothing does, goes to the smallest module that holds them all first.
 *
 * Returns: %FALSE if none of them is drawn any more
 */
gboolean heddle_session_select_nodes (HeddleSession *self,
                                      HdDesign *of,
                                      const guint32 *nodes,
                                      guint n_nodes);
/** heddle_session_select_way: likewise, and links of @of that are drawn there */
gboolean heddle_session_select_way (HeddleSession *self,
                                    HdDesign *of,
                                    const guint32 *nodes,
                                    guint n_nodes,
                                    const guint32 *links,
                                    guint n_links);
/**
 * heddle_session_set_captions:
 * @of: (nullable): the design whose nodes they are of
 * @captions: (array length=n): copied; they are shown below the nodes until others are set
 */
void heddle_session_set_captions (HeddleSession *self,
                                  HdDesign *of,
                                  const HeddleCaption *captions,
                                  guint n);
/** heddle_session_list_captions: (transfer full) (element-type HeddleCaption): of nodes that the layout has still; texts are borrowed */
GArray *heddle_session_list_captions (HeddleSession *self);
/** heddle_session_find_target: what shows a node or link of @of where one is; %FALSE if nothing does */
gboolean heddle_session_find_target (HeddleSession *self,
                                     HdDesign *of,
                                     HdTargetKind kind,
                                     guint32 number,
                                     HeddleTarget *out_target);
/** heddle_session_show_waiting: goes to the first of what waits in a problem of the run, and selects it; %FALSE if the problem names none, or it is gone */
gboolean heddle_session_show_waiting (HeddleSession *self,
                                      const HdProblem *problem);
/** heddle_session_add_waiting: adds to @targets, of HeddleTarget, what shows where one is that a problem of the run names as waiting, or waited for */
void heddle_session_add_waiting (HeddleSession *self,
                                 const HdProblem *problem,
                                 GArray *targets);
/** heddle_session_show_object: goes to where an object of the document is drawn, and selects it */
void heddle_session_show_object (HeddleSession *self,
                                 guint64 uid);

/* ---- run --------------------------------------------------------------------------------------------------------------- */

typedef enum
{
  HEDDLE_MEASURE_NOW,
  HEDDLE_MEASURE_AVERAGE,
  HEDDLE_MEASURE_PEAK,
} HeddleMeasure;

/** heddle_session_get_obstacle: (nullable): why the project cannot be run, in a sentence; %NULL also while that is not known yet */
const char *heddle_session_get_obstacle (HeddleSession *self);
/** heddle_session_set_lock: (nullable): in a sentence, why nothing may run yet, as a lesson asks something first; %NULL lets it */
void heddle_session_set_lock (HeddleSession *self,
                              const char *why);
/** HeddleRemedy: what is done about an obstacle: the name of a button (translatable) and its detailed action */
typedef struct
{
  const char *title;
  const char *action;
} HeddleRemedy;
/** heddle_session_get_remedy: how the obstacle is overcome; %FALSE if there is none, or nothing that one action does */
gboolean heddle_session_get_remedy (HeddleSession *self,
                                    HeddleRemedy *out_remedy);
/** heddle_session_can_run: a design is there, has no errors and has something to do */
gboolean heddle_session_can_run (HeddleSession *self);
/** heddle_session_find_programs: (element-type HdCommand) (transfer full): what the design would start and the user has not allowed yet; there is one */
GPtrArray *heddle_session_find_programs (HeddleSession *self);
/** heddle_session_allow_programs: (element-type HdCommand): from here on, also when the project's file is opened again */
void heddle_session_allow_programs (HeddleSession *self,
                                    GPtrArray *commands);
/** heddle_session_dup_permit: (transfer full): what runs of the design may start */
HdPermit *heddle_session_dup_permit (HeddleSession *self);
/** heddle_session_start: a new run of the present design, at the present speed; drops the one before */
void heddle_session_start (HeddleSession *self);
void heddle_session_pause (HeddleSession *self);
void heddle_session_resume (HeddleSession *self);
void heddle_session_stop (HeddleSession *self);
void heddle_session_step (HeddleSession *self,
                          HdStep step);
/** heddle_session_run_until: a run, new where none is active, that pauses at @time of its own */
void heddle_session_run_until (HeddleSession *self,
                               HdTime time);
/** heddle_session_is_active: running or paused */
gboolean heddle_session_is_active (HeddleSession *self);
HdRun *heddle_session_get_run (HeddleSession *self);
/** heddle_session_get_record: (nullable): of the run, while there is one */
HdRecord *heddle_session_get_record (HeddleSession *self);
/** heddle_session_get_run_snapshot: (nullable): what that run was made of */
HdSnapshot *heddle_session_get_run_snapshot (HeddleSession *self);
HdRunState heddle_session_get_run_state (HeddleSession *self);
/** heddle_session_apply: heddle_edit_apply () */
gboolean heddle_session_apply (HeddleSession *self,
                               const char *name,
                               const char *const *settings,
                               GError **error);
/* ---- knobs --------------------------------------------------------------------------------------------------------------- */

/**
 * heddle_session_turn:
 * @setting: PATH=VALUE
 *
 * What would be with it is drawn and run, as fast as possible, without an edit; the newest wins. Until heddle_session_end_turn (), or another edit.
 *
 * Errors: those of heddle_session_apply (); nothing is then turned
 */
gboolean heddle_session_turn (HeddleSession *self,
                              const char *setting,
                              GError **error);
/** heddle_session_end_turn: @name: (nullable): of the undo step that writes the last setting into the project; without one all is as before. Errors: likewise */
gboolean heddle_session_end_turn (HeddleSession *self,
                                  const char *name,
                                  GError **error);
/** heddle_session_get_trace: what runs came to at the values of @knob while all else was equal; %FALSE if there was none */
gboolean heddle_session_get_trace (HeddleSession *self,
                                   guint64 knob,
                                   HeddleTrace *out_trace);
/** heddle_session_dup_address: (nullable): of an attribute, as --set takes it; %NULL if it has none where the session looks */
char *heddle_session_dup_address (HeddleSession *self,
                                  guint64 uid,
                                  const char *attribute);
/** heddle_session_can_turn: whether a knob can be made of what @address names */
gboolean heddle_session_can_turn (HeddleSession *self,
                                  const char *address);
/** heddle_session_delete: heddle_edit_delete (), after which what is drawn beside the objects stands where it stood */
gboolean heddle_session_delete (HeddleSession *self,
                                const guint64 *uids,
                                guint n,
                                GError **error);
/** heddle_session_set_speed: simulated seconds a wall second, 0 for as fast as possible; now and for later runs */
void heddle_session_set_speed (HeddleSession *self,
                               double speed);
double heddle_session_get_speed (HeddleSession *self);
/** heddle_session_tick: once a frame while a run is active; announces progress at most ten times a second */
void heddle_session_tick (HeddleSession *self,
                          gint64 frame_time_us);

/**
 * heddle_session_keep_baseline:
 *
 * The run that is shown stays as the baseline when another begins, until one is kept in its place, it is dropped, or another project comes. Only
 * of a run that has finished. It follows the drawing as that is edited. Announced by run-changed; so the next.
 */
void heddle_session_keep_baseline (HeddleSession *self);
void heddle_session_drop_baseline (HeddleSession *self);
/** heddle_session_can_keep_baseline: a run has finished, and is not the baseline already */
gboolean heddle_session_can_keep_baseline (HeddleSession *self);
/** heddle_session_get_baseline: (nullable): the record that was kept */
HdRecord *heddle_session_get_baseline (HeddleSession *self);
/** heddle_session_list_baseline_changes: (transfer full) (element-type HeddleChange): from the project of the baseline to that of the run that is shown */
GArray *heddle_session_list_baseline_changes (HeddleSession *self);
/** heddle_session_compares: there is a baseline, and another run to be compared with it */
gboolean heddle_session_compares (HeddleSession *self);
/** heddle_session_has_heat: whether the run that is looked at has what @heat tells: DIFFERENCE needs a baseline, ENERGY and STALLS routers that count them */
gboolean heddle_session_has_heat (HeddleSession *self,
                                  HeddleHeatMode heat);
/** heddle_session_set_heat: what heat on the canvas tells, not OFF; as long as there is any, else UTILISATION */
void heddle_session_set_heat (HeddleSession *self,
                              HeddleHeatMode heat);
HeddleHeatMode heddle_session_get_heat (HeddleSession *self);
/** heddle_session_is_in_baseline: whether a node or link of what is drawn was in it already */
gboolean heddle_session_is_in_baseline (HeddleSession *self,
                                        HdTargetKind kind,
                                        guint32 number);
/**
 * heddle_session_get_baseline_loads:
 *
 * As heddle_session_get_loads (), by the same numbers, of the baseline: at its own end if the run is looked at as a whole, else at the moment that
 * is looked at, which while a run is under way, or after one that was stopped, is as far as it came.
 *
 * Returns: %FALSE if nothing is compared, or nothing of it is left
 */
gboolean heddle_session_get_baseline_loads (HeddleSession *self,
                                            HeddleLoads *out_loads);

void heddle_session_set_measure (HeddleSession *self,
                                 HeddleMeasure measure);

/**
 * heddle_session_get_loads:
 *
 * Of the moment that is looked at, for the nodes and links of what is drawn. If that was edited since the run began, those are 0 that have
 * no counterpart in what runs.
 *
 * Returns: %FALSE if nothing has run, or nothing of it is left
 */
gboolean heddle_session_get_loads (HeddleSession *self,
                                   HeddleLoads *out_loads);
/**
 * heddle_session_has_marks:
 *
 * Whether messages of the run that is looked at can be shown: it traces members, or no more take part in its collectives, and send no more, than
 * are traced by another run beside it once somebody looks.
 */
gboolean heddle_session_has_marks (HeddleSession *self);
/** heddle_session_get_n_untold: how many of their messages are too many to be shown, so far */
guint64 heddle_session_get_n_untold (HeddleSession *self);
/** heddle_session_has_details: whether the run that is looked at is over and traced nobody, but its members are traced by another run beside it */
gboolean heddle_session_has_details (HeddleSession *self);
/**
 * heddle_session_get_detailed_record:
 *
 * The record of the run beside the one that is looked at, which has the same nodes, links and lanes, and those of its members after them. It is begun when it is asked
 * for; what it has come to is announced by progressed.
 *
 * Returns: (transfer none) (nullable): heddle_session_get_record () as long as there is no other
 */
HdRecord *heddle_session_get_detailed_record (HeddleSession *self);
/**
 * heddle_session_get_marks:
 * @out_n: how many
 *
 * Messages that are on their way at the moment that is looked at, by the links of what is drawn; none of a run that is looked at as a whole.
 *
 * Returns: (array length=out_n): until it is asked again
 */
const HeddleMark *heddle_session_get_marks (HeddleSession *self,
                                            guint *out_n);
/** heddle_session_has_streams: whether bytes that move are shown instead: a moment is looked at, of a run no messages of which can be shown */
gboolean heddle_session_has_streams (HeddleSession *self);
/** heddle_session_list_streams: (element-type HeddleStream) (transfer full): by link of what is drawn, the busiest first; at most 400 marks. O(links) */
GArray *heddle_session_list_streams (HeddleSession *self);
/**
 * HeddleStep: of the collective that was begun last at the moment that is looked at
 * @title: "All-reduce, ring"
 * @number: of the step that has begun last, from 1
 * @adds: what arrives is added to what is there; else it replaces it
 * @vectors: (array length=n_vectors): of the members whose messages are recorded, or what a tree goes through, by node of what is drawn; until it is asked again
 * @whole: as many vectors are added up in a piece of the result
 */
typedef struct
{
  const char *title;
  guint number;
  guint n_steps;
  gboolean adds;
  gboolean is_over;
  const HeddleVector *vectors;
  guint n_vectors;
  guint32 whole;
} HeddleStep;

/** heddle_session_has_pieces: there are messages, or collectives go along aggregation trees that are recorded */
gboolean heddle_session_has_pieces (HeddleSession *self);
/** heddle_session_get_step: %FALSE if none has begun, or there are no pieces; of an aggregation tree a level is a step */
gboolean heddle_session_get_step (HeddleSession *self,
                                  HeddleStep *out_step);
/** heddle_session_list_lane_states: (element-type HeddleLaneState) (transfer full): what traced components are at, at the moment that is looked at; by nodes of what is drawn */
GArray *heddle_session_list_lane_states (HeddleSession *self);

/** heddle_session_set_show_pieces: whether the canvas shows what members have of vectors; it does unless told otherwise */
void heddle_session_set_show_pieces (HeddleSession *self,
                                     gboolean shown);
gboolean heddle_session_get_show_pieces (HeddleSession *self);
/**
 * heddle_session_get_path:
 *
 * What the end of the run that is looked at waited for. It is looked for once somebody asks; run-changed tells when it is there.
 *
 * Returns: (transfer none) (nullable): %NULL until then, and of a run that is not over
 */
HdPath *heddle_session_get_path (HeddleSession *self);
/** heddle_session_set_show_path: whether it is lit on the canvas and the timeline */
void heddle_session_set_show_path (HeddleSession *self,
                                   gboolean shown);
gboolean heddle_session_get_show_path (HeddleSession *self);
/** heddle_session_list_path_lights: (element-type HeddlePathLight) (transfer full): by link of what is drawn; none while it is not shown */
GArray *heddle_session_list_path_lights (HeddleSession *self);
/** heddle_session_dup_path_words: (nullable): translated, what was waited for at the moment that is looked at; %NULL while the path is not shown */
char *heddle_session_dup_path_words (HeddleSession *self);
/**
 * heddle_session_is_stale:
 *
 * Whether there are results, and the project was edited since their run began in a way that can change them: what is shown is from before that
 * edit. Places, notes, titles and probes change nothing, and undoing the edit makes the results current again. Announced by run-changed.
 */
gboolean heddle_session_is_stale (HeddleSession *self);
/** heddle_session_find_recorded_link, _node: what runs for a link or node of what is drawn; HD_NO_ID if nothing */
guint32 heddle_session_find_recorded_link (HeddleSession *self,
                                           guint32 link);
guint32 heddle_session_find_recorded_node (HeddleSession *self,
                                           guint32 node);
/**
 * heddle_session_find_drawn:
 * @of: the design that @number is of: what is drawn, or what a record was made from
 * @kind: of a node or a link
 *
 * The one way from numbers that something has kept, be it a record, a figure or a list, to what is drawn, which may have been edited since.
 *
 * Returns: its number in what is drawn; HD_NO_ID if it is gone
 */
guint32 heddle_session_find_drawn (HeddleSession *self,
                                   HdDesign *of,
                                   HdTargetKind kind,
                                   guint32 number);
/** heddle_session_get_window: the time that "now" means, in picoseconds */
void heddle_session_get_window (HeddleSession *self,
                                HdTime *out_start,
                                HdTime *out_end);

/* ---- partitions and verification ------------------------------------------------------------------------------------- */

/** heddle_session_set_show_partitions: whether components have the colours of their partitions */
void heddle_session_set_show_partitions (HeddleSession *self,
                                         gboolean shown);
gboolean heddle_session_get_show_partitions (HeddleSession *self);
/** heddle_session_get_partitions: (array length=nodes) (nullable): of the present design, as a run of it divides it; %NULL without a design */
const guint32 *heddle_session_get_partitions (HeddleSession *self,
                                              guint *out_n);
/** heddle_session_get_shown_partitions: likewise; %NULL if they are not shown */
const guint32 *heddle_session_get_shown_partitions (HeddleSession *self,
                                                    guint *out_n);

typedef enum
{
  HEDDLE_VERDICT_NONE,
  HEDDLE_VERDICT_SERIAL,    /* under way: the serial run */
  HEDDLE_VERDICT_PARALLEL,  /* under way: the parallel run */
  HEDDLE_VERDICT_EQUAL,     /* both runs have one digest */
  HEDDLE_VERDICT_DIFFERENT,
  HEDDLE_VERDICT_UNDIVIDED, /* one partition, however it is run: nothing was compared */
  HEDDLE_VERDICT_FAILED,    /* a run failed or was stopped */
} HeddleVerdict;

/**
 * HeddleVerification:
 * @digests: of the serial and the parallel run, as far as they have ended
 * @sync, @partitions, @threads: of the parallel run
 * @message: (nullable): of the run that failed
 */
typedef struct
{
  HeddleVerdict verdict;
  char *digests[2];
  HdSync sync;
  guint partitions;
  guint threads;
  char *message;
} HeddleVerification;

/**
 * heddle_session_verify:
 *
 * Runs the present design serially, then in parallel, beside the run that is shown, and compares their digests. The parallel run has the project's
 * synchronisation, or requests if that is serial, and at least two partitions and threads; a design that cannot be divided is not run at all. An edit
 * takes the verdict away. Announced by run-changed.
 */
void heddle_session_verify (HeddleSession *self);
void heddle_session_stop_verifying (HeddleSession *self);
gboolean heddle_session_is_verifying (HeddleSession *self);
/** heddle_session_get_verification: until run-changed */
const HeddleVerification *heddle_session_get_verification (HeddleSession *self);

/* ---- packets of an aggregation tree ------------------------------------------------------------------------------------ */

/** heddle_session_set_tree: (nullable): whose packets the links of the canvas show instead of loads; of the present design, and until that changes */
void heddle_session_set_tree (HeddleSession *self,
                              HdTree *tree);
/** heddle_session_get_packets: (array length=links) (nullable): packets in the busier direction; @out_most: of any link */
const guint32 *heddle_session_get_packets (HeddleSession *self,
                                           guint32 *out_most);

/* ---- time ---------------------------------------------------------------------------------------------------------------- */

/** heddle_session_get_end: how far the record has come */
HdTime heddle_session_get_end (HeddleSession *self);
/** heddle_session_set_moment: looks at an earlier moment; HD_TIME_MAX follows the run */
void heddle_session_set_moment (HeddleSession *self,
                                HdTime moment);
/** heddle_session_get_moment: what is looked at, never past the end */
HdTime heddle_session_get_moment (HeddleSession *self);
gboolean heddle_session_is_scrubbing (HeddleSession *self);
/** heddle_session_dup_moment_name: "Now", or which earlier moment, or the end of a run that is over, is looked at: "At 4.76 s" */
char *heddle_session_dup_moment_name (HeddleSession *self);
/** heddle_session_set_range: the part of the record that is seen; shifted and shortened so that it lies in it */
void heddle_session_set_range (HeddleSession *self,
                               HdTime begin,
                               HdTime end);
void heddle_session_get_range (HeddleSession *self,
                               HdTime *out_begin,
                               HdTime *out_end);
/** heddle_session_show_time: moves the range to what takes from @begin to @end, if its begin is not seen; makes it longer for what is */
void heddle_session_show_time (HeddleSession *self,
                               HdTime begin,
                               HdTime end);
/** heddle_session_show_all: the whole record */
void heddle_session_show_all (HeddleSession *self);
/** heddle_session_set_cursor: cursor 0 is A, 1 is B; HD_TIME_MAX takes it away */
void heddle_session_set_cursor (HeddleSession *self,
                                guint cursor,
                                HdTime time);
HdTime heddle_session_get_cursor (HeddleSession *self,
                                  guint cursor);
/** heddle_session_set_follow: whether the visible range moves along with the run, until that ends */
void heddle_session_set_follow (HeddleSession *self,
                                gboolean follow);
gboolean heddle_session_get_follow (HeddleSession *self);

G_END_DECLS
