/* test-greed.c: components that take more than there is
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hog does all at once, in one handler: tells of states and spans that are long ahead, shares buffers and keeps them, dispatches payloads that take long
 * to arrive, writes, or goes on with a buffer that it was not given.
 *
 * Invariants: the memory limit of the run holds for all of these: the run ends with a sentence that names who it was; what is let go of, or has
 * arrived, is room again; what is told in an order as bad as can be does not take time that grows with its square. Left open: ranks.
 */
#include <sys/resource.h>

#include "design-fixture.h"
#include "run-fixture.h"

#define MIB ((size_t) 1 << 20)
#define MANY 300000
#define LATER INT64_C (1000000000000) /* ps */

enum { WHAT };
enum { NOTHING, STATES, SPANS, BUFFERS, PAYLOADS, WRITES, NO_BUFFER, LET_GO, DESCENDING, AHEAD };

static void
do_much (const HdHost *host,
         HdComponentContext *context,
         int what)
{
  g_autofree guint8 *bytes = g_malloc0 (HD_DISPATCH_MAXIMUM_PAYLOAD + 1);
  HdDispatch dispatch = { .size = sizeof dispatch, .peer = host->self (context), .bytes = 1, .payload = bytes, .payload_bytes = MIB };
  HdBuffer *buffer;
  size_t size = 1;

  switch (what)
    {
    case STATES:
      for (int i = 0; i < 9000000; i++)
        host->state (context, 0, i % 2, LATER + i);
      break;
    case SPANS:
      for (int i = 0; i < 3000000; i++)
        host->span (context, 0, 0, 0, LATER + i);
      break;
    case DESCENDING:
      for (int i = 0; i < MANY; i++)
        host->span (context, 0, 0, 0, LATER - i);
      break;
    case BUFFERS:
      for (int i = 0; i < 300; i++)
        host->share (context, bytes, MIB);
      break;
    case LET_GO:
      for (int i = 0; i < 300; i++)
        host->drop (context, host->share (context, bytes, MIB));
      break;
    case PAYLOADS:
      for (int i = 0; i < 300; i++)
        host->dispatch (context, LATER, &dispatch);
      break;
    case WRITES:
      for (int i = 0; i < 1000; i++)
        host->write (context, 0, bytes, MIB);
      break;
    case NO_BUFFER:
      buffer = host->share (context, bytes, HD_DISPATCH_MAXIMUM_PAYLOAD + 1);
      host->hold (context, buffer);
      g_assert_null (host->peek (context, buffer, &size));
      g_assert_cmpuint (size, ==, 0);
      host->send_shared (context, 0, 0, &(HdMessage){ 0 }, buffer);
      host->drop (context, buffer);
      break;
    case AHEAD:
      for (int i = 0; i < MANY; i++)
        host->state (context, 0, i % 2, i);
      break;
    default:
      break;
    }
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  do_much (host, context, (int) host->parameter (context, WHAT));
  host->wake (context, 1, &(HdMessage){ 0 });
}

/* Says the last state once more, each picosecond, while one after the other of those before it is over. */
static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  if ((int) host->parameter (context, WHAT) != AHEAD || host->now (context) >= MANY - 1)
    return;
  host->state (context, 0, (MANY - 1) % 2, MANY - 1);
  host->wake (context, 1, message);
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
}

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "what", .title = "What", .help = "What.", .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "0", .maximum = 99 },
  { 0 },
};
static const HdPort ports[] = { { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "*" }, { 0 } };
static const HdLane lanes[] = { { .size = sizeof (HdLane), .name = "l", .title = "lane", .help = "L." }, { 0 } };
static const HdActivity activities[] = {
  { .size = sizeof (HdActivity), .name = "a", .title = "one", .kind = HD_ACTIVITY_COMPUTE },
  { .size = sizeof (HdActivity), .name = "b", .title = "other", .kind = HD_ACTIVITY_WAIT },
  { 0 },
};
static const HdOutput outputs[] = { { .size = sizeof (HdOutput), .name = "o", .title = "O", .help = "O.", .maximum_bytes = HD_OUTPUT_MAXIMUM_BYTES }, { 0 } };
static const HdHandlers handlers = { .size = sizeof (HdHandlers), .start = start, .receive = receive, .deliver = deliver };
static const HdComponentType hog = {
  .size = sizeof (HdComponentType), .id = "hog", .title = "Hog", .category = "Test", .symbol = "xpu", .help = "H.", .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .lanes = lanes, .activities = activities, .outputs = outputs, .handlers = &handlers,
};
static const HdComponentType *const types[] = { &hog, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "greed", .title = "Greed", .version = "1",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_NETWORK, .types = types,
};

static HdRun *
run (int what,
     GError **error)
{
  g_autofree char *body = g_strdup_printf ("<link-class id='L' bandwidth='1 GB/s' latency='1 us'/><top><component id='a' type='greed.hog' what='%d'/>"
                                           "<component id='s' type='fabric.switch'/><link from='a.net' to='s.port[0]' class='L'/></top>"
                                           "<run until='1 us' memory-limit='256 MiB'/>", what);

  return run_fixture_body (body, NULL, error);
}

static void
assert_limit (int what,
              const char *beginning)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (what, &error);

  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_true (g_str_has_prefix (error->message, beginning));
}

static void
test_limits (void)
{
  assert_limit (STATES, "“a”: The record is full: ");
  assert_limit (SPANS, "“a”: The record is full: ");
  assert_limit (BUFFERS, "“a”: What components hold and send would take ");
  assert_limit (PAYLOADS, "“a”: What components hold and send would take ");
}

static gsize
get_most_memory (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (gsize) usage.ru_maxrss << 10;
}

/* What is written after the end is not kept either. */
static void
test_writes (void)
{
  gsize before = get_most_memory ();

  assert_limit (WRITES, "“a”: The record is full: ");
  g_assert_cmpuint (get_most_memory () - before, <, 600 * MIB);
}

static void
test_room (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (LET_GO, &error);

  g_assert_no_error (error);
}

static void
test_no_buffer (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run (NO_BUFFER, &error);

  g_assert_error (error, HD_ERROR, HD_ERROR_INVARIANT);
  g_assert_true (g_str_has_prefix (error->message, "“a”: shares a buffer of 16777217 B"));
}

/* Minutes, if each that is told moved all others. */
static void
test_order (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) descending = run (DESCENDING, &error), ahead = NULL;
  guint64 n;

  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_spans (hd_run_get_record (descending), 0), ==, MANY);
  g_assert_true (hd_record_peek_spans (hd_run_get_record (descending), 0, MANY - 1, &n)->unfinished);
  ahead = run (AHEAD, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hd_record_get_n_spans (hd_run_get_record (ahead), 0), ==, MANY - 1); /* the last begins as the run ends */
  g_assert_cmpint (hd_record_peek_spans (hd_run_get_record (ahead), 0, 7, &n)->start, ==, 7);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  fixture_register (&library);
  g_test_add_func ("/run/greed/writes", test_writes);
  g_test_add_func ("/run/greed/limits", test_limits);
  g_test_add_func ("/run/greed/room", test_room);
  g_test_add_func ("/run/greed/no-buffer", test_no_buffer);
  g_test_add_func ("/run/greed/order", test_order);
  return g_test_run ();
}
