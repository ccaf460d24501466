/* test-dispatch.c: components that act send over the drawn network
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A caller sends `n` dispatches of `size` to whom `to` names, or to any if that is *, `gap` apart; each is answered by one of no bytes. Payloads are
 * longer than a message of the kernel, and are looked at on arrival. Links of 1 GB/s and 1 us, packets of 1 kB, store and forward: 1 kB over two links takes 4 us,
 * and as a flow 3 us. By hand.
 *
 * Invariants: what is sent queues with what others and work send, or shares links with it, takes part in the loads of links, and arrives with its payload;
 * results depend on no partitions and no shortcuts; large messages take as long as flows as they do as packets; what cannot be carried is told.
 */
#include <string.h>

#include "design-fixture.h"
#include "run-fixture.h"

#define US (HD_TICKS_PER_SECOND / 1000000)

enum { TICK, CALL, ANSWER };
enum { TO, SIZE, N, GAP, SEND, RECEIVE };
enum { RECEIVED, ANSWERED };

typedef struct
{
  uint64_t sent, received, answered;
} Caller;

/* What goes along with number @n: as many bytes as it says. */
static void
fill (uint8_t *payload,
      uint64_t n,
      uint32_t from)
{
  memcpy (payload, &n, sizeof n);
  for (guint i = sizeof n; i < 40 + n; i++)
    payload[i] = (uint8_t) (n * 7 + i + from);
}

static void
call (const HdHost *host,
      HdComponentContext *context,
      Caller *self)
{
  const char *to = host->text (context, TO);
  uint32_t peer = strcmp (to, "*") == 0 ? (host->self (context) * 7 + 3) % 16 : host->find (context, to);
  uint8_t payload[1000];

  if (self->sent == (uint64_t) host->parameter (context, N))
    return;
  fill (payload, self->sent, host->self (context));
  host->dispatch (context, 0, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = peer, .kind = CALL, .bytes = (uint64_t) host->parameter (context, SIZE),
                                             .payload = payload, .payload_bytes = 40 + self->sent });
  self->sent++;
  host->wake (context, (int64_t) (host->parameter (context, GAP) * 1e12), &(HdMessage){ .kind = TICK });
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  if (*host->text (context, TO) != '\0')
    call (host, context, state);
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  call (host, context, state);
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  Caller *self = state;
  uint8_t expected[1000];
  uint64_t n;

  if (dispatch->kind == ANSWER)
    {
      g_assert_cmpuint (dispatch->payload_bytes, ==, 0);
      g_assert_null (dispatch->payload);
      host->sample (context, ANSWERED, (double) ++self->answered);
      return;
    }
  memcpy (&n, dispatch->payload, sizeof n);
  fill (expected, n, dispatch->peer);
  g_assert_cmpmem (dispatch->payload, dispatch->payload_bytes, expected, 40 + n);
  host->sample (context, RECEIVED, (double) ++self->received);
  host->record (context, 0, (uint64_t) dispatch->peer << 32 | n);
  host->dispatch (context, 0, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = dispatch->peer, .kind = ANSWER });
}

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "to", .title = "To", .help = "To.", .kind = HD_PARAMETER_TEXT, .default_text = "" },
  { .size = sizeof (HdParameter), .key = "size", .title = "Size", .help = "Size.", .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "1 kB",
    .maximum = 1e15 },
  { .size = sizeof (HdParameter), .key = "n", .title = "N", .help = "N.", .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1", .maximum = 1e6 },
  { .size = sizeof (HdParameter), .key = "gap", .title = "Gap", .help = "Gap.", .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "10 us",
    .maximum = 1 },
  { .size = sizeof (HdParameter), .key = "send", .title = "Send", .help = "Send.", .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "0 s", .maximum = 1,
    .property = HD_PROPERTY_SEND_OVERHEAD },
  { .size = sizeof (HdParameter), .key = "receive", .title = "Receive", .help = "Receive.", .kind = HD_PARAMETER_QUANTITY, .unit = "s", .default_text = "0 s",
    .maximum = 1, .property = HD_PROPERTY_RECEIVE_OVERHEAD },
  { 0 },
};
static const HdPort ports[] = {
  { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "*" },
  { .size = sizeof (HdPort), .name = "wire", .title = "Wire", .help = "Wire.", .protocol = "mail" },
  { 0 },
};
static const HdProbe probes[] = {
  { sizeof (HdProbe), "received", "Received", "", "received" }, { sizeof (HdProbe), "answered", "Answered", "", "answered" }, { 0 },
};
static const HdHandlers handlers = { .size = sizeof (HdHandlers), .state_size = sizeof (Caller), .start = start, .receive = receive, .deliver = deliver };
static const HdComponentType caller = {
  .size = sizeof (HdComponentType), .id = "caller", .title = "Caller", .category = "Test", .symbol = "xpu", .help = "Caller.",
  .role = HD_ROLE_ENDPOINT, .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
static const HdComponentType *const types[] = { &caller, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "mail", .title = "Mail", .version = "1",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_NETWORK, .types = types,
};

/* ---- runs -------------------------------------------------------------------------------------------------------------- */

#define LINK "<link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/>"
#define RUN "<run fidelity='packet' packet-size='1 kB' packet-time='0 s'/>"
#define STAR(a, b, c) \
  LINK "<top><component id='a' type='mail.caller' " a "/><component id='b' type='mail.caller' " b "/><component id='c' type='mail.caller' " c "/>" \
  "<component id='s' type='fabric.switch'/><link id='la' from='a.net' to='s.port[0]' class='L'/><link id='lb' from='b.net' to='s.port[1]' class='L'/>" \
  "<link id='lc' from='c.net' to='s.port[2]' class='L'/>" HOSTS "</top>" \
  "<probes><probe of='c.received'/><probe of='a.answered'/><probe of='b.answered'/></probes>"
#define HOSTS \
  "<component id='h' type='fabric.host' count='2'/><component id='u' type='fabric.switch'/>" \
  "<link from='h[0].port' to='u.port[0]' class='L'/><link from='u.port[1]' to='s.port[3]' class='L'/><link from='h[1].port' to='u.port[2]' class='L'/>"
#define BESIDE_WORK \
  STAR ("", "to='c' n='2' gap='3.5 us'", "") "<communicators><communicator id='two' members='b h[1]'/></communicators>" \
  "<workload type='graph' stop='drain' on='two'><vertex id='V' kind='comm' bytes='3 kB' from='h[0]' to='c' start='true'/></workload>"

static HdRun *
run (const char *body,
     const char *const *settings,
     GError **error)
{
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (body);
  g_autoptr (HdProblemList) warnings = hd_problem_list_new ();
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture_catalog (), settings, warnings, NULL, error);

  return run_fixture_wait (design, error);
}

