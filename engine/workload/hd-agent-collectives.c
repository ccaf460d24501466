/* hd-agent-collectives.c: collectives as work of agents, and what is told of them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-agent-collectives"

#include "hd-agent-work.h"

#include <stdlib.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-message-trace.h"
#include "hd-workload-orders.h"

typedef struct
{
  HdAgentWork parent;

  /* owned */
  HdAgentNetwork *network; /* borrowed */
  HdCollectives *collectives;
  guint iterations;     /* that there are */
  guint n_iterations;   /* that are told */
  guint32 *n_told;      /* repeats of each */
  const char **names;   /* of each, borrowed */
  guint *n_members;     /* of names */
  const guint32 **members;
  const HdCollective **schedules; /* or NULL */
  HdMessageTrace *trace; /* or NULL */
  GArray *lane_nodes;   /* of guint32: HD_NO_ID of each, then those of the trace */
  GPtrArray *lane_titles;
  GPtrArray *logs;      /* of HdTreeLog, borrowed, by lane */

  /* what is timed */
  GArray *ended;        /* of Timed: repeats after @timed_until, by start */
  HdTime timed_until;   /* so far each moment is known to be timed or not */
  HdTime paused;        /* of that, and counts as no time */
  HdTime last_pause;    /* when it began */
  HdTime last_paused;   /* what had been paused up to then */
} Work;

typedef struct
{
  HdTime start, end;
} Timed;

static void
work_free (HdAgentWork *work)
{
  Work *self = (Work *) work;

  g_clear_pointer (&self->collectives, hd_collectives_free);
  g_free (self->n_told);
  g_free (self->names);
  g_free (self->n_members);
  g_free (self->members);
  g_free (self->schedules);
  g_clear_pointer (&self->trace, hd_message_trace_free);
  g_array_unref (self->lane_nodes);
  g_ptr_array_unref (self->lane_titles);
  g_ptr_array_unref (self->logs);
  g_array_unref (self->ended);
  g_free (self);
}

static void
add_lane (Work *self,
          guint32 node,
          const char *title,
          HdTreeLog *log)
{
  g_array_append_val (self->lane_nodes, node);
  g_ptr_array_add (self->lane_titles, (gpointer) title);
  g_ptr_array_add (self->logs, log);
}

static HdAgentWork *
work_create (HdDesign *design,
             HdTransferList *transfers,
             HdAgentNetwork *network,
             HdProblemList *problems,
             HdProgress *progress,
             GError **error)
{
  HdCollectives *collectives = hd_workload_order_collectives (design, problems, error);
  Work *self;
  guint32 n;

  if (collectives == NULL)
    return NULL;
  if (!hd_collectives_attach (collectives, hd_agent_network_get_kernel (network), network, error))
    {
      hd_collectives_free (collectives);
      return NULL;
    }
  n = hd_collectives_get_n (collectives);
  self = g_new0 (Work, 1);
  self->parent.class = &_hd_agent_collectives_class;
  self->collectives = collectives;
  self->network = network;
  self->iterations = hd_design_get_run_settings (design)->iterations;
  self->n_told = g_new0 (guint32, n + 1);
  self->names = g_new0 (const char *, n + 1);
  self->n_members = g_new0 (guint, n + 1);
  self->members = g_new0 (const guint32 *, n + 1);
  self->schedules = g_new0 (const HdCollective *, n + 1);
  self->lane_nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->lane_titles = g_ptr_array_new ();
  self->logs = g_ptr_array_new ();
  self->ended = g_array_new (FALSE, FALSE, sizeof (Timed));
  for (guint32 i = 0; i < n; i++)
    {
      self->names[i] = hd_collectives_get_name (collectives, i);
      self->schedules[i] = hd_collectives_get_schedule (collectives, i);
      if (self->schedules[i] != NULL)
        self->members[i] = hd_collectives_get_members (collectives, i, &self->n_members[i]);
      add_lane (self, HD_NO_ID, self->names[i], hd_collectives_get_log (collectives, i));
    }
  self->trace = hd_message_trace_new (network, n, self->schedules, self->n_members, n);
  hd_collectives_watch (collectives, hd_message_trace_get_log (self->trace));
  for (guint i = 0; self->trace != NULL && i < hd_message_trace_get_n_lanes (self->trace); i++)
    {
      const char *title;
      guint32 node = hd_message_trace_get_lane (self->trace, i, &title);

      add_lane (self, node, title, NULL);
    }
  return &self->parent;
}

