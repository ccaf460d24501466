/* hd-resolve-run.c: run settings: default, then what is written, then run:NAME=VALUE
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-formula.h"

#include <stddef.h>
#include <string.h>

#include "hd-i18n.h"
#include "hd-override.h"
#include "hd-project.h"

typedef enum
{
  SETTING_CHOICE, /* enum */
  SETTING_GUINT,
  SETTING_GUINT64,
  SETTING_TIME,
  SETTING_DOUBLE,
  SETTING_FLAG,   /* gboolean */
} SettingKind;

typedef struct
{
  SettingKind kind;
  gsize offset; /* in HdRunSettings */
  HdParameter parameter;
} Setting;

static const char *const fidelities[] = { "flow", "packet", NULL };
static const char *const fairnesses[] = { "equal", "rtt", NULL };
static const char *const steps[] = { "neighbours", "barrier", NULL };
static const char *const switchings[] = { "store-and-forward", "cut-through", NULL };
static const char *const noise_orders[] = { "queue", "turns", "shares", NULL };
static const char *const channels[] = { "lock-free", "locked", NULL };
static const char *const syncs[] = { "serial", "window", "null-message", "request", "loose", NULL };

#define PARAMETER(key_, kind_, unit_, ...) { .size = sizeof (HdParameter), .key = key_, .title = key_, .kind = kind_, .unit = unit_, __VA_ARGS__ }
#define WHOLE(field, key_, low) \
  { SETTING_GUINT, offsetof (HdRunSettings, field), PARAMETER (key_, HD_PARAMETER_INTEGER, "", .minimum = low, .maximum = 1e9) }
#define FLAG(field, key_) \
  { SETTING_FLAG, offsetof (HdRunSettings, field), PARAMETER (key_, HD_PARAMETER_FLAG, "") }
#define CHOICE(field, key_, words) \
  { SETTING_CHOICE, offsetof (HdRunSettings, field), PARAMETER (key_, HD_PARAMETER_CHOICE, "", .choices = words) }
#define SIZE(field, key_) \
  { SETTING_DOUBLE, offsetof (HdRunSettings, field), PARAMETER (key_, HD_PARAMETER_QUANTITY, "B", .minimum = 1, .maximum = 1e9) }
#define DURATION(field, key_) \
  { SETTING_TIME, offsetof (HdRunSettings, field), PARAMETER (key_, HD_PARAMETER_QUANTITY, "s", .maximum = 9e6, .exclusive_minimum = 1) }

static const Setting settings[] = {
  CHOICE (fidelity, "fidelity", fidelities),
  CHOICE (sync, "sync", syncs),
  WHOLE (partitions, "partitions", 1),
  WHOLE (threads, "threads", 1),
  CHOICE (channels, "channels", channels),
  { SETTING_GUINT64, offsetof (HdRunSettings, seed), PARAMETER ("seed", HD_PARAMETER_INTEGER, "", .maximum = 9007199254740992.0) },
  WHOLE (iterations, "iterations", 1),
  DURATION (until, "until"),
  DURATION (wall_limit, "wall-limit"),
  { SETTING_GUINT64, offsetof (HdRunSettings, memory_limit), PARAMETER ("memory-limit", HD_PARAMETER_QUANTITY, "B", .minimum = 1, .maximum = 1e18) },
  CHOICE (fairness, "fairness", fairnesses),
  { SETTING_DOUBLE, offsetof (HdRunSettings, cross_traffic), PARAMETER ("cross-traffic", HD_PARAMETER_QUANTITY, "", .maximum = 1) },
  CHOICE (steps, "steps", steps),
  { SETTING_DOUBLE, offsetof (HdRunSettings, speed), PARAMETER ("speed", HD_PARAMETER_QUANTITY, "", .maximum = 1e12) },
  FLAG (symmetry, "symmetry"),
  FLAG (fast_forward, "fast-forward"),
  FLAG (incremental, "incremental"),
  FLAG (static_check, "static-check"),
  WHOLE (equal_paths, "equal-paths", 0),
  CHOICE (switching, "switching", switchings),
  SIZE (packet_bytes, "packet-size"),
  SIZE (buffer_bytes, "buffer"),
  { SETTING_TIME, offsetof (HdRunSettings, packet_time), PARAMETER ("packet-time", HD_PARAMETER_QUANTITY, "s", .maximum = 1000) },
  { SETTING_DOUBLE, offsetof (HdRunSettings, noise), PARAMETER ("noise", HD_PARAMETER_QUANTITY, "", .maximum = HD_MAX_NOISE) },
  SIZE (noise_bytes, "noise-packet"),
  CHOICE (noise_order, "noise-order", noise_orders),
  { SETTING_TIME, offsetof (HdRunSettings, trace_from), PARAMETER ("trace-from", HD_PARAMETER_QUANTITY, "s", .maximum = 9e6) },
  DURATION (trace_until, "trace-until"),
};

