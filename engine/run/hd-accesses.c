/* hd-accesses.c: who was at which addresses of which memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-accesses"

#include "hd-accesses-private.h"

#include "hd-i18n.h"
#include "hd-output-table.h"

static gboolean
read_row (HdOutputRow *row,
          guint32 memory,
          gpointer into)
{
  GArray *accesses = into;
  HdMemoryAccess access = { .memory = memory };

  if (!hd_output_row_take_address (row, &access.address) || !hd_output_row_take_number (row, 1, &access.bytes)
      || !hd_output_row_take_node (row, &access.component) || !hd_output_row_take_number (row, 0, &access.read)
      || !hd_output_row_take_number (row, 0, &access.written))
    return FALSE;
  g_array_append_val (accesses, access);
  return TRUE;
}

static const HdOutputTable table = {
  .kind = HD_OUTPUT_ACCESSES,
  .head = "address,bytes,component,read_bytes,written_bytes",
  .form = N_("address, bytes, component, bytes read and bytes written"),
  .read_row = read_row,
};

gboolean
hd_accesses_are_counted (HdDesign *design)
{
  return hd_output_may_be_written (design, table.kind);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const HdMemoryAccess *one = a, *other = b;

  if (one->address != other->address)
    return one->address < other->address ? -1 : 1;
  if (one->component != other->component)
    return one->component < other->component ? -1 : 1;
  return one->memory < other->memory ? -1 : one->memory > other->memory;
}

GArray *
hd_accesses_read (HdRecord *record,
                  GError **error)
{
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (HdMemoryAccess));

  if (!hd_output_table_read (&table, record, accesses, error))
    return NULL;
  g_array_sort (accesses, compare);
  return g_steal_pointer (&accesses);
}

gboolean
hd_accesses_add (HdDesign *design,
                 guint32 memory,
                 const GString *text,
                 GArray *accesses)
{
  return hd_output_table_parse (&table, design, "", memory, text->str, text->len, accesses, NULL);
}

void
hd_accesses_sort (GArray *accesses)
{
  g_array_sort (accesses, compare);
}
