/* hd-quantity.c: numbers with physical dimensions
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-quantity"

#include <heddle/hd-quantity.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "hd-i18n.h"
#include "hd-quantity-private.h"
#include "hd-unit-private.h"

#define MAX_NUMBER 64        /* characters of one number */
#define MAX_DIGITS 17
#define MAX_EXPONENT 100000  /* beyond it a number is zero or too large anyway */

typedef struct
{
  char digits[MAX_NUMBER + 1]; /* mantissa as written */
  int exponent;
} Number;

/* With the spaces at which no line breaks: figures of the window are copied into entries. */
static const char *
skip_blanks (const char *p)
{
  for (;;)
    if (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')
      p++;
    else if (strncmp (p, "\302\240", 2) == 0)
      p += 2;
    else if (strncmp (p, HD_FIGURE_SPACE, strlen (HD_FIGURE_SPACE)) == 0)
      p += strlen (HD_FIGURE_SPACE);
    else
      return p;
}

gboolean
_hd_number_starts (const char *text)
{
  return g_ascii_isdigit (text[0]) || (text[0] == '.' && g_ascii_isdigit (text[1]));
}

static gboolean
scan_number (const char *text,
             Number *out_number,
             const char **out_end,
             GError **error)
{
  const char *p = text;
  gint64 exponent = 0;
  gsize length;

  while (g_ascii_isdigit (*p))
    p++;
  if (*p == '.')
    for (p++; g_ascii_isdigit (*p); p++)
      ;
  length = (gsize) (p - text);
  if (length > MAX_NUMBER)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("A number has at most %d digits"), MAX_NUMBER);
      return FALSE;
    }
  memcpy (out_number->digits, text, length);
  out_number->digits[length] = '\0';

  /* "1e6" is an exponent, "1EB" a prefix */
  if (*p == 'e' || *p == 'E')
    {
      gboolean negative = p[1] == '-';
      const char *q = p + (p[1] == '-' || p[1] == '+' ? 2 : 1);

      if (g_ascii_isdigit (*q))
        {
          for (; g_ascii_isdigit (*q); q++)
            exponent = MIN (exponent * 10 + (*q - '0'), MAX_EXPONENT);
          if (negative)
            exponent = -exponent;
          p = q;
        }
    }

  out_number->exponent = (int) exponent;
  *out_end = p;
  return TRUE;
}

static gboolean
is_operator_word (const char *text)
{
  static const char *const words[] = { "and", "or" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      gsize length = strlen (words[i]);

      if (strncmp (text, words[i], length) == 0 && !g_ascii_isalnum (text[length]) && text[length] != '_')
        return TRUE;
    }
  return FALSE;
}

gboolean
_hd_quantity_scan (const char *text,
                   HdQuantity *out_quantity,
                   const char **out_end,
                   GError **error)
{
  HdUnit unit = { .dimension = HD_DIMENSION_NONE, .scale = 1 };
  char buffer[MAX_NUMBER + 16];
  const char *end, *p;
  Number number;
  double value;

  if (!scan_number (text, &number, &end, error))
    return FALSE;
  p = skip_blanks (end);
  if (_hd_unit_starts (p) && !is_operator_word (p) && !_hd_unit_scan (p, &unit, &end, error))
    return FALSE;

  g_snprintf (buffer, sizeof buffer, "%se%d", number.digits, number.exponent + unit.decimal);
  value = g_ascii_strtod (buffer, NULL) * unit.scale;
  if (!isfinite (value))
    {
      g_autofree char *written = g_strndup (text, (gsize) (end - text));

      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” is too large a number"), written);
      return FALSE;
    }

  out_quantity->value = value;
  out_quantity->dimension = unit.dimension;
  *out_end = end;
  return TRUE;
}

static gboolean
scan_infinity (const char *text,
               HdQuantity *out_quantity,
               const char **out_end,
               GError **error)
{
  HdUnit unit = { .dimension = HD_DIMENSION_NONE, .scale = 1 };
  const char *end = text + strlen ("inf");
  const char *p = skip_blanks (end);

  if (_hd_unit_starts (p) && !_hd_unit_scan (p, &unit, &end, error))
    return FALSE;

  out_quantity->value = INFINITY;
  out_quantity->dimension = unit.dimension;
  *out_end = end;
  return TRUE;
}

