/* heddle-resolved.h: what holds where nothing is written
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-subject.h"

G_BEGIN_DECLS

/**
 * heddle_dup_resolved:
 *
 * The value that a field has although it is not written: that of the model, of the link class, of the design, else the default. A flag is "true" or
 * "false".
 *
 * Returns: (nullable): %NULL if there is none, or the objects do not agree, or are too many to ask
 */
char *heddle_dup_resolved (HeddleSubject *subject,
                           const HeddleField *field);

G_END_DECLS
