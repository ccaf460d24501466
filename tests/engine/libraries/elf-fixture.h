/* elf-fixture.h: executables for engines, word by word
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#define ELF_HEADER_BYTES 84

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
