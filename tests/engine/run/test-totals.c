/* test-totals.c: what becomes of components' probes at the end of a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A counter says 1 to `n`, a microsecond apart, on each of its probes.
 *
 * Invariants: the last samples of a type's components make its metrics, by sum, mean and maximum; a component that said nothing is not in a mean; each
 * of a few has its own metrics; partitions do not show. Left open: blocks, see test-block.c and the many-core projects; ranks, see test-ranks.c.
 */
#include "design-fixture.h"
#include "run-fixture.h"

enum { SUM, MEAN, MAXIMUM, NONE, N_PROBES };

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  uint64_t *said = state;

  if (*said >= (uint64_t) host->parameter (context, 0))
    return;
  ++*said;
  for (uint32_t probe = 0; probe < N_PROBES; probe++)
    host->sample (context, probe, (double) *said);
  host->wake (context, 1000000, &(HdMessage){ 0 });
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  receive (host, context, state, NULL);
}

#define PROBE(name_, summary_) { .size = sizeof (HdProbe), .name = name_, .title = name_, .unit = "", .help = "P.", .summary = summary_ }
static const HdProbe probes[] = {
  [SUM] = PROBE ("sum", HD_SUMMARY_SUM), [MEAN] = PROBE ("mean", HD_SUMMARY_MEAN), [MAXIMUM] = PROBE ("greatest", HD_SUMMARY_MAXIMUM),
  [NONE] = PROBE ("none", HD_SUMMARY_NONE), { 0 },
};
static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "n", .title = "N", .help = "N.", .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1", .maximum = 1000 },
  { 0 },
};
static const HdPort ports[] = { { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "*", .indexed = 1 }, { 0 } };
static const HdHandlers handlers = { .size = sizeof (HdHandlers), .state_size = sizeof (uint64_t), .start = start, .receive = receive };
static const HdComponentType counter = {
  .size = sizeof (HdComponentType), .id = "counter", .title = "Counter", .category = "Test", .symbol = "xpu", .help = "C.", .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
static const HdComponentType *const types[] = { &counter, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "count", .title = "Count", .version = "1", .capabilities = HD_CAPABILITY_EVENTS, .types = types,
};

/* c[0] says nothing, c[1] up to 10, c[2] up to 20 and so on. */
static HdRun *
run (const char *count,
     const char *const *settings)
{
  g_autofree char *body = g_strdup_printf (
    "<link-class id='L' bandwidth='1 GB/s' latency='1 us'/>"
    "<top><component id='c' type='count.counter' count='%s' n='10*c'/><link for='i=0..1' from='c[i].net[0]' to='c[i + 1].net[1]' class='L'/></top>"
    "<run until='10 ms'/>", count);
  g_autoptr (GError) error = NULL;
  HdRun *self = run_fixture_body (body, settings, &error);

  g_assert_no_error (error);
  return self;
}

static void
assert_three (HdRecord *record)
{
  HdMetric metric;

  g_assert_cmpfloat (run_fixture_get_metric (record, "counter.sum"), ==, 30);
  g_assert_cmpfloat (run_fixture_get_metric (record, "counter.mean"), ==, 15);
  g_assert_cmpfloat (run_fixture_get_metric (record, "counter.greatest"), ==, 20);
  g_assert_cmpfloat (run_fixture_get_metric (record, "c[1].greatest"), ==, 10);
  g_assert_cmpfloat (run_fixture_get_metric (record, "c[2].sum"), ==, 20);
  g_assert_false (hd_record_find_metric (record, "c[0].sum", &metric));
  g_assert_false (hd_record_find_metric (record, "counter.none", &metric));
  g_assert_true (hd_record_find_metric (record, "c[2].mean", &metric));
  g_assert_cmpstr (metric.title, ==, "c[2]: mean");
}

static void
test_totals (void)
{
  static const char *const divided[] = { "run:partitions=3", "run:sync=null-message", "run:threads=2", NULL };
  g_autoptr (HdRun) one = run ("3", NULL), three = run ("3", divided);

  assert_three (hd_run_get_record (one));
  assert_three (hd_run_get_record (three));
}

static void
test_many (void)
{
  g_autoptr (HdRun) self = run ("17", NULL);
  HdMetric metric;

  g_assert_cmpfloat (run_fixture_get_metric (hd_run_get_record (self), "counter.sum"), ==, 10 * (16 * 17 / 2));
  g_assert_false (hd_record_find_metric (hd_run_get_record (self), "c[3].sum", &metric));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  fixture_register (&library);
  g_test_add_func ("/engine/run/totals/few", test_totals);
  g_test_add_func ("/engine/run/totals/many", test_many);
  return g_test_run ();
}
