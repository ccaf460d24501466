/* heddle-settings.c: what is kept between runs of the program
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-settings"

#include "heddle-settings.h"

#define SCHEMA "io.github.heddle.Heddle"

GSettings *
heddle_settings_new (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  g_autoptr (GSettingsSchema) schema = source != NULL ? g_settings_schema_source_lookup (source, SCHEMA, TRUE) : NULL;

  /* g_settings_new () ends the program where there is no schema. */
  return schema != NULL ? g_settings_new_full (schema, NULL, NULL) : NULL;
}
