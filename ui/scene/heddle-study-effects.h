/* heddle-study-effects.h: which factor of a study matters, by variance
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-effects-painter.h"

G_BEGIN_DECLS

/** HeddleStudyEffects: HdStudySensitivity of one metric as bars, the factor that matters most first, and what chance has brought last */
typedef struct _HeddleStudyEffects HeddleStudyEffects;

/** heddle_study_effects_new: of what @table has now; errors as of hd_study_sensitivity_new () */
HeddleStudyEffects *heddle_study_effects_new (HdStudyTable *table,
                                              guint metric,
                                              GError **error);
void heddle_study_effects_free (HeddleStudyEffects *self);
/** heddle_study_effects_dup_summary: what is to be seen, in a sentence */
char *heddle_study_effects_dup_summary (HeddleStudyEffects *self);
/** heddle_study_effects_is_exact: hd_study_sensitivity_is_exact () */
gboolean heddle_study_effects_is_exact (HeddleStudyEffects *self);
/** heddle_study_effects_paint: heddle_effects_paint () */
void heddle_study_effects_paint (HeddleStudyEffects *self,
                                 HeddleText *text,
                                 cairo_t *cr,
                                 const HeddleTheme *theme,
                                 double width,
                                 double height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleStudyEffects, heddle_study_effects_free)

G_END_DECLS
