/* hd-work-component.c: the work of a design as one component of the kernel, and what it tells the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * The flow network keeps one pending event in the kernel: an alarm at the time at which the first transfer or computation ends. Handling it moves
 * it to the next. A transfer that ends has no lookahead, so network and workload are one component, and any strategy runs it alike.
 */
#define G_LOG_DOMAIN "hd-work"

#include "hd-work-component.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-work-record.h"

static void
on_begin (gpointer data,
          const HdWorkSpan *span)
{
  HdWork *work = data;

  hd_states_begin (work->states, span->lane_class, span->name, span->start);
}

static void
on_end (gpointer data,
        const HdWorkSpan *span)
{
  HdWork *work = data;

  hd_states_end (work->states, span->lane_class, span->end);
  hd_work_record_span (work->record, span);
}

static void
on_iteration (gpointer data,
              guint iteration,
              HdTime end)
{
  HdWork *work = data;

  _hd_record_append_iteration (work->record, end);
  if (work->iteration_series >= 0)
    _hd_record_append_sample (work->record, (guint) work->iteration_series, end, iteration + 1);
}

static void
on_transfer (gpointer data,
             guint64 n,
             HdTime end)
{
  HdWork *work = data;

  hd_work_record_transfer (work->record, work->transfers, n, end);
}

static void
on_rate (gpointer data,
         guint32 resource,
         HdTime time,
         double rate)
{
  hd_usage_rate (((HdWork *) data)->usage, resource, time, rate);
}

static void
on_average (gpointer data,
            guint32 resource,
            HdTime begin,
            HdTime end,
            double average)
{
  hd_usage_average (((HdWork *) data)->usage, resource, begin, end, average);
}

static const HdExecutionObserver observer = {
  .begin = on_begin,
  .end = on_end,
  .iteration = on_iteration,
  .transfer = on_transfer,
  .network = { .rate = on_rate, .average = on_average },
};

/* Publishes what happened and sets the alarm for what comes. */
static void
go_on (HdWork *work)
{
  HdTime now = hd_execution_get_now (work->execution);
  HdTime next = hd_execution_get_next (work->execution);
  double progress = hd_execution_get_progress (work->execution);
  GError *error = NULL;

  hd_states_advance (work->states, now);
  hd_usage_advance (work->usage, now);
  _hd_record_publish (work->record, now);
  __atomic_store (work->progress, &progress, __ATOMIC_RELAXED);
  if (hd_execution_is_ended (work->execution))
    hd_kernel_pause (work->kernel);
  else if (!_hd_record_check_room (work->record, now, &error))
    hd_component_fail (work->component, error);
  else if (next < HD_TIME_MAX)
    hd_component_set_alarm (work->component, next, &(HdMessage){ 0 });
}

static void
start (HdComponent *self,
       gpointer state)
{
  HdWork *work = hd_component_get_data (self);
  GError *error = NULL;

  work->component = self;
  if (hd_execution_start (work->execution, &observer, work, &error))
    go_on (work);
  else
    hd_component_fail (self, error);
}

static void
receive (HdComponent *self,
         gpointer state,
         const HdMessage *message)
{
  HdWork *work = hd_component_get_data (self);
  GError *error = NULL;

  if (hd_execution_advance (work->execution, hd_component_get_now (self), &error))
    go_on (work);
  else
    hd_component_fail (self, error);
}

static const HdModel model = { .start = start, .receive = receive };

void
hd_work_component_add (HdKernel *kernel,
                       HdWork *work)
{
  hd_kernel_add_component (kernel, "workload", &model, 0, work);
}

gboolean
hd_work_reach (HdWork *work,
               HdTime time,
               GError **error)
{
  if (!hd_execution_advance (work->execution, time, error))
    return FALSE;
  hd_execution_catch_up (work->execution);
  go_on (work);
  return TRUE;
}

void
hd_work_finish (HdWork *work,
                HdTime time)
{
  /* Time may go on to the end of the run with nothing happening; an error here has been told before. */
  if (time > hd_execution_get_now (work->execution))
    hd_execution_advance (work->execution, time, NULL);
  hd_execution_catch_up (work->execution);
  hd_execution_finish (work->execution);
  hd_states_advance (work->states, HD_TIME_MAX);
  hd_usage_finish (work->usage, time);
}
