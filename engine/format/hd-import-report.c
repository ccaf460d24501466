/* hd-import-report.c: what became of a file of another program
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-import"

#include <heddle/hd-import.h>

#include <string.h>

#include <heddle/hd-names.h>

#include "hd-i18n.h"

struct _HdImportReport
{
  gatomicrefcount ref_count;
  GStringChunk *strings; /* owned: all texts of the notes */
  GArray *notes;         /* of HdImportNote */
  GHashTable *numbers;   /* text (of a note) -> number + 1 */
  GArray *keys;          /* of HdImportKey */
  GArray *meanings[HD_IMPORT_OF_EDGES + 1]; /* of HdImportMeaning, by side */
  gboolean placed;
};

HdImportReport *
hd_import_report_new (void)
{
  HdImportReport *self = g_new0 (HdImportReport, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->strings = g_string_chunk_new (1024);
  self->notes = g_array_new (FALSE, FALSE, sizeof (HdImportNote));
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  self->keys = g_array_new (FALSE, FALSE, sizeof (HdImportKey));
  for (HdImportSide side = HD_IMPORT_OF_NODES; side <= HD_IMPORT_OF_EDGES; side++)
    self->meanings[side] = g_array_new (FALSE, FALSE, sizeof (HdImportMeaning));
  return self;
}

HdImportReport *
hd_import_report_ref (HdImportReport *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_import_report_unref (HdImportReport *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_hash_table_unref (self->numbers);
  g_array_unref (self->notes);
  g_array_unref (self->keys);
  for (HdImportSide side = HD_IMPORT_OF_NODES; side <= HD_IMPORT_OF_EDGES; side++)
    g_array_unref (self->meanings[side]);
  g_string_chunk_free (self->strings);
  g_free (self);
}

/* NULL stays NULL. */
static const char *
keep (HdImportReport *self,
      const char *text)
{
  return text != NULL ? g_string_chunk_insert_const (self->strings, text) : NULL;
}

void
hd_import_report_add (HdImportReport *self,
                      HdImportFate fate,
                      guint line,
                      const char *object,
                      const char *path,
                      const char *text)
{
  hd_import_report_add_attribute (self, fate, line, NULL, object, path, text);
}

void
hd_import_report_add_attribute (HdImportReport *self,
                                HdImportFate fate,
                                guint line,
                                const char *attribute,
                                const char *object,
                                const char *path,
                                const char *text)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, text));
  HdImportNote note = { .fate = fate, .line = line, .n = 1 };

  if (number > 0 && g_array_index (self->notes, HdImportNote, number - 1).fate == fate)
    {
      g_array_index (self->notes, HdImportNote, number - 1).n++;
      return;
    }
  note.text = keep (self, text);
  note.object = keep (self, object);
  note.path = keep (self, path);
  note.attribute = keep (self, attribute);
  g_array_append_val (self->notes, note);
  g_hash_table_insert (self->numbers, (gpointer) note.text, GUINT_TO_POINTER (self->notes->len));
}

/* ---- attributes ------------------------------------------------------------------------------------------------------- */

void
hd_import_report_add_key (HdImportReport *self,
                          const HdImportKey *key)
{
  HdImportKey copy = *key;

  copy.name = keep (self, key->name);
  copy.sample = keep (self, key->sample);
  copy.parameter = keep (self, key->parameter);
  copy.unit = keep (self, key->unit);
  g_array_append_val (self->keys, copy);
}

guint
hd_import_report_get_n_keys (HdImportReport *self)
{
  return self->keys->len;
}

const HdImportKey *
hd_import_report_get_key (HdImportReport *self,
                          guint n)
{
  g_return_val_if_fail (n < self->keys->len, NULL);
  return &g_array_index (self->keys, HdImportKey, n);
}

void
hd_import_report_add_meaning (HdImportReport *self,
                              HdImportSide side,
                              const HdImportMeaning *meaning)
{
  HdImportMeaning copy = { keep (self, meaning->parameter), keep (self, meaning->title), keep (self, meaning->unit) };

  for (guint i = 0; i < self->meanings[side]->len; i++)
    if (strcmp (g_array_index (self->meanings[side], HdImportMeaning, i).parameter, meaning->parameter) == 0)
      return;
  g_array_append_val (self->meanings[side], copy);
}

guint
hd_import_report_get_n_meanings (HdImportReport *self,
                                 HdImportSide side)
{
  return self->meanings[side]->len;
}

const HdImportMeaning *
hd_import_report_get_meaning (HdImportReport *self,
                              HdImportSide side,
                              guint n)
{
  g_return_val_if_fail (n < self->meanings[side]->len, NULL);
  return &g_array_index (self->meanings[side], HdImportMeaning, n);
}

/* ---- as a whole ------------------------------------------------------------------------------------------------------- */

