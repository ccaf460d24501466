/* hd-graphml-workload.h: a GraphML graph as a workload
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>
#include <heddle/hd-import.h>

G_BEGIN_DECLS

/** hd_graphml_read_workload: as hd_workload_import (); @map is nullable; a tree that is in no document yet */
HdObject *hd_graphml_read_workload (GInputStream *stream,
                                    const char *file_name,
                                    const char *const *map,
                                    HdImportReport *report,
                                    GCancellable *cancellable,
                                    GError **error);

G_END_DECLS
