/* hd-inputs.c: files that are read, and whether they are still what they were
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-inputs"

#include <heddle/hd-inputs.h>

#include <stdio.h>
#include <string.h>

#include <heddle/hd-programs.h>

#include "hd-input-list.h"
#include "hd-snapshot-private.h"
#include "hd-workload-files.h"

#define PIECE (256 * 1024)
#define N_DIGITS 64 /* of a SHA-256 */
#define N_MARK 8    /* of these, for people */

struct _HdInputList
{
  char *folder;      /* absolute, or NULL */
  GHashTable *lines; /* name -> its line */
};

struct _HdInputCheck
{
  char *folder;
  GHashTable *sums; /* path -> SHA-256, or "" for what cannot be read */
};

/* ---- one file ---------------------------------------------------------------------------------------------------------------- */

/* (nullable) */
static char *
hash_file (const char *path,
           guint64 *out_bytes)
{
  FILE *file = g_file_test (path, G_FILE_TEST_IS_REGULAR) ? fopen (path, "re") : NULL;
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guchar *piece = g_malloc (PIECE);
  gboolean failed;
  gsize n;

  *out_bytes = 0;
  if (file == NULL)
    return NULL;
  while ((n = fread (piece, 1, PIECE, file)) > 0)
    {
      g_checksum_update (sum, piece, (gssize) n);
      *out_bytes += n;
    }
  failed = ferror (file) != 0;
  fclose (file);
  return failed ? NULL : g_strdup (g_checksum_get_string (sum));
}

static char *
dup_absolute (const char *folder)
{
  return folder != NULL ? g_canonicalize_filename (folder, NULL) : NULL;
}

/* As it is called from the project's folder. */
static char *
dup_name (const char *folder,
          const char *path)
{
  g_autofree char *whole = g_canonicalize_filename (path, NULL);
  gsize length = folder != NULL ? strlen (folder) : 0;

  if (length > 0 && strncmp (whole, folder, length) == 0 && whole[length] == G_DIR_SEPARATOR)
    return g_strdup (whole + length + 1);
  return g_steal_pointer (&whole);
}

static char *
escape (const char *name)
{
  char others[129] = "\"";

  for (guint i = 0; i < 127; i++) /* 0x80 to 0xfe; no name has 0xff in UTF-8 */
    others[i + 1] = (char) (0x80 + i);
  others[128] = '\0';
  return g_strescape (name, others);
}

/* ---- what was read ----------------------------------------------------------------------------------------------------------- */

HdInputList *
hd_input_list_new (const char *folder)
{
  HdInputList *self = g_new0 (HdInputList, 1);

  self->folder = dup_absolute (folder);
  self->lines = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

void
hd_input_list_free (HdInputList *self)
{
  g_hash_table_unref (self->lines);
  g_free (self->folder);
  g_free (self);
}

void
hd_inputs_append (GString *text,
                  const char *name,
                  guint64 bytes,
                  const char *sha256)
{
  g_autofree char *escaped = escape (name);

  g_string_append_printf (text, "%s %" G_GUINT64_FORMAT " %s\n", sha256, bytes, escaped);
}

static void
add (HdInputList *self,
     char *name_take,
     guint64 bytes,
     const char *sum)
{
  GString *line = g_string_new (NULL);

  hd_inputs_append (line, name_take, bytes, sum);
  g_hash_table_insert (self->lines, name_take, g_string_free (line, FALSE));
}

void
hd_input_list_add (HdInputList *self,
                   const char *path,
                   GBytes *data)
{
  g_autofree char *name = dup_name (self->folder, path), *sum = NULL;

  if (g_hash_table_contains (self->lines, name))
    return;
  sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, data);
  add (self, g_steal_pointer (&name), g_bytes_get_size (data), sum);
}

void
hd_input_list_add_file (HdInputList *self,
                        const char *path)
{
  g_autofree char *name = dup_name (self->folder, path), *sum = NULL;
  guint64 bytes;

  if (g_hash_table_contains (self->lines, name))
    return;
  sum = hash_file (path, &bytes);
  if (sum != NULL)
    add (self, g_steal_pointer (&name), bytes, sum);
}

HdInputList *
hd_input_list_new_of_run (HdDesign *design,
                          gboolean reads_work,
                          const GPtrArray *commands)
{
  const char *file = hd_design_get_file (design);
  g_autofree char *folder = file != NULL ? g_path_get_dirname (file) : NULL;
  g_autoptr (GPtrArray) paths = reads_work ? hd_workload_list_files (design) : g_ptr_array_new ();
  HdInputList *self = hd_input_list_new (folder);

  for (guint i = 0; i < paths->len; i++)
    hd_input_list_add_file (self, paths->pdata[i]);
  for (guint i = 0; commands != NULL && i < commands->len; i++)
    hd_input_list_add_file (self, ((const HdCommand *) commands->pdata[i])->file);
  return self;
}

