/* heddle-saturation.c: the load at which a network saturates
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-saturation"

#include "heddle-saturation.h"

#include <string.h>

#define CSV_NAME "saturation.csv"
#define PRECISION 0.01
#define LEAST_PRECISION 1e-6
#define MOST_PRECISION 0.5
#define METRICS "latency_mean,latency_half_width,accepted_messages,saturated"

typedef struct
{
  HdSweepRange range;
  double precision;
  const HeddleSweepOptions *options;
  HdCatalog *catalog;
  HdSnapshot *snapshot;
  HdSaturation *saturation;
  HdSweepTable *table; /* from the first value to the last */
  GArray *values;      /* of its rows */
  gboolean shown;
} Search;

static gboolean
parse_precision (const char *text,
                 double *out_precision,
                 GError **error)
{
  HdQuantity quantity;

  if (!hd_quantity_parse (text, &quantity, error))
    return FALSE;
  if (!hd_dimension_equal (quantity.dimension, HD_DIMENSION_NONE) || !(quantity.value >= LEAST_PRECISION && quantity.value <= MOST_PRECISION))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” is no precision; it is a share from %g to %g, such as 0.005"), text, LEAST_PRECISION,
                   MOST_PRECISION);
      return FALSE;
    }
  *out_precision = quantity.value;
  return TRUE;
}

static gboolean
parse (const char *text,
       Search *self,
       GError **error)
{
  g_autofree char *rest = NULL;

  self->precision = PRECISION;
  return hd_sweep_range_parse (text, _("NAME=FROM..TO or NAME=FROM..TO:PRECISION, such as load=0.02..1:0.005"), &self->range, &rest, error)
         && (rest == NULL || parse_precision (rest, &self->precision, error));
}

/* ---- steps ---------------------------------------------------------------------------------------------------------------- */

static void
show_step (Search *self,
           const char *setting)
{
  if (!self->options->shows_progress)
    return;
  self->shown = TRUE;
  g_printerr ("\r%60s\r", "");
  g_printerr (_("Run %u: %s   "), self->values->len + 1, setting);
}

static void
end_progress (Search *self)
{
  if (self->shown)
    g_printerr ("\r%60s\r", "");
  self->shown = FALSE;
}

static void
add_row (Search *self,
         double value,
         HdRecord *record)
{
  g_autofree char *text = hd_sweep_range_dup_value (&self->range, value);
  gboolean falls = self->range.high < self->range.low;
  guint row = 0;

  while (row < self->values->len && (g_array_index (self->values, double, row) < value) != falls)
    row++;
  g_array_insert_val (self->values, row, value);
  hd_sweep_table_insert (self->table, row, text);
  hd_sweep_table_set_metrics (self->table, row, record);
}

/* One at a time: what is asked for next depends on it. */
static HeddleExit
take_step (Search *self,
           double value)
{
  g_autofree char *text = hd_sweep_range_dup_value (&self->range, value), *setting = g_strdup_printf ("%s=%s", self->range.name, text);
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (self->catalog, self->options->jobs, 0);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) settings = NULL;
  g_autoptr (HdRunJob) job = NULL;
  g_autoptr (GError) error = NULL;

  show_step (self, setting);
  hd_run_queue_allow_programs (queue, self->options->permit);
  g_strv_builder_addv (builder, (const char **) self->options->settings);
  g_strv_builder_add (builder, setting);
  settings = g_strv_builder_end (builder);
  job = hd_run_queue_submit (queue, self->snapshot, (const char *const *) settings, 0);
  if (!hd_run_job_wait (job, &error))
    {
      end_progress (self);
      return heddle_cli_fail_run (job, error);
    }
  add_row (self, value, hd_run_job_get_record (job));
  if (hd_saturation_add (self->saturation, hd_run_job_get_record (job), &error))
    return HEDDLE_EXIT_DONE;
  end_progress (self);
  return (HeddleExit) heddle_cli_fail (g_error_matches (error, HD_ERROR, HD_ERROR_INVARIANT) ? HEDDLE_EXIT_RUN : HEDDLE_EXIT_PROJECT, "%s", error->message);
}

/* ---- what came of them ------------------------------------------------------------------------------------------------------ */

static void
print_bounds (Search *self)
{
  double below, above;
  gboolean is_found = hd_saturation_get_bounds (self->saturation, &below, &above);
  g_autofree char *low = hd_sweep_range_dup_value (&self->range, below), *high = hd_sweep_range_dup_value (&self->range, above);

  if (is_found)
    g_print (_("Saturates between %s=%s and %s=%s: there the mean latency passes %u times that at %s=%g\n"), self->range.name, low, self->range.name, high,
             HD_SATURATION_FACTOR, self->range.name, self->range.low);
  else
    g_print (_("Does not saturate up to %s=%s: the mean latency stays below %u times that at %s=%g\n"), self->range.name, high, HD_SATURATION_FACTOR,
             self->range.name, self->range.low);
}

static HeddleExit
write_results (Search *self)
{
  HeddleSweepOptions options = *self->options;
  gboolean to_stdout = g_strcmp0 (options.json, "-") == 0;
  g_autofree char *json = hd_report_dup_saturation (self->saturation, &self->range, self->snapshot);
  HeddleExit status = HEDDLE_EXIT_DONE;

  options.is_quiet = options.is_quiet || to_stdout;
  if (options.metrics == NULL)
    options.metrics = METRICS;
  if (options.json != NULL)
    status = heddle_cli_save (options.json, json);
  if (status == HEDDLE_EXIT_DONE)
    status = heddle_sweep_write (self->table, CSV_NAME, &options);
  if (status == HEDDLE_EXIT_DONE && !options.is_quiet)
    print_bounds (self);
  return status;
}

static HeddleExit
search (Search *self)
{
  HeddleExit status = HEDDLE_EXIT_DONE;
  double value;

  while (status == HEDDLE_EXIT_DONE && hd_saturation_next (self->saturation, &value))
    status = take_step (self, value);
  end_progress (self);
  return status == HEDDLE_EXIT_DONE ? write_results (self) : status;
}

HeddleExit
heddle_saturation_run (const char *text,
                       const HeddleSweepOptions *options)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = NULL;
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdSaturation) saturation = NULL;
  g_autoptr (HdSweepTable) table = NULL;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GError) error = NULL;
  HeddleExit status = HEDDLE_EXIT_DONE;
  Search self = { .options = options, .catalog = catalog, .values = values };

  if (!parse (text, &self, &error))
    status = (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, "--saturation: %s", error->message);
  else
    document = heddle_cli_load (options->file, options->loading, problems, &status);
  if (document != NULL && !(heddle_cli_check_output (options->csv, TRUE) && heddle_cli_check_output (options->json, FALSE)))
    status = HEDDLE_EXIT_FILE;
  if (status == HEDDLE_EXIT_DONE)
    {
      self.snapshot = snapshot = hd_document_snapshot (document);
      self.saturation = saturation = hd_saturation_new (self.range.low, self.range.high, self.precision);
      self.table = table = hd_sweep_table_new (self.range.name);
      status = search (&self);
    }
  hd_sweep_range_clear (&self.range);
  return status;
}
