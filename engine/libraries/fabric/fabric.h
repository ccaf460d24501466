/* fabric.h: the component types of this library
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle-component.h>

/* Groups of the palette. */
#define FABRIC_COMPUTE N_("Compute")
#define FABRIC_MEMORY N_("Memory")
#define FABRIC_NETWORK N_("Network")

extern const HdComponentType fabric_xpu;
extern const HdComponentType fabric_cpu;
extern const HdComponentType fabric_host;
extern const HdComponentType fabric_memory;
extern const HdComponentType fabric_medium;
extern const HdComponentType fabric_nic;
extern const HdComponentType fabric_switch;
extern const HdComponentType fabric_pcie_switch;
extern const HdComponentType fabric_xpu_switch;
extern const HdComponentType fabric_cxl_switch;
extern const HdComponentType fabric_tor_switch;
extern const HdComponentType fabric_core_switch;

/* Every type that forwards has this probe. */
extern const HdProbe fabric_router_probes[];

/* Of routers: as the run settings say, and then what these know, in their order. */
extern const char *const fabric_arbitrations[];

/* What in-network aggregation needs to know of a NIC or a switch; the paper states 10 ns, the others are ours. */
#define FABRIC_AGGREGATION_SOURCE N_("Chen et al., aggregation trees (2024)")
#define FABRIC_AGGREGATION_GROUP N_("In aggregation trees")
#define FABRIC_AGGREGATION_PARAMETERS \
  { \
    .size = sizeof (HdParameter), .key = "tree-degree", .property = HD_PROPERTY_TREE_DEGREE, .title = N_("Children in a tree"), .kind = HD_PARAMETER_INTEGER, .unit = "", \
    .default_text = "64", .minimum = 2, .maximum = 65536, .pleasant_minimum = 8, .pleasant_maximum = 128, \
    .help = N_("Children that it can have in one aggregation tree."), .group = FABRIC_AGGREGATION_GROUP, \
  }, \
  { \
    .size = sizeof (HdParameter), .key = "match-time", .property = HD_PROPERTY_MATCH_TIME, .title = N_("Match time"), .kind = HD_PARAMETER_QUANTITY, .unit = "s", \
    .default_text = "10 ns", .minimum = 0, .maximum = 1, .pleasant_minimum = 1e-9, .pleasant_maximum = 1e-6, \
    .help = N_("Time to find the aggregation tree that a packet belongs to."), .source = FABRIC_AGGREGATION_SOURCE, .group = FABRIC_AGGREGATION_GROUP, \
  }, \
  { \
    .size = sizeof (HdParameter), .key = "store-time", .property = HD_PROPERTY_STORE_TIME, .title = N_("Store time"), .kind = HD_PARAMETER_QUANTITY, .unit = "s/B", \
    .default_text = "80 ps/B", .minimum = 0, .maximum = 1, .pleasant_minimum = 1e-12, .pleasant_maximum = 1e-9, \
    .help = N_("Time to store and forward a byte of an aggregation packet."), .group = FABRIC_AGGREGATION_GROUP, \
  }, \
  { \
    .size = sizeof (HdParameter), .key = "reduce-time", .property = HD_PROPERTY_REDUCE_TIME, .title = N_("Reduction time"), .kind = HD_PARAMETER_QUANTITY, .unit = "s/B", \
    .default_text = "120 ps/B", .minimum = 0, .maximum = 1, .pleasant_minimum = 1e-12, .pleasant_maximum = 1e-9, \
    .help = N_("Time to reduce a byte of an aggregation packet."), .group = FABRIC_AGGREGATION_GROUP, \
  }

/* What a switch may have of its own as a router with virtual channels. */
#define FABRIC_ROUTER_GROUP N_("At flit fidelity")
#define FABRIC_ROUTER_NUMBER(key_, property_, title_, maximum_, pleasant_, help_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .property = property_, .title = title_, .kind = HD_PARAMETER_INTEGER, .unit = "", \
    .default_text = "0", .minimum = 0, .maximum = maximum_, .pleasant_minimum = 0, .pleasant_maximum = pleasant_, .help = help_, .group = FABRIC_ROUTER_GROUP, \
  }
