/* parse.c: the first stage of a router: what kind of packet it is
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "router.h"

void __attribute__ ((section (".start")))
start (uint8_t *window,
       uint8_t *notes)
{
  notes[0] = (uint8_t) classify (window);
  send (NEXT, 0);
}
