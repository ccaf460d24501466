/* hd-name-list.h: many names in one line
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * hd_name_list_expand:
 * @text: "node-[0-3,8].example.org", as host lists of clusters are written; without brackets one name
 * @limit: most names that are permitted
 *
 * Leading zeros are kept: [08-10] gives 08, 09, 10.
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_RANGE (a range that runs backwards), %HD_ERROR_LIMIT.
 *
 * Returns: (transfer full) (element-type utf8): owns the names
 */
GPtrArray *hd_name_list_expand (const char *text,
                                guint limit,
                                GError **error);

G_END_DECLS
