/* heddle-timeline-painter.h: a lane per resource with what it did when
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "heddle-text.h"
#include "heddle-wave-painter.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 id;                  /* the builder's own */
  gint64 begin_ps, end_ps;
  HeddleSpanKind kind;
  guint state;                 /* HEDDLE_STATE_SELECTED, _HOT, _FADED of heddle-scene.h */
  const char *label;           /* in the bar where it fits; %NULL if none */
  gboolean open;               /* goes on after its end, which is the present */
} HeddleTimelineSpan;

/* A lane does nothing, as it waits for what another does. */
typedef struct
{
  gint64 begin_ps, end_ps;
} HeddleTimelineWait;

/* All are sorted by begin; of those that begin together the longest comes first, for what comes later lies over what is still under way. Memory and communication have thin rows of their own
 * below the row of computing, which "other" shares. */
typedef struct
{
  const char *name;            /* bold */
  const char *note;            /* dim; %NULL if none */
  const HeddleTimelineSpan *spans;
  guint n_spans;
  gint64 longest_ps;           /* longest span, so that those before the view need no look; 0 if unknown */
  const HeddleTimelineSpan *before; /* of the baseline: when it did what the row of computing shows; in any order */
  guint n_before;
  const HeddleTimelineWait *waits; /* in any order */
  guint n_waits;
  gboolean one_row;            /* communication stands in the row of computing: the lane has nothing else */
} HeddleTimelineLane;

/* One link of the critical path, or of cause and effect: drawn from the end of one span, or where the next one begins before it, to the begin of that. */
typedef struct
{
  guint from_lane, from_span;
  guint to_lane, to_span;
} HeddleTimelineArrow;

typedef struct
{
  const HeddleTimelineLane *lanes;
  guint n_lanes;
  const HeddleTimelineArrow *arrows;
  guint n_arrows;
  const char *before_name;     /* of the baseline, at its end; %NULL without one */
  gint64 before_end_ps;
} HeddleTimeline;

/* The view is that of waveforms, so that both share one time axis; lane_height 23 looks good. */
void     heddle_timeline_paint (HeddleText           *text,
                                cairo_t              *cr,
                                const HeddleTimeline *timeline,
                                const HeddleTheme    *theme,
                                const HeddleWaveView *view);
/* What waiting looks like, for keys. */
void     heddle_timeline_hatch (cairo_t              *cr,
                                const HeddleTheme    *theme,
                                double                x,
                                double                y,
                                double                width,
                                double                height);
gboolean heddle_timeline_hit   (const HeddleTimeline *timeline,
                                const HeddleWaveView *view,
                                double                x,
                                double                y,
                                guint                *out_lane,
                                guint                *out_span);

G_END_DECLS