/* ---- what goes on ---------------------------------------------------------------------------------------------------- */

static void
get_layout (HdAgentWork *work,
            HdAgentWorkLayout *out_layout)
{
  Work *self = (Work *) work;
  guint32 n = hd_collectives_get_n (self->collectives);

  *out_layout = (HdAgentWorkLayout){
    .names = self->names,
    .n_names = n,
    .name_members = self->members,
    .n_name_members = self->n_members,
    .lane_nodes = (const guint32 *) (gpointer) self->lane_nodes->data,
    .lane_titles = (const char *const *) self->lane_titles->pdata,
    .n_lanes = self->lane_nodes->len,
    .lane_logs = (HdTreeLog *const *) self->logs->pdata,
    .first_trace_lane = n,
    .name_collectives = self->schedules,
  };
}

/* An iteration is over when every collective has been repeated as often as it says. */
static gboolean
get_iteration_end (Work *self,
                   guint iteration,
                   HdTime *out_end)
{
  *out_end = 0;
  for (guint32 i = 0; i < hd_collectives_get_n (self->collectives); i++)
    {
      HdCollectiveTimes times = hd_collectives_get_times (self->collectives, i);
      guint32 last = times.repeats / self->iterations * (iteration + 1) - 1;

      if (times.n <= last)
        return FALSE;
      *out_end = MAX (*out_end, times.starts[last] + times.times[last]);
    }
  return TRUE;
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const Timed *x = a, *y = b;

  return x->start < y->start ? -1 : x->start > y->start;
}

static void
pause_until (Work *self,
             HdTime start,
             const HdAgentWorkObserver *observer,
             gpointer data)
{
  if (start <= self->timed_until)
    return;
  observer->pause (data, self->timed_until, start);
  self->last_pause = self->timed_until;
  self->last_paused = self->paused;
  self->paused += start - self->timed_until;
  self->timed_until = start;
}

/* Nothing is timed while each collective waits for the barrier before its next repeat. All that begins before the earliest repeat that has not ended is
 * known, with its end. */
static void
tell_pauses (Work *self,
             HdTime time,
             gboolean is_last,
             const HdAgentWorkObserver *observer,
             gpointer data)
{
  HdTime limit = HD_TIME_MAX;
  guint n = 0;

  for (guint32 i = 0; i < hd_collectives_get_n (self->collectives); i++)
    {
      HdCollectiveTimes times = hd_collectives_get_times (self->collectives, i);

      if (times.n < times.repeats)
        limit = MIN (limit, times.starts[times.n]);
    }
  g_array_sort (self->ended, compare_starts);
  for (; n < self->ended->len && g_array_index (self->ended, Timed, n).start <= limit; n++)
    {
      const Timed *timed = &g_array_index (self->ended, Timed, n);

      pause_until (self, timed->start, observer, data);
      self->timed_until = MAX (self->timed_until, timed->end);
    }
  if (n > 0)
    g_array_remove_range (self->ended, 0, n);
  if (limit < HD_TIME_MAX)
    pause_until (self, limit, observer, data);
  else if (is_last && self->timed_until < time) /* until the barrier has heard of the last end */
    observer->pause (data, self->timed_until, time);
}

