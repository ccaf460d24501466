/* test-kernel.c: what the kernel promises its components
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: events run in the order of (time, step, sender's path, sequence); the result does not depend on the order in which components
 * were added or connected, nor on where the run was paused; a broken rule, a limit or a cancellation ends the run with an error, and components
 * that had started finish then, too.
 */
#include <malloc.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-kernel.h"

/* ---- a component that does what a script says, and writes down what it hears ------------------------------------- */

typedef struct
{
  GString *log;
  void (*start) (HdComponent *self);
  void (*receive) (HdComponent *self, const HdMessage *message);
} Script;

static void
scripted_start (HdComponent *self,
                gpointer state)
{
  Script *script = hd_component_get_data (self);

  if (script->start != NULL)
    script->start (self);
}

static void
scripted_receive (HdComponent *self,
                  gpointer state,
                  const HdMessage *message)
{
  Script *script = hd_component_get_data (self);

  g_string_append_printf (script->log, "%s@%" G_GINT64_FORMAT ":%u.%u ", hd_component_get_path (self), hd_component_get_now (self),
                          message->port, message->kind);
  hd_component_record (self, message->kind, message->payload[0]);
  if (script->receive != NULL)
    script->receive (self, message);
}

static void
scripted_finish (HdComponent *self,
                 gpointer state)
{
  Script *script = hd_component_get_data (self);

  g_string_append_printf (script->log, "%s. ", hd_component_get_path (self));
}

static const HdModel scripted = {
  .start = scripted_start,
  .receive = scripted_receive,
  .finish = scripted_finish,
};

static void
start (HdKernel *kernel)
{
  g_autoptr (GError) error = NULL;

  hd_kernel_start (kernel, &error);
  g_assert_no_error (error);
}

static void
run_out (HdKernel *kernel)
{
  g_autoptr (GError) error = NULL;
  HdKernelStatus status = hd_kernel_run (kernel, HD_TIME_MAX, &error);

  g_assert_no_error (error);
  g_assert_cmpint (status, ==, HD_KERNEL_DONE);
}

static char *
dup_digest (HdKernel *kernel)
{
  HdDigest digest = hd_kernel_get_digest (kernel);

  return hd_digest_to_string (&digest);
}

/* ---- order -------------------------------------------------------------------------------------------------------- */

static void
send_ties (HdComponent *self)
{
  hd_component_send (self, 0, 5, &(HdMessage){ .kind = 1 });
  hd_component_send (self, 0, 5, &(HdMessage){ .kind = 2 });
  hd_component_send (self, 0, 0, &(HdMessage){ .kind = 3 });
}

static void
echo_at_once (HdComponent *self,
              const HdMessage *message)
{
  if (message->kind == 1)
    hd_component_wake (self, 0, &(HdMessage){ .kind = 9 });
}

static void
test_ties (void)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  GString *log = g_string_new (NULL);
  Script sender = { log, send_ties, NULL };
  Script receiver = { log, NULL, echo_at_once };
  guint32 b, a, sink;

  /* added against the order of their paths */
  b = hd_kernel_add_component (kernel, "b", &scripted, 0, &sender);
  sink = hd_kernel_add_component (kernel, "sink", &scripted, 0, &receiver);
  a = hd_kernel_add_component (kernel, "a", &scripted, 0, &sender);
  hd_kernel_connect (kernel, b, 0, sink, 20, 0);
  hd_kernel_connect (kernel, a, 0, sink, 10, 0);
  start (kernel);
  run_out (kernel);
  g_assert_true (hd_kernel_finish (kernel, NULL));

  /* at 5, all of step 0 by sender's path and sequence, then the two of step 1 */
  g_assert_cmpstr (log->str, ==,
                   "sink@0:10.3 sink@0:20.3 sink@5:10.1 sink@5:10.2 sink@5:20.1 sink@5:20.2 sink@5:0.9 sink@5:0.9 a. b. sink. ");
  g_string_free (log, TRUE);
}

