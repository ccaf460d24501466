/* table.h: tables of network processors as text: lines of words
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * # begins a comment, which ends with its line.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define TABLE_WORDS 32
#define TABLE_WORD_BYTES 64 /* with a zero behind */

/** Table: a place in a file; @words: of the line that was read; @why: (array length=n_why): what is wrong, "" while nothing is */
typedef struct
{
  const char *name, *at, *end;
  char *why;
  size_t n_why;
  uint32_t line, n_words;
  char words[TABLE_WORDS][TABLE_WORD_BYTES];
} Table;

/** table_open: of a file whose @text has @size bytes and a zero behind them; of a text that is being edited, whose lines have numbers alone, if @name is NULL */
void table_open (Table *self,
                 const char *name,
                 const char *text,
                 size_t size,
                 char *why,
                 size_t n_why);
/** table_next: the next line that says something; 0 at the end, and with a sentence in Table.why if it cannot be read */
int table_next (Table *self);
/** table_fail: returns 0 with a sentence in Table.why that names file and line */
int table_fail (Table *self,
                const char *format,
                ...) __attribute__ ((format (printf, 2, 3)));

/** table_read_number: word @at, a whole number up to @most */
int table_read_number (Table *self,
                       uint32_t at,
                       const char *what,
                       uint64_t most,
                       uint64_t *out_number);
/** table_read_amount: word @at, a whole number with @unit right behind it, "B" or "B/s", before which k, M, G, Ki, Mi or Gi may stand; up to @most */
int table_read_amount (Table *self,
                       uint32_t at,
                       const char *what,
                       const char *unit,
                       uint64_t most,
                       uint64_t *out_amount);
/** table_read_address: of IPv4 or IPv6, in the order of networks; returns its 4 or 16 bytes, 0 if it is none (nothing is said then) */
uint32_t table_read_address (const char *text,
                             uint8_t out_bytes[16]);
