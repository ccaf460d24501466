/* window-fixture.h: a window with a project of its own file, for the tests of ui/window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-window-private.h"
#include "ui-fixture.h"

typedef struct
{
  AdwApplication *application;
  HdCatalog *catalog;
  HeddleWindow *window;
  char *folder;
  GFile *file; /* in it, UI_PROJECT */
} WindowFixture;

void window_fixture_set_up (WindowFixture *fixture,
                            gconstpointer data);
/* Proves that the window is freed with all that it held. */
void window_fixture_tear_down (WindowFixture *fixture,
                               gconstpointer data);
/* Opens the file and waits until it can be run. */
void window_fixture_open (WindowFixture *fixture);
gboolean window_fixture_is_enabled (WindowFixture *fixture,
                                    const char *action);
/* What is activated must be enabled. */
void window_fixture_activate (WindowFixture *fixture,
                              const char *action);
HdDocument *window_fixture_get_document (WindowFixture *fixture);
/* A file of the folder with @text. */
GFile *window_fixture_write (WindowFixture *fixture,
                             const char *name,
                             const char *text);
/* Moves the first component of the top: one undo step. */
void window_fixture_edit (WindowFixture *fixture);
/* Waits for a dialog that holds @text. */
AdwMessageDialog *window_fixture_wait_for_dialog (const char *text);
/* As if its button were pressed. */
void window_fixture_respond (AdwMessageDialog *dialog,
                             const char *response);
guint window_fixture_count_dialogs (void);
/* Waits until @text is somewhere in the window. */
void window_fixture_wait_for_text (WindowFixture *fixture,
                                   const char *text);
