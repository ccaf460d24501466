/* drawing.h: drawings made of bytes, and what must be true of each
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * drawing_make:
 * @data: (array length=size): every choice that is made takes some bytes; what is beyond is 0
 *
 * A project that the reader takes, mostly also one that can run: any types, parameters at the ends of their ranges, links between ports that fit,
 * generated topologies, clusters whose software takes time, workloads and run settings. Limits of time are short.
 */
char *drawing_make (HdCatalog *catalog,
                    const guint8 *data,
                    gsize size);
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