static void
send_once (HdComponent *self)
{
  hd_component_send (self, 3, 1, &(HdMessage){ .kind = 1 });
  hd_component_send (self, 4, 1, &(HdMessage){ .kind = 2 });
}

static void
test_connections (void)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  GString *log = g_string_new (NULL);
  Script sender = { log, send_once, NULL };
  Script receiver = { log, NULL, NULL };
  guint32 from = hd_kernel_add_component (kernel, "from", &scripted, 0, &sender);
  guint32 x = hd_kernel_add_component (kernel, "x", &scripted, 0, &receiver);
  guint32 y = hd_kernel_add_component (kernel, "y", &scripted, 0, &receiver);

  /* one port to three ends with latencies; nothing is connected to port 4 */
  hd_kernel_connect (kernel, from, 3, y, 7, 10);
  hd_kernel_connect (kernel, from, 3, x, 6, 20);
  hd_kernel_connect (kernel, from, 3, x, 5, 10);
  hd_kernel_connect (kernel, from, 2, y, 1, 0);
  start (kernel);
  run_out (kernel);
  g_assert_cmpstr (log->str, ==, "x@11:5.1 y@11:7.1 x@21:6.1 ");
  g_assert_cmpuint (hd_kernel_get_n_events (kernel), ==, 3);
  g_assert_cmpint (hd_kernel_get_time (kernel), ==, 21);
  g_string_free (log, TRUE);
}

static void
plan_alarms (HdComponent *self)
{
  hd_component_set_alarm (self, 50, &(HdMessage){ .kind = 1 });
  hd_component_set_alarm (self, 30, &(HdMessage){ .kind = 2 });
  hd_component_wake (self, 30, &(HdMessage){ .kind = 3 });
  hd_component_wake (self, 40, &(HdMessage){ .kind = 4 });
}

static void
move_alarm (HdComponent *self,
            const HdMessage *message)
{
  if (message->kind == 2)
    hd_component_set_alarm (self, 45, &(HdMessage){ .kind = 5 });
  if (message->kind == 4)
    hd_component_set_alarm (self, 60, &(HdMessage){ .kind = 6 });
  if (message->kind == 6)
    {
      hd_component_set_alarm (self, 60, &(HdMessage){ .kind = 7 });
      hd_component_unset_alarm (self);
      hd_component_unset_alarm (self);
    }
}

static void
test_alarm (void)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  GString *log = g_string_new (NULL);
  Script script = { log, plan_alarms, move_alarm };

  hd_kernel_add_component (kernel, "c", &scripted, 0, &script);
  start (kernel);
  g_assert_cmpint (hd_kernel_get_next_time (kernel), ==, 30);
  run_out (kernel);
  g_assert_cmpstr (log->str, ==, "c@30:0.2 c@30:0.3 c@40:0.4 c@60:0.6 ");
  g_assert_cmpuint (hd_kernel_get_n_events (kernel), ==, 4);
  g_string_free (log, TRUE);
}

static void
plan_late (HdComponent *self)
{
  hd_component_set_late_alarm (self, 5, &(HdMessage){ .kind = 8 }); /* replaced */
  hd_component_set_late_alarm (self, 10, &(HdMessage){ .kind = 1 });
}

static void
go_on_late (HdComponent *self,
            const HdMessage *message)
{
  if (message->kind == 1)
    hd_component_wake (self, 0, &(HdMessage){ .kind = 5 });
}

static void
plan_chain (HdComponent *self)
{
  hd_component_wake (self, 10, &(HdMessage){ .kind = 2 });
}

/* Three events one after the other at one time, and a message to the other at the end of them. */
static void
go_on_chain (HdComponent *self,
             const HdMessage *message)
{
  if (message->kind < 4)
    hd_component_wake (self, 0, &(HdMessage){ .kind = message->kind + 1 });
  else
    hd_component_send (self, 0, 0, &(HdMessage){ .kind = 9 });
}

