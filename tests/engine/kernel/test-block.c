/* test-block.c: elements that act on every cycle
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a message arrives after its link's cycles and its delay, in order; only elements with something to do are visited; how elements are
 * spread over partitions, and in which order they were added, does not show in the digest; wrong use ends the run with a message that
 * names the element. Random traffic is compared between spreads, single messages with cycles worked by hand.
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-block.h"
#include "hd-host.h"

#define NANOSECOND 1000
#define GIGAHERTZ 1e9
#define MAX_ELEMENTS 64

/* ---- a block that does what its parameters say ------------------------------------------------------------------ */

enum { CLOCK, TOKENS, DELAY, FAULT };
enum { FAULT_NONE, FAULT_PARAMETER, FAULT_LINK, FAULT_DELAY, FAULT_FAIL, FAULT_CREATE };

typedef struct
{
  uint32_t n;
  uint32_t next[MAX_ELEMENTS];
  uint32_t held[MAX_ELEMENTS];
  int64_t arrived[MAX_ELEMENTS]; /* last */
  int64_t visited[MAX_ELEMENTS]; /* last */
  uint64_t visits[MAX_ELEMENTS];
} Ring;

static int
create (const HdBlockHost *host,
        HdBlockContext *context,
        void *state,
        uint32_t n)
{
  Ring *self = state;

  g_assert_cmpuint (n, <=, MAX_ELEMENTS);
  self->n = n;
  for (uint32_t e = 0; e < n; e++)
    {
      self->next[e] = host->link (context, e, 0);
      self->held[e] = (uint32_t) host->parameter (context, e, TOKENS);
      self->arrived[e] = self->visited[e] = -1;
      g_assert_cmpuint (host->link (context, e, 7), ==, HD_NO_LINK);
      if (host->parameter (context, e, FAULT) == FAULT_CREATE)
        {
          host->fail (context, e, "cannot be made");
          return 0;
        }
    }
  return 1;
}

static int64_t
receive (const HdBlockHost *host,
         HdBlockContext *context,
         void *state,
         uint32_t element,
         int64_t cycle,
         const HdMessage *message)
{
  Ring *self = state;

  self->arrived[element] = cycle;
  self->held[element]++;
  host->record (context, element, message->port, message->payload[0]);
  return cycle;
}

static void
tick (const HdBlockHost *host,
      HdBlockContext *context,
      void *state,
      int64_t cycle,
      const uint32_t *active,
      uint32_t n_active,
      int64_t *next)
{
  Ring *self = state;

  for (uint32_t i = 0; i < n_active; i++)
    {
      uint32_t e = active[i];
      uint32_t delay = (uint32_t) host->parameter (context, e, DELAY);

      self->visits[e]++;
      self->visited[e] = cycle;
      switch ((int) host->parameter (context, e, FAULT))
        {
        case FAULT_PARAMETER:
          host->parameter (context, e, 9);
          break;
        case FAULT_LINK:
          host->send (context, 1000, 0, 0, &(HdMessage){ 0 });
          break;
        case FAULT_DELAY:
          host->send (context, self->next[e], HD_BLOCK_MAXIMUM_DELAY + 1, 0, &(HdMessage){ 0 });
          break;
        case FAULT_FAIL:
          host->fail (context, e, "no more\xff");
          break;
        default:
          break;
        }
      if (self->held[e] == 0)
        continue;
      self->held[e]--;
      host->send (context, self->next[e], delay + (uint32_t) (host->random (context, e) % (delay + 1)), 8,
                  &(HdMessage){ .payload = { (uint64_t) cycle } });
      if (self->held[e] > 0)
        next[i] = cycle + 1 + (int64_t) (host->random (context, e) % (10 * delay + 1));
    }
}

static void
finish (const HdBlockHost *host,
        HdBlockContext *context,
        void *state)
{
  Ring *self = state;

  for (uint32_t e = 0; e < self->n; e++)
    host->record (context, e, 99, self->visits[e]);
}

static void
read_probe (const void *state,
            uint32_t element,
            uint32_t probe,
            double *out_value,
            double *out_weight)
{
  *out_value = (double) ((const Ring *) state)->visits[element];
  *out_weight = probe;
}

static const HdBlock ring_block = {
  .size = sizeof (HdBlock), .state_size = sizeof (Ring), .clock = CLOCK, .create = create, .receive = receive, .tick = tick, .finish = finish,
  .read = read_probe,
};

/* ---- rings of them ---------------------------------------------------------------------------------------------- */

typedef struct
{
  guint n;
  guint n_partitions;
  gboolean backwards;     /* in which they are added */
  double clocks[2];       /* of even and odd ones */
  double tokens, delay, fault;
  HdTime latency, until;
} Setup;

typedef struct
{
  HdKernel *kernel;
  HdBlocks *blocks;
  double parameters[MAX_ELEMENTS][4];
  guint32 ids[MAX_ELEMENTS];
} World;

