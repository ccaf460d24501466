/* test-barriers.c: chiplets that wait for each other
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A walker comes to barrier `number` `arrive` after the start, and `n` times in all, each time `arrive` after it was let go; then it has ended, or leaves with `leave`. Each
 * time it is let go is a sample.
 *
 * Ideal: arrivals at 100, 250 and 175 let all go at 250. Over the network with ways of q to the barrier and p back: the last of arrival + q, and p after that.
 */
#include <string.h>

#include "design-fixture.h"
#include "members.h"
#include "run-fixture.h"

#define NS (HD_TICKS_PER_SECOND / 1000000000)

enum { ARRIVE, NUMBER, N, LEAVE };
enum { PORT_NET, PORT_BARRIER };
enum { RELEASED };

typedef struct
{
  Members members;
  uint64_t n;
} Walker;

static void
go_on (const HdHost *host,
       HdComponentContext *context,
       Walker *self)
{
  if (self->n < (uint64_t) host->parameter (context, N))
    host->wake (context, (int64_t) (host->parameter (context, ARRIVE) * 1e12 + 0.5), &(HdMessage){ 0 });
  else if (host->parameter (context, LEAVE) > 0)
    members_leave (&self->members, host, context);
  else
    members_end (&self->members, host, context);
}

static void
released (const HdHost *host,
          HdComponentContext *context,
          void *owner,
          uint32_t id)
{
  Walker *self = owner;

  g_assert_cmpuint (id, ==, (uint32_t) host->parameter (context, NUMBER));
  self->n++;
  host->sample (context, RELEASED, (double) self->n);
  go_on (host, context, self);
}

static const MembersOwner class = { released };

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Walker *self = state;

  if (members_init (&self->members, host, context, PORT_BARRIER, &class, self))
    go_on (host, context, self);
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Walker *self = state;

  if (!members_receive (&self->members, host, context, message))
    members_arrive (&self->members, host, context, (uint32_t) host->parameter (context, NUMBER), 0);
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  return members_accept (message, out_value);
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  g_assert_true (members_deliver (&((Walker *) state)->members, host, context, dispatch));
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  return members_waits (&((const Walker *) state)->members, out_wait);
}

