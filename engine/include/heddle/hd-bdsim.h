/* hd-bdsim.h: BDSim's two text files as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

/**
 * hd_bdsim_convert:
 * @topology: (array length=topology_length): begins with "bdsim-topology 1"
 * @topology_name: for messages
 * @parameters: (nullable) (array length=parameters_length): begins with "bdsim-parameter 1"
 * @parameters_name: (nullable): for messages
 *
 * Kinds of component become types of the library manycore; arrays stay arrays, loops become ranges and formulas. Latencies are cycles of a project variable
 * `clock`. Nothing in the files is executed.
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_NAME, %HD_ERROR_RANGE, %HD_ERROR_LIMIT; the message begins with file and line.
 *
 * Returns: (transfer full): the text of a project
 */
char *hd_bdsim_convert (const char *topology,
                        gsize topology_length,
                        const char *topology_name,
                        const char *parameters,
                        gsize parameters_length,
                        const char *parameters_name,
                        GError **error);
/**
 * hd_bdsim_load:
 * @file: NAME.topology; NAME.parameter beside it is read too, if it is there
 *
 * Errors: those of hd_bdsim_convert () and hd_document_load ().
 */
HdDocument *hd_bdsim_load (GFile *file,
                           HdProblemList *problems,
                           GCancellable *cancellable,
                           GError **error);

G_END_DECLS
