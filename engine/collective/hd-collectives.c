/* hd-collectives.c: collectives of several communicators at once, on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-collectives"

#include "hd-collectives.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-collective-clock.h"
#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-schedule-job.h"
#include "hd-tree-job.h"

typedef struct
{
  HdCollectiveJob *job;
  HdTree *tree;
  HdTreeLog *log;
  char *reason;
  guint32 repeats;
  const HdCollective *schedule; /* or NULL */
} Entry;

typedef struct
{
  HdCollectives *all;
  HdAgentNetwork *network;
  HdCollectiveJob *job;
} Ends;

struct _HdCollectives
{
  HdDesign *design;
  HdTreeNetwork *network; /* that trees are built in */
  HdTreeNetwork *drawn;   /* without what changes at once: who is to do without trees may wait for a repair */
  HdAggregator **aggregators;
  GArray *entries;       /* of Entry */
  GPtrArray *jobs;       /* the entries' */
  HdCollectiveClock *clock;
};

static void
entry_clear (gpointer data)
{
  Entry *self = data;

  hd_collective_job_free (self->job);
  g_clear_pointer (&self->log, hd_tree_log_unref);
  hd_tree_unref (self->tree);
  g_free (self->reason);
}

/* What changes at once is as if it were drawn so. */
static HdDesign *
get_beginning (HdDesign *design)
{
  HdDesign *beginning = design;

  for (guint i = 0; i < hd_design_get_n_changes (design) && hd_design_get_change (design, i)->time == 0; i++)
    if (_hd_design_get_changed (design, i) != NULL)
      beginning = _hd_design_get_changed (design, i);
  return beginning;
}

HdCollectives *
hd_collectives_new (HdDesign *design)
{
  HdCollectives *self = g_new0 (HdCollectives, 1);

  self->design = hd_design_ref (design);
  self->network = hd_tree_network_new (get_beginning (design));
  self->drawn = get_beginning (design) == design ? self->network : hd_tree_network_new (design);
  self->aggregators = g_new0 (HdAggregator *, hd_design_get_n_nodes (design) + 1);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  g_array_set_clear_func (self->entries, entry_clear);
  self->jobs = g_ptr_array_new ();
  self->clock = hd_collective_clock_new ();
  return self;
}

void
hd_collectives_free (HdCollectives *self)
{
  g_array_unref (self->entries);
  g_ptr_array_unref (self->jobs);
  hd_collective_clock_free (self->clock);
  for (guint i = 0; i < hd_design_get_n_nodes (self->design); i++)
    hd_aggregator_free (self->aggregators[i]);
  g_free (self->aggregators);
  if (self->drawn != self->network)
    hd_tree_network_free (self->drawn);
  hd_tree_network_free (self->network);
  hd_design_unref (self->design);
  g_free (self);
}

/* ---- orders ---------------------------------------------------------------------------------------------------------- */

static gboolean
check_order (const HdCollectiveOrder *order,
             GError **error)
{
  if (order->n_members > 0 && order->root >= order->n_members)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("The root %u is no rank: there are %u members, from 0"), order->root, order->n_members);
      return FALSE;
    }
  if (order->repeats > HD_COLLECTIVE_MAX_REPEATS)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("%u repeats in all iterations; at most %u are possible"), order->repeats, HD_COLLECTIVE_MAX_REPEATS);
      return FALSE;
    }
  if (order->width == 1)
    {
      g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_WIDTH, _("The tree width k = %u must be an integer of at least 2"), order->width);
      return FALSE;
    }
  if (order->operation != HD_TREE_BARRIER && !(order->bytes >= 1))
    {
      g_set_error (error, HD_TREE_ERROR, HD_TREE_ERROR_PARAMETER, _("A message of %g B: %s needs at least 1 B; only a barrier carries nothing"),
                   order->bytes, hd_tree_operation_get_id (order->operation));
      return FALSE;
    }
  return TRUE;
}

