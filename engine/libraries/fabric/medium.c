/* medium.c: what all that passes through it shares
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A link joins two components. A bus, the backplane of a cluster, or a stretch of the Internet joins any number, and has a bandwidth and a latency
 * of its own: it is a node, joined by links that need neither.
 */
#include "fabric.h"

static const char *const sharings[] = { "shared", "each", NULL };

static const HdParameter parameters[] = {
  {
    .size = sizeof (HdParameter),
    .key = "bandwidth",
    .property = HD_PROPERTY_BANDWIDTH,
    .title = N_("Bandwidth"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "B/s",
    .default_text = "inf",
    .exclusive_minimum = 1,
    .pleasant_minimum = 1e9,
    .pleasant_maximum = 1e12,
    .allow_infinity = 1,
    .help = N_("Bytes a second that pass; inf for no limit."),
  },
  {
    .size = sizeof (HdParameter),
    .key = "latency",
    .property = HD_PROPERTY_LATENCY,
    .title = N_("Latency"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "s",
    .default_text = "0 s",
    .maximum = 1000,
    .pleasant_maximum = 1e-3,
    .help = N_("Time that it adds to each route through it."),
  },
  {
    .size = sizeof (HdParameter),
    .key = "sharing",
    .property = HD_PROPERTY_SHARING,
    .title = N_("Sharing"),
    .kind = HD_PARAMETER_CHOICE,
    .default_text = "shared",
    .choices = sharings,
    .help = N_("Whether all transfers together have the bandwidth (shared), or each of them (each)."),
  },
  { 0 },
};

static const HdPort ports[] = {
  {
    .size = sizeof (HdPort),
    .name = "port",
    .title = N_("Port"),
    .protocol = "*",
    .help = N_("To anything."),
  },
  { 0 },
};

static const HdProbe probes[] = {
  { sizeof (HdProbe), "through", N_("Throughput"), "B/s", N_("bytes a second that pass") },
  { sizeof (HdProbe), "utilisation", N_("Utilisation"), "%", N_("share of the bandwidth") },
  { 0 },
};

const HdComponentType fabric_medium = {
  .size = sizeof (HdComponentType),
  .id = "medium",
  .title = N_("Medium"),
  .category = FABRIC_NETWORK,
  .symbol = "medium",
  .help = N_("A bus, a backbone or the Internet: limits and delays what passes through it."),
  .role = HD_ROLE_SWITCH,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
};
