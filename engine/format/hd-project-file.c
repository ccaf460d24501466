/* hd-project-file.c: projects in files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-project-file"

#include <heddle/hd-document.h>

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-atomic-file.h"
#include "hd-document-private.h"
#include "hd-i18n.h"
#include "hd-project-reader.h"
#include "hd-project-upgrade.h"
#include "hd-project-writer.h"

static HdDocument *
load (GInputStream *stream,
      const char *file_name,
      HdProblemList *problems,
      GCancellable *cancellable,
      GError **error)
{
  g_auto (HdProjectParts) project = { NULL };
  gboolean newer;

  if (!hd_project_read (stream, file_name, hd_schema_get_element (HD_OBJECT_PROJECT), problems, cancellable, &project, error))
    return NULL;

  hd_project_upgrade (project.root, file_name, problems, &newer);
  HdDocument *document = _hd_document_new_from_tree (g_steal_pointer (&project.root), project.before, project.after);
  _hd_document_set_read_only (document, newer);
  return document;
}

HdDocument *
hd_document_load (GFile *file,
                  HdProblemList *problems,
                  GCancellable *cancellable,
                  GError **error)
{
  g_return_val_if_fail (G_IS_FILE (file), NULL);

  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GError) io_error = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, &io_error);
  if (stream == NULL)
    {
      gboolean cancelled = g_error_matches (io_error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_set_error (error, HD_ERROR, cancelled ? HD_ERROR_CANCELLED : HD_ERROR_IO, _ ("%s cannot be read: %s"), name, io_error->message);
      return NULL;
    }

  HdDocument *document = load (G_INPUT_STREAM (stream), name, problems, cancellable, error);
  if (document != NULL)
    _hd_document_set_file (document, file, name);
  return document;
}

HdDocument *
hd_document_load_from_data (const char *data,
                            gssize length,
                            const char *file_name,
                            HdProblemList *problems,
                            GError **error)
{
  g_return_val_if_fail (data != NULL || length == 0, NULL);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, length < 0 ? (gssize) strlen (data) : length, NULL);
  HdDocument *document = load (stream, file_name, problems, NULL, error);
  if (document != NULL)
    _hd_document_set_file (document, NULL, file_name);
  return document;
}

char *
hd_document_to_string (HdDocument *self,
                       gsize *out_length)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  GString *out = g_string_new (NULL);
  hd_project_write (out, hd_document_get_root (self), _hd_document_get_before (self), _hd_document_get_after (self));
  if (out_length != NULL)
    *out_length = out->len;
  return g_string_free (out, FALSE);
}

gboolean
hd_document_save (HdDocument *self,
                  GFile *file,
                  GCancellable *cancellable,
                  GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (G_IS_FILE (file), FALSE);

  gsize length;
  g_autofree char *text = hd_document_to_string (self, &length);
  g_autofree char *name = g_file_get_parse_name (file);

  if (!hd_atomic_file_write (file, text, length, cancellable, error))
    return FALSE;
  _hd_document_set_file (self, file, name);
  _hd_document_mark_saved (self);
  return TRUE;
}
