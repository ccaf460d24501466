/* heddle-session-private.h: what the parts of a session share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-session.h"

#include "heddle-run-view.h"

G_BEGIN_DECLS

typedef enum
{
  HEDDLE_SESSION_PROJECT_CHANGED,
  HEDDLE_SESSION_DESIGN_CHANGED,
  HEDDLE_SESSION_LOCATION_CHANGED,
  HEDDLE_SESSION_SELECTION_CHANGED,
  HEDDLE_SESSION_HOT_CHANGED,
  HEDDLE_SESSION_RUN_CHANGED,
  HEDDLE_SESSION_PROGRESSED,
  HEDDLE_SESSION_RANGE_CHANGED,
  HEDDLE_SESSION_PACKET_WANTED,
  HEDDLE_SESSION_KEPT_CHANGED,
  HEDDLE_SESSION_N_SIGNALS
} HeddleSessionSignal;

typedef struct _HeddleNotes HeddleNotes;

struct _HeddleSession
{
  GObject parent_instance;

  /* Owned: project */
  HdCatalog *catalog;
  HdDocument *document;
  HdSnapshot *snapshot;
  HdDesign *design;
  gboolean has_work;               /* of @design */
  HdDesign *traced;                /* that with its members traced, for who watches, or %NULL */
  HdDesign *layout;                /* what is drawn: the design, or a sketch of a project with errors */
  HdProblemList *reading_problems; /* the reader's, kept while the document lives */
  GPtrArray *notes;                /* of HeddleNotes *: of parts that came later */
  GPtrArray *problems;             /* of HdProblem, of all sources */
  guint n_run_problems;            /* the last of them, of the run */
  GCancellable *elaboration;       /* not %NULL while one is under way */
  gboolean elaborate_again;        /* edited since that began */
  gint64 elaboration_us;           /* how long the last one took */

  /* Owned: where */
  HeddleDrawing *drawing;
  HeddleDrawing *ready; /* made by a worker, for the next that is asked for, or %NULL */
  GArray *levels;    /* of HeddleLevel */
  GArray *scopes;    /* of guint32, whose figures are shown */
  GArray *selection; /* of HeddleTarget */
  GHashTable *selected; /* of HeddleTarget -> place in selection + 1 */
  HeddleTarget hot;
  HeddleTarget mark; /* until the selection is another */
  HdFollowTarget packet; /* that was asked for last */
  gboolean packet_is_wanted; /* nobody has taken it yet */
  char **highlights;     /* paths that a lesson points at, or %NULL */

  /* Owned: run */
  HeddleRunView *view;     /* what runs, or ran; or %NULL */
  HdRun *ahead;         /* of the same design, as fast as possible: what is under way in the other ends when this says, and who sends what if nobody else does; or NULL */
  HdDesign *watched;    /* that of the view if it traces its members, else the same with them traced; or NULL */
  HeddleMarks *marks;   /* of a record, once they are asked for, or NULL */
  GArray *drawn_marks;  /* of HeddleMark: by number of what is drawn, or NULL */
  HdPieces *pieces;     /* of a record, likewise */
  GArray *vectors;      /* of HeddleVector, likewise */
  gboolean hide_pieces;
  GArray *captions;     /* of HeddleCaption, of nodes of captions_of; or NULL */
  HdDesign *captions_of;
  HdPath *path;         /* of the run that is looked at, once somebody asked, or NULL */
  GCancellable *finding_path; /* while it is looked for */
  GArray *path_lights;  /* of HeddlePathLight, of the run; or NULL */
  gboolean show_path;
  HeddleRunView *baseline; /* what it is compared with, or %NULL; may be the same */
  HdKeptRun *past;         /* what is compared with where that has no record, or NULL; never beside a baseline */
  HdSnapshot *past_snapshot; /* that it ran */
  HeddleHeatMode heat;     /* what is wanted; there need not be any */
  HeddleMeasure measure;
  double speed, stated_speed; /* of runs; of the project */
  gint64 last_tick_us;
  HdTime last_end;
  double last_reading; /* of traces, or -1 */

  /* Owned: what is turned */
  char *turned;          /* PATH=VALUE that the snapshot has and the document has not, or %NULL */
  char *wanted;          /* the newest after that, which waits for it, or %NULL */
  gboolean runs_next;    /* what is elaborated next is run as soon as it is */
  HdRun *trial;          /* under way, of @trial_snapshot, or %NULL */
  HdSnapshot *trial_snapshot;
  guint patience;        /* source */
  GHashTable *traces;    /* uid of a knob -> what runs came to at its values */
  GArray *standing;      /* where the knobs stood when the last run began */
  /* Owned: runs that are kept */
  GPtrArray *kept;         /* the last first */
  gpointer removed;        /* the one that was removed last, or %NULL */
  HdSnapshot *kept_before; /* what the last one ran that was kept before this session, or %NULL */
  guint kept_next;         /* number of the next */
  GHashTable *changed_inputs; /* number of a kept run + 1 -> char *: a file that it has read and that has changed since; or NULL */
  GCancellable *looking;   /* while that is found out */
  gboolean kept_listed;    /* what was there before this session is known, so that more may be written */
  char *kept_path;         /* of their file, or %NULL */
  char *kept_fault;        /* why that could not be written, or %NULL */
  GThreadPool *keeper;     /* the thread that writes it, or %NULL */

  /* Owned: partitions and verification */
  gboolean show_partitions;
  guint32 *partitions;     /* of partitioned, by node */
  guint n_partitions;
  HdDesign *partitioned;   /* a design, or %NULL */
  HdDesign *verified;      /* likewise: what the verdict is of */
  HdRunQueue *verifying;   /* the runs under way, or %NULL */
  HeddleVerification verification;

  /* Owned: programs */
  char *lock;           /* why a lesson lets nothing run yet, or %NULL */
  HdPermit *allowed;    /* since the document was opened, or %NULL */

  /* Owned: packets of a tree */
  HdTree *tree;     /* of @design, or %NULL */
  guint32 *packets; /* by link */
  guint32 most_packets;

  /* time */
  HdTime range_begin, range_end;
  HdTime cursors[2]; /* HD_TIME_MAX: not set */
  gboolean follow;
};

