/* heddle-wave-painter.h: waveforms over a shared time axis
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "heddle-decimate.h"
#include "heddle-text.h"

G_BEGIN_DECLS

typedef enum
{
  HEDDLE_WAVE_STEP,   /* analogue, each value held until the next */
  HEDDLE_WAVE_LINE,   /* analogue, joined by straight lines */
  HEDDLE_WAVE_STATE,  /* rounded boxes with names */
  HEDDLE_WAVE_BUS     /* hexagons with values, a line where idle */
} HeddleWaveKind;

/* One curve of an analogue trace. Several lie over each other in order (parts of a sum, or baseline and changed). */
typedef struct
{
  const HeddleDecimate *data;  /* borrowed */
  HeddleColour line;           /* alpha 0: no line */
  HeddleColour fill;           /* below the curve; alpha 0: none */
} HeddleWaveSeries;

/* One value of a state or bus trace; sorted, not overlapping. */
typedef struct
{
  gint64 begin_ps, end_ps;
  const char *label;           /* %NULL: a box without text */
  float shade;                 /* 0 to 1: how strong the colour is */
} HeddleWaveSpan;

/* One px of a state or bus trace whose values are too short to be told apart: what held for longest, and for how much of it something did. */
typedef struct
{
  const char *label;           /* of the same value the same pointer */
  float shade;                 /* as above */
  float busy;                  /* 0 to 1 */
} HeddleWaveColumn;

typedef struct
{
  HeddleWaveKind kind;
  const char *name;            /* bold */
  const char *source;          /* dim, where the probe sits */
  const char *unit;            /* at the axis, e.g. "GB/s"; %NULL if none */
  HeddleColour colour;         /* bar beside the name; boxes of states and buses */
  double low, high;            /* STEP, LINE: values at the lower and upper end */
  const HeddleWaveSeries *series;
  guint n_series;
  const HeddleWaveSpan *spans;
  guint n_spans;
  const char *level_name;      /* STEP, LINE: what a value means, which is drawn as a dashed line; %NULL if none does */
  double level;
  double at[2];                /* STEP, LINE: values at cursors A and B, where they are known; see below */
  gboolean known[2];
  const HeddleWaveColumn *columns; /* from the left end of the traces on; in place of spans, or %NULL */
  guint n_columns;
  gboolean selected;
} HeddleWave;

#define HEDDLE_NO_TIME G_MININT64

/* A moment at which something changes: marked on the axis, and a line through all traces. */
typedef struct
{
  gint64 time_ps;
  const char *text;            /* what does */
  guint64 id;                  /* the builder's own */
} HeddleTimeMark;

typedef struct
{
  double width, height;        /* of the whole plot, px */
  double name_width;           /* of the column at the left; 0 leaves names out */
  double axis_height;          /* of the time axis at the top; 0 leaves it out */
  double lane_height;          /* of one trace */
  double scroll;               /* px that the traces are scrolled up */
  gint64 begin_ps, end_ps;     /* time range shown */
  gint64 cursor_a_ps, cursor_b_ps, playhead_ps; /* HEDDLE_NO_TIME if not shown */
  const HeddleTimeMark *marks; /* borrowed, in order of time */
  guint n_marks;
} HeddleWaveView;

#define HEDDLE_WAVE_VIEW_INIT { 800, 240, 240, 26, 51, 0, 0, 0, HEDDLE_NO_TIME, HEDDLE_NO_TIME, HEDDLE_NO_TIME, NULL, 0 }

void   heddle_wave_paint   (HeddleText           *text,
                            cairo_t              *cr,
                            const HeddleWave     *waves,
                            guint                 n_waves,
                            const HeddleTheme    *theme,
                            const HeddleWaveView *view);
gint64 heddle_wave_time_at (const HeddleWaveView *view,
                            double                x);
double heddle_wave_x_of    (const HeddleWaveView *view,
                            gint64                time_ps);
int    heddle_wave_lane_at (const HeddleWaveView *view,
                            guint                 n_waves,
                            double                y);

/* Shared with the timeline: heddle-time-axis.c */
double heddle_wave_plot_width  (const HeddleWaveView *view);
void   heddle_time_grid_paint  (HeddleText           *text,
                                cairo_t              *cr,
                                const HeddleTheme    *theme,
                                const HeddleWaveView *view);
/* The mark on the axis that is next to a place; -1 if none is near. */
int    heddle_time_mark_at     (const HeddleWaveView *view,
                                double                x,
                                double                y);
/* Centre of a mark, px. */
void   heddle_time_mark_paint  (cairo_t              *cr,
                                const HeddleTheme    *theme,
                                double                x,
                                double                y);
void   heddle_time_marks_paint (HeddleText           *text,
                                cairo_t              *cr,
                                const HeddleTheme    *theme,
                                const HeddleWaveView *view);

G_END_DECLS
