/* heddle-recorder.h: what is done in a window, as steps of a story
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleRecorder:
 *
 * As long as it lives each action is a step: an edit, whatever it edits; another module or page that is looked at; a selection, which becomes a highlight; a run and where
 * it was paused; a moment that is looked at. What only corrects the action before it, as another selection, takes its place; an edit that is undone is taken back.
 *
 * Signals:
 *   added (HdLessonStep *step)      another step, without texts
 *   replaced (HdLessonStep *step)   instead of the last one
 *   dropped ()                      the last one is taken back
 */
#define HEDDLE_TYPE_RECORDER (heddle_recorder_get_type ())
G_DECLARE_FINAL_TYPE (HeddleRecorder, heddle_recorder, HEDDLE, RECORDER, GObject)

/** heddle_recorder_new: @actions: of the window: dock, measure */
HeddleRecorder *heddle_recorder_new (HeddleSession *session,
                                     GActionGroup *actions);

G_END_DECLS
