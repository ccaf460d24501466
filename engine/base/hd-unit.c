/* hd-unit.c: the closed list of units
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-unit"

#include "hd-unit-private.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MAX_EXPONENT 100
#define MAX_SYMBOL 24

typedef enum
{
  SMALL = 1 << 0,  /* p n u m */
  LARGE = 1 << 1,  /* k M G T P E */
  BINARY = 1 << 2, /* Ki Mi Gi Ti */
} Prefixes;

typedef struct
{
  const char *symbol;
  HdDimension dimension;
  double scale;
  Prefixes prefixes;
} Symbol;

#define DIMENSION(base) { { [base] = 1 } }

/* For each dimension the first symbol that matches is the one that is written. */
static const Symbol symbols[] = {
  { "B", DIMENSION (HD_BASE_BYTE), 1, LARGE | BINARY },
  { "s", DIMENSION (HD_BASE_SECOND), 1, SMALL },
  { "FLOP", DIMENSION (HD_BASE_FLOP), 1, LARGE },
  { "J", DIMENSION (HD_BASE_JOULE), 1, SMALL | LARGE },
  { "m", DIMENSION (HD_BASE_METRE), 1, SMALL | LARGE },
  { "K", DIMENSION (HD_BASE_KELVIN), 1, SMALL },
  { "cycle", DIMENSION (HD_BASE_CYCLE), 1, LARGE },
  { "flit", DIMENSION (HD_BASE_FLIT), 1, LARGE },
  { "packet", DIMENSION (HD_BASE_PACKET), 1, LARGE },
  { "Hz", { { [HD_BASE_SECOND] = -1 } }, 1, SMALL | LARGE },
  { "W", { { [HD_BASE_JOULE] = 1, [HD_BASE_SECOND] = -1 } }, 1, SMALL | LARGE },
  { "bit", DIMENSION (HD_BASE_BYTE), 0.125, LARGE | BINARY },
  { "b", DIMENSION (HD_BASE_BYTE), 0.125, LARGE | BINARY },
  { "min", DIMENSION (HD_BASE_SECOND), 60, 0 },
  { "h", DIMENSION (HD_BASE_SECOND), 3600, 0 },
};

/* The small ones from large to small: choose_prefix () walks down. */
static const struct
{
  const char *text;
  Prefixes kind;
  int decimal;
  double scale;
} prefixes[] = {
  { "", SMALL | LARGE, 0, 1 },
  { "m", SMALL, -3, 1 },
  { "\302\265", SMALL, -6, 1 }, /* micro sign: the one that is written */
  { "\316\274", SMALL, -6, 1 }, /* Greek mu */
  { "u", SMALL, -6, 1 },
  { "n", SMALL, -9, 1 },
  { "p", SMALL, -12, 1 },
  { "k", LARGE, 3, 1 },
  { "M", LARGE, 6, 1 },
  { "G", LARGE, 9, 1 },
  { "T", LARGE, 12, 1 },
  { "P", LARGE, 15, 1 },
  { "E", LARGE, 18, 1 },
  { "Ki", BINARY, 0, 1024.0 },
  { "Mi", BINARY, 0, 1048576.0 },
  { "Gi", BINARY, 0, 1073741824.0 },
  { "Ti", BINARY, 0, 1099511627776.0 },
};

gboolean
hd_dimension_equal (HdDimension a,
                    HdDimension b)
{
  return memcmp (a.exponent, b.exponent, sizeof a.exponent) == 0;
}

