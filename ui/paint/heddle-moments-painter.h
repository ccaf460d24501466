/* heddle-moments-painter.h: transfers from and to memories: a row for each, a bar from each of its moments to the next
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All begin at the left, when they were asked for; with a read goes the write before it, if that is wanted. Only rows that are seen are painted, however many there are.
 */
#pragma once

#include <heddle/hd-moments.h>

#include "heddle-text.h"

G_BEGIN_DECLS

/* What a transfer is at from one moment to the next: from HdMoment m on it is at part m; what a chiplet gives to another, between its write and the read. */
typedef enum
{
  HEDDLE_MOMENTS_TAKE,        /* is read from private memory */
  HEDDLE_MOMENTS_QUEUE,       /* waits for a place in the queue of requests */
  HEDDLE_MOMENTS_ENTRY,       /* waits for its way into the network */
  HEDDLE_MOMENTS_OUT,         /* is in the network */
  HEDDLE_MOMENTS_MEMORY,
  HEDDLE_MOMENTS_REPLY_ENTRY, /* its answer waits for its way into the network */
  HEDDLE_MOMENTS_BACK,
  HEDDLE_MOMENTS_STORE,       /* is written to private memory */
  HEDDLE_MOMENTS_OPEN,        /* is on its way when the run ends, nobody knows where */
  HEDDLE_MOMENTS_KEEP,        /* lies in shared memory */
  HEDDLE_N_MOMENTS_PARTS
} HeddleMomentsPart;

/**
 * HeddleMomentsBar: one part of a transfer
 * @moments: of the write or of the read
 * @begin, @end: of the run
 * @at: where it begins on the axis, on which %HEDDLE_MOMENTS_KEEP has no length
 */
typedef struct
{
  const HdMoments *moments;
  HeddleMomentsPart part;
  HdTime begin, end;
  HdTime at;
} HeddleMomentsBar;

#define HEDDLE_MOMENTS_MOST_BARS (2 * HEDDLE_N_MOMENTS_PARTS)

/**
 * HeddleMomentsPicture:
 * @order: (nullable): which of @moments is in each row; %NULL: as they are
 * @is_linked: each row is a read, with the write before it whose data it takes; what lies between is cut out of the axis
 * @names: by node; of those that occur
 * @from, @to: since they were asked for, at the ends of the axis
 * @first: row at the top, with a fraction
 * @selected: row, or -1
 * @moment: of the run, that is looked at: marked in each row whose transfer is under way then; -1: none
 * @asked, @total: above the columns of when it was asked for, and of how long all took
 * @keys: what the colours stand for; %NULL for those that do not occur
 */
typedef struct
{
  const HdMoments *moments;
  const guint32 *order;
  guint n_rows;
  gboolean is_linked;
  const char *const *names;
  HdTime from, to;
  double first;
  gint64 selected;
  HdTime moment;
  const char *asked, *total;
  const char *keys[HEDDLE_N_MOMENTS_PARTS];
} HeddleMomentsPicture;

/** heddle_moments_get_height: px that all rows need, with axis and keys, at that width */
double heddle_moments_get_height (HeddleText *text,
                                  const HeddleMomentsPicture *picture,
                                  double width);
/** heddle_moments_count_seen: rows, with a fraction, for which there is room */
double heddle_moments_count_seen (HeddleText *text,
                                  const HeddleMomentsPicture *picture,
                                  double width,
                                  double height);
/** heddle_moments_find_row: at @y, or -1; the keys below rows are none */
gint64 heddle_moments_find_row (HeddleText *text,
                                const HeddleMomentsPicture *picture,
                                double width,
                                double height,
                                double y);
/** heddle_moments_find_time: at @x of that width, which may lie beyond the axis */
double heddle_moments_find_time (const HeddleMomentsPicture *picture,
                                 double width,
                                 double x);
/** heddle_moments_get: what is in a row */
const HdMoments *heddle_moments_get (const HeddleMomentsPicture *picture,
                                     guint row);
/** heddle_moments_get_source: (nullable): the write that goes before it there */
const HdMoments *heddle_moments_get_source (const HeddleMomentsPicture *picture,
                                            guint row);
/**
 * heddle_moments_lay_out: the parts of a transfer, in order, those without length too
 * @source: (nullable): the write whose data it takes. It is shown until it is in the memory, and what the read does before that is not
 *
 * Returns: how many of @out_bars these are
 */
guint heddle_moments_lay_out (const HdMoments *source,
                              const HdMoments *moments,
                              HeddleMomentsBar out_bars[HEDDLE_MOMENTS_MOST_BARS]);
/** heddle_moments_get_length: on the axis */
HdTime heddle_moments_get_length (const HeddleMomentsBar *bars,
                                  guint n);
/** heddle_moments_find_bar: that at @time of the axis; (nullable): before and after it all. What takes no time is never found */
const HeddleMomentsBar *heddle_moments_find_bar (const HeddleMomentsBar *bars,
                                                 guint n,
                                                 double time);
/** heddle_moments_find_longest: what is longest on the axis; of those that are as long the first */
const HeddleMomentsBar *heddle_moments_find_longest (const HeddleMomentsBar *bars,
                                                     guint n);
void heddle_moments_paint (HeddleText *text,
                           cairo_t *cr,
                           const HeddleMomentsPicture *picture,
                           const HeddleTheme *theme,
                           double width,
                           double height);

G_END_DECLS
