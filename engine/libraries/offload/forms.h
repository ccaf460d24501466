/* forms.h: what lines of descriptors and packets have, for who describes and edits them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle-component.h>

extern const HdForm forms_all[];
