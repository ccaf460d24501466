/* test-rv32.c: RV32IM against values worked by hand, and against a second interpreter that reads the bits of each instruction
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "rv32.h"

#include <glib.h>
#include <string.h>

#define WORDS 64
#define LOCAL 256

typedef struct
{
  uint32_t words[WORDS];
  uint8_t bytes[4 * WORDS], local[LOCAL];
  Rv32Instruction instructions[WORDS + 1];
  Rv32Program program;
  Rv32Thread thread;
} Fixture;

static void
prepare (Fixture *self)
{
  for (unsigned i = 0; i < 4 * WORDS; i++)
    self->bytes[i] = (uint8_t) (self->words[i / 4] >> 8 * (i % 4));
  rv32_decode (self->bytes, WORDS, self->instructions);
  self->program = (Rv32Program){ self->bytes, self->instructions, WORDS };
  self->thread.local = self->local;
  self->thread.local_size = LOCAL;
}

static void
test_by_hand (void)
{
  static const struct
  {
    uint32_t word, a, b, expected;
  } cases[] = {
    { 0x022081b3, 0xffffffff, 0xffffffff, 1 },          /* mul */
    { 0x022091b3, 0x80000000, 0x80000000, 0x40000000 }, /* mulh: 2^62 */
    { 0x022091b3, 0xffffffff, 1, 0xffffffff },          /* mulh: -1 */
    { 0x0220a1b3, 0xffffffff, 0xffffffff, 0xffffffff }, /* mulhsu: -(2^32 - 1) */
    { 0x0220b1b3, 0xffffffff, 0xffffffff, 0xfffffffe }, /* mulhu */
    { 0x0220c1b3, 0x80000000, 0xffffffff, 0x80000000 }, /* div overflows */
    { 0x0220c1b3, 7, 0, 0xffffffff },                   /* div by zero */
    { 0x0220c1b3, 0xfffffff9, 2, 0xfffffffd },          /* div: -7 / 2 = -3 */
    { 0x0220d1b3, 7, 0, 0xffffffff },                   /* divu by zero */
    { 0x0220e1b3, 0x80000000, 0xffffffff, 0 },          /* rem overflows */
    { 0x0220e1b3, 0xfffffff9, 2, 0xffffffff },          /* rem: -1 */
    { 0x0220e1b3, 7, 0, 7 },                            /* rem by zero */
    { 0x0220f1b3, 7, 0, 7 },                            /* remu by zero */
    { 0x4020d1b3, 0x80000000, 31, 0xffffffff },         /* sra */
    { 0x0020d1b3, 0x80000000, 63, 1 },                  /* srl by 63 is by 31 */
    { 0x402081b3, 0, 1, 0xffffffff },                   /* sub */
    { 0x0020a1b3, 0xffffffff, 0, 1 },                   /* slt */
    { 0x0020b1b3, 0xffffffff, 0, 0 },                   /* sltu */
  };

  for (unsigned i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Fixture self = { .words = { cases[i].word } };
      Rv32Access access;

      prepare (&self);
      self.thread.x[1] = cases[i].a;
      self.thread.x[2] = cases[i].b;
      g_assert_cmpint (rv32_run (&self.program, &self.thread, 1, &access), ==, RV32_LIMIT);
      g_assert_cmphex (self.thread.x[3], ==, cases[i].expected);
      g_assert_cmpuint (self.thread.n_cycles, ==, cases[i].word >> 25 == 1 && (cases[i].word >> 14 & 1) ? 16 : 1);
    }
}

