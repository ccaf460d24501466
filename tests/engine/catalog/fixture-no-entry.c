/* fixture-no-entry.c: a shared object that is no component library
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <heddle/heddle-component.h>

HD_EXPORT extern const int nothing_to_see;
const int nothing_to_see = 1;
