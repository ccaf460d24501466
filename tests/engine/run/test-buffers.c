/* test-buffers.c: buffers that components share over the drawn network
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A giver shares one large buffer, sends it to all takers and lets go of it. A taker looks at it, holds it, passes it on to the next once, and looks
 * again later; some hold it to the end. A caller sends a buffer over its links, and its listeners send it on.
 *
 * Invariants: all see the same bytes at one place, in any partition and thread, at each fidelity; what is held stays; a run that is stopped leaves nothing
 * behind, which the sanitized build sees; what is no buffer, or has nobody to take it, is refused with a sentence. Left open: several processes, see
 * test-ranks.c.
 */
#include <string.h>

#include "design-fixture.h"
#include "run-fixture.h"

#define N_TAKERS 8
#define BYTES ((size_t) 1 << 20)

enum { GIVE, PASS };
enum { FAULT };
enum { FAULT_NONE, FAULT_BOTH, FAULT_SIZE };

/* Where each delivery found the bytes. */
static const void *places[2 * N_TAKERS];
static guint n_places; /* atomic */

typedef struct
{
  HdBuffer *held;
} Taker;

static void
check_bytes (const void *bytes,
             size_t size)
{
  const guint8 *at = bytes;

  g_assert_cmpuint (size, ==, BYTES);
  g_assert_cmpuint ((guintptr) bytes % 16, ==, 0);
  for (size_t i = 0; i < size; i += 4099)
    g_assert_cmpuint (at[i], ==, (guint8) (i * 7));
}

static void
give (const HdHost *host,
      HdComponentContext *context,
      void *state)
{
  g_autofree guint8 *bytes = g_malloc (HD_DISPATCH_MAXIMUM_PAYLOAD + 1);
  int fault = (int) host->parameter (context, FAULT);
  HdBuffer *buffer;

  for (size_t i = 0; i < BYTES; i++)
    bytes[i] = (guint8) (i * 7);
  buffer = host->share (context, bytes, fault == FAULT_SIZE ? HD_DISPATCH_MAXIMUM_PAYLOAD + 1 : BYTES);
  if (buffer == NULL)
    return;
  for (guint i = 0; i < N_TAKERS; i++)
    {
      g_autofree char *path = g_strdup_printf ("t[%u]", i);

      host->dispatch (context, 0, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = host->find (context, path), .kind = GIVE, .bytes = 1000,
                                                 .payload_bytes = fault == FAULT_BOTH ? 8 : 0, .payload = bytes, .buffer = buffer });
    }
  host->drop (context, buffer);
}

static void
take (const HdHost *host,
      HdComponentContext *context,
      void *state,
      const HdDispatch *dispatch)
{
  Taker *self = state;
  size_t size;

  g_assert_nonnull (dispatch->buffer);
  g_assert_true (host->peek (context, dispatch->buffer, &size) == dispatch->payload);
  g_assert_cmpuint (size, ==, dispatch->payload_bytes);
  check_bytes (dispatch->payload, size);
  places[g_atomic_int_add (&n_places, 1)] = dispatch->payload;
  host->record (context, dispatch->kind, dispatch->peer);
  if (dispatch->kind == PASS)
    return;
  self->held = dispatch->buffer;
  host->hold (context, self->held);
  host->wake (context, 50000000, &(HdMessage){ 0 });
}

/* 50 us later, when the giver has long let go. */
static void
look_again (const HdHost *host,
            HdComponentContext *context,
            void *state,
            const HdMessage *message)
{
  Taker *self = state;
  uint32_t next = host->self (context);
  g_autofree char *path = NULL;
  size_t size;

  check_bytes (host->peek (context, self->held, &size), BYTES);
  path = g_strdup_printf ("t[%u]", (guint) (host->random (context, 0) % N_TAKERS));
  host->dispatch (context, 0, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = host->find (context, path), .kind = PASS, .bytes = 100,
                                             .buffer = self->held });
  if (next % 2 == 0)
    host->drop (context, self->held);
}

static void
ignore (const HdHost *host,
        HdComponentContext *context,
        void *state,
        const HdDispatch *dispatch)
{
}

/* ---- over links -------------------------------------------------------------------------------------------------------- */

enum { CALLERS_PORT };

