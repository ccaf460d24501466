/* heddle-window-private.h: what the parts of a window share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-canvas-view.h"
#include "heddle-dock.h"
#include "heddle-header-bar.h"
#include "heddle-help.h"
#include "heddle-hint.h"
#include "heddle-journal.h"
#include "heddle-left-pane.h"
#include "heddle-lesson-pane.h"
#include "heddle-load-bar.h"
#include "heddle-mapping-dialog.h"
#include "heddle-presentation.h"
#include "heddle-reading.h"
#include "heddle-story-editor.h"
#include "heddle-toasts.h"
#include "heddle-window.h"

G_BEGIN_DECLS

/* A pane beside the rest: resizable in @paned, or in a narrow window over the rest in @flap */
typedef struct
{
  GtkWidget *pane;
  GtkPaned *paned;
  AdwFlap *flap;
  gboolean folded;
  gboolean wanted;    /* when it is not folded */
  gboolean lies_over; /* when it is; revealed as soon as it can be */
  guint frames;       /* what waits for that */
} HeddleSidePane;

enum
{
  HEDDLE_PANE_PALETTE,   /* palette and outline */
  HEDDLE_PANE_INSPECTOR,
  HEDDLE_N_SIDE_PANES
};

/* Of heddle-window-panes.c alone, as the next is of the file of its name */
typedef struct
{
  HeddleSidePane sides[HEDDLE_N_SIDE_PANES];
  GtkPaned *bottom; /* canvas and inspector | dock */
  int width;        /* that the sides fit */
  guint fold;
} HeddleWindowPanes;

typedef struct
{
  GtkWidget *banner, *banner_text, *banner_buttons[3];
  GFileMonitor *monitor; /* of the window's file, or %NULL */
  char *etag;            /* of that when it was read or written here, or %NULL */
  GFileMonitor *parameters_monitor; /* of the other file of a BDSim topology, or %NULL */
  char *parameters_etag;
  guint check;           /* soon, after the file has changed */
} HeddleWindowDisk;

struct _HeddleWindow
{
  AdwApplicationWindow parent_instance;

  HeddleWindowPanes panes;
  HeddleWindowDisk disk;

  /* Owned */
  HeddleSession *session;
  GSettings *settings; /* or %NULL */
  GFile *file;         /* shown, or being loaded */
  GCancellable *loading;
  HeddleReading *pending; /* what is being loaded, or %NULL */
  HeddleReading *reading; /* the last that became the project or a part of it, and those before; or %NULL */
  GCancellable *arranging; /* while a layout is looked for, or %NULL */
  char *projects;
  GSignalGroup *document_signals;
  HeddleJournal *journal;  /* or %NULL */
  GtkPrintSettings *print_settings; /* or %NULL */
  HdLesson *lesson;        /* that is played, or about to be; or %NULL */
  HeddlePlayer *player;    /* once it is begun, or %NULL */
  HdSnapshot *told_on;     /* the project when a story was begun to be recorded, or %NULL */
  GFile *story_file;       /* that was saved last, or %NULL */

  /* Borrowed: children */
  AdwToastOverlay *toasts;
  GtkStack *stack; /* "start", "project" */
  HeddleLoadBar *load_bar;
  HeddleHeaderBar *header;
  HeddleLeftPane *left;
  GtkWidget *inspector;
  HeddleCanvasView *canvas_view;
  HeddleDock *dock;
  HeddleLessonPane *lesson_pane;
  int lesson_fits; /* its width, unless the user drags the handle */
  HeddleStoryEditor *story_editor;

  guint tick; /* while a run is active */
  gboolean close_confirmed;
  gboolean discard_confirmed;
  gboolean is_saving;
  gboolean close_when_saved;
  AdwToast *undo_toast; /* weak */
  HeddleMappingDialog *mapping; /* weak */
  HeddleHelp *help; /* weak */
  HeddleHint *hint; /* weak; the first steps while they are shown */
  guint hint_soon;  /* until then */
  HeddlePresentation *presentation; /* a window of ours, or %NULL */
  int n_pasted;         /* how often what was copied here has been pasted; -1: it was cut */
};

/**
 * HeddleWindowActions: what a part of the window does
 * @of_project: whether all of it needs a project
 * @set_up: (nullable): what else it needs, once, when its actions are there
 * @update: (nullable): which of them can be done now
 */
typedef struct
{
  const GActionEntry *entries;
  guint n_entries;
  gboolean of_project;
  void (*set_up) (HeddleWindow *self);
  void (*update) (HeddleWindow *self);
} HeddleWindowActions;