/* After all that happens at its time, whichever component comes first by name; what it causes at that time comes later still. */
static void
test_late_alarm (void)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  GString *log = g_string_new (NULL);
  Script late = { log, plan_late, go_on_late }, chain = { log, plan_chain, go_on_chain };
  guint32 a = hd_kernel_add_component (kernel, "a", &scripted, 0, &late), b = hd_kernel_add_component (kernel, "b", &scripted, 0, &chain);

  hd_kernel_connect (kernel, b, 0, a, 0, 0);
  start (kernel);
  g_assert_cmpint (hd_kernel_get_next_time (kernel), ==, 10);
  run_out (kernel);
  g_assert_cmpstr (log->str, ==, "b@10:0.2 b@10:0.3 b@10:0.4 a@10:0.9 a@10:0.1 a@10:0.5 ");
  g_string_free (log, TRUE);
}

/* ---- a random model: PHOLD with records ---------------------------------------------------------------------------- */

#define N_BALLS 20

typedef struct
{
  HdRandom random;
  guint64 heard;
} Juggler;

static void
throw (HdComponent *self,
       Juggler *juggler,
       guint64 ball)
{
  guint32 port = (guint32) hd_random_below (&juggler->random, 3);
  HdTime delay = (HdTime) hd_random_below (&juggler->random, 4); /* many ties */

  hd_component_send (self, port, delay, &(HdMessage){ .kind = 1, .payload = { ball } });
}

static void
juggler_start (HdComponent *self,
               gpointer state)
{
  Juggler *juggler = state;

  hd_component_init_random (self, "throws", &juggler->random);
  throw (self, juggler, hd_random_next (&juggler->random));
}

static void
juggler_receive (HdComponent *self,
                 gpointer state,
                 const HdMessage *message)
{
  Juggler *juggler = state;

  juggler->heard++;
  hd_component_record (self, message->port, message->payload[0] + juggler->heard);
  throw (self, juggler, message->payload[0] * 3 + message->port);
}

static const HdModel juggler = { .state_size = sizeof (Juggler), .start = juggler_start, .receive = juggler_receive };

/* @shuffle permutes the order of adding and connecting; @bystander adds one more that takes no part. */
static HdKernel *
make_jugglers (guint64 seed,
               GRand *shuffle,
               gboolean bystander)
{
  HdKernel *kernel = hd_kernel_new (seed);
  guint32 order[N_BALLS], ids[N_BALLS], links[3 * N_BALLS];

  for (guint32 i = 0; i < G_N_ELEMENTS (links); i++)
    links[i] = i;
  for (guint32 i = 0; i < N_BALLS; i++)
    order[i] = i;
  for (guint32 i = 0; i < N_BALLS && shuffle != NULL; i++)
    {
      guint32 j = (guint32) g_rand_int_range (shuffle, 0, N_BALLS);
      guint32 keep = order[i];

      order[i] = order[j];
      order[j] = keep;
    }
  for (guint32 i = 0; i < G_N_ELEMENTS (links) && shuffle != NULL; i++)
    {
      guint32 j = (guint32) g_rand_int_range (shuffle, 0, G_N_ELEMENTS (links));
      guint32 keep = links[i];

      links[i] = links[j];
      links[j] = keep;
    }

  for (guint32 i = 0; i < N_BALLS; i++)
    {
      g_autofree char *path = g_strdup_printf ("ring[%u]", order[i]);

      if (bystander && i == 3)
        hd_kernel_add_component (kernel, "a-bystander", &juggler, 0, NULL);
      ids[order[i]] = hd_kernel_add_component (kernel, path, &juggler, 0, NULL);
    }
  for (guint32 i = 0; i < G_N_ELEMENTS (links); i++)
    {
      guint32 from = links[i] / 3, port = links[i] % 3;

      hd_kernel_connect (kernel, ids[from], port, ids[(from + 2 * port + 1) % N_BALLS], port, port);
    }
  start (kernel);
  return kernel;
}

