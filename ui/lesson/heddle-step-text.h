/* heddle-step-text.h: what a step says, for an audience
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-player.h"

G_BEGIN_DECLS

/** HeddleStepText: title, text, pictures, questions and what is revealed of the step that is played, in the size of its font */
#define HEDDLE_TYPE_STEP_TEXT (heddle_step_text_get_type ())
G_DECLARE_FINAL_TYPE (HeddleStepText, heddle_step_text, HEDDLE, STEP_TEXT, GtkWidget)

GtkWidget *heddle_step_text_new (HeddleSession *session,
                                 HeddlePlayer *player);
/** heddle_step_text_set_most: it is as high as its text, but at most @height px, beyond which it scrolls; -1: as high as there is room */
void heddle_step_text_set_most (HeddleStepText *self,
                                int height);
/** heddle_step_text_is_empty: the step says nothing */
gboolean heddle_step_text_is_empty (HeddleStepText *self);
/** heddle_step_text_go_on: scrolls down to what is not in view, or reveals what is hidden; %FALSE if all was seen */
gboolean heddle_step_text_go_on (HeddleStepText *self);

G_END_DECLS
