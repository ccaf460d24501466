/* hd-file-shelf.h: files that components read, each once in a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdFileShelf: any number of threads may ask */
typedef struct _HdFileShelf HdFileShelf;

/** hd_file_shelf_new: @folder (nullable) is where relative names start */
HdFileShelf *hd_file_shelf_new (const char *folder);
/** hd_file_shelf_put: what @name holds, whatever stands on the disk */
void hd_file_shelf_put (HdFileShelf *self,
                        const char *name,
                        const char *text);
void hd_file_shelf_free (HdFileShelf *self);
/**
 * hd_file_shelf_load:
 * @out_data: (array length=out_size): valid as long as the shelf, with a zero behind its end
 *
 * Errors: those of g_file_get_contents ()
 */
gboolean hd_file_shelf_load (HdFileShelf *self,
                             const char *name,
                             const char **out_data,
                             gsize *out_size,
                             GError **error);

/** HdFileShelfFunc: @path: as it was opened */
typedef void (*HdFileShelfFunc) (gpointer data,
                                 const char *path,
                                 GBytes *contents);
/** hd_file_shelf_foreach: all that have been read, in any order */
void hd_file_shelf_foreach (HdFileShelf *self,
                            HdFileShelfFunc func,
                            gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFileShelf, hd_file_shelf_free)

G_END_DECLS
