/* hd-document-files.c: files that a project names and that are edited with it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A file is read when somebody first asks for it; that is no step of the history. From then on the document knows what stands in it.
 */
#define G_LOG_DOMAIN "hd-document"

#include "hd-document-private.h"

#include <errno.h>

#include <glib/gstdio.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-io-error.h"
#include "hd-legality.h"
#include "hd-limits.h"
#include "hd-snapshot-private.h"

gboolean
_hd_read_text_file (const char *path,
                    char **out_text,
                    GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autofree char *text = NULL;
  GStatBuf about;
  gsize size = 0;
  int found;

  *out_text = NULL;
  found = g_stat (path, &about);
  if (found != 0 && errno == ENOENT)
    return TRUE;
  if (found == 0 && !S_ISREG (about.st_mode)) /* a device may have no end */
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s: it is no file"), path);
      return FALSE;
    }
  size = found == 0 ? (gsize) about.st_size : 0;
  if (size <= HD_LIMIT_TEXT_BYTES && !g_file_get_contents (path, &text, &size, &reason))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s cannot be read: %s"), path, hd_io_error_get_reason (reason));
      return FALSE;
    }
  if (size > HD_LIMIT_TEXT_BYTES)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("%s has %zu B; at most %d B are edited with a project."), path, size, HD_LIMIT_TEXT_BYTES);
      return FALSE;
    }
  if (!g_utf8_validate (text, (gssize) size, NULL) || !hd_legal_text (HD_OBJECT_UNKNOWN, text, NULL))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("%s is no text that could be edited."), path);
      return FALSE;
    }
  *out_text = g_steal_pointer (&text);
  return TRUE;
}

/* What the disk holds; without a folder that is nothing. */
static gboolean
read_disk (HdDocument *self,
           const char *name,
           char **out_text,
           GError **error)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (self);
  const char *folder = hd_snapshot_get_directory (snapshot);
  g_autofree char *path = g_path_is_absolute (name) ? g_strdup (name) : folder != NULL ? g_build_filename (folder, name, NULL) : NULL;

  *out_text = NULL;
  return path == NULL || _hd_read_text_file (path, out_text, error);
}

/* Texts replace what they were made of. */
static void
take_texts (HdDocument *self,
            HdFileTexts *fresh)
{
  HdObjectTree *tree = _hd_document_get_tree (self);
  g_autoptr (HdFileTexts) before = tree->texts;

  tree->texts = fresh;
  _hd_document_forget_snapshot (self);
}

/* Whether an edit is not yet on the disk; else what stands there counts, whoever wrote it. */
static gboolean
is_ahead (HdFileTexts *texts,
          const char *name)
{
  return hd_file_texts_has (texts, name) && g_strcmp0 (hd_file_texts_get (texts, name), hd_file_texts_get_written (texts, name)) != 0;
}

static gboolean
know (HdDocument *self,
      const char *name,
      GError **error)
{
  HdFileTexts *texts = _hd_document_get_tree (self)->texts;
  g_autofree char *disk = NULL;

  if (is_ahead (texts, name))
    return TRUE;
  if (!read_disk (self, name, &disk, error))
    return FALSE;
  if (!hd_file_texts_has (texts, name))
    {
      take_texts (self, hd_file_texts_read (texts, name, disk, disk));
    }
  else if (g_strcmp0 (hd_file_texts_get (texts, name), disk) != 0)
    {
      take_texts (self, hd_file_texts_edit (texts, name, disk));
      take_texts (self, hd_file_texts_write (_hd_document_get_tree (self)->texts, name, disk));
    }
  return TRUE;
}

gboolean
hd_document_read_file (HdDocument *self,
                       const char *name,
                       char **out_text,
                       GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL && out_text != NULL, FALSE);

  HdFileTexts *texts = _hd_document_get_tree (self)->texts;

  if (!is_ahead (texts, name))
    return read_disk (self, name, out_text, error);
  *out_text = g_strdup (hd_file_texts_get (texts, name));
  return TRUE;
}

static gboolean
check (HdDocument *self,
       const char *name,
       const char *text,
       GError **error)
{
  if (hd_document_get_read_only (self))
    g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("This project was written by a newer version of Heddle and can only be read."));
  else if (*name == '\0')
    g_set_error_literal (error, HD_ERROR, HD_ERROR_IO, _("“” is the name of no file that could be written"));
  else
    return hd_legal_text (HD_OBJECT_UNKNOWN, text, error);
  return FALSE;
}

static void
record (HdDocument *self,
        const char *name,
        const char *old_text,
        const char *text)
{
  g_autofree char *base = g_path_get_basename (name), *step = g_strdup_printf (_("Change %s"), base);

  hd_document_begin_group (self, step);
  _hd_document_record (self, hd_edit_new_file (name, old_text, text));
  hd_document_end_group (self);
}

gboolean
hd_document_set_file_text (HdDocument *self,
                           const char *name,
                           const char *text,
                           GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (name != NULL && text != NULL, FALSE);

  const char *old_text;

  if (!check (self, name, text, error) || !know (self, name, error))
    return FALSE;
  old_text = hd_file_texts_get (_hd_document_get_tree (self)->texts, name);
  if (g_strcmp0 (old_text, text) != 0)
    record (self, name, old_text, text);
  return TRUE;
}

gboolean
_hd_document_replay_file (HdDocument *self,
                          const char *name,
                          const char *old_text,
                          const char *text,
                          GError **error)
{
  HdFileTexts *texts = _hd_document_get_tree (self)->texts;
  g_autofree char *disk = NULL;

  if (!check (self, name, text, error) || (old_text != NULL && !hd_legal_text (HD_OBJECT_UNKNOWN, old_text, error)))
    return FALSE;
  if (!hd_file_texts_has (texts, name))
    {
      if (!read_disk (self, name, &disk, error))
        return FALSE;
      take_texts (self, hd_file_texts_read (texts, name, old_text, disk));
    }
  else if (g_strcmp0 (hd_file_texts_get (texts, name), old_text) != 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” holds something else than the journal expects."), name);
      return FALSE;
    }
  record (self, name, old_text, text);
  return TRUE;
}

void
_hd_document_restore_files (HdDocument *self,
                            HdSnapshot *then)
{
  HdFileTexts *now = _hd_document_get_tree (self)->texts, *texts = _hd_snapshot_get_texts (then);

  for (guint i = 0; i < hd_file_texts_get_n (now); i++)
    {
      const char *name = hd_file_texts_get_name (now, i), *present = hd_file_texts_get (now, name);
      const char *text = hd_file_texts_has (texts, name) ? hd_file_texts_get (texts, name) : hd_file_texts_get_first (now, name);

      if (g_strcmp0 (text, present) != 0)
        {
          _hd_document_record (self, hd_edit_new_file (name, present, text));
          now = _hd_document_get_tree (self)->texts;
        }
    }
}

void
_hd_document_note_written (HdDocument *self,
                           HdSnapshot *saved)
{
  HdFileTexts *texts = _hd_snapshot_get_texts (saved);

  for (guint i = 0; i < hd_file_texts_get_n (texts); i++)
    {
      const char *name = hd_file_texts_get_name (texts, i), *text = hd_file_texts_get (texts, name);

      if (text != NULL)
        take_texts (self, hd_file_texts_write (_hd_document_get_tree (self)->texts, name, text));
    }
}
