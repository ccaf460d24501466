/* test-lanes.c: what components say that they are at
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A sayer with handlers says what its text `says`: words "s ACTIVITY START" (a state), "p ACTIVITY START END" (a span) or "w TIME" (it sleeps), times in
 * nanoseconds; a block says the same in cycles. What the record then has is worked by hand. Random sayers are compared between partitions, threads
 * and ways to get to the end.
 *
 * Invariants: spans stand in the order of their ends, whatever the order of telling and wherever the kernel rests; a later state takes back what
 * was said of that time; the end of the run cuts; lanes with details are there for what run:trace names, and no digest depends on them; work
 * beside them has what it has alone. Left open: how lanes are painted, see test-timeline.c; ranks, see tests/engine/kernel.
 */
#include <string.h>

#include "design-fixture.h"
#include "run-fixture.h"

#define NS 1000

enum { SAYS, DETAILS };
enum { PLAIN, DETAILED, LATER };
enum { COMPUTE, MEMORY, TRANSFER, WAIT };

typedef struct
{
  const char *at;
  uint32_t lane;
  uint64_t n;
} Sayer;

/* What both forms of component have to say it with. */
typedef struct
{
  const HdHost *host;
  HdComponentContext *context;
  const HdBlockHost *block_host;
  HdBlockContext *block_context;
} Mouth;

static void
say_state (const Mouth *mouth,
           uint32_t lane,
           uint32_t activity,
           int64_t start)
{
  if (mouth->host != NULL)
    mouth->host->state (mouth->context, lane, activity, start * NS);
  else
    mouth->block_host->state (mouth->block_context, 0, lane, activity, start);
}

static void
say_span (const Mouth *mouth,
          uint32_t lane,
          uint32_t activity,
          int64_t start,
          int64_t end)
{
  if (mouth->host != NULL)
    mouth->host->span (mouth->context, lane, activity, start * NS, end * NS);
  else
    mouth->block_host->span (mouth->block_context, 0, lane, activity, start, end);
}

/* Says what comes before the next sleep; returns up to when that is, or -1 at the end. */
static int64_t
say (Sayer *self,
     const Mouth *mouth)
{
  while (*self->at != '\0')
    {
      char what = *self->at;
      char *rest;
      int64_t first = g_ascii_strtoll (self->at + 1, &rest, 10), start, end;

      if (what == 'w')
        {
          self->at = rest + strspn (rest, " ");
          return first;
        }
      start = g_ascii_strtoll (rest, &rest, 10);
      if (what == 's')
        {
          say_state (mouth, self->lane, first < 0 ? HD_IDLE : (uint32_t) first, start);
        }
      else
        {
          end = g_ascii_strtoll (rest, &rest, 10);
          say_span (mouth, self->lane, (uint32_t) first, start, end);
        }
      self->at = rest + strspn (rest, " ");
    }
  return -1;
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  const Mouth mouth = { .host = host, .context = context };
  int64_t next = say (state, &mouth);

  host->record (context, 1, (uint64_t) next);
  if (next >= 0)
    host->wake (context, next * NS - host->now (context), &(HdMessage){ 0 });
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Sayer *self = state;

  self->at = host->text (context, SAYS);
  self->lane = (uint32_t) host->parameter (context, DETAILS);
  g_assert_true (host->shows (context, PLAIN));
  g_assert_false (host->shows (context, 3));
  receive (host, context, state, NULL);
}

/* The time of a run's end is the strategy's business. */
static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  host->span (context, PLAIN, COMPUTE, 0, INT64_MAX);
}

/* ---- random ones ------------------------------------------------------------------------------------------------------- */

