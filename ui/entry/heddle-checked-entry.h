/* heddle-checked-entry.h: an entry that judges what is typed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * HeddleCheckedEntry:
 *
 * Shows a stored text and lets a hand write another one. What is typed is checked at once: a wrong text is outlined in red, and after 400 ms, or
 * when the focus leaves, a sentence below says why; a right one may show a hint ("= 128 GB/s"). A right text is committed by Enter, when
 * the focus leaves, and where it changes without a focus. A wrong one stays uncommitted, unless Enter is pressed twice. Escape goes back to the
 * stored text.
 *
 * A #GtkEditable; its `changed` tells of each keystroke.
 *
 * Signals:
 *   commit (const char *text)   the text is to be stored
 */
#define HEDDLE_TYPE_CHECKED_ENTRY (heddle_checked_entry_get_type ())
G_DECLARE_FINAL_TYPE (HeddleCheckedEntry, heddle_checked_entry, HEDDLE, CHECKED_ENTRY, GtkWidget)

/**
 * HeddleCheckFunc:
 * @out_hint: (out) (transfer full): set to what is shown behind a right text, or left %NULL
 *
 * Returns: whether @text can be stored; if not, @error says why, for a person
 */
typedef gboolean (*HeddleCheckFunc) (gpointer data,
                                     const char *text,
                                     char **out_hint,
                                     GError **error);

/** heddle_checked_entry_new: @check: (nullable): every text will do */
GtkWidget *heddle_checked_entry_new (HeddleCheckFunc check,
                                     gpointer data,
                                     GDestroyNotify destroy);

/**
 * HeddleCompleteFunc:
 * @text: before the cursor
 * @out_length: how many bytes at its end a proposal takes the place of
 *
 * Returns: (transfer full) (array zero-terminated=1) (nullable): proposals
 */
typedef char **(*HeddleCompleteFunc) (gpointer data,
                                      const char *text,
                                      gsize *out_length);

/** heddle_checked_entry_set_completion: offers proposals below the entry; Down chooses, Tab and Enter take it. With the data of the check */
void heddle_checked_entry_set_completion (HeddleCheckedEntry *self,
                                          HeddleCompleteFunc complete);
/** heddle_checked_entry_set_stored: %NULL if nothing is. What is being typed stays, unless another text is stored than before */
void heddle_checked_entry_set_stored (HeddleCheckedEntry *self,
                                      const char *text);
/** heddle_checked_entry_set_placeholder: @vague: in italics: it stands for "different values" */
void heddle_checked_entry_set_placeholder (HeddleCheckedEntry *self,
                                           const char *text,
                                           gboolean vague);
/** heddle_checked_entry_set_label: the name that assistive technology reads; or else the text of a label beside it */
void heddle_checked_entry_set_label (HeddleCheckedEntry *self,
                                     const char *label);
void heddle_checked_entry_set_labelled_by (HeddleCheckedEntry *self,
                                           GtkWidget *label);
/** heddle_checked_entry_set_reset: a button that takes the stored text away, with @label; as does an empty text */
void heddle_checked_entry_set_reset (HeddleCheckedEntry *self,
                                     const char *label);
/** heddle_checked_entry_is_edited: whether another text is shown than is stored */
gboolean heddle_checked_entry_is_edited (HeddleCheckedEntry *self);
gboolean heddle_checked_entry_is_valid (HeddleCheckedEntry *self);
/** heddle_checked_entry_get_message: why it is not valid, or %NULL */
const char *heddle_checked_entry_get_message (HeddleCheckedEntry *self);
/** heddle_checked_entry_get_hint: (nullable) */
const char *heddle_checked_entry_get_hint (HeddleCheckedEntry *self);
/** heddle_checked_entry_set_verdict: of a check that took longer, on the text as it stands: a hint, or what is wrong */
void heddle_checked_entry_set_verdict (HeddleCheckedEntry *self,
                                       const char *hint,
                                       const char *message);
/** heddle_checked_entry_check: again, because what the check depends on has changed */
void heddle_checked_entry_check (HeddleCheckedEntry *self);
/** heddle_checked_entry_commit: what was typed, if it is valid; returns whether nothing is left to commit */
gboolean heddle_checked_entry_commit (HeddleCheckedEntry *self);
/** heddle_checked_entry_get_text_widget: where the focus goes */
GtkText *heddle_checked_entry_get_text_widget (HeddleCheckedEntry *self);

G_END_DECLS
