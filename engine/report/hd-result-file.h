/* hd-result-file.h: results as files, as the JSON report makes them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * hd_result_file_load:
 *
 * Returns: (transfer full): whose root is an object, of whatever members
 *
 * Errors: %HD_ERROR_IO, %HD_ERROR_SYNTAX.
 */
JsonParser *hd_result_file_load (const char *path,
                                 GError **error);
/** hd_result_file_get_root: (transfer none) */
JsonObject *hd_result_file_get_root (JsonParser *parser);
/* Of members that may be missing, or of another type: then %NULL, as of @object %NULL. */
JsonObject *hd_result_file_get_object (JsonObject *object,
                                       const char *name);
JsonArray *hd_result_file_get_array (JsonObject *object,
                                     const char *name);
const char *hd_result_file_get_text (JsonObject *object,
                                     const char *name);
/** hd_result_file_get_number: %FALSE if it is none */
gboolean hd_result_file_get_number (JsonObject *object,
                                    const char *name,
                                    double *out_value);
/** hd_result_file_dup_texts: %NULL, too, if anything in the list is no text */
char **hd_result_file_dup_texts (JsonObject *object,
                                 const char *name);

/** hd_result_file_dup_inputs: files that the run has read, as hd_record_dup_inputs () has them */
char *hd_result_file_dup_inputs (JsonObject *root);

G_END_DECLS