static void
babble (const HdHost *host,
        HdComponentContext *context,
        void *state,
        const HdMessage *message)
{
  Sayer *self = state;
  int64_t now = host->now (context), begin = now + (int64_t) (host->random (context, 0) % 40) * NS;

  if (self->n == 300)
    return;
  self->n++;
  if (host->random (context, 0) % 2 == 0)
    host->span (context, PLAIN, (uint32_t) (host->random (context, 0) % 4), MAX (begin - 30 * NS, 0),
                MAX (now, begin) + (int64_t) (host->random (context, 0) % 20) * NS);
  else
    host->state (context, PLAIN, host->random (context, 0) % 4 == 0 ? HD_IDLE : (uint32_t) (host->random (context, 0) % 4), begin);
  host->record (context, 2, (uint64_t) begin);
  if (host->random (context, 0) % 8 == 0)
    host->send (context, 0, 0, &(HdMessage){ 0 });
  host->wake (context, (int64_t) (host->random (context, 0) % 25) * NS, &(HdMessage){ 0 });
}

static void
begin_babble (const HdHost *host,
              HdComponentContext *context,
              void *state)
{
  host->wake (context, 0, &(HdMessage){ 0 });
}

/* ---- a block ----------------------------------------------------------------------------------------------------------- */

static int
create (const HdBlockHost *host,
        HdBlockContext *context,
        void *state,
        uint32_t n)
{
  Sayer *self = state;

  g_assert_cmpuint (n, ==, 1);
  self->at = host->text (context, 0, 1);
  self->lane = host->shows (context, 0, DETAILED) ? DETAILED : PLAIN;
  host->state (context, 0, DETAILED, COMPUTE, 0);
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
  const Mouth mouth = { .block_host = host, .block_context = context };
  int64_t until = say (state, &mouth);

  if (until >= 0)
    next[0] = until;
}

/* ---- types ------------------------------------------------------------------------------------------------------------- */

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "says", .title = "Says", .help = "Says.", .kind = HD_PARAMETER_TEXT, .default_text = "" },
  { .size = sizeof (HdParameter), .key = "details", .title = "D", .help = "D.", .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "0", .maximum = 2 },
  { 0 },
};
static const HdParameter block_parameters[] = {
  { .size = sizeof (HdParameter), .key = "clock", .title = "Clock", .help = "Clock.", .kind = HD_PARAMETER_QUANTITY, .unit = "Hz", .default_text = "1 GHz" },
  { .size = sizeof (HdParameter), .key = "says", .title = "Says", .help = "Says.", .kind = HD_PARAMETER_TEXT, .default_text = "" },
  { 0 },
};
static const HdPort ports[] = { { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "*", .maximum_links = 1, .indexed = 1 },
                                { 0 } };
static const HdLane lanes[] = {
  [PLAIN] = { .size = sizeof (HdLane), .name = "plain", .title = "plain", .help = "P." },
  [DETAILED] = { .size = sizeof (HdLane), .name = "detailed", .title = "detailed", .help = "D.", .is_detailed = 1 },
  [LATER] = { .size = sizeof (HdLane), .name = "later", .title = "later", .help = "L.", .is_detailed = 1, .is_later = 1 },
  { 0 },
};
static const HdActivity activities[] = {
  [COMPUTE] = { .size = sizeof (HdActivity), .name = "c", .title = "computing", .kind = HD_ACTIVITY_COMPUTE },
  [MEMORY] = { .size = sizeof (HdActivity), .name = "m", .title = "storing", .kind = HD_ACTIVITY_MEMORY },
  [TRANSFER] = { .size = sizeof (HdActivity), .name = "t", .title = "sending", .kind = HD_ACTIVITY_TRANSFER },
  [WAIT] = { .size = sizeof (HdActivity), .name = "w", .title = "waiting", .kind = HD_ACTIVITY_WAIT },
  { 0 },
};
#define TYPE(id_, parameters_) \
  .size = sizeof (HdComponentType), .id = id_, .title = "T", .category = "Test", .symbol = "xpu", .help = "T.", .role = HD_ROLE_ENDPOINT, \
  .parameters = parameters_, .ports = ports, .lanes = lanes, .activities = activities