#define FABRIC_ROUTER_PARAMETERS \
  FABRIC_ROUTER_NUMBER ("virtual-channels", HD_PROPERTY_VIRTUAL_CHANNELS, N_("Virtual channels"), 64, 8, \
                        N_("Queues of each of its input ports; 0: as the run settings say.")), \
  FABRIC_ROUTER_NUMBER ("input-buffer", HD_PROPERTY_INPUT_BUFFER, N_("Input buffer"), 65535, 64, \
                        N_("Flits that a virtual channel holds; 0: as the run settings say.")), \
  FABRIC_ROUTER_NUMBER ("output-buffer", HD_PROPERTY_OUTPUT_BUFFER, N_("Output buffer"), 65535, 64, \
                        N_("Flits that wait for a link behind its switch; 0: as the run settings say.")), \
  FABRIC_ROUTER_NUMBER ("stages", HD_PROPERTY_STAGES, N_("Further stages"), 1000, 8, \
                        N_("Cycles that it takes besides the four of its pipeline.")), \
  { \
    .size = sizeof (HdParameter), .key = "clock", .property = HD_PROPERTY_CLOCK, .title = N_("Clock"), .kind = HD_PARAMETER_QUANTITY, .unit = "Hz", \
    .default_text = "0 Hz", .minimum = 0, .maximum = 1e12, .pleasant_minimum = 1e8, .pleasant_maximum = 5e9, \
    .help = N_("Of the router and what is linked to it alone; 0: as the run settings say."),.group = FABRIC_ROUTER_GROUP, \
  }, \
  { \
    .size = sizeof (HdParameter), .key = "arbitration", .property = HD_PROPERTY_ARBITRATION, .title = N_("Arbitration"), .kind = HD_PARAMETER_CHOICE, \
    .default_text = "as-run", .choices = fabric_arbitrations, \
    .help = N_("Which of the flits that ask for the same goes; as-run: as the run settings say."),.group = FABRIC_ROUTER_GROUP, \
  }

/* What software costs a process: LogGP's o and g, and what goes before a collective. 0 keeps them out of the model. */
#define FABRIC_SOFTWARE_COST(key_, property_, title_, help_, source_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .property = property_, .title = title_, .kind = HD_PARAMETER_QUANTITY, .unit = "s", \
    .default_text = "0 s", .minimum = 0, .maximum = 1, .pleasant_minimum = 1e-7, .pleasant_maximum = 1e-4, .help = help_, .source = source_, \
  }
#define FABRIC_LOGGP_SOURCE N_("Alexandrov et al., LogGP (1995)")
#define FABRIC_SOFTWARE_PARAMETERS \
  FABRIC_SOFTWARE_COST ("send-overhead", HD_PROPERTY_SEND_OVERHEAD, N_("Overhead to send"), \
                        N_("Time of software before a message leaves."), FABRIC_LOGGP_SOURCE), \
  FABRIC_SOFTWARE_COST ("receive-overhead", HD_PROPERTY_RECEIVE_OVERHEAD, N_("Overhead to receive"), \
                        N_("Time of software from the last byte of a message until it has been received."), FABRIC_LOGGP_SOURCE), \
  FABRIC_SOFTWARE_COST ("message-gap", HD_PROPERTY_MESSAGE_GAP, N_("Gap between messages"), \
                        N_("Least time from one message that it sends, or receives, to the next."), FABRIC_LOGGP_SOURCE), \
  FABRIC_SOFTWARE_COST ("collective-start", HD_PROPERTY_COLLECTIVE_START, N_("Start of a collective"), \
                        N_("Time of software before the first step of a collective, such as the launch of a kernel."), \
                        N_("NVIDIA, NCCL: base latencies of its tuning model"))
