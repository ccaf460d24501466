/* hd-simgrid-sheet.c: a project under construction, one module for each zone
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-simgrid"

#include "hd-simgrid-sheet.h"

#include <string.h>

#include "hd-simgrid-topology.h"

#define COLUMNS 8
#define MAX_ID 200

HdSimgridSheet *
hd_simgrid_sheet_new (HdSimgridSheet *outer,
                      const char *id)
{
  HdSimgridSheet *self = g_new0 (HdSimgridSheet, 1);

  self->outer = outer;
  self->depth = outer != NULL ? outer->depth + 1 : 0;
  self->id = g_strdup (id);
  self->ports = g_string_new (NULL);
  self->items = g_string_new (NULL);
  self->links = g_string_new (NULL);
  self->routes = g_string_new (NULL);
  self->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
hd_simgrid_sheet_free (HdSimgridSheet *self)
{
  g_hash_table_unref (self->ids);
  g_string_free (self->ports, TRUE);
  g_string_free (self->items, TRUE);
  g_string_free (self->links, TRUE);
  g_string_free (self->routes, TRUE);
  g_free (self->routing);
  g_free (self->id);
  g_free (self);
}

HdSimgridSheet *
hd_simgrid_sheet_meet (HdSimgridSheet *a,
                       HdSimgridSheet *b)
{
  while (a != b)
    if (a->depth >= b->depth)
      a = a->outer;
    else
      b = b->outer;
  return a;
}

const char *
hd_simgrid_sheet_claim (HdSimgridSheet *self,
                        const char *name)
{
  g_autofree char *plain = g_strndup (name, MAX_ID);
  char *id;

  for (char *p = plain; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '-')
      *p = '_';
  id = g_ascii_isalpha (plain[0]) || plain[0] == '_' ? g_strdup (plain) : g_strconcat ("_", plain, NULL);
  for (guint i = 2; g_hash_table_contains (self->ids, id); i++)
    {
      g_free (id);
      id = g_strdup_printf ("%s%s_%u", g_ascii_isalpha (plain[0]) || plain[0] == '_' ? "" : "_", plain, i);
    }
  g_hash_table_add (self->ids, id);
  return id;
}

char *
hd_simgrid_sheet_dup_path (HdSimgridSheet *self,
                           HdSimgridSheet *from,
                           const char *text)
{
  char *path = g_strdup (text);

  for (; self != from; self = self->outer)
    {
      char *longer = g_strconcat (self->id, "/", path, NULL);

      g_free (path);
      path = longer;
    }
  return path;
}

void
hd_simgrid_sheet_append_place (HdSimgridSheet *self)
{
  g_string_append_printf (self->items, " x=\"%u\" y=\"%u\"", self->n_drawn % COLUMNS * 200, self->n_drawn / COLUMNS * 160);
  self->n_drawn++;
}

void
hd_simgrid_sheet_write (HdSimgridSheet *self,
                        const char *title,
                        GString *text)
{
  g_string_append (text, self->outer != NULL ? "  <module" : "  <top>\n");
  if (self->outer != NULL)
    {
      hd_simgrid_append_attribute (text, "id", self->id);
      if (strcmp (title, self->id) != 0)
        hd_simgrid_append_attribute (text, "title", title);
      if (self->routing != NULL)
        hd_simgrid_append_attribute (text, "routing", self->routing);
      g_string_append (text, ">\n");
    }
  g_string_append_len (text, self->ports->str, (gssize) self->ports->len);
  g_string_append_len (text, self->items->str, (gssize) self->items->len);
  g_string_append_len (text, self->links->str, (gssize) self->links->len);
  g_string_append_len (text, self->routes->str, (gssize) self->routes->len);
  g_string_append (text, self->outer != NULL ? "  </module>\n" : "  </top>\n");
}

char *
hd_simgrid_place_dup_port (HdSimgridPlace *self,
                           HdSimgridSheet *from)
{
  char *end = self->numbered ? g_strdup_printf ("%s.port[%u]", self->ref, self->next_port++) : g_strconcat (self->ref, ".port", NULL);

  for (HdSimgridSheet *sheet = self->sheet; sheet != from; sheet = sheet->outer)
    {
      char *outer = g_strdup_printf ("%s.p%u", sheet->id, sheet->n_ports);

      g_string_append_printf (sheet->ports, "    <port id=\"p%u\" of=\"%s\"/>\n", sheet->n_ports++, end);
      g_free (end);
      end = outer;
    }
  return end;
}
