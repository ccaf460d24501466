/* hd-project-reader.h: reading projects
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

/**
 * HdProjectParts:
 * @root: the tree; uids are still 0
 * @before, @after: (element-type utf8): markup outside the root: comments and processing instructions
 */
typedef struct
{
  HdObject *root;
  GPtrArray *before;
  GPtrArray *after;
} HdProjectParts;

/**
 * hd_project_read:
 * @file_name: (nullable): for messages
 * @root_element: the element that the file must consist of
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_SYNTAX, %HD_ERROR_LIMIT, %HD_ERROR_CANCELLED; the message begins with file, line and column. All but the
 * first and the last are added to @problems too.
 */
gboolean hd_project_read (GInputStream *stream,
                          const char *file_name,
                          const char *root_element,
                          HdProblemList *problems,
                          GCancellable *cancellable,
                          HdProjectParts *out_project,
                          GError **error);
void hd_project_parts_clear (HdProjectParts *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdProjectParts, hd_project_parts_clear)

G_END_DECLS