void
hd_import_report_set_placed (HdImportReport *self)
{
  self->placed = TRUE;
}

gboolean
hd_import_report_get_placed (HdImportReport *self)
{
  return self->placed;
}

guint
hd_import_report_get_n (HdImportReport *self)
{
  return self->notes->len;
}

const HdImportNote *
hd_import_report_get (HdImportReport *self,
                      guint n)
{
  g_return_val_if_fail (n < self->notes->len, NULL);
  return &g_array_index (self->notes, HdImportNote, n);
}

guint
hd_import_report_count (HdImportReport *self,
                        HdImportFate fate)
{
  guint n = 0;

  for (guint i = 0; i < self->notes->len; i++)
    if (g_array_index (self->notes, HdImportNote, i).fate == fate)
      n += g_array_index (self->notes, HdImportNote, i).n;
  return n;
}

static const char *
fate_name (HdImportFate fate)
{
  return fate == HD_IMPORT_MAPPED ? _("mapped") : fate == HD_IMPORT_GUESSED ? _("guessed") : _("left out");
}

static void
append_text (GString *text,
             const HdImportNote *note)
{
  g_string_append_printf (text, "%s: %s", fate_name (note->fate), note->text);
  if (note->object != NULL && note->n > 1)
    g_string_append_printf (text, _(" (%s and %u more)"), note->object, note->n - 1);
  else if (note->object != NULL)
    g_string_append_printf (text, " (%s)", note->object);
}

char *
hd_import_report_to_string (HdImportReport *self,
                            const char *file_name)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->notes->len; i++)
    {
      const HdImportNote *note = &g_array_index (self->notes, HdImportNote, i);

      g_string_append (text, file_name);
      if (note->line > 0)
        g_string_append_printf (text, ":%u", note->line);
      g_string_append (text, ": ");
      append_text (text, note);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* What is drawn at the top by that name; what lies deeper leads to what holds it. */
static guint64
find_uid (HdDocument *document,
          const char *path)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
  g_autofree char *id = path != NULL ? g_strndup (path, strcspn (path, "/[.")) : NULL;

  for (guint i = 0; top != NULL && id != NULL && i < hd_object_get_n_children (top); i++)
    if (g_strcmp0 (hd_object_get_id (hd_object_get_child (top, i)), id) == 0)
      return hd_object_get_uid (hd_object_get_child (top, i));
  return 0;
}

/* ---- what has a name but no path -------------------------------------------------------------------------------------- */

static void
index_name (GHashTable *names,
            const char *name,
            guint64 uid)
{
  /* Two of one name: the first is as good as the other. */
  if (name != NULL && !g_hash_table_contains (names, name))
    g_hash_table_insert (names, g_strdup (name), g_memdup2 (&uid, sizeof uid));
}

/* By ids, and by the names that ids were made of; of what is drawn in any module. */
static GHashTable *
index_names (HdDocument *document)
{
  GHashTable *names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const HdObject *root = hd_document_get_root (document);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *block = hd_object_get_child (root, i);

      if (hd_object_get_kind (block) != HD_OBJECT_TOP && hd_object_get_kind (block) != HD_OBJECT_MODULE)
        continue;
      for (guint k = 0; k < hd_object_get_n_children (block); k++)
        {
          const HdObject *object = hd_object_get_child (block, k);
          g_autofree char *name = hd_names_dup (object, 0);

          index_name (names, hd_object_get_id (object), hd_object_get_uid (object));
          index_name (names, name, hd_object_get_uid (object));
        }
    }
  return names;
}

static guint64
find_named (GHashTable **names,
            HdDocument *document,
            const char *name)
{
  const guint64 *uid;

  if (name == NULL)
    return 0;
  if (*names == NULL)
    *names = index_names (document);
  uid = g_hash_table_lookup (*names, name);
  return uid != NULL ? *uid : 0;
}

void
hd_import_report_tell (HdImportReport *self,
                       HdDocument *document,
                       const char *file_name,
                       HdProblemList *problems)
{
  g_autoptr (GHashTable) names = NULL;

  for (guint i = 0; i < self->notes->len; i++)
    {
      const HdImportNote *note = &g_array_index (self->notes, HdImportNote, i);
      g_autoptr (GString) text = g_string_new (NULL);
      guint64 uid = note->path != NULL ? find_uid (document, note->path) : find_named (&names, document, note->object);

      append_text (text, note);
      hd_problem_list_take (problems,
                            hd_problem_new (HD_PROBLEM_IMPORT, note->fate == HD_IMPORT_LEFT_OUT ? HD_SEVERITY_WARNING : HD_SEVERITY_INFO, note->path,
                                            uid, note->attribute, file_name, (int) note->line, NULL, "%s", text->str));
    }
}
