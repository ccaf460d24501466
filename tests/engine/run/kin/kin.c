/* kin.c: a library whose components start programs, for tests
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A talker says something to its program so many times, and hears what it answers each time; without rounds it hears all that its program says.
 */
#include <stdio.h>
#include <string.h>

#include <heddle/heddle-component.h>

enum { PROGRAM, ARGUMENTS, ROUNDS, MEMORY };
enum { OUTPUT, ERRORS };
enum { HEARD, ENDED };
#define NANOSECOND 1000

typedef struct
{
  uint64_t n_rounds;
} Talker;

static void
talk (const HdHost *host,
      HdComponentContext *context,
      Talker *self)
{
  const HdMessage message = { .kind = 1 };
  char text[64];
  size_t size = sizeof text;

  snprintf (text, sizeof text, "round %d of %d", (int) self->n_rounds, (int) host->self (context));
  if (self->n_rounds > 0 && host->tell (context, text, strlen (text)) == 0)
    self->n_rounds = 0;
  switch (host->listen (context, -1, text, &size))
    {
    case HD_HEARD_DATAGRAM:
      for (size_t i = 0; i < size; i++)
        host->record (context, HEARD, (uint8_t) text[i]);
      if (self->n_rounds > 0 && --self->n_rounds == 0)
        return;
      host->wake (context, (int64_t) (1 + host->random (context, 0) % 100) * NANOSECOND, &message);
      return;
    case HD_HEARD_END:
      {
        HdProgramEnd end = { .size = sizeof end };

        if (!host->ended (context, &end))
          host->fail (context, "it has ended, and has not");
        host->record (context, ENDED, (uint64_t) (end.signal * 256 + end.exit_code));
      }
      return;
    case HD_HEARD_STOP:
      return;
    case HD_HEARD_NOTHING:
    default:
      host->fail (context, "heard nothing, though it waits for ever");
    }
}

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  const HdProgram program = { .size = sizeof program, .program = PROGRAM, .arguments = ARGUMENTS, .stage_bytes = 4096,
                              .memory_bytes = (uint64_t) host->parameter (context, MEMORY), .output = OUTPUT, .errors = ERRORS };
  const HdMessage message = { .kind = 1 };
  Talker *self = state;
  void *stage;

  self->n_rounds = (uint64_t) host->parameter (context, ROUNDS);
  host->write (context, OUTPUT, "begins\n", 7);
  if (!host->launch (context, &program, &stage))
    return;
  memset (stage, 1, 4096);
  host->wake (context, NANOSECOND, &message);
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  talk (host, context, state);
}

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter), .key = "program", .title = "Program", .help = "Program.", .kind = HD_PARAMETER_TEXT, .default_text = "",
    .property = HD_PROPERTY_PROGRAM },
  { .size = sizeof (HdParameter), .key = "arguments", .title = "Arguments", .help = "Arguments.", .kind = HD_PARAMETER_TEXT, .default_text = "",
    .property = HD_PROPERTY_ARGUMENTS },
  { .size = sizeof (HdParameter), .key = "rounds", .title = "Rounds", .help = "Rounds.", .kind = HD_PARAMETER_INTEGER, .default_text = "0" },
  { .size = sizeof (HdParameter), .key = "memory", .title = "Memory", .help = "Memory.", .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "0 B" },
  { 0 },
};
static const HdPort ports[] = { { .size = sizeof (HdPort), .name = "net", .title = "Net", .help = "Net.", .protocol = "*" }, { 0 } };
static const HdOutput outputs[] = {
  { sizeof (HdOutput), "output.txt", "Output", "Output.", 4 << 20 },
  { sizeof (HdOutput), "errors.txt", "Errors", "Errors.", 1 << 20 },
  { 0 },
};
static const HdHandlers handlers = { .size = sizeof (HdHandlers), .state_size = sizeof (Talker), .start = start, .receive = receive };
static const HdComponentType talker = {
  .size = sizeof (HdComponentType), .id = "talker", .title = "Talker", .category = "Test", .symbol = "xpu", .help = "Talker.",
  .role = HD_ROLE_ENDPOINT, .parameters = parameters, .ports = ports, .handlers = &handlers, .outputs = outputs,
};
static const HdComponentType *const types[] = { &talker, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary), .abi = HD_COMPONENT_ABI, .name = "kin", .title = "Kin", .version = "1",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_PROGRAMS, .types = types,
};

const HdLibrary *
heddle_library (void)
{
  return &library;
}
