/* drawing-check.h: what must be true of a drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * drawing_check:
 * @text: a project
 *
 * Elaborates and runs it. It may be refused or fail, with an error; a run that says it is done has delivered what was sent, no link of a network carried
 * more than it can, with other shortcuts the digest is the same, and with another exact strategy on other partitions, also such as nobody would state,
 * so is each figure but those of partitions.
 */
void drawing_check (HdCatalog *catalog,
                    const char *text);

G_END_DECLS
