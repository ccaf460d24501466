/* hd-followed.h: memory of what was followed
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-follow.h>

G_BEGIN_DECLS

void hd_followed_free (HdFollowed *self);

G_END_DECLS
