/* hd-workload-import.h: workload graphs of other programs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-import.h>

G_BEGIN_DECLS

/**
 * hd_workload_read:
 * @file: a directed GraphML graph: nodes are vertices, edges dependencies, attributes are called as those of a project's <vertex> and <edge>
 * @loading: (nullable): its map says which attributes are called otherwise, and the units of plain numbers (FLOP and B without it)
 *
 * Errors: as hd_import_read (); %HD_ERROR_INVALID too for a graph that is not directed.
 *
 * Returns: (transfer full): a <workload> of no document yet; %NULL on error
 */
HdObject *hd_workload_read (GFile *file,
                            const HdLoading *loading,
                            GCancellable *cancellable,
                            GError **error);
/**
 * hd_workload_replace:
 * @workload: of hd_workload_read ()
 *
 * It becomes the project's workload, instead of the one that there is; the communicator that the old one was on stays if the graph names none. One
 * step of undo; after an error the document is as it was. Places and members are checked with the project, not here.
 *
 * Errors: %HD_ERROR_INVALID: the project has several workloads
 *
 * Returns: its uid, 0 on error
 */
guint64 hd_workload_replace (HdDocument *document,
                             HdObject *workload,
                             GError **error);
/** hd_workload_import: both */
gboolean hd_workload_import (HdDocument *document,
                             GFile *file,
                             const HdLoading *loading,
                             GCancellable *cancellable,
                             GError **error);

G_END_DECLS
