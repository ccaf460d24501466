/* heddle-story-editor.h: a story while it is recorded and edited
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleStoryEditor:
 *
 * A card for each step, with room for what is said and what it does: moved, removed, written in several languages; each can be undone. While it records, what is done in the
 * window becomes steps. Its buttons are actions of the window: record-story, save-story, play-story, close-story.
 */
#define HEDDLE_TYPE_STORY_EDITOR (heddle_story_editor_get_type ())
G_DECLARE_FINAL_TYPE (HeddleStoryEditor, heddle_story_editor, HEDDLE, STORY_EDITOR, GtkWidget)

GtkWidget *heddle_story_editor_new (HeddleSession *session);
/** heddle_story_editor_set_lesson: (nullable): what is edited from now on, as it was saved */
void heddle_story_editor_set_lesson (HeddleStoryEditor *self,
                                     HdLesson *lesson);
/** heddle_story_editor_get_lesson: (nullable): as it stands, with what is being typed */
HdLesson *heddle_story_editor_get_lesson (HeddleStoryEditor *self);
/** heddle_story_editor_record: @actions: (nullable): of the window, from now on; %NULL ends it */
void heddle_story_editor_record (HeddleStoryEditor *self,
                                 GActionGroup *actions);
gboolean heddle_story_editor_is_recording (HeddleStoryEditor *self);
/** heddle_story_editor_is_modified: since it was saved */
gboolean heddle_story_editor_is_modified (HeddleStoryEditor *self);
void heddle_story_editor_set_saved (HeddleStoryEditor *self);
/** heddle_story_editor_undo: %FALSE if there is nothing to undo, or, with @forward, to do again */
gboolean heddle_story_editor_undo (HeddleStoryEditor *self,
                                   gboolean forward);
/** heddle_story_editor_move_step: by one; so the next two, which the buttons of a card call */
void heddle_story_editor_move_step (HeddleStoryEditor *self,
                                    guint step,
                                    gboolean up);
void heddle_story_editor_remove_step (HeddleStoryEditor *self,
                                      guint step);
void heddle_story_editor_remove_act (HeddleStoryEditor *self,
                                     guint step,
                                     guint act);
/** heddle_story_editor_set_text: of a step, in the language that is shown */
void heddle_story_editor_set_text (HeddleStoryEditor *self,
                                   guint step,
                                   const char *text);
/** heddle_story_editor_set_notes: for who presents it */
void heddle_story_editor_set_notes (HeddleStoryEditor *self,
                                    guint step,
                                    const char *notes);
/** heddle_story_editor_set_language: "" is that of all others */
void heddle_story_editor_set_language (HeddleStoryEditor *self,
                                       const char *language);
const char *heddle_story_editor_get_language (HeddleStoryEditor *self);

G_END_DECLS
