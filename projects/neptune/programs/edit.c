/* edit.c: the last stage of four: what changes in the packet
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "edit.h"

void __attribute__ ((section (".start")))
start (uint8_t *window,
       uint8_t *bytes,
       uint32_t argument)
{
  Notes *notes = (Notes *) (void *) bytes;

  (void) window;
  (void) argument;
  edit (notes);
}
