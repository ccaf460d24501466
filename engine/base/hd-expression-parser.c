/* hd-expression-parser.c: from text to postfix code
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-expression"

#include "hd-expression-private.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-quantity-private.h"

/* A Pratt parser: each operator has a binding power, and parse_binary () takes operators as long as they bind tighter than the
 * one to its left. Code is emitted while parsing; there is no tree.
 */

#define MAX_TEXT (64 * 1024)
#define MAX_DEPTH 64

typedef struct
{
  const char *text;
  const char *p;
  GError **error;
  int depth;
  guint stack; /* values on the stack at this point of the code */
  guint stack_size;
  GArray *code;
  GArray *constants;
  GPtrArray *names;
  GHashTable *name_numbers;
} Parser;

typedef enum
{
  BINDS_NONE,
  BINDS_OR,
  BINDS_AND,
  BINDS_NOT,
  BINDS_COMPARISON,
  BINDS_SUM,
  BINDS_PRODUCT,
  BINDS_SIGN,
} Binding;

typedef struct
{
  const char *text;
  Binding binding;
  HdOp op;
} Operator;

/* Longer ones before their beginnings. */
static const Operator operators[] = {
  { "or", BINDS_OR, HD_OP_JUMP_IF_TRUE },
  { "and", BINDS_AND, HD_OP_JUMP_IF_FALSE },
  { "==", BINDS_COMPARISON, HD_OP_EQUAL },
  { "!=", BINDS_COMPARISON, HD_OP_UNEQUAL },
  { "<=", BINDS_COMPARISON, HD_OP_LESS_EQUAL },
  { ">=", BINDS_COMPARISON, HD_OP_GREATER_EQUAL },
  { "<", BINDS_COMPARISON, HD_OP_LESS },
  { ">", BINDS_COMPARISON, HD_OP_GREATER },
  { "+", BINDS_SUM, HD_OP_ADD },
  { "-", BINDS_SUM, HD_OP_SUBTRACT },
  { "*", BINDS_PRODUCT, HD_OP_MULTIPLY },
  { "/", BINDS_PRODUCT, HD_OP_DIVIDE },
  { "%", BINDS_PRODUCT, HD_OP_MODULO },
};

static gboolean parse_binary (Parser *parser,
                              Binding left);

static gboolean
fail_at (Parser *parser,
         const char *where,
         HdError code,
         const char *message)
{
  g_set_error (parser->error, HD_ERROR, code, _("Column %d: %s"), (int) (where - parser->text) + 1, message);
  return FALSE;
}

static void
skip_blanks (Parser *parser)
{
  parser->p += strspn (parser->p, " \t\r\n");
}