static const HdHandlers sayer_handlers = { .size = sizeof (HdHandlers), .state_size = sizeof (Sayer), .start = start, .receive = receive, .finish = finish };
static const HdHandlers babbler_handlers = { .size = sizeof (HdHandlers), .state_size = sizeof (Sayer), .start = begin_babble, .receive = babble };
static const HdBlock block = { .size = sizeof (HdBlock), .state_size = sizeof (Sayer), .create = create, .tick = tick };
static const HdComponentType sayer = { TYPE ("sayer", parameters), .handlers = &sayer_handlers };
static const HdComponentType babbler = { TYPE ("babbler", parameters), .handlers = &babbler_handlers };
static const HdComponentType ticker = { TYPE ("ticker", block_parameters), .block = &block };
static const HdComponentType *const types[] = { &sayer, &babbler, &ticker, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "talk", .title = "Talk", .version = "1",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_BLOCKS, .types = types,
};

/* ---- runs -------------------------------------------------------------------------------------------------------------- */

/* "m 3 7" for each span, in nanoseconds; one that was cut ends with "!". */
static char *
dup_lane (HdRecord *record,
          const char *title)
{
  static const char kinds[] = { [HD_SPAN_COMPUTE] = 'c', [HD_SPAN_MEMORY] = 'm', [HD_SPAN_TRANSFER] = 't', [HD_SPAN_WAIT] = 'w' };
  GString *text = g_string_new (NULL);
  guint lane = run_fixture_find_lane (record, title);
  guint64 n;

  g_assert_cmpuint (lane, !=, HD_NO_ID);
  g_assert_true (hd_record_is_trace_lane (record, lane));
  for (guint64 i = 0; i < hd_record_get_n_spans (record, lane); i++)
    {
      const HdSpan *span = hd_record_peek_spans (record, lane, i, &n);

      g_assert_cmpint (*hd_record_get_name (record, span->name), ==, kinds[span->kind]);
      g_assert_cmpuint (strlen (hd_record_get_title (record, span->name)), >, 1);
      g_assert_cmpuint (span->cause, ==, HD_NO_SPAN);
      g_string_append_printf (text, "%s%c %g %g%s", i > 0 ? ", " : "", kinds[span->kind], (double) span->start / NS, (double) span->end / NS,
                              span->unfinished ? "!" : "");
    }
  return g_string_free (text, FALSE);
}

static void
assert_says (const char *says,
             const char *settings,
             const char *expected)
{
  static const char *const forms[] = { "sayer", "ticker" };

  for (guint i = 0; i < G_N_ELEMENTS (forms); i++)
    {
      g_autofree char *body = g_strdup_printf ("<top><component id='a' type='talk.%s' says='%s'/></top><run %s/>", forms[i], says, settings);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_fixture_body (body, NULL, &error);
      g_autofree char *lane = NULL;

      g_assert_no_error (error);
      lane = dup_lane (hd_run_get_record (self), "a, plain");
      g_assert_cmpstr (lane, ==, expected);
      g_assert_cmpuint (run_fixture_find_lane (hd_run_get_record (self), "a, detailed"), ==, HD_NO_ID);
    }
}

static void
test_states (void)
{
  assert_says ("s 0 0 w 5 s 3 5 w 9 s -1 9 w 12 s 1 15 w 20 s -1 20 w 21", "until='1 us'", "c 0 5, w 5 9, m 15 20");
  /* Said twice it is one state; what comes earlier takes the later back. */
  assert_says ("s 0 0 s 3 8 w 4 s 0 6 w 10 s 0 11 s -1 12 w 30", "until='1 us'", "c 0 12");
  assert_says ("s 0 0 s 1 0 s 2 0 w 3 s -1 3 w 4", "until='1 us'", "t 0 3");
  assert_says ("s 0 2 w 7", "until='7 ns'", "c 2 7!");
  assert_says ("s 0 2 s 1 9 w 7", "until='7 ns'", "c 2 7!");
  assert_says ("s 0 9 w 7", "until='7 ns'", "");
}

