/* heddle-snap.c: where something that is moved comes to lie: in line with others, or on the grid
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-snap.h"

#include <math.h>

/* The two directions are the same but for the names: an interval of a rectangle along one of them. */
typedef struct
{
  double begin, length;
} Span;

static Span
span_of (const HeddleRect *rect,
         gboolean vertical)
{
  return vertical ? (Span){ rect->y, rect->height } : (Span){ rect->x, rect->width };
}

static double
gap_between (Span a,
             Span b)
{
  return MAX (0, MAX (a.begin, b.begin) - MIN (a.begin + a.length, b.begin + b.length));
}

/* The line at @at that @moving and @other share; it measures the gap between them. */
static HeddleGuide
make_guide (gboolean vertical,
            double at,
            const HeddleRect *moving,
            const HeddleRect *other)
{
  Span a = span_of (moving, vertical), b = span_of (other, vertical);
  HeddleGuide guide = {
    .vertical = vertical,
    .at = at,
    .begin = MIN (a.begin, b.begin),
    .end = MAX (a.begin + a.length, b.begin + b.length),
  };

  if (gap_between (a, b) > 0)
    {
      guide.gap_begin = MIN (a.begin + a.length, b.begin + b.length);
      guide.gap_end = MAX (a.begin, b.begin);
    }
  return guide;
}

/* The shift along x (or y, if @level) that brings an edge or the centre of @moving to one of @others; %FALSE if none is in reach. */
static gboolean
align (const HeddleRect *moving,
       const HeddleRect *others,
       guint n_others,
       gboolean level,
       double reach,
       double *out_shift,
       guint *out_other,
       double *out_share)
{
  static const double shares[] = { 0.5, 0, 1 }; /* centre first: it wins ties */
  Span own = span_of (moving, level), own_across = span_of (moving, !level);
  double best = reach, best_gap = INFINITY;
  gboolean found = FALSE;

  for (guint i = 0; i < n_others; i++)
    {
      Span other = span_of (&others[i], level);
      double gap = -1;

      if (other.begin - best > own.begin + own.length || other.begin + other.length + best < own.begin)
        continue; /* no line of it is in reach */
      for (guint s = 0; s < G_N_ELEMENTS (shares); s++)
        for (guint t = 0; t < G_N_ELEMENTS (shares); t++)
          {
            double shift = other.begin + shares[t] * other.length - own.begin - shares[s] * own.length;

            if ((shares[s] == 0.5) != (shares[t] == 0.5) || fabs (shift) > best)
              continue;
            gap = gap < 0 ? gap_between (own_across, span_of (&others[i], !level)) : gap;
            if (fabs (shift) == best && found && gap >= best_gap)
              continue;
            best = fabs (shift);
            best_gap = gap;
            *out_shift = shift;
            *out_other = i;
            *out_share = shares[s];
            found = TRUE;
          }
    }
  return found;
}

static double
to_grid (double v,
         double grid)
{
  return grid > 0 ? round (v / grid) * grid : v;
}

void
heddle_snap_find (const HeddleRect *moving,
                  HeddlePoint anchor,
                  double dx,
                  double dy,
                  const HeddleRect *others,
                  guint n_others,
                  double grid,
                  double reach,
                  HeddleSnap *out_snap)
{
  HeddleRect at = { moving->x + dx, moving->y + dy, moving->width, moving->height };
  double shift[2], share[2];
  guint other[2];
  gboolean aligned[2];

  out_snap->n_guides = 0;
  for (guint level = 0; level < 2; level++)
    aligned[level] = reach > 0 && align (&at, others, n_others, level, reach, &shift[level], &other[level], &share[level]);

  out_snap->dx = aligned[0] ? dx + shift[0] : to_grid (anchor.x + dx, grid) - anchor.x;
  out_snap->dy = aligned[1] ? dy + shift[1] : to_grid (anchor.y + dy, grid) - anchor.y;
  at.x = moving->x + out_snap->dx;
  at.y = moving->y + out_snap->dy;
  for (guint level = 0; level < 2; level++)
    if (aligned[level])
      {
        Span own = span_of (&at, level);

        out_snap->guides[out_snap->n_guides++] = make_guide (!level, own.begin + share[level] * own.length, &at, &others[other[level]]);
      }
}
