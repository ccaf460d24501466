/* hd-json-members.c: members of JSON objects
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-json-members"

#include "hd-json-members.h"

#include <math.h>

void
hd_json_add_number (JsonBuilder *builder,
                    const char *key,
                    double value)
{
  json_builder_set_member_name (builder, key);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

void
hd_json_add_integer (JsonBuilder *builder,
                     const char *key,
                     gint64 value)
{
  json_builder_set_member_name (builder, key);
  json_builder_add_int_value (builder, value);
}

void
hd_json_add_text (JsonBuilder *builder,
                  const char *key,
                  const char *value)
{
  json_builder_set_member_name (builder, key);
  if (value != NULL)
    json_builder_add_string_value (builder, value);
  else
    json_builder_add_null_value (builder);
}