static void
test_spans (void)
{
  /* In the order of their ends, those that overlap too. */
  assert_says ("p 0 0 20 p 1 3 10 w 5 p 2 1 5 p 3 6 12 w 30", "until='1 us'", "t 1 5, m 3 10, w 6 12, c 0 20");
  assert_says ("p 0 0 10 p 1 2 10 p 2 1 10 w 10 w 30", "until='1 us'", "c 0 10, m 2 10, t 1 10");
  assert_says ("p 0 4 4 w 6 p 1 6 6 w 7", "until='1 us'", "c 4 4, m 6 6");
  assert_says ("p 0 2 30 p 1 4 7 p 2 9 12 w 7 w 20", "until='8 ns'", "m 4 7, c 2 8!");
  assert_says ("s 0 0 p 1 2 6 w 6 s -1 6 w 9", "until='1 us'", "c 0 6, m 2 6");
}

static void
assert_wrong_on (guint lane,
                 const char *says,
                 const char *expected)
{
  g_autofree char *body = g_strdup_printf ("<top><component id='a' type='talk.sayer' says='%s' details='%u'/></top><run until='1 us' trace='a'/>", says, lane);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) self = run_fixture_body (body, NULL, &error);

  g_assert_nonnull (error);
  g_assert_cmpstr (error->message, ==, expected);
}

static void
assert_wrong (const char *says,
              const char *expected)
{
  assert_wrong_on (PLAIN, says, expected);
}

/* What is told later lies in the past, in the order of its ends. */
static void
test_later (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdRun) run = run_fixture_body ("<top><component id='a' type='talk.sayer' details='2' says='w 20 p 0 3 7 p 1 7 7 p 2 7 15 w 30 p 3 15 40 w 60'/></top><run until='1 us' trace='a'/>", NULL, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = dup_lane (hd_run_get_record (run), "a, later");
  g_assert_cmpstr (text, ==, "c 3 7, m 7 7, t 7 15, w 15 40");
  assert_wrong_on (LATER, "w 20 p 0 3 7 p 1 4 6", "“a”: told at 20000 ps of a span from 4000 to 6000 ps; it must not end before 7000 ps");
}

static void
test_wrong (void)
{
  assert_wrong ("w 5 s 0 3", "“a”: told of a state that begins 2000 ps in the past, at 5000 ps");
  assert_wrong ("w 5 p 0 3 4", "“a”: told at 5000 ps of a span from 3000 to 4000 ps; it must not end before 5000 ps");
  assert_wrong ("p 0 7 6", "“a”: told at 0 ps of a span from 7000 to 6000 ps; it must begin at 0 or later, and not end before it begins");
  assert_wrong ("s 4 0", "“a”: told of activity 4 of 4");
  assert_wrong ("p -1 0 1", "“a”: told of activity 4294967295 of 4");
}

/* ---- details ----------------------------------------------------------------------------------------------------------- */

static void
test_details (void)
{
  const char *body = "<top><component id='a' type='talk.sayer' count='2' details='1' says='s 0 0 w 5 s 3 5 w 9 s -1 9 p 2 9 14 w 20'/>"
                     "<component id='b' type='talk.ticker' says='s 0 0 w 5 s 3 5 w 9 s -1 9 p 2 9 14 w 20'/></top><run until='1 us'/>";
  static const char *const settings[][4] = {
    { "run:trace=a[1] b", NULL }, { "run:trace=a[1] b", "run:trace-from=5 ns", "run:trace-until=9 ns", NULL }, { NULL },
  };
  g_autofree char *digest = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_fixture_body (body, settings[i], &error);
      HdRecord *record = hd_run_get_record (self);

      g_assert_no_error (error);
      run_fixture_check_digest (record, &digest);
      g_assert_cmpuint (run_fixture_find_lane (record, "a[0], detailed"), ==, HD_NO_ID);
      if (i < 2)
        {
          g_autofree char *one = dup_lane (record, "a[1], detailed"), *other = dup_lane (record, "b, detailed");

          g_assert_cmpstr (one, ==, i == 0 ? "c 0 5, w 5 9, t 9 14" : "w 5 9");
          g_assert_cmpstr (other, ==, one);
        }
      else
        {
          g_autofree char *plain = dup_lane (record, "b, plain");

          g_assert_cmpuint (run_fixture_find_lane (record, "a[1], detailed"), ==, HD_NO_ID);
          g_assert_cmpstr (plain, ==, "c 0 5, w 5 9, t 9 14");
        }
    }
}