static gboolean
is_name_character (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* Whether @word stands here and ends here. */
static gboolean
at_word (Parser *parser,
         const char *word)
{
  gsize length = strlen (word);

  return strncmp (parser->p, word, length) == 0 &&
         (!g_ascii_isalpha (word[0]) || !is_name_character (parser->p[length]));
}

static gboolean
accept (Parser *parser,
        const char *word)
{
  skip_blanks (parser);
  if (!at_word (parser, word))
    return FALSE;
  parser->p += strlen (word);
  return TRUE;
}

static gboolean
expect (Parser *parser,
        const char *word)
{
  g_autofree char *message = NULL;

  if (accept (parser, word))
    return TRUE;
  message = g_strdup_printf (_("expected “%s”"), word);
  return fail_at (parser, parser->p, HD_ERROR_SYNTAX, message);
}

/* @effect: how many more values the stack holds afterwards */
static guint
emit (Parser *parser,
      HdOp op,
      const char *where,
      guint operand,
      int effect)
{
  HdInstruction instruction = { op, (guint32) (where - parser->text) + 1, operand };

  g_array_append_val (parser->code, instruction);
  parser->stack += effect;
  parser->stack_size = MAX (parser->stack_size, parser->stack);
  return parser->code->len - 1;
}

static void
land_here (Parser *parser,
           guint jump)
{
  g_array_index (parser->code, HdInstruction, jump).operand = parser->code->len;
}

static void
emit_constant (Parser *parser,
               const char *where,
               const HdValue *value)
{
  g_array_append_val (parser->constants, *value);
  emit (parser, HD_OP_CONSTANT, where, parser->constants->len - 1, 1);
}

static void
emit_number (Parser *parser,
             const char *where,
             double number)
{
  HdValue value = { .kind = HD_VALUE_QUANTITY, .quantity = { .value = number } };

  emit_constant (parser, where, &value);
}

static void
emit_name (Parser *parser,
           const char *where,
           gsize length)
{
  g_autofree char *text = g_strndup (where, length);
  const char *name = g_intern_string (text);
  gpointer number;

  if (!g_hash_table_lookup_extended (parser->name_numbers, name, NULL, &number))
    {
      number = GUINT_TO_POINTER (parser->names->len);
      g_hash_table_insert (parser->name_numbers, (gpointer) name, number);
      g_ptr_array_add (parser->names, (gpointer) name);
    }
  emit (parser, HD_OP_NAME, where, GPOINTER_TO_UINT (number), 1);
}

static gsize
name_length (const char *p)
{
  gsize length = 0;

  if (g_ascii_isalpha (p[0]) || p[0] == '_')
    while (is_name_character (p[length]))
      length++;
  return length;
}

/* ---- calls ------------------------------------------------------------------------------------------------------ */

/* if (c, a, b); the opening parenthesis is read */
static gboolean
parse_if (Parser *parser,
          const char *where)
{
  guint to_else, to_end;

  if (!parse_binary (parser, BINDS_NONE) || !expect (parser, ","))
    return FALSE;
  to_else = emit (parser, HD_OP_JUMP_IF_FALSE, where, 0, -1);
  if (!parse_binary (parser, BINDS_NONE) || !expect (parser, ","))
    return FALSE;
  to_end = emit (parser, HD_OP_JUMP, where, 0, -1);
  land_here (parser, to_else);
  if (!parse_binary (parser, BINDS_NONE) || !expect (parser, ")"))
    return FALSE;
  land_here (parser, to_end);
  return TRUE;
}

static gboolean
parse_rounding (Parser *parser,
                const char *where,
                HdOp op)
{
  if (!parse_binary (parser, BINDS_NONE) || !expect (parser, ")"))
    return FALSE;
  emit (parser, op, where, 0, 0);
  return TRUE;
}

static gboolean
parse_extremum (Parser *parser,
                const char *where,
                HdOp op)
{
  if (!parse_binary (parser, BINDS_NONE) || !expect (parser, ","))
    return FALSE;
  do
    {
      if (!parse_binary (parser, BINDS_NONE))
        return FALSE;
      emit (parser, op, where, 0, -1);
    }
  while (accept (parser, ","));
  return expect (parser, ")");
}

static gboolean
parse_power (Parser *parser,
             const char *where)
{
  if (!parse_binary (parser, BINDS_NONE) || !expect (parser, ",") || !parse_binary (parser, BINDS_NONE) || !expect (parser, ")"))
    return FALSE;
  emit (parser, HD_OP_POWER, where, 0, -1);
  return TRUE;
}

static gboolean
parse_call (Parser *parser,
            const char *where,
            gsize length)
{
  g_autofree char *name = g_strndup (where, length);
  g_autofree char *message = NULL;

  if (strcmp (name, "if") == 0)
    return parse_if (parser, where);
  if (strcmp (name, "min") == 0)
    return parse_extremum (parser, where, HD_OP_MINIMUM);
  if (strcmp (name, "max") == 0)
    return parse_extremum (parser, where, HD_OP_MAXIMUM);
  if (strcmp (name, "floor") == 0)
    return parse_rounding (parser, where, HD_OP_FLOOR);
  if (strcmp (name, "ceil") == 0)
    return parse_rounding (parser, where, HD_OP_CEIL);
  if (strcmp (name, "pow") == 0)
    return parse_power (parser, where);

  message = g_strdup_printf (_("there is no function “%s” (there are if, min, max, floor, ceil and pow)"), name);
  return fail_at (parser, where, HD_ERROR_NAME, message);
}

/* ---- operands --------------------------------------------------------------------------------------------------- */

static gboolean
parse_quantity (Parser *parser)
{
  const char *where = parser->p;
  HdValue value = { .kind = HD_VALUE_QUANTITY };
  GError *error = NULL;

  if (!_hd_quantity_scan (parser->p, &value.quantity, &parser->p, &error))
    {
      fail_at (parser, where, error->code, error->message);
      g_error_free (error);
      return FALSE;
    }
  emit_constant (parser, where, &value);
  return TRUE;
}

static gboolean
parse_quoted (Parser *parser)
{
  const char *where = parser->p;
  const char *end = strchr (where + 1, *where);
  HdValue value = { .kind = HD_VALUE_WORD };
  g_autofree char *text = NULL;

  if (end == NULL)
    return fail_at (parser, where, HD_ERROR_SYNTAX, _("the quotation mark is not closed"));
  text = g_strndup (where + 1, (gsize) (end - where - 1));
  value.word = g_intern_string (text);
  emit_constant (parser, where, &value);
  parser->p = end + 1;
  return TRUE;
}

static gboolean
parse_variable (Parser *parser)
{
  const char *where = parser->p;
  gsize length = name_length (where + 1);

  if (length == 0)
    return fail_at (parser, where, HD_ERROR_SYNTAX, _("“$” must be followed by a variable's name"));
  emit_name (parser, where, length + 1);
  parser->p += length + 1;
  return TRUE;
}

/* Names of what runs came to have parts: "egress.latency", and paths in them: `parse[0].busy`. */
static gboolean
parse_marked_name (Parser *parser)
{
  const char *where = parser->p, *end = strchr (where + 1, '`');

  if (end == NULL)
    return fail_at (parser, where, HD_ERROR_SYNTAX, _("the quotation mark is not closed"));
  if (end == where + 1)
    return fail_at (parser, where, HD_ERROR_SYNTAX, _("a name is missing between the marks"));
  emit_name (parser, where + 1, (gsize) (end - where - 1));
  parser->p = end + 1;
  return TRUE;
}

static gsize
dotted_name_length (const char *p)
{
  gsize length = name_length (p);

  while (length > 0 && p[length] == '.' && name_length (p + length + 1) > 0)
    length += 1 + name_length (p + length + 1);
  return length;
}

static gboolean
parse_word (Parser *parser)
{
  const char *where = parser->p;
  gsize length = dotted_name_length (where);

  if (at_word (parser, "and") || at_word (parser, "or"))
    return fail_at (parser, where, HD_ERROR_SYNTAX, _("expected a value"));

  parser->p += length;
  if (accept (parser, "("))
    return parse_call (parser, where, length);

  if (length == 4 && strncmp (where, "true", 4) == 0)
    emit_number (parser, where, 1);
  else if (length == 5 && strncmp (where, "false", 5) == 0)
    emit_number (parser, where, 0);
  else if (length == 3 && strncmp (where, "inf", 3) == 0)
    emit_number (parser, where, INFINITY);
  else
    emit_name (parser, where, length);
  return TRUE;
}

static gboolean
parse_operand (Parser *parser)
{
  const char *where;

  skip_blanks (parser);
  where = parser->p;

  if (_hd_number_starts (where))
    return parse_quantity (parser);
  if (*where == '$')
    return parse_variable (parser);
  if (*where == '\'' || *where == '"')
    return parse_quoted (parser);
  if (*where == '`')
    return parse_marked_name (parser);
  if (accept (parser, "("))
    return parse_binary (parser, BINDS_NONE) && expect (parser, ")");
  if (accept (parser, "-"))
    {
      if (!parse_binary (parser, BINDS_SIGN))
        return FALSE;
      emit (parser, HD_OP_NEGATE, where, 0, 0);
      return TRUE;
    }
  if (accept (parser, "not"))
    {
      if (!parse_binary (parser, BINDS_NOT))
        return FALSE;
      emit (parser, HD_OP_NOT, where, 0, 0);
      return TRUE;
    }
  if (name_length (where) > 0)
    return parse_word (parser);

  return fail_at (parser, where, HD_ERROR_SYNTAX,
                  *where == '\0' ? _("a value is missing at the end") : _("expected a value"));
}

/* ---- operators -------------------------------------------------------------------------------------------------- */

static const Operator *
peek_operator (Parser *parser)
{
  skip_blanks (parser);
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    if (at_word (parser, operators[i].text))
      return &operators[i];
  return NULL;
}

/* a and b: a, if false give 0, else the truth of b; or: the other way about */
static gboolean
parse_lazy (Parser *parser,
            const Operator *operator,
            const char *where)
{
  guint out, end;

  out = emit (parser, operator->op, where, 0, -1);
  if (!parse_binary (parser, operator->binding))
    return FALSE;
  emit (parser, HD_OP_TRUTH, where, 0, 0);
  end = emit (parser, HD_OP_JUMP, where, 0, -1);
  land_here (parser, out);
  emit_number (parser, where, operator->op == HD_OP_JUMP_IF_TRUE);
  land_here (parser, end);
  return TRUE;
}

static gboolean
parse_operators (Parser *parser,
                 Binding left)
{
  gboolean compared = FALSE;

  for (;;)
    {
      const Operator *operator = peek_operator (parser);
      const char *where = parser->p;

      if (operator == NULL || operator->binding <= left)
        return TRUE;
      if (operator->binding == BINDS_COMPARISON && compared)
        return fail_at (parser, where, HD_ERROR_SYNTAX, _("comparisons do not chain; join them with “and”"));
      compared = operator->binding == BINDS_COMPARISON;

      parser->p += strlen (operator->text);
      if (operator->binding <= BINDS_AND)
        {
          if (!parse_lazy (parser, operator, where))
            return FALSE;
        }
      else
        {
          if (!parse_binary (parser, operator->binding))
            return FALSE;
          emit (parser, operator->op, where, 0, -1);
        }
    }
}

/* An operand and all operators behind it that bind tighter than @left. */
static gboolean
parse_binary (Parser *parser,
              Binding left)
{
  gboolean nests = left == BINDS_NONE || left == BINDS_SIGN || left == BINDS_NOT;

  if (nests && ++parser->depth > MAX_DEPTH)
    {
      g_autofree char *message = g_strdup_printf (_("nested more than %d deep"), MAX_DEPTH);

      return fail_at (parser, parser->p, HD_ERROR_LIMIT, message);
    }
  if (!parse_operand (parser) || !parse_operators (parser, left))
    return FALSE;
  if (nests)
    parser->depth--;
  return TRUE;
}

static HdExpression *
build (Parser *parser)
{
  HdExpression *self = g_new0 (HdExpression, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->text = g_strdup (parser->text);
  self->code = g_array_ref (parser->code);
  self->constants = g_array_ref (parser->constants);
  self->names = g_ptr_array_ref (parser->names);
  self->stack_size = parser->stack_size;
  return self;
}

HdExpression *
hd_expression_parse (const char *text,
                     GError **error)
{
  Parser parser = { .text = text, .p = text, .error = error };
  HdExpression *self = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  if (strnlen (text, MAX_TEXT + 1) > MAX_TEXT)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("An expression has at most %d bytes"), MAX_TEXT);
      return NULL;
    }
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_SYNTAX, _("An expression must be valid UTF-8"));
      return NULL;
    }

  parser.code = g_array_new (FALSE, FALSE, sizeof (HdInstruction));
  parser.constants = g_array_new (FALSE, FALSE, sizeof (HdValue));
  parser.names = g_ptr_array_new ();
  parser.name_numbers = g_hash_table_new (NULL, NULL);

  if (parse_binary (&parser, BINDS_NONE))
    {
      skip_blanks (&parser);
      if (*parser.p == '\0')
        self = build (&parser);
      else
        fail_at (&parser, parser.p, HD_ERROR_SYNTAX, _("expected an operator or the end"));
    }

  g_array_unref (parser.code);
  g_array_unref (parser.constants);
  g_ptr_array_unref (parser.names);
  g_hash_table_unref (parser.name_numbers);
  return self;
}
