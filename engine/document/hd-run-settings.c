/* hd-run-settings.c: the one table of what can be set about a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-run-settings"

#include <heddle/hd-run-settings.h>

#include <math.h>
#include <string.h>

#include "hd-describe.h"
#include "hd-i18n.h"

#define MOST_SECONDS 9e6 /* of HdTime */
#define MOST_WHOLE 1e9
#define MOST_SEED 9007199254740991.0 /* up to here a double holds every whole number, and none stands for another */

#define FLOW (1u << HD_FIDELITY_FLOW)
#define PACKET (1u << HD_FIDELITY_PACKET)
#define FLIT (1u << HD_FIDELITY_FLIT)
#define ALL (FLOW | PACKET | FLIT)

#define IN(field_, storage_) .storage = HD_RUN_STORAGE_##storage_, .offset = offsetof (HdRunSettings, field_)
#define PARAMETER(key_, title_, kind_, unit_, default_, ...) \
  .parameter = { .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = HD_PARAMETER_##kind_, .unit = unit_, .default_text = default_, \
                 __VA_ARGS__ }
#define CHOICE(key_, title_, default_, choices_, help_) PARAMETER (key_, title_, CHOICE, "", default_, .choices = choices_, .help = help_)
#define FLAG(key_, title_, help_) PARAMETER (key_, title_, FLAG, "", "true", .help = help_)
#define WHOLE(key_, title_, default_, low, high, help_) \
  PARAMETER (key_, title_, INTEGER, "", default_, .minimum = low, .maximum = high, .help = help_)
#define SHARE(key_, title_, default_, high, help_) PARAMETER (key_, title_, QUANTITY, "", default_, .maximum = high, .help = help_)
#define SIZE(key_, title_, default_, high, help_) PARAMETER (key_, title_, QUANTITY, "B", default_, .minimum = 1, .maximum = high, .help = help_)
#define TIME(key_, title_, default_, high, help_) PARAMETER (key_, title_, QUANTITY, "s", default_, .maximum = high, .help = help_)
#define DURATION(key_, title_, help_) \
  PARAMETER (key_, title_, QUANTITY, "s", "", .maximum = MOST_SECONDS, .exclusive_minimum = 1, .help = help_)

static const char *const fidelities[] = { "flow", "packet", "flit", NULL };
static const char *const fidelity_words[] = { N_("flow"), N_("packet"), N_("flit"), NULL };
static const char *const fairnesses[] = { "equal", "rtt", NULL };
static const char *const steps[] = { "neighbours", "barrier", NULL };
static const char *const switchings[] = { "store-and-forward", "cut-through", NULL };
static const char *const services[] = { "arrival", "fair", "fair-senders", NULL };
static const char *const noise_orders[] = { "queue", "turns", "shares", "fair", NULL };
static const char *const channels[] = { "lock-free", "locked", NULL };
static const char *const arbitrations[] = { "round-robin", "random", "age", NULL };
static const char *const arbitration_words[] = { N_("round robin"), N_("random"), N_("age"), NULL };
static const char *const energies[] = { "interposer", "orion180", "popnet", NULL };
static const char *const syncs[] = { "serial", "window", "null-message", "request", "loose", NULL };
static const char *const sync_words[] = { N_("serial"), N_("windows"), N_("null messages"), N_("requests"), N_("loose"), NULL };

