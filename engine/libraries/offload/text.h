/* text.h: descriptors and packets as text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *   descriptor JobID=7 SeqID=3 DestID=31 C CH CPCount=4    # what is not there is 0; a field of one bit that stands alone is 1
 *   packet JobID=7 SeqID=3 NodeID=12 len=256
 *
 * One a line, numbers decimal or 0x. What follows # is a remark.
 */
#pragma once

#include "fields.h"

/** TEXT_MOST_BYTES: room for what text_write () writes, with its end */
#define TEXT_MOST_BYTES 512

/** TextLine: @line: from 1 */
typedef struct
{
  Fields fields;
  FieldsKind kind;
  unsigned line;
} TextLine;

/** Text: @lines: (array length=n) (owned) */
typedef struct
{
  TextLine *lines;
  size_t n;
} Text;

/** text_write: one line without its end: fields that are not 0 and that @kind has, in the order of their bits. Returns its length */
size_t text_write (const Fields *fields,
                   FieldsKind kind,
                   char out[TEXT_MOST_BYTES]);
/** text_read: into @self, which holds none. Returns 0 with "line N: ..." in @why; text_clear () then too */
int text_read (Text *self,
               const char *text,
               size_t length,
               char *why,
               size_t n_why);
void text_clear (Text *self);
