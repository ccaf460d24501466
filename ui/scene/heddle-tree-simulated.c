/* heddle-tree-simulated.c: what a run says about an aggregation tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-simulated"

#include "heddle-tree-simulated.h"

#include <stdlib.h>

/* ---- which workload -------------------------------------------------------------------------------------------------- */

/* What is not written holds by default. */
static gboolean
says (const HdElement *workload,
      const char      *key,
      const char      *wanted,
      const char      *otherwise)
{
  const HdValue *value = hd_element_get (workload, key);
  const char *text = value != NULL && value->kind == HD_VALUE_WORD ? value->word : hd_element_get_text (workload, key);

  return g_strcmp0 (text != NULL ? text : otherwise, wanted) == 0;
}

static gboolean
is_number (const HdElement *workload,
           const char      *key,
           double           wanted,
           double           otherwise)
{
  const HdValue *value = hd_element_get (workload, key);

  return (value != NULL && value->kind == HD_VALUE_QUANTITY ? value->quantity.value : otherwise) == wanted;
}

static gboolean
goes_along (const HdElement *workload,
            const char      *communicator,
            HdTree          *tree)
{
  HdTreeOperation operation = hd_tree_get_operation (tree);

  return says (workload, "type", "collective", NULL) && says (workload, "on", communicator, NULL)
         && says (workload, "operation", hd_tree_operation_get_id (operation), "all-reduce")
         && says (workload, "algorithm", hd_tree_algorithm_get_id (hd_tree_get_algorithm (tree)), NULL)
         && says (workload, "placement", "listed", "listed") && says (workload, "back", "multicast", "multicast")
         && is_number (workload, "root", 0, 0)
         && (hd_tree_get_width (tree) == 0 || is_number (workload, "k", hd_tree_get_width (tree), 0))
         && (operation == HD_TREE_BARRIER || is_number (workload, "bytes", hd_tree_get_bytes (tree), -1));
}

/* ---- its repeats ----------------------------------------------------------------------------------------------------- */

static int
compare_times (const void *a,
               const void *b)
{
  const HdTime *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

/* At packet fidelity each workload has a lane, in order, with a span for each repeat. */
static GArray *
collect_times (HdRecord *record,
               guint     lane)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (HdTime));
  guint64 n, of_chunk;

  if (lane >= hd_record_get_n_lanes (record))
    return times;
  n = hd_record_get_n_spans (record, lane);
  for (guint64 first = 0; first < n; first += of_chunk)
    {
      const HdSpan *spans = hd_record_peek_spans (record, lane, first, &of_chunk);

      of_chunk = MIN (of_chunk, n - first);
      for (guint64 i = 0; i < of_chunk; i++)
        if (!spans[i].unfinished)
          {
            HdTime time = spans[i].end - spans[i].start;

            g_array_append_val (times, time);
          }
    }
  return times;
}

gboolean
heddle_tree_find_simulated (HdRecord   *record,
                            const char *communicator,
                            HdTree     *tree,
                            double     *out_median_s,
                            guint      *out_n)
{
  HdDesign *design = hd_record_get_design (record);

  if (hd_design_get_run_settings (design)->fidelity != HD_FIDELITY_PACKET)
    return FALSE;
  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    if (goes_along (hd_design_get_workload (design, i), communicator, tree))
      {
        g_autoptr (GArray) times = collect_times (record, i);

        if (times->len == 0)
          return FALSE;
        qsort (times->data, times->len, sizeof (HdTime), compare_times);
        *out_median_s = hd_time_to_seconds (g_array_index (times, HdTime, times->len / 2));
        *out_n = times->len;
        return TRUE;
      }
  return FALSE;
}
