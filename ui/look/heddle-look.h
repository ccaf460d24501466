/* heddle-look.h: what widgets that paint themselves have in common
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-text.h"
#include "heddle-theme.h"

G_BEGIN_DECLS

/** heddle_look_get_theme: that of the present appearance: light or dark, high contrast or not */
const HeddleTheme *heddle_look_get_theme (void);
/** heddle_look_watch: redraws @widget when the appearance or the size of text changes, as long as it lives */
void heddle_look_watch (GtkWidget *widget);
/** heddle_look_get_text_scale: how much larger than usual the desktop wants text: 1.5 */
double heddle_look_get_text_scale (GtkWidget *widget);
/** heddle_look_set_text_scale: of @widget and all in it, instead of the desktop's; 0: the desktop's again */
void heddle_look_set_text_scale (GtkWidget *widget,
                                 double scale);
/** heddle_look_set_least_text: of @widget and all in it: painted text that would be smaller, in px, is left out, and names stand where there is room for them; 0: none */
void heddle_look_set_least_text (GtkWidget *widget,
                                 double least);
/** heddle_look_prepare_text: before each frame: makes @text where there is none, laid out with the font of @widget, at the present scale of text */
HeddleText *heddle_look_prepare_text (HeddleText **text,
                                      GtkWidget *widget);
/** heddle_look_new_text: for pictures that leave the window: as above, at a scale of 1 */
HeddleText *heddle_look_new_text (GtkWidget *widget);
/** heddle_look_paint_symbol: a picture of a component, in the text colour, @size px; draws with ui/paint */
GtkWidget *heddle_symbol_image_new (const char *symbol,
                                    int size);
void heddle_symbol_image_set_symbol (GtkWidget *image,
                                     const char *symbol);
/** heddle_set_tooltip: (nullable) @text, without asking the display server where the pointer is if nobody can see @widget yet */
void heddle_set_tooltip (GtkWidget *widget,
                         const char *text);
/** heddle_icon_button_new: with tooltip and accessible name @label, which does @action */
GtkWidget *heddle_icon_button_new (const char *icon,
                                   const char *label,
                                   const char *action);
/** heddle_dup_day: for people, in their own time: "Today, 14:05", or the day */
char *heddle_dup_day (GDateTime *utc);
/** heddle_set_accessible_label: the name that assistive technology reads */
void heddle_set_accessible_label (gpointer widget,
                                  const char *label);

G_END_DECLS
