/* hd-io-error.h: why a file could not be read
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

/* In the words of the system and without the file's name, for a sentence that names the file: "No such file or directory". */
const char *hd_io_error_get_reason (const GError *error);
