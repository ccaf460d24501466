/* heddle-reading.c: a file as it was read into a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-reading"

#include "heddle-reading.h"

HeddleReading *
heddle_reading_new (GFile *file,
                    const char *const *map)
{
  HeddleReading *self = g_rc_box_new0 (HeddleReading);

  self->file = g_object_ref (file);
  self->map = g_strdupv ((char **) map);
  self->report = hd_import_report_new ();
  self->progress = hd_progress_new ();
  return self;
}

HeddleReading *
heddle_reading_ref (HeddleReading *self)
{
  return g_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  HeddleReading *self = data;

  g_object_unref (self->file);
  g_strfreev (self->map);
  hd_import_report_unref (self->report);
  hd_progress_unref (self->progress);
  g_clear_pointer (&self->replaces, heddle_reading_unref);
  g_clear_pointer (&self->before, heddle_reading_unref);
  g_clear_pointer (&self->uids, g_array_unref);
}

void
heddle_reading_unref (HeddleReading *self)
{
  g_rc_box_release_full (self, clear);
}

char *
heddle_reading_dup_name (HeddleReading *self)
{
  return g_file_get_basename (self->file);
}

HdLoading
heddle_reading_get_loading (HeddleReading *self)
{
  return (HdLoading){ (const char *const *) self->map, self->report, self->progress };
}

gboolean
heddle_reading_stands (HeddleReading *self,
                       HdDocument *document)
{
  for (guint i = 0; self->uids != NULL && i < self->uids->len; i++)
    if (hd_document_get_object (document, g_array_index (self->uids, guint64, i)) != NULL)
      return TRUE;
  return !self->into_project;
}

gboolean
heddle_reading_is_latest (HeddleReading *self,
                          HdDocument *document)
{
  return !self->into_project ? !hd_document_get_modified (document) : heddle_reading_stands (self, document) && hd_document_get_n_undo (document) == self->n_undo;
}
