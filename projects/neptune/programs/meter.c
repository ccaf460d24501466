/* meter.c: the third stage of four: what is beyond its rate goes no further
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "meter.h"

void __attribute__ ((section (".start")))
start (uint8_t *window,
       uint8_t *bytes,
       uint32_t argument)
{
  (void) window;
  (void) bytes;
  meter (argument);
  send (NEXT, 0);
}
