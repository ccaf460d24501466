/* drawing-differential.h: a drawing is run again otherwise, and tells the same
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** drawing_check_settings: with one of the exact strategies, of flows also with other shortcuts; @number: which; @record: of the first run */
void drawing_check_settings (HdSnapshot *snapshot,
                             HdCatalog *catalog,
                             HdRecord *record,
                             guint number);
/** drawing_check_scattered: on partitions such as nobody would state, which are written into @document; @number: their seed */
void drawing_check_scattered (HdDocument *document,
                              HdCatalog *catalog,
                              HdRecord *record,
                              guint number);

G_END_DECLS
