/* drawing-sketch.c: a drawing while it is written, and the bytes that decide
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "drawing-sketch.h"

static void
clear_end (gpointer data)
{
  g_free (((SketchEnd *) data)->text);
}

void
sketch_init (Sketch *self,
             HdCatalog *catalog,
             const guint8 *data,
             gsize size)
{
  *self = (Sketch){ .data = data, .size = size, .catalog = catalog };
  self->text = g_string_new (NULL);
  self->ends = g_array_new (FALSE, FALSE, sizeof (SketchEnd));
  g_array_set_clear_func (self->ends, clear_end);
  self->places = g_ptr_array_new_with_free_func (g_free);
  self->probes = g_string_new (NULL);
}

void
sketch_clear (Sketch *self)
{
  g_string_free (self->text, TRUE);
  g_array_unref (self->ends);
  g_ptr_array_unref (self->places);
  g_string_free (self->probes, TRUE);
  g_free (self->members);
}

guint
sketch_choose (Sketch *self,
               guint n)
{
  guint value = 0;

  for (guint most = 1; most < n; most *= 256)
    value = value * 256 + (self->at < self->size ? self->data[self->at++] : 0);
  return n > 0 ? value % n : 0;
}

gboolean
sketch_by_chance (Sketch *self,
                  guint n)
{
  return sketch_choose (self, n) == n - 1;
}

void
sketch_add (Sketch *self,
            const char *format,
            ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->text, format, arguments);
  va_end (arguments);
}

void
sketch_add_attribute (Sketch *self,
                      const char *name,
                      const char *value)
{
  g_autofree char *escaped = g_markup_escape_text (value, -1);

  sketch_add (self, " %s=\"%s\"", name, escaped);
}
