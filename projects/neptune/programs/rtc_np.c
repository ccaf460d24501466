/* rtc_np.c: all but the headers, which the parser of the processor has found
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "classify.h"
#include "edit.h"
#include "lookup.h"
#include "meter.h"

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
    meter (notes->meter);
  edit (notes);
}
