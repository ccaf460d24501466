/* gtx480.h: how long a GPU of the paper computes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 15 cores that issue 2 warp instructions a cycle each: 20 cycles for a warp of 600 instructions alone on all of them.
 */
#pragma once

#include <stdint.h>

#define GTX480_ISSUE (15 * 2)
#define GTX480_WARP 32

/* Cycles for @warps warps of @instructions each. */
static inline uint64_t
gtx480_compute (uint64_t warps,
                uint64_t instructions)
{
  return (warps * instructions + GTX480_ISSUE - 1) / GTX480_ISSUE;
}
