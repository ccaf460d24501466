/* switch.c: the switches
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * They forward and do nothing else; latency and bandwidth are those of their links. The types differ in what may be linked to them.
 */
#include "fabric.h"

const HdProbe fabric_router_probes[] = {
  { sizeof (HdProbe), "through", N_("Throughput"), "B/s", N_("bytes a second that pass") },
  { sizeof (HdProbe), "buffers", N_("Flits in buffers"), "flit", N_("flits in its input buffers, at flit fidelity") },
  { sizeof (HdProbe), "credits", N_("Free credits"), "flit", N_("flits that it may still send to the buffers of the next routers, at flit fidelity") },
  { sizeof (HdProbe), "switched", N_("Flits switched"), "flit/s", N_("flits a second that pass its switch, at flit fidelity") },
  { sizeof (HdProbe), "accepted", N_("Flits accepted"), "flit/s", N_("flits a second that it takes out at their destination, at flit fidelity") },
  { sizeof (HdProbe), "stalled", N_("Flits that stand still"), "%", N_("share of its input channels in which a flit could not go, at flit fidelity") },
  { sizeof (HdProbe), "no-channel", N_("For want of a channel"), "%", N_("share of its input channels whose flit waits for a virtual channel of the next router") },
  { sizeof (HdProbe), "no-credit", N_("For want of a credit"), "%", N_("share of its input channels whose flit waits for room in the buffers of the next router") },
  { sizeof (HdProbe), "no-switch", N_("For want of the switch"), "%", N_("share of its input channels whose flit was beaten by another one at the switch") },
  { sizeof (HdProbe), "no-room", N_("For want of room"), "%", N_("share of its input channels whose flit waits for room behind the switch, as where the link is slower") },
  { 0 },
};

const char *const fabric_arbitrations[] = { "as-run", "round-robin", "random", "age", NULL };

/* Those of servers do not aggregate. */
static const HdParameter routing[] = {
  FABRIC_ROUTER_PARAMETERS,
  { 0 },
};

/* Switches of networks, not of servers, aggregate. */
static const HdParameter aggregation[] = {
  {
    .size = sizeof (HdParameter),
    .key = "tree-entries",
    .property = HD_PROPERTY_TREE_ENTRIES,
    .title = N_("Tree entries"),
    .kind = HD_PARAMETER_INTEGER,
    .unit = "",
    .default_text = "16",
    .minimum = 0,
    .maximum = 1000000,
    .pleasant_minimum = 0,
    .pleasant_maximum = 1024,
    .help = N_("Aggregation trees that it can hold at once."),
    .source = FABRIC_AGGREGATION_SOURCE,
    .group = FABRIC_AGGREGATION_GROUP,
  },
  FABRIC_AGGREGATION_PARAMETERS,
  FABRIC_ROUTER_PARAMETERS,
  { 0 },
};

#define PORT(name_, title_, protocol_, help_) \
  { \
    .size = sizeof (HdPort), .name = name_, .title = title_, .protocol = protocol_, .maximum_links = 1, .indexed = 1, .help = help_, \
  }

#define SWITCH(id_, title_, symbol_, help_, ports_, parameters_) \
  { \
    .size = sizeof (HdComponentType), .id = id_, .title = title_, .category = FABRIC_NETWORK, .symbol = symbol_, .help = help_, \
    .role = HD_ROLE_SWITCH, .parameters = parameters_, .ports = ports_, .probes = fabric_router_probes, \
  }

static const HdPort switch_ports[] = {
  PORT ("port", N_("Port"), "*", N_("To anything.")),
  { 0 },
};

static const HdPort pcie_ports[] = {
  PORT ("up", N_("Upstream"), "pcie", N_("To a CPU; several in parallel widen the way.")),
  PORT ("down", N_("Downstream"), "pcie", N_("To accelerators, NICs or further switches.")),
  { 0 },
};

static const HdPort xpu_ports[] = {
  PORT ("port", N_("Port"), "xpu", N_("To accelerators.")),
  { 0 },
};

static const HdPort cxl_ports[] = {
  PORT ("down", N_("Downstream"), "cxl", N_("To accelerators, CPUs or the switches of racks.")),
  PORT ("up", N_("Upstream"), "cxl", N_("To the next switch of the cascade.")),
  PORT ("mem", N_("Memory"), "cxl", N_("To type 3 memory.")),
  { 0 },
};

static const HdPort tor_ports[] = {
  PORT ("down", N_("Downstream"), "ethernet", N_("To the NICs of the rack.")),
  {
    .size = sizeof (HdPort),
    .name = "up",
    .title = N_("Upstream"),
    .protocol = "ethernet",
    .help = N_("To core switches."),
  },
  { 0 },
};

static const HdPort core_ports[] = {
  PORT ("down", N_("Downstream"), "ethernet", N_("To the switches of racks.")),
  { 0 },
};

const HdComponentType fabric_switch =
  SWITCH ("switch", N_("Switch"), "switch", N_("Forwards between any links."), switch_ports, aggregation);

const HdComponentType fabric_pcie_switch =
  SWITCH ("pcie-switch", N_("PCIe switch"), "pcie-switch", N_("Joins accelerators and NICs to a CPU."), pcie_ports, routing);

const HdComponentType fabric_xpu_switch =
  SWITCH ("xpu-switch", N_("XPU switch"), "xpu-switch", N_("Joins the accelerators of a server, as NVSwitch does."), xpu_ports, routing);

const HdComponentType fabric_cxl_switch =
  SWITCH ("cxl-switch", N_("CXL switch"), "cxl-switch", N_("Joins accelerators and memory coherently; switches cascade."), cxl_ports, routing);

const HdComponentType fabric_tor_switch =
  SWITCH ("tor-switch", N_("ToR switch"), "switch", N_("The switch at the top of a rack."), tor_ports, aggregation);

const HdComponentType fabric_core_switch =
  SWITCH ("core-switch", N_("Core switch"), "switch", N_("Joins the racks."), core_ports, aggregation);
