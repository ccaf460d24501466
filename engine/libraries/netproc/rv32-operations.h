/* rv32-operations.h: what each operation of RV32IM does
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Included by rv32.c where instructions are executed, which defines OPERATION (a place to go to), NEXT (to the instruction at @at), and LOOK (whether the limit is near, after a
 * jump).
 */

OPERATION (LUI) SET (I)
OPERATION (AUIPC) SET (PC + I)
OPERATION (JAL)
  x[at->rd] = PC + 4;
  JUMP (PC + I)
OPERATION (JALR)
  {
    uint32_t target = (A + I) & ~UINT32_C (1);

    x[at->rd] = PC + 4;
    JUMP (target)
  }
OPERATION (BEQ) BRANCH (A == B)
OPERATION (BNE) BRANCH (A != B)
OPERATION (BLT) BRANCH ((int32_t) A < (int32_t) B)
OPERATION (BGE) BRANCH ((int32_t) A >= (int32_t) B)
OPERATION (BLTU) BRANCH (A < B)
OPERATION (BGEU) BRANCH (A >= B)
OPERATION (ADDI) SET (A + I)
OPERATION (SLLI) SET (A << I)
OPERATION (SLTI) SET ((int32_t) A < (int32_t) I)
OPERATION (SLTIU) SET (A < I)
OPERATION (XORI) SET (A ^ I)
OPERATION (SRLI) SET (A >> I)
OPERATION (ORI) SET (A | I)
OPERATION (ANDI) SET (A & I)
OPERATION (SRAI) SET ((uint32_t) ((int32_t) A >> I))
OPERATION (ADD) SET (A + B)
OPERATION (SLL) SET (A << (B & 31))
OPERATION (SLT) SET ((int32_t) A < (int32_t) B)
OPERATION (SLTU) SET (A < B)
OPERATION (XOR) SET (A ^ B)
OPERATION (SRL) SET (A >> (B & 31))
OPERATION (OR) SET (A | B)
OPERATION (AND) SET (A & B)
OPERATION (SUB) SET (A - B)
OPERATION (SRA) SET ((uint32_t) ((int32_t) A >> (B & 31)))
OPERATION (MUL) SET (A * B)
OPERATION (MULH) SET ((uint32_t) ((uint64_t) ((int64_t) (int32_t) A * (int32_t) B) >> 32))
OPERATION (MULHSU) SET ((uint32_t) ((uint64_t) ((int64_t) (int32_t) A * (int64_t) B) >> 32))
OPERATION (MULHU) SET ((uint32_t) ((uint64_t) A * B >> 32))
OPERATION (DIV) DIVIDE
OPERATION (DIVU) DIVIDE
OPERATION (REM) DIVIDE
OPERATION (REMU) DIVIDE
OPERATION (LB) LOAD (1, 1, (uint32_t) (int8_t) *bytes)
OPERATION (LH) LOAD (2, 1, (uint32_t) (int16_t) read_16 (bytes))
OPERATION (LW) LOAD (4, 1, read_32 (bytes))
OPERATION (LBU) LOAD (1, 0, *bytes)
OPERATION (LHU) LOAD (2, 0, read_16 (bytes))
OPERATION (SB) STORE (1, *bytes = (uint8_t) B)
OPERATION (SH) STORE (2, write_16 (bytes, B))
OPERATION (SW) STORE (4, write_32 (bytes, B))
OPERATION (FENCE)
  at++;
  NEXT
far_store:
  if (store_word (program, thread, out_access))
    {
      at++;
      NEXT
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
      NEXT
    }
  goto end;
OPERATION (END)
OPERATION (ILLEGAL)
OPERATION (ECALL)
OPERATION (EBREAK)
  *out_access = (Rv32Access){ .address = PC };
  stop = at->operation == END ? RV32_ADDRESS : at->operation == ECALL ? RV32_CALL : at->operation == EBREAK ? RV32_BREAK : RV32_ILLEGAL;
  goto end;
