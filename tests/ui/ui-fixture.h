/* ui-fixture.h: a small project in a session, for the tests of widgets
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "heddle-session.h"
#include "ui-project.h"

/* Runs the tests, or skips them all where there is no display (a failure in CI, where CI is set). */
int ui_fixture_run (int *argc,
                    char ***argv,
                    void (*add_tests) (void));
HdCatalog *ui_fixture_new_catalog (void);
/* A file with the text of a project; it is removed with ui_fixture_remove (). */
GFile *ui_fixture_write (const char *text);
void ui_fixture_remove (GFile *file);
/* Loads and waits. */
void ui_fixture_load (HeddleSession *session,
                      const char *text);
HeddleSession *ui_fixture_new_session (const char *text);
/* Starts a run of the session as fast as possible and waits for its end. */
void ui_fixture_run_to_end (HeddleSession *session);
/* Iterates the main loop until @done, and fails after some seconds. */
void ui_fixture_wait (gboolean (*done) (gpointer data),
                      gpointer data);
/* Iterates until nothing is left to do. */
void ui_fixture_drain (void);
/* A window around a widget, shown and drawn. */
GtkWidget *ui_fixture_show (GtkWidget *child,
                            int width,
                            int height);
/* Pixels of a widget that differ from that at its top left corner. */
guint ui_fixture_count_inked (GtkWidget *widget);
/* The first label below @widget that holds @text, or %NULL. */
GtkWidget *ui_fixture_find_label (GtkWidget *widget,
                                  const char *text);
guint64 ui_fixture_uid (HeddleSession *session,
                        const char *module,
                        HdObjectKind kind,
                        const char *id);
