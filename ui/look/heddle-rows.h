/* heddle-rows.h: compact rows of names and values, as panes show them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** heddle_label_new: a label with a style class (or %NULL), left-aligned, that ends with an ellipsis */
GtkWidget *heddle_label_new (const char *text,
                             const char *style_class);
/** heddle_drop_down_narrow: of strings, which may be long: the button shows @chars of the chosen one at most, the list all of each */
void heddle_drop_down_narrow (GtkDropDown *drop_down,
                              int chars);
/** heddle_group_new: a heading over a boxed list; append rows to @out_list */
GtkWidget *heddle_group_new (const char *title,
                             GtkListBox **out_list);
/** heddle_value_row_new: name left, value right; @written (nullable) is what stands in the project if it says more, dim */
GtkWidget *heddle_value_row_new (const char *name,
                                 const char *written,
                                 const char *value,
                                 const char *tooltip);

G_END_DECLS
