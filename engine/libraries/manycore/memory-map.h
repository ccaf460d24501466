/* memory-map.h: which memory holds an address, and where it is
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "packet.h"

enum { EXIT_RIGHT = 2, EXIT_LEFT = 3, EXIT_CORE = 4 }; /* ports of a router, as router.c has them */
enum { MAP_CORNERS, MAP_NUMBERED };

/** MemoryMap: memories at the corners of a mesh (on the free left or right ports of the corner routers), or numbered ones behind crossbars */
typedef struct
{
  uint32_t kind;
  uint32_t columns, rows; /* of the mesh */
  uint32_t memories;      /* at the corners at most 4 */
  uint64_t interleave;    /* bytes in one memory before the next follows */
} MemoryMap;

static inline uint32_t
memory_map_find (const MemoryMap *self, uint64_t address)
{
  uint32_t k = (uint32_t) (address / self->interleave % self->memories);
  uint32_t x, y;

  if (self->kind == MAP_NUMBERED)
    return PLACE_MEMORY | k;
  x = k & 1 ? self->columns - 1 : 0;
  y = k & 2 ? self->rows - 1 : 0;
  return place_in_mesh (x, y, x == 0 ? EXIT_LEFT : EXIT_RIGHT);
}
