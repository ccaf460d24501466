/* hd-name-list.h: many names in one line
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * hd_name_list_expand:
 * @text: "node-[0-3,8].example.org", as host lists of clusters are written; without brackets one name. A bracket that is part of the name is
 *   written twice: "core[[0]]" is core[0]
 * @limit: most names that are permitted
 *
 * Leading zeros are kept: [08-10] gives 08, 09, 10.
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_RANGE (a range that runs backwards), %HD_ERROR_LIMIT, and those of the present budget.
 *
 * Returns: (transfer full) (element-type utf8): owns the names
 */
GPtrArray *hd_name_list_expand (const char *text,
                                guint limit,
                                GError **error);
/** hd_name_list_escape: what gives @name alone: its brackets twice */
char *hd_name_list_escape (const char *name);
/** hd_name_list_is_rule: whether @text has brackets that are no part of a name */
gboolean hd_name_list_is_rule (const char *text);
/** hd_name_list_get_longest: bytes that no name in @text exceeds, without the zero at its end; an estimate before they are made */
gsize hd_name_list_get_longest (const char *text);
/** hd_name_list_dup_nth: (nullable): name @n without making the others; %NULL if there are not so many, or @text is wrong */
char *hd_name_list_dup_nth (const char *text,
                            guint n);
/** hd_name_list_find: @out_n: which of the names @name is. O(length of @text) */
gboolean hd_name_list_find (const char *text,
                            const char *name,
                            guint *out_n);
/** hd_name_list_has: whether a name, the @out_n-th, begins with @start, which goes at least to the end of the number */
gboolean hd_name_list_has (const char *text,
                           const char *start,
                           guint *out_n);

G_END_DECLS
