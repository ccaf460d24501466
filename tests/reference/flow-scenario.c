/* flow-scenario.c: transfers over a fat tree, for Heddle and for SimGrid
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "flow-scenario.h"

#include <math.h>
#include <string.h>
#include <time.h>

#define BANDWIDTH 12.5e9
#define LATENCY (HD_TICKS_PER_SECOND / 1000000)
#define LEAST_BYTES 1e6
#define MOST_BYTES 100e6

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const FlowScenarioTransfer *x = a, *y = b;

  return x->start < y->start ? -1 : x->start > y->start;
}

FlowScenario *
flow_scenario_new (guint n_leaves,
                   guint n_hosts_per_leaf,
                   guint n_spines,
                   guint n_transfers,
                   HdTime horizon,
                   guint64 seed)
{
  FlowScenario *self = g_new0 (FlowScenario, 1);
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) seed);

  self->n_leaves = n_leaves;
  self->n_spines = n_spines;
  self->n_hosts = n_leaves * n_hosts_per_leaf;
  self->n_links = 2 * (self->n_hosts + n_leaves * n_spines);
  self->links = g_new (FlowScenarioLink, self->n_links);
  for (guint i = 0; i < self->n_links; i++)
    self->links[i] = (FlowScenarioLink) { BANDWIDTH, LATENCY };
  self->n_transfers = n_transfers;
  self->transfers = g_new (FlowScenarioTransfer, n_transfers);
  for (guint i = 0; i < n_transfers; i++)
    {
      FlowScenarioTransfer *t = &self->transfers[i];

      t->start = (HdTime) (g_rand_double (random) * (double) horizon);
      t->bytes = (guint64) (LEAST_BYTES + g_rand_double (random) * (MOST_BYTES - LEAST_BYTES));
      t->source = (guint) g_rand_int_range (random, 0, (gint32) self->n_hosts);
      do
        t->destination = (guint) g_rand_int_range (random, 0, (gint32) self->n_hosts);
      while (t->destination == t->source);
    }
  qsort (self->transfers, n_transfers, sizeof *self->transfers, compare_starts);
  return self;
}

void
flow_scenario_free (FlowScenario *self)
{
  g_free (self->links);
  g_free (self->transfers);
  g_free (self);
}

void
flow_scenario_result_free (FlowScenarioResult *result)
{
  g_free (result->ends);
  g_free (result);
}

static guint
get_route (const FlowScenario *self,
           guint source,
           guint destination,
           guint32 *out_links)
{
  guint per_leaf = self->n_hosts / self->n_leaves;
  guint from = source / per_leaf, to = destination / per_leaf, spine = destination % self->n_spines;
  guint n = 0;

  out_links[n++] = source;
  if (from != to)
    {
      out_links[n++] = 2 * self->n_hosts + from * self->n_spines + spine;
      out_links[n++] = 2 * self->n_hosts + (self->n_leaves + to) * self->n_spines + spine;
    }
  out_links[n++] = self->n_hosts + destination;
  return n;
}

static double
get_cpu_s (void)
{
  struct timespec t;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* ---- Heddle ------------------------------------------------------------------------------------------------------------ */

typedef struct
{
  HdTime *ends;
  guint n_ended;
} Run;

static void
note_end (gpointer user_data,
          guint64 token,
          HdTime time)
{
  Run *run = user_data;

  run->ends[token] = time;
  run->n_ended++;
}

static guint32
add_path (const FlowScenario *self,
          HdFlowModel *model,
          guint source,
          guint destination)
{
  guint32 forward[FLOW_SCENARIO_MOST_HOPS], reverse[FLOW_SCENARIO_MOST_HOPS];
  HdFlowUse uses[2 * FLOW_SCENARIO_MOST_HOPS];
  guint n_forward = get_route (self, source, destination, forward);
  guint n_reverse = get_route (self, destination, source, reverse);
  guint n_uses = hd_flow_model_merge_uses (model, forward, n_forward, reverse, n_reverse, uses);
  HdTime latency = 0;

  for (guint i = 0; i < n_forward; i++)
    latency += self->links[forward[i]].latency_ps;
  return hd_flow_model_add_path (model, latency, uses, n_uses, 1);
}

