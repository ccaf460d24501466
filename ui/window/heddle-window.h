/* heddle-window.h: one window, one project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "heddle-journal.h"
#include "heddle-session.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_WINDOW (heddle_window_get_type ())
G_DECLARE_FINAL_TYPE (HeddleWindow, heddle_window, HEDDLE, WINDOW, AdwApplicationWindow)

/**
 * heddle_window_new:
 * @projects: (nullable): directory of the shipped projects, for the start page
 */
HeddleWindow *heddle_window_new (AdwApplication *application,
                                 HdCatalog *catalog,
                                 const char *projects);
/** heddle_window_open: loads @file into this window; a failure is told in it */
void heddle_window_open (HeddleWindow *self,
                         GFile *file);
/** heddle_window_open_lesson: plays the lesson or story in @file; a failure is told in it */
void heddle_window_open_lesson (HeddleWindow *self,
                                GFile *file);
/** heddle_window_plays: whether it plays the one in @file */
gboolean heddle_window_plays (HeddleWindow *self,
                              GFile *file);
/** heddle_window_new_project: an empty drawing that has no file yet, in this window */
void heddle_window_new_project (HeddleWindow *self);
/** heddle_window_show_document: one that did not come from a file; @journal: (nullable) (transfer full): goes on with it */
void heddle_window_show_document (HeddleWindow *self,
                                  HdDocument *document,
                                  HdProblemList *problems,
                                  HeddleJournal *journal);
/** heddle_window_is_empty: shows and loads nothing: there is room for a project */
gboolean heddle_window_is_empty (HeddleWindow *self);
/** heddle_window_is_modified: it has changes that are not in its file */
gboolean heddle_window_is_modified (HeddleWindow *self);
/** heddle_window_get_file: (nullable): what it shows, or is loading */
GFile *heddle_window_get_file (HeddleWindow *self);
HeddleSession *heddle_window_get_session (HeddleWindow *self);
/** heddle_window_explain: F1 in @dialog, of a window, opens help about @topic */
void heddle_window_explain (GtkWindow *dialog,
                            const char *topic);
/** heddle_window_set_accels: keys of all its actions, once for the program */
void heddle_window_set_accels (GtkApplication *application);

/** heddle_window_list_keys: each key of each of its actions, whatever has to have the focus for it */
void heddle_window_list_keys (void (*each) (const char *action, const char *key, gpointer data),
                              gpointer data);

G_END_DECLS