static void
assert_sample (HdRecord *record,
               guint series,
               guint n,
               HdTime time)
{
  guint64 available;
  const HdSample *sample = hd_record_peek_samples (record, series, n, &available);

  g_assert_cmpuint (available, >, 0);
  g_assert_cmpfloat (sample->value, ==, n + 1);
  g_assert_cmpint (sample->time, ==, time);
}

/* a and b send at once: the second kilobyte waits for the first at c's link. Answers go back alone. */
static void
test_times (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (STAR ("to='c'", "to='c'", "") RUN, NULL, &error);
  HdRecord *record = hd_run_get_record (self);

  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_samples (record, 0), ==, 2);
  assert_sample (record, 0, 0, 4 * US);
  assert_sample (record, 0, 1, 5 * US);
  assert_sample (record, 1, 0, 6 * US);
  assert_sample (record, 2, 0, 7 * US);
  g_assert_cmpfloat (hd_record_read_link (record, 0, 0, HD_TIME_MAX).ways[0].amount, ==, 1000);
  g_assert_cmpfloat (hd_record_read_link (record, 2, 0, HD_TIME_MAX).ways[1].amount, ==, 2000);
}

/* A wire between components that act is no way for what they dispatch, though it would be the shorter one. */
static void
test_wire (void)
{
  const char *body = LINK "<top><component id='a' type='mail.caller' to='c'/><component id='c' type='mail.caller'/><component id='s' type='fabric.switch'/>"
                          "<link from='a.wire' to='c.wire' class='L'/><link from='a.net' to='s.port[0]' class='L'/><link from='c.net' to='s.port[1]' class='L'/></top>"
                          "<probes><probe of='c.received'/></probes><run packet-size='1 kB' packet-time='0 s'/>";
  static const char *const fidelities[] = { "run:fidelity=packet", "run:fidelity=flow" };

  for (guint i = 0; i < G_N_ELEMENTS (fidelities); i++)
    {
      const char *const settings[] = { fidelities[i], NULL };
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run (body, settings, &error);

      g_assert_no_error (error);
      assert_sample (hd_run_get_record (self), 0, 0, (i == 0 ? 4 : 3) * US);
    }
}

