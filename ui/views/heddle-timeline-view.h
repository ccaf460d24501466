/* heddle-timeline-view.h: what each resource did when
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-plot-export.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleTimelineView: the lanes, and above them what finds spans in them */
#define HEDDLE_TYPE_TIMELINE_VIEW (heddle_timeline_view_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTimelineView, heddle_timeline_view, HEDDLE, TIMELINE_VIEW, GtkWidget)

GtkWidget *heddle_timeline_view_new (HeddleSession *session);
/** heddle_timeline_view_get_export: the button for files */
HeddlePlotExport *heddle_timeline_view_get_export (HeddleTimelineView *self);

G_END_DECLS
