/* exchange.c: two chiplets that pass a number on: a first program
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each writes its number to its place in shared memory, waits until the other has done so, and reads what the other wrote.
 */
#include <stdio.h>

#include <heddle/heddle-chip.h>

int
main (void)
{
  chip *self;
  uint64_t now = 0, shared;
  uint32_t mine, theirs = 0;

  if (chip_open (&self) != 0)
    {
      fputs ("exchange is a chiplet: draw it in Heddle, and run the drawing\n", stderr);
      return 2;
    }
  shared = chip_shared (self, NULL);
  mine = 100 + chip_number (self);
  now += 1000; /* it computes for a thousand cycles */
  if (chip_write (self, shared + 128 * (chip_number (self) % 2), &mine, sizeof mine, 0, &now) != 0)
    return 1;
  printf ("cycle %llu: wrote %u\n", (unsigned long long) now, mine);
  if (chip_barrier (self, 0, &now) != 0 || chip_read (self, shared + 128 * ((chip_number (self) + 1) % 2), &theirs, sizeof theirs, &now) != 0)
    return 1;
  printf ("cycle %llu: read %u\n", (unsigned long long) now, theirs);
  return chip_close (self, now) == 0 ? 0 : 1;
}