extern const HeddleWindowActions heddle_window_pane_actions;
extern const HeddleWindowActions heddle_window_edit_actions;
extern const HeddleWindowActions heddle_window_clipboard_actions;
extern const HeddleWindowActions heddle_window_align_actions;
extern const HeddleWindowActions heddle_window_structure_actions;
extern const HeddleWindowActions heddle_window_adding_actions;
extern const HeddleWindowActions heddle_window_layout_actions;
extern const HeddleWindowActions heddle_window_lesson_actions;
extern const HeddleWindowActions heddle_window_needs_actions;
extern const HeddleWindowActions heddle_window_story_actions;
extern const HeddleWindowActions heddle_window_open_actions;
extern const HeddleWindowActions heddle_window_import_actions;
extern const HeddleWindowActions heddle_window_mapping_actions;
extern const HeddleWindowActions heddle_window_workload_actions;
extern const HeddleWindowActions heddle_window_file_actions;
extern const HeddleWindowActions heddle_window_present_actions;
extern const HeddleWindowActions heddle_window_project_actions;
extern const HeddleWindowActions heddle_window_picture_actions;
extern const HeddleWindowActions heddle_window_run_actions;
extern const HeddleWindowActions heddle_window_focus_actions;
extern const HeddleWindowActions heddle_window_help_actions;
extern const HeddleWindowActions heddle_window_hint_actions;

/** heddle_window_add_actions: all of win.*; their keys and what they do */
void heddle_window_add_actions (HeddleWindow *self);
/** heddle_window_update_actions: what can be done now, from the state of the session, the selection and the clipboard */
void heddle_window_update_actions (HeddleWindow *self);
void heddle_window_enable (HeddleWindow *self,
                           const char *action,
                           gboolean enabled);
void heddle_window_set_toggle (HeddleWindow *self,
                               const char *action,
                               gboolean on);
HeddleCanvas *heddle_window_get_canvas (HeddleWindow *self);
/** heddle_window_tell: a sentence in passing */
void heddle_window_tell (HeddleWindow *self,
                         const char *message);
/** heddle_window_warn: what must be read; F1 tells about @topic */
void heddle_window_warn (HeddleWindow *self,
                         const char *heading,
                         const char *body,
                         const char *topic);
/** heddle_window_close_soon: when the dialog that asked about it is gone, which would go with the window */
void heddle_window_close_soon (HeddleWindow *self);
/** heddle_window_show_project: title and page, after the document, its name or its file has changed */
void heddle_window_show_project (HeddleWindow *self);

/* heddle-window-panes.c */
GtkWidget *heddle_window_new_panes (HeddleWindow *self);
/** heddle_window_fit_panes: to the @width of the window */
void heddle_window_fit_panes (HeddleWindow *self,
                              int width);
void heddle_window_save_panes (HeddleWindow *self);
/** heddle_window_drop_panes: with the window; so heddle_window_drop_disk () */
void heddle_window_drop_panes (HeddleWindow *self);

/* heddle-window-edit.c */
gboolean heddle_window_can_edit (HeddleWindow *self);
/** heddle_window_get_module: uid of <top>, or of the module that is looked at */
guint64 heddle_window_get_module (HeddleWindow *self);
/** heddle_window_dup_selected: (element-type guint64): each object once, whichever of its members are selected */
GArray *heddle_window_dup_selected (HeddleWindow *self);
/** heddle_window_get_only: the object that alone is selected, or %NULL */
const HdObject *heddle_window_get_only (HeddleWindow *self);
/** heddle_window_select: @uids: (element-type guint64): selected and brought into view */
void heddle_window_select (HeddleWindow *self,
                           GArray *uids);
/** heddle_window_set_undo_toast: with a button that undoes; @toast goes with the next edit */
void heddle_window_set_undo_toast (HeddleWindow *self,
                                   AdwToast *toast);
void heddle_window_drop_undo_toast (HeddleWindow *self);

/* heddle-window-add.c */
/** heddle_window_show_left_page: "palette" or "outline", in a pane that is shown */
void heddle_window_show_left_page (HeddleWindow *self,
                                   const char *page);

/* heddle-window-layout.c */

/* heddle-window-lesson.c */
/** heddle_window_play_lesson: instead of what there was */
void heddle_window_play_lesson (HeddleWindow *self,
                                HdLesson *lesson);
/** heddle_window_end_lesson: its documents go; what was done is kept */
void heddle_window_end_lesson (HeddleWindow *self);
/** heddle_window_get_lesson: (nullable): that is played, or about to be */
HdLesson *heddle_window_get_lesson (HeddleWindow *self);
/** heddle_window_fit_lesson_pane: to the @width of the window, unless the user chose another */
void heddle_window_fit_lesson_pane (HeddleWindow *self,
                                    int width);
/** heddle_window_add_lesson_pane: beside @body, and where stories are edited; both hidden while there is none */
GtkWidget *heddle_window_add_lesson_pane (HeddleWindow *self,
                                          GtkWidget *body);

/* heddle-window-hints.c */
/** heddle_window_drop_hints: with the window */
void heddle_window_drop_hints (HeddleWindow *self);

/* heddle-window-present.c */
/** heddle_window_end_presentation: if there is one; the window is as it was */
void heddle_window_end_presentation (HeddleWindow *self);

/* heddle-window-story.c */
/** heddle_window_confirm_story: %TRUE if the window stays, because the user is asked about a story that was not saved */
gboolean heddle_window_confirm_story (HeddleWindow *self);

