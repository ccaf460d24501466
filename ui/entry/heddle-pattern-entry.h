/* heddle-pattern-entry.h: an entry for what decides how many links or components there are
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-checked-entry.h"
#include "heddle-field.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/** heddle_pattern_counts: whether a field of objects of @kind decides how many there are: ends, ranges and conditions of links, counts of arrays */
gboolean heddle_pattern_counts (HdObjectKind kind,
                                const HeddleField *field);
/** heddle_pattern_entry_attach: behind what is being typed shows how many it would be ("16 links"), and says if elaboration would refuse it */
void heddle_pattern_entry_attach (HeddleCheckedEntry *entry,
                                  HeddleSession *session,
                                  const HeddleField *field,
                                  guint64 uid);

G_END_DECLS
