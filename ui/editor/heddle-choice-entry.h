/* heddle-choice-entry.h: a value that is chosen, or else written
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-checked-entry.h"
#include "heddle-options.h"

G_BEGIN_DECLS

/**
 * HeddleChoiceEntry:
 *
 * A drop-down of options. If the options are open its last line turns it into an entry for an expression; so does a stored text that is none of them.
 *
 * Signals:
 *   commit (const char *text)   the text is to be stored; "" if nothing is chosen
 */
#define HEDDLE_TYPE_CHOICE_ENTRY (heddle_choice_entry_get_type ())
G_DECLARE_FINAL_TYPE (HeddleChoiceEntry, heddle_choice_entry, HEDDLE, CHOICE_ENTRY, GtkWidget)

/** heddle_choice_entry_new: @entry: a #HeddleCheckedEntry for what is written */
GtkWidget *heddle_choice_entry_new (GtkWidget *entry);
/**
 * heddle_choice_entry_set_stored:
 * @options: (transfer full)
 * @text: (nullable): what is stored
 * @otherwise: (nullable): what holds if nothing is, "H100"
 * @vague: the objects have different values
 */
void heddle_choice_entry_set_stored (HeddleChoiceEntry *self,
                                     HeddleOptions *options,
                                     const char *text,
                                     const char *otherwise,
                                     gboolean vague);
/** heddle_choice_entry_choose: as a hand does, so that it is committed by the main loop; returns whether @value is an option */
gboolean heddle_choice_entry_choose (HeddleChoiceEntry *self,
                                     const char *value);
HeddleCheckedEntry *heddle_choice_entry_get_entry (HeddleChoiceEntry *self);
void heddle_choice_entry_set_labelled_by (HeddleChoiceEntry *self,
                                          GtkWidget *label);

G_END_DECLS
