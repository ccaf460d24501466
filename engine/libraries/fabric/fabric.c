/* fabric.c: accelerators, memories and the switches between them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "fabric.h"

static const HdComponentType *const types[] = {
  &fabric_xpu,
  &fabric_cpu,
  &fabric_host,
  &fabric_memory,
  &fabric_nic,
  &fabric_switch,
  &fabric_pcie_switch,
  &fabric_xpu_switch,
  &fabric_cxl_switch,
  &fabric_tor_switch,
  &fabric_core_switch,
  &fabric_medium,
  NULL,
};

static const HdLibrary library = {
  .size = sizeof (HdLibrary),
  .abi = HD_COMPONENT_ABI,
  .name = "fabric",
  .title = N_("Accelerators, memories and fabrics"),
  .version = "1.0",
  .gettext_domain = "heddle",
  .types = types,
};

const HdLibrary *
heddle_library (void)
{
  return &library;
}
