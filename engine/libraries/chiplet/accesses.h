/* accesses.h: who has read and written which addresses of a memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Bytes are counted by block and by who asked. Blocks are lines at first; when there are too many counts, they become twice as large until there are
 * half as many, so that what is kept has a limit however much memory is touched.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define ACCESSES_MOST (1 << 15) /* counts */

typedef struct
{
  uint64_t block; /* address >> shift */
  uint32_t peer;
  uint64_t bytes_read, bytes_written;
} AccessesCount;

/** Accesses: zeroed, with @shift set */
typedef struct
{
  unsigned shift;
  AccessesCount *counts; /* by hash of block and peer; nothing read or written: no count is here */
  size_t n_places, n;
} Accesses;

void accesses_clear (Accesses *self);
/** accesses_add: of @size bytes within one block. Returns 0 if there is no memory for it */
int accesses_add (Accesses *self,
                  uint64_t address,
                  uint32_t size,
                  uint32_t peer,
                  int is_write);
/** accesses_copy: as they are now; returns 0 if there is no memory for it */
int accesses_copy (const Accesses *self,
                   Accesses *out_copy);
/** accesses_sort: puts all counts, @n of them, into the order of addresses, then of peers; nothing is added any more */
const AccessesCount *accesses_sort (Accesses *self);
