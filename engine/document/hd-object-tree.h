/* hd-object-tree.h: objects by uid, changed by path copying
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

#include "hd-file-texts.h"

G_BEGIN_DECLS

#define HD_ROOT_UID 1

/** HdObjectTree: fields are for reading */
typedef struct
{
  guint64 generation;
  guint64 next_uid;
  gsize n_objects;

  /* owned */
  HdObject *root;
  GArray *entries; /* by uid */
  HdFileTexts *texts; /* of files that are edited with it; changed by whoever has them */
} HdObjectTree;

/** hd_object_tree_init: takes @root, of which nobody else may hold anything, and numbers its objects in document order */
void hd_object_tree_init (HdObjectTree *self,
                          HdObject *root_take);
void hd_object_tree_clear (HdObjectTree *self);
/** hd_object_tree_get: borrowed until the next change; %NULL if there is no such object */
const HdObject *hd_object_tree_get (const HdObjectTree *self,
                                    guint64 uid);
/** hd_object_tree_get_parent: 0 for the root */
guint64 hd_object_tree_get_parent (const HdObjectTree *self,
                                   guint64 uid);
guint hd_object_tree_get_position (HdObjectTree *self,
                                   guint64 uid);
/** hd_object_tree_get_depth: 1 for the root */
guint hd_object_tree_get_depth (const HdObjectTree *self,
                                guint64 uid);
/** hd_object_tree_share: from now on others may hold any present object; changes copy */
void hd_object_tree_share (HdObjectTree *self);
/** hd_object_tree_copy_in: copies @tree with uids that were never used */
HdObject *hd_object_tree_copy_in (HdObjectTree *self,
                                  const HdObject *tree);
void hd_object_tree_put_attribute (HdObjectTree *self,
                                   guint64 uid,
                                   const char *name,
                                   const char *value,
                                   guint position);
void hd_object_tree_put_text (HdObjectTree *self,
                              guint64 uid,
                              const char *text);
/** hd_object_tree_put_in: the trees have their uids already and must be shared ones (an older generation) */
void hd_object_tree_put_in (HdObjectTree *self,
                            guint64 parent_uid,
                            guint position,
                            HdObject *const *trees,
                            guint n);
void hd_object_tree_take_out (HdObjectTree *self,
                              guint64 parent_uid,
                              guint position,
                              guint n);

G_END_DECLS
