/* heddle-sweep-page.h: runs over a range of one variable, and a metric of them as a curve
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-plot-export.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleSweepPage: runs in the background, beside the run that is shown; the curve of the sweep before stays behind that of the last */
#define HEDDLE_TYPE_SWEEP_PAGE (heddle_sweep_page_get_type ())
G_DECLARE_FINAL_TYPE (HeddleSweepPage, heddle_sweep_page, HEDDLE, SWEEP_PAGE, GtkWidget)

GtkWidget *heddle_sweep_page_new (HeddleSession *session);
HeddlePlotExport *heddle_sweep_page_get_export (HeddleSweepPage *self);

G_END_DECLS