/* What stops a thread, where it then stands, and what is counted. */
static void
test_stops (void)
{
  static const struct
  {
    uint32_t word, base;
    Rv32Stop stop;
    uint32_t address;
    uint32_t pc;
    uint64_t n_cycles;
  } cases[] = {
    { 0x00000073, 0, RV32_CALL, 0, 0, 0 },
    { 0x00100073, 0, RV32_BREAK, 0, 0, 0 },
    { 0x00000000, 0, RV32_ILLEGAL, 0, 0, 0 },
    { 0x00001073, 0, RV32_ILLEGAL, 0, 0, 0 },                   /* csrrw */
    { 0x0000a183, 0x20000008, RV32_LOAD, 0x20000008, 4, 1 },    /* lw x3, 0 (x1) */
    { 0x0020a023, 0x40000024, RV32_STORE, 0x40000024, 4, 1 },   /* sw x2, 0 (x1) */
    { 0x0020a023, 0, RV32_ADDRESS, 0, 0, 0 },                   /* sw to instruction memory */
    { 0x0000a183, 4 * WORDS - 3, RV32_ADDRESS, 4 * WORDS - 3, 0, 0 },
    { 0x0000a183, 0x10000000 + LOCAL - 3, RV32_ADDRESS, 0x10000000 + LOCAL - 3, 0, 0 },
    { 0x0000a183, 0x10000000 + LOCAL - 4, RV32_LIMIT, 0, 4, 1 },
    { 0x0000a183, 0x10000001, RV32_LIMIT, 0, 4, 2 },            /* misaligned */
    { 0x0000a183, 0x0fffffff, RV32_ADDRESS, 0x0fffffff, 0, 0 },
  };
  Fixture far = { .words = { 0x0000806f } }; /* jal x0, 32768 */
  Rv32Access access;

  for (unsigned i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Fixture self = { .words = { cases[i].word } };

      prepare (&self);
      self.thread.x[1] = cases[i].base;
      g_assert_cmpint (rv32_run (&self.program, &self.thread, 1, &access), ==, cases[i].stop);
      if (cases[i].stop != RV32_LIMIT)
        g_assert_cmphex (access.address, ==, cases[i].address);
      g_assert_cmphex (self.thread.pc, ==, cases[i].pc);
      g_assert_cmpuint (self.thread.n_cycles, ==, cases[i].n_cycles);
    }

  prepare (&far);
  g_assert_cmpint (rv32_run (&far.program, &far.thread, 2, &access), ==, RV32_ADDRESS);
  g_assert_cmphex (access.address, ==, 0x8000);

  access = (Rv32Access){ .size = 1, .rd = 5, .is_signed = 1 };
  rv32_answer (&far.thread, &access, 0xabcdef80);
  g_assert_cmphex (far.thread.x[5], ==, 0xffffff80);
  access = (Rv32Access){ .size = 4 };
  rv32_answer (&far.thread, &access, 7);
  g_assert_cmphex (far.thread.x[0], ==, 0);
}

/* The oracle: 64 bits and floor division by magnitude; returns whether it went on. */
static gboolean
step (uint32_t word,
      uint32_t *pc,
      uint32_t *x,
      uint8_t *local)
{
  unsigned opcode = word & 127, rd = word >> 7 & 31, kind = word >> 12 & 7, high = word >> 25;
  int64_t a = (int32_t) x[word >> 15 & 31], b = (int32_t) x[word >> 20 & 31];
  uint64_t ua = (uint32_t) a, ub = (uint32_t) b;
  int64_t i = (int32_t) word >> 20;
  uint32_t result = 0, next = *pc + 4;

  if (opcode == 0x13)
    {
      ub = (uint32_t) i;
      b = i;
      high = kind == 5 ? high : 0;
    }
  if (opcode == 0x33 && high == 1)
    {
      uint64_t ma = a < 0 ? (uint64_t) -a : (uint64_t) a, mb = b < 0 ? (uint64_t) -b : (uint64_t) b;

      switch (kind)
        {
        case 0: result = (uint32_t) (ua * ub); break;
        case 1: result = (uint32_t) ((unsigned __int128) ((__int128) a * b) >> 32); break;
        case 2: result = (uint32_t) ((unsigned __int128) ((__int128) a * (__int128) ub) >> 32); break;
        case 3: result = (uint32_t) ((unsigned __int128) ua * ub >> 32); break;
        case 4: result = b == 0 ? UINT32_MAX : (uint32_t) ((a < 0) != (b < 0) ? -(ma / mb) : ma / mb); break;
        case 5: result = b == 0 ? UINT32_MAX : (uint32_t) (ua / ub); break;
        case 6: result = b == 0 ? (uint32_t) a : (uint32_t) (a < 0 ? -(ma % mb) : ma % mb); break;
        case 7: result = b == 0 ? (uint32_t) a : (uint32_t) (ua % ub); break;
        }
    }
  else if (opcode == 0x33 || opcode == 0x13)
    switch (kind)
      {
      case 0: result = (uint32_t) (high ? a - b : a + b); break;
      case 1: result = (uint32_t) (ua << (ub & 31)); break;
      case 2: result = a < b; break;
      case 3: result = ua < ub; break;
      case 4: result = (uint32_t) (ua ^ ub); break;
      case 5: result = (uint32_t) (high ? (uint64_t) a >> (ub & 31) : ua >> (ub & 31)); break;
      case 6: result = (uint32_t) (ua | ub); break;
      case 7: result = (uint32_t) (ua & ub); break;
      }
  else if (opcode == 0x63)
    {
      int64_t far = -(int64_t) (word >> 31) * 4096 + (word >> 7 & 1) * 2048 + (word >> 25 & 63) * 32 + (word >> 8 & 15) * 2;
      gboolean less = kind & 2 ? ua < ub : a < b;
      gboolean taken = (kind & 4 ? less : a == b) != (gboolean) (kind & 1);

      *pc = taken ? (uint32_t) (*pc + far) : next;
      return TRUE;
    }
  else if (opcode == 0x03 || opcode == 0x23)
    {
      unsigned size = 1u << (kind & 3);
      int64_t offset = a - 0x10000000 + (opcode == 0x03 ? i : (int64_t) (i & ~31) + rd);

      if (offset < 0 || offset + size > LOCAL)
        return FALSE;
      if (opcode == 0x23)
        {
          for (unsigned k = 0; k < size; k++)
            local[offset + k] = (uint8_t) (ub >> 8 * k);
          *pc = next;
          return TRUE;
        }
      for (unsigned k = size; k-- > 0;)
        result = result * 256 + local[offset + k];
      if (kind < 2 && result >> (8 * size - 1))
        result -= 1u << 8 * size;
    }
  else if (opcode == 0x37)
    result = word & 0xfffff000;
  else if (opcode == 0x17)
    result = *pc + (word & 0xfffff000);
  else
    return FALSE;
  if (rd != 0)
    x[rd] = result;
  *pc = next;
  return TRUE;
}

