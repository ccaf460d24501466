/* drawing-links.c: classes of links, and links between ports that fit
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "drawing-links.h"

#include <string.h>

#include "drawing-values.h"

#define MOST_ENDS 4 /* of an indexed port */

void
sketch_add_link_classes (Sketch *self)
{
  static const char *const bandwidths[] = { "16 GB/s", "1 B/s", "100 GB/s", "1e18 B/s", "3 kB/s" };
  static const char *const left_out[] = { "id", "bandwidth", "latency", "sharing", "title", NULL };
  static const char *const latencies[] = { "1 ns", "0 s", "2 ns", "1 ps", "3.7 ns", "20 ns", "1 us", "1000 s" };

  self->n_classes = 1 + sketch_choose (self, 3);
  for (guint i = 0; i < self->n_classes; i++)
    {
      sketch_add (self, "  <link-class id=\"l%u\" bandwidth=\"%s\" latency=\"%s\" sharing=\"%s\"", i,
                  bandwidths[sketch_choose (self, G_N_ELEMENTS (bandwidths))],
                  latencies[sketch_choose (self, sketch_by_chance (self, 4) ? G_N_ELEMENTS (latencies) : 3)], sketch_by_chance (self, 2) ? "split" : "shared");
      sketch_add_fields (self, HD_OBJECT_LINK_CLASS, left_out);
      sketch_add (self, "/>\n");
    }
}

void
sketch_add_ends (Sketch *self,
                 const HdComponentType *type,
                 const char *place)
{
  for (const HdPort *port = type->ports; port->name != NULL; port++)
    for (guint i = 0; i < (port->indexed ? MOST_ENDS : 1); i++)
      {
        SketchEnd end = { .port = port, .component = self->places->len };

        end.text = port->indexed ? g_strdup_printf ("%s.%s[%u]", place, port->name, i) : g_strdup_printf ("%s.%s", place, port->name);
        g_array_append_val (self->ends, end);
      }
}

static gboolean
fits (const SketchEnd *a,
      const SketchEnd *b)
{
  return a->component != b->component && (b->port->maximum_links == 0 || b->n_links < (guint) b->port->maximum_links)
         && (strcmp (a->port->protocol, b->port->protocol) == 0 || strcmp (a->port->protocol, "*") == 0 || strcmp (b->port->protocol, "*") == 0);
}

static void
add_link (Sketch *self,
          SketchEnd *end)
{
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  SketchEnd *other;

  for (guint i = 0; i < self->ends->len; i++)
    if (fits (end, &g_array_index (self->ends, SketchEnd, i)))
      g_ptr_array_add (others, &g_array_index (self->ends, SketchEnd, i));
  if (others->len == 0)
    return;
  other = g_ptr_array_index (others, sketch_choose (self, others->len));
  end->n_links++;
  other->n_links++;
  sketch_add (self, "    <link from=\"%s\" to=\"%s\" class=\"l%u\"/>\n", end->text, other->text, sketch_choose (self, self->n_classes));
}

void
sketch_add_links (Sketch *self)
{
  for (guint i = 0; i < self->ends->len; i++)
    {
      SketchEnd *end = &g_array_index (self->ends, SketchEnd, i);

      if (end->n_links == 0 && sketch_choose (self, 32) >= (end->port->mandatory ? 1 : 12))
        add_link (self, end);
    }
  if (self->ends->len > 0 && sketch_by_chance (self, 16))
    {
      const SketchEnd *end = &g_array_index (self->ends, SketchEnd, sketch_choose (self, self->ends->len));

      sketch_add (self, "    <link from=\"%s.%s[%u]\" to=\"%s\" class=\"l0\"/>\n", (const char *) g_ptr_array_index (self->places, end->component),
                  end->port->name, sketch_choose (self, 65537), g_array_index (self->ends, SketchEnd, 0).text);
    }
}
