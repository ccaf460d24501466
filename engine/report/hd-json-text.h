/* hd-json-text.h: JSON as text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/** hd_json_text_write: over several lines, without the last line's end */
char *hd_json_text_write (JsonNode *root);

G_END_DECLS