static void
on_read (gpointer data,
         const char *path,
         GBytes *contents)
{
  hd_input_list_add (data, path, contents);
}

void
hd_input_list_add_shelf (HdInputList *self,
                         HdFileShelf *shelf)
{
  hd_file_shelf_foreach (shelf, on_read, self);
}

char *
hd_input_list_to_text (HdInputList *self)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (self->lines), (GCompareFunc) strcmp);
  GString *text = g_string_new (NULL);

  for (const GList *l = names; l != NULL; l = l->next)
    g_string_append (text, g_hash_table_lookup (self->lines, l->data));
  return g_string_free (text, FALSE);
}

static void
input_free (gpointer data)
{
  HdInput *self = data;

  g_free (self->name);
  g_free (self->sha256);
  g_free (self);
}

GPtrArray *
hd_inputs_parse (const char *text)
{
  GPtrArray *inputs = g_ptr_array_new_with_free_func (input_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], " ", 3);
      HdInput *input;

      if (g_strv_length (parts) < 3 || strlen (parts[0]) != N_DIGITS)
        continue;
      input = g_new0 (HdInput, 1);
      input->sha256 = g_strdup (parts[0]);
      input->bytes = g_ascii_strtoull (parts[1], NULL, 10);
      input->name = g_strcompress (parts[2]);
      g_ptr_array_add (inputs, input);
    }
  return inputs;
}

const HdInput *
hd_inputs_find (const GPtrArray *inputs,
                const char *name)
{
  for (guint i = 0; i < inputs->len; i++)
    if (strcmp (((const HdInput *) inputs->pdata[i])->name, name) == 0)
      return inputs->pdata[i];
  return NULL;
}

char *
hd_input_dup_mark (const HdInput *self)
{
  return g_strndup (self->sha256, N_MARK);
}

/* ---- whether they are the same ------------------------------------------------------------------------------------------------ */

static char *
dup_whole (HdInputCheck *self,
           const char *name)
{
  return g_canonicalize_filename (name, self->folder);
}

static void
take_edited (gpointer data,
             const char *name,
             const char *text)
{
  HdInputCheck *self = data;

  g_hash_table_insert (self->sums, dup_whole (self, name), g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1));
}

HdInputCheck *
hd_input_check_new (const char *folder,
                    HdSnapshot *now)
{
  HdInputCheck *self = g_new0 (HdInputCheck, 1);

  self->folder = dup_absolute (folder);
  self->sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (now != NULL)
    _hd_snapshot_foreach_edited (now, take_edited, self);
  return self;
}

void
hd_input_check_free (HdInputCheck *self)
{
  g_hash_table_unref (self->sums);
  g_free (self->folder);
  g_free (self);
}

/* "" for what cannot be read */
static const char *
find_sum (HdInputCheck *self,
          const char *name)
{
  g_autofree char *path = dup_whole (self, name);
  const char *known = g_hash_table_lookup (self->sums, path);
  guint64 bytes;
  char *sum;

  if (known != NULL)
    return known;
  sum = hash_file (path, &bytes);
  if (sum == NULL)
    sum = g_strdup ("");
  g_hash_table_insert (self->sums, g_steal_pointer (&path), sum);
  return sum;
}

char *
hd_input_check_find_changed (HdInputCheck *self,
                             const char *text)
{
  g_autoptr (GPtrArray) inputs = hd_inputs_parse (text);

  for (guint i = 0; i < inputs->len; i++)
    {
      const HdInput *input = inputs->pdata[i];

      if (strcmp (find_sum (self, input->name), input->sha256) != 0)
        return g_strdup (input->name);
    }
  return NULL;
}

char *
hd_input_check_dup_current (HdInputCheck *self,
                            const char *text)
{
  g_autoptr (GPtrArray) inputs = hd_inputs_parse (text);
  GString *current = g_string_new (NULL);

  for (guint i = 0; i < inputs->len; i++)
    {
      const HdInput *input = inputs->pdata[i];
      const char *sum = find_sum (self, input->name);

      if (*sum != '\0')
        hd_inputs_append (current, input->name, input->bytes, sum);
    }
  return g_string_free (current, FALSE);
}
