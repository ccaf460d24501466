/* hd-edit.h: one change of a document, as a record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

#include "hd-object-tree.h"

G_BEGIN_DECLS

/**
 * HdEdit:
 * @uid: the object of an attribute or text
 * @parent_uid, @position: where trees are inserted or removed
 * @name: of the attribute or file
 * @old_text, @new_text: of the attribute, text or file; %NULL for none
 * @attribute_position: of the attribute among its neighbours
 * @trees: (array length=n_trees): what is inserted or removed, with uids
 */
typedef struct
{
  HdChangeKind kind;
  guint64 uid;
  guint64 parent_uid;
  guint position;
  guint attribute_position;
  char *name;
  char *old_text;
  char *new_text;
  HdObject **trees;
  guint n_trees;
} HdEdit;

/* Constructors read the old state; nothing changes before hd_edit_redo (). */
HdEdit *hd_edit_new_attribute (HdObjectTree *tree,
                               guint64 uid,
                               const char *name,
                               const char *value);
HdEdit *hd_edit_new_text (HdObjectTree *tree,
                          guint64 uid,
                          const char *text);
/** hd_edit_new_file: that was read; @old_text is what it holds */
HdEdit *hd_edit_new_file (const char *name,
                          const char *old_text,
                          const char *text);
/** hd_edit_new_insert: takes a reference to each of @trees */
HdEdit *hd_edit_new_insert (guint64 parent_uid,
                            guint position,
                            HdObject *const *trees,
                            guint n_trees);
HdEdit *hd_edit_new_remove (HdObjectTree *tree,
                            guint64 uid);
void hd_edit_free (HdEdit *self);
void hd_edit_redo (const HdEdit *self,
                   HdObjectTree *tree);
void hd_edit_undo (const HdEdit *self,
                   HdObjectTree *tree);
/** hd_edit_report: appends HdChange; their strings belong to the edit */
void hd_edit_report (const HdEdit *self,
                     const HdObjectTree *tree,
                     gboolean undone,
                     GArray *changes);

/** hd_edit_get_size: about how much memory the record keeps, in bytes */
gsize hd_edit_get_size (const HdEdit *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdEdit, hd_edit_free)

/**
 * HdStep: what one undo takes back
 * @size: of all edits, in bytes
 */
typedef struct
{
  char *name;
  GPtrArray *edits;
  gsize size;
} HdStep;

HdStep *hd_step_new (const char *name);
void hd_step_free (HdStep *self);

G_END_DECLS
