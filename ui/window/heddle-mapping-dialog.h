/* heddle-mapping-dialog.h: what the attributes of a graph mean
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "heddle-mapping-row.h"
#include "heddle-reading.h"

G_BEGIN_DECLS

/**
 * HeddleMappingDialog:
 *
 * Shows each attribute of a graph that was read, what it was taken for, and asks for what it means. Whoever reads the file again tells when that
 * begins and ends; what became of it is then shown here.
 *
 * Signals:
 *   read-again (GStrv map)   the reading shall be done with another map
 *   cancelled                what was begun shall end
 *   notes                    all that is to be told of the reading shall be shown; the dialog is about to close
 */
#define HEDDLE_TYPE_MAPPING_DIALOG (heddle_mapping_dialog_get_type ())
G_DECLARE_FINAL_TYPE (HeddleMappingDialog, heddle_mapping_dialog, HEDDLE, MAPPING_DIALOG, AdwWindow)

/** heddle_mapping_dialog_new: @obstacle: (nullable): why it cannot be read again now */
GtkWidget *heddle_mapping_dialog_new (HeddleReading *reading,
                                      const char *obstacle,
                                      GtkWindow *parent);
HeddleReading *heddle_mapping_dialog_get_reading (HeddleMappingDialog *self);
/** heddle_mapping_dialog_find_row: of an attribute, or %NULL */
HeddleMappingRow *heddle_mapping_dialog_find_row (HeddleMappingDialog *self,
                                                  HdImportSide side,
                                                  const char *name);
/** heddle_mapping_dialog_focus: on the row of an attribute, of nodes if both sides have it */
void heddle_mapping_dialog_focus (HeddleMappingDialog *self,
                                  const char *name);
/** heddle_mapping_dialog_begin: the file is being read again */
void heddle_mapping_dialog_begin (HeddleMappingDialog *self,
                                  HdProgress *progress);
/** heddle_mapping_dialog_end: @reading: (nullable): what was read instead; @fault: (nullable): why nothing was, unless that was cancelled */
void heddle_mapping_dialog_end (HeddleMappingDialog *self,
                                HeddleReading *reading,
                                const char *fault);

G_END_DECLS