static char *
run_jugglers (guint64 seed,
              GRand *shuffle,
              gboolean bystander)
{
  g_autoptr (HdKernel) kernel = make_jugglers (seed, shuffle, bystander);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (hd_kernel_run (kernel, 2000, &error), ==, HD_KERNEL_UNTIL);
  g_assert_no_error (error);
  g_assert_cmpuint (hd_kernel_get_n_events (kernel), >, 5000);
  return dup_digest (kernel);
}

static void
test_determinism (void)
{
  g_autofree char *first = run_jugglers (7, NULL, FALSE);
  g_autofree char *again = run_jugglers (7, NULL, FALSE);
  g_autofree char *other = run_jugglers (8, NULL, FALSE);

  g_assert_cmpstr (first, ==, again);
  g_assert_cmpstr (first, !=, other);
}

static void
test_registration_order (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) shuffle = g_rand_new_with_seed (seed);
  g_autofree char *expected = run_jugglers (7, NULL, FALSE);

  g_test_message ("seed %u", seed);
  for (int i = 0; i < 20; i++)
    {
      g_autofree char *digest = run_jugglers (7, shuffle, FALSE);

      g_assert_cmpstr (digest, ==, expected);
    }
}

/* One more component changes no other's random numbers. */
static void
test_bystander (void)
{
  g_autofree char *without = run_jugglers (7, NULL, FALSE);
  g_autofree char *with = run_jugglers (7, NULL, TRUE);

  g_assert_cmpstr (with, ==, without);
}

static void
test_step (void)
{
  g_autoptr (HdKernel) whole = make_jugglers (7, NULL, FALSE);
  g_autoptr (HdKernel) pieces = make_jugglers (7, NULL, FALSE);
  g_autofree char *expected = NULL;
  g_autofree char *digest = NULL;
  HdTime last = 0;

  g_assert_cmpint (hd_kernel_run (whole, 300, NULL), ==, HD_KERNEL_UNTIL);
  g_assert_cmpint (hd_kernel_get_time (whole), ==, 300);

  for (int i = 0; hd_kernel_get_next_time (pieces) <= 300; i++)
    {
      HdTime next = hd_kernel_get_next_time (pieces);
      guint64 before = hd_kernel_get_n_events (pieces);

      g_assert_cmpint (next, >=, last);
      last = next;
      if (i % 5 == 4)
        {
          /* a pause asked for before is heard before the first event */
          hd_kernel_pause (pieces);
          g_assert_cmpint (hd_kernel_run (pieces, 300, NULL), ==, HD_KERNEL_PAUSED);
          g_assert_cmpuint (hd_kernel_get_n_events (pieces), ==, before);
        }
      g_assert_cmpint (hd_kernel_step (pieces, NULL), ==, HD_KERNEL_UNTIL);
      g_assert_cmpuint (hd_kernel_get_n_events (pieces), ==, before + 1);
      g_assert_cmpint (hd_kernel_get_time (pieces), ==, next);
    }
  g_assert_cmpuint (hd_kernel_get_n_events (pieces), ==, hd_kernel_get_n_events (whole));
  expected = dup_digest (whole);
  digest = dup_digest (pieces);
  g_assert_cmpstr (digest, ==, expected);
}

static void
test_until (void)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  GString *log = g_string_new (NULL);
  Script script = { log, plan_alarms, NULL };

  hd_kernel_add_component (kernel, "c", &scripted, 0, &script);
  start (kernel);
  g_assert_cmpint (hd_kernel_run (kernel, 29, NULL), ==, HD_KERNEL_UNTIL);
  g_assert_cmpstr (log->str, ==, "");
  g_assert_cmpint (hd_kernel_get_time (kernel), ==, 29);
  /* the end time is included */
  g_assert_cmpint (hd_kernel_run (kernel, 30, NULL), ==, HD_KERNEL_UNTIL);
  g_assert_cmpstr (log->str, ==, "c@30:0.2 c@30:0.3 ");
  /* going back is no way to go */
  g_assert_cmpint (hd_kernel_run (kernel, 10, NULL), ==, HD_KERNEL_UNTIL);
  g_assert_cmpint (hd_kernel_get_time (kernel), ==, 30);
  g_assert_cmpint (hd_kernel_run (kernel, 40, NULL), ==, HD_KERNEL_DONE);
  g_assert_cmpint (hd_kernel_step (kernel, NULL), ==, HD_KERNEL_DONE);
  g_string_free (log, TRUE);
}

