/* heddle-export-dialog.h: choosing a format, with a preview of what will be written
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "heddle-canvas.h"

G_BEGIN_DECLS

/**
 * HeddleExportDialog:
 *
 * Signals:
 *   exported (const char *path)   the dialog is about to close
 */
#define HEDDLE_TYPE_EXPORT_DIALOG (heddle_export_dialog_get_type ())
G_DECLARE_FINAL_TYPE (HeddleExportDialog, heddle_export_dialog, HEDDLE, EXPORT_DIALOG, AdwWindow)

/** heddle_export_dialog_new: @name: of the file, without extension */
GtkWidget *heddle_export_dialog_new (HeddleCanvas *canvas,
                                     const char *name,
                                     GtkWindow *parent);
/** heddle_export_dialog_choose: by its extension; returns whether that is offered */
gboolean heddle_export_dialog_choose (HeddleExportDialog *self,
                                      const char *extension);
/** heddle_export_dialog_save: what is shown, to @path; a fault is shown in the dialog */
void heddle_export_dialog_save (HeddleExportDialog *self,
                                const char *path);

G_END_DECLS
