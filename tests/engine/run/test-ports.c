/* test-ports.c: ports with many links
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hub greets over each link of its numbered port, with the link's number, and again when it is answered; a leaf answers over the link that a greeting
 * came from. A ticker and a tock are the same as blocks. Links are listed in no order of their ends.
 *
 * Invariants: links of a numbered port count from 0 in the order of the project; a message says over which it came, and what is sent over one goes
 * there alone; that holds between components and blocks, in any partition; more links than a port takes are a problem as before; an error and a
 * deadlock name the link. Left open: how the canvas draws such ports, which is as any other.
 */
#include <string.h>

#include "design-fixture.h"
#include "run-fixture.h"

enum { PORT_ALL };
enum { GREETING, ANSWER };
enum { CLOCK, WRONG };

/* Where each greeting went: "a0>b1:2" for the link 0 of a, which is link 1 of b, and what was said. */
static GMutex lock;
static GPtrArray *heard;

static void
note (const char *format,
      ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_mutex_lock (&lock);
  g_ptr_array_add (heard, g_strdup_vprintf (format, arguments));
  g_mutex_unlock (&lock);
  va_end (arguments);
}

/* ---- with handlers ----------------------------------------------------------------------------------------------------- */

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  uint32_t n = host->links (context, PORT_ALL);

  note ("%u has %u", host->self (context), n);
  g_assert_cmpuint (host->links (context, 7), ==, 0);
  for (uint32_t i = 0; i < n; i++)
    host->send (context, PORT_ALL | i << 16, 0, &(HdMessage){ .kind = GREETING, .payload = { host->self (context), i } });
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  uint32_t link = message->port >> 16;

  g_assert_cmpuint (message->port & 0xffff, ==, PORT_ALL);
  note ("%s %u.%u > %u.%u", message->kind == GREETING ? "greeting" : "answer", (guint) message->payload[0], (guint) message->payload[1],
        host->self (context), link);
  host->record (context, message->kind, (uint64_t) link << 32 | message->payload[0]);
  if (message->kind == GREETING)
    host->send (context, message->port, 0, &(HdMessage){ .kind = ANSWER, .payload = { host->self (context), link } });
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  *out_value = message->kind;
  return message->kind <= ANSWER ? NULL : "the kind must be 0 or 1";
}

/* ---- as a block -------------------------------------------------------------------------------------------------------- */

#define MOST 8

typedef struct
{
  uint32_t n;
  uint32_t n_links[MOST];
  uint32_t links[MOST][MOST];
  uint32_t waits[MOST]; /* a link from which an answer is missing, plus 1 */
  uint32_t wrong[MOST];
} Tickers;

static int
create (const HdBlockHost *host,
        HdBlockContext *context,
        void *state,
        uint32_t n)
{
  Tickers *self = state;

  g_assert_cmpuint (n, <=, MOST);
  self->n = n;
  for (uint32_t e = 0; e < n; e++)
    {
      uint32_t link;

      self->wrong[e] = (uint32_t) host->parameter (context, e, WRONG);
      while ((link = host->link (context, e, PORT_ALL | self->n_links[e] << 16)) != HD_NO_LINK)
        self->links[e][self->n_links[e]++] = link;
    }
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
  Tickers *self = state;

  for (uint32_t i = 0; i < n_active && cycle == 0; i++)
    for (uint32_t l = 0; l < self->n_links[active[i]]; l++)
      {
        host->send (context, self->links[active[i]][l], 0, 8, &(HdMessage){ .kind = GREETING + self->wrong[active[i]], .payload = { 100 + active[i], l } });
        self->waits[active[i]] = l + 1;
      }
}

static int64_t
receive_block (const HdBlockHost *host,
               HdBlockContext *context,
               void *state,
               uint32_t element,
               int64_t cycle,
               const HdMessage *message)
{
  Tickers *self = state;
  uint32_t link = message->port >> 16;

  note ("%s %u.%u > block.%u", message->kind == GREETING ? "greeting" : "answer", (guint) message->payload[0], (guint) message->payload[1], link);
  if (message->kind == GREETING)
    host->send (context, self->links[element][link], 0, 8, &(HdMessage){ .kind = ANSWER, .payload = { 100 + element, link } });
  else if (self->waits[element] == link + 1)
    self->waits[element] = 0;
  return HD_NEVER;
}

