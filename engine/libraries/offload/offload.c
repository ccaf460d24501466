/* offload.c: the library of nodes that run collective operations, in their network cards or in software
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "offload.h"

static const HdComponentType *const types[] = { &offload_nic, &offload_host, NULL };
static const HdLibrary library = {
  .size = sizeof (HdLibrary),
  .abi = HD_COMPONENT_ABI,
  .name = "offload",
  .title = N_("Collective offload"),
  .version = "1.0",
  .gettext_domain = "heddle",
  .capabilities = HD_CAPABILITY_EVENTS | HD_CAPABILITY_NETWORK,
  .types = types,
};

const HdLibrary *
heddle_library (void)
{
  return &library;
}