gboolean
hd_dimension_combine (HdDimension a,
                      HdDimension b,
                      int power,
                      HdDimension *out_dimension)
{
  HdDimension sum;

  for (int i = 0; i < HD_N_BASES; i++)
    {
      int exponent = a.exponent[i] + power * b.exponent[i];

      if (exponent < -MAX_EXPONENT || exponent > MAX_EXPONENT)
        return FALSE;
      sum.exponent[i] = (gint8) exponent;
    }

  *out_dimension = sum;
  return TRUE;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

/* Length of the run of letters and micro signs at @text. */
static gsize
word_length (const char *text)
{
  const char *p = text;

  for (;;)
    {
      if (g_ascii_isalpha (*p))
        p++;
      else if (strncmp (p, "\302\265", 2) == 0 || strncmp (p, "\316\274", 2) == 0)
        p += 2;
      else
        return (gsize) (p - text);
    }
}

static gboolean
find_symbol (const char *text,
             gsize length,
             HdUnit *out_unit)
{
  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    for (guint j = 0; j < G_N_ELEMENTS (prefixes); j++)
      {
        gsize prefix_length = strlen (prefixes[j].text);

        if (j > 0 && (symbols[i].prefixes & prefixes[j].kind) == 0)
          continue;
        if (length == prefix_length + strlen (symbols[i].symbol) &&
            strncmp (text, prefixes[j].text, prefix_length) == 0 &&
            strncmp (text + prefix_length, symbols[i].symbol, length - prefix_length) == 0)
          {
            out_unit->dimension = symbols[i].dimension;
            out_unit->decimal = prefixes[j].decimal;
            out_unit->scale = prefixes[j].scale * symbols[i].scale;
            return TRUE;
          }
      }

  return FALSE;
}

static gboolean
multiply (HdUnit *unit,
          const HdUnit *factor,
          int power)
{
  int sign = power < 0 ? -1 : 1;

  for (int i = 0; i < ABS (power); i++)
    {
      if (!hd_dimension_combine (unit->dimension, factor->dimension, sign, &unit->dimension))
        return FALSE;
      unit->decimal += sign * factor->decimal;
      unit->scale = sign > 0 ? unit->scale * factor->scale : unit->scale / factor->scale;
    }

  return TRUE;
}

/* One symbol with its power. What goes on behind it as a name or a call ("s_1", "m2", "min (") is not a unit. */
static gboolean
scan_factor (const char *text,
             HdUnit *out_factor,
             int *out_power,
             const char **out_end)
{
  gsize length = word_length (text);
  const char *p = text + length;

  if (length == 0 || !find_symbol (text, length, out_factor))
    return FALSE;

  *out_power = 1;
  if (p[0] == '^' && p[1] >= '1' && p[1] <= '9')
    {
      *out_power = 0;
      for (p++; g_ascii_isdigit (*p); p++)
        *out_power = MIN (*out_power * 10 + (*p - '0'), MAX_EXPONENT + 1);
    }
  if (g_ascii_isalnum (*p) || *p == '_' || p[strspn (p, " \t\r\n")] == '(')
    return FALSE;

  *out_end = p;
  return TRUE;
}

static guint
edit_distance (const char *a,
               gsize a_length,
               const char *b)
{
  guint row[MAX_SYMBOL + 1];
  gsize b_length = strlen (b);

  g_assert (b_length <= MAX_SYMBOL);
  for (gsize j = 0; j <= b_length; j++)
    row[j] = (guint) (2 * j);

  for (gsize i = 1; i <= a_length; i++)
    {
      guint diagonal = row[0];

      row[0] = (guint) (2 * i);
      for (gsize j = 1; j <= b_length; j++)
        {
          /* a wrong case is half a mistake */
          guint cost = a[i - 1] == b[j - 1] ? 0 : g_ascii_tolower (a[i - 1]) == g_ascii_tolower (b[j - 1]) ? 1 : 2;
          guint best = MIN (diagonal + cost, MIN (row[j], row[j - 1]) + 2);

          diagonal = row[j];
          row[j] = best;
        }
    }

  return row[b_length];
}

/* The units most like @text, best first, at most three. */
static char *
near_units (const char *text,
            gsize length)
{
  static const char *const composites[] = { "", "/s" };
  const guint keep = 3, too_far = 5;
  guint best_distance[3] = { G_MAXUINT, G_MAXUINT, G_MAXUINT };
  char best[3][MAX_SYMBOL];
  GString *list = g_string_new (NULL);

  for (guint k = 0; k < G_N_ELEMENTS (composites); k++)
    for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
      for (guint j = 0; j < G_N_ELEMENTS (prefixes); j++)
        {
          char candidate[MAX_SYMBOL];
          guint distance;

          if (j > 0 && ((symbols[i].prefixes & prefixes[j].kind) == 0 || (guchar) prefixes[j].text[0] > 127))
            continue;
          if (k > 0 && (symbols[i].dimension.exponent[HD_BASE_SECOND] != 0))
            continue;
          g_snprintf (candidate, sizeof candidate, "%s%s%s", prefixes[j].text, symbols[i].symbol, composites[k]);
          distance = edit_distance (text, length, candidate);
          for (guint slot = 0; slot < keep && distance < too_far; slot++)
            if (distance < best_distance[slot])
              {
                memmove (best_distance + slot + 1, best_distance + slot, (keep - slot - 1) * sizeof best_distance[0]);
                memmove (best + slot + 1, best + slot, (keep - slot - 1) * sizeof best[0]);
                best_distance[slot] = distance;
                memcpy (best[slot], candidate, sizeof candidate);
                break;
              }
        }

  for (guint slot = 0; slot < keep && best_distance[slot] != G_MAXUINT; slot++)
    g_string_append_printf (list, "%s%s", slot > 0 ? ", " : "", best[slot]);
  return g_string_free (list, FALSE);
}

static void
set_unknown (const char *text,
             GError **error)
{
  gsize length = MIN (strcspn (text, " \t\r\n()+*,%<>=!"), MAX_SYMBOL);
  g_autofree char *unit = g_utf8_make_valid (text, (gssize) length);
  g_autofree char *near = near_units (text, length);

  if (near[0] != '\0')
    g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("“%s” is not a unit (did you mean %s?)"), unit, near);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION,
                 _("“%s” is not a unit (units are B, bit, s, min, h, FLOP, Hz, J, W, m, K, cycle, flit and packet)"), unit);
}

