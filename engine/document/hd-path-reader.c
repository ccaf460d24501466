/* hd-path-reader.c: the names of a link end or an address, in their text
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-path-reader"

#include <heddle/hd-path-reader.h>

/* After the bracket that closes the one at @p, or the end of the text. */
static const char *
skip_index (const char *p)
{
  guint depth = 0;

  for (; *p != '\0'; p++)
    {
      if (*p == '[' || *p == '(')
        depth++;
      else if ((*p == ']' || *p == ')') && --depth == 0)
        return p + 1;
    }
  return p;
}

static gboolean
read_name (HdPathReader *self, const char *p)
{
  if (!g_ascii_isalpha (*p) && *p != '_')
    return FALSE;
  self->start = p - self->text;
  while (g_ascii_isalnum (*p) || *p == '_' || *p == '-')
    p++;
  self->name_end = p - self->text;
  for (self->n_indices = 0; *p == '['; self->n_indices++)
    p = skip_index (p);
  self->end = p - self->text;
  return TRUE;
}

gboolean
hd_path_reader_init (HdPathReader *self, const char *text, guint offset)
{
  const char *p;

  if (text == NULL)
    return FALSE;
  p = text + offset;
  while (g_ascii_isspace (*p) || *p == ',')
    p++;
  self->text = text;
  self->is_port = FALSE;
  return read_name (self, p);
}

gboolean
hd_path_reader_next (HdPathReader *self)
{
  char separator = self->text[self->end];

  if (self->is_port || (separator != '/' && separator != '.'))
    return FALSE;
  self->is_port = separator == '.';
  return read_name (self, self->text + self->end + 1);
}

/* What stands in the quotes that begin at @p; @out_end: behind them. NULL if they have no end there. */
static char *
read_quoted (const char *p, const char **out_end)
{
  g_autoptr (GString) name = g_string_new (NULL);

  for (p++; *p != '\0'; p++)
    {
      if (*p == '\'' && p[1] == '\'')
        p++;
      else if (*p == '\'')
        break;
      g_string_append_c (name, *p);
    }
  if (*p == '\0' || (p[1] != '\0' && p[1] != ',' && !g_ascii_isspace (p[1])))
    return NULL;
  *out_end = p + 1;
  return g_string_free (g_steal_pointer (&name), FALSE);
}

char *
hd_path_list_next (const char *text, guint *offset, guint *out_start)
{
  const char *p = text + *offset, *start;
  char *element = NULL;

  while (g_ascii_isspace (*p) || *p == ',')
    p++;
  start = p;
  if (*p == '\'')
    element = read_quoted (p, &p);
  if (element == NULL)
    {
      guint depth = 0;

      for (; *p != '\0' && (depth > 0 || (*p != ',' && !g_ascii_isspace (*p))); p++)
        {
          if (*p == '[' || *p == '(')
            depth++;
          else if ((*p == ']' || *p == ')') && depth > 0)
            depth--;
        }
      element = p > start ? g_strndup (start, (gsize) (p - start)) : NULL;
    }
  *offset = (guint) (p - text);
  if (out_start != NULL)
    *out_start = (guint) (start - text);
  return element;
}