/* heddle-window-files.c */
/** heddle_window_dup_name: of the project, or of its file */
char *heddle_window_dup_name (HeddleWindow *self);
/** heddle_window_save: where it came from, or where the user says */
void heddle_window_save (HeddleWindow *self);
/** heddle_window_save_as: @chosen gets its extension */
void heddle_window_save_as (HeddleWindow *self,
                            GFile *chosen);
/** heddle_window_confirm_discard: %TRUE if the window stays, because the user is asked about changes */
gboolean heddle_window_confirm_discard (HeddleWindow *self);
void heddle_window_begin_journal (HeddleWindow *self);
void heddle_window_end_journal (HeddleWindow *self);
/** heddle_window_take_journal: @journal (transfer full) (nullable) instead of what there was */
void heddle_window_take_journal (HeddleWindow *self,
                                 HeddleJournal *journal);

/* heddle-window-open.c */
/** heddle_window_cancel_load: the window is as it was before it began to read a file; %FALSE if it reads none */
gboolean heddle_window_cancel_load (HeddleWindow *self);
/** heddle_window_begin_load: tells that a file is being read, with a new cancellable; gives up what was being read before */
void heddle_window_begin_load (HeddleWindow *self,
                               HeddleReading *reading);
/** heddle_window_end_load: (transfer full): what was being read */
HeddleReading *heddle_window_end_load (HeddleWindow *self);
/** heddle_window_read: heddle_window_open (), as @reading says */
void heddle_window_read (HeddleWindow *self,
                         HeddleReading *reading);
/** heddle_window_add_filter: projects, and files of other programs if they are read too */
void heddle_window_add_filter (GtkFileChooser *chooser,
                               gboolean imports);
/** heddle_window_drop_files: (element-type GFile): opens projects, imports a single file of another program, tells of others; returns whether there was any */
gboolean heddle_window_drop_files (HeddleWindow *self,
                                   GSList *files);

/* heddle-window-view.c */
/** heddle_window_open_view: shows the view that the project opens with, if it names one and has no errors */
void heddle_window_open_view (HeddleWindow *self);

/* heddle-window-import.c */
/** heddle_window_import: what @file holds becomes a part of the module that is looked at */
void heddle_window_import (HeddleWindow *self,
                           GFile *file);
/** heddle_window_read_into: heddle_window_import (), as @reading says */
void heddle_window_read_into (HeddleWindow *self,
                              HeddleReading *reading);
/** heddle_window_tell_import: what became of it, with a way to undo it */
void heddle_window_tell_import (HeddleWindow *self,
                                HeddleReading *reading,
                                guint n_renamed);

/* heddle-window-workload.c */
/** heddle_window_import_workload: the graph in @file becomes the work of the project, instead of what it has */
void heddle_window_import_workload (HeddleWindow *self,
                                    GFile *file);

/* heddle-window-mapping.c */
/** heddle_window_show_mapping: a dialog with the attributes of what was read */
void heddle_window_show_mapping (HeddleWindow *self,
                                 HeddleReading *reading);
/** heddle_window_keep_reading: (nullable): it has become the project, or a part of it */
void heddle_window_keep_reading (HeddleWindow *self,
                                 HeddleReading *reading);
/** heddle_window_get_map: (nullable): how the file of the project is read */
const char *const *heddle_window_get_map (HeddleWindow *self);
/** heddle_window_tell_mapping: @reading has come to its end; %FALSE if no dialog waits for that */
gboolean heddle_window_tell_mapping (HeddleWindow *self,
                                     HeddleReading *reading,
                                     const GError *error);
/** heddle_window_warn_reading: heddle_window_warn () that nothing became of @reading, with a way to its attributes */
void heddle_window_warn_reading (HeddleWindow *self,
                                 HeddleReading *reading,
                                 const char *heading,
                                 const char *body);

/* heddle-window-picture.c */
/** heddle_window_new_print_operation: (transfer full): one page with the drawing */
GtkPrintOperation *heddle_window_new_print_operation (HeddleWindow *self);

/* heddle-window-disk.c */
GtkWidget *heddle_window_new_banner (HeddleWindow *self);
/** heddle_window_watch_file: it was just read or written here */
void heddle_window_watch_file (HeddleWindow *self);
/** heddle_window_is_changed_on_disk: it is there, and another one than was read or written here */
gboolean heddle_window_is_changed_on_disk (HeddleWindow *self);
gboolean heddle_window_may_write (HeddleWindow *self);
void heddle_window_drop_disk (HeddleWindow *self);

/* heddle-window-project.c */
/** heddle_window_commit: what is being typed in the inspector, before the project is run or saved */
void heddle_window_commit (HeddleWindow *self);

/* In heddle-window-programs.c. */
/** heddle_window_ask_programs: %TRUE if the user must first be asked, and is; @action (nullable) is activated when what is asked for is allowed */
gboolean heddle_window_ask_programs (HeddleWindow *self,
                                     const char *action);

/* heddle-window-run.c */
void heddle_window_on_run_changed (HeddleWindow *self);
/** heddle_window_confirm_close: %TRUE if the window stays, because a run is active and the user is asked */
gboolean heddle_window_confirm_close (HeddleWindow *self);

G_END_DECLS
