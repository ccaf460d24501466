/* hd-document-private.h: what the formats need of a document
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

#include "hd-edit.h"

G_BEGIN_DECLS

/**
 * _hd_document_new_from_tree:
 * @root_take: of kind %HD_OBJECT_PROJECT, nobody else's
 * @before, @after: (element-type utf8) (nullable): lines of XML that stand outside the root: comments and processing instructions
 */
HdDocument *_hd_document_new_from_tree (HdObject *root_take,
                                        GPtrArray *before,
                                        GPtrArray *after);
HdObjectTree *_hd_document_get_tree (HdDocument *self);
/** _hd_document_record: does the edit; inside a group */
void _hd_document_record (HdDocument *self,
                          HdEdit *edit_take);
/** _hd_document_forget_snapshot: what the document holds beside its objects is another than when it was taken */
void _hd_document_forget_snapshot (HdDocument *self);
/** _hd_read_text_file: @out_text: (nullable): %NULL if there is no such file. Errors: as hd_document_read_file () */
gboolean _hd_read_text_file (const char *path,
                             char **out_text,
                             GError **error);
/** _hd_document_replay_file: as a journal has it; what the disk holds may be another since */
gboolean _hd_document_replay_file (HdDocument *self,
                                   const char *name,
                                   const char *old_text,
                                   const char *text,
                                   GError **error);
/** _hd_document_restore_files: inside a group, as hd_document_restore () */
void _hd_document_restore_files (HdDocument *self,
                                 HdSnapshot *then);
/** _hd_document_note_written: the files of @saved hold what it has */
void _hd_document_note_written (HdDocument *self,
                                HdSnapshot *saved);
void _hd_document_set_read_only (HdDocument *self,
                                 gboolean read_only);
/** _hd_document_set_file: @file may be %NULL; @name is for problems */
void _hd_document_set_file (HdDocument *self,
                            GFile *file,
                            const char *name);
/** _hd_document_begin_save: the present state is being written; %FALSE if another one is */
gboolean _hd_document_begin_save (HdDocument *self);
/** _hd_document_end_save: the state of _hd_document_begin_save () is what the file holds; if not @saved, nothing has changed */
void _hd_document_end_save (HdDocument *self,
                            gboolean saved);
/** _hd_document_get_steps: (element-type HdStep): those that can be undone are the first @out_n_done */
GPtrArray *_hd_document_get_steps (HdDocument *self,
                                   guint *out_n_done);
/** _hd_document_insert_numbered: the trees have uids from a journal, keep them, and belong to nobody else */
gboolean _hd_document_insert_numbered (HdDocument *self,
                                       guint64 parent_uid,
                                       guint position,
                                       HdObject *const *trees,
                                       guint n_trees,
                                       GError **error);
/** _hd_document_hold_history: while held nothing is forgotten */
void _hd_document_hold_history (HdDocument *self,
                                gboolean hold);
/** _hd_document_roll_back: undoes and forgets all but the first @n_done steps */
void _hd_document_roll_back (HdDocument *self,
                             guint n_done);

G_END_DECLS
