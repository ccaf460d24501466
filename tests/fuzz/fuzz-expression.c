/* fuzz-expression.c: any text as an expression
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: parsing and evaluating end, quickly and with memory bounded, in a value or in an error; what parses
 * keeps its text, and a constant needs no scope.
 */
#define G_LOG_DOMAIN "hd-fuzz-expression"

#include <math.h>
#include <string.h>

#include <heddle/hd-expression.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Knows every variable and the names that start with i; other bare names are words. */
static gboolean
look_up (gpointer scope, const char *name, HdValue *out_value, GError **error)
{
  if (name[0] != '$' && name[0] != 'i')
    return FALSE;
  *out_value = (HdValue) { .kind = HD_VALUE_QUANTITY, .quantity = { .value = strlen (name) } };
  return TRUE;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdExpression) expression = hd_expression_parse (text, &error);

  g_assert_true ((expression == NULL) == (error != NULL));
  if (expression == NULL)
    return 0;
  g_assert_cmpstr (hd_expression_get_text (expression), ==, text);

  HdValue value;
  gboolean known = hd_expression_evaluate (expression, look_up, NULL, &value, &error);
  g_assert_true (known == (error == NULL));
  if (known && value.kind == HD_VALUE_QUANTITY)
    g_assert_false (isnan (value.quantity.value));
  if (known && value.kind == HD_VALUE_WORD)
    g_assert_nonnull (value.word);
  return 0;
}
