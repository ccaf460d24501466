/* hd-popnet-cursor.c: fields and numbers of a text with one record a line
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Numbers are read in whole arithmetic: what is read does not depend on the locale or on rounding, and is read once.
 */
#define G_LOG_DOMAIN "hd-popnet-cursor"

#include "hd-popnet-cursor.h"

#include <inttypes.h>
#include <string.h>

#define MAX_SHOWN 40
#define MOST_DIGITS 19      /* that fit into 64 bits, whatever they are */
#define MOST_EXPONENT 500000000 /* beyond it is either nothing or too much */

static const guint64 powers[MOST_DIGITS + 1] = {
  1u,
  10u,
  100u,
  1000u,
  10000u,
  100000u,
  1000000u,
  10000000u,
  100000000u,
  1000000000u,
  10000000000u,
  100000000000u,
  1000000000000u,
  10000000000000u,
  100000000000000u,
  1000000000000000u,
  10000000000000000u,
  100000000000000000u,
  1000000000000000000u,
  10000000000000000000u,
};

static inline gboolean
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

static inline gboolean
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static inline gboolean
ends_field (const HdPopnetCursor *self,
            const char *p)
{
  return p == self->end || is_blank (*p) || *p == '\n';
}

gboolean
hd_popnet_cursor_has_field (HdPopnetCursor *self)
{
  while (self->at < self->end && is_blank (*self->at))
    self->at++;
  return self->at < self->end && *self->at != '\n';
}

gboolean
hd_popnet_cursor_next (HdPopnetCursor *self)
{
  while (self->at < self->end)
    {
      if (self->line > 0)
        {
          const char *newline = memchr (self->at, '\n', (gsize) (self->end - self->at));

          if (newline == NULL)
            break;
          self->at = newline + 1;
        }
      self->line++;
      if (hd_popnet_cursor_has_field (self) && *self->at != '#')
        return TRUE;
    }
  self->at = self->end;
  return FALSE;
}

guint64
hd_popnet_cursor_count_fields (const HdPopnetCursor *self)
{
  HdPopnetCursor probe = *self;
  guint64 n = 0;

  for (; hd_popnet_cursor_has_field (&probe); n++)
    hd_popnet_cursor_skip_field (&probe);
  return n;
}

void
hd_popnet_cursor_skip_field (HdPopnetCursor *self)
{
  while (!ends_field (self, self->at))
    self->at++;
}

HdPopnetNumber
hd_popnet_cursor_read_whole (HdPopnetCursor *self,
                             guint64 *out_value)
{
  gboolean negative = self->at < self->end && *self->at == '-';
  const char *first = self->at + (negative || (self->at < self->end && *self->at == '+'));
  const char *p = first;
  gboolean over = FALSE;
  guint64 value = 0;

  for (; p < self->end && is_digit (*p); p++)
    {
      guint64 digit = (guint64) (*p - '0');

      over |= value > (G_MAXUINT64 - digit) / 10;
      value = value * 10 + digit;
    }
  if (p == first || !ends_field (self, p))
    return HD_POPNET_NO_NUMBER;
  if (negative && (value > 0 || over))
    return HD_POPNET_NEGATIVE;
  if (over)
    return HD_POPNET_NOT_FINITE;
  self->at = p;
  *out_value = value;
  return HD_POPNET_NUMBER;
}

static gboolean
is_word (const HdPopnetCursor *self,
         const char *p,
         const char *word)
{
  gsize length = strlen (word);

  return (gsize) (self->end - p) >= length && g_ascii_strncasecmp (p, word, length) == 0 && ends_field (self, p + length);
}

/* @digits tenths of tenths of ...: @digits times 10 to the power of @exponent, and a bit more if @more, rounded up. */
static HdPopnetNumber
scale (guint64 digits,
       int exponent,
       gboolean more,
       gint64 *out_ticks)
{
  const guint64 most = (guint64) HD_POPNET_MAX_CYCLES * HD_POPNET_TICKS;
  guint64 value;

  if (digits == 0)
    value = more;
  else if (exponent > MOST_DIGITS || (exponent > 0 && digits > most / powers[exponent]))
    return HD_POPNET_NOT_FINITE;
  else if (exponent >= 0)
    value = digits * powers[exponent] + more;
  else if (exponent < -MOST_DIGITS)
    value = 1;
  else
    value = digits / powers[-exponent] + (digits % powers[-exponent] > 0 || more);
  if (value > most)
    return HD_POPNET_NOT_FINITE;
  *out_ticks = (gint64) value;
  return HD_POPNET_NUMBER;
}

/* The part behind the e; a cursor at its end, or at what is none. */
static const char *
read_exponent (const HdPopnetCursor *self,
               const char *p,
               int *out_exponent)
{
  gboolean negative = p < self->end && *p == '-';
  int value = 0;

  p += negative || (p < self->end && *p == '+');
  if (p == self->end || !is_digit (*p))
    return NULL;
  for (; p < self->end && is_digit (*p); p++)
    value = (int) MIN ((gint64) value * 10 + (*p - '0'), MOST_EXPONENT);
  *out_exponent = negative ? -value : value;
  return p;
}

HdPopnetNumber
hd_popnet_cursor_read_time (HdPopnetCursor *self,
                            gint64 *out_ticks)
{
  const char *p = self->at;
  gboolean negative = p < self->end && *p == '-';
  gboolean point = FALSE, any = FALSE, more = FALSE;
  guint64 digits = 0;
  int n_digits = 0, behind = 0, exponent = 0;
  HdPopnetNumber result;

  p += negative || (p < self->end && *p == '+');
  if (is_word (self, p, "inf") || is_word (self, p, "infinity") || is_word (self, p, "nan"))
    return HD_POPNET_NOT_FINITE;
  for (; p < self->end; p++)
    {
      if (*p == '.' && !point)
        {
          point = TRUE;
          continue;
        }
      if (!is_digit (*p))
        break;
      any = TRUE;
      if (n_digits == MOST_DIGITS - 1) /* what is behind them is at most told by rounding up */
        {
          more |= *p != '0';
          behind = point ? behind : MAX (behind - 1, -MOST_EXPONENT);
          continue;
        }
      digits = digits * 10 + (guint64) (*p - '0');
      n_digits += digits > 0;
      behind = point ? MIN (behind + 1, MOST_EXPONENT) : behind;
    }
  if (any && p < self->end && (*p == 'e' || *p == 'E'))
    p = read_exponent (self, p + 1, &exponent);
  if (!any || p == NULL || !ends_field (self, p))
    return HD_POPNET_NO_NUMBER;
  if (negative && (digits > 0 || more))
    return HD_POPNET_NEGATIVE;
  result = scale (digits, exponent - behind + 6, more, out_ticks);
  if (result == HD_POPNET_NUMBER)
    self->at = p;
  return result;
}

char *
hd_popnet_cursor_dup_field (const HdPopnetCursor *self)
{
  const char *p = self->at;

  while (p - self->at < MAX_SHOWN && !ends_field (self, p))
    p++;
  return g_utf8_make_valid (self->at, p - self->at);
}

gboolean
hd_popnet_cursor_fail (const HdPopnetCursor *self,
                       HdError code,
                       GError **error,
                       const char *format,
                       ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, HD_ERROR, code, "%s:%" PRIu64 ": %s", self->name, self->line, message);
  return FALSE;
}