/* ---- partitions -------------------------------------------------------------------------------------------------------- */

static void
assert_same_lanes (HdRecord *one,
                   HdRecord *other)
{
  g_assert_cmpuint (hd_record_get_n_lanes (one), ==, hd_record_get_n_lanes (other));
  for (guint lane = 0; lane < hd_record_get_n_lanes (one); lane++)
    {
      guint64 n = hd_record_get_n_spans (one, lane), available;

      g_assert_cmpuint (n, ==, hd_record_get_n_spans (other, lane));
      g_assert_cmpuint (n, >, 50);
      for (guint64 i = 0; i < n; i++)
        g_assert_cmpmem (hd_record_peek_spans (one, lane, i, &available), sizeof (HdSpan), hd_record_peek_spans (other, lane, i, &available), sizeof (HdSpan));
    }
}

static HdRun *
run_in_steps (const char *body,
              const char *const *settings)
{
  g_autoptr (HdDesign) design = fixture_elaborate (body, settings);
  HdRun *self = hd_run_new (design, NULL);
  HdRecord *record = hd_run_get_record (self);

  for (HdTime time = 100 * NS; hd_run_get_state (self) != HD_RUN_FINISHED; time += 100 * NS)
    {
      guint n;

      run_fixture_run_until (self, time);
      for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
        {
          g_autofree HdSpan *open = hd_record_dup_open_spans (record, lane, &n);

          for (guint i = 0; i < n; i++)
            g_assert_cmpint (open[i].start, <=, hd_record_get_time (record));
        }
    }
  return self;
}

static void
test_partitions (void)
{
  static const char *const divided[][5] = {
    { NULL },
    { "run:partitions=2", "run:sync=window", NULL },
    { "run:partitions=8", "run:sync=request", "run:threads=2", NULL },
    { "run:partitions=8", "run:sync=null-message", "run:threads=2", NULL },
  };
  const char *body = "<link-class id='L' bandwidth='1 GB/s' latency='20 ns'/><top><component id='x' type='talk.babbler' count='8'/>"
                     "<link for='i=0..7' from='x[i].net[0]' to='x[(i + 1) % 8].net[1]' class='L'/></top><run until='3 us'/>";
  g_autoptr (HdRun) expected = run_fixture_body (body, divided[0], NULL);
  g_autoptr (HdRun) stepped = run_in_steps (body, divided[0]);

  assert_same_lanes (hd_run_get_record (stepped), hd_run_get_record (expected));
  for (guint i = 1; i < G_N_ELEMENTS (divided); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) self = run_fixture_body (body, divided[i], &error);

      g_assert_no_error (error);
      assert_same_lanes (hd_run_get_record (self), hd_run_get_record (expected));
    }
}

/* What goes on is told to who asks. */
static void
test_open (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate ("<top><component id='a' type='talk.sayer' says='s 0 2 p 1 4 70 p 2 80 90 w 200 s -1 200'/></top>"
                                                   "<run until='1 us'/>", NULL);
  g_autoptr (HdRun) self = hd_run_new (design, NULL);
  HdRecord *record = hd_run_get_record (self);
  guint n = 0;

  for (HdTime time = 10 * NS; time <= 30 * NS; time += 20 * NS)
    {
      run_fixture_run_until (self, time);
      g_free (hd_record_dup_open_spans (record, run_fixture_find_lane (record, "a, plain"), &n));
    }
  g_assert_cmpuint (n, ==, 2);
}

/* Before the window of the trace, and of what begins behind it, nothing is told. */
static void
test_open_details (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate ("<top><component id='a' type='talk.sayer' details='1' says='p 0 2 90 w 65 p 1 65 95 w 200'/></top>"
                                                   "<run trace='a' trace-from='20 ns' trace-until='60 ns' until='1 us'/>", NULL);
  g_autoptr (HdRun) self = hd_run_new (design, NULL);
  HdRecord *record = hd_run_get_record (self);

  for (HdTime time = 6 * NS; time < 80 * NS; time += 6 * NS)
    {
      guint n;

      run_fixture_run_until (self, time);
      g_free (hd_record_dup_open_spans (record, run_fixture_find_lane (record, "a, detailed"), &n));
      g_assert_cmpuint (n, ==, time > 20 * NS);
    }
}

