/* heddle-field-row.h: one field of a subject: its title and what edits it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-subject.h"

G_BEGIN_DECLS

/**
 * HeddleFieldRow:
 *
 * A row of a boxed list that shows a field of its subject and writes it: an entry, a drop-down, a switch or some lines of prose, as the field's
 * kind asks for. Fields that the objects do not share say "different values"; what is typed replaces them all, in one undo step.
 */
#define HEDDLE_TYPE_FIELD_ROW (heddle_field_row_get_type ())
G_DECLARE_FINAL_TYPE (HeddleFieldRow, heddle_field_row, HEDDLE, FIELD_ROW, GtkListBoxRow)

GtkWidget *heddle_field_row_new (HeddleSubject *subject,
                                 const HeddleField *field);
const char *heddle_field_row_get_name (HeddleFieldRow *self);
/** heddle_field_row_refresh: from the document and the design; what is being typed stays */
void heddle_field_row_refresh (HeddleFieldRow *self);
/** heddle_field_row_commit: what was typed, if it is valid */
void heddle_field_row_commit (HeddleFieldRow *self);
/** heddle_field_row_get_editor: a #HeddleCheckedEntry, #HeddleChoiceEntry, #HeddleTextEntry or #GtkSwitch */
GtkWidget *heddle_field_row_get_editor (HeddleFieldRow *self);

/** heddle_field_row_dup_knob: (nullable): what makes a knob of it when it is added to a drawing; %NULL if it cannot be turned */
char *heddle_field_row_dup_knob (HeddleFieldRow *self);
/** heddle_field_row_get_table: (nullable): the button that opens the file which is named there */
GtkWidget *heddle_field_row_get_table (HeddleFieldRow *self);

G_END_DECLS
