/* test-expression.c: expressions, parsed and evaluated
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a random tree, written with as few parentheses as precedence allows, evaluates to what the tree gives; no text takes
 * more than its limits. Left open: the wording of messages, beyond the column and the culprit.
 */
#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-expression.h>

static gboolean
lookup (gpointer scope,
        const char *name,
        HdValue *out_value,
        GError **error)
{
  static const struct
  {
    const char *name;
    const char *text;
  } names[] = {
    { "$n", "4" }, { "$bandwidth", "16 GB/s" }, { "i", "7" }, { "$zero", "0" }, { "s", "2" },
  };

  if (strcmp (name, "$bad") == 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, "$bad refers to itself");
      return FALSE;
    }
  if (strcmp (name, "$type") == 0)
    {
      *out_value = (HdValue){ .kind = HD_VALUE_WORD, .word = g_intern_string ("A100") };
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i].name) == 0)
      {
        out_value->kind = HD_VALUE_QUANTITY;
        return hd_quantity_parse (names[i].text, &out_value->quantity, error);
      }
  return FALSE;
}

static void
evaluate (const char *text,
          HdValue *out_value)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdExpression) expression = hd_expression_parse (text, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (hd_expression_get_text (expression), ==, text);
  hd_expression_evaluate (expression, lookup, NULL, out_value, &error);
  g_assert_no_error (error);
}

static void
check (const char *text,
       double number,
       const char *unit)
{
  g_autofree char *name = NULL;
  HdValue value;

  evaluate (text, &value);
  g_assert_cmpint (value.kind, ==, HD_VALUE_QUANTITY);
  name = hd_dimension_to_string (value.quantity.dimension);
  if (value.quantity.value != number || strcmp (name, unit) != 0)
    g_error ("%s gives %.17g %s", text, value.quantity.value, name);
}

static void
check_word (const char *text,
            const char *word)
{
  HdValue value;

  evaluate (text, &value);
  g_assert_cmpint (value.kind, ==, HD_VALUE_WORD);
  g_assert_cmpstr (value.word, ==, word);
}

static void
test_arithmetic (void)
{
  check ("1 + 2 * 3", 7, "number");
  check ("(1 + 2) * 3", 9, "number");
  check ("10 - 4 - 3", 3, "number");
  check ("100 / 10 / 5", 2, "number");
  check ("-2 % 3", 1, "number");
  check ("2 % -3", -1, "number");
  check ("-7.5 % 2", 0.5, "number");
  check ("- - 3", 3, "number");
  check ("-3 * -2", 6, "number");
  check ("min (3, 1, 2) + max(4, 5)", 6, "number");
  check ("floor (-1.5) + ceil (1.2)", 0, "number");
  check ("pow (2, 10) + pow (-2, 3)", 1016, "number");
  check ("pow (2, -2) * pow (0, 0)", 0.25, "number");
  check ("(i + 1) % 8", 0, "number");
  check ("\t$n*\n2 ", 8, "number");
  check ("1/4", 0.25, "number");
  check ("1 / s", 0.5, "number");
}

static void
test_units (void)
{
  check ("$n * 16 GB/s", 64e9, "B/s");
  check ("$n*16GB/s", 64e9, "B/s");
  check ("16 GB/s * 2 s", 32e9, "B");
  check ("16 GB / 4 s", 4e9, "B/s");
  check ("16 GB / $n", 4e9, "B");
  check ("16 GB/i*7", 16e9, "B");
  check ("1 GB/s / 1 GHz", 1, "B");
  check ("3 min / min (2, 3)", 90, "s");
  check ("60 B/min (2, 3)", 30, "B");
  check ("min ($bandwidth, 1 GB/s)", 1e9, "B/s");
  check ("1 GB + 24 KiB", 1e9 + 24 * 1024, "B");
  check ("5 1/s", 5, "Hz");
  check ("inf", INFINITY, "number");
  check ("min (inf, 3)", 3, "number");
  check ("2 and 3", 1, "number");
  check ("0 or 2", 1, "number");
}

