/* heddle-tree-simulated.c: what a run says about an aggregation tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-simulated"

#include "heddle-tree-simulated.h"

/* ---- which workload -------------------------------------------------------------------------------------------------- */

static const char *
get_text (const HdElement *workload,
          const char      *key)
{
  const HdValue *value = hd_element_get (workload, key);

  return value != NULL && value->kind == HD_VALUE_WORD ? value->word : hd_element_get_text (workload, key);
}

/* What is not written holds by default. */
static gboolean
says (const HdElement *workload,
      const char      *key,
      const char      *wanted,
      const char      *otherwise)
{
  const char *text = get_text (workload, key);

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

typedef struct
{
  HdTime time;
  guint32 repeat;
} Repeat;

static int
compare_repeats (gconstpointer a,
                 gconstpointer b)
{
  const Repeat *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->repeat > y->repeat) - (x->repeat < y->repeat);
}

/* It has a span for each repeat. */
static GArray *
collect_repeats (HdRecord *record,
                 guint     lane)
{
  GArray *repeats = g_array_new (FALSE, FALSE, sizeof (Repeat));
  guint64 n = hd_record_get_n_spans (record, lane), of_chunk;

  for (guint64 first = 0; first < n; first += of_chunk)
    {
      const HdSpan *spans = hd_record_peek_spans (record, lane, first, &of_chunk);

      of_chunk = MIN (of_chunk, n - first);
      for (guint64 i = 0; i < of_chunk; i++)
        if (!spans[i].unfinished)
          {
            Repeat repeat = { spans[i].end - spans[i].start, (guint32) (first + i) };

            g_array_append_val (repeats, repeat);
          }
    }
  return repeats;
}

static void
find_median (HdRecord            *record,
             HeddleTreeSimulated *simulated)
{
  g_autoptr (GArray) repeats = collect_repeats (record, simulated->lane);
  const Repeat *middle;

  if (repeats->len == 0)
    return;
  g_array_sort (repeats, compare_repeats);
  middle = &g_array_index (repeats, Repeat, repeats->len / 2);
  simulated->n = repeats->len;
  simulated->median = middle->time;
  simulated->repeat = middle->repeat;
}

/* Each workload along a tree has a lane, in order, among those of all work. */
static gboolean
find_lane (HdRecord *record,
           guint     number,
           guint    *out_lane)
{
  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    if (hd_record_get_tree (record, lane) != NULL && number-- == 0)
      {
        *out_lane = lane;
        return TRUE;
      }
  return FALSE;
}

static gboolean
is_tree (const HdElement *workload)
{
  HdTreeAlgorithm tree;
  const char *algorithm = get_text (workload, "algorithm");

  return says (workload, "type", "collective", NULL) && algorithm != NULL && hd_tree_algorithm_find (algorithm, &tree, NULL);
}

gboolean
heddle_tree_find_simulated (HdRecord            *record,
                            const char          *communicator,
                            HdTree              *tree,
                            HeddleTreeSimulated *out_simulated)
{
  HdDesign *design = hd_record_get_design (record);
  guint number = 0;

  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    {
      const HdElement *workload = hd_design_get_workload (design, i);
      guint lane;

      if (goes_along (workload, communicator, tree) && find_lane (record, number, &lane))
        {
          *out_simulated = (HeddleTreeSimulated){ .lane = lane };
          find_median (record, out_simulated);
          return TRUE;
        }
      number += is_tree (workload);
    }
  return FALSE;
}
