/* hd-graphml.h: a GraphML graph as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/hd-import.h>

G_BEGIN_DECLS

/**
 * hd_graphml_convert:
 * @map: (array zero-terminated=1) (nullable): KEY=PARAMETER or KEY=PARAMETER:UNIT; where nothing is said, names decide
 *
 * Errors: those of hd_import_read ().
 *
 * Returns: (transfer full): the text of a project
 */
char *hd_graphml_convert (GInputStream *stream,
                          const char *file_name,
                          const char *name,
                          const char *const *map,
                          HdImportReport *report,
                          GCancellable *cancellable,
                          GError **error);

G_END_DECLS
