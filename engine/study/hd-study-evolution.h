/* hd-study-evolution.h: points that are bred from the best ones
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The choice of a generation of NSGA-II (Deb, Pratap, Agarwal and Meyarivan, 2002), over the grid of a study: parents are drawn in pairs of which the better one counts, each child
 * mixes the values of two, and some of its values change. No point is chosen twice, as a run need not be made again.
 */
#pragma once

#include <heddle/hd-study-plan.h>

G_BEGIN_DECLS

typedef struct _HdStudyEvolution HdStudyEvolution;

/** hd_study_evolution_new: of a study that asks for generations */
HdStudyEvolution *hd_study_evolution_new (HdStudyPlan *plan);
void hd_study_evolution_free (HdStudyEvolution *self);
/** hd_study_evolution_begin: (transfer full) (element-type guint): the first generation, spread over all factors; fewer if there are no more points. Once */
GArray *hd_study_evolution_begin (HdStudyEvolution *self);
/**
 * hd_study_evolution_breed:
 * @parents: (array length=n): points, the best first; at least one
 *
 * What it gives depends on the seed and on what it was given before, on nothing else.
 *
 * Returns: (transfer full) (element-type guint): the next generation; fewer if there are no more points
 */
GArray *hd_study_evolution_breed (HdStudyEvolution *self,
                                  const guint *parents,
                                  guint n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdStudyEvolution, hd_study_evolution_free)

G_END_DECLS
