/* hd-bdsim-reader.c: what the lines of BDSim's two text files have in common
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-bdsim"

#include "hd-bdsim-reader.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-legality.h"

#define MAX_BYTES (1 << 20)
#define MAX_NUMBER 16777215

gboolean
hd_bdsim_reader_fail (HdBdsimReader *self,
                      HdError code,
                      const char *format,
                      ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (self->error, HD_ERROR, code, "%s:%u: %s", self->name, self->line, message);
  return FALSE;
}

gboolean
hd_bdsim_reader_get_number (HdBdsimReader *self,
                            const char *text,
                            guint *out_number)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 0, MAX_NUMBER, &number, NULL))
    return hd_bdsim_reader_fail (self, HD_ERROR_RANGE, _("“%s” is not a whole number from 0 to %d"), text, MAX_NUMBER);
  *out_number = (guint) number;
  return TRUE;
}

gboolean
hd_bdsim_reader_get_range (HdBdsimReader *self,
                           const char *text,
                           guint *out_first,
                           guint *out_last)
{
  g_auto (GStrv) ends = g_strsplit (text, "..", 3);
  guint first = 0, last = 0;

  if (g_strv_length (ends) != 2)
    return hd_bdsim_reader_fail (self, HD_ERROR_SYNTAX, _("“%s” is not a range such as 0..3"), text);
  if (!hd_bdsim_reader_get_number (self, ends[0], &first) || !hd_bdsim_reader_get_number (self, ends[1], &last))
    return FALSE;
  if (first > last)
    return hd_bdsim_reader_fail (self, HD_ERROR_RANGE, _("the range %s is empty"), text);
  *out_first = first;
  *out_last = last;
  return TRUE;
}

static void
loops_clear (HdBdsimLoops *loops)
{
  for (guint i = 0; i < loops->n; i++)
    g_free (loops->names[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdBdsimLoops, loops_clear)

/* @text: " a 0..3 b 0..2" */
static gboolean
read_loops (HdBdsimReader *self,
            const char *text,
            HdBdsimLoops *loops)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t", -1);
  const char *name = NULL;

  for (guint i = 0; words[i] != NULL; i++)
    {
      guint n = loops->n;

      if (*words[i] == '\0')
        continue;
      if (name == NULL)
        {
          name = words[i];
          continue;
        }
      if (n == HD_BDSIM_DIMENSIONS)
        return hd_bdsim_reader_fail (self, HD_ERROR_LIMIT, _("more than %d ranges"), HD_BDSIM_DIMENSIONS);
      if (!hd_bdsim_reader_get_range (self, words[i], &loops->first[n], &loops->last[n]))
        return FALSE;
      loops->names[loops->n++] = g_strdup (name);
      name = NULL;
    }
  return TRUE;
}

gboolean
hd_bdsim_reader_read (HdBdsimReader *self,
                      const char *data,
                      gsize length,
                      const char *header,
                      HdBdsimReadLine read_line,
                      gpointer read_data)
{
  g_autoptr (GRegex) loop = g_regex_new ("^for((?:\\s+[A-Za-z]\\w*\\s+\\d+\\.\\.\\d+)+)\\s+(.*)$", G_REGEX_OPTIMIZE, 0, NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  gboolean has_header = FALSE;

  self->line = 1;
  if (length > MAX_BYTES)
    return hd_bdsim_reader_fail (self, HD_ERROR_LIMIT, _("the file has more than %d bytes"), MAX_BYTES);
  if (memchr (data, '\0', length) != NULL || !g_utf8_validate (data, (gssize) length, NULL))
    return hd_bdsim_reader_fail (self, HD_ERROR_SYNTAX, _("the file is not text"));
  text = g_strndup (data, length);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (HdBdsimLoops) loops = { 0 };
      g_autoptr (GMatchInfo) match = NULL;
      g_autofree char *ranges = NULL;
      g_autofree char *rest = NULL;
      char *comment = strchr (lines[i], '#');
      gunichar control;

      self->line = i + 1;
      if (comment != NULL)
        *comment = '\0';
      if (*g_strstrip (lines[i]) == '\0')
        continue;
      if (!has_header && strcmp (lines[i], header) != 0)
        break;
      control = hd_legal_find_control (lines[i]);
      if (control != 0)
        return hd_bdsim_reader_fail (self, HD_ERROR_SYNTAX, _("there is the control character U+%04X"), control);
      if (!has_header)
        {
          has_header = TRUE;
          continue;
        }
      if (g_regex_match (loop, lines[i], 0, &match))
        {
          ranges = g_match_info_fetch (match, 1);
          rest = g_match_info_fetch (match, 2);
          if (!read_loops (self, ranges, &loops))
            return FALSE;
        }
      if (!read_line (self, rest != NULL ? rest : lines[i], &loops, read_data))
        return FALSE;
    }
  return has_header || hd_bdsim_reader_fail (self, HD_ERROR_SYNTAX, _("the first line must be “%s”"), header);
}
