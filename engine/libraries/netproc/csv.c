/* csv.c: words of others in files with commas
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "csv.h"

#include <string.h>

static int
needs_marks (const char *text,
             size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (memchr (",\"\r\n", text[i], 4) != NULL)
      return 1;
  return 0;
}

const char *
csv_write (char *out,
           size_t room,
           const char *text,
           size_t n)
{
  int is_marked = needs_marks (text, n);
  size_t at = 0, most = room - 1 - (is_marked ? 1 : 0);

  if (is_marked)
    out[at++] = '"';
  for (size_t i = 0; i < n && at + (text[i] == '"') < most; i++)
    {
      if (text[i] == '"')
        out[at++] = '"';
      out[at++] = text[i];
    }
  if (is_marked)
    out[at++] = '"';
  out[at] = '\0';
  return out;
}