/* 2 kB are two packets, which follow each other: 3 kB of time and two latencies. A dispatch to oneself takes none. */
static void
test_long (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (STAR ("to='c' size='2 kB'", "", "to='c'") RUN, NULL, &error);
  HdRecord *record = hd_run_get_record (self);

  g_assert_no_error (error);
  assert_sample (record, 0, 0, 0);
  assert_sample (record, 0, 1, 5 * US);
  assert_sample (record, 1, 0, 7 * US);
}

/* Three packets of work are at the switch 4, 5 and 6 us after the start, b's second dispatch is there at 5.5 us: the third of them, and it, wait. */
static void
test_beside_work (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (BESIDE_WORK "<run fidelity='packet' packet-size='1 kB' packet-time='0 s' until='1 ms'/>", NULL, &error);
  HdRecord *record = hd_run_get_record (self);

  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_samples (record, 0), ==, 2);
  assert_sample (record, 0, 0, 4 * US);
  assert_sample (record, 0, 1, 8 * US);
  g_assert_cmpfloat (run_fixture_get_metric (record, "time_total"), ==, 9e-6);
  g_assert_cmpfloat (hd_record_read_link (record, 2, 0, HD_TIME_MAX).ways[1].amount, ==, 5000);
}

/* Every 2 us 64 B over two links of 64 ns and 1 us each, which packets take one after the other; b answers nobody. */
#define TUTORIAL(settings) \
  "<heddle version='1' name='tutorial'>" LINK "<top><component id='a' type='hello.pinger' period='2 us' to='b'/>" \
  "<component id='b' type='hello.pinger' period='1 s' to='a'/><component id='s' type='fabric.switch'/>" \
  "<link from='a.net' to='s.port[0]' class='L'/><link from='b.net' to='s.port[1]' class='L'/></top>" \
  "<probes><probe of='b.received'/></probes><run " settings " until='10 us'/></heddle>"

static void
test_tutorial (void)
{
  g_autoptr (HdRecord) packets = run_fixture_record (TUTORIAL ("fidelity='packet' packet-time='0 s'"), NULL);
  g_autoptr (HdRecord) flows = run_fixture_record (TUTORIAL ("fidelity='flow'"), NULL);

  g_assert_cmpuint (hd_record_get_n_samples (packets, 0), ==, 4);
  g_assert_cmpuint (hd_record_get_n_samples (flows, 0), ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      assert_sample (packets, 0, i, 2 * US + 128000 + i * 2 * US);
      assert_sample (flows, 0, i, 2 * US + 64000 + i * 2 * US);
    }
}

/* ---- as flows ---------------------------------------------------------------------------------------------------------- */

/* 2 us of latency, then c's link is shared; an answer has no bytes. */
static void
test_flow_times (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) lone = run (STAR ("to='c'", "", ""), NULL, &error);
  g_autoptr (HdRun) self = run (STAR ("to='c'", "to='c' size='3 kB'", ""), NULL, &error);
  HdRecord *record = hd_run_get_record (self);

  g_assert_no_error (error);
  assert_sample (hd_run_get_record (lone), 0, 0, 3 * US);
  assert_sample (hd_run_get_record (lone), 1, 0, 5 * US);
  g_assert_cmpuint (hd_record_get_n_samples (record, 0), ==, 2);
  assert_sample (record, 0, 0, 4 * US);
  assert_sample (record, 0, 1, 6 * US);
  assert_sample (record, 1, 0, 6 * US);
  assert_sample (record, 2, 0, 8 * US);
  g_assert_cmpfloat (hd_record_read_link (record, 0, 0, HD_TIME_MAX).ways[0].amount, ==, 1000);
  g_assert_cmpfloat (hd_record_read_link (record, 2, 0, HD_TIME_MAX).ways[1].amount, ==, 4000);
  g_assert_cmpfloat (run_fixture_get_metric (record, "messages"), ==, 4);
}

/* Of one sender to one receiver they go one after the other, though the last, of no bytes, would be there first. */
static void
test_flow_order (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (STAR ("to='c' n='2' gap='0.1 us'", "", "to='c' n='2'"), NULL, &error);
  HdRecord *record = hd_run_get_record (self);

  g_assert_no_error (error);
  assert_sample (record, 0, 0, 0); /* to itself, as the last */
  assert_sample (record, 0, 1, 3 * US);
  assert_sample (record, 0, 2, 4 * US);
  assert_sample (record, 0, 3, 10 * US);
}

