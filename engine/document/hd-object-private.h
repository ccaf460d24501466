/* hd-object-private.h: what the document and the formats may do to objects
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

#include "hd-attributes.h"

G_BEGIN_DECLS

typedef struct _HdChildIndex HdChildIndex;

/* Any thread may read an object. Only the thread that owns it may write, and only while nobody else can hold it: see hd-document.c. */
struct _HdObject
{
  gatomicrefcount ref_count;
  guint16 kind;
  int line;
  guint64 uid;
  guint64 generation; /* of the document when it was last copied; 0: always shared */

  /* owned */
  GRefString *element; /* of an unknown element, else NULL */
  HdAttributes *attributes;
  GRefString *text;
  HdObject **children;
  guint n_children;
  guint n_allocated;
  HdChildIndex *index; /* made when first needed */
};

HdObject *_hd_object_new_full (HdObjectKind kind,
                               const char *element,
                               const HdAttribute *attributes,
                               guint n_attributes,
                               int line);
/** _hd_object_clone: the object alone; it shares the children and has no index yet */
HdObject *_hd_object_clone (const HdObject *self,
                            guint64 generation);
/** _hd_object_forget_lines: of it and all below it, whose text is in no file */
void _hd_object_forget_lines (HdObject *self);
/** _hd_object_copy_tree: with new uids counted up from *@next_uid, in document order; of generation 0 */
HdObject *_hd_object_copy_tree (const HdObject *self,
                                guint64 *next_uid);
/** _hd_object_set_attribute: @position of a new attribute, or %G_MAXUINT */
void _hd_object_set_attribute (HdObject *self,
                               const char *name,
                               const char *value,
                               guint position);
void _hd_object_set_text (HdObject *self,
                          const char *text);
/** _hd_object_splice: removes @n_removed children at @position, then inserts @n there, of which it takes a reference each */
void _hd_object_splice (HdObject *self,
                        guint position,
                        guint n_removed,
                        HdObject *const *inserted,
                        guint n);
/** _hd_object_drop_index: after the id of a child changed */
void _hd_object_drop_index (HdObject *self);
/** _hd_object_measure: number of objects in the tree, and its height (1 for a leaf) */
void _hd_object_measure (const HdObject *self,
                         gsize *out_count,
                         guint *out_height);

G_END_DECLS
