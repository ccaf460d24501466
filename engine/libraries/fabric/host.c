/* host.c: a computer as a whole
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What simulators of distributed systems call a host: it computes at one rate, sends and receives; nothing inside it is modelled.
 */
#include "fabric.h"

static const HdParameter parameters[] = {
  {
    .size = sizeof (HdParameter),
    .key = "fp32",
    .property = HD_PROPERTY_FP32_RATE,
    .title = N_("Speed"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "FLOP/s",
    .default_text = "1 GFLOP/s",
    .exclusive_minimum = 1,
    .pleasant_minimum = 1e9,
    .pleasant_maximum = 1e15,
    .help = N_("Operations a second of one core."),
  },
  {
    .size = sizeof (HdParameter),
    .key = "cores",
    .title = N_("Cores"),
    .kind = HD_PARAMETER_INTEGER,
    .unit = "",
    .default_text = "1",
    .minimum = 1,
    .maximum = 1000000,
    .pleasant_minimum = 1,
    .pleasant_maximum = 256,
    .help = N_("How many there are."),
  },
  FABRIC_SOFTWARE_PARAMETERS,
  { 0 },
};

static const HdPort ports[] = {
  {
    .size = sizeof (HdPort),
    .name = "port",
    .title = N_("Port"),
    .protocol = "*",
    .help = N_("To networks, any number of them."),
  },
  { 0 },
};

static const HdProbe probes[] = {
  { sizeof (HdProbe), "busy", N_("Busy"), "%", N_("share of time that it computes") },
  { sizeof (HdProbe), "vertex", N_("Vertex"), "", N_("the task that runs") },
  { 0 },
};

const HdComponentType fabric_host = {
  .size = sizeof (HdComponentType),
  .id = "host",
  .title = N_("Host"),
  .category = FABRIC_COMPUTE,
  .symbol = "server",
  .help = N_("A computer as a whole: computes at one rate, sends and receives."),
  .role = HD_ROLE_ENDPOINT,
  .parameters = parameters,
  .ports = ports,
  .probes = probes,
};
