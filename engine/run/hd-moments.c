/* hd-moments.c: what became of transfers from and to memories, moment by moment
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-moments"

#include "hd-moments-private.h"

#include <heddle/hd-catalog.h>

#include "hd-i18n.h"
#include "hd-output-table.h"

static gboolean
read_row (HdOutputRow *row,
          guint32 component,
          gpointer into)
{
  GArray *all = into;
  static const char *const kinds[] = { "read", "write", NULL };
  HdMoments moments = { .component = component };
  guint kind;

  if (!hd_output_row_take_number (row, 0, &moments.number) || !hd_output_row_take_word (row, kinds, &kind)
      || !hd_output_row_take_address (row, &moments.address) || !hd_output_row_take_number (row, 1, &moments.bytes)
      || !hd_output_row_take_node (row, &moments.memory))
    return FALSE;
  for (guint i = 0; i < HD_N_MOMENTS; i++)
    if (!hd_output_row_take_time (row, &moments.times[i]) || (i > 0 && moments.times[i] < moments.times[i - 1]))
      return FALSE;
  moments.is_write = kind == 1;
  g_array_append_val (all, moments);
  return TRUE;
}

static const HdOutputTable table = {
  .kind = HD_OUTPUT_TRANSFERS,
  .head = "transfer,kind,address,bytes,component,asked_s,sent_s,entered_s,arrived_s,served_s,reply_entered_s,answered_s",
  .form = N_("number, read or write, address, bytes, component, and seven moments in seconds of which none is before the one to its left"),
  .read_row = read_row,
};

gboolean
hd_moments_may_be_logged (HdDesign *design)
{
  return hd_output_may_be_written (design, table.kind);
}

gboolean
hd_moments_are_logged (HdDesign *design)
{
  const HdNode *nodes = hd_design_get_nodes (design);

  for (guint i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      guint index;

      if (hd_component_type_find_property (nodes[i].type, HD_PROPERTY_LOG, &index) != NULL && hd_design_get_parameters (design, i)[index] > 0)
        return TRUE;
    }
  return FALSE;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const HdMoments *one = a, *other = b;

  if (one->times[HD_MOMENT_ASKED] != other->times[HD_MOMENT_ASKED])
    return one->times[HD_MOMENT_ASKED] < other->times[HD_MOMENT_ASKED] ? -1 : 1;
  if (one->component != other->component)
    return one->component < other->component ? -1 : 1;
  return one->number < other->number ? -1 : one->number > other->number;
}

gboolean
_hd_moments_parse (HdDesign *design,
                   const char *name,
                   guint32 component,
                   const char *data,
                   gsize size,
                   GArray *moments,
                   GError **error)
{
  return hd_output_table_parse (&table, design, name, component, data, size, moments, error);
}

GArray *
hd_moments_read (HdRecord *record,
                 GError **error)
{
  g_autoptr (GArray) moments = g_array_new (FALSE, FALSE, sizeof (HdMoments));

  if (!hd_output_table_read (&table, record, moments, error))
    return NULL;
  g_array_sort (moments, compare);
  return g_steal_pointer (&moments);
}