/* Work flows to c from 3 us on, b's second dispatch from 5.5 us on, at half the rate until the work has ended. */
static void
test_flow_beside_work (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (BESIDE_WORK "<run until='1 ms'/>", NULL, &error);
  HdRecord *record = hd_run_get_record (self);

  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_samples (record, 0), ==, 2);
  assert_sample (record, 0, 0, 3 * US);
  assert_sample (record, 0, 1, 7 * US);
  g_assert_cmpfloat (run_fixture_get_metric (record, "time_total"), ==, 6.5e-6);
  g_assert_cmpfloat (hd_record_read_link (record, 2, 0, HD_TIME_MAX).ways[1].amount, ==, 5000);
}

/* 0.5 us before it leaves, 0.25 us after it is there; so for the answer, at the ends where software takes time. */
static void
test_costs (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) flows = run (STAR ("to='c' send='0.5 us'", "", "receive='0.25 us'"), NULL, &error);
  g_autoptr (HdRun) packets = run (STAR ("to='c' send='0.5 us'", "", "receive='0.25 us'") RUN, NULL, &error);

  g_assert_no_error (error);
  assert_sample (hd_run_get_record (flows), 0, 0, 3750000);
  assert_sample (hd_run_get_record (flows), 1, 0, 5750000);
  assert_sample (hd_run_get_record (packets), 0, 0, 4750000);
  assert_sample (hd_run_get_record (packets), 1, 0, 6750000);
}

/* A ring works on links that all look alike, but that to one member carries messages too. */
static void
test_flow_shortcuts (void)
{
  static const char *const ways[][4] = { { NULL }, { "run:symmetry=false", NULL }, { "run:fast-forward=false", NULL },
                                         { "run:incremental=false", "run:fast-forward=false", "run:symmetry=false", NULL } };
  const char *body = LINK "<top><component id='x' type='mail.caller' count='4' to='x[1]' n='9' size='70 kB' gap='120 us'/><component id='s' type='fabric.switch'/>"
                     "<link for='i=0..3' from='x[i].net' to='s.port[i]' class='L'/></top><probes><probe of='x[1].received'/></probes>"
                     "<communicators><communicator id='ring' members='x[*]'/></communicators>"
                     "<workload type='collective' on='ring' operation='all-reduce' algorithm='ring' bytes='1 MB' repeat='4'/><run until='100 ms'/>";
  g_autofree char *digest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run (body, ways[i], &error);

      g_assert_no_error (error);
      g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (self), 0), ==, 4 * 9);
      run_fixture_check_digest (hd_run_get_record (self), &digest);
    }
}

/* ---- partitions -------------------------------------------------------------------------------------------------------- */

#define LEAVES(what, run) \
  LINK "<top><component id='x' type='mail.caller' count='16' to='*' " what "/>" \
  "<component id='leaf' type='fabric.switch' count='4'/><component id='spine' type='fabric.switch' count='2'/>" \
  "<link for='i=0..15' from='x[i].net' to='leaf[floor (i / 4)].port[i % 4]' class='L'/>" \
  "<link for='i=0..3 j=0..1' from='leaf[i].port[4 + j]' to='spine[j].port[i]' class='L'/></top>" \
  "<probes><probe of='x[3].received'/><probe of='x[3].answered'/></probes>" run
#define SENDS "n='200' gap='1.3 us' size='1.7 kB'"

static void
test_partitions (gconstpointer body)
{
  static const char *const divided[][4] = {
    { "run:partitions=1", NULL },
    { "run:partitions=2", "run:sync=window", NULL },
    { "run:partitions=4", "run:sync=request", "run:threads=2", NULL },
    { "run:partitions=4", "run:sync=null-message", "run:threads=2", NULL },
  };
  g_autofree char *digest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run (body, divided[i], &error);

      g_assert_no_error (error);
      run_fixture_check_digest (hd_run_get_record (self), &digest);
    }
}

/* Nothing foresees the end of a flow, which is told whoever wants it divided. */
static void
test_undivided (void)
{
  static const char *const settings[] = { "run:partitions=4", "run:sync=window", NULL };
  g_autofree char *message = fixture_problem (LEAVES (SENDS, ""), settings, HD_PROBLEM_NO_EFFECT);

  g_assert_cmpstr (message, ==, "4 partitions are set, but at flow fidelity all share one network, and the run is not divided");
}

/* When the last answer was there. */
static HdTime
find_last (const char *body)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (body, NULL, &error);
  HdRecord *record = hd_run_get_record (self);
  guint64 n = hd_record_get_n_samples (record, 1), available;

  g_assert_no_error (error);
  g_assert_cmpuint (n, >, 0);
  return hd_record_peek_samples (record, 1, n - 1, &available)->time;
}

