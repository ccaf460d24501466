/* hd-text-columns.h: text side by side on a terminal
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** hd_text_columns: East Asian characters take two */
guint hd_text_columns (const char *text);
/**
 * hd_text_columns_append: a table, each column as wide as it must be
 * @heads: (array zero-terminated=1)
 * @rows: (element-type GStrv): as long, or with one cell more
 * @n_names: columns from the left that hold words, which begin where their column does; figures end where it ends
 */
void hd_text_columns_append (GString *text,
                             char **heads,
                             const GPtrArray *rows,
                             guint n_names);

G_END_DECLS
