/* drawing-chiplets.c: chiplets that share memories, and whose parameters, kernels and programs are drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "drawing-chiplets.h"

#include "drawing-values.h"

#define MOST_ROUTERS 4
#define MOST_ARRAY 4 /* chiplets of a kind, and memories */

/* The text around has these, or they stop most drawings before they begin. */
static const char *const of_chiplets[] = {
  "clock", "memories", "private-size", "shared-base", "shared-size", "kernels", "kernels-file", "config", "program", "arguments", "number", "file", "source",
  "places", "on-fault", "timeout", "memory-limit", "processor-limit", "handshake", NULL,
};
static const char *const none[] = { NULL };

static void
add_kernels (Sketch *self,
             gboolean has_barrier)
{
  sketch_add (self, " kernels=\"");
  for (guint n = sketch_choose (self, 4); n > 0; n--)
    sketch_add (self, "%u %u %u %u %u %u %s; ", 1 + sketch_choose (self, 64), 1 + sketch_choose (self, 1000), sketch_choose (self, 9), sketch_choose (self, 9),
                sketch_choose (self, 150), sketch_choose (self, 150), has_barrier && !sketch_by_chance (self, 8) ? "0" : "-");
  sketch_add (self, "\"");
}

static void
add_program (Sketch *self,
             const char *program)
{
  static const char *const acts[] = { "meet {100 * p}", "work {p}", "work {p}s", "private", "meet 0" };

  sketch_add (self, " number=\"p\" memory-limit=\"0 B\" program=\"%s\" arguments=\"%s\"", program, acts[sketch_choose (self, G_N_ELEMENTS (acts))]);
}

/* Each at any of the routers. */
static void
add_links (Sketch *self,
           const char *name,
           guint count,
           guint n_routers,
           gboolean has_barrier,
           guint *io_n_ports)
{
  for (guint i = 0; i < count; i++)
    {
      sketch_add (self, "    <link from=\"%s[%u].net\" to=\"r[%u].port[%u]\" class=\"l%u\"/>\n", name, i, sketch_choose (self, n_routers), (*io_n_ports)++,
                  sketch_choose (self, self->n_classes));
      if (has_barrier)
        sketch_add (self, "    <link from=\"%s[%u].barrier\" to=\"b.members\" class=\"l0\"/>\n", name, i);
    }
}

void
sketch_add_chiplets (Sketch *self)
{
  static const char *const clocks[] = { "700 MHz", "1 GHz", "1 Hz", "333333333 Hz" };
  const char *program = g_getenv ("HEDDLE_CHIP_PROGRAM");
  guint n_routers = 1 + sketch_choose (self, MOST_ROUTERS), n_models = 1 + sketch_choose (self, MOST_ARRAY), n_memories = 1 + sketch_choose (self, MOST_ARRAY);
  guint n_programs = program != NULL && sketch_by_chance (self, 2) ? 1 + sketch_choose (self, MOST_ARRAY) : 0, n_ports = 2;
  guint n_workers = sketch_by_chance (self, 3) ? 2 : 0;
  gboolean has_barrier = !sketch_by_chance (self, 3);

  sketch_add (self, "    <component id=\"r\" type=\"fabric.switch\" count=\"%u\"/>\n", n_routers);
  sketch_add (self, "    <component id=\"g\" type=\"chiplet.gpu\" count=\"%u\" clock=\"%s\"", n_models, clocks[sketch_choose (self, G_N_ELEMENTS (clocks))]);
  add_kernels (self, has_barrier);
  sketch_add_type (self, "chiplet.gpu", of_chiplets);
  sketch_add (self, "/>\n    <component id=\"memory\" type=\"chiplet.memory\" count=\"%u\"", n_memories);
  sketch_add_type (self, "chiplet.memory", none);
  sketch_add (self, "/>\n");
  if (n_programs > 0)
    {
      sketch_add (self, "    <component id=\"p\" type=\"chiplet.process\" count=\"%u\"", n_programs);
      add_program (self, program);
      sketch_add_type (self, "chiplet.process", of_chiplets);
      sketch_add (self, "/>\n");
    }
  if (has_barrier)
    {
      sketch_add (self, "    <component id=\"b\" type=\"chiplet.barrier\"");
      sketch_add_type (self, "chiplet.barrier", none);
      sketch_add (self, "/>\n    <link from=\"b.net\" to=\"r[0].port[%u]\" class=\"l0\"/>\n", n_ports++);
    }
  if (n_workers > 0)
    sketch_add (self, "    <component id=\"c0\" type=\"fabric.host\" count=\"%u\"/>\n", n_workers);
  for (guint i = 1; i < n_routers; i++)
    sketch_add (self, "    <link from=\"r[%u].port[0]\" to=\"r[%u].port[1]\" class=\"l%u\"/>\n", i - 1, i, sketch_choose (self, self->n_classes));
  add_links (self, "g", n_models, n_routers, has_barrier, &n_ports);
  add_links (self, "p", n_programs, n_routers, has_barrier, &n_ports);
  add_links (self, "memory", n_memories, n_routers, FALSE, &n_ports);
  for (guint i = 0; i < n_workers; i++)
    {
      sketch_add (self, "    <link from=\"c0[%u].port\" to=\"r[%u].port[%u]\" class=\"l0\"/>\n", i, i % n_routers, n_ports++);
      g_ptr_array_add (self->places, g_strdup_printf ("c0[%u]", i));
    }
  if (n_workers == 0)
    g_ptr_array_add (self->places, g_strdup ("g[0]"));
  sketch_add_probe (self, "chiplet.gpu", "g[0]");
  sketch_add_probe (self, "chiplet.memory", "memory[0]");
}
