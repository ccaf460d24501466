/* kernels.h: what a GPU chiplet computes, and how long that takes without the network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A record is a kernel: warps, instructions of each, lines of private memory that it reads and writes, lines of shared memory that it reads and writes, and the number of the
 * barrier that it ends at, or -. A record "@ A..B" or "@ A" says that the ones behind it are for chiplets whose role is from A to B, "@ *" that they are for all,
 * as are those before any.
 */
#pragma once

#include "lines.h"

#define KERNELS_LINE 128        /* bytes */
#define KERNELS_NO_BARRIER UINT64_MAX
#define KERNELS_MOST_CYCLES (UINT64_C (1) << 61)

/** KernelsProfile: @latency: cycles of an access to private memory; @outstanding: lines that a core has under way at most */
typedef struct
{
  uint64_t hertz, cores, issue, bytes_per_s, latency, outstanding;
} KernelsProfile;

typedef struct
{
  uint64_t warps, instructions;
  uint64_t private_reads, private_writes, shared_reads, shared_writes; /* lines */
  uint64_t barrier;
} Kernel;

typedef struct
{
  Kernel *all;
  size_t n;
} Kernels;

/** kernels_read: adds those for @role. Returns 0 with a sentence in @lines' why */
int kernels_read (Kernels *self,
                  Lines *lines,
                  uint64_t role);
/** kernels_share_all: private lines go over the network like those that are shared */
void kernels_share_all (Kernels *self);
void kernels_clear (Kernels *self);
/** kernel_get_cycles: of a kernel whose answers come at once; above KERNELS_MOST_CYCLES if it is longer than that */
uint64_t kernel_get_cycles (const Kernel *self,
                            const KernelsProfile *profile);

static inline uint64_t
kernel_get_lines (const Kernel *self)
{
  return self->shared_reads + self->shared_writes;
}

/* The cycle of the kernel at which line @i of shared memory would be asked for, if it takes @cycles. */
static inline uint64_t
kernel_get_ready (const Kernel *self,
                  uint64_t cycles,
                  uint64_t i)
{
  return (uint64_t) ((unsigned __int128) i * cycles / kernel_get_lines (self));
}

/* Reads are spread evenly among the lines. */
static inline int
kernel_is_read (const Kernel *self,
                uint64_t i)
{
  unsigned __int128 reads = self->shared_reads, n = kernel_get_lines (self);

  return (uint64_t) ((i + 1) * reads / n) > (uint64_t) (i * reads / n);
}