/* Why a tree of type II could not be had. */
static char *
explain (HdCollectives *self,
         const HdCollectiveOrder *order,
         const guint32 *members,
         HdTreeOptions options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdTree) tree = NULL;

  options.fall_back = FALSE;
  if (options.algorithm == HD_TREE_SELECTED)
    options.algorithm = HD_TREE_MINIMUM_COST;
  tree = hd_tree_build (self->network, members, order->n_members, &options, &error);
  return error != NULL ? g_strdup (error->message) : NULL;
}

static HdTree *
build_tree (HdCollectives *self,
            const HdCollectiveOrder *order,
            const guint32 *members,
            char **out_reason,
            GError **error)
{
  const HdTreeOptions options = {
    .algorithm = order->tree,
    .operation = order->operation,
    .bytes = ceil (order->bytes),
    .widths = &order->width,
    .n_widths = order->width > 0 ? 1 : 0,
    .broadcast = order->broadcast,
    .fall_back = order->may_fall_back,
  };
  g_autoptr (HdTree) tree = hd_tree_build (self->network, members, order->n_members, &options, error);

  if (tree == NULL || !hd_tree_network_occupy (self->network, tree, error))
    return NULL;
  if (hd_tree_get_fallback (tree) != HD_TREE_FALLBACK_NONE)
    *out_reason = explain (self, order, members, options);
  return g_steal_pointer (&tree);
}

static HdCollectiveJob *
make_job (HdCollectives *self,
          const HdCollectiveOrder *order,
          const guint32 *members,
          Entry *entry,
          GError **error)
{
  g_autofree guint32 *nics = g_new (guint32, order->n_members + 1);

  if (order->schedule != NULL)
    return hd_tree_network_find_nics (self->drawn, members, order->n_members, nics, error)
               ? hd_schedule_job_new (order->schedule, order->operation, members, order->n_members, (guint64) ceil (order->bytes), error)
               : NULL;
  entry->tree = build_tree (self, order, members, &entry->reason, error);
  if (entry->tree == NULL)
    return NULL;
  entry->log = hd_tree_log_new (entry->tree, order->repeats);
  return hd_tree_job_new (self->network, entry->tree, entry->log, order->broadcast, self->aggregators, error);
}

gboolean
hd_collectives_add (HdCollectives *self,
                    const HdCollectiveOrder *order,
                    GError **error)
{
  g_autofree guint32 *members = g_new (guint32, order->n_members + 1);
  Entry entry = { .repeats = order->repeats, .schedule = order->schedule };
  GError *why = NULL;

  if (!check_order (order, error))
    return FALSE;
  if (self->jobs->len > G_MAXUINT16)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("More than %u collectives at once"), G_MAXUINT16 + 1);
      return FALSE;
    }
  for (guint32 i = 0; i < order->n_members; i++)
    members[i] = order->members[(i + order->root) % order->n_members];
  entry.job = make_job (self, order, members, &entry, &why);
  if (entry.job == NULL)
    {
      g_propagate_error (error, why);
      if (entry.tree != NULL)
        hd_tree_network_release (self->network, entry.tree);
      g_clear_pointer (&entry.log, hd_tree_log_unref);
      hd_tree_unref (entry.tree);
      g_free (entry.reason);
      return FALSE;
    }
  entry.job->number = self->jobs->len;
  entry.job->name = g_strdup (order->name);
  g_ptr_array_add (self->jobs, entry.job);
  g_array_append_val (self->entries, entry);
  hd_collective_clock_add (self->clock, entry.job, order->repeats);
  return TRUE;
}

/* ---- agents ---------------------------------------------------------------------------------------------------------- */

static void
receive (HdAgentNode *node,
         gpointer state,
         const HdParcel *parcel)
{
  HdCollectives *self = hd_agent_node_get_data (node);
  guint64 number = parcel->kind == HD_COLLECTIVE_SEND ? ((const HdScheduleMessage *) (gpointer) (guintptr) parcel->data)->number : parcel->data >> 48;
  HdCollectiveJob *job = g_ptr_array_index (self->jobs, number);

  job->program->receive (job, node, parcel);
}

