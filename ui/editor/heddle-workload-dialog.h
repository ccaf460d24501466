/* heddle-workload-dialog.h: gives a project work to do
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleWorkloadDialog:
 *
 * Asks what is to be done, by whom and with how much; each question has an answer already, so that adding at once gives something that runs. Only
 * work that stands in a file needs one first.
 */
#define HEDDLE_TYPE_WORKLOAD_DIALOG (heddle_workload_dialog_get_type ())
G_DECLARE_FINAL_TYPE (HeddleWorkloadDialog, heddle_workload_dialog, HEDDLE, WORKLOAD_DIALOG, AdwWindow)

GtkWidget *heddle_workload_dialog_new (HeddleSession *session,
                                       GtkWindow *parent);
/** heddle_workload_dialog_choose_type: "collective"; as a hand does */
void heddle_workload_dialog_choose_type (HeddleWorkloadDialog *self,
                                         const char *type);
/** heddle_workload_dialog_choose_file: as a hand does */
void heddle_workload_dialog_choose_file (HeddleWorkloadDialog *self,
                                         GFile *file);
/** heddle_workload_dialog_add: what the button does; returns whether there was nothing wrong */
gboolean heddle_workload_dialog_add (HeddleWorkloadDialog *self);

G_END_DECLS
