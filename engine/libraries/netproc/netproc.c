/* netproc.c: the library of network processors, whose engines execute real programs on real packets
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "netproc.h"

#include "clock.h"

static const HdComponentType *const types[] = {
  &netproc_source, &netproc_ingress, &netproc_parser, &netproc_dispatcher, &netproc_cluster, &netproc_buffer, &netproc_exact, &netproc_lpm,
  &netproc_meter, &netproc_hash, &netproc_counter, &netproc_egress, NULL,
};
static const HdLibrary library = {
  .size = sizeof (HdLibrary),
  .abi = HD_COMPONENT_ABI,
  .name = "netproc",
  .title = N_("Network processors"),
  .version = "1.0",
  .gettext_domain = "heddle",
  .capabilities = HD_CAPABILITY_EVENTS,
  .types = types,
};

int64_t
netproc_react (const double *parameters)
{
  const Clock clock = clock_make ((uint64_t) parameters[0]);

  return clock_get_reaction (&clock);
}

const HdLibrary *
heddle_library (void)
{
  return &library;
}
