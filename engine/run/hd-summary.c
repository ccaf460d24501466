/* hd-summary.c: the metrics of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Beside what the workload measures itself: how busy the links of each class and the processors of each model were, on average over those
 * that were used at all, and at most.
 */
#define G_LOG_DOMAIN "hd-summary"

#include "hd-summary.h"

#include "hd-i18n.h"

#define MAX_RANKS 16 /* that have metrics of their own */

typedef struct
{
  double sum;
  double maximum;
  guint n;
} Mean;

static void
mean_add (Mean *mean,
          float share)
{
  mean->sum += (double) share;
  mean->maximum = MAX (mean->maximum, (double) share);
  mean->n++;
}

static void
write_mean (HdRecord *record,
            const char *prefix,
            const char *key,
            const char *title,
            const Mean *mean)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", prefix, key);
  g_autofree char *full_title = g_strdup_printf ("%s %s", _(title), key);

  if (mean->n > 0)
    _hd_record_set_metric (record, name, g_intern_string (full_title), "%", 100 * mean->sum / mean->n);
}

void
hd_summary_write_links (HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  const HdLink *links = hd_design_get_links (design);
  guint n_links = hd_design_get_n_links (design);
  guint n_classes = hd_design_get_n_link_classes (design);
  g_autofree HdLoad *loads = g_new (HdLoad, n_links + 1);
  g_autofree Mean *means = g_new0 (Mean, n_classes + 1);

  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  for (guint l = 0; l < n_links; l++)
    if (links[l].link_class != HD_NO_ID && loads[l].amount > 0)
      mean_add (&means[links[l].link_class], loads[l].mean);
  for (guint c = 0; c < n_classes; c++)
    write_mean (record, "link_busy", hd_design_get_link_class (design, c)->id, N_("Link busy,"), &means[c]);
}

/* "H100" where the type has models, else the type's name. */
static const char *
name_of_processor (HdDesign *design,
                   guint32 node)
{
  const HdComponentType *type = hd_design_get_nodes (design)[node].type;
  guint index;
  const HdParameter *model = hd_component_type_find_parameter (type, "model", &index);

  if (model == NULL || model->kind != HD_PARAMETER_CHOICE)
    return type->id;
  return model->choices[(guint) hd_design_get_parameters (design, node)[index]];
}

void
hd_summary_write_processors (HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  guint n_nodes = hd_design_get_n_nodes (design);
  g_autofree HdLoad *loads = g_new (HdLoad, n_nodes + 1);
  g_autoptr (GHashTable) means = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GList) names = NULL;

  hd_record_read_nodes (record, 0, HD_TIME_MAX, loads);
  for (guint i = 0; i < n_nodes; i++)
    if (hd_design_get_nodes (design)[i].type->role == HD_ROLE_ENDPOINT && loads[i].ways[0].amount > 0)
      {
        const char *name = name_of_processor (design, i);
        Mean *mean = g_hash_table_lookup (means, name);

        if (mean == NULL)
          g_hash_table_insert (means, (gpointer) name, mean = g_new0 (Mean, 1));
        mean_add (mean, loads[i].ways[0].mean);
      }
  names = g_list_sort (g_hash_table_get_keys (means), (GCompareFunc) g_strcmp0);
  for (GList *l = names; l != NULL; l = l->next)
    write_mean (record, "compute_busy", l->data, N_("Compute busy,"), g_hash_table_lookup (means, l->data));
}

static void
take_rank_metric (HdRecord *record,
                  const char *key,
                  guint rank,
                  char *title,
                  HdTime time)
{
  g_autofree char *name = g_strdup_printf ("%s.%u", key, rank);

  _hd_record_set_metric (record, name, g_intern_string (title), "s", hd_time_to_seconds (time));
  g_free (title);
}

/* Of a few ranks each; of many the greatest, which the execution's metrics give. */
void
hd_summary_write_ranks (HdRecord *record,
                        const HdExecutionRank *ranks,
                        guint n_ranks)
{
  for (guint i = 0; i < n_ranks && n_ranks <= MAX_RANKS; i++)
    {
      g_autofree char *path = hd_design_dup_node_path (hd_record_get_design (record), ranks[i].node);

      take_rank_metric (record, "compute_time", i, g_strdup_printf (_("%s: computation"), path), ranks[i].computed);
      take_rank_metric (record, "sync_exposed", i, g_strdup_printf (_("%s: communication not hidden"), path), ranks[i].exposed);
      take_rank_metric (record, "end_time", i, g_strdup_printf (_("%s: end"), path), ranks[i].end);
    }
}

void
hd_summary_write_metrics (HdRecord *record,
                          GArray *metrics)
{
  for (guint i = 0; i < metrics->len; i++)
    {
      const HdExecutionMetric *metric = &g_array_index (metrics, HdExecutionMetric, i);

      _hd_record_set_metric (record, metric->name, metric->title, metric->unit, metric->value);
    }
}

void
hd_summary_write (HdRecord *record,
                  HdExecution *execution)
{
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdExecutionMetric));
  g_autoptr (GArray) ranks = g_array_new (FALSE, FALSE, sizeof (HdExecutionRank));

  hd_execution_get_metrics (execution, metrics);
  hd_summary_write_metrics (record, metrics);
  hd_execution_get_ranks (execution, ranks);
  hd_summary_write_ranks (record, (const HdExecutionRank *) (gpointer) ranks->data, ranks->len);
  hd_summary_write_processors (record);
  hd_summary_write_links (record);
}
