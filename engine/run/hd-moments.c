/* hd-moments.c: what became of transfers from and to memories, moment by moment
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-moments"

#include "hd-moments-private.h"

#include <heddle/hd-catalog.h>

#include "hd-i18n.h"
#include "hd-output-table.h"

/* Of a read that knows none, and of a write, both columns are empty. */
static gboolean
read_source (HdOutputRow *row,
             HdMoments *moments)
{
  if (hd_output_row_take_nothing (row))
    return hd_output_row_take_nothing (row);
  return !moments->is_write && hd_output_row_take_node (row, &moments->writer) && hd_output_row_take_number (row, 0, &moments->write);
}

/* Those that had not come when the run ended are empty. */
static gboolean
read_times (HdOutputRow *row,
            HdMoments *moments)
{
  for (guint i = 0; i < HD_N_MOMENTS; i++)
    {
      gboolean is_empty = hd_output_row_take_nothing (row);

      if (!is_empty && (i > moments->n_moments || !hd_output_row_take_time (row, &moments->times[i]) || (i > 0 && moments->times[i] < moments->times[i - 1])))
        return FALSE;
      moments->n_moments += !is_empty;
      if (is_empty && i > 0)
        moments->times[i] = moments->times[i - 1];
    }
  return moments->n_moments > 0;
}

static gboolean
read_row (HdOutputRow *row,
          guint32 component,
          gpointer into)
{
  GArray *all = into;
  static const char *const kinds[] = { "read", "write", NULL };
  HdMoments moments = { .component = component, .writer = HD_NO_ID, .source = HD_NO_ID };
  guint kind;

  if (!hd_output_row_take_number (row, 0, &moments.number) || !hd_output_row_take_word (row, kinds, &kind)
      || !hd_output_row_take_address (row, &moments.address) || !hd_output_row_take_number (row, 1, &moments.bytes)
      || !hd_output_row_take_node (row, &moments.memory))
    return FALSE;
  moments.is_write = kind == 1;
  if (!read_source (row, &moments))
    return FALSE;
  if (!read_times (row, &moments))
    return FALSE;
  g_array_append_val (all, moments);
  return TRUE;
}

static const HdOutputTable table = {
  .kind = HD_OUTPUT_TRANSFERS,
  .head = "transfer,kind,address,bytes,component,writer,write,asked_s,taken_s,sent_s,entered_s,arrived_s,served_s,reply_entered_s,answered_s,stored_s",
  .form = N_("number, read or write, address, bytes, component, the writer and the number of its write if a read knows them, and nine moments in seconds of which none is before the one to its left and the last ones may be empty"),
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

static guint
hash (gconstpointer key)
{
  const HdMoments *moments = key;

  return g_int64_hash (&moments->number) ^ moments->component * 0x9e3779b9u;
}

static gboolean
is_same (gconstpointer a,
         gconstpointer b)
{
  const HdMoments *one = a, *other = b;

  return one->number == other->number && one->component == other->component;
}

/* Of what was not done a chiplet may have known moments behind the end. */
static void
cut (GArray *all,
     HdTime end)
{
  for (guint i = 0; i < all->len; i++)
    {
      HdMoments *moments = &g_array_index (all, HdMoments, i);

      if (moments->n_moments == HD_N_MOMENTS)
        continue;
      while (moments->n_moments > 1 && moments->times[moments->n_moments - 1] > end)
        moments->n_moments--;
      for (guint k = moments->n_moments; k < HD_N_MOMENTS; k++)
        moments->times[k] = MAX (end, moments->times[k - 1]);
    }
}

/* Finds the writes that others have read. */
static void
link_sources (GArray *all)
{
  HdMoments *first = (HdMoments *) (gpointer) all->data;
  g_autoptr (GHashTable) writes = g_hash_table_new (hash, is_same);

  for (guint i = 0; i < all->len; i++)
    if (first[i].is_write)
      g_hash_table_add (writes, &first[i]);
  for (guint i = 0; i < all->len; i++)
    if (first[i].writer != HD_NO_ID)
      {
        const HdMoments *write = g_hash_table_lookup (writes, &(HdMoments){ .number = first[i].write, .component = first[i].writer });

        if (write != NULL && write->n_moments > HD_MOMENT_SERVED && write->times[HD_MOMENT_SERVED] <= first[i].times[HD_MOMENT_SERVED])
          first[i].source = (guint32) (write - first);
      }
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
  cut (moments, hd_record_get_time (record));
  g_array_sort (moments, compare);
  link_sources (moments);
  return g_steal_pointer (&moments);
}
