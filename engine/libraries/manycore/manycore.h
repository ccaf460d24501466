/* manycore.h: the component types of this library, and macros for their tables
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Models after BDSim, a parallel simulator of big-data many-core chips. All types are blocks: their elements lie in arrays and are visited only
 * in cycles in which they have something to do.
 */
#pragma once

#include <heddle/heddle-component.h>

/* Groups of the palette. */
#define MANYCORE_CORES N_("Many cores")
#define MANYCORE_MEMORY N_("On-chip memory")
#define MANYCORE_NETWORK N_("On-chip network")

extern const HdComponentType manycore_vcore;
extern const HdComponentType manycore_core;
extern const HdComponentType manycore_cache;
extern const HdComponentType manycore_mact;
extern const HdComponentType manycore_router;
extern const HdComponentType manycore_crossbar;
extern const HdComponentType manycore_memory;
extern const HdComponentType manycore_mcu;

#define MANYCORE_WITH(property_, key_, title_, kind_, unit_, default_, minimum_, maximum_, help_) \
  { \
    .size = sizeof (HdParameter), .key = key_, .title = title_, .kind = kind_, .unit = unit_, .default_text = default_, .minimum = minimum_, \
    .maximum = maximum_, .help = help_, .property = property_, \
  }
#define MANYCORE_PARAMETER(key_, title_, kind_, unit_, default_, minimum_, maximum_, help_) \
  MANYCORE_WITH (HD_PROPERTY_NONE, key_, title_, kind_, unit_, default_, minimum_, maximum_, help_)
#define MANYCORE_INTEGER(key_, title_, default_, minimum_, maximum_, help_) \
  MANYCORE_PARAMETER (key_, title_, HD_PARAMETER_INTEGER, "", default_, minimum_, maximum_, help_)
/* Of what works, or has room, side by side. */
#define MANYCORE_COUNT(key_, title_, default_, minimum_, maximum_, help_) \
  MANYCORE_WITH (HD_PROPERTY_PARALLEL, key_, title_, HD_PARAMETER_INTEGER, "", default_, minimum_, maximum_, help_)
#define MANYCORE_NUMBER(key_, title_, unit_, default_, minimum_, maximum_, help_) \
  MANYCORE_PARAMETER (key_, title_, HD_PARAMETER_QUANTITY, unit_, default_, minimum_, maximum_, help_)
#define MANYCORE_CLOCK \
  MANYCORE_NUMBER ("clock", N_("Clock"), "Hz", "1 GHz", 1e3, 1e11, N_("Frequency; one cycle is its inverse."))
#define MANYCORE_PORT(name_, title_, protocol_, mandatory_, help_) \
  { \
    .size = sizeof (HdPort), .name = name_, .title = title_, .protocol = protocol_, .maximum_links = 1, \
    .mandatory = mandatory_, .help = help_, \
  }
#define MANYCORE_PROBE(name_, title_, unit_, summary_, help_) \
  { sizeof (HdProbe), name_, title_, unit_, help_, summary_ }

/* Whole numbers come as doubles. */
static inline uint32_t
manycore_whole (const HdBlockHost *host, HdBlockContext *context, uint32_t element, uint32_t index)
{
  return (uint32_t) host->parameter (context, element, index);
}
