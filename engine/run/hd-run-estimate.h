/* hd-run-estimate.h: how far a run is and how long it will still take, from what was seen of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

#define HD_RUN_ESTIMATE_POINTS 65

/* When a share of the work was first seen to be done. */
typedef struct
{
  double elapsed_s; /* on the wall, without pauses */
  double done;
} HdRunEstimatePoint;

/* Zeroes are the start of a run. */
typedef struct
{
  HdRunEstimatePoint points[HD_RUN_ESTIMATE_POINTS];
  guint n_points;
  double apart_s;   /* at least, but for the last two */
  double longest_s; /* between two steps */
  double elapsed_s; /* as last seen */
  double done;      /* as last seen, in steps */
  double step;      /* the largest so far */
  HdTime stepped;   /* in simulated time, when @done was first seen */
  double shown;
} HdRunEstimate;

/**
 * hd_run_estimate_observe:
 * @elapsed_s: on the wall, without pauses
 * @simulated: in the same state
 * @done: 0 to 1, which may come in steps, or -1 if it cannot be known
 *
 * To be called several times a second.
 *
 * Returns: @done, and between two steps more, as simulated time passes; never less than before
 */
double hd_run_estimate_observe (HdRunEstimate *self,
                                double elapsed_s,
                                HdTime simulated,
                                double done);
/** hd_run_estimate_restart: what follows goes at another pace than what was seen */
void hd_run_estimate_restart (HdRunEstimate *self);
/** hd_run_estimate_get_left: wall seconds; -1 while what was seen does not bear a statement */
double hd_run_estimate_get_left (const HdRunEstimate *self);

G_END_DECLS
