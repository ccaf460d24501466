/* memory.c: memory that is a node of the fabric
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "fabric.h"

static const HdParameter parameters[] = {
  {
    .size = sizeof (HdParameter),
    .key = "capacity",
    .property = HD_PROPERTY_CAPACITY,
    .title = N_("Capacity"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "B",
    .default_text = "inf",
    .exclusive_minimum = 1,
    .pleasant_minimum = 16e9,
    .pleasant_maximum = 4e12,
    .allow_infinity = 1,
    .help = N_("Bytes that it holds; inf for no limit."),
  },
  {
    .size = sizeof (HdParameter),
    .key = "bandwidth",
    .property = HD_PROPERTY_BANDWIDTH,
    .title = N_("Bandwidth"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "B/s",
    .default_text = "inf",
    .exclusive_minimum = 1,
    .pleasant_minimum = 10e9,
    .pleasant_maximum = 4e12,
    .allow_infinity = 1,
    .help = N_("Bytes a second that all its readers and writers share; inf if its links are the limit."),
  },
  { 0 },
};

static const HdPort ports[] = {
  {
    .size = sizeof (HdPort),
    .name = "port",
    .title = N_("Port"),
    .protocol = "*",
    .mandatory = 1,
    .help = N_("To a CPU's memory channel, a CXL switch or any other."),
  },
  { 0 },
};

static const HdProbe probes[] = {
  { sizeof (HdProbe), "rate", N_("Rate"), "B/s", N_("bytes a second read and written") },
  { sizeof (HdProbe), "utilisation", N_("Utilisation"), "%", N_("share of the bandwidth") },
  { 0 },
};

const HdComponentType fabric_memory = {
  .size = sizeof (HdComponentType),
  .id = "memory",
  .title = N_("Memory"),
  .category = FABRIC_MEMORY,
  .symbol = "memory",
  .help = N_("Memory on the fabric: external memory of a CPU or CXL type 3."),
  .role = HD_ROLE_MEMORY,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
};