static void
test_agreement (void)
{
  HdTime flows = find_last (LEAVES ("n='3' gap='1 us' size='2 MB'", "")), packets = find_last (LEAVES ("n='3' gap='1 us' size='2 MB'", RUN));

  g_test_message ("%g us as flows, %g us as packets", (double) flows / US, (double) packets / US);
  g_assert_cmpfloat ((double) flows / (double) packets, >, 0.97);
  g_assert_cmpfloat ((double) flows / (double) packets, <, 1.03);
}

/* What is under way when a run stops is freed with it, which the sanitized build sees. One is there each microsecond, from 4 us on, as flows from 3 us on. */
static void
test_stopped (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) packets = run (STAR ("to='c' n='1000' gap='0.1 us'", "", "") "<run fidelity='packet' packet-size='1 kB' until='20 us'/>", NULL, &error);
  g_autoptr (HdRun) flows = run (STAR ("to='c' n='1000' gap='0.1 us'", "", "") "<run until='20 us'/>", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (packets), 0), ==, 17);
  g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (flows), 0), ==, 18);
}

/* ---- what is told ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  const char *name, *body, *message;
} Fault;

static const Fault faults[] = {
  { "nobody", STAR ("to='z'", "", "") RUN, "which is not there" },
  { "no-part", STAR ("to='s'", "", "") RUN, "“a” sends to “s”, which takes no part in the network" },
  { "no-link", LINK "<top><component id='a' type='mail.caller' count='2' to='b'/><component id='b' type='mail.caller'/><link from='a[0].net' to='a[1].net' "
               "class='L'/></top>" RUN, "one of them has no link" },
  { "no-network", LINK "<top><component id='a' type='mail.caller' to='b'/><component id='b' type='mail.caller'/></top>" RUN, "no component that sends has a link" },
  { "no-route", LINK "<top><component id='a' type='mail.caller' count='4' to='a[2]'/><link from='a[0].net' to='a[1].net' class='L'/>"
                     "<link from='a[2].net' to='a[3].net' class='L'/></top>" RUN, "a[2]" },
  { "no-route-of-flows", LINK "<top><component id='a' type='mail.caller' count='4' to='a[2]'/><link from='a[0].net' to='a[1].net' class='L'/>"
                              "<link from='a[2].net' to='a[3].net' class='L'/></top>", "a[2]" },
  { "no-link-of-flows", LINK "<top><component id='a' type='mail.caller' count='2' to='b'/><component id='b' type='mail.caller'/>"
                        "<link from='a[0].net' to='a[1].net' class='L'/></top>", "one of them has no link" },
  { "no-network-of-flows", LINK "<top><component id='a' type='mail.caller' to='b'/><component id='b' type='mail.caller'/><link from='a.wire' to='b.wire' "
                           "class='L'/></top>", "a link between components that act, by ports with a protocol of their own, is none" },
  { "too-long", STAR ("to='c' size='100 TB'", "", "") RUN, "it has less than 1099511627776 B" },
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (fault->body, NULL, &error);

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
  g_test_add_func ("/run/dispatch/times", test_times);
  g_test_add_func ("/run/dispatch/wire", test_wire);
  g_test_add_func ("/run/dispatch/long", test_long);
  g_test_add_func ("/run/dispatch/beside-work", test_beside_work);
  g_test_add_func ("/run/dispatch/tutorial", test_tutorial);
  g_test_add_func ("/run/dispatch/flow/times", test_flow_times);
  g_test_add_func ("/run/dispatch/flow/order", test_flow_order);
  g_test_add_func ("/run/dispatch/flow/beside-work", test_flow_beside_work);
  g_test_add_func ("/run/dispatch/flow/shortcuts", test_flow_shortcuts);
  g_test_add_func ("/run/dispatch/costs", test_costs);
  g_test_add_data_func ("/run/dispatch/partitions/packet", LEAVES (SENDS, RUN), test_partitions);
  g_test_add_data_func ("/run/dispatch/partitions/flow", LEAVES (SENDS, ""), test_partitions);
  g_test_add_func ("/run/dispatch/undivided", test_undivided);
  g_test_add_func ("/run/dispatch/agreement", test_agreement);
  g_test_add_func ("/run/dispatch/stopped", test_stopped);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/run/dispatch/faults/", faults[i].name, NULL);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  return g_test_run ();
}
