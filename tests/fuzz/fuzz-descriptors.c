/* fuzz-descriptors.c: any bytes as a text of descriptors and packets
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in an error that names a line, or in values that have room, whose text reads as the same.
 */
#include <string.h>

#include <glib.h>

#include "text.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_memdup2 (data, MAX (size, 1));
  char why[256] = "";
  Text read = { 0 };

  if (!text_read (&read, text, size, why, sizeof why))
    g_assert_true (g_str_has_prefix (why, "line "));
  else
    for (gsize i = 0; i < read.n; i++)
      {
        char line[TEXT_MOST_BYTES];
        guint64 words[FIELDS_WORDS];
        Text again = { 0 };
        Field wrong;

        g_assert_true (fields_pack (&read.lines[i].fields, words, &wrong));
        g_assert_true (text_read (&again, line, text_write (&read.lines[i].fields, read.lines[i].kind, line), why, sizeof why));
        g_assert_cmpuint (again.n, ==, 1);
        g_assert_cmpmem (&again.lines[0].fields, sizeof (Fields), &read.lines[i].fields, sizeof (Fields));
        text_clear (&again);
      }
  text_clear (&read);
  return 0;
}
