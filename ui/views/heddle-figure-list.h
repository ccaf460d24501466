/* heddle-figure-list.h: the figures of a run as a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/hd-record.h>

G_BEGIN_DECLS

/** HeddleFigureList: those of the run and of all components of a type; those of single components once they are asked for, as there may be hundreds */
#define HEDDLE_TYPE_FIGURE_LIST (heddle_figure_list_get_type ())
G_DECLARE_FINAL_TYPE (HeddleFigureList, heddle_figure_list, HEDDLE, FIGURE_LIST, GtkWidget)

/** heddle_figure_list_set_record: does nothing if it is the one that is shown */
void heddle_figure_list_set_record (HeddleFigureList *self,
                                    HdRecord *record);

G_END_DECLS
