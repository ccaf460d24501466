/* heddle-timeline-figure-private.h: what the parts of a timeline's figure share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-timeline-figure.h"

G_BEGIN_DECLS

typedef struct
{
  guint lane;
  guint n_equal; /* lanes with the same spans, this one included */
  char *title;
  char *note;
  gboolean one_row;
  guint before;  /* lane of the baseline, or G_MAXUINT */
} HeddleTimelineRow;

/* One released the other. */
typedef struct
{
  guint64 from, to;
} HeddleTimelineLink;

struct _HeddleTimelineFigure
{
  /* Owned */
  HdRecord *record;       /* that the rows are of */
  HdRecord *baseline;     /* NULL without one, as the next */
  HeddleSpanIndex *before_index;
  HdPairing *pairing;     /* of the baseline with the record; NULL without either */
  HeddleSpanIndex *index;
  GArray *rows;           /* of HeddleTimelineRow */
  guint *row_of_lane;
  char *search;
  GArray *found;          /* a set; NULL without a search */
  GArray *effects;        /* of guint64: what the selected span released */
  GArray *path;           /* of guint64, from its end; NULL while it is not shown */
  GArray *path_set;
  HdPath *whole;          /* what the end of the run waited for, once it is known */

  /* Scratch, made for each picture */
  GArray *spans;          /* of HeddleTimelineSpan */
  GArray *before;         /* likewise, of the baseline */
  GArray *waits;          /* of HeddleTimelineWait */
  GArray *lanes;          /* of HeddleTimelineLane, by row */
  GArray *links;          /* of HeddleTimelineLink */

  guint n_lanes, n_classes, n_told; /* when the rows were made: @n_told: lanes of a trace that had spans */
  HdTime effects_time, found_time, path_time; /* of the record, when they were looked for */
  guint64 selected, hovered;
};

/** _heddle_timeline_figure_shown_id: the same span in the lane that its row shows */
guint64 _heddle_timeline_figure_shown_id (HeddleTimelineFigure *self,
                                          guint64 id);

G_END_DECLS