static const HdRunSetting table[] = {
  { CHOICE ("fidelity", N_("Fidelity"), "flow", fidelities, N_("How transfers are carried.")),
    HD_RUN_GROUP_USUAL, ALL, "fidelity", .words = fidelity_words, IN (fidelity, GUINT) },
  { CHOICE ("steps", N_("Steps"), "neighbours", steps,
            N_("When a member of a communication goes on to its next step: when it has what its neighbours send it (neighbours), or when all members have "
               "ended the step (barrier).")),
    HD_RUN_GROUP_USUAL, FLOW, "steps", IN (steps, GUINT) },
  { WHOLE ("iterations", N_("Iterations"), "1", 1, MOST_WHOLE, N_("How often a cyclic workload is gone through.")),
    HD_RUN_GROUP_USUAL, ALL, "iterations", IN (iterations, GUINT) },
  { DURATION ("until", N_("Until"), N_("Simulated time at which the run ends.")),
    HD_RUN_GROUP_USUAL, ALL, "until_s", N_("all work is done"), IN (until, TIME) },
  { WHOLE ("seed", N_("Seed"), "1", 0, MOST_SEED, N_("Seed of all random streams.")), HD_RUN_GROUP_USUAL, ALL, "seed", IN (seed, GUINT64) },
  { SHARE ("speed", N_("Speed"), "0", 1e12, N_("Simulated seconds in a second of wall time; 0 for as fast as possible.")),
    HD_RUN_GROUP_USUAL, ALL, NULL, N_("as fast as possible"), IN (speed, DOUBLE) },

  { CHOICE ("fairness", N_("Fairness"), "equal", fairnesses,
            N_("How flows share a link: in equal shares, or in shares weighted by route latency.")),
    HD_RUN_GROUP_SHARING, FLOW, "fairness", IN (fairness, GUINT) },
  { SHARE ("cross-traffic", N_("Cross traffic"), "0", 1, N_("Share of each flow that is charged on its way back.")),
    HD_RUN_GROUP_SHARING, FLOW, "cross_traffic", IN (cross_traffic, DOUBLE) },
  { WHOLE ("equal-paths", N_("Equal paths"), "0", 0, MOST_WHOLE, N_("Which route is taken: 0 for the one shortest, k for destination modulo k over equal ones.")),
    HD_RUN_GROUP_SHARING, ALL, "equal_paths", IN (equal_paths, GUINT) },

  { CHOICE ("switching", N_("Switching"), "store-and-forward", switchings,
            N_("Whether a packet goes on when it is whole (store-and-forward) or as it comes (cut-through).")),
    HD_RUN_GROUP_PACKETS, PACKET, "switching", IN (switching, GUINT) },
  { SIZE ("packet-size", N_("Packet size"), "4096 B", 1e9, N_("Longer messages are cut into packets of this size.")),
    HD_RUN_GROUP_PACKETS, PACKET | FLIT, "packet_bytes", IN (packet_bytes, DOUBLE) },
  { SIZE ("buffer", N_("Buffer"), "", 1e9, N_("Room for packets at each receiving end of a link, for one at least; without it, buffers have no end.")),
    HD_RUN_GROUP_PACKETS, PACKET, "buffer_bytes", N_("unlimited"), IN (buffer_bytes, DOUBLE) },
  { CHOICE ("service", N_("Service order"), "arrival", services,
            N_("Which of the packets that wait for a link goes next: the one that came first (arrival), or so that each pair of sender and receiver (fair) or "
               "each sender (fair-senders) gets the same of the link; one that both directions share serves in the order of arrival.")),
    HD_RUN_GROUP_PACKETS, PACKET, "service", IN (service, GUINT) },
  { SIZE ("window", N_("Window"), "", 1e18,
          N_("What a sender may have on the way, over all its messages: a packet at least. Without one, it sends as fast as its links let it.")),
    HD_RUN_GROUP_PACKETS, PACKET, "window_bytes", N_("unlimited"), IN (window_bytes, DOUBLE) },
  { TIME ("packet-time", N_("Packet time"), "0 s", 1000, N_("The least time for which a packet occupies a link, however short it is.")),
    HD_RUN_GROUP_PACKETS, PACKET, "packet_time_s", IN (packet_time, TIME) },
  { SHARE ("noise", N_("Noise"), "0", HD_MAX_NOISE,
           N_("Share of each link's capacity that other traffic takes: packets that come at random and go no further than the link.")),
    HD_RUN_GROUP_PACKETS, ALL, "noise", IN (noise, DOUBLE) },
  { SIZE ("noise-packet", N_("Noise packet"), "4096 B", 1e9, N_("Size of the packets of other traffic.")),
    HD_RUN_GROUP_PACKETS, PACKET, "noise_packet_bytes", IN (noise_bytes, DOUBLE) },
  { CHOICE ("noise-order", N_("Noise order"), "queue", noise_orders,
            N_("Whether other traffic stands in one queue with the work (queue), or in its own, which takes turns with it packet by packet (turns), keeps its "
               "share of the link however much work waits (shares), or is served by weighted fair queueing (fair).")),
    HD_RUN_GROUP_PACKETS, PACKET, "noise_order", IN (noise_order, GUINT) },

  { SIZE ("flit", N_("Flit"), "32 B", 1e6, N_("Data that a flit carries. Packets are cut into flits.")),
    HD_RUN_GROUP_FLITS, FLIT, "flit_bytes", IN (flit_bytes, DOUBLE) },
  { PARAMETER ("clock", N_("Clock"), QUANTITY, "Hz", "", .minimum = 1e3, .maximum = 1e12,
               .help = N_("Of the routers, in each cycle of which a link passes a flit at most. Without one, it is the least at which no link waits for it.")),
    HD_RUN_GROUP_FLITS, FLIT, "clock_hz", N_("as links need it"), IN (clock, DOUBLE) },
  { WHOLE ("virtual-channels", N_("Virtual channels"), "3", 1, 64, N_("Queues of each input port of a router, each with room of its own.")),
    HD_RUN_GROUP_FLITS, FLIT, "virtual_channels", IN (virtual_channels, GUINT) },
  { WHOLE ("input-buffer", N_("Input buffer"), "", 1, 65535,
           N_("Flits that a virtual channel holds. Without a number, it is what keeps its link busy, and 12 at least.")),
    HD_RUN_GROUP_FLITS, FLIT, "input_buffer", N_("as links need it"), IN (input_buffer, GUINT) },
  { WHOLE ("output-buffer", N_("Output buffer"), "12", 0, 65535, N_("Flits that wait for a link behind the switch of a router; 0 for no end.")),
    HD_RUN_GROUP_FLITS, FLIT, "output_buffer", IN (output_buffer, GUINT) },
  { WHOLE ("header", N_("Header"), "1", 0, 1000, N_("Flits of each packet besides its data.")),
    HD_RUN_GROUP_FLITS, FLIT, "header_flits", IN (header_flits, GUINT) },
  { CHOICE ("arbitration", N_("Arbitration"), "round-robin", arbitrations,
            N_("Which of the flits that ask for the same goes: the first behind the last winner (round-robin), anyone (random), or the one whose packet is "
               "oldest (age).")),
    HD_RUN_GROUP_FLITS, FLIT, "arbitration", .words = arbitration_words, IN (arbitration, GUINT) },
  { CHOICE ("energy", N_("Energy"), "interposer", energies,
            N_("What buffers, crossbars, arbiters and links take: a placeholder for a current interposer (interposer), the Orion library's 0.18 um (orion180), or "
               "that library as popnet charges it (popnet).")),
    HD_RUN_GROUP_FLITS, FLIT, "energy", IN (energy, GUINT) },
  { PARAMETER ("link-length", N_("Link length"), QUANTITY, "m", "1 mm", .maximum = 1e6, .help = N_("Of each link, for the energy that it takes alone.")),
    HD_RUN_GROUP_FLITS, FLIT, "link_length_m", IN (link_length, DOUBLE) },

  { CHOICE ("sync", N_("Synchronisation"), "serial", syncs,
            N_("How partitions keep in step; loose may state its quantum, such as loose:1 us.")),
    HD_RUN_GROUP_ENGINE, ALL, "sync", .words = sync_words, IN (sync, GUINT) },
  { PARAMETER ("quantum", N_("Quantum"), QUANTITY, "s", "1 ps", .maximum = MOST_SECONDS, .exclusive_minimum = 1,
               .help = N_("How far partitions may part in loose synchronisation.")),
    HD_RUN_GROUP_ENGINE, ALL, "quantum_s", IN (quantum, TIME) },
  { WHOLE ("partitions", N_("Partitions"), "1", 1, MOST_WHOLE, N_("Into how many event queues the model is divided.")),
    HD_RUN_GROUP_ENGINE, ALL, "partitions", IN (partitions, GUINT) },
  { WHOLE ("threads", N_("Threads"), "1", 1, MOST_WHOLE, N_("How many threads work on the partitions.")),
    HD_RUN_GROUP_ENGINE, ALL, "threads", IN (threads, GUINT) },
  { CHOICE ("channels", N_("Channels"), "lock-free", channels, N_("How messages pass between partitions: without a lock, or with one, for comparison.")),
    HD_RUN_GROUP_ENGINE, ALL, "channels", IN (channels, GUINT) },
  { DURATION ("wall-limit", N_("Wall limit"), N_("Wall time after which the run is stopped, elaborating and preparing included.")),
    HD_RUN_GROUP_ENGINE, ALL, "wall_limit_s", N_("unlimited"), IN (wall_limit, TIME) },
  { SIZE ("memory-limit", N_("Memory limit"), "", 1e18,
          N_("Memory for system, schedules and results together, such as 4 GiB; without one, half of what is free at the start.")),
    HD_RUN_GROUP_ENGINE, ALL, "memory_limit_bytes", N_("half of what is free"), IN (memory_limit, GUINT64) },

  { FLAG ("symmetry", N_("Symmetry"), N_("Whether equal members are simulated once.")), HD_RUN_GROUP_SHORTCUTS, FLOW, "symmetry", IN (symmetry, GUINT) },
  { FLAG ("fast-forward", N_("Fast forward"), N_("Whether identical steps are advanced at once.")),
    HD_RUN_GROUP_SHORTCUTS, FLOW, "fast_forward", IN (fast_forward, GUINT) },
  { FLAG ("incremental", N_("Incremental"), N_("Whether only changed rates are solved again.")),
    HD_RUN_GROUP_SHORTCUTS, FLOW, "incremental", IN (incremental, GUINT) },
  { FLAG ("static-check", N_("Static check"), N_("Whether a workload that cannot run is refused before the run.")),
    HD_RUN_GROUP_SHORTCUTS, ALL, "static_check", IN (static_check, GUINT) },

  { PARAMETER ("trace", N_("Trace"), TEXT, "", "",
               .help = N_("Members whose sends, receives and reductions are recorded one by one, and components that act whose lanes are "
                          "recorded in detail, such as rack[0]/server[0]/xpu[*].")),
    HD_RUN_GROUP_TRACE, ALL, "trace", N_("no member"), IN (traced, TRACED) },
  { TIME ("trace-from", N_("Trace from"), "0 s", MOST_SECONDS, N_("Simulated time from which is recorded what is traced.")),
    HD_RUN_GROUP_TRACE, ALL, "trace_from_s", IN (trace_from, TIME) },
  { DURATION ("trace-until", N_("Trace until"), N_("Simulated time up to which is recorded what is traced.")),
    HD_RUN_GROUP_TRACE, ALL, "trace_until_s", N_("the end"), IN (trace_until, TIME) },
  { .parameter.key = NULL },
};