#define HAS_BEGUN (G_GUINT64_CONSTANT (1) << 63) /* of what wakes: software has done its part, and the repeat is to start */

/* What software does before the first step. */
static HdTime
get_call (const HdCollectiveJob *job,
          guint32 rank)
{
  const HdSoftwareCosts *costs = &job->costs[rank];

  return job->program->is_handed_over ? hd_time_add (costs->start, costs->send) : costs->start;
}

/* The clock lets a rank start a repeat. */
static void
wake (HdAgentNode *node,
      gpointer state,
      guint64 data)
{
  HdCollectives *self = hd_agent_node_get_data (node);
  HdCollectiveJob *job = g_ptr_array_index (self->jobs, (data & ~HAS_BEGUN) >> 32);
  guint32 rank = (guint32) data;
  HdTime call = (data & HAS_BEGUN) == 0 ? get_call (job, rank) : 0;

  if (call > 0)
    {
      hd_agent_node_wake (node, call, data | HAS_BEGUN);
      return;
    }
  job->repeats[rank]++;
  job->program->start (job, node, rank);
}

/* ---- between processes ----------------------------------------------------------------------------------------------- */

static HdCollectiveJob *
find_job (HdCollectives *self,
          HdCollectiveParcel kind,
          guint64 data,
          const HdScheduleMessage *message)
{
  return g_ptr_array_index (self->jobs, kind == HD_COLLECTIVE_SEND ? message->number : data >> 48);
}

static void
pack (gpointer agent_data,
      guint32 kind,
      guint64 data,
      GByteArray *bytes)
{
  HdCollectiveJob *job = find_job (agent_data, kind, data, (const HdScheduleMessage *) (gpointer) (guintptr) data);

  job->program->pack (job, kind, data, bytes);
}

static guint64
unpack (gpointer agent_data,
        guint32 kind,
        guint64 data,
        const guint8 *bytes,
        gsize size)
{
  HdScheduleMessage message = { 0 };
  HdCollectiveJob *job;

  if (kind == HD_COLLECTIVE_SEND)
    memcpy (&message, bytes, sizeof message);
  job = find_job (agent_data, kind, data, &message);
  return job->program->unpack (job, kind, data, bytes, size);
}

static gpointer
find_checked (gpointer data,
              guint32 rank,
              guint32 *out_partition)
{
  const Ends *self = data;

  *out_partition = hd_agent_network_get_partition (self->network, self->job->sites[rank]);
  return &self->job->checked[rank];
}

static gpointer
find_unit (gpointer data,
           guint32 node,
           guint32 *out_partition)
{
  const Ends *self = data;
  HdAggregator *aggregator = self->all->aggregators[node];

  if (aggregator == NULL)
    return NULL;
  *out_partition = hd_agent_network_get_partition (self->network, node);
  return (gpointer) (guintptr) hd_aggregator_get_statistics (aggregator);
}

void
hd_collectives_level (HdCollectives *self,
                      HdAgentNetwork *network,
                      gboolean is_last)
{
  Ends ends = { self, network, NULL };

  hd_collective_clock_level (self->clock);
  if (!is_last)
    return;
  for (guint i = 0; i < self->jobs->len; i++)
    {
      ends.job = g_ptr_array_index (self->jobs, i);
      hd_agent_network_mirror (network, ends.job->n_ranks, sizeof *ends.job->checked, find_checked, &ends);
      if (ends.job->program->level != NULL)
        ends.job->program->level (ends.job, network);
    }
  hd_agent_network_mirror (network, hd_design_get_n_nodes (self->design), sizeof (HdAggregatorStatistics), find_unit, &ends);
}

static const HdAgent agent = { .n_kinds = HD_COLLECTIVE_N_KINDS, .messages = 1u << HD_COLLECTIVE_SEND, .receive = receive, .wake = wake, .pack = pack, .unpack = unpack };