static int
waits (const void *state,
       uint32_t element,
       HdWait *out_wait)
{
  const Tickers *self = state;

  out_wait->port = PORT_ALL | (self->waits[element] - 1) << 16;
  out_wait->n = 1;
  out_wait->what = "an answer";
  return self->waits[element] > 0;
}

/* Says nothing. */
static void
ignore (const HdHost *host,
        HdComponentContext *context,
        void *state,
        const HdMessage *message)
{
}

/* ---- types ------------------------------------------------------------------------------------------------------------- */

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "clock", .title = "Clock", .help = "Clock.", .kind = HD_PARAMETER_QUANTITY, .unit = "Hz", .default_text = "1 GHz" },
  { .size = sizeof (HdParameter), .key = "wrong", .title = "W", .help = "W.", .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "0", .maximum = 9 },
  { 0 },
};
static const HdPort ports[] = { { .size = sizeof (HdPort), .name = "all", .title = "All", .help = "All.", .protocol = "x", .maximum_links = 4, .numbered = 1 },
                                { 0 } };
static const HdPort one_port[] = { { .size = sizeof (HdPort), .name = "one", .title = "One", .help = "One.", .protocol = "x" }, { 0 } };
#define TYPE(id_, ports_) \
  .size = sizeof (HdComponentType), .id = id_, .title = "T", .category = "Test", .symbol = "xpu", .help = "T.", .role = HD_ROLE_ENDPOINT, \
  .parameters = parameters, .ports = ports_
static const HdHandlers hub_handlers = { .size = sizeof (HdHandlers), .start = start, .receive = receive, .accept = accept };
static const HdHandlers mute_handlers = { .size = sizeof (HdHandlers), .receive = ignore };
static const HdBlock block = { .size = sizeof (HdBlock), .state_size = sizeof (Tickers), .create = create, .tick = tick, .receive = receive_block,
                               .waits = waits };
static const HdComponentType hub = { TYPE ("hub", ports), .handlers = &hub_handlers };
static const HdComponentType mute = { TYPE ("mute", one_port), .handlers = &mute_handlers };
static const HdComponentType ticker = { TYPE ("ticker", ports), .block = &block };
static const HdComponentType *const types[] = { &hub, &mute, &ticker, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "many", .title = "Many", .version = "1",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_BLOCKS, .types = types,
};

/* ---- runs -------------------------------------------------------------------------------------------------------------- */

#define LINK "<link-class id='L' bandwidth='1 GB/s' latency='10 ns'/>"

static HdRun *
run (const char *body,
     const char *const *settings,
     GError **error)
{
  g_ptr_array_set_size (heard, 0);
  return run_fixture_body (body, settings, error);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
assert_heard (const char *expected)
{
  g_autofree char *text = NULL;

  g_ptr_array_sort (heard, compare_texts);
  g_ptr_array_add (heard, NULL);
  text = g_strjoinv (", ", (char **) heard->pdata);
  g_assert_cmpstr (text, ==, expected);
}

/* a (0) and b (1) share two links, c (2) hangs on a: a has b, c, b. */
static void
test_components (void)
{
  static const char *const divided[][4] = {
    { NULL }, { "run:partitions=3", "run:sync=window", NULL }, { "run:partitions=3", "run:sync=request", "run:threads=2", NULL },
  };
  g_autofree char *digest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run (LINK "<top><component id='a' type='many.hub'/><component id='b' type='many.hub'/><component id='c' type='many.hub'/>"
                                    "<link from='b.all' to='a.all' class='L'/><link from='a.all' to='c.all' class='L'/>"
                                    "<link from='a.all' to='b.all' class='L'/></top><run until='1 us'/>", divided[i], &error);

      g_assert_no_error (error);
      assert_heard ("0 has 3, 1 has 2, 2 has 1, "
                    "answer 0.0 > 1.0, answer 0.1 > 2.0, answer 0.2 > 1.1, answer 1.0 > 0.0, answer 1.1 > 0.2, answer 2.0 > 0.1, "
                    "greeting 0.0 > 1.0, greeting 0.1 > 2.0, greeting 0.2 > 1.1, greeting 1.0 > 0.0, greeting 1.1 > 0.2, greeting 2.0 > 0.1");
      run_fixture_check_digest (hd_run_get_record (self), &digest);
    }
}

