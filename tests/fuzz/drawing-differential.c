/* drawing-differential.c: a drawing is run again otherwise, and tells the same
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-fuzz-drawing"

#include "drawing-differential.h"

#include <heddle/hd-error.h>

#include "drawing-partitions.h"
#include "drawing-run.h"

/* What a run with other partitions must tell as well. */
static void
check_metrics (HdRecord *record,
               HdRecord *again,
               const char *words)
{
  static const char *const of_partitions[] = {
    "partitions", "threads", "crossing_messages", "null_messages", "requests", "longest_queue", "efficiency", NULL,
  };
  HdMetric metric, other;

  for (guint i = 0; hd_record_get_metric (record, i, &metric); i++)
    {
      if (g_strv_contains (of_partitions, metric.name))
        continue;
      g_assert_true (hd_record_find_metric (again, metric.name, &other));
      if (other.value != metric.value)
        g_error ("%s: %s is %.17g, not %.17g", words, metric.name, other.value, metric.value);
    }
}

/* What components wrote, byte for byte. */
static void
check_files (HdRecord *record,
             HdRecord *again,
             const char *words)
{
  const char *name, *other_name;
  GBytes *bytes, *others;

  g_assert_cmpuint (hd_record_get_n_files (again), ==, hd_record_get_n_files (record));
  for (guint i = 0; hd_record_get_file (record, i, &name, &bytes); i++)
    {
      g_assert_true (hd_record_get_file (again, i, &other_name, &others));
      g_assert_cmpstr (other_name, ==, name);
      if (!g_bytes_equal (bytes, others))
        g_error ("%s: %s differs", words, name);
    }
}

static void
check_figures (HdRecord *record,
               HdRecord *again,
               const char *words)
{
  guint n = hd_design_get_n_links (hd_record_get_design (record));
  g_autofree HdLoad *loads = g_new0 (HdLoad, n + 1);
  g_autofree HdLoad *others = g_new0 (HdLoad, n + 1);
  HdCounters counters, other;

  check_metrics (record, again, words);
  check_files (record, again, words);
  if (hd_record_get_time (again) != hd_record_get_time (record))
    g_error ("%s: ends at %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT, words, hd_record_get_time (again), hd_record_get_time (record));
  hd_record_get_counters (record, &counters);
  hd_record_get_counters (again, &other);
  if (other.events != counters.events)
    g_error ("%s: %" G_GUINT64_FORMAT " events, not %" G_GUINT64_FORMAT, words, other.events, counters.events);
  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  hd_record_read_links (again, 0, HD_TIME_MAX, others);
  for (guint i = 0; i < n; i++)
    if (others[i].amount != loads[i].amount || others[i].peak != loads[i].peak)
      g_error ("%s: link %u carries %g (%g), not %g (%g)", words, i, others[i].amount, others[i].peak, loads[i].amount, loads[i].peak);
  for (guint s = 0; s < hd_record_get_n_series (record); s++)
    {
      guint64 n_samples = hd_record_get_n_samples (record, s), length;

      g_assert_cmpuint (hd_record_get_n_samples (again, s), ==, n_samples);
      for (guint64 i = 0; i < n_samples; i++)
        {
          HdSample a = *hd_record_peek_samples (record, s, i, &length), b = *hd_record_peek_samples (again, s, i, &length);

          if (a.time != b.time || a.value != b.value)
            g_error ("%s: sample %" G_GUINT64_FORMAT " of series %u is %g at %" G_GINT64_FORMAT ", not %g at %" G_GINT64_FORMAT, words, i, s,
                     b.value, b.time, a.value, a.time);
        }
    }
}

/* Likewise with other settings, which may be refused or take too long, but change nothing. */
static void
check_again (HdSnapshot *snapshot,
             HdCatalog *catalog,
             HdRecord *record,
             const char *const *settings,
             gboolean has_figures)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_autoptr (HdRecord) again = NULL;
  g_autofree char *words = g_strjoinv (" ", (char **) settings);
  g_autofree char *expected = hd_record_dup_digest (record);
  g_autofree char *digest = NULL;

  if (design == NULL)
    g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  again = design != NULL ? drawing_run (design) : NULL;
  if (again == NULL)
    return;
  digest = hd_record_dup_digest (again);
  if (!g_str_equal (digest, expected))
    g_error ("%s: %s, not %s", words, digest, expected);
  if (has_figures)
    check_figures (record, again, words);
}

void
drawing_check_settings (HdSnapshot *snapshot,
                        HdCatalog *catalog,
                        HdRecord *record,
                        guint number)
{
  static const char *const ways[][4] = {
    { "run:partitions=1", "run:threads=1", "run:sync=window", NULL },
    { "run:partitions=2", "run:threads=2", "run:sync=window", NULL },
    { "run:partitions=3", "run:threads=2", "run:sync=null-message", NULL },
    { "run:partitions=2", "run:threads=1", "run:sync=request", NULL },
    { "run:partitions=3", "run:threads=1", "run:sync=serial", NULL },
  };
  static const char *const shortcuts[][4] = {
    { "run:symmetry=false", "run:fast-forward=false", "run:incremental=false", NULL },
    { "run:symmetry=true", "run:fast-forward=true", "run:incremental=true", NULL },
  };
  const HdRunSettings *settings = hd_design_get_run_settings (hd_record_get_design (record));

  check_again (snapshot, catalog, record, ways[number / 2 % G_N_ELEMENTS (ways)], TRUE);
  if (settings->fidelity == HD_FIDELITY_FLOW)
    check_again (snapshot, catalog, record, shortcuts[number / 16 % 2], FALSE);
}

void
drawing_check_scattered (HdDocument *document,
                         HdCatalog *catalog,
                         HdRecord *record,
                         guint number)
{
  static const char *const syncs[] = { "run:sync=window", "run:sync=null-message", "run:sync=request" };
  static const guint sizes[] = { 2, 4, 7, 1000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (number);
  g_autofree char *partitions = NULL;
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autofree char *threads = g_strdup_printf ("run:threads=%d", g_rand_int_range (random, 1, 3));
  const char *settings[] = { NULL, threads, syncs[g_rand_int_range (random, 0, G_N_ELEMENTS (syncs))], NULL };

  drawing_scatter (document, random);
  snapshot = hd_document_snapshot (document);
  settings[0] = partitions = g_strdup_printf ("run:partitions=%u", sizes[g_rand_int_range (random, 0, G_N_ELEMENTS (sizes))]);
  check_again (snapshot, catalog, record, settings, TRUE);
}
