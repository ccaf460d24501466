/* drawing-partitions.h: partitions of components at random
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** drawing_scatter: says of each component in which partition it is, without a thought of what belongs together */
void drawing_scatter (HdDocument *document,
                      GRand *random);

G_END_DECLS