static void
build (World *world,
       const Setup *setup)
{
  world->kernel = hd_kernel_new (3);
  world->blocks = hd_blocks_new (world->kernel);
  for (guint i = 0; i < setup->n; i++)
    {
      guint e = setup->backwards ? setup->n - 1 - i : i;
      g_autofree char *path = g_strdup_printf ("ring[%u]", e);
      double *parameters = world->parameters[e];

      parameters[CLOCK] = setup->clocks[e % 2];
      parameters[TOKENS] = setup->tokens;
      parameters[DELAY] = setup->delay;
      parameters[FAULT] = e == 1 ? setup->fault : FAULT_NONE;
      world->ids[e] = hd_blocks_add (world->blocks, path, e % setup->n_partitions, &ring_block, parameters, 4, NULL);
    }
  for (guint e = 0; e < setup->n; e++)
    hd_blocks_connect (world->blocks, world->ids[e], 0, world->ids[(e + 1) % setup->n], 5, setup->latency, e % 2);
}

static void
clear (World *world)
{
  hd_kernel_free (world->kernel);
  hd_blocks_free (world->blocks);
}

static char *
run (const Setup *setup)
{
  World world;
  g_autoptr (GError) error = NULL;
  double loads[2] = { 0, 0 };
  HdDigest digest;

  build (&world, setup);
  hd_blocks_prepare (world.blocks, &error);
  g_assert_no_error (error);
  hd_kernel_start (world.kernel, &error);
  g_assert_no_error (error);
  hd_kernel_run (world.kernel, setup->until, &error);
  g_assert_no_error (error);
  hd_kernel_finish (world.kernel, &error);
  g_assert_no_error (error);
  hd_blocks_add_loads (world.blocks, loads);
  g_assert_cmpfloat (loads[0], >, 0);
  g_assert_cmpfloat (loads[1], >, 0);
  digest = hd_kernel_get_digest (world.kernel);
  clear (&world);
  return hd_digest_to_string (&digest);
}

static const Setup traffic = {
  .n = 48, .n_partitions = 1, .clocks = { GIGAHERTZ, GIGAHERTZ }, .tokens = 3, .delay = 2, .latency = NANOSECOND, .until = 3000 * NANOSECOND,
};

static void
check_spreads (Setup setup)
{
  g_autofree char *whole = run (&setup);

  for (guint n = 1; n <= 7; n++)
    for (int backwards = 0; backwards < 2; backwards++)
      {
        g_autofree char *digest = NULL;

        setup.n_partitions = n;
        setup.backwards = backwards;
        digest = run (&setup);
        g_assert_cmpstr (digest, ==, whole);
      }
  setup.tokens++;
  g_autofree char *other = run (&setup);
  g_assert_cmpstr (other, !=, whole);
}

static void
test_spread (void)
{
  Setup setup = traffic;

  check_spreads (setup);
  setup.delay = 499; /* wishes beyond the wheel */
  setup.until = 200000 * NANOSECOND;
  check_spreads (setup);
  setup = traffic;
  setup.clocks[0] = setup.clocks[1] = 3e9; /* a period that is not whole */
  check_spreads (setup);
}

static void
test_two_clocks (void)
{
  Setup setup = traffic;

  setup.clocks[1] = 7e8;
  check_spreads (setup);
  setup.latency = 0;
  check_spreads (setup);
}

/* One token in a ring of three, 2 cycles a link and 1 of delay in each: it is in element k at cycles k * 3, k * 3 + 9, ... */
static void
test_hand (void)
{
  for (guint n_partitions = 1; n_partitions <= 3; n_partitions++)
    {
      const Setup setup = { .n = 3, .n_partitions = n_partitions, .clocks = { GIGAHERTZ, GIGAHERTZ }, .latency = 3 * NANOSECOND };
      double value, weight, loads[2] = { 0, 0 };
      g_autoptr (GError) error = NULL;
      World world;

      build (&world, &setup);
      world.parameters[0][TOKENS] = 1;
      hd_blocks_prepare (world.blocks, &error);
      g_assert_no_error (error);
      g_assert_true (hd_kernel_start (world.kernel, NULL));
      hd_blocks_read (world.blocks, world.ids[0], 0, &value, &weight);
      g_assert_cmpfloat (value, ==, 0);
      g_assert_cmpint (hd_kernel_run (world.kernel, 20 * NANOSECOND, NULL), ==, HD_KERNEL_UNTIL);
      for (guint e = 0; e < 3; e++)
        {
          static const gint64 last[] = { 18, 12, 15 };
          guint32 element;
          const Ring *ring = hd_blocks_get_state (world.blocks, world.ids[e], &element);

          g_assert_cmpint (ring->arrived[element], ==, last[e]);
          g_assert_cmpint (ring->visited[element], ==, last[e]);
          hd_blocks_read (world.blocks, world.ids[e], 4, &value, &weight);
          g_assert_cmpfloat (value, ==, e == 0 ? 3 : 3); /* cycle 0, then once for each arrival */
          g_assert_cmpfloat (weight, ==, 4);
        }
      g_assert_cmpuint (hd_blocks_get_n_visits (world.blocks), ==, 9);
      hd_blocks_add_loads (world.blocks, loads);
      g_assert_cmpfloat (loads[0], ==, 8 * 5); /* sent by 0 at 0, 9, 18 and by 2 at 6, 15 */
      g_assert_cmpfloat (loads[1], ==, 8 * 2);
      clear (&world);
    }
}