/* What a worker is given and brings back; reference counted, as who cancels does not wait for it */
typedef struct
{
  gatomicrefcount references;
  GFile *file; /* to be read, or %NULL */
  char **map;
  HdProgress *progress;
  HdImportReport *report;
  HdCatalog *catalog;
  HdDocument *document; /* of @file */
  HdSnapshot *snapshot;
  HdDesign *design;
  HdDesign *traced; /* that with its members traced, or %NULL */
  HdDesign *sketch; /* of a project with errors */
  HeddleDrawing *drawing; /* of the top of @file */
  HdProblemList *reading_problems;
  HdProblemList *problems;
  gint64 took_us;

  GMutex mutex;
  GCond cond;
  gboolean done;
  gboolean taken; /* before the task returned; main thread only */
} HeddleWork;

HeddleWork *heddle_work_new (HeddleSession *self);
HeddleWork *heddle_work_ref (HeddleWork *work);
void heddle_work_unref (HeddleWork *work);
/** heddle_work_run: elaborates the snapshot; in any thread */
void heddle_work_run (HeddleWork *work,
                      GCancellable *cancellable);
/** heddle_session_elaborate: the present state, in a worker */
void heddle_session_elaborate (HeddleSession *self);
/** heddle_session_take_document, _design: without a signal */
void heddle_session_take_document (HeddleSession *self,
                                   HdDocument *document,
                                   HdProblemList *problems);
void heddle_session_take_design (HeddleSession *self,
                                 HeddleWork *work);
void heddle_session_emit (HeddleSession *self,
                          HeddleSessionSignal which);
/** heddle_session_update_scopes: after location, design or loads changed */
void heddle_session_update_scopes (HeddleSession *self);
/** heddle_session_update_drawing: after location or design changed */
void heddle_session_update_drawing (HeddleSession *self);
/** heddle_session_go_to_work: into the smallest module that holds all members of the communicators; without them, all components */
void heddle_session_go_to_work (HeddleSession *self);
/** heddle_session_check_location: drops levels that the document no longer has */
void heddle_session_check_location (HeddleSession *self);
/** heddle_session_get_window_of: the time that "now" means in @view, up to @end */
void heddle_session_get_window_of (HeddleSession *self,
                                   HeddleRunView *view,
                                   HdTime end,
                                   HdTime *out_start);
/** heddle_session_forget_baseline: without a signal; and that without a record */
void heddle_session_forget_baseline (HeddleSession *self);
/** heddle_session_forget_past, _take_past: without a signal: @run, of which there is no record, and @snapshot, which it ran, are compared with */
void heddle_session_forget_past (HeddleSession *self);
void heddle_session_take_past (HeddleSession *self,
                               const HdKeptRun *run,
                               HdSnapshot *snapshot);
