/* hd-text-columns.c: how wide text is on a terminal
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-text-columns"

#include "hd-text-columns.h"

guint
hd_text_columns (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    n += g_unichar_iswide (g_utf8_get_char (text)) ? 2 : 1;
  return n;
}
