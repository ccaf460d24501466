/* heddle-study-making.h: the figure of a study, made ready beside the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "heddle-study-effects.h"
#include "heddle-study-figure.h"
#include "heddle-study-grid.h"
#include "heddle-study-lines.h"

G_BEGIN_DECLS

typedef enum
{
  HEDDLE_STUDY_CURVES,
  HEDDLE_STUDY_HEATMAP,
  HEDDLE_STUDY_PARALLEL,
  HEDDLE_STUDY_EFFECTS,
} HeddleStudyKind;

/**
 * HeddleStudyMaking: what is asked for, and what came of it
 * @second: of a heatmap
 * @width, @height, @scale: that parallel lines are drawn for
 * @figure, @grid, @lines, @effects: one of them, or none
 * @error: why there are no effects
 */
typedef struct
{
  HdStudyTable *table;         /* borrowed, as the next */
  HdStudyPublished *published; /* or NULL */
  HeddleStudyKind kind;
  HeddleStudyAxis x;
  guint second;
  guint metric;
  gboolean is_logarithmic;
  guint32 chosen;
  double width, height, scale;
  const HeddleTheme *theme;
  HeddleStudyFigure *figure;
  HeddleStudyGrid *grid;
  HeddleStudyLines *lines;
  HeddleStudyEffects *effects;
  GError *error;
} HeddleStudyMaking;

/** heddle_study_making_run: fills in what came of it; in any thread, while nobody else touches table and published values */
void heddle_study_making_run (HeddleStudyMaking *self);
void heddle_study_making_clear (HeddleStudyMaking *self);

G_END_DECLS
