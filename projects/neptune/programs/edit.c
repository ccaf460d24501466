/* edit.c: the second stage of a router: what changes in the packet
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "router.h"

void __attribute__ ((section (".start")))
start (uint8_t *window,
       uint8_t *notes)
{
  edit (window, (Version) notes[0]);
}
