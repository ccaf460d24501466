/* heddle-waveforms.h: the probes of the run over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-time-plot.h"
#include "heddle-waves-figure.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_WAVEFORMS (heddle_waveforms_get_type ())
G_DECLARE_FINAL_TYPE (HeddleWaveforms, heddle_waveforms, HEDDLE, WAVEFORMS, HeddleTimePlot)

GtkWidget *heddle_waveforms_new (HeddleSession *session);
/** heddle_waveforms_get_figure: that it shows, as of the record that was last drawn */
HeddleWavesFigure *heddle_waveforms_get_figure (HeddleWaveforms *self);

G_END_DECLS
