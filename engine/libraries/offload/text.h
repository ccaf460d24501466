/* text.h: descriptors, packets, and programs of cards as text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *   card rank=0
 *   source SeqID=0 NodeID=1 ReduceFlag from=0 to=4
 *   descriptor SeqID=1 DestID=3 C CH CP CPCount=1 from=4 to=8    # what is not there is 0; a field of one bit that stands alone is 1
 *   packet JobID=7 SeqID=3 NodeID=12 len=256
 *
 * One a line, or with a semicolon behind it; numbers decimal or 0x. What follows # is a remark, to the end of the line.
 */
#pragma once

#include "fields.h"

/** TEXT_MOST_BYTES: room for what text_write () writes, with its end */
#define TEXT_MOST_BYTES 576

typedef enum { TEXT_DESCRIPTOR, TEXT_PACKET, TEXT_SOURCE, TEXT_CARD, TEXT_N_KINDS } TextKind;

/** TextLine: @line: from 1; @from, @to: elements, of descriptors and sources; @rank: of a card */
typedef struct
{
  Fields fields;
  TextKind kind;
  unsigned line;
  uint64_t from, to;
  uint32_t rank;
} TextLine;

/** Text: @lines: (array length=n) (owned) */
typedef struct
{
  TextLine *lines;
  size_t n;
} Text;

/** text_write: one line without its end: fields that are not 0 and that its kind has, in the order of their bits. Returns its length */
size_t text_write (const TextLine *line,
                   char out[TEXT_MOST_BYTES]);
/** text_read: into @self, which holds none. Returns 0 with "line N: ..." in @why; text_clear () then too */
int text_read (Text *self,
               const char *text,
               size_t length,
               char *why,
               size_t n_why);
void text_clear (Text *self);
