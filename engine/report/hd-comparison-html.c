/* hd-comparison-html.c: a comparison as a page that needs no other file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-comparison-html"

#include "hd-comparison-tables.h"

#include "hd-i18n.h"

/* Light or dark as the reader's screen is; a table that is wider than a small screen scrolls by itself. */
static const char style[] =
  ":root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.45 }\n"
  "body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem }\n"
  "h1 { font-size: 1.5rem } h2 { font-size: 1.1rem; margin-top: 2rem }\n"
  "dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem } dt { font-weight: 600 } dd { margin: 0 }\n"
  ".table { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums }\n"
  "th, td { padding: .3rem .8rem; border-bottom: 1px solid rgba(128, 128, 128, .35); white-space: nowrap }\n"
  "th, td { text-align: right } .name { text-align: left; white-space: normal; overflow-wrap: anywhere }\n"
  "thead th { font-weight: 600; border-bottom-width: 2px } tbody th { font-weight: normal }\n";

static void
append_escaped (GString *text,
                const char *words)
{
  g_autofree char *escaped = g_markup_escape_text (words, -1);

  g_string_append (text, escaped);
}

static void
append_cell (GString *text,
             const char *element,
             const char *scope,
             gboolean is_name,
             const char *words)
{
  g_string_append_printf (text, "<%s%s%s>", element, scope, is_name ? " class=\"name\"" : "");
  append_escaped (text, words);
  g_string_append_printf (text, "</%s>", element);
}

static void
append_table (GString *text,
              const HdComparisonTable *table)
{
  g_string_append (text, "<h2>");
  append_escaped (text, table->title);
  g_string_append (text, "</h2>\n<div class=\"table\"><table>\n<thead><tr>");
  for (guint i = 0; table->heads[i] != NULL; i++)
    append_cell (text, "th", " scope=\"col\"", i < table->n_names, table->heads[i]);
  g_string_append (text, "</tr></thead>\n<tbody>\n");
  for (guint r = 0; r < table->rows->len; r++)
    {
      char **cells = table->rows->pdata[r];

      g_string_append (text, "<tr>");
      for (guint i = 0; cells[i] != NULL; i++)
        append_cell (text, i == 0 ? "th" : "td", i == 0 ? " scope=\"row\"" : "", i < table->n_names, cells[i]);
      g_string_append (text, "</tr>\n");
    }
  g_string_append (text, "</tbody>\n</table></div>\n");
}

static void
append_run (GString *text,
            const char *letter,
            const HdOutcome *outcome,
            const char *name)
{
  g_autofree char *words = g_strdup_printf ("%s (%s)", outcome->project, name);

  g_string_append_printf (text, "<dt>%s</dt><dd>", letter);
  append_escaped (text, words);
  g_string_append (text, "</dd>\n");
}

char *
hd_comparison_to_html (const HdComparison *self,
                       const char *name_a,
                       const char *name_b,
                       guint n_links)
{
  g_autoptr (GPtrArray) tables = hd_comparison_list_tables (self, n_links);
  GString *text = g_string_new ("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
                                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");

  append_escaped (text, _("Two Runs Compared"));
  g_string_append_printf (text, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>", style);
  append_escaped (text, _("Two Runs Compared"));
  g_string_append (text, "</h1>\n<dl>\n");
  append_run (text, "A", self->a, name_a);
  append_run (text, "B", self->b, name_b);
  g_string_append (text, "</dl>\n<p>");
  append_escaped (text, hd_comparison_get_verdict (self));
  g_string_append (text, "</p>\n");
  for (guint i = 0; i < tables->len; i++)
    append_table (text, tables->pdata[i]);
  g_string_append (text, "</body>\n</html>\n");
  return g_string_free (text, FALSE);
}
