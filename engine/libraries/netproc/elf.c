/* elf.c: programs of engines, as compilers for RISC-V write them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * System V ABI, "Object Files"; its supplement for RISC-V.
 */
#include "elf.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER_BYTES 52
#define SEGMENT_BYTES 32
#define EXECUTABLE 2
#define RISCV 243
#define COMPRESSED 1u /* flags */
#define FLOAT 6u
#define LOADED 1 /* kind of a segment */

typedef struct
{
  const char *name;
  const uint8_t *bytes;
  size_t size;
  char *why;
  size_t n_why;
} Reader;

typedef struct
{
  uint32_t at, address, n_file, n_memory;
} Segment;

static uint32_t
read_16 (const Reader *self,
         size_t at)
{
  return self->bytes[at] | (uint32_t) self->bytes[at + 1] << 8;
}

static uint32_t
read_32 (const Reader *self,
         size_t at)
{
  return read_16 (self, at) | read_16 (self, at + 2) << 16;
}

static int __attribute__ ((format (printf, 3, 4)))
fail (const Reader *self,
      size_t at,
      const char *format,
      ...)
{
  int n = snprintf (self->why, self->n_why, "%s: offset 0x%zx: ", self->name, at);
  va_list arguments;

  va_start (arguments, format);
  if (n >= 0 && (size_t) n < self->n_why)
    vsnprintf (self->why + n, self->n_why - (size_t) n, format, arguments);
  va_end (arguments);
  return 0;
}

static int
check_header (const Reader *self)
{
  if (self->size < HEADER_BYTES || memcmp (self->bytes, "\177ELF", 4) != 0)
    return fail (self, 0, "it is no ELF file");
  if (self->bytes[4] != 1)
    return fail (self, 4, "the class is %u; it must be 1 (32 bits)", self->bytes[4]);
  if (self->bytes[5] != 1)
    return fail (self, 5, "the byte order is %u; it must be 1 (little-endian)", self->bytes[5]);
  if (read_16 (self, 16) != EXECUTABLE)
    return fail (self, 16, "the type is %" PRIu32 "; it must be %d (an executable)", read_16 (self, 16), EXECUTABLE);
  if (read_16 (self, 18) != RISCV)
    return fail (self, 18, "the machine is %" PRIu32 "; it must be %d (RISC-V)", read_16 (self, 18), RISCV);
  if ((read_32 (self, 36) & COMPRESSED) != 0)
    return fail (self, 36, "it has compressed instructions; engines execute RV32IM");
  if ((read_32 (self, 36) & FLOAT) != 0)
    return fail (self, 36, "it has floating-point registers; engines execute RV32IM");
  if (read_16 (self, 42) != SEGMENT_BYTES)
    return fail (self, 42, "a segment's header has %" PRIu32 " bytes; it must have %d", read_16 (self, 42), SEGMENT_BYTES);
  return 1;
}

static int
lies_within (uint32_t base,
             uint32_t room,
             uint32_t address,
             uint32_t n)
{
  return address >= base && address - base <= room && n <= room - (address - base);
}

static int
take_segment (Elf *self,
              const Reader *reader,
              const ElfLimits *limits,
              const Segment *segment,
              size_t header)
{
  uint32_t end;

  if (segment->n_file > segment->n_memory)
    return fail (reader, header + 16, "a segment has %" PRIu32 " bytes in the file and %" PRIu32 " in memory", segment->n_file, segment->n_memory);
  if (segment->at > reader->size || segment->n_file > reader->size - segment->at)
    return fail (reader, header + 4, "a segment of %" PRIu32 " bytes at 0x%" PRIx32 " is beyond the end of the file", segment->n_file, segment->at);
  if (segment->address >= limits->data_base)
    {
      if (!lies_within (limits->data_base, limits->data_bytes, segment->address, segment->n_memory))
        return fail (reader, header + 8, "%" PRIu32 " bytes of variables at 0x%" PRIx32 " do not fit into the %" PRIu32 " bytes of the core from 0x%" PRIx32, segment->n_memory,
                     segment->address, limits->data_bytes, limits->data_base);
      memcpy (self->data + (segment->address - limits->data_base), reader->bytes + segment->at, segment->n_file);
      return 1;
    }
  if (!lies_within (0, limits->code_bytes, segment->address, segment->n_memory))
    return fail (reader, header + 8, "%" PRIu32 " bytes of program at 0x%" PRIx32 " do not fit into the %" PRIu32 " bytes of instruction memory", segment->n_memory,
                 segment->address, limits->code_bytes);
  memcpy (self->code + segment->address, reader->bytes + segment->at, segment->n_file);
  end = (segment->address + segment->n_memory + 3) / 4 * 4;
  self->n_code = end > self->n_code ? end : self->n_code;
  return 1;
}

static int
take_segments (Elf *self,
               const Reader *reader,
               const ElfLimits *limits)
{
  size_t first = read_32 (reader, 28), n = read_16 (reader, 44);

  if (first > reader->size || n > (reader->size - first) / SEGMENT_BYTES)
    return fail (reader, 28, "%zu segments' headers at 0x%zx are beyond the end of the file", n, first);
  for (size_t i = 0; i < n; i++)
    {
      size_t at = first + i * SEGMENT_BYTES;
      Segment segment = { read_32 (reader, at + 4), read_32 (reader, at + 8), read_32 (reader, at + 16), read_32 (reader, at + 20) };

      if (read_32 (reader, at) == LOADED && segment.n_memory > 0 && !take_segment (self, reader, limits, &segment, at))
        return 0;
    }
  if (self->entry % 4 != 0 || self->entry >= self->n_code)
    return fail (reader, 24, "the entry 0x%" PRIx32 " is no instruction of the program", self->entry);
  return 1;
}

int
elf_read (Elf *self,
          const char *name,
          const uint8_t *bytes,
          size_t size,
          const ElfLimits *limits,
          char *why,
          size_t n_why)
{
  Reader reader = { name, bytes, size, why, n_why };

  *self = (Elf){ 0 };
  if (!check_header (&reader))
    return 0;
  self->entry = read_32 (&reader, 24);
  self->code = calloc (limits->code_bytes, 1);
  self->data = calloc (limits->data_bytes, 1);
  if (self->code == NULL || self->data == NULL)
    return fail (&reader, 0, "there is no memory for it");
  return take_segments (self, &reader, limits);
}

void
elf_clear (Elf *self)
{
  free (self->code);
  free (self->data);
  *self = (Elf){ 0 };
}
