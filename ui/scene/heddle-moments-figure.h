/* heddle-moments-figure.h: what became of the transfers of a run, as a picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-moments-painter.h"

G_BEGIN_DECLS

typedef enum
{
  HEDDLE_MOMENTS_BY_START,
  HEDDLE_MOMENTS_BY_DURATION,  /* what took longest first */
  HEDDLE_MOMENTS_BY_COMPONENT, /* that asked */
  HEDDLE_MOMENTS_BY_WRITE,     /* what was read, with the write before it, in the order of these writes; no other transfers */
  HEDDLE_N_MOMENTS_ORDERS
} HeddleMomentsOrder;

typedef struct _HeddleMomentsFigure HeddleMomentsFigure;

/** heddle_moments_figure_new: @moments: (element-type HdMoments): in the order of hd_moments_read (), at least one. May be made in any thread */
HeddleMomentsFigure *heddle_moments_figure_new (HdDesign *design,
                                                GArray *moments);
void heddle_moments_figure_free (HeddleMomentsFigure *self);
/** heddle_moments_figure_make_picture: of all of that order, from when they were asked for up to their end; lasts as long as the figure */
HeddleMomentsPicture heddle_moments_figure_make_picture (HeddleMomentsFigure *self,
                                                         HeddleMomentsOrder order);
/** heddle_moments_figure_find_packet: with the request of a transfer, or with its answer, whichever is on its way, waits for it, or was there last, at @part */
void heddle_moments_figure_find_packet (HeddleMomentsFigure *self,
                                        const HdMoments *moments,
                                        HeddleMomentsPart part,
                                        HdFollowTarget *out_packet);
/**
 * heddle_moments_figure_dup_row:
 * @source: (nullable): the write whose data it takes, to be told as well
 *
 * Returns: all moments of a transfer, in words, a line for each; with cycles of the routers where these have a clock
 */
char *heddle_moments_figure_dup_row (HeddleMomentsFigure *self,
                                     const HdMoments *source,
                                     const HdMoments *moments);
/** heddle_moments_figure_dup_sentence: what a transfer is, how long it took, and what most of that was; @source: as above */
char *heddle_moments_figure_dup_sentence (HeddleMomentsFigure *self,
                                          const HdMoments *source,
                                          const HdMoments *moments);
/** heddle_moments_figure_dup_summary: of all in that order: how many, how long, and what most of it was */
char *heddle_moments_figure_dup_summary (HeddleMomentsFigure *self,
                                         HeddleMomentsOrder order);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleMomentsFigure, heddle_moments_figure_free)

G_END_DECLS
