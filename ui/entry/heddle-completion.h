/* heddle-completion.h: proposals below a text that is being typed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * HeddleCompletion:
 *
 * A popover of words that never takes the focus. Its parent unparents it.
 */
#define HEDDLE_TYPE_COMPLETION (heddle_completion_get_type ())
G_DECLARE_FINAL_TYPE (HeddleCompletion, heddle_completion, HEDDLE, COMPLETION, GtkPopover)

/** heddle_completion_new: for @text, which it follows */
GtkWidget *heddle_completion_new (GtkText *text);
/** heddle_completion_offer: @proposals: (array zero-terminated=1) (nullable): words for the last @length bytes before the cursor; none hides it */
void heddle_completion_offer (HeddleCompletion *self,
                              const char *const *proposals,
                              gsize length);
/** heddle_completion_handle_key: of the text; returns whether it was for the proposals */
gboolean heddle_completion_handle_key (HeddleCompletion *self,
                                       guint keyval);

G_END_DECLS
