/* hd-expression.c: parameter expressions, evaluated
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-expression"

#include <heddle/hd-expression.h>

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-expression-private.h"
#include "hd-i18n.h"

#define SHOWN_CHARACTERS 80 /* of an expression, in a message */

HdExpression *
hd_expression_ref (HdExpression *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
hd_expression_unref (HdExpression *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->text);
  g_array_unref (self->code);
  g_array_unref (self->constants);
  g_ptr_array_unref (self->names);
  g_free (self);
}

const char *
hd_expression_get_text (const HdExpression *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->text;
}

gboolean
hd_expression_is_constant (const HdExpression *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->names->len == 0;
}

void
hd_expression_foreach_name (const HdExpression *self,
                            GFunc func,
                            gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL);

  g_ptr_array_foreach (self->names, func, user_data);
}

/* ---- evaluation ------------------------------------------------------------------------------------------------- */

typedef struct
{
  const HdExpression *expression;
  const HdInstruction *at;
  GError **error;
} Place;

static gboolean fail (const Place *place,
                      HdError code,
                      const char *format,
                      ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail (const Place *place,
      HdError code,
      const char *format,
      ...)
{
  const char *text = place->expression->text;
  gboolean is_long = g_utf8_strlen (text, -1) > SHOWN_CHARACTERS;
  g_autofree char *start = g_utf8_substring (text, 0, is_long ? SHOWN_CHARACTERS : -1);
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (place->error, HD_ERROR, code, _("“%s%s”, column %u: %s"), start, is_long ? "…" : "", place->at->column, message);
  return FALSE;
}

static gboolean
need_quantity (const Place *place,
               const HdValue *value)
{
  if (value->kind == HD_VALUE_QUANTITY)
    return TRUE;
  return fail (place, HD_ERROR_NAME, _("“%s” is neither a known name nor a number"), value->word);
}

static gboolean
need_same_dimension (const Place *place,
                     const HdValue *a,
                     const HdValue *b)
{
  g_autofree char *a_name = NULL;
  g_autofree char *b_name = NULL;

  if (!need_quantity (place, a) || !need_quantity (place, b))
    return FALSE;
  if (hd_dimension_equal (a->quantity.dimension, b->quantity.dimension))
    return TRUE;

  a_name = hd_dimension_to_string (a->quantity.dimension);
  b_name = hd_dimension_to_string (b->quantity.dimension);
  return fail (place, HD_ERROR_DIMENSION, _("%s and %s do not go together"), a_name, b_name);
}

static gboolean
need_truth (const Place *place,
            const HdValue *value,
            gboolean *out_truth)
{
  if (!need_quantity (place, value))
    return FALSE;
  if (!hd_dimension_equal (value->quantity.dimension, HD_DIMENSION_NONE))
    {
      g_autofree char *name = hd_dimension_to_string (value->quantity.dimension);

      return fail (place, HD_ERROR_DIMENSION, _("a condition is a plain number or a comparison, not a quantity in %s"), name);
    }
  *out_truth = value->quantity.value != 0;
  return TRUE;
}

static void
set_truth (HdValue *value,
           gboolean truth)
{
  *value = (HdValue){ .kind = HD_VALUE_QUANTITY, .quantity = { .value = truth } };
}

/* Infinity may be written, but not be reached from finite numbers; NaN never. */
static gboolean
store (const Place *place,
       HdValue *a,
       const HdValue *b,
       double result)
{
  if (isnan (result))
    return fail (place, HD_ERROR_RANGE, _("the result is undefined"));
  if (isinf (result) && isfinite (a->quantity.value) && isfinite (b->quantity.value))
    return fail (place, HD_ERROR_RANGE, _("the result is too large"));
  a->quantity.value = result;
  return TRUE;
}

static double
modulo (double a,
        double b)
{
  double remainder = fmod (a, b);

  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

static gboolean
apply_product (const Place *place,
               HdValue *a,
               const HdValue *b)
{
  gboolean divide = place->at->op == HD_OP_DIVIDE;

  if (!need_quantity (place, a) || !need_quantity (place, b))
    return FALSE;
  if (divide && b->quantity.value == 0)
    return fail (place, HD_ERROR_RANGE, _("division by zero"));
  if (!hd_dimension_combine (a->quantity.dimension, b->quantity.dimension, divide ? -1 : 1, &a->quantity.dimension))
    return fail (place, HD_ERROR_DIMENSION, _("the result's unit has too high a power"));
  return store (place, a, b, divide ? a->quantity.value / b->quantity.value : a->quantity.value * b->quantity.value);
}

static gboolean
apply_sum (const Place *place,
           HdValue *a,
           const HdValue *b)
{
  double x, y;

  if (!need_same_dimension (place, a, b))
    return FALSE;
  x = a->quantity.value;
  y = b->quantity.value;

  switch (place->at->op)
    {
    case HD_OP_ADD:
      return store (place, a, b, x + y);
    case HD_OP_SUBTRACT:
      return store (place, a, b, x - y);
    case HD_OP_MODULO:
      return y == 0 ? fail (place, HD_ERROR_RANGE, _("modulo zero")) : store (place, a, b, modulo (x, y));
    case HD_OP_MINIMUM:
      return store (place, a, b, MIN (x, y));
    case HD_OP_MAXIMUM:
      return store (place, a, b, MAX (x, y));
    default:
      g_assert_not_reached ();
    }
}

#define EXPONENT_MAXIMUM 1023

/* Multiplications alone, so that every machine gives the same. */
static gboolean
apply_power (const Place *place,
             HdValue *a,
             const HdValue *b)
{
  HdValue one = { .kind = HD_VALUE_QUANTITY, .quantity = { .value = 1 } };
  double base, exponent, result = 1;

  if (!need_same_dimension (place, a, &one) || !need_same_dimension (place, b, &one))
    return FALSE;
  base = a->quantity.value;
  exponent = b->quantity.value;
  if (exponent != floor (exponent) || fabs (exponent) > EXPONENT_MAXIMUM)
    return fail (place, HD_ERROR_RANGE, _("the exponent is %g; it must be a whole number from -%d to %d"), exponent, EXPONENT_MAXIMUM,
                 EXPONENT_MAXIMUM);
  if (base == 0 && exponent < 0)
    return fail (place, HD_ERROR_RANGE, _("division by zero"));

  for (int i = 0; i < fabs (exponent); i++)
    result *= base;
  return store (place, a, b, exponent < 0 ? 1 / result : result);
}

static gboolean
apply_comparison (const Place *place,
                  HdValue *a,
                  const HdValue *b)
{
  HdOp op = place->at->op;
  double x, y;

  if (a->kind == HD_VALUE_WORD && b->kind == HD_VALUE_WORD && (op == HD_OP_EQUAL || op == HD_OP_UNEQUAL))
    {
      set_truth (a, (a->word == b->word) == (op == HD_OP_EQUAL));
      return TRUE;
    }
  if (!need_same_dimension (place, a, b))
    return FALSE;

  x = a->quantity.value;
  y = b->quantity.value;
  set_truth (a, op == HD_OP_EQUAL        ? x == y
                : op == HD_OP_UNEQUAL    ? x != y
                : op == HD_OP_LESS       ? x < y
                : op == HD_OP_LESS_EQUAL ? x <= y
                : op == HD_OP_GREATER    ? x > y
                                         : x >= y);
  return TRUE;
}

static gboolean
apply_unary (const Place *place,
             HdValue *a)
{
  gboolean truth = FALSE;

  if (place->at->op == HD_OP_NOT || place->at->op == HD_OP_TRUTH)
    {
      if (!need_truth (place, a, &truth))
        return FALSE;
      set_truth (a, truth == (place->at->op == HD_OP_TRUTH));
      return TRUE;
    }

  if (!need_quantity (place, a))
    return FALSE;
  if (place->at->op == HD_OP_NEGATE)
    a->quantity.value = -a->quantity.value;
  else
    a->quantity.value = place->at->op == HD_OP_FLOOR ? floor (a->quantity.value) : ceil (a->quantity.value);
  return TRUE;
}

static gboolean
look_up (const Place *place,
         HdLookup lookup,
         gpointer scope,
         HdValue *out_value)
{
  const char *name = g_ptr_array_index (place->expression->names, place->at->operand);
  GError *error = NULL;
  HdValue value;

  if (lookup != NULL && lookup (scope, name, &value, &error))
    {
      if (value.kind == HD_VALUE_QUANTITY && isnan (value.quantity.value))
        return fail (place, HD_ERROR_RANGE, _("“%s” is undefined"), name);
      *out_value = value;
      return TRUE;
    }
  if (error != NULL)
    {
      g_propagate_error (place->error, error);
      return FALSE;
    }
  if (name[0] == '$')
    return fail (place, HD_ERROR_NAME, _("there is no variable “%s”"), name);

  *out_value = (HdValue){ .kind = HD_VALUE_WORD, .word = name };
  return TRUE;
}

static gboolean
run (const HdExpression *self,
     HdLookup lookup,
     gpointer scope,
     HdValue *stack,
     GError **error)
{
  Place place = { .expression = self, .error = error };
  HdValue *top = stack; /* the first free one */
  gboolean truth = FALSE;
  guint next = 0;

  while (next < self->code->len)
    {
      const HdInstruction *at = &g_array_index (self->code, HdInstruction, next++);

      place.at = at;
      switch ((HdOp) at->op)
        {
        case HD_OP_CONSTANT:
          *top++ = g_array_index (self->constants, HdValue, at->operand);
          break;
        case HD_OP_NAME:
          if (!look_up (&place, lookup, scope, top))
            return FALSE;
          top++;
          break;
        case HD_OP_NEGATE:
        case HD_OP_NOT:
        case HD_OP_TRUTH:
        case HD_OP_FLOOR:
        case HD_OP_CEIL:
          if (!apply_unary (&place, top - 1))
            return FALSE;
          break;
        case HD_OP_MULTIPLY:
        case HD_OP_DIVIDE:
          top--;
          if (!apply_product (&place, top - 1, top))
            return FALSE;
          break;
        case HD_OP_ADD:
        case HD_OP_SUBTRACT:
        case HD_OP_MODULO:
        case HD_OP_MINIMUM:
        case HD_OP_MAXIMUM:
          top--;
          if (!apply_sum (&place, top - 1, top))
            return FALSE;
          break;
        case HD_OP_POWER:
          top--;
          if (!apply_power (&place, top - 1, top))
            return FALSE;
          break;
        case HD_OP_EQUAL:
        case HD_OP_UNEQUAL:
        case HD_OP_LESS:
        case HD_OP_LESS_EQUAL:
        case HD_OP_GREATER:
        case HD_OP_GREATER_EQUAL:
          top--;
          if (!apply_comparison (&place, top - 1, top))
            return FALSE;
          break;
        case HD_OP_JUMP:
          next = at->operand;
          break;
        case HD_OP_JUMP_IF_FALSE:
        case HD_OP_JUMP_IF_TRUE:
          top--;
          if (!need_truth (&place, top, &truth))
            return FALSE;
          if (truth == (at->op == HD_OP_JUMP_IF_TRUE))
            next = at->operand;
          break;
        default:
          g_assert_not_reached ();
        }
    }

  g_assert (top == stack + 1);
  return TRUE;
}

gboolean
hd_expression_evaluate (const HdExpression *self,
                        HdLookup lookup,
                        gpointer scope,
                        HdValue *out_value,
                        GError **error)
{
  HdValue small[16];
  g_autofree HdValue *large = NULL;
  HdValue *stack = small;

  g_return_val_if_fail (self != NULL && out_value != NULL, FALSE);

  if (self->stack_size > G_N_ELEMENTS (small))
    stack = large = g_new (HdValue, self->stack_size);
  if (!run (self, lookup, scope, stack, error))
    return FALSE;
  *out_value = stack[0];
  return TRUE;
}
