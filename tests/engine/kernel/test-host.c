/* test-host.c: what Heddle offers the handlers of a library
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each host function does what heddle-component.h says; a wrong use ends the run with a message that names the component.
 */
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-channel-map.h"
#include "hd-host.h"
#include "hd-strategy.h"

typedef struct
{
  uint64_t first[2];
  int64_t finished_at;
  int n_received;
  gpointer owned;
} State;

enum { GO, ASK_PARAMETER, ASK_STREAM, GIVE_UP };

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  State *self = state;

  self->owned = g_malloc (16);
  self->first[0] = host->random (context, 0);
  self->first[1] = host->random (context, 5);
  host->send (context, 2, 3, &(HdMessage){ .kind = (uint32_t) host->parameter (context, 1) });
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  State *self = state;

  self->n_received++;
  host->sample (context, 4, (double) host->now (context));
  host->record (context, message->kind, message->port);
  switch (message->kind)
    {
    case ASK_PARAMETER:
      g_assert_true (isnan (host->parameter (context, 2)));
      break;
    case ASK_STREAM:
      host->random (context, 1u << 31);
      break;
    case GIVE_UP:
      host->fail (context, "no more\xff");
      break;
    default:
      break;
    }
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  State *self = state;

  self->finished_at = host->now (context);
}

/* Frees what the state owns: a leak checker sees it if this does not run, and a second time would free it twice. */
static void
clear (void *state)
{
  g_free (((State *) state)->owned);
}

static const HdHandlers handlers = { sizeof (HdHandlers), sizeof (State), start, receive, finish, .clear = clear };

static void
take_sample (gpointer data,
             guint32 component,
             guint32 probe,
             HdTime time,
             double value)
{
  g_string_append_printf (data, "%u %u %" G_GINT64_FORMAT " %g;", component, probe, time, value);
}

static HdKernel *
make (const HdHosted *hosted,
      GString *samples)
{
  HdKernel *kernel = hd_kernel_new (1);
  guint32 a = hd_host_add_component (kernel, "a", 0, hosted);
  guint32 b = hd_host_add_component (kernel, "b", 0, hosted);

  hd_kernel_connect (kernel, a, 2, b, 7, 10);
  hd_kernel_set_sample_func (kernel, take_sample, samples);
  g_assert_true (hd_kernel_start (kernel, NULL));
  return kernel;
}

static void
test_use (void)
{
  const double parameters[] = { 1.5, GO };
  const HdHosted hosted = { &handlers, parameters, G_N_ELEMENTS (parameters), NULL };
  GString *samples = g_string_new (NULL);
  g_autoptr (HdKernel) kernel = make (&hosted, samples);
  State *a = hd_host_get_state (kernel, 0), *b = hd_host_get_state (kernel, 1);

  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, NULL), ==, HD_KERNEL_DONE);
  g_assert_true (hd_kernel_finish (kernel, NULL));
  g_assert_cmpstr (samples->str, ==, "1 4 13 13;");
  g_assert_cmpint (a->n_received, ==, 0);
  g_assert_cmpint (b->n_received, ==, 1);
  g_assert_cmpint (b->finished_at, ==, 13);
  g_assert_cmpuint (a->first[0], !=, a->first[1]);
  g_assert_cmpuint (a->first[0], !=, b->first[0]);
  g_string_free (samples, TRUE);
}

static void
check_wrong (int kind,
             const char *message)
{
  const double parameters[] = { 1.5, kind };
  const HdHosted hosted = { &handlers, parameters, G_N_ELEMENTS (parameters), NULL };
  GString *samples = g_string_new (NULL);
  g_autoptr (HdKernel) kernel = make (&hosted, samples);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_cmpstr (error->message, ==, message);
  g_string_free (samples, TRUE);
}

static void
test_wrong_use (void)
{
  check_wrong (ASK_PARAMETER, "“b”: asked for parameter 2 of 2");
  check_wrong (ASK_STREAM, "“b”: asked for random stream 2147483648; there are 4096");
  check_wrong (GIVE_UP, "“b”: no more\xef\xbf\xbd");
}

