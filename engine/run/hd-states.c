/* hd-states.c: what lanes are doing, as series of states
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A lane is busy from the begin of a span to the last end of those that overlap it (a computation and the traffic beside it), and shows the name
 * that began last. Idle times of no length, between a vertex and the one that it releases, are left out.
 */
#define G_LOG_DOMAIN "hd-states"

#include "hd-states.h"

#define IDLE (-1.0)

typedef struct
{
  GArray *series;  /* of guint; NULL if nobody watches */
  guint n_active;
  guint32 name;    /* shown */
  HdTime idle_since; /* not told yet; -1 if there is nothing to tell */
} State;

struct _HdStates
{
  HdRecord *record; /* borrowed */
  State *states;
  guint n_states;
  GArray *watched; /* of guint: lane classes */
};

HdStates *
hd_states_new (HdRecord *record,
               guint n_lane_classes)
{
  HdStates *self = g_new0 (HdStates, 1);

  self->record = record;
  self->n_states = n_lane_classes;
  self->states = g_new0 (State, n_lane_classes);
  self->watched = g_array_new (FALSE, FALSE, sizeof (guint));
  return self;
}

void
hd_states_free (HdStates *self)
{
  for (guint i = 0; i < self->n_states; i++)
    g_clear_pointer (&self->states[i].series, g_array_unref);
  g_free (self->states);
  g_array_unref (self->watched);
  g_free (self);
}

void
hd_states_watch (HdStates *self,
                 guint series,
                 guint lane_class)
{
  State *state = &self->states[lane_class];

  if (state->series == NULL)
    {
      state->series = g_array_new (FALSE, FALSE, sizeof (guint));
      state->idle_since = -1;
      state->name = G_MAXUINT32;
      g_array_append_val (self->watched, lane_class);
    }
  g_array_append_val (state->series, series);
  _hd_record_append_sample (self->record, series, 0, IDLE);
}

static void
tell (HdStates *self,
      const State *state,
      HdTime time,
      double value)
{
  for (guint i = 0; i < state->series->len; i++)
    _hd_record_append_sample (self->record, g_array_index (state->series, guint, i), time, value);
}

static void
tell_idle (HdStates *self,
           State *state,
           HdTime time)
{
  if (state->idle_since < 0 || state->idle_since >= time)
    return;
  tell (self, state, state->idle_since, IDLE);
  state->idle_since = -1;
  state->name = G_MAXUINT32;
}

void
hd_states_begin (HdStates *self,
                 guint lane_class,
                 guint32 name,
                 HdTime time)
{
  State *state = &self->states[lane_class];

  if (state->series == NULL)
    return;
  tell_idle (self, state, time);
  state->idle_since = -1;
  state->n_active++;
  if (state->name != name)
    tell (self, state, time, name);
  state->name = name;
}

void
hd_states_end (HdStates *self,
               guint lane_class,
               HdTime time)
{
  State *state = &self->states[lane_class];

  if (state->series != NULL && --state->n_active == 0)
    state->idle_since = time;
}

void
hd_states_advance (HdStates *self,
                   HdTime time)
{
  for (guint i = 0; i < self->watched->len; i++)
    tell_idle (self, &self->states[g_array_index (self->watched, guint, i)], time);
}