/* A hub (0) on a ticker, twice; links that lead to what does not act have no number. */
static void
test_blocks (void)
{
  for (guint partitions = 1; partitions <= 2; partitions++)
    {
      g_autofree char *setting = g_strdup_printf ("run:partitions=%u", partitions);
      const char *const settings[] = { setting, "run:sync=window", NULL };
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run (LINK "<top><component id='h' type='many.hub'/><component id='s' type='fabric.switch'/><component id='t' type='many.ticker'/>"
                                    "<link from='h.all' to='s.port[0]' class='L'/><link from='h.all' to='t.all' class='L'/>"
                                    "<link from='t.all' to='h.all' class='L'/></top><run until='1 us'/>", settings, &error);

      g_assert_no_error (error);
      assert_heard ("0 has 2, answer 0.0 > block.0, answer 0.1 > block.1, answer 100.0 > 0.0, answer 100.1 > 0.1, "
                    "greeting 0.0 > block.0, greeting 0.1 > block.1, greeting 100.0 > 0.0, greeting 100.1 > 0.1");
    }
}

/* ---- what is wrong ----------------------------------------------------------------------------------------------------- */

static void
test_wrong (void)
{
  g_autofree char *full = fixture_problem (LINK "<top><component id='h' type='many.hub'/><component id='x' type='many.hub' count='5'/>"
                                           "<link for='i=0..4' from='h.all' to='x[i].all' class='L'/></top>", NULL, HD_PROBLEM_PORT_FULL);
  g_autoptr (GError) refused = NULL, deadlock = NULL;
  g_autoptr (HdRun) stranger = run (LINK "<top><component id='h' type='many.hub'/><component id='t' type='many.ticker' count='2' wrong='t * 5'/>"
                                    "<link for='i=0..1' from='h.all' to='t[i].all' class='L'/></top><run until='1 us'/>", NULL, &refused);
  g_autoptr (HdRun) silent = run (LINK "<top><component id='t' type='many.ticker'/><component id='m' type='many.mute' count='2'/>"
                                  "<link for='i=0..1' from='m[i].one' to='t.all' class='L'/></top>", NULL, &deadlock);

  g_assert_nonnull (strstr (full, "Port “all” of “h” has 5 links; it takes 4"));
  g_assert_cmpstr (refused->message, ==, "“t[1]” sent “h” what its port “all, link 1” does not take: the kind must be 0 or 1, not 5");
  g_assert_nonnull (strstr (deadlock->message, "“t” waits on “m[1]” for an answer (1)"));
}

/* ---- what ships -------------------------------------------------------------------------------------------------------- */

static void
assert_log (HdRecord *record,
            const char *name,
            const char *expected)
{
  const char *found;
  GBytes *bytes;

  for (guint i = 0; hd_record_get_file (record, i, &found, &bytes); i++)
    if (strcmp (found, name) == 0)
      {
        g_assert_cmpmem (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), expected, strlen (expected));
        return;
      }
  g_error ("there is no %s", name);
}

/* A pinger pings three others in turn, each once in 3 us; they ping one at once, which tells them apart. */
static void
test_tutorial (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (
    "<heddle version='1' name='tutorial'><link-class id='L' bandwidth='1 GB/s' latency='1 us'/><top><component id='a' type='hello.pinger' period='1 us'/>"
    "<component id='b' type='hello.pinger' count='3' period='1 s' log='true'/><component id='c' type='hello.pinger' period='1 s' log='true'/>"
    "<link for='i=0..2' from='a.out' to='b[i].in' class='L'/><link for='i=0..2' from='b[2 - i].out' to='c.in' class='L'/></top>"
    "<run until='6 us'/></heddle>", NULL);

  assert_log (record, "b[0].pings.csv", "1000000,0,1\n4000000,0,4\n");
  assert_log (record, "b[1].pings.csv", "2000000,0,2\n5000000,0,5\n");
  assert_log (record, "c.pings.csv", "1000000,2,1\n1000000,1,1\n1000000,0,1\n");
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  heard = g_ptr_array_new_with_free_func (g_free);
  fixture_register (&library);
  g_test_add_func ("/run/ports/components", test_components);
  g_test_add_func ("/run/ports/blocks", test_blocks);
  g_test_add_func ("/run/ports/wrong", test_wrong);
  g_test_add_func ("/run/ports/tutorial", test_tutorial);
  return g_test_run ();
}
