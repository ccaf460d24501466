/* hd-json-guard.h: a look at the characters of a JSON text before a parser sees them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/** HD_JSON_MAX_DEPTH: lists and objects within each other */
#define HD_JSON_MAX_DEPTH 64

/**
 * hd_json_guard_check:
 * @text: (array length=length): need not end with a NUL
 *
 * Errors: %HD_ERROR_SYNTAX if brackets stand more than %HD_JSON_MAX_DEPTH deep in each other, and for what JSON does not have outside of
 * strings, such as comments.
 */
gboolean hd_json_guard_check (const char *text,
                              gsize length,
                              GError **error);
/** hd_json_guard_parse: what has been checked so. Errors: as above, and %HD_ERROR_SYNTAX with line and column */
JsonParser *hd_json_guard_parse (const char *text,
                                 gsize length,
                                 GError **error);

G_END_DECLS
