/* edits-fixture.c: a document and the libraries that come with Heddle, for tests of the editor's
 * operations SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "edits-fixture.h"

#include <string.h>

static void
on_changed (Edits *self)
{
  self->n_signals++;
}

void
edits_begin (Edits *self,
             const char *text)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) warnings = NULL;
  g_autofree char *all = g_strdup_printf ("<heddle version=\"1\" name=\"test\">%s</heddle>", text);

  *self = (Edits){ .catalog = hd_catalog_new () };
  warnings = hd_catalog_load_default (self->catalog);
  self->document = hd_document_load_from_data (all, -1, "test", NULL, &error);
  g_assert_no_error (error);
  g_signal_connect_swapped (self->document, "changed", G_CALLBACK (on_changed), self);
  self->start = edits_text (self);
}

void
edits_end (Edits *self)
{
  g_autofree char *end = NULL, *undone = NULL, *redone = NULL;

  while (hd_document_redo (self->document))
    ;
  end = edits_text (self);
  while (hd_document_undo (self->document))
    ;
  undone = edits_text (self);
  g_assert_cmpstr (undone, ==, self->start);
  while (hd_document_redo (self->document))
    ;
  redone = edits_text (self);
  g_assert_cmpstr (redone, ==, end);
  g_object_unref (self->document);
  g_object_unref (self->catalog);
  g_free (self->start);
}

guint64
edits_top (Edits *self)
{
  return edits_find (self, "top");
}

static const HdObject *
find_child (const HdObject *parent,
            const char *name)
{
  for (guint i = 0; i < hd_object_get_n_children (parent); i++)
    {
      const HdObject *child = hd_object_get_child (parent, i);
      const char *id = hd_object_get_id (child);

      if (g_strcmp0 (id != NULL ? id : hd_object_get_element (child), name) == 0)
        return child;
    }
  return NULL;
}

guint64
edits_find (Edits *self,
            const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, "/", -1);
  const HdObject *object = hd_document_get_root (self->document);

  for (guint i = 0; names[i] != NULL && object != NULL; i++)
    object = find_child (object, names[i]);
  return object != NULL ? hd_object_get_uid (object) : 0;
}

const char *
edits_get (Edits *self,
           const char *path,
           const char *attribute)
{
  guint64 uid = edits_find (self, path);

  g_assert_cmpuint (uid, !=, 0);
  return hd_object_get (hd_document_get_object (self->document, uid), attribute);
}

char *
edits_text (Edits *self)
{
  return hd_document_to_string (self->document, NULL);
}

void
edits_assert_valid (Edits *self)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (self->document);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = edits_text (self);
  g_autoptr (HdDocument) again = hd_document_load_from_data (text, -1, "again", NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (again);
  hd_snapshot_validate (snapshot, self->catalog, problems);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      if (problem->severity == HD_SEVERITY_ERROR)
        g_error ("%s: %s\n%s", problem->object, problem->message, text);
    }
}
