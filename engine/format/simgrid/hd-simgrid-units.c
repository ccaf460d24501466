/* hd-simgrid-units.c: numbers as SimGrid writes them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-platform.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *name;
  double factor;
} Unit;

static const Unit times[] = {
  { "", 1 }, { "w", 604800 }, { "d", 86400 }, { "h", 3600 }, { "m", 60 }, { "s", 1 }, { "ms", 1e-3 }, { "us", 1e-6 }, { "ns", 1e-9 }, { "ps", 1e-12 },
};

static const char *const long_prefixes[] = { "kilo", "mega", "giga", "tera", "peta", "exa", "zeta", "yotta" };
static const char short_prefixes[] = "kMGTPEZY";

static gboolean
parse_number (const char *text,
              double *out_number,
              const char **out_unit)
{
  char *end;

  while (g_ascii_isspace (*text))
    text++;
  if (!g_ascii_isdigit (*text) && *text != '.')
    return FALSE;
  *out_number = g_ascii_strtod (text, &end);
  *out_unit = end;
  return end != text && isfinite (*out_number);
}

/* Ends with @unit; what stands before is a prefix: k 1000, Ki 1024. */
static gboolean
parse_scaled (const char *text,
              const char *unit,
              gboolean binary,
              double *out_factor)
{
  gsize length = strlen (text), tail = strlen (unit);
  const char *prefix;

  if (length < tail || strcmp (text + length - tail, unit) != 0)
    return FALSE;
  length -= tail;
  *out_factor = 1;
  if (length == 0)
    return TRUE;
  prefix = strchr (short_prefixes, text[0] == 'K' ? 'k' : text[0]);
  if (prefix == NULL || length > 2 || (length == 2 && (!binary || text[1] != 'i')))
    return FALSE;
  *out_factor = pow (length == 2 ? 1024 : 1000, (double) (prefix - short_prefixes + 1));
  return TRUE;
}

gboolean
hd_simgrid_parse_bandwidth (const char *text,
                            double *out_bytes_per_s,
                            gboolean *out_plain)
{
  double number, factor;
  const char *unit;

  if (!parse_number (text, &number, &unit))
    return FALSE;
  *out_plain = *unit == '\0';
  if (*unit == '\0' || parse_scaled (unit, "Bps", TRUE, &factor))
    *out_bytes_per_s = number * (*unit == '\0' ? 1 : factor);
  else if (parse_scaled (unit, "bps", TRUE, &factor))
    *out_bytes_per_s = number * factor / 8;
  else
    return FALSE;
  return TRUE;
}

gboolean
hd_simgrid_parse_time (const char *text,
                       double *out_seconds,
                       gboolean *out_plain)
{
  double number;
  const char *unit;

  if (!parse_number (text, &number, &unit))
    return FALSE;
  *out_plain = *unit == '\0';
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    if (strcmp (unit, times[i].name) == 0)
      {
        *out_seconds = number * times[i].factor;
        return TRUE;
      }
  return FALSE;
}

gboolean
hd_simgrid_parse_speed (const char *text,
                        double *out_flop_per_s,
                        gboolean *out_plain)
{
  double number, factor = 1;
  const char *unit;

  if (!parse_number (text, &number, &unit))
    return FALSE;
  *out_plain = *unit == '\0';
  if (*unit == '\0' || strcmp (unit, "flops") == 0 || parse_scaled (unit, "f", FALSE, &factor))
    {
      *out_flop_per_s = number * factor;
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (long_prefixes); i++)
    if (g_str_has_prefix (unit, long_prefixes[i]) && strcmp (unit + strlen (long_prefixes[i]), "flops") == 0)
      {
        *out_flop_per_s = number * pow (1000, i + 1);
        return TRUE;
      }
  return FALSE;
}

guint
hd_simgrid_parse_radical (const char *text,
                          guint limit,
                          GArray *radicals)
{
  g_auto (GStrv) groups = g_strsplit (text, ",", -1);
  guint64 n = 0;

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_auto (GStrv) ends = g_strsplit (g_strstrip (groups[i]), "-", 3);
      guint n_ends = g_strv_length (ends);
      guint64 first, last;
      guint32 range[2];

      if (n_ends == 0 || n_ends > 2 || !g_ascii_string_to_unsigned (g_strstrip (ends[0]), 10, 0, G_MAXINT32, &first, NULL)
          || !g_ascii_string_to_unsigned (g_strstrip (ends[n_ends - 1]), 10, 0, G_MAXINT32, &last, NULL) || last < first)
        return 0;
      n += last - first + 1;
      if (n > limit)
        return 0;
      range[0] = (guint32) first;
      range[1] = (guint32) last;
      g_array_append_vals (radicals, range, 2);
    }
  return (guint) n;
}
