/* hd-sync.c: how the partitions of a run keep in step, and what that cost
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-sync"

#include "hd-sync.h"

#include "hd-gather.h"
#include "hd-i18n.h"
#include "hd-ranks-private.h"
#include "hd-strategy.h"

#define PICOSECONDS 1e12

void
hd_sync_prepare (HdKernel *kernel,
                 HdDesign *design)
{
  static const HdStrategy *(*const strategies[]) (void) = {
    [HD_SYNC_SERIAL] = hd_strategy_serial,
    [HD_SYNC_WINDOW] = hd_strategy_window,
    [HD_SYNC_NULL_MESSAGE] = hd_strategy_null_message,
    [HD_SYNC_REQUEST] = hd_strategy_request,
    [HD_SYNC_LOOSE] = hd_strategy_loose,
  };
  const HdRunSettings *settings = hd_design_get_run_settings (design);
  HdKernelOptions options = { .threads = settings->threads, .quantum = settings->quantum, .use_locks = settings->channels == HD_CHANNELS_LOCKED };

  hd_kernel_set_strategy (kernel, strategies[settings->sync]());
  if (hd_ranks_get_n () > 1)
    options.fingerprint = hd_gather_make_fingerprint (design);
  hd_kernel_set_options (kernel, &options);
}

/* Sums over partitions; the longest queue and the largest lateness are the largest. */
static guint
sum_up (HdKernel *kernel,
        HdPartitionStatistics *out_sum)
{
  guint n = hd_kernel_get_n_partitions (kernel), n_threads = 1;

  *out_sum = (HdPartitionStatistics){ 0 };
  for (guint i = 0; i < n; i++)
    {
      HdPartitionStatistics one;

      hd_kernel_read_partition (kernel, i, &one);
      out_sum->sent += one.sent;
      out_sum->null_messages += one.null_messages;
      out_sum->requests += one.requests;
      out_sum->waiting_us += one.waiting_us;
      out_sum->late += one.late;
      out_sum->lateness += one.lateness;
      out_sum->largest_lateness = MAX (out_sum->largest_lateness, one.largest_lateness);
      out_sum->longest_queue = MAX (out_sum->longest_queue, one.longest_queue);
      n_threads = MAX (n_threads, one.thread + 1);
    }
  return n_threads;
}

static void
set (HdRecord *record,
     const char *name,
     const char *title,
     const char *unit,
     double value)
{
  _hd_record_set_metric (record, name, title, unit, value);
}

void
hd_sync_write (HdRecord *record,
               HdKernel *kernel,
               double wall_time_s)
{
  const HdStrategy *strategy = hd_kernel_get_strategy (kernel);
  guint n = hd_kernel_get_n_partitions (kernel);
  HdPartitionStatistics sum;
  guint n_threads = sum_up (kernel, &sum);

  if (!strategy->uses_partitions)
    return;
  set (record, "partitions", N_("Partitions"), "", n);
  if (hd_ranks_get_n () > 1)
    set (record, "ranks", N_("Processes"), "", hd_ranks_get_n ());
  set (record, "threads", N_("Threads"), "", n_threads);
  set (record, "crossing_messages", N_("Messages between partitions"), "", (double) sum.sent);
  set (record, "null_messages", N_("Null messages"), "", (double) sum.null_messages);
  set (record, "requests", N_("Requests for clocks"), "", (double) sum.requests);
  set (record, "longest_queue", N_("Longest queue of a channel"), "", (double) sum.longest_queue);
  if (wall_time_s > 0)
    set (record, "efficiency", N_("Share of time that partitions did not wait"), "%",
         100 * CLAMP (1 - (double) sum.waiting_us * 1e-6 / (n * wall_time_s), 0, 1));
  if (strategy->is_exact)
    return;
  set (record, "late_messages", N_("Late messages (this synchronisation is not exact)"), "", (double) sum.late);
  set (record, "mean_lateness", N_("Mean lateness of those"), "s", sum.late > 0 ? (double) sum.lateness / (double) sum.late / PICOSECONDS : 0);
  set (record, "largest_lateness", N_("Largest lateness"), "s", hd_time_to_seconds (sum.largest_lateness));
}