static void
test_logic (void)
{
  check ("1 < 2", 1, "number");
  check ("1 GB > 999 MB", 1, "number");
  check ("not 1 == 2", 1, "number");
  check ("1 == 1 and 2 != 3", 1, "number");
  check ("1 == 2 or 2 <= 3 and 3 >= 4", 0, "number");
  check ("true and not false", 1, "number");
  check ("1 + (2 > 1)", 2, "number");
  check ("$type == A100", 1, "number");
  check ("$type != H100", 1, "number");
  check ("if ($n == 4, 10, 20)", 10, "number");
  check_word ("if (i % 2 == 0, H100, $type)", "A100");
  check_word ("if (i % 2 == 1, H100, $type)", "H100");
  check_word ("'coherent-ring'", "coherent-ring");
  check_word ("if (1, \"a b\", c)", "a b");
  /* what is not needed is not evaluated */
  check ("if (1, 2, 1 / 0)", 2, "number");
  check ("if (0, $bad, 3)", 3, "number");
  check ("0 and 1 / 0", 0, "number");
  check ("1 or $missing", 1, "number");
}

static void
check_refused (const char *text,
               HdError code,
               const char *mentions)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdExpression) expression = hd_expression_parse (text, &error);
  HdValue value = { .word = "untouched" };

  if (expression != NULL)
    g_assert_false (hd_expression_evaluate (expression, lookup, NULL, &value, &error));
  g_assert_error (error, HD_ERROR, (int) code);
  g_assert_cmpstr (value.word, ==, "untouched");
  if (strstr (error->message, mentions) == NULL)
    g_error ("the message for “%s” is: %s", text, error->message);
}

static void
test_refused (void)
{
  check_refused ("", HD_ERROR_SYNTAX, "Column 1");
  check_refused ("1 +", HD_ERROR_SYNTAX, "Column 4");
  check_refused ("(1", HD_ERROR_SYNTAX, "“)”");
  check_refused ("1)", HD_ERROR_SYNTAX, "Column 2");
  check_refused ("1 2", HD_ERROR_SYNTAX, "Column 3");
  check_refused ("a b", HD_ERROR_SYNTAX, "Column 3");
  check_refused ("min (1)", HD_ERROR_SYNTAX, "“,”");
  check_refused ("if (1, 2)", HD_ERROR_SYNTAX, "“,”");
  check_refused ("sin (1)", HD_ERROR_NAME, "sin");
  check_refused ("$", HD_ERROR_SYNTAX, "Column 1");
  check_refused ("1 < 2 < 3", HD_ERROR_SYNTAX, "and");
  check_refused ("'open", HD_ERROR_SYNTAX, "quotation");
  check_refused ("1 = 2", HD_ERROR_SYNTAX, "Column 3");
  check_refused ("and", HD_ERROR_SYNTAX, "Column 1");
  check_refused ("1 GQ", HD_ERROR_DIMENSION, "GQ");
  check_refused ("x\xff", HD_ERROR_SYNTAX, "UTF-8");
  check_refused ("a. b", HD_ERROR_SYNTAX, "Column 2");
  check_refused ("a.1", HD_ERROR_SYNTAX, "Column 2");
  check_refused ("`open", HD_ERROR_SYNTAX, "quotation");
  check_refused ("1 + ``", HD_ERROR_SYNTAX, "Column 5");
  check_refused ("a.b + 1", HD_ERROR_NAME, "a.b");

  check_refused ("1 B + 1 s", HD_ERROR_DIMENSION, "B and s");
  check_refused ("1 + 1 s", HD_ERROR_DIMENSION, "number and s");
  check_refused ("if (1 s, 1, 2)", HD_ERROR_DIMENSION, "condition");
  check_refused ("1 / 0", HD_ERROR_RANGE, "column 3");
  check_refused ("pow (2, 0.5)", HD_ERROR_RANGE, "whole number");
  check_refused ("pow (2, 1024)", HD_ERROR_RANGE, "-1023 to 1023");
  check_refused ("pow (0, -1)", HD_ERROR_RANGE, "division by zero");
  check_refused ("pow (10, 1000)", HD_ERROR_RANGE, "too large");
  check_refused ("pow (2 s, 2)", HD_ERROR_DIMENSION, "go together");
  check_refused ("1 % $zero", HD_ERROR_RANGE, "modulo zero");
  check_refused ("1e300 * 1e300", HD_ERROR_RANGE, "too large");
  check_refused ("inf - inf", HD_ERROR_RANGE, "undefined");
  check_refused ("0 * inf", HD_ERROR_RANGE, "undefined");
  check_refused ("$missing", HD_ERROR_NAME, "$missing");
  check_refused ("$bad + 1", HD_ERROR_LIMIT, "itself");
  check_refused ("H100 + 1", HD_ERROR_NAME, "H100");
  check_refused ("H100 < A100", HD_ERROR_NAME, "H100");
  check_refused ("not H100", HD_ERROR_NAME, "H100");
}

