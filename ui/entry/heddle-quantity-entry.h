/* heddle-quantity-entry.h: an entry for a quantity or an expression
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-checked-entry.h"
#include "heddle-field.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * heddle_quantity_entry_new:
 * @session: (nullable): in whose project expressions are evaluated
 * @field: copied
 * @uid: the object that it is a value of, or 0
 *
 * An entry for any value that is written as text: checked by heddle_field_check () while typing, with the value of an expression behind it.
 * It offers units and variables that fit; Up, Down and the wheel step a whole number.
 *
 * Returns: a #HeddleCheckedEntry
 */
GtkWidget *heddle_quantity_entry_new (HeddleSession *session,
                                      const HeddleField *field,
                                      guint64 uid);

/**
 * heddle_quantity_complete:
 * @text: what stands before the cursor
 * @out_length: how many bytes at its end a proposal takes the place of
 *
 * Returns: (transfer full) (array zero-terminated=1) (nullable): units of the field's dimension behind a number, or variables behind a `$`
 */
char **heddle_quantity_complete (HdDocument *document,
                                 const HeddleField *field,
                                 const char *text,
                                 gsize *out_length);

G_END_DECLS