/* ---- the door, and what waits at the end ------------------------------------------------------------------------ */

static const HdPort ports[] = {
  { .size = sizeof (HdPort), .name = "out" },
  { .size = sizeof (HdPort), .name = "in", .indexed = 1 },
  { 0 },
};

/* Wakes itself with kind 9, which it takes from nobody else, and sends a kind that the parameter says. */
static void
start_knocking (const HdHost *host,
                HdComponentContext *context,
                void *state)
{
  host->wake (context, 5, &(HdMessage){ .kind = 9, .port = 1 });
}

static void
receive_knock (const HdHost *host,
               HdComponentContext *context,
               void *state,
               const HdMessage *message)
{
  if (message->port == HD_NO_PORT)
    host->send (context, 0, 0, &(HdMessage){ .kind = (uint32_t) host->parameter (context, 0) });
  else
    ++*(guint *) state;
}

static const char *
accept_knock (const void *state,
              const HdMessage *message,
              uint64_t *out_value)
{
  *out_value = message->kind;
  return message->kind == 1 ? NULL : "the kind must be 1";
}

static int
waits_for_second (const void *state,
                  HdWait *out_wait)
{
  *out_wait = (HdWait){ .port = 1 | 3 << 16, .n = 1, .what = "another knock" };
  return *(const guint *) state == 1;
}

static const HdHandlers knocking = {
  .size = sizeof (HdHandlers), .state_size = sizeof (guint), .start = start_knocking, .receive = receive_knock, .accept = accept_knock,
  .waits = waits_for_second,
};

static HdKernel *
make_knocking (const HdHosted *hosted)
{
  HdKernel *kernel = hd_kernel_new (1);
  guint32 a = hd_host_add_component (kernel, "a", 0, hosted);
  guint32 b = hd_host_add_component (kernel, "b", 0, hosted);

  hd_kernel_connect (kernel, a, 0, b, 1 | 3 << 16, 10);
  g_assert_true (hd_kernel_start (kernel, NULL));
  return kernel;
}

static void
test_door (void)
{
  const double kind = 9;
  const HdHosted hosted = { &knocking, &kind, 1, ports };
  g_autoptr (HdKernel) kernel = make_knocking (&hosted);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_cmpstr (error->message, ==, "“a” sent “b” what its port “in[3]” does not take: the kind must be 1, not 9");
}

static void
test_wait (void)
{
  const double kind = 1;
  const HdHosted hosted = { &knocking, &kind, 1, ports };
  g_autoptr (HdKernel) kernel = make_knocking (&hosted);
  HdWait wait;

  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, NULL), ==, HD_KERNEL_DONE);
  g_assert_false (hd_host_find_wait (kernel, 0, &wait));
  g_assert_true (hd_host_find_wait (kernel, 1, &wait));
  g_assert_cmpuint (wait.n, ==, 1);
  g_assert_cmpstr (wait.what, ==, "another knock");
}

/* ---- what is known before it arrives ----------------------------------------------------------------------------- */

enum { WAKE, LATE, UNFORESEEN, EARLY, REFUSED };

/* Of who looks 5 ps behind the first of what it has foreseen. */
typedef struct
{
  int64_t times[2];
  guint n_foreseen, n_looks, n_received;
} Foresight;

static void
start_sending (const HdHost *host,
               HdComponentContext *context,
               void *state)
{
  if (host->parameter (context, 0) > 0)
    host->wake (context, 5, &(HdMessage){ .kind = WAKE });
}

static void
look_later (const Foresight *self,
            const HdHost *host,
            HdComponentContext *context)
{
  int64_t first = INT64_MAX;

  for (guint i = 0; i < self->n_foreseen; i++)
    first = MIN (first, self->times[i]);
  if (first < INT64_MAX)
    host->alarm (context, first + 5, &(HdMessage){ .kind = WAKE });
}

static int
foresee (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message,
         int64_t time)
{
  Foresight *self = state;

  g_assert_cmpuint (message->kind, !=, REFUSED);
  g_assert_cmpint (time, >, host->now (context));
  if (message->kind == UNFORESEEN)
    return 0;
  self->times[self->n_foreseen++] = time;
  look_later (self, host, context);
  return 1;
}

