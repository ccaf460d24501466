/* hd-figure.c: numbers as people read them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-figure"

#include <heddle/hd-figure.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hd-i18n.h"

#define MINUS "\342\210\222"
#define NOT_A_NUMBER "\342\200\223" /* an en dash */
#define INFINITE "\342\210\236"
#define AT_A_GLANCE 4               /* digits */
#define LARGEST_COUNT 1e15          /* whole numbers below are exact, and short enough to be read */
#define LEAST_PERCENT 0.05          /* what is less would be rounded to nothing */
#define SAME 1e-12                  /* of the larger: two values that differ by less are one */

/* "1234567" becomes "1,234,567"; decimals stay as they are. */
static void
append_grouped (GString *text,
                const char *digits,
                gsize length)
{
  const char *point = memchr (digits, '.', length);
  gsize whole = point != NULL ? (gsize) (point - digits) : length;

  for (gsize i = 0; i < whole; i++)
    {
      g_string_append_c (text, digits[i]);
      if (i + 1 < whole && (whole - i - 1) % 3 == 0)
        g_string_append_c (text, ',');
    }
  g_string_append_len (text, digits + whole, (gssize) (length - whole));
}

static void
append_power (GString *text,
              int exponent)
{
  static const char *const raised[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  g_autofree char *digits = g_strdup_printf ("%d", abs (exponent));

  g_string_append (text, exponent < 0 ? "×10⁻" : "×10");
  for (const char *p = digits; *p != '\0'; p++)
    g_string_append (text, raised[*p - '0']);
}

/* Takes what hd_quantity_format() writes: number, and a unit behind a space. */
static char *
dup_for_people (const char *plain)
{
  GString *text = g_string_new (NULL);
  gsize length;

  if (*plain == '-')
    {
      plain++;
      g_string_append (text, MINUS);
    }
  length = strspn (plain, "0123456789.");
  append_grouped (text, plain, length);
  plain += length;
  if (*plain == 'e')
    {
      char *end;

      append_power (text, (int) strtol (plain + 1, &end, 10));
      plain = end;
    }
  if (*plain == ' ')
    g_string_append_printf (text, HD_FIGURE_SPACE "%s", plain + 1);
  return g_string_free (text, FALSE);
}

char *
hd_figure_format (HdQuantity quantity,
                  int digits)
{
  g_autofree char *plain = NULL;

  if (isnan (quantity.value))
    return g_strdup (NOT_A_NUMBER);
  if (isinf (quantity.value))
    return g_strdup (quantity.value < 0 ? MINUS INFINITE : INFINITE);
  if (quantity.value == 0)
    quantity.value = 0; /* without a sign */
  if (hd_dimension_equal (quantity.dimension, HD_DIMENSION_NONE) && quantity.value == floor (quantity.value) &&
      fabs (quantity.value) < LARGEST_COUNT)
    digits = 15;
  plain = hd_quantity_format (quantity, digits);
  return dup_for_people (plain);
}

char *
hd_figure_in (double value,
              const char *unit,
              int digits)
{
  HdQuantity quantity = { value, HD_DIMENSION_NONE };
  g_autofree char *number = NULL;
  double factor = 1;

  if (g_strcmp0 (unit, "%") == 0 && digits <= AT_A_GLANCE)
    return hd_figure_percent (value / 100);
  if (unit == NULL || hd_unit_parse (unit, &quantity.dimension, &factor, NULL))
    return hd_figure_format ((HdQuantity){ value * factor, quantity.dimension }, digits);
  number = hd_figure_format (quantity, digits);
  return g_strconcat (number, HD_FIGURE_SPACE, unit, NULL);
}

char *
hd_figure_time (HdTime time,
                int digits)
{
  return hd_figure_format ((HdQuantity){ (double) time / HD_TICKS_PER_SECOND, HD_DIMENSION_TIME }, digits);
}

char *
hd_figure_count (guint64 n)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, n);
  GString *text = g_string_new (NULL);

  append_grouped (text, digits, strlen (digits));
  return g_string_free (text, FALSE);
}

static char *
dup_percent (double share,
             const char *plus)
{
  double percent = 100 * share;
  const char *sign = percent < 0 ? MINUS : percent > 0 ? plus : "";
  double size = fabs (percent);
  g_autofree char *digits = NULL;
  GString *text;

  if (!isfinite (percent))
    return g_strdup (NOT_A_NUMBER);
  if (size > 0 && size < LEAST_PERCENT)
    return g_strdup_printf ("< %s0.1" HD_FIGURE_SPACE "%%", sign);
  if (size > 0 && size < 9.95)
    return g_strdup_printf ("%s%.1f" HD_FIGURE_SPACE "%%", sign, size);
  digits = g_strdup_printf ("%.0f", size);
  text = g_string_new (sign);
  append_grouped (text, digits, strlen (digits));
  return g_string_free (g_string_append (text, HD_FIGURE_SPACE "%"), FALSE);
}

char *
hd_figure_percent (double share)
{
  return dup_percent (share, "");
}

/* Sums of the same numbers in another order differ in their last digits: that is no difference to tell. */
static double
subtract (double to,
          double from)
{
  return to == from || fabs (to - from) < SAME * MAX (fabs (to), fabs (from)) ? 0 : to - from;
}

char *
hd_figure_change (double from,
                  double to)
{
  double by = subtract (to, from);

  return dup_percent (by == 0 ? 0 : by / fabs (from), "+");
}

char *
hd_figure_difference (double from,
                      double to,
                      const char *unit,
                      int digits)
{
  gboolean is_share = g_strcmp0 (unit, "%") == 0;
  double by = is_share ? round (10 * (to - from)) / 10 : subtract (to, from);
  g_autofree char *figure = is_share ? hd_figure_format ((HdQuantity){ by, HD_DIMENSION_NONE }, digits) : hd_figure_in (by, unit, digits);

  if (!is_share)
    return g_strconcat (by > 0 ? "+" : "", figure, NULL);
  /* Translators: by how much a share in percent is more or less than before, "+3.2 points"; the first is a sign or nothing */
  return g_strdup_printf (_("%s%s points"), by > 0 ? "+" : "", figure);
}

char *
hd_figure_range (const char *low,
                 const char *high)
{
  if (strcmp (low, high) == 0)
    return g_strdup (low);
  /* Translators: a range of figures, "12 % to 48 %" */
  return g_strdup_printf (_("%s to %s"), low, high);
}
