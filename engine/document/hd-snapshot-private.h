/* hd-snapshot-private.h: making snapshots
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

/** _hd_snapshot_new: @root must never change again */
HdSnapshot *_hd_snapshot_new (const HdObject *root,
                              GFile *file,
                              const char *file_name);

G_END_DECLS
