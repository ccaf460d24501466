/* heddle-presentation.h: a story, a lesson or the drawing alone before an audience
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-player.h"

G_BEGIN_DECLS

/**
 * HeddlePresentation:
 *
 * A window of its own that fills a screen, without chrome: the drawing, which is looked at and not edited; the step in large type; the page of results that a step shows. No text
 * is smaller than 1/40 of its height. Pages of results are those of a dock of its own, which shows what the action `dock` of the window says. Over it lie the strokes of a pen and a spot of light around the pointer. It has keys of its own, also those of clickers, and
 * none of the window's.
 *
 * Signals:
 *   left ()   Escape, or it was closed
 */
#define HEDDLE_TYPE_PRESENTATION (heddle_presentation_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePresentation, heddle_presentation, HEDDLE, PRESENTATION, GtkWindow)

/** heddle_presentation_new: @player: (nullable): of the drawing alone; @actions: of the window, which do the rest */
GtkWidget *heddle_presentation_new (HeddleSession *session,
                                    HeddlePlayer *player,
                                    GActionGroup *actions);
/** heddle_presentation_show: on another screen than @window, where its notes then lie, or, if there is none, on the same, where a key shows them */
void heddle_presentation_show (HeddlePresentation *self,
                               GtkWindow *window);
/** heddle_presentation_set_monitors: the screens that come and go, if not those of the display */
void heddle_presentation_set_monitors (HeddlePresentation *self,
                                       GListModel *monitors);
/** heddle_presentation_get_screen: (nullable): that it fills */
GdkMonitor *heddle_presentation_get_screen (HeddlePresentation *self);
/** heddle_presentation_press: does what @key does; %FALSE if that is nothing */
gboolean heddle_presentation_press (HeddlePresentation *self,
                                    guint key,
                                    GdkModifierType state);
/** heddle_presentation_get_least_text: px: no text is smaller */
double heddle_presentation_get_least_text (HeddlePresentation *self);

G_END_DECLS
