/* gpu.c: a GPU as a chiplet, by formulas
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * It computes kernels, one after the other. Without the network a kernel would take as long as the slowest of issuing its instructions, moving its private lines and
 * waiting for them (Little's law); its lines of shared memory are spread evenly over that time. At most as many of them are under way as the cores and the request queue
 * hold; one that has to wait for room puts off all that comes behind it, so a slow network stretches the kernel. It ends when it would, put off like that, and not
 * before the last answer.
 *
 * Lines that are read, and those that are written, follow each other in the chiplet's strip of the shared range, and begin anew at its end.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "gpgpusim.h"
#include "kernels.h"
#include "members.h"
#include "requests.h"

#define WHY_BYTES 512
#define NEVER UINT64_MAX /* a cycle that does not come */

enum
{
  PARAMETER_MODEL = REQUESTS_N_PARAMETERS,
  PARAMETER_CONFIG,
  PARAMETER_CORES,
  PARAMETER_ISSUE,
  PARAMETER_BANDWIDTH,
  PARAMETER_LATENCY,
  PARAMETER_OUTSTANDING,
  PARAMETER_KERNELS,
  PARAMETER_FILE,
  PARAMETER_ROLE,
  PARAMETER_REPEAT,
  PARAMETER_STRIP,
  PARAMETER_STRIP_SIZE,
};
enum { PORT_BARRIER = REQUESTS_N_PORTS };
enum { PROBE_KERNELS = REQUESTS_N_PROBES, PROBE_END, PROBE_WORK };
enum { LANE_CHIPLET = REQUESTS_N_LANES };
enum { ACTIVITY_COMPUTE = REQUESTS_N_ACTIVITIES, ACTIVITY_WAIT, ACTIVITY_BARRIER };
enum { OUTPUT_IGNORED = REQUESTS_N_OUTPUTS };
enum { WAKE = REQUESTS_N_WAKES };
enum { RECORD_IGNORED = 64, RECORD_KERNEL };

typedef struct
{
  Requests requests;
  Members members;
  KernelsProfile profile;
  Kernels kernels;
  uint64_t n_ended;      /* kernels */
  uint64_t worked;       /* cycles that these took for themselves */
  uint64_t quota;        /* lines under way at most */
  uint64_t strip, strip_size, n_read, n_written; /* address, bytes, lines */
  size_t kernel;         /* that it is at */
  uint64_t rounds;       /* that are left, with this one */
  uint64_t begun, cycles, shift, asked, answered; /* of the kernel: cycles and lines */
  uint64_t held;         /* cycle at which a line came to a full reply queue */
  uint64_t alarm, due;   /* number of the wake-up that counts, and its cycle; NEVER if there is none */
  uint32_t activity;
  int is_held, is_started;
} Gpu;

/* ---- settings ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  const HdHost *host;
  HdComponentContext *context;
  uint64_t n;
} Ignoring;

static void
note_ignored (void *data,
              const char *key,
              size_t length,
              unsigned line)
{
  Ignoring *ignoring = data;
  char text[256];

  ignoring->n++;
  ignoring->host->write (ignoring->context, OUTPUT_IGNORED, text,
                         (size_t) snprintf (text, sizeof text, "%u %.*s\n", line, (int) (length < 200 ? length : 200), key));
}

/* As parameters say, unless a file does. */
static int
read_profile (Gpu *self,
              const HdHost *host,
              HdComponentContext *context)
{
  Ignoring ignoring = { host, context, 0 };
  char why[WHY_BYTES];
  Lines lines = { .name = host->text (context, PARAMETER_CONFIG), .line = 1, .why = why, .n_why = sizeof why };
  size_t size;

  self->profile = (KernelsProfile){
    .hertz = self->requests.hertz,
    .cores = (uint64_t) host->parameter (context, PARAMETER_CORES),
    .issue = (uint64_t) host->parameter (context, PARAMETER_ISSUE),
    .bytes_per_s = (uint64_t) (host->parameter (context, PARAMETER_BANDWIDTH) + 0.5),
    .latency = (uint64_t) host->parameter (context, PARAMETER_LATENCY),
    .outstanding = (uint64_t) host->parameter (context, PARAMETER_OUTSTANDING),
  };
  if (*lines.name == '\0')
    return 1;
  if (!host->load (context, PARAMETER_CONFIG, &lines.at, &size))
    return 0;
  lines.end = lines.at + size;
  if (!gpgpusim_read (&lines, &self->profile, note_ignored, &ignoring))
    {
      host->fail (context, why);
      return 0;
    }
  self->requests.hertz = self->profile.hertz;
  host->record (context, RECORD_IGNORED, ignoring.n);
  return 1;
}

