/* hd-popnet.h: what popnet simulates as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-import.h>

#include "hd-popnet-options.h"

G_BEGIN_DECLS

/** hd_popnet_wants: whether a file holds a trace or a command line, by how it begins; files elsewhere than on this machine are not looked at */
gboolean hd_popnet_wants (GFile *file);
/**
 * hd_popnet_read:
 * @loading: with a command line @file is the trace, without one it says itself which of the two it is
 *
 * Errors: %HD_ERROR_IO, and those of hd_popnet_options_parse () and hd_popnet_trace_measure ()
 *
 * Returns: (transfer full): the text of a project
 */
char *hd_popnet_read (GFile *file,
                      const HdLoading *loading,
                      HdImportReport *report,
                      GError **error);
/**
 * hd_popnet_convert:
 * @trace: as the project names it
 * @measured: (nullable): the grid that the trace needs, of one that comes without options
 */
char *hd_popnet_convert (const HdPopnetOptions *options,
                         const char *trace,
                         const HdPopnetShape *measured,
                         const char *name,
                         HdImportReport *report);

G_END_DECLS
