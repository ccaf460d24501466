/* hd-record-tree.c: how far repeats of a collective have come along its aggregation tree
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-record-tree"

#include "hd-record-private.h"

HdTree *
hd_record_get_tree (HdRecord *self,
                    guint lane)
{
  HdTreeLog *log = _hd_record_get_log (self, lane);

  return log != NULL ? hd_tree_log_get_tree (log) : NULL;
}

guint32
hd_record_find_repeat (HdRecord *self,
                       guint lane,
                       HdTime moment,
                       HdTime *out_begin)
{
  HdTreeLog *log = _hd_record_get_log (self, lane);
  guint32 low = 0, high = log != NULL ? hd_tree_log_get_n (log) : 0;

  moment = MIN (moment, hd_record_get_time (self));
  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (hd_tree_log_get_begin (log, middle) <= moment)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return HD_NO_ID;
  *out_begin = hd_tree_log_get_begin (log, low - 1);
  return low - 1;
}

void
hd_record_read_tree (HdRecord *self,
                     guint lane,
                     guint32 repeat,
                     HdTime moment,
                     guint8 *out_progress)
{
  HdTreeLog *log = _hd_record_get_log (self, lane);
  guint32 n;

  g_return_if_fail (log != NULL && repeat < hd_tree_log_get_n (log));

  n = hd_tree_get_n_vertices (hd_tree_log_get_tree (log));
  moment = MIN (moment, hd_record_get_time (self));
  for (guint32 v = 0; v < n; v++)
    if (hd_tree_log_get_informed (log, repeat, v) <= moment)
      out_progress[v] = HD_TREE_INFORMED;
    else
      out_progress[v] = hd_tree_log_get_gathered (log, repeat, v) <= moment ? HD_TREE_GATHERED : HD_TREE_WAITING;
}
