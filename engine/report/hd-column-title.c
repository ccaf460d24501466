/* hd-column-title.c: what a column of a table for programs is called
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-column-title"

#include "hd-column-title.h"

char *
hd_column_title (const char *name,
                 const char *unit)
{
  g_autoptr (GString) ending = g_string_new ("");

  if (*unit != '\0')
    g_string_append_c (ending, '_');
  for (const char *p = unit; *p != '\0'; p++)
    if (*p == '/')
      g_string_append (ending, "_per_");
    else if (*p == '%')
      g_string_append (ending, "percent");
    else if (*p == 'B' && !g_ascii_isalpha (p[1]))
      g_string_append (ending, "bytes");
    else
      g_string_append_c (ending, g_ascii_isalnum (*p) ? g_ascii_tolower (*p) : '_');
  return g_strconcat (name, g_str_has_suffix (name, ending->str) ? "" : ending->str, NULL);
}
