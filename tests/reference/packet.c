/* packet.c: messages alone on chains of links, against SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * SimGrid knows flows. Where nothing else is under way, a packet that is stored and forwarded is one flow over each link after the other, and one
 * that is cut through is one flow over all of them, if no link is slower than one before it that is faster than one before that. Oracle: SimGrid,
 * model CM02 without TCP window bound. Random chains of 1 to 6 links that get slower or faster; times agree within 20 ps and 1e-9 of them.
 */
#include "packet-fixture.h"

#include <math.h>
#include <stdlib.h>

#define N_CHAINS 40
#define MAX_LINKS 6
#define SPACING_S 1e-3 /* from one flow to the next, so that SimGrid sees each alone */

typedef struct
{
  guint n_links;
  double bandwidth[MAX_LINKS];  /* B/s */
  HdTime latency_ps[MAX_LINKS];
  guint64 bytes;
} Chain;

static int
compare (gconstpointer a,
         gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

static void
make_chain (Chain *self,
            GRand *rand)
{
  self->n_links = (guint) g_rand_int_range (rand, 1, MAX_LINKS + 1);
  self->bytes = (guint64) g_rand_int_range (rand, 1, 5000);
  for (guint i = 0; i < self->n_links; i++)
    {
      self->bandwidth[i] = g_rand_int_range (rand, 1, 400) * 1e9;
      self->latency_ps[i] = g_rand_int_range (rand, 0, 1000) * G_GINT64_CONSTANT (1000);
    }
  qsort (self->bandwidth, self->n_links, sizeof *self->bandwidth, compare);
  for (guint i = 0; i < self->n_links / 2 && self->bytes % 2 == 0; i++)
    {
      double slower = self->bandwidth[i];

      self->bandwidth[i] = self->bandwidth[self->n_links - 1 - i];
      self->bandwidth[self->n_links - 1 - i] = slower;
    }
}

/* ---- ours ------------------------------------------------------------------------------------------------------------ */

static char *
make_body (const Chain *chain)
{
  GString *text = g_string_new ("<top><component id='a' type='test.host'/><component id='b' type='test.host'/><component id='s' type='test.switch' count='5'/>");

  for (guint i = 0; i < chain->n_links; i++)
    {
      g_autofree char *from = i == 0 ? g_strdup ("a.net") : g_strdup_printf ("s[%u].east", i - 1);
      g_autofree char *to = i + 1 == chain->n_links ? g_strdup ("b.net") : g_strdup_printf ("s[%u].west", i);

      g_string_append_printf (text, "<link from='%s' to='%s' bandwidth='%.0f B/s' latency='%" G_GINT64_FORMAT " ps' sharing='split'/>", from, to,
                              chain->bandwidth[i], chain->latency_ps[i]);
    }
  g_string_append (text, "</top>");
  return g_string_free (text, FALSE);
}

static double
run_ours (const Chain *chain,
          HdPacketSwitching switching)
{
  g_autofree char *body = make_body (chain);
  HdPacketRules rules = { .switching = switching, .packet_bytes = 5000, .buffer_bytes = 5000, .noise_bytes = 1 };
  g_autoptr (PacketFixture) fixture = packet_fixture_new (body, &rules, hd_strategy_serial (), 1, 1);

  packet_fixture_send (fixture, "a", "b", chain->bytes, 0);
  packet_fixture_run (fixture);
  return hd_time_to_seconds (packet_fixture_get (fixture, "b", 0)->time);
}

/* ---- theirs ---------------------------------------------------------------------------------------------------------- */

/* One flow for each link, then one for all of a second set of them, each between hosts of its own. */
static char *
make_input (const Chain *chains)
{
  g_autoptr (GString) links = g_string_new (NULL), routes = g_string_new (NULL), transfers = g_string_new (NULL);
  guint n_links = 0, n_hosts = 0, n_transfers = 0;

  for (guint c = 0; c < N_CHAINS; c++)
    {
      const Chain *chain = &chains[c];

      for (guint i = 0; i < 2 * chain->n_links; i++)
        g_string_append_printf (links, "link %.17g %.17g\n", chain->bandwidth[i % chain->n_links], hd_time_to_seconds (chain->latency_ps[i % chain->n_links]));
      for (guint i = 0; i <= chain->n_links; i++)
        {
          guint n = i < chain->n_links ? 1 : chain->n_links;

          g_string_append_printf (routes, "route %u %u %u", n_hosts, n_hosts + 1, n);
          for (guint k = i; k < i + n; k++)
            g_string_append_printf (routes, " %u", n_links + k);
          g_string_append (routes, "\n");
          g_string_append_printf (transfers, "transfer %.17g %" G_GUINT64_FORMAT " %u %u\n", n_transfers++ * SPACING_S, chain->bytes, n_hosts,
                                  n_hosts + 1);
          n_hosts += 2;
        }
      n_links += 2 * chain->n_links;
    }
  return g_strdup_printf ("hosts %u\n%s%s%s", n_hosts, links->str, routes->str, transfers->str);
}

/* How long flow number @n took. */
static double
get_duration (char *const *lines,
              guint n)
{
  return g_ascii_strtod (lines[n], NULL) - n * SPACING_S;
}

static void
test_chains (void)
{
  const char *program = g_getenv ("HEDDLE_FLOW_SIMGRID");
  const char *arguments[] = {
    program, "--log=root.thresh:error", "--cfg=contexts/guard-size:0", "--cfg=contexts/stack-size:64", "--cfg=network/model:CM02", "--cfg=network/TCP-gamma:0",
    "--cfg=maxmin/precision:1e-9", "--cfg=surf/precision:1e-12", "--cfg=network/crosstraffic:0", NULL,
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *input = NULL, *output = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;
  Chain chains[N_CHAINS];
  guint line = 0;
  double worst = 0;

  if (program == NULL)
    {
      if (g_getenv ("CI") != NULL)
        g_test_fail_printf ("SimGrid is missing, and this is continuous integration");
      else
        g_test_skip ("SimGrid is not installed: packets are NOT compared with it");
      return;
    }
  for (guint c = 0; c < N_CHAINS; c++)
    make_chain (&chains[c], rand);
  input = make_input (chains);
  process = g_subprocess_newv (arguments, G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, input, NULL, &output, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (output, "\n", -1);
  for (guint c = 0; c < N_CHAINS; c++)
    {
      double stored = 0, through;

      for (guint i = 0; i < chains[c].n_links; i++)
        stored += get_duration (lines, line++);
      through = get_duration (lines, line++);
      for (guint i = 0; i < 2; i++)
        {
          double theirs = i == 0 ? stored : through, ours = run_ours (&chains[c], i == 0 ? HD_PACKET_STORE_AND_FORWARD : HD_PACKET_CUT_THROUGH);

          worst = MAX (worst, fabs (ours - theirs));
          g_assert_cmpfloat (fabs (ours - theirs), <=, 20e-12 + 1e-9 * theirs);
        }
    }
  g_test_message ("%u chains: largest difference %.3g s", N_CHAINS, worst);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/reference/packet/simgrid", test_chains);
  return g_test_run ();
}