/* ---- beside components with event handlers ---------------------------------------------------------------------- */

typedef struct
{
  int64_t last;
  int n;
} Echo;

static void
start_echo (const HdHost *host,
            HdComponentContext *context,
            void *state)
{
  host->send (context, 0, 400, &(HdMessage){ .payload = { 7 } });
}

static void
receive_echo (const HdHost *host,
              HdComponentContext *context,
              void *state,
              const HdMessage *message)
{
  Echo *self = state;

  self->last = host->now (context);
  self->n++;
}

/* Sent at 400 ps, it counts at the edge of 1 ns; the answer leaves there and takes 250 ps. */
static void
test_beside_handlers (void)
{
  const HdHandlers handlers = { sizeof (HdHandlers), sizeof (Echo), start_echo, receive_echo, NULL };
  const HdHosted hosted = { &handlers, NULL, 0, NULL };
  const double parameters[] = { GIGAHERTZ, 0, 0, 0 };
  HdKernel *kernel = hd_kernel_new (1);
  HdBlocks *blocks = hd_blocks_new (kernel);
  guint32 echo = hd_host_add_component (kernel, "echo", 0, &hosted);
  guint32 element = hd_blocks_add (blocks, "element", 0, &ring_block, parameters, 4, NULL);
  Echo *state;

  hd_blocks_connect (blocks, echo, 0, element, 3, 0, HD_BLOCK_NO_RESOURCE);
  hd_blocks_connect (blocks, element, 0, echo, 0, 250, HD_BLOCK_NO_RESOURCE);
  g_assert_true (hd_blocks_prepare (blocks, NULL));
  g_assert_true (hd_kernel_start (kernel, NULL));
  g_assert_cmpint (hd_kernel_run (kernel, HD_TIME_MAX, NULL), ==, HD_KERNEL_DONE);
  state = hd_host_get_state (kernel, echo);
  g_assert_cmpint (state->n, ==, 1);
  g_assert_cmpint (state->last, ==, 1250);
  hd_kernel_free (kernel);
  hd_blocks_free (blocks);
}

/* ---- faults ----------------------------------------------------------------------------------------------------- */

static void
check_fault (double fault,
             const char *message)
{
  Setup setup = traffic;
  g_autoptr (GError) error = NULL;
  World world;

  setup.fault = fault;
  build (&world, &setup);
  g_assert_true (hd_blocks_prepare (world.blocks, NULL));
  if (hd_kernel_start (world.kernel, &error))
    g_assert_cmpint (hd_kernel_run (world.kernel, HD_TIME_MAX, &error), ==, HD_KERNEL_FAILED);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_cmpstr (error->message, ==, message);
  clear (&world);
}

static void
check_refused (World *world,
               int code,
               const char *mentions)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (hd_blocks_prepare (world->blocks, &error));
  g_assert_error (error, HD_ERROR, code);
  if (strstr (error->message, mentions) == NULL)
    g_error ("the sentence is: %s", error->message);
  clear (world);
}

static void
test_faults (void)
{
  Setup setup = traffic;
  World world;

  check_fault (FAULT_PARAMETER, "“ring[1]”: asked for parameter 9 of 4");
  check_fault (FAULT_LINK, "“(clock 1000/1 of 0)”: sent over link 1000 of 48 after 0 cycles; at most 1000 are permitted");
  check_fault (FAULT_DELAY, "“(clock 1000/1 of 0)”: sent over link 1 of 48 after 1001 cycles; at most 1000 are permitted");
  check_fault (FAULT_FAIL, "“ring[1]”: no more\xef\xbf\xbd");
  check_fault (FAULT_CREATE, "“ring[1]”: cannot be made");

  build (&world, &setup);
  hd_blocks_connect (world.blocks, world.ids[4], 0, world.ids[9], 6, NANOSECOND, 0);
  check_refused (&world, HD_ERROR_INVALID, "Port 0 of “ring[4]” has two links");
  build (&world, &setup);
  world.parameters[6][CLOCK] = 1e15;
  check_refused (&world, HD_ERROR_RANGE, "“ring[6]”");
  setup.latency = 2000000 * (HdTime) NANOSECOND;
  build (&world, &setup);
  check_refused (&world, HD_ERROR_RANGE, "2000000 cycles");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/kernel/block/hand", test_hand);
  g_test_add_func ("/engine/kernel/block/spread", test_spread);
  g_test_add_func ("/engine/kernel/block/two-clocks", test_two_clocks);
  g_test_add_func ("/engine/kernel/block/beside-handlers", test_beside_handlers);
  g_test_add_func ("/engine/kernel/block/faults", test_faults);
  return g_test_run ();
}
