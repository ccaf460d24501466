/* elf-fixture.h: executables for engines, word by word
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#define ELF_HEADER_BYTES 84

/* Instructions: RISC-V, "Unprivileged ISA", RV32I. Registers and the 12 bits of an offset are numbers. */
#define RV_LUI(rd, upper) ((guint32) (upper) << 12 | (guint32) (rd) << 7 | 0x37)
#define RV_ADDI(rd, rs, value) (((guint32) (value) & 0xfff) << 20 | (guint32) (rs) << 15 | (guint32) (rd) << 7 | 0x13)
#define RV_LW(rd, offset, rs) (((guint32) (offset) & 0xfff) << 20 | (guint32) (rs) << 15 | 2 << 12 | (guint32) (rd) << 7 | 0x03)
#define RV_SW(from, offset, rs) \
  ((((guint32) (offset) & 0xfe0) << 20) | (guint32) (from) << 20 | (guint32) (rs) << 15 | 2 << 12 | ((guint32) (offset) & 31) << 7 | 0x23)

/** elf_fixture_make: @words at address 0, where it begins */
GByteArray *elf_fixture_make (const guint32 *words,
                              guint n);
/** elf_fixture_put: changes 4 bytes */
void elf_fixture_put (GByteArray *bytes,
                      guint at,
                      guint32 value);
/** elf_fixture_write: to a temporary file; its path */
char *elf_fixture_write (const guint32 *words,
                         guint n);
