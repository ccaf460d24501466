/* hd-child-index.h: children of a large object by kind and id
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

typedef struct _HdChildIndex HdChildIndex;

HdChildIndex *hd_child_index_new (HdObject *const *children,
                                  guint n);
void hd_child_index_free (HdChildIndex *self);
/** hd_child_index_find: the first child of @kind and @id, or %NULL; @children are those of the index or copies with the same ids */
const HdObject *hd_child_index_find (const HdChildIndex *self,
                                     HdObject *const *children,
                                     HdObjectKind kind,
                                     const char *id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChildIndex, hd_child_index_free)

G_END_DECLS
