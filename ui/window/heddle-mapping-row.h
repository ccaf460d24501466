/* heddle-mapping-row.h: what an attribute of a graph was taken for, and what it shall be
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "heddle-reading.h"

G_BEGIN_DECLS

/**
 * HeddleMappingRow:
 *
 * Signals:
 *   changed   the hand chose another meaning or unit
 */
#define HEDDLE_TYPE_MAPPING_ROW (heddle_mapping_row_get_type ())
G_DECLARE_FINAL_TYPE (HeddleMappingRow, heddle_mapping_row, HEDDLE, MAPPING_ROW, AdwActionRow)

/** heddle_mapping_row_new: of a key of its report; the groups make columns of the choices of all rows */
GtkWidget *heddle_mapping_row_new (HeddleReading *reading,
                                   guint key,
                                   GtkSizeGroup *meanings,
                                   GtkSizeGroup *units);
const HdImportKey *heddle_mapping_row_get_key (HeddleMappingRow *self);
/** heddle_mapping_row_get_parameter: (nullable): what it shows; %NULL if it is left out */
const char *heddle_mapping_row_get_parameter (HeddleMappingRow *self);
/** heddle_mapping_row_is_changed: it shows another meaning, or unit, than what was read */
gboolean heddle_mapping_row_is_changed (HeddleMappingRow *self);
/** heddle_mapping_row_dup_rule: (nullable): an entry for HdLoading.map; %NULL if the name shall decide, as it did */
char *heddle_mapping_row_dup_rule (HeddleMappingRow *self);
/** heddle_mapping_row_choose: as a hand does; @parameter %NULL leaves it out, @unit %NULL keeps the unit; %FALSE if that is not offered */
gboolean heddle_mapping_row_choose (HeddleMappingRow *self,
                                    const char *parameter,
                                    const char *unit);

G_END_DECLS