static int
read_kernels (Gpu *self,
              const HdHost *host,
              HdComponentContext *context)
{
  uint64_t role = (uint64_t) host->parameter (context, PARAMETER_ROLE);
  char why[WHY_BYTES];
  Lines typed = { .name = "“kernels”", .at = host->text (context, PARAMETER_KERNELS), .line = 1, .separator = ';', .why = why, .n_why = sizeof why };
  Lines lines = { .name = host->text (context, PARAMETER_FILE), .line = 1, .separator = ';', .why = why, .n_why = sizeof why };
  size_t size;

  typed.end = typed.at + strlen (typed.at);
  if (*lines.name != '\0' && !host->load (context, PARAMETER_FILE, &lines.at, &size))
    return 0;
  lines.end = *lines.name != '\0' ? lines.at + size : lines.at;
  if (!kernels_read (&self->kernels, &typed, role) || (*lines.name != '\0' && !kernels_read (&self->kernels, &lines, role)))
    {
      host->fail (context, why);
      return 0;
    }
  if (self->requests.private_base > 0)
    kernels_share_all (&self->kernels);
  return 1;
}

static int
find_strip (Gpu *self,
            const HdHost *host,
            HdComponentContext *context)
{
  double number = host->parameter (context, PARAMETER_STRIP);
  uint64_t n_strips, strip;
  char why[WHY_BYTES];

  self->strip_size = (uint64_t) host->parameter (context, PARAMETER_STRIP_SIZE) / CHIPLET_LINE * CHIPLET_LINE;
  n_strips = self->requests.shared_size / self->strip_size;
  strip = number >= 0 ? (uint64_t) number : n_strips > 0 ? host->self (context) % n_strips : 0;
  self->strip = self->requests.shared_base + strip * self->strip_size;
  if (strip < n_strips)
    return 1;
  snprintf (why, sizeof why, "strip %" PRIu64 " of %" PRIu64 " B is beyond the shared range of %" PRIu64 " B", strip, self->strip_size, self->requests.shared_size);
  host->fail (context, why);
  return 0;
}

/* ---- kernels ------------------------------------------------------------------------------------------------------- */

static void
show (Gpu *self,
      const HdHost *host,
      HdComponentContext *context,
      uint32_t activity,
      uint64_t cycle)
{
  int64_t time = clock_get_time (self->requests.hertz, cycle), now = host->now (context);

  if (activity == self->activity)
    return;
  self->activity = activity;
  host->state (context, LANE_CHIPLET, activity, time > now ? time : now);
}

static void
wake_at (Gpu *self,
         const HdHost *host,
         HdComponentContext *context,
         uint64_t cycle)
{
  int64_t delay = clock_get_time (self->requests.hertz, cycle) - host->now (context);

  if (self->due == cycle)
    return;
  self->due = cycle;
  host->wake (context, delay > 0 ? delay : 0, &(HdMessage){ .kind = WAKE, .payload = { ++self->alarm } });
}

static void
ask (Gpu *self,
     const HdHost *host,
     HdComponentContext *context,
     const Kernel *kernel,
     uint64_t cycle)
{
  int is_read = kernel_is_read (kernel, self->asked);
  uint64_t *n = is_read ? &self->n_read : &self->n_written, line[CHIPLET_LINE / sizeof (uint64_t)];
  RequestsAccess access = { .tag = self->asked, .address = self->strip + *n * CHIPLET_LINE % self->strip_size, .size = CHIPLET_LINE, .data = is_read ? NULL : line };

  for (size_t i = 0; i < sizeof line / sizeof *line; i++)
    line[i] = *n << 32 | host->self (context);
  ++*n;
  self->asked++;
  self->is_held = !requests_begin (&self->requests, host, context, cycle, &access);
  self->held = cycle;
}

