/* fabric.h: the component types of this library
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle-component.h>

/* Groups of the palette. */
#define FABRIC_COMPUTE N_ ("Compute")
#define FABRIC_MEMORY N_ ("Memory")
#define FABRIC_NETWORK N_ ("Network")

extern const HdComponentType fabric_xpu;
extern const HdComponentType fabric_cpu;
extern const HdComponentType fabric_memory;
extern const HdComponentType fabric_nic;
extern const HdComponentType fabric_switch;
extern const HdComponentType fabric_pcie_switch;
extern const HdComponentType fabric_xpu_switch;
extern const HdComponentType fabric_cxl_switch;
extern const HdComponentType fabric_tor_switch;
extern const HdComponentType fabric_core_switch;

/* Every type that forwards has this probe. */
extern const HdProbe fabric_through_probes[];