static void
call (const HdHost *host,
      HdComponentContext *context,
      void *state)
{
  g_autofree guint8 *bytes = g_malloc (BYTES);
  HdBuffer *buffer;

  if (host->parameter (context, FAULT) == 0)
    return;
  for (size_t i = 0; i < BYTES; i++)
    bytes[i] = (guint8) (i * 7);
  buffer = host->share (context, bytes, BYTES);
  for (uint32_t i = 0; i < host->links (context, CALLERS_PORT); i++)
    host->send_shared (context, CALLERS_PORT | i << 16, 0, &(HdMessage){ .kind = 5, .payload = { 77, 88 } }, buffer);
  host->drop (context, buffer);
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  g_assert_cmpuint (message->payload[1], ==, 0);
  *out_value = message->kind;
  return message->kind == 5 ? NULL : "the kind must be 5";
}

/* On over the next link. */
static void
listen (const HdHost *host,
        HdComponentContext *context,
        void *state,
        const HdMessage *message)
{
  Taker *self = state;
  HdBuffer *buffer = host->carried (context);
  size_t size;

  g_assert_cmpuint (message->payload[0], ==, 77);
  g_assert_nonnull (buffer);
  check_bytes (host->peek (context, buffer, &size), BYTES);
  places[g_atomic_int_add (&n_places, 1)] = host->peek (context, buffer, &size);
  host->record (context, message->kind, message->port);
  if (self->held == NULL && host->links (context, CALLERS_PORT) > 1)
    host->send_shared (context, CALLERS_PORT | 1 << 16, 0, message, buffer);
  host->hold (context, buffer);
  self->held = buffer;
}

static int
create (const HdBlockHost *host,
        HdBlockContext *context,
        void *state,
        uint32_t n)
{
  return 1;
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
}

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "fault", .title = "Fault", .help = "F.", .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "0", .maximum = 9 },
  { 0 },
};
static const HdParameter block_parameters[] = {
  { .size = sizeof (HdParameter), .key = "clock", .title = "Clock", .help = "Clock.", .kind = HD_PARAMETER_QUANTITY, .unit = "Hz", .default_text = "1 GHz" },
  { 0 },
};
static const HdPort link_ports[] = { { .size = sizeof (HdPort), .name = "all", .title = "All", .help = "A.", .protocol = "x", .numbered = 1 }, { 0 } };
static const HdPort ports[] = { { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "*" }, { 0 } };
#define TYPE(id_, parameters_, ports_) \
  .size = sizeof (HdComponentType), .id = id_, .title = "T", .category = "Test", .symbol = "xpu", .help = "T.", .role = HD_ROLE_ENDPOINT, \
  .parameters = parameters_, .ports = ports_
static const HdHandlers giver_handlers = { .size = sizeof (HdHandlers), .start = give, .deliver = ignore };
static const HdHandlers taker_handlers = { .size = sizeof (HdHandlers), .state_size = sizeof (Taker), .receive = look_again, .deliver = take };
static const HdComponentType giver = { TYPE ("giver", parameters, ports), .handlers = &giver_handlers };
static const HdComponentType taker = { TYPE ("taker", parameters, ports), .handlers = &taker_handlers };
static const HdHandlers caller_handlers = { .size = sizeof (HdHandlers), .state_size = sizeof (Taker), .start = call, .receive = listen, .accept = accept };
static const HdBlock wall_block = { .size = sizeof (HdBlock), .create = create, .tick = tick };
static const HdComponentType caller = { TYPE ("caller", parameters, link_ports), .handlers = &caller_handlers };
static const HdComponentType wall = { TYPE ("wall", block_parameters, link_ports), .block = &wall_block };
static const HdComponentType *const types[] = { &giver, &taker, &caller, &wall, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "gift", .title = "Gift", .version = "1",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_BLOCKS | HD_CAPABILITY_NETWORK, .types = types,
};

/* ---- runs -------------------------------------------------------------------------------------------------------------- */

#define STAR \
  "<link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/><top><component id='g' type='gift.giver' fault='%s'/>" \
  "<component id='t' type='gift.taker' count='8'/><component id='s' type='fabric.switch' count='2'/>" \
  "<link from='g.net' to='s[0].port[0]' class='L'/><link for='i=0..7' from='t[i].net' to='s[i %% 2].port[1 + i]' class='L'/>" \
  "<link from='s[0].port[10]' to='s[1].port[10]' class='L'/></top>"

static HdRun *
run (const char *fault,
     const char *const *settings,
     GError **error)
{
  g_autofree char *body = g_strdup_printf (STAR, fault);

  n_places = 0;
  return run_fixture_body (body, settings, error);
}

