/* hd-text-columns.c: text side by side on a terminal
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-text-columns"

#include "hd-text-columns.h"

#define GAP 2

guint
hd_text_columns (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text = g_utf8_next_char (text))
    n += g_unichar_iswide (g_utf8_get_char (text)) ? 2 : 1;
  return n;
}

static void
measure (char **cells,
         guint *widths)
{
  for (guint i = 0; cells[i] != NULL; i++)
    widths[i] = MAX (widths[i], hd_text_columns (cells[i]));
}

static void
append_line (GString *text,
             char **cells,
             guint n_names,
             guint n_heads,
             const guint *widths)
{
  for (guint i = 0; cells[i] != NULL; i++)
    {
      int space = (int) (widths[i] - hd_text_columns (cells[i]));

      if (i < n_names || i >= n_heads) /* a remark behind the columns is words, too */
        g_string_append_printf (text, "%*s%s%*s", GAP, "", cells[i], cells[i + 1] != NULL ? space : 0, "");
      else
        g_string_append_printf (text, "%*s%s", GAP + space, "", cells[i]);
    }
  g_string_append_c (text, '\n');
}

void
hd_text_columns_append (GString *text,
                        char **heads,
                        const GPtrArray *rows,
                        guint n_names)
{
  guint n_heads = g_strv_length (heads);
  g_autofree guint *widths = g_new0 (guint, n_heads + 1);

  measure (heads, widths);
  for (guint r = 0; r < rows->len; r++)
    measure (rows->pdata[r], widths);
  append_line (text, heads, n_names, n_heads, widths);
  for (guint r = 0; r < rows->len; r++)
    append_line (text, rows->pdata[r], n_names, n_heads, widths);
}
