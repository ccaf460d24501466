/* heddle-waves-figure.h: the probes of a record over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-state-index.h"
#include "heddle-text.h"
#include "heddle-wave-painter.h"

G_BEGIN_DECLS

#define HEDDLE_WAVES_ROW_HEIGHT 51.0

/** HeddleWavesFigure: of a record that may grow; a row is a series, or, where the record has none, one of the hottest links or the busiest processors */
typedef struct _HeddleWavesFigure HeddleWavesFigure;

HeddleWavesFigure *heddle_waves_figure_new (void);
void heddle_waves_figure_free (HeddleWavesFigure *self);

/** heddle_waves_figure_choose: (array length=n): the series to show, in this order; without it all of them. Before a record is read. */
void heddle_waves_figure_choose (HeddleWavesFigure *self,
                                 const guint *series,
                                 guint n);
/** heddle_waves_figure_read: reads on; @record is nullable */
void heddle_waves_figure_read (HeddleWavesFigure *self,
                               HdRecord *record);
/** heddle_waves_figure_set_baseline: (nullable): a record of an earlier state of the project, whose curves are drawn behind those of the record */
void heddle_waves_figure_set_baseline (HeddleWavesFigure *self,
                                       HdRecord *baseline);
HdRecord *heddle_waves_figure_get_record (HeddleWavesFigure *self);
guint heddle_waves_figure_get_n_rows (HeddleWavesFigure *self);
/** heddle_waves_figure_get_series: G_MAXUINT for a link or component without a probe */
guint heddle_waves_figure_get_series (HeddleWavesFigure *self,
                                      guint row);
/** heddle_waves_figure_get_link, _node: of a row that is no series; HD_NO_ID otherwise */
guint32 heddle_waves_figure_get_link (HeddleWavesFigure *self,
                                      guint row);
guint32 heddle_waves_figure_get_node (HeddleWavesFigure *self,
                                      guint row);
/** heddle_waves_figure_get_state: what held for longest from @from to @to; %FALSE if the row is none of states, or has none there */
gboolean heddle_waves_figure_get_state (HeddleWavesFigure *self,
                                        guint row,
                                        HdTime from,
                                        HdTime to,
                                        HeddleStateColumn *out_state);
/** heddle_waves_figure_get_load: at @time, of a row without a probe, as it was last painted: of a link in B/s, of a processor in percent; %FALSE elsewhere */
gboolean heddle_waves_figure_get_load (HeddleWavesFigure *self,
                                       guint row,
                                       HdTime time,
                                       double *out_value);
/** heddle_waves_figure_get_highest: the highest value of a row that was seen; of a link in the last picture, in B/s */
double heddle_waves_figure_get_highest (HeddleWavesFigure *self,
                                        guint row);
/** heddle_waves_figure_get_highest_before: likewise of the baseline; below 0 where a row has no curve of it */
double heddle_waves_figure_get_highest_before (HeddleWavesFigure *self,
                                               guint row);
/** heddle_waves_figure_get_before: what the baseline's curve of a row was at @time; %FALSE if it has none there */
gboolean heddle_waves_figure_get_before (HeddleWavesFigure *self,
                                         guint row,
                                         HdTime time,
                                         double *out_value);
/**
 * heddle_waves_figure_paint:
 * @document: that says the colours of the probes now
 *
 * What @view shows, as it was last read.
 */
void heddle_waves_figure_paint (HeddleWavesFigure *self,
                                HdDocument *document,
                                HeddleText *text,
                                cairo_t *cr,
                                const HeddleTheme *theme,
                                const HeddleWaveView *view);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleWavesFigure, heddle_waves_figure_free)

G_END_DECLS
