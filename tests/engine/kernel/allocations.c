/* allocations.c: how often a test program has asked for memory
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stands in for the C library's functions.
 */
#include "allocations.h"

#include <errno.h>
#include <stdlib.h>

#if ALLOCATIONS_COUNT
static guint64 n_allocations; /* atomic */

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t size);
extern void *__libc_memalign (size_t alignment, size_t size);
void *malloc (size_t size);
void *calloc (size_t n, size_t size);
void *realloc (void *memory, size_t size);
void *aligned_alloc (size_t alignment, size_t size);
int posix_memalign (void **memory, size_t alignment, size_t size);

static void
count (void)
{
  __atomic_fetch_add (&n_allocations, 1, __ATOMIC_RELAXED);
}

void *
malloc (size_t size)
{
  count ();
  return __libc_malloc (size);
}

void *
calloc (size_t n,
        size_t size)
{
  count ();
  return __libc_calloc (n, size);
}

void *
realloc (void *memory,
         size_t size)
{
  count ();
  return __libc_realloc (memory, size);
}

void *
aligned_alloc (size_t alignment,
               size_t size)
{
  count ();
  return __libc_memalign (alignment, size);
}

int
posix_memalign (void **memory,
                size_t alignment,
                size_t size)
{
  count ();
  *memory = __libc_memalign (alignment, size);
  return *memory != NULL ? 0 : ENOMEM;
}

guint64
allocations_get_n (void)
{
  return __atomic_load_n (&n_allocations, __ATOMIC_RELAXED);
}

#else

guint64
allocations_get_n (void)
{
  return 0;
}

#endif
