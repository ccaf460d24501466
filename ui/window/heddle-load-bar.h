/* heddle-load-bar.h: how far something long has come that the window does not wait for
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/hd-progress.h>

G_BEGIN_DECLS

/**
 * HeddleLoadBar:
 *
 * Signals:
 *   cancelled   its button was pressed
 */
#define HEDDLE_TYPE_LOAD_BAR (heddle_load_bar_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLoadBar, heddle_load_bar, HEDDLE, LOAD_BAR, GtkWidget)

GtkWidget *heddle_load_bar_new (void);
/**
 * heddle_load_bar_begin:
 * @text: what goes on
 * @then: what goes on when @progress has come to its end
 *
 * Comes into view after a moment: what is over sooner needs no word.
 */
void heddle_load_bar_begin (HeddleLoadBar *self,
                            const char *text,
                            const char *then,
                            HdProgress *progress);
void heddle_load_bar_end (HeddleLoadBar *self);
/** heddle_load_bar_is_busy: between the two */
gboolean heddle_load_bar_is_busy (HeddleLoadBar *self);

G_END_DECLS
