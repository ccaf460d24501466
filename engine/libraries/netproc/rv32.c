/* rv32.c: RV32IM as an engine of packets executes it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "rv32.h"

enum
{
  ILLEGAL,
  LUI,
  AUIPC,
  JAL,
  JALR,
  BEQ,
  BNE,
  BLT,
  BGE,
  BLTU,
  BGEU,
  LB,
  LH,
  LW,
  LBU,
  LHU,
  SB,
  SH,
  SW,
  ADDI,
  SLLI,
  SLTI,
  SLTIU,
  XORI,
  SRLI,
  ORI,
  ANDI,
  SRAI,
  ADD,
  SLL,
  SLT,
  SLTU,
  XOR,
  SRL,
  OR,
  AND,
  SUB,
  SRA,
  MUL,
  MULH,
  MULHSU,
  MULHU,
  DIV,
  DIVU,
  REM,
  REMU,
  FENCE,
  ECALL,
  EBREAK,
  END, /* behind the last */
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
  if (program->counts == NULL || last < from)
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
    break; \
  }
#define JUMP(to_) \
  { \
    uint32_t to = to_, place = to >> 2 | to << 30; /* beyond all if it is no multiple of 4 */ \
    n += (uint64_t) (at - from) + 1; \
    count (program, from, at); \
    if (place >= n_instructions) \
      { \
        *out_access = (Rv32Access){ .address = to }; \
        thread->pc = to; \
        stop = n < limit ? RV32_ADDRESS : RV32_LIMIT; \
        goto lost; \
      } \
    at = from = instructions + place; \
    if (!is_near && limit - n <= n_instructions) \
      goto end; \
    break; \
  }
#define BRANCH(condition) \
  { \
    if (!(condition)) \
      { \
        at++; \
        break; \
      } \
    JUMP (PC + I) \
  }
#define DIVIDE \
  { \
    x[at->rd] = divide (A, B, at->operation); \
    extra += RV32_DIVISION_CYCLES - 1; \
    at++; \
    break; \
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
        break; \
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
        break; \
      } \
    *out_access = (Rv32Access){ address, B, size_, 0, 0 }; \
    goto far_store; \
  }

/* Far from the limit it is enough to look for it at jumps: a row has no more instructions than the program; RV32_LIMIT is that it is near then. */
static inline __attribute__ ((always_inline)) Rv32Stop
run (const Rv32Program *program,
     Rv32Thread *thread,
     uint64_t limit,
     int is_near,
     Rv32Access *out_access)
{
  const Rv32Instruction *instructions = program->instructions, *at = instructions + thread->pc / 4, *from = at;
  uint32_t n_instructions = program->n_instructions, local_size = thread->local_size;
  uint32_t *x = thread->x;
  uint8_t *local = thread->local;
  uint64_t n = 0, extra = 0;
  Rv32Stop stop = RV32_LIMIT;

  while (!is_near || n + (uint64_t) (at - from) < limit)
    {
      switch (at->operation)
        {
        case LUI: SET (I)
        case AUIPC: SET (PC + I)
        case JAL:
          x[at->rd] = PC + 4;
          JUMP (PC + I)
        case JALR:
          {
            uint32_t target = (A + I) & ~UINT32_C (1);

            x[at->rd] = PC + 4;
            JUMP (target)
          }
        case BEQ: BRANCH (A == B)
        case BNE: BRANCH (A != B)
        case BLT: BRANCH ((int32_t) A < (int32_t) B)
        case BGE: BRANCH ((int32_t) A >= (int32_t) B)
        case BLTU: BRANCH (A < B)
        case BGEU: BRANCH (A >= B)
        case ADDI: SET (A + I)
        case SLLI: SET (A << I)
        case SLTI: SET ((int32_t) A < (int32_t) I)
        case SLTIU: SET (A < I)
        case XORI: SET (A ^ I)
        case SRLI: SET (A >> I)
        case ORI: SET (A | I)
        case ANDI: SET (A & I)
        case SRAI: SET ((uint32_t) ((int32_t) A >> I))
        case ADD: SET (A + B)
        case SLL: SET (A << (B & 31))
        case SLT: SET ((int32_t) A < (int32_t) B)
        case SLTU: SET (A < B)
        case XOR: SET (A ^ B)
        case SRL: SET (A >> (B & 31))
        case OR: SET (A | B)
        case AND: SET (A & B)
        case SUB: SET (A - B)
        case SRA: SET ((uint32_t) ((int32_t) A >> (B & 31)))
        case MUL: SET (A * B)
        case MULH: SET ((uint32_t) ((uint64_t) ((int64_t) (int32_t) A * (int32_t) B) >> 32))
        case MULHSU: SET ((uint32_t) ((uint64_t) ((int64_t) (int32_t) A * (int64_t) B) >> 32))
        case MULHU: SET ((uint32_t) ((uint64_t) A * B >> 32))
        case DIV: DIVIDE
        case DIVU: DIVIDE
        case REM: DIVIDE
        case REMU: DIVIDE
        case LB: LOAD (1, 1, (uint32_t) (int8_t) *bytes)
        case LH: LOAD (2, 1, (uint32_t) (int16_t) read_16 (bytes))
        case LW: LOAD (4, 1, read_32 (bytes))
        case LBU: LOAD (1, 0, *bytes)
        case LHU: LOAD (2, 0, read_16 (bytes))
        case SB: STORE (1, *bytes = (uint8_t) B)
        case SH: STORE (2, write_16 (bytes, B))
        case SW: STORE (4, write_32 (bytes, B))
        case FENCE:
          at++;
          break;
        far_store:
          if (store_word (program, thread, out_access))
            {
              at++;
              break;
            }
          stop = touch (program, thread, out_access, 1);
          goto far;
        far_load:
          stop = touch (program, thread, out_access, 0);
        far:
          if (stop == RV32_ADDRESS)
            goto end;
          at++;
          if (stop == RV32_LIMIT)
            {
              MISALIGNED (out_access->address, out_access->size)
              break;
            }
          goto end;
        case END:
        case ILLEGAL:
        case ECALL:
        case EBREAK:
          *out_access = (Rv32Access){ .address = PC };
          stop = at->operation == END ? RV32_ADDRESS : at->operation == ECALL ? RV32_CALL : at->operation == EBREAK ? RV32_BREAK : RV32_ILLEGAL;
          goto end;
        default:
          __builtin_unreachable ();
        }
    }
end:
  thread->pc = PC;
  n += (uint64_t) (at - from);
  count (program, from, at - 1);
lost:
  thread->n_done += n;
  thread->n_cycles += n + extra;
  return stop;
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
    stop = run (program, thread, limit, 0, out_access);
  if (stop == RV32_LIMIT)
    stop = run (program, thread, limit - (thread->n_done - before), 1, out_access);
  return stop;
}
