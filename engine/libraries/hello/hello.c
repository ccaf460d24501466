/* hello.c: the smallest component library that does something
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A pinger sends a message every `period` and counts what arrives. Its pings go over the links at its port, each in turn, with a `size` of content, or,
 * if `to` names components, to all of these over the drawn network: there they are packets or flows among others, whatever switches lie between, and
 * share one buffer. Each ping that it hears keeps it busy for `handling`, one after the other, which the timeline shows; with `log` it is noted in a file as
 * well. Build it with
 * `cc -shared -fPIC -I engine/include hello.c -o hello.so` and put it into ~/.local/share/heddle/libraries.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <heddle/heddle-component.h>

enum { TICK, PING };           /* kinds of message */
enum { PORT_OUT, PORT_IN, PORT_NET }; /* numbers are places in the tables below */
enum { PARAMETER_PERIOD, PARAMETER_TO, PARAMETER_HANDLING, PARAMETER_LOG, PARAMETER_SIZE };
enum { PROBE_RECEIVED };
enum { LANE_HANDLING };
enum { OUTPUT_PINGS };
enum { ACTIVITY_PING };

#define MOST_PEERS 16
#define MOST_CONTENT 65536 /* bytes */

typedef struct
{
  uint64_t sent, received;
  int64_t free;
  uint32_t n_links, n_peers;
  uint32_t peers[MOST_PEERS];
  HdBuffer *content; /* of all its pings, or NULL */
} Pinger;

/* `to` has paths with spaces between them. */
static void
find_peers (const HdHost *host, HdComponentContext *context, Pinger *self)
{
  const char *at = host->text (context, PARAMETER_TO);
  char path[256];

  for (at += strspn (at, " "); *at != '\0'; at += strspn (at, " "))
    {
      size_t length = strcspn (at, " ");

      if (self->n_peers == MOST_PEERS || length >= sizeof path)
        {
          host->fail (context, "“to” names more than 16 components, or one by a path of more than 255 bytes");
          return;
        }
      memcpy (path, at, length);
      path[length] = '\0';
      self->peers[self->n_peers] = host->find (context, path);
      if (self->peers[self->n_peers++] == HD_NO_NODE)
        host->fail (context, "nobody has a path that “to” names");
      at += length;
    }
}

/* Any bytes, which differ from pinger to pinger. */
static HdBuffer *
make_content (const HdHost *host, HdComponentContext *context, size_t size)
{
  unsigned char bytes[MOST_CONTENT];

  for (size_t i = 0; i < size; i++)
    bytes[i] = (unsigned char) (i * 7 + host->self (context));
  return host->share (context, bytes, size);
}

static void
start (const HdHost *host, HdComponentContext *context, void *state)
{
  Pinger *self = state;

  find_peers (host, context, self);
  if (host->parameter (context, PARAMETER_SIZE) > 0)
    self->content = make_content (host, context, (size_t) host->parameter (context, PARAMETER_SIZE));
  self->n_links = host->links (context, PORT_OUT);
  host->wake (context, 0, &(HdMessage){ .kind = TICK });
}

/* However many hear it, its number is there once. */
static void
ping_peers (const HdHost *host, HdComponentContext *context, Pinger *self)
{
  HdBuffer *number = host->share (context, &self->sent, sizeof self->sent);

  for (uint32_t i = 0; i < self->n_peers; i++)
    host->dispatch (context, 0, &(HdDispatch){ .size = sizeof (HdDispatch), .peer = self->peers[i], .kind = PING, .bytes = 64, .buffer = number });
  host->drop (context, number);
}

static void
ping (const HdHost *host, HdComponentContext *context, Pinger *self)
{
  uint32_t link = self->n_links > 0 ? (uint32_t) (self->sent % self->n_links) : 0;

  self->sent++;
  if (self->n_peers > 0)
    ping_peers (host, context, self);
  else if (self->content != NULL)
    host->send_shared (context, PORT_OUT | link << 16, 0, &(HdMessage){ .kind = PING, .payload = { self->sent } }, self->content);
  else
    host->send (context, PORT_OUT | link << 16, 0, &(HdMessage){ .kind = PING, .payload = { self->sent } });
}

/* A line of its file: when it heard which ping, and over which of its links, or from whom. */
static void
note (const HdHost *host, HdComponentContext *context, uint32_t from, uint64_t number)
{
  char line[64];

  host->write (context, OUTPUT_PINGS, line, (size_t) snprintf (line, sizeof line, "%" PRId64 ",%" PRIu32 ",%" PRIu64 "\n", host->now (context), from, number));
}

static void
hear (const HdHost *host, HdComponentContext *context, Pinger *self, uint32_t from, uint64_t number)
{
  int64_t now = host->now (context), begin = self->free > now ? self->free : now;

  self->free = begin + (int64_t) (host->parameter (context, PARAMETER_HANDLING) * 1e12);
  if (self->free > begin)
    host->span (context, LANE_HANDLING, ACTIVITY_PING, begin, self->free);
  host->sample (context, PROBE_RECEIVED, (double) ++self->received);
  host->record (context, PING, number);
  if (host->parameter (context, PARAMETER_LOG) > 0)
    note (host, context, from, number);
}

