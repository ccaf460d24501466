/* nic-errands.c: what a card is about: its sequences, the grants that it owes, and packets that stand at its port
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A sequence waits for that of whoever sends what it lacks. What has fired and may not leave waits for a grant; a grant waits for a sequence that holds slots, which waits for
 * what it lacks: so whoever waits in a circle is found by going from one to the next.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "nic.h"

/* Numbers of errands: that of a job is the job. */
#define GRANT (UINT64_C (1) << 32) /* of a job */
#define PORT (UINT64_C (2) << 32)
#define PATH_BYTES 64 /* that are told of a component */

typedef struct
{
  char *at;
  size_t room;
} Text;

static void add (Text *self, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

static void
add (Text *self,
     const char *format,
     ...)
{
  va_list arguments;
  int n;

  va_start (arguments, format);
  n = vsnprintf (self->at, self->room, format, arguments);
  va_end (arguments);
  if (n < 0 || (size_t) n >= self->room)
    n = self->room > 0 ? (int) self->room - 1 : 0;
  self->at += n;
  self->room -= (size_t) n;
}

static const char *say (const HdHost *host, const char *text) __attribute__ ((format_arg (2)));

/* In the user's language. */
static const char *
say (const HdHost *host,
     const char *text)
{
  return host->translate (text);
}

static void
add_node (Text *self,
          const HdHost *host,
          HdComponentContext *context,
          const char *before,
          uint32_t node)
{
  char path[PATH_BYTES];

  host->path (context, node, path, sizeof path);
  add (self, "%s%s", before, path);
}

static const NicAsk *
find_ask (const Nic *self,
          uint32_t job,
          uint32_t sequence)
{
  const NicAsk *ask = self->asks;

  while (ask != NULL && (ask->header.at[FIELD_JOB] != job || (sequence != ENGINE_NONE && ask->header.at[FIELD_SEQUENCE] != sequence)))
    ask = ask->next;
  return ask;
}

static int
stands_at_port (const Nic *self,
                uint32_t job,
                uint32_t sequence)
{
  const NicHeld *held = self->port.first;

  while (held != NULL && (held->header.at[FIELD_JOB] != job || held->header.at[FIELD_SEQUENCE] != sequence))
    held = held->next;
  return held != NULL;
}

/* Of the sequences of an engine the one that holds most slots, or none. */
static void
wait_for_holder (const Engine *engine,
                 uint32_t own,
                 HdErrand *out)
{
  const Context *most = NULL;

  for (uint32_t i = 0; i < engine->n; i++)
    if (engine->contexts[i]->n_held > 0 && (most == NULL || engine->contexts[i]->n_held > most->n_held))
      most = engine->contexts[i];
  if (most == NULL)
    return;
  out->peer = own;
  out->peer_number = most->job;
}

static const NicMessage *
find_leaving (const NicJob *job)
{
  for (uint32_t i = 0; i < job->n; i++)
    if (job->leaving[i] != NULL)
      return job->leaving[i];
  return NULL;
}

/* ---- a sequence --------------------------------------------------------------------------------------------------- */

static void
tell_lacking (const Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              const Context *waiting,
              Text *text,
              HdErrand *out)
{
  uint32_t sequence = nic_get_lacking (waiting), source;
  char path[PATH_BYTES];
  const EngineMessage *message = &waiting->messages[sequence];

  if (sequence >= waiting->sequence.n_wanted)
    {
      add (text, say (host, N_("; waits for SeqID %u, which nobody sends")), sequence);
      return;
    }
  source = waiting->sequence.wanted[sequence].rank;
  host->path (context, source, path, sizeof path);
  add (text, say (host, N_("; waits for SeqID %u of %s")), sequence, path);
  if (message->n_slots > 0 && message->n_stored == message->n_slots)
    add (text, "%s", say (host, N_(", which has come, and is being written into the buffer")));
  else if (message->n_slots > 0)
    add (text, say (host, N_(", of which %u of %u slots have come")), message->n_stored, message->n_slots);
  out->peer = source;
  out->peer_number = waiting->job;
  if (find_ask (self, waiting->job, sequence) != NULL)
    {
      out->peer = host->self (context);
      out->peer_number = GRANT | waiting->job;
    }
  else if (stands_at_port (self, waiting->job, sequence))
    {
      out->peer = host->self (context);
      out->peer_number = PORT;
    }
  if (self->repair.last[0] != '\0')
    add (text, say (host, N_("; the card has dropped: %s")), self->repair.last);
}

static void
tell_job (const Nic *self,
          const HdHost *host,
          HdComponentContext *context,
          uint32_t number,
          HdErrand *out)
{
  const NicJob *job = self->jobs[number];
  const Context *told = &job->context;
  const Trigger *trigger = &told->trigger;
  uint32_t n_taken = (uint32_t) __builtin_popcount (trigger->taken) - (told->taking != ENGINE_NONE);
  const NicMessage *leaving = find_leaving (job);
  Text text = { out->text, sizeof out->text };
  char path[PATH_BYTES];

  out->number = number;
  out->line = trigger->at;
  out->n_lines = told->sequence.n;
  add (&text, say (host, N_("job %u, engine %u, vp %u")), number, told->engine, told->sequence.descriptors[0].at[FIELD_SOURCE_PORT]);
  if (trigger->at < trigger->n)
    add (&text, say (host, N_(": descriptor %u of %u, CPCount %u, %u taken")), trigger->at, trigger->n, trigger->descriptors[trigger->at].at[FIELD_COUNT], n_taken);
  else
    add (&text, say (host, N_(": all %u descriptors have fired")), trigger->n);
  switch (told->stage)
    {
    case ENGINE_SUSPENDED:
      tell_lacking (self, host, context, told, &text, out);
      break;
    case ENGINE_LEAVING:
      if (leaving == NULL)
        break;
      host->path (context, leaving->descriptor.at[FIELD_NODE], path, sizeof path);
      add (&text, say (host, N_("; waits for a grant of %s for SeqID %u, of which %u of %u slots have left")), path, leaving->descriptor.at[FIELD_SEQUENCE], leaving->n_sent, leaving->n_slots);
      out->peer = leaving->descriptor.at[FIELD_NODE];
      out->peer_number = GRANT | number;
      break;
    case ENGINE_LOADING:
      add (&text, say (host, N_("; its values come from memory")));
      break;
    default:
      add (&text, say (host, told->taking != ENGINE_NONE ? N_("; takes in SeqID %u") : N_("; is ready")), told->taking);
    }
}

/* ---- grants and the port ------------------------------------------------------------------------------------------ */

static int
owes_grant (const Nic *self,
            uint32_t job)
{
  const Context *told;

  if (find_ask (self, job, ENGINE_NONE) != NULL)
    return 1;
  if (self->grants != NIC_GRANTS_IN_ORDER || self->jobs[job] == NULL || !self->jobs[job]->is_open)
    return 0;
  told = &self->jobs[job]->context;
  for (uint32_t i = 0; i < told->sequence.n_wanted; i++)
    if (told->messages[i].granted < told->messages[i].n_slots)
      return 1;
  return 0;
}

/* Who asks is served one after the other: so the first of them says who holds all up. */
static void
tell_grant (const Nic *self,
            const HdHost *host,
            HdComponentContext *context,
            uint32_t number,
            HdErrand *out)
{
  uint32_t first = self->asks != NULL ? self->asks->header.at[FIELD_JOB] : number;
  const NicJob *job = self->jobs[first];
  Text text = { out->text, sizeof out->text };
  const Engine *engine;

  out->number = GRANT | number;
  if (job == NULL || !job->is_open)
    {
      add (&text, say (host, N_("grants for job %u wait until its sequence is there")), number);
      return;
    }
  engine = &self->engines[job->context.engine];
  add (&text, say (host, N_("grants for job %u wait until slots of engine %u are free, where %u of the %u that can be granted are held")), number,
       job->context.engine, engine->n_held, engine->pool);
  wait_for_holder (engine, host->self (context), out);
}

static void
tell_port (const Nic *self,
           const HdHost *host,
           HdComponentContext *context,
           HdErrand *out)
{
  const Fields *header = &self->port.first->header;
  const NicJob *job = self->jobs[header->at[FIELD_JOB]];
  Text text = { out->text, sizeof out->text };

  out->number = PORT;
  add (&text, say (host, N_("BUF_FULL: a packet of job %u, SeqID %u, stands at the port")), header->at[FIELD_JOB], header->at[FIELD_SEQUENCE]);
  if (job == NULL || !job->is_open || nic_get_pulse_number (self, header->at[FIELD_JOB]) != header->at[FIELD_PULSE])
    {
      add (&text, say (host, N_(", as its sequence is not there")));
      if (job == NULL || !job->is_open)
        return;
      out->peer = host->self (context);
      out->peer_number = header->at[FIELD_JOB];
      return;
    }
  wait_for_holder (&self->engines[job->context.engine], host->self (context), out);
}

/* ---- all of it ---------------------------------------------------------------------------------------------------- */

int
nic_get_errand (const HdHost *host,
                HdComponentContext *context,
                const void *state,
                uint32_t index,
                HdErrand *out_errand)
{
  const Nic *self = state;
  uint32_t n = 0;

  if (self->jobs == NULL)
    return 0;
  for (uint32_t job = 0; job < ENGINE_MOST_JOBS; job++)
    if (self->jobs[job] != NULL && self->jobs[job]->is_open && n++ == index)
      {
        tell_job (self, host, context, job, out_errand);
        return 1;
      }
  for (uint32_t job = 0; job < ENGINE_MOST_JOBS; job++)
    if (owes_grant (self, job) && n++ == index)
      {
        tell_grant (self, host, context, job, out_errand);
        return 1;
      }
  if (self->port.first == NULL || n != index)
    return 0;
  tell_port (self, host, context, out_errand);
  return 1;
}

/* As "CPCount=2  R(a[1],0:4)  S(a[2],0:2)": what is taken in before it fires, to be reduced (R) or written (W), and what it sends. */
void
nic_get_errand_line (const HdHost *host,
                     HdComponentContext *context,
                     const void *state,
                     uint64_t number,
                     uint32_t line,
                     char *out_text,
                     size_t room)
{
  const Nic *self = state;
  const Sequence *sequence = &self->jobs[number]->context.sequence;
  const Fields *descriptor = &sequence->descriptors[line];
  uint32_t first = line > 0 ? sequence->descriptors[line - 1].at[FIELD_COUNT] : 0;
  Text text = { out_text, room };

  add (&text, "CPCount=%" PRIu32, descriptor->at[FIELD_COUNT]);
  for (uint32_t i = first; i < descriptor->at[FIELD_COUNT] && i < sequence->n_wanted; i++)
    {
      add_node (&text, host, context, sequence->wanted[i].is_combined ? "  R(" : "  W(", sequence->wanted[i].rank);
      add (&text, ",%" PRIu64 ":%" PRIu64 ")", sequence->wanted[i].low, sequence->wanted[i].high);
    }
  if (descriptor->at[FIELD_TRIGGERS])
    {
      add_node (&text, host, context, "  S(", descriptor->at[FIELD_NODE]);
      add (&text, ",%" PRIu64 ":%" PRIu64 ")", sequence->ranges[line].low, sequence->ranges[line].high);
    }
  if (descriptor->at[FIELD_TAIL])
    add (&text, "  end");
}