static void
tell (HdAgentWork *work,
      HdTime time,
      gboolean is_last,
      const HdAgentWorkObserver *observer,
      gpointer data)
{
  Work *self = (Work *) work;
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (HdWorkSpan));

  hd_collectives_level (self->collectives, self->network, is_last);
  for (guint32 i = 0; i < hd_collectives_get_n (self->collectives); i++)
    {
      HdCollectiveTimes times = hd_collectives_get_times (self->collectives, i);
      HdWorkSpan span = { .lane_class = i, .name = i, .kind = HD_WORK_COLLECTIVE, .cause_index = HD_NO_CAUSE };
      Timed timed;

      for (guint32 k = self->n_told[i]; k < times.n; k++)
        {
          span.iteration = k;
          span.start = times.starts[k];
          span.end = times.starts[k] + times.times[k];
          g_array_append_val (spans, span);
          timed = (Timed){ span.start, span.end };
          g_array_append_val (self->ended, timed);
        }
      self->n_told[i] = times.n;
      if (!is_last || times.n == times.repeats || times.starts[times.n] > time)
        continue;
      span = (HdWorkSpan){ .lane_class = i, .name = i, .kind = HD_WORK_COLLECTIVE, .cause_index = HD_NO_CAUSE, .iteration = times.n,
                           .start = times.starts[times.n], .end = time, .unfinished = TRUE };
      g_array_append_val (spans, span);
    }
  g_array_sort (spans, hd_agent_work_compare_spans);
  for (guint i = 0; i < spans->len; i++)
    observer->span (data, &g_array_index (spans, HdWorkSpan, i));
  for (HdTime end; self->n_iterations < self->iterations && get_iteration_end (self, self->n_iterations, &end); self->n_iterations++)
    observer->iteration (data, end);
  tell_pauses (self, time, is_last, observer, data);
  hd_message_trace_tell (self->trace, time, is_last, observer, data);
}

static void
tell_open (HdAgentWork *work,
           HdTime time,
           HdWorkOpen open,
           gpointer data)
{
  Work *self = (Work *) work;

  for (guint32 i = 0; i < hd_collectives_get_n (self->collectives); i++)
    {
      HdCollectiveTimes times = hd_collectives_get_times (self->collectives, i);
      HdWorkSpan span = { .lane_class = i, .name = i, .kind = HD_WORK_COLLECTIVE, .cause_index = HD_NO_CAUSE, .iteration = times.n, .end = HD_TIME_MAX };

      if (times.n == times.repeats || times.starts[times.n] > time)
        continue;
      span.start = times.starts[times.n];
      open (data, &span);
    }
}

static double
get_progress (HdAgentWork *work)
{
  return hd_collectives_get_progress (((Work *) work)->collectives);
}

static gboolean
is_ended (HdAgentWork *work)
{
  return hd_collectives_is_over (((Work *) work)->collectives);
}

static HdTime
get_end (HdAgentWork *work)
{
  Work *self = (Work *) work;
  HdTime end = 0;

  for (guint32 i = 0; i < hd_collectives_get_n (self->collectives); i++)
    {
      HdCollectiveTimes times = hd_collectives_get_times (self->collectives, i);

      if (times.n > 0)
        end = MAX (end, times.starts[times.n - 1] + times.times[times.n - 1]);
    }
  return end;
}

static guint64
get_n_completions (HdAgentWork *work)
{
  Work *self = (Work *) work;
  guint64 n = 0;

  for (guint32 i = 0; i < hd_collectives_get_n (self->collectives); i++)
    n += hd_collectives_get_times (self->collectives, i).n;
  return n;
}

/* ---- metrics --------------------------------------------------------------------------------------------------------- */

static int
compare_times (const void *a,
               const void *b)
{
  HdTime x = *(const HdTime *) a, y = *(const HdTime *) b;

  return x < y ? -1 : x > y;
}

/* Of an even number the mean of the middle two. */
static double
median_s (const HdTime *times,
          guint32 n)
{
  g_autofree HdTime *sorted = g_memdup2 (times, n * sizeof *times);

  qsort (sorted, n, sizeof *sorted, compare_times);
  return 0.5 * (hd_time_to_seconds (sorted[(n - 1) / 2]) + hd_time_to_seconds (sorted[n / 2]));
}

static void
add (GArray *metrics,
     const char *collective,
     const char *key,
     const char *title,
     const char *unit,
     double value)
{
  g_autofree char *name = g_strdup_printf ("%s.%s", collective, key);
  g_autofree char *full_title = g_strdup_printf ("%s: %s", collective, title);
  HdExecutionMetric metric = { g_intern_string (name), g_intern_string (full_title), unit, value };

  g_array_append_val (metrics, metric);
}

