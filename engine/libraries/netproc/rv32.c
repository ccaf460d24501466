/* rv32.c: RV32IM as an engine of packets executes it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "rv32.h"

/* In an order of their own; the last is behind all instructions. */
#define OPERATIONS(each) \
  each (ILLEGAL) each (LUI) each (AUIPC) each (JAL) each (JALR) each (BEQ) each (BNE) each (BLT) each (BGE) each (BLTU) each (BGEU) each (LB) \
  each (LH) each (LW) each (LBU) each (LHU) each (SB) each (SH) each (SW) each (ADDI) each (SLLI) each (SLTI) each (SLTIU) each (XORI) each (SRLI) \
  each (ORI) each (ANDI) each (SRAI) each (ADD) each (SLL) each (SLT) each (SLTU) each (XOR) each (SRL) each (OR) each (AND) each (SUB) each (SRA) \
  each (MUL) each (MULH) each (MULHSU) each (MULHU) each (DIV) each (DIVU) each (REM) each (REMU) each (FENCE) each (ECALL) each (EBREAK) each (END)
#define NAME(operation) operation,
enum
{
  OPERATIONS (NAME)
};

#define NOWHERE 32 /* where what is written to register 0 goes */

static inline uint32_t
read_16 (const uint8_t *bytes)
{
  return bytes[0] | (uint32_t) bytes[1] << 8;
}

static inline uint32_t
read_32 (const uint8_t *bytes)
{
  return read_16 (bytes) | (uint32_t) bytes[2] << 16 | (uint32_t) bytes[3] << 24;
}

static inline void
write_16 (uint8_t *bytes,
          uint32_t value)
{
  bytes[0] = (uint8_t) value;
  bytes[1] = (uint8_t) (value >> 8);
}

static inline void
write_32 (uint8_t *bytes,
          uint32_t value)
{
  write_16 (bytes, value);
  write_16 (bytes + 2, value >> 16);
}

static uint32_t
widen (uint32_t value,
       unsigned size,
       int is_signed)
{
  if (size == 1)
    return is_signed ? (uint32_t) (int8_t) value : (uint8_t) value;
  if (size == 2)
    return is_signed ? (uint32_t) (int16_t) value : (uint16_t) value;
  return value;
}

static uint32_t
extend (uint32_t word,
        unsigned shift)
{
  return (uint32_t) ((int32_t) word >> shift);
}

static Rv32Instruction
decode (uint32_t word)
{
  static const uint8_t branches[8] = { BEQ, BNE, ILLEGAL, ILLEGAL, BLT, BGE, BLTU, BGEU };
  static const uint8_t loads[8] = { LB, LH, LW, ILLEGAL, LBU, LHU, ILLEGAL, ILLEGAL };
  static const uint8_t stores[8] = { SB, SH, SW };
  static const uint8_t immediates[8] = { ADDI, SLLI, SLTI, SLTIU, XORI, SRLI, ORI, ANDI };
  static const uint8_t registers[8] = { ADD, SLL, SLT, SLTU, XOR, SRL, OR, AND };
  unsigned kind = word >> 12 & 7, high = word >> 25;
  Rv32Instruction self = { .operation = ILLEGAL, .rd = word >> 7 & 31, .rs1 = word >> 15 & 31, .rs2 = word >> 20 & 31, .immediate = extend (word, 20) };

  switch (word & 127)
    {
    case 0x37:
    case 0x17:
      self.operation = (word & 127) == 0x37 ? LUI : AUIPC;
      self.immediate = word & 0xfffff000;
      break;
    case 0x6f:
      self.operation = JAL;
      self.immediate = (extend (word, 11) & 0xfff00000) | (word & 0xff000) | (word >> 9 & 0x800) | (word >> 20 & 0x7fe);
      break;
    case 0x67:
      self.operation = kind == 0 ? JALR : ILLEGAL;
      break;
    case 0x63:
      self.operation = branches[kind];
      self.immediate = (extend (word, 19) & 0xfffff000) | (word << 4 & 0x800) | (word >> 20 & 0x7e0) | (word >> 7 & 0x1e);
      break;
    case 0x03:
      self.operation = loads[kind];
      break;
    case 0x23:
      self.operation = stores[kind];
      self.immediate = (extend (word, 20) & 0xffffffe0) | self.rd;
      break;
    case 0x13:
      self.operation = immediates[kind];
      if (kind == 1 || kind == 5)
        {
          self.immediate = self.rs2;
          if (kind == 5 && high == 32)
            self.operation = SRAI;
          else if (high != 0)
            self.operation = ILLEGAL;
        }
      break;
    case 0x33:
      if (high == 0)
        self.operation = registers[kind];
      else if (high == 1)
        self.operation = MUL + kind;
      else if (high == 32 && (kind == 0 || kind == 5))
        self.operation = kind == 0 ? SUB : SRA;
      break;
    case 0x0f:
      self.operation = kind == 0 ? FENCE : ILLEGAL;
      break;
    case 0x73:
      if (word == 0x73)
        self.operation = ECALL;
      else if (word == 0x100073)
        self.operation = EBREAK;
      break;
    }
  return self;
}