/** heddle_session_announce_baseline: it has become another one */
void heddle_session_announce_baseline (HeddleSession *self);
/** heddle_session_has_read_otherwise: whether the run that is looked at has read a file that has changed since */
gboolean heddle_session_has_read_otherwise (HeddleSession *self);
/** heddle_session_take_baseline, _take_view: @view is compared with, or looked at, from now on */
void heddle_session_take_baseline (HeddleSession *self,
                                   HeddleRunView *view);
void heddle_session_take_view (HeddleSession *self,
                               HeddleRunView *view);
/** heddle_session_new_kept: without any */
GPtrArray *heddle_session_new_kept (void);
/** heddle_session_keep_run: the run that is looked at, which has just come to its end */
void heddle_session_keep_run (HeddleSession *self);
/** heddle_session_open_kept: of the document's file; without a signal */
void heddle_session_open_kept (HeddleSession *self);
/** heddle_session_move_kept: the document has another file now */
void heddle_session_move_kept (HeddleSession *self);
/** heddle_session_forget_kept: in memory; without a signal */
void heddle_session_forget_kept (HeddleSession *self);
/** heddle_session_drop_run: stops it and forgets it and its loads */
void heddle_session_drop_run (HeddleSession *self);
/** heddle_session_take_run: shows one that has ended, of @snapshot */
void heddle_session_take_run (HeddleSession *self,
                              HdRun *run,
                              HdSnapshot *snapshot);
/** heddle_session_run_next: after elaborating, if a knob was turned */
void heddle_session_run_next (HeddleSession *self);
/** heddle_session_drop_trial: stops what runs for a knob */
void heddle_session_drop_trial (HeddleSession *self);
/** heddle_session_drop_turn: nothing is turned any more, without an edit, and nothing runs for it; without a signal */
void heddle_session_drop_turn (HeddleSession *self);
void heddle_session_init_traces (HeddleSession *self);
/** heddle_session_note_knobs: where they stand; when a run of what is drawn begins */
void heddle_session_note_knobs (HeddleSession *self);
/** heddle_session_trace_run: what came of it */
void heddle_session_trace_run (HeddleSession *self,
                               HdRecord *record);
/** heddle_session_keep_trace: @setting is turned: traces of other knobs end */
void heddle_session_keep_trace (HeddleSession *self,
                                const char *setting);
/** heddle_session_forget_traces: those that any of @changes does more to than turn their knob */
void heddle_session_forget_traces (HeddleSession *self,
                                   const HdChange *changes,
                                   guint n);
/** heddle_session_begin_following, _end_following: when a run begins and ends */
void heddle_session_begin_following (HeddleSession *self);
void heddle_session_end_following (HeddleSession *self);
/** heddle_session_runs_alike: whether the project would run as the run that is looked at did */
gboolean heddle_session_runs_alike (HeddleSession *self);
/** heddle_session_check_stale: after an edit; with a signal if that changed */
void heddle_session_check_stale (HeddleSession *self);
void heddle_session_cancel_elaboration (HeddleSession *self);
/** heddle_session_new_target_table: of HeddleTarget -> place + 1 */
GHashTable *heddle_session_new_target_table (void);
/** heddle_session_forget_loads: when others are looked at, or there may be more */
void heddle_session_forget_loads (HeddleSession *self);
/** heddle_session_take_speed: heddle_session_set_speed () without a signal */
void heddle_session_take_speed (HeddleSession *self,
                                double speed);
/** heddle_session_clear_selection: without a signal */
void heddle_session_clear_selection (HeddleSession *self);
/** heddle_session_prune: drops from the selection what the document no longer has */
void heddle_session_prune (HeddleSession *self);
/** heddle_session_forget_verdict: stops what is under way, without a signal */
void heddle_session_forget_verdict (HeddleSession *self);
void heddle_session_forget_partitions (HeddleSession *self);
/** heddle_session_forget_marks, heddle_session_forget_tree: without a signal */
void heddle_session_forget_marks (HeddleSession *self);
/** heddle_session_forget_path: without a signal */
void heddle_session_forget_path (HeddleSession *self);
/** heddle_session_watch: once there is a run to look at: whose messages are to be shown */
void heddle_session_watch (HeddleSession *self);
/** heddle_session_run_ahead: of a run that begins and is watched, so that messages that are under way can be shown where they are; once is enough */
void heddle_session_run_ahead (HeddleSession *self);
void heddle_session_forget_tree (HeddleSession *self);
void heddle_session_collect_problems (HeddleSession *self,
                                      HdProblemList *list);
/** heddle_session_collect_notes: those of parts that are there */
void heddle_session_collect_notes (HeddleSession *self);
void heddle_notes_free (HeddleNotes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleWork, heddle_work_unref)

G_END_DECLS
