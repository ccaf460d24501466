/* fixture-old-abi.c: a library of an interface that is no longer spoken
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <heddle/heddle-component.h>

static const HdLibrary library = { .size = sizeof (HdLibrary), .abi = 0, .name = "antique" };

const HdLibrary *
heddle_library (void)
{
  return &library;
}
