/* hd-accesses.h: who was at which addresses of which memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/** HdMemoryAccess: @component has @read and @written so many bytes of the @bytes from @address on; @memory counts them. Both are nodes */
typedef struct
{
  guint64 address;
  guint64 bytes;
  guint32 component;
  guint32 memory;
  guint64 read;
  guint64 written;
} HdMemoryAccess;

/** hd_accesses_are_counted: whether any component of the design writes a file of kind %HD_OUTPUT_ACCESSES */
gboolean hd_accesses_are_counted (HdDesign *design);

/**
 * hd_accesses_read:
 *
 * Of a run that has ended.
 *
 * Returns: (element-type HdMemoryAccess) (transfer full): in the order of addresses, then of components, then of memories; empty if there are none
 *
 * Errors: %HD_ERROR_INVALID: a library has written what is none, with file and line
 */
GArray *hd_accesses_read (HdRecord *record,
                          GError **error);

/**
 * hd_accesses_look:
 *
 * Of a run that goes on: asks for what memories have counted, which comes when the run next rests. One that is paused has told it unasked.
 *
 * Returns: (element-type HdMemoryAccess) (transfer full) (nullable): what came last, in the same order
 */
GArray *hd_accesses_look (HdRecord *record);

G_END_DECLS
