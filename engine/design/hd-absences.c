/* hd-absences.c: when components do nothing, as they have failed
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-absences"

#include "hd-absences.h"

#include <heddle/hd-error.h>

#include "hd-design-private.h"
#include "hd-i18n.h"

static void
begin (GHashTable *all,
       guint32 node,
       HdTime time)
{
  GArray *own = g_hash_table_lookup (all, GUINT_TO_POINTER (node + 1));
  const HdAbsence absence = { time, HD_TIME_MAX };

  if (own == NULL)
    {
      own = g_array_new (FALSE, FALSE, sizeof (HdAbsence));
      g_hash_table_insert (all, GUINT_TO_POINTER (node + 1), own);
    }
  if (own->len > 0 && g_array_index (own, HdAbsence, own->len - 1).until == time)
    g_array_index (own, HdAbsence, own->len - 1).until = HD_TIME_MAX;
  else
    g_array_append_val (own, absence);
}

/* What fails and is repaired at one time has not failed. */
static void
end (GHashTable *all,
     guint32 node,
     HdTime time)
{
  GArray *own = g_hash_table_lookup (all, GUINT_TO_POINTER (node + 1));
  HdAbsence *last = &g_array_index (own, HdAbsence, own->len - 1);

  if (last->from == time)
    g_array_set_size (own, own->len - 1);
  else
    last->until = time;
}

void
_hd_design_list_absences (HdDesign *self)
{
  HdDesignData *data = self->data;

  if (data->failed_nodes->len == 0 && data->changes->len == 0)
    return;
  data->absences = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  for (guint i = 0; i < data->failed_nodes->len; i++)
    begin (data->absences, g_array_index (data->failed_nodes, guint32, i), 0);
  for (guint i = 0; i < data->changes->len; i++)
    {
      const HdRunChange *change = hd_design_get_change (self, i);

      for (guint k = 0; k < change->n_nodes; k++)
        (change->nodes[k].failed ? begin : end) (data->absences, change->nodes[k].node, change->time);
    }
}

const GArray *
hd_absences_find (HdDesign *design,
                  guint32 node)
{
  const GArray *own = design->data->absences != NULL ? g_hash_table_lookup (design->data->absences, GUINT_TO_POINTER (node + 1)) : NULL;

  return own != NULL && own->len > 0 ? own : NULL;
}

gboolean
hd_absences_has_left (HdDesign *design,
                      guint32 node)
{
  return hd_absences_get_end (hd_absences_find (design, node)) == 0;
}

HdTime
hd_absences_pass (const GArray *self,
                  HdTime *start,
                  HdTime duration)
{
  HdTime time = *start;
  gboolean has_begun = FALSE;

  for (guint i = 0; self != NULL && i < self->len; i++)
    {
      const HdAbsence *absence = &g_array_index (self, HdAbsence, i);

      if (absence->until <= time)
        continue;
      if (time < absence->from && duration <= absence->from - time)
        break;
      if (time < absence->from)
        {
          duration -= absence->from - time;
          has_begun = TRUE;
        }
      if (absence->until == HD_TIME_MAX)
        return HD_TIME_MAX;
      time = absence->until;
      if (!has_begun)
        *start = time;
    }
  return hd_time_add (time, duration);
}

HdTime
hd_absences_measure (const GArray *self,
                     HdTime from,
                     HdTime until)
{
  HdTime sum = 0;

  for (guint i = 0; self != NULL && i < self->len; i++)
    {
      const HdAbsence *absence = &g_array_index (self, HdAbsence, i);

      sum += MAX (MIN (until, absence->until) - MAX (from, absence->from), 0);
    }
  return sum;
}

HdTime
hd_absences_get_end (const GArray *self)
{
  const HdAbsence *last = self != NULL ? &g_array_index (self, HdAbsence, self->len - 1) : NULL;

  return last != NULL && last->until == HD_TIME_MAX ? last->from : HD_TIME_MAX;
}

GError *
hd_absences_error (HdDesign *design,
                   guint32 node,
                   HdTime time)
{
  g_autofree char *path = hd_design_dup_node_path (design, node);

  return g_error_new (HD_ERROR, HD_ERROR_DEADLOCK, _("At %g s: “%s” has failed with work on it, and is not repaired"), hd_time_to_seconds (time), path);
}
