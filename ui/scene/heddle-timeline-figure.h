/* heddle-timeline-figure.h: lanes of spans, what released what, and what a search found
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-span-index.h"
#include "heddle-timeline-painter.h"

G_BEGIN_DECLS

#define HEDDLE_TIMELINE_ROW_HEIGHT 25.0

/** HeddleTimelineFigure: of a record that may grow. Spans are named as in heddle-span-index.h, by the lane that their row shows. */
typedef struct _HeddleTimelineFigure HeddleTimelineFigure;

HeddleTimelineFigure *heddle_timeline_figure_new (void);
void heddle_timeline_figure_free (HeddleTimelineFigure *self);

/**
 * heddle_timeline_figure_read:
 * @record: (nullable): another one than before forgets what was selected and found
 *
 * Reads on, and looks again for what is selected, found and on the critical path.
 *
 * Returns: whether there are rows
 */
gboolean heddle_timeline_figure_read (HeddleTimelineFigure *self,
                                      HdRecord *record);
/** heddle_timeline_figure_set_baseline: (nullable): a record of an earlier state of the project, which is drawn below what nodes and channels do */
void heddle_timeline_figure_set_baseline (HeddleTimelineFigure *self,
                                          HdRecord *baseline);
/** heddle_timeline_figure_find_before: the lane of the baseline that is the same as that of @row, or G_MAXUINT */
guint heddle_timeline_figure_find_before (HeddleTimelineFigure *self,
                                          guint row);
HdRecord *heddle_timeline_figure_get_record (HeddleTimelineFigure *self);
HeddleSpanIndex *heddle_timeline_figure_get_index (HeddleTimelineFigure *self);
guint heddle_timeline_figure_get_n_rows (HeddleTimelineFigure *self);
/** heddle_timeline_figure_get_lane: of a row; the first of equal ones */
guint heddle_timeline_figure_get_lane (HeddleTimelineFigure *self,
                                       guint row);
guint heddle_timeline_figure_get_row (HeddleTimelineFigure *self,
                                      guint64 id);

/** heddle_timeline_figure_select: HD_NO_SPAN selects nothing; returns whether that is another than before */
gboolean heddle_timeline_figure_select (HeddleTimelineFigure *self,
                                        guint64 id);
guint64 heddle_timeline_figure_get_selected (HeddleTimelineFigure *self);
/** heddle_timeline_figure_hover: returns whether that is another than before */
gboolean heddle_timeline_figure_hover (HeddleTimelineFigure *self,
                                       guint64 id);
guint64 heddle_timeline_figure_get_hovered (HeddleTimelineFigure *self);
/** heddle_timeline_figure_get_effect: the first that the selected span released, or HD_NO_SPAN */
guint64 heddle_timeline_figure_get_effect (HeddleTimelineFigure *self);

/** heddle_timeline_figure_search: empty text ends the search */
void heddle_timeline_figure_search (HeddleTimelineFigure *self,
                                    const char *text);
/** heddle_timeline_figure_peek_found: a set, see heddle-span-set.h; %NULL without a search */
GArray *heddle_timeline_figure_peek_found (HeddleTimelineFigure *self);
/**
 * heddle_timeline_figure_find_wait:
 * @out_begin: since when
 *
 * What the lane at a place waits for there, if it does nothing and was not begun again by itself.
 *
 * Returns: the span that begins when the waiting ends; HD_NO_SPAN if it does something, or nothing more
 */
guint64 heddle_timeline_figure_find_wait (HeddleTimelineFigure *self,
                                          const HeddleWaveView *view,
                                          double x,
                                          double y,
                                          HdTime *out_begin);
/** heddle_timeline_figure_set_whole: (nullable): what the end of the run waited for, of the record or of one with the same lanes before others, which is its path where no span is selected */
void heddle_timeline_figure_set_whole (HeddleTimelineFigure *self,
                                       HdPath *path);
/** heddle_timeline_figure_set_path: the chain of causes from the selected span, or from the last one, back to the start */
void heddle_timeline_figure_set_path (HeddleTimelineFigure *self,
                                      gboolean shown);
/** heddle_timeline_figure_peek_path: (element-type guint64): from its end to its start; %NULL while it is not shown */
const GArray *heddle_timeline_figure_peek_path (HeddleTimelineFigure *self);

/** heddle_timeline_figure_paint: what @view shows, as it was last read */
void heddle_timeline_figure_paint (HeddleTimelineFigure *self,
                                   HeddleText *text,
                                   cairo_t *cr,
                                   const HeddleTheme *theme,
                                   const HeddleWaveView *view);
/** heddle_timeline_figure_pick: the span at a place, or HD_NO_SPAN; where they lie too close to tell, the first there */
guint64 heddle_timeline_figure_pick (HeddleTimelineFigure *self,
                                     const HeddleWaveView *view,
                                     double x,
                                     double y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleTimelineFigure, heddle_timeline_figure_free)

G_END_DECLS
