/* hd-sampler.h: points in the unit cube
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * HdSampling:
 * @HD_SAMPLING_RANDOM: each coordinate of each point by itself
 * @HD_SAMPLING_LATIN_HYPERCUBE: each coordinate is cut into as many equal parts as there are points, and each part has one (McKay, Beckman and Conover, "A
 *   comparison of three methods for selecting values of input variables", 1979)
 * @HD_SAMPLING_SOBOL: the points of a Sobol sequence from the first one on, which is 0 everywhere; the seed means nothing
 * @HD_SAMPLING_SALTELLI: blocks of @n + 2 points: a and b, which together are a point of a Sobol sequence of twice as many coordinates, from its second one on, and for each
 *   coordinate what a is but for that one, which is b's (Saltelli and others, "Variance based sensitivity analysis of model output", Comput. Phys. Commun. 181, 2010)
 */
typedef enum
{
  HD_SAMPLING_RANDOM,
  HD_SAMPLING_LATIN_HYPERCUBE,
  HD_SAMPLING_SOBOL,
  HD_SAMPLING_SALTELLI,
} HdSampling;

#define HD_SAMPLER_MOST_SOBOL 16 /* coordinates of %HD_SAMPLING_SOBOL */
#define HD_SAMPLER_MOST_SALTELLI (HD_SAMPLER_MOST_SOBOL / 2) /* likewise */

/**
 * hd_sampler_draw:
 * @n_points: of %HD_SAMPLING_SALTELLI whole blocks
 *
 * The same on every machine.
 *
 * Returns: (transfer full) (array): @n_points times @n coordinates, point by point, each at least 0 and below 1
 */
double *hd_sampler_draw (HdSampling sampling,
                         guint n,
                         guint n_points,
                         guint64 seed);

G_END_DECLS