/* @n of them, all at one place. */
static void
assert_places (guint n)
{
  g_assert_cmpuint (n_places, ==, n);
  for (guint i = 1; i < n; i++)
    g_assert_true (places[i] == places[0]);
}

static void
test_share (void)
{
  static const char *const settings[][5] = {
    { "run:fidelity=flow", NULL },
    { "run:fidelity=packet", NULL },
    { "run:fidelity=packet", "run:partitions=4", "run:sync=window", NULL },
    { "run:fidelity=packet", "run:partitions=4", "run:sync=request", "run:threads=2", NULL },
  };
  g_autofree char *digest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run ("0", settings[i], &error);

      g_assert_no_error (error);
      assert_places (2 * N_TAKERS);
      if (i > 0)
        run_fixture_check_digest (hd_run_get_record (self), &digest);
    }
}

/* a has a link to each of b; b[0] sends it on to c. */
static void
test_links (void)
{
  static const char *const settings[][4] = {
    { NULL },
    { "run:partitions=4", "run:sync=window", NULL },
    { "run:partitions=4", "run:sync=request", "run:threads=2", NULL },
    { "run:partitions=4", "run:sync=null-message", "run:threads=2", NULL },
  };
  g_autofree char *digest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = NULL;

      n_places = 0;
      self = run_fixture_body ("<link-class id='L' bandwidth='1 GB/s' latency='1 us'/><top><component id='a' type='gift.caller' fault='1'/>"
                               "<component id='b' type='gift.caller' count='3'/><component id='c' type='gift.caller'/>"
                               "<link for='i=0..2' from='a.all' to='b[i].all' class='L'/><link from='b[0].all' to='c.all' class='L'/></top>",
                               settings[i], &error);
      g_assert_no_error (error);
      assert_places (4);
      run_fixture_check_digest (hd_run_get_record (self), &digest);
    }
}

static void
test_block (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_fixture_body ("<link-class id='L' bandwidth='1 GB/s' latency='1 us'/><top><component id='a' type='gift.caller' fault='1'/>"
                                             "<component id='w' type='gift.wall'/><link from='a.all' to='w.all' class='L'/></top>", NULL, &error);

  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, "“a” sent a buffer to “w”, which takes none");
}

static void
test_stopped (void)
{
  static const char *const settings[] = { "run:fidelity=packet", "run:until=3 us", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run ("0", settings, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (n_places, <, N_TAKERS);
}

static void
test_wrong (void)
{
  static const char *const settings[] = { "run:fidelity=packet", NULL };
  g_autoptr (GError) both = NULL, large = NULL;
  g_autoptr (HdRun) one = run ("1", settings, &both), other = run ("2", settings, &large);

  g_assert_cmpstr (both->message, ==, "“g”: sent a dispatch with a buffer and a payload; it has one of them");
  g_assert_cmpstr (large->message, ==, "“g”: shares a buffer of 16777217 B; it has at most 16777216 B");
}

/* A ping to three is heard by three. */
static void
test_tutorial (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (
    "<heddle version='1' name='tutorial'><link-class id='L' bandwidth='1 GB/s' latency='1 us'/><top>"
    "<component id='a' type='hello.pinger' period='4 us' to=' b[0] b[2]  b[1] '/><component id='b' type='hello.pinger' count='3' period='1 s' to='a' log='true'/>"
    "<component id='s' type='fabric.switch'/><link from='a.net' to='s.port[3]' class='L'/><link for='i=0..2' from='b[i].net' to='s.port[i]' class='L'/>"
    "</top><run fidelity='packet' packet-time='0 s' until='10 us'/></heddle>", NULL);
  const char *name;
  GBytes *bytes;

  g_assert_cmpuint (hd_record_get_n_files (record), ==, 3);
  for (guint i = 0; hd_record_get_file (record, i, &name, &bytes); i++)
    {
      g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

      g_assert_cmpuint (g_strv_length (lines), ==, 3);
      g_assert_true (g_str_has_suffix (lines[0], ",0,1"));
      g_assert_true (g_str_has_suffix (lines[1], ",0,2"));
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  fixture_register (&library);
  g_test_add_func ("/run/buffers/share", test_share);
  g_test_add_func ("/run/buffers/links", test_links);
  g_test_add_func ("/run/buffers/block", test_block);
  g_test_add_func ("/run/buffers/stopped", test_stopped);
  g_test_add_func ("/run/buffers/wrong", test_wrong);
  g_test_add_func ("/run/buffers/tutorial", test_tutorial);
  return g_test_run ();
}
