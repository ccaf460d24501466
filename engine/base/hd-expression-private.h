/* hd-expression-private.h: the compiled form of an expression
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-expression.h>

G_BEGIN_DECLS

/* Postfix code for a stack of values. Jumps make `if`, `and` and `or` lazy. */
typedef enum
{
  HD_OP_CONSTANT, /* push constants[operand] */
  HD_OP_NAME,     /* push the value of names[operand] */
  HD_OP_NEGATE,
  HD_OP_NOT,
  HD_OP_TRUTH,    /* any number but 0 becomes 1 */
  HD_OP_FLOOR,
  HD_OP_CEIL,
  HD_OP_ADD,
  HD_OP_SUBTRACT,
  HD_OP_MULTIPLY,
  HD_OP_DIVIDE,
  HD_OP_MODULO,
  HD_OP_MINIMUM,
  HD_OP_MAXIMUM,
  HD_OP_POWER,
  HD_OP_EQUAL,
  HD_OP_UNEQUAL,
  HD_OP_LESS,
  HD_OP_LESS_EQUAL,
  HD_OP_GREATER,
  HD_OP_GREATER_EQUAL,
  HD_OP_JUMP,          /* to operand */
  HD_OP_JUMP_IF_FALSE, /* pop; to operand if it is 0 */
  HD_OP_JUMP_IF_TRUE,  /* pop; to operand if it is not 0 */
} HdOp;

typedef struct
{
  guint8 op;      /* HdOp */
  guint32 column; /* from 1, for messages */
  guint32 operand;
} HdInstruction;

struct _HdExpression
{
  gatomicrefcount ref_count;
  char *text;
  GArray *code;      /* HdInstruction */
  GArray *constants; /* HdValue */
  GPtrArray *names;  /* interned, each once */
  guint stack_size;
};

G_END_DECLS
