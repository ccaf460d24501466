/* heddle-reading.h: a file as it was read into a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleReading: how a file was read, and what became of it; reference counted
 * @replaces: (nullable): the reading of the same file that this one is instead of
 * @before: (nullable): what was read into the same project before
 * @failed: nothing became of it
 * @into_project: it was to become a part of a project that was there before
 * @uids: (element-type guint64) (nullable): what it became there
 * @module, @x, @y, @n_undo: where that stands, and how many steps were done with it
 */
typedef struct _HeddleReading HeddleReading;

struct _HeddleReading
{
  GFile *file;
  char **map;
  HdImportReport *report;
  HdProgress *progress;
  HeddleReading *replaces;
  HeddleReading *before;
  gboolean failed;
  gboolean into_project;
  GArray *uids;
  guint64 module;
  double x, y;
  guint n_undo;
};

/** heddle_reading_new: @map: (nullable): as that of HdLoading */
HeddleReading *heddle_reading_new (GFile *file,
                                   const char *const *map);
HeddleReading *heddle_reading_ref (HeddleReading *self);
void heddle_reading_unref (HeddleReading *self);
char *heddle_reading_dup_name (HeddleReading *self);
/** heddle_reading_get_loading: borrows from @self */
HdLoading heddle_reading_get_loading (HeddleReading *self);
/** heddle_reading_stands: something of what it became is in @document; always so of a whole project */
gboolean heddle_reading_stands (HeddleReading *self,
                                HdDocument *document);
/** heddle_reading_is_latest: nothing has been done in @document since */
gboolean heddle_reading_is_latest (HeddleReading *self,
                                   HdDocument *document);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleReading, heddle_reading_unref)

G_END_DECLS