/* What came with a ping goes into the digest. */
static void
read_content (const HdHost *host, HdComponentContext *context, HdBuffer *content)
{
  size_t size;
  const unsigned char *bytes = host->peek (context, content, &size);
  uint64_t sum = size;

  for (size_t i = 0; i < size; i++)
    sum = sum * 31 + bytes[i];
  host->record (context, PING, sum);
}

/* Anything may be at the other end of a link. */
static const char *
accept (const void *state, const HdMessage *message, uint64_t *out_value)
{
  *out_value = message->kind;
  return message->kind == PING ? NULL : N_("the kind must be 1 (ping)");
}

static void
receive (const HdHost *host, HdComponentContext *context, void *state, const HdMessage *message)
{
  Pinger *self = state;

  if (message->kind == TICK)
    {
      ping (host, context, self);
      host->wake (context, (int64_t) (host->parameter (context, PARAMETER_PERIOD) * 1e12), message);
    }
  else
    {
      hear (host, context, self, message->port >> 16, message->payload[0]);
      if (host->carried (context) != NULL)
        read_content (host, context, host->carried (context));
    }
}

/* From the network; any library may be at the other end there too. */
static void
deliver (const HdHost *host, HdComponentContext *context, void *state, const HdDispatch *dispatch)
{
  if (dispatch->kind == PING && dispatch->payload_bytes == sizeof (uint64_t))
    hear (host, context, state, dispatch->peer, *(const uint64_t *) dispatch->payload);
  else
    host->fail (context, "the kind must be 1 (ping), with a number of 8 bytes");
}

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "period", .title = N_("Period"), .kind = HD_PARAMETER_QUANTITY, .unit = "s",
    .default_text = "1 us", .minimum = 1e-12, .maximum = 1, .help = N_("Time from one ping to the next.") },
  { .size = sizeof (HdParameter), .key = "to", .title = N_("To"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("Paths of the components that it pings over the network; without one, pings go over the links at its port, each in turn.") },
  { .size = sizeof (HdParameter), .key = "handling", .title = N_("Handling"), .kind = HD_PARAMETER_QUANTITY, .unit = "s",
    .default_text = "0 s", .maximum = 1, .help = N_("Time for which a ping that it hears keeps it busy.") },
  { .size = sizeof (HdParameter), .key = "log", .title = N_("Log"), .kind = HD_PARAMETER_FLAG, .default_text = "false",
    .help = N_("Whether it writes the pings that it hears to a file.") },
  { .size = sizeof (HdParameter), .key = "size", .title = N_("Size"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "0 B",
    .maximum = MOST_CONTENT, .help = N_("Of what its pings over links carry: some bytes, which are there once however many hear them.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_OUT] = { .size = sizeof (HdPort), .name = "out", .title = N_("Out"), .protocol = "hello", .numbered = 1 },
  [PORT_IN] = { .size = sizeof (HdPort), .name = "in", .title = N_("In"), .protocol = "hello", .numbered = 1 },
  [PORT_NET] = { .size = sizeof (HdPort), .name = "net", .title = N_("Network"), .protocol = "*" },
  { 0 },
};
static const HdProbe probes[] = {
  { .size = sizeof (HdProbe), .name = "received", .title = N_("Received"), .unit = "", .help = N_("pings that arrived"), .summary = HD_SUMMARY_SUM },
  { 0 },
};
static const HdLane lanes[] = {
  { .size = sizeof (HdLane), .name = "handling", .title = N_("handling"), .help = N_("When it handles pings that it heard.") },
  { 0 },
};
static const HdActivity activities[] = {
  { .size = sizeof (HdActivity), .name = "ping", .title = N_("ping"), .kind = HD_ACTIVITY_COMPUTE },
  { 0 },
};
static const HdOutput outputs[] = {
  { .size = sizeof (HdOutput), .name = "pings.csv", .title = N_("Pings"), .help = N_("The time in picoseconds, the link or sender and the number of each ping that it heard."),
    .maximum_bytes = 1 << 20 },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Pinger), .start = start, .receive = receive, .accept = accept, .deliver = deliver,
};
static const HdComponentType pinger = {
  .size = sizeof (HdComponentType), .id = "pinger", .title = N_("Pinger"), .category = N_("Tutorial"), .symbol = "traffic-source",
  .help = N_("Sends a message every period and counts what arrives."), .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .outputs = outputs, .handlers = &handlers,
};
static const HdComponentType *const types[] = { &pinger, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "hello", .title = N_("Hello"), .version = "1.0",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_NETWORK, .types = types,
};

const HdLibrary *
heddle_library (void)
{
  return &library;
}
