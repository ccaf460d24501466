/* hd-output-table.c: tables of a kind that Heddle knows, as components wrote them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-output-table"

#include "hd-output-table.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define DECIMALS 12 /* of seconds: down to a picosecond */

/* Nodes by path: one is in many rows, and often in one after the other. */
struct HdOutputNodes
{
  HdDesign *design;
  GHashTable *by_path;
  const char *last; /* path in the text that is read; or NULL */
  gsize n_last;
  guint32 last_node;
};

static const HdOutput *
find_output (const HdComponentType *type,
             HdOutputKind kind)
{
  for (const HdOutput *output = type->outputs; output->name != NULL; output++)
    if (output->kind == kind)
      return output;
  return NULL;
}

gboolean
hd_output_may_be_written (HdDesign *design,
                          HdOutputKind kind)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdComponentType *seen = NULL;

  for (guint i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      if (nodes[i].type != seen && find_output (nodes[i].type, kind) != NULL)
        return TRUE;
      seen = nodes[i].type;
    }
  return FALSE;
}

/* ---- columns ---------------------------------------------------------------------------------------------------------- */

/* The next column, without the comma behind it. Behind the last one there is nothing left: @at is NULL. */
static gboolean
take (HdOutputRow *self,
      const char **out_at,
      gsize *out_length)
{
  const char *comma;

  if (self->at == NULL)
    return FALSE;
  comma = memchr (self->at, ',', (gsize) (self->end - self->at));
  *out_at = self->at;
  *out_length = (gsize) ((comma != NULL ? comma : self->end) - self->at);
  self->at = comma != NULL ? comma + 1 : NULL;
  return TRUE;
}

static gboolean
read_digits (const char *at,
             gsize length,
             guint base,
             guint64 *out_number)
{
  guint64 number = 0;

  for (gsize i = 0; i < length; i++)
    {
      int digit = g_ascii_xdigit_value (at[i]);

      if (digit < 0 || (guint) digit >= base || number > (G_MAXUINT64 - (guint) digit) / base)
        return FALSE;
      number = number * base + (guint) digit;
    }
  *out_number = number;
  return length > 0;
}

gboolean
hd_output_row_take_number (HdOutputRow *self,
                           guint64 minimum,
                           guint64 *out_number)
{
  const char *at;
  gsize length;

  return take (self, &at, &length) && read_digits (at, length, 10, out_number) && *out_number >= minimum;
}

gboolean
hd_output_row_take_address (HdOutputRow *self,
                            guint64 *out_address)
{
  const char *at;
  gsize length;

  return take (self, &at, &length) && length > 2 && memcmp (at, "0x", 2) == 0 && read_digits (at + 2, length - 2, 16, out_address);
}

gboolean
hd_output_row_take_time (HdOutputRow *self,
                         HdTime *out_time)
{
  guint64 whole, part;
  const char *at;
  gsize length;

  if (!take (self, &at, &length) || length < DECIMALS + 2 || at[length - DECIMALS - 1] != '.')
    return FALSE;
  if (!read_digits (at, length - DECIMALS - 1, 10, &whole) || !read_digits (at + length - DECIMALS, DECIMALS, 10, &part)
      || whole >= G_MAXINT64 / HD_TICKS_PER_SECOND)
    return FALSE;
  *out_time = (HdTime) (whole * HD_TICKS_PER_SECOND + part);
  return TRUE;
}

gboolean
hd_output_row_take_node (HdOutputRow *self,
                         guint32 *out_node)
{
  HdOutputNodes *nodes = self->nodes;
  const char *at;
  gsize length;

  if (!take (self, &at, &length))
    return FALSE;
  if (nodes->last == NULL || nodes->n_last != length || memcmp (nodes->last, at, length) != 0)
    {
      g_autofree char *path = g_strndup (at, length);
      gpointer found;

      if (!g_hash_table_lookup_extended (nodes->by_path, path, NULL, &found))
        {
          found = GUINT_TO_POINTER (hd_design_find_node (nodes->design, path));
          g_hash_table_insert (nodes->by_path, g_steal_pointer (&path), found);
        }
      nodes->last = at;
      nodes->n_last = length;
      nodes->last_node = GPOINTER_TO_UINT (found);
    }
  *out_node = nodes->last_node;
  return *out_node != HD_NO_ID;
}

gboolean
hd_output_row_take_nothing (HdOutputRow *self)
{
  if (self->at == NULL || (self->at < self->end && *self->at != ','))
    return FALSE;
  self->at = self->at < self->end ? self->at + 1 : NULL;
  return TRUE;
}

