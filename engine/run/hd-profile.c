/* hd-profile.c: where programs that components executed spent their time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-profile"

#include "hd-profile-private.h"

#include "hd-i18n.h"
#include "hd-output-table.h"

typedef struct
{
  GArray *rows; /* of HdProfileRow */
  GStringChunk *texts;
} Profile;

static gboolean
read_row (HdOutputRow *row,
          guint32 component,
          gpointer into)
{
  Profile *self = into;
  HdProfileRow read;

  if (!hd_output_row_take_text (row, self->texts, &read.program) || !hd_output_row_take_address (row, &read.address) || !hd_output_row_take_number (row, 1, &read.instructions)
      || !hd_output_row_take_number (row, 0, &read.issue_cycles) || !hd_output_row_take_number (row, 0, &read.waited_cycles)
      || !hd_output_row_take_text (row, self->texts, &read.function) || !hd_output_row_take_text (row, self->texts, &read.file) || !hd_output_row_take_number (row, 0, &read.line)
      || !hd_output_row_take_text (row, self->texts, &read.calls))
    return FALSE;
  g_array_append_val (self->rows, read);
  return TRUE;
}

static const HdOutputTable table = {
  .kind = HD_OUTPUT_PROFILE,
  .head = "program,address,instructions,issue_cycles,waited_cycles,function,file,line,calls",
  .form = N_("program, address, how often it was executed, cycles that it took and was waited for, function, file, line, and calls"),
  .read_row = read_row,
};

gboolean
hd_profile_may_be_written (HdDesign *design)
{
  return hd_output_may_be_written (design, table.kind);
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const HdProfileRow *one = a, *other = b;
  int order = g_strcmp0 (one->program, other->program);

  return order != 0 ? order : (one->address > other->address) - (one->address < other->address);
}

/* By program and address; those of one instruction are one. */
static void
add_up (GArray *rows)
{
  guint n = 0;

  g_array_sort (rows, compare);
  for (guint i = 0; i < rows->len; i++)
    {
      HdProfileRow *row = &g_array_index (rows, HdProfileRow, i), *last = n > 0 ? &g_array_index (rows, HdProfileRow, n - 1) : NULL;

      if (last != NULL && compare (last, row) == 0)
        {
          last->instructions += row->instructions;
          last->issue_cycles += row->issue_cycles;
          last->waited_cycles += row->waited_cycles;
          continue;
        }
      g_array_index (rows, HdProfileRow, n++) = *row;
    }
  g_array_set_size (rows, n);
}

GArray *
_hd_profile_parse (HdDesign *design,
                   const char *name,
                   const char *data,
                   gsize size,
                   GStringChunk *texts,
                   GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (HdProfileRow));

  if (!hd_output_table_parse (&table, design, name, 0, data, size, &(Profile){ rows, texts }, error))
    return NULL;
  add_up (rows);
  return g_steal_pointer (&rows);
}

GArray *
hd_profile_read (HdRecord *record,
                 GStringChunk *texts,
                 GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (HdProfileRow));

  if (!hd_output_table_read (&table, record, &(Profile){ rows, texts }, error))
    return NULL;
  add_up (rows);
  return g_steal_pointer (&rows);
}
