/* buffer.c: the buffer that holds the packets of a network processor
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * It knows when an access is done; the bytes are with the engine that works on their packet, as no other does. The parts of a packet lie in successive banks, and so do the
 * first parts of successive packets. A bank begins one access in a cycle; of those that come in one cycle, first what came over the link with the lowest number.
 */
#include <stdlib.h>

#include "alarm.h"
#include "clock.h"
#include "intake.h"
#include "netproc.h"
#include "packet.h"
#include "show.h"

enum { PARAMETER_CLOCK, PARAMETER_BANKS, PARAMETER_SERVICE };
enum { PORT_ENGINES };
enum { PROBE_ACCESSES, PROBE_CONFLICTS };

typedef struct
{
  uint64_t cycle, who, bank;
  uint32_t port;
} Access;

typedef struct
{
  Clock clock;
  uint64_t n_banks, service;
  uint64_t *free; /* for each bank: the cycle from which on it begins another */
  Intake intake;
  uint64_t alarm;
  uint64_t n_accesses, n_conflicts, next_show;
} Buffer;

static int
compare (const void *a,
         const void *b)
{
  const Access *x = a, *y = b;

  return x->port != y->port ? (x->port < y->port ? -1 : 1) : (x->who > y->who) - (x->who < y->who);
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Buffer *self = state;

  self->clock = clock_make ((uint64_t) host->parameter (context, PARAMETER_CLOCK));
  self->n_banks = (uint64_t) host->parameter (context, PARAMETER_BANKS);
  self->service = (uint64_t) host->parameter (context, PARAMETER_SERVICE);
  self->alarm = UINT64_MAX;
  intake_init (&self->intake, sizeof (Access), compare);
  self->free = calloc (self->n_banks, sizeof *self->free);
  if (self->free == NULL)
    host->fail (context, "there is no memory for its banks");
}

static void
serve (Buffer *self,
       const HdHost *host,
       HdComponentContext *context,
       const Access *access)
{
  uint64_t begin = self->free[access->bank] > access->cycle ? self->free[access->bank] : access->cycle;
  int64_t leaves = clock_get_time (&self->clock, begin + self->service - 1);

  self->n_accesses++;
  self->n_conflicts += begin > access->cycle;
  self->free[access->bank] = begin + 1;
  host->send (context, access->port, leaves - host->now (context), &(HdMessage){ .kind = PACKET_REPLY, .payload = { access->who } });
}

static void
show (const Buffer *self,
      const HdHost *host,
      HdComponentContext *context)
{
  host->sample (context, PROBE_ACCESSES, (double) self->n_accesses);
  host->sample (context, PROBE_CONFLICTS, (double) self->n_conflicts);
}

/* As late as an answer to the first of what came can leave. */
static void
look_later (Buffer *self,
            const HdHost *host,
            HdComponentContext *context)
{
  if (self->intake.n > 0)
    alarm_set (&self->alarm, host, context, &self->clock, intake_get_first (&self->intake) + self->service - 2);
}

static void
serve_all (Buffer *self,
           const HdHost *host,
           HdComponentContext *context,
           uint64_t cycle)
{
  uint32_t n = intake_count (&self->intake, cycle);

  self->alarm = UINT64_MAX;
  for (uint32_t i = 0; i < n; i++)
    serve (self, host, context, (const Access *) self->intake.items + i);
  intake_drop (&self->intake, n);
  look_later (self, host, context);
  if (show_is_due (&self->next_show, cycle))
    show (self, host, context);
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  show (state, host, context);
}

static void
take (Buffer *self,
      const HdHost *host,
      HdComponentContext *context,
      const HdMessage *message,
      int64_t time)
{
  const Access access = { clock_get_cycle (&self->clock, time), message->payload[0], message->payload[1] % self->n_banks, message->port };

  if (intake_add (&self->intake, &access, sizeof access))
    look_later (self, host, context);
  else
    host->fail (context, "there is no memory for what waits");
}

static int
foresee (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message,
         int64_t time)
{
  Buffer *self = state;

  if (self->free != NULL)
    take (self, host, context, message, time);
  return 1;
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Buffer *self = state;

  if (self->free == NULL)
    return;
  if (message->port == HD_NO_PORT)
    serve_all (self, host, context, self->alarm);
  else
    take (self, host, context, message, host->now (context));
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  *out_value = message->kind;
  return message->kind == PACKET_REQUEST ? NULL : N_("the kind must be 3 (a request)");
}

static void
clear (void *state)
{
  Buffer *self = state;

  free (self->free);
  intake_clear (&self->intake);
}

static const HdParameter parameters[] = {
  [PARAMETER_CLOCK] = NETPROC_CLOCK_PARAMETER,
  [PARAMETER_BANKS] = { .size = sizeof (HdParameter), .key = "banks", .title = N_("Banks"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "16", .minimum = 1,
    .maximum = 4096, .pleasant_minimum = 1, .pleasant_maximum = 64, .help = N_("Each begins one access in a cycle.") },
  [PARAMETER_SERVICE] = { .size = sizeof (HdParameter), .key = "service", .title = N_("Service"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "2", .minimum = 2,
    .maximum = 100000, .pleasant_minimum = 2, .pleasant_maximum = 100, .help = N_("Cycles of an access, without those of the links to and from the buffer.") },
  { 0 },
};
static const HdPort ports[] = {
  [PORT_ENGINES] = { .size = sizeof (HdPort), .name = "engines", .title = N_("Engines"), .protocol = "netproc-unit", .numbered = 1, .help = N_("To the clusters that use it.") },
  { 0 },
};
static const HdProbe probes[] = {
  [PROBE_ACCESSES] = { .size = sizeof (HdProbe), .name = "accesses", .title = N_("Accesses"), .unit = "", .help = N_("loads and stores"), .summary = HD_SUMMARY_SUM },
  [PROBE_CONFLICTS] = { .size = sizeof (HdProbe), .name = "conflicts", .title = N_("Conflicts"), .unit = "", .help = N_("loads and stores that waited for a bank"),
    .summary = HD_SUMMARY_SUM },
  { 0 },
};
static double
estimate_activity (const double *values)
{
  return 3;
}

static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Buffer), .start = start, .receive = receive, .foresee = foresee, .reaction = netproc_react, .activity = estimate_activity, .finish = finish, .accept = accept, .clear = clear,
};
const HdComponentType netproc_buffer = {
  .size = sizeof (HdComponentType), .id = "buffer", .title = N_("Packet buffer"), .category = NETPROC_CATEGORY, .symbol = "memory",
  .help = N_("Memory of a network processor for packets, in banks."), .role = HD_ROLE_MEMORY,
  .parameters = parameters, .ports = ports, .probes = probes, .handlers = &handlers,
};
