/* hd-profile.h: where programs that components executed spent their time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/**
 * HdProfileRow: one instruction of a program, of all components that executed it
 * @program: its file, as the project names it; @function, @file: "" where that is not known, @line: 0 then
 * @instructions: how often it was executed
 * @issue_cycles: that this took; @waited_cycles: for which threads waited for what it loads
 * @calls: lines of the calls that it was inlined by, from the innermost on: "lookup.h:128 rtc.c:17"
 *
 * Texts are in a chunk, see hd_profile_read ().
 */
typedef struct
{
  const char *program;
  const char *function;
  const char *file;
  const char *calls;
  guint64 address;
  guint64 line;
  guint64 instructions;
  guint64 issue_cycles;
  guint64 waited_cycles;
} HdProfileRow;

/** hd_profile_may_be_written: whether any component of the design may write a file of kind %HD_OUTPUT_PROFILE */
gboolean hd_profile_may_be_written (HdDesign *design);

/**
 * hd_profile_read:
 * @texts: holds what rows point to
 *
 * Of a run that has ended.
 *
 * Returns: (element-type HdProfileRow) (transfer full): by program and address; what several components executed is added up; empty if nothing was written
 *
 * Errors: %HD_ERROR_INVALID: a library has written what is none, with file and line
 */
GArray *hd_profile_read (HdRecord *record,
                         GStringChunk *texts,
                         GError **error);

G_END_DECLS
