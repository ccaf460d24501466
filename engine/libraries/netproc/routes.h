/* routes.h: what the longest prefix of an address says
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "entries.h"

/** Routes: @entries: their table is the length of the prefix; @is_used: lengths that there are, for 4 and for 16 bytes */
typedef struct
{
  Entries entries;
  uint8_t is_used[2][129];
} Routes;

void routes_init (Routes *self,
                  uint32_t most);
void routes_clear (Routes *self);
/** routes_read: adds the lines of @table: a prefix, and the number that belongs to it, as "10.2.0.0/16 2". Returns 0 with a sentence in Table.why */
int routes_read (Routes *self,
                 Table *table);
/** routes_find: of an address of 4 or 16 bytes the number, and the length of the prefix in bits; 0 if there is none */
int routes_find (const Routes *self,
                 const uint8_t *address,
                 uint32_t n_bytes,
                 uint32_t *out_number,
                 uint32_t *out_length);
