/* heddle-options.h: what can be chosen for a value
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-subject.h"

G_BEGIN_DECLS

/**
 * HeddleOptions:
 * @values: as stored; @titles: as shown, translated
 * @optional: whether nothing can be chosen too
 * @open: whether other texts are possible as well: an expression, an address
 */
typedef struct
{
  GPtrArray *values;
  GPtrArray *titles;
  gboolean optional;
  gboolean open;
} HeddleOptions;

/** heddle_options_new: %NULL if @field is not chosen but written */
HeddleOptions *heddle_options_new (HeddleSubject *subject,
                                   const HeddleField *field);
void heddle_options_free (HeddleOptions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleOptions, heddle_options_free)

G_END_DECLS
