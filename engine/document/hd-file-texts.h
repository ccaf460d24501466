/* hd-file-texts.h: files that a project names and that are edited with it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Of each, what it holds now, what it held when it was first read, and what it held when it was last read or written. NULL stands for a file that is
 * not there. A set never changes, so that a document and its snapshots share it; NULL is the empty one.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _HdFileTexts HdFileTexts;

HdFileTexts *hd_file_texts_ref (HdFileTexts *self);
void hd_file_texts_unref (HdFileTexts *self);
guint hd_file_texts_get_n (HdFileTexts *self);
/** hd_file_texts_get_name: names are in order */
const char *hd_file_texts_get_name (HdFileTexts *self,
                                    guint n);
gboolean hd_file_texts_has (HdFileTexts *self,
                            const char *name);
/** hd_file_texts_get, _get_first, _get_written: (nullable) */
const char *hd_file_texts_get (HdFileTexts *self,
                               const char *name);
const char *hd_file_texts_get_first (HdFileTexts *self,
                                     const char *name);
const char *hd_file_texts_get_written (HdFileTexts *self,
                                       const char *name);
/** hd_file_texts_read: with a file that was read: it holds @first as far as edits know, and @written on the disk; a new set */
HdFileTexts *hd_file_texts_read (HdFileTexts *self,
                                 const char *name,
                                 const char *first,
                                 const char *written);
/** hd_file_texts_edit, _write: with another text of a file that was read, or of what it now holds on the disk; a new set */
HdFileTexts *hd_file_texts_edit (HdFileTexts *self,
                                 const char *name,
                                 const char *text);
HdFileTexts *hd_file_texts_write (HdFileTexts *self,
                                  const char *name,
                                  const char *written);
/** hd_file_texts_equal: whether the same stands in all files; what one has not read held what the other first read */
gboolean hd_file_texts_equal (HdFileTexts *a,
                              HdFileTexts *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdFileTexts, hd_file_texts_unref)

G_END_DECLS
