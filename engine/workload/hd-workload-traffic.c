/* hd-workload-traffic.c: synthetic traffic as workload
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-traffic"

#include "hd-workload-private.h"

#include <math.h>

#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-traffic-order.h"

#define MOST_SECONDS 1e5
#define SHARE .unit = "", .minimum = 0, .maximum = 1, .pleasant_minimum = 0, .pleasant_maximum = 1
#define TIME .unit = "s", .minimum = 0, .maximum = MOST_SECONDS

gboolean
hd_workload_is_traffic (const HdElement *workload)
{
  return g_strcmp0 (hd_element_get_text (workload, "type"), _hd_workload_traffic.type.id) == 0;
}

/* ---- who sends to whom ------------------------------------------------------------------------------------------------------ */

static gboolean
read_members (HdWorkloadReader *reader,
              HdTrafficOrder *order)
{
  g_autoptr (HdWorkloadGraph) graph = hd_workload_graph_new ();
  guint32 number = hd_workload_reader_get_team (reader, graph, "on");
  const HdTeam *team;

  if (number == HD_NO_ID)
    return FALSE;
  team = hd_workload_graph_get_team (graph, number);
  order->nodes = g_memdup2 (team->nodes, MAX (team->n_nodes, 1) * sizeof *order->nodes);
  order->source.pattern.n_members = team->n_nodes;
  return TRUE;
}

/* All in one row, or the largest square. */
static guint32
choose_columns (const HdTrafficPattern *pattern)
{
  return pattern->kind == HD_TRAFFIC_TRANSPOSE ? (guint32) sqrt (pattern->n_members) : pattern->n_members;
}

static gboolean
read_hot (HdWorkloadReader *reader,
          HdTrafficOrder *order)
{
  HdTrafficPattern *pattern = &order->source.pattern;
  guint32 node;

  pattern->hot_share = hd_workload_reader_get_number (reader, "hot-share");
  if (pattern->kind != HD_TRAFFIC_HOT_SPOT || hd_workload_reader_get_text (reader, "hot") == NULL)
    return TRUE;
  node = hd_workload_reader_get_node (reader, "hot");
  while (node != HD_NO_ID && pattern->hot < pattern->n_members && order->nodes[pattern->hot] != node)
    pattern->hot++;
  if (node == HD_NO_ID || pattern->hot < pattern->n_members)
    return node != HD_NO_ID;
  hd_workload_reader_report (reader, HD_PROBLEM_GROUP, "hot", NULL, _("The hot spot %s is none of the members"), hd_workload_reader_get_text (reader, "hot"));
  return FALSE;
}

static gboolean
read_pattern (HdWorkloadReader *reader,
              HdTrafficOrder *order)
{
  HdTrafficPattern *pattern = &order->source.pattern;
  g_autoptr (GError) error = NULL;

  pattern->kind = (HdTrafficKind) hd_workload_reader_get_choice (reader, "pattern");
  if (!read_members (reader, order))
    return FALSE;
  pattern->columns = (guint32) hd_workload_reader_get_number (reader, "columns");
  if (pattern->columns == 0)
    pattern->columns = choose_columns (pattern);
  if (hd_traffic_pattern_check (pattern, &error))
    return read_hot (reader, order);
  hd_workload_reader_report (reader, HD_PROBLEM_VALUE, hd_workload_reader_has (reader, "columns") ? "columns" : "pattern", NULL, "%s", error->message);
  return FALSE;
}

/* ---- how much ----------------------------------------------------------------------------------------------------------------- */

/* What the links of each node can take together, in B/s. */
static double *
sum_rates (HdDesign *design)
{
  const HdLink *links = hd_design_get_links (design);
  double *rates = g_new0 (double, hd_design_get_n_nodes (design) + 1);

  for (guint l = 0; l < hd_design_get_n_links (design); l++)
    {
      if (hd_design_has_failed (design, l))
        continue;
      rates[links[l].from] += hd_link_get_rate (&links[l]);
      rates[links[l].to] += hd_link_get_rate (&links[l]);
    }
  return rates;
}

