/* hd-pattern-parts.h: the form of link ends and addresses
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *     pattern = name { "[" index "]" } { "/" name { "[" index "]" } } [ "." name { "[" index "]" } ]
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdPatternParts: @names of the steps, and last of the port if @has_port; @indices: texts of all indices */
typedef struct
{
  GPtrArray *names;
  GPtrArray *indices;
  gboolean has_port;
} HdPatternParts;

/** hd_pattern_parts_new: errors: %HD_ERROR_SYNTAX with the column */
HdPatternParts *hd_pattern_parts_new (const char *text,
                                      GError **error);
void hd_pattern_parts_free (HdPatternParts *self);
/** hd_pattern_parts_split: (transfer full) (array zero-terminated=1): a list, by hd_path_list_next () */
char **hd_pattern_parts_split (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdPatternParts, hd_pattern_parts_free)

G_END_DECLS