/* ---- beside work ------------------------------------------------------------------------------------------------------- */

static void
test_beside_work (void)
{
  const char *work = "<link-class id='L' bandwidth='1 GB/s' latency='1 us' sharing='split'/><top>%s<component id='h' type='fabric.host' count='2'/>"
                     "<link from='h[0].port' to='h[1].port' class='L'/></top><communicators><communicator id='all' members='h[*]'/></communicators>"
                     "<workload type='graph' stop='drain' on='all'><vertex id='V' kind='comm' bytes='3 kB' from='h[0]' to='h[1]' start='true'/></workload>"
                     "<run fidelity='%s' until='100 us'/>";
  static const char *const fidelities[] = { "flow", "packet" };

  for (guint i = 0; i < 2; i++)
    {
      g_auto (GStrv) parts = g_strsplit (work, "%s", 3);
      g_autofree char *mixed = g_strconcat (parts[0], "<component id='a' type='talk.sayer' says='s 0 0 w 9000 s -1 9000'/>", parts[1], fidelities[i], parts[2],
                                            NULL);
      g_autofree char *alone = g_strconcat (parts[0], parts[1], fidelities[i], parts[2], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (HdRun) both = run_fixture_body (mixed, NULL, &error), one = run_fixture_body (alone, NULL, &error);
      HdRecord *record = hd_run_get_record (both), *expected = hd_run_get_record (one);
      g_autofree char *lane = NULL;
      guint64 n;

      g_assert_no_error (error);
      lane = dup_lane (record, "a, plain");
      g_assert_cmpstr (lane, ==, "c 0 9000");
      g_assert_cmpuint (hd_record_get_n_lanes (record), ==, hd_record_get_n_lanes (expected) + 1);
      for (guint l = 0; l < hd_record_get_n_lanes (expected); l++)
        {
          g_assert_cmpuint (hd_record_get_n_spans (record, l), ==, hd_record_get_n_spans (expected, l));
          for (guint64 s = 0; s < hd_record_get_n_spans (expected, l); s++)
            {
              const HdSpan *x = hd_record_peek_spans (record, l, s, &n), *y = hd_record_peek_spans (expected, l, s, &n);

              g_assert_cmpint (x->start, ==, y->start);
              g_assert_cmpint (x->end, ==, y->end);
              g_assert_cmpstr (hd_record_get_name (record, x->name), ==, hd_record_get_name (expected, y->name));
            }
        }
    }
}

/* ---- what ships -------------------------------------------------------------------------------------------------------- */

/* A ping each 2 us takes 3 us, so the second waits for the first; the run cuts the third. */
static void
test_tutorial (void)
{
  g_autoptr (HdRecord) record = run_fixture_record (
    "<heddle version='1' name='tutorial'><link-class id='L' bandwidth='1 GB/s' latency='1 us'/><top>"
    "<component id='a' type='hello.pinger' period='2 us'/><component id='b' type='hello.pinger' period='1 s' handling='3 us'/>"
    "<link from='a.out' to='b.in' class='L'/></top><run until='8 us'/></heddle>", NULL);
  guint lane = run_fixture_find_lane (record, "b, handling");
  guint64 n;

  g_assert_cmpuint (lane, !=, HD_NO_ID);
  g_assert_cmpuint (hd_record_get_n_spans (record, lane), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const HdSpan *span = hd_record_peek_spans (record, lane, i, &n);

      g_assert_cmpint (span->start, ==, (1 + 3 * i) * 1000 * NS);
      g_assert_cmpint (span->end, ==, MIN (4 + 3 * (int) i, 8) * 1000 * NS);
      g_assert_cmpint (span->unfinished, ==, i == 2);
      g_assert_cmpstr (hd_record_get_name (record, span->name), ==, "ping");
    }
}

/* With @traced; @plain, which ask for no lane, change nothing. */
static HdRecord *
record_shipped (const char *path,
                const char *const *traced,
                const char *const *plain)
{
  g_autoptr (HdDesign) design = fixture_elaborate_file (path, traced), without = fixture_elaborate_file (path, plain);
  g_autoptr (HdRun) run = run_fixture_run_design (design, NULL), other = run_fixture_run_design (without, NULL);
  g_autofree char *digest = NULL;

  g_assert_cmpuint (hd_record_get_n_lanes (hd_run_get_record (other)), ==, 0);
  run_fixture_check_digest (hd_run_get_record (run), &digest);
  run_fixture_check_digest (hd_run_get_record (other), &digest);
  return hd_record_ref (hd_run_get_record (run));
}

/* A core of the shipped chip runs as many cycles as it has instructions, at 800 MHz, and stalls in between; beside its lane nothing changes. */
static void
test_core (void)
{
  static const char *const traced[] = { "$columns=4", "$rows=4", "$instructions=2000", "run:trace=core[1][1]", NULL };
  static const char *const plain[] = { "$columns=4", "$rows=4", "$instructions=2000", NULL };
  g_autoptr (HdRecord) record = record_shipped ("projects/bdsim/system-1024-cores.heddle", traced, plain);
  HdTime end = 1250, times[2] = { 0 };
  guint64 n;

  g_assert_cmpuint (hd_record_get_n_lanes (record), ==, 1);
  g_assert_cmpuint (run_fixture_find_lane (record, "core[1][1], pipeline"), ==, 0);
  for (guint64 i = 0; i < hd_record_get_n_spans (record, 0); i++)
    {
      const HdSpan *span = hd_record_peek_spans (record, 0, i, &n);

      g_assert_cmpint (span->start, ==, end);
      g_assert_cmpint (span->kind, ==, i % 2 == 0 ? HD_SPAN_COMPUTE : HD_SPAN_WAIT);
      end = span->end;
      times[i % 2] += span->end - span->start;
    }
  g_assert_cmpint (times[0], ==, 2000 * 1250);
  g_assert_cmpint (times[1], >, 0);
}

/* A virtual core of the shipped MACT works or waits from its first cycle to its last answer, once for each access at most. */
static void
test_vcore (void)
{
  static const char *const traced[] = { "$accesses=100", "run:trace=v[0]", NULL }, *const plain[] = { "$accesses=100", NULL };
  g_autoptr (HdRecord) record = record_shipped ("projects/bdsim/mact-128-cores.heddle", traced, plain);
  guint64 n, n_waits = 0;
  HdTime end = 0;
  guint lane;

  lane = run_fixture_find_lane (record, "v[0], memory accesses");
  g_assert_cmpuint (lane, ==, 0);
  for (guint64 i = 0; i < hd_record_get_n_spans (record, 0); i++)
    {
      const HdSpan *span = hd_record_peek_spans (record, 0, i, &n);

      g_assert_cmpint (span->start, ==, end);
      g_assert_false (span->unfinished);
      end = span->end;
      n_waits += span->kind == HD_SPAN_WAIT;
    }
  g_assert_cmpuint (n_waits, >, 10);
  g_assert_cmpuint (n_waits, <=, 100);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  fixture_register (&library);
  g_test_add_func ("/run/lanes/states", test_states);
  g_test_add_func ("/run/lanes/spans", test_spans);
  g_test_add_func ("/run/lanes/later", test_later);
  g_test_add_func ("/run/lanes/wrong", test_wrong);
  g_test_add_func ("/run/lanes/details", test_details);
  g_test_add_func ("/run/lanes/partitions", test_partitions);
  g_test_add_func ("/run/lanes/open", test_open);
  g_test_add_func ("/run/lanes/open-details", test_open_details);
  g_test_add_func ("/run/lanes/beside-work", test_beside_work);
  g_test_add_func ("/run/lanes/tutorial", test_tutorial);
  g_test_add_func ("/run/lanes/core", test_core);
  g_test_add_func ("/run/lanes/vcore", test_vcore);
  return g_test_run ();
}
