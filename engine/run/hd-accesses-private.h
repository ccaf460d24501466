/* hd-accesses-private.h: accesses of a run that goes on
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-accesses.h>

G_BEGIN_DECLS

/** hd_accesses_add: what @memory would write as its file; %FALSE if that is none */
gboolean hd_accesses_add (HdDesign *design,
                          guint32 memory,
                          const GString *text,
                          GArray *accesses);
void hd_accesses_sort (GArray *accesses);

G_END_DECLS
