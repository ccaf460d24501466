/* lines.h: where in a source an instruction comes from
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define LINES_MOST_NAME 255

typedef struct
{
  uint32_t address, line; /* line 0: nothing is known from here on */
  const char *name;       /* of the file, or the function */
} LinesEntry;

/** LinesTable: by address; @n entries of @all */
typedef struct
{
  LinesEntry *all;
  uint32_t n, n_places;
} LinesTable;

/** Lines: @functions: of the table of symbols; @lines, and @session for the rest: of DWARF, if Heddle was built with libdw */
typedef struct
{
  LinesTable functions, lines;
  void *session;
} Lines;

/** LinesPlace: "" and 0 where nothing is known; @calls: of functions that were put in place of their call, from the innermost on: "lookup.h:128 rtc.c:17" */
typedef struct
{
  const char *function, *file;
  uint32_t line;
  char calls[LINES_MOST_NAME + 1];
} LinesPlace;

/** lines_open: of an ELF32 file that elf_read () has read; @bytes stay with the caller, until lines_clear (). What is wrong with tables is as if they were not there */
void lines_open (Lines *self,
                 const uint8_t *bytes,
                 size_t size);
void lines_clear (Lines *self);
void lines_find (const Lines *self,
                 uint32_t address,
                 LinesPlace *out_place);