static void
receive_ahead (const HdHost *host,
               HdComponentContext *context,
               void *state,
               const HdMessage *message)
{
  static const struct { uint32_t kind; int64_t delay; } sent[] = { { LATE, 30 }, { UNFORESEEN, 10 }, { EARLY, 20 } };
  Foresight *self = state;

  host->record (context, message->kind, (uint64_t) host->now (context));
  if (message->port != HD_NO_PORT)
    {
      g_assert_cmpuint (message->kind, ==, UNFORESEEN);
      g_assert_cmpint (host->now (context), ==, 5 + 10 + 10);
      self->n_received++;
    }
  else if (host->parameter (context, 0) > 0)
    for (guint i = 0; i < G_N_ELEMENTS (sent); i++)
      host->send (context, 0, sent[i].delay, &(HdMessage){ .kind = host->parameter (context, 0) > 1 ? REFUSED : sent[i].kind });
  else
    {
      self->n_looks++;
      for (guint i = self->n_foreseen; i-- > 0;)
        if (self->times[i] <= host->now (context))
          self->times[i] = self->times[--self->n_foreseen];
      look_later (self, host, context);
    }
}

static const char *
accept_foreseen (const void *state,
                 const HdMessage *message,
                 uint64_t *out_value)
{
  *out_value = message->kind;
  return message->kind == REFUSED ? "the kind must be below 4" : NULL;
}

static const HdHandlers foreseeing = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Foresight), .start = start_sending, .receive = receive_ahead, .accept = accept_foreseen, .foresee = foresee,
};

/* Two messages are foreseen, the later one first, one is not; it is the same for any partitions, events included: a wake, what was not foreseen, and two looks. */
static void
test_foresee (void)
{
  static const double sends[] = { 1, 0 };
  HdDigest digests[2];

  for (guint divided = 0; divided < 2; divided++)
    {
      const HdHosted a = { &foreseeing, &sends[0], 1, ports }, b = { &foreseeing, &sends[1], 1, ports };
      g_autoptr (HdKernel) kernel = hd_kernel_new (1);
      guint32 from = hd_host_add_component (kernel, "a", 0, &a), to = hd_host_add_component (kernel, "b", 1, &b);
      const Foresight *state;

      hd_kernel_set_strategy (kernel, divided ? hd_strategy_window () : NULL);
      hd_kernel_connect (kernel, from, 0, to, 1, 10);
      g_assert_true (hd_kernel_start (kernel, NULL));
      g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, NULL), ==, HD_KERNEL_DONE);
      state = hd_host_get_state (kernel, to);
      g_assert_cmpuint (state->n_received, ==, 1);
      g_assert_cmpuint (state->n_looks, ==, 2);
      g_assert_cmpuint (state->n_foreseen, ==, 0);
      g_assert_cmpint (hd_kernel_get_time (kernel), >=, 5 + 30 + 10 + 5);
      g_assert_cmpuint (hd_kernel_get_n_events (kernel), ==, 4);
      digests[divided] = hd_kernel_get_digest (kernel);
    }
  g_assert_cmpmem (&digests[0], sizeof (HdDigest), &digests[1], sizeof (HdDigest));
}

/* What the door does not let in is not foreseen: the run ends when it arrives. */
static void
test_unforeseen (void)
{
  static const double sends[] = { 2, 0 };
  const HdHosted a = { &foreseeing, &sends[0], 1, ports }, b = { &foreseeing, &sends[1], 1, ports };
  g_autoptr (HdKernel) kernel = hd_kernel_new (1);
  guint32 from = hd_host_add_component (kernel, "a", 0, &a), to = hd_host_add_component (kernel, "b", 0, &b);
  g_autoptr (GError) error = NULL;

  hd_kernel_connect (kernel, from, 0, to, 1, 10);
  g_assert_true (hd_kernel_start (kernel, NULL));
  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
  g_assert_nonnull (strstr (error->message, "the kind must be below 4, not 4"));
  g_assert_cmpint (hd_kernel_get_time (kernel), ==, 5 + 10 + 10);
}

