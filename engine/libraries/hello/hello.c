/* hello.c: the smallest component library that does something
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A pinger sends a message every `period` and counts what arrives. Build it with
 * `cc -shared -fPIC -I engine/include hello.c -o hello.so` and put it into ~/.local/share/heddle/libraries.
 */
#include <heddle/heddle-component.h>

enum { TICK, PING };           /* kinds of message */
enum { PORT_OUT, PORT_IN };    /* numbers are places in the tables below */
enum { PARAMETER_PERIOD };
enum { PROBE_RECEIVED };

typedef struct { uint64_t sent, received; } Pinger;

static void
start (const HdHost *host, HdComponentContext *context, void *state)
{
  host->wake (context, 0, &(HdMessage){ .kind = TICK });
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
      host->send (context, PORT_OUT, 0, &(HdMessage){ .kind = PING, .payload = { ++self->sent } });
      host->wake (context, (int64_t) (host->parameter (context, PARAMETER_PERIOD) * 1e12), message);
    }
  else
    {
      host->sample (context, PROBE_RECEIVED, (double) ++self->received);
      host->record (context, PING, message->payload[0]);
    }
}

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "period", .title = N_("Period"), .kind = HD_PARAMETER_QUANTITY, .unit = "s",
    .default_text = "1 us", .minimum = 1e-12, .maximum = 1, .help = N_("Time from one ping to the next.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_OUT] = { .size = sizeof (HdPort), .name = "out", .title = N_("Out"), .protocol = "hello", .maximum_links = 1 },
  [PORT_IN] = { .size = sizeof (HdPort), .name = "in", .title = N_("In"), .protocol = "hello" },
  { 0 },
};
static const HdProbe probes[] = {
  { .size = sizeof (HdProbe), .name = "received", .title = N_("Received"), .unit = "", .help = N_("pings that arrived") },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Pinger), .start = start, .receive = receive, .accept = accept,
};
static const HdComponentType pinger = {
  .size = sizeof (HdComponentType), .id = "pinger", .title = N_("Pinger"), .category = N_("Tutorial"), .symbol = "traffic-source",
  .help = N_("Sends a message every period and counts what arrives."), .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
static const HdComponentType *const types[] = { &pinger, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "hello", .title = N_("Hello"), .version = "1.0",
  .capabilities = HD_CAPABILITY_EVENTS, .types = types,
};

const HdLibrary *
heddle_library (void)
{
  return &library;
}
