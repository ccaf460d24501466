/* hd-simgrid.h: a SimGrid platform as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/hd-import.h>

G_BEGIN_DECLS

/**
 * hd_simgrid_convert:
 * @file_name: for messages
 * @name: of the project
 *
 * Errors: those of hd_import_read ().
 *
 * Returns: (transfer full): the text of a project
 */
char *hd_simgrid_convert (GInputStream *stream,
                          const char *file_name,
                          const char *name,
                          HdImportReport *report,
                          GCancellable *cancellable,
                          GError **error);

G_END_DECLS
