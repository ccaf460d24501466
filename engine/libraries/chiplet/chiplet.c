/* chiplet.c: the library of chiplets that share memory over a network on an interposer
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "chiplet.h"

static const HdComponentType *const types[] = { &chiplet_gpu, &chiplet_trace, &chiplet_process, &chiplet_memory, &chiplet_barrier, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary),
  .abi = HD_COMPONENT_ABI,
  .name = "chiplet",
  .title = N_("Chiplets"),
  .version = "1.0",
  .gettext_domain = "heddle",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_NETWORK | HD_CAPABILITY_PROGRAMS,
  .types = types,
};

const HdLibrary *
heddle_library (void)
{
  return &library;
}
