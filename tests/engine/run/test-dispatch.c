/* test-dispatch.c: components that act send over the drawn network
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A caller sends `n` dispatches of `size` to whom `to` names, or to any if that is *, `gap` apart; each is answered by one of no bytes. Payloads are
 * longer than a message of the kernel, and are looked at on arrival. Links of 1 GB/s and 1 us, packets of 1 kB, store and forward: 1 kB over two links takes 4 us. By hand.
 *
 * Invariants: what is sent queues with what others and work send, takes part in the loads of links, and arrives with its payload; results depend on no
 * partitions; what cannot be carried is told.
 */
#include <string.h>

#include "design-fixture.h"
#include "run-fixture.h"

#define US (HD_TICKS_PER_SECOND / 1000000)

enum { TICK, CALL, ANSWER };
enum { TO, SIZE, N, GAP };
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
  { 0 },
};
static const HdPort ports[] = { { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "*" }, { 0 } };
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

static HdRun *
run (const char *body,
     const char *const *settings,
     GError **error)
{
  g_autoptr (HdDesign) design = fixture_elaborate (body, settings);
  HdRun *self = hd_run_new (design, NULL);

  hd_run_start (self);
  hd_run_wait (self, error);
  return self;
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
  g_autoptr (HdDesign) design = fixture_elaborate (STAR ("", "to='c' n='2' gap='3.5 us'", "") "<communicators><communicator id='two' members='b h[1]'/></communicators>"
                                                   "<workload type='graph' stop='drain' on='two'><vertex id='V' kind='comm' bytes='3 kB' from='h[0]' to='c' "
                                                   "start='true'/></workload><run fidelity='packet' packet-size='1 kB' packet-time='0 s' until='1 ms'/>", NULL);
  g_autoptr (HdRun) self = hd_run_new (design, NULL);
  HdRecord *record = hd_run_get_record (self);

  hd_run_start (self);
  hd_run_wait (self, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_samples (record, 0), ==, 2);
  assert_sample (record, 0, 0, 4 * US);
  assert_sample (record, 0, 1, 8 * US);
  g_assert_cmpfloat (run_fixture_get_metric (record, "time_total"), ==, 9e-6);
  g_assert_cmpfloat (hd_record_read_link (record, 2, 0, HD_TIME_MAX).ways[1].amount, ==, 5000);
}

/* Every 2 us 64 B over two links of 64 ns and 1 us each; b answers nobody. */
static void
test_tutorial (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (
    "<heddle version='1' name='tutorial'>" LINK "<top><component id='a' type='hello.pinger' period='2 us' to='b'/>"
    "<component id='b' type='hello.pinger' period='1 s' to='a'/><component id='s' type='fabric.switch'/>"
    "<link from='a.net' to='s.port[0]' class='L'/><link from='b.net' to='s.port[1]' class='L'/></top>"
    "<probes><probe of='b.received'/></probes><run fidelity='packet' packet-time='0 s' until='10 us'/></heddle>", NULL);

  g_assert_cmpuint (hd_record_get_n_samples (record, 0), ==, 4);
  for (guint i = 0; i < 4; i++)
    assert_sample (record, 0, i, 2 * US + 128000 + i * 2 * US);
}

/* ---- partitions -------------------------------------------------------------------------------------------------------- */

static void
test_partitions (void)
{
  static const char *const divided[][4] = {
    { "run:partitions=1", NULL },
    { "run:partitions=2", "run:sync=window", NULL },
    { "run:partitions=4", "run:sync=request", "run:threads=2", NULL },
    { "run:partitions=4", "run:sync=null-message", "run:threads=2", NULL },
  };
  const char *body = LINK "<top><component id='x' type='mail.caller' count='16' to='*' n='200' gap='1.3 us' size='1.7 kB'/>"
                          "<component id='leaf' type='fabric.switch' count='4'/><component id='spine' type='fabric.switch' count='2'/>"
                          "<link for='i=0..15' from='x[i].net' to='leaf[floor (i / 4)].port[i % 4]' class='L'/>"
                          "<link for='i=0..3 j=0..1' from='leaf[i].port[4 + j]' to='spine[j].port[i]' class='L'/></top>" RUN;
  g_autofree char *digest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run (body, divided[i], &error);
      g_autofree char *own = hd_record_dup_digest (hd_run_get_record (self));

      g_assert_no_error (error);
      if (digest == NULL)
        digest = g_steal_pointer (&own);
      else
        g_assert_cmpstr (own, ==, digest);
    }
}

/* What is under way when a run stops is freed with it, which the sanitized build sees. */
static void
test_stopped (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (STAR ("to='c' n='1000' gap='0.1 us'", "", "") "<run fidelity='packet' packet-size='1 kB' until='20 us'/>", NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_samples (hd_run_get_record (self), 0), ==, 17); /* one each microsecond from 4 us on */
}

/* ---- what is told ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  const char *name, *body, *message;
} Fault;

static const Fault faults[] = {
  { "flow", STAR ("to='c'", "", ""), "“a” sends over the network, which carries what components send at packet fidelity alone" },
  { "nobody", STAR ("to='z'", "", "") RUN, "which is not there" },
  { "no-part", STAR ("to='s'", "", "") RUN, "“a” sends to “s”, which takes no part in the network" },
  { "no-link", LINK "<top><component id='a' type='mail.caller' to='b'/><component id='b' type='mail.caller'/></top>" RUN, "one of them has no link" },
  { "no-route", LINK "<top><component id='a' type='mail.caller' count='4' to='a[2]'/><link from='a[0].net' to='a[1].net' class='L'/>"
                     "<link from='a[2].net' to='a[3].net' class='L'/></top>" RUN, "a[2]" },
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
  g_autoptr (GError) error = NULL;

  g_test_init (&argc, &argv, NULL);
  hd_catalog_register (fixture_catalog (), &library, &error);
  g_assert_no_error (error);
  g_test_add_func ("/run/dispatch/times", test_times);
  g_test_add_func ("/run/dispatch/long", test_long);
  g_test_add_func ("/run/dispatch/beside-work", test_beside_work);
  g_test_add_func ("/run/dispatch/tutorial", test_tutorial);
  g_test_add_func ("/run/dispatch/partitions", test_partitions);
  g_test_add_func ("/run/dispatch/stopped", test_stopped);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/run/dispatch/faults/", faults[i].name, NULL);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  return g_test_run ();
}
