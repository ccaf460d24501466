/* allocations.h: how often a test program has asked for memory
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#include "../../sanitizers.h"

#if defined(__GLIBC__) && !UNDER_ADDRESS_SANITIZER && !UNDER_THREAD_SANITIZER
#define ALLOCATIONS_COUNT 1
#else
#define ALLOCATIONS_COUNT 0 /* a sanitizer stands in for the same functions */
#endif

/** allocations_get_n: in all threads, since the start; 0 if they do not count */
guint64 allocations_get_n (void);
