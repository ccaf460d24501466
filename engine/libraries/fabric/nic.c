/* nic.c: between a server and its network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "fabric.h"

static const HdParameter parameters[] = {
  {
    .size = sizeof (HdParameter),
    .key = "slots",
    .property = HD_PROPERTY_SLOTS,
    .title = N_("Process slots"),
    .kind = HD_PARAMETER_QUANTITY,
    .unit = "",
    .default_text = "inf",
    .minimum = 1,
    .pleasant_minimum = 1,
    .pleasant_maximum = 256,
    .allow_infinity = 1,
    .help = N_("Processes of one aggregation tree that it can serve; inf for no limit."),
  },
  FABRIC_AGGREGATION_PARAMETERS,
  { 0 },
};

static const HdPort ports[] = {
  {
    .size = sizeof (HdPort),
    .name = "pcie",
    .title = N_("PCIe"),
    .protocol = "pcie",
    .maximum_links = 1,
    .help = N_("To a PCIe switch or a CPU."),
  },
  {
    .size = sizeof (HdPort),
    .name = "eth",
    .title = N_("Ethernet"),
    .protocol = "ethernet",
    .maximum_links = 1,
    .help = N_("To a top-of-rack switch."),
  },
  { 0 },
};

const HdComponentType fabric_nic = {
  .size = sizeof (HdComponentType),
  .id = "nic",
  .title = N_("NIC"),
  .category = FABRIC_NETWORK,
  .symbol = "nic",
  .help = N_("A network interface: passes between PCIe and the network."),
  .role = HD_ROLE_SWITCH,
  .traits = HD_TRAIT_NIC,
  .parameters = parameters,
  .ports = ports,
  .probes = fabric_router_probes,
};