static char *
repeat (const char *before,
        const char *middle,
        const char *after,
        int n)
{
  GString *text = g_string_new (NULL);

  for (int i = 0; i < n; i++)
    g_string_append (text, before);
  g_string_append (text, middle);
  for (int i = 0; i < n; i++)
    g_string_append (text, after);
  return g_string_free (text, FALSE);
}

static void
test_limits (void)
{
  g_autofree char *deep = repeat ("(", "1", ")", 20000);
  g_autofree char *permitted = repeat ("(", "1", ")", 63);
  g_autofree char *signs = repeat ("- ", "1", "", 20000);
  g_autofree char *nots = repeat ("not ", "1", "", 10000);
  g_autofree char *sum = repeat ("1+", "1", "", 30000);
  g_autofree char *ifs = repeat ("if(1,1,", "1", ")", 1000);
  g_autofree char *square = repeat ("", "1 m", "*1 m", 150);
  g_autofree char *too_long = g_strnfill (70000, 'a');
  g_autofree char *names = g_strnfill (60000, 'a');

  check (permitted, 1, "number");
  check (sum, 30001, "number");
  check_word (names, names);
  check_refused (deep, HD_ERROR_LIMIT, "64");
  check_refused (signs, HD_ERROR_LIMIT, "64");
  check_refused (nots, HD_ERROR_LIMIT, "64");
  check_refused (ifs, HD_ERROR_LIMIT, "64");
  check_refused (square, HD_ERROR_DIMENSION, "power");
  check_refused (too_long, HD_ERROR_LIMIT, "65536");
}

static void
collect (gpointer name,
         gpointer names)
{
  g_string_append_printf (names, "%s ", (const char *) name);
}

static void
test_names (void)
{
  g_autoptr (HdExpression) expression = hd_expression_parse ("if ($a == H100, i, $b + i * 3 s)", NULL);
  g_autoptr (HdExpression) constant = hd_expression_parse ("min (1, 2) * 3 s", NULL);
  g_autoptr (HdExpression) marked = hd_expression_parse ("egress.mean.b + `rack[0]/up[1].rate` / 2.5 s", NULL);
  GString *of_marked = g_string_new (NULL);
  GString *names = g_string_new (NULL);

  hd_expression_foreach_name (expression, collect, names);
  g_assert_cmpstr (names->str, ==, "$a H100 i $b ");
  g_assert_false (hd_expression_is_constant (expression));
  g_assert_true (hd_expression_is_constant (constant));
  hd_expression_foreach_name (marked, collect, of_marked);
  g_assert_cmpstr (of_marked->str, ==, "egress.mean.b rack[0]/up[1].rate ");
  g_string_free (of_marked, TRUE);
  g_string_free (names, TRUE);
}

/* ---- an independent evaluator over random trees ------------------------------------------------------------------ */

typedef struct _Tree Tree;
struct _Tree
{
  char op; /* n number, ~ minus, ! not, + - * / % < = & | m(in) M(ax) f(loor) ?(if) */
  double number;
  Tree *a, *b, *c;
};

static Tree *
random_tree (GRand *rand,
             int depth)
{
  static const char ops[] = "nn~!+-*/%<=&|mMf?";
  Tree *tree = g_new0 (Tree, 1);

  tree->op = depth == 0 ? 'n' : ops[g_rand_int_range (rand, 0, sizeof ops - 1)];
  if (tree->op == 'n')
    {
      tree->number = g_rand_int_range (rand, 0, 40) / 8.0;
      return tree;
    }
  tree->a = random_tree (rand, depth - 1);
  if (strchr ("~!f", tree->op) == NULL)
    tree->b = random_tree (rand, depth - 1);
  if (tree->op == '?')
    tree->c = random_tree (rand, depth - 1);
  return tree;
}

static void
free_tree (Tree *tree)
{
  if (tree == NULL)
    return;
  free_tree (tree->a);
  free_tree (tree->b);
  free_tree (tree->c);
  g_free (tree);
}

