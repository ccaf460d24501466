/* manycore.c: cores, caches, memories and networks of a many-core chip, cycle by cycle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "manycore.h"

static const HdComponentType *const types[] = {
  &manycore_vcore,
  &manycore_core,
  &manycore_cache,
  &manycore_mact,
  &manycore_router,
  &manycore_crossbar,
  &manycore_memory,
  &manycore_mcu,
  NULL,
};

static const HdLibrary library = {
  .size = sizeof (HdLibrary),
  .abi = HD_COMPONENT_ABI,
  .name = "manycore",
  .title = N_("Many-core chips"),
  .version = "1.0",
  .gettext_domain = "heddle",
  .capabilities = HD_CAPABILITY_BLOCKS,
  .types = types,
};

const HdLibrary *
heddle_library (void)
{
  return &library;
}
