/* rv32.h: RV32IM as an engine of packets executes it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A program is decoded once and shared by all that run it. What lies outside instruction memory and the memory of the thread is not done here: the access is handed to the
 * caller, who knows when it is answered.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define RV32_LOCAL_BASE UINT32_C (0x10000000)
#define RV32_OUTER_BASE UINT32_C (0x20000000)
#define RV32_DIVISION_CYCLES 16

typedef struct
{
  uint8_t operation, rd, rs1, rs2;
  uint32_t immediate;
} Rv32Instruction;

/* @bytes: instruction memory, @n_instructions words of it; @instructions has one more, as rv32_decode() makes it; @counts: NULL, or as many as @instructions, zeroed: the sum of
 * those up to an instruction, modulo 2^64, becomes how often that was executed; @misaligned: NULL, or as many, zeroed: how often it took a cycle more; @stores_base, @stores_bytes:
 * where a whole word that is stored goes to the thread's own memory for that, and nobody is told, if its bit is in @stores_words: that of its place among each sixteen */
typedef struct
{
  const uint8_t *bytes;
  const Rv32Instruction *instructions;
  uint32_t n_instructions;
  uint64_t *counts;
  uint64_t *misaligned;
  uint32_t stores_base, stores_bytes, stores_words;
} Rv32Program;

typedef struct
{
  uint32_t pc, x[33]; /* the last is where what is written to register 0 goes */
  uint8_t *local; /* at RV32_LOCAL_BASE */
  uint8_t *stores; /* as many bytes as the program says */
  uint32_t local_size;
  uint64_t n_done, n_cycles;
} Rv32Thread;

typedef enum
{
  RV32_LIMIT,   /* as many instructions as were asked for */
  RV32_LOAD,    /* of the outer world: it is counted and pc is behind it; rv32_answer() gives its register the value */
  RV32_STORE,   /* to the outer world, likewise */
  RV32_ILLEGAL, /* traps: pc is at the instruction, which is not counted */
  RV32_ADDRESS,
  RV32_CALL,
  RV32_BREAK,
} Rv32Stop;

/* What stopped a thread. @address: of the access, or of the pc that is none; @size: in bytes; @is_signed, @rd: of a load, 32 for none */
typedef struct
{
  uint32_t address, value;
  uint8_t size, rd, is_signed;
} Rv32Access;

/** rv32_decode: Fills @n_words of @instructions, and one that ends them, from the little-endian @bytes; what is no instruction traps when it is executed */
void rv32_decode (const uint8_t *bytes,
                  size_t n_words,
                  Rv32Instruction *instructions);

/** rv32_run: Executes at most @limit instructions; @out_access says more of all stops but RV32_LIMIT */
Rv32Stop rv32_run (const Rv32Program *program,
                   Rv32Thread *thread,
                   uint64_t limit,
                   Rv32Access *out_access);

/** rv32_answer: Ends the load @access with @value, whose upper bytes do not count */
void rv32_answer (Rv32Thread *thread,
                  const Rv32Access *access,
                  uint32_t value);
