/* unit.h: what engines ask while they go on: tables, meters, checksums, counters
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A request comes over a link, is looked at in the middle of its cycle, and begins when the unit begins nothing else: one in so many cycles. Of those that come in one cycle
 * first what came over the link with the lowest number. What is asked for more than once at the same time is answered in that order, so that all that a unit keeps is the same
 * however the run is divided.
 */
#pragma once

#include "clock.h"
#include "intake.h"
#include "netproc.h"
#include "packet.h"
#include "show.h"

#define UNIT_KEY 32    /* bytes */
#define UNIT_VALUE 16  /* likewise */
#define UNIT_INLINE 13 /* bytes of a key that go without a buffer: addresses, ports and the protocol of IPv4 */

/** UnitKind: those that an engine may have links to, in the order of their addresses */
typedef enum
{
  UNIT_EXACT,
  UNIT_LPM,
  UNIT_METER,
  UNIT_HASH,
  UNIT_COUNTER,
  UNIT_KINDS,
} UnitKind;

/* What is asked. */
enum
{
  UNIT_ASK,       /* to be answered */
  UNIT_PUT,       /* of an exact table: the key gets the value; not answered */
  UNIT_COMMANDS,
};

/** UnitRequest: @who: of the asking cluster; @table: number; @n_key: bytes of @key, the rest of which is 0; @value: of what is put */
typedef struct
{
  uint32_t who, command, table, n_key;
  uint8_t key[UNIT_KEY];
  uint8_t value[UNIT_VALUE];
} UnitRequest;

/** UnitAnswer: @status: 1 if it was found, else 0 */
typedef struct
{
  uint32_t who, status;
  uint8_t value[UNIT_VALUE];
} UnitAnswer;

/* ---- messages ------------------------------------------------------------------------------------------------------ */

/* The lower bits of the kind say that it is one, those above carry what stands with it. */
#define UNIT_KIND(kind) ((kind) & 255u)
#define UNIT_MOST_WHO 65536u

/** unit_send_request, unit_send_answer: over @port after @delay picoseconds; the former returns 0 if the run has ended with an error */
int unit_send_request (const HdHost *host,
                       HdComponentContext *context,
                       uint32_t port,
                       int64_t delay,
                       const UnitRequest *request);
void unit_send_answer (const HdHost *host,
                       HdComponentContext *context,
                       uint32_t port,
                       int64_t delay,
                       const UnitAnswer *answer);
/** unit_read_request: of the message that a component received; 0, and the end of the run, if it is none */
int unit_read_request (const HdHost *host,
                       HdComponentContext *context,
                       const HdMessage *message,
                       UnitRequest *out_request);
UnitAnswer unit_read_answer (const HdMessage *message);
uint32_t unit_get_who (const HdMessage *message);

static inline uint32_t
unit_get_word (const uint8_t *bytes)
{
  return bytes[0] | (uint32_t) bytes[1] << 8 | (uint32_t) bytes[2] << 16 | (uint32_t) bytes[3] << 24;
}

static inline void
unit_put_word (uint8_t *bytes,
               uint32_t value)
{
  for (unsigned i = 0; i < 4; i++)
    bytes[i] = (uint8_t) (value >> 8 * i);
}

/* ---- components ---------------------------------------------------------------------------------------------------- */

/* All units begin their parameters and probes with these, and have one port. */
enum { UNIT_PARAMETER_CLOCK, UNIT_PARAMETER_SERVICE, UNIT_PARAMETER_INTERVAL, UNIT_N_PARAMETERS };
enum { UNIT_PROBE_REQUESTS, UNIT_PROBE_WAITED, UNIT_N_PROBES };

typedef struct _Unit Unit;

/**
 * UnitServe: answers @request, which begins in @cycle; adds to @out_more cycles that it takes besides the service. Returns 0 if it is answered nothing
 * UnitShow: samples of the unit's own probes
 * UnitBegin: the first cycle at which a request may begin that otherwise would in @cycle; NULL if that is no matter of what is asked
 */
typedef int (*UnitServe) (Unit *unit, const UnitRequest *request, uint64_t cycle, UnitAnswer *out_answer, uint64_t *out_more);
typedef void (*UnitShow) (const Unit *unit, const HdHost *host, HdComponentContext *context);
typedef uint64_t (*UnitBegin) (Unit *unit, const UnitRequest *request, uint64_t cycle);

/** Unit: the state of each kind begins with one */
struct _Unit
{
  UnitServe serve;
  UnitShow show;
  UnitBegin begin;
  int is_silent; /* nobody is answered */
  int banked; /* the interval is of banks, which @begin knows */
  Clock clock;
  uint64_t service, interval;
  uint64_t free; /* the cycle from which on it begins another */
  Intake intake;
  uint64_t alarm, next_show, n_requests, n_waited; /* and cycles for which they waited */
};

void unit_start (Unit *self,
                 const HdHost *host,
                 HdComponentContext *context);
void unit_receive (const HdHost *host,
                   HdComponentContext *context,
                   void *state,
                   const HdMessage *message);
int unit_foresee (const HdHost *host,
                  HdComponentContext *context,
                  void *state,
                  const HdMessage *message,
                  int64_t time);
void unit_finish (const HdHost *host,
                  HdComponentContext *context,
                  void *state);
const char *unit_accept (const void *state,
                         const HdMessage *message,
                         uint64_t *out_value);
void unit_clear (Unit *self);

#define UNIT_PARAMETERS(service_, help_) \
  [UNIT_PARAMETER_CLOCK] = NETPROC_CLOCK_PARAMETER, \
  [UNIT_PARAMETER_SERVICE] = { .size = sizeof (HdParameter), .key = "service", .title = N_("Service"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = service_, \
    .minimum = 1, .maximum = 100000, .pleasant_minimum = 1, .pleasant_maximum = 100, .help = help_ }, \
  [UNIT_PARAMETER_INTERVAL] = { .size = sizeof (HdParameter), .key = "interval", .title = N_("Interval"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1", \
    .minimum = 1, .maximum = 100000, .pleasant_minimum = 1, .pleasant_maximum = 16, .help = N_("Cycles from the beginning of one request to that of the next at least.") }
#define UNIT_TABLES(key_, title_, help_, form_, check_) \
  { .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_TEXT, .default_text = "", .help = help_, .form = form_, .check = check_ }
#define UNIT_FIELD(name_, title_, help_) { .size = sizeof (HdFormField), .name = name_, .title = title_, .help = help_ }
#define UNIT_PORT(protocol_) \
  { .size = sizeof (HdPort), .name = "engines", .title = N_("Engines"), .protocol = protocol_, .numbered = 1, .help = N_("To the clusters that use it.") }
#define UNIT_PROBES \
  [UNIT_PROBE_REQUESTS] = { .size = sizeof (HdProbe), .name = "requests", .title = N_("Requests"), .unit = "", .help = N_("of programs"), .summary = HD_SUMMARY_SUM }, \
  [UNIT_PROBE_WAITED] = { .size = sizeof (HdProbe), .name = "waited", .title = N_("Waited"), .unit = "cycle", .help = N_("of requests, until they began"), \
    .summary = HD_SUMMARY_SUM }
#define UNIT_COUNT(name_, title_, help_) { .size = sizeof (HdProbe), .name = name_, .title = title_, .unit = "", .help = help_, .summary = HD_SUMMARY_SUM }