void
rv32_decode (const uint8_t *bytes,
             size_t n_words,
             Rv32Instruction *instructions)
{
  for (size_t i = 0; i < n_words; i++)
    {
      instructions[i] = decode (read_32 (bytes + 4 * i));
      if (instructions[i].rd == 0)
        instructions[i].rd = NOWHERE;
    }
  instructions[n_words] = (Rv32Instruction){ .operation = END };
}

void
rv32_answer (Rv32Thread *thread,
             const Rv32Access *access,
             uint32_t value)
{
  if (access->rd != 0)
    thread->x[access->rd] = widen (value, access->size, access->is_signed);
}

static uint32_t
divide (uint32_t a,
        uint32_t b,
        unsigned operation)
{
  int is_least = a == UINT32_C (0x80000000) && b == UINT32_MAX; /* the quotient is no int32_t */

  switch (operation)
    {
    case DIV:
      return b == 0 ? UINT32_MAX : is_least ? a : (uint32_t) ((int32_t) a / (int32_t) b);
    case DIVU:
      return b == 0 ? UINT32_MAX : a / b;
    case REM:
      return b == 0 ? a : is_least ? 0 : (uint32_t) ((int32_t) a % (int32_t) b);
    default:
      return b == 0 ? a : a % b;
    }
}

static int
holds (uint32_t size,
       uint32_t offset,
       unsigned n_bytes)
{
  return offset < size && size - offset >= n_bytes;
}

/* An access that is not within the memory of the thread: a load of what the program reads is done here, and RV32_LIMIT. */
static Rv32Stop
touch (const Rv32Program *program,
       Rv32Thread *thread,
       const Rv32Access *access,
       int is_store)
{
  const uint8_t *bytes = program->bytes + access->address;

  if (access->address >= RV32_OUTER_BASE)
    return is_store ? RV32_STORE : RV32_LOAD;
  if (is_store || !holds (4 * program->n_instructions, access->address, access->size))
    return RV32_ADDRESS;
  rv32_answer (thread, access, access->size == 1 ? *bytes : access->size == 2 ? read_16 (bytes) : read_32 (bytes));
  return RV32_LIMIT;
}

/* Whether it is a word of those that nobody need be told of. */
static inline int
store_word (const Rv32Program *program,
            Rv32Thread *thread,
            const Rv32Access *access)
{
  uint32_t offset = access->address - program->stores_base;

  if (offset >= program->stores_bytes || access->size != 4 || offset % 4 != 0 || (program->stores_words >> offset / 4 % 16 & 1) == 0)
    return 0;
  write_32 (thread->stores + offset, access->value);
  return 1;
}

/* Instructions from @from to @last, both of which are executed one after the other: their number is counted at the ends of such a row. */
static inline void
count (const Rv32Program *program,
       const Rv32Instruction *from,
       const Rv32Instruction *last)
{
  if (last < from)
    return;
  program->counts[from - program->instructions]++;
  program->counts[last + 1 - program->instructions]--;
}

/* What all instructions do: registers, then the next. Where jumps lead is looked at, and what is behind the last instruction ends it. */
#define A x[at->rs1]
#define B x[at->rs2]
#define I at->immediate
#define PC ((uint32_t) (at - instructions) * 4)
#define SET(value) \
  { \
    x[at->rd] = value; \
    at++; \
    NEXT \
  }
#define JUMP(to_) \
  { \
    uint32_t to = to_, place = to >> 2 | to << 30; /* beyond all if it is no multiple of 4 */ \
    n += (uint64_t) (at - from) + 1; \
    if (is_counted) \
      count (program, from, at); \
    if (place >= n_instructions) \
      { \
        *out_access = (Rv32Access){ .address = to }; \
        thread->pc = to; \
        stop = n < limit ? RV32_ADDRESS : RV32_LIMIT; \
        goto lost; \
      } \
    at = from = instructions + place; \
    LOOK \
    NEXT \
  }