const HdRunSetting *
hd_run_settings_get_table (void)
{
  return table;
}

const HdRunSetting *
hd_run_settings_find (const char *name)
{
  for (const HdRunSetting *setting = table; setting->parameter.key != NULL; setting++)
    if (strcmp (setting->parameter.key, name) == 0)
      return setting;
  return NULL;
}

const char *
hd_run_group_get_title (HdRunGroup group)
{
  static const char *const titles[] = {
    N_("Run"), N_("Sharing of links"), N_("Packet network"), N_("Flit network"), N_("Parallel engine"), N_("Shortcuts"), N_("Trace"),
  };

  g_return_val_if_fail (group < HD_N_RUN_GROUPS, NULL);

  return _(titles[group]);
}

/* ---- values ------------------------------------------------------------------------------------------------------------ */

double
hd_run_setting_get (const HdRunSetting *self,
                    const HdRunSettings *settings)
{
  gconstpointer field = (const char *) settings + self->offset;
  HdTime time;

  switch (self->storage)
    {
    case HD_RUN_STORAGE_GUINT:
      return *(const guint *) field;
    case HD_RUN_STORAGE_GUINT64:
      return (double) *(const guint64 *) field;
    case HD_RUN_STORAGE_DOUBLE:
      return *(const double *) field;
    case HD_RUN_STORAGE_TIME:
      time = *(const HdTime *) field;
      return time == HD_TIME_MAX ? INFINITY : hd_time_to_seconds (time);
    case HD_RUN_STORAGE_TRACED:
      return settings->n_traced;
    default:
      g_assert_not_reached ();
    }
}

