/* lookup.c: the second stage of four: what tables say; it sends what has a meter to the third
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lookup.h"

void __attribute__ ((section (".start")))
start (uint8_t *window,
       uint8_t *bytes,
       uint32_t argument)
{
  Notes *notes = (Notes *) (void *) bytes;

  (void) window;
  (void) argument;
  look_up (notes);
  if (notes->meter != 0)
    insert_stage (STAGE_METER, notes->meter);
  send (NEXT, 0);
}
