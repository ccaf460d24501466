/* parse.c: the first stage: which headers a packet has, and what needs no look-up
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "parse.h"

void __attribute__ ((section (".start")))
start (uint8_t *window,
       uint8_t *bytes,
       uint32_t argument)
{
  Notes *notes = (Notes *) (void *) bytes;

  (void) argument;
  parse (window, notes);
  send (NEXT, 0);
}
