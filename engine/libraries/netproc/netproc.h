/* netproc.h: component types of the library of network processors
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle-component.h>

#define NETPROC_CATEGORY N_("Network processors")
#define NETPROC_CLOCK_PARAMETER \
  { \
    .size = sizeof (HdParameter), .key = "clock", .title = N_("Clock"), .kind = HD_PARAMETER_QUANTITY, .unit = "Hz", .default_text = "800 MHz", .minimum = 1e6, \
    .maximum = 1e11, .pleasant_minimum = 1e8, .pleasant_maximum = 4e9, .help = N_("Of its cycles; a whole number of hertz."), .source = "Neptune, table 1", \
  }
#define NETPROC_FILE_PARAMETER \
  { \
    .size = sizeof (HdParameter), .key = "capture", .title = N_("Capture"), .kind = HD_PARAMETER_FLAG, .default_text = "false", \
    .help = N_("Whether it writes what it has counted to a file."), \
  }

/* What `activity` of each part says was measured: milliseconds for 100,000 packets of all types in the paper's machine of 128 engines, in 16 clusters, on one thread. */

/** netproc_react: of all parts whose first parameter is their clock: they look in the middle of a cycle, and send when the next begins, or later */
int64_t netproc_react (const double *parameters);

extern const HdComponentType netproc_buffer;
extern const HdComponentType netproc_cluster;
extern const HdComponentType netproc_counter;
extern const HdComponentType netproc_dispatcher;
extern const HdComponentType netproc_egress;
extern const HdComponentType netproc_exact;
extern const HdComponentType netproc_hash;
extern const HdComponentType netproc_ingress;
extern const HdComponentType netproc_lpm;
extern const HdComponentType netproc_meter;
extern const HdComponentType netproc_parser;
extern const HdComponentType netproc_source;
