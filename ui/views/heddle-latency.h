/* heddle-latency.h: how long the messages of a run took
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-plot-export.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleLatency: a histogram with its percentiles, over that of the baseline */
#define HEDDLE_TYPE_LATENCY (heddle_latency_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLatency, heddle_latency, HEDDLE, LATENCY, GtkWidget)

GtkWidget *heddle_latency_new (HeddleSession *session);
HeddlePlotExport *heddle_latency_get_export (HeddleLatency *self);

G_END_DECLS
