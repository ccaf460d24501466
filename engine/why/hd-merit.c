/* hd-merit.c: what a run is judged by
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-merit"

#include <heddle/hd-why.h>

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-figure-types.h"
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

static guint
take_answer (HdRecord *record,
             const HdMerit *judged,
             const HdFigureType *type,
             guint32 node,
             const HdProbe *probe,
             HdMerit *out)
{
  HdMetric metric;

  return hd_figure_types_read (record, type, node, probe, &metric) && g_strcmp0 (judged->metric, metric.name) != 0
         && take (record, metric.name, is_rate (record, metric.name), out);
}

/* Of several components each by itself, if they are few enough for that: they stand side by side to be compared. */
static guint
add_answer (HdRecord *record,
            const HdMerit *judged,
            const HdFigureType *type,
            const HdProbe *probe,
            HdMerit *out,
            guint most)
{
  guint n = 0;

  for (guint i = 0; i < type->nodes->len && type->nodes->len > 1 && n < most; i++)
    n += take_answer (record, judged, type, g_array_index (type->nodes, guint32, i), probe, &out[n]);
  return n == 0 && most > 0 ? take_answer (record, judged, type, HD_NO_ID, probe, out) : n;
}

/* What components say that a run with them is asked for. */
static guint
add_answers (HdRecord *record,
             const HdMerit *judged,
             HdMerit *out,
             guint most)
{
  g_autoptr (GPtrArray) types = hd_figure_types_find (hd_record_get_design (record), HD_FIGURE_ANSWER);
  guint n = 0;

  for (guint i = 0; i < types->len; i++)
    {
      const HdFigureType *type = types->pdata[i];

      for (const HdProbe *probe = type->type->probes; probe->name != NULL; probe++)
        if (probe->figure == HD_FIGURE_ANSWER)
          n += add_answer (record, judged, type, probe, out + n, most - n);
    }
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
