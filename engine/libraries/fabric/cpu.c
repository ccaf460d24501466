/* cpu.c: a processor, seen from the fabric
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * No work runs on it: it joins PCIe, the other socket and memory, as a switch does.
 */
#include "fabric.h"

static const HdPort ports[] = {
  {
    .size = sizeof (HdPort),
    .name = "upi",
    .title = N_("UPI"),
    .protocol = "upi",
    .help = N_("To the other sockets of the server."),
  },
  {
    .size = sizeof (HdPort),
    .name = "pcie",
    .title = N_("PCIe"),
    .protocol = "pcie",
    .maximum_links = 1,
    .indexed = 1,
    .help = N_("Root ports: to PCIe switches, accelerators or NICs."),
  },
  {
    .size = sizeof (HdPort),
    .name = "memory",
    .title = N_("Memory"),
    .protocol = "memory",
    .maximum_links = 1,
    .indexed = 1,
    .help = N_("Memory channels."),
  },
  {
    .size = sizeof (HdPort),
    .name = "cxl",
    .title = N_("CXL"),
    .protocol = "cxl",
    .maximum_links = 1,
    .indexed = 1,
    .help = N_("To CXL switches."),
  },
  { 0 },
};

const HdComponentType fabric_cpu = {
  .size = sizeof (HdComponentType),
  .id = "cpu",
  .title = N_("CPU"),
  .category = FABRIC_COMPUTE,
  .symbol = "cpu",
  .help = N_("A processor as a crossing of PCIe, memory and other sockets; no work runs on it."),
  .role = HD_ROLE_SWITCH,
  .ports = ports,
  .probes = fabric_router_probes,
};
