/* heddle-lesson-card.h: a lesson or a story, for the start page
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/** HeddleLessonCard: its title, a sentence, how long it takes, and how much of it is done */
#define HEDDLE_TYPE_LESSON_CARD (heddle_lesson_card_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLessonCard, heddle_lesson_card, HEDDLE, LESSON_CARD, GtkButton)

GtkWidget *heddle_lesson_card_new (HdLesson *lesson);
GFile *heddle_lesson_card_get_file (HeddleLessonCard *self);
/** heddle_lesson_card_update: reads how much is done */
void heddle_lesson_card_update (HeddleLessonCard *self);

G_END_DECLS