gboolean
_hd_unit_starts (const char *text)
{
  return word_length (text) > 0 || (text[0] == '1' && text[1] == '/');
}

gboolean
_hd_unit_scan (const char *text,
               HdUnit *out_unit,
               const char **out_end,
               GError **error)
{
  HdUnit unit = { .dimension = HD_DIMENSION_NONE, .scale = 1 };
  const char *p = text;
  HdUnit factor;
  int power;

  if (p[0] == '1' && p[1] == '/')
    {
      p++;
    }
  else
    {
      if (!scan_factor (p, &factor, &power, &p) || !multiply (&unit, &factor, power))
        {
          set_unknown (text, error);
          return FALSE;
        }
    }

  for (;;)
    {
      gsize separator = *p == '/' || *p == '.' ? 1 : strncmp (p, "\302\267", 2) == 0 ? 2 : 0;
      int sign = *p == '/' ? -1 : 1;
      const char *end;

      if (separator == 0 || !scan_factor (p + separator, &factor, &power, &end))
        break;
      if (!multiply (&unit, &factor, sign * power))
        {
          g_set_error (error, HD_ERROR, HD_ERROR_DIMENSION, _("A unit has powers up to %d"), MAX_EXPONENT);
          return FALSE;
        }
      p = end;
    }

  if (p == text + 1 && text[0] == '1')
    {
      set_unknown (text, error);
      return FALSE;
    }

  *out_unit = unit;
  *out_end = p;
  return TRUE;
}

gboolean
hd_unit_parse (const char *text,
               HdDimension *out_dimension,
               double *out_factor,
               GError **error)
{
  HdUnit unit = { .dimension = HD_DIMENSION_NONE, .scale = 1 };
  const char *end = text;

  if (*text != '\0' && !_hd_unit_scan (text, &unit, &end, error))
    return FALSE;
  if (*end != '\0')
    {
      set_unknown (text, error);
      return FALSE;
    }

  *out_dimension = unit.dimension;
  if (out_factor != NULL)
    {
      char power[16];

      g_snprintf (power, sizeof power, "1e%d", unit.decimal);
      *out_factor = g_ascii_strtod (power, NULL) * unit.scale;
    }
  return TRUE;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

static const Symbol *
symbol_of_dimension (HdDimension dimension)
{
  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    if (hd_dimension_equal (symbols[i].dimension, dimension))
      return &symbols[i];
  return NULL;
}

/* The prefix that leaves one to three digits before the point, or the nearest one of @kinds. */
static guint
choose_prefix (Prefixes kinds,
               int exponent)
{
  guint best = 0;

  for (guint j = 1; j < G_N_ELEMENTS (prefixes); j++)
    {
      int decimal = prefixes[j].decimal;
      int best_decimal = prefixes[best].decimal;

      if ((prefixes[j].kind & kinds & (SMALL | LARGE)) == 0)
        continue;
      if (decimal < 0 && exponent < 0 && decimal < best_decimal && exponent < best_decimal)
        best = j;
      if (decimal > best_decimal && decimal > 0 && exponent >= decimal)
        best = j;
    }

  return best;
}

char *
_hd_unit_for_display (HdDimension dimension,
                      int exponent,
                      int *out_decimal)
{
  const Symbol *whole = symbol_of_dimension (dimension);
  GString *text = g_string_new (NULL);
  guint prefix = 0;

  if (whole != NULL)
    {
      prefix = choose_prefix (whole->prefixes, exponent);
      g_string_append_printf (text, "%s%s", prefixes[prefix].text, whole->symbol);
      *out_decimal = prefixes[prefix].decimal;
      return g_string_free (text, FALSE);
    }

  for (int i = 0; i < HD_N_BASES; i++)
    {
      int power = dimension.exponent[i];

      if (power <= 0)
        continue;
      if (text->len > 0)
        g_string_append (text, "\302\267");
      else if (power == 1)
        prefix = choose_prefix (symbols[i].prefixes, exponent);
      g_string_append_printf (text, "%s%s", text->len == 0 ? prefixes[prefix].text : "", symbols[i].symbol);
      if (power > 1)
        g_string_append_printf (text, "^%d", power);
    }
  if (text->len == 0 && !hd_dimension_equal (dimension, HD_DIMENSION_NONE))
    g_string_append_c (text, '1');
  for (int i = 0; i < HD_N_BASES; i++)
    {
      int power = -dimension.exponent[i];

      if (power <= 0)
        continue;
      g_string_append_printf (text, "/%s", symbols[i].symbol);
      if (power > 1)
        g_string_append_printf (text, "^%d", power);
    }

  *out_decimal = prefixes[prefix].decimal;
  return g_string_free (text, FALSE);
}

char *
hd_dimension_to_string (HdDimension dimension)
{
  int decimal;

  if (hd_dimension_equal (dimension, HD_DIMENSION_NONE))
    return g_strdup (C_ ("dimension", "number"));
  return _hd_unit_for_display (dimension, 0, &decimal);
}
