/* hd-expression.h: parameter expressions over variables, indices and quantities
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-quantity.h>

G_BEGIN_DECLS

typedef enum
{
  HD_VALUE_QUANTITY, /* a number with a dimension; an integer or boolean is one without */
  HD_VALUE_WORD,     /* an enumeration value or other bare word */
} HdValueKind;

/** HdValue: @word is interned (g_intern_string), never freed */
typedef struct
{
  HdValueKind kind;
  HdQuantity quantity;
  const char *word;
} HdValue;

/**
 * HdExpression:
 *
 * A parsed expression: immutable, reference counted, shared between threads.
 *
 *     $n * 16 GB/s      if ($rack % 2 == 0, H100, $second_type)      (i + 1) % 8      min ($a, 3)
 *
 * `$name` is a project variable; a bare name is an index (or a parameter) of the scope if the scope knows it, else a word. It may have parts,
 * parted by points; whatever else it is made of stands between back quotes: `parse[0].busy`.
 * Operators + - * / % with usual precedence, unary minus, comparisons == != < <= > >=, `and`, `or`, `not`, min, max, floor, ceil, if (c, a, b),
 * pow (b, n) with a plain number b and a whole number n.
 * `%` is the mathematical modulo (result has the sign of the divisor). The unit binds tighter than `/`.
 */
typedef struct _HdExpression HdExpression;

/**
 * HdLookup:
 * @name: interned; with its `$` if it is a variable
 * @out_value: a word in it must be interned
 *
 * Returns: %TRUE and sets @out_value if the scope knows @name. May set @error (a variable whose own expression fails).
 */
typedef gboolean (*HdLookup) (gpointer scope,
                              const char *name,
                              HdValue *out_value,
                              GError **error);

/** Limits: 64 KiB of text, nesting depth 64; errors give the column from 1. */
HdExpression *hd_expression_parse (const char *text,
                                   GError **error);
HdExpression *hd_expression_ref (HdExpression *self);
void hd_expression_unref (HdExpression *self);
const char *hd_expression_get_text (const HdExpression *self);
/** hd_expression_is_constant: needs no scope */
gboolean hd_expression_is_constant (const HdExpression *self);
/** hd_expression_foreach_name: every name the expression may look up */
void hd_expression_foreach_name (const HdExpression *self,
                                 GFunc func,
                                 gpointer user_data);

/**
 * hd_expression_evaluate:
 *
 * Errors: %HD_ERROR_NAME, %HD_ERROR_DIMENSION (adding bytes to seconds), %HD_ERROR_RANGE (overflow, division by zero, NaN), %HD_ERROR_LIMIT.
 */
gboolean hd_expression_evaluate (const HdExpression *self,
                                 HdLookup lookup,
                                 gpointer scope,
                                 HdValue *out_value,
                                 GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdExpression, hd_expression_unref)

G_END_DECLS
