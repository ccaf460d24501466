/* hd-moments-private.h: what became of transfers, from the text of one component
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-moments.h>

G_BEGIN_DECLS

/** _hd_moments_parse: adds to @moments, of HdMoments, what @component wrote; in its order. Errors: as of hd_moments_read () */
gboolean _hd_moments_parse (HdDesign *design,
                            const char *name,
                            guint32 component,
                            const char *data,
                            gsize size,
                            GArray *moments,
                            GError **error);

G_END_DECLS