static void
store (HdRunSettings *run,
       const Setting *setting,
       double value)
{
  gpointer field = (char *) run + setting->offset;

  switch (setting->kind)
    {
    case SETTING_CHOICE:
    case SETTING_GUINT:
      *(guint *) field = (guint) value;
      break;
    case SETTING_GUINT64:
      *(guint64 *) field = (guint64) value;
      break;
    case SETTING_TIME:
      *(HdTime *) field = hd_latency_to_time (value);
      break;
    case SETTING_DOUBLE:
      *(double *) field = value;
      break;
    case SETTING_FLAG:
      *(gboolean *) field = value != 0;
      break;
    }
}

/* "loose:1 us": the quantum stands behind the word. */
static const char *
take_quantum (const char *text,
              HdEnvironment *environment,
              const HdObject *object,
              HdRunSettings *run)
{
  const HdParameter quantum = PARAMETER ("sync", HD_PARAMETER_QUANTITY, "s", .maximum = 9e6, .exclusive_minimum = 1);
  g_autoptr (HdFormula) formula = NULL;
  double value;

  if (!g_str_has_prefix (text, "loose:"))
    return text;
  formula = hd_formula_new_text (environment, NULL, object, "sync", text + strlen ("loose:"), FALSE);
  if (hd_formula_get_parameter (formula, environment, &quantum, &value))
    run->quantum = MAX (hd_latency_to_time (value), 1);
  return "loose";
}

const HdRunSettings *
hd_run_settings_get_defaults (void)
{
  static const HdRunSettings defaults = {
    .partitions = 1,
    .threads = 1,
    .seed = 1,
    .iterations = 1,
    .until = HD_TIME_MAX,
    .wall_limit = HD_TIME_MAX,
    .trace_until = HD_TIME_MAX,
    .packet_bytes = 4096,
    .noise_bytes = 4096,
    .symmetry = TRUE,
    .fast_forward = TRUE,
    .incremental = TRUE,
    .static_check = TRUE,
  };

  return &defaults;
}

void
hd_resolve_run (HdElaborator *self)
{
  HdProject *project = g_ptr_array_index (self->projects, 0);
  HdEnvironment environment = { self, project, NULL };
  const HdObject *root = hd_snapshot_get_root (hd_project_get_snapshot (project));
  const HdObject *object = hd_object_find_child (root, HD_OBJECT_RUN, NULL);
  HdRunSettings run = *hd_run_settings_get_defaults ();

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      const HdParameter *parameter = &settings[i].parameter;
      const HdOverride *override = hd_overrides_find (self->overrides, HD_ADDRESS_RUN, parameter->key, NULL);
      const char *text = override != NULL ? override->value : object != NULL ? hd_object_get (object, parameter->key) : NULL;
      g_autoptr (HdFormula) formula = NULL;
      double value;

      if (text == NULL)
        continue;
      if (settings[i].offset == offsetof (HdRunSettings, sync))
        text = take_quantum (text, &environment, object != NULL ? object : root, &run);
      formula = hd_formula_new_text (&environment, NULL, object != NULL ? object : root, parameter->key, text,
                                     parameter->kind == HD_PARAMETER_CHOICE);
      if (hd_formula_get_parameter (formula, &environment, parameter, &value))
        store (&run, &settings[i], value);
    }
  self->design->settings = run;
}