/* A member's links take @load; without an interval it is what the fastest member needs for a message. */
static gboolean
read_load (HdWorkloadReader *reader,
           HdTrafficOrder *order,
           double *probabilities)
{
  g_autofree double *rates = sum_rates (reader->design);
  double load = hd_workload_reader_get_number (reader, "load"), most = 0;
  guint32 n = order->source.pattern.n_members;

  for (guint32 i = 0; i < n; i++)
    {
      double rate = rates[order->nodes[i]];
      g_autofree char *path = NULL;

      if (rate > 0 && isfinite (rate))
        {
          most = MAX (most, rate);
          continue;
        }
      path = hd_design_dup_node_path (reader->design, order->nodes[i]);
      hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "load", _("Give probability and interval instead"),
                                 _("The load is a share of what a member's links can take, and “%s” has no links with a bandwidth"), path);
      return FALSE;
    }
  if (order->interval == 0)
    order->interval = MAX (hd_time_from_seconds (floor ((double) order->bytes / most * HD_TICKS_PER_SECOND) / HD_TICKS_PER_SECOND), 1);
  for (guint32 i = 0; i < n; i++)
    probabilities[i] = load * hd_time_to_seconds (order->interval) * rates[order->nodes[i]] / (double) order->bytes;
  return TRUE;
}

static gboolean
read_probability (HdWorkloadReader *reader,
                  HdTrafficOrder *order,
                  double *probabilities)
{
  double probability = hd_workload_reader_get_number (reader, "probability");

  if (hd_workload_reader_has (reader, "load"))
    hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "load", NULL, _("There are both “load” and “probability”; give one of them"));
  else if (order->interval == 0)
    hd_workload_reader_report (reader, HD_PROBLEM_MISSING_ATTRIBUTE, "interval", NULL, _("A probability needs the interval that it is of"));
  else
    {
      for (guint32 i = 0; i < order->source.pattern.n_members; i++)
        probabilities[i] = probability;
      return TRUE;
    }
  return FALSE;
}

/* An interval has one message at most, and bursts have pauses between them. */
static gboolean
check_probabilities (HdWorkloadReader *reader,
                     HdTrafficOrder *order,
                     const double *probabilities)
{
  const HdTrafficSource *source = &order->source;
  double most = source->is_bursty ? source->peak * source->burst / (source->burst + 1) : 1;

  for (guint32 i = 0; i < source->pattern.n_members; i++)
    {
      g_autofree char *path = NULL;

      if (probabilities[i] <= most)
        continue;
      path = hd_design_dup_node_path (reader->design, order->nodes[i]);
      if (source->is_bursty)
        hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "burst", _("Use longer bursts, a shorter interval, or a lower load"),
                                   _("“%s” would make %.4g messages in each interval, but these bursts make %.4g at most"), path, probabilities[i], most);
      else
        hd_workload_reader_report (reader, HD_PROBLEM_VALUE, "interval", _("Use a shorter interval, or a lower load"),
                                   _("“%s” would make %.4g messages in each interval, which has one at most"), path, probabilities[i]);
      return FALSE;
    }
  return TRUE;
}

static gboolean
read_rates (HdWorkloadReader *reader,
            HdTrafficOrder *order)
{
  HdTrafficSource *source = &order->source;
  double *probabilities = g_new0 (double, source->pattern.n_members + 1);

  source->probabilities = probabilities;
  source->is_bursty = hd_workload_reader_get_choice (reader, "process") == 1;
  source->burst = hd_workload_reader_get_number (reader, "burst");
  source->peak = hd_workload_reader_get_number (reader, "peak");
  if (hd_workload_reader_has (reader, "probability") ? !read_probability (reader, order, probabilities) : !read_load (reader, order, probabilities))
    return FALSE;
  return check_probabilities (reader, order, probabilities);
}

/* ---- reading ------------------------------------------------------------------------------------------------------------------- */

