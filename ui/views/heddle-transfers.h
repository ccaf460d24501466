/* heddle-transfers.h: what became of each transfer from and to memories
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-plot-export.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleTransfers: a row for each transfer that was logged, with a bar from each of its moments to the next
 *
 * Keys: Up, Down, Page Up, Page Down, Home and End choose a row, whose way is selected on the canvas; +, - and 0 look closer; Left and Right go along the axis.
 */
#define HEDDLE_TYPE_TRANSFERS (heddle_transfers_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTransfers, heddle_transfers, HEDDLE, TRANSFERS, GtkWidget)

GtkWidget *heddle_transfers_new (HeddleSession *session);
/** heddle_transfers_get_export: of the rows that are seen */
HeddlePlotExport *heddle_transfers_get_export (HeddleTransfers *self);

G_END_DECLS
