/* heddle-lines-dialog.h: a text of lines as a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleLinesDialog:
 *
 * Edits a text, or a file, whose lines are of forms of a component type: a row for each line, a column for each field that is shown. Each change is
 * checked at once, and the line at fault is marked.
 *
 * Signal: apply (text): the whole text, without a fault, is to be taken over
 */
#define HEDDLE_TYPE_LINES_DIALOG (heddle_lines_dialog_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLinesDialog, heddle_lines_dialog, HEDDLE, LINES_DIALOG, AdwWindow)

/**
 * heddle_lines_dialog_new:
 * @parameter: of @type: one with HD_PROPERTY_LINES, or with a form, which names a file of lines of it
 * @file: (nullable): its name
 * @text: (nullable): of the parameter, or of the file
 */
GtkWidget *heddle_lines_dialog_new (GtkWindow *parent,
                                    HdCatalog *catalog,
                                    const HdComponentType *type,
                                    const HdParameter *parameter,
                                    const char *file,
                                    const char *text);
/** heddle_lines_dialog_get_n: lines */
guint heddle_lines_dialog_get_n (HeddleLinesDialog *self);
/** heddle_lines_dialog_dup_text: as it stands */
char *heddle_lines_dialog_dup_text (HeddleLinesDialog *self);
/** heddle_lines_dialog_get_fault: (nullable): what is wrong with it */
const char *heddle_lines_dialog_get_fault (HeddleLinesDialog *self);
/** heddle_lines_dialog_set, _add, _remove, _move: as a hand does; @value: "" takes a field away; a flag is "1" */
void heddle_lines_dialog_set (HeddleLinesDialog *self,
                              guint line,
                              const char *field,
                              const char *value);
void heddle_lines_dialog_add (HeddleLinesDialog *self,
                              guint before,
                              const char *form);
void heddle_lines_dialog_remove (HeddleLinesDialog *self,
                                 guint line);
void heddle_lines_dialog_move (HeddleLinesDialog *self,
                               guint line,
                               int by);
void heddle_lines_dialog_apply (HeddleLinesDialog *self);
/** heddle_lines_dialog_refuse: by whoever is told to apply it and cannot: it stays open and says why */
void heddle_lines_dialog_refuse (HeddleLinesDialog *self,
                                 const char *why);

G_END_DECLS