static void
clear (void *state)
{
  members_clear (&((Walker *) state)->members);
}

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "arrive", .title = "Arrive", .help = "Arrive.", .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "1 ns", .maximum = 1 },
  { .size = sizeof (HdParameter), .key = "number", .title = "Number", .help = "Number.", .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "0", .maximum = 10 },
  { .size = sizeof (HdParameter), .key = "n", .title = "N", .help = "N.", .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1", .maximum = 1000 },
  { .size = sizeof (HdParameter), .key = "leave", .title = "Leave", .help = "Leave.", .kind = HD_PARAMETER_FLAG, .default_text = "false" },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_NET] = { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "*" },
  MEMBERS_PORT (PORT_BARRIER),
  { 0 },
};
static const HdProbe probes[] = { { sizeof (HdProbe), "released", "Released", "", "released" }, { 0 } };
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Walker), .start = start, .receive = receive, .accept = accept, .waits = waits, .deliver = deliver, .clear = clear,
};
static const HdComponentType walker = {
  .size = sizeof (HdComponentType), .id = "walker", .title = "Walker", .category = "Test", .symbol = "xpu", .help = "Walker.",
  .role = HD_ROLE_ENDPOINT, .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
static const HdComponentType *const types[] = { &walker, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "walk", .title = "Walk", .version = "1",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_NETWORK, .types = types,
};

/* ---- runs -------------------------------------------------------------------------------------------------------------- */

/* Three walkers and a barrier, @wire apart, and on a star whose links take @way from a walker and 4 ns from the barrier. */
#define SYSTEM(a, b, c, barrier, wire, run) \
  "<link-class id='W' bandwidth='1 GB/s' latency='" wire "'/><link-class id='A' bandwidth='1 TB/s' latency='5 ns' sharing='split'/>" \
  "<link-class id='B' bandwidth='1 TB/s' latency='0 ns' sharing='split'/><link-class id='C' bandwidth='1 TB/s' latency='4 ns' sharing='split'/>" \
  "<top><component id='a' type='walk.walker' " a "/><component id='b' type='walk.walker' " b "/><component id='c' type='walk.walker' " c "/>" \
  "<component id='m' type='chiplet.barrier' " barrier "/><component id='s' type='fabric.switch'/>" \
  "<link from='a.barrier' to='m.members' class='W'/><link from='b.barrier' to='m.members' class='W'/><link from='c.barrier' to='m.members' class='W'/>" \
  "<link from='a.net' to='s.port[0]' class='A'/><link from='b.net' to='s.port[1]' class='B'/><link from='c.net' to='s.port[2]' class='B'/>" \
  "<link from='m.net' to='s.port[3]' class='C'/></top>" \
  "<probes><probe of='a.released'/><probe of='b.released'/><probe of='c.released'/><probe of='m.releases'/></probes>" run
#define THREE(barrier, wire) SYSTEM ("arrive='100 ns'", "arrive='250 ns'", "arrive='175 ns'", barrier, wire, "")

static void
assert_times (HdRun *run,
              HdTime a,
              HdTime b,
              HdTime c,
              HdTime more)
{
  const HdTime times[] = { a, b, c };

  for (guint i = 0; i < 3; i++)
    {
      guint64 available;

      g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (run), i), ==, 1);
      g_assert_cmpint (hd_record_peek_samples (hd_run_get_record (run), i, 0, &available)->time, >=, times[i]);
      g_assert_cmpint (hd_record_peek_samples (hd_run_get_record (run), i, 0, &available)->time, <=, times[i] + more);
    }
}

static void
test_ideal (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) at_once = run_fixture_body (THREE ("", "0 ns"), NULL, &error);
  g_autoptr (HdRun) later = run_fixture_body (THREE ("", "2 ns"), NULL, &error);

  g_assert_no_error (error);
  assert_times (at_once, 250 * NS, 250 * NS, 250 * NS, 0);
  assert_times (later, 254 * NS, 254 * NS, 254 * NS, 0);
}

/* q = p = 9, 4 and 4 ns; arrivals go at the end of their cycle, a picosecond later, and messages of a byte take another each. */
static void
test_noi (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (THREE ("mode='noi' header='1 B'", "0 ns"), NULL, &error);

  g_assert_no_error (error);
  assert_times (run, 263 * NS, 258 * NS, 258 * NS, 6);
}

/* Who comes before the barrier has said who it is waits for that. */
static void
test_early (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (SYSTEM ("arrive='1 ns'", "arrive='2 ns'", "arrive='3 ns'", "", "10 ns", ""), NULL, &error);

  g_assert_no_error (error);
  assert_times (run, 30 * NS, 30 * NS, 30 * NS, 0);
}

