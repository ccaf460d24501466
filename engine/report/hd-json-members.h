/* hd-json-members.h: members of JSON objects
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/** hd_json_add_number: null for what is no number in JSON, as the change from nothing to something */
void hd_json_add_number (JsonBuilder *builder,
                         const char *key,
                         double value);
void hd_json_add_integer (JsonBuilder *builder,
                          const char *key,
                          gint64 value);
/** hd_json_add_text: null for %NULL */
void hd_json_add_text (JsonBuilder *builder,
                       const char *key,
                       const char *value);

G_END_DECLS
