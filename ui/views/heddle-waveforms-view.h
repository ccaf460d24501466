/* heddle-waveforms-view.h: the probes over time, their figures, and the way to files
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleWaveformsView: the plot, and in its empty corner what measures and exports it */
#define HEDDLE_TYPE_WAVEFORMS_VIEW (heddle_waveforms_view_get_type ())
G_DECLARE_FINAL_TYPE (HeddleWaveformsView, heddle_waveforms_view, HEDDLE, WAVEFORMS_VIEW, GtkWidget)

GtkWidget *heddle_waveforms_view_new (HeddleSession *session);
/**
 * heddle_waveforms_view_save_async:
 * @path: .csv and .vcd for the samples of the probes, written in a worker; .png, .svg and .pdf for a picture of them in the range shown
 *
 * There must be a record. Errors: those of hd_report_save () and heddle_export ().
 */
void heddle_waveforms_view_save_async (HeddleWaveformsView *self,
                                       const char *path,
                                       GAsyncReadyCallback callback,
                                       gpointer data);
gboolean heddle_waveforms_view_save_finish (HeddleWaveformsView *self,
                                            GAsyncResult *result,
                                            GError **error);

G_END_DECLS
