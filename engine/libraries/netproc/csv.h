/* csv.h: words of others in files with commas
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <stddef.h>

/** csv_write: @text, of @n bytes, in quotation marks if it has commas, quotation marks or ends of lines (RFC 4180); cut off to @room bytes with the zero behind it, at least 3 */
const char *csv_write (char *out,
                       size_t room,
                       const char *text,
                       size_t n);