void
hd_run_setting_set (const HdRunSetting *self,
                    HdRunSettings *settings,
                    double value)
{
  gpointer field = (char *) settings + self->offset;

  switch (self->storage)
    {
    case HD_RUN_STORAGE_GUINT:
      *(guint *) field = (guint) value;
      break;
    case HD_RUN_STORAGE_GUINT64:
      *(guint64 *) field = (guint64) value;
      break;
    case HD_RUN_STORAGE_DOUBLE:
      *(double *) field = value;
      break;
    case HD_RUN_STORAGE_TIME:
      *(HdTime *) field = self->parameter.exclusive_minimum ? MAX (hd_time_from_seconds (value), 1) : hd_time_from_seconds (value);
      break;
    case HD_RUN_STORAGE_TRACED:
    default:
      g_assert_not_reached ();
    }
}

gboolean
hd_run_setting_is_none (const HdRunSetting *self,
                        const HdRunSettings *settings)
{
  double value = hd_run_setting_get (self, settings);

  return self->none != NULL && (value == 0 || isinf (value));
}

static HdRunSettings
make_defaults (void)
{
  HdRunSettings defaults = { 0 };

  for (const HdRunSetting *setting = table; setting->parameter.key != NULL; setting++)
    {
      HdQuantity value = { .value = setting->storage == HD_RUN_STORAGE_TIME ? INFINITY : 0 };

      if (setting->storage != HD_RUN_STORAGE_TRACED
          && (setting->parameter.default_text[0] == '\0' || hd_parameter_parse (&setting->parameter, setting->parameter.default_text, &value, NULL)))
        hd_run_setting_set (setting, &defaults, value.value);
    }
  return defaults;
}

