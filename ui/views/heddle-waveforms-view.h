/* heddle-waveforms-view.h: the probes over time, and their figures
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-plot-export.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleWaveformsView: the plot, and in its empty corner what measures and exports it */
#define HEDDLE_TYPE_WAVEFORMS_VIEW (heddle_waveforms_view_get_type ())
G_DECLARE_FINAL_TYPE (HeddleWaveformsView, heddle_waveforms_view, HEDDLE, WAVEFORMS_VIEW, GtkWidget)

GtkWidget *heddle_waveforms_view_new (HeddleSession *session);
/** heddle_waveforms_view_has_rows: whether there is something to see by now */
gboolean heddle_waveforms_view_has_rows (HeddleWaveformsView *self);
/** heddle_waveforms_view_get_export: the button for files */
HeddlePlotExport *heddle_waveforms_view_get_export (HeddleWaveformsView *self);

G_END_DECLS
