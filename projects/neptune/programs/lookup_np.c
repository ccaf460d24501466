/* lookup_np.c: the second stage of four, behind the parser of the processor
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "classify.h"
#include "lookup.h"

void __attribute__ ((section (".start")))
start (uint8_t *window,
       uint8_t *bytes,
       uint32_t argument)
{
  Notes *notes = (Notes *) (void *) bytes;

  (void) window;
  (void) argument;
  classify (notes);
  look_up (notes);
  if (notes->meter != 0)
    insert_stage (STAGE_METER, notes->meter);
  send (NEXT, 0);
}
