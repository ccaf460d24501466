/* fuzz-table.c: any bytes as a table of a network processor
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: of each kind it is a table, whose entries are found again, or an error that names the file and a line that it has.
 */
#include <string.h>

#include <glib.h>

#include "allotment.h"
#include "routes.h"

#define MOST 1000

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_end (int is_read,
           const Table *table,
           const char *why,
           const char *text)
{
  guint64 line;

  g_assert_cmpint (is_read, ==, *why == '\0');
  if (is_read)
    return;
  g_assert_true (g_str_has_prefix (why, "t:"));
  line = g_ascii_strtoull (why + 2, NULL, 10);
  g_assert_cmpuint (line, ==, table->line);
  for (const char *at = text; line > 1; line--)
    {
      at = memchr (at, '\n', (gsize) (table->end - at));
      g_assert_nonnull (at);
      at++;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_malloc0 (size + 1);
  guint64 costs[4];
  char why[256];
  Entries entries;
  Routes routes;
  Table table;

  memcpy (text, data, size);
  entries_init (&entries, MOST);
  table_open (&table, "t", text, size, why, sizeof why);
  check_end (entries_read (&entries, 0, &table), &table, why, text);
  for (guint i = 0; i < entries.n; i++)
    g_assert_true (entries_find (&entries, &entries.all[i].key) == entries.all[i].value);
  entries_clear (&entries);

  routes_init (&routes, MOST);
  table_open (&table, "t", text, size, why, sizeof why);
  check_end (routes_read (&routes, &table), &table, why, text);
  for (guint i = 0; i < routes.entries.n; i++)
    {
      guint32 number, length;

      g_assert_true (routes_find (&routes, routes.entries.all[i].key.bytes, routes.entries.all[i].key.n, &number, &length));
      g_assert_cmpuint (length, >=, routes.entries.all[i].key.table);
    }
  routes_clear (&routes);

  table_open (&table, "t", text, size, why, sizeof why);
  check_end (allotment_read_costs (&table, "a", 4, costs), &table, why, text);
  return 0;
}
