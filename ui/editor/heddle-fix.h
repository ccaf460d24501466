/* heddle-fix.h: the obvious way out of a problem
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** HeddleFix: @label: of a button, "Use $rate" */
typedef struct _HeddleFix HeddleFix;

/**
 * heddle_fix_find:
 *
 * A fix that removes the problem, as far as validation can tell, and changes nothing else: the near name that the problem's hint proposes, the
 * default in place of a value that is not permitted, a free id, or the removal of what nobody uses.
 *
 * Returns: (nullable): %NULL if only a person can know
 */
HeddleFix *heddle_fix_find (HdDocument *document,
                            HdCatalog *catalog,
                            const HdProblem *problem);
void heddle_fix_free (HeddleFix *self);
const char *heddle_fix_get_label (const HeddleFix *self);
/** heddle_fix_apply: one undo step */
gboolean heddle_fix_apply (HeddleFix *self,
                           HdDocument *document,
                           GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleFix, heddle_fix_free)

G_END_DECLS
