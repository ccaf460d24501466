/* hd-graph-text.c: the text of GraphML and dot files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-graph-text"

#include "hd-graph-text.h"

HdGraphText *
_hd_graph_text_new (void)
{
  HdGraphText *self = g_new (HdGraphText, 1);

  self->keys = g_string_new ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
  self->items = g_string_new (NULL);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
_hd_graph_text_free (HdGraphText *self)
{
  g_string_free (self->keys, TRUE);
  g_string_free (self->items, TRUE);
  g_hash_table_unref (self->known);
  g_free (self);
}

void
_hd_graph_text_add (HdGraphText *self,
                    const char *target,
                    const char *name,
                    const char *type,
                    const char *value)
{
  g_autofree char *id = g_strdup_printf ("%c-%s", target[0], name);
  g_autofree char *escaped = g_markup_escape_text (value, -1);

  if (!g_hash_table_contains (self->known, id))
    {
      g_string_append_printf (self->keys, "  <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", id, target, name, type);
      g_hash_table_add (self->known, g_strdup (id));
    }
  g_string_append_printf (self->items, "      <data key=\"%s\">%s</data>\n", id, escaped);
}

void
_hd_graph_text_add_number (HdGraphText *self,
                           const char *target,
                           const char *name,
                           double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  _hd_graph_text_add (self, target, name, "double", g_ascii_dtostr (buffer, sizeof buffer, value));
}

char *
_hd_graph_text_end (HdGraphText *self,
                    gboolean directed)
{
  return g_strdup_printf ("%s  <graph edgedefault=\"%s\">\n%s  </graph>\n</graphml>\n", self->keys->str, directed ? "directed" : "undirected",
                          self->items->str);
}

void
_hd_dot_append_quoted (GString *text,
                       const char *name)
{
  g_string_append_c (text, '"');
  for (; *name != '\0'; name++)
    {
      if (*name == '"' || *name == '\\')
        g_string_append_c (text, '\\');
      g_string_append_c (text, *name);
    }
  g_string_append_c (text, '"');
}
