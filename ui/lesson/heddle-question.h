/* heddle-question.h: a question of a lesson, with its answer
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-player.h"

G_BEGIN_DECLS

/** HeddleQuestion: options, an entry, what is picked on the canvas, a sketch or a check of the project; then what became of it, hints, and the answer if it is asked for */
#define HEDDLE_TYPE_QUESTION (heddle_question_get_type ())
G_DECLARE_FINAL_TYPE (HeddleQuestion, heddle_question, HEDDLE, QUESTION, GtkBox)

GtkWidget *heddle_question_new (HeddlePlayer *player,
                                HeddleSession *session,
                                guint question);
/** heddle_question_update: after an answer or a verdict */
void heddle_question_update (HeddleQuestion *self);
/** heddle_question_is_settled: right, or shown: there is nothing to be answered any more */
gboolean heddle_question_is_settled (HeddleQuestion *self);
/** heddle_question_focus: where it is answered; %FALSE if it is settled */
gboolean heddle_question_focus (HeddleQuestion *self);

G_END_DECLS
