/* hd-memory.h: how much memory this process may still take
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** hd_memory_get_free: bytes: what the machine has left, or less where a control group or a limit of the process ends before it. Reads a few files. */
guint64 hd_memory_get_free (void);
/** hd_memory_read_free: what the files below @root ("/" for those of this machine) say, without the limits of the process; %G_MAXUINT64 if nothing */
guint64 hd_memory_read_free (const char *root);

G_END_DECLS