/* ---- who says how soon it sends ---------------------------------------------------------------------------------- */

enum { REACTION, DELAY, N_REACTING };

#define TURNS 40

static int64_t
react (const double *parameters)
{
  return (int64_t) parameters[REACTION];
}

/* At the start at once; who has heard often enough is silent. */
static void
start_at_once (const HdHost *host,
               HdComponentContext *context,
               void *state)
{
  host->send (context, 0, 0, &(HdMessage){ 0 });
}

static void
answer_later (const HdHost *host,
              HdComponentContext *context,
              void *state,
              const HdMessage *message)
{
  host->record (context, message->kind, (uint64_t) host->now (context));
  if (message->kind < TURNS)
    host->send (context, 0, (int64_t) host->parameter (context, DELAY), &(HdMessage){ .kind = message->kind + 1 });
}

static const HdHandlers reacting = { .size = sizeof (HdHandlers), .start = start_at_once, .receive = answer_later, .reaction = react };

static HdKernel *
make_reacting (const HdHosted *hosted,
               const HdStrategy *strategy)
{
  HdKernel *kernel = hd_kernel_new (1);
  guint32 a = hd_host_add_component (kernel, "a", 0, hosted), b = hd_host_add_component (kernel, "b", 1, hosted);

  hd_kernel_set_strategy (kernel, strategy);
  hd_kernel_connect (kernel, a, 0, b, 1, 10);
  hd_kernel_connect (kernel, b, 0, a, 1, 12);
  g_assert_true (hd_kernel_start (kernel, NULL));
  return kernel;
}

/* Partitions part by that much more, and nothing else changes. */
static void
test_reaction (void)
{
  const HdStrategy *const strategies[] = { hd_strategy_serial (), hd_strategy_window (), hd_strategy_null_message (), hd_strategy_request () };
  static const double values[] = { [REACTION] = 5, [DELAY] = 5 };
  const HdHosted hosted = { &reacting, values, N_REACTING, ports };
  HdDigest first = HD_DIGEST_INIT;

  for (guint i = 0; i < G_N_ELEMENTS (strategies); i++)
    {
      g_autoptr (HdKernel) kernel = make_reacting (&hosted, strategies[i]);
      HdChannelMap *channels = hd_channel_map_new (kernel);
      HdDigest digest;

      if (i > 0)
        g_assert_cmpint (channels->lookahead, ==, 10 + 5);
      hd_channel_map_free (channels);
      g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, NULL), ==, HD_KERNEL_DONE);
      digest = hd_kernel_get_digest (kernel);
      if (i == 0)
        first = digest;
      g_assert_cmpmem (&digest, sizeof digest, &first, sizeof first);
      g_assert_cmpuint (hd_kernel_get_n_events (kernel), ==, 2 * (TURNS + 1));
      g_assert_cmpint (hd_kernel_get_time (kernel), >=, (TURNS + 1) * 11 + TURNS * 5);
    }
}

static void
test_too_soon (void)
{
  static const double values[] = { [REACTION] = 5, [DELAY] = 4 };
  const HdHosted hosted = { &reacting, values, N_REACTING, ports };
  g_autoptr (HdKernel) kernel = make_reacting (&hosted, hd_strategy_window ());
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_nonnull (strstr (error->message, "“b” sent a message after 4 ps, and takes 5 ps at least, as it says"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/kernel/host/use", test_use);
  g_test_add_func ("/engine/kernel/host/wrong-use", test_wrong_use);
  g_test_add_func ("/engine/kernel/host/door", test_door);
  g_test_add_func ("/engine/kernel/host/wait", test_wait);
  g_test_add_func ("/engine/kernel/host/foresee", test_foresee);
  g_test_add_func ("/engine/kernel/host/unforeseen", test_unforeseen);
  g_test_add_func ("/engine/kernel/host/reaction", test_reaction);
  g_test_add_func ("/engine/kernel/host/too-soon", test_too_soon);
  return g_test_run ();
}