FlowScenarioResult *
flow_scenario_run (const FlowScenario *self,
                   HdFairness fairness,
                   double cross_traffic,
                   gboolean incremental)
{
  FlowScenarioResult *result = g_new0 (FlowScenarioResult, 1);
  HdFlowRules rules = { fairness, cross_traffic, LATENCY };
  HdFlowOptions options = { incremental, TRUE, FALSE };
  Run run = { g_new0 (HdTime, self->n_transfers), 0 };
  double start = get_cpu_s ();
  g_autoptr (HdFlowModel) model = hd_flow_model_new (&rules);
  g_autoptr (HdNetwork) network = hd_flow_network_new (model, &options, NULL, note_end, &run);
  guint32 resource;

  for (guint i = 0; i < self->n_links; i++)
    if (!hd_flow_model_add_resource (model, HD_FLOW_LINK, self->links[i].bandwidth, &resource, NULL))
      g_assert_not_reached ();
  for (guint i = 0; i < self->n_transfers || run.n_ended < self->n_transfers;)
    {
      HdTime next = hd_network_get_next (network);
      HdTime arrival = i < self->n_transfers ? self->transfers[i].start : HD_TIME_MAX;

      hd_network_advance (network, MIN (next, arrival), NULL);
      if (arrival > next)
        continue;
      {
        HdTransfer transfer = { add_path (self, model, self->transfers[i].source, self->transfers[i].destination),
                                (double) self->transfers[i].bytes };

        hd_network_start (network, &transfer, 1, 1, i++);
        result->most_at_once = MAX (result->most_at_once, i - run.n_ended);
      }
    }
  result->cpu_s = get_cpu_s () - start;
  hd_network_get_counters (network, &result->counters);
  result->ends = run.ends;
  return result;
}

/* ---- SimGrid ----------------------------------------------------------------------------------------------------------- */

static void
write_route (const FlowScenario *self,
             GHashTable *seen,
             guint source,
             guint destination,
             GString *text)
{
  guint32 links[FLOW_SCENARIO_MOST_HOPS];
  guint n_links;

  if (!g_hash_table_add (seen, GUINT_TO_POINTER (source * self->n_hosts + destination)))
    return;
  n_links = get_route (self, source, destination, links);
  g_string_append_printf (text, "route %u %u %u", source, destination, n_links);
  for (guint k = 0; k < n_links; k++)
    g_string_append_printf (text, " %u", links[k]);
  g_string_append_c (text, '\n');
}

static char *
write_scenario (const FlowScenario *self)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "hosts %u\n", self->n_hosts);
  for (guint i = 0; i < self->n_links; i++)
    g_string_append_printf (text, "link %.17g %.17g\n", self->links[i].bandwidth, hd_time_to_seconds (self->links[i].latency_ps));
  for (guint i = 0; i < self->n_transfers; i++)
    {
      const FlowScenarioTransfer *t = &self->transfers[i];

      write_route (self, seen, t->source, t->destination, text);
      write_route (self, seen, t->destination, t->source, text);
    }
  for (guint i = 0; i < self->n_transfers; i++)
    g_string_append_printf (text, "transfer %.17g %" G_GUINT64_FORMAT " %u %u\n", hd_time_to_seconds (self->transfers[i].start),
                            self->transfers[i].bytes, self->transfers[i].source, self->transfers[i].destination);
  return g_string_free (text, FALSE);
}

/** flow_scenario_run_simgrid: @program is flow-simgrid.cpp, @options what SimGrid is told (%NULL-terminated) */
FlowScenarioResult *
flow_scenario_run_simgrid (const FlowScenario *self,
                           const char *program,
                           const char *const *options,
                           GError **error)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *input = write_scenario (self);
  g_autofree char *output = NULL;
  g_autofree HdTime *ends = g_new0 (HdTime, self->n_transfers);
  FlowScenarioResult *result;
  char *next;

  g_ptr_array_add (arguments, (gpointer) program);
  for (guint i = 0; options[i] != NULL; i++)
    g_ptr_array_add (arguments, (gpointer) options[i]);
  g_ptr_array_add (arguments, NULL);
  process = g_subprocess_newv ((const char *const *) arguments->pdata,
                               G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, error);
  if (process == NULL || !g_subprocess_communicate_utf8 (process, input, NULL, &output, NULL, error)
      || !g_subprocess_wait_check (process, NULL, error))
    return NULL;
  next = output;
  for (guint i = 0; i < self->n_transfers; i++)
    {
      char *end;

      ends[i] = llrint (g_ascii_strtod (next, &end) * (double) HD_TICKS_PER_SECOND);
      if (end == next)
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s gave %u of %u ends", program, i, self->n_transfers);
          return NULL;
        }
      next = end;
    }
  result = g_new0 (FlowScenarioResult, 1);
  result->ends = g_steal_pointer (&ends);
  result->cpu_s = g_ascii_strtod (next, NULL);
  return result;
}