static HdTime
slow_clock (gpointer data,
            HdTime now)
{
  HdTime *granted = data;

  *granted = MAX (*granted, MIN (now + 10, 999));
  return *granted;
}

static void
test_external_clock (void)
{
  g_autoptr (HdKernel) kernel = make_jugglers (7, NULL, FALSE);
  g_autoptr (HdKernel) free_running = make_jugglers (7, NULL, FALSE);
  g_autofree char *expected = NULL;
  g_autofree char *digest = NULL;
  HdTime granted = 0;

  hd_kernel_add_clock (kernel, slow_clock, &granted);
  g_assert_cmpint (hd_kernel_run (kernel, 500, NULL), ==, HD_KERNEL_UNTIL);
  g_assert_cmpint (hd_kernel_run (kernel, 2000, NULL), ==, HD_KERNEL_HELD);
  g_assert_cmpint (hd_kernel_step (kernel, NULL), ==, HD_KERNEL_HELD);
  g_assert_cmpint (hd_kernel_run (free_running, 999, NULL), ==, HD_KERNEL_UNTIL);
  expected = dup_digest (free_running);
  digest = dup_digest (kernel);
  g_assert_cmpstr (digest, ==, expected);
}

/* ---- ends ---------------------------------------------------------------------------------------------------------- */

static void
send_into_past (HdComponent *self,
                const HdMessage *message)
{
  hd_component_wake (self, -1, &(HdMessage){ 0 });
}

static void
alarm_in_past (HdComponent *self,
               const HdMessage *message)
{
  hd_component_set_alarm (self, hd_component_get_now (self) - 1, &(HdMessage){ 0 });
}

static void
send_too_far (HdComponent *self,
              const HdMessage *message)
{
  hd_component_wake (self, HD_TIME_MAX, &(HdMessage){ 0 });
}

static void
spin (HdComponent *self,
      const HdMessage *message)
{
  hd_component_wake (self, 0, message);
}

static void
go_on (HdComponent *self,
       const HdMessage *message)
{
  hd_component_wake (self, 1, message);
}

static void
multiply (HdComponent *self,
          const HdMessage *message)
{
  hd_component_wake (self, 1, message);
  hd_component_wake (self, 1, message);
}

static void
send_without_leave (HdComponent *self,
                    const HdMessage *message)
{
  hd_component_send_to (self, 0, 5, message);
}

static void
give_up (HdComponent *self,
         const HdMessage *message)
{
  hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_DEADLOCK, "the first"));
  hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_RANGE, "the second"));
}

static void
wake_once (HdComponent *self)
{
  hd_component_wake (self, 1, &(HdMessage){ .kind = 1 });
}

static void
check_failure (void (*receive) (HdComponent *, const HdMessage *),
               const HdKernelLimits *limits,
               HdError code,
               const char *mentions)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  g_autoptr (GError) error = NULL;
  GString *log = g_string_new (NULL);
  Script script = { log, wake_once, receive };

  hd_kernel_add_component (kernel, "rack[0]/culprit", &scripted, 0, &script);
  hd_kernel_set_limits (kernel, limits);
  start (kernel);
  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
  g_assert_error (error, HD_ERROR, (int) code);
  if (strstr (error->message, mentions) == NULL)
    g_error ("the message is: %s", error->message);
  g_string_truncate (log, 0);
  hd_kernel_abandon (kernel);
  g_assert_cmpstr (log->str, ==, "rack[0]/culprit. ");
  g_string_free (log, TRUE);
}

static void
fail_to_start (HdComponent *self)
{
  hd_component_fail (self, g_error_new (HD_ERROR, HD_ERROR_INVALID, "it cannot start"));
}

