/* gpgpusim.h: a GPU as GPGPU-Sim's file describes it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Of gpgpusim.config this takes clusters, cores, clock domains, the pipeline, schedulers, channels with their width and rate, the first two caches of data, and the latencies
 * of L2 and DRAM. Every other key is told to whoever reads it.
 */
#pragma once

#include "kernels.h"

/** GpgpusimIgnored: a key that means nothing here, in line @line */
typedef void (*GpgpusimIgnored) (void *data,
                                 const char *key,
                                 size_t length,
                                 unsigned line);

/** gpgpusim_read: Returns 0 with a sentence in @lines' why */
int gpgpusim_read (Lines *lines,
                   KernelsProfile *out_profile,
                   GpgpusimIgnored ignored,
                   void *data);
