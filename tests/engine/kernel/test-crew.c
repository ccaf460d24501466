/* test-crew.c: threads that meet, or run one meeting ahead of each other
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: what each worker brings to a meeting follows from both their numbers, so that the smallest of all is known; and who awaits a meeting finds in a place of each of the others
 * what that one had put there before it came.
 */
#include "hd-crew.h"

#define N_WORKERS 4
#define N_MEETINGS 20000

typedef struct
{
  HdCrew *crew;
  gboolean is_ahead; /* a worker awaits the meeting before the one at which it has arrived */
  guint64 first;     /* meeting */
  gint64 waited_us[N_WORKERS];
  guint64 places[N_WORKERS][2]; /* by turns: of meetings that may be awaited */
  guint n_wrong[N_WORKERS];
} Case;

static HdTime
bring (guint worker,
       guint64 meeting)
{
  return (HdTime) ((meeting * 2654435761u + worker * 40503u) % 1000003);
}

/* Now and then one takes so long that others fall asleep. */
static void
dawdle (guint worker,
        guint64 meeting)
{
  if (bring (worker, meeting) % 2000 == 7)
    g_usleep (100);
  for (gint64 i = bring (worker, meeting) % 100; i > 0; i--)
    hd_crew_relax ();
}

static void
work (gpointer data,
      guint worker)
{
  Case *self = data;

  for (guint64 i = 0; i < N_MEETINGS; i++)
    {
      guint64 meeting = self->first + i;
      guint64 awaited = self->is_ahead && i > 0 ? meeting - 1 : meeting;
      HdTime smallest = HD_TIME_MAX;

      dawdle (worker, meeting);
      __atomic_store_n (&self->places[worker][meeting % 2], meeting, __ATOMIC_RELAXED);
      self->n_wrong[worker] += hd_crew_arrive (self->crew, worker, bring (worker, meeting)) != meeting;
      for (guint j = 0; j < N_WORKERS; j++)
        smallest = MIN (smallest, bring (j, awaited));
      self->n_wrong[worker] += hd_crew_await (self->crew, worker, awaited, &self->waited_us[worker]) != smallest;
      for (guint j = 0; j < N_WORKERS; j++)
        self->n_wrong[worker] += __atomic_load_n (&self->places[j][awaited % 2], __ATOMIC_RELAXED) < awaited;
    }
}

static void
run_all (gboolean is_ahead)
{
  Case self = { .crew = hd_crew_new (N_WORKERS), .is_ahead = is_ahead, .first = 1 };

  for (guint task = 0; task < 3; task++)
    {
      hd_crew_run (self.crew, work, &self);
      self.first += N_MEETINGS + 1; /* with which each task ends */
    }
  for (guint i = 0; i < N_WORKERS; i++)
    {
      g_assert_cmpuint (self.n_wrong[i], ==, 0);
      g_assert_cmpint (self.waited_us[i], >=, 0);
    }
  hd_crew_free (self.crew);
}

static void
test_meet (void)
{
  run_all (FALSE);
}

static void
test_ahead (void)
{
  run_all (TRUE);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/kernel/crew/meet", test_meet);
  g_test_add_func ("/engine/kernel/crew/ahead", test_ahead);
  return g_test_run ();
}