gboolean
hd_collectives_attach (HdCollectives *self,
                       HdKernel *kernel,
                       HdAgentNetwork *network,
                       GError **error)
{
  guint number = 0;

  for (guint i = 0; i < self->jobs->len; i++)
    {
      HdCollectiveJob *job = g_ptr_array_index (self->jobs, i);

      for (guint32 rank = 0; rank < job->n_ranks; rank++)
        hd_software_costs_get (self->design, job->sites[rank], &job->costs[rank]);
      if (job->program->attach != NULL && !job->program->attach (job, network, error))
        return FALSE;
    }

  for (guint32 i = 0; i < hd_design_get_n_nodes (self->design); i++)
    if (hd_agent_network_has_node (network, i))
      number = hd_agent_network_set_agent (network, i, &agent, self);
  hd_collective_clock_attach (self->clock, kernel, network, number, 0);
  return TRUE;
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static Entry *
get_entry (HdCollectives *self,
           guint32 n)
{
  return &g_array_index (self->entries, Entry, n);
}

const HdCollective *
hd_collectives_get_schedule (HdCollectives *self,
                             guint32 n)
{
  return get_entry (self, n)->schedule;
}

const guint32 *
hd_collectives_get_members (HdCollectives *self,
                            guint32 n,
                            guint *out_n)
{
  *out_n = get_entry (self, n)->job->n_ranks;
  return get_entry (self, n)->job->sites;
}

void
hd_collectives_watch (HdCollectives *self,
                      HdMessageLog *log)
{
  for (guint i = 0; i < self->jobs->len; i++)
    ((HdCollectiveJob *) g_ptr_array_index (self->jobs, i))->log = log;
}

guint32
hd_collectives_get_n (HdCollectives *self)
{
  return self->jobs->len;
}

const char *
hd_collectives_get_name (HdCollectives *self,
                         guint32 n)
{
  return get_entry (self, n)->job->name;
}

HdTree *
hd_collectives_get_tree (HdCollectives *self,
                         guint32 n)
{
  return get_entry (self, n)->tree;
}

HdTreeLog *
hd_collectives_get_log (HdCollectives *self,
                        guint32 n)
{
  return get_entry (self, n)->log;
}

const char *
hd_collectives_get_reason (HdCollectives *self,
                           guint32 n)
{
  return get_entry (self, n)->reason;
}

HdCollectiveTimes
hd_collectives_get_times (HdCollectives *self,
                          guint32 n)
{
  return (HdCollectiveTimes){
    .n = hd_collective_clock_get_n_done (self->clock, n),
    .repeats = get_entry (self, n)->repeats,
    .starts = hd_collective_clock_get_starts (self->clock, n),
    .times = hd_collective_clock_get_times (self->clock, n),
    .gathered = hd_collective_clock_get_gathered (self->clock, n),
  };
}

gboolean
hd_collectives_is_over (HdCollectives *self)
{
  return hd_collective_clock_get_progress (self->clock) >= 1;
}

void
hd_collectives_read_units (HdCollectives *self,
                           HdAggregatorStatistics *out_statistics)
{
  *out_statistics = (HdAggregatorStatistics){ 0 };
  for (guint i = 0; i < hd_design_get_n_nodes (self->design); i++)
    {
      const HdAggregatorStatistics *unit;

      if (self->aggregators[i] == NULL)
        continue;
      unit = hd_aggregator_get_statistics (self->aggregators[i]);
      out_statistics->packets += unit->packets;
      out_statistics->busy += unit->busy;
      out_statistics->longest_wait = MAX (out_statistics->longest_wait, unit->longest_wait);
      out_statistics->most_kept = MAX (out_statistics->most_kept, unit->most_kept);
    }
}

guint64
hd_collectives_get_n_checked (HdCollectives *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->jobs->len; i++)
    for (guint32 rank = 0; rank < ((HdCollectiveJob *) g_ptr_array_index (self->jobs, i))->n_ranks; rank++)
      n += ((HdCollectiveJob *) g_ptr_array_index (self->jobs, i))->checked[rank];
  return n;
}

double
hd_collectives_get_progress (HdCollectives *self)
{
  return hd_collective_clock_get_progress (self->clock);
}
