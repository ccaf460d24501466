/* heddle-choose-file.h: a file that is chosen by hand
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * heddle_choose_file:
 * @owner: whose file it will be; the dialog is of its window
 * @verb: label of the button, with a mnemonic
 * @name: (nullable): of a new file, before characters are replaced that cannot stand in one
 * @chosen: void (@owner, GFile *file); not called if none is chosen, or @owner is gone
 *
 * Returns: (transfer none): to be set up further and shown; it lives until it is answered
 */
GtkFileChooser *heddle_choose_file (gpointer owner,
                                    GtkFileChooserAction action,
                                    const char *title,
                                    const char *verb,
                                    const char *name,
                                    GCallback chosen);

G_END_DECLS
