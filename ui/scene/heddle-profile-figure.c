/* heddle-profile-figure.c: where programs spent their time, by function, line or instruction
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-profile-figure"

#include "heddle-profile-figure.h"

#include <glib/gi18n.h>

struct _HeddleProfileFigure
{
  GStringChunk *texts;
  GArray *rows; /* of HdProfileRow, by program and address */
  guint64 cycles;
};

HeddleProfileFigure *
heddle_profile_figure_new (HdRecord *record,
                           GError **error)
{
  g_autoptr (HeddleProfileFigure) self = g_new0 (HeddleProfileFigure, 1);

  self->texts = g_string_chunk_new (4096);
  self->rows = hd_profile_read (record, self->texts, error);
  if (self->rows == NULL || self->rows->len == 0)
    return NULL;
  for (guint i = 0; i < self->rows->len; i++)
    self->cycles += heddle_profile_get_cycles (&g_array_index (self->rows, HdProfileRow, i));
  return g_steal_pointer (&self);
}

void
heddle_profile_figure_free (HeddleProfileFigure *self)
{
  g_clear_pointer (&self->rows, g_array_unref);
  g_string_chunk_free (self->texts);
  g_free (self);
}

static double
get_share (const HeddleProfileFigure *self,
           guint64 cycles)
{
  return self->cycles > 0 ? (double) cycles / (double) self->cycles : 0;
}

/* What rows of the grain have in common; instructions have nothing. */
static guint
hash_place (const HdProfileRow *row,
            HeddleProfileGrain grain)
{
  guint hash = g_str_hash (row->program) * 31 + g_str_hash (row->function);

  return grain == HEDDLE_PROFILE_BY_FUNCTION ? hash : (hash * 31 + g_str_hash (row->file)) * 31 + (guint) row->line;
}

static guint
hash_line (gconstpointer row)
{
  return hash_place (row, HEDDLE_PROFILE_BY_LINE);
}

static guint
hash_function (gconstpointer row)
{
  return hash_place (row, HEDDLE_PROFILE_BY_FUNCTION);
}

static gboolean
is_same_function (gconstpointer a,
                  gconstpointer b)
{
  const HdProfileRow *x = a, *y = b;

  return g_str_equal (x->program, y->program) && g_str_equal (x->function, y->function);
}

static gboolean
is_same_line (gconstpointer a,
              gconstpointer b)
{
  const HdProfileRow *x = a, *y = b;

  return x->line == y->line && is_same_function (a, b) && g_str_equal (x->file, y->file);
}

GArray *
heddle_profile_figure_list (HeddleProfileFigure *self,
                            HeddleProfileGrain grain)
{
  g_autoptr (GHashTable) places = grain == HEDDLE_PROFILE_BY_FUNCTION ? g_hash_table_new (hash_function, is_same_function) : g_hash_table_new (hash_line, is_same_line);
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (HeddleProfileLine));

  for (guint i = 0; i < self->rows->len; i++)
    {
      HdProfileRow *row = &g_array_index (self->rows, HdProfileRow, i);
      gpointer found = grain == HEDDLE_PROFILE_BY_INSTRUCTION ? NULL : g_hash_table_lookup (places, row);
      HeddleProfileLine line = { .row = *row };

      if (found == NULL)
        {
          g_array_append_val (lines, line);
          g_hash_table_insert (places, row, GUINT_TO_POINTER (lines->len));
          continue;
        }
      line = g_array_index (lines, HeddleProfileLine, GPOINTER_TO_UINT (found) - 1);
      line.row.instructions += row->instructions;
      line.row.issue_cycles += row->issue_cycles;
      line.row.waited_cycles += row->waited_cycles;
      g_array_index (lines, HeddleProfileLine, GPOINTER_TO_UINT (found) - 1) = line;
    }
  for (guint i = 0; i < lines->len; i++)
    {
      HeddleProfileLine *line = &g_array_index (lines, HeddleProfileLine, i);

      line->share = get_share (self, heddle_profile_get_cycles (&line->row));
    }
  return lines;
}

char *
heddle_profile_figure_dup_summary (HeddleProfileFigure *self)
{
  GString *summary = g_string_new (NULL);

  for (guint i = 0; i < self->rows->len;)
    {
      const HdProfileRow *first = &g_array_index (self->rows, HdProfileRow, i);
      g_autofree char *name = g_path_get_basename (first->program), *share = NULL;
      guint64 cycles = 0;

      for (; i < self->rows->len && g_str_equal (g_array_index (self->rows, HdProfileRow, i).program, first->program); i++)
        cycles += heddle_profile_get_cycles (&g_array_index (self->rows, HdProfileRow, i));
      share = hd_figure_percent (get_share (self, cycles));
      g_string_append_printf (summary, "%s%s %s", summary->len > 0 ? _(", ") : "", name, share);
    }
  return g_string_free (summary, FALSE);
}
