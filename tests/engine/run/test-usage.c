/* test-usage.c: rates become amounts, frames and series
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Values worked by hand: a link at 100 GB/s for 10 µs has carried 1 MB.
 */
#include "hd-usage.h"
#include "run-fixture.h"

#define US ((HdTime) 1000000)

typedef struct
{
  HdDesign *design;
  HdRecord *record;
  HdUsage *usage;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  double capacities[] = { 128e9, 128e9 };
  g_autofree guint32 *links = NULL;
  g_autofree guint32 *nodes = NULL;
  HdRecordLayout layout = { .capacities = capacities, .n_resources = 2 };

  fixture->design = run_fixture_design (RUN_FIXTURE_STAR, NULL);
  links = g_new (guint32, 2 * hd_design_get_n_links (fixture->design));
  nodes = g_new (guint32, 2 * hd_design_get_n_nodes (fixture->design));
  for (guint i = 0; i < 2 * hd_design_get_n_links (fixture->design); i++)
    links[i] = i < 2 ? 0 : i < 4 ? 1 : HD_NO_ID;
  for (guint i = 0; i < 2 * hd_design_get_n_nodes (fixture->design); i++)
    nodes[i] = HD_NO_ID;
  layout.link_resources = links;
  layout.node_resources = nodes;
  fixture->record = _hd_record_new (fixture->design);
  _hd_record_set_layout (fixture->record, &layout);
  fixture->usage = hd_usage_new (fixture->record, 2, TRUE);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  hd_usage_free (fixture->usage);
  hd_record_unref (fixture->record);
  hd_design_unref (fixture->design);
}

static void
assert_samples (HdRecord *record,
                guint series,
                const HdSample *expected,
                guint n)
{
  g_assert_cmpuint (hd_record_get_n_samples (record, series), ==, n);
  for (guint i = 0; i < n; i++)
    {
      guint64 available;
      const HdSample *sample = hd_record_peek_samples (record, series, i, &available);

      g_assert_cmpint (sample->time, ==, expected[i].time);
      g_assert_cmpfloat_with_epsilon (sample->value, expected[i].value, 1e-3);
    }
}

static void
test_rates (Fixture *fixture,
            gconstpointer data)
{
  const HdUsageTerm both[] = { { 0, 1 }, { 1, 0.5 } };
  const HdSample expected[] = { { 0, 0 }, { 5 * US, 150e9 }, { 15 * US, 50e9 }, { 20 * US, 0 } };
  HdLoad load;

  hd_usage_watch (fixture->usage, 0, HD_USAGE_SUM, both, 2);
  /* Both at once: one sample. */
  hd_usage_rate (fixture->usage, 0, 5 * US, 100e9);
  hd_usage_rate (fixture->usage, 1, 5 * US, 100e9);
  hd_usage_rate (fixture->usage, 0, 15 * US, 0);
  hd_usage_rate (fixture->usage, 1, 20 * US, 0);
  hd_usage_finish (fixture->usage, 20 * US);

  assert_samples (fixture->record, 0, expected, G_N_ELEMENTS (expected));
  load = hd_record_read_link (fixture->record, 0, 0, HD_TIME_MAX);
  g_assert_cmpfloat_with_epsilon (load.amount, 1e6, 1e-3);
  g_assert_cmpfloat_with_epsilon (load.mean, 50.0 / 128, 1e-6);
  g_assert_cmpfloat_with_epsilon (load.peak, 100.0 / 128, 1e-6);
  load = hd_record_read_link (fixture->record, 0, 0, 5 * US);
  g_assert_cmpfloat (load.amount, ==, 0);
  load = hd_record_read_link (fixture->record, 1, 10 * US, 20 * US);
  g_assert_cmpfloat_with_epsilon (load.amount, 1e6, 1e-3);
}

/* Ten rounds of 1 µs advanced at once: on average 40 GB/s, before and after 100 GB/s. */
static void
test_average (Fixture *fixture,
              gconstpointer data)
{
  const HdUsageTerm one[] = { { 0, 1e-9 } };
  const HdSample expected[] = { { 0, 0 }, { 1 * US, 100 }, { 2 * US, 40 }, { 12 * US, 100 }, { 13 * US, 0 } };
  HdLoad load;

  hd_usage_watch (fixture->usage, 0, HD_USAGE_SUM, one, 1);
  hd_usage_rate (fixture->usage, 0, 1 * US, 100e9);
  hd_usage_average (fixture->usage, 0, 2 * US, 12 * US, 40e9);
  hd_usage_rate (fixture->usage, 0, 13 * US, 0);
  hd_usage_finish (fixture->usage, 14 * US);

  assert_samples (fixture->record, 0, expected, G_N_ELEMENTS (expected));
  load = hd_record_read_link (fixture->record, 0, 0, HD_TIME_MAX);
  g_assert_cmpfloat_with_epsilon (load.amount, 100e3 + 400e3 + 100e3, 1e-3);
  load = hd_record_read_link (fixture->record, 0, 2 * US, 12 * US);
  g_assert_cmpfloat_with_epsilon (load.amount, 400e3, 1e-3);
}

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/engine/run/usage/rates", test_rates);
  ADD ("/engine/run/usage/average", test_average);
  return g_test_run ();
}
