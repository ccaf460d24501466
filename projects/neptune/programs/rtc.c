/* rtc.c: all of it, by one engine: it runs to completion
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "edit.h"
#include "lookup.h"
#include "meter.h"
#include "parse.h"

void __attribute__ ((section (".start")))
start (uint8_t *window,
       uint8_t *bytes,
       uint32_t argument)
{
  Notes *notes = (Notes *) (void *) bytes;

  (void) argument;
  parse (window, notes);
  look_up (notes);
  if (notes->meter != 0)
    meter (notes->meter);
  edit (notes);
}
