/* hd-merit.c: what a run is judged by
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-merit"

#include <heddle/hd-why.h>

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

/* Of each kind of work what people ask for first. */
static const struct
{
  const char *metric;
  gboolean more_is_better;
  gboolean needs_end; /* says nothing of a run that was cut off */
} usual[] = {
  { "throughput", TRUE, FALSE },
  { "latency_mean", FALSE, FALSE },
  { "time_total", FALSE, TRUE },
};

/* What stands beside them, and no run is judged by unasked. */
static const struct
{
  const char *metric;
  gboolean more_is_better;
} beside[] = {
  { "latency_p99", FALSE }, { "accepted_rate", TRUE }, { "packet_latency", FALSE }, { "mean_wait", FALSE }, { "longest_wait", FALSE },
};

static gboolean
take (HdRecord *record,
      const char *metric,
      gboolean more_is_better,
      HdMerit *out_merit)
{
  HdMetric found;

  if (!hd_record_find_metric (record, metric, &found) || !isfinite (found.value) || found.value <= 0)
    return FALSE;
  *out_merit = (HdMerit){ found.name, found.title, found.unit, more_is_better };
  return TRUE;
}

/* Of a metric that somebody names: per second is a rate, and so is what says so. */
static gboolean
is_rate (HdRecord *record,
         const char *metric)
{
  HdDimension dimension;
  HdMetric found;

  return g_str_has_prefix (metric, "throughput") || g_str_has_prefix (metric, "accepted")
         || (hd_record_find_metric (record, metric, &found)
             && (g_str_has_suffix (found.unit, "/s")
                 || (hd_unit_parse (found.unit, &dimension, NULL, NULL) && dimension.exponent[HD_BASE_SECOND] + dimension.exponent[HD_BASE_CYCLE] < 0)));
}

gboolean
hd_merit_choose (HdRecord *record,
                 const char *metric,
                 HdMerit *out_merit,
                 GError **error)
{
  HdTime end = hd_record_get_time (record);
  gboolean is_cut = end == 0 || end >= hd_design_get_run_settings (hd_record_get_design (record))->until;

  if (metric != NULL)
    {
      if (take (record, metric, is_rate (record, metric), out_merit))
        return TRUE;
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("the run has no metric “%s” above 0"), metric);
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    if (!(is_cut && usual[i].needs_end) && take (record, usual[i].metric, usual[i].more_is_better, out_merit))
      return TRUE;
  if (is_cut)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID,
                           _("the run goes on until it is cut off, and nothing says which of its metrics counts"));
      return FALSE;
    }
  *out_merit = (HdMerit){ NULL, _("End of the run"), "s", FALSE };
  return TRUE;
}

/* Of a type that a few components have, each by itself: two of them stand side by side to be compared. */
static guint
add_answer (HdRecord *record,
            const HdMerit *judged,
            const HdComponentType *type,
            const HdProbe *probe,
            HdMerit *out,
            guint most)
{
  HdDesign *design = hd_record_get_design (record);
  const HdNode *nodes = hd_design_get_nodes (design);
  g_autofree char *of_all = g_strdup_printf ("%s.%s", type->id, probe->name);
  guint n = 0, n_nodes = 0;

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    n_nodes += nodes[i].type == type;
  for (guint32 i = 0; i < hd_design_get_n_nodes (design) && n_nodes > 1 && n < most; i++)
    if (nodes[i].type == type)
      {
        g_autofree char *path = hd_design_dup_node_path (design, i), *name = g_strdup_printf ("%s.%s", path, probe->name);

        if (g_strcmp0 (judged->metric, name) != 0 && take (record, name, is_rate (record, name), &out[n]))
          n++;
      }
  if (n == 0 && most > 0 && g_strcmp0 (judged->metric, of_all) != 0 && take (record, of_all, is_rate (record, of_all), out))
    n++;
  return n;
}

/* What components say that a run with them is asked for. */
static guint
add_answers (HdRecord *record,
             const HdMerit *judged,
             HdMerit *out,
             guint most)
{
  HdDesign *design = hd_record_get_design (record);
  const HdNode *nodes = hd_design_get_nodes (design);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    for (const HdProbe *probe = g_hash_table_add (seen, (gpointer) nodes[i].type) ? nodes[i].type->probes : NULL; probe != NULL && probe->name != NULL; probe++)
      if (probe->figure == HD_FIGURE_ANSWER)
        n += add_answer (record, judged, nodes[i].type, probe, out + n, most - n);
  return n;
}

guint
hd_merit_list (HdRecord *record,
               const HdMerit *judged,
               HdMerit *out,
               guint most)
{
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (usual) && n < most; i++)
    if (g_strcmp0 (judged->metric, usual[i].metric) != 0 && take (record, usual[i].metric, usual[i].more_is_better, &out[n]))
      n++;
  for (guint i = 0; i < G_N_ELEMENTS (beside) && n < most; i++)
    if (take (record, beside[i].metric, beside[i].more_is_better, &out[n]))
      n++;
  return n + add_answers (record, judged, out + n, most - n);
}

double
hd_merit_read (const HdMerit *self,
               HdRecord *record)
{
  HdMetric found;

  if (self->metric == NULL)
    return hd_time_to_seconds (hd_record_get_time (record));
  return hd_record_find_metric (record, self->metric, &found) ? found.value : NAN;
}

double
hd_merit_get_gain (const HdMerit *self,
                   double from,
                   double to)
{
  return self->more_is_better ? to / from - 1 : from / to - 1;
}
