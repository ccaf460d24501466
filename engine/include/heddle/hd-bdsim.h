/* hd-bdsim.h: BDSim's two text files as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-catalog.h>
#include <heddle/hd-document.h>

G_BEGIN_DECLS

/**
 * hd_bdsim_convert:
 * @catalog: must hold the library manycore: its types are the kinds
 * @topology: (array length=topology_length): begins with "bdsim-topology 1"
 * @topology_name: for messages, and for the project's name
 * @parameters: (nullable) (array length=parameters_length): begins with "bdsim-parameter 1"
 * @parameters_name: (nullable): for messages
 *
 * Arrays stay arrays, loops become ranges and formulas. Latencies are cycles of a project variable `clock`. What stands on a line of @topology stands on the
 * same line of the project. Nothing in the files is executed.
 *
 * Errors: %HD_ERROR_SYNTAX, %HD_ERROR_NAME, %HD_ERROR_RANGE, %HD_ERROR_LIMIT, %HD_ERROR_INVALID and those of hd_parameter_parse (); the message begins
 * with file and line.
 *
 * Returns: (transfer full): the text of a project
 */
char *hd_bdsim_convert (HdCatalog *catalog,
                        const char *topology,
                        gsize topology_length,
                        const char *topology_name,
                        const char *parameters,
                        gsize parameters_length,
                        const char *parameters_name,
                        GError **error);
/**
 * hd_bdsim_read:
 * @file: NAME.topology; NAME.parameter beside it is read too, if it is there
 *
 * What hd_document_load () does with such a file.
 *
 * Errors: those of hd_bdsim_convert (); %HD_ERROR_IO.
 *
 * Returns: (transfer full): the text of a project
 */
char *hd_bdsim_read (GFile *file,
                     GCancellable *cancellable,
                     GError **error);
/** hd_bdsim_is_topology: by its name */
gboolean hd_bdsim_is_topology (GFile *file);
/** hd_bdsim_get_parameters: (transfer full): NAME.parameter of NAME.topology, whether it is there or not */
GFile *hd_bdsim_get_parameters (GFile *file);

G_END_DECLS
