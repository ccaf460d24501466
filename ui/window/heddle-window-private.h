/* heddle-window-private.h: what the parts of a window share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-canvas-view.h"
#include "heddle-dock.h"
#include "heddle-outline.h"
#include "heddle-run-controls.h"
#include "heddle-window.h"

G_BEGIN_DECLS

struct _HeddleWindow
{
  AdwApplicationWindow parent_instance;

  /* Owned */
  HeddleSession *session;
  GSettings *settings; /* or %NULL */
  GFile *file;         /* shown, or being loaded */
  GCancellable *loading;
  char *projects;

  /* Borrowed: children */
  AdwToastOverlay *toasts;
  GtkStack *stack; /* "start", "project" */
  AdwWindowTitle *title;
  GtkWidget *outline_button;
  GtkWidget *inspector_button;
  HeddleRunControls *run_controls;
  GtkWidget *spinner;
  HeddleOutline *outline;
  GtkWidget *inspector;
  HeddleCanvasView *canvas_view;
  HeddleDock *dock;
  GtkPaned *left_pane;   /* outline | the rest */
  GtkPaned *right_pane;  /* canvas | inspector */
  GtkPaned *bottom_pane; /* both | dock */

  guint tick;           /* while a run is active */
  gboolean is_narrow;
  gboolean wants_inspector; /* when the window is wide enough */
  gboolean close_confirmed;
};

/** heddle_window_add_actions: all of win.*; their keys and what they do */
void heddle_window_add_actions (HeddleWindow *self);
/** heddle_window_update_actions: what can be done now, from the state of the session */
void heddle_window_update_actions (HeddleWindow *self);
void heddle_window_set_toggle (HeddleWindow *self,
                               const char *action,
                               gboolean on);
HeddleCanvas *heddle_window_get_canvas (HeddleWindow *self);
void heddle_window_tell (HeddleWindow *self,
                         const char *message);

/* heddle-window-run.c */
void heddle_window_add_run_actions (HeddleWindow *self);
void heddle_window_on_run_changed (HeddleWindow *self);
/** heddle_window_confirm_close: %TRUE if the window stays, because a run is active and the user is asked */
gboolean heddle_window_confirm_close (HeddleWindow *self);

G_END_DECLS