gboolean
hd_output_row_take_word (HdOutputRow *self,
                         const char *const *words,
                         guint *out_word)
{
  const char *at;
  gsize length;

  if (!take (self, &at, &length))
    return FALSE;
  for (guint i = 0; words[i] != NULL; i++)
    if (strlen (words[i]) == length && memcmp (words[i], at, length) == 0)
      {
        *out_word = i;
        return TRUE;
      }
  return FALSE;
}

/* From behind the first quotation mark on: two of them are one. */
static gboolean
take_quoted (HdOutputRow *self,
             GString *text)
{
  const char *at = self->at + 1;

  for (; at < self->end; at++)
    {
      if (*at == '"' && (at + 1 == self->end || at[1] != '"'))
        break;
      at += *at == '"';
      g_string_append_c (text, *at);
    }
  if (at == self->end || (at + 1 < self->end && at[1] != ','))
    return FALSE;
  self->at = at + 1 < self->end ? at + 2 : NULL;
  return TRUE;
}

gboolean
hd_output_row_take_text (HdOutputRow *self,
                         GStringChunk *texts,
                         const char **out_text)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const char *at;
  gsize length;

  if (self->at != NULL && self->at < self->end && *self->at == '"')
    {
      if (!take_quoted (self, text))
        return FALSE;
    }
  else
    {
      if (!take (self, &at, &length))
        return FALSE;
      g_string_append_len (text, at, (gssize) length);
    }
  if (!g_utf8_validate (text->str, (gssize) text->len, NULL))
    return FALSE;
  *out_text = g_string_chunk_insert_const (texts, text->str);
  return TRUE;
}

/* ---- files ------------------------------------------------------------------------------------------------------------ */

static gboolean
parse (const HdOutputTable *self,
       HdOutputNodes *nodes,
       const char *name,
       guint32 writer,
       const char *data,
       gsize size,
       gpointer into,
       GError **error)
{
  const char *at = data, *end = data + size;

  nodes->last = NULL;
  for (guint n = 1; at < end; n++)
    {
      const char *next = memchr (at, '\n', (gsize) (end - at)), *stop = next != NULL ? next : end;
      HdOutputRow row = { nodes, at, stop };
      g_autofree char *line = NULL, *shown = NULL;

      if (next != NULL
          && (n == 1 ? strlen (self->head) == (gsize) (stop - at) && memcmp (self->head, at, (gsize) (stop - at)) == 0
                     : self->read_row (&row, writer, into) && row.at == NULL))
        {
          at = next + 1;
          continue;
        }
      line = g_strndup (at, (gsize) (stop - at));
      shown = g_utf8_make_valid (line, -1);
      if (g_utf8_strlen (shown, -1) > 80)
        *g_utf8_offset_to_pointer (shown, 80) = '\0';
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s:%u: “%s” is no row of %s"), name, n, shown, _(self->form));
      return FALSE;
    }
  return TRUE;
}

gboolean
hd_output_table_parse (const HdOutputTable *self,
                       HdDesign *design,
                       const char *name,
                       guint32 writer,
                       const char *data,
                       gsize size,
                       gpointer into,
                       GError **error)
{
  g_autoptr (GHashTable) by_path = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  HdOutputNodes nodes = { .design = design, .by_path = by_path };

  return parse (self, &nodes, name, writer, data, size, into, error);
}

gboolean
hd_output_table_read (const HdOutputTable *self,
                      HdRecord *record,
                      gpointer into,
                      GError **error)
{
  g_autoptr (GHashTable) by_path = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  HdDesign *design = hd_record_get_design (record);
  HdOutputNodes nodes = { .design = design, .by_path = by_path };
  const char *name;
  GBytes *bytes;

  for (guint i = 0; hd_record_get_file (record, i, &name, &bytes); i++)
    {
      const char *dot = strchr (name, '.'); /* paths have none */
      g_autofree char *path = g_strndup (name, (gsize) (dot - name));
      guint32 writer = hd_design_find_node (design, path);
      const HdOutput *output = writer != HD_NO_ID ? find_output (hd_design_get_nodes (design)[writer].type, self->kind) : NULL;
      const char *data;
      gsize size;

      if (output == NULL || !g_str_equal (dot + 1, output->name))
        continue;
      data = g_bytes_get_data (bytes, &size);
      if (!parse (self, &nodes, name, writer, data, size, into, error))
        return FALSE;
    }
  return TRUE;
}
