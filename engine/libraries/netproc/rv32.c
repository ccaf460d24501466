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
};

static uint32_t
read_bytes (const uint8_t *bytes,
            unsigned size)
{
  uint32_t value = 0;

  for (unsigned i = 0; i < size; i++)
    value |= (uint32_t) bytes[i] << 8 * i;
  return value;
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
    instructions[i] = decode (read_bytes (bytes + 4 * i, 4));
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

/* An access within the core is done here and RV32_LIMIT. */
static Rv32Stop
touch (const Rv32Program *program,
       Rv32Thread *thread,
       Rv32Access *access,
       int is_store)
{
  uint32_t offset = access->address - RV32_LOCAL_BASE;
  const uint8_t *bytes;

  if (access->address >= RV32_OUTER_BASE)
    return is_store ? RV32_STORE : RV32_LOAD;
  if (holds (thread->local_size, offset, access->size))
    bytes = thread->local + offset;
  else if (!is_store && holds (4 * program->n_instructions, access->address, access->size))
    bytes = program->bytes + access->address;
  else
    return RV32_ADDRESS;

  if (is_store)
    for (unsigned i = 0; i < access->size; i++)
      thread->local[offset + i] = (uint8_t) (access->value >> 8 * i);
  else
    rv32_answer (thread, access, read_bytes (bytes, access->size));
  if ((access->address & (access->size - 1u)) != 0)
    thread->n_cycles++;
  return RV32_LIMIT;
}

Rv32Stop
rv32_run (const Rv32Program *program,
          Rv32Thread *thread,
          uint64_t limit,
          Rv32Access *out_access)
{
  uint32_t *x = thread->x;

  for (uint64_t n = 0; n < limit; n++)
    {
      uint32_t pc = thread->pc, next = pc + 4;
      const Rv32Instruction *at;
      uint32_t a, b, i, result;
      int is_taken = 0;

      if ((pc & 3) != 0 || pc / 4 >= program->n_instructions)
        {
          *out_access = (Rv32Access){ .address = pc };
          return RV32_ADDRESS;
        }
      at = program->instructions + pc / 4;
      a = x[at->rs1];
      b = x[at->rs2];
      i = at->immediate;

      switch (at->operation)
        {
        case LUI: result = i; break;
        case AUIPC: result = pc + i; break;
        case JAL: result = next; next = pc + i; break;
        case JALR: result = next; next = (a + i) & ~UINT32_C (1); break;
        case BEQ: is_taken = a == b; goto branch;
        case BNE: is_taken = a != b; goto branch;
        case BLT: is_taken = (int32_t) a < (int32_t) b; goto branch;
        case BGE: is_taken = (int32_t) a >= (int32_t) b; goto branch;
        case BLTU: is_taken = a < b; goto branch;
        case BGEU: is_taken = a >= b; goto branch;
        case ADDI: result = a + i; break;
        case SLLI: result = a << i; break;
        case SLTI: result = (int32_t) a < (int32_t) i; break;
        case SLTIU: result = a < i; break;
        case XORI: result = a ^ i; break;
        case SRLI: result = a >> i; break;
        case ORI: result = a | i; break;
        case ANDI: result = a & i; break;
        case SRAI: result = (uint32_t) ((int32_t) a >> i); break;
        case ADD: result = a + b; break;
        case SLL: result = a << (b & 31); break;
        case SLT: result = (int32_t) a < (int32_t) b; break;
        case SLTU: result = a < b; break;
        case XOR: result = a ^ b; break;
        case SRL: result = a >> (b & 31); break;
        case OR: result = a | b; break;
        case AND: result = a & b; break;
        case SUB: result = a - b; break;
        case SRA: result = (uint32_t) ((int32_t) a >> (b & 31)); break;
        case MUL: result = a * b; break;
        case MULH: result = (uint32_t) ((uint64_t) ((int64_t) (int32_t) a * (int32_t) b) >> 32); break;
        case MULHSU: result = (uint32_t) ((uint64_t) ((int64_t) (int32_t) a * (int64_t) b) >> 32); break;
        case MULHU: result = (uint32_t) ((uint64_t) a * b >> 32); break;
        case DIV:
        case DIVU:
        case REM:
        case REMU:
          result = divide (a, b, at->operation);
          thread->n_cycles += RV32_DIVISION_CYCLES - 1;
          break;
        case LB:
        case LH:
        case LW:
        case LBU:
        case LHU:
        case SB:
        case SH:
        case SW:
          {
            static const uint8_t sizes[] = { 1, 2, 4, 1, 2, 1, 2, 4 };
            int is_store = at->operation >= SB;
            Rv32Stop stop;

            *out_access = (Rv32Access){ a + i, is_store ? b : 0, sizes[at->operation - LB], is_store ? 0 : at->rd, at->operation <= LW };
            stop = touch (program, thread, out_access, is_store);
            if (stop == RV32_ADDRESS)
              return stop;
            thread->pc = next;
            thread->n_done++;
            thread->n_cycles++;
            if (stop != RV32_LIMIT)
              return stop;
            continue;
          }
        case FENCE: goto branch;
        default:
          *out_access = (Rv32Access){ .address = pc };
          return at->operation == ECALL ? RV32_CALL : at->operation == EBREAK ? RV32_BREAK : RV32_ILLEGAL;
        }
      if (at->rd != 0)
        x[at->rd] = result;
    branch:
      thread->pc = is_taken ? pc + i : next;
      thread->n_done++;
      thread->n_cycles++;
    }
  return RV32_LIMIT;
}
