/* hd-workload-import.h: workload graphs of other programs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-import.h>

G_BEGIN_DECLS

/**
 * hd_workload_import:
 * @file: a directed GraphML graph: nodes are vertices, edges dependencies, attributes are called as those of a project's <vertex> and <edge>
 * @loading: (nullable): its map says which attributes are called otherwise, and the units of plain numbers (FLOP and B without it)
 *
 * The graph becomes the project's workload, instead of the one that it has; the communicator that the old one was on stays if the graph names none.
 * One step of undo; after an error the document is as it was. Places and members are checked with the project, not here.
 *
 * Errors: as hd_import_read (); %HD_ERROR_INVALID too for a graph that is not directed and a project of several workloads.
 */
gboolean hd_workload_import (HdDocument *document,
                             GFile *file,
                             const HdLoading *loading,
                             GCancellable *cancellable,
                             GError **error);

G_END_DECLS
