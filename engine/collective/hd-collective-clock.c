/* hd-collective-clock.c: when repeats of collectives start, and how long they took
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-collective-clock"

#include "hd-collective-clock.h"

#include "hd-ranks-private.h"

/* No component of a design can be called so. */
#define PATH "(collectives)"

typedef struct
{
  HdCollectiveJob *job; /* borrowed */
  guint32 repeats;
  guint32 n_done;
  guint32 n_told; /* of these, to other processes */
  guint32 n_ended; /* ranks, of the present repeat */
  HdTime end, gathered;
  HdTime *starts;
  HdTime *times;
  HdTime *all_gathered;
} Course;

struct _HdCollectiveClock
{
  GPtrArray *courses;
  HdAgentNetwork *network;  /* borrowed */
  guint agent;              /* of its nodes, that is woken */
  guint32 partition;
  guint64 n_repeats;
  guint64 n_done; /* of all jobs; read by any thread */
};

static void
course_free (gpointer data)
{
  Course *self = data;

  g_free (self->starts);
  g_free (self->times);
  g_free (self->all_gathered);
  g_free (self);
}

HdCollectiveClock *
hd_collective_clock_new (void)
{
  HdCollectiveClock *self = g_new0 (HdCollectiveClock, 1);

  self->courses = g_ptr_array_new_with_free_func (course_free);
  return self;
}

void
hd_collective_clock_free (HdCollectiveClock *self)
{
  g_ptr_array_unref (self->courses);
  g_free (self);
}

void
hd_collective_clock_add (HdCollectiveClock *self,
                         HdCollectiveJob *job,
                         guint32 repeats)
{
  Course *course = g_new0 (Course, 1);

  g_return_if_fail (job->number == self->courses->len && repeats > 0);

  course->job = job;
  course->repeats = repeats;
  course->starts = g_new0 (HdTime, repeats);
  course->times = g_new0 (HdTime, repeats);
  course->all_gathered = g_new0 (HdTime, repeats);
  g_ptr_array_add (self->courses, course);
  self->n_repeats += repeats;
}

/* ---- in the kernel --------------------------------------------------------------------------------------------------- */

static void
begin (HdCollectiveClock *self,
       HdComponent *component,
       Course *course)
{
  HdCollectiveJob *job = course->job;

  course->end = course->gathered = hd_component_get_now (component) + HD_COLLECTIVE_GAP;
  course->starts[course->n_done] = course->end;
  course->n_ended = 0;
  for (guint32 rank = 0; rank < job->n_ranks; rank++)
    {
      HdMessage message = hd_agent_make_wake (self->agent, hd_collective_job_address (job, rank));

      hd_component_send_to (component, hd_agent_network_get_kernel_id (self->network, job->sites[rank]), HD_COLLECTIVE_GAP, &message);
    }
}

static void
start (HdComponent *component,
       gpointer state)
{
  HdCollectiveClock *self = hd_component_get_data (component);

  for (guint i = 0; i < self->courses->len; i++)
    begin (self, component, g_ptr_array_index (self->courses, i));
}

static void
finish_repeat (HdCollectiveClock *self,
               HdComponent *component,
               Course *course)
{
  HdTime start = course->starts[course->n_done];

  course->times[course->n_done] = course->end - start;
  course->all_gathered[course->n_done] = course->gathered - start;
  course->n_done++;
  __atomic_store_n (&self->n_done, self->n_done + 1, __ATOMIC_RELAXED);
  if (course->n_done < course->repeats)
    begin (self, component, course);
}

static void
receive (HdComponent *component,
         gpointer state,
         const HdMessage *message)
{
  HdCollectiveClock *self = hd_component_get_data (component);
  Course *course = g_ptr_array_index (self->courses, message->payload[0] >> 32);
  HdTime time = (HdTime) message->payload[1];

  if (message->kind == HD_CLOCK_GATHERED)
    {
      course->gathered = time;
      return;
    }
  course->end = MAX (course->end, time);
  if (++course->n_ended == course->job->n_ranks)
    finish_repeat (self, component, course);
}

static const HdModel model = { .start = start, .receive = receive };

void
hd_collective_clock_attach (HdCollectiveClock *self,
                            HdKernel *kernel,
                            HdAgentNetwork *network,
                            guint agent,
                            guint32 partition)
{
  guint32 id = hd_kernel_add_component (kernel, PATH, &model, partition, self);

  self->network = network;
  self->agent = agent;
  self->partition = partition;
  for (guint i = 0; i < self->courses->len; i++)
    ((Course *) g_ptr_array_index (self->courses, i))->job->clock = id;
  hd_kernel_allow_direct (kernel, HD_COLLECTIVE_GAP);
}

/* ---- between processes ----------------------------------------------------------------------------------------------- */

/* A repeat that has ended, or, without a time, one that has begun. */
typedef struct
{
  guint32 job;
  guint32 repeat;
  HdTime start, time, gathered;
} Repeat;

static void
add_repeats (Course *course,
             guint32 job,
             GArray *repeats)
{
  for (; course->n_told < course->n_done; course->n_told++)
    {
      const Repeat one = { job, course->n_told, course->starts[course->n_told], course->times[course->n_told], course->all_gathered[course->n_told] };

      g_array_append_val (repeats, one);
    }
  if (course->n_done < course->repeats)
    g_array_append_vals (repeats, &(const Repeat){ job, course->n_done, course->starts[course->n_done], -1, 0 }, 1);
}

static void
take_repeat (HdCollectiveClock *self,
             const Repeat *repeat)
{
  Course *course = g_ptr_array_index (self->courses, repeat->job);

  course->starts[repeat->repeat] = repeat->start;
  if (repeat->time < 0)
    return;
  course->times[repeat->repeat] = repeat->time;
  course->all_gathered[repeat->repeat] = repeat->gathered;
  course->n_done = repeat->repeat + 1;
  __atomic_store_n (&self->n_done, self->n_done + 1, __ATOMIC_RELAXED);
}

void
hd_collective_clock_level (HdCollectiveClock *self)
{
  gboolean is_here = hd_agent_network_is_here (self->network, self->partition);
  g_autoptr (GArray) repeats = NULL;

  if (hd_ranks_get_n () == 1)
    return;
  repeats = g_array_new (FALSE, FALSE, sizeof (Repeat));
  for (guint32 i = 0; is_here && i < self->courses->len; i++)
    add_repeats (g_ptr_array_index (self->courses, i), i, repeats);
  hd_agent_network_gather (repeats);
  for (guint i = 0; !is_here && i < repeats->len; i++)
    take_repeat (self, &g_array_index (repeats, Repeat, i));
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

guint32
hd_collective_clock_get_n_done (HdCollectiveClock *self,
                                guint32 job)
{
  return ((Course *) g_ptr_array_index (self->courses, job))->n_done;
}

const HdTime *
hd_collective_clock_get_starts (HdCollectiveClock *self,
                                guint32 job)
{
  return ((Course *) g_ptr_array_index (self->courses, job))->starts;
}

const HdTime *
hd_collective_clock_get_times (HdCollectiveClock *self,
                               guint32 job)
{
  return ((Course *) g_ptr_array_index (self->courses, job))->times;
}

const HdTime *
hd_collective_clock_get_gathered (HdCollectiveClock *self,
                                  guint32 job)
{
  return ((Course *) g_ptr_array_index (self->courses, job))->all_gathered;
}

double
hd_collective_clock_get_progress (HdCollectiveClock *self)
{
  return self->n_repeats > 0 ? (double) __atomic_load_n (&self->n_done, __ATOMIC_RELAXED) / (double) self->n_repeats : 1;
}
