/* test-elf.c: programs of engines
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "elf.h"

#include <string.h>

#include "elf-fixture.h"

#define BASE 0x10000180u

static const ElfLimits limits = { 64, BASE, 32 };

static void
test_read (void)
{
  const guint32 words[] = { 0x00000013, 0x0000006f };
  g_autoptr (GByteArray) bytes = elf_fixture_make (words, G_N_ELEMENTS (words));
  char why[256];
  Elf elf;

  g_assert_true (elf_read (&elf, "p", bytes->data, bytes->len, &limits, why, sizeof why));
  g_assert_cmpuint (elf.entry, ==, 0);
  g_assert_cmpuint (elf.n_code, ==, 8);
  g_assert_cmpmem (elf.code, 8, bytes->data + ELF_HEADER_BYTES, 8);
  elf_clear (&elf);

  /* A segment of variables, more in memory than in the file; where it begins is another program then. */
  elf_fixture_put (bytes, 60, BASE + 28);
  elf_fixture_put (bytes, 68, 3);
  elf_fixture_put (bytes, 72, 4);
  g_assert_false (elf_read (&elf, "p", bytes->data, bytes->len, &limits, why, sizeof why));
  g_assert_cmpstr (why, ==, "p: offset 0x18: the entry 0x0 is no instruction of the program");
  g_assert_cmphex (elf.data[27], ==, 0);
  g_assert_cmphex (elf.data[28], ==, 0x13);
  elf_clear (&elf);
}

static const struct
{
  guint at;
  guint32 value;
  const char *why;
} faults[] = {
  { 0, 0x464c457e, "p: offset 0x0: it is no ELF file" },
  { 4, 0x00010102, "p: offset 0x4: the class is 2; it must be 1 (32 bits)" },
  { 4, 0x00010201, "p: offset 0x5: the byte order is 2; it must be 1 (little-endian)" },
  { 16, 0x00f30001, "p: offset 0x10: the type is 1; it must be 2 (an executable)" },
  { 16, 0x003e0002, "p: offset 0x12: the machine is 62; it must be 243 (RISC-V)" },
  { 36, 1, "p: offset 0x24: it has compressed instructions; engines execute RV32IM" },
  { 36, 4, "p: offset 0x24: it has floating-point registers; engines execute RV32IM" },
  { 40, 0x00210034, "p: offset 0x2a: a segment's header has 33 bytes; it must have 32" },
  { 24, 8, "p: offset 0x18: the entry 0x8 is no instruction of the program" },
  { 24, 2, "p: offset 0x18: the entry 0x2 is no instruction of the program" },
  { 28, 0xfffffff0, "p: offset 0x1c: 1 segments' headers at 0xfffffff0 are beyond the end of the file" },
  { 44, 9, "p: offset 0x1c: 9 segments' headers at 0x34 are beyond the end of the file" },
  { 56, 85, "p: offset 0x38: a segment of 8 bytes at 0x55 is beyond the end of the file" },
  { 56, 0xffffffff, "p: offset 0x38: a segment of 8 bytes at 0xffffffff is beyond the end of the file" },
  { 60, 60, "p: offset 0x3c: 8 bytes of program at 0x3c do not fit into the 64 bytes of instruction memory" },
  { 72, 68, "p: offset 0x3c: 68 bytes of program at 0x0 do not fit into the 64 bytes of instruction memory" },
  { 60, BASE + 28, "p: offset 0x3c: 8 bytes of variables at 0x1000019c do not fit into the 32 bytes of the core from 0x10000180" },
  { 72, 7, "p: offset 0x44: a segment has 8 bytes in the file and 7 in memory" },
};

static void
test_faults (void)
{
  const guint32 words[] = { 0x00000013, 0x0000006f };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GByteArray) bytes = elf_fixture_make (words, G_N_ELEMENTS (words));
      char why[256] = "";
      Elf elf;

      elf_fixture_put (bytes, faults[i].at, faults[i].value);
      g_assert_false (elf_read (&elf, "p", bytes->data, bytes->len, &limits, why, sizeof why));
      g_assert_cmpstr (why, ==, faults[i].why);
      elf_clear (&elf);
    }
}

/* Two kilobytes of variables, where a thread has 640 bytes left of its one beside packet and notes. */
static void
test_many_variables (void)
{
  const guint32 words[] = { 0x00000013, 0x0000006f };
  const ElfLimits paper = { 32768, BASE, 640 };
  g_autoptr (GByteArray) bytes = elf_fixture_make (words, G_N_ELEMENTS (words));
  char why[256];
  Elf elf;

  elf_fixture_put (bytes, 60, BASE);
  elf_fixture_put (bytes, 72, 2048);
  g_assert_false (elf_read (&elf, "p", bytes->data, bytes->len, &paper, why, sizeof why));
  g_assert_cmpstr (why, ==, "p: offset 0x3c: 2048 bytes of variables at 0x10000180 do not fit into the 640 bytes of the core from 0x10000180");
  elf_clear (&elf);
}

/* Wherever the file ends, nothing behind it is read. */
static void
test_cut (void)
{
  const guint32 words[] = { 0x00000013, 0x0000006f };
  g_autoptr (GByteArray) bytes = elf_fixture_make (words, G_N_ELEMENTS (words));

  for (guint n = 0; n < bytes->len; n++)
    {
      g_autofree guint8 *part = g_memdup2 (bytes->data, MAX (n, 1));
      char why[256] = "";
      Elf elf;

      g_assert_false (elf_read (&elf, "p", part, n, &limits, why, sizeof why));
      g_assert_true (g_str_has_prefix (why, "p: offset 0x"));
      elf_clear (&elf);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/libraries/elf/read", test_read);
  g_test_add_func ("/engine/libraries/elf/faults", test_faults);
  g_test_add_func ("/engine/libraries/elf/many-variables", test_many_variables);
  g_test_add_func ("/engine/libraries/elf/cut", test_cut);
  return g_test_run ();
}