static HdTime
read_time (HdWorkloadReader *reader,
           const char *key)
{
  return hd_time_from_seconds (hd_workload_reader_get_number (reader, key));
}

static void
read_times (HdWorkloadReader *reader,
            HdTrafficOrder *order)
{
  order->interval = read_time (reader, "interval");
  order->warm_up = read_time (reader, "warm-up");
  order->measure = read_time (reader, "measure");
  order->drain = read_time (reader, "drain");
  order->goes_on = hd_workload_reader_get_choice (reader, "after") == 0;
  order->bytes = (guint64) llrint (hd_workload_reader_get_number (reader, "bytes"));
}

gboolean
hd_traffic_order_read (HdDesign *design,
                       const HdElement *element,
                       guint32 number,
                       HdProblemList *problems,
                       HdTrafficOrder *out_order)
{
  HdWorkloadReader reader = { design, problems, element, _hd_workload_traffic.type.parameters };
  guint n_errors = hd_problem_list_count (problems, HD_SEVERITY_ERROR);
  HdTrafficOrder order = {
    .element = element,
    .source = { .seed = hd_design_get_run_settings (design)->seed, .number = number },
  };
  double phase;

  _hd_workload_check_names (&reader);
  read_times (&reader, &order);
  phase = hd_workload_reader_get_number (&reader, "phase");
  order.source.is_shared = hd_workload_reader_get_choice (&reader, "draws") == 1;
  if (read_pattern (&reader, &order) && hd_problem_list_count (problems, HD_SEVERITY_ERROR) == n_errors)
    read_rates (&reader, &order);
  if (hd_problem_list_count (problems, HD_SEVERITY_ERROR) > n_errors)
    {
      hd_traffic_order_clear (&order);
      return FALSE;
    }
  order.phase = (HdTime) floor (phase * (double) order.interval);
  *out_order = order;
  return TRUE;
}

void
hd_traffic_order_clear (HdTrafficOrder *self)
{
  g_clear_pointer (&self->nodes, g_free);
  g_free ((gpointer) self->source.probabilities);
  self->source.probabilities = NULL;
}

/* ---- the table ------------------------------------------------------------------------------------------------------------------ */

/* Where flows carry the work. */
static void
build (HdWorkloadReader *reader,
       HdWorkloadGraph *graph)
{
  _hd_design_report_run (reader->design, reader->problems, HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "fidelity", _("Choose another one, such as “packet”"),
                         _("Synthetic traffic goes message by message, which flow fidelity does not do"));
}

static const char *const patterns[] = { "uniform", "transpose", "bit-complement", "tornado", "hot-spot", "nearest-neighbour", NULL };
static const char *const processes[] = { "bernoulli", "bursty", NULL };
static const char *const afterwards[] = { "go-on", "stop", NULL };
static const char *const ways_to_draw[] = { "by-member", "one-stream", NULL };

