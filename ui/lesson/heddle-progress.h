/* heddle-progress.h: where it is kept how far somebody has come in lessons
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** heddle_progress_get_file: (transfer full): of one lesson, in the data of the user; it need not be there */
GFile *heddle_progress_get_file (const HdLesson *lesson);
/** heddle_progress_load: (transfer full) (nullable): what is kept of @lesson; %NULL if it was never begun, or what there is belongs to another lesson */
HdAnswers *heddle_progress_load (const HdLesson *lesson);
/** heddle_progress_save: makes the folder too. Errors: those of hd_answers_save () */
gboolean heddle_progress_save (const HdLesson *lesson,
                               HdAnswers *answers,
                               GError **error);
/** heddle_progress_forget: the lesson was never begun */
void heddle_progress_forget (const HdLesson *lesson);
/** heddle_progress_get_share: 0 to 1: of the steps that were come to and questions that were answered; 0 if there are no answers */
double heddle_progress_get_share (const HdLesson *lesson,
                                  HdAnswers *answers);

G_END_DECLS
