/* heddle-tree-picture.h: aggregation trees as one picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-export.h"
#include "heddle-tree-layout.h"

G_BEGIN_DECLS

/* @out_shape borrows from @tree. */
void     heddle_tree_picture_shape  (HdTree              *tree,
                                     HeddleTreeShape     *out_shape);
/* Each tree with its figures above it, one below the other. Errors: HEDDLE_EXPORT_ERROR, G_IO_ERROR. */
gboolean heddle_tree_picture_export (HdTree *const       *trees,
                                     guint                n_trees,
                                     const char          *path,
                                     HeddleExportFormat   format,
                                     double               scale,
                                     gboolean             dark,
                                     GError             **error);

G_END_DECLS
