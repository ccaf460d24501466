/* elf.h: programs of engines, as compilers for RISC-V write them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/**
 * ElfLimits: what an engine has room for
 * @code_bytes: instruction memory, from address 0; a multiple of 4
 * @data_base, @data_bytes: address and size of the memory for variables
 */
typedef struct
{
  uint32_t code_bytes, data_base, data_bytes;
} ElfLimits;

/** Elf: @code: of ElfLimits.code_bytes, zeroed where the file says nothing; @data: likewise of data_bytes; @n_code: bytes up to the last that is code, a multiple of 4 */
typedef struct
{
  uint8_t *code, *data;
  uint32_t n_code, entry;
} Elf;

/** elf_read: Takes the segments of an executable ELF32 file for RV32IM. Returns 0 with a sentence in @why that names @name, and where in the file it is wrong. */
int elf_read (Elf *self,
              const char *name,
              const uint8_t *bytes,
              size_t size,
              const ElfLimits *limits,
              char *why,
              size_t n_why);
void elf_clear (Elf *self);