/* However often they meet, in parts or not, by link or network. */
static void
test_often (gconstpointer mode)
{
  static const char *const divided[][5] = {
    { "run:partitions=1", NULL },
    { "run:partitions=2", "run:sync=window", NULL },
    { "run:partitions=4", "run:sync=request", "run:threads=2", NULL },
    { "run:partitions=4", "run:sync=null-message", "run:threads=2", NULL },
  };
  static const char *const fidelities[] = { "packet", "flit" };
  const char *each = "n='200' arrive='3 ns'";

  for (guint f = 0; f < G_N_ELEMENTS (fidelities); f++)
    {
      g_autofree char *digest = NULL;
      g_autofree char *body = g_strdup_printf (
        "<link-class id='W' bandwidth='1 GB/s' latency='1 ns'/><link-class id='L' bandwidth='32 GB/s' latency='1 ns' sharing='split'/>"
        "<top><component id='w' type='walk.walker' count='6' %s/><component id='m' type='chiplet.barrier' mode='%s'/><component id='r' type='fabric.switch' count='3'/>"
        "<link for='i=0..5' from='w[i].barrier' to='m.members' class='W'/><link for='i=0..5' from='w[i].net' to='r[floor (i / 2)].port[i %% 2]' class='L'/>"
        "<link for='i=0..1' from='r[i].port[2]' to='r[i + 1].port[3]' class='L'/><link from='m.net' to='r[1].port[4]' class='L'/></top>"
        "<probes><probe of='m.releases'/></probes><run fidelity='%s' flit='32 B' packet-size='160 B' until='1 ms'/>", each, (const char *) mode, fidelities[f]);

      for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
        {
          g_autoptr (GError) error = NULL;
          g_autoptr (HdRun) run = run_fixture_body (body, divided[i], &error);

          g_assert_no_error (error);
          g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (run), 0), ==, 200);
          run_fixture_check_digest (hd_run_get_record (run), &digest);
        }
    }
}

/* Who leaves is not waited for. */
static void
test_leave (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (SYSTEM ("n='3'", "n='3'", "n='1' leave='true'", "", "0 ns", ""), NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (run), 3), ==, 3);
}

typedef struct
{
  const char *name, *body, *message;
} Fault;

static const Fault faults[] = {
  { "ended", SYSTEM ("number='7' n='2'", "number='7'", "number='7' n='2'", "number='7'", "0 ns", ""), "“m”: barrier 7 cannot fill: a waits, b has ended" },
  { "two-ended", SYSTEM ("n='2'", "", "", "", "0 ns", ""), "“m”: barrier 0 cannot fill: a waits, b, c have ended" },
  { "two-wait", SYSTEM ("n='2'", "n='2' arrive='5 ns'", "arrive='9 ns'", "", "0 ns", ""), "barrier 0 cannot fill: a waits, c has ended" },
  { "no-network", "<link-class id='W' bandwidth='1 GB/s' latency='1 ns'/><top><component id='a' type='walk.walker'/><component id='m' type='chiplet.barrier' mode='noi'/>"
                  "<link from='a.barrier' to='m.members' class='W'/></top>", "no component that sends has a link" },
  { "no-such", SYSTEM ("number='3'", "", "", "", "0 ns", ""), "“a”: it comes to barrier 3, and is linked to none of that number" },
  { "twice", "<link-class id='W' bandwidth='1 GB/s' latency='1 ns'/><top><component id='a' type='walk.walker'/><component id='m' type='chiplet.barrier' count='2'/>"
             "<link for='i=0..1' from='a.barrier' to='m[i].members' class='W'/></top>", "“a”: two barriers that it is linked to have number 0" },
  { "deadlock", "<link-class id='W' bandwidth='1 GB/s' latency='1 ns'/><top><component id='a' type='walk.walker' count='2' number='a'/><component id='m' type='chiplet.barrier' count='2' number='m'/>"
                "<link for='i=0..1 j=0..1' from='a[i].barrier' to='m[j].members' class='W'/></top>", "“m[0]” waits on “a[1]” for members that have not come (1)" },
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body (fault->body, NULL, &error);

  g_assert_nonnull (error);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, fault->message));
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  fixture_register (&library);
  g_test_add_func ("/libraries/barriers/ideal", test_ideal);
  g_test_add_func ("/libraries/barriers/noi", test_noi);
  g_test_add_func ("/libraries/barriers/early", test_early);
  g_test_add_data_func ("/libraries/barriers/often/ideal", "ideal", test_often);
  g_test_add_data_func ("/libraries/barriers/often/noi", "noi", test_often);
  g_test_add_func ("/libraries/barriers/leave", test_leave);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/libraries/barriers/faults/", faults[i].name, NULL);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  return g_test_run ();
}
