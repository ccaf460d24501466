/* hd-legality.h: what a project file can hold
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

gboolean hd_legal_id (const char *id);
/** hd_legal_find_control: the first character of @text, valid UTF-8, that no file can hold; 0 if there is none */
gunichar hd_legal_find_control (const char *text);
/** hd_legal_make_text: @bytes, a file's name for one, with all that no file can hold replaced */
char *hd_legal_make_text (const char *bytes);
/** hd_legal_attribute: @value may be %NULL (no attribute); errors: %HD_ERROR_SYNTAX, %HD_ERROR_LIMIT */
gboolean hd_legal_attribute (HdObjectKind kind,
                             const char *name,
                             const char *value,
                             GError **error);
gboolean hd_legal_text (HdObjectKind kind,
                        const char *text,
                        GError **error);
/** hd_legal_tree: all of the above, and that each object may stand where it stands (%HD_ERROR_INVALID) */
gboolean hd_legal_tree (const HdObject *tree,
                        HdObjectKind parent_kind,
                        GError **error);

G_END_DECLS
