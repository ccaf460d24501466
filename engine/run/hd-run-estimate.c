/* hd-run-estimate.c: how far a run is and how long it will still take, from what was seen of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What is done may come in large steps: a workload of two collectives is done to 0, 50 and 100 %. Between steps, wall time over what is done
 * would say that more and more is left of a run that nears its end. So only steps count, each from when it was seen, and nothing before the first.
 * The pace of the last quarter of the time gives an estimate, if that of the last half bears it out, and, as long as little is done, that of the
 * whole; it is taken back once a step is overdue.
 */
#define G_LOG_DOMAIN "hd-run"

#include "hd-run-estimate.h"

#define MIN_POINTS 4       /* fewer cannot tell an even pace from chance */
#define MIN_ELAPSED_S 1.0
#define MAX_RATIO 1.5      /* of two estimates to each other */
#define LITTLE 0.1         /* of which much has to be concluded, so that */
#define MAX_EARLY_RATIO 1.1
#define MAX_APART_S 2.0    /* near the end, a ratio is no matter */
#define MAX_OVERDUE 1.5    /* of the longest wait for a step */
#define MIN_OVERDUE_S 1.0  /* who asks may be late */
#define BEFORE_STEP 0.98   /* of a step, as which what is under way counts at most */

/* ---- what is done --------------------------------------------------------------------------------------------------- */

/* Every second point goes, and from here on as many as keep those that come as far apart. */
static void
thin_out (HdRunEstimate *self)
{
  guint n = 0;

  for (guint i = 0; i < self->n_points; i += 2)
    self->points[n++] = self->points[i];
  self->apart_s = (self->points[n - 1].elapsed_s - self->points[0].elapsed_s) / n;
  self->n_points = n;
}

static void
add_point (HdRunEstimate *self,
           double elapsed_s,
           double done)
{
  guint n = self->n_points;

  if (n > 0)
    self->longest_s = MAX (self->longest_s, elapsed_s - self->points[n - 1].elapsed_s);
  if (n > 1 && self->points[n - 1].elapsed_s - self->points[n - 2].elapsed_s < self->apart_s)
    self->n_points--;
  else if (n == HD_RUN_ESTIMATE_POINTS)
    thin_out (self);
  self->points[self->n_points++] = (HdRunEstimatePoint){ elapsed_s, done };
}

double
hd_run_estimate_observe (HdRunEstimate *self,
                         double elapsed_s,
                         HdTime simulated,
                         double done)
{
  self->elapsed_s = elapsed_s;
  if (done < 0)
    return done;
  if (done > self->done)
    {
      self->step = MAX (self->step, done - self->done);
      self->done = done;
      self->stepped = simulated;
      add_point (self, elapsed_s, done);
    }
  if (self->stepped > 0 && self->done < 1)
    done = MIN (self->done * ((double) simulated / (double) self->stepped), self->done + BEFORE_STEP * MIN (self->step, 1 - self->done));
  self->shown = MAX (self->shown, done);
  return self->shown;
}

void
hd_run_estimate_restart (HdRunEstimate *self)
{
  self->n_points = 0;
  self->apart_s = 0;
  self->longest_s = 0;
}

/* ---- what is left --------------------------------------------------------------------------------------------------- */

/* By the pace since the last point that is at least @share of the time since the first one old. */
static double
extrapolate (const HdRunEstimate *self,
             double share)
{
  const HdRunEstimatePoint *last = &self->points[self->n_points - 1];
  double since = last->elapsed_s - share * (last->elapsed_s - self->points[0].elapsed_s);
  guint from = self->n_points - 2;

  while (from > 0 && self->points[from].elapsed_s > since)
    from--;
  return (1 - last->done) * (last->elapsed_s - self->points[from].elapsed_s) / (last->done - self->points[from].done);
}

static gboolean
agree (double a,
       double b,
       double ratio)
{
  double longer = MAX (a, b), shorter = MIN (a, b);

  return longer <= ratio * shorter || longer - shorter <= MAX_APART_S;
}

double
hd_run_estimate_get_left (const HdRunEstimate *self)
{
  const HdRunEstimatePoint *last;
  double waited_s, left_s;

  if (self->n_points < MIN_POINTS || self->elapsed_s - self->points[0].elapsed_s < MIN_ELAPSED_S)
    return -1;
  last = &self->points[self->n_points - 1];
  waited_s = self->elapsed_s - last->elapsed_s;
  if (waited_s > MAX (MAX_OVERDUE * self->longest_s, MIN_OVERDUE_S))
    return -1;
  left_s = extrapolate (self, 0.25);
  if (!agree (left_s, extrapolate (self, 0.5), MAX_RATIO))
    return -1;
  if (last->done < LITTLE && !agree (left_s, extrapolate (self, 1), MAX_EARLY_RATIO))
    return -1;
  return MAX (left_s - waited_s, 0);
}
