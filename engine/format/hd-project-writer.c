/* hd-project-writer.c: writing projects
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * One layout for every document: two blanks a level, an element's attributes on one line in their order. Written again after reading it
 * is the same to the last byte.
 */
#define G_LOG_DOMAIN "hd-project-writer"

#include "hd-project-writer.h"

#include "hd-project-text.h"

static const char *
escape (char c,
        gboolean attribute)
{
  switch (c)
    {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '\r':
      return "&#13;";
    case '>':
      return attribute ? NULL : "&gt;";
    case '"':
      return attribute ? "&quot;" : NULL;
    case '\t':
      return attribute ? "&#9;" : NULL;
    case '\n':
      return attribute ? "&#10;" : NULL;
    default:
      return NULL;
    }
}

static void
write_escaped (GString *out,
               const char *text,
               gboolean attribute)
{
  const char *start = text;

  for (; *text != '\0'; text++)
    {
      const char *escaped = escape (*text, attribute);
      if (escaped == NULL)
        continue;
      g_string_append_len (out, start, text - start);
      g_string_append (out, escaped);
      start = text + 1;
    }
  g_string_append_len (out, start, text - start);
}

static void
write_indent (GString *out,
              guint depth)
{
  for (guint i = 0; i < depth; i++)
    g_string_append (out, "  ");
}

/* The text that counts; %NULL if that is none. */
static char *
get_text (const HdObject *object)
{
  g_autoptr (GString) text = g_string_new (hd_object_get_text (object));

  if (!hd_project_text_is_exact (object))
    hd_project_text_strip (text);
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

void
hd_project_write_attribute (GString *out,
                            const char *name,
                            const char *value)
{
  g_string_append_c (out, ' ');
  g_string_append (out, name);
  g_string_append (out, "=\"");
  write_escaped (out, value, TRUE);
  g_string_append_c (out, '"');
}

void
hd_project_write_object (GString *out,
                         const HdObject *object,
                         guint depth)
{
  const char *element = hd_object_get_element (object);
  g_autofree char *text = hd_object_get_text (object) != NULL ? get_text (object) : NULL;
  guint n_children = hd_object_get_n_children (object);

  write_indent (out, depth);
  if (hd_object_get_kind (object) == HD_OBJECT_COMMENT)
    {
      g_string_append_printf (out, "<!--%s-->\n", text != NULL ? text : "");
      return;
    }

  g_string_append_c (out, '<');
  g_string_append (out, element);
  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    {
      const char *value;
      const char *name = hd_object_get_nth_attribute (object, i, &value);
      hd_project_write_attribute (out, name, value);
    }
  if (text == NULL && n_children == 0)
    {
      g_string_append (out, "/>\n");
      return;
    }

  g_string_append_c (out, '>');
  if (text != NULL)
    write_escaped (out, text, FALSE);
  if (n_children > 0)
    {
      g_string_append_c (out, '\n');
      for (guint i = 0; i < n_children; i++)
        hd_project_write_object (out, hd_object_get_child (object, i), depth + 1);
      write_indent (out, depth);
    }
  g_string_append (out, "</");
  g_string_append (out, element);
  g_string_append (out, ">\n");
}

static void
write_lines (GString *out,
             GPtrArray *lines)
{
  for (guint i = 0; i < lines->len; i++)
    {
      g_string_append (out, g_ptr_array_index (lines, i));
      g_string_append_c (out, '\n');
    }
}

void
hd_project_write (GString *out,
                  const HdObject *root,
                  GPtrArray *before,
                  GPtrArray *after)
{
  g_string_append (out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  write_lines (out, before);
  hd_project_write_object (out, root, 0);
  write_lines (out, after);
}