#define BRANCH(condition) \
  { \
    if (!(condition)) \
      { \
        at++; \
        NEXT \
      } \
    JUMP (PC + I) \
  }
#define DIVIDE \
  { \
    x[at->rd] = divide (A, B, at->operation); \
    extra += RV32_DIVISION_CYCLES - 1; \
    at++; \
    NEXT \
  }
#define MISALIGNED(address_, size_) \
  if (__builtin_expect (((address_) & (size_ - 1u)) != 0, 0)) \
    { \
      extra++; \
      if (program->misaligned != NULL) \
        program->misaligned[at - instructions]++; \
    }
/* Within the memory of the thread, a cycle more if it is misaligned; else it may be anything. */
#define LOAD(size_, is_signed_, read) \
  { \
    uint32_t address = A + I, offset = address - RV32_LOCAL_BASE; \
    if (holds (local_size, offset, size_)) \
      { \
        const uint8_t *bytes = local + offset; \
        x[at->rd] = read; \
        MISALIGNED (address, size_) \
        at++; \
        NEXT \
      } \
    *out_access = (Rv32Access){ address, 0, size_, at->rd, is_signed_ }; \
    goto far_load; \
  }
#define STORE(size_, write) \
  { \
    uint32_t address = A + I, offset = address - RV32_LOCAL_BASE; \
    if (holds (local_size, offset, size_)) \
      { \
        uint8_t *bytes = local + offset; \
        write; \
        MISALIGNED (address, size_) \
        at++; \
        NEXT \
      } \
    *out_access = (Rv32Access){ address, B, size_, 0, 0 }; \
    goto far_store; \
  }

/* What both ways of executing keep at hand. */
#define BEGIN \
  const Rv32Instruction *instructions = program->instructions, *at = instructions + thread->pc / 4, *from = at; \
  uint32_t n_instructions = program->n_instructions, local_size = thread->local_size; \
  uint32_t *x = thread->x; \
  uint8_t *local = thread->local; \
  uint64_t n = 0, extra = 0; \
  Rv32Stop stop = RV32_LIMIT; \
  int is_counted = program->counts != NULL;
#define FINISH \
  end: \
  thread->pc = PC; \
  n += (uint64_t) (at - from); \
  if (is_counted) \
    count (program, from, at - 1); \
  lost: \
  thread->n_done += n; \
  thread->n_cycles += n + extra; \
  return stop;

/* Far from @limit, until that is no more so, which is RV32_LIMIT: it is enough to look at jumps, as a row has no more instructions than the program. */
#define OPERATION(operation_) do_##operation_:
#define NEXT goto *places[at->operation];
#define LOOK \
  if (n >= near) \
    goto end;
#define PLACE(operation_) [operation_] = &&do_##operation_,
static Rv32Stop
run_far (const Rv32Program *program,
         Rv32Thread *thread,
         uint64_t limit,
         Rv32Access *out_access)
{
  static const void *const places[] = { OPERATIONS (PLACE) };
  uint64_t near = limit - program->n_instructions;
  BEGIN

  NEXT
#include "rv32-operations.h"
  FINISH
}
#undef OPERATION
#undef NEXT
#undef LOOK

#define OPERATION(operation_) case operation_:
#define NEXT break;
#define LOOK
static Rv32Stop
run_near (const Rv32Program *program,
          Rv32Thread *thread,
          uint64_t limit,
          Rv32Access *out_access)
{
  BEGIN

  while (n + (uint64_t) (at - from) < limit)
    {
      switch (at->operation)
        {
#include "rv32-operations.h"
        default:
          __builtin_unreachable ();
        }
    }
  FINISH
}

Rv32Stop
rv32_run (const Rv32Program *program,
          Rv32Thread *thread,
          uint64_t limit,
          Rv32Access *out_access)
{
  uint64_t before = thread->n_done;
  Rv32Stop stop = RV32_LIMIT;

  if (thread->pc % 4 != 0 || thread->pc / 4 > program->n_instructions)
    {
      *out_access = (Rv32Access){ .address = thread->pc };
      return limit > 0 ? RV32_ADDRESS : RV32_LIMIT;
    }
  if (limit > program->n_instructions)
    stop = run_far (program, thread, limit, out_access);
  if (stop == RV32_LIMIT)
    stop = run_near (program, thread, limit - (thread->n_done - before), out_access);
  return stop;
}
