/* chiplet.h: component types of the chiplet library
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle-component.h>

#define CHIPLET_CATEGORY N_("Chiplets")
#define CHIPLET_LINE 128 /* bytes of a cache line, and of the largest message's data */

/* Kinds of dispatches between chiplets, memories and barriers. */
enum
{
  CHIPLET_READ = 1,
  CHIPLET_WRITE,
  CHIPLET_DATA, /* answers CHIPLET_READ */
  CHIPLET_ACK,  /* answers CHIPLET_WRITE */
  CHIPLET_ARRIVE,
  CHIPLET_RELEASE,
};

/**
 * ChipletLine: what goes before the data of a line
 * @slot: of the chiplet that asks; comes back with the answer
 * @writer: of a write: HD_NO_NODE if nobody is to know of it; in the answer to a read: the component whose write it took its data from, the last if there are several,
 *   or HD_NO_NODE
 * @number: which transfer of the writer that write was
 * @entered, @begun, @served: picoseconds: when it went into the network, when the memory got it and when it had done it; set by the memory
 */
typedef struct
{
  uint64_t address;
  uint32_t size;
  uint32_t slot;
  uint32_t writer;
  uint64_t number;
  int64_t entered;
  int64_t begun;
  int64_t served;
} ChipletLine;

extern const HdComponentType chiplet_barrier;
extern const HdComponentType chiplet_gpu;
extern const HdComponentType chiplet_memory;
extern const HdComponentType chiplet_process;
extern const HdComponentType chiplet_trace;
