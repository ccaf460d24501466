/* test-popnet-report.c: popnet's figures, and what the events of routers cost
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: counts of events give the energies that are worked out by hand from the elements of each preset; figures stand behind popnet's labels. Left open:
 * where counts of a run come from.
 */
#include <math.h>
#include <string.h>

#include "hd-popnet-report.h"
#include "run-fixture.h"

static void
assert_near (double value,
             double expected,
             double tolerance)
{
  if (fabs (value - expected) > tolerance * expected)
    g_error ("%.17g is not %.17g", value, expected);
}

/* A packet of five flits over three hops: 4 x 5 writes, 3 x 5 reads and link flits, 3 channels. */
static const HdFlitCounts packet = { .writes = 20, .reads = 15, .switch_grants = 15, .channel_grants = 3, .link_flits = 15, .accepted = 5 };

static HdFlitEnergyModel
make_model (const char *preset)
{
  return (HdFlitEnergyModel){ *hd_flit_energy_preset_find (preset), 256, 1 };
}

static void
test_orion (void)
{
  HdFlitEnergyModel model = make_model ("orion180");
  HdFlitEnergy energy = { 0 };

  hd_flit_energy_add (&energy, &model, &packet, 3, 100e-9);
  assert_near (energy.link, 3561.7e-12, 1e-3);
  assert_near (energy.crossbar, 2214.0e-12, 1e-3);
  assert_near (energy.write, 1596.4e-12, 1e-3);
  assert_near (energy.read, 2026.5e-12, 1e-3);
  assert_near (energy.arbiter, 3.11e-12, 2e-3);
  g_assert_cmpfloat (energy.idle, ==, 0);
  assert_near (hd_flit_energy_get_total (&energy), (3561.6 + 2213.952 + 1596.384 + 2026.5 + 3.114) * 1e-12, 1e-9);
}

/* A row of a buffer for each word of 64 bits; 0.412 of the bits toggle. */
static void
test_popnet (void)
{
  HdFlitEnergyModel model = make_model ("popnet");
  HdFlitEnergy energy = { 0 }, power;

  hd_flit_energy_add (&energy, &model, &packet, 3, 100e-9);
  assert_near (energy.write, 20 * 233.6 * 4 * 1e-12, 1e-12);
  assert_near (energy.read, 15 * 67.55 * 4 * 1e-12, 1e-12);
  assert_near (energy.crossbar, 15 * 0.412 * 256 * 1.1531 * 1e-12, 1e-12);
  assert_near (energy.link, 15 * 0.412 * 256 * 1.855 * 1e-12, 1e-12);
  assert_near (energy.arbiter, 3 * (0.354 + 0.228 * 3) * 1e-12, 1e-12);
  power = hd_flit_energy_get_power (&energy, 100e-9);
  assert_near (power.link, energy.link / 100e-9, 1e-12);
  assert_near (hd_flit_energy_get_memory (&power), (energy.write + energy.read) / 100e-9, 1e-12);
}

/* Bits, not toggles; a switch grant costs too, and a router that does nothing. */
static void
test_interposer (void)
{
  HdFlitEnergyModel model = make_model ("interposer");
  HdFlitEnergy energy = { 0 }, power;

  model.link_mm = 2.5;
  hd_flit_energy_add (&energy, &model, &packet, 3, 100e-9);
  hd_flit_energy_add (&energy, &model, &(HdFlitCounts){ 0 }, 3, 100e-9);
  assert_near (energy.write, 20 * 256 * 0.030e-12, 1e-12);
  assert_near (energy.read, 15 * 256 * 0.025e-12, 1e-12);
  assert_near (energy.crossbar, 15 * 256 * 0.045e-12, 1e-12);
  assert_near (energy.link, 15 * 256 * 0.65e-12, 1e-12);
  assert_near (energy.arbiter, (3 + 15) * 0.10e-12, 1e-12);
  power = hd_flit_energy_get_power (&energy, 100e-9);
  assert_near (power.idle, 2 * 5e-3, 1e-12);
  g_assert_null (hd_flit_energy_preset_find ("booksim"));
}

static char *
write_figures (const HdPopnetFigures *figures)
{
  HdWriter writer = { .buffer = g_string_new (NULL) };

  _hd_popnet_write_figures (&writer, figures);
  return g_string_free (writer.buffer, FALSE);
}

/* The figures of popnet's own sample as they were published, and their sum. */
static void
test_labels (void)
{
  static const HdFlitEnergy power = { .write = 20, .read = 7.7021, .crossbar = 2.1895, .arbiter = 0.00207568, .link = 3.51097 };
  g_autofree char *all = write_figures (&(HdPopnetFigures){ 11983, 37.1263, &power });
  g_autofree char *two = write_figures (&(HdPopnetFigures){ 11983, 37.1263, NULL });

  g_assert_cmpstr (all, ==,
                   "**************************************************\n"
                   "total finished:       11983\n"
                   "average Delay:        37.1263\n"
                   "total mem power:      27.7021\n"
                   "total crossbar power: 2.1895\n"
                   "total arbiter power:  0.00207568\n"
                   "total link power:     3.51097\n"
                   "total power:          33.4046\n"
                   "**************************************************\n");
  g_assert_cmpstr (two, ==,
                   "**************************************************\n"
                   "total finished:       11983\n"
                   "average Delay:        37.1263\n"
                   "**************************************************\n");
}

#define LINE \
  "<heddle version='1'><link-class id='wire' bandwidth='32 GB/s' latency='1 ns' sharing='split'/><top>" \
  "<component id='router' type='fabric.switch' count='4'/>" \
  "<link from='router[i].port[1]' to='router[i + 1].port[0]' class='wire'/></top>"

static char *
report (const char *lines)
{
  g_autoptr (HdRun) run = run_fixture_run (LINE "</heddle>", NULL, lines);
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  g_assert_true (hd_report_write (hd_run_get_record (run), HD_REPORT_POPNET, NULL, stream, NULL, &error));
  g_assert_no_error (error);
  g_output_stream_write_all (stream, "", 1, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  return g_memory_output_stream_steal_data (G_MEMORY_OUTPUT_STREAM (stream));
}

/* As flows: 3 ns and 2 ns for 64 B; half a cycle late, one hop and 32 B. */
static void
test_run (void)
{
  g_autofree char *two = report ("0,64,router[0],router[3]\n10.5e-9,32,router[0],router[1]\n");
  g_autofree char *none = report ("");

  g_assert_cmpstr (two, ==,
                   "**************************************************\n"
                   "total finished:       2\n"
                   "average Delay:        3.5\n"
                   "**************************************************\n");
  g_assert_nonnull (strstr (none, "total finished:       0\naverage Delay:        nan\n"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/report/popnet-report/orion", test_orion);
  g_test_add_func ("/engine/report/popnet-report/popnet", test_popnet);
  g_test_add_func ("/engine/report/popnet-report/interposer", test_interposer);
  g_test_add_func ("/engine/report/popnet-report/labels", test_labels);
  g_test_add_func ("/engine/report/popnet-report/run", test_run);
  return g_test_run ();
}