static void
add_times (GArray *metrics,
           const char *name,
           const HdCollectiveTimes *times)
{
  HdTime least = HD_TIME_MAX, most = 0;

  for (guint32 i = 0; i < times->n; i++)
    {
      least = MIN (least, times->times[i]);
      most = MAX (most, times->times[i]);
    }
  add (metrics, name, "time", _("slowest process, median"), "s", median_s (times->times, times->n));
  add (metrics, name, "time-least", _("slowest process, least"), "s", hd_time_to_seconds (least));
  add (metrics, name, "time-most", _("slowest process, most"), "s", hd_time_to_seconds (most));
}

static void
add_tree (GArray *metrics,
          const char *name,
          HdTree *tree,
          const HdCollectiveTimes *times)
{
  const HdTreeMetrics *measures = hd_tree_get_metrics (tree);
  HdTreeTime time = hd_tree_get_time (tree);

  add (metrics, name, "gathered", _("root has everything, median"), "s", median_s (times->gathered, times->n));
  add (metrics, name, "predicted", _("predicted, alone"), "s", time.total_s);
  add (metrics, name, "predicted-gathered", _("predicted for the root"), "s", time.aggregate_s);
  add (metrics, name, "k", _("tree width k"), "", hd_tree_get_width (tree));
  add (metrics, name, "entries", _("table entries"), "", measures->entries);
  add (metrics, name, "hottest-up", _("packets up the busiest link"), "", measures->hottest_up);
  add (metrics, name, "hottest-down", _("packets down the busiest link"), "", measures->hottest_down);
  add (metrics, name, "fell-back", _("fell back to type I"), "", hd_tree_get_fallback (tree) != HD_TREE_FALLBACK_NONE);
}

static void
add_totals (Work *self,
            GArray *metrics)
{
  HdAggregatorStatistics units;
  HdExecutionMetric totals[] = {
    { "values_checked", N_("Results that were checked"), "", (double) hd_collectives_get_n_checked (self->collectives) },
    { "unit_wait", N_("Longest wait for an aggregation unit"), "s", 0 },
    { "operands_kept", N_("Operands that waited for earlier ones"), "", 0 },
  };

  hd_collectives_read_units (self->collectives, &units);
  totals[1].value = hd_time_to_seconds (units.longest_wait);
  totals[2].value = units.most_kept;
  g_array_append_vals (metrics, totals, units.packets > 0 ? 3 : 1);
}

/* Up to the last end, but for pauses; a run that is cut off may have paused for a repeat that has no end. */
static HdTime
get_timed (HdAgentWork *work)
{
  Work *self = (Work *) work;
  HdTime end = get_end (work);

  return end - (self->last_pause < end ? self->paused : self->last_paused);
}

static void
get_metrics (HdAgentWork *work,
             GArray *metrics)
{
  Work *self = (Work *) work;
  HdExecutionMetric time = { "time_total", N_("Total time"), "s", hd_time_to_seconds (get_timed (work)) };

  g_array_append_val (metrics, time);
  for (guint32 i = 0; i < hd_collectives_get_n (self->collectives); i++)
    {
      HdCollectiveTimes times = hd_collectives_get_times (self->collectives, i);
      HdTree *tree = hd_collectives_get_tree (self->collectives, i);

      if (times.n == 0)
        continue;
      add_times (metrics, self->names[i], &times);
      if (tree != NULL)
        add_tree (metrics, self->names[i], tree, &times);
    }
  add_totals (self, metrics);
}

static guint64
get_n_untold (HdAgentWork *work)
{
  return hd_message_trace_get_n_untold (((Work *) work)->trace);
}

static gboolean
count_steps (HdAgentWork *work,
             guint64 *out_n)
{
  return hd_message_trace_count_steps (((Work *) work)->trace, out_n);
}

static gboolean
carries (HdDesign *design,
         const HdElement *workload)
{
  return hd_workload_is_order (design, workload);
}

const HdAgentWorkClass _hd_agent_collectives_class = {
  .carries = carries,
  .create = work_create,
  .free = work_free,
  .get_layout = get_layout,
  .tell = tell,
  .tell_open = tell_open,
  .get_progress = get_progress,
  .is_ended = is_ended,
  .get_end = get_end,
  .get_n_completions = get_n_completions,
  .get_n_untold = get_n_untold,
  .count_steps = count_steps,
  .get_metrics = get_metrics,
};