/* Asks for all lines whose time has come and that have room. */
static void
go_on (Gpu *self,
       const HdHost *host,
       HdComponentContext *context,
       uint64_t cycle)
{
  const Kernel *kernel = &self->kernels.all[self->kernel];
  uint64_t n = kernel_get_lines (kernel);

  while (self->asked < n)
    {
      uint64_t ready = self->begun + kernel_get_ready (kernel, self->cycles, self->asked) + self->shift;

      if (ready > cycle)
        {
          show (self, host, context, ACTIVITY_COMPUTE, cycle);
          wake_at (self, host, context, ready);
          return;
        }
      if (self->is_held || self->asked - self->answered >= self->quota)
        {
          show (self, host, context, kernel_is_read (kernel, self->asked) ? REQUESTS_READING : REQUESTS_WRITING, cycle);
          return;
        }
      self->shift += cycle - ready;
      ask (self, host, context, kernel, cycle);
    }
  if (self->begun + self->cycles + self->shift > cycle)
    {
      show (self, host, context, ACTIVITY_COMPUTE, cycle);
      wake_at (self, host, context, self->begun + self->cycles + self->shift);
    }
  else
    show (self, host, context, ACTIVITY_WAIT, cycle);
}

static void
begin_kernel (Gpu *self,
              const HdHost *host,
              HdComponentContext *context,
              uint64_t cycle)
{
  char why[WHY_BYTES];

  if (self->kernel == self->kernels.n && self->kernels.n > 0 && self->rounds > 1)
    {
      self->kernel = 0;
      self->rounds--;
    }
  if (self->kernel == self->kernels.n)
    {
      show (self, host, context, HD_IDLE, cycle);
      host->sample (context, PROBE_END, (double) cycle);
      host->sample (context, PROBE_WORK, (double) self->worked);
      host->record (context, RECORD_KERNEL, cycle);
      members_end (&self->members, host, context);
      return;
    }
  self->begun = cycle;
  self->cycles = kernel_get_cycles (&self->kernels.all[self->kernel], &self->profile);
  self->shift = self->asked = self->answered = 0;
  if (self->cycles > KERNELS_MOST_CYCLES || cycle > KERNELS_MOST_CYCLES)
    {
      snprintf (why, sizeof why, "kernel %zu lasts beyond cycle %" PRIu64, self->kernel, KERNELS_MOST_CYCLES);
      host->fail (context, why);
      return;
    }
  if (kernel_get_lines (&self->kernels.all[self->kernel]) > 0 && !requests_check (&self->requests, self->strip, CHIPLET_LINE, why, sizeof why))
    {
      host->fail (context, why);
      return;
    }
  go_on (self, host, context, cycle);
  if (kernel_get_lines (&self->kernels.all[self->kernel]) == 0 && self->cycles == 0)
    wake_at (self, host, context, cycle);
}

/* All that it waits for is there: it has ended if it is time. */
static void
try_to_end (Gpu *self,
            const HdHost *host,
            HdComponentContext *context,
            uint64_t cycle)
{
  const Kernel *kernel = &self->kernels.all[self->kernel];

  if (self->answered < kernel_get_lines (kernel) || cycle < self->begun + self->cycles + self->shift)
    {
      go_on (self, host, context, cycle);
      return;
    }
  self->kernel++;
  self->worked += self->cycles;
  host->sample (context, PROBE_KERNELS, (double) ++self->n_ended);
  host->record (context, RECORD_KERNEL, cycle);
  if (kernel->barrier == KERNELS_NO_BARRIER)
    {
      begin_kernel (self, host, context, cycle);
      return;
    }
  show (self, host, context, ACTIVITY_BARRIER, cycle);
  members_arrive (&self->members, host, context, (uint32_t) kernel->barrier, clock_get_time (self->requests.hertz, cycle) - host->now (context));
}

