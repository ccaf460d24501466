/* hd-text-columns.h: how wide text is on a terminal
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** hd_text_columns: East Asian characters take two */
guint hd_text_columns (const char *text);

G_END_DECLS
