/* hd-limits.h: how large a project may be
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Far above any real project, low enough that a hostile file ends in an error while memory is bounded.
 */
#pragma once

#define HD_LIMIT_FILE_BYTES (256 * 1024 * 1024)
#define HD_LIMIT_DEPTH 64
#define HD_LIMIT_OBJECTS (4 * 1000 * 1000)
#define HD_LIMIT_ATTRIBUTES 256
#define HD_LIMIT_ATTRIBUTE_BYTES (64 * 1024)
#define HD_LIMIT_NAME_BYTES 256
#define HD_LIMIT_TEXT_BYTES (1024 * 1024)
/* What undo keeps; beyond it the oldest steps are forgotten. */
#define HD_LIMIT_HISTORY_BYTES (256 * 1024 * 1024)
