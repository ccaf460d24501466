/* heddle-focus.h: what the focus does to GTK that it should not
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * heddle_on_focus_left:
 * @widget: takes the focus
 * @left: told with @owner
 * @owner: lives at least as long as @widget is shown
 *
 * Calls @left after the focus has left @widget, before any further event: GTK tells so while it still walks from the old focus to the new one, and
 * walks for ever if either is taken out of the window meanwhile. So whatever may rebuild widgets, as an edit does, is done here. Not called if @owner
 * has gone by then.
 */
void heddle_on_focus_left (GtkWidget *widget,
                           void (*left) (GtkWidget *owner),
                           GtkWidget *owner);

/** heddle_guard_lines: keys do nothing in @box before it has laid out a line, where GTK 4.8 looks for the line that is none further, for ever */
void heddle_guard_lines (GtkFlowBox *box);

/** heddle_keep_cursor: F7 does not hide the cursor of @view: GTK 4.8 ends the program when the cursor is to blink then */
void heddle_keep_cursor (GtkTextView *view);

/**
 * heddle_fold:
 * @folded: lies anywhere but in @expander
 *
 * Shows @folded while @expander is expanded; whoever shows it unfolds it. GTK 4.8 hands the focus to an expander's own child even if that is folded away, and so in no window.
 */
void heddle_fold (GtkExpander *expander,
                  GtkWidget *folded);

/**
 * heddle_follow_keys:
 * @within: a window, or part of it
 *
 * A key shows the widget that it is for, where that was scrolled up or down out of sight. What opens something there only shows it: a popover that points to a
 * place beyond the screen has none of its own, and GTK says so.
 */
void heddle_follow_keys (GtkWidget *within);

G_END_DECLS
