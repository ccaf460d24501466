/* hd-import-sheet.c: a project under construction, one module for each part of a foreign file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-import"

#include "hd-import-sheet.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-budget.h"
#include "hd-i18n.h"
#include "hd-name-list.h"

#define COLUMNS 8
#define MAX_ID 200

/* ---- attributes ------------------------------------------------------------------------------------------------------ */

gboolean
hd_import_is_cancelled (GCancellable *cancellable,
                        GError **error)
{
  if (cancellable != NULL && HD_IS_BUDGET (cancellable))
    return !hd_budget_look (HD_BUDGET (cancellable), error);
  if (!g_cancellable_is_cancelled (cancellable))
    return FALSE;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_CANCELLED, _("Reading was cancelled"));
  return TRUE;
}

void
hd_import_append_attribute (GString *text,
                             const char *name,
                             const char *value)
{
  g_autofree char *escaped = g_markup_escape_text (value, -1);
  g_autoptr (GString) whole = g_string_new (escaped);

  g_string_replace (whole, "\n", "&#10;", 0); /* which a reader of XML would take for a blank */
  g_string_replace (whole, "\t", "&#9;", 0);
  g_string_append_printf (text, " %s=\"%s\"", name, whole->str);
}

void
hd_import_append_name (GString *text,
                       const char *name)
{
  g_autofree char *escaped = hd_name_list_escape (name);

  hd_import_append_attribute (text, "names", escaped);
}

void
hd_import_append_quantity (GString *text,
                           const char *name,
                           double value,
                           const char *unit)
{
  static const struct { double factor; const char *prefix; } prefixes[] = { { 1e12, "T" }, { 1e9, "G" }, { 1e6, "M" }, { 1e3, "k" }, { 1, "" } };
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  guint i = 0;

  /* The largest prefix that loses nothing. */
  while (prefixes[i].factor > 1 && (value < prefixes[i].factor || value / prefixes[i].factor * prefixes[i].factor != value
                                    || strlen (g_ascii_formatd (buffer, sizeof buffer, "%.17g", value / prefixes[i].factor)) > 8))
    i++;
  g_string_append_printf (text, " %s=\"%s %s%s\"", name, g_ascii_dtostr (buffer, sizeof buffer, value / prefixes[i].factor), prefixes[i].prefix, unit);
}

void
hd_import_append_bandwidth (GString *text,
                             double bytes_per_s)
{
  hd_import_append_quantity (text, "bandwidth", bytes_per_s, "B/s");
}

void
hd_import_append_latency (GString *text,
                           HdTime latency_ps)
{
  static const char *const units[] = { "ps", "ns", "us", "ms", "s" };
  guint i = 0;

  for (; latency_ps > 0 && latency_ps % 1000 == 0 && i + 1 < G_N_ELEMENTS (units); i++)
    latency_ps /= 1000;
  g_string_append_printf (text, " latency=\"%" G_GINT64_FORMAT " %s\"", latency_ps, latency_ps == 0 ? "s" : units[i]);
}

/* ---- sheets -------------------------------------------------------------------------------------------------------------- */

HdImportSheet *
hd_import_sheet_new (HdImportSheet *outer,
                      const char *id)
{
  HdImportSheet *self = g_new0 (HdImportSheet, 1);

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
hd_import_sheet_free (HdImportSheet *self)
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

HdImportSheet *
hd_import_sheet_meet (HdImportSheet *a,
                       HdImportSheet *b)
{
  while (a != b)
    if (a->depth >= b->depth)
      a = a->outer;
    else
      b = b->outer;
  return a;
}

const char *
hd_import_sheet_claim (HdImportSheet *self,
                        const char *name)
{
  g_autofree char *cut = g_strndup (name, MAX_ID);
  g_autofree char *plain = g_strconcat (g_ascii_isalpha (cut[0]) || cut[0] == '_' ? "" : "_", cut, NULL);
  char *id;
  gpointer last;

  for (char *p = plain; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_' && *p != '-')
      *p = '_';
  id = g_strdup (plain);
  for (guint i = g_hash_table_lookup_extended (self->ids, plain, NULL, &last) ? GPOINTER_TO_UINT (last) + 1 : 0; g_hash_table_contains (self->ids, id); i++)
    {
      g_free (id);
      id = g_strdup_printf ("%s_%u", plain, i);
      g_hash_table_insert (self->ids, g_strdup (plain), GUINT_TO_POINTER (i));
    }
  g_hash_table_insert (self->ids, id, GUINT_TO_POINTER (1));
  return id;
}

char *
hd_import_sheet_dup_path (HdImportSheet *self,
                           HdImportSheet *from,
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
hd_import_sheet_append_place (HdImportSheet *self)
{
  guint column = self->n_drawn % COLUMNS, row = self->n_drawn / COLUMNS;

  /* How many there will be is not known: a square grows by a row and a column. */
  if (row >= COLUMNS)
    {
      guint side = (guint) sqrt (self->n_drawn), nth = self->n_drawn - side * side;

      column = MIN (nth, side);
      row = nth <= side ? side : 2 * side - nth;
    }
  /* Every other one lower, so that links do not run behind neighbours. */
  g_string_append_printf (self->items, " x=\"%u\" y=\"%u\"", column * 200, row * 280 + column % 2 * 140);
  self->n_drawn++;
}

void
hd_import_sheet_write (HdImportSheet *self,
                        const char *title,
                        GString *text)
{
  g_string_append (text, self->outer != NULL ? "  <module" : "  <top>\n");
  if (self->outer != NULL)
    {
      hd_import_append_attribute (text, "id", self->id);
      if (strcmp (title, self->id) != 0)
        hd_import_append_attribute (text, "title", title);
      if (self->routing != NULL)
        hd_import_append_attribute (text, "routing", self->routing);
      g_string_append (text, ">\n");
    }
  g_string_append_len (text, self->ports->str, (gssize) self->ports->len);
  g_string_append_len (text, self->items->str, (gssize) self->items->len);
  g_string_append_len (text, self->links->str, (gssize) self->links->len);
  g_string_append_len (text, self->routes->str, (gssize) self->routes->len);
  g_string_append (text, self->outer != NULL ? "  </module>\n" : "  </top>\n");
}

char *
hd_import_place_dup_port (HdImportPlace *self,
                           HdImportSheet *from)
{
  char *end = self->numbered ? g_strdup_printf ("%s.port[%u]", self->ref, self->next_port++) : g_strconcat (self->ref, ".port", NULL);

  for (HdImportSheet *sheet = self->sheet; sheet != from; sheet = sheet->outer)
    {
      char *outer = g_strdup_printf ("%s.p%u", sheet->id, sheet->n_ports);

      g_string_append_printf (sheet->ports, "    <port id=\"p%u\" of=\"%s\"/>\n", sheet->n_ports++, end);
      g_free (end);
      end = outer;
    }
  return end;
}
