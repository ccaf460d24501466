/* drawing-offload.c: nodes that run collective operations
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "drawing-offload.h"

#include "drawing-values.h"

#define MOST_NODES 12
#define MOST_SWITCHES 3

/* The text around has these, so that most drawings do something, and not for too long. */
static const char *const left_out[] = { "group", "size", "tasks", "root", "operation", "algorithm", NULL };

void
sketch_add_offload (Sketch *self)
{
  static const char *const types[] = { "offload.nic", "offload.host" };
  static const char *const sizes[] = { "0 B", "8 B", "1 kB", "4096 B", "30 kB", "if (a == 1, 8 B, 1 kB)" };
  static const char *const works[] = {
    "operation=\"broadcast\"", "operation=\"reduce\"", "operation=\"all-reduce\"", "operation=\"barrier\"", "operation=\"broadcast\" algorithm=\"binomial\"",
    "operation=\"reduce\" algorithm=\"binomial\"", "algorithm=\"recursive-doubling\"", "algorithm=\"ring\"", "algorithm=\"if (a == 0, ring, halving)\"",
  };
  const char *type = types[sketch_choose (self, G_N_ELEMENTS (types))];
  guint n = 1 + sketch_choose (self, MOST_NODES), n_switches = 1 + sketch_choose (self, MOST_SWITCHES);

  sketch_add (self, "    <component id=\"s\" type=\"fabric.switch\" count=\"%u\"/>\n", n_switches);
  sketch_add (self, "    <component id=\"a\" type=\"%s\" count=\"%u\" group=\"%s\" size=\"%s\" tasks=\"%u\" root=\"%u\" %s", type, n, sketch_by_chance (self, 8) ? "" : "all",
              sizes[sketch_choose (self, G_N_ELEMENTS (sizes))], 1 + sketch_choose (self, 5), sketch_by_chance (self, 6) ? n : sketch_choose (self, n),
              works[sketch_choose (self, G_N_ELEMENTS (works))]);
  sketch_add_type (self, type, left_out);
  sketch_add (self, "/>\n");
  for (guint i = 1; i < n_switches; i++)
    sketch_add (self, "    <link from=\"s[%u].port[0]\" to=\"s[%u].port[1]\" class=\"l%u\"/>\n", i - 1, i, sketch_choose (self, self->n_classes));
  for (guint i = 0; i < n; i++)
    sketch_add (self, "    <link from=\"a[%u].net\" to=\"s[%u].port[%u]\" class=\"l%u\"/>\n", i, sketch_choose (self, n_switches), 2 + i, sketch_choose (self, self->n_classes));
  self->has_cards = TRUE;
  self->members = g_strdup (sketch_by_chance (self, 8) ? "a[0]" : "a[*]");
  g_ptr_array_add (self->places, g_strdup ("a[0]"));
  sketch_add_probe (self, type, "a[0]");
}
