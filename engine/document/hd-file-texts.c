/* hd-file-texts.c: files that a project names and that are edited with it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-document"

#include "hd-file-texts.h"

#include <string.h>

typedef struct
{
  GRefString *name;
  GRefString *text, *first, *written; /* or NULL */
} File;

struct _HdFileTexts
{
  gatomicrefcount ref_count;
  GArray *files; /* of File, by name */
};

static GRefString *
hold (GRefString *text)
{
  return text != NULL ? g_ref_string_acquire (text) : NULL;
}

static GRefString *
new_text (const char *text)
{
  return text != NULL ? g_ref_string_new (text) : NULL;
}

static void
replace (GRefString **at,
         const char *text)
{
  GRefString *fresh = new_text (text);

  g_clear_pointer (at, g_ref_string_release);
  *at = fresh;
}

static void
clear_file (gpointer data)
{
  File *file = data;

  g_ref_string_release (file->name);
  g_clear_pointer (&file->text, g_ref_string_release);
  g_clear_pointer (&file->first, g_ref_string_release);
  g_clear_pointer (&file->written, g_ref_string_release);
}

static HdFileTexts *
copy (HdFileTexts *self)
{
  HdFileTexts *fresh = g_new0 (HdFileTexts, 1);

  g_atomic_ref_count_init (&fresh->ref_count);
  fresh->files = g_array_new (FALSE, FALSE, sizeof (File));
  g_array_set_clear_func (fresh->files, clear_file);
  for (guint i = 0; i < hd_file_texts_get_n (self); i++)
    {
      const File *from = &g_array_index (self->files, File, i);
      File file = { g_ref_string_acquire (from->name), hold (from->text), hold (from->first), hold (from->written) };

      g_array_append_val (fresh->files, file);
    }
  return fresh;
}

HdFileTexts *
hd_file_texts_ref (HdFileTexts *self)
{
  if (self != NULL)
    g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_file_texts_unref (HdFileTexts *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->files);
  g_free (self);
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

/* The first whose name is not before @name; they are few. */
static guint
find_place (HdFileTexts *self,
            const char *name)
{
  guint at = 0;

  while (at < hd_file_texts_get_n (self) && strcmp (hd_file_texts_get_name (self, at), name) < 0)
    at++;
  return at;
}

static File *
find (HdFileTexts *self,
      const char *name)
{
  guint at = find_place (self, name);

  return at < hd_file_texts_get_n (self) && strcmp (hd_file_texts_get_name (self, at), name) == 0 ? &g_array_index (self->files, File, at) : NULL;
}

guint
hd_file_texts_get_n (HdFileTexts *self)
{
  return self != NULL ? self->files->len : 0;
}

const char *
hd_file_texts_get_name (HdFileTexts *self,
                        guint n)
{
  return g_array_index (self->files, File, n).name;
}

gboolean
hd_file_texts_has (HdFileTexts *self,
                   const char *name)
{
  return find (self, name) != NULL;
}

const char *
hd_file_texts_get (HdFileTexts *self,
                   const char *name)
{
  const File *file = find (self, name);

  return file != NULL ? file->text : NULL;
}

const char *
hd_file_texts_get_first (HdFileTexts *self,
                         const char *name)
{
  const File *file = find (self, name);

  return file != NULL ? file->first : NULL;
}

const char *
hd_file_texts_get_written (HdFileTexts *self,
                           const char *name)
{
  const File *file = find (self, name);

  return file != NULL ? file->written : NULL;
}

static gboolean
holds_the_same (HdFileTexts *self,
                HdFileTexts *other)
{
  for (guint i = 0; i < hd_file_texts_get_n (self); i++)
    {
      const File *file = &g_array_index (self->files, File, i);

      if (g_strcmp0 (file->text, hd_file_texts_has (other, file->name) ? hd_file_texts_get (other, file->name) : file->first) != 0)
        return FALSE;
    }
  return TRUE;
}

gboolean
hd_file_texts_equal (HdFileTexts *a,
                     HdFileTexts *b)
{
  return a == b || (holds_the_same (a, b) && holds_the_same (b, a));
}

/* ---- with something else ------------------------------------------------------------------------------------------- */

HdFileTexts *
hd_file_texts_read (HdFileTexts *self,
                    const char *name,
                    const char *first,
                    const char *written)
{
  HdFileTexts *fresh = copy (self);
  File file = { g_ref_string_new (name), new_text (first), new_text (first), new_text (written) };

  g_assert (find (self, name) == NULL);
  g_array_insert_val (fresh->files, find_place (self, name), file);
  return fresh;
}

HdFileTexts *
hd_file_texts_edit (HdFileTexts *self,
                    const char *name,
                    const char *text)
{
  HdFileTexts *fresh = copy (self);

  replace (&find (fresh, name)->text, text);
  return fresh;
}

HdFileTexts *
hd_file_texts_write (HdFileTexts *self,
                     const char *name,
                     const char *written)
{
  HdFileTexts *fresh = copy (self);

  replace (&find (fresh, name)->written, written);
  return fresh;
}