/* ---- what comes ---------------------------------------------------------------------------------------------------- */

static uint64_t
get_cycle (const Gpu *self,
           const HdHost *host,
           HdComponentContext *context)
{
  return clock_get_cycle (self->requests.hertz, host->now (context));
}

static void
accepted (const HdHost *host,
          HdComponentContext *context,
          void *owner,
          uint64_t tag)
{
  Gpu *self = owner;
  uint64_t cycle = get_cycle (self, host, context);

  self->is_held = 0;
  self->shift += cycle - self->held;
  go_on (self, host, context, cycle);
}

static void
done (const HdHost *host,
      HdComponentContext *context,
      void *owner,
      uint64_t tag,
      const unsigned char *data)
{
  Gpu *self = owner;

  self->answered++;
  try_to_end (self, host, context, get_cycle (self, host, context));
}

static void
released (const HdHost *host,
          HdComponentContext *context,
          void *owner,
          uint32_t id)
{
  begin_kernel (owner, host, context, get_cycle (owner, host, context));
}

static const RequestsOwner requests_owner = { accepted, done };
static const MembersOwner members_owner = { released };

static void
start (const HdHost *host,
       HdComponentContext *context,
       void *state)
{
  Gpu *self = state;
  uint64_t most;

  self->activity = HD_IDLE;
  self->due = NEVER;
  self->is_started = requests_init (&self->requests, host, context, &requests_owner, self) && members_init (&self->members, host, context, PORT_BARRIER, &members_owner, self)
                     && read_profile (self, host, context) && read_kernels (self, host, context) && find_strip (self, host, context);
  if (!self->is_started)
    return;
  most = self->profile.cores * self->profile.outstanding;
  self->quota = most < self->requests.n_slots ? most : self->requests.n_slots;
  self->rounds = (uint64_t) host->parameter (context, PARAMETER_REPEAT);
  begin_kernel (self, host, context, 0);
}

static void
receive (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdMessage *message)
{
  Gpu *self = state;

  if (!self->is_started)
    return;
  if (message->port != HD_NO_PORT)
    members_receive (&self->members, host, context, message);
  else if (message->kind < REQUESTS_N_WAKES)
    requests_wake (&self->requests, host, context, message->kind);
  else if (message->payload[0] == self->alarm)
    {
      self->due = NEVER;
      if (self->kernel < self->kernels.n && !self->members.is_waiting)
        try_to_end (self, host, context, get_cycle (self, host, context));
    }
}

static const char *
accept (const void *state,
        const HdMessage *message,
        uint64_t *out_value)
{
  return members_accept (message, out_value);
}

static void
deliver (const HdHost *host,
         HdComponentContext *context,
         void *state,
         const HdDispatch *dispatch)
{
  Gpu *self = state;

  if (self->is_started && !requests_deliver (&self->requests, host, context, dispatch) && !members_deliver (&self->members, host, context, dispatch))
    host->fail (context, "over the network it takes answers to what it has asked for");
}

static int
waits (const void *state,
       HdWait *out_wait)
{
  const Gpu *self = state;

  if (members_waits (&self->members, out_wait))
    return 1;
  out_wait->port = REQUESTS_NET;
  out_wait->n = self->requests.n_open;
  out_wait->what = N_("answers of shared memory");
  return self->requests.n_open > 0;
}

static void
finish (const HdHost *host,
        HdComponentContext *context,
        void *state)
{
  requests_finish (&((Gpu *) state)->requests, host, context);
}

static void
clear (void *state)
{
  Gpu *self = state;

  requests_clear (&self->requests);
  members_clear (&self->members);
  kernels_clear (&self->kernels);
}

static const char *const models[] = { "gtx480", "h100", "custom", NULL };

