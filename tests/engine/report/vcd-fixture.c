/* vcd-fixture.c: what a value change dump says
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "vcd-fixture.h"

#include <string.h>

void
vcd_fixture_convert (const char *const *arguments)
{
  g_autofree char *messages = NULL;
  g_autoptr (GError) error = NULL;
  int status = 0;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, &messages, &status, &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_test_message ("%s: %s", arguments[0], messages);
  g_assert_no_error (error);
}

/* What a dump says: "time path.signal value", sorted, whatever its identifier codes and its order within one time; numbers with the 16 digits that
 * converters keep. Texts lie in a few blocks: sanitizers take their time over each allocation. */
typedef struct
{
  GStringChunk *texts;
  GPtrArray *changes;
  GHashTable *signals; /* identifier code -> "path.signal kind" */
  GString *scope;
  char time[32];
} Dump;

static void
dump_clear (Dump *self)
{
  g_string_chunk_free (self->texts);
  g_ptr_array_unref (self->changes);
  g_hash_table_unref (self->signals);
  g_string_free (self->scope, TRUE);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Dump, dump_clear)

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* "r1.5 !" or "sname !" */
static void
read_change (Dump *self,
             char *line)
{
  char *blank = strchr (line, ' ');
  const char *signal;
  char text[1024];

  g_assert_nonnull (blank);
  *blank = '\0';
  signal = g_hash_table_lookup (self->signals, blank + 1);
  g_assert_nonnull (signal);
  if (*line == 's')
    g_snprintf (text, sizeof text, "%s %s %s", self->time, signal, line);
  else
    g_snprintf (text, sizeof text, "%s %s r%.16g", self->time, signal, g_ascii_strtod (line + 1, NULL));
  g_ptr_array_add (self->changes, g_string_chunk_insert (self->texts, text));
}

static void
read_header (Dump *self,
             const char *line)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);

  if (g_str_has_prefix (line, "$scope"))
    g_string_append_printf (self->scope, "/%s", words[2]);
  else if (g_str_has_prefix (line, "$upscope"))
    g_string_truncate (self->scope, (gsize) (strrchr (self->scope->str, '/') - self->scope->str));
  else if (g_str_has_prefix (line, "$var"))
    g_hash_table_insert (self->signals, g_strdup (words[3]), g_strdup_printf ("%s.%s %s", self->scope->str, words[4], words[1]));
}

static void
read_dump (const char *path,
           Dump *out)
{
  g_autofree char *text = NULL;
  char *next;

  *out = (Dump){ g_string_chunk_new (1 << 20), g_ptr_array_new (), g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free), g_string_new (NULL), "#0" };
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (char *line = text; line != NULL; line = next)
    {
      next = strchr (line, '\n');
      if (next != NULL)
        *next++ = '\0';
      if (*line == '#')
        g_strlcpy (out->time, line, sizeof out->time);
      else if (*line == 'r' || *line == 's')
        read_change (out, line);
      else if (*line == '$')
        read_header (out, line);
    }
  g_assert_cmpuint (out->scope->len, ==, 0);
  g_ptr_array_sort (out->changes, compare_lines);
}

static guint
count_names (Dump *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer name;

  g_hash_table_iter_init (&iter, self->signals);
  while (g_hash_table_iter_next (&iter, NULL, &name))
    g_hash_table_add (names, name);
  return g_hash_table_size (names);
}

void
vcd_fixture_compare (const char *expected_path,
                     const char *found_path,
                     guint n_signals,
                     guint *out_n_changes)
{
  g_auto (Dump) expected = { NULL };
  g_auto (Dump) found = { NULL };

  read_dump (expected_path, &expected);
  read_dump (found_path, &found);
  g_assert_cmpuint (count_names (&expected), ==, n_signals); /* each with a name of its own */
  g_assert_cmpuint (count_names (&found), ==, n_signals);
  g_assert_cmpuint (found.changes->len, ==, expected.changes->len);
  for (guint i = 0; i < found.changes->len; i++)
    g_assert_cmpstr (g_ptr_array_index (found.changes, i), ==, g_ptr_array_index (expected.changes, i));
  *out_n_changes = found.changes->len;
}
