/* lines.h: records of a text, a line each
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Fields stand between blanks; what follows # is a remark.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/** Lines: a place in a text of @end - @at bytes; @name: where it is from, for messages; @why: (array length=n_why): of what is wrong */
typedef struct
{
  const char *name;
  const char *at, *end;
  unsigned line;  /* from 1 */
  char separator; /* that ends a record as a line does; 0 for none */
  char *why;
  size_t n_why;
} Lines;

/** lines_next: after all fields of a record were taken: to the first of the next record that has any; 0 at the end of the text */
int lines_next (Lines *self);
/** lines_has_field: whether the record has one more */
int lines_has_field (Lines *self);
/** lines_take: the next field, which is there; its length */
size_t lines_take (Lines *self,
                   const char **out_field);
/** lines_count: fields from here to the end of the record */
unsigned lines_count (const Lines *self);
/** lines_take_number: a whole number from @minimum to @maximum. Returns 0 with a sentence that names @what */
int lines_take_number (Lines *self,
                       const char *what,
                       uint64_t minimum,
                       uint64_t maximum,
                       uint64_t *out_value);
/** lines_read_number: the field as a whole number, decimal or 0x; 0 if it is none, or above 2^64 - 1 */
int lines_read_number (const char *field,
                       size_t length,
                       uint64_t *out_value);
/** lines_fail: "NAME: line N: ..."; returns 0 */
int lines_fail (Lines *self,
                const char *format,
                ...) __attribute__ ((format (printf, 2, 3)));