const HdRunSettings *
hd_run_settings_get_defaults (void)
{
  static HdRunSettings defaults;
  static gsize made = 0;

  if (g_once_init_enter (&made))
    {
      defaults = make_defaults ();
      g_once_init_leave (&made, 1);
    }
  return &defaults;
}

gboolean
hd_run_settings_trace_node (const HdRunSettings *self,
                            guint32 node)
{
  guint low = 0, high = self->n_traced;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->traced[middle] < node)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n_traced && self->traced[low] == node;
}

/* ---- words ------------------------------------------------------------------------------------------------------------- */

gboolean
hd_run_setting_has_effect (const HdRunSetting *self,
                           HdFidelity fidelity)
{
  return (self->fidelities & (1u << fidelity)) != 0;
}

const char *
hd_run_setting_get_word (const HdRunSetting *self,
                         const HdRunSettings *settings)
{
  guint choice = (guint) hd_run_setting_get (self, settings);

  g_return_val_if_fail (self->parameter.kind == HD_PARAMETER_CHOICE, NULL);

  return self->words != NULL ? _(self->words[choice]) : self->parameter.choices[choice];
}

const char *
hd_run_setting_get_fidelity (const HdRunSetting *self)
{
  if (self->fidelities == ALL)
    return NULL;
  if (self->fidelities == (PACKET | FLIT))
    return _("packet or flit");
  return _(fidelity_words[__builtin_ctz (self->fidelities)]);
}

char *
hd_run_setting_dup_help (const HdRunSetting *self)
{
  const char *help = _(self->parameter.help), *fidelity = hd_run_setting_get_fidelity (self);

  /* Translators: a sentence, and the fidelity at which alone it holds: "flow" */
  return fidelity != NULL ? g_strdup_printf (_("%s At %s fidelity."), help, fidelity) : g_strdup (help);
}

static const char *
translate (gpointer nothing,
           const char *text)
{
  return _(text);
}

char *
hd_run_settings_describe (void)
{
  GString *text = g_string_new (_("run: what can be set about a run, in the element <run> or by run:NAME=VALUE\n"));

  for (const HdRunSetting *setting = table; setting->parameter.key != NULL; setting++)
    {
      const char *fidelity = hd_run_setting_get_fidelity (setting);

      if (setting == table || setting->group != setting[-1].group)
        g_string_append_printf (text, "\n%s\n", hd_run_group_get_title (setting->group));
      _hd_describe_parameter (text, &setting->parameter, translate, NULL);
      if (setting->none != NULL)
        g_string_append_printf (text, _("      Without it: %s\n"), _(setting->none));
      if (fidelity != NULL)
        g_string_append_printf (text, _("      At %s fidelity alone\n"), fidelity);
    }
  return g_string_free (text, FALSE);
}
