/* heddle-lesson-pane.h: a lesson or a story beside the drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-player.h"

G_BEGIN_DECLS

/**
 * HeddleLessonPane:
 *
 * The step that is played: its text, pictures, questions, what it does and what it reveals; and how far it is. Before a lesson that asks something is begun, it asks for a name.
 * Its buttons are actions of the window: lesson-next, lesson-back, lesson-step, close-lesson and others.
 *
 * Signals:
 *   begin (const char *student)   the lesson is to be begun
 */
#define HEDDLE_TYPE_LESSON_PANE (heddle_lesson_pane_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLessonPane, heddle_lesson_pane, HEDDLE, LESSON_PANE, GtkWidget)

GtkWidget *heddle_lesson_pane_new (HeddleSession *session);
/** heddle_lesson_pane_ask: whose lesson it is, before it is begun */
void heddle_lesson_pane_ask (HeddleLessonPane *self,
                             HdLesson *lesson);
/** heddle_lesson_pane_set_player: (nullable): what is played from now on */
void heddle_lesson_pane_set_player (HeddleLessonPane *self,
                                    HeddlePlayer *player);
/** heddle_lesson_pane_focus_work: where the step goes on by keys: the first question that is open, *Reveal*, else *Next* */
void heddle_lesson_pane_focus_work (HeddleLessonPane *self);
/** heddle_lesson_new_picture: of a step, with what is to be seen for those who do not see it */
GtkWidget *heddle_lesson_new_picture (HdLesson *lesson,
                                      const HdLessonPicture *picture);
/** heddle_lesson_new_text: a label that wraps, with paragraphs; its text can be selected. So the lesson's texts look everywhere */
GtkWidget *heddle_lesson_new_text (const char *text,
                                   const char *style_class);
/** heddle_lesson_let_pictures_be: what scrolls texts and pictures would give pictures no height else, as they can do with none */
void heddle_lesson_let_pictures_be (GtkScrolledWindow *scroller);

G_END_DECLS