/* A component that did not start has nothing to finish, and neither has one that did. */
static void
test_start_fails (void)
{
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  g_autoptr (GError) error = NULL;
  GString *log = g_string_new (NULL);
  Script first = { log, wake_once, NULL }, second = { log, fail_to_start, NULL };

  hd_kernel_add_component (kernel, "a", &scripted, 0, &first);
  hd_kernel_add_component (kernel, "b", &scripted, 0, &second);
  hd_kernel_add_component (kernel, "c", &scripted, 0, &first);
  g_assert_false (hd_kernel_start (kernel, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  hd_kernel_abandon (kernel);
  g_assert_cmpstr (log->str, ==, "");
  g_string_free (log, TRUE);
}

static void
test_broken_rules (void)
{
  const HdKernelLimits none = { 0 };

  check_failure (send_into_past, &none, HD_ERROR_INVARIANT, "“rack[0]/culprit” sent an event 1 ps into the past");
  check_failure (alarm_in_past, &none, HD_ERROR_INVARIANT, "“rack[0]/culprit” set an alarm");
  check_failure (send_too_far, &none, HD_ERROR_RANGE, "end of simulated time");
  check_failure (send_without_leave, &none, HD_ERROR_INVARIANT, "not permitted");
  check_failure (give_up, &none, HD_ERROR_DEADLOCK, "the first");
}

static void
test_limits (void)
{
  const HdKernelLimits none = { 0 };
  const HdKernelLimits events = { .events = 1000 };
  const HdKernelLimits bytes = { .bytes = 100000 };
  const HdKernelLimits wall = { .wall_time_us = 20000 };

  check_failure (spin, &none, HD_ERROR_LIMIT, "without delay");
  check_failure (go_on, &events, HD_ERROR_LIMIT, "1000 events");
  check_failure (multiply, &bytes, HD_ERROR_LIMIT, "100000 bytes");
  check_failure (go_on, &wall, HD_ERROR_LIMIT, "0.02 s");
}

static void
test_limit_is_exact (void)
{
  const HdKernelLimits limits = { .events = 123 };
  g_autoptr (HdKernel) limited = hd_kernel_new (7);
  g_autoptr (GError) error = NULL;
  GString *log = g_string_new (NULL);
  Script script = { log, wake_once, go_on };

  hd_kernel_add_component (limited, "c", &scripted, 0, &script);
  hd_kernel_set_limits (limited, &limits);
  start (limited);
  g_assert_cmpint (hd_kernel_run (limited, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
  g_assert_cmpuint (hd_kernel_get_n_events (limited), ==, 123);
  g_string_free (log, TRUE);
}

static gpointer
cancel_later (gpointer kernel)
{
  g_usleep (20000);
  hd_kernel_cancel (kernel);
  return NULL;
}

static gpointer
watch (gpointer data)
{
  HdKernel *kernel = data;
  HdTime last = 0;

  for (int i = 0; i < 1000; i++)
    {
      HdTime time = hd_kernel_get_time (kernel);

      g_assert_cmpint (time, >=, last);
      last = time;
      g_usleep (10);
    }
  return NULL;
}

static void
test_cancel (void)
{
  g_autoptr (HdKernel) kernel = make_jugglers (7, NULL, FALSE);
  g_autoptr (GError) error = NULL;
  GThread *canceller = g_thread_new ("cancel", cancel_later, kernel);
  GThread *watcher = g_thread_new ("watch", watch, kernel);

  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
  g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
  g_thread_join (canceller);
  g_thread_join (watcher);
}

static gpointer
pause_often (gpointer kernel)
{
  for (int i = 0; i < 50; i++)
    {
      g_usleep (100);
      hd_kernel_pause (kernel);
    }
  return NULL;
}

/* Pauses at any moments change nothing. */
static void
test_pause (void)
{
  g_autoptr (HdKernel) whole = make_jugglers (7, NULL, FALSE);
  g_autoptr (HdKernel) paused = make_jugglers (7, NULL, FALSE);
  GThread *thread = g_thread_new ("pause", pause_often, paused);
  g_autofree char *expected = NULL;
  g_autofree char *digest = NULL;
  HdKernelStatus status;

  g_assert_cmpint (hd_kernel_run (whole, 20000, NULL), ==, HD_KERNEL_UNTIL);
  do
    status = hd_kernel_run (paused, 20000, NULL);
  while (status == HD_KERNEL_PAUSED);
  g_assert_cmpint (status, ==, HD_KERNEL_UNTIL);
  g_thread_join (thread);
  expected = dup_digest (whole);
  digest = dup_digest (paused);
  g_assert_cmpstr (digest, ==, expected);
}

/* In steady state nothing is allocated: the heap of the process is the same before and after a hundred thousand events. Blind under a
 * sanitizer, whose allocator keeps no such count.
 */
static void
test_allocation_free (void)
{
  g_autoptr (HdKernel) kernel = make_jugglers (7, NULL, FALSE);
  struct mallinfo2 before, after;
  HdKernelStatus first, second;
  guint64 n_events;

  first = hd_kernel_run (kernel, 1000, NULL);
  n_events = hd_kernel_get_n_events (kernel);
  before = mallinfo2 ();
  second = hd_kernel_run (kernel, 30000, NULL);
  after = mallinfo2 ();

  g_assert_cmpint (first, ==, HD_KERNEL_UNTIL);
  g_assert_cmpint (second, ==, HD_KERNEL_UNTIL);
  g_assert_cmpuint (hd_kernel_get_n_events (kernel), >, n_events + 100000);
  g_assert_cmpuint (after.uordblks, ==, before.uordblks);
}

static void
test_refused (void)
{
  g_autoptr (HdKernel) doubled = hd_kernel_new (1);
  g_autoptr (HdKernel) nowhere = hd_kernel_new (1);
  g_autoptr (HdKernel) backwards = hd_kernel_new (1);
  g_autoptr (GError) error = NULL;

  hd_kernel_add_component (doubled, "same", &juggler, 0, NULL);
  hd_kernel_add_component (doubled, "same", &juggler, 0, NULL);
  g_assert_false (hd_kernel_start (doubled, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_clear_error (&error);

  hd_kernel_add_component (nowhere, "a", &juggler, 0, NULL);
  hd_kernel_connect (nowhere, 0, 0, 1, 0, 0);
  g_assert_false (hd_kernel_start (nowhere, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_RANGE);
  g_clear_error (&error);

  hd_kernel_add_component (backwards, "a", &juggler, 0, NULL);
  hd_kernel_connect (backwards, 0, 0, 0, 0, -1);
  g_assert_false (hd_kernel_start (backwards, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_RANGE);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/kernel/ties", test_ties);
  g_test_add_func ("/engine/kernel/connections", test_connections);
  g_test_add_func ("/engine/kernel/alarm", test_alarm);
  g_test_add_func ("/engine/kernel/late-alarm", test_late_alarm);
  g_test_add_func ("/engine/kernel/determinism", test_determinism);
  g_test_add_func ("/engine/kernel/registration-order", test_registration_order);
  g_test_add_func ("/engine/kernel/bystander", test_bystander);
  g_test_add_func ("/engine/kernel/step", test_step);
  g_test_add_func ("/engine/kernel/until", test_until);
  g_test_add_func ("/engine/kernel/external-clock", test_external_clock);
  g_test_add_func ("/engine/kernel/broken-rules", test_broken_rules);
  g_test_add_func ("/engine/kernel/limits", test_limits);
  g_test_add_func ("/engine/kernel/start-fails", test_start_fails);
  g_test_add_func ("/engine/kernel/limit-is-exact", test_limit_is_exact);
  g_test_add_func ("/engine/kernel/cancel", test_cancel);
  g_test_add_func ("/engine/kernel/pause", test_pause);
  g_test_add_func ("/engine/kernel/allocation-free", test_allocation_free);
  g_test_add_func ("/engine/kernel/refused", test_refused);
  return g_test_run ();
}
