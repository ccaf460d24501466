/* elf-fixture.c: executables for engines, word by word
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf-fixture.h"

#include <string.h>

#include <glib/gstdio.h>

void
elf_fixture_put (GByteArray *bytes,
                 guint at,
                 guint32 value)
{
  value = GUINT32_TO_LE (value);
  memcpy (bytes->data + at, &value, sizeof value);
}

GByteArray *
elf_fixture_make (const guint32 *words,
                  guint n)
{
  static const guint8 head[] = { 0x7f, 'E', 'L', 'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 243, 0, 1 };
  GByteArray *bytes = g_byte_array_new ();

  g_byte_array_set_size (bytes, ELF_HEADER_BYTES + 4 * n);
  memset (bytes->data, 0, bytes->len);
  memcpy (bytes->data, head, sizeof head);
  elf_fixture_put (bytes, 28, 52);           /* where segments' headers are */
  elf_fixture_put (bytes, 40, 52 | 32 << 16);
  elf_fixture_put (bytes, 44, 1);
  elf_fixture_put (bytes, 52, 1);            /* loaded */
  elf_fixture_put (bytes, 56, ELF_HEADER_BYTES);
  elf_fixture_put (bytes, 68, 4 * n);
  elf_fixture_put (bytes, 72, 4 * n);
  for (guint i = 0; i < n; i++)
    elf_fixture_put (bytes, ELF_HEADER_BYTES + 4 * i, words[i]);
  return bytes;
}

char *
elf_fixture_write (const guint32 *words,
                   guint n)
{
  g_autoptr (GByteArray) bytes = elf_fixture_make (words, n);
  g_autoptr (GError) error = NULL;
  char *path = NULL;
  int file = g_file_open_tmp ("program-XXXXXX.elf", &path, &error);

  g_assert_no_error (error);
  g_close (file, NULL);
  g_file_set_contents (path, (const char *) bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  return path;
}