static const HdParameter parameters[] = {
  { HD_WORK_PARAMETER ("on", N_("Communicator"), TEXT), .help = N_("Communicator or address of the members; patterns go by their order.") },
  { HD_WORK_PARAMETER ("pattern", N_("Pattern"), CHOICE), .default_text = "uniform", .choices = patterns,
    .help = N_("Who sends to whom. Transpose needs a square of members, bit complement a power of two. A member that would send to itself is silent."),
    .source = "Dally and Towles 2004, table 3.1" },
  { HD_WORK_PARAMETER ("load", N_("Load"), QUANTITY), SHARE, .default_text = "0.1",
    .help = N_("Share of what its links can take that a member sends.") },
  { HD_WORK_PARAMETER ("probability", N_("Probability"), QUANTITY), SHARE, .default_text = "0",
    .help = N_("Instead of the load: of a message in each interval, on the average.") },
  { HD_WORK_PARAMETER ("interval", N_("Interval"), QUANTITY), TIME, .default_text = "0 s", .pleasant_minimum = 1e-9, .pleasant_maximum = 1e-6,
    .help = N_("Time slot in which each member may make one message, such as a cycle; 0 for what the fastest member's links need for one.") },
  { HD_WORK_PARAMETER ("phase", N_("Phase"), QUANTITY), SHARE, .default_text = "0",
    .help = N_("Where in its interval a message is made, from 0 for its begin to 1 for its end.") },
  { HD_WORK_PARAMETER ("bytes", N_("Message size"), QUANTITY), .unit = "B", .minimum = 1, .maximum = 1e12, .default_text = "256 B", .pleasant_minimum = 8,
    .pleasant_maximum = 65536, .help = N_("Size of each message.") },
  { HD_WORK_PARAMETER ("process", N_("Process"), CHOICE), .default_text = "bernoulli", .choices = processes,
    .help = N_("Each interval for itself (bernoulli), or in bursts with pauses between them (bursty); both have the same mean.") },
  { HD_WORK_PARAMETER ("burst", N_("Burst length"), QUANTITY), .unit = "", .default_text = "8", .minimum = 1, .maximum = 1e9, .pleasant_minimum = 1,
    .pleasant_maximum = 100, .help = N_("Mean number of intervals in a burst, if bursty.") },
  { HD_WORK_PARAMETER ("peak", N_("Peak probability"), QUANTITY), .unit = "", .default_text = "1", .minimum = 0, .maximum = 1, .exclusive_minimum = TRUE,
    .pleasant_minimum = 0.1, .pleasant_maximum = 1, .help = N_("Of a message in each interval of a burst, if bursty.") },
  { HD_WORK_PARAMETER ("columns", N_("Columns"), INTEGER), .unit = "", .default_text = "0", .minimum = 0, .maximum = 16777215, .pleasant_minimum = 0,
    .pleasant_maximum = 64,
    .help = N_("Members in a row of the grid that they make, for transpose, tornado and nearest neighbour; 0 for one row, and for a square to transpose.") },
  { HD_WORK_PARAMETER ("hot", N_("Hot spot"), TEXT), .default_text = "", .help = N_("Address of the member that gets more, for a hot spot; the first if empty.") },
  { HD_WORK_PARAMETER ("hot-share", N_("Hot share"), QUANTITY), SHARE, .default_text = "0.1",
    .help = N_("Share of what each other member sends that goes to the hot spot; the rest is uniform.") },
  { HD_WORK_PARAMETER ("warm-up", N_("Warm-up"), QUANTITY), TIME, .default_text = "10 us", .pleasant_minimum = 1e-6, .pleasant_maximum = 1e-3,
    .help = N_("Time at the start whose messages load the network and do not count.") },
  { HD_WORK_PARAMETER ("measure", N_("Measurement"), QUANTITY), TIME, .exclusive_minimum = TRUE, .default_text = "100 us", .pleasant_minimum = 1e-6,
    .pleasant_maximum = 1e-2, .help = N_("Time after it whose messages count, whenever they arrive.") },
  { HD_WORK_PARAMETER ("drain", N_("Drain"), QUANTITY), TIME, .default_text = "100 us", .pleasant_minimum = 1e-6, .pleasant_maximum = 1e-2,
    .help = N_("Time after the measurement for what counts to arrive; if some has not, the network is saturated.") },
  { HD_WORK_PARAMETER ("after", N_("After the measurement"), CHOICE), .default_text = "go-on", .choices = afterwards,
    .help = N_("Whether members go on, so that all that counts meets the same load, or stop.") },
  { HD_WORK_PARAMETER ("draws", N_("Random numbers"), CHOICE), .default_text = "by-member", .choices = ways_to_draw,
    .help = N_("A stream by seed, member and interval, or one splitmix64 stream from the seed over all members of each interval in turn.") },
  { .key = NULL },
};

const HdWorkloadBuilder _hd_workload_traffic = {
  .type = {
    .id = "traffic",
    .title = N_("Synthetic traffic"),
    .help = N_("Messages at random times after a pattern, and what latency they have at a load; not at flow fidelity."),
    .parameters = parameters,
  },
  .build = build,
};
