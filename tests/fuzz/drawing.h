/* drawing.h: drawings made of bytes
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

G_END_DECLS
