/* hd-json-text.c: JSON as text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * JSON-GLib (1.6) puts ".0" behind every number without a point, those with an exponent too: 2e-08 becomes 2e-08.0, which no reader takes.
 */
#define G_LOG_DOMAIN "hd-json-text"

#include "hd-json-text.h"

#include <string.h>

/* Length of a string with its quotes, or of what stands up to the next one. */
static gsize
measure_part (const char *text)
{
  gsize n = 1;

  if (*text != '"')
    return strcspn (text, "\"");
  for (; text[n] != '"' && text[n] != '\0'; n++)
    if (text[n] == '\\' && text[n + 1] != '\0')
      n++;
  return n + (text[n] == '"');
}

/* Takes ".0" away behind an exponent: there are no letters outside of strings but those of true, false and null. */
static void
append_mended (GString *mended,
               const char *text,
               gsize length)
{
  for (gsize i = 0; i < length; i++)
    {
      gsize digits = 0;

      g_string_append_c (mended, text[i]);
      if (text[i] != 'e' || i == 0 || !g_ascii_isdigit (text[i - 1]))
        continue;
      if (i + 1 < length && (text[i + 1] == '-' || text[i + 1] == '+'))
        g_string_append_c (mended, text[++i]);
      while (i + 1 + digits < length && g_ascii_isdigit (text[i + 1 + digits]))
        digits++;
      g_string_append_len (mended, text + i + 1, (gssize) digits);
      i += digits;
      if (i + 2 < length && text[i + 1] == '.' && text[i + 2] == '0')
        i += 2;
    }
}

char *
hd_json_text_write (JsonNode *root)
{
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autofree char *text = NULL;
  GString *mended;

  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  text = json_generator_to_data (generator, NULL);
  mended = g_string_sized_new (strlen (text) + 1);
  for (const char *part = text; *part != '\0';)
    {
      gsize length = measure_part (part);

      if (*part == '"')
        g_string_append_len (mended, part, (gssize) length);
      else
        append_mended (mended, part, length);
      part += length;
    }
  return g_string_free (mended, FALSE);
}
