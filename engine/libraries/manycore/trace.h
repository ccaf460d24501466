/* trace.h: memory accesses of many cores, as text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * One access a line: cycle, core, R or W, address (decimal, or hexadecimal after 0x), size in bytes. Cycles of one core do not decrease. Empty lines
 * and what follows a # mean nothing.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define TRACE_MAX_SIZE 1024u
#define TRACE_MAX_CORE 8388607u

/** TraceAccess: @address is below 2^48 */
typedef struct
{
  int64_t cycle;
  uint64_t address;
  uint32_t core;
  uint16_t size;
  uint8_t is_write;
} TraceAccess;

/** Trace: accesses by core, those of one core in the order of the file */
typedef struct
{
  TraceAccess *accesses;
  size_t n;
} Trace;

/**
 * trace_parse:
 * @text: (array length=size)
 * @out_error: (array length=error_size): what is wrong, with the line's number
 *
 * Returns: 0 if something is wrong; @out_trace is then unchanged
 */
int trace_parse (const char *text, size_t size, Trace *out_trace, char *out_error, size_t error_size);
/** trace_find: the accesses of one core */
const TraceAccess *trace_find (const Trace *self, uint32_t core, size_t *out_n);
void trace_clear (Trace *self);
