/* heddle-player.h: a lesson or a story that is played in a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddlePlayer:
 *
 * Does what steps do. All edits are made in documents of its own, which have no file, so no project of the user's is ever changed; they can be undone. What the student
 * edits at a step is kept with that step, and is there again when he comes back to it. Answers are judged by runs in the background, as heddle grade judges them, and
 * kept with the progress. As long as a question of this step or of one before it that asks for a prediction has no answer, nothing runs.
 *
 * Signals:
 *   changed   the step, an answer, or a verdict is another
 *   told (const char *message)   what went wrong, in a sentence
 */
#define HEDDLE_TYPE_PLAYER (heddle_player_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePlayer, heddle_player, HEDDLE, PLAYER, GObject)

/**
 * heddle_player_new:
 * @actions: of the window: run, dock, measure
 * @answers_take: how far the student has come
 */
HeddlePlayer *heddle_player_new (HeddleSession *session,
                                 GActionGroup *actions,
                                 HdLesson *lesson,
                                 HdAnswers *answers_take);
HdLesson *heddle_player_get_lesson (HeddlePlayer *self);
HdAnswers *heddle_player_get_answers (HeddlePlayer *self);
guint heddle_player_get_step (HeddlePlayer *self);
/** heddle_player_go: to a step, wherever it is; also to that where it is, which is then as the student left it */
void heddle_player_go (HeddlePlayer *self,
                       guint step);
/** heddle_player_begin_step_again: as the lesson has it, without what the student edited; that can be undone */
void heddle_player_begin_step_again (HeddlePlayer *self);
/** heddle_player_is_edited: whether the student has edited the project at this step */
gboolean heddle_player_is_edited (HeddlePlayer *self);
/** heddle_player_save: what was edited, and the answers; also when it is let go of */
void heddle_player_save (HeddlePlayer *self);

/** heddle_player_answer: @value: "" of a task, whose answer is the project as it stands */
void heddle_player_answer (HeddlePlayer *self,
                           guint question,
                           const char *value);
/** heddle_player_show_answer: gives up: no points, and what is right is told */
void heddle_player_show_answer (HeddlePlayer *self,
                                guint question);
/** heddle_player_is_judging: runs are under way that say what is right */
gboolean heddle_player_is_judging (HeddlePlayer *self,
                                   guint question);
/** heddle_player_get_mark: (nullable): of the answer that is kept; also of one that was not taken, as it is none: %HD_VERDICT_UNREAD */
const HdMark *heddle_player_get_mark (HeddlePlayer *self,
                                      guint question);
/** heddle_player_is_settled: it is right, or the answer was shown */
gboolean heddle_player_is_settled (HeddlePlayer *self,
                                   guint question);
/** heddle_player_is_done: all questions of the present step are settled */
gboolean heddle_player_is_done (HeddlePlayer *self);
/** heddle_player_find_lock: the first question that must be answered before anything runs, or G_MAXUINT */
guint heddle_player_find_lock (HeddlePlayer *self);
/** heddle_player_get_points: so far, of what was judged */
guint heddle_player_get_points (HeddlePlayer *self);

G_END_DECLS