static uint32_t
draw (GRand *rand)
{
  static const unsigned branches[] = { 0, 1, 4, 5, 6, 7 }, loads[] = { 0, 1, 2, 4, 5 };
  uint32_t any = g_rand_int (rand) & 0x01ff8f80; /* rd, rs1, rs2 */
  unsigned kind = (unsigned) g_rand_int_range (rand, 0, 8);

  switch (g_rand_int_range (rand, 0, 8))
    {
    case 0: return any | kind << 12 | 0x33 | (kind == 0 || kind == 5 ? (g_rand_int (rand) & 1) << 30 : 0);
    case 1:
    case 2: return any | kind << 12 | 0x33 | 1u << 25;
    case 3: return any | kind << 12 | 0x13 | (kind == 5 ? (g_rand_int (rand) & 1) << 30 : kind == 1 ? 0 : (g_rand_int (rand) & 127) << 25);
    case 4: return (any & 0x01ff8000) | branches[g_rand_int_range (rand, 0, 6)] << 12 | 0x63 | (unsigned) g_rand_int_range (rand, 1, 4) << 10;
    case 5: return (g_rand_int (rand) & 0x0ff00f80) | 31u << 15 | loads[g_rand_int_range (rand, 0, 5)] << 12 | 0x03;
    case 6: return (any & 0x01f00f80) | 31u << 15 | (unsigned) g_rand_int_range (rand, 0, 3) << 12 | 0x23 | (g_rand_int (rand) & 7) << 25;
    default: return (g_rand_int (rand) & 0xffffff80) | (g_rand_int (rand) & 1 ? 0x37 : 0x17);
    }
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);
  guint64 n_steps = 0;

  for (unsigned round = 0; round < 20000; round++)
    {
      Fixture self = { 0 };
      uint32_t x[32] = { 0 }, pc = 0;
      uint8_t local[LOCAL];

      for (unsigned i = 0; i < WORDS; i++)
        self.words[i] = draw (rand);
      prepare (&self);
      for (unsigned i = 1; i < 32; i++)
        self.thread.x[i] = g_rand_int (rand) & 1 ? g_rand_int (rand) : (uint32_t) g_rand_int_range (rand, -3, 4);
      for (unsigned i = 0; i < LOCAL; i++)
        self.local[i] = (uint8_t) g_rand_int (rand);
      memcpy (local, self.local, LOCAL);
      memcpy (x, self.thread.x, sizeof x);

      while (pc < 4 * WORDS && pc % 4 == 0)
        {
          Rv32Access access;

          self.thread.x[31] = x[31] = RV32_LOCAL_BASE;
          if (!step (self.words[pc / 4], &pc, x, local))
            break;
          g_assert_cmpint (rv32_run (&self.program, &self.thread, 1, &access), ==, RV32_LIMIT);
          g_assert_cmphex (self.thread.pc, ==, pc);
          g_assert_cmpmem (self.thread.x, sizeof x, x, sizeof x);
          g_assert_cmpmem (self.local, LOCAL, local, LOCAL);
          n_steps++;
        }
    }
  g_assert_cmpuint (n_steps, >, 100000);
}

/* A jump by a register clears the lowest bit, and reads the register before it writes it; a fence does nothing. */
static void
test_jumps (void)
{
  Fixture self = { .words = { 0x00d080e7, 0x0ff0000f } }; /* jalr x1, 13 (x1); fence */
  Rv32Access access;

  prepare (&self);
  self.thread.x[1] = 8;
  g_assert_cmpint (rv32_run (&self.program, &self.thread, 1, &access), ==, RV32_LIMIT);
  g_assert_cmphex (self.thread.pc, ==, 20);
  g_assert_cmphex (self.thread.x[1], ==, 4);
  self.thread.pc = 4;
  g_assert_cmpint (rv32_run (&self.program, &self.thread, 1, &access), ==, RV32_LIMIT);
  g_assert_cmphex (self.thread.pc, ==, 8);
  g_assert_cmpuint (self.thread.n_done, ==, 2);
  g_assert_cmpuint (self.thread.n_cycles, ==, 2);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/libraries/rv32/by-hand", test_by_hand);
  g_test_add_func ("/engine/libraries/rv32/stops", test_stops);
  g_test_add_func ("/engine/libraries/rv32/jumps", test_jumps);
  g_test_add_func ("/engine/libraries/rv32/random", test_random);
  return g_test_run ();
}