static gboolean
set_syntax_error (const char *text,
                  GError **error)
{
  g_autofree char *start = g_utf8_make_valid (text, (gssize) strnlen (text, 80));

  g_set_error (error, HD_ERROR, HD_ERROR_SYNTAX, _("“%s” is not a number with a unit, such as “12.5 GB/s”"), start);
  return FALSE;
}

gboolean
hd_quantity_parse (const char *text,
                   HdQuantity *out_quantity,
                   GError **error)
{
  const char *p, *end;
  gboolean negative;
  HdQuantity quantity;

  g_return_val_if_fail (text != NULL && out_quantity != NULL, FALSE);

  p = skip_blanks (text);
  negative = *p == '-';
  if (*p == '-' || *p == '+')
    p++;

  if (_hd_number_starts (p))
    {
      if (!_hd_quantity_scan (p, &quantity, &end, error))
        return FALSE;
    }
  else if (strncmp (p, "inf", 3) == 0 && !g_ascii_isalnum (p[3]))
    {
      if (!scan_infinity (p, &quantity, &end, error))
        return FALSE;
    }
  else
    {
      return set_syntax_error (text, error);
    }

  if (*skip_blanks (end) != '\0')
    return set_syntax_error (text, error);

  if (negative)
    quantity.value = -quantity.value;
  *out_quantity = quantity;
  return TRUE;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

/* Writes digits * 10^exponent, where the point stands behind the first digit if the exponent is 0. */
static void
append_decimal (GString *text,
                const char *digits,
                int exponent)
{
  int n = (int) strlen (digits);

  if (exponent < -5 || exponent > 20)
    {
      g_string_append_c (text, digits[0]);
      if (n > 1)
        g_string_append_printf (text, ".%s", digits + 1);
      g_string_append_printf (text, "e%d", exponent);
    }
  else if (exponent < 0)
    {
      g_string_append_printf (text, "0.%.*s%s", -exponent - 1, "00000", digits);
    }
  else
    {
      for (int i = 0; i < MAX (n, exponent + 1); i++)
        {
          if (i == exponent + 1)
            g_string_append_c (text, '.');
          g_string_append_c (text, i < n ? digits[i] : '0');
        }
    }
}

/* In scientific form. 17 digits identify every double, but 15 often do, and look better. */
static void
print_digits (double value,
              int digits,
              char *buffer,
              int size)
{
  for (int n = digits == MAX_DIGITS ? 15 : digits; n <= digits; n++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%de", n - 1);
      g_ascii_formatd (buffer, size, format, value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
}

const char *
hd_quantity_find_unit (const char *text)
{
  char *end;

  g_ascii_strtod (text, &end);
  while (g_ascii_isspace (*end))
    end++;
  return end;
}

char *
hd_quantity_format (HdQuantity quantity,
                    int digits)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE], mantissa[MAX_DIGITS + 1];
  GString *text = g_string_new (NULL);
  g_autofree char *unit = NULL;
  int exponent = 0, decimal = 0, n = 0;

  digits = CLAMP (digits, 1, MAX_DIGITS);

  if (signbit (quantity.value) && !isnan (quantity.value))
    g_string_append_c (text, '-');

  if (isfinite (quantity.value))
    {
      const char *p;

      print_digits (fabs (quantity.value), digits, buffer, sizeof buffer);
      for (p = buffer; *p != 'e'; p++)
        if (*p != '.')
          mantissa[n++] = *p;
      while (n > 1 && mantissa[n - 1] == '0')
        n--;
      mantissa[n] = '\0';
      exponent = (int) g_ascii_strtoll (p + 1, NULL, 10);
      unit = _hd_unit_for_display (quantity.dimension, quantity.value == 0 ? 0 : exponent, &decimal);
      append_decimal (text, mantissa, exponent - decimal);
    }
  else
    {
      g_string_append (text, isnan (quantity.value) ? "nan" : "inf");
      unit = _hd_unit_for_display (quantity.dimension, 0, &decimal);
    }

  if (*unit != '\0')
    g_string_append_printf (text, " %s", unit);
  return g_string_free (text, FALSE);
}
