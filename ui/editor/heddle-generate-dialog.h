/* heddle-generate-dialog.h: choosing a topology, with a preview
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleGenerateDialog:
 *
 * A list of generators, a form with the parameters of the chosen one, and how it will look. What is large is counted, not drawn, until the user
 * says so; what is being elaborated can be cancelled.
 */
#define HEDDLE_TYPE_GENERATE_DIALOG (heddle_generate_dialog_get_type ())
G_DECLARE_FINAL_TYPE (HeddleGenerateDialog, heddle_generate_dialog, HEDDLE, GENERATE_DIALOG, AdwWindow)

/**
 * heddle_generate_dialog_new:
 * @uid: a generated topology to change, or 0 for a new one
 * @at: where a new one goes
 */
GtkWidget *heddle_generate_dialog_new (GtkWindow *parent,
                                       HeddleSession *session,
                                       guint64 uid,
                                       HeddlePoint at);
/** heddle_generate_dialog_choose: a kind from the list; returns whether there is such */
gboolean heddle_generate_dialog_choose (HeddleGenerateDialog *self,
                                        const char *kind);
/** heddle_generate_dialog_set: a value of the form */
gboolean heddle_generate_dialog_set (HeddleGenerateDialog *self,
                                     const char *key,
                                     const char *value);
/** heddle_generate_dialog_is_busy: counting or elaborating */
gboolean heddle_generate_dialog_is_busy (HeddleGenerateDialog *self);
/** heddle_generate_dialog_get_counts: of what is shown; %FALSE if there is nothing, or too much, to show; @out_drawn: whether it is drawn */
gboolean heddle_generate_dialog_get_counts (HeddleGenerateDialog *self,
                                            guint64 *out_nodes,
                                            guint64 *out_links,
                                            gboolean *out_drawn);
/** heddle_generate_dialog_insert: as its button does, without asking about the size; returns whether it was done, and closes the dialog then */
gboolean heddle_generate_dialog_insert (HeddleGenerateDialog *self);
/** heddle_generate_dialog_set_as_components: whether components and links are inserted, not one object */
void heddle_generate_dialog_set_as_components (HeddleGenerateDialog *self,
                                               gboolean as_components);

G_END_DECLS