/* NaN stands for every error. */
static double
oracle (const Tree *tree)
{
  double a, b, result;

  if (tree->op == 'n')
    return tree->number;
  a = oracle (tree->a);
  if (isnan (a))
    return NAN;
  switch (tree->op)
    {
    case '~':
      return -a;
    case '!':
      return a == 0;
    case 'f':
      return floor (a);
    case '?':
      return a != 0 ? oracle (tree->b) : oracle (tree->c);
    case '&':
      return a == 0 ? 0 : isnan (b = oracle (tree->b)) ? NAN : b != 0;
    case '|':
      return a != 0 ? 1 : isnan (b = oracle (tree->b)) ? NAN : b != 0;
    default:
      break;
    }
  b = oracle (tree->b);
  if (isnan (b))
    return NAN;
  switch (tree->op)
    {
    case '+':
      result = a + b;
      break;
    case '-':
      result = a - b;
      break;
    case '*':
      result = a * b;
      break;
    case '/':
      result = b == 0 ? NAN : a / b;
      break;
    case '%':
      /* no sum where none is needed: its rounding would show in floor () and if () */
      result = b == 0 ? NAN : fmod (a, b);
      result = result * b < 0 ? result + b : result;
      break;
    case '<':
      result = a < b;
      break;
    case '=':
      result = a == b;
      break;
    case 'm':
      result = fmin (a, b);
      break;
    case 'M':
      result = fmax (a, b);
      break;
    default:
      g_assert_not_reached ();
    }
  return isfinite (result) ? result : NAN;
}

static int
binding (char op)
{
  switch (op)
    {
    case '|':
      return 1;
    case '&':
      return 2;
    case '!':
      return 3;
    case '<':
    case '=':
      return 4;
    case '+':
    case '-':
      return 5;
    case '*':
    case '/':
    case '%':
      return 6;
    case '~':
      return 7;
    default:
      return 8;
    }
}

static void
write_tree (const Tree *tree,
            int outer,
            GRand *rand,
            GString *text)
{
  int inner = binding (tree->op);
  gboolean parentheses = inner <= outer || g_rand_int_range (rand, 0, 8) == 0;
  const char *name = tree->op == 'm' ? "min" : tree->op == 'M' ? "max" : tree->op == 'f' ? "floor" : "if";

  if (parentheses)
    g_string_append (text, "(");
  switch (tree->op)
    {
    case 'n':
      g_string_append_printf (text, "%g", tree->number);
      break;
    case '~':
      g_string_append (text, "-");
      write_tree (tree->a, inner - 1, rand, text);
      break;
    case '!':
      g_string_append (text, "not ");
      write_tree (tree->a, inner, rand, text);
      break;
    case 'm':
    case 'M':
    case 'f':
    case '?':
      g_string_append_printf (text, "%s (", name);
      write_tree (tree->a, 0, rand, text);
      if (tree->b != NULL)
        {
          g_string_append (text, ", ");
          write_tree (tree->b, 0, rand, text);
        }
      if (tree->c != NULL)
        {
          g_string_append (text, ",");
          write_tree (tree->c, 0, rand, text);
        }
      g_string_append (text, ")");
      break;
    default:
      /* the left operand may be of the same binding, except that comparisons do not chain */
      write_tree (tree->a, inner == 4 ? inner : inner - 1, rand, text);
      g_string_append (text, tree->op == '&' ? " and " : tree->op == '|' ? " or " : tree->op == '=' ? "==" : (char[]){ ' ', tree->op, ' ', 0 });
      write_tree (tree->b, inner, rand, text);
      break;
    }
  if (parentheses)
    g_string_append (text, ")");
}

static void
test_random_trees (void)
{
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  int n_values = 0;

  g_test_message ("seed %u", seed);
  for (int i = 0; i < 20000; i++)
    {
      Tree *tree = random_tree (rand, g_rand_int_range (rand, 1, 7));
      GString *text = g_string_new (NULL);
      double expected = oracle (tree);
      g_autoptr (HdExpression) expression = NULL;
      g_autoptr (GError) error = NULL;
      HdValue value;

      write_tree (tree, 0, rand, text);
      expression = hd_expression_parse (text->str, &error);
      g_assert_no_error (error);
      if (hd_expression_evaluate (expression, NULL, NULL, &value, &error))
        {
          n_values++;
          if (value.quantity.value != expected)
            g_error ("%s gives %.17g, not %.17g", text->str, value.quantity.value, expected);
        }
      else if (!isnan (expected))
        g_error ("%s gives an error, not %.17g: %s", text->str, expected, error->message);
      free_tree (tree);
      g_string_free (text, TRUE);
    }
  g_assert_cmpint (n_values, >, 10000);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/base/expression/arithmetic", test_arithmetic);
  g_test_add_func ("/engine/base/expression/units", test_units);
  g_test_add_func ("/engine/base/expression/logic", test_logic);
  g_test_add_func ("/engine/base/expression/refused", test_refused);
  g_test_add_func ("/engine/base/expression/limits", test_limits);
  g_test_add_func ("/engine/base/expression/names", test_names);
  g_test_add_func ("/engine/base/expression/random-trees", test_random_trees);
  return g_test_run ();
}
