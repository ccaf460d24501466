/* heddle-journal-record.c: what a journal's file consists of
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-journal"

#include "heddle-journal-record.h"

#include <string.h>

#define MARK "heddle-journal"
#define MAX_LINE 128

static const char *const kinds[HEDDLE_N_RECORD_KINDS] = { "project", "file", "edits", "undo" };

static char *
dup_checksum (const char *kind,
              guint count,
              const char *bytes,
              gsize length)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_MD5);
  g_autofree char *head = g_strdup_printf ("%s %u ", kind, count);

  g_checksum_update (checksum, (const guchar *) head, strlen (head));
  g_checksum_update (checksum, (const guchar *) bytes, length);
  return g_strdup (g_checksum_get_string (checksum));
}

void
heddle_record_append (GString *out,
                      HeddleRecordKind kind,
                      guint count,
                      const char *bytes,
                      gsize length)
{
  g_autofree char *checksum = dup_checksum (kinds[kind], count, bytes, length);

  g_string_append_printf (out, MARK " %s %u %" G_GSIZE_FORMAT " %s\n", kinds[kind], count, length, checksum);
  if (length == 0)
    return;
  g_string_append_len (out, bytes, length);
  g_string_append_c (out, '\n');
}

static gboolean
parse_number (const char *word,
              guint64 maximum,
              guint64 *out_value)
{
  return word != NULL && g_ascii_string_to_unsigned (word, 10, 0, maximum, out_value, NULL);
}

gboolean
heddle_record_next (const char *text,
                    gsize length,
                    gsize *position,
                    HeddleRecord *out_record)
{
  const char *start = text + *position, *end = memchr (start, '\n', MIN (length - *position, MAX_LINE));
  g_autofree char *line = end != NULL ? g_strndup (start, end - start) : NULL;
  g_auto (GStrv) words = line != NULL ? g_strsplit (line, " ", 6) : NULL;
  g_autofree char *checksum = NULL;
  guint64 count, size;
  gsize left, kind = 0;

  if (words == NULL || g_strv_length (words) != 5 || !g_str_equal (words[0], MARK) || !parse_number (words[2], G_MAXUINT, &count)
      || !parse_number (words[3], G_MAXSSIZE, &size))
    return FALSE;
  while (kind < HEDDLE_N_RECORD_KINDS && !g_str_equal (words[1], kinds[kind]))
    kind++;
  left = length - *position - (end + 1 - start);
  if (kind == HEDDLE_N_RECORD_KINDS || (size > 0 && (size >= left || end[1 + size] != '\n')))
    return FALSE;
  checksum = dup_checksum (words[1], count, end + 1, size);
  if (!g_str_equal (checksum, words[4]))
    return FALSE;

  *out_record = (HeddleRecord){ kind, count, end + 1, size };
  *position += end + 1 - start + size + (size > 0);
  return TRUE;
}
