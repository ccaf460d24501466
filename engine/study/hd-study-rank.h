/* hd-study-rank.h: points from the best to the worst
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * hd_study_rank:
 * @costs: (array): @n times @n_costs, point by point; less is better in each
 * @violations: (array length=n): 0 of those that can be used, else by how much they cannot
 * @out_fronts: (out) (optional) (array length=n): by point: 0 of those that no other beats, 1 of those that only these beat, and so on
 *
 * Who can be used comes first, by fronts, and within a front those first that have most room around them (their crowding distance); then those that cannot, the nearest to it
 * first. It takes n log n steps for two costs, and n² at worst for more. Source: Deb, Pratap, Agarwal and Meyarivan, "A fast and elitist multiobjective genetic
 * algorithm: NSGA-II", 2002; fronts as Zhang, Tian, Cheng and Jin, "An efficient approach to nondominated sorting for evolutionary multiobjective
 * optimization", 2015.
 *
 * Returns: (transfer full) (array length=n): numbers of points
 */
guint *hd_study_rank (const double *costs,
                      const double *violations,
                      guint n,
                      guint n_costs,
                      guint **out_fronts);

G_END_DECLS
