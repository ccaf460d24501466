/* heddle-text-entry.h: an entry for some lines of prose
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * HeddleTextEntry:
 *
 * Committed when the focus leaves, and by Ctrl+Enter; Escape goes back to the stored text.
 *
 * Signals:
 *   commit (const char *text)   the text is to be stored
 */
#define HEDDLE_TYPE_TEXT_ENTRY (heddle_text_entry_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTextEntry, heddle_text_entry, HEDDLE, TEXT_ENTRY, GtkWidget)

GtkWidget *heddle_text_entry_new (const char *label);
/** heddle_text_entry_set_stored: what is being typed stays, unless another text is stored than before */
void heddle_text_entry_set_stored (HeddleTextEntry *self,
                                   const char *text);
void heddle_text_entry_commit (HeddleTextEntry *self);
GtkTextBuffer *heddle_text_entry_get_buffer (HeddleTextEntry *self);

G_END_DECLS