static const HdParameter parameters[] = {
  REQUESTS_PARAMETERS,
  [PARAMETER_MODEL] = { .size = sizeof (HdParameter), .key = "model", .title = N_("Model"), .kind = HD_PARAMETER_CHOICE, .default_text = "gtx480", .choices = models,
    .help = N_("Sets clock, cores and private memory at once; a value written beside it wins.") },
  [PARAMETER_CONFIG] = { .size = sizeof (HdParameter), .key = "config", .title = N_("GPGPU-Sim file"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("A gpgpusim.config that says clock, cores, issue, bandwidth, latency and outstanding lines instead of these parameters.") },
  [PARAMETER_CORES] = { .size = sizeof (HdParameter), .key = "cores", .title = N_("Cores"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "15", .minimum = 1,
    .maximum = 1000000, .help = N_("Streaming multiprocessors."), .source = "GPGPU-Sim, SM2_GTX480" },
  [PARAMETER_ISSUE] = { .size = sizeof (HdParameter), .key = "issue", .title = N_("Issue"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "2", .minimum = 1,
    .maximum = 64, .help = N_("Warp instructions that a core begins in a cycle."), .source = "GPGPU-Sim, SM2_GTX480: schedulers of a core" },
  [PARAMETER_BANDWIDTH] = { .size = sizeof (HdParameter), .key = "bandwidth", .title = N_("Bandwidth"), .kind = HD_PARAMETER_QUANTITY, .unit = "B/s",
    .default_text = "177.408 GB/s", .minimum = 1, .maximum = 1e18, .help = N_("Of private memory."),
    .source = "GPGPU-Sim, SM2_GTX480: 384 bits, four transfers a cycle of 924 MHz" },
  [PARAMETER_LATENCY] = { .size = sizeof (HdParameter), .key = "latency", .title = N_("Latency"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "220",
    .maximum = 1e6, .help = N_("Cycles that an access to private memory takes a kernel."), .source = "GPGPU-Sim, SM2_GTX480: 120 of L2, 100 of DRAM" },
  [PARAMETER_OUTSTANDING] = { .size = sizeof (HdParameter), .key = "outstanding", .title = N_("Outstanding"), .kind = HD_PARAMETER_INTEGER, .property = HD_PROPERTY_PARALLEL, .unit = "", .default_text = "64",
    .minimum = 1, .maximum = 1000000, .help = N_("Lines that a core has under way at most."), .source = "GPGPU-Sim, SM2_GTX480: misses of the first cache" },
  [PARAMETER_KERNELS] = { .size = sizeof (HdParameter), .key = "kernels", .title = N_("Kernels"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("Each: warps, instructions of a warp, private lines read and written, shared lines read and written, and the barrier behind it or -; then a semicolon.") },
  [PARAMETER_FILE] = { .size = sizeof (HdParameter), .key = "kernels-file", .title = N_("File of kernels"), .kind = HD_PARAMETER_TEXT, .default_text = "",
    .help = N_("More of them, one a line; those behind a line @ A..B are for chiplets whose role is from A to B.") },
  [PARAMETER_ROLE] = { .size = sizeof (HdParameter), .key = "role", .title = N_("Role"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "0",
    .maximum = 1e15, .help = N_("Which kernels of the file are its own.") },
  [PARAMETER_REPEAT] = { .size = sizeof (HdParameter), .key = "repeat", .title = N_("Repeat"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "1", .minimum = 1,
    .maximum = 1e9, .help = N_("How often it computes all its kernels.") },
  [PARAMETER_STRIP] = { .size = sizeof (HdParameter), .key = "strip", .title = N_("Strip"), .kind = HD_PARAMETER_INTEGER, .unit = "", .default_text = "-1", .minimum = -1,
    .maximum = 1e12, .help = N_("Which strip of the shared range it reads and writes; -1 for one by its place in the project."), .group = N_("Addresses") },
  [PARAMETER_STRIP_SIZE] = { .size = sizeof (HdParameter), .key = "strip-size", .title = N_("Strip size"), .kind = HD_PARAMETER_QUANTITY, .unit = "B", .default_text = "1 MiB",
    .minimum = CHIPLET_LINE, .maximum = 1e12, .help = N_("Bytes of a strip; lines begin anew at its end."), .group = N_("Addresses") },
  { 0 },
};
static const char *const gtx480[] = {
  "clock", "700 MHz", "cores", "15", "issue", "2", "bandwidth", "177.408 GB/s", "latency", "220", "outstanding", "64", NULL,
};
static const char *const h100[] = {
  "clock", "1980 MHz", "cores", "132", "issue", "4", "bandwidth", "3350 GB/s", "latency", "431", "outstanding", "512", NULL,
};
static const HdPreset presets[] = {
  { sizeof (HdPreset), "gtx480", N_("NVIDIA GTX 480"), gtx480, N_("GPGPU-Sim, configs/tested-cfgs/SM2_GTX480") },
  { sizeof (HdPreset), "h100", N_("NVIDIA H100 SXM, 80 GB"), h100, N_("Accel-Sim, configs/tested-cfgs/SM90_H100; bandwidth: NVIDIA H100 SXM data sheet") },
  { 0 },
};
static const HdPort ports[] = { REQUESTS_PORTS, MEMBERS_PORT (PORT_BARRIER), { 0 } };
static const HdProbe probes[] = {
  REQUESTS_PROBES,
  [PROBE_KERNELS] = { .size = sizeof (HdProbe), .name = "kernels", .title = N_("Kernels"), .unit = "", .help = N_("kernels that have ended"), .summary = HD_SUMMARY_SUM },
  [PROBE_END] = { .size = sizeof (HdProbe), .name = "end", .title = N_("End"), .unit = "cycle", .help = N_("cycle at which the last kernel has ended"),
    .summary = HD_SUMMARY_MAXIMUM, .figure = HD_FIGURE_TIME },
  [PROBE_WORK] = { .size = sizeof (HdProbe), .name = "work", .title = N_("Own work"), .unit = "cycle", .help = N_("cycles that its kernels take if no line of shared memory holds them up"),
    .summary = HD_SUMMARY_MAXIMUM, .figure = HD_FIGURE_WORK },
  { 0 },
};
static const HdLane lanes[] = {
  REQUESTS_LANES,
  [LANE_CHIPLET] = { .size = sizeof (HdLane), .name = "chiplet", .title = N_("chiplet"),
    .help = N_("When it computes, when it stands still for room to read or to write, and when it waits for last answers or at a barrier.") },
  { 0 },
};
static const HdActivity activities[] = {
  REQUESTS_ACTIVITIES,
  [ACTIVITY_COMPUTE] = { .size = sizeof (HdActivity), .name = "compute", .title = N_("compute"), .kind = HD_ACTIVITY_COMPUTE },
  [ACTIVITY_WAIT] = { .size = sizeof (HdActivity), .name = "wait", .title = N_("wait"), .kind = HD_ACTIVITY_WAIT },
  [ACTIVITY_BARRIER] = { .size = sizeof (HdActivity), .name = "barrier", .title = N_("barrier"), .kind = HD_ACTIVITY_WAIT },
  { 0 },
};
static const HdOutput outputs[] = {
  REQUESTS_OUTPUTS,
  [OUTPUT_IGNORED] = { .size = sizeof (HdOutput), .name = "ignored.txt", .title = N_("Ignored"), .help = N_("Keys of the GPGPU-Sim file that mean nothing here, with their lines."),
    .maximum_bytes = 1 << 20 },
  { 0 },
};
static const HdHandlers handlers = {
  .size = sizeof (HdHandlers), .state_size = sizeof (Gpu), .start = start, .receive = receive, .finish = finish, .accept = accept, .waits = waits, .deliver = deliver, .clear = clear,
};
const HdComponentType chiplet_gpu = {
  .size = sizeof (HdComponentType), .id = "gpu", .title = N_("GPU chiplet"), .category = CHIPLET_CATEGORY, .symbol = "chiplet",
  .help = N_("Computes kernels by formulas, and reads and writes shared memory over the network."), .role = HD_ROLE_ENDPOINT,
  .parameters = parameters, .presets = presets, .ports = ports, .probes = probes, .lanes = lanes, .activities = activities, .outputs = outputs, .handlers = &handlers,
};
