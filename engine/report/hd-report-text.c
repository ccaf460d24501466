/* hd-report-text.c: a short report for people
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-report-text"

#include "hd-report-private.h"

#include <inttypes.h>

#include <heddle/hd-figure.h>
#include <heddle/hd-quantity.h>

#include "hd-i18n.h"
#include "hd-text-columns.h"

#define N_HOTTEST 5
#define TITLE_COLUMNS 36
#define FIGURE_COLUMNS 20
#define DIGITS 6

static char *
format_seconds (double seconds)
{
  return hd_quantity_format ((HdQuantity){ seconds, HD_DIMENSION_TIME }, 4);
}

/* "→ 94.0 %, ← 0.0 %" of a split link, from its first end and back. */
static char *
format_directions (HdDesign *design,
                   const HdHotSpot *spot,
                   const HdLoad *links)
{
  const HdUse *ways = links[spot->target].ways;

  if (spot->kind != HD_TARGET_LINK || hd_design_get_links (design)[spot->target].sharing != HD_SHARING_SPLIT)
    return g_strdup ("");
  return g_strdup_printf ("  → %.1f %%, ← %.1f %%", 100.0 * (double) ways[0].mean, 100.0 * (double) ways[1].mean);
}

static void
write_hottest (HdWriter *writer,
               HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  guint n_links = hd_design_get_n_links (design);
  g_autofree HdLoad *links = g_new (HdLoad, n_links + 1);
  g_autofree HdLoad *nodes = g_new (HdLoad, hd_design_get_n_nodes (design) + 1);
  HdHotSpot spots[N_HOTTEST + 1];
  guint n_used = 0, n;

  hd_record_read_links (record, 0, HD_TIME_MAX, links);
  hd_record_read_nodes (record, 0, HD_TIME_MAX, nodes);
  for (guint l = 0; l < n_links; l++)
    n_used += links[l].amount > 0;
  n = hd_hot_spots_find (design, links, nodes, FALSE, N_HOTTEST, spots);
  if (n == 0)
    return;
  _hd_writer_printf (writer, _("Hottest links, media and memories (%u of %u links in use):\n"), n_used, n_links);
  for (guint i = 0; i < n; i++)
    {
      const HdUse *use = hd_hot_spot_get_use (&spots[i], links, nodes);
      g_autofree char *path = hd_hot_spot_dup_path (&spots[i], design);
      g_autofree char *directions = format_directions (design, &spots[i], links);
      g_autofree char *bytes = hd_quantity_format ((HdQuantity){ hd_hot_spot_get_total (&spots[i], links, nodes), HD_DIMENSION_BYTES }, 4);

      _hd_writer_printf (writer, _("  %5.1f %% mean, %5.1f %% peak, %10s  %s"), 100.0 * (double) use->mean, 100.0 * (double) use->peak, bytes, path);
      _hd_writer_printf (writer, "%s\n", directions);
    }
}

static void
write_metrics (HdWriter *writer,
               HdRecord *record)
{
  HdMetric metric;

  for (guint i = 0; hd_record_get_metric (record, i, &metric); i++)
    {
      g_autofree char *figure = hd_figure_in (metric.value, metric.unit, DIGITS);
      int blanks = TITLE_COLUMNS + FIGURE_COLUMNS - (int) hd_text_columns (metric.title) - (int) hd_text_columns (figure);

      _hd_writer_printf (writer, "  %s %*s%s\n", metric.title, MAX (blanks, 0), "", figure);
    }
}

static void
write_changes (HdWriter *writer,
               HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);

  for (guint i = 0; i < hd_design_get_n_changes (design); i++)
    {
      const HdRunChange *change = hd_design_get_change (design, i);
      g_autofree char *when = format_seconds (hd_time_to_seconds (change->time));

      if (change->time <= hd_record_get_time (record))
        _hd_writer_printf (writer, ngettext ("From %s on %s = %s, which changed %u link\n", "From %s on %s = %s, which changed %u links\n", change->n_links), when,
                           change->of, change->value, change->n_links);
      else
        _hd_writer_printf (writer, _("The run ended before %s = %s from %s on\n"), change->of, change->value, when);
    }
}

void
_hd_report_text (HdWriter *writer,
                 HdRecord *record,
                 HdProblemList *problems)
{
  HdDesign *design = hd_record_get_design (record);
  g_autofree char *simulated = format_seconds (hd_time_to_seconds (hd_record_get_time (record)));
  g_autofree char *wall = NULL;
  HdCounters counters;

  hd_record_get_counters (record, &counters);
  wall = format_seconds (counters.wall_time_s);
  _hd_writer_printf (writer, _("%s: %u components, %u links\n"), hd_design_get_name (design), hd_design_get_n_nodes (design),
                     hd_design_get_n_links (design));
  _hd_writer_printf (writer, _("Simulated %s in %s of wall time, %" PRIu64 " events"), simulated, wall, counters.events);
  if (counters.lane_classes > 0)
    _hd_writer_printf (writer, ngettext (", %u class of equal accelerators", ", %u classes of equal accelerators", counters.lane_classes),
                       counters.lane_classes);
  if (counters.rounds > 0)
    _hd_writer_printf (writer, _(", %" PRIu64 " collective steps (%" PRIu64 " advanced at once)"), counters.rounds,
                       counters.rounds_jumped);
  _hd_writer_put (writer, "\n");
  write_changes (writer, record);
  write_metrics (writer, record);
  write_hottest (writer, record);
  for (guint i = 0; problems != NULL && i < hd_problem_list_get_length (problems); i++)
    {
      g_autofree char *line = hd_problem_to_string (hd_problem_list_get (problems, i));

      _hd_writer_printf (writer, "%s\n", line);
    }
}
