/* hd-aggregator.c: the aggregation unit of a NIC or a switch
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-aggregator"

#include "hd-aggregator.h"

#include <string.h>

#include "hd-i18n.h"

struct _HdAggregation
{
  guint32 n_operands;
  guint32 first_child; /* 1 if operand 0 is the node's own */
  guint32 n_combined;  /* operands 0 to n - 1 are in the sums */
  guint32 n_missing;
  guint32 n_elements;
  HdTime ready;
  gboolean *is_here;    /* by operand */
  const double **kept;  /* by operand: came before its turn */
  double *sums;
};

struct _HdAggregator
{
  char *path;
  guint32 entries;
  guint32 degree;
  HdTreeStage stage;
  GPtrArray *table; /* of HdAggregation */
  HdTime free_at;   /* when the unit has handled everything that has come */
  guint32 n_kept;
  HdAggregatorStatistics statistics;
};

HdTime
hd_tree_stage_get_time (const HdTreeStage *self,
                        double bytes,
                        gboolean reduces)
{
  double per_byte = self->store_s_per_byte + (reduces ? self->reduce_s_per_byte : 0);

  return hd_time_from_seconds (self->match_s + bytes * per_byte);
}

static void
aggregation_free (gpointer data)
{
  HdAggregation *self = data;

  g_free (self->is_here);
  g_free (self->kept);
  g_free (self->sums);
  g_free (self);
}

HdAggregator *
hd_aggregator_new (const HdAggregatorRules *rules)
{
  HdAggregator *self = g_new0 (HdAggregator, 1);

  self->path = g_strdup (rules->path);
  self->entries = rules->entries;
  self->degree = rules->degree;
  self->stage = rules->stage;
  self->table = g_ptr_array_new_with_free_func (aggregation_free);
  return self;
}

void
hd_aggregator_free (HdAggregator *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->table);
  g_free (self->path);
  g_free (self);
}

/* ---- the table ------------------------------------------------------------------------------------------------------- */

HdAggregation *
hd_aggregator_open (HdAggregator *self,
                    guint32 n_children,
                    gboolean has_own,
                    guint32 n_elements,
                    GError **error)
{
  HdAggregation *entry;

  if (self->table->len >= self->entries)
    {
      g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_ENTRIES, _("All %u aggregation entries of “%s” are in use"), self->entries, self->path);
      return NULL;
    }
  if (n_children > self->degree)
    {
      g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_DEGREE, _("“%s” would have %u children in a tree, but can have %u"), self->path, n_children,
                   self->degree);
      return NULL;
    }
  entry = g_new0 (HdAggregation, 1);
  entry->first_child = has_own ? 1 : 0;
  entry->n_operands = n_children + entry->first_child;
  entry->n_missing = entry->n_operands;
  entry->n_elements = n_elements;
  entry->is_here = g_new0 (gboolean, entry->n_operands + 1);
  entry->kept = g_new0 (const double *, entry->n_operands + 1);
  entry->sums = g_new0 (double, n_elements + 1);
  g_ptr_array_add (self->table, entry);
  return entry;
}

void
hd_aggregator_close (HdAggregator *self,
                     HdAggregation *entry)
{
  gboolean was_there = g_ptr_array_remove (self->table, entry);

  g_return_if_fail (was_there);
}

guint32
hd_aggregator_get_n_entries (HdAggregator *self)
{
  return self->table->len;
}

/* ---- the unit -------------------------------------------------------------------------------------------------------- */

static void
combine (HdAggregation *entry,
         const double *values)
{
  if (entry->n_combined == 0 && entry->n_elements > 0)
    memcpy (entry->sums, values, entry->n_elements * sizeof (double));
  else
    for (guint32 i = 0; i < entry->n_elements; i++)
      entry->sums[i] += values[i];
  entry->n_combined++;
}

/* Takes in an operand, and those behind it that have waited for it. */
static gboolean
put (HdAggregator *self,
     HdAggregation *entry,
     guint32 operand,
     HdTime ready,
     const double *values,
     HdTime *out_ready)
{
  g_assert (operand < entry->n_operands && !entry->is_here[operand]);

  entry->ready = entry->n_missing == entry->n_operands ? ready : MAX (entry->ready, ready);
  entry->is_here[operand] = TRUE;
  entry->n_missing--;
  if (operand == entry->n_combined)
    {
      combine (entry, values);
      for (; entry->n_combined < entry->n_operands && entry->is_here[entry->n_combined]; self->n_kept--)
        combine (entry, entry->kept[entry->n_combined]);
    }
  else
    {
      entry->kept[operand] = values;
      self->n_kept++;
      self->statistics.most_kept = MAX (self->statistics.most_kept, self->n_kept);
    }
  if (entry->n_missing > 0)
    return FALSE;
  memset (entry->is_here, 0, entry->n_operands * sizeof *entry->is_here);
  entry->n_combined = 0;
  entry->n_missing = entry->n_operands;
  *out_ready = entry->ready;
  return TRUE;
}

HdTime
hd_aggregator_handle (HdAggregator *self,
                      HdTime now,
                      double bytes)
{
  HdTime start = MAX (self->free_at, now);
  HdTime handling = hd_tree_stage_get_time (&self->stage, bytes, TRUE);

  self->free_at = hd_time_add (start, handling);
  self->statistics.packets++;
  self->statistics.busy = hd_time_add (self->statistics.busy, handling);
  self->statistics.longest_wait = MAX (self->statistics.longest_wait, start - now);
  return self->free_at;
}

gboolean
hd_aggregator_receive (HdAggregator *self,
                       HdAggregation *entry,
                       guint32 operand,
                       HdTime now,
                       double bytes,
                       const double *values,
                       HdTime *out_ready)
{
  return put (self, entry, operand, hd_aggregator_handle (self, now, bytes), values, out_ready);
}

gboolean
hd_aggregator_contribute (HdAggregator *self,
                          HdAggregation *entry,
                          HdTime now,
                          const double *values,
                          HdTime *out_ready)
{
  g_assert (entry->first_child == 1);

  return put (self, entry, 0, now, values, out_ready);
}

const double *
hd_aggregation_get_values (const HdAggregation *self)
{
  return self->sums;
}

const HdAggregatorStatistics *
hd_aggregator_get_statistics (const HdAggregator *self)
{
  return &self->statistics;
}
